//! Converts a problem whose best solutions have the greatest value to one whose best solutions have the least
//! cost.
//!
//! Each item that is covered exactly once, or at most once, gets the same price. The price is so high that no
//! option has a greater value than the prices of its items together. The *loss* of an option is the sum of
//! these prices minus its value; the loss of an item that stays uncovered is its price. So the value of a
//! solution is the price of all items minus the losses. An item that may stay uncovered becomes one that is
//! covered exactly once, by an additional option without other items.

use crate::problem::{Entry, ItemId, OptionId, Problem, ProblemError};

/// To make the price of an item an integer, all values are multiplied by a factor up to this one. If a larger
/// factor would be needed, the price is rounded up.
const FINEST: u64 = 5_040;

/// A problem whose cheapest solutions are those of greatest value of another problem.
pub(super) struct LossProblem {
    /// The problem whose cheapest solutions are sought. It has the options of the other problem, followed by one
    /// option for each item that may stay uncovered.
    pub(super) problem: Problem,
    /// For each option of `problem`, its loss. It is the cost of the option in `problem`.
    pub(super) losses: Vec<u64>,
    /// The sum of the prices of all items.
    total: u64,
    /// The factor by which values are multiplied in prices and losses.
    scale: u64,
    options: usize,
}

impl LossProblem {
    pub(super) fn of(from: &Problem) -> Result<Self, ProblemError> {
        let is_once = |item: ItemId| is_once(from, item);
        // An option that has a value, but no item that gets a price, gets an additional item.
        let is_loose = |option: &OptionId| {
            from.cost(*option) > 0 && !from.option_items(*option).iter().any(|item| is_once(*item))
        };
        let loose: Vec<OptionId> = from.options().filter(is_loose).collect();
        let mut problem = from.without_items();
        let mut ids: Vec<Option<ItemId>> = vec![None; from.item_count()];
        let mut may_stay = Vec::new();
        for item in from
            .items()
            .filter(|item| from.is_primary(*item) || is_once(*item))
        {
            let bounds = from.bounds(item);
            let id = problem.add_bounded(from.item_name(item), bounds.clone().unwrap_or(1..=1))?;
            ids[item.index()] = Some(id);
            may_stay.extend(bounds.is_none().then_some(id));
        }
        let mut own = Vec::with_capacity(loose.len());
        for option in &loose {
            let mut name = format!("take#{}", option.index() + 1);
            while from.item(&name).is_some() {
                name.push('#');
            }
            own.push(problem.add_primary(name)?);
        }
        may_stay.extend(&own);
        for item in from
            .items()
            .filter(|item| !from.is_primary(*item) && !is_once(*item))
        {
            ids[item.index()] = Some(problem.add_secondary(from.item_name(item))?);
        }
        let mut loose = loose.iter().zip(&own).peekable();
        let mut priced = Vec::with_capacity(from.option_count());
        for option in from.options() {
            let entry = |entry: Entry| {
                Some(Entry {
                    item: ids[entry.item.index()]?,
                    ..entry
                })
            };
            let mut entries: Vec<Entry> = from.option_entries(option).filter_map(entry).collect();
            let once = from
                .option_items(option)
                .iter()
                .filter(|item| is_once(**item))
                .count();
            let extra = loose.next_if(|(next, _)| **next == option);
            entries.extend(extra.map(|(_, item)| Entry::from(*item)));
            problem.add_coloured_option(&entries)?;
            priced.push((once + usize::from(extra.is_some())) as u64);
        }
        for item in &may_stay {
            problem.add_option(&[*item])?;
        }
        let values = from.options().map(|option| u64::from(from.cost(option)));
        let Losses {
            scale,
            price,
            mut of_options,
        } = Losses::of(&values.collect::<Vec<_>>(), &priced);
        of_options.extend(may_stay.iter().map(|_| price));
        let once = from.items().filter(|item| is_once(*item)).count() + own.len();
        Ok(Self {
            problem,
            losses: of_options,
            total: price.saturating_mul(once as u64),
            scale,
            options: from.option_count(),
        })
    }

    /// A solution of `problem` without the options that leave an item uncovered: a solution of the other problem.
    pub(super) fn original(&self, mut solution: Vec<OptionId>) -> Vec<OptionId> {
        solution.retain(|option| option.index() < self.options);
        solution
    }

    /// The maximum value of a solution whose options have at least this loss in total.
    pub(super) fn value_at_most(&self, loss: u64) -> u64 {
        self.total.saturating_sub(loss) / self.scale
    }
}

/// Whether an item must be covered exactly once, or is a secondary item without colours, which may be covered at
/// most once.
fn is_once(problem: &Problem, item: ItemId) -> bool {
    match problem.bounds(item) {
        Some(bounds) => bounds == (1..=1),
        None => !problem.is_coloured(item),
    }
}

/// The price that all items have, and the loss of each option.
struct Losses {
    scale: u64,
    price: u64,
    of_options: Vec<u64>,
}

impl Losses {
    /// Computes the price and the losses. For each option, `values` holds its value, and `priced` its number of
    /// items that have the price.
    fn of(values: &[u64], priced: &[u64]) -> Self {
        let worth = || values.iter().zip(priced).filter(|(value, _)| **value > 0);
        let scale = worth().fold(1, |all: u64, (_, items)| lcm(all, *items).min(FINEST + 1));
        let scale = if scale > FINEST { 1 } else { scale };
        let prices = worth().map(|(value, items)| (scale * value).div_ceil(*items));
        let price = prices.max().unwrap_or(0);
        let loss = |(value, items): (&u64, &u64)| price.saturating_mul(*items) - scale * value;
        let of_options = values.iter().zip(priced).map(loss).collect();
        Self {
            scale,
            price,
            of_options,
        }
    }
}

/// The least common multiple of two positive numbers.
fn lcm(one: u64, other: u64) -> u64 {
    let (mut a, mut b) = (one, other);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (one / a).saturating_mul(other)
}
