//! Counters of how often a path covers the items that are left out of a diagram, packed into 128 bits.

use std::cmp::Ordering;

use crate::diagram::graph::Graph;
use crate::frontier::error::FrontierError;
use crate::frontier::preparation::Preparation;
use crate::problem::ItemId;
use crate::problem::residual::Residual;

/// The position of a counter in the 128 bits. Its guard bit is above its `width` value bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct CounterField {
    shift: u32,
    width: u32,
    /// The value of the counter while the item is uncovered. Covering the item more often than allowed sets the
    /// guard bit.
    zero: u128,
}

/// The counters of the items left out of a graph, packed into 128 bits.
pub(super) struct CounterFields(Vec<CounterField>);

impl CounterFields {
    /// Makes counters for as many of `items` as fit into 128 bits. Returns the items that have one, and their
    /// counters.
    ///
    /// # Errors
    ///
    /// The first `must` items do not all fit, or one of them has colours.
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
            // The first `must` items have a counter even if no option covers them.
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

    /// The mask of the value bits of the first `counters` counters.
    pub(super) fn mask(&self, counters: usize) -> u128 {
        let bits = |field: &CounterField| ((1 << field.width) - 1) << field.shift;
        self.0.iter().take(counters).map(bits).sum()
    }

    /// Prepares the counters of `items` for the paths of a graph.
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

/// The items left out of the graph, and what each option adds to the counters of how often a path covers them.
#[derive(Debug)]
pub(super) struct LeftOutItems {
    /// The packed counters of a path without choices.
    pub(super) start: u128,
    guards: u128,
    /// For each option, the packed number that it adds to the counters: 1 for each of its items.
    adds: Vec<u128>,
    needs: Vec<CounterNeed>,
    /// For each item left out, the minimum and the maximum number of times that it is covered.
    pub(super) ranges: Vec<(i64, i64)>,
    /// For each option, its items, as indices into `ranges`.
    of_options: Vec<Vec<u8>>,
}

/// A condition on paths for an item that must be covered: the least value that its counter must have once no
/// option with the item can follow.
#[derive(Clone, Copy, Debug)]
struct CounterNeed {
    /// The lowest-numbered node of the graph from which an option with the item can be chosen.
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

    /// The largest possible sum of the multipliers, each taken as often as a solution covers its item.
    pub(super) fn paid(&self, multipliers: &[i64]) -> i64 {
        let paid = |(&(least, most), &multiplier): (&(i64, i64), &i64)| {
            (multiplier * least).max(multiplier * most)
        };
        self.ranges.iter().zip(multipliers).map(paid).sum()
    }

    /// For each item left out of the graph, how often the given options cover it.
    pub(super) fn covered(&self, options: &[usize]) -> Vec<i64> {
        let mut covered = vec![0; self.ranges.len()];
        for item in options.iter().flat_map(|option| &self.of_options[*option]) {
            covered[usize::from(*item)] += 1;
        }
        covered
    }

    /// Whether a solution may cover each item as often as `covered` says.
    pub(super) fn allows(&self, covered: &[i64]) -> bool {
        let mut ranges = self.ranges.iter().zip(covered);
        ranges.all(|(&(least, most), covered)| (least..=most).contains(covered))
    }

    /// For each item, the direction in which its multiplier should change. It is positive if the item is
    /// covered more often than it may be, and negative if less often than it must be. For an item with a
    /// positive multiplier, the number of times is compared with the maximum only; for a negative one, with the
    /// minimum only.
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

    /// Sets negative multipliers of items that may stay uncovered to zero, since they cannot raise the bound.
    pub(super) fn clamp(&self, multipliers: &mut [i64]) {
        for (multiplier, &(least, _)) in multipliers.iter_mut().zip(&self.ranges) {
            if least == 0 {
                *multiplier = (*multiplier).max(0);
            }
        }
    }
}
