//! Rows of a key and a count, stored one after the other in one array.

use std::cmp::Ordering;

/// Rows of a key and a count. The lowest word of a count comes first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rows {
    /// The number of words of a key. Zero as long as there are no rows.
    key: usize,
    count: usize,
    words: Vec<u64>,
}

impl Rows {
    /// Adds a row. Its key and its count must have as many words as those of the previous rows.
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

    /// Whether the key and the count have as many words as those of the previous rows.
    pub(crate) fn takes(&self, key: &[u64], count: &[u64]) -> bool {
        self.words.is_empty() || (self.key, self.count) == (key.len(), count.len())
    }

    /// Adds a row. If its count has more or fewer words than those of the previous rows, pads counts with zeros.
    pub(super) fn push_wide(&mut self, key: &[u64], count: &[u64]) {
        if self.words.is_empty() || count.len() <= self.count {
            let missing = self.count.saturating_sub(count.len());
            if self.words.is_empty() || missing == 0 {
                self.push(key, count);
            } else {
                self.push(key, &[count, &vec![0; missing]].concat());
            }
            return;
        }
        let narrow = std::mem::take(self);
        for (other, less) in narrow.iter() {
            let missing = count.len() - less.len();
            self.push(other, &[less, &vec![0; missing]].concat());
        }
        self.push(key, count);
    }

    /// Replaces all rows. `key` and `count` are the numbers of words of the new keys and counts.
    pub(super) fn replace(
        &mut self,
        (key, count): (usize, usize),
        words: impl Iterator<Item = u64>,
    ) {
        (self.key, self.count) = (key, count);
        self.words.clear();
        self.words.extend(words);
    }

    /// The number of words of a key, and the number of words of a count.
    pub(super) fn widths(&self) -> (usize, usize) {
        (self.key, self.count)
    }

    /// The words of all rows: for each row, the key and then the count.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len().checked_div(self.stride()).unwrap_or(0)
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }

    fn stride(&self) -> usize {
        self.key + self.count
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&[u64], &[u64])> {
        // Without rows the stride is 0, but chunks must not be empty.
        let rows = self.words.chunks_exact(self.stride().max(1));
        rows.map(|row| row.split_at(self.key))
    }

    pub(super) fn row(&self, at: usize) -> (&[u64], &[u64]) {
        let first = at * self.stride();
        self.words[first..first + self.stride()].split_at(self.key)
    }

    /// The count in the row with this key; `None` if there is no such row. The rows must be sorted.
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

    /// Sorts the rows by key. Rows of two to four words are sorted in place.
    pub(super) fn sort(&mut self) {
        match self.stride() {
            2 => self.words.as_chunks_mut::<2>().0.sort_unstable(),
            3 => self.words.as_chunks_mut::<3>().0.sort_unstable(),
            4 => self.words.as_chunks_mut::<4>().0.sort_unstable(),
            _ => self.sort_by_order(),
        }
    }

    fn sort_by_order(&mut self) {
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
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn rows_are_sorted_and_found_whatever_their_width(keys in vec(vec(0..9_u64, 2), 0..30), width in 1..5_usize) {
            let mut rows = Rows::default();
            for (at, key) in (0_u64..).zip(&keys) {
                rows.push(key, &vec![at; width]);
            }
            rows.sort();
            prop_assert_eq!(rows.len(), keys.len());
            prop_assert!(rows.iter().is_sorted_by_key(|(key, _)| key.to_vec()));
            for key in &keys {
                let found = rows.find(key).map(|count| usize::try_from(count[0]).unwrap());
                prop_assert_eq!(found.map(|at| &keys[at]), Some(key));
            }
            prop_assert_eq!(rows.find(&[9, 9]), None);
        }

        #[test]
        fn wider_counts_make_rows_wider(counts in vec(vec(1..9_u64, 1..4), 1..9)) {
            let mut rows = Rows::default();
            for (at, count) in (0_u64..).zip(&counts) {
                rows.push_wide(&[at], count);
            }
            let width = counts.iter().map(Vec::len).max().unwrap();
            for ((key, count), (at, expected)) in rows.iter().zip((0_u64..).zip(&counts)) {
                prop_assert_eq!(key, &[at][..]);
                prop_assert_eq!(count.len(), width);
                prop_assert_eq!(&count[..expected.len()], &expected[..]);
            }
        }
    }
}
