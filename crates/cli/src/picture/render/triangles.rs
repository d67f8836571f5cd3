//! Triangles: slopes take two lines, and horizontal edges take a separate line.
//!
//! A triangle is four characters wide at its base and two lines high. Neighbours in a row overlap
//! by half. A triangle `^` has its apex above its base, a triangle `v` below.

use std::collections::BTreeMap;

use tilewright_geometry::compact::map_of;
use tilewright_geometry::{Lattice, glyph_position};

use super::canvas::TextCanvas;
use super::columns::clipped;
use super::{TextRegions, canvas, extent};

/// The number of lines per row: one for horizontal edges, two for slopes.
const ROW: i64 = 3;

pub(super) fn draw(lattice: Lattice, regions: &TextRegions<'_>) -> Option<TextCanvas> {
    let extent = extent(lattice, regions)?;
    let mut drawn = canvas(
        extent.width().checked_add(1)?.checked_mul(2)?,
        extent.height().checked_mul(ROW)?,
    )?;
    // For each column and row, the region of the triangle there, and true if its apex is above its base.
    let cells: BTreeMap<(i64, i64), _> = map_of(regions.iter().map(|(cell, region)| {
        let (column, row, _) = glyph_position(lattice, *cell);
        let column = i64::from(column) - i64::from(extent.columns.0);
        let row = i64::from(row) - i64::from(extent.rows.0);
        let (_, kind) = lattice.offset_and_kind(*cell);
        ((column, row), (region, kind.index() == 1))
    }));
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
        // From the top line down, the slopes of `^` diverge and those of `v` converge.
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
