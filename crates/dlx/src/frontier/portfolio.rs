//! Counts in phases that alternate between a sweep of the whole problem and a join of the sets of persistent
//! items.
//!
//! Which method is faster is unknown in advance. So both are tried in rounds. Each round bounds the numbers of
//! states, and the bounds grow from round to round. The first method that ends gives the count:
//!
//! | phase | ends with | otherwise continues with |
//! | --- | --- | --- |
//! | graph | no solution | join; or sweep, if the graph cannot be made or exceeds its bound |
//! | join | the count | sweep, if the graph alone leaves too little memory |
//! | sweep | the count | graph of the next round, if the sweep exceeds its bound |
//!
//! If a graph exceeds its bound but is forecast to have no more states than the sweep may have, it enters the next
//! round instead.
//!
//! Once a graph or a join is refused, and in the last round, the sweep has no bound. It is cut to stay within the
//! memory, so it ends. The bounds are numbers of states and not times, so the report is the same on every machine.

pub(super) mod rounds;

use std::io;

use super::checkpoint::{CheckedFile, CheckpointWriter};
use super::error::FrontierError;
use super::meet_in_middle::SetJoin;
use super::meet_in_middle::item_masks::ItemMasks;
use super::plan::SweepPlan;
use super::preparation::Preparation;
use super::progress::{FrontierProgress, FrontierWatcher};
use super::report::FrontierReport;
use super::run::{BoundedCount, CountRefusal, NoGraph, Run};
use crate::problem::ItemId;
use crate::problem::residual::Residual;
use rounds::{BOUNDS, CountPhaseKind, PortfolioState};

/// With fewer persistent items than this, the join is not tried, since making its graph does not pay off.
const FEWEST_PERSISTENT: usize = 3;
/// The fraction of the total progress that each phase with a bound accounts for.
const BOUNDED_SHARE: f64 = 0.02;

/// Counts the solutions in alternating phases, resuming from the checkpoint if there is one.
pub(super) fn count(
    run: Run,
    residual: &Residual,
    order: &[ItemId],
    writer: &mut CheckpointWriter<'_>,
    watcher: &mut FrontierWatcher,
) -> Result<FrontierReport, CountRefusal> {
    let plan = SweepPlan::new(residual, order, &mut Preparation::new(watcher))?;
    if plan.impossible {
        return Ok(FrontierReport::no_solution());
    }
    let persistent = plan.persistent(residual);
    if persistent.len() < FEWEST_PERSISTENT {
        return run.count_all(residual, &plan, writer, watcher);
    }
    let resumed = writer.read(|source| {
        let (state, kind) = PortfolioState::load(source)?;
        Ok((state, CountPhase::load(kind, source)?))
    })?;
    let (state, mut phase) = match resumed {
        Some(resumed) => resumed,
        None => (PortfolioState::start(), CountPhase::Graph),
    };
    let mut portfolio = SweepPortfolio {
        run,
        residual,
        order,
        plan: &plan,
        relaxed: residual.without(&persistent),
        masks: ItemMasks::new(residual, &persistent),
        state,
        writer,
        watcher,
    };
    loop {
        match portfolio.step(phase)? {
            CountPhaseEnd::Next(next) => phase = next,
            CountPhaseEnd::Ended(report) => return Ok(report),
        }
    }
}

/// A phase, with the results of earlier phases that it needs.
enum CountPhase {
    /// Makes the graph of the problem without the bounds of the persistent items.
    Graph,
    /// Joins sets of persistent items along the graph.
    Join(SetJoin),
    /// Sweeps the whole problem.
    Sweep,
}

impl CountPhase {
    /// Reads the phase from a checkpoint, with the results of earlier phases that it needs.
    fn load(kind: CountPhaseKind, source: &mut CheckedFile) -> io::Result<Self> {
        Ok(match kind {
            CountPhaseKind::Graph => Self::Graph,
            CountPhaseKind::Join => Self::Join(SetJoin::load(source)?),
            CountPhaseKind::Sweep => Self::Sweep,
        })
    }

    fn kind(&self) -> CountPhaseKind {
        match self {
            Self::Graph => CountPhaseKind::Graph,
            Self::Join(_) => CountPhaseKind::Join,
            Self::Sweep => CountPhaseKind::Sweep,
        }
    }
}

enum CountPhaseEnd {
    Next(CountPhase),
    /// The count is finished, or the watcher stopped it.
    Ended(FrontierReport),
}

struct SweepPortfolio<'a, 'k, 'f> {
    run: Run,
    residual: &'a Residual<'a>,
    order: &'a [ItemId],
    plan: &'a SweepPlan,
    /// The problem without the bounds of the persistent items.
    relaxed: Residual<'a>,
    masks: ItemMasks,
    state: PortfolioState,
    writer: &'a mut CheckpointWriter<'k>,
    watcher: &'a mut FrontierWatcher<'f>,
}

impl SweepPortfolio<'_, '_, '_> {
    fn step(&mut self, phase: CountPhase) -> Result<CountPhaseEnd, CountRefusal> {
        self.state.begin(phase.kind(), self.writer);
        let step = match phase {
            CountPhase::Graph => self.graph()?,
            CountPhase::Join(mut join) => {
                join.spill(self.run);
                self.join(&join)?
            }
            CountPhase::Sweep => self.sweep()?,
        };
        self.state.end();
        Ok(step)
    }

    fn graph(&mut self) -> Result<CountPhaseEnd, CountRefusal> {
        let rounds = self.state.graph_rounds(self.plan.steps.len());
        let (states, _) = BOUNDS[self.state.round];
        let graph = self.run.graph(
            &self.relaxed,
            self.order,
            &|until| rounds.reached(until).is_ok(),
            self.writer,
            &mut self.state.watch(BOUNDED_SHARE, Some(states), self.watcher),
        );
        self.writer.forget();
        Ok(match graph {
            Ok(graph) => {
                let progress = self.state.progress();
                let mut watcher = |_: &FrontierProgress| (self.watcher)(&progress);
                let preparation = &mut Preparation::new(&mut watcher);
                match SetJoin::new(&graph, &self.masks, preparation)? {
                    Some(join) => CountPhaseEnd::Next(CountPhase::Join(join)),
                    None => CountPhaseEnd::Ended(FrontierReport::no_solution()),
                }
            }
            Err(NoGraph::Capped(until)) => {
                let (Ok(round) | Err(round)) = rounds.reached(&until);
                self.state.round = round;
                CountPhaseEnd::Next(CountPhase::Sweep)
            }
            Err(NoGraph::Refused(FrontierError::Interrupted)) => {
                return Err(FrontierError::Interrupted.into());
            }
            // The graph is too wide or too large for the memory. A sweep without a graph may still fit.
            Err(NoGraph::Refused(_)) => self.sweep_alone(),
        })
    }

    fn join(&mut self, join: &SetJoin) -> Result<CountPhaseEnd, CountRefusal> {
        let report = {
            let watcher = &mut self.state.watch(1.0, None, self.watcher);
            join.count(self.run, self.writer, watcher)?
        };
        if let Some(report) = report {
            return Ok(CountPhaseEnd::Ended(report));
        }
        self.writer.forget();
        Ok(self.sweep_alone())
    }

    /// Rules out the graph and the join, and continues with the sweep.
    fn sweep_alone(&mut self) -> CountPhaseEnd {
        self.state.may_join = false;
        CountPhaseEnd::Next(CountPhase::Sweep)
    }

    fn sweep(&mut self) -> Result<CountPhaseEnd, CountRefusal> {
        let (_, states) = BOUNDS[self.state.round];
        let is_last = self.state.round + 1 == BOUNDS.len();
        if is_last || !self.state.may_join {
            let watcher = &mut self.state.watch(1.0, None, self.watcher);
            let counted = self
                .run
                .count_all(self.residual, self.plan, self.writer, watcher);
            return counted.map(CountPhaseEnd::Ended);
        }
        // Cut the work only if the sweep is the only method left.
        let counted = {
            let bounded = Run { states, ..self.run };
            let watcher = &mut self.state.watch(BOUNDED_SHARE, Some(states), self.watcher);
            bounded.count(self.residual, self.plan, false, self.writer, watcher)?
        };
        Ok(match counted {
            BoundedCount::Ended(report) => CountPhaseEnd::Ended(report),
            BoundedCount::Capped(until) => {
                self.state.swept = until;
                self.state.round += 1;
                CountPhaseEnd::Next(CountPhase::Graph)
            }
        })
    }
}
