//! Isometries of a lattice: a rotation or reflection about the origin, then a translation.
//!
//! In most lattices all rotations and reflections fix a common point, so matrices suffice. The
//! tilings with the group p4g (Cairo pentagons and snub squares) have no such point: their
//! reflections include a shift, by half a translation along the mirror line and across it.

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
    /// The translation that is applied after the matrix.
    pub shift: Vector,
}

impl Default for Isometry {
    /// The isometry that fixes every point.
    fn default() -> Isometry {
        Isometry::IDENTITY
    }
}

impl Isometry {
    /// The isometry that fixes every point.
    pub const IDENTITY: Isometry = Isometry::about_origin(Matrix::IDENTITY);

    /// The isometry of a matrix, without a shift.
    pub const fn about_origin(matrix: Matrix) -> Isometry {
        Isometry {
            matrix,
            shift: Vector::ZERO,
        }
    }

    /// The image of a point, in the units of the vectors.
    pub fn apply(&self, place: Vector) -> Vector {
        self.matrix.apply(place) + self.shift
    }

    /// The image of a point given in units of 1/`unit`, such as a corner of an outline. The
    /// isometry's shift remains in units of the vectors.
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

    /// Whether the isometry is a rotation, with or without a shift. [`crate::Sides::OneSided`]
    /// allows such isometries.
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
