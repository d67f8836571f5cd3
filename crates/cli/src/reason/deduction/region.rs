//! Positions on a board in words.

use std::cmp::Ordering;

use itertools::Itertools;
use tilewright_geometry::BoardCell;

use super::phrases::{Phrase, Phrasing};
use crate::puzzle::Puzzle;

/// The first, middle or last third of a board's rows or columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BoardThird {
    First,
    Middle,
    Last,
}

/// A part of a board: the intersection of a third of its rows, a third of its columns and, in a
/// solid, one layer. A field that is `None` does not restrict the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BoardPart {
    row: Option<BoardThird>,
    column: Option<BoardThird>,
    /// The number of the layer, from 1; `None` for all layers.
    layer: Option<usize>,
}

impl BoardPart {
    pub(super) const WHOLE: Self = Self {
        row: None,
        column: None,
        layer: None,
    };

    /// The part as a phrase: "at the top left", "in layer 2, at the left", "in layer 2"; "at the
    /// open cells" for the whole board. If only the row or only the column is restricted, the
    /// phrase says the middle third for the other one.
    pub(super) fn in_words(self, phrasing: &dyn Phrasing) -> String {
        let middle = |third: Option<_>| third.unwrap_or(BoardThird::Middle);
        let say = |phrase| phrasing.say(phrase, &[]);
        match (self.row, self.column, self.layer) {
            (None, None, None) => return say(Phrase::OpenCells),
            (None, None, Some(layer)) => {
                return phrasing.say(Phrase::WholeLayer, &[("layer", &layer.to_string())]);
            }
            _ => {}
        }
        let place = say(match (middle(self.row), middle(self.column)) {
            (BoardThird::First, BoardThird::First) => Phrase::TopLeft,
            (BoardThird::First, BoardThird::Middle) => Phrase::Top,
            (BoardThird::First, BoardThird::Last) => Phrase::TopRight,
            (BoardThird::Middle, BoardThird::First) => Phrase::Left,
            (BoardThird::Middle, BoardThird::Middle) => Phrase::Middle,
            (BoardThird::Middle, BoardThird::Last) => Phrase::Right,
            (BoardThird::Last, BoardThird::First) => Phrase::BottomLeft,
            (BoardThird::Last, BoardThird::Middle) => Phrase::Bottom,
            (BoardThird::Last, BoardThird::Last) => Phrase::BottomRight,
        });
        match self.layer {
            Some(layer) => {
                let values = [("layer", &*layer.to_string()), ("place", &*place)];
                phrasing.say(Phrase::InLayer, &values)
            }
            None => place,
        }
    }

    /// Whether a part lies in this one.
    fn contains(self, other: Self) -> bool {
        (self.row.is_none() || self.row == other.row)
            && (self.column.is_none() || self.column == other.column)
            && (self.layer.is_none() || self.layer == other.layer)
    }

    /// Whether a phrase can name the part `words`, which is this part without some of its restrictions. If
    /// dropping a restriction leaves only the middle rows or only the middle columns, no phrase names them.
    fn is_named_by(self, words: Self) -> bool {
        let is_band = |kept: Option<BoardThird>, own: Option<BoardThird>, left: Option<_>| {
            kept == Some(BoardThird::Middle) && own.is_some() && left.is_none()
        };
        !is_band(words.row, self.column, words.column)
            && !is_band(words.column, self.row, words.row)
    }

    /// The part itself, then larger ones with fewer restrictions, up to the whole board.
    fn widened(self) -> impl Iterator<Item = Self> {
        let kept = [
            [true, true, true],
            [true, true, false],
            [true, false, true],
            [false, true, true],
            [true, false, false],
            [false, true, false],
            [false, false, true],
            [false, false, false],
        ];
        kept.into_iter().map(move |[row, column, layer]| Self {
            row: self.row.filter(|_| row),
            column: self.column.filter(|_| column),
            layer: self.layer.filter(|_| layer),
        })
    }
}

/// The extent of a board along its axes. An axis along which it has fewer than three cells has no
/// thirds.
struct BoardExtent<'p> {
    puzzle: &'p Puzzle,
    /// The smallest and the largest coordinate of a cell's centre, along the columns and along the
    /// rows. `None` along an axis without thirds.
    ends: [Option<(f64, f64)>; 2],
    /// The heights of the layers, the lowest first; empty if there is only one.
    layers: Vec<f64>,
}

impl<'p> BoardExtent<'p> {
    fn new(puzzle: &'p Puzzle) -> Self {
        let centres = || puzzle.board.indices().map(|cell| centre(puzzle, cell));
        let ends = |axis: usize| {
            let along = centres().map(|point| point[axis]);
            let ends = along.minmax_by(f64::total_cmp).into_option();
            ends.filter(|(low, high)| high - low >= 2.0)
        };
        let heights = centres().map(|point| point[2]);
        let heights = heights.sorted_by(f64::total_cmp);
        let mut layers: Vec<f64> = heights.collect();
        layers.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
        if layers.len() < 2 {
            layers.clear();
        }
        Self {
            puzzle,
            ends: [ends(0), ends(1)],
            layers,
        }
    }

    fn part(&self, point: [f64; 3]) -> BoardPart {
        let third = |axis: usize| {
            let (low, high) = self.ends[axis]?;
            // A point on a boundary counts as the middle third, which absorbs rounding errors.
            let share = (point[axis] - low) / (high - low);
            Some(if share < 1.0 / 3.0 {
                BoardThird::First
            } else if share > 2.0 / 3.0 {
                BoardThird::Last
            } else {
                BoardThird::Middle
            })
        };
        let is_at = |layer: &f64| (layer - point[2]).abs().total_cmp(&1e-6) == Ordering::Less;
        BoardPart {
            row: third(1),
            column: third(0),
            layer: self.layers.iter().position(is_at).map(|layer| layer + 1),
        }
    }

    fn part_of(&self, cell: BoardCell) -> BoardPart {
        self.part(centre(self.puzzle, cell))
    }
}

fn centre(puzzle: &Puzzle, cell: BoardCell) -> [f64; 3] {
    puzzle.lattice.centre(puzzle.board.cell(cell))
}

/// The mean of the centres of cells; `None` without cells.
fn mean(puzzle: &Puzzle, cells: &[BoardCell]) -> Option<[f64; 3]> {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a board has fewer cells than 2^52"
    )]
    let count = cells.len() as f64;
    let sum = |axis: usize| -> f64 {
        let along = cells.iter().map(|cell| centre(puzzle, *cell)[axis]);
        along.sum()
    };
    (!cells.is_empty()).then(|| [0, 1, 2].map(|axis| sum(axis) / count))
}

/// Describes the position of cells: "at the top left", "in layer 2, in the middle". Without cells
/// it describes the middle of the board.
///
/// Uses the third of the board in which the mean of the cells lies. An axis along which the board
/// has fewer than three cells is ignored, and so are layers if the cells are in several.
pub(crate) fn region_in_words(
    puzzle: &Puzzle,
    cells: &[BoardCell],
    phrasing: &dyn Phrasing,
) -> String {
    let extent = BoardExtent::new(puzzle);
    let mut layers = cells.iter().map(|cell| extent.part_of(*cell).layer);
    let layer = layers.all_equal_value().ok().flatten();
    let part = mean(puzzle, cells).map(|point| extent.part(point));
    let part = part.unwrap_or(BoardPart::WHOLE);
    BoardPart {
        row: part.row.or(Some(BoardThird::Middle)),
        layer,
        ..part
    }
    .in_words(phrasing)
}

/// The cell of a placement that is nearest to its middle; of several, the first. `None` without cells.
pub(super) fn middle_cell(puzzle: &Puzzle, cells: &[BoardCell]) -> Option<BoardCell> {
    let middle = mean(puzzle, cells)?;
    let distance = |cell: &BoardCell| -> f64 {
        let centre = centre(puzzle, *cell);
        let along = [0, 1, 2].map(|axis| (centre[axis] - middle[axis]).powi(2));
        // Rounding must not decide between equal distances.
        (along.iter().sum::<f64>() * 1e6).round()
    };
    let nearest = cells.iter().min_by(|a, b| {
        let [a_far, b_far] = [distance(a), distance(b)];
        a_far.total_cmp(&b_far).then(a.cmp(b))
    });
    nearest.copied()
}

/// The part of the board in which a cell lies.
pub(super) fn part_of(puzzle: &Puzzle, cell: BoardCell) -> BoardPart {
    BoardExtent::new(puzzle).part_of(cell)
}

/// The open cells of the part of the board in which a cell lies, and that part. The part is widened
/// until it has at least `least` open cells and words that name it, and of several such parts the one with the
/// fewest open cells is taken. If all are too small, it is the whole board.
///
/// The result depends on nothing but the board, its open cells, `cell` and `least`.
pub(super) fn part_around(
    puzzle: &Puzzle,
    open: &[BoardCell],
    cell: BoardCell,
    least: usize,
) -> (Vec<BoardCell>, BoardPart) {
    let extent = BoardExtent::new(puzzle);
    let own = extent.part_of(cell);
    let within = |part: BoardPart| -> Vec<BoardCell> {
        let cells = open.iter().copied();
        let cells = cells.filter(|cell| part.contains(extent.part_of(*cell)));
        cells.collect()
    };
    let parts = own.widened().filter(|part| own.is_named_by(*part));
    let large = parts.map(|part| (within(part), part));
    let large = large.filter(|(cells, _)| cells.len() >= least);
    let smallest = large.min_by_key(|(cells, _)| cells.len());
    smallest.unwrap_or_else(|| (open.to_vec(), BoardPart::WHOLE))
}
