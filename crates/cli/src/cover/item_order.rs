//! Reorders the items of a problem, for searches that branch on the leftmost item.

use std::collections::HashSet;

use tilewright_dlx::{Entry, ItemId, Problem, ProblemError};

/// Why items cannot be reordered as requested.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ItemOrderError {
    /// No primary item has this name.
    #[error("no item that must be covered has the name {name:?}")]
    Unknown { name: String },
    /// A name is listed twice.
    #[error("the item {name:?} occurs twice in the order")]
    Repeated { name: String },
    /// The engine library refused an item or an option.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// The same problem with its primary items reordered: those in `first` before all others, those in
/// `last` after all others, in the given order. Options keep their order, the order of their items,
/// their colours and their costs.
///
/// # Complexity
///
/// Linear in the items and entries.
///
/// # Errors
///
/// [`ItemOrderError`] for the first name that is wrong.
pub(crate) fn reordered(
    problem: &Problem,
    first: &[&str],
    last: &[&str],
) -> Result<Problem, ItemOrderError> {
    let mut named = HashSet::new();
    let mut find = |name: &&str| {
        let item = problem.item(name).filter(|item| problem.is_primary(*item));
        let item = item.ok_or_else(|| ItemOrderError::Unknown {
            name: (*name).to_owned(),
        })?;
        if named.insert(item) {
            Ok(item)
        } else {
            Err(ItemOrderError::Repeated {
                name: (*name).to_owned(),
            })
        }
    };
    let first = first.iter().map(&mut find).collect::<Result<Vec<_>, _>>()?;
    let last = last.iter().map(&mut find).collect::<Result<Vec<_>, _>>()?;
    let others = problem.items().filter(|item| problem.is_primary(*item));
    let others = others.filter(|item| !named.contains(item));
    let primary: Vec<ItemId> = first.into_iter().chain(others).chain(last).collect();
    let mut ordered = Problem::new();
    let mut items: Vec<Option<ItemId>> = vec![None; problem.item_count()];
    for item in primary {
        let name = problem.item_name(item);
        let bounds = problem.bounds(item).unwrap_or(1..=1);
        items[item.index()] = Some(ordered.add_bounded(name, bounds)?);
    }
    for item in problem.items().filter(|item| !problem.is_primary(*item)) {
        items[item.index()] = Some(ordered.add_secondary(problem.item_name(item))?);
    }
    for option in problem.options() {
        let mut entries = Vec::new();
        for entry in problem.option_entries(option) {
            let color = entry.colour.map(|color| problem.colour_name(color));
            let colour = color.map(|name| ordered.add_colour(name)).transpose()?;
            entries.extend(items[entry.item.index()].map(|item| Entry { item, colour }));
        }
        let option = ordered.add_coloured_option(&entries)?;
        ordered.set_cost(option, problem.cost(option))?;
    }
    Ok(ordered)
}

#[cfg(test)]
mod tests {
    use tilewright_dlx::{Solver, text};

    use super::*;

    #[test]
    fn colours_and_costs_stay() {
        let problem = text::read("a b c | s t\na s:x |2\nb s:x t\nc s:y\nc s:x |5\n").unwrap();
        let other = reordered(&problem, &["c"], &["a"]).unwrap();
        let mut written = Vec::new();
        text::write(&other, &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        let expected = "c b a | s t\na s:x |2\nb s:x t\nc s:y\nc s:x |5\n";
        assert_eq!(written, expected);
        let solutions = |problem| Solver::new(problem).list().unwrap().known().unwrap().len();
        assert_eq!((solutions(&problem), solutions(&other)), (1, 1));
    }
}
