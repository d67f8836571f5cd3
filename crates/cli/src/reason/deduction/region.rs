//! Positions on a board in words.

use std::cmp::Ordering;

use itertools::Itertools;
use tilewright_geometry::BoardCell;

use super::phrases::{Phrase, Phrasing};
use crate::puzzle::Puzzle;

/// One third of an extent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BoardThird {
    First,
    Middle,
    Last,
}

/// Describes the position of cells: "at the top left", "in layer 2, in the middle". Without cells
/// it describes the middle of the board.
///
/// Uses the third of the board in which the mean of the cells lies. An axis along which the board
/// has fewer than three cells is ignored.
pub(crate) fn region_in_words(
    puzzle: &Puzzle,
    cells: &[BoardCell],
    phrasing: &dyn Phrasing,
) -> String {
    let centre = |cell: BoardCell| puzzle.lattice.centre(puzzle.board.cell(cell));
    let all: Vec<[f64; 3]> = puzzle.board.indices().map(centre).collect();
    let some: Vec<[f64; 3]> = cells.iter().map(|cell| centre(*cell)).collect();
    let say = |phrase| phrasing.say(phrase, &[]);
    let column = third(&all, &some, 0);
    let row = third(&all, &some, 1);
    let place = say(match (row, column) {
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
    match layer(&all, &some) {
        Some(layer) => {
            let values = [("layer", &*layer.to_string()), ("place", &*place)];
            phrasing.say(Phrase::InLayer, &values)
        }
        None => place,
    }
}

/// The third of the board that contains the mean of `some`, along an axis.
fn third(all: &[[f64; 3]], some: &[[f64; 3]], axis: usize) -> BoardThird {
    let along = |points: &[[f64; 3]]| points.iter().map(|point| point[axis]).collect_vec();
    let (all, some) = (along(all), along(some));
    let Some((low, high)) = all.iter().copied().minmax_by(f64::total_cmp).into_option() else {
        return BoardThird::Middle;
    };
    if high - low < 2.0 || some.is_empty() {
        return BoardThird::Middle;
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "a board has fewer cells than 2^52"
    )]
    let mean = some.iter().sum::<f64>() / some.len() as f64;
    // A mean on a boundary counts as the middle third, which absorbs rounding errors.
    let share = (mean - low) / (high - low);
    if share < 1.0 / 3.0 {
        BoardThird::First
    } else if share > 2.0 / 3.0 {
        BoardThird::Last
    } else {
        BoardThird::Middle
    }
}

/// The number of the layer, from 1, that contains all of `some`. `None` if the board has only one
/// layer, or if `some` are in several layers.
fn layer(all: &[[f64; 3]], some: &[[f64; 3]]) -> Option<usize> {
    let layers: Vec<f64> = all
        .iter()
        .map(|point| point[2])
        .sorted_by(f64::total_cmp)
        .dedup_by(|a, b| (a - b).abs() < 1e-6)
        .collect();
    if layers.len() < 2 {
        return None;
    }
    let at = |point: &[f64; 3]| {
        layers
            .iter()
            .position(|layer| (layer - point[2]).abs().total_cmp(&1e-6) == Ordering::Less)
    };
    let at = some.iter().map(at).all_equal_value().ok()??;
    Some(at + 1)
}
