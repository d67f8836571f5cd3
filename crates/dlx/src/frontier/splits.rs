//! Finds options that others can replace, so that a list of choices needs only the coarsest ones.
//!
//! A choice says how often each of some *kept* items is covered. An option *splits* into others
//! that together cover what it covers, except for the kept items: two monominoes may lie where a
//! domino lies. Suppose that every option of a kept item splits into options of the same other
//! kept items. Then a cover of the item can be replaced by covers of these items, in every
//! solution. So the choices that have a solution follow from the coarsest of them.
//!
//! Of two states of a sweep that differ in such an exchange alone, only the coarser one is expanded (`StateMerge`):
//! it has all completions of the other. At the end, [`OptionSplit::add_all`] restores the choices that were left out.
//!
//! Invariants: the space on the board bounds the covers of the whole, and no lower bound holds for the parts.
//! Otherwise a completion of the finer state might not complete the coarser one. Any subset of the splits is valid;
//! only splits into two options, and into one option and single items, are found.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::error::FrontierError;
use super::preparation::Preparation;
use crate::problem::ItemId;
use crate::problem::residual::Residual;
use crate::tally::{KeyLayout, TallyRuns};

/// The maximum number of entries of options that are read in search of splits.
const MOST_READ: usize = 1 << 26;

/// The approximate memory of a choice in a set, in bytes, in addition to its key.
const LISTED: u64 = 64;

/// Kept items, and how often each is covered; sorted.
type Parts = Vec<(ItemId, u32)>;

/// An exchange: one cover of `whole` for covers of `parts`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionSplit {
    pub(super) whole: ItemId,
    pub(super) parts: Parts,
}

/// An option that covers one kept item, and other items.
struct KeptOption {
    kept: ItemId,
    /// The other items, sorted; at least one.
    others: Vec<ItemId>,
}

impl OptionSplit {
    /// The splits of the kept items.
    ///
    /// # Errors
    ///
    /// [`FrontierError::Interrupted`].
    pub(super) fn find(
        residual: &Residual,
        kept: &[ItemId],
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Vec<Self>, FrontierError> {
        let kept: BTreeSet<ItemId> = kept.iter().copied().collect();
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

    /// Adds the choices that follow from those in `runs` by splits, within the bounds of `residual`. `base` is the key
    /// of what the givens cover.
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

    /// By position in a key: the item, and how many covers of it a split adds.
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

/// The options in which splits are looked for.
struct SplitSearch<'s> {
    residual: &'s Residual<'s>,
    kept: &'s BTreeSet<ItemId>,
    options: &'s [KeptOption],
    /// By the other items of an option: the kept items of the options whose other items are
    /// exactly these.
    by_others: HashMap<&'s [ItemId], Vec<ItemId>>,
    /// By item: the options of which it is the first.
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

    /// Whether the board has no space for more covers of an item than its bound allows.
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

    /// The parts into which every option of `whole` splits. `None` after reading `left` entries.
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

    /// The parts into which an option splits.
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

    /// The kept items with an option for each of these items alone.
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

/// The parts in order, equal items together.
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
mod tests {
    use std::collections::BTreeMap;
    use std::num::NonZeroUsize;
    use std::ops::ControlFlow::Continue;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::frontier::Frontier;
    use crate::frontier::random::prepare;
    use crate::links::Links;
    use crate::problem::{OptionId, Problem};
    use crate::tally::ChoiceList;

    /// A board of `width` × `height` cells to be filled with rectangles, each with bounds. Options
    /// whose index `keep` rejects are left out.
    fn rectangles(
        (width, height): (usize, usize),
        sides: &[((usize, usize), (u32, u32))],
        keep: impl Fn(usize) -> bool,
    ) -> (Problem, Vec<ItemId>) {
        let mut problem = Problem::new();
        let cells = (0..width * height).map(|at| problem.add_primary(format!("c{at}")));
        let cells: Vec<ItemId> = cells.collect::<Result<_, _>>().unwrap();
        let kept = sides
            .iter()
            .map(|&((a, b), (least, most))| problem.add_bounded(format!("{a}x{b}"), least..=most));
        let kept: Vec<ItemId> = kept.collect::<Result<_, _>>().unwrap();
        let mut number = 0..;
        for (&((a, b), _), &item) in sides.iter().zip(&kept) {
            let shapes: BTreeSet<(usize, usize)> = [(a, b), (b, a)].into();
            for (w, h) in shapes {
                for x in 0..(width + 1).saturating_sub(w) {
                    for y in 0..(height + 1).saturating_sub(h) {
                        if !keep(number.next().unwrap()) {
                            continue;
                        }
                        let covered =
                            (0..h).flat_map(|j| (0..w).map(move |i| (y + j) * width + x + i));
                        let items = covered.map(|at| cells[at]).chain([item]);
                        problem.add_option(&items.collect::<Vec<_>>()).unwrap();
                    }
                }
            }
        }
        (problem, kept)
    }

    fn all_sides(n: usize) -> Vec<((usize, usize), (u32, u32))> {
        let sides = (1..=n).flat_map(|a| (a..=n).map(move |b| (a, b)));
        let most = |(a, b): (usize, usize)| u32::try_from(n * n / (a * b)).unwrap();
        sides.map(|side| (side, (0, most(side)))).collect()
    }

    fn read(mut choices: ChoiceList) -> Vec<Vec<u32>> {
        std::iter::from_fn(|| choices.next().unwrap()).collect()
    }

    /// The number of solutions for each list of coverage counts of the items.
    fn expected(
        problem: &Problem,
        kept: &[ItemId],
        givens: &[OptionId],
    ) -> BTreeMap<Vec<u32>, u64> {
        let mut found: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
        Links::new(problem)
            .given(givens)
            .unwrap()
            .run(&mut |solution: &[OptionId]| {
                let times = kept.iter().map(|item| {
                    let covers = |option: &&OptionId| problem.option_items(**option).contains(item);
                    u32::try_from(solution.iter().filter(covers).count()).unwrap()
                });
                *found.entry(times.collect()).or_default() += 1;
                Continue(())
            });
        found
    }

    /// Compares with OEIS A360629: 21 sets of rectangles tile 3 × 3, 192 tile 4 × 4, and 2,035
    /// tile 5 × 5.
    #[test]
    fn sets_of_rectangles_that_tile_a_square() {
        for (n, sets) in [(1, 1), (2, 4), (3, 21), (4, 192), (5, 2035)] {
            let (problem, kept) = rectangles((n, n), &all_sides(n), |_| true);
            let mut states = Vec::new();
            for (threads, memory) in [(1, u64::MAX), (2, u64::MAX), (1, 1 << 20)] {
                let threads = NonZeroUsize::new(threads).unwrap();
                let frontier = Frontier::new(&problem).threads(threads).memory(memory);
                let (choices, report) = frontier
                    .choices(&kept, None, &mut |_| Continue(()))
                    .unwrap();
                assert!(report.complete);
                assert_eq!(read(choices).len(), sets, "{n}");
                states.push(report.states);
            }
            assert_eq!(states[0], states[1]);
            if n == 5 {
                let counted = Frontier::new(&problem).count_by(&kept, &mut |_| Continue(()));
                assert!(states[0] * 5 < counted.unwrap().1.states, "{states:?}");
            }
        }
    }

    #[test]
    fn splits_of_rectangles() {
        let (problem, kept) = rectangles((3, 3), &all_sides(3), |_| true);
        let residual = Residual::new(&problem, &[], |_| true);
        let splits = prepare(|preparation| Split::find(&residual, &kept, preparation)).unwrap();
        let name = |item: ItemId| problem.item_name(item);
        let words = splits.iter().map(|split| {
            let parts = split
                .parts
                .iter()
                .map(|&(item, times)| format!("{times}*{}", name(item)));
            format!(
                "{}={}",
                name(split.whole),
                parts.collect::<Vec<_>>().join("+")
            )
        });
        let expected = "1x2=2*1x1 1x3=1*1x1+1*1x2 1x3=3*1x1 2x2=2*1x1+1*1x2 2x2=4*1x1 2x2=2*1x2 \
                        2x3=3*1x1+1*1x3 2x3=4*1x1+1*1x2 2x3=2*1x1+1*2x2 2x3=6*1x1 2x3=1*1x2+1*2x2 2x3=2*1x3 \
                        3x3=3*1x1+1*2x3 3x3=5*1x1+1*2x2 3x3=6*1x1+1*1x3 3x3=7*1x1+1*1x2 3x3=9*1x1 3x3=1*1x3+1*2x3";
        let sorted = |words: Vec<String>| words.into_iter().collect::<BTreeSet<_>>();
        assert_eq!(
            sorted(words.collect()),
            sorted(expected.split_whitespace().map(str::to_owned).collect()),
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        /// Compares the choices with those of all solutions. Bounds, omitted options and givens
        /// are random, and the memory may be so small that the work is cut.
        #[test]
        fn choices_are_those_of_all_solutions(
            board in (1_usize..5, 1_usize..4),
            sides in vec(((1_usize..4, 1_usize..4), (0_u32..2, 0_u32..14)), 1..7),
            dropped in vec(0_usize..60, 0..3),
            givens in 0_usize..2,
            memory in prop_oneof![Just(u64::MAX), 20_000..60_000_u64],
        ) {
            let bounds = |(least, more): (u32, u32)| (if more % 3 == 0 { least } else { 0 }, more.max(1));
            let mut sides: Vec<_> = sides.into_iter()
                .map(|((a, b), range)| ((a.min(b), a.max(b)), bounds(range)))
                .collect();
            sides.sort_unstable();
            sides.dedup_by_key(|side| side.0);
            let (problem, kept) = rectangles(board, &sides, |at| !dropped.contains(&at));
            let givens: Vec<OptionId> = problem.options().take(givens).collect();
            let Ok(frontier) = Frontier::new(&problem).given(&givens) else { return Ok(()) };
            let Ok((choices, report)) = frontier.memory(memory).choices(&kept, None, &mut |_| Continue(())) else {
                prop_assert!(memory < u64::MAX, "only memory can be short");
                return Ok(());
            };
            prop_assert!(report.complete);
            let expected: Vec<Vec<u32>> = expected(&problem, &kept, &givens).into_keys().collect();
            prop_assert_eq!(read(choices), expected);
        }
    }
}
