//! Chooses the restrictions: which cases to search so that every orbit of solutions is visited.
//!
//! An unfinished case has a set of options, closed under a group: its *family* is the set of solutions that use
//! only these options. The proof in [`distinct`](crate::distinct) says which steps are allowed; this module
//! chooses among them. The *score* of an item is the share of the work that remains when the item is restricted,
//! assuming that its options are equally likely. The item with the lowest score is restricted. Ties go to the
//! smallest product of the number of cases and the square of the number of options kept, then to the first item.
//! (Few cases are easier to show to a person, and a few more options cost little.) On Scott's board this gives
//! the paper's restriction of the X pentomino. Of the pieces tried (X, and each of F I L N P Y) X takes the
//! fewest updates, I half as many again, and P about twice as many.

use std::collections::BTreeMap;

use super::case::{SymmetryBreak, SymmetryCase};
use crate::compact::{CompactSort, set_of};
use crate::problem::{ItemId, OptionId, Problem};
use crate::stop::{StopFlag, Stopped};
use crate::symmetry::{Symmetries, SymmetryId};

/// The input of the search of one case.
#[derive(Clone, Debug)]
pub(super) struct CasePlan {
    /// For each option, whether the solutions of the case may use it.
    pub(super) keep: Vec<bool>,
    /// The group under which solutions are compared with their images, sorted.
    pub(super) group: Vec<SymmetryId>,
    /// An estimate of this case's share of the whole work. The shares of all cases add up to 1.
    pub(super) share: f64,
}

impl CasePlan {
    /// A single case with all solutions.
    pub(super) fn whole(problem: &Problem, symmetries: &Symmetries) -> Self {
        Self {
            keep: vec![true; problem.option_count()],
            group: symmetries.ids().collect(),
            share: 1.0,
        }
    }
}

#[derive(Clone)]
struct OpenCase {
    restrictions: Vec<SymmetryBreak>,
    keep: Vec<bool>,
    group: Vec<SymmetryId>,
    share: f64,
}

/// An orbit of options under a group, and the elements of the group that fix its first option.
struct OptionOrbit {
    options: Vec<OptionId>,
    stabilizer: Vec<SymmetryId>,
}

/// How the group acts on an item that is to be restricted.
#[derive(Clone, Copy)]
enum ItemAction {
    /// The group maps the item to itself.
    Invariant,
    /// The group moves the item. It is restricted together with its images.
    Moved,
}

/// Cases are split no further once there are this many.
const MAX_CASES: usize = 1000;

/// Cases are split no further once the `keep` lists of all cases take this many bytes.
const MAX_BYTES: usize = 1 << 28;

/// Cases are split no further once the problems of all cases have this many entries together. Each problem is
/// built twice: for the forecast and for the search.
const MAX_ENTRIES: usize = 1 << 29;

const SCALE: f64 = (1 << 30) as f64;

/// Rounds a score. Equal scores may differ in the last bits, depending on the order of additions.
fn rounded(score: f64) -> f64 {
    (score * SCALE).round()
}

/// Converts the size of an orbit or a list to a float. Exact up to 2^53.
#[expect(clippy::cast_precision_loss, reason = "a guess at work needs no more")]
fn float(count: usize) -> f64 {
    count as f64
}

/// Chooses the cases for a whole problem with its `symmetries`. Fails if `stop` is set.
pub(super) fn plan(
    problem: &Problem,
    symmetries: &Symmetries,
    stop: &StopFlag,
) -> Result<(Vec<SymmetryCase>, Vec<CasePlan>), Stopped> {
    let mut planner = Planner {
        problem,
        symmetries,
        stop,
        columns: symmetries.columns(problem),
        cases: Vec::new(),
        plans: Vec::new(),
    };
    let mut open = vec![OpenCase {
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
            Some((item, ItemAction::Invariant)) => {
                // The last case pushed is popped first, so the cases are pushed in reverse order.
                open.extend(planner.split_by_invariant(item, &state)?.into_iter().rev());
            }
            Some((item, ItemAction::Moved)) => planner.split_by_moved(item, &state)?,
            None => planner.push(state),
        }
    }
    Ok((planner.cases, planner.plans))
}

struct Planner<'p> {
    problem: &'p Problem,
    symmetries: &'p Symmetries,
    stop: &'p StopFlag,
    /// For each item, its options if it may be restricted; empty otherwise.
    columns: Vec<Vec<OptionId>>,
    cases: Vec<SymmetryCase>,
    plans: Vec<CasePlan>,
}

impl Planner<'_> {
    fn push(&mut self, state: OpenCase) {
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
            stabilizer_order: state.group.len(),
        });
        self.plans.push(CasePlan {
            keep: state.keep,
            group: state.group,
            share: state.share,
        });
    }

    /// The options of an item that the solutions of a case may use.
    fn column(&self, item: ItemId, keep: &[bool]) -> Vec<OptionId> {
        let column = self.columns[item.index()].iter().copied();
        column.filter(|option| keep[option.index()]).collect()
    }

    /// The orbits of options under a group that permutes them. Each orbit begins with its least option, and the
    /// orbits are in the order of their least options.
    fn orbits(
        &self,
        options: &[OptionId],
        group: &[SymmetryId],
    ) -> Result<Vec<OptionOrbit>, Stopped> {
        let mut orbits = Vec::new();
        for &option in options {
            self.stop.check()?;
            let fixes = |&g: &SymmetryId| self.symmetries.image(g, option) == option;
            if let Some(options) = self.symmetries.orbit(option, group) {
                orbits.push(OptionOrbit {
                    options,
                    stabilizer: group.iter().copied().filter(fixes).collect(),
                });
            }
        }
        Ok(orbits)
    }

    /// The items that the group maps to themselves, each with the options that the solutions of the case may use.
    /// Items without such options are left out.
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

    /// The item with the lowest score, and how the group acts on it. `None` if no restriction reduces the work.
    fn best(&self, state: &OpenCase) -> Result<Option<(ItemId, ItemAction)>, Stopped> {
        if state.group.len() == 1 {
            return Ok(None);
        }
        let invariant = self.best_invariant(state)?;
        let moved = self.best_moved(&state.keep, &state.group)?;
        Ok(match (invariant, moved) {
            (Some((score, item)), Some((other, _))) if score <= other => {
                Some((item, ItemAction::Invariant))
            }
            (_, Some((_, item))) => Some((item, ItemAction::Moved)),
            (Some((_, item)), None) => Some((item, ItemAction::Invariant)),
            (None, None) => None,
        })
    }

    /// The score of the best item that the group maps to itself, and the item.
    fn best_invariant(&self, state: &OpenCase) -> Result<Option<(f64, ItemId)>, Stopped> {
        // For each stabilizer, the share of the work that remains after the next restriction. Many options have
        // the same stabilizer.
        let mut left: BTreeMap<Vec<SymmetryId>, f64> = BTreeMap::new();
        let mut best: Option<(f64, f64, ItemId)> = None;
        for (item, options) in self.invariant(&state.keep, &state.group) {
            let orbits = self.orbits(&options, &state.group)?;
            if orbits.len() == options.len() {
                continue;
            }
            let mut work = 0.0;
            for OptionOrbit { stabilizer, .. } in &orbits {
                if stabilizer.len() > 1 && !left.contains_key(stabilizer) {
                    let share = self.left(&state.keep, stabilizer)?;
                    left.insert(stabilizer.clone(), share);
                }
                // If only the identity is left, no further restriction is possible.
                work += left.get(stabilizer).unwrap_or(&1.0);
            }
            let cases = set_of(orbits.iter().map(|orbit| &orbit.stabilizer));
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

    /// The share of the work that remains after the best restriction under `group`. Later restrictions are not
    /// considered.
    fn left(&self, keep: &[bool], group: &[SymmetryId]) -> Result<f64, Stopped> {
        let moved = self.best_moved(keep, group)?;
        let mut least = moved.map_or(1.0, |(score, _)| score / SCALE);
        for (_, options) in self.invariant(keep, group) {
            let orbits = self.orbits(&options, group)?;
            least = least.min(float(orbits.len()) / float(options.len()));
        }
        Ok(least)
    }

    /// Splits a case: keeps one option of each orbit of an item's options. Options with the same stabilizer form
    /// one case. The case whose options only the identity fixes comes first.
    fn split_by_invariant(&self, item: ItemId, state: &OpenCase) -> Result<Vec<OpenCase>, Stopped> {
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

    /// The images of an item, each with an element that maps the item to it. The item itself comes first.
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

    /// The labels of an item's options, the largest first: the orbits of these options under the elements that fix
    /// the item.
    fn labels(
        &self,
        item: ItemId,
        keep: &[bool],
        group: &[SymmetryId],
    ) -> Result<Vec<OptionOrbit>, Stopped> {
        let own = |&&g: &&SymmetryId| self.symmetries.item_image(g, item) == item;
        let own: Vec<SymmetryId> = group.iter().filter(own).copied().collect();
        let mut labels = self.orbits(&self.column(item, keep), &own)?;
        labels.compact_sort_by_key(|label| std::cmp::Reverse(label.options.len()));
        Ok(labels)
    }

    /// For each [label](Self::labels) of an item, the share of the work that remains in its case, computed from
    /// the sizes of the labels. `items` is the number of images of the item.
    fn shares(labels: &[OptionOrbit], items: usize) -> Vec<f64> {
        let total: usize = labels.iter().map(|label| label.options.len()).sum();
        let mut left = total;
        let mut shares = Vec::with_capacity(labels.len());
        for label in labels {
            let part = float(left) / float(total);
            // The power is multiplied step by step, since the rounding of `powi` may depend on the machine.
            let others = (1..items).fold(1.0, |product, _| product * part);
            shares.push(others / float(total));
            left -= label.options.len();
        }
        shares
    }

    /// The score of the best orbit of items that the group moves, and the first item of the orbit.
    fn best_moved(
        &self,
        keep: &[bool],
        group: &[SymmetryId],
    ) -> Result<Option<(f64, ItemId)>, Stopped> {
        let mut best: Option<(f64, ItemId)> = None;
        for item in self.problem.items() {
            self.stop.check()?;
            if self.column(item, keep).is_empty() {
                continue;
            }
            let images = self.images(item, group);
            // Each orbit is considered once, at its first item. Items that the group maps to themselves are left
            // to `best_invariant`.
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

    /// Splits a case into one case for each [label](Self::labels) of an item. The item keeps only the first option
    /// of the label, and all its images lose the options with an earlier label.
    fn split_by_moved(&mut self, item: ItemId, state: &OpenCase) -> Result<(), Stopped> {
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
            // Restrictions together may leave an item without options. Such a case is left out.
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

/// Removes the options of an item, `options`, from a case, except those in `kept`.
fn restrict(keep: &mut [bool], options: &[OptionId], kept: &[OptionId]) {
    for option in options {
        keep[option.index()] = false;
    }
    for option in kept {
        keep[option.index()] = true;
    }
}

#[cfg(test)]
mod tests;
