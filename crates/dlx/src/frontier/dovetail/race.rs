//! How far the rounds have come: what checkpoints keep of them, and what the watcher is told.

use std::io;
use std::ops::ControlFlow;

use super::BOUNDS;
use crate::frontier::checkpoint::{CheckpointWriter, Source, damaged, put};
use crate::frontier::{FrontierProgress, FrontierWatcher};

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

/// How far the rounds have come.
#[derive(Debug)]
pub(super) struct RaceState {
    /// Less than the number of `BOUNDS`.
    pub(super) round: usize,
    /// Whether graph and join have not been refused.
    pub(super) may_join: bool,
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
        if round >= BOUNDS.len() {
            return Err(damaged());
        }
        let race = Self {
            round,
            may_join,
            ended,
            now: ended,
        };
        Ok((race, *PhaseKind::ALL.get(phase).ok_or_else(damaged)?))
    }

    /// Watches a phase that is taken for a share of the whole, or for the rest if that is less.
    pub(super) fn watch<'a>(
        &'a mut self,
        share: f64,
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
                fraction: fraction + share * progress.fraction,
                ..*progress
            })
        }
    }

    /// The phase has ended.
    pub(super) fn end(&mut self) {
        self.ended = self.now;
    }
}
