//! The rounds of a portfolio: their bounds, their state in checkpoints, and their progress.

use std::io;
use std::ops::ControlFlow;

use crate::frontier::checkpoint::{CheckedFile, CheckpointWriter, damaged, put};
use crate::frontier::progress::{FrontierProgress, FrontierWatcher};

/// For each round: the maximum number of states of the graph, which leaves out the persistent items, and the
/// maximum number of states of a sweep of the whole problem.
pub(super) const BOUNDS: [(u64, u64); 4] = [
    (1 << 18, 1 << 21),
    (1 << 23, 1 << 27),
    (1 << 28, 1 << 31),
    (u64::MAX, u64::MAX),
];

/// Before any sweep has been tried, a graph beyond its bound continues only if its forecast number of states,
/// times this factor, is within the bound of the sweep.
const UNTRIED: u64 = 4;

/// Forecasts the number of states after all `steps` steps. Assumes that each further step adds the mean of the
/// last quarter of the finished steps. `until` holds, for each finished step, the number of states up to it.
fn forecast(until: &[u64], steps: usize) -> u64 {
    let done = until.len();
    let quarter = done.div_ceil(4);
    let now = until.last().copied().unwrap_or(0);
    let before = (done - quarter).checked_sub(1).map_or(0, |at| until[at]);
    let rate = (now - before).div_ceil(quarter.max(1) as u64);
    let left = steps.saturating_sub(done) as u64;
    now.saturating_add(rate.saturating_mul(left))
}

/// The kind of a [`CountPhase`](super::CountPhase), as a checkpoint records it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CountPhaseKind {
    Graph,
    Join,
    Sweep,
    /// The count is complete. Only a count with a tally writes a checkpoint of this kind.
    End,
}

impl CountPhaseKind {
    /// All kinds of phases, in the order of their numbers in checkpoints.
    const ALL: [Self; 4] = [Self::Graph, Self::Join, Self::Sweep, Self::End];
}

/// Decides which rounds a graph enters as it grows. This depends on the numbers of states alone, so a count that
/// was stopped and resumed enters the same rounds.
pub(super) struct GraphRounds {
    /// The round in which the building of the graph began.
    round: usize,
    /// For each step of the last abandoned sweep, the number of states up to it.
    swept: Vec<u64>,
    steps: usize,
}

impl GraphRounds {
    /// The round that a graph has entered; `until` holds, for each step, the number of states up to it. `Err` with
    /// the last round if the graph exceeds its bound and must be abandoned.
    pub(super) fn reached(&self, until: &[u64]) -> Result<usize, usize> {
        let mut round = self.round;
        for (at, &states) in until.iter().enumerate() {
            while states > BOUNDS[round].0 {
                if !self.is_near(&until[..=at], BOUNDS[round].1) {
                    return Err(round);
                }
                round += 1;
            }
        }
        Ok(round)
    }

    /// Whether a graph beyond its bound is forecast to have at most `most` states, the bound of a sweep.
    fn is_near(&self, graph: &[u64], most: u64) -> bool {
        let mut both = self.swept.iter().zip(graph);
        let most = match both.next_back() {
            // At the same step, the sweep had fewer states than the graph. So the bounds of the persistent items,
            // which the graph leaves out, exclude more states than they add.
            Some((swept, graph)) if swept < graph => return false,
            Some(_) => most,
            None => most / UNTRIED,
        };
        forecast(graph, self.steps) <= most
    }
}

#[derive(Debug)]
pub(super) struct PortfolioState {
    /// The index of the round's bounds in `BOUNDS`.
    pub(super) round: usize,
    /// Whether the graph and the join are still possible.
    pub(super) may_join: bool,
    /// For each step of the last abandoned sweep, the number of states up to it. Empty before the first one.
    pub(super) swept: Vec<u64>,
    /// The progress of the phases that have ended.
    ended: Reported,
    /// The progress including the running phase.
    now: Reported,
}

#[derive(Clone, Copy, Debug)]
struct Reported {
    /// The finished fraction of the whole count, from 0 to 1.
    fraction: f64,
    work: u64,
}

impl PortfolioState {
    pub(super) fn start(may_join: bool) -> Self {
        let nothing = Reported {
            fraction: 0.0,
            work: 0,
        };
        Self {
            round: 0,
            may_join,
            swept: Vec::new(),
            ended: nothing,
            now: nothing,
        }
    }

    /// Begins a phase. Later checkpoints record it.
    pub(super) fn begin(&mut self, phase: CountPhaseKind, writer: &mut CheckpointWriter<'_>) {
        writer.phase.clear();
        writer.part.clear();
        for number in [
            self.round as u64,
            phase as u64,
            self.may_join.into(),
            self.ended.fraction.to_bits(),
            self.ended.work,
        ] {
            put(&mut writer.phase, number);
        }
        put(&mut writer.phase, self.swept.len() as u64);
        for &states in &self.swept {
            put(&mut writer.phase, states);
        }
    }

    /// The rounds that a graph of `steps` steps can enter if it begins in the current round.
    pub(super) fn graph_rounds(&self, steps: usize) -> GraphRounds {
        GraphRounds {
            round: self.round,
            swept: self.swept.clone(),
            steps,
        }
    }

    /// Reads the state of the portfolio and the kind of the running phase from a checkpoint.
    pub(super) fn load(source: &mut CheckedFile) -> io::Result<(Self, CountPhaseKind)> {
        let round = source.small()?;
        let phase: usize = source.small()?;
        let may_join = source.number()? != 0;
        let ended = Reported {
            fraction: f64::from_bits(source.number()?),
            work: source.counter()?,
        };
        let swept = source.length(1)?;
        let swept = (0..swept).map(|_| source.counter());
        let swept = swept.collect::<io::Result<_>>()?;
        if round >= BOUNDS.len() {
            return Err(damaged());
        }
        let state = Self {
            round,
            may_join,
            swept,
            ended,
            now: ended,
        };
        Ok((state, *CountPhaseKind::ALL.get(phase).ok_or_else(damaged)?))
    }

    /// Wraps `watcher` for one phase, so that it receives the progress of the whole count. The phase accounts for
    /// the fraction `share` of the whole, or for the rest if that is less. `most_states` is the number of states
    /// at which the phase is abandoned, if any.
    pub(super) fn watch<'a>(
        &'a mut self,
        share: f64,
        most_states: Option<u64>,
        watcher: &'a mut FrontierWatcher,
    ) -> impl FnMut(&FrontierProgress) -> ControlFlow<()> + 'a {
        let Reported { fraction, work } = self.ended;
        let share = share.min(1.0 - fraction);
        move |progress| {
            self.now = Reported {
                fraction: fraction + share,
                work: work + progress.work,
            };
            watcher(&FrontierProgress {
                work: self.now.work,
                most_states,
                fraction: fraction + share * progress.fraction,
                ..*progress
            })
        }
    }

    /// The progress of the whole count, to be reported between two phases.
    pub(super) fn progress(&self) -> FrontierProgress {
        FrontierProgress {
            work: self.now.work,
            fraction: self.now.fraction,
            ..FrontierProgress::default()
        }
    }

    /// Ends the running phase: its progress is added to that of the ended phases.
    pub(super) fn end(&mut self) {
        self.ended = self.now;
    }
}
