//! How far the rounds have come: what checkpoints keep of them, and what the watcher is told.

use std::io;
use std::ops::ControlFlow;

use crate::frontier::checkpoint::{CheckpointWriter, Source, damaged, put};
use crate::frontier::progress::{FrontierProgress, FrontierWatcher};

/// The most states, by round: of the graph without the persistent items, and of a whole sweep.
pub(in crate::frontier) const BOUNDS: [(u64, u64); 4] = [
    (1 << 18, 1 << 21),
    (1 << 23, 1 << 27),
    (1 << 28, 1 << 31),
    (u64::MAX, u64::MAX),
];

/// Where no sweep has been tried, one is not left out for a graph unless it has so many times fewer
/// states.
const UNTRIED: u64 = 4;

/// How many states there will be after all steps, if there are as many at each as at the last quarter of
/// those done. There were so many until each step.
fn forecast(until: &[u64], steps: usize) -> u64 {
    let done = until.len();
    let quarter = done.div_ceil(4);
    let now = until.last().copied().unwrap_or(0);
    let before = (done - quarter).checked_sub(1).map_or(0, |at| until[at]);
    let rate = (now - before).div_ceil(quarter.max(1) as u64);
    let left = steps.saturating_sub(done) as u64;
    now.saturating_add(rate.saturating_mul(left))
}

/// What a checkpoint says of a [`Phase`](super::Phase).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PhaseKind {
    Graph,
    Join,
    Sweep,
}

impl PhaseKind {
    /// By their numbers in checkpoints.
    const ALL: [Self; 3] = [Self::Graph, Self::Join, Self::Sweep];
}

/// The rounds that a graph comes to as it grows. They depend on its states alone, so a sweep that
/// was stopped comes to the same ones.
pub(super) struct GraphRounds {
    /// The round that it began in.
    round: usize,
    /// The states until each step of the last sweep that was given up.
    swept: Vec<u64>,
    steps: usize,
}

impl GraphRounds {
    /// The round of a graph with so many states until each step: `Err` if it has more than that round
    /// allows.
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

    /// Whether a graph that was given up is forecast to end before a sweep of `most` states.
    fn is_near(&self, graph: &[u64], most: u64) -> bool {
        let mut both = self.swept.iter().zip(graph);
        let most = match both.next_back() {
            // The bounds of the pieces rule out more than they tell apart.
            Some((swept, graph)) if swept < graph => return false,
            Some(_) => most,
            None => most / UNTRIED,
        };
        forecast(graph, self.steps) <= most
    }
}

/// How far the rounds have come.
#[derive(Debug)]
pub(super) struct RaceState {
    /// Less than the number of `BOUNDS`.
    pub(super) round: usize,
    /// Whether graph and join have not been refused.
    pub(super) may_join: bool,
    /// The states until each step of the last sweep that was given up.
    pub(super) swept: Vec<u64>,
    /// What is reported of the phases that have ended.
    ended: Reported,
    /// The same with the phase under way.
    now: Reported,
}

/// What is reported of phases.
#[derive(Clone, Copy, Debug)]
struct Reported {
    /// The share of the whole that they are taken for.
    fraction: f64,
    work: u64,
}

impl RaceState {
    /// Before the first phase.
    pub(super) fn start() -> Self {
        let nothing = Reported {
            fraction: 0.0,
            work: 0,
        };
        Self {
            round: 0,
            may_join: true,
            swept: Vec::new(),
            ended: nothing,
            now: nothing,
        }
    }

    /// Begins a phase, and has checkpoints say so from now on.
    pub(super) fn begin(&mut self, phase: PhaseKind, writer: &mut CheckpointWriter<'_>) {
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

    /// The rounds that a graph of so many steps may come to from here.
    pub(super) fn graph_rounds(&self, steps: usize) -> GraphRounds {
        GraphRounds {
            round: self.round,
            swept: self.swept.clone(),
            steps,
        }
    }

    /// The rounds as a checkpoint has them, and the phase under way.
    pub(super) fn load(source: &mut Source) -> io::Result<(Self, PhaseKind)> {
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
        let race = Self {
            round,
            may_join,
            swept,
            ended,
            now: ended,
        };
        Ok((race, *PhaseKind::ALL.get(phase).ok_or_else(damaged)?))
    }

    /// Watches a phase that is taken for a share of the whole, or for the rest if that is less, and is
    /// given up after so many states, if it is.
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

    /// How far the count is between two phases.
    pub(super) fn progress(&self) -> FrontierProgress {
        FrontierProgress {
            work: self.now.work,
            fraction: self.now.fraction,
            ..FrontierProgress::default()
        }
    }

    /// The phase has ended.
    pub(super) fn end(&mut self) {
        self.ended = self.now;
    }
}
