//! Triangles: slopes in two lines, horizontal edges in a line of their own.
//!
//! A triangle is four characters wide at its base, two high; its neighbours
//! along the row overlap it by half. A `^` has its apex above the middle of
//! its base, a `v` below.

use std::collections::BTreeMap;

use tilewright_geometry::{Lattice, glyph_position};

use super::canvas::Canvas;
use super::columns::clipped;
use super::{Regions, canvas, extent};

/// Lines of a row: one of horizontal edges, two of slopes.
const ROW: i64 = 3;

pub(super) fn draw(lattice: Lattice, regions: &Regions<'_>) -> Option<Canvas> {
    let extent = extent(lattice, regions)?;
    let mut drawn = canvas(
        extent.width().checked_add(1)?.checked_mul(2)?,
        extent.height().checked_mul(ROW)?,
    )?;
    // Column and row to region; the kind says whether the apex is above.
    let cells: BTreeMap<(i64, i64), _> = regions
        .iter()
        .map(|(cell, region)| {
            let (column, row, _) = glyph_position(lattice, *cell);
            let column = i64::from(column) - i64::from(extent.columns.0);
            let row = i64::from(row) - i64::from(extent.rows.0);
            let (_, kind) = lattice.offset_and_kind(*cell);
            ((column, row), (region, kind.index() == 1))
        })
        .collect();
    let number = |column: i64, row: i64| cells.get(&(column, row)).map(|(r, _)| r.number);

    for (&(column, row), (region, apex_above)) in &cells {
        let (left, top) = (column * 2, row * ROW);
        let own = Some(region.number);
        let base_neighbour = if *apex_above { row + 1 } else { row - 1 };
        let base_line = if *apex_above { top + ROW } else { top };
        if number(column, base_neighbour) == own {
            for x in left..left + 4 {
                drawn.paint(x, base_line, region.paint);
            }
        } else {
            drawn.write(left, base_line, "────");
        }
        // The slopes, from the top line down: for `^` they spread, for `v`
        // they close.
        let (near, far) = if *apex_above { (1, 0) } else { (0, 1) };
        let (rising, falling) = ('╱', '╲');
        let (left_slope, right_slope) = if *apex_above {
            (rising, falling)
        } else {
            (falling, rising)
        };
        for (line, inset) in [(top + 1, near), (top + 2, far)] {
            for (neighbour, x, slope) in [
                (column - 1, left + inset, left_slope),
                (column + 1, left + 3 - inset, right_slope),
            ] {
                if number(neighbour, row) == own {
                    drawn.paint(x, line, region.paint);
                } else {
                    drawn.put(x, line, slope);
                }
            }
        }
        let label_line = if *apex_above { top + 2 } else { top + 1 };
        let label = clipped(region.label, 2);
        drawn.write(left + 1, label_line, label);
        for x in left + 1..left + 3 {
            drawn.paint(x, label_line, region.paint);
        }
    }
    Some(drawn)
}
