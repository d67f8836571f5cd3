//! Sticks of the square grid: lines between vertices, with the label of the piece on each line.
//!
//! At a vertex, the sticks of a piece are joined. If two pieces have several sticks at a vertex,
//! the vertex is a cross.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Lattice};

use super::canvas::TextCanvas;
use super::columns::{clipped, columns_of};
use super::grid::corner;
use super::{TextRegion, TextRegions, canvas, extent};

/// The number of characters and the number of lines from one vertex to the next.
const STEP: (i64, i64) = (5, 2);

pub(super) fn draw(regions: &TextRegions<'_>) -> Option<TextCanvas> {
    let extent = extent(Lattice::Stick, regions)?;
    // Glyph positions are in units of half the distance between vertices.
    let (left, top) = (i64::from(extent.columns.0), i64::from(extent.rows.0));
    let (left, top) = (left.div_euclid(2) * 2, top.div_euclid(2) * 2);
    let mut drawn = canvas(
        (extent.width() + 2).checked_mul(STEP.0)? / 2 + 2,
        (extent.height() + 2).checked_mul(STEP.1)? / 2 + 1,
    )?;
    let place = |x: i64, y: i64| ((x * 2 - left) / 2 * STEP.0, (y * 2 - top) / 2 * STEP.1);

    let mut ends: BTreeMap<(i64, i64), Vec<(StickDirection, &TextRegion<'_>)>> = BTreeMap::new();
    for (cell, region) in regions {
        let (x, y, across) = stick(*cell);
        let (column, line) = place(x, y);
        let label = clipped(region.label, 2);
        if across {
            let text = match columns_of(label) {
                0 => "────".to_owned(),
                1 => format!("─{label}──"),
                _ => format!("─{label}─"),
            };
            drawn.write(column + 1, line, &text);
            for dx in 1..STEP.0 {
                drawn.paint(column + dx, line, region.paint);
            }
            ends.entry((x, y))
                .or_default()
                .push((StickDirection::Right, region));
            ends.entry((x + 1, y))
                .or_default()
                .push((StickDirection::Left, region));
        } else {
            let text = if label.is_empty() { "│" } else { label };
            drawn.write(column, line + 1, text);
            for dx in 0..columns_of(text) {
                drawn.paint(column + i64::try_from(dx).ok()?, line + 1, region.paint);
            }
            ends.entry((x, y))
                .or_default()
                .push((StickDirection::Down, region));
            ends.entry((x, y + 1))
                .or_default()
                .push((StickDirection::Up, region));
        }
    }
    for ((x, y), ends) in ends {
        let (column, line) = place(x, y);
        let (joint, paint) = joint(&ends);
        drawn.put(column, line, joint);
        drawn.paint(column, line, paint);
    }
    Some(drawn)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StickDirection {
    Up,
    Down,
    Left,
    Right,
}

/// The character at a vertex, and its background. If exactly one region has two or more sticks
/// there, the character joins them.
fn joint(ends: &[(StickDirection, &TextRegion<'_>)]) -> (char, Option<super::Paint>) {
    let mut joined = ends.iter().map(|(_, region)| *region).filter(|region| {
        ends.iter()
            .filter(|(_, r)| r.number == region.number)
            .count()
            > 1
    });
    let Some(first) = joined.next() else {
        return ('·', None);
    };
    if joined.any(|region| region.number != first.number) {
        return ('╳', None);
    }
    let has = |direction: StickDirection| {
        ends.iter()
            .any(|(d, region)| *d == direction && region.number == first.number)
    };
    let joint = corner([
        has(StickDirection::Up),
        has(StickDirection::Down),
        has(StickDirection::Left),
        has(StickDirection::Right),
    ]);
    (joint, first.paint)
}

/// The first vertex of a stick, and true if the stick is horizontal.
fn stick(cell: Cell) -> (i64, i64, bool) {
    let (offset, kind) = Lattice::Stick.offset_and_kind(cell);
    (i64::from(offset.x), i64::from(offset.y), kind.index() == 0)
}
