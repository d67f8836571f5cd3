//! A count from end to end: the width of states and counts chosen, the work cut where it must be.

use std::num::NonZeroUsize;

use num_bigint::BigUint;

use super::build::{Builder, Built};
use super::checkpoint::{CheckpointWriter, Failed};
use super::count::{Count, Reached};
use super::cut::Cut;
use super::error::FrontierError;
use super::plan::{MOST_WORDS, Plan};
use super::preparation::Preparation;
use super::residual::Residual;
use super::step_masks::StepMasks;
use super::sweep::{OnStep, Outcome, Sweep};
use super::work_list::{ProgressReporter, WorkList};
use super::{FrontierReport, FrontierWatcher};
use crate::diagram::graph::Graph;
use crate::problem::ItemId;
use crate::threads::Pool;

/// What a count may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) memory: u64,
    /// The most states of one sweep.
    pub(super) states: u64,
    pub(super) threads: NonZeroUsize,
}

/// Calls a method for states of so many words or a few more.
macro_rules! sized {
    ($words:expr, $self:ident.$method:ident($($argument:expr),*)) => {
        match $words {
            1 => $self.$method::<1>($($argument),*),
            2 => $self.$method::<2>($($argument),*),
            3 => $self.$method::<3>($($argument),*),
            4 => $self.$method::<4>($($argument),*),
            5..=8 => $self.$method::<8>($($argument),*),
            9..=16 => $self.$method::<16>($($argument),*),
            _ => $self.$method::<MOST_WORDS>($($argument),*),
        }
    };
}

/// What came of a count with a bound on its states.
pub(super) enum Bounded {
    Ended(FrontierReport),
    /// It had more states than were allowed, or needed more memory and might not be cut.
    Capped,
}

/// Why a count has no report.
#[derive(Debug)]
pub(super) enum Refusal {
    Problem(FrontierError),
    /// A checkpoint cannot be read.
    Checkpoint(Failed),
}

impl From<FrontierError> for Refusal {
    fn from(error: FrontierError) -> Self {
        Self::Problem(error)
    }
}

impl From<Failed> for Refusal {
    fn from(failed: Failed) -> Self {
        Self::Checkpoint(failed)
    }
}

/// Why there is no graph.
pub(super) enum NoGraph {
    Refused(FrontierError),
    /// There were more states than were allowed.
    Capped,
}

impl Run {
    pub(super) fn graph(
        self,
        residual: &Residual,
        order: &[ItemId],
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Graph, NoGraph> {
        let plan =
            Plan::new(residual, order, &mut Preparation::new(watcher)).map_err(NoGraph::Refused)?;
        if plan.impossible {
            return Ok(Graph::new());
        }
        sized!(
            plan.words,
            self.graph_sized(residual, &plan, writer, watcher)
        )
    }

    /// The steps packed, and what they leave of the memory.
    fn step_masks<const N: usize>(
        self,
        residual: &Residual,
        plan: &Plan,
        watcher: &mut FrontierWatcher,
    ) -> Result<(StepMasks<N>, u64), FrontierError> {
        let needed = StepMasks::<N>::bytes(plan);
        let budget = self.memory;
        let Some(left) = budget.checked_sub(needed) else {
            return Err(FrontierError::Budget { budget, needed });
        };
        let step_masks = StepMasks::new(residual.problem, plan, &mut Preparation::new(watcher))?;
        Ok((step_masks, left))
    }

    /// The threads to share the work; none for one, or if there can be no more.
    pub(super) fn pool(self) -> Option<Pool> {
        Pool::new(self.threads)
    }

    fn graph_sized<const N: usize>(
        self,
        residual: &Residual,
        plan: &Plan,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Graph, NoGraph> {
        let packed = self.step_masks::<N>(residual, plan, watcher);
        let (step_masks, budget) = packed.map_err(NoGraph::Refused)?;
        let pool = self.pool();
        let mut reporter = ProgressReporter::new(watcher, step_masks.len());
        let mut on_step = |step: usize, spent| reporter.report(step, spent, 0.5);
        let mut sweep = Sweep::<N, Reached>::new(&step_masks, &[], budget)
            .bound(self.states)
            .keep();
        let outgrown = FrontierError::Outgrown {
            budget: self.memory,
        };
        match sweep.run(pool.as_ref(), writer, &mut on_step) {
            Outcome::Done(swept) if swept.peak_bytes <= budget => {
                reporter.done = 0.5;
                reporter.settle(&swept);
            }
            Outcome::Stopped => return Err(NoGraph::Refused(FrontierError::Interrupted)),
            Outcome::Capped => return Err(NoGraph::Capped),
            _ => return Err(NoGraph::Refused(outgrown)),
        }
        let steps = step_masks.len();
        let mut on_step = |step: usize, spent| reporter.report(steps - step, spent, 0.5);
        let builder = Builder {
            step_masks: &step_masks,
            plan,
            budget,
            pool: pool.as_ref(),
        };
        match builder.graph(sweep.into_kept(), &mut on_step) {
            Built::Graph(graph) => Ok(graph),
            Built::Stopped => Err(NoGraph::Refused(FrontierError::Interrupted)),
            Built::Outgrown => Err(NoGraph::Refused(outgrown)),
            Built::Full => {
                let limit = u32::MAX;
                Err(NoGraph::Refused(FrontierError::TooLarge { limit }))
            }
        }
    }

    /// Counts by whole sweeps, however many states they have, cut to keep within the memory.
    pub(super) fn count_all(
        self,
        residual: &Residual,
        plan: &Plan,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, Refusal> {
        let states = u64::MAX;
        let unbounded = Self { states, ..self };
        match unbounded.count(residual, plan, true, writer, watcher)? {
            Bounded::Ended(report) => Ok(report),
            Bounded::Capped => unreachable!("invariant: without a bound nothing is capped"),
        }
    }

    /// Counts by whole sweeps, cut to keep within the memory if that is allowed.
    pub(super) fn count(
        self,
        residual: &Residual,
        plan: &Plan,
        cut: bool,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Bounded, Refusal> {
        sized!(
            plan.words,
            self.count_sized(residual, plan, cut, writer, watcher)
        )
    }

    fn count_sized<const N: usize>(
        self,
        residual: &Residual,
        plan: &Plan,
        cut: bool,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Bounded, Refusal> {
        let (step_masks, budget) = self.step_masks::<N>(residual, plan, watcher)?;
        let needed = StepMasks::<N>::bytes(plan);
        let pool = self.pool();
        let mut work = WorkList::begin(watcher, step_masks.len(), writer)?;
        while let Some((cuts, share)) = work.next() {
            let pool = pool.as_ref();
            let width = work.width;
            writer.part = work.checkpoint(&cuts, share);
            let mut on_step = |step: usize, spent| work.progress.report(step, spent, share);
            let outcome = match width {
                0 => self.sweep::<N, u64>(&step_masks, &cuts, budget, pool, writer, &mut on_step),
                1 => self.sweep::<N, u128>(&step_masks, &cuts, budget, pool, writer, &mut on_step),
                _ => {
                    self.sweep::<N, BigUint>(&step_masks, &cuts, budget, pool, writer, &mut on_step)
                }
            };
            match outcome {
                Outcome::Done(swept) => work.done(&swept, needed, share),
                Outcome::Stopped => return Ok(Bounded::Ended(work.report)),
                Outcome::Capped => return Ok(Bounded::Capped),
                Outcome::Overflow => work.widen(cuts, share),
                Outcome::Outgrown(_) if !cut => return Ok(Bounded::Capped),
                Outcome::Outgrown(cut) => work.cut(&cuts, [cut, cut.other()], share),
            }
        }
        Ok(Bounded::Ended(work.finish()))
    }

    fn sweep<const N: usize, C: Count>(
        self,
        step_masks: &StepMasks<N>,
        cuts: &[Cut],
        budget: u64,
        pool: Option<&Pool>,
        writer: &mut CheckpointWriter<'_>,
        on_step: &mut OnStep,
    ) -> Outcome {
        let sweep = Sweep::<N, C>::new(step_masks, cuts, budget);
        sweep.bound(self.states).run(pool, writer, on_step)
    }
}
