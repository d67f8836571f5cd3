//! An order of the items for those who know no better one.
//!
//! Two are made and the narrower taken: the items as they were added, and a greedy one that starts
//! in a corner (an item with few neighbours) and goes on with the open item that opens fewest
//! others, the one opened first among equals. On a board that is a sweep from end to end. Items that
//! are open for most of it, as pieces are, come last in both: to branch on them as soon as they open no
//! others, while a quarter of the board is left, makes states with holes all over it.

use super::error::FrontierError;
use super::plan::Plan;
use super::preparation::Preparation;
use crate::problem::residual::Residual;
use crate::problem::{ItemId, OptionId};

/// The most steps of the greedy order, about; beyond, the items stay as they were added.
const WORK: usize = 1 << 28;

/// The narrower of the two orders.
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
    let mut width = |order| match Plan::new(residual, order, preparation) {
        Ok(plan) => Ok(plan.width()),
        Err(FrontierError::Interrupted) => Err(FrontierError::Interrupted),
        // It is too wide.
        Err(_) => Ok((usize::MAX, 0)),
    };
    Ok(if width(&greedy)? < width(&added)? {
        greedy
    } else {
        added
    })
}

/// The same order but for the items that are open for more than half of its steps: they follow at the
/// end.
fn persistent_last(
    residual: &Residual,
    order: &[ItemId],
    preparation: &mut Preparation<'_, '_>,
) -> Result<Vec<ItemId>, FrontierError> {
    let problem = residual.problem;
    let mut place = vec![0; order.len()];
    for (at, item) in order.iter().enumerate() {
        place[item.index()] = at;
    }
    let leader = |option: OptionId| {
        let places = problem.option_items(option).iter();
        places.map(|item| place[item.index()]).min().unwrap_or(0)
    };
    let mut leads = vec![false; order.len()];
    for &option in &residual.options {
        preparation.advance(problem.option_items(option).len())?;
        leads[leader(option)] = true;
    }
    // The steps before each place.
    let steps: Vec<usize> = (leads.iter())
        .scan(0, |steps, &leads| {
            let before = *steps;
            *steps += usize::from(leads);
            Some(before)
        })
        .collect();
    let mut open: Vec<Option<(usize, usize)>> = vec![None; order.len()];
    for &option in &residual.options {
        preparation.advance(problem.option_items(option).len())?;
        let step = steps[leader(option)];
        for item in problem.option_items(option) {
            let (first, last) = open[item.index()].get_or_insert((step, step));
            *first = step.min(*first);
            *last = step.max(*last);
        }
    }
    let all = leads.iter().filter(|&&leads| leads).count();
    let is_persistent = |item: &ItemId| {
        open[item.index()].is_some_and(|(first, last)| 2 * (last - first) > all)
    };
    let (last, first): (Vec<ItemId>, Vec<ItemId>) = order.iter().partition(|item| is_persistent(item));
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
    // When an item was opened, or never.
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
    use crate::problem::Problem;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn an_order_holds_every_item_once_and_is_no_wider_than_that_of_the_items(problem in problems()) {
            let residual = Residual::new(&problem, &[], |_| true);
            let added: Vec<ItemId> = problem.items().collect();
            let persistent_last = |order: &[ItemId]| {
                prepare(|preparation| persistent_last(&residual, order, preparation)).unwrap()
            };
            for order in [
                persistent_last(&added),
                prepare(|preparation| default(&residual, preparation)).unwrap(),
                prepare(|preparation| greedy(&residual, preparation)).unwrap(),
            ] {
                let mut sorted = order.clone();
                sorted.sort_unstable();
                prop_assert_eq!(&sorted, &added);
            }
            let width = |order: &[ItemId]| prepare(|preparation| Plan::new(&residual, order, preparation)).unwrap().width();
            let order = prepare(|preparation| default(&residual, preparation)).unwrap();
            prop_assert!(width(&order) <= width(&persistent_last(&added)));
        }
    }

    /// A board of three rows and nine columns, its cells added row by row, with dominoes.
    #[test]
    fn the_greedy_order_sweeps_along_the_longer_side() {
        let mut problem = Problem::new();
        let cells: Vec<ItemId> = (0..27)
            .map(|at| problem.add_primary(format!("c{at}")).unwrap())
            .collect();
        for at in 0..27 {
            if at % 9 < 8 {
                problem.add_option(&[cells[at], cells[at + 1]]).unwrap();
            }
            if at < 18 {
                problem.add_option(&[cells[at], cells[at + 9]]).unwrap();
            }
        }
        let residual = Residual::new(&problem, &[], |_| true);
        let order = prepare(|preparation| default(&residual, preparation)).unwrap();
        let plan = |order: &[ItemId]| {
            prepare(|preparation| Plan::new(&residual, order, preparation)).unwrap()
        };
        assert!(plan(&order).width().0 <= 4);
        assert!(plan(&cells).width().0 > 8);
    }
}
