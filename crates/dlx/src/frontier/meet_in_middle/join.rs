//! Joins the sets of items above and below the cut: finds the pairs that have no item in common and together all
//! required items.

use num_bigint::BigUint;

use super::entry::SetEntry;
use crate::frontier::count::StateCount;

/// A sum of products of counts: 128 bits while they suffice, then any size.
#[derive(Clone, Debug, Default)]
pub(in crate::frontier) struct Sum {
    low: u128,
    more: BigUint,
}

impl Sum {
    pub(super) fn add(&mut self, product: u128) {
        match self.low.checked_add(product) {
            Some(sum) => self.low = sum,
            None => self.more += std::mem::replace(&mut self.low, product),
        }
    }

    pub(super) fn add_big(&mut self, number: BigUint) {
        self.more += number;
    }

    pub(super) fn add_sum(&mut self, other: Self) {
        self.add(other.low);
        self.more += other.more;
    }

    pub(super) fn big(self) -> BigUint {
        self.more + self.low
    }
}

pub(in crate::frontier) trait Factor: StateCount {
    /// Adds the product of two counts to a sum.
    fn multiply(&self, other: &Self, sum: &mut Sum);
}

impl Factor for u32 {
    fn multiply(&self, other: &Self, sum: &mut Sum) {
        sum.add(u128::from(u64::from(*self) * u64::from(*other)));
    }
}

impl Factor for u64 {
    fn multiply(&self, other: &Self, sum: &mut Sum) {
        sum.add(u128::from(*self) * u128::from(*other));
    }
}

impl Factor for u128 {
    fn multiply(&self, other: &Self, sum: &mut Sum) {
        match self.checked_mul(*other) {
            Some(product) => sum.add(product),
            None => sum.more += BigUint::from(*self) * *other,
        }
    }
}

impl Factor for BigUint {
    fn multiply(&self, other: &Self, sum: &mut Sum) {
        sum.more += self * other;
    }
}

/// Calls `found` for each pair of sets that have no item in common and together contain all of `mandatory`, with
/// their union and their two counts. The items of `mandatory` are the highest bits of the sets. Both lists are
/// sorted.
pub(super) fn join<C: Factor>(
    above: &[SetEntry<C>],
    below: &[SetEntry<C>],
    mandatory: u32,
    found: &mut impl FnMut(u32, &C, &C),
) {
    // In a sorted list, sets with the same mandatory items follow each other, and the mandatory items, read as a
    // number, increase from group to group. So those of the sets that complete a group decrease.
    let part = |entry: &SetEntry<C>| entry.set & mandatory;
    let mut below = below.chunk_by(|a, b| part(a) == part(b)).rev().peekable();
    for above in above.chunk_by(|a, b| part(a) == part(b)) {
        let rest = above.first().map_or(0, part) ^ mandatory;
        while below.next_if(|below| part(&below[0]) > rest).is_some() {}
        let Some(below) = below.next_if(|below| part(&below[0]) == rest) else {
            continue;
        };
        for (one, other) in above
            .iter()
            .flat_map(|one| below.iter().map(move |other| (one, other)))
        {
            if one.set & other.set == 0 {
                found(one.set | other.set, &one.count, &other.count);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joins counts near the maximum of each width. Their sums and products exceed 128 bits.
    #[test]
    fn sums_outgrow_their_width() {
        let one = |set, count| SetEntry { set, count };
        let most = u128::MAX;
        let mut sum = Sum::default();
        join(
            &[one(0b00, most), one(0b01, most), one(0b10, most)],
            &[one(0b00, most), one(0b10, most), one(0b11, most)],
            0b10,
            &mut |_, one, other| one.multiply(other, &mut sum),
        );
        // The join pairs sets that have no item in common and together contain item 0b10: 0b00 with 0b10 and with
        // 0b11, 0b01 with 0b10, and 0b10 with 0b00.
        assert_eq!(sum.big(), BigUint::from(most) * most * 4_u32);
        let mut sum = Sum::default();
        for _ in 0..3 {
            u64::MAX.multiply(&u64::MAX, &mut sum);
            u32::MAX.multiply(&u32::MAX, &mut sum);
        }
        let square = |count: u64| BigUint::from(count) * count;
        assert_eq!(
            sum.big(),
            (square(u64::MAX) + square(u32::MAX.into())) * 3_u32
        );
    }
}
