//! Compares a count with its certificate.

use num_bigint::BigUint;
use thiserror::Error;
use tilewright_dlx::Engine;

use super::count::CountResult;
use super::known::Known;

/// A count and its certificate differ: at least one of them is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "the count contradicts its certificate: {what}: {found} by {engine}, {certified} by {other}; \
     this is a bug in tilewright, please report it"
)]
pub struct Contradiction {
    what: &'static str,
    engine: Engine,
    found: Known<BigUint>,
    other: Engine,
    certified: Known<BigUint>,
}

/// Fails if the numbers of a count differ from those of its certificate by another engine.
pub(super) fn compare(
    count: &CountResult,
    certified: &CountResult,
    other: Engine,
) -> Result<(), Contradiction> {
    for (what, number) in [
        (
            "solutions",
            (|count| &count.solutions) as fn(&CountResult) -> &Known<BigUint>,
        ),
        ("distinct solutions", |count| &count.distinct),
        ("distinct solutions up to rotation", |count| {
            &count.distinct_rotations
        }),
    ] {
        if number(count) != number(certified) {
            return Err(Contradiction {
                what,
                engine: count.engine.unwrap_or(other),
                found: number(count).clone(),
                other,
                certified: number(certified).clone(),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_count_is_found_out() {
        let right = CountResult {
            solutions: Known::Exact(36_u32.into()),
            distinct: Known::Exact(9_u32.into()),
            distinct_rotations: Known::Exact(12_u32.into()),
            engine: Some(Engine::Bits),
            ..CountResult::none()
        };
        assert!(compare(&right, &right, Engine::Links).is_ok());
        let wrong: [fn(&mut CountResult); 3] = [
            |count| count.solutions = Known::Exact(37_u32.into()),
            |count| count.distinct = Known::Exact(8_u32.into()),
            |count| count.distinct_rotations = Known::Exact(13_u32.into()),
        ];
        for spoil in wrong {
            let mut count = right.clone();
            spoil(&mut count);
            let error = compare(&count, &right, Engine::Links)
                .unwrap_err()
                .to_string();
            assert!(error.contains("contradicts its certificate"), "{error}");
        }
    }
}
