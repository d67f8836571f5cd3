//! Computes prices of items and net costs of options, which bound the cost of a solution.
//!
//! Prices are a feasible solution of the dual of the linear program: no option costs less than the
//! sum of its items' prices. So a solution costs at least the sum of the prices of its items. The
//! prices rise in rounds, in which each item gets an equal share of the smallest net cost of its
//! options. In a last round, each item takes all that remains. Then every item has an option that
//! costs exactly the prices of its items. (Knuth's "taxes" are made in one such pass.)

use std::ops::ControlFlow::{self, Continue};

use crate::compact::CompactSort;
use crate::problem::{ItemId, OptionId, Problem};

/// The maximum number of rounds in which each item gets an equal share of the smallest net cost of its options.
/// The rounds end earlier if no price rises any more.
const ROUNDS: usize = 32;

/// Costs are multiplied by a power of two, so that shares are finer. This is the largest exponent of that power.
/// The exponent is smaller if the sum of all costs would not fit.
const FINEST: u32 = 20;

/// A price for each item, and for each option its net cost: what it costs beyond the prices of its items.
#[derive(Debug)]
pub(super) struct Prices {
    of_items: Vec<u64>,
    /// For each option, its cost in units, which are fractions of a cost of 1.
    costs: Vec<u64>,
    /// For each option, its cost minus the prices of its items, in units.
    nets: Vec<u64>,
    /// For each option, how many of its items must be covered.
    priced: Vec<u64>,
    /// The unit is 1/2^`shift` of a cost of 1.
    shift: u32,
}

impl Prices {
    /// Computes prices. Takes time proportional to the number of entries times the number of rounds. Stops if
    /// `keep_going` breaks out.
    pub(super) fn of<B>(
        problem: &Problem,
        costs: &[u64],
        keep_going: &mut dyn FnMut() -> ControlFlow<B>,
    ) -> ControlFlow<B, Self> {
        let must_be = |item: &ItemId| problem.bounds(*item).is_some_and(|b| *b.start() > 0);
        let mut holding = vec![Vec::new(); problem.item_count()];
        let mut priced = Vec::with_capacity(problem.option_count());
        for option in problem.options() {
            let items = problem.option_items(option).iter().copied();
            let mut count = 0;
            for item in items.filter(must_be) {
                holding[item.index()].push(option);
                count += 1;
            }
            priced.push(count);
        }
        let all = costs
            .iter()
            .fold(0, |all: u64, &cost| all.saturating_add(cost));
        // No sum of costs in units exceeds 2^62.
        let shift = FINEST.min(all.leading_zeros().saturating_sub(2));
        let costs: Vec<u64> = costs.iter().map(|cost| cost << shift).collect();
        let mut prices = Self {
            of_items: vec![0; problem.item_count()],
            nets: costs.clone(),
            costs,
            priced,
            shift,
        };
        for _ in 0..ROUNDS {
            keep_going()?;
            if !prices.share_out(&holding) {
                break;
            }
        }
        keep_going()?;
        prices.take_rest(&holding);
        Continue(prices)
    }

    /// Makes one round. Each option offers its items equal shares of its net cost, and the price of each item
    /// rises by the smallest share that it is offered. `holding` lists the options of each item. Returns whether
    /// any price rose.
    fn share_out(&mut self, holding: &[Vec<OptionId>]) -> bool {
        let gain = |held: &Vec<OptionId>| {
            let shares = held.iter().map(|&option| self.share(option));
            shares.min().unwrap_or(0)
        };
        let gains: Vec<u64> = holding.iter().map(gain).collect();
        for (at, (held, &gain)) in holding.iter().zip(&gains).enumerate() {
            self.raise(at, held, gain);
        }
        gains.iter().any(|&gain| gain > 0)
    }

    /// Raises prices one after the other as far as possible, beginning with the items that have the fewest
    /// options.
    fn take_rest(&mut self, holding: &[Vec<OptionId>]) {
        let mut items: Vec<_> = holding.iter().enumerate().collect();
        items.compact_sort_by_key(|(_, held)| held.len());
        for (at, held) in items {
            let nets = held.iter().map(|option| self.nets[option.index()]);
            let gain = nets.min().unwrap_or(0);
            self.raise(at, held, gain);
        }
    }

    fn raise(&mut self, item: usize, held: &[OptionId], gain: u64) {
        if gain == 0 {
            return;
        }
        self.of_items[item] += gain;
        for option in held {
            self.nets[option.index()] -= gain;
        }
    }

    /// All options, sorted by net cost.
    pub(super) fn order(&self) -> Vec<OptionId> {
        let mut options: Vec<OptionId> = OptionId::first(self.nets.len()).collect();
        options.compact_sort_by_key(|&option| self.net(option));
        options
    }

    /// The price of an item in units. The item is given by its header, which is its index plus 1.
    pub(super) fn price(&self, header: u32) -> u64 {
        self.of_items[header as usize - 1]
    }

    /// Converts units to a cost, rounded up to an integer.
    pub(super) fn unscaled(&self, units: u64) -> u64 {
        units.div_ceil(1 << self.shift)
    }

    /// The cost of an option, in units.
    pub(super) fn scaled_cost(&self, option: OptionId) -> u64 {
        self.costs[option.index()]
    }

    /// The cost of an option minus the prices of its items, in units.
    pub(super) fn net(&self, option: OptionId) -> u64 {
        self.nets[option.index()]
    }

    /// The net cost of an option divided by the number of its items that must be covered, in units.
    pub(super) fn share(&self, option: OptionId) -> u64 {
        self.nets[option.index()] / self.priced[option.index()].max(1)
    }

    /// The largest number of priced items (those that must be covered) in one option; at least 1.
    pub(super) fn most_priced(&self) -> u64 {
        self.priced.iter().copied().max().unwrap_or(0).max(1)
    }
}
