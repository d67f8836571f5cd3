//! What a search learns from failures: which kinds are awkward, and which items fail.

use super::layout::Layout;
use super::number::log2;
use super::position::FillPosition;

/// The initial state, in which every kind has all its options, counts as this many failures.
const BEGINNING: i64 = 10;

/// The limit of an item's failure count, so that a quotient with it never rounds to zero.
const MOST: u64 = 1 << 30;

/// The room of each kind and the failures of each item.
#[derive(Clone, Debug)]
pub(super) struct LearnedWeights {
    /// The items of the layout that are kinds.
    kinds: Vec<usize>,
    /// By item, two values. The first is the sum over failures of log n − (mean of log n over the
    /// open kinds), where n is the item's number of options at the failure. The second is the
    /// number of failures.
    room: Vec<(i64, i64)>,
    /// By item, the quotient of the two values of `room` at the last restart.
    mean: Vec<i64>,
    /// By item, one more than its number of failures.
    failures: Vec<u64>,
}

impl LearnedWeights {
    /// Counts the initial number of options of each kind as the first observation.
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

    /// Records a failure because of an item that can no longer be covered.
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

    /// Recomputes the room of all kinds from the recorded failures.
    pub(super) fn learn(&mut self) {
        for &kind in &self.kinds {
            let (more, failures) = self.room[kind];
            self.mean[kind] = more / failures.max(1);
        }
    }

    /// The room of a kind compared with the mean kind, as a logarithm in units of 1/256.
    #[inline]
    pub(super) fn room(&self, kind: usize) -> i64 {
        self.mean[kind]
    }

    /// One more than the number of failures of an item.
    #[inline]
    pub(super) fn failures(&self, item: usize) -> u64 {
        self.failures[item]
    }
}
