//! How much room kinds have, as sweeps and ends have seen it.

use super::super::layout::Layout;
use super::super::number::log2;

/// So many failures tell more than the sweeps at first.
const FAILURES: i64 = 100;

/// What was learned about each kind.
#[derive(Clone, Debug)]
pub(super) struct Room {
    kinds: Vec<usize>,
    /// How many options of each kind fitted where a sweep was.
    fits: Vec<u32>,
    /// The sum over failures of how much more room each kind had than the others that were open, in
    /// logarithms, and how many failures there were.
    sums: Vec<(i64, i64)>,
    /// How much more room each item has than others, in logarithms: zero but for kinds.
    mean: Vec<i64>,
}

impl Room {
    /// Nothing is known.
    pub(super) fn new(items: usize, layout: &Layout) -> Self {
        Self {
            kinds: layout.kinds().to_vec(),
            fits: vec![0; items],
            sums: vec![(0, 0); items],
            mean: vec![0; items],
        }
    }

    /// How much more room an item has than others, in logarithms.
    #[inline]
    pub(super) fn of(&self, item: usize) -> i64 {
        self.mean[item]
    }

    /// Notes down that an option with an item fits.
    pub(super) fn fit(&mut self, item: usize) {
        self.fits[item] = self.fits[item].saturating_add(1);
    }

    /// Makes use of what sweeps have seen.
    pub(super) fn learn_fits(&mut self) {
        let logarithm = |&kind: &usize| log2(self.fits[kind].saturating_add(1));
        let sum: i64 = self.kinds.iter().map(logarithm).sum();
        let mean = sum / i64::try_from(self.kinds.len().max(1)).unwrap_or(i64::MAX);
        for kind in &self.kinds {
            self.mean[*kind] = logarithm(kind) - mean;
        }
    }

    /// Notes down how many options the open kinds had at a failure.
    pub(super) fn fail(&mut self, sizes: impl Iterator<Item = (usize, u32)> + Clone) {
        let (sum, count) = (sizes.clone()).fold((0, 0), |(sum, count), (_, size)| {
            (sum + log2(size), count + 1)
        });
        if count < 2 {
            return;
        }
        for (kind, size) in sizes {
            let (more, failures) = &mut self.sums[kind];
            *more += log2(size) - sum / count;
            *failures += 1;
        }
    }

    /// Makes use of what ends have seen.
    pub(super) fn learn(&mut self) {
        for &kind in &self.kinds {
            let (more, failures) = self.sums[kind];
            if failures > FAILURES {
                self.mean[kind] = more / failures;
            }
        }
    }
}
