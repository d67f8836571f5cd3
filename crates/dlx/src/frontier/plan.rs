//! Lays out the steps of a sweep and the fields of packed states.
//!
//! Every option is *led* by one of its items: the first in the order among those that must be covered exactly once,
//! or else among those covered at most once. A step decides which of the options led by an item is chosen. It chooses
//! exactly one if the item must be covered and is not, none if it is covered, and at most one if it may stay
//! uncovered. An option without either kind of item has a separate step: take it or leave it. So each set of options
//! is reached along exactly one path.
//!
//! An item is *open* from the first step with an option that covers it to the last. Only then does
//! it have a field of the packed state: one bit, or, if it may be covered more than once, a counter
//! with a guard bit above it. The counter starts at 2^w - 1 - most, so that one more than the upper
//! bound carries into the guard. No field straddles two words, so words can be added independently.
//!
//! The options that cover a coloured item must agree on its colour. Its field has two bits for every binary digit of
//! the numbers of its colours: one bars the digit 0, the other bars the digit 1. An option needs the bits of its
//! digits clear and sets the others.

use std::collections::BTreeMap;

use super::error::FrontierError;
use super::meet_in_middle::item_masks::MOST_DENSE;
use super::preparation::Preparation;
use super::splits::OptionSplit;
use crate::compact::CompactSort;
use crate::problem::residual::Residual;
use crate::problem::{Colour, Entry, ItemId, OptionId};

/// The maximum number of words that a state may have.
pub(super) const MOST_WORDS: usize = 64;

/// A field of a packed state: one bit, a counter, or the bits that record a colour. Lies within one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StateField {
    pub(super) word: usize,
    pub(super) shift: u32,
    /// The number of value bits: those of a counter without its guard bit, two for each binary digit of a colour's
    /// number, or a single bit.
    pub(super) width: u32,
    pub(super) guarded: bool,
    /// The value of a counter before the item has been covered.
    pub(super) zero: u64,
}

impl StateField {
    /// The mask of the value bits within the word.
    pub(super) fn mask(&self) -> u64 {
        ((1 << self.width) - 1) << self.shift
    }

    /// The mask of the guard bit within the word; 0 if the field has none.
    pub(super) fn guard(&self) -> u64 {
        if self.guarded {
            1 << (self.shift + self.width)
        } else {
            0
        }
    }
}

/// An item that has a field in the packed state.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenItem {
    item: ItemId,
    /// The first step with an option that covers the item.
    pub(super) first: usize,
    /// The last step with an option that covers the item. For an item kept to the end, the number of steps.
    pub(super) last: usize,
    pub(super) field: StateField,
    /// Whether the item must be covered exactly once.
    pub(super) is_demanded: bool,
    /// Whether the field records the item's colour.
    pub(super) is_coloured: bool,
}

#[cfg(test)]
impl OpenItem {
    pub(super) fn at(first: usize, last: usize, field: StateField) -> Self {
        Self {
            item: ItemId::new(0).unwrap(),
            first,
            last,
            field,
            is_demanded: false,
            is_coloured: false,
        }
    }
}

/// The numbers of the colours that options give one item. Options that give no colour have a number too.
type ColourNumbers = BTreeMap<Option<Colour>, u64>;

/// The number of binary digits needed to number this many colours; at least 1.
fn digits(colours: usize) -> u32 {
    (usize::BITS - colours.saturating_sub(1).leading_zeros()).max(1)
}

/// What a choice does to one word of a state: the bits that must be clear before it, and the bits that it sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FieldCover {
    pub(super) word: usize,
    pub(super) needs: u64,
    pub(super) sets: u64,
}

/// A condition on the states after `step`: an item has been covered often enough that the later steps can reach
/// its lower bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct LowerBoundCheck {
    pub(super) step: usize,
    pub(super) field: StateField,
    /// The smallest value of the field that meets the condition.
    pub(super) value: u64,
}

/// An exchange that makes a state coarser: covers `whole` once more and each of `parts` fewer times, by the given
/// numbers. See `splits`.
#[derive(Clone, Debug)]
pub(super) struct FieldMerge {
    pub(super) whole: StateField,
    pub(super) parts: Vec<(StateField, u64)>,
    /// The first step at which the fields of `whole` and of all `parts` are open.
    pub(super) first: usize,
}

/// One decision of the sweep.
#[derive(Clone, Debug)]
pub(super) struct PlanStep {
    /// The field of the leading item; `None` if the step has no leading item or that item needs no field. If the
    /// item is covered, the step has nothing to decide.
    pub(super) leader: Option<StateField>,
    /// Whether the step must choose one of its options, unless its leading item is covered.
    pub(super) must: bool,
    pub(super) options: Vec<OptionId>,
}

#[derive(Clone, Debug)]
pub(super) struct SweepPlan {
    pub(super) steps: Vec<PlanStep>,
    pub(super) opens: Vec<OpenItem>,
    /// For each item, by its index, its position in `opens`; `None` if it needs no field.
    pub(super) open_of: Vec<Option<usize>>,
    /// For each coloured item that has a field in the state, the numbers of its colours.
    colours: BTreeMap<ItemId, ColourNumbers>,
    pub(super) lower_bounds: Vec<LowerBoundCheck>,
    /// The exchanges that make states coarser. If there are any, the sweep only finds which states it can reach,
    /// and does not count the paths to them.
    pub(super) merges: Vec<FieldMerge>,
    pub(super) words: usize,
    /// Whether some item cannot be covered often enough, so that there is no solution.
    pub(super) impossible: bool,
}

/// Identifies the step of an option, as a sort key: by the position of its leading item and, if the option has a
/// separate step, by the option. At the same position, the step that the leading item decides comes before the
/// separate steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Lead {
    place: usize,
    alone: Option<OptionId>,
}

impl SweepPlan {
    /// Lays out the sweep along `order`, which must contain every item once.
    pub(super) fn new(
        residual: &Residual,
        order: &[ItemId],
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Self, FrontierError> {
        Self::keeping(&[], residual, order, preparation)
    }

    /// Like [`new`](Self::new), but the items in `kept` stay open to the end, so that the last states record how
    /// often each is covered.
    pub(super) fn keeping(
        kept: &[ItemId],
        residual: &Residual,
        order: &[ItemId],
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Self, FrontierError> {
        let (leads, mut plan) = Self::steps(residual, order, preparation)?;
        plan.open(kept, residual, &leads, preparation)?;
        plan.pack(preparation)?;
        let places = &plan.open_of;
        let opens = &plan.opens;
        for (step, &(lead, _)) in plan.steps.iter_mut().zip(&leads) {
            let item = order[lead.place];
            if lead.alone.is_none() {
                step.leader = places[item.index()].map(|at| opens[at].field);
            }
        }
        plan.check_lower_bounds(residual, preparation)?;
        Ok(plan)
    }

    pub(super) fn options_by_step(
        residual: &Residual,
        order: &[ItemId],
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<impl Iterator<Item = Vec<OptionId>> + use<>, FrontierError> {
        let (_, plan) = Self::steps(residual, order, preparation)?;
        Ok(plan.steps.into_iter().map(|step| step.options))
    }

    /// Distributes the options over steps. Returns the leading item of each step, and a plan whose states have no
    /// fields yet.
    fn steps(
        residual: &Residual,
        order: &[ItemId],
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<(Vec<(Lead, ItemId)>, Self), FrontierError> {
        let problem = residual.problem;
        let mut places = vec![0; problem.item_count()];
        for (place, item) in order.iter().enumerate() {
            places[item.index()] = place;
        }
        let place = |item: &ItemId| places[item.index()];
        let mut led: Vec<(Lead, OptionId)> = Vec::with_capacity(residual.options.len());
        for &option in &residual.options {
            let items = problem.option_items(option);
            preparation.advance(items.len())?;
            let exact = |item: &&ItemId| residual.least(**item) == 1 && residual.most(**item) == 1;
            let unit = |item: &&ItemId| residual.least(**item) == 0 && residual.most(**item) == 1;
            let many = items.iter().filter(exact).map(place).min();
            let many = many.or_else(|| items.iter().filter(unit).map(place).min());
            let alone = items.iter().map(place).min().unwrap_or(0);
            let lead = Lead {
                place: many.unwrap_or(alone),
                alone: many.is_none().then_some(option),
            };
            led.push((lead, option));
        }
        // The sort is stable, so the options of each step stay in ascending order.
        led.sort_by_cached_key(|(lead, _)| 2 * lead.place + usize::from(lead.alone.is_some()));
        let mut leads: Vec<(Lead, ItemId)> = Vec::new();
        let mut steps: Vec<PlanStep> = Vec::new();
        for (lead, option) in led {
            preparation.advance(1)?;
            let item = order[lead.place];
            if leads.last() != Some(&(lead, item)) {
                leads.push((lead, item));
                steps.push(PlanStep {
                    leader: None,
                    must: lead.alone.is_none() && residual.least(item) == 1,
                    options: Vec::new(),
                });
            }
            if let Some(step) = steps.last_mut() {
                step.options.push(option);
            }
        }
        let plan = Self {
            steps,
            opens: Vec::new(),
            open_of: vec![None; problem.item_count()],
            colours: BTreeMap::new(),
            lower_bounds: Vec::new(),
            merges: Vec::new(),
            words: 1,
            impossible: false,
        };
        Ok((leads, plan))
    }

    /// Finds when each item is open, and adds those that need a field to `opens`.
    fn open(
        &mut self,
        kept: &[ItemId],
        residual: &Residual,
        leads: &[(Lead, ItemId)],
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<(), FrontierError> {
        let problem = residual.problem;
        let mut is_kept = vec![false; problem.item_count()];
        for item in kept {
            is_kept[item.index()] = true;
        }
        // For each item, by its index: the first step that can cover it, the last such step, and the number of
        // such steps.
        let mut spans: Vec<Option<(usize, usize, u32)>> = vec![None; problem.item_count()];
        for (at, step) in self.steps.iter().enumerate() {
            for &option in &step.options {
                let items = problem.option_items(option);
                preparation.advance(items.len())?;
                for item in items {
                    let span = spans[item.index()].get_or_insert((at, at, 1));
                    if span.1 != at {
                        *span = (span.0, at, span.2 + 1);
                    }
                }
            }
        }
        let mut colours = self.find_colours(residual, preparation)?;
        for item in problem.items() {
            let least = residual.least(item);
            let Some((first, last, steps)) = spans[item.index()] else {
                self.impossible |= least > 0;
                continue;
            };
            self.impossible |= least > steps;
            let most = residual.most(item).min(steps);
            // An item needs no field if no choice can cover it too often or too rarely.
            let led = leads[last].1 == item && leads[last].0.alone.is_none();
            let free = least == 0 && residual.most(item) >= steps;
            let is_kept = is_kept[item.index()];
            if residual.is_coloured(item) {
                let numbers = colours.remove(&item).unwrap_or_default();
                // If all options give the item the same colour, or all belong to one step, no two of them can be
                // chosen with different colours. Then the item needs no field.
                if first < last && (numbers.len() > 1 || numbers.contains_key(&None)) {
                    self.open_coloured(item, first, last, numbers);
                }
                continue;
            }
            if !is_kept && (free || first == last && led) {
                continue;
            }
            let last = if is_kept { self.steps.len() } else { last };
            let width = u32::BITS - most.leading_zeros();
            let guarded = residual.most(item) > 1;
            self.open_of[item.index()] = Some(self.opens.len());
            self.opens.push(OpenItem {
                item,
                first,
                last,
                field: StateField {
                    word: 0,
                    shift: 0,
                    width,
                    guarded,
                    zero: if guarded {
                        ((1 << width) - 1) - u64::from(most)
                    } else {
                        0
                    },
                },
                is_demanded: least == 1 && !guarded,
                is_coloured: false,
            });
        }
        Ok(())
    }

    /// Numbers the colours that options give, separately for each coloured item.
    fn find_colours(
        &self,
        residual: &Residual,
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<BTreeMap<ItemId, ColourNumbers>, FrontierError> {
        let mut colours: BTreeMap<ItemId, ColourNumbers> = BTreeMap::new();
        if !residual.problem.has_colours() {
            return Ok(colours);
        }
        for &option in self.steps.iter().flat_map(|step| &step.options) {
            let entries = residual.problem.option_entries(option);
            preparation.advance(entries.len())?;
            for entry in entries.filter(|entry| residual.is_coloured(entry.item)) {
                let numbers = colours.entry(entry.item).or_default();
                let next = numbers.len() as u64;
                numbers.entry(entry.colour).or_insert(next);
            }
        }
        Ok(colours)
    }

    /// Adds an open item whose field records its colour.
    fn open_coloured(&mut self, item: ItemId, first: usize, last: usize, numbers: ColourNumbers) {
        self.open_of[item.index()] = Some(self.opens.len());
        self.opens.push(OpenItem {
            item,
            first,
            last,
            field: StateField {
                word: 0,
                shift: 0,
                width: 2 * digits(numbers.len()),
                guarded: false,
                zero: 0,
            },
            is_demanded: false,
            is_coloured: true,
        });
        self.colours.insert(item, numbers);
    }

    /// Derives from `splits` the exchanges by which the sweep leaves out states.
    pub(super) fn merge(&mut self, splits: &[OptionSplit]) {
        let open = |item: ItemId| Some(self.opens[self.open_of[item.index()]?]);
        let merge = |split: &OptionSplit| {
            let whole = open(split.whole)?;
            let parts = split.parts.iter().map(|&(item, times)| {
                let open = open(item)?;
                let times = u64::from(times);
                // If the part's counter cannot reach `times`, no state covers the part that often, so the exchange
                // never applies.
                let fits = open.field.zero + times <= open.field.mask() >> open.field.shift;
                fits.then_some((open, times))
            });
            let parts: Vec<(OpenItem, u64)> = parts.collect::<Option<_>>()?;
            let first = parts.iter().map(|(open, _)| open.first);
            Some(FieldMerge {
                first: first.fold(whole.first, usize::max),
                whole: whole.field,
                parts: parts
                    .into_iter()
                    .map(|(open, times)| (open.field, times))
                    .collect(),
            })
        };
        self.merges = splits.iter().filter_map(merge).collect();
    }

    /// The counter of an item; `None` if the item has no field, or a field that is no counter.
    pub(super) fn counter(&self, item: ItemId) -> Option<StateField> {
        let field = self.opens[self.open_of[item.index()]?].field;
        field.guarded.then_some(field)
    }

    /// The bits that must be clear before an option with this entry is chosen, and the bits that it then sets.
    /// `None` if the item has no field. If its field is a counter, no bits are needed or set.
    pub(super) fn cover(&self, entry: Entry) -> Option<FieldCover> {
        let open = &self.opens[self.open_of[entry.item.index()]?];
        let StateField {
            word,
            shift,
            width,
            guarded,
            ..
        } = open.field;
        if !open.is_coloured {
            let bit = if guarded { 0 } else { 1 << shift };
            return Some(FieldCover {
                word,
                needs: bit,
                sets: bit,
            });
        }
        let number = self.colours.get(&entry.item)?.get(&entry.colour)?;
        // Each binary digit of the number has two bits. Set the one that bars the opposite digit, so that no later
        // option can give the item a colour with that digit.
        let sets = (0..width / 2).fold(0, |sets, digit| {
            sets | (2 - (number >> digit & 1)) << (2 * digit)
        });
        let sets = sets << shift;
        let all = open.field.mask();
        let needs = if entry.colour.is_some() {
            all & !sets
        } else {
            all
        };
        Some(FieldCover { word, needs, sets })
    }

    /// The items, covered at most once, that are open for most of the sweep; at most `MOST_DENSE` items. The item
    /// that is open for the most steps comes first.
    pub(super) fn persistent(&self, residual: &Residual) -> Vec<ItemId> {
        let mut persistent = self.lasting(self.steps.len() / 2);
        persistent.retain(|item| residual.most(*item) == 1);
        persistent.truncate(MOST_DENSE);
        persistent
    }

    /// The items without colours that are open for more than `steps` steps, longest first.
    pub(super) fn lasting(&self, steps: usize) -> Vec<ItemId> {
        let mut lasting: Vec<&OpenItem> = (self.opens.iter())
            .filter(|open| !open.is_coloured && open.last - open.first > steps)
            .collect();
        lasting.compact_sort_by_key(|open| std::cmp::Reverse(open.last - open.first));
        lasting.into_iter().map(|open| open.item).collect()
    }

    /// Assigns bits of the state to the field of each open item. Bits are reused after the item's last step.
    fn pack(&mut self, preparation: &mut Preparation<'_, '_>) -> Result<(), FrontierError> {
        let mut by_first: Vec<usize> = (0..self.opens.len()).collect();
        by_first.sort_by_cached_key(|&at| self.opens[at].first);
        let mut by_last = by_first.clone();
        by_last.sort_by_cached_key(|&at| self.opens[at].last);
        let mut closing = by_last.into_iter().peekable();
        let mut used: Vec<u64> = vec![0];
        for at in by_first {
            let open = self.opens[at];
            preparation.advance(used.len())?;
            while let Some(closed) = closing.next_if(|&other| self.opens[other].last < open.first) {
                let field = self.opens[closed].field;
                used[field.word] &= !(field.mask() | field.guard());
            }
            let bits = open.field.width + u32::from(open.field.guarded);
            let (word, shift) = room(&mut used, bits);
            let field = &mut self.opens[at].field;
            (field.word, field.shift) = (word, shift);
            used[word] |= field.mask() | field.guard();
        }
        if used.len() > MOST_WORDS {
            return Err(FrontierError::TooWide {
                bits: used.len() * 64,
                limit: MOST_WORDS * 64,
            });
        }
        self.words = used.len();
        Ok(())
    }

    /// Finds the conditions on states that follow from the lower bounds of the items.
    fn check_lower_bounds(
        &mut self,
        residual: &Residual,
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<(), FrontierError> {
        let problem = residual.problem;
        // The loop goes through the steps backwards. For each item, by its index, `more` is the number of later
        // steps that can cover the item; each covers it at most once.
        let mut more = vec![0_u32; problem.item_count()];
        let mut here: Vec<ItemId> = Vec::new();
        for (at, step) in self.steps.iter().enumerate().rev() {
            here.clear();
            for &option in &step.options {
                here.extend(problem.option_items(option));
            }
            preparation.advance(here.len())?;
            here.sort_unstable();
            here.dedup();
            for &item in &here {
                let after = more[item.index()];
                more[item.index()] += 1;
                let needed = residual.least(item).saturating_sub(after);
                let Some(open) = self.open_of[item.index()].map(|open| self.opens[open]) else {
                    continue;
                };
                if needed > 0 {
                    self.lower_bounds.push(LowerBoundCheck {
                        step: at,
                        field: open.field,
                        value: open.field.zero + u64::from(needed),
                    });
                }
            }
        }
        self.lower_bounds.reverse();
        Ok(())
    }
}

/// Finds the lowest `bits` adjacent unused bits. Returns their word and shift; adds a word if necessary.
fn room(used: &mut Vec<u64>, bits: u32) -> (usize, u32) {
    let ones = (1 << bits) - 1;
    for (word, &taken) in used.iter().enumerate() {
        if let Some(shift) = (0..=64 - bits).find(|shift| taken & (ones << shift) == 0) {
            return (word, shift);
        }
    }
    used.push(0);
    (used.len() - 1, 0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::frontier::random::{ordered, prepare, solutions};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn every_option_stands_at_one_step_and_holds_its_leader((problem, order) in ordered()) {
            let residual = Residual::new(&problem, &[], |_| true);
            let plan = prepare(|preparation| SweepPlan::new(&residual, &order, preparation)).unwrap();
            let mut options: Vec<OptionId> = plan.steps.iter().flat_map(|step| &step.options).copied().collect();
            options.sort_unstable();
            prop_assert_eq!(options, problem.options().collect::<Vec<_>>());
            for (at, step) in plan.steps.iter().enumerate() {
                prop_assert!(!step.options.is_empty());
                let Some(leader) = step.leader else { continue };
                let led = |open: &&OpenItem| open.field == leader && (open.first..=open.last).contains(&at);
                let leaders: Vec<&OpenItem> = plan.opens.iter().filter(led).collect();
                prop_assert_eq!(leaders.len(), 1, "a field is one item's at a time");
                for &option in &step.options {
                    prop_assert!(problem.option_items(option).contains(&leaders[0].item));
                }
            }
        }

        #[test]
        fn every_item_is_open_from_its_first_option_to_its_last((problem, order) in ordered()) {
            let residual = Residual::new(&problem, &[], |_| true);
            let plan = prepare(|preparation| SweepPlan::new(&residual, &order, preparation)).unwrap();
            for open in &plan.opens {
                let covers = |step: &PlanStep| step.options.iter().any(|&option| problem.option_items(option).contains(&open.item));
                let first = plan.steps.iter().position(covers);
                let last = plan.steps.iter().rposition(covers);
                prop_assert_eq!((Some(open.first), Some(open.last)), (first, last));
            }
        }

        #[test]
        fn fields_of_items_that_are_open_together_do_not_meet((problem, order) in ordered()) {
            let residual = Residual::new(&problem, &[], |_| true);
            let plan = prepare(|preparation| SweepPlan::new(&residual, &order, preparation)).unwrap();
            let bits = |open: &OpenItem| open.field.mask() | open.field.guard();
            for (at, one) in plan.opens.iter().enumerate() {
                prop_assert!(one.field.word < plan.words);
                prop_assert_eq!(bits(one).count_ones(), one.field.width + u32::from(one.field.guarded));
                for other in &plan.opens[..at] {
                    let apart = one.last < other.first || other.last < one.first;
                    let same_word = one.field.word == other.field.word;
                    prop_assert!(apart || !same_word || bits(one) & bits(other) == 0);
                }
            }
        }

        #[test]
        fn what_is_impossible_has_no_solution((problem, order) in ordered()) {
            let residual = Residual::new(&problem, &[], |_| true);
            let plan = prepare(|preparation| SweepPlan::new(&residual, &order, preparation)).unwrap();
            prop_assert!(!plan.impossible || solutions(&problem) == 0);
        }
    }
}
