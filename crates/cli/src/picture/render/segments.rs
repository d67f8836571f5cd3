//! Sticks of any lattice: lines from vertex to vertex, with the label of the piece in the middle.
//!
//! Positions are the glyph positions of the lattice, scaled so that vertices are on characters. A
//! vertex is a dot if one piece has several sticks there, and a cross if several pieces do.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Lattice, Vector};

use super::canvas::TextCanvas;
use super::columns::{clipped, columns_of};
use super::{TextRegion, TextRegions, canvas};

/// The number of canvas characters per glyph column.
const COLUMNS: i32 = 2;

pub(super) fn draw(lattice: Lattice, regions: &TextRegions<'_>) -> Option<TextCanvas> {
    let lines = lines(lattice);
    let sticks: Vec<(CanvasStick, &TextRegion<'_>)> = regions
        .iter()
        .map(|(cell, region)| (CanvasStick::new(lattice, *cell, lines), region))
        .collect();
    let ends = || sticks.iter().flat_map(|(stick, _)| stick.ends);
    let (left, top) = (
        ends().map(|end| end.0).min()?,
        ends().map(|end| end.1).min()?,
    );
    let (right, bottom) = (
        ends().map(|end| end.0).max()?,
        ends().map(|end| end.1).max()?,
    );
    let mut drawn = canvas(
        i64::from(right) - i64::from(left) + 2,
        i64::from(bottom) - i64::from(top) + 1,
    )?;
    let mut joints: BTreeMap<(i32, i32), Vec<&TextRegion<'_>>> = BTreeMap::new();
    for (stick, region) in &sticks {
        for end in stick.ends {
            joints
                .entry((end.0 - left, end.1 - top))
                .or_default()
                .push(region);
        }
        let at = |(x, y): (i32, i32)| (i64::from(x - left), i64::from(y - top));
        for place in stick.inner() {
            let (x, y) = at(place);
            drawn.put(x, y, stick.line());
            drawn.paint(x, y, region.paint);
        }
        let label = clipped(region.label, 2);
        let (x, y) = at(stick.middle());
        if label.is_empty() {
            continue;
        }
        // A line of one character has no room for a label. The line is drawn to the left of the
        // label, or for `╲` to its right.
        if stick.inner().count() == 1 {
            let extra = if stick.line() == '╲' {
                (x..)
                    .zip(0..columns_of(label))
                    .map(|(x, _)| x + 1)
                    .last()
                    .unwrap_or(x)
            } else {
                x - 1
            };
            drawn.put(extra, y, stick.line());
            drawn.paint(extra, y, region.paint);
        }
        drawn.write(x, y, label);
        for (x, _) in (x..).zip(0..columns_of(label)) {
            drawn.paint(x, y, region.paint);
        }
    }
    for ((x, y), regions) in joints {
        let (character, paint) = joint(&regions);
        drawn.put(i64::from(x), i64::from(y), character);
        drawn.paint(i64::from(x), i64::from(y), paint);
    }
    Some(drawn)
}

struct CanvasStick {
    ends: [(i32, i32); 2],
}

impl CanvasStick {
    fn new(lattice: Lattice, cell: Cell, lines: i32) -> Self {
        let corners = lattice.outline(cell).corners;
        let end = |at: usize| {
            let corner = corners.get(at).copied().unwrap_or_default();
            place(lattice, corner, lines)
        };
        let mut ends = [end(0), end(1)];
        // The ends are ordered from top to bottom; those of a horizontal stick from left to right.
        ends.sort_by_key(|(x, y)| (*y, *x));
        Self { ends }
    }

    /// The positions along the stick, without its ends: one in each line, or one in each column if the stick is
    /// horizontal.
    fn inner(&self) -> impl Iterator<Item = (i32, i32)> {
        let [(x, y), (right, bottom)] = self.ends;
        let steps = if bottom > y { bottom - y } else { right - x };
        (1..steps).map(move |step| {
            let along =
                |from: i32, to: i32| from + ((to - from) * step * 2 + steps).div_euclid(2 * steps);
            (along(x, right), along(y, bottom))
        })
    }

    fn middle(&self) -> (i32, i32) {
        let [(x, y), (right, bottom)] = self.ends;
        ((x + right).div_euclid(2), (y + bottom).div_euclid(2))
    }

    /// The line character for the direction of the stick.
    fn line(&self) -> char {
        let [(x, y), (right, bottom)] = self.ends;
        match ((right - x).signum(), (bottom - y).signum()) {
            (_, 0) => '─',
            (0, _) => '│',
            (1, _) => '╲',
            _ => '╱',
        }
    }
}

/// The position of a vertex on the canvas, with `lines` lines per glyph row.
fn place(lattice: Lattice, vertex: Vector, lines: i32) -> (i32, i32) {
    let table = lattice.table();
    let text = &table.text;
    let along = |by: [i32; 2], times: i32| {
        (times * (by[0] * vertex.x + by[1] * vertex.y)).div_euclid(table.scale)
    };
    (along(text.columns, COLUMNS), along(text.rows, lines))
}

/// The number of canvas lines per glyph row: the smallest, of at least 2, with which all vertices are on whole
/// lines.
fn lines(lattice: Lattice) -> i32 {
    let table = lattice.table();
    let rows = table.text.rows;
    let vertices = || {
        table
            .kinds
            .iter()
            .flat_map(|kind| kind.corners.iter().map(|&end| kind.origin + end))
    };
    let fits = |lines: &i32| {
        vertices().all(|v| (lines * (rows[0] * v.x + rows[1] * v.y)).rem_euclid(table.scale) == 0)
    };
    (2..=table.scale).find(fits).unwrap_or(2)
}

/// The character at a vertex, and its background. `regions` holds the region of each stick that ends there. If
/// exactly one region has several sticks at the vertex, the background is that of this region.
fn joint(regions: &[&TextRegion<'_>]) -> (char, Option<super::Paint>) {
    let count = |number: usize| {
        regions
            .iter()
            .filter(|region| region.number == number)
            .count()
    };
    let mut joined = regions.iter().filter(|region| count(region.number) > 1);
    let Some(first) = joined.next() else {
        return ('·', None);
    };
    if joined.any(|region| region.number != first.number) {
        return ('╳', None);
    }
    ('•', first.paint)
}
