//! Finds options that several smaller options can replace. A list of choices then needs to sweep only the coarsest
//! choices.
//!
//! A choice says how often each of some *kept* items is covered. An option *splits* into others if they cover the
//! same items together, kept items aside: two monominoes can replace a domino. Suppose that every option of a kept
//! item splits into options of the same other kept items. Then in every solution, a cover of that item can be
//! replaced by covers of the others. So all choices that have a solution follow from the coarsest ones.
//!
//! Of two states of a sweep that differ in such an exchange alone, only the coarser one is expanded (`StateMerge`):
//! it has all completions of the other. At the end, [`OptionSplit::add_all`] restores the choices that were left out.
//!
//! Invariants: the upper bound of the item that splits is implied by the space on the board, and the items that it
//! splits into have no lower bound. Otherwise a completion of the finer state might not complete the coarser one.
//! Any subset of the splits is valid; only splits into two options, and into one option and single items, are
//! found.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::error::FrontierError;
use super::preparation::Preparation;
use crate::compact::set_of;
use crate::problem::ItemId;
use crate::problem::residual::Residual;
use crate::tally::{KeyLayout, TallyRuns};

/// The maximum number of matrix entries that are read in search of splits.
const MOST_READ: usize = 1 << 26;

/// The approximate size of a choice in a hash set, in bytes, in addition to its key.
const LISTED: u64 = 64;

/// Kept items, and how often each is covered; sorted by item.
type Parts = Vec<(ItemId, u32)>;

/// An exchange that is possible in every solution: the covers of `parts` replace one cover of `whole`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionSplit {
    pub(super) whole: ItemId,
    pub(super) parts: Parts,
}

/// An option that covers one kept item and at least one other item.
struct KeptOption {
    kept: ItemId,
    /// The items that are not kept, sorted; at least one.
    others: Vec<ItemId>,
}

impl OptionSplit {
    /// Finds the splits of the kept items.
    ///
    /// # Errors
    ///
    /// [`FrontierError::Interrupted`].
    pub(super) fn find(
        residual: &Residual,
        kept: &[ItemId],
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Vec<Self>, FrontierError> {
        let kept = set_of(kept.iter().copied());
        let mut options = Vec::new();
        let mut odd: BTreeSet<ItemId> = BTreeSet::new();
        for &option in &residual.options {
            let items = residual.problem.option_items(option);
            preparation.advance(items.len())?;
            let (own, mut others): (Vec<_>, Vec<_>) =
                items.iter().copied().partition(|item| kept.contains(item));
            let is_coloured = others.iter().any(|item| residual.is_coloured(*item));
            match own[..] {
                [kept] if !others.is_empty() && !is_coloured => {
                    others.sort_unstable();
                    options.push(KeptOption { kept, others });
                }
                _ => odd.extend(own),
            }
        }
        let search = SplitSearch::new(residual, &kept, &options, preparation)?;
        let mut splits = Vec::new();
        let mut left = MOST_READ;
        for &whole in kept.difference(&odd) {
            if !search.is_bounded_by_space(whole) {
                continue;
            }
            let Some(found) = search.splits(whole, &mut left, preparation)? else {
                break;
            };
            splits.extend(found.into_iter().map(|parts| Self { whole, parts }));
        }
        Ok(splits)
    }

    /// Adds to `all` the choices in `runs` and those that follow from them by splits, within the bounds of
    /// `residual`. `base` is the key of how often the givens cover each item.
    ///
    /// # Errors
    ///
    /// [`FrontierError::Interrupted`]; the choices outgrow `memory` bytes; or `runs` cannot be read.
    pub(super) fn add_all(
        splits: &[Self],
        (layout, base): (&KeyLayout, &[u64]),
        (runs, mut all): (TallyRuns, TallyRuns),
        residual: &Residual,
        memory: u64,
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<TallyRuns, FrontierError> {
        let mut known: HashSet<Box<[u64]>> = HashSet::new();
        let mut open: Vec<Box<[u64]>> = Vec::new();
        let mut merge = runs.merge(memory)?;
        let (mut key, mut count) = (Vec::new(), Vec::new());
        while merge.next(&mut key, &mut count)? {
            known.insert(key.as_slice().into());
            open.push(key.as_slice().into());
        }
        drop(merge);
        let most = memory / (LISTED + 8 * base.len() as u64);
        let given = layout.times(base);
        let exchanges: Vec<_> = splits.iter().map(|split| split.changes(layout)).collect();
        while let Some(key) = open.pop() {
            preparation.advance(splits.len())?;
            let times = layout.times(&key);
            for changes in &exchanges {
                let allowed = changes.iter().all(|&(place, item, change)| {
                    let times = i64::from(times[place]) - i64::from(given[place]);
                    let (least, most) = (residual.least(item), residual.most(item));
                    (i64::from(least)..=i64::from(most)).contains(&(times + i64::from(change)))
                });
                if !allowed {
                    continue;
                }
                let mut finer = times.clone();
                for &(place, _, change) in changes {
                    finer[place] = finer[place].saturating_add_signed(change);
                }
                let Some(finer) = layout.key(&finer) else {
                    continue;
                };
                if known.insert(finer.as_slice().into()) {
                    open.push(finer.into());
                }
            }
            if known.len() as u64 > most {
                return Err(FrontierError::ChoicesOutgrown { budget: memory });
            }
        }
        for key in known {
            all.push(&key, &[1])?;
        }
        Ok(all)
    }

    /// What a split changes in a key: for each position, its item and the number of covers added or removed.
    fn changes(&self, layout: &KeyLayout) -> Vec<(usize, ItemId, i32)> {
        let parts = self.parts.iter();
        let parts = parts.map(|&(item, times)| (item, i32::try_from(times).unwrap_or(i32::MAX)));
        let of_item = |(item, change): (ItemId, i32)| {
            let places = layout.items.iter().enumerate();
            let places = places.filter(move |(_, other)| **other == item);
            places.map(move |(place, _)| (place, item, change))
        };
        parts.chain([(self.whole, -1)]).flat_map(of_item).collect()
    }
}

/// A search for splits among the options that cover a kept item, with look-up tables of these options.
struct SplitSearch<'s> {
    residual: &'s Residual<'s>,
    kept: &'s BTreeSet<ItemId>,
    options: &'s [KeptOption],
    /// Maps a set of items that are not kept to the kept items of the options that cover exactly this set.
    by_others: HashMap<&'s [ItemId], Vec<ItemId>>,
    /// For each item that is not a kept one: the indices of the options in whose list of such items it comes
    /// first.
    by_first: HashMap<ItemId, Vec<usize>>,
}

impl<'s> SplitSearch<'s> {
    fn new(
        residual: &'s Residual<'s>,
        kept: &'s BTreeSet<ItemId>,
        options: &'s [KeptOption],
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Self, FrontierError> {
        let mut by_others: HashMap<&[ItemId], Vec<ItemId>> = HashMap::new();
        let mut by_first: HashMap<ItemId, Vec<usize>> = HashMap::new();
        for (at, option) in options.iter().enumerate() {
            preparation.advance(option.others.len())?;
            by_first.entry(option.others[0]).or_default().push(at);
            if residual.least(option.kept) > 0 {
                continue;
            }
            let same = by_others.entry(&option.others).or_default();
            if !same.contains(&option.kept) {
                same.push(option.kept);
            }
        }
        Ok(Self {
            residual,
            kept,
            options,
            by_others,
            by_first,
        })
    }

    /// Whether the upper bound of an item is implied by the space on the board: more of its options do not fit
    /// there.
    fn is_bounded_by_space(&self, item: ItemId) -> bool {
        let residual = self.residual;
        let is_unit = |other: &ItemId| residual.most(*other) == 1 && !self.kept.contains(other);
        let space = residual.problem.items().filter(is_unit).count();
        let own = self.options.iter().filter(|option| option.kept == item);
        let sizes = own.map(|option| {
            option
                .others
                .iter()
                .copied()
                .filter(|item| is_unit(item))
                .count()
        });
        match sizes.min() {
            Some(size @ 1..) => (space / size) as u64 <= u64::from(residual.most(item)),
            _ => false,
        }
    }

    /// The lists of parts into which every option of `whole` splits. Subtracts the number of matrix entries read
    /// from `left`; `None` if `left` becomes 0.
    fn splits(
        &self,
        whole: ItemId,
        left: &mut usize,
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Option<BTreeSet<Parts>>, FrontierError> {
        let mut all: Option<BTreeSet<Parts>> = None;
        for option in self.options.iter().filter(|option| option.kept == whole) {
            let before = *left;
            let mut found = self.splits_of(option, left);
            preparation.advance(before - *left)?;
            if *left == 0 {
                return Ok(None);
            }
            if let Some(all) = &all {
                found.retain(|parts| all.contains(parts));
            }
            if found.is_empty() {
                return Ok(Some(found));
            }
            all = Some(found);
        }
        Ok(Some(all.unwrap_or_default()))
    }

    /// The lists of parts into which an option splits.
    fn splits_of(&self, option: &KeptOption, left: &mut usize) -> BTreeSet<Parts> {
        let mut found = BTreeSet::new();
        let first = self.by_first.get(&option.others[0]).into_iter().flatten();
        for part in first.map(|&at| &self.options[at]) {
            *left = left.saturating_sub(option.others.len());
            if part.others.len() >= option.others.len() || self.residual.least(part.kept) > 0 {
                continue;
            }
            let rest = difference(&option.others, &part.others);
            if rest.len() + part.others.len() != option.others.len() {
                continue;
            }
            let one = self.by_others.get(&rest[..]).into_iter().flatten();
            found.extend(one.map(|&other| sorted([(part.kept, 1), (other, 1)])));
            let times = u32::try_from(rest.len()).unwrap_or(u32::MAX);
            found.extend(
                self.singles(&rest)
                    .map(|other| sorted([(part.kept, 1), (other, times)])),
            );
        }
        found
    }

    /// The kept items that have a separate option for each of `items`: an option that covers the kept item and,
    /// apart from it, only that item.
    fn singles(&self, items: &[ItemId]) -> impl Iterator<Item = ItemId> {
        let of = |item: &ItemId| self.by_others.get(std::slice::from_ref(item));
        let first = items.first().and_then(of).into_iter().flatten();
        first.copied().filter(move |kept| {
            let mut items = items.iter();
            items.all(|item| of(item).is_some_and(|kept_of| kept_of.contains(kept)))
        })
    }
}

/// The items of `all` that are not in `part`; both are sorted.
fn difference(all: &[ItemId], part: &[ItemId]) -> Vec<ItemId> {
    let mut part = part.iter().copied().peekable();
    let mut rest = Vec::with_capacity(all.len());
    for &item in all {
        while part.next_if(|&other| other < item).is_some() {}
        if part.next_if_eq(&item).is_none() {
            rest.push(item);
        }
    }
    rest
}

/// The two parts, sorted by item. If both have the same item, they become one part with the sum of their numbers.
fn sorted([one, other]: [(ItemId, u32); 2]) -> Parts {
    if one.0 == other.0 {
        vec![(one.0, one.1 + other.1)]
    } else {
        let mut parts = vec![one, other];
        parts.sort_unstable();
        parts
    }
}

#[cfg(test)]
mod tests;
