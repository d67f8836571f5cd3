//! Keys and counts side by side in one array, of as many words as they need.

use std::cmp::Ordering;

use crate::words::add;

/// Rows of a key, which is not in two of them once they are sorted, and a count, the lowest word first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rows {
    /// The words of a key, and those of a count; zero as long as there is no row.
    key: usize,
    count: usize,
    words: Vec<u64>,
}

impl Rows {
    /// Adds a row, of as many words as those before.
    pub(crate) fn push(&mut self, key: &[u64], count: &[u64]) {
        if self.words.is_empty() {
            (self.key, self.count) = (key.len(), count.len());
        }
        debug_assert_eq!(
            (self.key, self.count),
            (key.len(), count.len()),
            "invariant: all rows have the same widths"
        );
        self.words.extend_from_slice(key);
        self.words.extend_from_slice(count);
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.words.len().checked_div(self.stride()).unwrap_or(0)
    }

    /// The bytes of all rows.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }

    fn stride(&self) -> usize {
        self.key + self.count
    }

    /// The keys and counts.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&[u64], &[u64])> {
        // An array without a row has no stride.
        let rows = self.words.chunks_exact(self.stride().max(1));
        rows.map(|row| row.split_at(self.key))
    }

    fn row(&self, at: usize) -> (&[u64], &[u64]) {
        let first = at * self.stride();
        self.words[first..first + self.stride()].split_at(self.key)
    }

    /// The count of a key, if it has a row, where they are sorted.
    pub(crate) fn find(&self, key: &[u64]) -> Option<&[u64]> {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from.midpoint(to);
            let (other, count) = self.row(middle);
            match other.cmp(key) {
                Ordering::Less => from = middle + 1,
                Ordering::Greater => to = middle,
                Ordering::Equal => return Some(count),
            }
        }
        None
    }

    /// Sorts by key; no key may be there twice.
    pub(crate) fn sort(&mut self) {
        if self.iter().is_sorted_by(|one, next| one.0 < next.0) {
            return;
        }
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_unstable_by_key(|&at| self.row(at).0);
        let mut sorted = Self {
            words: Vec::with_capacity(self.words.len()),
            ..*self
        };
        for at in order {
            let (key, count) = self.row(at);
            sorted.push(key, count);
        }
        *self = sorted;
    }

    /// The rows of both, sorted as they are; counts of the same key are added.
    pub(crate) fn merge(self, other: Self) -> Self {
        if self.words.is_empty() {
            return other;
        }
        if other.words.is_empty() {
            return self;
        }
        let width = self.count.max(other.count);
        // The sum of two numbers has at most a word more than they have.
        (self.merge_within(&other, width))
            .or_else(|| self.merge_within(&other, width + 1))
            .unwrap_or_else(|| unreachable!("invariant: a word more has room for a carry"))
    }

    /// The same with counts of so many words; none if a sum has no room.
    fn merge_within(&self, other: &Self, width: usize) -> Option<Self> {
        let mut merged = Self {
            key: self.key,
            count: width,
            words: Vec::with_capacity((self.len() + other.len()) * (self.key + width)),
        };
        let (mut ours, mut theirs) = (self.iter().peekable(), other.iter().peekable());
        loop {
            let order = match (ours.peek(), theirs.peek()) {
                (Some((our, _)), Some((their, _))) => our.cmp(their),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return Some(merged),
            };
            let one = if order.is_le() { ours.next() } else { None };
            let two = if order.is_ge() { theirs.next() } else { None };
            let (key, _) = one.or(two)?;
            let mut sum = widened(one, width);
            if !add(&mut sum, &widened(two, width)) {
                return None;
            }
            merged.push(key, &sum);
        }
    }
}

/// A row's count in so many words; zero if there is no row.
fn widened(row: Option<(&[u64], &[u64])>, width: usize) -> Vec<u64> {
    let mut count = row.map_or(Vec::new(), |(_, count)| count.to_vec());
    count.resize(width, 0);
    count
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use num_bigint::BigUint;
    use proptest::collection::{btree_map, vec};
    use proptest::prelude::*;

    use super::*;
    use crate::words::big;

    type Counts = BTreeMap<Vec<u64>, Vec<u64>>;

    /// Rows with keys of two words and counts of one to three, many of them near their limit.
    fn counts() -> impl Strategy<Value = Counts> {
        let word = prop_oneof![0..3_u64, Just(u64::MAX), any::<u64>()];
        (1..4_usize).prop_flat_map(move |width| {
            let count = vec(word.clone(), width);
            btree_map(vec(0..3_u64, 2), count, 0..8)
        })
    }

    fn rows(counts: &Counts) -> Rows {
        let mut rows = Rows::default();
        for (key, count) in counts.iter().rev() {
            rows.push(key, count);
        }
        rows.sort();
        rows
    }

    proptest! {
        #[test]
        fn what_is_merged_is_sorted_and_added(ours in counts(), theirs in counts()) {
            let merged = rows(&ours).merge(rows(&theirs));
            let mut sums: BTreeMap<&[u64], BigUint> = BTreeMap::new();
            for (key, count) in ours.iter().chain(&theirs) {
                *sums.entry(key).or_default() += big(count);
            }
            let found: Vec<(&[u64], BigUint)> = merged.iter().map(|(key, count)| (key, big(count))).collect();
            prop_assert_eq!(found, sums.clone().into_iter().collect::<Vec<_>>());
            for (key, sum) in sums {
                prop_assert_eq!(merged.find(key).map(big), Some(sum));
            }
            prop_assert_eq!(merged.find(&[7, 7]), None);
        }
    }
}
