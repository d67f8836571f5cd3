//! The default order of the items.
//!
//! It is the better of two orders: the one in which the items were added, and a greedy one. The greedy order
//! starts in a corner (an item with few neighbours) and continues with the open item that opens fewest others;
//! ties go to the item opened first. On a board, this is a sweep from end to end. Items that are open for most of
//! the sweep, as pieces are, come last in both orders. Otherwise they would be decided as soon as they open no
//! others, with a quarter of the board left. That makes states with holes all over the board.
//!
//! Orders are compared by their [weight](sweep_weight), which grows like the number of states of a
//! sweep. A greedy order costs more than its weight says, since its sweep line is never straight.

use std::ops::ControlFlow;

use super::error::FrontierError;
use super::preparation::Preparation;
use super::progress::FrontierProgress;
use crate::problem::residual::Residual;
use crate::problem::{ItemId, OptionId, Problem};
use crate::stop::{StopFlag, Stopped};

/// The largest product of the number of items and the number of entries for which a greedy order is computed. That
/// takes a few seconds. For larger problems, the items stay in the order in which they were added.
const WORK: usize = 1 << 28;

/// The largest product of the number of items and the number of entries for which the function [`greedy_order`]
/// computes an order. That takes about 10 ms.
const QUICK: usize = 1 << 24;

/// The factor by which the states are assumed to grow with each additional open item.
const GROWTH: f64 = 1.6;

/// A handicap of the greedy order: this is added to its weight before it is compared with that of the order in
/// which the items were added.
const ASKEW: f64 = 1.0;

/// The better of two orders: the greedy one, and the one in which the items were added. In both, persistent items
/// come last.
///
/// # Errors
///
/// [`FrontierError::Interrupted`].
pub(super) fn default(
    residual: &Residual,
    preparation: &mut Preparation<'_, '_>,
) -> Result<Vec<ItemId>, FrontierError> {
    let added: Vec<ItemId> = residual.problem.items().collect();
    let entries = residual.problem.entry_count();
    if added.len().saturating_mul(entries) > WORK {
        return Ok(added);
    }
    let greedy = persistent_last(residual, &greedy(residual, preparation)?, preparation)?;
    let added = persistent_last(residual, &added, preparation)?;
    let problem = residual.problem;
    let mut weight = |order: &[ItemId]| {
        let options = residual.options.iter();
        let options = options.map(|&option| problem.option_items(option));
        preparation.advance(entries)?;
        Ok::<_, FrontierError>(sweep_weight(problem.item_count(), order, options))
    };
    Ok(if weight(&greedy)? + ASKEW < weight(&added)? {
        greedy
    } else {
        added
    })
}

/// A greedy order of the items for [`Frontier::order`](crate::Frontier::order). Items that are open
/// for most of a sweep come last. The order suits boards without long straight sides, and problems
/// of unknown structure. `None` if it would take much longer than 10 ms.
///
/// Takes, for each item, a pass over the options of all open items.
///
/// # Errors
///
/// [`Stopped`].
pub fn greedy_order(problem: &Problem, stop: &StopFlag) -> Result<Option<Vec<ItemId>>, Stopped> {
    let work = problem.item_count().saturating_mul(problem.entry_count());
    if work > QUICK {
        return Ok(None);
    }
    let mut watcher = |_: &FrontierProgress| match stop.check() {
        Ok(()) => ControlFlow::Continue(()),
        Err(Stopped) => ControlFlow::Break(()),
    };
    let residual = Residual::new(problem, &[], |_| true);
    let preparation = &mut Preparation::new(&mut watcher);
    let order = greedy(&residual, preparation)
        .and_then(|order| persistent_last(&residual, &order, preparation));
    // The only possible error is that the stop flag is set.
    order.map_or(Err(Stopped), |order| Ok(Some(order)))
}

/// The natural logarithm of the estimated work of a sweep. The work is the sum, over all steps, of 1.6 to the
/// power of the number of open items. `sets` are the sets of items that are covered together, as options are.
/// Items that are not in `order` lead no step, but count as open.
///
/// Takes one pass over the sets.
///
/// ```
/// use tilewright_dlx::frontier::sweep_weight;
/// use tilewright_dlx::text;
///
/// // A ladder of two by four, across and along.
/// let problem = text::read("a b c d e f g h\na b\nb c\nc d\ne f\nf g\ng h\na e\nb f\nc g\nd h\n")?;
/// let weight = |names: &str| {
///     let order: Vec<_> = names.split(' ').filter_map(|name| problem.item(name)).collect();
///     let options = problem.options().map(|option| problem.option_items(option));
///     sweep_weight(problem.item_count(), &order, options)
/// };
/// assert!(weight("a e b f c g d h") < weight("a b c d e f g h"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sweep_weight<'s>(
    item_count: usize,
    order: &[ItemId],
    sets: impl Iterator<Item = &'s [ItemId]>,
) -> f64 {
    let spans = spans(item_count, order, sets);
    let mut changes = vec![0_i32; order.len() + 1];
    for (first, last) in spans.into_iter().flatten() {
        changes[first] += 1;
        changes[last] -= 1;
    }
    // For each step, the number of items that are open after it.
    let open: Vec<i32> = (changes.into_iter())
        .scan(0, |open, change| {
            *open += change;
            Some(*open)
        })
        .collect();
    let most = open.iter().copied().max().unwrap_or(0);
    let shares = open.iter().map(|open| GROWTH.powi(open - most));
    f64::from(most) * GROWTH.ln() + shares.sum::<f64>().ln()
}

/// For each item, by its index, the first and the last step of a sweep along `order` at which the item can be
/// covered. Each of `sets`, the items of an option, belongs to the step of its first item.
fn spans<'s>(
    item_count: usize,
    order: &[ItemId],
    sets: impl Iterator<Item = &'s [ItemId]>,
) -> Vec<Option<(usize, usize)>> {
    let mut place = vec![usize::MAX; item_count];
    for (at, item) in order.iter().enumerate() {
        place[item.index()] = at;
    }
    let mut spans: Vec<Option<(usize, usize)>> = vec![None; item_count];
    for set in sets {
        let leader = set.iter().map(|item| place[item.index()]).min();
        let Some(step) = leader.filter(|at| *at < order.len()) else {
            continue;
        };
        for item in set {
            let (first, last) = spans[item.index()].get_or_insert((step, step));
            *first = step.min(*first);
            *last = step.max(*last);
        }
    }
    spans
}

/// `order` with its persistent items moved to the end: those open for more than half of the steps. Only
/// positions whose item leads an option count as steps.
fn persistent_last(
    residual: &Residual,
    order: &[ItemId],
    preparation: &mut Preparation<'_, '_>,
) -> Result<Vec<ItemId>, FrontierError> {
    let problem = residual.problem;
    preparation.advance(problem.entry_count())?;
    let options = residual.options.iter();
    let options = options.map(|&option| problem.option_items(option));
    let spans = spans(order.len(), order, options);
    // For each position in the order, the number of steps before it. A position is a step if its item leads an
    // option, so that the item's last step is this position.
    let mut all = 0;
    let mut steps = Vec::with_capacity(order.len());
    for (at, item) in order.iter().enumerate() {
        steps.push(all);
        all += usize::from(spans[item.index()].is_some_and(|(_, last)| last == at));
    }
    let is_persistent = |item: &ItemId| {
        spans[item.index()].is_some_and(|(first, last)| 2 * (steps[last] - steps[first]) > all)
    };
    let (last, first): (Vec<ItemId>, Vec<ItemId>) =
        order.iter().partition(|item| is_persistent(item));
    Ok(first.into_iter().chain(last).collect())
}

fn greedy(
    residual: &Residual,
    preparation: &mut Preparation<'_, '_>,
) -> Result<Vec<ItemId>, FrontierError> {
    let problem = residual.problem;
    let count = problem.item_count();
    let mut options: Vec<Vec<OptionId>> = vec![Vec::new(); count];
    for &option in &residual.options {
        for item in problem.option_items(option) {
            options[item.index()].push(option);
        }
    }
    let mut done = vec![false; count];
    // For each item, by its index, how many items had been ordered when it was opened.
    let mut opened: Vec<Option<usize>> = vec![None; count];
    let mut order = Vec::with_capacity(count);
    let mut mark = vec![0_usize; count];
    let mut marks = 0;
    while order.len() < count {
        let open = |item: &ItemId| opened[item.index()].is_some() && !done[item.index()];
        let mut candidates: Vec<ItemId> = problem.items().filter(open).collect();
        if candidates.is_empty() {
            candidates = problem.items().filter(|item| !done[item.index()]).collect();
        }
        let mut seen = candidates.len();
        let next = candidates.into_iter().min_by_key(|item| {
            marks += 1;
            let mut opens = 0;
            seen += options[item.index()].len();
            for other in options[item.index()]
                .iter()
                .flat_map(|&option| problem.option_items(option))
            {
                if opened[other.index()].is_none() && mark[other.index()] != marks {
                    mark[other.index()] = marks;
                    opens += 1;
                }
            }
            (opens, opened[item.index()], item.index())
        });
        preparation.advance(seen)?;
        let Some(next) = next else { break };
        for &option in &std::mem::take(&mut options[next.index()]) {
            for other in problem.option_items(option) {
                opened[other.index()].get_or_insert(order.len());
                if *other != next {
                    options[other.index()].retain(|&with| with != option);
                }
            }
        }
        done[next.index()] = true;
        order.push(next);
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::frontier::random::{prepare, problems};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn an_order_holds_every_item_once(problem in problems()) {
            let residual = Residual::new(&problem, &[], |_| true);
            let added: Vec<ItemId> = problem.items().collect();
            let greedy = prepare(|preparation| greedy(&residual, preparation)).unwrap();
            let last = |order| prepare(|preparation| persistent_last(&residual, order, preparation));
            for order in [
                last(&added).unwrap(),
                last(&greedy).unwrap(),
                prepare(|preparation| default(&residual, preparation)).unwrap(),
                greedy_order(&problem, &StopFlag::new()).unwrap().unwrap(),
            ] {
                let mut sorted = order.clone();
                sorted.sort_unstable();
                prop_assert_eq!(&sorted, &added);
            }
        }
    }

    /// A problem: fill a board, whose cells are added row by row, with dominoes. Each domino is one of `pieces`
    /// pieces, if that is not 0.
    fn dominoes(columns: usize, rows: usize, pieces: usize) -> (Problem, Vec<ItemId>, Vec<ItemId>) {
        let mut problem = Problem::new();
        let mut add = |name: String| problem.add_primary(name).unwrap();
        let pieces: Vec<ItemId> = (0..pieces).map(|at| add(format!("p{at}"))).collect();
        let cells: Vec<ItemId> = (0..rows * columns)
            .map(|at| add(format!("c{at}")))
            .collect();
        for at in 0..cells.len() {
            let right = (at % columns + 1 < columns).then_some(at + 1);
            let below = (at + columns < cells.len()).then_some(at + columns);
            for other in right.into_iter().chain(below) {
                if pieces.is_empty() {
                    problem.add_option(&[cells[at], cells[other]]).unwrap();
                }
                for &piece in &pieces {
                    problem
                        .add_option(&[cells[at], cells[other], piece])
                        .unwrap();
                }
            }
        }
        (problem, cells, pieces)
    }

    fn weight(problem: &Problem, order: &[ItemId]) -> f64 {
        let options = problem.options().map(|option| problem.option_items(option));
        sweep_weight(problem.item_count(), order, options)
    }

    #[test]
    fn the_greedy_order_sweeps_along_the_longer_side() {
        let (problem, cells, _) = dominoes(9, 3, 0);
        let residual = Residual::new(&problem, &[], |_| true);
        let order = prepare(|preparation| default(&residual, preparation)).unwrap();
        let columns: Vec<ItemId> = (0..27).map(|at| cells[at % 3 * 9 + at / 3]).collect();
        assert!(weight(&problem, &order) < weight(&problem, &cells) - 2.0);
        assert!(weight(&problem, &order) < weight(&problem, &columns) + 0.5);
    }

    #[test]
    fn pieces_come_last() {
        let (problem, _, pieces) = dominoes(9, 2, 9);
        let residual = Residual::new(&problem, &[], |_| true);
        let order = prepare(|preparation| default(&residual, preparation)).unwrap();
        let mut last = order[18..].to_vec();
        last.sort_unstable();
        assert_eq!(last, pieces);
    }

    #[test]
    fn the_weight_is_the_sum_of_the_powers() {
        let (problem, cells, _) = dominoes(3, 2, 0);
        // The numbers of open items after the steps: two, three, three, two, then zero.
        let open = [2, 3, 3, 2, 0, 0, 0].map(|open| GROWTH.powi(open));
        let sum: f64 = open.into_iter().sum();
        assert!((weight(&problem, &cells) - sum.ln()).abs() < 1e-9);
    }

    #[test]
    fn a_stop_is_noticed() {
        let (problem, ..) = dominoes(30, 30, 3);
        let stop = StopFlag::new();
        assert!(greedy_order(&problem, &stop).unwrap().is_some());
        stop.set();
        assert_eq!(greedy_order(&problem, &stop), Err(Stopped));
    }
}
