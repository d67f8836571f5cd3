//! From the plane into space: polyominoes as flat polycubes or as balls, polyhexes as prisms.
//!
//! The solid pentominoes are the twelve pentominoes lifted: in the cubic lattice they may be turned
//! over by a rotation, so their default sides reach all orientations a hand can.

use thiserror::Error;

use crate::lattice::{Cell, Lattice};
use crate::polyform::Polyform;

/// Why a form cannot be lifted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LiftError {
    /// No layer of the lattice in space is like the form's lattice.
    #[error(
        "polyominoes lift to cubes and balls, polyhexes to hexagonal prisms; no form of the {from} lattice lifts to the {to} lattice"
    )]
    Unlike {
        /// The form's lattice.
        from: Lattice,
        /// The lattice asked for.
        to: Lattice,
    },
}

/// The flat form in space over a polyomino or polyhex: in one layer of cubes, balls or prisms.
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

/// Whether the layers of a lattice in space are like a plane lattice, so that its forms [`lift`] to it.
///
/// The lattices have scale 1 and the same axes, and the plane one keeps z at 0.
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
            "polyominoes lift to cubes and balls, polyhexes to hexagonal prisms; no form of the stick lattice lifts to the cube lattice"
        );
    }
}
