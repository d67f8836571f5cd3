//! What is learned from failures: which kinds are awkward, and which items fail.

use super::layout::Layout;
use super::number::log2;
use super::position::Position;

/// As how many failures the beginning counts, when every kind has all its options.
const BEGINNING: i64 = 10;

/// The most weight of an item, so that keys of items do not overflow.
const MOST: u64 = 1 << 30;

/// What one search has learned.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// The kinds of the layout.
    kinds: Vec<usize>,
    /// The sum over failures of how much more room each item's options had than those of the other
    /// open kinds had on average, in logarithms, and how many failures there were.
    room: Vec<(i64, i64)>,
    /// The mean of that, as it was at the last restart.
    mean: Vec<i64>,
    /// One more than the number of times that an item failed.
    failures: Vec<u64>,
}

impl Weights {
    /// From the number of options that each kind has at first.
    pub(super) fn new(position: &Position, layout: &Layout) -> Self {
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

    /// Notes down that an item failed.
    pub(super) fn fail(&mut self, item: usize, position: &Position) {
        let failures = &mut self.failures[item];
        *failures = (*failures + 1).min(MOST);
        self.note_room(position, 1);
    }

    fn note_room(&mut self, position: &Position, times: i64) {
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

    /// Makes use of all that was noted down.
    pub(super) fn learn(&mut self) {
        for &kind in &self.kinds {
            let (more, failures) = self.room[kind];
            self.mean[kind] = more / failures.max(1);
        }
    }

    /// How much more room a kind has than others, in logarithms.
    #[inline]
    pub(super) fn room(&self, kind: usize) -> i64 {
        self.mean[kind]
    }

    /// How often an item failed, and one.
    #[inline]
    pub(super) fn failures(&self, item: usize) -> u64 {
        self.failures[item]
    }
}
