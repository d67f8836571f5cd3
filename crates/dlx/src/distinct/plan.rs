//! The restrictions: which cases to search, so that every orbit of solutions is visited.
//!
//! A case that is still being made has a set of options, closed under a group: its *family* is the
//! set of solutions that use none but these options. The proof in [`distinct`](crate::distinct)
//! says what a step may do; here is which step is done. An item's *score* is the share of the work
//! that is left when it is restricted, if its options are equally likely: the least score wins,
//! then the least product of the number of cases and the square of the number of options kept
//! (many cases are hard to tell a person, and a few more options cost little), then the first item.
//! On Scott's board this gives the paper's restriction of the X pentomino; of those tried (X, and
//! each of F I L N P Y) it takes the fewest updates, I half as many again, and P about twice.

use std::collections::{BTreeMap, BTreeSet};

use super::case::{SymmetryBreak, SymmetryCase};
use crate::problem::{ItemId, OptionId, Problem};
use crate::stop::Check;
use crate::symmetry::{Symmetries, SymmetryId};

/// A case ready to be searched.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The options of the family, by index.
    pub(super) keep: Vec<bool>,
    /// The group whose images must be compared at the leaves, in order.
    pub(super) group: Vec<SymmetryId>,
    /// A guess at this case's part of all the work; the parts sum to 1.
    pub(super) share: f64,
}

impl Plan {
    /// All solutions in one case.
    pub(super) fn whole(problem: &Problem, symmetries: &Symmetries) -> Self {
        Self {
            keep: vec![true; problem.option_count()],
            group: symmetries.ids().collect(),
            share: 1.0,
        }
    }
}

/// A case in the making.
#[derive(Clone)]
struct State {
    restrictions: Vec<SymmetryBreak>,
    keep: Vec<bool>,
    group: Vec<SymmetryId>,
    share: f64,
}

/// Options that a group carries to each other, and the elements that fix the first of them.
struct Orbit {
    options: Vec<OptionId>,
    stabilizer: Vec<SymmetryId>,
}

/// How an item is restricted.
#[derive(Clone, Copy)]
enum Kind {
    /// It is invariant.
    Invariant,
    /// Together with its images.
    Moved,
}

/// No case is split further when there are this many.
const MAX_CASES: usize = 1000;

/// Nor when the sets of options that all cases keep take this many bytes.
const MAX_BYTES: usize = 1 << 28;

/// Nor when the problems of all cases have this many entries: each is made for its forecast and again for its search.
const MAX_ENTRIES: usize = 1 << 29;

const SCALE: f64 = (1 << 30) as f64;

/// Equal scores may come out unequal in the last bits, by the order of additions.
fn rounded(score: f64) -> f64 {
    (score * SCALE).round()
}

/// Sizes of orbits and lists, which are small; exact up to 2^53 in any case.
#[expect(clippy::cast_precision_loss, reason = "a guess at work needs no more")]
fn float(count: usize) -> f64 {
    count as f64
}

/// Chooses the cases for the whole problem, whose symmetries these are, unless it is stopped.
pub(super) fn plan<C: Check>(
    problem: &Problem,
    symmetries: &Symmetries,
    stop: &C,
) -> Result<(Vec<SymmetryCase>, Vec<Plan>), C::Stopped> {
    let mut planner = Planner {
        problem,
        symmetries,
        stop,
        columns: symmetries.columns(problem),
        cases: Vec::new(),
        plans: Vec::new(),
    };
    let mut open = vec![State {
        restrictions: Vec::new(),
        keep: vec![true; problem.option_count()],
        group: symmetries.ids().collect(),
        share: 1.0,
    }];
    let most = MAX_CASES
        .min(MAX_BYTES / problem.option_count().max(1))
        .min(MAX_ENTRIES / problem.entry_count().max(1));
    while let Some(state) = open.pop() {
        let full = planner.cases.len() + open.len() >= most;
        let item = if full { None } else { planner.best(&state)? };
        match item {
            Some((item, Kind::Invariant)) => {
                // The last one in is the first one out.
                open.extend(planner.split_by_invariant(item, &state)?.into_iter().rev());
            }
            Some((item, Kind::Moved)) => planner.split_by_moved(item, &state)?,
            None => planner.push(state),
        }
    }
    Ok((planner.cases, planner.plans))
}

struct Planner<'p, C> {
    problem: &'p Problem,
    symmetries: &'p Symmetries,
    stop: &'p C,
    /// The options of each item that may be restricted; none for the others.
    columns: Vec<Vec<OptionId>>,
    cases: Vec<SymmetryCase>,
    plans: Vec<Plan>,
}

impl<C: Check> Planner<'_, C> {
    fn push(&mut self, state: State) {
        let mut given: Vec<OptionId> = Vec::new();
        for restriction in &state.restrictions {
            if let &[option] = &restriction.kept[..]
                && !given.contains(&option)
            {
                given.push(option);
            }
        }
        self.cases.push(SymmetryCase {
            restrictions: state.restrictions,
            given,
            left: state.group.len(),
        });
        self.plans.push(Plan {
            keep: state.keep,
            group: state.group,
            share: state.share,
        });
    }

    /// The options of an item that are in the family.
    fn column(&self, item: ItemId, keep: &[bool]) -> Vec<OptionId> {
        let column = self.columns[item.index()].iter().copied();
        column.filter(|option| keep[option.index()]).collect()
    }

    /// The orbits of options under a group that permutes them, each with its least option first,
    /// in the order of these.
    fn orbits(&self, options: &[OptionId], group: &[SymmetryId]) -> Result<Vec<Orbit>, C::Stopped> {
        let mut orbits = Vec::new();
        for &option in options {
            self.stop.check()?;
            let fixes = |&g: &SymmetryId| self.symmetries.image(g, option) == option;
            if let Some(options) = self.symmetries.orbit(option, group) {
                orbits.push(Orbit {
                    options,
                    stabilizer: group.iter().copied().filter(fixes).collect(),
                });
            }
        }
        Ok(orbits)
    }

    /// The items whose options the group permutes, with at least one option in the family.
    fn invariant<'a>(
        &'a self,
        keep: &'a [bool],
        group: &'a [SymmetryId],
    ) -> impl Iterator<Item = (ItemId, Vec<OptionId>)> + 'a {
        let fixed = move |&item: &ItemId| {
            let mut group = group.iter();
            group.all(|&g| self.symmetries.item_image(g, item) == item)
        };
        self.problem
            .items()
            .filter(|item| !self.columns[item.index()].is_empty())
            .filter(fixed)
            .map(|item| (item, self.column(item, keep)))
            .filter(|(_, options)| !options.is_empty())
    }

    /// The item whose restriction leaves the least work, if any leaves less than all.
    fn best(&self, state: &State) -> Result<Option<(ItemId, Kind)>, C::Stopped> {
        if state.group.len() == 1 {
            return Ok(None);
        }
        let invariant = self.best_invariant(state)?;
        let moved = self.best_moved(&state.keep, &state.group)?;
        Ok(match (invariant, moved) {
            (Some((score, item)), Some((other, _))) if score <= other => {
                Some((item, Kind::Invariant))
            }
            (_, Some((_, item))) => Some((item, Kind::Moved)),
            (Some((_, item)), None) => Some((item, Kind::Invariant)),
            (None, None) => None,
        })
    }

    /// The best invariant item and its score.
    fn best_invariant(&self, state: &State) -> Result<Option<(f64, ItemId)>, C::Stopped> {
        // What is left when a subgroup is divided out next: the same for many options.
        let mut left: BTreeMap<Vec<SymmetryId>, f64> = BTreeMap::new();
        let mut best: Option<(f64, f64, ItemId)> = None;
        for (item, options) in self.invariant(&state.keep, &state.group) {
            let orbits = self.orbits(&options, &state.group)?;
            if orbits.len() == options.len() {
                continue;
            }
            let mut work = 0.0;
            for Orbit { stabilizer, .. } in &orbits {
                if stabilizer.len() > 1 && !left.contains_key(stabilizer) {
                    let share = self.left(&state.keep, stabilizer)?;
                    left.insert(stabilizer.clone(), share);
                }
                // By the identity alone, no more is divided out.
                work += left.get(stabilizer).unwrap_or(&1.0);
            }
            let cases: BTreeSet<_> = orbits.iter().map(|orbit| &orbit.stabilizer).collect();
            let score = rounded(work / float(options.len()));
            let kept = float(orbits.len()) * float(orbits.len()) * float(cases.len());
            let better = |&(best, least, _): &(f64, f64, ItemId)| {
                score < best || (score <= best && kept < least)
            };
            if best.as_ref().is_none_or(better) {
                best = Some((score, kept, item));
            }
        }
        Ok(best.map(|(score, _, item)| (score, item)))
    }

    /// The share of the work that is left when the best item is restricted, looking one step
    /// ahead.
    fn left(&self, keep: &[bool], group: &[SymmetryId]) -> Result<f64, C::Stopped> {
        let moved = self.best_moved(keep, group)?;
        let mut least = moved.map_or(1.0, |(score, _)| score / SCALE);
        for (_, options) in self.invariant(keep, group) {
            let orbits = self.orbits(&options, group)?;
            least = least.min(float(orbits.len()) / float(options.len()));
        }
        Ok(least)
    }

    /// Keeps one option of each orbit of an item's options; those that the same elements fix go
    /// together, the ones that only the identity fixes first.
    fn split_by_invariant(&self, item: ItemId, state: &State) -> Result<Vec<State>, C::Stopped> {
        let options = self.column(item, &state.keep);
        let mut cases: BTreeMap<(usize, Vec<SymmetryId>), Vec<OptionId>> = BTreeMap::new();
        for orbit in self.orbits(&options, &state.group)? {
            let key = (orbit.stabilizer.len(), orbit.stabilizer);
            cases.entry(key).or_default().extend(orbit.options.first());
        }
        let weight = |order: usize, kept: usize| float(kept) / float(order);
        let weights = cases
            .iter()
            .map(|((order, _), kept)| weight(*order, kept.len()));
        let total: f64 = weights.sum();
        let mut states = Vec::with_capacity(cases.len());
        for ((order, group), kept) in cases {
            let mut next = state.clone();
            next.group = group;
            next.share *= weight(order, kept.len()) / total;
            restrict(&mut next.keep, &options, &kept);
            let of = options.len();
            next.restrictions.push(SymmetryBreak { item, kept, of });
            states.push(next);
        }
        Ok(states)
    }

    /// The images of an item, each with an element that carries the item there, the item first.
    fn images(&self, item: ItemId, group: &[SymmetryId]) -> Vec<(ItemId, SymmetryId)> {
        let mut images: BTreeMap<ItemId, SymmetryId> = BTreeMap::new();
        for &g in group {
            images
                .entry(self.symmetries.item_image(g, item))
                .or_insert(g);
        }
        images.remove(&item);
        let first = (item, self.symmetries.identity());
        std::iter::once(first).chain(images).collect()
    }

    /// The labels of an item's options, the largest first: their orbits under the elements that
    /// leave the item where it is.
    fn labels(
        &self,
        item: ItemId,
        keep: &[bool],
        group: &[SymmetryId],
    ) -> Result<Vec<Orbit>, C::Stopped> {
        let own = |&&g: &&SymmetryId| self.symmetries.item_image(g, item) == item;
        let own: Vec<SymmetryId> = group.iter().filter(own).copied().collect();
        let mut labels = self.orbits(&self.column(item, keep), &own)?;
        labels.sort_by_key(|label| std::cmp::Reverse(label.options.len()));
        Ok(labels)
    }

    /// The share of the work that is left in each label's case, by the sizes of the labels.
    fn shares(labels: &[Orbit], items: usize) -> Vec<f64> {
        let total: usize = labels.iter().map(|label| label.options.len()).sum();
        let mut left = total;
        let mut shares = Vec::with_capacity(labels.len());
        for label in labels {
            let part = float(left) / float(total);
            // Multiplied out: `powi` may round as the machine likes.
            let others = (1..items).fold(1.0, |product, _| product * part);
            shares.push(others / float(total));
            left -= label.options.len();
        }
        shares
    }

    /// The first item of the best orbit of items, and its score.
    fn best_moved(
        &self,
        keep: &[bool],
        group: &[SymmetryId],
    ) -> Result<Option<(f64, ItemId)>, C::Stopped> {
        let mut best: Option<(f64, ItemId)> = None;
        for item in self.problem.items() {
            self.stop.check()?;
            if self.column(item, keep).is_empty() {
                continue;
            }
            let images = self.images(item, group);
            // Each orbit is looked at once, from its first item; an item of no more than one
            // image was looked at as an invariant one.
            if images.len() == 1 || images.iter().any(|&(image, _)| image < item) {
                continue;
            }
            let labels = self.labels(item, keep, group)?;
            let score: f64 = Self::shares(&labels, images.len()).iter().sum();
            let score = rounded(score);
            if score < rounded(1.0) && best.is_none_or(|(best, _)| score < best) {
                best = Some((score, item));
            }
        }
        Ok(best)
    }

    /// One case for each label: the first item has the label's first option, and no item of the
    /// orbit has an option with a label before it.
    fn split_by_moved(&mut self, item: ItemId, state: &State) -> Result<(), C::Stopped> {
        let images = self.images(item, &state.group);
        let labels = self.labels(item, &state.keep, &state.group)?;
        let shares = Self::shares(&labels, images.len());
        let total: f64 = shares.iter().sum();
        for (at, (label, share)) in labels.iter().zip(shares).enumerate() {
            self.stop.check()?;
            let mut next = state.clone();
            next.share *= share / total;
            let kept: Vec<OptionId> = label.options.iter().copied().take(1).collect();
            restrict(&mut next.keep, &self.column(item, &state.keep), &kept);
            for &(_, g) in &images {
                for option in labels[..at].iter().flat_map(|label| &label.options) {
                    let image = self.symmetries.image(g, *option);
                    next.keep[image.index()] = false;
                }
            }
            for &(image, _) in &images {
                let kept = self.column(image, &next.keep);
                let of = self.column(image, &state.keep).len();
                if kept.len() < of {
                    let item = image;
                    next.restrictions.push(SymmetryBreak { item, kept, of });
                }
            }
            // Two restrictions may leave an item with nothing.
            if images
                .iter()
                .all(|&(image, _)| !self.column(image, &next.keep).is_empty())
            {
                self.push(next);
            }
        }
        Ok(())
    }
}

/// Leaves out all of an item's options but those kept.
fn restrict(keep: &mut [bool], options: &[OptionId], kept: &[OptionId]) {
    for option in options {
        keep[option.index()] = false;
    }
    for option in kept {
        keep[option.index()] = true;
    }
}
