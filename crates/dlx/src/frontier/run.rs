//! A count from end to end: the width of states and counts chosen, the work cut where it must be.

use std::num::NonZeroUsize;

use num_bigint::BigUint;

use super::build::{Builder, Built};
use super::checkpoint::{Failed, Keeping};
use super::cut::Cut;
use super::error::FrontierError;
use super::layers::Layers;
use super::parts::{Parts, Pulse};
use super::plan::{MOST_WORDS, Plan};
use super::preparation::Preparation;
use super::residual::Residual;
use super::sweep::{Outcome, Sweep, Tell};
use super::tally::{Reached, Tally};
use super::{FrontierReport, FrontierWatcher};
use crate::diagram::graph::Graph;
use crate::problem::ItemId;
use crate::threads::Pool;

/// What a count may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) memory: u64,
    /// The most states of one sweep.
    pub(super) states: u64,
    pub(super) threads: NonZeroUsize,
}

/// Calls a method for states of so many words or a few more.
macro_rules! sized {
    ($words:expr, $self:ident.$method:ident($($argument:expr),*)) => {
        match $words {
            1 => $self.$method::<1>($($argument),*),
            2 => $self.$method::<2>($($argument),*),
            3 => $self.$method::<3>($($argument),*),
            4 => $self.$method::<4>($($argument),*),
            5..=8 => $self.$method::<8>($($argument),*),
            9..=16 => $self.$method::<16>($($argument),*),
            _ => $self.$method::<MOST_WORDS>($($argument),*),
        }
    };
}

/// What came of a count with a bound on its states.
pub(super) enum Attempt {
    Ended(FrontierReport),
    /// It had more states than were allowed, or needed more memory and might not be cut.
    Capped,
}

/// Why a count has no report.
#[derive(Debug)]
pub(super) enum Refusal {
    Problem(FrontierError),
    /// A checkpoint cannot be read.
    Checkpoint(Failed),
}

impl From<FrontierError> for Refusal {
    fn from(error: FrontierError) -> Self {
        Self::Problem(error)
    }
}

impl From<Failed> for Refusal {
    fn from(failed: Failed) -> Self {
        Self::Checkpoint(failed)
    }
}

/// Why there is no graph.
pub(super) enum NoGraph {
    Refused(FrontierError),
    /// There were more states than were allowed.
    Capped,
}

impl Run {
    pub(super) fn graph(
        self,
        residual: &Residual,
        order: &[ItemId],
        keeping: &mut Keeping<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Graph, NoGraph> {
        let plan =
            Plan::new(residual, order, &mut Preparation::new(watcher)).map_err(NoGraph::Refused)?;
        if plan.impossible {
            return Ok(Graph::new());
        }
        sized!(
            plan.words,
            self.graph_sized(residual, &plan, keeping, watcher)
        )
    }

    /// The steps packed, and what they leave of the memory.
    fn layers<const N: usize>(
        self,
        residual: &Residual,
        plan: &Plan,
        watcher: &mut FrontierWatcher,
    ) -> Result<(Layers<N>, u64), FrontierError> {
        let needed = Layers::<N>::bytes(plan);
        let budget = self.memory;
        let Some(left) = budget.checked_sub(needed) else {
            return Err(FrontierError::Budget { budget, needed });
        };
        let layers = Layers::new(residual.problem, plan, &mut Preparation::new(watcher))?;
        Ok((layers, left))
    }

    /// The threads to share the work; none for one, or if there can be no more.
    pub(super) fn pool(self) -> Option<Pool> {
        Pool::new(self.threads)
    }

    fn graph_sized<const N: usize>(
        self,
        residual: &Residual,
        plan: &Plan,
        keeping: &mut Keeping<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Graph, NoGraph> {
        let packed = self.layers::<N>(residual, plan, watcher);
        let (layers, budget) = packed.map_err(NoGraph::Refused)?;
        let pool = self.pool();
        let mut pulse = Pulse::new(watcher, layers.len());
        let mut tell = |step: usize, spent| pulse.tell(step, spent, 0.5);
        let mut sweep = Sweep::<N, Reached>::new(&layers, &[], budget)
            .bound(self.states)
            .keep();
        let outgrown = FrontierError::Outgrown {
            budget: self.memory,
        };
        match sweep.run(pool.as_ref(), keeping, &mut tell) {
            Outcome::Done(swept) if swept.peak_bytes <= budget => {
                pulse.done = 0.5;
                pulse.settle(&swept);
            }
            Outcome::Stopped => return Err(NoGraph::Refused(FrontierError::Interrupted)),
            Outcome::Capped => return Err(NoGraph::Capped),
            _ => return Err(NoGraph::Refused(outgrown)),
        }
        let steps = layers.len();
        let mut tell = |step: usize, spent| pulse.tell(steps - step, spent, 0.5);
        let builder = Builder {
            layers: &layers,
            plan,
            budget,
            pool: pool.as_ref(),
        };
        match builder.graph(sweep.into_kept(), &mut tell) {
            Built::Graph(graph) => Ok(graph),
            Built::Stopped => Err(NoGraph::Refused(FrontierError::Interrupted)),
            Built::Outgrown => Err(NoGraph::Refused(outgrown)),
            Built::Full => {
                let limit = u32::MAX;
                Err(NoGraph::Refused(FrontierError::TooLarge { limit }))
            }
        }
    }

    /// Counts by whole sweeps, however many states they have, cut to keep within the memory.
    pub(super) fn count_all(
        self,
        residual: &Residual,
        plan: &Plan,
        keeping: &mut Keeping<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, Refusal> {
        let states = u64::MAX;
        let unbounded = Self { states, ..self };
        match unbounded.count(residual, plan, true, keeping, watcher)? {
            Attempt::Ended(report) => Ok(report),
            Attempt::Capped => unreachable!("invariant: without a bound nothing is capped"),
        }
    }

    /// Counts by whole sweeps, cut to keep within the memory if that is allowed.
    pub(super) fn count(
        self,
        residual: &Residual,
        plan: &Plan,
        cut: bool,
        keeping: &mut Keeping<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Attempt, Refusal> {
        sized!(
            plan.words,
            self.count_sized(residual, plan, cut, keeping, watcher)
        )
    }

    fn count_sized<const N: usize>(
        self,
        residual: &Residual,
        plan: &Plan,
        cut: bool,
        keeping: &mut Keeping<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Attempt, Refusal> {
        let (layers, budget) = self.layers::<N>(residual, plan, watcher)?;
        let needed = Layers::<N>::bytes(plan);
        let pool = self.pool();
        let mut parts = Parts::begin(watcher, layers.len(), keeping)?;
        while let Some((cuts, share)) = parts.next() {
            let pool = pool.as_ref();
            let width = parts.width;
            keeping.part = parts.kept(&cuts, share);
            let mut tell = |step: usize, spent| parts.pulse.tell(step, spent, share);
            let outcome = match width {
                0 => self.sweep::<N, u64>(&layers, &cuts, budget, pool, keeping, &mut tell),
                1 => self.sweep::<N, u128>(&layers, &cuts, budget, pool, keeping, &mut tell),
                _ => self.sweep::<N, BigUint>(&layers, &cuts, budget, pool, keeping, &mut tell),
            };
            match outcome {
                Outcome::Done(swept) => parts.done(&swept, needed, share),
                Outcome::Stopped => return Ok(Attempt::Ended(parts.report)),
                Outcome::Capped => return Ok(Attempt::Capped),
                Outcome::Overflow => parts.widen(cuts, share),
                Outcome::Outgrown(_) if !cut => return Ok(Attempt::Capped),
                Outcome::Outgrown(cut) => parts.cut(&cuts, [cut, cut.other()], share),
            }
        }
        Ok(Attempt::Ended(parts.finish()))
    }

    fn sweep<const N: usize, C: Tally>(
        self,
        layers: &Layers<N>,
        cuts: &[Cut],
        budget: u64,
        pool: Option<&Pool>,
        keeping: &mut Keeping<'_>,
        tell: &mut Tell,
    ) -> Outcome {
        let sweep = Sweep::<N, C>::new(layers, cuts, budget);
        sweep.bound(self.states).run(pool, keeping, tell)
    }
}
