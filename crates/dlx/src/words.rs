//! Operations on states and numbers that consist of several 64-bit words, as in the tables of sweeps.

use num_bigint::BigUint;

/// The number with these words, of which the lowest comes first.
pub(crate) fn big(words: &[u64]) -> BigUint {
    let high_to_low = words.iter().rev();
    high_to_low.fold(BigUint::ZERO, |high, word| (high << 64_u8) + *word)
}

/// A hash of these words. Every bit of the words affects the high bits of the hash.
#[inline]
pub(crate) fn hash(words: &[u64]) -> u64 {
    let mut mixed = 0;
    for word in words {
        mixed = fold(mixed ^ word, 0x9e37_79b9_7f4a_7c15);
    }
    fold(mixed, 0xd6e8_feb8_6659_fd93)
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a product")]
    let (low, high) = (product as u64, (product >> 64) as u64);
    low ^ high
}

/// Adds `other`, which has as many words, to `sum`. The lowest words come first. Returns false if the sum
/// overflows.
#[inline]
#[must_use]
pub(crate) fn add(sum: &mut [u64], other: &[u64]) -> bool {
    if let ([sum], [other]) = (&mut *sum, other) {
        let (added, carried) = sum.overflowing_add(*other);
        *sum = added;
        return !carried;
    }
    let mut carry = false;
    for (word, other) in sum.iter_mut().zip(other) {
        let (added, over) = word.overflowing_add(*other);
        let (added, more) = added.overflowing_add(carry.into());
        (*word, carry) = (added, over | more);
    }
    !carry
}
