//! Whole numbers of any size as JSON.

use num_bigint::BigUint;
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// A number that JSON tells with all its digits.
pub(super) struct Whole<'a>(pub(super) &'a BigUint);

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.to_string())
            .map_err(S::Error::custom)?
            .serialize(serializer)
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
