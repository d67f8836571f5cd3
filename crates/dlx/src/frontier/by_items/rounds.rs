//! The two ways of a count by items, in turn.

use std::io;

use crate::frontier::checkpoint::{CheckpointWriter, Failed, Source, damaged, put, put_big};
use crate::frontier::dovetail::race::BOUNDS;
use crate::frontier::error::FrontierError;
use crate::frontier::meet_in_middle::SetJoin;
use crate::frontier::meet_in_middle::item_masks::{ItemMasks, MOST_DENSE};
use crate::frontier::meet_in_middle::set_tally::most_tallied;
use crate::frontier::plan::Plan;
use crate::frontier::preparation::Preparation;
use crate::frontier::progress::FrontierWatcher;
use crate::frontier::report::FrontierReport;
use crate::frontier::run::{BoundedCount, NoGraph, Refusal, Run};
use crate::problem::ItemId;
use crate::problem::residual::Residual;

/// What the two ways share.
pub(super) struct TallyRun<'a> {
    pub(super) run: Run,
    pub(super) residual: &'a Residual<'a>,
    pub(super) order: &'a [ItemId],
    pub(super) kept: &'a [ItemId],
    pub(super) plan: &'a Plan,
}

/// What is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PhaseKind {
    Graph,
    Join,
    Sweep,
    /// All is counted.
    End,
}

/// A phase, and what it needs of those before.
enum Phase {
    Graph,
    Join(SetJoin),
    Sweep,
    End(FrontierReport),
}

/// How far the rounds have come.
#[derive(Clone, Copy, Debug)]
struct Round {
    /// Less than the number of `BOUNDS`.
    number: usize,
    /// Whether the way by sets can be taken, and was not refused.
    may_join: bool,
}

impl Round {
    /// The next round; in the last one nothing has a bound.
    fn next(self) -> Self {
        Self {
            number: self.number + 1,
            ..self
        }
    }

    /// Where it begins.
    fn first_phase(self) -> Phase {
        if self.may_join {
            Phase::Graph
        } else {
            Phase::Sweep
        }
    }

    /// Has checkpoints say that a phase is under way.
    fn begin(self, kind: PhaseKind, writer: &mut CheckpointWriter<'_>) {
        writer.phase.clear();
        writer.part.clear();
        for number in [self.number as u64, self.may_join.into(), kind as u64] {
            put(&mut writer.phase, number);
        }
    }

    fn load(source: &mut Source) -> io::Result<(Self, PhaseKind)> {
        let round = Self {
            number: source.small()?,
            may_join: source.number()? != 0,
        };
        let kind = match source.number()? {
            0 => PhaseKind::Graph,
            1 => PhaseKind::Join,
            2 => PhaseKind::Sweep,
            3 => PhaseKind::End,
            _ => return Err(damaged()),
        };
        if round.number >= BOUNDS.len() {
            return Err(damaged());
        }
        Ok((round, kind))
    }
}

impl TallyRun<'_> {
    /// Counts, from where a checkpoint says that an earlier count was stopped.
    pub(super) fn count(
        &self,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, Refusal> {
        let joined = self.joined_items();
        let masks = (joined.as_deref()).map(|joined| ItemMasks::new(self.residual, joined));
        let first = Round {
            number: 0,
            may_join: masks.is_some(),
        };
        let resumed = Self::load(writer)?;
        let (mut round, mut phase) = resumed.unwrap_or_else(|| (first, first.first_phase()));
        loop {
            let next = match (phase, &joined, &masks) {
                (Phase::End(report), ..) => return Ok(report),
                (Phase::Graph, Some(joined), Some(masks)) => {
                    round.begin(PhaseKind::Graph, writer);
                    self.graph(round, joined, masks, writer, watcher)?
                }
                (Phase::Join(join), _, Some(masks)) => {
                    round.begin(PhaseKind::Join, writer);
                    self.join(join, masks, writer, watcher)?
                }
                (Phase::Sweep, ..) => {
                    round.begin(PhaseKind::Sweep, writer);
                    self.sweep(round, writer, watcher)?
                }
                // There is no memory to go on with what an earlier run, which had more, began.
                (Phase::Graph | Phase::Join(_), ..) => {
                    writer.forget();
                    writer.clear_tally();
                    Step::SweepAlone
                }
            };
            phase = match next {
                Step::Next(phase) => phase,
                Step::SweepAlone => {
                    round.may_join = false;
                    Phase::Sweep
                }
                Step::Round => {
                    round = round.next();
                    round.first_phase()
                }
                Step::Stopped(report) => return Ok(report),
                Step::Ended(report) => {
                    round.end(&report, writer);
                    Phase::End(report)
                }
            };
        }
    }

    /// The phase that a checkpoint says was under way, with the tally until then.
    fn load(writer: &mut CheckpointWriter<'_>) -> Result<Option<(Round, Phase)>, Failed> {
        let mut tally = writer.tally.take();
        let resumed = writer.read(|source| {
            let (round, kind) = Round::load(source)?;
            let report = match kind {
                PhaseKind::End => Some(FrontierReport::load(source)?),
                _ => None,
            };
            if let Some(tally) = &mut tally {
                tally.load(source)?;
            }
            let phase = match (kind, report) {
                (_, Some(report)) => Phase::End(report),
                (PhaseKind::Join, _) => Phase::Join(SetJoin::load(source)?),
                (PhaseKind::Graph, _) => Phase::Graph,
                (PhaseKind::Sweep | PhaseKind::End, _) => Phase::Sweep,
            };
            Ok((round, phase))
        })?;
        writer.tally = tally;
        if let Some((_, Phase::End(_))) = &resumed {
            writer.read_all()?;
        }
        Ok(resumed)
    }

    /// The items that are left out of the graph, if those kept can be: they, and others as there is room.
    fn joined_items(&self) -> Option<Vec<ItemId>> {
        let is_set = self.kept.iter().all(|item| self.residual.most(*item) == 1);
        let most = most_tallied(self.run.memory);
        if self.kept.is_empty() || self.kept.len() > most || !is_set {
            return None;
        }
        let others = self.plan.persistent(self.residual).into_iter();
        // One that need not be covered would tell solutions of one choice apart.
        let others = others.filter(|item| self.residual.least(*item) == 1);
        let items = self.kept.iter().copied().chain(others);
        Some(items.take(self.kept.len().max(MOST_DENSE)).collect())
    }

    fn graph(
        &self,
        round: Round,
        items: &[ItemId],
        masks: &ItemMasks,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Step, Refusal> {
        let relaxed = self.residual.without(items);
        let (states, _) = BOUNDS[round.number];
        let allows = |until: &[u64]| until.last().is_none_or(|&made| made <= states);
        let graph = self
            .run
            .graph(&relaxed, self.order, &allows, writer, watcher);
        writer.forget();
        Ok(match graph {
            Ok(graph) => match SetJoin::new(&graph, masks, &mut Preparation::new(watcher))? {
                Some(join) => Step::Next(Phase::Join(join)),
                None => Step::Ended(FrontierReport::no_solution()),
            },
            Err(NoGraph::Capped(_)) => Step::Next(Phase::Sweep),
            Err(NoGraph::Refused(FrontierError::Interrupted)) => {
                return Err(FrontierError::Interrupted.into());
            }
            Err(NoGraph::Refused(_)) => Step::SweepAlone,
        })
    }

    fn join(
        &self,
        join: SetJoin,
        masks: &ItemMasks,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Step, Refusal> {
        if let Some(tally) = &mut writer.tally {
            tally.take_sets(&masks.order);
        }
        let mut join = join.tally();
        join.spill(self.run);
        let counted = join.count(self.run, writer, watcher)?;
        writer.forget();
        if counted.is_none() {
            // That of parts done by an earlier run, which had more memory.
            writer.clear_tally();
        }
        Ok(counted.map_or(Step::SweepAlone, Step::of))
    }

    /// Sweeps everything, as long as there are no more states than the round allows if another way is left.
    fn sweep(
        &self,
        round: Round,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Step, Refusal> {
        if let Some(tally) = &mut writer.tally {
            tally.take_states(self.plan);
        }
        let states = if round.may_join {
            BOUNDS[round.number].1
        } else {
            u64::MAX
        };
        let run = Run { states, ..self.run };
        let cut = states == u64::MAX;
        let counted = run.count(self.residual, self.plan, cut, writer, watcher)?;
        writer.forget();
        Ok(match counted {
            BoundedCount::Ended(report) => Step::of(report),
            BoundedCount::Capped(_) => Step::Round,
        })
    }
}

impl Round {
    /// Keeps a checkpoint of the end, which has the whole tally.
    fn end(self, report: &FrontierReport, writer: &mut CheckpointWriter<'_>) {
        self.begin(PhaseKind::End, writer);
        report.save(&mut writer.phase);
        // That it cannot be written, the writer knows.
        let _ = writer.write(&|_| Ok(()), &|_| Ok(()));
    }
}

impl FrontierReport {
    /// Appends it to a checkpoint.
    fn save(&self, bytes: &mut Vec<u8>) {
        put_big(bytes, &self.count);
        for number in [self.states, self.peak_states, self.peak_bytes, self.sweeps] {
            put(bytes, number);
        }
    }

    /// That of a count that came to its end.
    fn load(source: &mut Source) -> io::Result<Self> {
        Ok(Self {
            count: source.big()?,
            complete: true,
            states: source.counter()?,
            peak_states: source.counter()?,
            peak_bytes: source.counter()?,
            sweeps: source.counter()?,
        })
    }
}

/// What comes of a phase.
enum Step {
    Next(Phase),
    /// There is no other way than the sweep any more.
    SweepAlone,
    /// There were too many states for this round.
    Round,
    Stopped(FrontierReport),
    Ended(FrontierReport),
}

impl Step {
    fn of(report: FrontierReport) -> Self {
        if report.complete {
            Self::Ended(report)
        } else {
            Self::Stopped(report)
        }
    }
}
