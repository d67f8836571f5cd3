//! Numbers in answers: whole numbers of any size, and means with standard errors.

use num_bigint::BigUint;
use tilewright_dlx::Mean;

use crate::publish::interchange::table::{Value, record};
use crate::solve::counting::Known;
use crate::support::format::about;

/// A mean and its standard error, rounded to the precision that the error allows.
pub(super) fn give_or_take(mean: Mean) -> String {
    format!("{} ± {}", about(mean.mean), about(mean.standard_error))
}

impl From<Mean> for Value {
    fn from(mean: Mean) -> Self {
        let (mean, standard_error) = (mean.mean, mean.standard_error);
        record! { mean: mean, standard_error: standard_error }.into()
    }
}

impl From<&Known<BigUint>> for Value {
    /// The exact number or its lower bound; a missing value if neither is known.
    fn from(number: &Known<BigUint>) -> Self {
        number.value().into()
    }
}
