//! An order of the items for those who know no better one.
//!
//! Two are made and the narrower taken: the items as they were added, and a greedy one that starts
//! in a corner (an item with few neighbours) and goes on with the open item that opens fewest
//! others, the one opened first among equals. On a board that is a sweep from end to end, and items
//! that are with all others, as pieces are, come last.

use super::error::FrontierError;
use super::plan::Plan;
use super::preparation::Preparation;
use super::residual::Residual;
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
    let greedy = greedy(residual, preparation)?;
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
