//! The isometries of a tiling, found from the possible images of its first cell.
//!
//! An isometry is determined by its effect on two sides of a cell that are not in line. So two such
//! sides of the first cell are matched with all pairs of consecutive sides of all cells: clockwise
//! for rotations, anticlockwise for reflections. A match is kept if its matrix has whole numbers,
//! preserves scalar products, and maps every cell to a cell. Up to translations there are finitely
//! many.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::tiling::{PlacedCell, Tiling, cross};
use super::written::LatticeError;
use crate::compact::{CompactSort, map_of};
use crate::isometry::Isometry;
use crate::vector::{Matrix, Vector};

/// The isometries up to translations. The identity comes first, then the other rotations, then the
/// reflections. Rotations and reflections are each sorted clockwise by the image of the first
/// period.
///
/// # Errors
///
/// [`LatticeError::Repeats`] if a translation smaller than the periods maps the tiling to itself.
pub(super) fn isometries(tiling: &Tiling) -> Result<Vec<Isometry>, LatticeError> {
    let cells = tiling.cells.iter().enumerate();
    let known = map_of(cells.map(|(at, cell)| (class(outline(cell), tiling.period), at)));
    let cell_at = |image: Vec<Vector>| known.get(&class(image, tiling.period)).copied();
    let mut found: BTreeMap<Matrix, Isometry> = BTreeMap::new();
    for isometry in candidates(tiling) {
        let mut images = tiling.cells.iter().map(|cell| {
            let mut image: Vec<Vector> = outline(cell)
                .into_iter()
                .map(|v| isometry.apply(v))
                .collect();
            if !isometry.is_rotation() {
                image.reverse();
            }
            cell_at(image)
        });
        let Some(first) = images.next().flatten() else {
            continue;
        };
        if !images.all(|image| image.is_some()) {
            continue;
        }
        let is_translation = isometry.matrix == Matrix::IDENTITY && isometry.shift != Vector::ZERO;
        if is_translation {
            return Err(LatticeError::Repeats { cells: [0, first] });
        }
        found.entry(isometry.matrix).or_insert(isometry);
    }
    let mut found: Vec<Isometry> = found.into_values().collect();
    found.compact_sort_by(|a, b| {
        let reflections_last = b.is_rotation().cmp(&a.is_rotation());
        reflections_last.then_with(|| clockwise(first_image(a), first_image(b)))
    });
    Ok(found)
}

fn vector([x, y]: [i32; 2]) -> Vector {
    Vector::flat(x, y)
}

fn outline(cell: &PlacedCell) -> Vec<Vector> {
    cell.corners
        .iter()
        .map(|&corner| vector(cell.middle) + vector(corner))
        .collect()
}

/// The normal form of an outline, which is the same for all translates of the outline by the periods. It begins
/// with the first corner in reading order, reduced to the unit at the origin. The steps from there to the other
/// corners follow, clockwise.
fn class(mut outline: Vec<Vector>, period: i32) -> Vec<Vector> {
    let least = (0..outline.len())
        .min_by_key(|&at| outline[at])
        .unwrap_or(0);
    outline.rotate_left(least);
    let first = outline[0];
    for corner in &mut outline[1..] {
        *corner = *corner - first;
    }
    outline[0] = first.map(|c| c.rem_euclid(period));
    outline
}

/// The isometries that map the first cell to some cell, with shifts reduced by the periods.
fn candidates(tiling: &Tiling) -> impl Iterator<Item = Isometry> {
    let corners = outline(&tiling.cells[0]);
    let count = corners.len();
    // Finds two consecutive sides that are not in line; every polygon has such a pair.
    let bend = (0..count).find(|&at| {
        let [first, second] = steps(&corners, at, true);
        cross(first, second) != 0
    });
    let at = bend.unwrap_or(0);
    let (from, corner) = (steps(&corners, at, true), corners[at]);
    let images = tiling
        .cells
        .iter()
        .filter(move |cell| cell.corners.len() == count);
    images.flat_map(move |cell| {
        let image = outline(cell);
        let ways = (0..count).flat_map(|at| [(at, true), (at, false)]);
        let ways: Vec<Isometry> = ways
            .filter_map(|(at, onward)| {
                let matrix = matrix(tiling, from, steps(&image, at, onward))?;
                let shift = image[at] - matrix.apply(corner);
                let shift = shift.map(|c| c.rem_euclid(tiling.period));
                Some(Isometry { matrix, shift })
            })
            .collect();
        ways
    })
}

/// The steps along two consecutive sides from a corner: clockwise if `onward`, otherwise
/// anticlockwise.
fn steps(corners: &[Vector], at: usize, onward: bool) -> [[i64; 2]; 2] {
    let count = corners.len();
    let next = if onward { 1 } else { count - 1 };
    let corner = |by: usize| corners[(at + by * next) % count];
    [(0, 1), (1, 2)].map(|(a, b)| {
        let step = corner(b) - corner(a);
        [step.x, step.y].map(i64::from)
    })
}

/// The whole-number matrix that maps two vectors to two others. `None` if there is none, or if it
/// does not preserve scalar products.
fn matrix(tiling: &Tiling, from: [[i64; 2]; 2], to: [[i64; 2]; 2]) -> Option<Matrix> {
    let area = cross(from[0], from[1]);
    // The image of an axis. Cramer's rule gives the axis as a combination of the vectors `from`;
    // the image is the same combination of the vectors `to`.
    let image = |axis: [i64; 2]| {
        let parts = [cross(axis, from[1]), cross(from[0], axis)];
        let of = |coordinate: usize| {
            let times = parts[0] * to[0][coordinate] + parts[1] * to[1][coordinate];
            (area != 0 && times % area == 0).then(|| times / area)
        };
        Some([of(0)?, of(1)?])
    };
    let axes = [[1, 0], [0, 1]];
    let images = [image(axes[0])?, image(axes[1])?];
    let keeps = |a: usize, b: usize| {
        tiling.double_product(images[a], images[b]) == tiling.double_product(axes[a], axes[b])
    };
    let small = |c: i64| i32::try_from(c).ok();
    let [[a, c], [b, d]] = images;
    (keeps(0, 0) && keeps(0, 1) && keeps(1, 1)).then_some(())?;
    let rows = [
        [small(a)?, small(b)?, 0],
        [small(c)?, small(d)?, 0],
        [0, 0, 1],
    ];
    Some(Matrix::from_rows(rows))
}

/// The image of the first period.
fn first_image(isometry: &Isometry) -> [i64; 2] {
    let image = isometry.matrix.apply(Vector::flat(1, 0));
    [image.x, image.y].map(i64::from)
}

/// Compares directions clockwise from the first period, exactly.
fn clockwise(a: [i64; 2], b: [i64; 2]) -> Ordering {
    let half = |[x, y]: [i64; 2]| y < 0 || (y == 0 && x < 0);
    half(a).cmp(&half(b)).then_with(|| 0.cmp(&cross(a, b)))
}
