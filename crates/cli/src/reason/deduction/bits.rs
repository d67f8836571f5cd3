//! Sets of small numbers (options or cells) as bits, 64 per word.
//!
//! Sets that are combined have equal numbers of words. The rows of a table are contiguous.

/// Bit sets of equal width.
#[derive(Debug, Clone)]
pub(super) struct BitRows {
    width: usize,
    words: Vec<u64>,
}

impl BitRows {
    /// `rows` empty sets, each for numbers below `bits`.
    pub(super) fn new(rows: usize, bits: usize) -> Self {
        let width = words_for(bits);
        Self {
            width,
            words: vec![0; rows * width],
        }
    }

    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..][..self.width]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.words[row * self.width..][..self.width]
    }
}

/// The number of words for `bits` bits, at least one.
pub(super) fn words_for(bits: usize) -> usize {
    bits.div_ceil(64).max(1)
}

/// The set of the numbers below `bits`.
pub(super) fn full(bits: usize) -> Vec<u64> {
    let mut words = vec![u64::MAX; words_for(bits)];
    if let Some(last) = words.last_mut()
        && !bits.is_multiple_of(64)
    {
        *last = (1 << (bits % 64)) - 1;
    }
    if bits == 0 {
        words.fill(0);
    }
    words
}

pub(super) fn contains(set: &[u64], bit: usize) -> bool {
    set[bit / 64] >> (bit % 64) & 1 == 1
}

pub(super) fn insert(set: &mut [u64], bit: usize) {
    set[bit / 64] |= 1 << (bit % 64);
}

pub(super) fn remove(set: &mut [u64], bit: usize) {
    set[bit / 64] &= !(1 << (bit % 64));
}

pub(super) fn unite(set: &mut [u64], other: &[u64]) {
    for (word, other) in set.iter_mut().zip(other) {
        *word |= other;
    }
}

pub(super) fn intersect(set: &mut [u64], other: &[u64]) {
    for (word, other) in set.iter_mut().zip(other) {
        *word &= other;
    }
}

pub(super) fn subtract(set: &mut [u64], other: &[u64]) {
    for (word, other) in set.iter_mut().zip(other) {
        *word &= !other;
    }
}

pub(super) fn is_empty(set: &[u64]) -> bool {
    set.iter().all(|word| *word == 0)
}

pub(super) fn len(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

pub(super) fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

pub(super) fn common(a: &[u64], b: &[u64]) -> usize {
    let words = a.iter().zip(b);
    words.map(|(a, b)| (a & b).count_ones() as usize).sum()
}

/// The smallest number in a set; `None` if it is empty.
pub(super) fn first(set: &[u64]) -> Option<usize> {
    ones(set).next()
}

/// The numbers in a set, ascending.
pub(super) fn ones(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    ones_of(set.iter().copied())
}

/// The numbers in both sets, ascending.
pub(super) fn ones_in_both<'a>(a: &'a [u64], b: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
    ones_of(a.iter().zip(b).map(|(a, b)| a & b))
}

fn ones_of(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(at, mut word)| {
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| at * 64 + word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(bit)
        })
    })
}

/// Adds to `set` the numbers of `from`, each increased by `by`; numbers beyond the last word are dropped.
pub(super) fn unite_raised(set: &mut [u64], from: &[u64], by: usize) {
    let (words, bits) = (by / 64, by % 64);
    for at in words..set.len() {
        let mut word = from[at - words] << bits;
        if bits > 0 && at > words {
            word |= from[at - words - 1] >> (64 - bits);
        }
        set[at] |= word;
    }
}

/// Adds to `set` the numbers of `from`, each decreased by `by`; negative numbers are dropped.
pub(super) fn unite_lowered(set: &mut [u64], from: &[u64], by: usize) {
    let (words, bits) = (by / 64, by % 64);
    for at in 0..set.len().saturating_sub(words) {
        let mut word = from[at + words] >> bits;
        if bits > 0 && at + words + 1 < from.len() {
            word |= from[at + words + 1] << (64 - bits);
        }
        set[at] |= word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_move_up_and_down_over_words() {
        let mut set = full(130);
        assert_eq!((set.len(), len(&set)), (3, 130));
        set.fill(0);
        for bit in [0, 5, 63, 64, 129] {
            insert(&mut set, bit);
        }
        for by in [0, 1, 63, 64, 65, 128, 200] {
            let mut raised = vec![0; 3];
            unite_raised(&mut raised, &set, by);
            let expected = ones(&set).map(|bit| bit + by).filter(|bit| *bit < 192);
            assert!(ones(&raised).eq(expected), "by {by}");
            let mut lowered = vec![0; 3];
            unite_lowered(&mut lowered, &set, by);
            let expected = ones(&set).filter_map(|bit| bit.checked_sub(by));
            assert!(ones(&lowered).eq(expected), "by {by}");
        }
        assert_eq!((full(0), full(64)), (vec![0], vec![u64::MAX]));
    }
}
