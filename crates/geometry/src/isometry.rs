//! Isometries of a lattice: a rotation or reflection about the origin, then a translation.
//!
//! Most lattices have a point that all their rotations and reflections leave in place; theirs are
//! matrices alone. The tilings with the group p4g, Cairo pentagons and snub squares, have none:
//! their reflections carry a shift, half a translation along the mirror line and across it.

use crate::vector::{Matrix, Vector};

/// A symmetry of a lattice: `p ↦ matrix · p + shift`.
///
/// ```
/// use tilewright_geometry::{Lattice, Sides, Vector};
/// let quarter_turn = Lattice::Square.symmetries(Sides::OneSided)[1];
/// assert_eq!(quarter_turn.apply(Vector::new(1, 0, 0)), Vector::new(0, 1, 0));
/// assert!(quarter_turn.is_rotation());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Isometry {
    /// The rotation or reflection about the origin, applied first.
    pub matrix: Matrix,
    /// The translation that follows.
    pub shift: Vector,
}

impl Default for Isometry {
    /// The identity.
    fn default() -> Isometry {
        Isometry::IDENTITY
    }
}

impl Isometry {
    /// The isometry that leaves everything in place.
    pub const IDENTITY: Isometry = Isometry::about_origin(Matrix::IDENTITY);

    /// The isometry of a matrix alone.
    pub const fn about_origin(matrix: Matrix) -> Isometry {
        Isometry {
            matrix,
            shift: Vector::ZERO,
        }
    }

    /// The image of a place.
    pub fn apply(&self, place: Vector) -> Vector {
        self.matrix.apply(place) + self.shift
    }

    /// The image of a place given in units of 1/`unit` of the vectors that the shift is written in,
    /// such as the corners of an outline.
    pub fn apply_in_units(&self, place: Vector, unit: i32) -> Vector {
        self.matrix.apply(place) + self.shift.map(|c| c.wrapping_mul(unit))
    }

    /// The isometry that applies `first` and then `self`.
    #[must_use]
    pub fn compose(&self, first: &Isometry) -> Isometry {
        Isometry {
            matrix: self.matrix.compose(&first.matrix),
            shift: self.apply(first.shift),
        }
    }

    /// Whether it is a rotation, followed by a translation: what [`crate::Sides::OneSided`] allows.
    pub fn is_rotation(&self) -> bool {
        self.matrix.determinant() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composition_applies_the_right_isometry_first() {
        let turn = Matrix::from_rows([[0, -1, 0], [1, 0, 0], [0, 0, 1]]);
        let glide = Isometry {
            matrix: Matrix::from_rows([[0, 1, 0], [1, 0, 0], [0, 0, 1]]),
            shift: Vector::new(18, 18, 0),
        };
        let turn = Isometry::about_origin(turn);
        let place = Vector::new(2, 5, 0);
        let both = turn.compose(&glide);
        assert_eq!(both.apply(place), turn.apply(glide.apply(place)));
        assert!(!both.is_rotation());
    }
}
