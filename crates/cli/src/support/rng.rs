//! Random numbers that depend only on the seed: they are the same on every machine and in every
//! version. Users repeat decks, samples and booklets by their seeds, so the values must never change.

use rand::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The generator xoshiro256++, which forecasts use too.
#[derive(Debug, Clone)]
pub(crate) struct StableRng(Xoshiro256PlusPlus);

impl StableRng {
    /// The generator for the random experiment with index `throw` and this seed. Different indices
    /// give independent generators.
    pub(crate) fn new(seed: u64, throw: u64) -> Self {
        let key = SplitMix64::seed_from_u64(seed).next_u64();
        let key = SplitMix64::seed_from_u64(key.wrapping_add(throw)).next_u64();
        Self(Xoshiro256PlusPlus::seed_from_u64(key))
    }

    /// A uniformly distributed 64-bit number.
    pub(crate) fn any(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniformly distributed number below a bound; 0 if the bound is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        if bound == 0 {
            return 0;
        }
        // Rejects numbers above the largest multiple of the bound, so that all remainders are
        // equally likely.
        let most = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.any();
            if number < most {
                return usize::try_from(number % bound).unwrap_or(0);
            }
        }
    }

    /// Shuffles a list; all orders are equally likely (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_as_likely_as_each_other() {
        let mut seen = std::collections::BTreeMap::new();
        for throw in 0..6000 {
            let mut list = [0, 1, 2];
            StableRng::new(7, throw).shuffle(&mut list);
            *seen.entry(list).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        // The mean is 1000; the limit is five standard deviations.
        assert!(
            seen.values().all(|count| (856..1144).contains(count)),
            "{seen:?}"
        );
    }
}
