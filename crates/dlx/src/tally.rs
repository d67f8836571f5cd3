//! How many solutions there are of each kind, where what tells kinds apart is how often some items are
//! covered.
//!
//! Where an item may be covered between two numbers of times, the solutions differ in how often it
//! is: in a puzzle whose pieces may be used or left out, in which pieces they use. A [`Tally`] has the
//! number of solutions for each such choice, exactly, and only of choices that have a solution. It is
//! made in one run over all choices together, by [`Solver::count_by`](crate::Solver::count_by): by a
//! search, which visits every solution, or by a sweep that keeps the chosen items open to its end, so
//! that its last states are the choices.

mod rows;
mod runs;
#[cfg(feature = "frontier")]
mod sorted;

use num_bigint::BigUint;

use crate::problem::{ItemId, OptionId, Problem};
use crate::spill::SpillError;
use crate::words::big;
use rows::Rows;
pub(crate) use runs::TallyRuns;
#[cfg(feature = "frontier")]
pub use sorted::SortedTally;

/// The number of solutions by how often some items are covered.
///
/// ```
/// use tilewright_dlx::{Solver, text};
///
/// // Two cells; a domino, and two monominoes, each of which may be used or not.
/// let problem = text::read("a b | domino first second\na b domino\na first\nb first\na second\nb second\n")?;
/// let pieces: Vec<_> = ["domino", "first", "second"]
///     .map(|name| problem.item(name).unwrap())
///     .to_vec();
/// let tally = Solver::new(&problem).count_by(&pieces)?.known().expect("nobody stops it");
/// let choices: Vec<_> = tally.iter().map(|(times, solutions)| (times, solutions.to_string())).collect();
/// assert_eq!(choices, [(vec![0, 1, 1], "2".into()), (vec![1, 0, 0], "1".into())]);
/// assert_eq!(tally.solutions(&[0, 1, 1]), 2_u32.into());
/// assert_eq!(tally.total(), 3_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    layout: KeyLayout,
    /// By key, in ascending order.
    rows: Rows,
}

impl Tally {
    /// The rows of all runs.
    pub(crate) fn new(layout: KeyLayout, runs: TallyRuns) -> Result<Self, SpillError> {
        let mut merge = runs.merge(u64::MAX)?;
        let (mut key, mut count, mut rows) = (Vec::new(), Vec::new(), Rows::default());
        while merge.next(&mut key, &mut count)? {
            rows.push_wide(&key, &count);
        }
        Ok(Self { layout, rows })
    }

    /// The items, in the order in which they were named.
    pub fn items(&self) -> &[ItemId] {
        &self.layout.items
    }

    /// The number of choices that have a solution.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no solution.
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }

    /// How often each of the [`items`](Self::items) is covered, and the number of solutions in which
    /// they are covered so often, one or more; in lexicographic order of the first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Vec<u32>, BigUint)> {
        (self.rows.iter()).map(|(key, count)| (self.layout.times(key), big(count)))
    }

    /// The number of solutions in which the items are covered so often.
    ///
    /// Cost: about the logarithm of the number of choices.
    ///
    /// # Panics
    ///
    /// There are more or fewer numbers than items.
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

    /// The number of all solutions.
    pub fn total(&self) -> BigUint {
        self.rows.iter().map(|(_, count)| big(count)).sum()
    }

    /// The bytes that it takes: 8 for each 64 bits of a choice, and as a rule 8 for its solutions.
    pub fn bytes(&self) -> usize {
        self.rows.bytes()
    }
}

/// Where each item's number stands in a key. Keys in ascending order, the first word first, are
/// choices in lexicographic order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyLayout {
    pub(crate) items: Vec<ItemId>,
    places: Vec<Place>,
    /// Each item and its place, sorted.
    place_of: Vec<(ItemId, usize)>,
    pub(crate) words: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    word: usize,
    shift: u32,
    bits: u32,
}

impl KeyLayout {
    /// Has room for as many times as each item may be covered.
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
            Place {
                word,
                shift: u64::BITS - used,
                bits,
            }
        };
        let places = items.iter().map(place).collect();
        let mut place_of: Vec<(ItemId, usize)> = items.iter().copied().zip(0..).collect();
        place_of.sort_unstable();
        Self {
            items: items.to_vec(),
            places,
            place_of,
            words: word + 1,
        }
    }

    /// The key of no item covered.
    pub(crate) fn zero(&self) -> Vec<u64> {
        vec![0; self.words]
    }

    /// Covers the item of a place so many times more.
    #[inline]
    pub(crate) fn cover(&self, key: &mut [u64], place: usize, times: u64) {
        let Place { word, shift, bits } = self.places[place];
        if bits > 0 {
            key[word] += times << shift;
        }
    }

    /// What an option adds to a key.
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

    /// The key of a choice; none if there is no room for it, so that it has no solution.
    fn key(&self, times: &[u32]) -> Option<Vec<u64>> {
        let mut key = self.zero();
        for (place, &times) in times.iter().enumerate() {
            if u32::BITS - times.leading_zeros() > self.places[place].bits {
                return None;
            }
            self.cover(&mut key, place, times.into());
        }
        Some(key)
    }

    /// The choice of a key.
    fn times(&self, key: &[u64]) -> Vec<u32> {
        let times = |place: &Place| {
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
