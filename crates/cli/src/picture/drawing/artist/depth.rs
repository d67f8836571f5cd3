//! Circles that show the layers of a piece's cells (beads) in a tray with depth.

use std::collections::BTreeSet;

use tilewright_geometry::compact::{CompactSort, set_of};
use tilewright_geometry::{BoardCell, Vector};

use super::super::frame::Frame;
use super::super::look::widths;
use super::super::path::Path;
use super::super::scene::{Element, Fill, Role, Shape, Stroke};
use super::Artist;
use crate::picture::palette::{ink_on, line_on};
use crate::puzzle::{PieceId, PlacedPiece, Puzzle, Tray};

impl Artist<'_> {
    /// A circle for each bead of a piece in a tray with depth. The higher the layer, the larger the circle.
    pub(super) fn bead_marks(&self, frame: &Frame, laid: &PlacedPiece<'_>) -> Element {
        let Tray::Projected { layers } = self.puzzle.tray else {
            return Element::new(Role::Mark, Vec::new());
        };
        let cell = self.style.cell;
        let fill = self.fill(laid.piece);
        // On a pattern, the circle has a halo in the background colour, which separates it from the lines.
        let (color, halo) = match &fill {
            Fill::Color(color) => (line_on(*color), None),
            Fill::Pattern(pattern) => (ink_on(pattern.ground), Some(pattern.ground)),
        };
        let beads = beads(self.puzzle, laid.piece, laid.cells);
        let shapes = beads.into_iter().flat_map(|(at, layer)| {
            let share = f64::from(layer + 1) / f64::from(layers.max(1));
            let radius = cell * (0.18 + 0.24 * share);
            let centre = frame.centre(self.puzzle.board.cell(at));
            let ring = |color, width| {
                let width = width * widths::RING * cell;
                Shape::stroked(Path::circle(centre, radius), Stroke::new(color, width))
            };
            let halo = halo.map(|halo| ring(halo, 4.0));
            let width = if halo.is_some() { 1.5 } else { 1.0 };
            halo.into_iter().chain([ring(color, width)])
        });
        Element::new(Role::Mark, shapes.collect()).named(&self.puzzle.piece(laid.piece).name)
    }
}

/// The beads of a piece that covers the given cells of a tray with depth. A bead is a cell of the
/// board and a layer; the lowest layer is 0.
///
/// The first orientation that covers these cells is used. Empty if there is none, or if the tray is flat.
fn beads(puzzle: &Puzzle, piece: PieceId, cells: &[BoardCell]) -> Vec<(BoardCell, u32)> {
    let Tray::Projected { layers } = puzzle.tray else {
        return Vec::new();
    };
    let covered: BTreeSet<Vector> = set_of(cells.iter().map(|&c| puzzle.board.cell(c).vector()));
    let Some(floor) = covered.first().map(|v| v.z) else {
        return Vec::new();
    };
    let least = |vectors: &mut dyn Iterator<Item = Vector>| {
        vectors.fold((i32::MAX, i32::MAX), |(x, y), v| (x.min(v.x), y.min(v.y)))
    };
    let corner = least(&mut covered.iter().copied());
    let piece = puzzle.piece(piece);
    for form in piece.polyform.orientations(piece.sides) {
        if u32::try_from(form.extent().z).ok().map(|z| z + 1) != Some(layers) {
            continue;
        }
        let own = least(&mut form.cells().iter().map(|cell| cell.vector()));
        let step = Vector::new(corner.0 - own.0, corner.1 - own.1, 0);
        let beads: Vec<Vector> = form
            .cells()
            .iter()
            .map(|cell| cell.vector() + step)
            .collect();
        let footprint: BTreeSet<Vector> = set_of(beads.iter().map(|v| Vector { z: floor, ..*v }));
        if footprint != covered {
            continue;
        }
        let mut found: Vec<(BoardCell, u32)> = beads
            .into_iter()
            .filter_map(|bead| {
                let at = puzzle.lattice.cell_at(Vector { z: floor, ..bead })?;
                let layer = u32::try_from(bead.z).ok()?;
                Some((puzzle.board.index_of(at)?, layer))
            })
            .collect();
        found.compact_sort();
        return found;
    }
    Vec::new()
}
