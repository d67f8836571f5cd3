//! Prices of items, and the net costs of options.
//!
//! Prices are a feasible solution of the dual of the linear program: no option costs less than the
//! sum of its items' prices. So a solution costs at least the sum of the prices of its items. The
//! prices rise in rounds, in which each item gets an equal share of the smallest net cost of its
//! options. In a last round, each item takes all that remains. Then every item has an option that
//! costs exactly the prices of its items. (Knuth's "taxes" are made in one such pass.)

use std::ops::ControlFlow::{self, Continue};

use crate::problem::{ItemId, OptionId, Problem};

/// The maximum number of rounds of equal shares. The rounds end earlier if nothing is left to
/// share.
const ROUNDS: usize = 32;

/// To get finer shares, costs are multiplied by a power of two, up to this exponent, if their sum
/// then fits.
const FINEST: u32 = 20;

/// A price for each item, and what each option costs beyond the prices of its items.
#[derive(Debug)]
pub(super) struct Prices {
    of_items: Vec<u64>,
    /// By option, its cost in units.
    costs: Vec<u64>,
    /// By option, its cost minus the prices of its items.
    nets: Vec<u64>,
    /// By option, the number of its items that must be covered.
    priced: Vec<u64>,
}

impl Prices {
    /// Computes prices, in time proportional to the number of entries and rounds.
    pub(super) fn of<B>(
        problem: &Problem,
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
        let all: u64 = (problem.options().map(|option| problem.cost(option)))
            .map(u64::from)
            .sum();
        // The unit is 1/2^`shift` of a cost of 1. No sum of costs in units exceeds 2^62.
        let shift = FINEST.min(all.leading_zeros().saturating_sub(2));
        let scaled = |option| u64::from(problem.cost(option)) << shift;
        let costs: Vec<u64> = problem.options().map(scaled).collect();
        let mut prices = Self {
            of_items: vec![0; problem.item_count()],
            nets: costs.clone(),
            costs,
            priced,
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

    /// Raises all prices at once by equal shares. Returns whether any price rose.
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

    /// Raises prices one after the other as far as possible, those of items with few options first.
    fn take_rest(&mut self, holding: &[Vec<OptionId>]) {
        let mut items: Vec<_> = holding.iter().enumerate().collect();
        items.sort_by_key(|(_, held)| held.len());
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

    /// The options in the order of their net costs.
    pub(super) fn order(&self) -> Vec<OptionId> {
        let mut options: Vec<OptionId> = OptionId::first(self.nets.len()).collect();
        options.sort_by_key(|&option| self.net(option));
        options
    }

    /// The price of an item, by its header: headers are item indices plus 1.
    pub(super) fn price(&self, header: u32) -> u64 {
        self.of_items[header as usize - 1]
    }

    /// The cost of an option, in units of the prices.
    pub(super) fn scaled_cost(&self, option: OptionId) -> u64 {
        self.costs[option.index()]
    }

    /// The cost of an option minus the prices of its items, in units.
    pub(super) fn net(&self, option: OptionId) -> u64 {
        self.nets[option.index()]
    }

    /// The net cost of an option divided by the number of its items that must be covered.
    pub(super) fn share(&self, option: OptionId) -> u64 {
        self.nets[option.index()] / self.priced[option.index()].max(1)
    }

    /// The largest number of required items of an option, at least 1.
    pub(super) fn most_priced(&self) -> u64 {
        self.priced.iter().copied().max().unwrap_or(0).max(1)
    }
}
