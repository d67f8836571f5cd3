//! Burnside's lemma as a division that is checked for a remainder.

use num_bigint::BigUint;
use thiserror::Error;

use crate::symmetry::SymmetryId;

/// Why given numbers cannot be the numbers of solutions that the elements of a group fix.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// No numbers were given, although a group has at least one element.
    #[error("no symmetry is given; a group has at least the identity")]
    Empty,
    /// An element of a subset is not in the group.
    #[error("symmetry {element} is not among the {order} symmetries of the group")]
    Unknown {
        /// The element that is not in the group, counted from 1.
        element: usize,
        /// The number of elements of the group.
        order: usize,
    },
    /// An element occurs twice in a subset.
    #[error("symmetry {element} is listed twice; list each element once")]
    Repeated {
        /// The repeated element, counted from 1.
        element: usize,
    },
    /// The mean of the numbers of fixed solutions is not an integer.
    #[error(
        "{sum} fixed solutions of {order} symmetries: the mean is not a whole number, so a count \
         is wrong or the symmetries are not a group"
    )]
    Remainder {
        /// The sum of the numbers of solutions that the elements fix.
        sum: BigUint,
        /// The number of elements, by which the sum is divided.
        order: usize,
    },
}

/// The number of orbits of solutions, with the numbers of fixed solutions that prove it.
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
    /// For each element of the group, by index, the number of solutions that it fixes.
    pub fixed: Vec<BigUint>,
    /// The number of orbits: the mean of `fixed`.
    pub orbits: BigUint,
}

impl Certificate {
    /// Divides the sum of the numbers in `fixed` by how many there are. `fixed` holds, for each element of a group
    /// by index, the number of solutions that it fixes.
    ///
    /// # Errors
    ///
    /// `fixed` is empty, or the division leaves a remainder.
    pub fn new<N: Into<BigUint>>(
        fixed: impl IntoIterator<Item = N>,
    ) -> Result<Self, CertificateError> {
        let fixed: Vec<BigUint> = fixed.into_iter().map(Into::into).collect();
        let orbits = mean(fixed.iter(), fixed.len())?;
        Ok(Self { fixed, orbits })
    }

    /// The number of orbits under a subgroup, such as that of the rotations.
    ///
    /// The caller must ensure that `subset` is closed under composition.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new); or an element is not in the group or occurs twice.
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
