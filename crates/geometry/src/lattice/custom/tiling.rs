//! Checks exactly that cells tile the plane, and converts their corners to coordinates of the
//! lattice.
//!
//! **Why sides and areas suffice.** Every cell is a simple polygon, traversed clockwise. Every
//! side is used by two cells, once in each direction. So the cells, glued along their sides, cover
//! the torus that the periods make of the plane, and every point is covered equally often. The
//! number of times is the sum of all areas divided by the area that the periods span. If it is 1,
//! the cells are a tiling: if they wound around a corner twice, the points near it would be
//! covered twice.

use std::collections::BTreeMap;

use super::written::{
    Axes, LatticeError, MAX_KINDS, MAX_PERIOD_STEPS, MAX_TABLE_COORDINATE, PeriodicTiling,
};
use crate::lattice::cell::MAX_CORNERS;
use crate::vector::gcd;

type Point = [i64; 2];

/// The cells of one unit, in coordinates of the lattice. Along each axis, a period is `period`
/// steps long.
pub(super) struct Tiling {
    pub(super) period: i32,
    pub(super) cells: Vec<PlacedCell>,
    axes: Axes,
    periods: [Point; 2],
}

/// A cell of the unit at the origin.
pub(super) struct PlacedCell {
    /// The mean of its corners, reduced to the unit at the origin.
    pub(super) middle: [i32; 2],
    /// The corners relative to the middle, clockwise.
    pub(super) corners: Vec<[i32; 2]>,
}

impl Tiling {
    pub(super) fn new(table: &PeriodicTiling) -> Result<Tiling, LatticeError> {
        check_limits(table)?;
        let periods = table.periods.map(|period| period.map(i64::from));
        let area = cross(periods[0], periods[1]);
        if area <= 0 {
            return Err(LatticeError::Periods {
                periods: table.periods,
            });
        }
        let cells: Vec<Vec<[i32; 2]>> = (0..table.cells.len())
            .map(|cell| clockwise(table, cell))
            .collect::<Result<_, _>>()?;
        // Coordinates along the periods, multiplied by the area that these span, so that all points
        // have whole coordinates.
        let fine = |&[x, y]: &[i32; 2]| {
            let point = [x, y].map(i64::from);
            [cross(point, periods[1]), cross(periods[0], point)]
        };
        check_sides(&cells, |corner| fine(corner).map(|c| c.rem_euclid(area)))?;
        check_area(&cells, area)?;
        let fine: Vec<Vec<Point>> = cells
            .iter()
            .map(|corners| corners.iter().map(fine).collect())
            .collect();
        let (period, cells) = placed(&fine, area)?;
        Ok(Tiling {
            period,
            cells,
            axes: table.axes,
            periods,
        })
    }

    /// Twice the scalar product of two vectors in coordinates of the lattice. The unit is
    /// arbitrary, so use it only for comparisons.
    pub(super) fn double_product(&self, a: Point, b: Point) -> i64 {
        let [u, v] = self.periods;
        let along = |w: Point| [w[0] * u[0] + w[1] * v[0], w[0] * u[1] + w[1] * v[1]];
        self.axes.double_product(along(a), along(b))
    }
}

pub(super) fn cross(a: Point, b: Point) -> i64 {
    a[0] * b[1] - a[1] * b[0]
}

fn step(from: [i32; 2], to: [i32; 2]) -> Point {
    [0, 1].map(|axis| i64::from(to[axis]) - i64::from(from[axis]))
}

fn sides(corners: &[[i32; 2]]) -> impl Iterator<Item = [[i32; 2]; 2]> + Clone {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(&a, &b)| [a, b])
}

fn check_limits(table: &PeriodicTiling) -> Result<(), LatticeError> {
    let given = table.cells.len();
    if !(1..=MAX_KINDS).contains(&given) {
        return Err(LatticeError::Kinds {
            given,
            limit: MAX_KINDS,
        });
    }
    for (cell, written) in table.cells.iter().enumerate() {
        let given = written.corners.len();
        if !(3..=MAX_CORNERS).contains(&given) {
            return Err(LatticeError::Corners {
                cell,
                given,
                limit: MAX_CORNERS,
            });
        }
    }
    let corners = table.cells.iter().flat_map(|cell| &cell.corners);
    let mut coordinates = table.periods.iter().chain(corners).flatten();
    let limit = MAX_TABLE_COORDINATE;
    match coordinates.find(|c| c.unsigned_abs() > limit.unsigned_abs()) {
        Some(&given) => Err(LatticeError::TooFar { given, limit }),
        None => Ok(()),
    }
}

/// The corners of a cell, clockwise from the first one. Returns an error if the outline meets
/// itself.
fn clockwise(table: &PeriodicTiling, cell: usize) -> Result<Vec<[i32; 2]>, LatticeError> {
    let mut corners = table.cells[cell].corners.clone();
    let all: Vec<[[i32; 2]; 2]> = sides(&corners).collect();
    for (later, &side) in all.iter().enumerate() {
        for (earlier, &other) in all[..later].iter().enumerate() {
            let is_next = later == earlier + 1;
            let is_last = earlier == 0 && later == all.len() - 1;
            let meets = match (is_next, is_last) {
                (true, _) => turns_back(other, side),
                (_, true) => turns_back(side, other),
                _ => have_common_point(side, other),
            };
            if meets {
                return Err(LatticeError::Crossing { cell, side });
            }
        }
    }
    if double_area(&corners) < 0 {
        corners[1..].reverse();
    }
    Ok(corners)
}

/// Whether one of two consecutive sides has length zero, or the second runs back along the first.
fn turns_back([a, b]: [[i32; 2]; 2], [_, c]: [[i32; 2]; 2]) -> bool {
    let (first, second) = (step(a, b), step(b, c));
    let along = first[0] * second[0] + first[1] * second[1];
    first == [0, 0] || second == [0, 0] || (cross(first, second) == 0 && along < 0)
}

fn have_common_point([a, b]: [[i32; 2]; 2], [c, d]: [[i32; 2]; 2]) -> bool {
    let turn = |from, to, at| cross(step(from, to), step(from, at)).signum();
    let [first, second] = [turn(a, b, c), turn(a, b, d)];
    let [third, fourth] = [turn(c, d, a), turn(c, d, b)];
    let is_between = |from: [i32; 2], to: [i32; 2], at: [i32; 2]| {
        (0..2).all(|axis| {
            let (low, high) = (from[axis].min(to[axis]), from[axis].max(to[axis]));
            (low..=high).contains(&at[axis])
        })
    };
    (first != second && third != fourth)
        || (first == 0 && is_between(a, b, c))
        || (second == 0 && is_between(a, b, d))
        || (third == 0 && is_between(c, d, a))
        || (fourth == 0 && is_between(c, d, b))
}

fn double_area(corners: &[[i32; 2]]) -> i64 {
    let origin = corners[0];
    sides(corners)
        .map(|[a, b]| cross(step(origin, a), step(origin, b)))
        .sum()
}

/// Checks that every side is used once in each direction. `reduced` reduces a corner modulo the
/// periods.
fn check_sides(
    cells: &[Vec<[i32; 2]>],
    reduced: impl Fn(&[i32; 2]) -> Point,
) -> Result<(), LatticeError> {
    let mut known: BTreeMap<(Point, Point), usize> = BTreeMap::new();
    for (cell, corners) in cells.iter().enumerate() {
        for [a, b] in sides(corners) {
            if let Some(other) = known.insert((reduced(&a), step(a, b)), cell) {
                return Err(LatticeError::Overlap {
                    cells: [other, cell],
                });
            }
        }
    }
    for (cell, corners) in cells.iter().enumerate() {
        for side @ [a, b] in sides(corners) {
            if !known.contains_key(&(reduced(&b), step(b, a))) {
                return Err(LatticeError::Gap { cell, side });
            }
        }
    }
    Ok(())
}

/// Checks that the area of the cells does not exceed the area that the periods span. It cannot be
/// less, since all sides match.
fn check_area(cells: &[Vec<[i32; 2]>], area: i64) -> Result<(), LatticeError> {
    let mut sum = 0;
    for (cell, corners) in cells.iter().enumerate() {
        sum += double_area(corners);
        if sum > 2 * area {
            return Err(LatticeError::Overlap { cells: [0, cell] });
        }
    }
    Ok(())
}

/// The number of steps in a period, and the cells in coordinates of the coarsest grid that contains
/// all corners, middles and periods.
fn placed(cells: &[Vec<Point>], area: i64) -> Result<(i32, Vec<PlacedCell>), LatticeError> {
    let counts = cells
        .iter()
        .map(|corners| i64::try_from(corners.len()).unwrap_or(1));
    let times = counts
        .clone()
        .fold(1, |lcm, count| lcm / gcd(lcm, count) * count);
    let middles: Vec<Point> = cells
        .iter()
        .zip(counts)
        .map(|(corners, count)| {
            [0, 1].map(|axis| corners.iter().map(|c| c[axis]).sum::<i64>() * (times / count))
        })
        .collect();
    let corners = cells.iter().flatten().flatten().map(|c| c * times);
    let all = middles.iter().flatten().copied().chain(corners);
    let divisor = all.fold(area * times, gcd);
    let given = area * times / divisor;
    let limit = MAX_PERIOD_STEPS;
    let small = |c: i64| i32::try_from(c).ok();
    let too_fine = || LatticeError::TooFine { given, limit };
    let period = small(given)
        .filter(|&period| period <= limit)
        .ok_or_else(too_fine)?;
    let mut found: Vec<PlacedCell> = Vec::with_capacity(cells.len());
    for (corners, middle) in cells.iter().zip(&middles) {
        let exact = |c: i64| small(c / divisor);
        let place = |point: &Point| Some([exact(point[0])?, exact(point[1])?]);
        let from = |corner: &Point| place(&[0, 1].map(|axis| corner[axis] * times - middle[axis]));
        let corners: Option<Vec<[i32; 2]>> = corners.iter().map(from).collect();
        let middle = place(middle)
            .ok_or_else(too_fine)?
            .map(|c| c.rem_euclid(period));
        if let Some(other) = found.iter().position(|cell| cell.middle == middle) {
            return Err(LatticeError::SameMiddle {
                cells: [other, found.len()],
            });
        }
        found.push(PlacedCell {
            middle,
            corners: corners.ok_or_else(too_fine)?,
        });
    }
    Ok((period, found))
}
