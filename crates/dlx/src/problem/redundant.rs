//! Bounds that the other items of the problem keep anyway, so that no state need count for them.
//!
//! A board of 75 cells has room for fifteen pentominoes, so a piece of which up to fifteen copies may
//! be used has no upper bound worth the name; and where dominoes are the only piece, "exactly fifty"
//! follows from a board of a hundred cells. A counter for such an item only tells states apart that
//! have the same completions.
//!
//! Only items that may be covered more than once are looked at: the bit of another one is cheap and
//! rules much out. Bounds are dropped one after the other, and each must follow from those that are
//! left; so no two bounds are dropped that follow from each other alone.
//!
//! | bound of an item | is kept anyway if |
//! | --- | --- |
//! | upper | the items beside it in its options have no room for one option more |
//! | upper | the same, less the room that other items need; not where it would be one item alone, which the others tell |
//! | lower | the other options cannot cover all that must be covered, but for so much |

use super::ItemId;
use super::residual::Residual;

/// The most items whose bounds are looked at, each for about the time to read the matrix.
const MOST_COUNTED: usize = 64;

/// The same problem without bounds that the others imply. `advance` hears of the entries of the
/// matrix that have been read, and may end it.
pub(crate) fn without_redundant_bounds<'p, E>(
    residual: Residual<'p>,
    advance: &mut impl FnMut(usize) -> Result<(), E>,
) -> Result<Residual<'p>, E> {
    let mut counted: Vec<ItemId> = (residual.problem.items())
        .filter(|&item| is_counted(&residual, item))
        .collect();
    // What takes the most room in a state first.
    counted.sort_by_key(|&item| (std::cmp::Reverse(residual.most(item)), item));
    counted.truncate(MOST_COUNTED);
    let mut bounds = Bounds { residual };
    for &item in &counted {
        let beside = Beside::new(&bounds.residual, item, advance)?;
        if bounds.residual.most(item) >= beside.room()
            && bounds.keeps_lower(item, &beside, advance)?
        {
            bounds.drop(item);
        }
    }
    let mut with_needs = bounds.clone();
    let mut dropped = 0;
    for &item in counted.iter().filter(|&&item| bounds.is_counted(item)) {
        let beside = Beside::new(&with_needs.residual, item, advance)?;
        let needed = with_needs.needed(item, &beside, advance)?;
        if with_needs.residual.most(item) >= beside.exact_room_without(needed)
            && with_needs.keeps_lower(item, &beside, advance)?
        {
            with_needs.drop(item);
            dropped += 1;
        }
    }
    Ok(if dropped > 1 { with_needs } else { bounds }.residual)
}

/// Whether a state counts how often an item is covered.
fn is_counted(residual: &Residual, item: ItemId) -> bool {
    residual.most(item) > 1 && (residual.least(item) > 0 || residual.most(item) < u32::MAX)
}

/// The items beside an item in its options.
struct Beside {
    /// By item: whether it is one of those that must be covered exactly once.
    is_exact: Vec<bool>,
    /// How many of these there are, and the fewest and the most that an option covers.
    exact: Share,
    /// How often those with an upper bound may be covered in all, and likewise.
    bounded: Share,
}

/// What the options of an item have of some capacity.
#[derive(Clone, Copy)]
struct Share {
    capacity: u64,
    fewest: u64,
    most: u64,
}

impl Share {
    const NOTHING: Self = Self {
        capacity: 0,
        fewest: u64::MAX,
        most: 0,
    };

    fn meet(&mut self, covered: u64) {
        self.fewest = self.fewest.min(covered);
        self.most = self.most.max(covered);
    }

    /// The most options for which there is room once a part of the capacity is taken.
    fn room_without(&self, taken: u64) -> u32 {
        let left = self.capacity.saturating_sub(taken);
        let options = left.checked_div(self.fewest).unwrap_or(u64::MAX);
        u32::try_from(options).unwrap_or(u32::MAX)
    }
}

impl Beside {
    fn new<E>(
        residual: &Residual,
        item: ItemId,
        advance: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        let problem = residual.problem;
        let mut seen = vec![false; problem.item_count()];
        let mut beside = Self {
            is_exact: seen.clone(),
            exact: Share::NOTHING,
            bounded: Share::NOTHING,
        };
        for &option in &residual.options {
            let items = problem.option_items(option);
            advance(items.len())?;
            if !items.contains(&item) {
                continue;
            }
            let (mut exact, mut bounded) = (0, 0);
            for &other in items.iter().filter(|&&other| other != item) {
                let (least, most) = (residual.least(other), residual.most(other));
                let is_new = !std::mem::replace(&mut seen[other.index()], true);
                if most < u32::MAX {
                    bounded += 1;
                    beside.bounded.capacity += u64::from(most) * u64::from(is_new);
                }
                if (least, most) == (1, 1) {
                    exact += 1;
                    beside.exact.capacity += u64::from(is_new);
                    beside.is_exact[other.index()] = true;
                }
            }
            beside.exact.meet(exact);
            beside.bounded.meet(bounded);
        }
        Ok(beside)
    }

    /// The most options of the item for which there is room.
    fn room(&self) -> u32 {
        self.exact.room_without(0).min(self.bounded.room_without(0))
    }

    /// The same, once others have taken so many of the items that must be covered.
    fn exact_room_without(&self, taken: u64) -> u32 {
        self.exact.room_without(taken)
    }

    /// How many of the items that must be covered an option covers.
    fn covered(&self, items: &[ItemId]) -> u64 {
        let exact = items.iter().filter(|item| self.is_exact[item.index()]);
        exact.count() as u64
    }
}

/// A problem some of whose bounds have been dropped.
#[derive(Clone)]
struct Bounds<'p> {
    residual: Residual<'p>,
}

impl Bounds<'_> {
    fn is_counted(&self, item: ItemId) -> bool {
        is_counted(&self.residual, item)
    }

    fn drop(&mut self, item: ItemId) {
        self.residual = self.residual.without(&[item]);
    }

    /// Whether the lower bound of an item is kept anyway: whether what must be covered beside it
    /// cannot be covered with fewer of its options.
    fn keeps_lower<E>(
        &self,
        item: ItemId,
        beside: &Beside,
        advance: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<bool, E> {
        let residual = &self.residual;
        let least = u64::from(residual.least(item));
        if least == 0 {
            return Ok(true);
        }
        // By item that bounds them: how much one of the other options covers at most.
        let mut largest = vec![0_u64; residual.problem.item_count()];
        for &option in &residual.options {
            let items = residual.problem.option_items(option);
            advance(items.len())?;
            let covered = beside.covered(items);
            if covered == 0 || items.contains(&item) {
                continue;
            }
            let bounding = (items.iter())
                .filter(|other| !beside.is_exact[other.index()])
                .min_by_key(|&&other| residual.most(other));
            match bounding {
                Some(&other) if residual.most(other) < u32::MAX => {
                    let largest = &mut largest[other.index()];
                    *largest = covered.max(*largest);
                }
                _ => return Ok(false),
            }
        }
        let by_others = residual.problem.items().fold(0_u64, |all, other| {
            let most = u64::from(residual.most(other));
            all.saturating_add(most.saturating_mul(largest[other.index()]))
        });
        let left = beside.exact.capacity.saturating_sub(by_others);
        Ok(left.div_ceil(beside.exact.most.max(1)) >= least)
    }

    /// How many of the items beside an item the options without it must cover.
    fn needed<E>(
        &self,
        item: ItemId,
        beside: &Beside,
        advance: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<u64, E> {
        let residual = &self.residual;
        let problem = residual.problem;
        let needy = |other: &ItemId| !beside.is_exact[other.index()] && residual.least(*other) > 0;
        // By item: the fewest that one of its options covers; 0 if one covers another needy item
        // too, which would be counted twice.
        let mut fewest: Vec<Option<u64>> = vec![None; problem.item_count()];
        for &option in &residual.options {
            let items = problem.option_items(option);
            advance(items.len())?;
            let needs = || items.iter().copied().filter(needy);
            let is_shared = items.contains(&item) || needs().nth(1).is_some();
            let covered = if is_shared { 0 } else { beside.covered(items) };
            for other in needs() {
                let fewest = fewest[other.index()].get_or_insert(covered);
                *fewest = covered.min(*fewest);
            }
        }
        let needed = |(other, fewest): (ItemId, &Option<u64>)| {
            u64::from(residual.least(other)).saturating_mul(fewest.unwrap_or(0))
        };
        Ok(problem.items().zip(&fewest).map(needed).sum())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::convert::Infallible;
    use std::ops::ControlFlow::Continue;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::links::Links;
    use crate::problem::{OptionId, Problem};

    type Solutions = BTreeSet<Vec<OptionId>>;

    fn solutions(problem: &Problem) -> Solutions {
        let mut all = BTreeSet::new();
        Links::new(problem).run(&mut |options: &[OptionId]| {
            let mut solution = options.to_vec();
            solution.sort_unstable();
            all.insert(solution);
            Continue(())
        });
        all
    }

    /// The bounds that are left.
    fn left(problem: &Problem) -> Vec<(u32, u32)> {
        let residual = Residual::new(problem, &[], |_| true);
        let Ok(residual) = without_redundant_bounds(residual, &mut |_| Ok::<(), Infallible>(()));
        let bounds = |item| (residual.least(item), residual.most(item));
        problem.items().map(bounds).collect()
    }

    /// The problem with other bounds.
    fn with_bounds(problem: &Problem, bounds: &[(u32, u32)]) -> Problem {
        let mut other = Problem::new();
        let items: Vec<ItemId> = (problem.items().zip(bounds))
            .map(|(item, &(least, most))| match problem.bounds(item) {
                Some(_) => other.add_bounded(problem.item_name(item), least..=most),
                None => other.add_secondary(problem.item_name(item)),
            })
            .collect::<Result<_, _>>()
            .unwrap();
        for option in problem.options() {
            let covered = problem.option_items(option).iter();
            let covered: Vec<ItemId> = covered.map(|item| items[item.index()]).collect();
            other.add_option(&covered).unwrap();
        }
        other
    }

    /// Bars of some lengths on a row of cells, so and so many of each.
    fn bars(cells: usize, bars: &[(usize, u32, u32)]) -> Problem {
        let mut problem = Problem::new();
        let row: Vec<ItemId> = (0..cells)
            .map(|at| problem.add_primary(format!("c{at}")).unwrap())
            .collect();
        let kinds: Vec<ItemId> = (bars.iter().enumerate())
            .map(|(at, &(_, least, most))| {
                (problem.add_bounded(format!("b{at}"), least..=most)).unwrap()
            })
            .collect();
        for (&(length, ..), &kind) in bars.iter().zip(&kinds) {
            for covered in row.windows(length) {
                let items: Vec<ItemId> = covered.iter().copied().chain([kind]).collect();
                problem.add_option(&items).unwrap();
            }
        }
        problem
    }

    fn rows() -> impl Strategy<Value = Problem> {
        let bar = (1_usize..4, 0_u32..4, 0_u32..8);
        let bar = bar.prop_map(|(length, least, more)| (length, least, (least + more).max(1)));
        (1_usize..8, vec(bar, 1..4)).prop_map(|(cells, kinds)| bars(cells, &kinds))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn what_is_dropped_changes_no_solution(problem in rows()) {
            let without = with_bounds(&problem, &left(&problem));
            prop_assert_eq!(solutions(&without), solutions(&problem));
        }
    }

    #[test]
    fn bounds_that_cannot_bind_are_dropped() {
        const FREE: (u32, u32) = (0, u32::MAX);
        let kept = |cells, kinds: &[_]| left(&bars(cells, kinds)).split_off(cells);
        // No room for more than there are; all that there is must be these.
        assert_eq!(kept(12, &[(3, 0, 4), (2, 0, 6)]), [FREE, FREE]);
        assert_eq!(kept(12, &[(2, 6, 6)]), [FREE]);
        assert_eq!(kept(12, &[(2, 2, 6)]), [FREE]);
        // One of them could be one too many.
        assert_eq!(kept(12, &[(3, 0, 3), (2, 0, 6)]), [(0, 3), FREE]);
        // A lower bound that two others could keep from being reached.
        assert_eq!(kept(12, &[(3, 2, 4), (2, 0, 6)]), [(2, 4), FREE]);
        // Two bars of three leave room for three of two and for six of one.
        let needs = [(3, 2, 2), (2, 0, 3), (1, 0, 6)];
        assert_eq!(kept(12, &needs), [(2, 2), FREE, FREE]);
        // Each follows from the other two; all are told apart.
        let twice = [(2, 2, 2), (2, 2, 2), (2, 2, 2)];
        assert_eq!(kept(12, &twice), [(2, 2), (2, 2), (2, 2)]);
    }
}
