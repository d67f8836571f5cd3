//! The sizes that sweeps are compiled for: states of some numbers of words.
//!
//! A sweep knows the words of its states when it is compiled, which makes it several times as fast.
//! That is the hot part, and all that is compiled so often; what prepares, cuts, reports and saves is
//! compiled once and calls it through [`AnyMasks`].

use super::build::{self, GraphEnding};
use super::checkpoint::CheckpointWriter;
use super::cut::Cut;
use super::error::FrontierError;
use super::plan::{MOST_WORDS, Plan};
use super::preparation::Preparation;
use super::step_masks::StepMasks;
use super::sweep::{Outcome, StateTables, Sweep, SweepBounds};
use super::totals::OnStep;
use super::work_list::ProgressReporter;
use crate::problem::Problem;
use crate::threads::Pool;

/// Step masks for states of any number of words.
pub(super) trait AnyMasks {
    /// The number of steps.
    fn steps(&self) -> usize;

    /// Sweeps once, with counts that were made wider `width` times.
    fn sweep(
        &self,
        width: u8,
        cuts: &[Cut],
        bounds: SweepBounds<'_>,
        pool: Option<&Pool>,
        writer: &mut CheckpointWriter<'_>,
        on_step: &mut OnStep,
    ) -> Outcome;

    /// Sweeps without counting, and makes a graph of the states.
    fn graph(
        &self,
        plan: &Plan,
        bounds: SweepBounds<'_>,
        pool: Option<&Pool>,
        writer: &mut CheckpointWriter<'_>,
        reporter: &mut ProgressReporter<'_, '_>,
    ) -> GraphEnding;
}

/// Does something for states of `N` words, at least those of a plan.
macro_rules! sized {
    ($words:expr, $n:ident => $do:expr) => {
        match $words {
            1 => sized!(@ 1, $n => $do),
            2 => sized!(@ 2, $n => $do),
            3 => sized!(@ 3, $n => $do),
            4 => sized!(@ 4, $n => $do),
            5..=8 => sized!(@ 8, $n => $do),
            9..=16 => sized!(@ 16, $n => $do),
            _ => sized!(@ MOST_WORDS, $n => $do),
        }
    };
    (@ $size:expr, $n:ident => $do:expr) => {{
        const $n: usize = $size;
        $do
    }};
}

/// The bytes that the masks of a plan take.
pub(super) fn bytes(plan: &Plan) -> u64 {
    sized!(plan.words, N => StepMasks::<N>::bytes(plan))
}

/// The masks of a plan.
///
/// # Errors
///
/// [`FrontierError::Interrupted`].
pub(super) fn pack(
    problem: &Problem,
    plan: &Plan,
    preparation: &mut Preparation<'_, '_>,
) -> Result<Box<dyn AnyMasks>, FrontierError> {
    sized!(plan.words, N => Ok(Box::new(StepMasks::<N>::new(problem, plan, preparation)?)))
}

impl<const N: usize> AnyMasks for StepMasks<N> {
    fn steps(&self) -> usize {
        self.len()
    }

    fn sweep(
        &self,
        width: u8,
        cuts: &[Cut],
        bounds: SweepBounds<'_>,
        pool: Option<&Pool>,
        writer: &mut CheckpointWriter<'_>,
        on_step: &mut OnStep,
    ) -> Outcome {
        let mut states = StateTables::new(self, cuts, words(width));
        Sweep::new(&mut states, cuts, bounds, pool, writer, on_step).run()
    }

    fn graph(
        &self,
        plan: &Plan,
        bounds: SweepBounds<'_>,
        pool: Option<&Pool>,
        writer: &mut CheckpointWriter<'_>,
        reporter: &mut ProgressReporter<'_, '_>,
    ) -> GraphEnding {
        let mut states = StateTables::with_edges(self);
        let swept = {
            let on_step = &mut |step: usize, spent| reporter.report(step, spent, SWEEP_SHARE);
            Sweep::new(&mut states, &[], bounds, pool, writer, on_step).run()
        };
        match swept {
            Outcome::Done(swept) if swept.peak_bytes <= bounds.budget => {
                reporter.done = SWEEP_SHARE;
                reporter.settle(&swept);
            }
            Outcome::Stopped => return GraphEnding::Stopped,
            Outcome::Capped(until) => return GraphEnding::Capped(until),
            Outcome::Done(_) | Outcome::Outgrown(..) => return GraphEnding::Outgrown,
            Outcome::Overflow => return GraphEnding::Full,
        }
        let steps = self.len();
        let end = states.end();
        let on_step =
            &mut |step: usize, spent| reporter.report(steps - step, spent, 1.0 - SWEEP_SHARE);
        build::graph(states.into_edges(), end, plan, bounds.budget, on_step)
    }
}

/// The share of the sweep in the making of a graph.
const SWEEP_SHARE: f64 = 0.9;

/// The words of counts that were made wider `width` times.
fn words(width: u8) -> usize {
    1 << width
}
