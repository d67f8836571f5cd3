//! Subsets of the first few numbers.

use std::fmt;

/// A set of numbers below a bound, as bits; sets of one bound alone are
/// compared and joined.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Subset(Box<[u64]>);

impl Subset {
    /// No number, of those below `bound`.
    pub(crate) fn empty(bound: usize) -> Self {
        Self(vec![0; bound.div_ceil(64)].into())
    }

    /// Those that `is_in` says, of the numbers below `bound`.
    pub(crate) fn of(bound: usize, is_in: impl Fn(usize) -> bool) -> Self {
        let mut set = Self::empty(bound);
        for number in (0..bound).filter(|number| is_in(*number)) {
            set.insert(number);
        }
        set
    }

    pub(crate) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(crate) fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(crate) fn len(&self) -> usize {
        let ones = self.0.iter().map(|word| word.count_ones() as usize);
        ones.sum()
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Those that are not in another set.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        let words = self.0.iter().zip(&other.0);
        Self(words.map(|(a, b)| a & !b).collect())
    }

    /// Takes in another set.
    pub(crate) fn extend(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// The numbers, upwards.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    at * 64 + bit
                })
            })
        })
    }
}

impl fmt::Debug for Subset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_numbers() {
        for bound in [1, 63, 64, 65, 200] {
            let thirds = Subset::of(bound, |n| n % 3 == 0);
            let found: Vec<usize> = thirds.iter().collect();
            let expected: Vec<usize> = (0..bound).filter(|n| n % 3 == 0).collect();
            assert_eq!(found, expected);
            assert_eq!(thirds.len(), expected.len());
            let all = Subset::of(bound, |_| true);
            let mut rest = all.minus(&thirds);
            assert!(!rest.meets(&thirds));
            assert_eq!(rest.len() + thirds.len(), bound);
            assert_eq!(rest.is_empty(), bound == 1);
            rest.insert(0);
            assert!(rest.meets(&thirds) && rest.contains(0));
            rest.remove(0);
            rest.extend(&thirds);
            assert_eq!(rest, all);
        }
    }
}
