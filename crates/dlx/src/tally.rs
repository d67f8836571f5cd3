//! Counts solutions by how often they cover given items.
//!
//! Solutions may differ in how often they cover an item. For example, if the pieces of a puzzle may be left out,
//! solutions differ in the pieces that they use. One combination of these numbers, one for each given item, is
//! called a *choice*. A [`Tally`] has the exact number of solutions for each choice that has a solution.
//! [`Solver::count_by`](crate::Solver::count_by) makes it in one run over all choices. The run is a search that
//! visits every solution; or it is a sweep that keeps the given items open to its end, so that its last states are
//! the choices.

mod rows;
mod runs;
#[cfg(feature = "frontier")]
mod sorted;

use num_bigint::BigUint;

use crate::compact::CompactSort;
use crate::problem::{ItemId, OptionId, Problem};
use crate::spill::SpillError;
use crate::words::big;
use rows::Rows;
pub(crate) use runs::TallyRuns;
#[cfg(feature = "frontier")]
pub use sorted::{ChoiceList, SortedTally};

/// The exact number of solutions for each choice: for each combination of how often the given items are covered.
///
/// ```
/// use tilewright_dlx::{Solver, text};
///
/// // Two cells; a domino, and two monominoes, each of which may be used or not.
/// let problem = text::read("a b | domino first second\na b domino\na first\nb first\na second\nb second\n")?;
/// let pieces: Vec<_> = ["domino", "first", "second"]
///     .map(|name| problem.item(name).unwrap())
///     .to_vec();
/// let tally = Solver::new(&problem).count_by(&pieces)?.known().expect("no budget was set");
/// let choices: Vec<_> = tally.iter().map(|(times, solutions)| (times, solutions.to_string())).collect();
/// assert_eq!(choices, [(vec![0, 1, 1], "2".into()), (vec![1, 0, 0], "1".into())]);
/// assert_eq!(tally.solutions(&[0, 1, 1]), 2_u32.into());
/// assert_eq!(tally.total(), 3_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    layout: KeyLayout,
    /// A row for each choice, sorted by key.
    rows: Rows,
}

impl Tally {
    /// Merges the rows of all runs into a tally in memory.
    pub(crate) fn new(layout: KeyLayout, runs: TallyRuns) -> Result<Self, SpillError> {
        let mut merge = runs.merge(u64::MAX)?;
        let (mut key, mut count, mut rows) = (Vec::new(), Vec::new(), Rows::default());
        while merge.next(&mut key, &mut count)? {
            rows.push_wide(&key, &count);
        }
        Ok(Self { layout, rows })
    }

    /// The items by which solutions are counted, in the given order.
    pub fn items(&self) -> &[ItemId] {
        &self.layout.items
    }

    /// The number of choices that have a solution.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no choices, because the problem has no solution.
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }

    /// For each choice in lexicographic order: how often each of the [`items`](Self::items) is
    /// covered, and the number of solutions, at least one.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Vec<u32>, BigUint)> {
        (self.rows.iter()).map(|(key, count)| (self.layout.times(key), big(count)))
    }

    /// The number of solutions of a choice. `times` says how often each of the [`items`](Self::items) is covered,
    /// in their order.
    ///
    /// Takes time proportional to the logarithm of the number of choices.
    ///
    /// # Panics
    ///
    /// `times` has a different length than [`items`](Self::items).
    pub fn solutions(&self, times: &[u32]) -> BigUint {
        assert_eq!(
            times.len(),
            self.layout.items.len(),
            "a number for each item"
        );
        let key = self.layout.key(times);
        let found = key.and_then(|key| self.rows.find(&key));
        found.map_or(BigUint::ZERO, big)
    }

    /// The total number of solutions.
    pub fn total(&self) -> BigUint {
        self.rows.iter().map(|(_, count)| big(count)).sum()
    }

    /// The memory of the tally, in bytes. Each choice takes 8 bytes for every 64 bits of its key, and usually 8
    /// bytes for its count.
    pub fn bytes(&self) -> usize {
        self.rows.bytes()
    }
}

/// The layout of a key, which is a choice in binary form: where the key says how often each item is covered. If
/// keys are compared from the first word on, they are in the lexicographic order of choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyLayout {
    pub(crate) items: Vec<ItemId>,
    places: Vec<KeyPlace>,
    /// Each item with its index in `items`, sorted by item.
    place_of: Vec<(ItemId, usize)>,
    pub(crate) words: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KeyPlace {
    word: usize,
    shift: u32,
    bits: u32,
}

impl KeyLayout {
    /// The layout of keys that have enough bits for the upper bound of each item.
    pub(crate) fn new(problem: &Problem, items: &[ItemId]) -> Self {
        let mut options = vec![0_u32; problem.item_count()];
        for option in problem.options() {
            for item in problem.option_items(option) {
                options[item.index()] = options[item.index()].saturating_add(1);
            }
        }
        let (mut word, mut used) = (0, 0);
        let place = |item: &ItemId| {
            let most = match problem.bounds(*item) {
                Some(bounds) => *bounds.end(),
                None if problem.is_coloured(*item) => u32::MAX,
                None => 1,
            };
            let bits = u32::BITS - most.min(options[item.index()]).leading_zeros();
            if used + bits > u64::BITS {
                (word, used) = (word + 1, 0);
            }
            used += bits;
            KeyPlace {
                word,
                shift: u64::BITS - used,
                bits,
            }
        };
        let places = items.iter().map(place).collect();
        let mut place_of: Vec<(ItemId, usize)> = items.iter().copied().zip(0..).collect();
        place_of.compact_sort();
        Self {
            items: items.to_vec(),
            places,
            place_of,
            words: word + 1,
        }
    }

    /// The key of the choice in which no item is covered.
    pub(crate) fn zero(&self) -> Vec<u64> {
        vec![0; self.words]
    }

    /// Adds `times` to the number in `key` of the item `items[place]`.
    #[inline]
    pub(crate) fn cover(&self, key: &mut [u64], place: usize, times: u64) {
        let KeyPlace { word, shift, bits } = self.places[place];
        if bits > 0 {
            key[word] += times << shift;
        }
    }

    /// The key of a single option. The keys of the options of a solution add up to the key of its choice.
    pub(crate) fn of_option(&self, problem: &Problem, option: OptionId) -> Vec<u64> {
        let mut key = self.zero();
        for item in problem.option_items(option) {
            let first = self.place_of.partition_point(|(other, _)| other < item);
            let same = self.place_of[first..].iter();
            for &(_, place) in same.take_while(|(other, _)| other == item) {
                self.cover(&mut key, place, 1);
            }
        }
        key
    }

    /// The key of a choice. `None` if a number does not fit into its bits; then the choice has no solution.
    pub(crate) fn key(&self, times: &[u32]) -> Option<Vec<u64>> {
        let mut key = self.zero();
        for (place, &times) in times.iter().enumerate() {
            if u32::BITS - times.leading_zeros() > self.places[place].bits {
                return None;
            }
            self.cover(&mut key, place, times.into());
        }
        Some(key)
    }

    /// The choice that belongs to a key: how often each item is covered.
    pub(crate) fn times(&self, key: &[u64]) -> Vec<u32> {
        let times = |place: &KeyPlace| {
            if place.bits == 0 {
                return 0;
            }
            let bits = key[place.word] >> place.shift & ((1 << place.bits) - 1);
            #[expect(clippy::cast_possible_truncation, reason = "at most 32 bits")]
            let times = bits as u32;
            times
        };
        self.places.iter().map(times).collect()
    }
}
