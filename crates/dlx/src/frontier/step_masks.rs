//! The steps of a sweep as masks over packed states of a fixed number of words.

use std::ops::Range;

use super::error::FrontierError;
use super::plan::{FieldCover, FieldMerge, OpenItem, StateField, SweepPlan};
use super::preparation::Preparation;
use crate::problem::Problem;

/// A packed state.
pub(super) type State<const N: usize> = [u64; N];

/// The conditions on a state that leaves a step, and the bits that it keeps.
#[derive(Clone, Debug)]
struct Close<const N: usize> {
    /// The bit of the leading item; zero if the item has no field.
    leader: State<N>,
    /// The single-bit items that must have been covered by now.
    must: State<N>,
    /// All bits but those of fields that close here.
    keep: State<N>,
}

/// The data of a step for the items with counters.
#[derive(Clone, Debug)]
struct Counters<const N: usize> {
    /// The initial values of the counters that open after this step.
    open: State<N>,
    /// The guards of the counters that are open at this step.
    guard: State<N>,
    /// The word, the mask and the smallest value, in place, of each counter.
    lower_bounds: Vec<(usize, u64, u64)>,
}

/// An exchange that makes a state coarser, over packed states. See `splits`.
#[derive(Clone, Debug)]
struct StateMerge<const N: usize> {
    /// The word, the mask and the least value, in place, of each counter that the exchange lowers.
    parts: Vec<(usize, u64, u64)>,
    /// The word and the mask of the counter that it raises.
    whole: (usize, u64),
    /// What it adds to each word, modulo 2^64.
    change: State<N>,
    /// The first step at which it applies.
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

    /// The coarser state. `None` if the parts are not covered often enough, or the whole too often.
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

/// The masks of the options of all steps.
#[derive(Clone, Debug)]
pub(super) struct StepMasks<const N: usize> {
    closes: Vec<Close<N>>,
    /// By step; empty if no item has a counter.
    counters: Vec<Counters<N>>,
    /// By step, whether one of its options must be chosen.
    must: Vec<bool>,
    ranges: Vec<Range<usize>>,
    /// By option, in the order of the steps: the bits that must be clear, including those of items covered at most
    /// once.
    masks: Vec<State<N>>,
    /// By option: the bits that it sets. Empty without colours: then they equal `masks`.
    sets: Vec<State<N>>,
    /// By option: what it adds to the counters. Empty without counters.
    adds: Vec<State<N>>,
    /// The exchanges by which states follow from others.
    merges: Vec<StateMerge<N>>,
    /// The state before the first step.
    pub(super) start: State<N>,
    pub(super) opens: Vec<OpenItem>,
}

/// Whether any item has a counter.
fn counts(plan: &SweepPlan) -> bool {
    plan.opens.iter().any(|open| open.field.guarded)
}

/// Whether any item has a field for its colour.
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

    /// The approximate size of a plan's masks, in bytes.
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

    /// Whether states are counted. If not, states may follow from [coarser](Self::coarser) ones.
    #[inline]
    pub(super) fn counts_states(&self) -> bool {
        self.merges.is_empty()
    }

    /// The states at the same step from which a state follows, if they exist.
    #[inline]
    pub(super) fn coarser(&self, step: usize, state: &State<N>) -> impl Iterator<Item = State<N>> {
        let merges = self.merges.iter().filter(move |merge| merge.first <= step);
        merges.filter_map(|merge| merge.coarser(state))
    }

    /// Whether a state may leave a step without choosing an option.
    pub(super) fn may_skip(&self, step: usize) -> bool {
        !self.must[step]
    }

    /// By option of the step, the bits that must be clear.
    pub(super) fn masks(&self, step: usize) -> &[State<N>] {
        &self.masks[self.ranges[step].clone()]
    }

    /// The bits that belong to the same item at step `at` as at the earlier step `from`. These are
    /// all bits except those of items opened since `from`.
    pub(super) fn known(&self, from: usize, at: usize) -> State<N> {
        let mut known = [!0; N];
        let since = |open: &&OpenItem| from < open.first && open.first <= at;
        for open in self.opens.iter().filter(since) {
            known[open.field.word] &= !(open.field.mask() | open.field.guard());
        }
        known
    }

    /// Adds an option, given by its index within the step, to a state in which its bits are clear.
    /// `None` if a counter exceeds its bound.
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

    /// Moves a state from a step to the next one with something to decide, or to the end. `None` if
    /// an item has not been covered often enough.
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

    /// Counts the paths from a state at a step to the end one by one, without merging.
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
            // Unused words change nothing.
            let masks = prepare(|preparation| StepMasks::<3>::new(&problem, &plan, preparation)).unwrap();
            prop_assert_eq!(ways(&masks, 0, &masks.start), expected);
        }
    }
}
