//! Where cells lie on a board, in words.

use std::cmp::Ordering;

use itertools::Itertools;
use tilewright_geometry::BoardCell;

use super::phrases::{Phrase, Phrasing};
use crate::puzzle::Puzzle;

/// A part of a length, in thirds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Third {
    First,
    Middle,
    Last,
}

/// Says where cells lie: "at the top left", "in layer 2, in the middle". Without cells it speaks of
/// the whole board.
///
/// By the mean of the cells, in thirds of the board; along a side of less than three cells nothing
/// is said.
pub fn region_in_words(puzzle: &Puzzle, cells: &[BoardCell], phrasing: &dyn Phrasing) -> String {
    let centre = |cell: BoardCell| puzzle.lattice.centre(puzzle.board.cell(cell));
    let all: Vec<[f64; 3]> = puzzle.board.indices().map(centre).collect();
    let some: Vec<[f64; 3]> = cells.iter().map(|cell| centre(*cell)).collect();
    let say = |phrase| phrasing.say(phrase, &[]);
    let column = third(&all, &some, 0);
    let row = third(&all, &some, 1);
    let place = say(match (row, column) {
        (Third::First, Third::First) => Phrase::TopLeft,
        (Third::First, Third::Middle) => Phrase::Top,
        (Third::First, Third::Last) => Phrase::TopRight,
        (Third::Middle, Third::First) => Phrase::Left,
        (Third::Middle, Third::Middle) => Phrase::Middle,
        (Third::Middle, Third::Last) => Phrase::Right,
        (Third::Last, Third::First) => Phrase::BottomLeft,
        (Third::Last, Third::Middle) => Phrase::Bottom,
        (Third::Last, Third::Last) => Phrase::BottomRight,
    });
    match layer(&all, &some) {
        Some(layer) => {
            let values = [("layer", &*layer.to_string()), ("place", &*place)];
            phrasing.say(Phrase::InLayer, &values)
        }
        None => place,
    }
}

/// In which third of the board the mean of some points lies, along an axis.
fn third(all: &[[f64; 3]], some: &[[f64; 3]], axis: usize) -> Third {
    let along = |points: &[[f64; 3]]| points.iter().map(|point| point[axis]).collect_vec();
    let (all, some) = (along(all), along(some));
    let Some((low, high)) = all.iter().copied().minmax_by(f64::total_cmp).into_option() else {
        return Third::Middle;
    };
    if high - low < 2.0 || some.is_empty() {
        return Third::Middle;
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "a board has fewer cells than 2^52"
    )]
    let mean = some.iter().sum::<f64>() / some.len() as f64;
    // What lies in the middle but for rounding is in the middle.
    let share = (mean - low) / (high - low);
    if share < 1.0 / 3.0 {
        Third::First
    } else if share > 2.0 / 3.0 {
        Third::Last
    } else {
        Third::Middle
    }
}

/// The number of the layer, from 1, in which all of some points lie; none if there is one layer, or
/// they lie in several.
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
