//! Dovetailing: a sweep of everything at once, and a join of the persistent items, in turn.
//!
//! Which is faster is not known before. So both are tried in rounds, each with a bound on its states
//! that grows from round to round, and the one that ends first gives the count:
//!
//! | phase | ends in | else goes on with |
//! | --- | --- | --- |
//! | graph | no solution | join; sweep, if the graph has more states than the round allows or cannot be made, unless its states are forecast to be no more than the sweep may have: then it is in the next round |
//! | join | the count | sweep, if the graph alone leaves too little memory |
//! | sweep | the count | graph of the next round, if there are more states than this one allows |
//!
//! Once a graph or a join is refused, or in the last round, the sweep has no bound and is cut to
//! keep within the memory, so it ends. The bounds are numbers of states and no times, so the report
//! is the same on every machine.

pub(super) mod race;

use std::io;

use super::checkpoint::{CheckpointWriter, Source};
use super::error::FrontierError;
use super::meet_in_middle::SetJoin;
use super::meet_in_middle::item_masks::ItemMasks;
use super::plan::Plan;
use super::preparation::Preparation;
use super::progress::{FrontierProgress, FrontierWatcher};
use super::report::FrontierReport;
use super::run::{BoundedCount, NoGraph, Refusal, Run};
use crate::problem::ItemId;
use crate::problem::residual::Residual;
use race::{BOUNDS, PhaseKind, RaceState};

/// Fewer persistent items are not worth a graph.
const FEWEST_PERSISTENT: usize = 3;
/// The share of the work that a bounded phase is reported as.
const BOUNDED_SHARE: f64 = 0.02;

/// Counts by the way that ends first, from where the checkpoint says that an earlier run was
/// stopped.
pub(super) fn count(
    run: Run,
    residual: &Residual,
    order: &[ItemId],
    writer: &mut CheckpointWriter<'_>,
    watcher: &mut FrontierWatcher,
) -> Result<FrontierReport, Refusal> {
    let plan = Plan::new(residual, order, &mut Preparation::new(watcher))?;
    if plan.impossible {
        return Ok(FrontierReport::no_solution());
    }
    let persistent = plan.persistent(residual);
    if persistent.len() < FEWEST_PERSISTENT {
        return run.count_all(residual, &plan, writer, watcher);
    }
    let resumed = writer.read(|source| {
        let (race, kind) = RaceState::load(source)?;
        Ok((race, Phase::load(kind, source)?))
    })?;
    let (race, mut phase) = match resumed {
        Some(resumed) => resumed,
        None => (RaceState::start(), Phase::Graph),
    };
    let mut dovetail = Dovetail {
        run,
        residual,
        order,
        plan: &plan,
        relaxed: residual.without(&persistent),
        masks: ItemMasks::new(residual, &persistent),
        race,
        writer,
        watcher,
    };
    loop {
        match dovetail.step(phase)? {
            Step::Next(next) => phase = next,
            Step::Ended(report) => return Ok(report),
        }
    }
}

/// What is under way, and what it needs of the phases before.
enum Phase {
    /// Makes the graph of all ways that leave the persistent items out of account.
    Graph,
    /// Joins sets of persistent items along the graph.
    Join(SetJoin),
    /// Sweeps the whole problem.
    Sweep,
}

impl Phase {
    /// Reads from a checkpoint what the phase needs of those before.
    fn load(kind: PhaseKind, source: &mut Source) -> io::Result<Self> {
        Ok(match kind {
            PhaseKind::Graph => Self::Graph,
            PhaseKind::Join => Self::Join(SetJoin::load(source)?),
            PhaseKind::Sweep => Self::Sweep,
        })
    }

    fn kind(&self) -> PhaseKind {
        match self {
            Self::Graph => PhaseKind::Graph,
            Self::Join(_) => PhaseKind::Join,
            Self::Sweep => PhaseKind::Sweep,
        }
    }
}

/// What comes of a phase.
enum Step {
    Next(Phase),
    /// The count has come to its end, or was stopped.
    Ended(FrontierReport),
}

/// A count on its way through the phases.
struct Dovetail<'a, 'k, 'f> {
    run: Run,
    residual: &'a Residual<'a>,
    order: &'a [ItemId],
    plan: &'a Plan,
    /// The problem without the bounds of the persistent items.
    relaxed: Residual<'a>,
    masks: ItemMasks,
    race: RaceState,
    writer: &'a mut CheckpointWriter<'k>,
    watcher: &'a mut FrontierWatcher<'f>,
}

impl Dovetail<'_, '_, '_> {
    fn step(&mut self, phase: Phase) -> Result<Step, Refusal> {
        self.race.begin(phase.kind(), self.writer);
        let step = match phase {
            Phase::Graph => self.graph()?,
            Phase::Join(mut join) => {
                join.spill(self.run);
                self.join(&join)?
            }
            Phase::Sweep => self.sweep()?,
        };
        self.race.end();
        Ok(step)
    }

    fn graph(&mut self) -> Result<Step, Refusal> {
        let rounds = self.race.graph_rounds(self.plan.steps.len());
        let (states, _) = BOUNDS[self.race.round];
        let graph = self.run.graph(
            &self.relaxed,
            self.order,
            &|until| rounds.reached(until).is_ok(),
            self.writer,
            &mut self.race.watch(BOUNDED_SHARE, Some(states), self.watcher),
        );
        self.writer.forget();
        Ok(match graph {
            Ok(graph) => {
                let progress = self.race.progress();
                let mut watcher = |_: &FrontierProgress| (self.watcher)(&progress);
                let preparation = &mut Preparation::new(&mut watcher);
                match SetJoin::new(&graph, &self.masks, preparation)? {
                    Some(join) => Step::Next(Phase::Join(join)),
                    None => Step::Ended(FrontierReport::no_solution()),
                }
            }
            Err(NoGraph::Capped(until)) => {
                let (Ok(round) | Err(round)) = rounds.reached(&until);
                self.race.round = round;
                Step::Next(Phase::Sweep)
            }
            Err(NoGraph::Refused(FrontierError::Interrupted)) => {
                return Err(FrontierError::Interrupted.into());
            }
            // It is too wide or too large for the memory: the sweep may be neither.
            Err(NoGraph::Refused(_)) => self.sweep_alone(),
        })
    }

    fn join(&mut self, join: &SetJoin) -> Result<Step, Refusal> {
        let report = {
            let watcher = &mut self.race.watch(1.0, None, self.watcher);
            join.count(self.run, self.writer, watcher)?
        };
        if let Some(report) = report {
            return Ok(Step::Ended(report));
        }
        self.writer.forget();
        Ok(self.sweep_alone())
    }

    /// There is no other way than the sweep any more.
    fn sweep_alone(&mut self) -> Step {
        self.race.may_join = false;
        Step::Next(Phase::Sweep)
    }

    fn sweep(&mut self) -> Result<Step, Refusal> {
        let (_, states) = BOUNDS[self.race.round];
        let is_last = self.race.round + 1 == BOUNDS.len();
        if is_last || !self.race.may_join {
            let watcher = &mut self.race.watch(1.0, None, self.watcher);
            let counted = self
                .run
                .count_all(self.residual, self.plan, self.writer, watcher);
            return counted.map(Step::Ended);
        }
        // Work is cut only where there is no other way.
        let counted = {
            let bounded = Run { states, ..self.run };
            let watcher = &mut self.race.watch(BOUNDED_SHARE, Some(states), self.watcher);
            bounded.count(self.residual, self.plan, false, self.writer, watcher)?
        };
        Ok(match counted {
            BoundedCount::Ended(report) => Step::Ended(report),
            BoundedCount::Capped(until) => {
                self.race.swept = until;
                self.race.round += 1;
                Step::Next(Phase::Graph)
            }
        })
    }
}
