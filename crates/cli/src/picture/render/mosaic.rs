//! Tilings with several kinds of cell: every character is that of the cell on which its middle lies on the page.
//!
//! Most of these have no room for a border, or no place for one; the letters themselves show the shapes. A label of two
//! characters is repeated along a row, cells without a label are shaded, and a gap parts
//! two pieces with one label.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Lattice, Table};

use super::canvas::Canvas;
use super::columns::column_count;
use super::{Region, Regions, canvas};

/// The least cell has about this many characters.
const CHARACTERS: f64 = 5.0;

/// What cells without a label are filled with.
const SHADE: char = '▒';

/// Whether a lattice is drawn so: it lies in the plane and has several kinds of cell.
pub(super) fn fits(lattice: Lattice) -> bool {
    let table = lattice.table();
    table.drawing.closed && lattice.dimensions() == 2 && table.kinds.len() > 1
}

pub(super) fn draw(lattice: Lattice, regions: &Regions<'_>) -> Option<Canvas> {
    let table = lattice.table();
    let lines = lines(table);
    let polygons: Vec<(Vec<[f64; 2]>, &Region<'_>)> = regions
        .iter()
        .map(|(cell, region)| (polygon(table, *cell, lines), region))
        .collect();
    let all = || polygons.iter().flat_map(|(corners, _)| corners);
    let [left, top] = [0, 1].map(|axis| all().map(|c| c[axis]).fold(f64::INFINITY, f64::min));
    let [right, bottom] =
        [0, 1].map(|axis| all().map(|c| c[axis]).fold(f64::NEG_INFINITY, f64::max));
    let mut owners: BTreeMap<(i64, i64), &Region<'_>> = BTreeMap::new();
    for (corners, region) in &polygons {
        let along = |axis: usize, from: f64| {
            let least = corners
                .iter()
                .map(|c| c[axis])
                .fold(f64::INFINITY, f64::min);
            let most = corners
                .iter()
                .map(|c| c[axis])
                .fold(f64::NEG_INFINITY, f64::max);
            Some(whole(least - from)? - 1..=whole(most - from)? + 1)
        };
        for y in along(1, top)? {
            for x in along(0, left)? {
                if contains(corners, [middle(x) + left, middle(y) + top]) {
                    owners.insert((x, y), region);
                }
            }
        }
    }
    let mut drawn = canvas(whole(right - left)?, whole(bottom - top)?)?;
    for (&(x, y), region) in &owners {
        let own = character(region, x);
        // Where two pieces would be filled with one character, a gap parts them.
        let parted = [(x + 1, y), (x, y + 1)].iter().any(|beside| {
            let other = owners.get(beside);
            other.is_some_and(|other| other.number != region.number && character(other, x) == own)
        });
        if parted {
            continue;
        }
        drawn.put(x, y, own);
        drawn.paint(x, y, region.paint);
    }
    Some(drawn)
}

/// What a region is filled with in a column: its label's characters in turn, those of one column.
fn character(region: &Region<'_>, column: i64) -> char {
    let narrow = || {
        let characters = region.label.chars();
        characters.filter(|character| column_count(*character) == 1)
    };
    let length = narrow().take(2).count();
    let turn = usize::try_from(column.rem_euclid(2)).unwrap_or(0);
    let at = if length == 2 { turn } else { 0 };
    narrow().nth(at).unwrap_or(SHADE)
}

/// Lines for an edge of a cell; a line is as high as two characters are wide.
fn lines(table: &Table) -> f64 {
    let area = |corners: &[[f64; 2]]| -> f64 {
        let next = corners.iter().cycle().skip(1);
        let twice: f64 = corners
            .iter()
            .zip(next)
            .map(|(a, b)| a[0] * b[1] - a[1] * b[0])
            .sum();
        twice.abs() / 2.0
    };
    let cells = table
        .kinds
        .iter()
        .filter_map(|kind| table.cell_at(kind.origin));
    // With one line for an edge, a character has half the area of its square.
    let least = cells
        .map(|cell| area(&polygon(table, cell, 1.0)))
        .fold(f64::INFINITY, f64::min);
    (CHARACTERS / least).sqrt().ceil()
}

/// The corners of a cell in characters and lines.
fn polygon(table: &Table, cell: Cell, lines: f64) -> Vec<[f64; 2]> {
    let corners = table.outline(cell).corners;
    let on_page = corners.iter().map(|&corner| table.project_corner(corner));
    on_page
        .map(|[x, y, _]| [2.0 * lines * x, lines * y])
        .collect()
}

/// The middle of a character along an axis, a little off so that it is on no edge.
#[expect(
    clippy::cast_precision_loss,
    reason = "canvases have a million characters at most"
)]
fn middle(at: i64) -> f64 {
    at as f64 + 0.503
}

/// A length in whole characters, rounded up; none if it is no length.
#[expect(
    clippy::cast_possible_truncation,
    reason = "checked to be far below the limit"
)]
fn whole(length: f64) -> Option<i64> {
    (length.abs() < 1e9).then(|| length.ceil() as i64)
}

/// Whether a point lies in a convex cell whose corners go clockwise.
fn contains(corners: &[[f64; 2]], p: [f64; 2]) -> bool {
    let next = corners.iter().cycle().skip(1);
    corners
        .iter()
        .zip(next)
        .all(|(a, b)| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0.0)
}
