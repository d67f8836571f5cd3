//! Cuts the work in two where the states outgrow the memory.
//!
//! A cut fixes the value of one bit in the states that cross to a step. The sweeps with either
//! value share no state at that step, and together they find every solution once. Where the bit
//! says that an item may not be covered yet, the options that cover it are left out from the start,
//! so the memory falls long before the step. Cuts by pieces, which are open throughout, save the
//! most memory.

use std::io;

use super::checkpoint::{CheckedFile, put};
use super::plan::OpenItem;
use super::step_masks::State;

/// A restriction of the work to one of two halves. Checkpoints save it.
pub(super) trait CutSide: Copy {
    fn save(&self, bytes: &mut Vec<u8>);
    fn load(source: &mut CheckedFile) -> io::Result<Self>;
}

/// The value that one bit must have in every state that crosses to a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// The step to which the states cross.
    step: usize,
    /// The first step at which the bit belongs to its item.
    first: usize,
    word: usize,
    bit: u64,
    /// The bit's value before the step `first`.
    zero: u64,
    /// The required value of the bit.
    value: u64,
    /// Whether the bit is the whole field of its item.
    single: bool,
}

impl Cut {
    /// The other half of the same division: the cut with the opposite value.
    pub(super) fn other(self) -> Self {
        Self {
            value: self.value ^ self.bit,
            ..self
        }
    }

    /// Whether the cut is possible in a sweep of `steps` steps with states of `words` words.
    pub(super) fn fits(&self, words: usize, steps: usize) -> bool {
        self.word < words && self.first < self.step && self.step <= steps
    }

    /// The bits that no option of a step may cover, because of the cuts.
    pub(super) fn forbidden<const N: usize>(cuts: &[Self], step: usize) -> State<N> {
        let mut bits = [0; N];
        for cut in cuts {
            if cut.single && cut.value == 0 && (cut.first..cut.step).contains(&step) {
                bits[cut.word] |= cut.bit;
            }
        }
        bits
    }

    /// Whether the cuts let a state cross from step `from` to step `to`; `taken` is the state after its choice at
    /// `from`.
    pub(super) fn pass<const N: usize>(
        cuts: &[Self],
        from: usize,
        to: usize,
        taken: &State<N>,
    ) -> bool {
        cuts.iter().all(|cut| {
            let value = if from < cut.first {
                cut.zero
            } else {
                taken[cut.word] & cut.bit
            };
            !(from..to).contains(&(cut.step - 1)) || value == cut.value
        })
    }

    /// The cut by the bit that divides the `states` states of a step best; `None` if no bit divides them. `ones`
    /// counts, for each bit of each word, the states in which it is set.
    pub(super) fn choose(
        step: usize,
        states: usize,
        ones: &[[usize; 64]],
        opens: &[OpenItem],
    ) -> Option<Self> {
        // The bits of a colour divide badly: whatever the value of such a bit, options can still give the item
        // some colours.
        let open = |open: &&OpenItem| open.first < step && step <= open.last && !open.is_coloured;
        let mut best = None;
        for open in opens.iter().filter(open) {
            let field = open.field;
            for bit in field.shift..field.shift + field.width {
                let set = ones[field.word][bit as usize];
                let less = set.min(states - set);
                let even = less >= states.div_ceil(5);
                // Of the balanced divisions, prefer the item that is open longest.
                let merit = (
                    less > 0,
                    even,
                    if even { open.last - open.first } else { less },
                );
                let cut = Self {
                    step,
                    first: open.first,
                    word: field.word,
                    bit: 1 << bit,
                    zero: (field.zero << field.shift) & 1 << bit,
                    value: 0,
                    single: !field.guarded,
                };
                if less > 0 && best.is_none_or(|(most, _)| merit > most) {
                    best = Some((merit, cut));
                }
            }
        }
        best.map(|(_, cut)| cut)
    }
}

impl CutSide for Cut {
    fn save(&self, bytes: &mut Vec<u8>) {
        for number in [self.step, self.first, self.word] {
            put(bytes, number as u64);
        }
        for bits in [self.bit, self.zero, self.value, u64::from(self.single)] {
            put(bytes, bits);
        }
    }

    fn load(source: &mut CheckedFile) -> io::Result<Self> {
        Ok(Self {
            step: source.small()?,
            first: source.small()?,
            word: source.small()?,
            bit: source.number()?,
            zero: source.number()?,
            value: source.number()?,
            single: source.number()? != 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::frontier::checkpoint::CheckpointWriter;
    use crate::frontier::plan::{StateField, SweepPlan};
    use crate::frontier::random::{ordered, prepare, solutions};
    use crate::frontier::sized::{self, AnyMasks};
    use crate::frontier::sweep::{SweepBounds, SweepOutcome};
    use crate::problem::residual::Residual;

    fn sweep(masks: &dyn AnyMasks, cuts: &[Cut], budget: u64) -> SweepOutcome {
        let bounds = SweepBounds {
            budget,
            allows: &|_| true,
        };
        let writer = &mut CheckpointWriter::nowhere();
        let on_step = &mut |_: usize, _| std::ops::ControlFlow::Continue(());
        masks.sweep(0, cuts, bounds, None, writer, on_step)
    }

    /// Counts the solutions in parts. Each part is cut in two wherever possible, down to a fixed depth.
    fn count(masks: &dyn AnyMasks, cuts: &mut Vec<Cut>) -> BigUint {
        let budget = if cuts.len() < 3 { 0 } else { u64::MAX };
        match sweep(masks, cuts, budget) {
            SweepOutcome::Done(swept) => swept.count,
            SweepOutcome::Outgrown(cut, _) => [cut, cut.other()]
                .into_iter()
                .map(|side| {
                    cuts.push(side);
                    let sum = count(masks, cuts);
                    cuts.pop();
                    sum
                })
                .sum(),
            other => panic!("{other:?}"),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn the_sides_of_a_cut_add_up_to_the_whole((problem, order) in ordered()) {
            let residual = Residual::new(&problem, &[], |_| true);
            let plan = prepare(|preparation| SweepPlan::new(&residual, &order, preparation)).unwrap();
            prop_assume!(!plan.impossible);
            let masks = prepare(|preparation| sized::pack(&problem, &plan, preparation)).unwrap();
            prop_assert_eq!(count(&*masks, &mut Vec::new()), BigUint::from(solutions(&problem)));
        }

        #[test]
        fn a_cut_divides_and_prefers_what_is_even_and_then_what_is_open_longest(
            set in vec(0_usize..20, 8),
            lives in vec((0_usize..3, 4_usize..8), 8),
        ) {
            let states = 20;
            let mut ones = [[0; 64]];
            ones[0][..8].copy_from_slice(&set);
            let opens: Vec<OpenItem> = (0..).zip(&lives).map(|(shift, &(first, last))| {
                let field = StateField { word: 0, shift, width: 1, guarded: false, zero: 0 };
                OpenItem::at(first, last, field)
            }).collect();
            let less = |at: usize| set[at].min(states - set[at]);
            let chosen = Cut::choose(3, states, &ones, &opens);
            prop_assert_eq!(chosen.is_some(), (0..8).any(|at| less(at) > 0));
            let Some(cut) = chosen else { return Ok(()) };
            let at = cut.bit.trailing_zeros() as usize;
            prop_assert_eq!((cut.word, cut.first), (0, lives[at].0));
            let is_even = |at: usize| less(at) >= 4;
            let length = |at: usize| lives[at].1 - lives[at].0;
            if (0..8).any(is_even) {
                prop_assert!(is_even(at));
                prop_assert!((0..8).filter(|at| is_even(*at)).all(|other| length(other) <= length(at)));
            } else {
                prop_assert!((0..8).all(|other| less(other) <= less(at)));
            }
        }
    }
}
