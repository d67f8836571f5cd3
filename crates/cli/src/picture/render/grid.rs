//! Squares, layers of cubes and balls, and flat trays, as a grid of boxes.
//!
//! A cell is three characters wide and one high inside its borders. Layers are side by side, z = 0 on the left.
//! The character at a corner follows from the four borders that meet there.

use tilewright_geometry::{Lattice, glyph_position};

use super::canvas::TextCanvas;
use super::columns::{clipped, columns_of};
use super::{TextRegions, canvas, extent};

/// The number of characters from one border to the next.
const STEP: i64 = 4;

/// The box characters, indexed by the sum of the borders that meet: up 1, down 2, left 4, right 8.
const CORNERS: [char; 16] = [
    ' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼',
];

/// The character for a corner. The elements of `borders` are true if there is a border up, down, left, right.
pub(super) fn corner(borders: [bool; 4]) -> char {
    let bits = (0..)
        .zip(borders)
        .map(|(bit, there)| usize::from(there) << bit);
    CORNERS[bits.sum::<usize>()]
}

pub(super) fn draw(lattice: Lattice, regions: &TextRegions<'_>) -> Option<TextCanvas> {
    let extent = extent(lattice, regions)?;
    let (width, height, depth) = (extent.width(), extent.height(), extent.depth());
    let pitch = width + 1;
    let columns = pitch.checked_mul(depth)?;
    let mut drawn = canvas(columns.checked_mul(STEP)?, height * 2)?;

    // The number of the region at each position, row by row. There are fewer positions than
    // characters, and `canvas` has limited the number of characters.
    let place = |x: i64, y: i64| {
        let is_inside = (0..columns).contains(&x) && (0..height).contains(&y);
        is_inside.then(|| usize::try_from(y * columns + x).ok())?
    };
    let mut numbers = vec![None; place(columns - 1, height - 1)? + 1];
    let mut cells = Vec::with_capacity(regions.len());
    for (cell, region) in regions {
        let (column, row, layer) = glyph_position(lattice, *cell);
        let layer = i64::from(layer) - i64::from(extent.layers.0);
        let x = i64::from(column) - i64::from(extent.columns.0) + layer * pitch;
        let y = i64::from(row) - i64::from(extent.rows.0);
        let Some(at) = place(x, y) else {
            unreachable!("invariant: the extent holds all cells")
        };
        numbers[at] = Some(region.number);
        cells.push((x, y, region));
    }
    let number = |x: i64, y: i64| place(x, y).and_then(|at| numbers[at]);
    // A cell has a border above it if the cell above belongs to another region, and likewise to its left.
    let above = |x: i64, y: i64| number(x, y) != number(x, y - 1);
    let before = |x: i64, y: i64| number(x, y) != number(x - 1, y);

    for y in 0..=height {
        for x in 0..columns {
            let (left, top) = (x * STEP, y * 2);
            drawn.put(
                left,
                top,
                corner([before(x, y - 1), before(x, y), above(x - 1, y), above(x, y)]),
            );
            if above(x, y) {
                drawn.write(left + 1, top, "───");
            }
            if before(x, y) {
                drawn.put(left, top + 1, '│');
            }
        }
    }
    for (x, y, region) in &cells {
        let (left, top) = (x * STEP, y * 2);
        // A label of one column is in the middle of the cell. A label of two columns begins in the
        // middle. A label of three columns fills the cell.
        let label = clipped(region.label, 3);
        let indent = if columns_of(label) == 3 { 1 } else { 2 };
        drawn.write(left + indent, top + 1, label);
        for dx in 1..STEP {
            drawn.paint(left + dx, top + 1, region.paint);
            if !above(*x, *y) {
                drawn.paint(left + dx, top, region.paint);
            }
        }
        if !before(*x, *y) {
            drawn.paint(left, top + 1, region.paint);
            if !above(*x, *y) && !above(x - 1, *y) && !before(*x, y - 1) {
                drawn.paint(left, top, region.paint);
            }
        }
    }
    Some(drawn)
}
