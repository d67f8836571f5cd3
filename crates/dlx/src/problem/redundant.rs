//! Finds bounds that the other items imply, so that the states of a sweep need no counter for them.
//!
//! A board of 75 cells has room for fifteen pentominoes, so an upper bound of fifteen on the copies
//! of a piece changes nothing. If dominoes are the only piece, "exactly fifty" follows from a board
//! of a hundred cells. A counter for such an item would only separate states that have the same
//! completions.
//!
//! Only items that may be covered more than once are considered: the state of another item is a
//! single bit, which is cheap and excludes many states. Bounds are dropped one after the other, and
//! each must follow from those that remain. So of two bounds that follow only from each other, one
//! is kept.
//!
//! | bound of an item | is redundant if |
//! | --- | --- |
//! | upper | the other items of its options have no room for one more option |
//! | upper | the same, less the room that other items need; used only if it drops at least two bounds, since a single one is determined by the others |
//! | lower | even if the other options cover as much as they can, at least that many of its options are needed |

use super::ItemId;
use super::residual::Residual;
use crate::compact::CompactSort;

/// The maximum number of items whose bounds are tested. Each test takes about as long as reading all entries of
/// the problem.
const MOST_COUNTED: usize = 64;

/// Removes the bounds that other items imply. `advance` receives the number of entries of the problem read since
/// its last call, and may stop the work.
pub(crate) fn without_redundant_bounds<'p, E>(
    residual: Residual<'p>,
    advance: &mut impl FnMut(usize) -> Result<(), E>,
) -> Result<Residual<'p>, E> {
    let mut counted: Vec<ItemId> = (residual.problem.items())
        .filter(|&item| is_counted(&residual, item))
        .collect();
    // Test the items with the largest upper bounds first.
    counted.compact_sort_by_key(|&item| (std::cmp::Reverse(residual.most(item)), item));
    counted.truncate(MOST_COUNTED);
    let mut bounds = RelaxedBounds { residual };
    for &item in &counted {
        let neighbours = NeighbourItems::new(&bounds.residual, item, advance)?;
        if bounds.residual.most(item) >= neighbours.room()
            && bounds.keeps_lower(item, &neighbours, advance)?
        {
            bounds.drop(item);
        }
    }
    let mut with_needs = bounds.clone();
    let mut dropped = 0;
    for &item in counted.iter().filter(|&&item| bounds.is_counted(item)) {
        let neighbours = NeighbourItems::new(&with_needs.residual, item, advance)?;
        let needed = with_needs.needed(item, &neighbours, advance)?;
        if with_needs.residual.most(item) >= neighbours.exact_room_without(needed)
            && with_needs.keeps_lower(item, &neighbours, advance)?
        {
            with_needs.drop(item);
            dropped += 1;
        }
    }
    Ok(if dropped > 1 { with_needs } else { bounds }.residual)
}

/// Whether the states of a sweep need a counter for an item.
fn is_counted(residual: &Residual, item: ItemId) -> bool {
    residual.most(item) > 1 && (residual.least(item) > 0 || residual.most(item) < u32::MAX)
}

/// The *neighbours* of an item: the items that occur together with it in options.
struct NeighbourItems {
    /// For each item, whether it is a neighbour that must be covered exactly once.
    is_exact: Vec<bool>,
    /// For the neighbours that must be covered exactly once: their number, and the minimum and maximum number of
    /// them in one option of the item.
    exact: CapacityShare,
    /// For the neighbours that have an upper bound: the sum of these bounds, and the minimum and maximum number of
    /// such neighbours in one option of the item.
    bounded: CapacityShare,
}

/// How often neighbours of an item may be covered in total (the capacity), and the minimum and maximum number of
/// them that one option of the item covers.
#[derive(Clone, Copy)]
struct CapacityShare {
    capacity: u64,
    fewest: u64,
    most: u64,
}

impl CapacityShare {
    const NOTHING: Self = Self {
        capacity: 0,
        fewest: u64::MAX,
        most: 0,
    };

    fn meet(&mut self, covered: u64) {
        self.fewest = self.fewest.min(covered);
        self.most = self.most.max(covered);
    }

    /// The maximum number of options that fit once `taken` of the capacity has been used.
    fn room_without(&self, taken: u64) -> u32 {
        let left = self.capacity.saturating_sub(taken);
        let options = left.checked_div(self.fewest).unwrap_or(u64::MAX);
        u32::try_from(options).unwrap_or(u32::MAX)
    }
}

impl NeighbourItems {
    fn new<E>(
        residual: &Residual,
        item: ItemId,
        advance: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        let problem = residual.problem;
        let mut seen = vec![false; problem.item_count()];
        let mut neighbours = Self {
            is_exact: seen.clone(),
            exact: CapacityShare::NOTHING,
            bounded: CapacityShare::NOTHING,
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
                    neighbours.bounded.capacity += u64::from(most) * u64::from(is_new);
                }
                if (least, most) == (1, 1) {
                    exact += 1;
                    neighbours.exact.capacity += u64::from(is_new);
                    neighbours.is_exact[other.index()] = true;
                }
            }
            neighbours.exact.meet(exact);
            neighbours.bounded.meet(bounded);
        }
        Ok(neighbours)
    }

    /// The maximum number of options of the item that can be chosen together.
    fn room(&self) -> u32 {
        self.exact.room_without(0).min(self.bounded.room_without(0))
    }

    /// The maximum number of options of the item that can be chosen together, if other options cover `taken` of
    /// the neighbours that must be covered exactly once.
    fn exact_room_without(&self, taken: u64) -> u32 {
        self.exact.room_without(taken)
    }

    /// How many of these items are neighbours that must be covered exactly once.
    fn covered(&self, items: &[ItemId]) -> u64 {
        let exact = items.iter().filter(|item| self.is_exact[item.index()]);
        exact.count() as u64
    }
}

/// A problem from which some bounds have been dropped.
#[derive(Clone)]
struct RelaxedBounds<'p> {
    residual: Residual<'p>,
}

impl RelaxedBounds<'_> {
    fn is_counted(&self, item: ItemId) -> bool {
        is_counted(&self.residual, item)
    }

    fn drop(&mut self, item: ItemId) {
        self.residual = self.residual.without(&[item]);
    }

    /// Whether the other items imply the lower bound of an item: its neighbours that must be covered exactly once
    /// cannot all be covered with fewer of its options.
    fn keeps_lower<E>(
        &self,
        item: ItemId,
        neighbours: &NeighbourItems,
        advance: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<bool, E> {
        let residual = &self.residual;
        let least = u64::from(residual.least(item));
        if least == 0 {
            return Ok(true);
        }
        // The number of options that cover these neighbours without `item` is limited by the upper bounds of their
        // other items. For each of these other items: the maximum number of the neighbours that one of its options
        // covers.
        let mut largest = vec![0_u64; residual.problem.item_count()];
        for &option in &residual.options {
            let items = residual.problem.option_items(option);
            advance(items.len())?;
            let covered = neighbours.covered(items);
            if covered == 0 || items.contains(&item) {
                continue;
            }
            let bounding = (items.iter())
                .filter(|other| !neighbours.is_exact[other.index()])
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
        let left = neighbours.exact.capacity.saturating_sub(by_others);
        Ok(left.div_ceil(neighbours.exact.most.max(1)) >= least)
    }

    /// A lower bound on the number of the item's neighbours that a solution covers by options without the item.
    /// Counts only neighbours that must be covered exactly once.
    fn needed<E>(
        &self,
        item: ItemId,
        neighbours: &NeighbourItems,
        advance: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<u64, E> {
        let residual = &self.residual;
        let problem = residual.problem;
        let needy =
            |other: &ItemId| !neighbours.is_exact[other.index()] && residual.least(*other) > 0;
        // For each other item that must be covered, the minimum number of neighbours of `item` in one of its
        // options. It is 0 for an option that contains `item`, or two such items, since its neighbours would be
        // counted twice.
        let mut fewest: Vec<Option<u64>> = vec![None; problem.item_count()];
        for &option in &residual.options {
            let items = problem.option_items(option);
            advance(items.len())?;
            let needs = || items.iter().copied().filter(needy);
            let is_shared = items.contains(&item) || needs().nth(1).is_some();
            let covered = if is_shared {
                0
            } else {
                neighbours.covered(items)
            };
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
    use crate::text;

    type SolutionSet = BTreeSet<Vec<OptionId>>;

    fn solutions(problem: &Problem) -> SolutionSet {
        let mut all = BTreeSet::new();
        Links::new(problem).run(&mut |options: &[OptionId]| {
            let mut solution = options.to_vec();
            solution.sort_unstable();
            all.insert(solution);
            Continue(())
        });
        all
    }

    /// The bounds of all items after the redundant bounds are dropped.
    fn left(problem: &Problem) -> Vec<(u32, u32)> {
        let residual = Residual::new(problem, &[], |_| true);
        let Ok(residual) = without_redundant_bounds(residual, &mut |_| Ok::<(), Infallible>(()));
        let bounds = |item| (residual.least(item), residual.most(item));
        problem.items().map(bounds).collect()
    }

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

    /// A problem: cover a row of cells with bars. For each kind of bar, `bars` holds its length and the bounds on
    /// its number.
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
        // The upper bounds are redundant, since more bars do not fit on the cells. The lower bounds are redundant,
        // since the bars must cover all cells.
        assert_eq!(kept(12, &[(3, 0, 4), (2, 0, 6)]), [FREE, FREE]);
        assert_eq!(kept(12, &[(2, 6, 6)]), [FREE]);
        assert_eq!(kept(12, &[(2, 2, 6)]), [FREE]);
        // One more bar of the first kind would fit, so its upper bound is not redundant.
        assert_eq!(kept(12, &[(3, 0, 3), (2, 0, 6)]), [(0, 3), FREE]);
        // The lower bound of the first kind is not redundant, since bars of the second kind can cover all cells.
        assert_eq!(kept(12, &[(3, 2, 4), (2, 0, 6)]), [(2, 4), FREE]);
        // The two bars of length 3 leave room for at most three bars of length 2, or six of length 1. So the other
        // upper bounds are redundant.
        let needs = [(3, 2, 2), (2, 0, 3), (1, 0, 6)];
        assert_eq!(kept(12, &needs), [(2, 2), FREE, FREE]);
        // Each bound follows from the other two. So only one could be dropped, and one alone is kept.
        let twice = [(2, 2, 2), (2, 2, 2), (2, 2, 2)];
        assert_eq!(kept(12, &twice), [(2, 2), (2, 2), (2, 2)]);
    }

    #[test]
    fn a_lower_bound_alone_is_dropped_too() {
        let kept = |cells, kinds: &[_]| left(&bars(cells, kinds)).split_off(cells);
        assert_eq!(kept(12, &[(2, 6, u32::MAX)]), [(0, u32::MAX)]);
        assert_eq!(kept(2, &[(2, 1, u32::MAX)]), [(0, u32::MAX)]);
    }

    /// Uses an item whose options cover cells that may also be left uncovered.
    #[test]
    fn room_is_bounded_by_items_that_need_not_be_covered() {
        let problem = text::read("0:2|k 0:1|a 0:1|b\nk a\nk b\n").unwrap();
        assert_eq!(left(&problem)[0], (0, u32::MAX));
        let problem = text::read("0:1|k 0:3|a\nk a\n").unwrap();
        assert_eq!(left(&problem), [(0, 1), (0, u32::MAX)]);
    }

    /// Checks that no bound is dropped if only one upper bound follows from the number of cells that the other
    /// items need.
    #[test]
    fn a_single_bound_that_follows_from_needs_is_kept() {
        let kept = |cells, kinds: &[_]| left(&bars(cells, kinds)).split_off(cells);
        let kinds = [(3, 2, 2), (2, 0, 3), (1, 0, 12)];
        assert_eq!(kept(12, &kinds), [(2, 2), (0, 3), (0, u32::MAX)]);
    }

    #[test]
    fn the_items_with_the_largest_counters_are_tested() {
        let kinds = [(1, 0, 2); MOST_COUNTED + 2];
        let kept = left(&bars(1, &kinds)).split_off(1);
        let dropped = kept.iter().filter(|&&bounds| bounds == (0, u32::MAX));
        assert_eq!(dropped.count(), MOST_COUNTED);
        assert_eq!(kept[MOST_COUNTED..], [(0, 2); 2]);
    }

    /// Checks that an item that must be covered twice needs only as many cells as its shortest
    /// options cover.
    #[test]
    fn needs_are_the_least_that_options_cover() {
        let long = "k c0 c1\nk c1 c2\nk c2 c3\nk c3 c4\nk c4 c5\nk c0\nk c5\n";
        let free = "x c0\nx c1\nx c2\nx c3\nx c4\nx c5\ny c0 c1\ny c2 c3\ny c4 c5\n";
        let text = format!("c0 c1 c2 c3 c4 c5 2:2|k 0:3|x 0:1|y\n{long}{free}");
        let problem = text::read(&text).unwrap();
        let kept = left(&problem).split_off(6);
        assert_eq!(kept, [(2, 2), (0, 3), (0, 1)]);
    }

    /// Checks that cells are not counted twice if two items need the same options.
    #[test]
    fn needs_that_options_share_are_no_needs() {
        let shared = "k l c0 c1\nk l c1 c2\nk l c2 c3\nk l c3 c4\nk l c4 c5\n";
        let free = "x c0\nx c1\nx c2\nx c3\nx c4\nx c5\n";
        let text = format!(
            "c0 c1 c2 c3 c4 c5 2:2|k 2:2|l 0:5|x 0:5|y\n{shared}{free}{}",
            free.replace('x', "y")
        );
        let problem = text::read(&text).unwrap();
        let kept = left(&problem).split_off(6);
        assert_eq!(kept, [(2, 2), (2, 2), (0, 5), (0, 5)]);
    }
}
