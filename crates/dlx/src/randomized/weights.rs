//! What a search learns from failures: how many options each kind of piece tends to have left (its room), and how
//! often each item fails.

use super::layout::Layout;
use super::number::log2;
use super::position::FillPosition;

/// The state at the root, where every kind of piece has all its options, is weighted like this number of failures.
const BEGINNING: i64 = 10;

/// The maximum failure count of an item. It ensures that no ratio with the count as divisor is rounded to zero.
const MOST: u64 = 1 << 30;

/// The room of each kind of piece, which is its number of options divided by the geometric mean over all kinds;
/// and the number of failures of each item.
#[derive(Clone, Debug)]
pub(super) struct LearnedWeights {
    /// The items of the layout that are kinds of pieces.
    kinds: Vec<usize>,
    /// For each kind of piece, two values. The first is the sum over failures of log n − (mean of log n over the
    /// open kinds), where n is the kind's number of live options at the failure. The second is the number of
    /// failures.
    room: Vec<(i64, i64)>,
    /// For each kind of piece, the mean over its failures at the last restart: the first value of `room` divided
    /// by the second.
    mean: Vec<i64>,
    /// For each item, the number of its failures plus 1.
    failures: Vec<u64>,
}

impl LearnedWeights {
    /// Records the initial numbers of options of the kinds of pieces, as if they were observed at failures.
    pub(super) fn new(position: &FillPosition, layout: &Layout) -> Self {
        let count = position.item_count();
        let mut weights = Self {
            kinds: layout.kinds().to_vec(),
            room: vec![(0, 0); count],
            mean: vec![0; count],
            failures: vec![1; count],
        };
        weights.note_room(position, BEGINNING);
        weights.learn();
        weights
    }

    /// Records a failure: `item` can no longer be covered as required.
    pub(super) fn fail(&mut self, item: usize, position: &FillPosition) {
        let failures = &mut self.failures[item];
        *failures = (*failures + 1).min(MOST);
        self.note_room(position, 1);
    }

    fn note_room(&mut self, position: &FillPosition, times: i64) {
        let room = |kind: usize| log2(position.table().size(kind));
        let open = || (self.kinds.iter().copied()).filter(|&kind| position.is_open(kind));
        let (sum, count) = open().fold((0, 0), |(sum, count), kind| (sum + room(kind), count + 1));
        if count < 2 {
            return;
        }
        for &kind in self.kinds.iter().filter(|&&kind| position.is_open(kind)) {
            let (more, failures) = &mut self.room[kind];
            *more += times * (room(kind) - sum / count);
            *failures += times;
        }
    }

    /// Recomputes the answers of [`room`](Self::room) for all kinds of pieces from the failures recorded so far.
    pub(super) fn learn(&mut self) {
        for &kind in &self.kinds {
            let (more, failures) = self.room[kind];
            self.mean[kind] = more / failures.max(1);
        }
    }

    /// The logarithm of the [room](LearnedWeights) of a kind of piece, in units of 1/256.
    #[inline]
    pub(super) fn room(&self, kind: usize) -> i64 {
        self.mean[kind]
    }

    /// The number of failures of an item, plus 1.
    #[inline]
    pub(super) fn failures(&self, item: usize) -> u64 {
        self.failures[item]
    }
}
