//! Drops choices that lead to no solution before a state is made from them.
//!
//! A choice may leave a pocket of cells that no piece fills. The sweep reaches the pocket only several steps
//! later; until then, states without a solution multiply. So a choice is dropped if it leaves uncovered an item
//! that must be covered, and no later option that covers the item fits. Without this test, six of seven states on
//! 9 × 10 with any number of pentominoes lead to no solution (November 2026). An option that fits is a *witness*
//! for all its items. The witnesses of a state remain witnesses for most of its choices, so few must be searched
//! again.

use std::cmp::Reverse;
use std::io;
use std::ops::Range;

use super::checkpoint::{CheckedFile, Sink, damaged};
use super::plan::OpenItem;
use super::step_masks::{State, StepMasks};
use crate::compact::CompactSort;

/// The minimum number of states at a step for which its choices are tested.
const WORTH: usize = if cfg!(test) { 1 } else { 1 << 12 };
/// The limit on the number of tests at a step. The tests of the last item may exceed it.
const MOST_TESTS: usize = 1 << 13;
/// In a group of at most this many options, each option is tested separately, without a test of an item that they
/// share.
const FEW: usize = 2;

/// The test for dead ends pays off at a step if it drops at least 1/`DROPPED` of the choices there.
const DROPPED: u64 = 8;
/// The maximum length of a pause, in steps. A pause follows a step at which the test did not pay off.
const LONGEST_PAUSE: u32 = 15;

/// Decides at which steps choices are tested. After a step at which the test did not pay off, the test pauses. Each
/// consecutive pause is about twice as long.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TestPauses {
    /// The number of choices dropped at the current step.
    dropped: u64,
    /// The number of choices kept at the current step.
    kept: u64,
    /// The length of the last pause, in steps.
    pause: u32,
    /// The number of steps for which the test still pauses.
    left: u32,
}

impl TestPauses {
    pub(super) fn is_on(&self) -> bool {
        self.left == 0
    }

    /// Adds to the numbers of dropped and of kept choices at the current step.
    pub(super) fn count(&mut self, dropped: u64, kept: u64) {
        self.dropped += dropped;
        self.kept += kept;
    }

    /// Ends the step; `prepared` says whether its choices were tested.
    pub(super) fn end_step(&mut self, prepared: bool) {
        let (dropped, kept) = (self.dropped, self.kept);
        (self.dropped, self.kept) = (0, 0);
        if prepared {
            let pays = dropped * DROPPED >= dropped + kept;
            self.pause = if pays {
                0
            } else {
                (2 * self.pause + 1).min(LONGEST_PAUSE)
            };
            self.left = self.pause;
        } else {
            self.left = self.left.saturating_sub(1);
        }
    }

    pub(super) fn save(&self, sink: &mut Sink) -> io::Result<()> {
        let Self {
            dropped,
            kept,
            pause,
            left,
        } = *self;
        [dropped, kept, pause.into(), left.into()]
            .into_iter()
            .try_for_each(|number| sink.number(number))
    }

    pub(super) fn load(source: &mut CheckedFile) -> io::Result<Self> {
        let pauses = Self {
            dropped: source.counter()?,
            kept: source.counter()?,
            pause: source.small()?,
            left: source.small()?,
        };
        let fits = pauses.left <= pauses.pause && pauses.pause <= LONGEST_PAUSE;
        fits.then_some(pauses).ok_or_else(damaged)
    }
}

/// A node of a decision tree. The tree searches for an option that fits a state and covers a given item.
#[derive(Clone, Copy, Debug)]
struct CoverTest<const N: usize> {
    /// The bits that must be clear in the state: of an item that several options share, or of all items of one
    /// option.
    bits: State<N>,
    is_option: bool,
    /// The index of the next node if the state covers one of the bits.
    otherwise: u32,
}

/// Tests choices at a step: holds the items that are open there and must be covered, and the later options that
/// cover them.
#[derive(Clone, Debug)]
pub(super) struct DeadEnds<const N: usize> {
    demanded: State<N>,
    /// For each bit of a state (64 · word + bit), the range of `tests` with the decision tree of its item. The
    /// tree searches for an option that covers the item.
    by_bit: Vec<Range<u32>>,
    /// The decision trees of all items, one after the other. The options that share an item follow the test of
    /// that item.
    tests: Vec<CoverTest<N>>,
}

/// Options that fit a state. They show that the items they cover can still be covered.
#[derive(Clone, Debug, Default)]
pub(super) struct Witnesses<const N: usize>(Vec<State<N>>);

#[inline]
fn fits<const N: usize>(option: &State<N>, state: &State<N>) -> bool {
    (0..N).all(|word| option[word] & state[word] == 0)
}

#[inline]
fn cover<const N: usize>(state: &mut State<N>, option: &State<N>) {
    (0..N).for_each(|word| state[word] |= option[word]);
}

/// Converts an index into `tests` to 32 bits. The tests fit in memory, so there are far fewer than 2^32.
fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl<const N: usize> DeadEnds<N> {
    /// A test that drops no choice.
    pub(super) fn none() -> Self {
        Self {
            demanded: [0; N],
            by_bit: Vec::new(),
            tests: Vec::new(),
        }
    }

    pub(super) fn is_prepared(&self) -> bool {
        !self.tests.is_empty()
    }

    /// Prepares the test for the choices at a step with `states` states. Adds items in the order of the last steps
    /// that cover them, until there are more than `MOST_TESTS` tests.
    pub(super) fn new(step_masks: &StepMasks<N>, step: usize, states: usize) -> Self {
        let mut dead_ends = Self::none();
        if states < WORTH {
            return dead_ends;
        }
        dead_ends.by_bit = vec![0..0; 64 * N];
        let is_tested =
            |open: &&OpenItem| open.is_demanded && open.first <= step && step < open.last;
        let mut items: Vec<&OpenItem> = step_masks.opens.iter().filter(is_tested).collect();
        items.compact_sort_by_key(|open| (open.last, open.field.word, open.field.shift));
        for open in items {
            dead_ends.demand(step_masks, step, open);
            if dead_ends.tests.len() > MOST_TESTS {
                break;
            }
        }
        dead_ends
    }

    fn demand(&mut self, step_masks: &StepMasks<N>, step: usize, open: &OpenItem) {
        let (word, shift) = (open.field.word, open.field.shift);
        let mut options = Vec::new();
        for at in step + 1..=open.last {
            let known = step_masks.known(step, at);
            for mask in step_masks.masks(at) {
                if mask[word] >> shift & 1 == 1 {
                    options.push(std::array::from_fn(|at| mask[at] & known[at]));
                }
            }
        }
        let from = self.tests.len();
        let mut own = [0; N];
        own[word] = 1 << shift;
        self.group(options, &own);
        self.demanded[word] |= own[word];
        self.by_bit[64 * word + shift as usize] = number(from)..number(self.tests.len());
    }

    /// Appends the decision tree that searches `options`. Where this tree is reached, the tests before it have
    /// found the bits of `uncovered` clear in the state.
    fn group(&mut self, mut options: Vec<State<N>>, uncovered: &State<N>) {
        while options.len() > FEW {
            let mut counts = vec![0_u32; 64 * N];
            for option in &options {
                for (word, bits) in option.iter().enumerate() {
                    let mut left = bits & !uncovered[word];
                    while left != 0 {
                        counts[64 * word + left.trailing_zeros() as usize] += 1;
                        left &= left - 1;
                    }
                }
            }
            let common = (0..counts.len()).max_by_key(|&at| (counts[at], Reverse(at)));
            let Some(common) = common.filter(|&at| counts[at] > 1) else {
                break;
            };
            let mut bits = [0; N];
            bits[common / 64] = 1 << (common % 64);
            let (with, without) = options.iter().partition(|option| !fits(option, &bits));
            let test = self.tests.len();
            self.tests.push(CoverTest {
                bits,
                is_option: false,
                otherwise: 0,
            });
            cover(&mut bits, uncovered);
            self.group(with, &bits);
            self.tests[test].otherwise = number(self.tests.len());
            options = without;
        }
        for bits in options {
            self.tests.push(CoverTest {
                bits,
                is_option: true,
                otherwise: number(self.tests.len() + 1),
            });
        }
    }

    /// A later option that fits the state and covers the item at a bit; `None` if there is none.
    #[inline]
    fn witness(&self, word: usize, bit: u32, state: &State<N>) -> Option<&State<N>> {
        let Range { start, end } = self.by_bit[64 * word + bit as usize];
        let tests = &self.tests[..end as usize];
        let mut at = start as usize;
        while let Some(test) = tests.get(at) {
            if !fits(&test.bits, state) {
                at = test.otherwise as usize;
            } else if test.is_option {
                return Some(&test.bits);
            } else {
                at += 1;
            }
        }
        None
    }

    /// Searches for a witness of each item that must be covered and is not in `met`, and adds the items of the
    /// witness to `met`. Calls `missing` with the witness, or `None`. Stops and returns false as soon as `missing`
    /// returns false.
    fn all_met(
        &self,
        state: &State<N>,
        met: &mut State<N>,
        mut missing: impl FnMut(Option<&State<N>>) -> bool,
    ) -> bool {
        for word in 0..N {
            let mut left = self.demanded[word] & !met[word];
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let witness = self.witness(word, bit, state);
                if let Some(witness) = witness {
                    cover(met, witness);
                    left &= !witness[word];
                }
                if !missing(witness) {
                    return false;
                }
            }
        }
        true
    }

    /// Fills `witnesses` with options that fit the state, for the items that must be covered and that the state
    /// leaves uncovered.
    #[inline]
    pub(super) fn find(&self, state: &State<N>, witnesses: &mut Witnesses<N>) {
        witnesses.0.clear();
        self.all_met(state, &mut state.clone(), |witness| {
            witnesses.0.extend(witness);
            true
        });
    }

    /// Whether an item that must be covered is uncovered in the state `taken`, after a choice, and no later
    /// option can cover it. `witnesses` are those of the state before the choice.
    #[inline]
    pub(super) fn hold(&self, taken: &State<N>, witnesses: &Witnesses<N>) -> bool {
        let mut met = *taken;
        for witness in &witnesses.0 {
            if fits(witness, taken) {
                cover(&mut met, witness);
            }
        }
        !self.all_met(taken, &mut met, |witness| witness.is_some())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::frontier::plan::SweepPlan;
    use crate::frontier::random::{choices, ordered, prepare};
    use crate::problem::residual::Residual;

    /// Counts the paths from a state at a step to the end. Asserts that a choice which the test drops has none.
    fn ways<const N: usize>(masks: &StepMasks<N>, step: usize, state: &State<N>) -> u64 {
        if step == masks.len() {
            return 1;
        }
        let dead_ends = DeadEnds::new(masks, step, WORTH);
        let mut witnesses = Witnesses::default();
        dead_ends.find(state, &mut witnesses);
        let mut found = 0;
        choices(masks, step, state, |taken| {
            let ways = masks
                .advance(step, taken)
                .map_or(0, |(next, state)| ways(masks, next, &state));
            assert!(ways == 0 || !dead_ends.hold(&taken, &witnesses));
            found += ways;
        });
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn no_way_is_dropped((problem, order) in ordered()) {
            let residual = Residual::new(&problem, &[], |_| true);
            let plan = prepare(|preparation| SweepPlan::new(&residual, &order, preparation)).unwrap();
            prop_assume!(!plan.impossible);
            let masks = prepare(|preparation| StepMasks::<1>::new(&problem, &plan, preparation)).unwrap();
            ways(&masks, 0, &masks.start);
            let masks = prepare(|preparation| StepMasks::<3>::new(&problem, &plan, preparation)).unwrap();
            ways(&masks, 0, &masks.start);
        }
    }

    #[test]
    fn pauses_grow_while_the_test_does_not_pay() {
        let mut pauses = TestPauses::default();
        let mut tested = Vec::new();
        for step in 0..20 {
            let on = pauses.is_on();
            if on {
                tested.push(step);
            }
            pauses.count(u64::from(step == 11), 4);
            pauses.end_step(on);
        }
        // Steps that are tested and do not pay off: 0, 2 and 6. They are followed by pauses of 1, 3 and 7 steps.
        assert_eq!(tested, [0, 2, 6, 14]);
        pauses = TestPauses::default();
        for _ in 0..5 {
            assert!(pauses.is_on());
            pauses.count(1, 7);
            pauses.end_step(true);
        }
    }
}
