//! In which layers of a tray with depth a piece has its beads.

use std::collections::BTreeSet;

use tilewright_geometry::{BoardCell, Vector};

use crate::puzzle::{PieceId, Puzzle, Tray};

/// The beads of a piece that covers these cells of a tray: where each is seen from above, and its
/// layer, from 0 for the lowest.
///
/// Of several ways to turn the piece that cover the same cells, the first is taken. None where the
/// piece cannot lie so, or the tray is flat.
pub(super) fn beads(puzzle: &Puzzle, piece: PieceId, cells: &[BoardCell]) -> Vec<(BoardCell, u32)> {
    let Tray::Projected { layers } = puzzle.tray else {
        return Vec::new();
    };
    let covered: BTreeSet<Vector> = cells
        .iter()
        .map(|&c| puzzle.board.cell(c).vector())
        .collect();
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
        let footprint: BTreeSet<Vector> = beads.iter().map(|v| Vector { z: floor, ..*v }).collect();
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
        found.sort_unstable();
        return found;
    }
    Vec::new()
}
