//! Trays with depth: solid pieces in any orientation over a flat tray.
//!
//! In IQ Fit (described in "Kanoodle, IQ Fit, and Dancing Links"), the tray is a grid of holes, and
//! beads of a piece may stick out on the far side. A piece lies in exactly two layers. It occupies
//! every cell of the tray above or below which it has a bead. These cells, the projection of both
//! layers, are its *footprint*. Two orientations with the same footprint at the same position are
//! one placement, which is counted for the first of them. By this rule, IQ Fit has 3440 options.

use thiserror::Error;

use crate::board::Board;
use crate::crossing::Crossing;
use crate::lattice::Lattice;
use crate::placement::{Placements, Stamp};
use crate::polyform::Polyform;
use crate::vector::Vector;

/// Reasons why a board cannot be a tray in which solid pieces are laid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProjectionError {
    /// The board's cells are not cubes.
    #[error("a tray with depth needs the cube lattice, not the {lattice} lattice")]
    NotCubes {
        /// The lattice of the board, whose cells are not cubes.
        lattice: Lattice,
    },
    /// The board has more than one layer.
    #[error(
        "the board of a tray with depth must be one layer, but these cells go from z = {from} to \
         {to}"
    )]
    NotFlat {
        /// The minimum z of the board's cells.
        from: i32,
        /// The maximum z of the board's cells.
        to: i32,
    },
}

/// The distinct placements of one piece's footprints on a flat board of the cubic lattice.
///
/// Only orientations that occupy exactly `layers` layers have a footprint. If several orientations
/// have the same footprint, a placement has the index of the first.
///
/// # Errors
///
/// [`ProjectionError`] if the board's lattice is not the cubic one, or if the board is not flat.
pub fn projected_placements<'a>(
    board: &'a Board,
    orientations: &[Polyform],
    layers: u32,
) -> Result<Placements<'a>, ProjectionError> {
    if board.lattice() != Lattice::Cube {
        return Err(ProjectionError::NotCubes {
            lattice: board.lattice(),
        });
    }
    let (least, greatest) = board.bounding_box();
    if least.z != greatest.z {
        return Err(ProjectionError::NotFlat {
            from: least.z,
            to: greatest.z,
        });
    }
    let mut footprints: Vec<Polyform> = Vec::new();
    let mut stamps = Vec::new();
    for (form, index) in orientations.iter().zip(0..) {
        let Some(footprint) = footprint(form, layers) else {
            continue;
        };
        if !footprints.contains(&footprint) {
            stamps.push(Stamp::new(&footprint, index, Crossing::Allowed));
            footprints.push(footprint);
        }
    }
    Ok(Placements::new(board, None, stamps))
}

/// The cells of a flat tray that a polycube occupies in this orientation. They are its projection,
/// which is connected if the polycube is. `None` if its height is not `layers`, or if it is not
/// made of cubes.
pub fn footprint(form: &Polyform, layers: u32) -> Option<Polyform> {
    let occupied = u32::try_from(form.extent().z)
        .ok()
        .and_then(|z| z.checked_add(1));
    if form.lattice() != Lattice::Cube || occupied != Some(layers) {
        return None;
    }
    let mut flat: Vec<Vector> = form
        .cells()
        .iter()
        .map(|cell| Vector {
            z: 0,
            ..cell.vector()
        })
        .collect();
    flat.sort_unstable();
    flat.dedup();
    Some(Polyform::from_vectors(Lattice::Cube, flat.into_iter()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sides, box_, rectangle};

    #[test]
    fn only_orientations_of_the_right_depth_count() {
        let cube = Lattice::Cube;
        let tray = Board::new(cube, rectangle(cube, 3, 3).unwrap(), []).unwrap();
        let corner = [[0, 0, 0], [1, 0, 0], [0, 1, 0]].map(|c| cube.cell(&c).unwrap());
        let orientations = Polyform::new(cube, corner)
            .unwrap()
            .orientations(Sides::OneSided);
        let options = |layers| {
            projected_placements(&tray, &orientations, layers)
                .unwrap()
                .count()
        };
        assert_eq!(options(1), 16, "flat: 4 orientations at 4 places");
        assert_eq!(options(2), 12, "upright: the footprint is a domino");
        assert_eq!(options(3), 0);
    }

    #[test]
    fn wrong_trays_are_explained() {
        let deep = Board::new(Lattice::Cube, box_(Lattice::Cube, 2, 2, 2).unwrap(), []).unwrap();
        let error = projected_placements(&deep, &[], 2).map(|_| ()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the board of a tray with depth must be one layer, but these cells go from z = 0 to 1"
        );
        let flat = Board::new(
            Lattice::Square,
            rectangle(Lattice::Square, 2, 2).unwrap(),
            [],
        );
        let error = projected_placements(&flat.unwrap(), &[], 2)
            .map(|_| ())
            .unwrap_err();
        assert_eq!(
            error,
            ProjectionError::NotCubes {
                lattice: Lattice::Square
            }
        );
    }
}
