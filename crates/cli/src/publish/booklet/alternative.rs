//! Texts for screen readers, which describe the contents of pictures.

use std::collections::BTreeMap;

use tilewright_geometry::BoardCell;

use super::BookletTexts;
use super::hint::Voice;
use crate::picture::drawing::Artist;
use crate::puzzle::PlacedPiece;
use crate::reason::deduction::region_in_words;

/// The maximum number of rows described one by one. Longer lists are hard to follow, so boards with more rows
/// are described piece by piece.
const MOST_ROWS: usize = 24;

/// Describes a board row by row, with the labels of the pieces on its cells. If there are more than
/// [`MOST_ROWS`] rows, or fewer than two cells per row on average, it lists the pieces with their places
/// instead.
///
/// A row contains the cells of a layer whose centres have the same height on the page.
pub(super) fn board_in_words(
    artist: &Artist<'_>,
    texts: &BookletTexts,
    laid: &[PlacedPiece<'_>],
) -> String {
    let rows = rows(artist, texts, laid);
    let cells = artist.puzzle().board.cells().len();
    if rows.len() <= MOST_ROWS && 2 * rows.len() <= cells {
        rows.join(" ")
    } else {
        pieces_in_words(artist, texts, laid)
    }
}

/// Lists the pieces with their places, and the number of open cells.
fn pieces_in_words(artist: &Artist<'_>, texts: &BookletTexts, laid: &[PlacedPiece<'_>]) -> String {
    let puzzle = artist.puzzle();
    let voice = Voice::new(texts, artist);
    let told = laid.iter().map(|laid| {
        let name = texts.piece_name(&puzzle.piece(laid.piece).name);
        let place = region_in_words(puzzle, laid.cells, &voice);
        let values = [("piece", name), ("place", &*place)];
        texts.alt_piece.fill(&values)
    });
    let told = told.collect::<Vec<_>>().join(", ");
    let covered: usize = laid.iter().map(|laid| laid.cells.len()).sum();
    let open = puzzle.board.cells().len().saturating_sub(covered);
    let values = [("pieces", &*told), ("count", &*open.to_string())];
    texts.alt_pieces.fill(&values)
}

/// Describes the rows of a board, layer by layer.
fn rows(artist: &Artist<'_>, texts: &BookletTexts, laid: &[PlacedPiece<'_>]) -> Vec<String> {
    let puzzle = artist.puzzle();
    let board = &puzzle.board;
    let open = texts.alt_open.plain();
    let mut signs: BTreeMap<BoardCell, &str> = BTreeMap::new();
    for laid in laid {
        let label = artist.label(laid.piece);
        signs.extend(laid.cells.iter().map(|cell| (*cell, label)));
    }
    // The rows of cells by layer and y coordinate. Each cell has its x coordinate and its label.
    let mut rows: BTreeMap<(i64, i64), Vec<(i64, &str)>> = BTreeMap::new();
    for cell in board.indices() {
        let [x, y, z] = puzzle.lattice.centre(board.cell(cell)).map(thousandths);
        let sign = signs.get(&cell).copied().unwrap_or(&open);
        rows.entry((z, y)).or_default().push((x, sign));
    }
    let layers: Vec<i64> = {
        let mut layers: Vec<i64> = rows.keys().map(|(z, _)| *z).collect();
        layers.dedup();
        layers
    };
    let mut told = Vec::new();
    let (mut layer, mut number) = (None, 0_usize);
    for ((z, _), mut cells) in rows {
        number = if layer == Some(z) { number + 1 } else { 1 };
        layer = Some(z);
        cells.sort_unstable();
        let cells: Vec<&str> = cells.into_iter().map(|(_, sign)| sign).collect();
        let (cells, number) = (cells.join(" "), number.to_string());
        told.push(match layers.as_slice() {
            [_] => texts
                .alt_row
                .fill(&[("number", &number), ("cells", &cells)]),
            several => {
                let at = several.iter().position(|known| *known == z);
                let layer = at.map_or(1, |at| at + 1).to_string();
                let values = [("layer", &*layer), ("number", &*number), ("cells", &*cells)];
                texts.alt_row_in_layer.fill(&values)
            }
        });
    }
    told
}

/// A length given in edges, as a whole number of thousandths of an edge.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a board is far less than 2^52 edges wide"
)]
fn thousandths(length: f64) -> i64 {
    (length * 1000.0).round() as i64
}

/// Says in words in which part of the board the marked cells are.
pub(super) fn marks_in_words(
    artist: &Artist<'_>,
    texts: &BookletTexts,
    cells: &[BoardCell],
) -> String {
    let voice = Voice::new(texts, artist);
    let place = region_in_words(artist.puzzle(), cells, &voice);
    texts.alt_marked.fill(&[("place", &place)])
}

pub(super) fn pieces_by_name(artist: &Artist<'_>, texts: &BookletTexts) -> String {
    let pieces = artist.puzzle().pieces();
    let named = pieces.filter(|(_, piece)| piece.is_first_face());
    let named = named.map(|(_, piece)| match piece.copies.exactly() {
        Some(1) => texts.piece_name(&piece.name).to_owned(),
        _ => format!("{} ×{}", texts.piece_name(&piece.name), piece.copies),
    });
    let named = named.collect::<Vec<_>>().join(", ");
    texts.alt_all_pieces.fill(&[("pieces", &named)])
}
