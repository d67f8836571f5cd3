//! Counts by items in rounds, which alternate between a join of sets and a whole sweep.

use std::io;

use crate::frontier::checkpoint::{CheckedFile, CheckpointWriter, Failed, damaged, put, put_big};
use crate::frontier::error::FrontierError;
use crate::frontier::meet_in_middle::SetJoin;
use crate::frontier::meet_in_middle::item_masks::{ItemMasks, MOST_DENSE};
use crate::frontier::meet_in_middle::set_tally::most_tallied;
use crate::frontier::plan::SweepPlan;
use crate::frontier::portfolio::rounds::BOUNDS;
use crate::frontier::preparation::Preparation;
use crate::frontier::progress::FrontierWatcher;
use crate::frontier::report::FrontierReport;
use crate::frontier::run::{BoundedCount, CountRefusal, NoGraph, Run};
use crate::problem::ItemId;
use crate::problem::residual::Residual;

/// The input of both methods of a count by items.
pub(super) struct TallyRun<'a> {
    pub(super) run: Run,
    pub(super) residual: &'a Residual<'a>,
    pub(super) order: &'a [ItemId],
    pub(super) kept: &'a [ItemId],
    pub(super) plan: &'a SweepPlan,
}

/// The kind of the running phase, as checkpoints record it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TallyPhaseKind {
    Graph,
    Join,
    Sweep,
    /// Everything is counted.
    End,
}

/// A phase, with the results of earlier phases that it needs.
enum TallyPhase {
    Graph,
    Join(SetJoin),
    Sweep,
    End(FrontierReport),
}

#[derive(Clone, Copy, Debug)]
struct TallyRound {
    /// The index of the round's bounds in `BOUNDS`.
    number: usize,
    /// Whether the join of sets is possible and was not refused.
    may_join: bool,
}

impl TallyRound {
    /// The round after this one. The last round has no bounds.
    fn next(self) -> Self {
        Self {
            number: self.number + 1,
            ..self
        }
    }

    fn first_phase(self) -> TallyPhase {
        if self.may_join {
            TallyPhase::Graph
        } else {
            TallyPhase::Sweep
        }
    }

    /// Records in later checkpoints that this round runs a phase of this kind.
    fn begin(self, kind: TallyPhaseKind, writer: &mut CheckpointWriter<'_>) {
        writer.phase.clear();
        writer.part.clear();
        for number in [self.number as u64, self.may_join.into(), kind as u64] {
            put(&mut writer.phase, number);
        }
    }

    fn load(source: &mut CheckedFile) -> io::Result<(Self, TallyPhaseKind)> {
        let round = Self {
            number: source.small()?,
            may_join: source.number()? != 0,
        };
        let kind = match source.number()? {
            0 => TallyPhaseKind::Graph,
            1 => TallyPhaseKind::Join,
            2 => TallyPhaseKind::Sweep,
            3 => TallyPhaseKind::End,
            _ => return Err(damaged()),
        };
        if round.number >= BOUNDS.len() {
            return Err(damaged());
        }
        Ok((round, kind))
    }
}

impl TallyRun<'_> {
    /// Tallies the solutions, resuming from the checkpoint if there is one.
    pub(super) fn count(
        &self,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, CountRefusal> {
        let joined = self.joined_items();
        let masks = (joined.as_deref()).map(|joined| ItemMasks::new(self.residual, joined));
        let first = TallyRound {
            number: 0,
            may_join: masks.is_some(),
        };
        let resumed = Self::load(writer)?;
        let (mut round, mut phase) = resumed.unwrap_or_else(|| (first, first.first_phase()));
        loop {
            let next = match (phase, &joined, &masks) {
                (TallyPhase::End(report), ..) => return Ok(report),
                (TallyPhase::Graph, Some(joined), Some(masks)) => {
                    round.begin(TallyPhaseKind::Graph, writer);
                    self.graph(round, joined, masks, writer, watcher)?
                }
                (TallyPhase::Join(join), _, Some(masks)) => {
                    round.begin(TallyPhaseKind::Join, writer);
                    self.join(join, masks, writer, watcher)?
                }
                (TallyPhase::Sweep, ..) => {
                    round.begin(TallyPhaseKind::Sweep, writer);
                    self.sweep(round, writer, watcher)?
                }
                // This run has less memory than the interrupted one, and too little to resume its phase.
                (TallyPhase::Graph | TallyPhase::Join(_), ..) => {
                    writer.forget();
                    writer.clear_tally();
                    TallyPhaseEnd::SweepAlone
                }
            };
            phase = match next {
                TallyPhaseEnd::Next(phase) => phase,
                TallyPhaseEnd::SweepAlone => {
                    round.may_join = false;
                    TallyPhase::Sweep
                }
                TallyPhaseEnd::TallyRound => {
                    round = round.next();
                    round.first_phase()
                }
                TallyPhaseEnd::Stopped(report) => return Ok(report),
                TallyPhaseEnd::Ended(report) => {
                    round.end(&report, writer);
                    TallyPhase::End(report)
                }
            };
        }
    }

    /// Reads the round and the phase from the checkpoint, and the tally so far into `writer`.
    fn load(writer: &mut CheckpointWriter<'_>) -> Result<Option<(TallyRound, TallyPhase)>, Failed> {
        let mut tally = writer.tally.take();
        let resumed = writer.read(|source| {
            let (round, kind) = TallyRound::load(source)?;
            let report = match kind {
                TallyPhaseKind::End => Some(FrontierReport::load(source)?),
                _ => None,
            };
            if let Some(tally) = &mut tally {
                tally.load(source)?;
            }
            let phase = match (kind, report) {
                (_, Some(report)) => TallyPhase::End(report),
                (TallyPhaseKind::Join, _) => TallyPhase::Join(SetJoin::load(source)?),
                (TallyPhaseKind::Graph, _) => TallyPhase::Graph,
                (TallyPhaseKind::Sweep | TallyPhaseKind::End, _) => TallyPhase::Sweep,
            };
            Ok((round, phase))
        })?;
        writer.tally = tally;
        if let Some((_, TallyPhase::End(_))) = &resumed {
            writer.read_all()?;
        }
        Ok(resumed)
    }

    /// The items that are left out of the graph: the kept items, and others that stay open
    /// throughout, up to `MOST_DENSE` in total. `None` if the kept items cannot be left out.
    fn joined_items(&self) -> Option<Vec<ItemId>> {
        let is_set = self.kept.iter().all(|item| self.residual.most(*item) == 1);
        let most = most_tallied(self.run.memory);
        let has_merges = !self.plan.merges.is_empty();
        if self.kept.is_empty() || self.kept.len() > most || !is_set || has_merges {
            return None;
        }
        let others = self.plan.persistent(self.residual).into_iter();
        // If such an item may stay uncovered, solutions with the same choice may use different sets of joined
        // items. So only items that must be covered are added.
        let others = others.filter(|item| self.residual.least(*item) == 1);
        let items = self.kept.iter().copied().chain(others);
        Some(items.take(self.kept.len().max(MOST_DENSE)).collect())
    }

    fn graph(
        &self,
        round: TallyRound,
        items: &[ItemId],
        masks: &ItemMasks,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<TallyPhaseEnd, CountRefusal> {
        let relaxed = self.residual.without(items);
        let (states, _) = BOUNDS[round.number];
        let allows = |until: &[u64]| until.last().is_none_or(|&made| made <= states);
        let graph = self
            .run
            .graph(&relaxed, self.order, &allows, writer, watcher);
        writer.forget();
        Ok(match graph {
            Ok(graph) => match SetJoin::new(&graph, masks, &mut Preparation::new(watcher))? {
                Some(join) => TallyPhaseEnd::Next(TallyPhase::Join(join)),
                None => TallyPhaseEnd::Ended(FrontierReport::no_solution()),
            },
            Err(NoGraph::Capped(_)) => TallyPhaseEnd::Next(TallyPhase::Sweep),
            Err(NoGraph::Refused(FrontierError::Interrupted)) => {
                return Err(FrontierError::Interrupted.into());
            }
            Err(NoGraph::Refused(_)) => TallyPhaseEnd::SweepAlone,
        })
    }

    fn join(
        &self,
        join: SetJoin,
        masks: &ItemMasks,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<TallyPhaseEnd, CountRefusal> {
        if let Some(tally) = &mut writer.tally {
            tally.take_sets(&masks.order);
        }
        let mut join = join.tally();
        join.spill(self.run);
        let counted = join.count(self.run, writer, watcher)?;
        writer.forget();
        if counted.is_none() {
            // An earlier run with more memory may have finished parts. Drop their tally.
            writer.clear_tally();
        }
        Ok(counted.map_or(TallyPhaseEnd::SweepAlone, TallyPhaseEnd::of))
    }

    /// Sweeps the whole problem. While the join is still possible, stops at the state bound of the round.
    fn sweep(
        &self,
        round: TallyRound,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<TallyPhaseEnd, CountRefusal> {
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
            BoundedCount::Ended(report) => TallyPhaseEnd::of(report),
            BoundedCount::Capped(_) => TallyPhaseEnd::TallyRound,
        })
    }
}

impl TallyRound {
    /// Writes the final checkpoint, with the report and the whole tally.
    fn end(self, report: &FrontierReport, writer: &mut CheckpointWriter<'_>) {
        self.begin(TallyPhaseKind::End, writer);
        report.save(&mut writer.phase);
        // A failure need not be handled here: the writer records it.
        let _ = writer.write(&|_| Ok(()), &|_| Ok(()));
    }
}

impl FrontierReport {
    fn save(&self, bytes: &mut Vec<u8>) {
        put_big(bytes, &self.count);
        for number in [self.states, self.peak_states, self.peak_bytes, self.sweeps] {
            put(bytes, number);
        }
    }

    fn load(source: &mut CheckedFile) -> io::Result<Self> {
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

/// How a phase ended.
enum TallyPhaseEnd {
    Next(TallyPhase),
    /// The join of sets is not possible; only the sweep remains.
    SweepAlone,
    /// The sweep made more states than this round allows.
    TallyRound,
    Stopped(FrontierReport),
    Ended(FrontierReport),
}

impl TallyPhaseEnd {
    fn of(report: FrontierReport) -> Self {
        if report.complete {
            Self::Ended(report)
        } else {
            Self::Stopped(report)
        }
    }
}
