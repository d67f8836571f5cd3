//! Cells of any tiling of the plane, and of its layers: labels, and borders where regions meet.
//!
//! A cell stands at its place in pictures of the lattice, spread out so that a label of two characters and a
//! border fit beside each other. The border between two cells stands halfway between them and runs across the
//! way from one to the other. Layers stand side by side, the lowest on the left.

use tilewright_geometry::{Lattice, glyph_position};

use super::canvas::Canvas;
use super::columns::clipped;
use super::{Region, Regions, canvas, extent};

/// Lines from a row of places to the next.
const LINES: i64 = 2;

/// How many characters a label and a border need between two places of a row.
const PITCH: i64 = 4;

pub(super) fn draw(lattice: Lattice, regions: &Regions<'_>) -> Option<Canvas> {
    let extent = extent(lattice, regions)?;
    let columns = columns(lattice);
    // A border stands to the left of the first place and above it, and a blank column parts the layers.
    let wide = (extent.width() - 1).checked_mul(columns)? + 2 * PITCH;
    let mut drawn = canvas(
        wide.checked_mul(extent.depth())?,
        extent.height().checked_mul(LINES)?,
    )?;
    let place = |(column, row, layer): (i32, i32, i32)| {
        let along = |at: i32, from: i32| i64::from(at) - i64::from(from);
        Place {
            // In halves, so that the middle between two places is one.
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

/// How many characters lie between the places of neighbouring columns of a picture.
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
    // The least step between two places of one row.
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

/// A place on the canvas in half characters and half lines.
#[derive(Debug, Clone, Copy)]
struct Place {
    x: i64,
    y: i64,
}

impl Canvas {
    /// Writes the label of a region's cell, on its ground.
    fn label(&mut self, at: Place, region: &Region<'_>) {
        let (x, y) = (at.x / 2, at.y / 2);
        let label = clipped(region.label, 2);
        self.write(x, y, label);
        for x in x..x + 2 {
            self.paint(x, y, region.paint);
        }
    }

    /// Colours the ground between two cells of one region.
    fn join(&mut self, a: Place, b: Place, region: &Region<'_>) {
        let (x, y) = between(a, b);
        self.paint(x, y, region.paint);
    }

    /// Draws the border between two places.
    fn part(&mut self, a: Place, b: Place) {
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

/// The character between two places: to the right of the middle where it is between two characters.
fn between(a: Place, b: Place) -> (i64, i64) {
    let half = |a: i64, b: i64| (a + b).div_euclid(4) + i64::from((a + b).rem_euclid(4) > 1);
    (half(a.x, b.x), (a.y + b.y).div_euclid(4))
}
