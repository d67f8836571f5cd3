//! Counters of how often a path covers the items that are left out of a diagram, packed into 128 bits.

use std::cmp::Ordering;

use crate::diagram::graph::Graph;
use crate::frontier::error::FrontierError;
use crate::frontier::preparation::Preparation;
use crate::problem::ItemId;
use crate::problem::residual::Residual;

/// The place of a counter, whose guard bit is above its `width` bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct CounterField {
    shift: u32,
    width: u32,
    /// The value before the item is covered: one more than `most` sets the guard bit.
    zero: u128,
}

/// The counters of the items left out, packed into 128 bits.
pub(super) struct CounterFields(Vec<CounterField>);

impl CounterFields {
    /// Gives counters to as many of the items as fit. Returns these items.
    ///
    /// # Errors
    ///
    /// The first `must` items do not fit, or one of them has colours.
    pub(super) fn of(
        residual: &Residual,
        items: &[ItemId],
        must: usize,
    ) -> Result<(Vec<ItemId>, Self), FrontierError> {
        let mut options = vec![0_u32; residual.problem.item_count()];
        for &option in &residual.options {
            for item in residual.problem.option_items(option) {
                options[item.index()] += 1;
            }
        }
        let (mut kept, mut fields) = (Vec::new(), Vec::new());
        let mut shift = 0;
        for (at, &item) in items.iter().enumerate() {
            let most = residual.most(item).min(options[item.index()]);
            let bits = u32::BITS - most.leading_zeros();
            // An item that no option covers keeps its place among those that tell solutions apart.
            let width = if at < must { bits.max(1) } else { bits };
            if at < must && residual.is_coloured(item) {
                let name = residual.problem.item_name(item).to_owned();
                return Err(FrontierError::ColouredTally { name });
            }
            if at < must && shift + width >= u128::BITS {
                let (bits, limit) = (shift + width + 1, u128::BITS);
                let [bits, limit] = [bits, limit].map(|bits| bits as usize);
                return Err(FrontierError::TooWide { bits, limit });
            }
            if shift + width < u128::BITS && width > 0 {
                let zero = (1 << width) - 1 - u128::from(most);
                fields.push(CounterField { shift, width, zero });
                kept.push(item);
                shift += width + 1;
            }
        }
        Ok((kept, Self(fields)))
    }

    /// The bits of the first counters.
    pub(super) fn mask(&self, counters: usize) -> u128 {
        let bits = |field: &CounterField| ((1 << field.width) - 1) << field.shift;
        self.0.iter().take(counters).map(bits).sum()
    }

    /// The counters of `items` along a graph.
    pub(super) fn count(
        &self,
        residual: &Residual,
        items: &[ItemId],
        graph: &Graph,
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<LeftOutItems, FrontierError> {
        let problem = residual.problem;
        let mut index_of = vec![None; problem.item_count()];
        for (at, item) in (0_u8..).zip(items) {
            index_of[item.index()] = Some(at);
        }
        let mut of_options = vec![Vec::new(); problem.option_count()];
        let mut adds = vec![0_u128; problem.option_count()];
        let mut last = vec![u32::MAX; problem.item_count()];
        let floors = graph.floors(problem.option_count());
        for &option in &residual.options {
            let own = problem.option_items(option);
            preparation.advance(own.len())?;
            for &item in own {
                if let Some(at) = index_of[item.index()] {
                    of_options[option.index()].push(at);
                    adds[option.index()] |= 1 << self.0[usize::from(at)].shift;
                    if let Some(floor) = floors[option.index()] {
                        last[item.index()] = last[item.index()].min(floor);
                    }
                }
            }
        }
        let needs = items.iter().zip(&self.0);
        let needs = needs.filter(|(item, _)| residual.least(**item) > 0);
        let needs = needs.map(|(item, field)| CounterNeed {
            last: last[item.index()],
            mask: ((1 << field.width) - 1) << field.shift,
            least: (field.zero + u128::from(residual.least(*item))) << field.shift,
        });
        Ok(LeftOutItems {
            start: self.0.iter().map(|field| field.zero << field.shift).sum(),
            guards: self
                .0
                .iter()
                .map(|field| 1 << (field.shift + field.width))
                .sum(),
            adds,
            needs: needs.collect(),
            ranges: items
                .iter()
                .map(|item| (residual.least(*item).into(), residual.most(*item).into()))
                .collect(),
            of_options,
        })
    }
}

/// The items left out of the graph: counters of how often a path covers them.
#[derive(Debug)]
pub(super) struct LeftOutItems {
    /// The counters of a path without choices.
    pub(super) start: u128,
    guards: u128,
    /// By option, a one in the counter of each of its items.
    adds: Vec<u128>,
    needs: Vec<CounterNeed>,
    /// By item, how often it must and may be covered.
    pub(super) ranges: Vec<(i64, i64)>,
    /// By option, its items, as indices into `ranges`.
    of_options: Vec<Vec<u8>>,
}

/// A lower bound of a counter.
#[derive(Clone, Copy, Debug)]
struct CounterNeed {
    /// The lowest node whose step has an option with the item.
    last: u32,
    mask: u128,
    least: u128,
}

impl LeftOutItems {
    /// The counters after a choice that leads to the node `target`; `None` if an item is covered too often, or too
    /// rarely for the options that follow.
    pub(super) fn after(&self, covered: u128, option: u32, target: u32) -> Option<u128> {
        let covered = covered + self.adds.get(option as usize).copied().unwrap_or(0);
        let meets = |need: &CounterNeed| target >= need.last || covered & need.mask >= need.least;
        (covered & self.guards == 0 && self.needs.iter().all(meets)).then_some(covered)
    }

    /// The sum of the multipliers of an option's items.
    pub(super) fn sum(&self, option: usize, multipliers: &[i64]) -> i64 {
        let items = self.of_options[option].iter();
        items.map(|item| multipliers[usize::from(*item)]).sum()
    }

    /// The most that a solution pays for these multipliers.
    pub(super) fn paid(&self, multipliers: &[i64]) -> i64 {
        let paid = |(&(least, most), &multiplier): (&(i64, i64), &i64)| {
            (multiplier * least).max(multiplier * most)
        };
        self.ranges.iter().zip(multipliers).map(paid).sum()
    }

    /// By item, how often a choice of options covers it.
    pub(super) fn covered(&self, options: &[usize]) -> Vec<i64> {
        let mut covered = vec![0; self.ranges.len()];
        for item in options.iter().flat_map(|option| &self.of_options[*option]) {
            covered[usize::from(*item)] += 1;
        }
        covered
    }

    /// Whether each item is covered as often as it must and may be.
    pub(super) fn allows(&self, covered: &[i64]) -> bool {
        let mut ranges = self.ranges.iter().zip(covered);
        ranges.all(|(&(least, most), covered)| (least..=most).contains(covered))
    }

    /// By item, how much more often than it may, or less often than it must, it is covered. For an item with a
    /// multiplier, compared with the number that makes its payment the largest.
    pub(super) fn excess(&self, covered: &[i64], multipliers: &[i64]) -> Vec<i64> {
        let excess =
            |((&(least, most), &multiplier), covered): ((&(i64, i64), &i64), i64)| match multiplier
                .cmp(&0)
            {
                Ordering::Greater => covered - most,
                Ordering::Less => covered - least,
                Ordering::Equal => (covered - most).max(0) + (covered - least).min(0),
            };
        let ranges = self.ranges.iter().zip(multipliers);
        ranges.zip(covered.iter().copied()).map(excess).collect()
    }

    /// Makes multipliers zero if they have the wrong sign, which gains nothing.
    pub(super) fn clamp(&self, multipliers: &mut [i64]) {
        for (multiplier, &(least, _)) in multipliers.iter_mut().zip(&self.ranges) {
            if least == 0 {
                *multiplier = (*multiplier).max(0);
            }
        }
    }
}
