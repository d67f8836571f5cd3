//! Tilings with several kinds of cell. Each character belongs to the cell that contains the
//! character's centre.
//!
//! Most of these tilings have no room for borders, so the letters themselves show the shapes. The
//! two characters of a label alternate along a row. Cells without a label are shaded. A gap
//! separates two pieces with the same label.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Lattice, LatticeTable};

use super::canvas::TextCanvas;
use super::columns::column_count;
use super::{TextRegion, TextRegions, canvas};

/// The approximate number of characters that the smallest cell takes.
const CHARACTERS: f64 = 5.0;

/// The character for cells without a label.
const SHADE: char = '▒';

/// Whether a lattice is drawn as a mosaic: a lattice in the plane whose cells are areas of several
/// kinds.
pub(super) fn fits(lattice: Lattice) -> bool {
    let table = lattice.table();
    table.drawing.closed && lattice.dimensions() == 2 && table.kinds.len() > 1
}

pub(super) fn draw(lattice: Lattice, regions: &TextRegions<'_>) -> Option<TextCanvas> {
    let table = lattice.table();
    let lines = lines(table);
    let polygons: Vec<(Vec<[f64; 2]>, &TextRegion<'_>)> = regions
        .iter()
        .map(|(cell, region)| (polygon(table, *cell, lines), region))
        .collect();
    let all = || polygons.iter().flat_map(|(corners, _)| corners);
    let [left, top] = [0, 1].map(|axis| all().map(|c| c[axis]).fold(f64::INFINITY, f64::min));
    let [right, bottom] =
        [0, 1].map(|axis| all().map(|c| c[axis]).fold(f64::NEG_INFINITY, f64::max));
    let mut owners: BTreeMap<(i64, i64), &TextRegion<'_>> = BTreeMap::new();
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
        // A gap separates two pieces drawn with the same character.
        let parted = [(x + 1, y), (x, y + 1)].iter().any(|neighbour| {
            let other = owners.get(neighbour);
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

/// The character for a region in a column. The first two narrow characters of the label alternate.
fn character(region: &TextRegion<'_>, column: i64) -> char {
    let narrow = || {
        let characters = region.label.chars();
        characters.filter(|character| column_count(*character) == 1)
    };
    let length = narrow().take(2).count();
    let turn = usize::try_from(column.rem_euclid(2)).unwrap_or(0);
    let at = if length == 2 { turn } else { 0 };
    narrow().nth(at).unwrap_or(SHADE)
}

/// The number of canvas lines per edge. A line is as high as two characters are wide.
fn lines(table: &LatticeTable) -> f64 {
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
    // With one line per edge, a character has half the area of a unit square.
    let least = cells
        .map(|cell| area(&polygon(table, cell, 1.0)))
        .fold(f64::INFINITY, f64::min);
    (CHARACTERS / least).sqrt().ceil()
}

/// The corners of a cell, in characters and lines.
fn polygon(table: &LatticeTable, cell: Cell, lines: f64) -> Vec<[f64; 2]> {
    let corners = table.outline(cell).corners;
    let on_page = corners.iter().map(|&corner| table.project_corner(corner));
    on_page
        .map(|[x, y, _]| [2.0 * lines * x, lines * y])
        .collect()
}

/// The centre of a character along an axis, shifted slightly so that it is not on an edge of a cell.
#[expect(
    clippy::cast_precision_loss,
    reason = "canvases have a million characters at most"
)]
fn middle(at: i64) -> f64 {
    at as f64 + 0.503
}

/// A length in whole characters, rounded up; `None` if it is not finite or too large.
#[expect(
    clippy::cast_possible_truncation,
    reason = "checked to be far below the limit"
)]
fn whole(length: f64) -> Option<i64> {
    (length.abs() < 1e9).then(|| length.ceil() as i64)
}

/// Whether a point lies in a convex cell whose corners are listed clockwise.
fn contains(corners: &[[f64; 2]], p: [f64; 2]) -> bool {
    let next = corners.iter().cycle().skip(1);
    corners
        .iter()
        .zip(next)
        .all(|(a, b)| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0.0)
}
