//! From the plane into space: polyominoes as flat polycubes.
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
    /// The form does not consist of squares.
    #[error("only polyominoes lift to polycubes; this form lies on the {lattice} lattice")]
    NotSquares {
        /// The form's lattice.
        lattice: Lattice,
    },
}

/// The polycube of thickness 1 over a polyomino.
///
/// # Errors
///
/// [`LiftError::NotSquares`] for forms of other lattices.
///
/// ```
/// use tilewright_geometry::{Lattice, Sides, lift, named_polyforms};
/// let f = &named_polyforms(Lattice::Square, 5, Sides::Free)?[0];
/// assert_eq!(lift(&f.polyform)?.orientations(Sides::OneSided).len(), 24);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lift(polyform: &Polyform) -> Result<Polyform, LiftError> {
    match polyform.lattice() {
        // Both lattices have scale 1 and the same axes, and the squares keep z at 0.
        Lattice::Square => Ok(Polyform::from_vectors(
            Lattice::Cube,
            polyform.cells().iter().copied().map(Cell::vector),
        )),
        lattice => Err(LiftError::NotSquares { lattice }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sticks_do_not_lift() {
        let stick = Lattice::Stick.cell(&[0, 0, 0]).unwrap();
        let form = Polyform::new(Lattice::Stick, [stick]).unwrap();
        assert_eq!(
            lift(&form).unwrap_err().to_string(),
            "only polyominoes lift to polycubes; this form lies on the stick lattice"
        );
    }
}
