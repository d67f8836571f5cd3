//! The lengths of a state, in words, for which sweeps are compiled.
//!
//! A sweep is compiled for a fixed length, which makes it several times as fast. Only this hot part is compiled
//! for each length. The code that prepares, cuts, reports and saves is compiled once; it calls the hot part
//! through [`AnyMasks`].

use super::build::{self, BoundedGraph, FULL};
use super::checkpoint::CheckpointWriter;
use super::cut::Cut;
use super::error::FrontierError;
use super::plan::{MOST_WORDS, SweepPlan};
use super::preparation::Preparation;
use super::step_masks::StepMasks;
use super::sweep::{StateTables, Sweep, SweepBounds, SweepOutcome};
use super::totals::OnStep;
use super::work_list::ProgressReporter;
use crate::problem::Problem;
use crate::threads::Pool;

/// Step masks for states of any compiled length.
pub(super) trait AnyMasks {
    fn steps(&self) -> usize;

    /// Counts by one sweep; each count has 2^`width` words.
    fn sweep(
        &self,
        width: u8,
        cuts: &[Cut],
        bounds: SweepBounds<'_>,
        pool: Option<&Pool>,
        writer: &mut CheckpointWriter<'_>,
        on_step: &mut OnStep,
    ) -> SweepOutcome;

    /// Makes the graph of the states by a sweep that does not count. `memory` is the whole memory budget, for
    /// error messages.
    fn graph(
        &self,
        plan: &SweepPlan,
        bounds: SweepBounds<'_>,
        memory: u64,
        pool: Option<&Pool>,
        writer: &mut CheckpointWriter<'_>,
        reporter: &mut ProgressReporter<'_, '_>,
    ) -> Result<BoundedGraph, FrontierError>;
}

/// Evaluates an expression with `N` set to the smallest compiled length of at least the given number of words.
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

/// The memory that the masks of a plan take, in bytes.
pub(super) fn bytes(plan: &SweepPlan) -> u64 {
    sized!(plan.words, N => StepMasks::<N>::bytes(plan))
}

/// Packs the steps of a plan into masks.
///
/// # Errors
///
/// [`FrontierError::Interrupted`].
pub(super) fn pack(
    problem: &Problem,
    plan: &SweepPlan,
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
    ) -> SweepOutcome {
        let mut states = StateTables::new(self, cuts, words(width));
        Sweep::new(&mut states, cuts, bounds, pool, writer, on_step).run()
    }

    fn graph(
        &self,
        plan: &SweepPlan,
        bounds: SweepBounds<'_>,
        memory: u64,
        pool: Option<&Pool>,
        writer: &mut CheckpointWriter<'_>,
        reporter: &mut ProgressReporter<'_, '_>,
    ) -> Result<BoundedGraph, FrontierError> {
        let mut states = StateTables::with_edges(self);
        let swept = {
            let on_step = &mut |step: usize, spent| reporter.report(step, spent, SWEEP_SHARE);
            Sweep::new(&mut states, &[], bounds, pool, writer, on_step).run()
        };
        match swept {
            SweepOutcome::Done(swept) if swept.peak_bytes <= bounds.budget => {
                reporter.done = SWEEP_SHARE;
                reporter.settle(&swept);
            }
            SweepOutcome::Stopped => return Err(FrontierError::Interrupted),
            SweepOutcome::Capped(until) => return Ok(BoundedGraph::Capped(until)),
            SweepOutcome::Done(_) | SweepOutcome::Outgrown(..) => {
                return Err(FrontierError::Outgrown { budget: memory });
            }
            SweepOutcome::Overflow => return Err(FULL),
        }
        let steps = self.len();
        let end = states.end();
        let on_step =
            &mut |step: usize, spent| reporter.report(steps - step, spent, 1.0 - SWEEP_SHARE);
        let budgets = (bounds.budget, memory);
        build::graph(states.into_edges(), end, plan, budgets, on_step).map(BoundedGraph::Made)
    }
}

/// The fraction of the progress that the sweep accounts for when a graph is made.
const SWEEP_SHARE: f64 = 0.9;

/// The number of words of a count that has been widened `width` times.
fn words(width: u8) -> usize {
    1 << width
}
