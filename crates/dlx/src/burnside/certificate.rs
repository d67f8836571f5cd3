//! The lemma itself: a sum and a division without remainder.

use num_bigint::BigUint;
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
    /// The mean is not a whole number.
    #[error(
        "{sum} fixed solutions of {order} symmetries: the mean is no whole number, so a count is wrong or the symmetries are no group"
    )]
    Remainder {
        /// The sum of the fixed solutions.
        sum: BigUint,
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
/// let certificate = Certificate::new([92_u32, 0, 4, 0, 0, 0, 0, 0])?;
/// assert_eq!(certificate.orbits, 12_u32.into());
///
/// let wrong = Certificate::new([92_u32, 0, 3, 0, 0, 0, 0, 0]);
/// assert_eq!(wrong, Err(CertificateError::Remainder { sum: 95_u32.into(), order: 8 }));
/// # Ok::<(), CertificateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// How many solutions each element fixes, by its index.
    pub fixed: Vec<BigUint>,
    /// The number of orbits.
    pub orbits: BigUint,
}

impl Certificate {
    /// Takes the number of solutions that each element of a group fixes, by index.
    ///
    /// # Errors
    ///
    /// There is no element, or their number does not divide the sum.
    pub fn new<N: Into<BigUint>>(
        fixed: impl IntoIterator<Item = N>,
    ) -> Result<Self, CertificateError> {
        let fixed: Vec<BigUint> = fixed.into_iter().map(Into::into).collect();
        let orbits = mean(fixed.iter(), fixed.len())?;
        Ok(Self { fixed, orbits })
    }

    /// The number of orbits under a subgroup, such as that of the rotations.
    ///
    /// That `subset` is closed under composition is not checked.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); or an element is not in the group or is named twice.
    pub fn orbits_of(&self, subset: &[SymmetryId]) -> Result<BigUint, CertificateError> {
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
        mean(subset.iter().map(|g| &self.fixed[g.index()]), subset.len())
    }
}

fn mean<'f>(
    fixed: impl Iterator<Item = &'f BigUint>,
    order: usize,
) -> Result<BigUint, CertificateError> {
    if order == 0 {
        return Err(CertificateError::Empty);
    }
    let sum: BigUint = fixed.sum();
    if &sum % order != BigUint::ZERO {
        return Err(CertificateError::Remainder { sum, order });
    }
    Ok(sum / order)
}
