//! Forecasts the cost of a search from a few random walks, and chooses the faster engine.
//!
//! The forecast is the same in every run and on every machine: the walks are seeded, and the engines are
//! compared by the cost of a node and of an update on a typical machine, not by a clock.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};

use crate::bits::Bits;
use crate::bits::work::NODE_IN_ROWS;
use crate::estimate::Estimator;
use crate::links::Links;
use crate::problem::{OptionId, Problem};
use crate::schedule::{MEMO, Schedule, TreeEngine};
use crate::stop::{StopFlag, Stopped, unstopped};

/// The time of an update of [`Links`](crate::Links), in seconds. This constant and [`LINKS_NODE`] were fitted
/// together in November 2026 to Scott's pentominoes, 14 queens and dominoes on 8 × 8.
const LINKS_UPDATE: f64 = 3.2e-9;
/// The time of a node of [`Links`](crate::Links) in addition to its updates, in seconds.
const LINKS_NODE: f64 = 40e-9;

/// The time of a node of [`Bits`], not counting [`BITS_UPDATE`], in seconds. Both constants were fitted in
/// November 2026 to 46 searches of 30 ms to 3 s, with AVX-512: 30 to 490 ns a node; the forecast is within a
/// third of the measured time for three searches of four.
const BITS_NODE: f64 = 18e-9;
/// The additional time of a node of [`Bits`] for each update that [`Links`](crate::Links) would make there, in
/// seconds.
const BITS_UPDATE: f64 = 0.15e-9;

/// The time to compare a solution with one of its images, in seconds (measured in November 2026: 90 ns for
/// dominoes on a torus, 120 ns on a board, 400 ns for lozenges).
const IMAGE: f64 = 150e-9;

/// The least time that a node of [`Bits`] takes, in seconds.
#[expect(clippy::cast_precision_loss, reason = "a small number")]
const BITS_LEAST: f64 = NODE_IN_ROWS as f64 * 1e-9;

/// Estimates are cut off at this value, so that sums, products and quotients stay finite.
const MOST: f64 = 1e200;

/// A search forecast to have at least this many nodes gets a trial of `TRIAL_NODES` nodes. The trial measures how
/// often [`Bits`] meets subtrees that it has already counted.
const NODES_FOR_TRIAL: f64 = 4e6;
const TRIAL_NODES: u64 = 1 << 18;

/// The number of random walks of the first round. Each further round has four times as many, as long as these take
/// at most `WALKS_SHARE` of the time of the search. A walk takes about as long as `WALK_NODES` nodes (measured in
/// November 2026 on pentominoes 6 × 10: 45 µs).
const FIRST_WALKS: u64 = 50;
const WALKS_SHARE: f64 = 0.02;
const WALK_NODES: f64 = 500.0;

/// For a search with fewer nodes than this, several threads do not pay off.
const NODES_FOR_THREADS: f64 = 2e5;

/// The approximate number of nodes of a part of a search. They take a fraction of a second.
const NODES_PER_PART: f64 = 2e5;

/// The node limit of a search is never set below this, however short its forecast.
const LEAST_NODES: u64 = 2_000_000;

/// The maximum number of parts into which a search is split.
const MOST_PARTS: f64 = 16384.0;

/// The minimum number of parts into which a search is split.
const LEAST_PARTS: f64 = 64.0;

/// The forecast cost of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Forecast {
    /// The number of nodes of the search tree.
    pub nodes: f64,
    /// The number of nodes that [`Bits`] searches. It is smaller than `nodes` if some nodes lie in subtrees that
    /// have already been counted (see [`Bits::memo`]).
    pub bits_nodes: f64,
    /// The number of updates of dancing links.
    pub updates: f64,
    /// How many comparisons of a solution with one of its images under symmetries are made.
    pub images: f64,
    /// A lower bound on the number of nodes, which is wrong with a small probability: see
    /// [`AtLeast`](crate::AtLeast). The true number may be many times larger. 0 if nothing is known.
    pub least_nodes: f64,
    /// Whether the problem is small enough for [`Bits`].
    pub fits_bits: bool,
}

/// A search to be forecast, as one of several or alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Searched<'a> {
    pub(crate) problem: &'a Problem,
    /// For each option, whether it takes part in the search; `None` if all do. The problem of these options is
    /// built only for the walks, so of hundreds of cases of a large problem only one is in memory at a time.
    pub(crate) keep: Option<&'a [bool]>,
    /// The givens. They are known to be distinct options of the problem that do not conflict.
    pub(crate) givens: &'a [OptionId],
    /// The share of the walks that this search gets.
    pub(crate) share: f64,
    /// The approximate number of images that each solution is compared with.
    pub(crate) images: u32,
}

impl<'a> Searched<'a> {
    fn whole(problem: &'a Problem) -> Self {
        Self {
            problem,
            keep: None,
            givens: &[],
            share: 1.0,
            images: 0,
        }
    }

    /// The problem with only the options that take part in the search.
    fn kept(&self) -> Cow<'a, Problem> {
        match self.keep {
            Some(keep) => Cow::Owned(self.problem.restricted(keep).0),
            None => Cow::Borrowed(self.problem),
        }
    }
}

impl Forecast {
    /// Forecasts the search of a problem from at most `most_walks` random walks. It uses far fewer if they
    /// would take more than 2 % of the search.
    ///
    /// Some searches have most of their nodes in a few large subtrees that walks rarely meet. They have more
    /// nodes than forecast, sometimes many times as many.
    pub fn of(problem: &Problem, most_walks: u64) -> Self {
        unstopped(|stop| Self::of_until(problem, most_walks, stop))
    }

    /// Like [`of`](Self::of), but can be stopped.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    pub fn of_until(problem: &Problem, most_walks: u64, stop: &StopFlag) -> Result<Self, Stopped> {
        Self::of_all(&[Searched::whole(problem)], most_walks, stop)
    }

    /// Forecasts several searches together. Each gets its share of the walks, at least one walk.
    pub(crate) fn of_all(
        problems: &[Searched<'_>],
        most_walks: u64,
        stop: &StopFlag,
    ) -> Result<Self, Stopped> {
        let forecast = Self::unless_answered(problems, most_walks, stop, &mut |_| false)?;
        Ok(forecast.unwrap_or(Self::NOTHING))
    }

    /// Like [`of_all`](Self::of_all), but calls `is_answered` with the forecast of the walks, before the trials of
    /// [`Bits`]. Returns `None` if `is_answered` returns true.
    pub(crate) fn unless_answered(
        problems: &[Searched<'_>],
        most_walks: u64,
        stop: &StopFlag,
        is_answered: &mut dyn FnMut(&Self) -> bool,
    ) -> Result<Option<Self>, Stopped> {
        let walked = Self::walk_all(problems, most_walks, stop)?;
        let all = walked.iter().fold(Self::NOTHING, |all, one| all.and(one));
        if is_answered(&all) {
            return Ok(None);
        }
        // Makes a trial of `Bits` for each long search, to measure the share of nodes in subtrees already counted.
        let mut all = Self::NOTHING;
        for (searched, forecast) in problems.iter().zip(walked) {
            all = all.and(&forecast.with_memo(searched, stop)?);
        }
        Ok(Some(all))
    }

    /// Forecasts each search by random walks.
    fn walk_all(
        problems: &[Searched<'_>],
        most_walks: u64,
        stop: &StopFlag,
    ) -> Result<Vec<Self>, Stopped> {
        let mut walks = FIRST_WALKS.min(most_walks);
        loop {
            let walked: Vec<Self> = (problems.iter())
                .map(|searched| {
                    let walks = (float(walks) * searched.share).max(1.0);
                    Self::walked(searched, walks, stop)
                })
                .collect::<Result<_, _>>()?;
            let more = walks.saturating_mul(4).min(most_walks);
            let nodes: f64 = walked.iter().map(|forecast| forecast.nodes).sum();
            if more == walks || float(more) * WALK_NODES > nodes * WALKS_SHARE {
                return Ok(walked);
            }
            walks = more;
        }
    }

    /// The forecast of no search, to which others are added.
    const NOTHING: Self = Self {
        nodes: 0.0,
        bits_nodes: 0.0,
        updates: 0.0,
        images: 0.0,
        least_nodes: 0.0,
        fits_bits: true,
    };

    fn and(&self, other: &Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            bits_nodes: self.bits_nodes + other.bits_nodes,
            updates: self.updates + other.updates,
            images: self.images + other.images,
            least_nodes: self.least_nodes + other.least_nodes,
            fits_bits: self.fits_bits && other.fits_bits,
        }
    }

    /// Forecasts one search by `walks` random walks, rounded up to a whole number.
    fn walked(searched: &Searched<'_>, walks: f64, stop: &StopFlag) -> Result<Self, Stopped> {
        let problem = searched.kept();
        let links = Links::with_checked(&problem, searched.givens.to_vec());
        let estimate = Estimator::of(links).run(&mut |samples| {
            if float(samples) < walks && stop.check().is_ok() {
                Continue(())
            } else {
                Break(())
            }
        });
        stop.check()?;
        let nodes = estimate.nodes.mean.min(MOST);
        Ok(Self {
            nodes,
            bits_nodes: nodes,
            updates: estimate.updates.mean.min(MOST),
            images: estimate.solutions.mean.min(MOST) * f64::from(searched.images),
            least_nodes: estimate.at_least.nodes,
            fits_bits: Bits::fits(&problem),
        })
    }

    /// If the search is long enough, makes a trial of [`Bits`] to measure the share of nodes in subtrees already
    /// counted.
    fn with_memo(mut self, searched: &Searched<'_>, stop: &StopFlag) -> Result<Self, Stopped> {
        if self.nodes < NODES_FOR_TRIAL {
            return Ok(self);
        }
        let problem = searched.kept();
        if let Ok(bits) = Bits::new(&problem) {
            let bits = bits.memo(MEMO);
            let keep_going = &mut || stop.check().is_ok();
            let share = bits.share_searched(searched.givens, TRIAL_NODES, keep_going);
            stop.check()?;
            self.bits_nodes = self.nodes * share;
        }
        Ok(self)
    }

    /// The forecast of a search that is `factor` times as large.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        Self {
            nodes: self.nodes * factor,
            bits_nodes: self.bits_nodes * factor,
            updates: self.updates * factor,
            images: self.images * factor,
            ..*self
        }
    }

    /// The number of nodes that an engine counts in `seconds` seconds on one thread. Work [beyond
    /// nodes](crate::Visitor::beyond_nodes) counts too.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it saturates, and is not negative"
    )]
    pub fn nodes_in(&self, engine: TreeEngine, seconds: f64) -> u64 {
        (seconds / self.seconds_counted(engine)) as u64
    }

    /// The number of nodes that an engine counts in `factor` times the forecast time; at least 2,000,000.
    pub fn nodes_within(&self, engine: TreeEngine, factor: f64) -> u64 {
        let seconds = self.seconds(engine) * factor;
        self.nodes_in(engine, seconds).max(LEAST_NODES)
    }

    /// The forecast time of an engine on one thread of a typical machine, in seconds.
    pub fn seconds(&self, engine: TreeEngine) -> f64 {
        let images = self.images * IMAGE;
        match engine {
            TreeEngine::Links => self.updates * LINKS_UPDATE + self.nodes * LINKS_NODE + images,
            TreeEngine::Bits if self.nodes > 0.0 => {
                let searched = self.nodes * BITS_NODE + self.updates * BITS_UPDATE;
                searched * (self.bits_nodes / self.nodes) + images
            }
            TreeEngine::Bits => 0.0,
        }
    }

    /// The mean time of a node on one thread of a typical machine, in seconds, if [`Bits`] meets no subtree that
    /// it has already counted.
    pub fn seconds_per_node(&self, engine: TreeEngine) -> f64 {
        let all = Self {
            bits_nodes: self.nodes,
            ..*self
        };
        match engine {
            _ if self.nodes > 0.0 => all.seconds(engine) / self.nodes,
            TreeEngine::Links => LINKS_NODE,
            TreeEngine::Bits => BITS_NODE,
        }
    }

    /// The time of an engine per node that it counts, in seconds. Work [beyond
    /// nodes](crate::Visitor::beyond_nodes) counts too.
    pub fn seconds_counted(&self, engine: TreeEngine) -> f64 {
        match engine {
            TreeEngine::Links => self.seconds_per_node(engine),
            TreeEngine::Bits => BITS_LEAST,
        }
    }

    /// The engine that is forecast to be faster. It is [`Links`] if nodes take few updates and few subtrees occur
    /// repeatedly.
    pub fn engine(&self) -> TreeEngine {
        if self.fits_bits && self.seconds(TreeEngine::Bits) < self.seconds(TreeEngine::Links) {
            TreeEngine::Bits
        } else {
            TreeEngine::Links
        }
    }

    /// The engine `preferred`, or [`Links`] if the problem is too large for it.
    pub fn engine_like(&self, preferred: TreeEngine) -> TreeEngine {
        match preferred {
            TreeEngine::Bits if !self.fits_bits => TreeEngine::Links,
            preferred => preferred,
        }
    }

    /// Whether the search is long enough for threads to pay off.
    pub fn is_worth_threads(&self) -> bool {
        self.nodes >= NODES_FOR_THREADS
    }

    /// A schedule for an engine and at most `threads` threads. If `parts` is set, it has many parts even for one
    /// thread, so that the search can be resumed after a stop.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to small numbers"
    )]
    pub fn schedule(&self, engine: TreeEngine, threads: NonZeroUsize, parts: bool) -> Schedule {
        let shared = threads.get() > 1 && self.is_worth_threads();
        Schedule {
            engine,
            threads: if shared { threads } else { NonZeroUsize::MIN },
            parts: if shared || parts {
                (self.nodes / NODES_PER_PART).clamp(LEAST_PARTS, MOST_PARTS) as usize
            } else {
                1
            },
            in_any_order: false,
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ProblemError;

    /// A problem of `count` independent choices among 4 options. Its search tree is uniform, so a single walk
    /// measures it exactly.
    fn choices(count: usize) -> Result<Problem, ProblemError> {
        let mut problem = Problem::new();
        for item in 0..count {
            let item = problem.add_primary(item.to_string())?;
            for _ in 0..4 {
                problem.add_option(&[item])?;
            }
        }
        Ok(problem)
    }

    #[test]
    fn endless_searches_have_finite_forecasts() -> Result<(), ProblemError> {
        let endless = Forecast::of(&choices(600)?, 10);
        for engine in [TreeEngine::Links, TreeEngine::Bits] {
            assert!(endless.seconds(engine) > 1e100);
            assert!(endless.seconds_per_node(engine) < 1e-3);
            assert_eq!(endless.nodes_within(engine, 2.0), u64::MAX);
        }
        Ok(())
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "small whole numbers are exact")]
    fn the_forecast_of_a_uniform_tree_is_exact() -> Result<(), ProblemError> {
        let nodes = |depth: u32| {
            (1..=depth)
                .map(|level| 4_f64.powi(level.cast_signed()))
                .sum::<f64>()
        };
        let small = choices(3)?;
        for walks in [0, 1, 7, 1000] {
            assert_eq!(Forecast::of(&small, walks).nodes, nodes(3));
        }
        let other = choices(5)?;
        let of = |problem, share| Searched {
            share,
            ..Searched::whole(problem)
        };
        let both = [of(&small, 0.25), of(&other, 0.75)];
        let both = unstopped(|stop| Forecast::of_all(&both, 1000, stop));
        assert_eq!(both.nodes, nodes(3) + nodes(5));
        Ok(())
    }
}
