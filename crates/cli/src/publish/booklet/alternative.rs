//! Pictures in words: what lies on a board, for who listens instead of looks.

use std::collections::BTreeMap;

use tilewright_geometry::BoardCell;

use super::Texts;
use super::hint::Voice;
use crate::picture::drawing::Artist;
use crate::puzzle::PlacedPiece;
use crate::reason::deduction::region_in_words;

/// A board of more rows is told piece by piece: nobody follows more of them.
const MOST_ROWS: usize = 24;

/// What lies on a board: row by row, the letters of the pieces on its cells; piece by piece, each
/// with its place, where rows say little: where there are too many of them, or most have one cell.
///
/// A row holds the cells of a layer whose middles are on one height of the page.
pub(super) fn board_in_words(
    artist: &Artist<'_>,
    texts: &Texts,
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

/// Each piece with its place, and how many cells are open.
fn pieces_in_words(artist: &Artist<'_>, texts: &Texts, laid: &[PlacedPiece<'_>]) -> String {
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

/// The rows of a board, layer by layer.
fn rows(artist: &Artist<'_>, texts: &Texts, laid: &[PlacedPiece<'_>]) -> Vec<String> {
    let puzzle = artist.puzzle();
    let board = &puzzle.board;
    let open = texts.alt_open.plain();
    let mut signs: BTreeMap<BoardCell, &str> = BTreeMap::new();
    for laid in laid {
        let label = artist.label(laid.piece);
        signs.extend(laid.cells.iter().map(|cell| (*cell, label)));
    }
    // By layer and height, the cells from left to right.
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

/// A coordinate in whole thousandths of an edge.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a board is far less than 2^52 edges wide"
)]
fn thousandths(length: f64) -> i64 {
    (length * 1000.0).round() as i64
}

/// Where some cells lie, for marks.
pub(super) fn marks_in_words(artist: &Artist<'_>, texts: &Texts, cells: &[BoardCell]) -> String {
    let voice = Voice::new(texts, artist);
    let place = region_in_words(artist.puzzle(), cells, &voice);
    texts.alt_marked.fill(&[("place", &place)])
}

/// All pieces by their names.
pub(super) fn pieces_by_name(artist: &Artist<'_>, texts: &Texts) -> String {
    let pieces = artist.puzzle().pieces();
    let named = pieces.filter(|(_, piece)| piece.is_first_face());
    let named = named.map(|(_, piece)| match piece.copies.exactly() {
        Some(1) => texts.piece_name(&piece.name).to_owned(),
        _ => format!("{} ×{}", texts.piece_name(&piece.name), piece.copies),
    });
    let named = named.collect::<Vec<_>>().join(", ");
    texts.alt_all_pieces.fill(&[("pieces", &named)])
}
