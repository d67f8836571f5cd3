//! Exact cover problems: named items, and options that are sets of items.
//!
//! Primary items come first, then the secondary ones. The heuristics break ties by the order of the
//! items, so this order affects the work but not the solutions.
//!
//! Invariants: names are distinct and can be written in Knuth's text format (no white space, `|` or
//! `:`). Every option has distinct items, at least one of them primary. Only secondary items have
//! colours. All entries, with the headers and spacers that an engine adds, can be counted in `u32`.
//!
//! Source: Knuth, TAOCP 4B, section 7.2.2.1; "Dancing Links" (2000) for primary and secondary.

mod check;
mod colour;
mod coloured;
mod cost;
mod derive;
mod error;
mod fingerprint;
mod id;
mod preprocess;
pub(crate) mod redundant;
pub(crate) mod residual;

use std::collections::{BTreeSet, HashMap};
use std::ops::{Range, RangeInclusive};

use colour::Colours;

pub use check::CoverError;
pub use colour::{Colour, Entry};
pub use derive::{Derivation, Derived};
pub use error::ProblemError;
pub use fingerprint::Fingerprint;
pub use id::{ItemId, OptionId};
pub use preprocess::Preprocessing;

/// The maximum number of items, options and entries of a problem in total.
///
/// Engines index their nodes with `u32`. They have one node for each header, each entry and each
/// spacer between options, and two more at the ends.
const CAPACITY: usize = u32::MAX as usize - 2;

/// The largest size of an option whose items are compared pairwise to find repetitions. In larger options, a set
/// of items finds them.
const SHORT: usize = 16;

/// An exact cover problem.
///
/// ```
/// use tilewright_dlx::Problem;
///
/// let mut problem = Problem::new();
/// let row = problem.add_primary("row")?;
/// let pawn = problem.add_bounded("pawn", 0..=2)?;
/// let diagonal = problem.add_secondary("diagonal")?;
/// let option = problem.add_option(&[row, pawn, diagonal])?;
///
/// assert_eq!(problem.option_items(option), [row, pawn, diagonal]);
/// assert_eq!(problem.bounds(pawn), Some(0..=2));
/// assert!(problem.check(&[option]).is_ok());
/// # Ok::<(), tilewright_dlx::ProblemError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Problem {
    names: Vec<String>,
    by_name: HashMap<String, ItemId>,
    /// For each primary item, its bounds. All later items are secondary and have no bounds.
    bounds: Vec<(u32, u32)>,
    /// The items of all options, one option after the other.
    entries: Vec<ItemId>,
    /// For each option, where its items end in `entries`; those of the next option begin there.
    ends: Vec<usize>,
    /// The colours of the problem, and of all entries.
    colours: Colours,
    /// For each option, its cost. The list ends at the last nonzero cost.
    costs: Vec<u32>,
}

impl Problem {
    /// A problem with no items and no options. Its only solution is the empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a primary item: every solution covers it exactly once.
    ///
    /// # Errors
    ///
    /// The name is empty, taken, or has white space, `|` or `:`; the problem already has a secondary item; or the
    /// problem is full.
    pub fn add_primary(&mut self, name: impl Into<String>) -> Result<ItemId, ProblemError> {
        self.add_bounded(name, 1..=1)
    }

    /// Adds a primary item. Every solution covers it at least `bounds.start()` and at most
    /// `bounds.end()` times.
    ///
    /// # Errors
    ///
    /// Those of [`add_primary`](Self::add_primary); or the bounds contain no number above zero.
    pub fn add_bounded(
        &mut self,
        name: impl Into<String>,
        bounds: RangeInclusive<u32>,
    ) -> Result<ItemId, ProblemError> {
        let name = name.into();
        let (least, most) = bounds.into_inner();
        if least > most || most == 0 {
            return Err(ProblemError::Bounds { name, least, most });
        }
        if self.secondary_count() > 0 {
            return Err(ProblemError::PrimaryAfterSecondary { name });
        }
        let id = self.add_item(name)?;
        self.bounds.push((least, most));
        Ok(id)
    }

    /// Adds a secondary item. A solution may cover it at most once; or any number of times, if all options that
    /// cover it give it the same [colour](Colour).
    ///
    /// # Errors
    ///
    /// The name is empty, taken, or has white space, `|` or `:`; or the problem is full.
    pub fn add_secondary(&mut self, name: impl Into<String>) -> Result<ItemId, ProblemError> {
        self.add_item(name.into())
    }

    fn add_item(&mut self, name: String) -> Result<ItemId, ProblemError> {
        if name.is_empty() {
            return Err(ProblemError::EmptyName);
        }
        if let Some(character) = name
            .chars()
            .find(|&c| c.is_whitespace() || c == '|' || c == ':')
        {
            return Err(ProblemError::BadName { name, character });
        }
        if self.by_name.contains_key(&name) {
            return Err(ProblemError::DuplicateName { name });
        }
        self.check_room(1)?;
        let id = ItemId::new(self.names.len()).ok_or(ProblemError::Full { limit: CAPACITY })?;
        self.by_name.insert(name.clone(), id);
        self.names.push(name);
        Ok(id)
    }

    /// Adds an option that covers `items`, in the given order.
    ///
    /// # Errors
    ///
    /// `items` is empty, contains an item that is not in this problem, contains an item twice, or
    /// has no primary item; or the problem is full. Options with only secondary items are refused
    /// because no search for covers of the primary items would choose them. To allow them, make one
    /// of their items primary with bounds `0..=1`.
    pub fn add_option(&mut self, items: &[ItemId]) -> Result<OptionId, ProblemError> {
        self.check_option(items)?;
        let id = self.next_option()?;
        self.entries.extend_from_slice(items);
        self.colours.append_plain(items.len());
        self.ends.push(self.entries.len());
        Ok(id)
    }

    /// Checks that an option with these items could be added.
    fn check_option(&self, items: &[ItemId]) -> Result<(), ProblemError> {
        let option = self.option_count() + 1;
        if items.is_empty() {
            return Err(ProblemError::EmptyOption { option });
        }
        let mut seen = BTreeSet::new();
        let is_short = items.len() <= SHORT;
        for (at, &item) in items.iter().enumerate() {
            if item.index() >= self.item_count() {
                return Err(ProblemError::UnknownItem {
                    option,
                    index: item.index(),
                });
            }
            let is_new = if is_short {
                !items[..at].contains(&item)
            } else {
                seen.insert(item)
            };
            if !is_new {
                let name = self.item_name(item).to_owned();
                return Err(ProblemError::RepeatedItem { option, name });
            }
        }
        if !items.iter().any(|&item| self.is_primary(item)) {
            return Err(ProblemError::NoPrimaryItem { option });
        }
        self.check_room(items.len() + 1)
    }

    fn next_option(&self) -> Result<OptionId, ProblemError> {
        OptionId::new(self.option_count()).ok_or(ProblemError::Full { limit: CAPACITY })
    }

    fn check_room(&self, more: usize) -> Result<(), ProblemError> {
        let used = self.item_count() + self.option_count() + self.entry_count();
        if more > CAPACITY.saturating_sub(used) {
            return Err(ProblemError::Full { limit: CAPACITY });
        }
        Ok(())
    }

    /// The item with this name; `None` if there is none.
    pub fn item(&self, name: &str) -> Option<ItemId> {
        self.by_name.get(name).copied()
    }

    /// The name of an item; empty if the item is not in this problem.
    pub fn item_name(&self, item: ItemId) -> &str {
        self.names.get(item.index()).map_or("", String::as_str)
    }

    /// The minimum and maximum number of times that a solution covers a primary item; `None` if the item is
    /// secondary or not in this problem.
    pub fn bounds(&self, item: ItemId) -> Option<RangeInclusive<u32>> {
        self.bounds
            .get(item.index())
            .map(|&(least, most)| least..=most)
    }

    /// Whether an item is primary, bounded or not.
    pub fn is_primary(&self, item: ItemId) -> bool {
        item.index() < self.bounds.len()
    }

    /// Whether any primary item may be covered a number of times other than exactly once.
    pub fn has_bounded(&self) -> bool {
        self.bounds.iter().any(|&bounds| bounds != (1, 1))
    }

    /// The option at an index in the order of addition, from zero.
    pub fn option(&self, index: usize) -> Option<OptionId> {
        (index < self.option_count())
            .then(|| OptionId::new(index))
            .flatten()
    }

    /// The items of an option in the given order; empty if the option is not in this problem.
    pub fn option_items(&self, option: OptionId) -> &[ItemId] {
        &self.entries[self.entry_range(option)]
    }

    /// The range in `entries` of the items of an option; empty if the option is not in this problem.
    fn entry_range(&self, option: OptionId) -> Range<usize> {
        let at = option.index();
        let Some(&end) = self.ends.get(at) else {
            return 0..0;
        };
        at.checked_sub(1).map_or(0, |before| self.ends[before])..end
    }

    /// All items, primary ones first.
    pub fn items(&self) -> impl ExactSizeIterator<Item = ItemId> + DoubleEndedIterator + use<> {
        ItemId::first(self.item_count())
    }

    /// All options, in the order of addition.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + DoubleEndedIterator + use<> {
        OptionId::first(self.option_count())
    }

    /// The number of primary items, including bounded ones.
    pub fn primary_count(&self) -> usize {
        self.bounds.len()
    }

    /// The number of secondary items; they come after the primary ones.
    pub fn secondary_count(&self) -> usize {
        self.names.len() - self.bounds.len()
    }

    /// The number of items, primary and secondary.
    pub fn item_count(&self) -> usize {
        self.names.len()
    }

    /// The number of options. Every option index is smaller than this number.
    pub fn option_count(&self) -> usize {
        self.ends.len()
    }

    /// The number of entries: the sum of the sizes of all options.
    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_and_options_are_read_back() {
        let mut problem = Problem::new();
        let a = problem.add_primary("a").unwrap();
        let b = problem.add_bounded("b", 2..=3).unwrap();
        let c = problem.add_secondary("c").unwrap();
        let first = problem.add_option(&[c, a]).unwrap();
        let second = problem.add_option(&[b]).unwrap();
        assert_eq!(problem.item("b"), Some(b));
        assert_eq!(problem.item("d"), None);
        assert_eq!(problem.option_items(first), [c, a]);
        assert_eq!(problem.option_items(second), [b]);
        assert_eq!(problem.bounds(a), Some(1..=1));
        assert_eq!(problem.bounds(c), None);
        assert!(problem.has_bounded());
        assert_eq!(problem.items().collect::<Vec<_>>(), [a, b, c]);
        assert_eq!(problem.options().rev().collect::<Vec<_>>(), [second, first]);
        assert_eq!((problem.primary_count(), problem.secondary_count()), (2, 1));
        assert_eq!((problem.option_count(), problem.entry_count()), (2, 3));
        assert_eq!(problem.option(1), Some(second));
        assert_eq!(problem.option(2), None);
    }

    #[test]
    fn ids_of_another_problem_read_as_nothing() {
        let mut other = Problem::new();
        let item = other.add_primary("a").unwrap();
        let option = other.add_option(&[item]).unwrap();
        let empty = Problem::new();
        assert_eq!(empty.item_name(item), "");
        assert_eq!(empty.bounds(item), None);
        assert!(empty.option_items(option).is_empty());
    }

    #[test]
    fn misuse_of_names_and_bounds_is_refused() {
        let mut problem = Problem::new();
        assert_eq!(problem.add_primary(""), Err(ProblemError::EmptyName));
        for bad in ["a b", "a\u{2003}b", "a|", ":a", "a\n"] {
            let error = problem.add_primary(bad).unwrap_err();
            assert!(
                matches!(error, ProblemError::BadName { .. }),
                "{bad:?}: {error}"
            );
        }
        #[expect(clippy::reversed_empty_ranges, reason = "the misuse under test")]
        for bounds in [2..=1, 0..=0] {
            let error = problem.add_bounded("a", bounds).unwrap_err();
            assert!(matches!(error, ProblemError::Bounds { .. }), "{error}");
        }
        problem.add_primary("a").unwrap();
        let error = problem.add_secondary("a").unwrap_err();
        assert_eq!(error, ProblemError::DuplicateName { name: "a".into() });
        problem.add_secondary("s").unwrap();
        let error = problem.add_primary("b").unwrap_err();
        assert_eq!(
            error,
            ProblemError::PrimaryAfterSecondary { name: "b".into() }
        );
        assert_eq!(problem.item_count(), 2, "a refused item leaves no trace");
    }

    #[test]
    fn misuse_of_options_is_refused() {
        let mut problem = Problem::new();
        let a = problem.add_primary("a").unwrap();
        let s = problem.add_secondary("s").unwrap();
        let mut larger = problem.clone();
        let t = larger.add_secondary("t").unwrap();
        assert_eq!(
            problem.add_option(&[]),
            Err(ProblemError::EmptyOption { option: 1 })
        );
        assert_eq!(
            problem.add_option(&[a, t]),
            Err(ProblemError::UnknownItem {
                option: 1,
                index: 2
            })
        );
        assert_eq!(
            problem.add_option(&[a, s, a]),
            Err(ProblemError::RepeatedItem {
                option: 1,
                name: "a".into()
            })
        );
        assert_eq!(
            problem.add_option(&[s]),
            Err(ProblemError::NoPrimaryItem { option: 1 })
        );
        assert_eq!(problem.entry_count(), 0, "a refused option leaves no trace");
    }

    /// Checks that `add_option` and `add_coloured_option` store an option without colours alike, before and after
    /// an option with a colour.
    #[test]
    fn plain_options_are_added_by_either_method() {
        let problem = |by_entries: bool| {
            let mut problem = Problem::new();
            let a = problem.add_primary("a").unwrap();
            let s = problem.add_secondary("s").unwrap();
            let red = problem.add_colour("red").unwrap();
            for colour in [None, Some(red), None] {
                let added = match colour {
                    None if !by_entries => problem.add_option(&[a, s]),
                    None => problem.add_coloured_option(&[a.into(), s.into()]),
                    Some(red) => problem.add_coloured_option(&[a.into(), Entry::coloured(s, red)]),
                };
                added.unwrap();
            }
            problem
        };
        let (one, other) = (problem(false), problem(true));
        assert_eq!(one, other);
        assert_eq!(one.fingerprint(), other.fingerprint());
    }

    /// Checks that the capacity limits a sum: 66,000 items and 66,000 options fit, although the
    /// product of these numbers exceeds it.
    #[test]
    fn many_items_leave_room_for_many_options() {
        let mut problem = Problem::new();
        let items: Vec<ItemId> = (0..66_000)
            .map(|at| problem.add_primary(format!("{at}")).unwrap())
            .collect();
        for &item in &items {
            problem.add_option(&[item]).unwrap();
        }
        assert_eq!(problem.option_count(), 66_000);
    }
}
