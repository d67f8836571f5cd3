//! Draws the cells of any plane tiling, or of several layers of a plane tiling, with labels and with borders
//! between regions.
//!
//! A cell is at its glyph position in the lattice. Positions are spread out to make room for a
//! label of two characters and a border. The border between two cells is halfway between them, at
//! right angles to the step from one cell to the other. Layers are side by side, the lowest on the
//! left.

use tilewright_geometry::{Lattice, glyph_position};

use super::canvas::TextCanvas;
use super::columns::clipped;
use super::{TextRegion, TextRegions, canvas, extent};

/// The number of canvas lines from one row of glyph positions to the next.
const LINES: i64 = 2;

/// The number of characters from one cell in a row to the next: room for a label and a border.
const PITCH: i64 = 4;

pub(super) fn draw(lattice: Lattice, regions: &TextRegions<'_>) -> Option<TextCanvas> {
    let extent = extent(lattice, regions)?;
    let columns = columns(lattice);
    // There is room for a border above the first cell and to its left. A blank column separates layers.
    let wide = (extent.width() - 1).checked_mul(columns)? + 2 * PITCH;
    let mut drawn = canvas(
        wide.checked_mul(extent.depth())?,
        extent.height().checked_mul(LINES)?,
    )?;
    let place = |(column, row, layer): (i32, i32, i32)| {
        let along = |at: i32, from: i32| i64::from(at) - i64::from(from);
        CanvasPosition {
            // Positions are doubled, so that the midpoint of two cells is an integer.
            x: 2 * (along(column, extent.columns.0) * columns
                + along(layer, extent.layers.0) * wide
                + 2),
            y: 2 * (along(row, extent.rows.0) * LINES + 1),
        }
    };
    for (cell, region) in regions {
        let at = glyph_position(lattice, *cell);
        let own = place(at);
        drawn.label(own, region);
        for neighbour in lattice.neighbours(*cell) {
            let there = glyph_position(lattice, neighbour);
            if there.2 != at.2 {
                continue;
            }
            let other = place(there);
            let beyond = regions.get(&neighbour);
            if beyond.is_some_and(|beyond| beyond.number == region.number) {
                drawn.join(own, other, region);
            } else {
                drawn.part(own, other);
            }
        }
    }
    Some(drawn)
}

/// The number of characters from one glyph column to the next.
fn columns(lattice: Lattice) -> i64 {
    let table = lattice.table();
    let places: Vec<(i32, i32)> = table
        .kinds
        .iter()
        .flat_map(|kind| {
            let cell = lattice.cell_at(kind.origin);
            let near = cell
                .into_iter()
                .flat_map(|cell| lattice.neighbours(cell).chain([cell]));
            near.map(|cell| glyph_position(lattice, cell))
                .map(|(column, row, _)| (column, row))
        })
        .collect();
    // The smallest distance between two positions in one row.
    let pairs = places
        .iter()
        .flat_map(|a| places.iter().map(move |b| (a, b)));
    let steps = pairs
        .filter(|(a, b)| a.1 == b.1 && a.0 < b.0)
        .map(|(a, b)| i64::from(b.0 - a.0));
    let least = steps.min().unwrap_or(PITCH);
    if least == 1 {
        PITCH - 1
    } else {
        (PITCH + least - 1) / least
    }
}

/// A position on the canvas in half characters and half lines.
#[derive(Debug, Clone, Copy)]
struct CanvasPosition {
    x: i64,
    y: i64,
}

impl TextCanvas {
    /// Writes the label of a cell on the background of its region.
    fn label(&mut self, at: CanvasPosition, region: &TextRegion<'_>) {
        let (x, y) = (at.x / 2, at.y / 2);
        let label = clipped(region.label, 2);
        self.write(x, y, label);
        for x in x..x + 2 {
            self.paint(x, y, region.paint);
        }
    }

    /// Paints the background between two cells of the same region.
    fn join(&mut self, a: CanvasPosition, b: CanvasPosition, region: &TextRegion<'_>) {
        let (x, y) = between(a, b);
        self.paint(x, y, region.paint);
    }

    /// Draws the border between two cells.
    fn part(&mut self, a: CanvasPosition, b: CanvasPosition) {
        let (x, y) = between(a, b);
        let (right, down) = (b.x - a.x, b.y - a.y);
        match (right.signum(), down.signum()) {
            (_, 0) => self.put(x, y, '│'),
            (0, _) => self.write(x, y, "──"),
            (across, along) if across == along => self.put(x, y, '╱'),
            _ => self.put(x, y, '╲'),
        }
    }
}

/// The position of the character between two cells. If the midpoint is between two characters, the
/// one on the right is taken.
fn between(a: CanvasPosition, b: CanvasPosition) -> (i64, i64) {
    let half = |a: i64, b: i64| (a + b).div_euclid(4) + i64::from((a + b).rem_euclid(4) > 1);
    (half(a.x, b.x), (a.y + b.y).div_euclid(4))
}
