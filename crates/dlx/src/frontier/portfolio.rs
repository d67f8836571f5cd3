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

use super::build::BoundedGraph;
use super::checkpoint::CheckpointWriter;
use super::error::FrontierError;
use super::meet_in_middle::SetJoin;
use super::meet_in_middle::item_masks::ItemMasks;
use super::plan::SweepPlan;
use super::preparation::Preparation;
use super::progress::{FrontierProgress, FrontierWatcher};
use super::report::FrontierReport;
use super::run::{BoundedCount, Run};
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
) -> Result<FrontierReport, FrontierError> {
    let plan = SweepPlan::new(residual, order, &mut Preparation::new(watcher))?;
    if plan.impossible {
        return Ok(FrontierReport::no_solution());
    }
    let persistent = plan.persistent(residual);
    if persistent.len() < FEWEST_PERSISTENT {
        return run.count_all(residual, &plan, writer, watcher);
    }
    alternate(
        run,
        residual,
        order,
        (&plan, Some(&persistent)),
        writer,
        watcher,
    )
}

/// Counts in alternating phases along a plan, resuming from the checkpoint if there is one. `joined` are the items
/// that a join leaves out of its graph; `None` if there can be no join. If the writer holds a tally, solutions are
/// counted for it.
pub(super) fn alternate(
    run: Run,
    residual: &Residual,
    order: &[ItemId],
    (plan, joined): (&SweepPlan, Option<&[ItemId]>),
    writer: &mut CheckpointWriter<'_>,
    watcher: &mut FrontierWatcher,
) -> Result<FrontierReport, FrontierError> {
    let (state, mut phase) = match CountPhase::load(writer)? {
        Some(resumed) => resumed,
        None if joined.is_some() => (PortfolioState::start(true), CountPhase::Graph),
        None => (PortfolioState::start(false), CountPhase::Sweep),
    };
    let mut portfolio = SweepPortfolio {
        run,
        residual,
        order,
        plan,
        joined: joined.map(|items| JoinedItems {
            relaxed: residual.without(items),
            masks: ItemMasks::new(residual, items),
        }),
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
    /// The count is complete.
    End(FrontierReport),
}

impl CountPhase {
    /// Reads the phase from the checkpoint, with the results of earlier phases that it needs. The tally so far goes
    /// to the writer.
    fn load(
        writer: &mut CheckpointWriter<'_>,
    ) -> Result<Option<(PortfolioState, Self)>, FrontierError> {
        let mut tally = writer.tally.take();
        let resumed = writer.read(|source| {
            let (state, kind) = PortfolioState::load(source)?;
            let mut phase = match kind {
                CountPhaseKind::End => Self::End(FrontierReport::load(true, source)?),
                CountPhaseKind::Graph => Self::Graph,
                CountPhaseKind::Join | CountPhaseKind::Sweep => Self::Sweep,
            };
            if let Some(tally) = &mut tally {
                tally.load(source)?;
            }
            if kind == CountPhaseKind::Join {
                phase = Self::Join(SetJoin::load(source)?);
            }
            Ok((state, phase))
        })?;
        writer.tally = tally;
        if let Some((_, Self::End(_))) = &resumed {
            writer.read_all()?;
        }
        Ok(resumed)
    }

    fn kind(&self) -> CountPhaseKind {
        match self {
            Self::Graph => CountPhaseKind::Graph,
            Self::Join(_) => CountPhaseKind::Join,
            Self::Sweep => CountPhaseKind::Sweep,
            Self::End(_) => CountPhaseKind::End,
        }
    }
}

enum CountPhaseEnd {
    Next(CountPhase),
    /// The count is finished, or the watcher stopped it.
    Ended(FrontierReport),
}

/// The items that a join leaves out of its graph, and the problem from which the graph is made.
struct JoinedItems<'a> {
    /// The problem without the bounds of the persistent items.
    relaxed: Residual<'a>,
    masks: ItemMasks,
}

struct SweepPortfolio<'a, 'k, 'f> {
    run: Run,
    residual: &'a Residual<'a>,
    order: &'a [ItemId],
    plan: &'a SweepPlan,
    joined: Option<JoinedItems<'a>>,
    state: PortfolioState,
    writer: &'a mut CheckpointWriter<'k>,
    watcher: &'a mut FrontierWatcher<'f>,
}

impl SweepPortfolio<'_, '_, '_> {
    fn step(&mut self, phase: CountPhase) -> Result<CountPhaseEnd, FrontierError> {
        self.state.begin(phase.kind(), self.writer);
        let step = match phase {
            CountPhase::Graph => self.graph()?,
            CountPhase::Join(join) => self.join(join)?,
            CountPhase::Sweep => self.sweep()?,
            CountPhase::End(report) => return Ok(CountPhaseEnd::Ended(report)),
        };
        self.state.end();
        if let CountPhaseEnd::Ended(report) = &step
            && report.complete
            && self.writer.tally.is_some()
        {
            self.state.begin(CountPhaseKind::End, self.writer);
            report.save(&mut self.writer.phase);
            // A failed write of the checkpoint need not be handled here: the writer records it.
            let _ = self.writer.write(&|_| Ok(()), &|_| Ok(()));
        }
        Ok(step)
    }

    fn graph(&mut self) -> Result<CountPhaseEnd, FrontierError> {
        let rounds = self.state.graph_rounds(self.plan.steps.len());
        let (states, _) = BOUNDS[self.state.round];
        let Some(JoinedItems { relaxed, masks }) = &self.joined else {
            return Ok(self.sweep_alone());
        };
        let graph = self.run.graph(
            relaxed,
            self.order,
            &|until| rounds.reached(until).is_ok(),
            self.writer,
            &mut self.state.watch(BOUNDED_SHARE, Some(states), self.watcher),
        );
        self.writer.forget();
        Ok(match graph {
            Ok(BoundedGraph::Made(graph)) => {
                let progress = self.state.progress();
                let mut watcher = |_: &FrontierProgress| (self.watcher)(&progress);
                let preparation = &mut Preparation::new(&mut watcher);
                match SetJoin::new(&graph, masks, preparation)? {
                    Some(join) => CountPhaseEnd::Next(CountPhase::Join(join)),
                    None => CountPhaseEnd::Ended(FrontierReport::no_solution()),
                }
            }
            Ok(BoundedGraph::Capped(until)) => {
                let (Ok(round) | Err(round)) = rounds.reached(&until);
                self.state.round = round;
                CountPhaseEnd::Next(CountPhase::Sweep)
            }
            Err(error @ FrontierError::Interrupted) => return Err(error),
            // The graph is too wide or too large for the memory. The sweep of the whole problem may still be
            // possible.
            Err(_) => self.sweep_alone(),
        })
    }

    fn join(&mut self, mut join: SetJoin) -> Result<CountPhaseEnd, FrontierError> {
        let Some(JoinedItems { masks, .. }) = &self.joined else {
            return Ok(self.sweep_alone());
        };
        if let Some(tally) = &mut self.writer.tally {
            tally.take_sets(&masks.order);
            join = join.tally();
        }
        join.spill(self.run);
        let report = {
            let watcher = &mut self.state.watch(1.0, None, self.watcher);
            join.count(self.run, self.writer, watcher)?
        };
        Ok(match report {
            Some(report) => CountPhaseEnd::Ended(report),
            None => self.sweep_alone(),
        })
    }

    /// Rules out the graph and the join, and continues with the sweep. Drops the tally of the parts of a join that
    /// an earlier run with more memory may have finished.
    fn sweep_alone(&mut self) -> CountPhaseEnd {
        self.writer.forget();
        self.writer.clear_tally();
        self.state.may_join = false;
        CountPhaseEnd::Next(CountPhase::Sweep)
    }

    fn sweep(&mut self) -> Result<CountPhaseEnd, FrontierError> {
        if let Some(tally) = &mut self.writer.tally {
            tally.take_states(self.plan);
        }
        let states = if self.state.may_join {
            BOUNDS[self.state.round].1
        } else {
            u64::MAX
        };
        // Cut the work only if the sweep is the only method left.
        let cut = states == u64::MAX;
        let counted = {
            let bounded = Run { states, ..self.run };
            let (share, most_states) = if cut {
                (1.0, None)
            } else {
                (BOUNDED_SHARE, Some(states))
            };
            let watcher = &mut self.state.watch(share, most_states, self.watcher);
            bounded.count(self.residual, self.plan, cut, self.writer, watcher)?
        };
        self.writer.forget();
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
