//! Pictures in text: boards, pieces and solutions in box characters.
//!
//! A picture is made in two steps. First every cell is assigned to a region: that of a piece, that
//! of the empty board, or a separate one. Then the drawing method of the lattice draws characters
//! on a canvas, with borders between regions. Squares, layers of cubes and of balls, and flat trays
//! share one method (`grid`). Triangles and sticks have their own methods. All other lattices are
//! drawn from their tables (`cells`, `mosaic`, `segments`).

mod canvas;
mod cells;
mod columns;
mod grid;
mod heat;
mod labels;
mod marks;
mod mosaic;
mod palette;
mod region;
mod segments;
mod sticks;
mod triangles;

use tilewright_geometry::{BoardCell, Cell, Lattice};

use self::region::{Extent, TextRegion, TextRegions, extent};
use crate::puzzle::{PieceId, Puzzle};
use canvas::TextCanvas;
use columns::{clipped, column_count};
pub use heat::{HeatCell, spots};
pub use labels::Labels;
pub use marks::{CellMark, marked};
pub use palette::Paint;

/// The maximum number of characters of a picture. A larger picture is replaced by a list or a
/// message.
const MAX_CHARACTERS: i64 = 1 << 20;

/// Draws cells of a lattice. Lines have no trailing blanks, and the last line ends with a line
/// feed. `None` if the picture would be too large.
fn draw(lattice: Lattice, regions: &TextRegions<'_>, styled: bool) -> Option<String> {
    let mut canvas = match lattice {
        Lattice::Square | Lattice::Cube | Lattice::Ball => grid::draw(lattice, regions),
        Lattice::Triangle => triangles::draw(lattice, regions),
        Lattice::Stick => sticks::draw(regions),
        _ if mosaic::fits(lattice) => mosaic::draw(lattice, regions),
        _ if lattice.table().drawing.closed => cells::draw(lattice, regions),
        _ => segments::draw(lattice, regions),
    }?;
    Some(canvas.finish(styled))
}

/// A canvas that includes the position (`width`, `height`); `None` if the canvas would be too large.
fn canvas(width: i64, height: i64) -> Option<TextCanvas> {
    let (width, height) = (width.checked_add(1)?, height.checked_add(1)?);
    if width.checked_mul(height)? > MAX_CHARACTERS {
        return None;
    }
    TextCanvas::new(usize::try_from(width).ok()?, usize::try_from(height).ok()?)
}

/// Draws placements on the puzzle's board. Uncovered required cells are blank; uncovered optional
/// cells have a dot.
///
/// `labels` are the labels of the puzzle's pieces. A picture of over a million characters is
/// replaced by a list of pieces and cells.
pub fn placements(
    puzzle: &Puzzle,
    labels: &Labels,
    placements: &[(PieceId, &[BoardCell])],
    styled: bool,
) -> String {
    let board = &puzzle.board;
    let empty = placements.len();
    let mut regions: TextRegions<'_> = board
        .indices()
        .map(|cell| {
            let none = if board.is_required(cell) { "" } else { "·" };
            let region = TextRegion {
                number: empty,
                label: label_of(puzzle, board.cell(cell)).unwrap_or(none),
                paint: None,
            };
            (board.cell(cell), region)
        })
        .collect();
    regions.extend(left_open(puzzle, empty + 1));
    let placed: Vec<PieceId> = placements.iter().map(|(piece, _)| *piece).collect();
    let written = labels.of_placed(puzzle, &placed);
    for (number, (piece, cells)) in placements.iter().enumerate() {
        let region = TextRegion {
            number,
            label: &written[number],
            paint: labels.paint(*piece),
        };
        let colors = puzzle.piece(*piece).colors_on(board, cells);
        for cell in *cells {
            regions.insert(board.cell(*cell), region);
            // If the piece crosses a wrapped edge, "…" beyond the edge shows that it continues.
            for (beyond, is) in board.beyond_edges(*cell) {
                if cells.contains(&is) {
                    let label = "…";
                    regions.insert(beyond, TextRegion { label, ..region });
                }
            }
        }
        // If the piece has cell colours, they replace its label, since they identify it better.
        for (cell, color) in colors {
            let label = beginning(puzzle, color);
            regions.insert(board.cell(cell), TextRegion { label, ..region });
        }
    }
    draw(puzzle.lattice, &regions, styled).unwrap_or_else(|| {
        let mut text = String::new();
        for (piece, cells) in placements {
            text.push_str(&puzzle.piece(*piece).name);
            for cell in *cells {
                text.push_str(&format!(
                    " ({})",
                    puzzle.lattice.coordinates(board.cell(*cell))
                ));
            }
            text.push('\n');
        }
        text
    })
}

/// The label that the puzzle file gives a cell, clipped to the width of the cell; `None` if there is none.
fn label_of(puzzle: &Puzzle, cell: Cell) -> Option<&str> {
    puzzle
        .labels
        .get(cell)
        .map(|label| beginning(puzzle, label))
}

/// The prefix of a label that fits into a cell: three columns in a square or cube, two in other cells.
fn beginning<'l>(puzzle: &Puzzle, label: &'l str) -> &'l str {
    let room = match puzzle.lattice {
        Lattice::Square | Lattice::Cube => 3,
        _ => 2,
    };
    clipped(label, room)
}

/// The labelled cells that are not on the board because a goal leaves them open. Their regions are
/// numbered from `first`.
fn left_open(puzzle: &Puzzle, first: usize) -> impl Iterator<Item = (Cell, TextRegion<'_>)> {
    let open = puzzle.labels.iter();
    let open = open.filter(|(cell, _)| puzzle.board.index_of(*cell).is_none());
    (first..).zip(open).map(|(number, (cell, label))| {
        let region = TextRegion {
            number,
            label: beginning(puzzle, label),
            paint: None,
        };
        (cell, region)
    })
}

/// Draws the empty board with a border around each cell. Optional cells have a question mark.
pub fn board(puzzle: &Puzzle) -> String {
    let board = &puzzle.board;
    let cells = board.indices().map(|cell| {
        let none = if board.is_required(cell) { "" } else { "?" };
        let region = TextRegion {
            number: cell.index(),
            label: label_of(puzzle, board.cell(cell)).unwrap_or(none),
            paint: None,
        };
        (board.cell(cell), region)
    });
    let regions = cells.collect();
    draw(puzzle.lattice, &regions, false)
        .unwrap_or_else(|| "(the board is too large to draw)\n".to_owned())
}

/// Draws one piece, with its label or cell colours in its cells.
pub fn piece(puzzle: &Puzzle, labels: &Labels, id: PieceId, styled: bool) -> String {
    let piece = puzzle.piece(id);
    let colors = piece.cell_colors.as_ref();
    let cells = piece.polyform.cells().iter().enumerate();
    let regions = cells.map(|(at, cell)| {
        let color = colors.map(|colors| beginning(puzzle, &colors.colors[at]));
        let region = TextRegion {
            number: 0,
            label: color.unwrap_or_else(|| labels.of(id)),
            paint: labels.paint(id),
        };
        (*cell, region)
    });
    draw_piece(puzzle.lattice, &regions.collect(), styled)
}

fn draw_piece(lattice: Lattice, regions: &TextRegions<'_>, styled: bool) -> String {
    draw(lattice, regions, styled).unwrap_or_else(|| "(too large to draw)\n".to_owned())
}

/// Draws cells as one region, with a label in each.
pub fn polyform(
    lattice: Lattice,
    cells: &[Cell],
    label: &str,
    paint: Option<Paint>,
    styled: bool,
) -> String {
    let region = TextRegion {
        number: 0,
        label,
        paint,
    };
    let regions = cells.iter().map(|cell| (*cell, region)).collect();
    draw_piece(lattice, &regions, styled)
}

/// The number of columns of a line, without its colour codes. A colour code is the text from an
/// escape character to `m`.
fn width_of(line: &str) -> usize {
    let mut in_code = false;
    let is_shown = |character: &char| {
        let was_in_code = in_code;
        in_code = *character == '\u{1b}' || (in_code && *character != 'm');
        !in_code && !was_in_code
    };
    let shown = line.chars().filter(is_shown);
    shown.map(column_count).sum()
}

/// Puts pictures side by side, with two blanks between them. Each row has as many pictures as fit
/// into `width` columns.
pub fn side_by_side(pictures: &[String], width: usize) -> String {
    let mut text = String::new();
    let mut row: Vec<&String> = Vec::new();
    let mut used = 0;
    let columns = |picture: &str| picture.lines().map(width_of).max().unwrap_or(0);
    let flush = |row: &mut Vec<&String>, text: &mut String| {
        let height = row.iter().map(|p| p.lines().count()).max().unwrap_or(0);
        for line in 0..height {
            let mut joined = String::new();
            for picture in row.iter() {
                let part = picture.lines().nth(line).unwrap_or_default();
                joined.push_str(part);
                let pad = columns(picture) + 2 - width_of(part);
                joined.extend(std::iter::repeat_n(' ', pad));
            }
            text.push_str(joined.trim_end());
            text.push('\n');
        }
        row.clear();
    };
    for picture in pictures {
        let wide = columns(picture) + 2;
        if used + wide > width + 2 && !row.is_empty() {
            flush(&mut row, &mut text);
            used = 0;
        }
        row.push(picture);
        used += wide;
    }
    flush(&mut row, &mut text);
    text
}
