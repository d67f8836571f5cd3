//! Records how much room each kind of piece has: how often it fits in sweeps, and how many options it has left
//! when the search of an endgame fails.

use super::super::layout::Layout;
use super::super::number::log2;

/// If a kind of piece has more failures than this, its room is computed from them. Otherwise it is computed from
/// the initial sweeps.
const FAILURES: i64 = 100;

/// What was learned about the *room* of each kind of piece: the number of its options, divided by the geometric
/// mean over all kinds. Lists are indexed by item; the entries of places are unused.
#[derive(Clone, Debug)]
pub(super) struct Room {
    kinds: Vec<usize>,
    /// For each kind of piece, how often one of its options fitted in a sweep.
    fits: Vec<u32>,
    /// For each kind of piece, two values. The first is the sum over failures of log n − (mean of log n over the
    /// open kinds), where n is the kind's number of options at the failure. The second is the number of failures.
    sums: Vec<(i64, i64)>,
    /// For each item, the logarithm of its [room](Room), in units of 1/256; zero for items that are not kinds of
    /// pieces.
    mean: Vec<i64>,
}

impl Room {
    /// A record without observations, in which all kinds of pieces have equal room.
    pub(super) fn new(items: usize, layout: &Layout) -> Self {
        Self {
            kinds: layout.kinds().to_vec(),
            fits: vec![0; items],
            sums: vec![(0, 0); items],
            mean: vec![0; items],
        }
    }

    /// The logarithm of an item's [room](Room), in units of 1/256.
    #[inline]
    pub(super) fn of(&self, item: usize) -> i64 {
        self.mean[item]
    }

    /// Records that an option of a kind of piece fits. `item` is the item of the kind.
    pub(super) fn fit(&mut self, item: usize) {
        self.fits[item] = self.fits[item].saturating_add(1);
    }

    /// Recomputes the room of all kinds of pieces from how often they fitted in sweeps.
    pub(super) fn learn_fits(&mut self) {
        let logarithm = |&kind: &usize| log2(self.fits[kind].saturating_add(1));
        let sum: i64 = self.kinds.iter().map(logarithm).sum();
        let mean = sum / i64::try_from(self.kinds.len().max(1)).unwrap_or(i64::MAX);
        for kind in &self.kinds {
            self.mean[*kind] = logarithm(kind) - mean;
        }
    }

    /// Records that the endgame found no solution below a node. `sizes` holds each kind of piece that was open at
    /// the node, with its number of options there.
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

    /// Recomputes the room of those kinds of pieces that have enough failures.
    pub(super) fn learn(&mut self) {
        for &kind in &self.kinds {
            let (more, failures) = self.sums[kind];
            if failures > FAILURES {
                self.mean[kind] = more / failures;
            }
        }
    }
}
