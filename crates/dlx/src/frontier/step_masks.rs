//! The steps of a sweep as masks over packed states of a fixed number of words.

use std::ops::Range;

use super::error::FrontierError;
use super::plan::{FieldCover, FieldMerge, OpenItem, StateField, SweepPlan};
use super::preparation::Preparation;
use crate::problem::Problem;

/// A packed state of `N` words.
pub(super) type State<const N: usize> = [u64; N];

/// What happens when a state leaves a step: the conditions that it must meet, and the bits that it keeps.
#[derive(Clone, Debug)]
struct Close<const N: usize> {
    /// The bit of the step's leading item; zero if that item has no field.
    leader: State<N>,
    /// The bits that must be set: those of items whose field is a single bit and that no later step can cover.
    must: State<N>,
    /// All bits except those of items that only this step or earlier ones cover.
    keep: State<N>,
}

/// The masks of a step for items that have counters.
#[derive(Clone, Debug)]
struct Counters<const N: usize> {
    /// The initial values of the counters that open after this step.
    open: State<N>,
    /// The guard bits of the counters that are open at this step.
    guard: State<N>,
    /// For each counter with a condition after this step: its word, its mask, and its smallest allowed value,
    /// shifted into place.
    lower_bounds: Vec<(usize, u64, u64)>,
}

/// An exchange that makes a packed state coarser: one more cover of an item replaces covers of others. See
/// `splits`.
#[derive(Clone, Debug)]
struct StateMerge<const N: usize> {
    /// For each counter that the exchange lowers: its word, its mask, and its smallest allowed value, shifted into
    /// place.
    parts: Vec<(usize, u64, u64)>,
    /// The word and the mask of the counter that the exchange raises.
    whole: (usize, u64),
    /// What the exchange adds to each word of a state, modulo 2^64.
    change: State<N>,
    /// The first step at which the exchange applies.
    first: usize,
}

impl<const N: usize> StateMerge<N> {
    fn new(merge: &FieldMerge) -> Self {
        let mut change = [0_u64; N];
        let whole = merge.whole;
        change[whole.word] = 1 << whole.shift;
        let parts = merge.parts.iter().map(|(field, times)| {
            let word = &mut change[field.word];
            *word = word.wrapping_sub(times << field.shift);
            (
                field.word,
                field.mask(),
                (field.zero + times) << field.shift,
            )
        });
        Self {
            parts: parts.collect(),
            whole: (whole.word, whole.mask()),
            change,
            first: merge.first,
        }
    }

    /// The state after the exchange. `None` if a part is not covered often enough, or the whole is covered too
    /// often.
    #[inline]
    fn coarser(&self, state: &State<N>) -> Option<State<N>> {
        let (word, mask) = self.whole;
        let has_parts = |&(word, mask, least): &(usize, u64, u64)| state[word] & mask >= least;
        if state[word] & mask == mask || !self.parts.iter().all(has_parts) {
            return None;
        }
        let mut coarser = *state;
        for (word, change) in coarser.iter_mut().zip(&self.change) {
            *word = word.wrapping_add(*change);
        }
        Some(coarser)
    }
}

/// A whole sweep as masks over packed states: its options, and the conditions on leaving each step.
#[derive(Clone, Debug)]
pub(super) struct StepMasks<const N: usize> {
    closes: Vec<Close<N>>,
    /// For each step, the masks for counters. Empty if no item has a counter.
    counters: Vec<Counters<N>>,
    /// For each step, whether it must choose one of its options, unless its leading item is covered.
    must: Vec<bool>,
    ranges: Vec<Range<usize>>,
    /// For each option, in the order of the steps: the bits that must be clear before it is chosen. They include
    /// the bits of its items that are covered at most once.
    masks: Vec<State<N>>,
    /// For each option: the bits that it sets. Empty if there are no colours, since they then equal `masks`.
    sets: Vec<State<N>>,
    /// For each option: what it adds to each word of counters. Empty if there are no counters.
    adds: Vec<State<N>>,
    /// The exchanges that make states coarser.
    merges: Vec<StateMerge<N>>,
    /// The state before the first step.
    pub(super) start: State<N>,
    pub(super) opens: Vec<OpenItem>,
}

/// Whether any item has a counter.
fn counts(plan: &SweepPlan) -> bool {
    plan.opens.iter().any(|open| open.field.guarded)
}

fn has_colours(plan: &SweepPlan) -> bool {
    plan.opens.iter().any(|open| open.is_coloured)
}

fn put<const N: usize>(state: &mut State<N>, word: usize, bits: u64) {
    state[word] |= bits;
}

impl<const N: usize> StepMasks<N> {
    /// Packs a plan whose states have at most `N` words. Takes [`bytes`](Self::bytes) of memory.
    ///
    /// # Errors
    ///
    /// [`FrontierError::Interrupted`].
    pub(super) fn new(
        problem: &Problem,
        plan: &SweepPlan,
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Self, FrontierError> {
        let count = plan.steps.len();
        let zero = [0; N];
        let mut closes = vec![
            Close {
                leader: zero,
                must: zero,
                keep: [!0; N],
            };
            count
        ];
        let (counting, coloured) = (counts(plan), has_colours(plan));
        let counters = Counters {
            open: zero,
            guard: zero,
            lower_bounds: Vec::new(),
        };
        let mut counters = vec![counters; if counting { count } else { 0 }];
        let mut start = zero;
        for open in &plan.opens {
            let field = open.field;
            let bits = field.mask() | field.guard();
            if let Some(close) = closes.get_mut(open.last) {
                close.keep[field.word] &= !bits;
            }
            if field.guarded {
                let zero_times = field.zero << field.shift;
                match open.first.checked_sub(1) {
                    Some(before) => put(&mut counters[before].open, field.word, zero_times),
                    None => put(&mut start, field.word, zero_times),
                }
                for counter in &mut counters[open.first..count.min(open.last + 1)] {
                    put(&mut counter.guard, field.word, field.guard());
                }
            }
        }
        for check in &plan.lower_bounds {
            let StateField { word, shift, .. } = check.field;
            if check.field.guarded {
                let entry = (word, check.field.mask(), check.value << shift);
                counters[check.step].lower_bounds.push(entry);
            } else {
                put(&mut closes[check.step].must, word, check.field.mask());
            }
        }
        let mut step_masks = Self {
            closes,
            counters,
            must: plan.steps.iter().map(|step| step.must).collect(),
            ranges: Vec::with_capacity(count),
            masks: Vec::new(),
            sets: Vec::new(),
            adds: Vec::new(),
            merges: plan.merges.iter().map(StateMerge::new).collect(),
            start,
            opens: plan.opens.clone(),
        };
        for (at, step) in plan.steps.iter().enumerate() {
            if let Some(field) = step.leader {
                put(&mut step_masks.closes[at].leader, field.word, field.mask());
            }
            let from = step_masks.masks.len();
            for &option in &step.options {
                let entries = problem.option_entries(option);
                preparation.advance(N + entries.len())?;
                let (mut mask, mut set, mut add) = (zero, zero, zero);
                for entry in entries {
                    let Some(FieldCover { word, needs, sets }) = plan.cover(entry) else {
                        continue;
                    };
                    put(&mut mask, word, needs);
                    put(&mut set, word, sets);
                    if let Some(field) = plan.counter(entry.item) {
                        put(&mut add, word, 1 << field.shift);
                    }
                }
                step_masks.masks.push(mask);
                if coloured {
                    step_masks.sets.push(set);
                }
                if counting {
                    step_masks.adds.push(add);
                }
            }
            step_masks.ranges.push(from..step_masks.masks.len());
        }
        Ok(step_masks)
    }

    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// The approximate memory that the masks of a plan take, in bytes.
    pub(super) fn bytes(plan: &SweepPlan) -> u64 {
        let close = size_of::<Close<N>>() + size_of::<Range<usize>>() + 1;
        let (counters, adds) = if counts(plan) {
            (size_of::<Counters<N>>(), 1)
        } else {
            (0, 0)
        };
        let states = (1 + adds + usize::from(has_colours(plan))) * size_of::<State<N>>();
        let options: usize = plan.steps.iter().map(|step| step.options.len()).sum();
        plan.steps.len() as u64 * (close + counters) as u64 + options as u64 * states as u64
    }

    /// Whether the sweep counts paths to states. It does not if states are left out because
    /// [coarser](Self::coarser) ones exist.
    #[inline]
    pub(super) fn counts_states(&self) -> bool {
        self.merges.is_empty()
    }

    /// The coarser states (see `splits`) that a state becomes by one exchange of the plan. If the same step has
    /// one of them, the state need not be expanded.
    #[inline]
    pub(super) fn coarser(&self, step: usize, state: &State<N>) -> impl Iterator<Item = State<N>> {
        let merges = self.merges.iter().filter(move |merge| merge.first <= step);
        merges.filter_map(|merge| merge.coarser(state))
    }

    pub(super) fn may_skip(&self, step: usize) -> bool {
        !self.must[step]
    }

    /// For each option of a step, the bits that must be clear before it is chosen.
    pub(super) fn masks(&self, step: usize) -> &[State<N>] {
        &self.masks[self.ranges[step].clone()]
    }

    /// The bits that have the same meaning at step `at` as at the earlier step `from`: all except those of items
    /// opened in between.
    pub(super) fn known(&self, from: usize, at: usize) -> State<N> {
        let mut known = [!0; N];
        let since = |open: &&OpenItem| from < open.first && open.first <= at;
        for open in self.opens.iter().filter(since) {
            known[open.field.word] &= !(open.field.mask() | open.field.guard());
        }
        known
    }

    /// The state after an option, given by its index within the step, is chosen. The option's bits must be clear
    /// in `state`. `None` if a counter exceeds its bound.
    #[inline]
    pub(super) fn add(&self, step: usize, option: usize, state: &State<N>) -> Option<State<N>> {
        let at = self.ranges[step].start + option;
        let mut sum = *state;
        let sets = self.sets.get(at).unwrap_or(&self.masks[at]);
        for (word, bits) in sum.iter_mut().zip(sets) {
            *word |= bits;
        }
        if self.counters.is_empty() {
            return Some(sum);
        }
        let guard = &self.counters[step].guard;
        for ((word, more), guard) in sum.iter_mut().zip(&self.adds[at]).zip(guard) {
            *word += more;
            if *word & guard != 0 {
                return None;
            }
        }
        Some(sum)
    }

    /// Moves a state from a step, after its choice, to the next step with something to decide, or to the end.
    /// Returns that step and the state there. `None` if an item has not been covered often enough.
    #[inline]
    pub(super) fn advance(&self, step: usize, mut state: State<N>) -> Option<(usize, State<N>)> {
        debug_assert!(
            step < self.closes.len(),
            "invariant: there is a step to leave"
        );
        let mut at = step;
        loop {
            let close = &self.closes[at];
            for (word, must) in state.iter().zip(&close.must) {
                if word & must != *must {
                    return None;
                }
            }
            if let Some(counters) = self.counters.get(at) {
                for &(word, mask, least) in &counters.lower_bounds {
                    if state[word] & mask < least {
                        return None;
                    }
                }
            }
            for (word, keep) in state.iter_mut().zip(&close.keep) {
                *word &= keep;
            }
            if let Some(counters) = self.counters.get(at) {
                for (word, open) in state.iter_mut().zip(&counters.open) {
                    *word |= open;
                }
            }
            at += 1;
            let Some(next) = self.closes.get(at) else {
                return Some((at, state));
            };
            if !(state.iter().zip(&next.leader)).any(|(word, leader)| word & leader != 0) {
                return Some((at, state));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::frontier::random::{choices, ordered, prepare, solutions};
    use crate::problem::residual::Residual;

    /// Counts the paths from a state at a step to the end, one by one, without merging equal states.
    fn ways<const N: usize>(masks: &StepMasks<N>, step: usize, state: &State<N>) -> u64 {
        if step == masks.len() {
            return 1;
        }
        let mut found = 0;
        choices(masks, step, state, |taken| {
            if let Some((next, state)) = masks.advance(step, taken) {
                assert!(next > step);
                found += ways(masks, next, &state);
            }
        });
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn the_ways_through_the_steps_are_the_solutions((problem, order) in ordered()) {
            let residual = Residual::new(&problem, &[], |_| true);
            let plan = prepare(|preparation| SweepPlan::new(&residual, &order, preparation)).unwrap();
            prop_assume!(!plan.impossible);
            let expected = solutions(&problem);
            let masks = prepare(|preparation| StepMasks::<1>::new(&problem, &plan, preparation)).unwrap();
            prop_assert_eq!(ways(&masks, 0, &masks.start), expected);
            // Masks of more words than needed give the same count.
            let masks = prepare(|preparation| StepMasks::<3>::new(&problem, &plan, preparation)).unwrap();
            prop_assert_eq!(ways(&masks, 0, &masks.start), expected);
        }
    }
}
