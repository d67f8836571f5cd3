//! Numbers in answers: whole numbers of any size, and means with standard errors.

use num_bigint::BigUint;
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use tilewright_dlx::Mean;

use crate::solve::counting::Known;
use crate::support::format::about;

/// A whole number that is written to JSON with all its digits.
pub(super) struct Whole<'a>(pub(super) &'a BigUint);

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.to_string())
            .map_err(S::Error::custom)?
            .serialize(serializer)
    }
}

impl<'a> Whole<'a> {
    /// The exact value or lower bound of a number; `null` if it is unknown.
    pub(super) fn known(number: &'a Known<BigUint>) -> Option<Self> {
        number.value().map(Whole)
    }
}

/// A mean and its standard error, rounded to the precision that the error allows.
pub(super) fn give_or_take(mean: Mean) -> String {
    format!("{} ± {}", about(mean.mean), about(mean.standard_error))
}

/// A mean with its standard error.
#[derive(Serialize, Clone, Copy)]
pub(super) struct MeanAnswer {
    pub(super) mean: f64,
    pub(super) standard_error: f64,
}

impl From<Mean> for MeanAnswer {
    fn from(mean: Mean) -> Self {
        Self {
            mean: mean.mean,
            standard_error: mean.standard_error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_digits_are_written() {
        let number = BigUint::from(u128::MAX) + 1_u32;
        let json = serde_json::to_string(&Whole(&number)).unwrap();
        assert_eq!(json, "340282366920938463463374607431768211456");
    }
}
