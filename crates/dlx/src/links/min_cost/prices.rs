//! Prices of items, and what options cost beyond them.
//!
//! Prices are a solution of the dual of the linear program: no option costs less than the items that
//! it holds are worth together, so a solution costs at least what its items are worth. They are
//! raised in rounds: each item by its equal share in what the cheapest of its options still costs
//! beyond the prices; and at last each by all that is left, so that every item has an option that
//! costs its items' prices and no more. (Knuth's "taxes" are made in one such pass.)

use std::ops::ControlFlow::{self, Continue};

use crate::problem::{ItemId, OptionId, Problem};

/// How many rounds of equal shares there are; there are fewer if nothing is left to share.
const ROUNDS: usize = 32;

/// The costs that are shared out are these many times as fine, 2^20, if the sum of all has room.
const FINEST: u32 = 20;

/// Prices of the items of a problem.
#[derive(Debug)]
pub(super) struct Prices {
    /// By item.
    of_items: Vec<u64>,
    /// By option.
    costs: Vec<u64>,
    /// By option, what it costs beyond the prices of its items.
    nets: Vec<u64>,
    /// By option, how many of its items must be covered.
    priced: Vec<u64>,
}

impl Prices {
    /// Finds prices. Takes time proportional to the entries, a few dozen times.
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
        // A cost of one is 2 to the `shift` units, and no sum of costs more than 2^62.
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

    /// Raises all prices at once by equal shares. Returns whether there was anything to share.
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

    /// Raises prices one after the other as far as they can be, those of items with few options
    /// first.
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

    /// The options, those of the least net cost first.
    pub(super) fn order(&self) -> Vec<OptionId> {
        let mut options: Vec<OptionId> = OptionId::first(self.nets.len()).collect();
        options.sort_by_key(|&option| self.net(option));
        options
    }

    /// The price of an item, by its header: that of the item of the index before.
    pub(super) fn price(&self, header: u32) -> u64 {
        self.of_items[header as usize - 1]
    }

    /// What an option costs, in units.
    pub(super) fn scaled_cost(&self, option: OptionId) -> u64 {
        self.costs[option.index()]
    }

    /// What an option costs beyond the prices of its items, in units.
    pub(super) fn net(&self, option: OptionId) -> u64 {
        self.nets[option.index()]
    }

    /// The share in the net cost of an option that each of its items that must be covered has.
    pub(super) fn share(&self, option: OptionId) -> u64 {
        self.nets[option.index()] / self.priced[option.index()].max(1)
    }

    /// The most items of an option that must be covered, at least one.
    pub(super) fn most_priced(&self) -> u64 {
        self.priced.iter().copied().max().unwrap_or(0).max(1)
    }
}
