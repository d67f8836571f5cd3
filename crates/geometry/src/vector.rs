//! Integer vectors and the integer matrices that rotate and reflect them.
//!
//! A vector is a position or a step in the coordinates of a lattice. Vectors are ordered in reading
//! order: by layer (`z`), then by row (`y`), then from left to right (`x`).
//!
//! The operators `+` and `-` and [`Matrix::apply`] wrap around on overflow in every build. Cells
//! cannot overflow, since their coordinates are limited ([`crate::COORDINATE_LIMIT`]). For other
//! numbers, use the checked methods.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A vector with three integer coordinates. In plane lattices, `z` is 0.
///
/// ```
/// use tilewright_geometry::Vector;
/// let step = Vector::new(2, 1, 0);
/// assert_eq!(step + step - Vector::new(1, 0, 0), Vector::new(3, 2, 0));
/// assert!(Vector::new(9, 0, 0) < Vector::new(0, 1, 0), "row 0 is read before row 1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Vector {
    /// The coordinate to the right.
    pub x: i32,
    /// The coordinate down the page.
    pub y: i32,
    /// The layer: the coordinate along the third axis.
    pub z: i32,
}

impl Vector {
    /// (0, 0, 0): the origin, or no translation.
    pub const ZERO: Vector = Vector::new(0, 0, 0);

    /// The vector with the given coordinates.
    pub const fn new(x: i32, y: i32, z: i32) -> Vector {
        Vector { x, y, z }
    }

    /// The vector in the plane z = 0 with the given coordinates.
    pub const fn flat(x: i32, y: i32) -> Vector {
        Vector { x, y, z: 0 }
    }

    /// The sum; `None` if a coordinate leaves the range of `i32`.
    pub fn checked_add(self, other: Vector) -> Option<Vector> {
        Some(Vector {
            x: self.x.checked_add(other.x)?,
            y: self.y.checked_add(other.y)?,
            z: self.z.checked_add(other.z)?,
        })
    }

    /// The difference; `None` if a coordinate leaves the range of `i32`.
    pub fn checked_sub(self, other: Vector) -> Option<Vector> {
        Some(Vector {
            x: self.x.checked_sub(other.x)?,
            y: self.y.checked_sub(other.y)?,
            z: self.z.checked_sub(other.z)?,
        })
    }

    /// The vector with every coordinate multiplied by `factor`; `None` if one leaves the range of
    /// `i32`.
    pub fn checked_scale(self, factor: i32) -> Option<Vector> {
        Some(Vector {
            x: self.x.checked_mul(factor)?,
            y: self.y.checked_mul(factor)?,
            z: self.z.checked_mul(factor)?,
        })
    }

    pub(crate) fn map(self, f: impl Fn(i32) -> i32) -> Vector {
        Vector {
            x: f(self.x),
            y: f(self.y),
            z: f(self.z),
        }
    }

    pub(crate) fn min_by_axis(self, other: Vector) -> Vector {
        Vector {
            x: self.x.min(other.x),
            y: self.y.min(other.y),
            z: self.z.min(other.z),
        }
    }

    pub(crate) fn max_by_axis(self, other: Vector) -> Vector {
        Vector {
            x: self.x.max(other.x),
            y: self.y.max(other.y),
            z: self.z.max(other.z),
        }
    }
}

impl Ord for Vector {
    /// Reading order: by `z`, then `y`, then `x`.
    fn cmp(&self, other: &Vector) -> Ordering {
        (self.z, self.y, self.x).cmp(&(other.z, other.y, other.x))
    }
}

impl PartialOrd for Vector {
    fn partial_cmp(&self, other: &Vector) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {})", self.x, self.y, self.z)
    }
}

impl Add for Vector {
    type Output = Vector;
    fn add(self, other: Vector) -> Vector {
        Vector {
            x: self.x.wrapping_add(other.x),
            y: self.y.wrapping_add(other.y),
            z: self.z.wrapping_add(other.z),
        }
    }
}

impl Sub for Vector {
    type Output = Vector;
    fn sub(self, other: Vector) -> Vector {
        Vector {
            x: self.x.wrapping_sub(other.x),
            y: self.y.wrapping_sub(other.y),
            z: self.z.wrapping_sub(other.z),
        }
    }
}

impl Neg for Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        self.map(i32::wrapping_neg)
    }
}

/// A 3×3 integer matrix, given row by row: a rotation or reflection about the origin.
///
/// ```
/// use tilewright_geometry::{Lattice, Sides, Vector};
/// let quarter_turn = Lattice::Square.symmetries(Sides::OneSided)[1].matrix;
/// assert_eq!(quarter_turn.apply(Vector::new(1, 0, 0)), Vector::new(0, 1, 0));
/// assert_eq!(quarter_turn.determinant(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Matrix([[i32; 3]; 3]);

impl Default for Matrix {
    /// The identity matrix.
    fn default() -> Matrix {
        Matrix::IDENTITY
    }
}

impl Matrix {
    /// The matrix that maps every vector to itself.
    pub const IDENTITY: Matrix = Matrix([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);

    /// The matrix with these rows. It is applied to column vectors.
    pub const fn from_rows(rows: [[i32; 3]; 3]) -> Matrix {
        Matrix(rows)
    }

    /// The rows of the matrix; row 0 yields x, row 1 y, row 2 z of the image.
    pub const fn rows(&self) -> &[[i32; 3]; 3] {
        &self.0
    }

    /// The image of a vector.
    pub fn apply(&self, v: Vector) -> Vector {
        let coordinate = |row: &[i32; 3]| {
            row[0]
                .wrapping_mul(v.x)
                .wrapping_add(row[1].wrapping_mul(v.y))
                .wrapping_add(row[2].wrapping_mul(v.z))
        };
        Vector {
            x: coordinate(&self.0[0]),
            y: coordinate(&self.0[1]),
            z: coordinate(&self.0[2]),
        }
    }

    /// The matrix that applies `first` and then `self`.
    #[must_use]
    pub const fn compose(&self, first: &Matrix) -> Matrix {
        let mut rows = [[0_i32; 3]; 3];
        let mut i = 0;
        while i < 3 {
            let mut j = 0;
            while j < 3 {
                let mut k = 0;
                while k < 3 {
                    let product = self.0[i][k].wrapping_mul(first.0[k][j]);
                    rows[i][j] = rows[i][j].wrapping_add(product);
                    k += 1;
                }
                j += 1;
            }
            i += 1;
        }
        Matrix(rows)
    }

    /// The order: the smallest positive number of applications that give the identity. `None` if it
    /// exceeds 6; no symmetry of a lattice has a larger order.
    ///
    /// ```
    /// use tilewright_geometry::Matrix;
    /// assert_eq!(Matrix::from_rows([[0, -1, 0], [1, 0, 0], [0, 0, 1]]).order(), Some(4));
    /// assert_eq!(Matrix::from_rows([[2, 0, 0], [0, 1, 0], [0, 0, 1]]).order(), None);
    /// ```
    pub fn order(&self) -> Option<u32> {
        let powers = std::iter::successors(Some(*self), |power| Some(power.compose(self)));
        (1..=6)
            .zip(powers)
            .find_map(|(order, power)| (power == Self::IDENTITY).then_some(order))
    }

    /// The determinant: 1 for a rotation, −1 for a reflection.
    pub const fn determinant(&self) -> i32 {
        let [first, second, third] = &self.0;
        let mut sum = 0_i32;
        let mut i = 0;
        while i < 3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let plus = second[j].wrapping_mul(third[k]);
            let minus = second[k].wrapping_mul(third[j]);
            sum = sum.wrapping_add(first[i].wrapping_mul(plus.wrapping_sub(minus)));
            i += 1;
        }
        sum
    }

    /// Compares matrices in `const` functions, where `==` is not available.
    pub(crate) const fn same(&self, other: &Matrix) -> bool {
        let mut i = 0;
        while i < 9 {
            if self.0[i / 3][i % 3] != other.0[i / 3][i % 3] {
                return false;
            }
            i += 1;
        }
        true
    }
}

/// The greatest common divisor, at least 0.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composition_applies_the_right_matrix_first() {
        let turn = Matrix::from_rows([[0, -1, 0], [1, 0, 0], [0, 0, 1]]);
        let flip = Matrix::from_rows([[-1, 0, 0], [0, 1, 0], [0, 0, 1]]);
        let v = Vector::new(2, 5, 1);
        assert_eq!(turn.compose(&flip).apply(v), turn.apply(flip.apply(v)));
        assert_eq!(turn.determinant(), 1);
        assert_eq!(flip.determinant(), -1);
    }

    #[test]
    fn checked_operations_report_overflow() {
        let far = Vector::new(i32::MAX, 0, 0);
        assert_eq!(far.checked_add(Vector::new(1, 0, 0)), None);
        assert_eq!((-far).checked_sub(Vector::new(2, 0, 0)), None);
        assert_eq!(far.checked_scale(2), None);
        assert_eq!(Vector::ZERO.checked_add(far), Some(far));
    }

    #[test]
    fn operators_do_not_panic_on_any_vector() {
        let far = Vector::new(i32::MIN, i32::MAX, i32::MIN);
        let _ = far + far - (-far);
        let _ = Matrix::from_rows([[i32::MAX; 3]; 3]).apply(far);
        let _ = Matrix::from_rows([[i32::MIN; 3]; 3]).determinant();
    }
}
