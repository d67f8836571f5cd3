//! Runs a count by sweeps from start to end: cuts the work and widens the counts where necessary.

use std::num::NonZeroUsize;

use super::build::BoundedGraph;
use super::checkpoint::CheckpointWriter;
use super::error::FrontierError;
use super::plan::SweepPlan;
use super::preparation::Preparation;
use super::progress::FrontierWatcher;
use super::report::FrontierReport;
use super::sized::{self, AnyMasks};
use super::sweep::{SweepBounds, SweepOutcome};
use super::work_list::{ProgressReporter, WorkList};
use crate::diagram::graph::Graph;
use crate::problem::ItemId;
use crate::problem::residual::Residual;
use crate::spill::MakeSpillFile;
use crate::threads::Pool;

/// The limits and the resources of a count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) memory: u64,
    /// The maximum number of states of one sweep.
    pub(super) states: u64,
    /// The function that makes a file for data that does not fit into the memory.
    pub(super) spill: Option<MakeSpillFile>,
    pub(super) threads: NonZeroUsize,
}

/// The result of a count with a bound on its states.
pub(super) enum BoundedCount {
    Ended(FrontierReport),
    /// The sweep would have more states than allowed, or would need more memory and must not be cut. Holds, for
    /// each step, the number of states up to it.
    Capped(Vec<u64>),
}

impl Run {
    /// Makes the graph of the states of a sweep. Gives up as soon as `allows` returns false; its argument is, for
    /// each step so far, the number of states up to it.
    pub(super) fn graph(
        self,
        residual: &Residual,
        order: &[ItemId],
        allows: &dyn Fn(&[u64]) -> bool,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<BoundedGraph, FrontierError> {
        let plan = SweepPlan::new(residual, order, &mut Preparation::new(watcher))?;
        if plan.impossible {
            return Ok(BoundedGraph::Made(Graph::new()));
        }
        let Packed { masks, left, .. } = self.pack(residual, &plan, watcher)?;
        let bounds = SweepBounds {
            budget: left,
            allows,
        };
        let pool = self.pool();
        let reporter = &mut ProgressReporter::new(watcher, masks.steps());
        masks.graph(&plan, bounds, self.memory, pool.as_ref(), writer, reporter)
    }

    /// Makes the graph without checkpoints. `None` if it has more than about `states` states.
    pub(super) fn graph_within(
        self,
        residual: &Residual,
        order: &[ItemId],
        states: u64,
        watcher: &mut FrontierWatcher,
    ) -> Result<Option<Graph>, FrontierError> {
        let allows = |until: &[u64]| until.last().is_none_or(|&made| made <= states);
        let writer = &mut CheckpointWriter::nowhere();
        Ok(
            match self.graph(residual, order, &allows, writer, watcher)? {
                BoundedGraph::Made(graph) => Some(graph),
                BoundedGraph::Capped(_) => None,
            },
        )
    }

    /// Packs the steps of a plan into masks. Fails if they alone exceed the memory.
    fn pack(
        self,
        residual: &Residual,
        plan: &SweepPlan,
        watcher: &mut FrontierWatcher,
    ) -> Result<Packed, FrontierError> {
        let needed = sized::bytes(plan);
        let budget = self.memory;
        let Some(left) = budget.checked_sub(needed) else {
            return Err(FrontierError::Budget { budget, needed });
        };
        let masks = sized::pack(residual.problem, plan, &mut Preparation::new(watcher))?;
        Ok(Packed {
            masks,
            needed,
            left,
        })
    }

    /// A pool of threads; `None` if one thread is set, or if no further threads can be started.
    pub(super) fn pool(self) -> Option<Pool> {
        Pool::new(self.threads)
    }

    /// Counts by whole sweeps, with no bound on the number of states. The work is cut to stay within the memory.
    pub(super) fn count_all(
        self,
        residual: &Residual,
        plan: &SweepPlan,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, FrontierError> {
        let states = u64::MAX;
        let unbounded = Self { states, ..self };
        match unbounded.count(residual, plan, true, writer, watcher)? {
            BoundedCount::Ended(report) => Ok(report),
            BoundedCount::Capped(_) => unreachable!("invariant: without a bound nothing is capped"),
        }
    }

    /// Counts by whole sweeps of at most `states` states. If `cut` is set, the work is cut to stay within the
    /// memory.
    pub(super) fn count(
        self,
        residual: &Residual,
        plan: &SweepPlan,
        cut: bool,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<BoundedCount, FrontierError> {
        let Packed {
            masks,
            needed,
            left,
        } = self.pack(residual, plan, watcher)?;
        let allows = |until: &[u64]| until.last().is_none_or(|&states| states <= self.states);
        let bounds = SweepBounds {
            budget: left,
            allows: &allows,
        };
        let pool = self.pool();
        let mut work = WorkList::begin(watcher, masks.steps(), writer)?;
        while let Some((cuts, share)) = work.next() {
            let width = work.width;
            writer.part = work.checkpoint(&cuts, share);
            let on_step = &mut |step: usize, spent| work.progress.report(step, spent, share);
            match masks.sweep(width, &cuts, bounds, pool.as_ref(), writer, on_step) {
                SweepOutcome::Done(swept) => {
                    work.done(&swept, needed, share);
                }
                SweepOutcome::Stopped => return Ok(BoundedCount::Ended(work.report)),
                SweepOutcome::Capped(until) => return Ok(BoundedCount::Capped(until)),
                SweepOutcome::Overflow => work.widen(cuts, share),
                SweepOutcome::Outgrown(_, until) if !cut => return Ok(BoundedCount::Capped(until)),
                SweepOutcome::Outgrown(cut, _) => work.cut(&cuts, [cut, cut.other()], share),
            }
        }
        Ok(BoundedCount::Ended(work.finish()))
    }
}

/// The packed steps of a sweep, their size in bytes, and the bytes of the memory budget that they leave.
struct Packed {
    masks: Box<dyn AnyMasks>,
    needed: u64,
    left: u64,
}
