//! The lemma itself: a sum and a division without remainder.

use thiserror::Error;

use crate::symmetry::SymmetryId;

/// Why numbers of fixed solutions cannot be those of a group.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// There is no element.
    #[error("there is no symmetry to take the mean over; a group has at least the identity")]
    Empty,
    /// An element is not in the group.
    #[error("symmetry {element} is not among the {order} symmetries of the group")]
    Unknown {
        /// The element, counted from 1.
        element: usize,
        /// The order of the group.
        order: usize,
    },
    /// An element of a subset is named twice.
    #[error("symmetry {element} is named twice; name each element once")]
    Repeated {
        /// The element, counted from 1.
        element: usize,
    },
    /// The sum does not fit.
    #[error("the fixed solutions of {order} symmetries sum to more than 2^128 - 1")]
    Overflow {
        /// The number of elements.
        order: usize,
    },
    /// The mean is not a whole number.
    #[error(
        "{sum} fixed solutions of {order} symmetries: the mean is no whole number, so a count is wrong or the symmetries are no group"
    )]
    Remainder {
        /// The sum of the fixed solutions.
        sum: u128,
        /// The number of elements.
        order: usize,
    },
}

/// The number of orbits, with what proves it.
///
/// ```
/// use tilewright_dlx::burnside::{Certificate, CertificateError};
///
/// // Eight queens: 92 solutions, and 4 that a half turn fixes.
/// let certificate = Certificate::new(vec![92, 0, 4, 0, 0, 0, 0, 0])?;
/// assert_eq!(certificate.orbits, 12);
///
/// let wrong = Certificate::new(vec![92, 0, 3, 0, 0, 0, 0, 0]);
/// assert_eq!(wrong, Err(CertificateError::Remainder { sum: 95, order: 8 }));
/// # Ok::<(), CertificateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// How many solutions each element fixes, by its index.
    pub fixed: Vec<u128>,
    /// The number of orbits.
    pub orbits: u128,
}

impl Certificate {
    /// Takes the number of solutions that each element of a group fixes, by index.
    ///
    /// # Errors
    ///
    /// There is no element; the sum does not fit in a `u128`; or the number of elements does not
    /// divide it.
    pub fn new(fixed: Vec<u128>) -> Result<Self, CertificateError> {
        let orbits = mean(fixed.iter().copied(), fixed.len())?;
        Ok(Self { fixed, orbits })
    }

    /// The number of orbits under a subgroup, such as that of the rotations.
    ///
    /// That `subset` is closed under composition is not checked.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); or an element is not in the group or is named twice.
    pub fn orbits_of(&self, subset: &[SymmetryId]) -> Result<u128, CertificateError> {
        let order = self.fixed.len();
        let mut seen = vec![false; order];
        for g in subset {
            let element = g.index() + 1;
            let unknown = CertificateError::Unknown { element, order };
            let seen = seen.get_mut(g.index()).ok_or(unknown)?;
            if std::mem::replace(seen, true) {
                return Err(CertificateError::Repeated { element });
            }
        }
        mean(subset.iter().map(|g| self.fixed[g.index()]), subset.len())
    }
}

fn mean(fixed: impl Iterator<Item = u128>, order: usize) -> Result<u128, CertificateError> {
    let mut sum = 0_u128;
    for fixed in fixed {
        sum = sum
            .checked_add(fixed)
            .ok_or(CertificateError::Overflow { order })?;
    }
    let count = order as u128;
    match sum.checked_rem(count) {
        None => Err(CertificateError::Empty),
        Some(0) => Ok(sum / count),
        Some(_) => Err(CertificateError::Remainder { sum, order }),
    }
}
