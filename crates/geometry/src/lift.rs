//! Plane forms lifted to three dimensions: polyominoes become flat polycubes or balls, and
//! polyhexes become prisms.
//!
//! The solid pentominoes are the twelve pentominoes, lifted. In the cubic lattice a rotation can
//! turn them over, so their default sides include all orientations of a physical piece.

use thiserror::Error;

use crate::lattice::{Cell, Lattice};
use crate::polyform::Polyform;

/// Reasons why a form cannot be lifted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LiftError {
    /// No layer of the solid lattice matches the form's lattice.
    #[error(
        "polyforms of the {from} lattice do not lift to the {to} lattice; polyominoes lift to \
         cubes and balls, polyhexes to hexagonal prisms"
    )]
    Unlike {
        /// The lattice of the form to be lifted.
        from: Lattice,
        /// The lattice to which the form should be lifted.
        to: Lattice,
    },
}

/// The flat solid form of a polyomino or polyhex: one layer of cubes, balls or prisms.
///
/// # Errors
///
/// [`LiftError::Unlike`] for other pairs of lattices.
///
/// ```
/// use tilewright_geometry::{Lattice, Sides, lift, named_polyforms};
/// let f = &named_polyforms(Lattice::Square, 5, Sides::Free)?[0];
/// assert_eq!(lift(&f.polyform, Lattice::Cube)?.orientations(Sides::OneSided).len(), 24);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lift(polyform: &Polyform, to: Lattice) -> Result<Polyform, LiftError> {
    let from = polyform.lattice();
    if !lifts(from, to) {
        return Err(LiftError::Unlike { from, to });
    }
    let cells = polyform.cells().iter().copied().map(Cell::vector);
    Ok(Polyform::from_vectors(to, cells))
}

/// Whether the layers of a solid lattice match a plane lattice, so that the plane lattice's forms
/// can be [lifted](lift).
///
/// If so, both lattices have scale 1 and the same axes, and the plane lattice has z = 0.
pub fn lifts(from: Lattice, to: Lattice) -> bool {
    matches!(
        (from, to),
        (Lattice::Square, Lattice::Cube | Lattice::Ball) | (Lattice::Hexagon, Lattice::HexPrism)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sticks_do_not_lift() {
        let stick = Lattice::Stick.cell(&[0, 0, 0]).unwrap();
        let form = Polyform::new(Lattice::Stick, [stick]).unwrap();
        assert_eq!(
            lift(&form, Lattice::Cube).unwrap_err().to_string(),
            "polyforms of the stick lattice do not lift to the cube lattice; polyominoes lift to cubes and balls, polyhexes to hexagonal prisms"
        );
    }
}
