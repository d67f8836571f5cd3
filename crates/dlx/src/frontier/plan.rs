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
use crate::problem::residual::Residual;
use crate::problem::{Colour, Entry, ItemId, OptionId};

/// The maximum number of words that a state may have.
pub(super) const MOST_WORDS: usize = 64;

/// One bit or a counter in a packed state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StateField {
    pub(super) word: usize,
    pub(super) shift: u32,
    /// The bits of the counter without its guard; 1 for a single bit, which has no guard.
    pub(super) width: u32,
    pub(super) guarded: bool,
    /// The value of a counter before the item has been covered.
    pub(super) zero: u64,
}

impl StateField {
    /// The value bits, in place.
    pub(super) fn mask(&self) -> u64 {
        ((1 << self.width) - 1) << self.shift
    }

    /// The guard bit, in place, or 0.
    pub(super) fn guard(&self) -> u64 {
        if self.guarded {
            1 << (self.shift + self.width)
        } else {
            0
        }
    }
}

/// An item that has a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenItem {
    item: ItemId,
    /// The first and the last step with an option that covers the item. An item kept to the end has the number of
    /// steps as `last`.
    pub(super) first: usize,
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

/// Numbers for the colours that options give an item. "No colour" has a number too.
type ColourNumbers = BTreeMap<Option<Colour>, u64>;

/// The number of binary digits that distinguish this many colours.
fn digits(colours: usize) -> u32 {
    (usize::BITS - colours.saturating_sub(1).leading_zeros()).max(1)
}

/// For one word of a state: the bits that a choice needs clear, and the bits that it sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FieldCover {
    pub(super) word: usize,
    pub(super) needs: u64,
    pub(super) sets: u64,
}

/// A check after a step: whether an item has been covered often enough, given the steps that
/// follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct LowerBoundCheck {
    pub(super) step: usize,
    pub(super) field: StateField,
    /// The smallest value of the field.
    pub(super) value: u64,
}

/// An exchange that makes a state coarser: one more of `whole` for these `parts`. See `splits`.
#[derive(Clone, Debug)]
pub(super) struct FieldMerge {
    pub(super) whole: StateField,
    pub(super) parts: Vec<(StateField, u64)>,
    /// The first step at which all these fields are open.
    pub(super) first: usize,
}

/// One decision of the sweep.
#[derive(Clone, Debug)]
pub(super) struct PlanStep {
    /// The field of the leading item, if there is one. Where the item is covered, the step has
    /// nothing to decide.
    pub(super) leader: Option<StateField>,
    /// Whether one of the options must be chosen.
    pub(super) must: bool,
    pub(super) options: Vec<OptionId>,
}

#[derive(Clone, Debug)]
pub(super) struct SweepPlan {
    pub(super) steps: Vec<PlanStep>,
    pub(super) opens: Vec<OpenItem>,
    /// By item, its index in `opens`.
    pub(super) open_of: Vec<Option<usize>>,
    /// By coloured item that has a field, the numbers of its colours.
    colours: BTreeMap<ItemId, ColourNumbers>,
    pub(super) lower_bounds: Vec<LowerBoundCheck>,
    /// The exchanges by which states follow from others. If there are any, states are not counted.
    pub(super) merges: Vec<FieldMerge>,
    pub(super) words: usize,
    /// Whether an item cannot be covered often enough, whatever is chosen.
    pub(super) impossible: bool,
}

/// The sort key of the step of an option: the position of the leading item, with steps of several
/// options before steps of a single one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Lead {
    place: usize,
    alone: Option<OptionId>,
}

impl SweepPlan {
    /// Lays out the sweep along `order`, which holds every item once.
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

    /// Distributes the options over steps.
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
        led.sort_unstable();
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

    /// Finds when each item is open, and which items need a field.
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
        // By item: its first step, its last step, and the number of its steps.
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
                // With one colour, or one step, options cannot disagree.
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

    /// Numbers the colours that the options give each coloured item.
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

    /// Adds the field of a coloured item.
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

    /// Leaves out states that follow from others by splits of items kept to the end.
    pub(super) fn merge(&mut self, splits: &[OptionSplit]) {
        let open = |item: ItemId| Some(self.opens[self.open_of[item.index()]?]);
        let merge = |split: &OptionSplit| {
            let whole = open(split.whole)?;
            let parts = split.parts.iter().map(|&(item, times)| {
                let open = open(item)?;
                let times = u64::from(times);
                // A counter with too little room for the parts can never hold them.
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

    /// The field of an item, if it is open and has a counter.
    pub(super) fn counter(&self, item: ItemId) -> Option<StateField> {
        let field = self.opens[self.open_of[item.index()]?].field;
        field.guarded.then_some(field)
    }

    /// The bits that an entry of an option needs and sets; `None` if its item has no field. A counter has no such
    /// bits.
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
        // Each digit has two bits; set the one that bars the other value.
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

    /// The items covered at most once that are open for most of the sweep, longest first: at most `MOST_DENSE`.
    pub(super) fn persistent(&self, residual: &Residual) -> Vec<ItemId> {
        let half = self.steps.len() / 2;
        let mut persistent: Vec<&OpenItem> = (self.opens.iter())
            .filter(|open| residual.most(open.item) == 1 && open.last - open.first > half)
            .collect();
        persistent.sort_by_key(|open| std::cmp::Reverse(open.last - open.first));
        persistent.truncate(MOST_DENSE);
        persistent.into_iter().map(|open| open.item).collect()
    }

    /// Gives each open item a field; the bits are reused after its last step.
    fn pack(&mut self, preparation: &mut Preparation<'_, '_>) -> Result<(), FrontierError> {
        let mut by_first: Vec<usize> = (0..self.opens.len()).collect();
        by_first.sort_unstable_by_key(|&at| self.opens[at].first);
        let mut by_last = by_first.clone();
        by_last.sort_unstable_by_key(|&at| self.opens[at].last);
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

    /// Finds the steps after which an item must have been covered a certain number of times.
    fn check_lower_bounds(
        &mut self,
        residual: &Residual,
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<(), FrontierError> {
        let problem = residual.problem;
        // Goes through the steps backwards. By item, the number of later steps that can cover it
        // once more.
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

/// The word and the shift of the lowest `bits` adjacent unused bits.
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
