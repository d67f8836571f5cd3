//! What a search would take, from a few random walks, and which engine is the faster.
//!
//! The forecast is the same on every run and machine: the walks are seeded, and the engines are
//! compared by what a node and an update cost on a typical machine, not by a clock.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};

use crate::bits::Bits;
use crate::estimate::Estimator;
use crate::problem::Problem;
use crate::schedule::{MEMO, Schedule, TreeEngine};

/// Seconds that an update of [`Links`](crate::Links) takes, and a node beside its updates (fitted in
/// November 2026 to Scott's pentominoes, 14 queens and dominoes on 8 × 8).
const LINKS_UPDATE: f64 = 3.2e-9;
const LINKS_NODE: f64 = 40e-9;

/// Seconds that a node of [`Bits`] takes (measured in November 2026: 57 to 122 ns).
const BITS_NODE: f64 = 80e-9;

/// From so many nodes on it is tried out how often [`Bits`] meets a subtree again, for so many.
const NODES_FOR_TRIAL: f64 = 4e6;
const TRIAL_NODES: u64 = 1 << 18;

/// Below so many nodes threads are not worth their start.
const NODES_FOR_THREADS: f64 = 2e5;

/// About so many nodes a part: a fraction of a second.
const NODES_PER_PART: f64 = 2e5;

/// A search is not stopped before so many nodes.
const LEAST_NODES: f64 = 2e6;

/// The most parts that a search is cut into.
const MOST_PARTS: f64 = 16384.0;

/// At least so many parts for threads to share.
const LEAST_PARTS: f64 = 64.0;

/// What a search is forecast to take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forecast {
    /// The nodes of the search tree.
    pub nodes: f64,
    /// Those that [`Bits`] searches: fewer where it meets subtrees again (see [`Bits::memo`]).
    pub bits_nodes: f64,
    /// The updates of dancing links.
    pub updates: f64,
    /// Whether the problem is not too large for [`Bits`].
    pub fits_bits: bool,
}

impl Forecast {
    /// Forecasts the search of a problem from so many random walks, each of which takes about the
    /// time of a few hundred nodes.
    pub fn of(problem: &Problem, walks: u64) -> Self {
        let estimate = Estimator::new(problem).run(&mut |samples| {
            if samples < walks {
                Continue(())
            } else {
                Break(())
            }
        });
        let nodes = estimate.nodes.mean;
        let mut share = 1.0;
        if nodes >= NODES_FOR_TRIAL
            && let Ok(bits) = Bits::new(problem)
        {
            share = bits.memo(MEMO).share_searched(TRIAL_NODES);
        }
        Self {
            nodes,
            bits_nodes: nodes * share,
            updates: estimate.updates.mean,
            fits_bits: Bits::fits(problem),
        }
    }

    /// The same search, so many times as large.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        Self {
            nodes: self.nodes * factor,
            bits_nodes: self.bits_nodes * factor,
            updates: self.updates * factor,
            ..*self
        }
    }

    /// So many times the nodes forecast, and never fewer than a second's or so.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it saturates, and is not negative"
    )]
    pub fn nodes_within(&self, factor: f64) -> u64 {
        (self.nodes * factor).max(LEAST_NODES) as u64
    }

    /// Seconds that an engine takes on one thread of a typical machine.
    pub fn seconds(&self, engine: TreeEngine) -> f64 {
        match engine {
            TreeEngine::Links => self.updates * LINKS_UPDATE + self.nodes * LINKS_NODE,
            TreeEngine::Bits => self.bits_nodes * BITS_NODE,
        }
    }

    /// The faster engine: where a node takes few updates and few subtrees are met again, that is
    /// [`Links`](crate::Links).
    pub fn engine(&self) -> TreeEngine {
        if self.fits_bits && self.seconds(TreeEngine::Bits) < self.seconds(TreeEngine::Links) {
            TreeEngine::Bits
        } else {
            TreeEngine::Links
        }
    }

    /// A schedule for an engine and at most so many threads. `parts` asks for many parts whatever
    /// the threads, as for a search that is to be taken up again if it is stopped.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to small numbers"
    )]
    pub fn schedule(&self, engine: TreeEngine, threads: NonZeroUsize, parts: bool) -> Schedule {
        let shared = threads.get() > 1 && self.nodes >= NODES_FOR_THREADS;
        Schedule {
            engine,
            threads: if shared { threads } else { NonZeroUsize::MIN },
            parts: if shared || parts {
                (self.nodes / NODES_PER_PART).clamp(LEAST_PARTS, MOST_PARTS) as usize
            } else {
                1
            },
        }
    }
}
