//! Counts the solutions that a symmetry fixes, by how often given items are covered.

use std::collections::{BTreeMap, BTreeSet};

use super::enumerator::CoverEnumerator;
use super::{Covering, coverings, kept_items, orbit};
use crate::compact::set_of;
use crate::problem::{Entry, ItemId, Problem};
use crate::symmetry::{ActionError, Symmetries, SymmetryId};
use crate::tally::Tally;

/// A function that counts all solutions of a problem by how often given items are covered. It returns `None` to
/// give up.
pub type CountBy<'a> = &'a mut dyn FnMut(&Problem, &[ItemId]) -> Option<Tally>;

/// Counts the solutions that `g` maps to themselves, by how often each of `items` is covered. The identity fixes
/// all solutions.
///
/// Returns `None` if `count` gives up, if the problem has colours, or if some orbits of options cover an item
/// outside `items` with binding bounds more often than others do. No exact cover problem can express this case.
/// Takes one count, of a problem with an option for each orbit.
///
/// # Errors
///
/// The symmetries do not belong to `problem`, or `g` is not one of them.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::burnside::fixed_counts_by;
/// use tilewright_dlx::{Frontier, OptionId, Symmetries, text};
///
/// // Three cells in a row, and the mirror that exchanges the outer ones.
/// let problem = text::read("a b c 0:3|mono 0:1|domino\na b domino\nb c domino\na mono\nb mono\nc mono\n")?;
/// let options: Vec<OptionId> = problem.options().collect();
/// let mirrored = [1, 0, 4, 3, 2].map(|at| options[at]).to_vec();
/// let symmetries = Symmetries::new(&problem, vec![options, mirrored])?;
/// let mirror = symmetries.ids().nth(1).unwrap();
/// let mono = problem.item("mono").unwrap();
/// let mut count = |quotient: &_, items: &[_]| {
///     Some(Frontier::new(quotient).count_by(items, &mut |_| ControlFlow::Continue(())).ok()?.0)
/// };
/// let fixed = fixed_counts_by(&problem, &symmetries, mirror, &[mono], &mut count)?.unwrap();
/// // Three single cells; a domino and a single cell have a mirror image that is another solution.
/// assert_eq!(fixed.iter().collect::<Vec<_>>(), [(&[3][..], &1_u32.into())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fixed_counts_by(
    problem: &Problem,
    symmetries: &Symmetries,
    g: SymmetryId,
    items: &[ItemId],
    count: CountBy<'_>,
) -> Result<Option<CoverEnumerator>, ActionError> {
    symmetries.check_problem(problem)?;
    symmetries.check_element(g)?;
    if problem.has_colours() {
        return Ok(None);
    }
    let firsts = firsts_of_orbits(problem, symmetries, g);
    let counted = set_of(items.iter().map(|item| firsts[item.index()]));
    let coverings = coverings(problem, symmetries, &[g]);
    let quotient = match TallyQuotient::new(problem, &coverings, &firsts, &counted) {
        Ok(Some(quotient)) => quotient,
        Ok(None) => return Ok(Some(CoverEnumerator::default())),
        Err(UnevenBounds) => return Ok(None),
    };
    let columns: Vec<ItemId> = quotient.times.values().copied().collect();
    let Some(tally) = count(&quotient.problem, &columns) else {
        return Ok(None);
    };
    let mut fixed = CoverEnumerator::default();
    for (times, solutions) in tally.iter() {
        let mut covered: BTreeMap<ItemId, u32> = BTreeMap::new();
        for ((item, each), times) in quotient.times.keys().zip(times) {
            *covered.entry(*item).or_default() += each * times;
        }
        let of = |item: &ItemId| covered.get(&firsts[item.index()]).copied().unwrap_or(0);
        let times: Vec<u32> = items.iter().map(of).collect();
        // Each item of the quotient keeps its own bounds. The sum over the items that replace one original item
        // may still exceed the bounds of that item.
        let is_within = |(item, times): (&ItemId, &u32)| {
            problem
                .bounds(*item)
                .is_none_or(|bounds| bounds.contains(times))
        };
        if items.iter().zip(&times).all(is_within) {
            fixed.add(times, solutions);
        }
    }
    Ok(Some(fixed))
}

/// For each item, the item that represents it: the first of the orbit of its [class](Symmetries::class). A
/// solution that `g` fixes covers all items of an orbit equally often.
fn firsts_of_orbits(problem: &Problem, symmetries: &Symmetries, g: SymmetryId) -> Vec<ItemId> {
    let mut firsts: Vec<ItemId> = problem.items().collect();
    let kept = kept_items(problem, symmetries, &[g]);
    for item in problem.items().filter(|item| kept[item.index()]) {
        for other in orbit(item, &[g], |g, item| symmetries.item_image(g, item)) {
            firsts[other.index()] = item;
        }
    }
    for item in problem.items() {
        firsts[item.index()] = firsts[symmetries.class(item).index()];
    }
    firsts
}

/// The error if some orbits of options cover an item with bounds more often than others do. It does not occur for
/// an item by which the solutions are counted.
struct UnevenBounds;

/// A problem with an option for each orbit of options of another problem. An item by which the solutions are
/// counted (a *counted* item) is replaced by several items, one for each number of times that an orbit covers it.
struct TallyQuotient {
    problem: Problem,
    /// The items that replace the counted items. The key is a counted item, and the number of times that an orbit
    /// covers it.
    times: BTreeMap<(ItemId, u32), ItemId>,
}

impl TallyQuotient {
    /// Builds the quotient from the orbits of options, `coverings`. `None` if the bounds alone rule out every
    /// solution.
    #[expect(clippy::expect_used, reason = "invariants of orbits")]
    fn new(
        problem: &Problem,
        coverings: &[Covering],
        firsts: &[ItemId],
        counted: &BTreeSet<ItemId>,
    ) -> Result<Option<Self>, UnevenBounds> {
        // For each item, the different numbers of times that orbits cover it.
        let mut ranges: BTreeMap<ItemId, BTreeSet<u32>> = BTreeMap::new();
        for (&item, &(times, _)) in coverings.iter().flat_map(|(_, times)| times) {
            ranges.entry(item).or_default().insert(times);
        }
        let mut quotient = Self {
            problem: Problem::new(),
            times: BTreeMap::new(),
        };
        let mut ids: BTreeMap<ItemId, ItemId> = BTreeMap::new();
        let valid = "invariant: the items of a problem, in their order, make a problem";
        for item in problem.items().filter(|item| firsts[item.index()] == *item) {
            let name = problem.item_name(item);
            let range = ranges.get(&item);
            let Some((least, most)) = problem
                .bounds(item)
                .map(std::ops::RangeInclusive::into_inner)
            else {
                ids.insert(item, quotient.problem.add_secondary(name).expect(valid));
                continue;
            };
            if counted.contains(&item) {
                for &each in range.into_iter().flatten().filter(|each| **each <= most) {
                    let added = quotient
                        .problem
                        .add_bounded(format!("{name}\u{d7}{each}"), 0..=most / each);
                    quotient.times.insert((item, each), added.expect(valid));
                }
                continue;
            }
            let fewest = range.and_then(BTreeSet::first).copied().unwrap_or(1);
            let largest = range.and_then(BTreeSet::last).copied().unwrap_or(1);
            let is_bound = (least, most) != (0, u32::MAX);
            if is_bound && fewest < largest {
                return Err(UnevenBounds);
            }
            let (few, many) = (least.div_ceil(largest), most / fewest);
            if few > many || many == 0 {
                return Ok(None);
            }
            let added = quotient.problem.add_bounded(name, few..=many);
            ids.insert(item, added.expect(valid));
        }
        for (_, times) in coverings {
            let item = |(item, &(each, _)): (&ItemId, &(u32, _))| Entry {
                item: ids
                    .get(item)
                    .copied()
                    .unwrap_or_else(|| quotient.times[&(*item, each)]),
                colour: None,
            };
            let entries: Vec<Entry> = times.iter().map(item).collect();
            let added = quotient.problem.add_coloured_option(&entries);
            added.expect("invariant: an orbit covers the first of an orbit of primary items");
        }
        Ok(Some(quotient))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::Continue;

    use super::*;
    use crate::burnside::fixed_covers;
    use crate::frontier::Frontier;
    use crate::problem::OptionId;

    /// For each rotation of a ring of eight cells, counts the covers by dominoes and single cells that the
    /// rotation fixes. The expected numbers come from listing these covers.
    #[test]
    fn fixed_solutions_are_counted_by_what_they_cover() {
        let mut problem = Problem::new();
        let cells: Vec<ItemId> = (0..8)
            .map(|at| problem.add_primary(format!("c{at}")).unwrap())
            .collect();
        let domino = problem.add_bounded("domino", 0..=3).unwrap();
        let single = problem.add_bounded("single", 2..=6).unwrap();
        for at in 0..8 {
            problem
                .add_option(&[cells[at], cells[(at + 1) % 8], domino])
                .unwrap();
        }
        for cell in &cells {
            problem.add_option(&[*cell, single]).unwrap();
        }
        let options: Vec<OptionId> = problem.options().collect();
        let turned = |by: usize| {
            (0..16)
                .map(|at| options[at / 8 * 8 + (at + by) % 8])
                .collect()
        };
        let symmetries = Symmetries::new(&problem, (0..8).map(turned).collect()).unwrap();
        let items = [single, domino];
        for g in symmetries.ids() {
            let mut listed = CoverEnumerator::default();
            fixed_covers(&problem, &symmetries, g, &mut |solution: &[OptionId]| {
                let of = |item: ItemId| {
                    let holds = |option: &&OptionId| problem.option_items(**option).contains(&item);
                    u32::try_from(solution.iter().filter(holds).count()).unwrap()
                };
                listed.add(items.map(of).to_vec(), 1_u32.into());
                Continue(())
            })
            .unwrap();
            let mut count = |quotient: &Problem, items: &[ItemId]| {
                let counted = Frontier::new(quotient).count_by(items, &mut |_| Continue(()));
                Some(counted.unwrap().0)
            };
            let counted = fixed_counts_by(&problem, &symmetries, g, &items, &mut count).unwrap();
            assert_eq!(counted, Some(listed), "{g:?}");
        }
    }
}
