//! A count from end to end: the width of states and counts chosen, the work cut where it must be.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::build::{Builder, Built};
use super::cut::Cut;
use super::error::FrontierError;
use super::layers::Layers;
use super::plan::{MOST_WORDS, Plan};
use super::residual::Residual;
use super::sweep::{Outcome, Sweep};
use super::tally::Reached;
use super::{FrontierProgress, FrontierReport, FrontierWatcher};
use crate::diagram::graph::Graph;
use crate::problem::ItemId;

/// How often the watcher is called.
const PULSE: Duration = Duration::from_millis(20);

/// What a count may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) memory: u64,
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

/// How wide a count is.
#[derive(Clone, Copy, Debug)]
enum Width {
    U64,
    U128,
    Any,
}

impl Run {
    pub(super) fn count(
        self,
        residual: &Residual,
        order: &[ItemId],
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, FrontierError> {
        let plan = Plan::new(residual, order)?;
        if plan.impossible {
            return Ok(FrontierReport {
                complete: true,
                ..FrontierReport::default()
            });
        }
        sized!(plan.words, self.count_sized(residual, &plan, watcher))
    }

    pub(super) fn graph(
        self,
        residual: &Residual,
        order: &[ItemId],
        watcher: &mut FrontierWatcher,
    ) -> Result<Graph, FrontierError> {
        let plan = Plan::new(residual, order)?;
        if plan.impossible {
            return Ok(Graph::new());
        }
        sized!(plan.words, self.graph_sized(residual, &plan, watcher))
    }

    /// The steps packed, and what they leave of the memory.
    fn layers<const N: usize>(
        self,
        residual: &Residual,
        plan: &Plan,
    ) -> Result<(Layers<N>, u64), FrontierError> {
        let layers = Layers::<N>::new(residual.problem, plan);
        let needed = layers.bytes();
        let budget = self.memory;
        match budget.checked_sub(needed) {
            Some(left) => Ok((layers, left)),
            None => Err(FrontierError::Budget { budget, needed }),
        }
    }

    /// The threads to share the work; none for one, or if there can be no more.
    fn pool(self) -> Option<ThreadPool> {
        let threads = self.threads.get();
        let build = || ThreadPoolBuilder::new().num_threads(threads).build().ok();
        (threads > 1).then(build).flatten()
    }

    fn graph_sized<const N: usize>(
        self,
        residual: &Residual,
        plan: &Plan,
        watcher: &mut FrontierWatcher,
    ) -> Result<Graph, FrontierError> {
        let (layers, budget) = self.layers::<N>(residual, plan)?;
        let pool = self.pool();
        let mut pulse = Pulse::new(watcher, layers.len());
        let mut tell = |step: usize, states: u64| pulse.tell(step, states, 0.5);
        let mut sweep = Sweep::<N, Reached>::new(&layers, &[], budget).keep();
        let outgrown = FrontierError::Outgrown {
            budget: self.memory,
        };
        match sweep.run(pool.as_ref(), &mut tell) {
            Outcome::Done(swept) if swept.peak_bytes <= budget => {
                pulse.done = 0.5;
                pulse.states = swept.states;
            }
            Outcome::Stopped => return Err(FrontierError::Interrupted),
            _ => return Err(outgrown),
        }
        let steps = layers.len();
        let mut tell = |step: usize, _: u64| pulse.tell(steps - step, 0, 0.5);
        let builder = Builder {
            layers: &layers,
            plan,
            budget,
            pool: pool.as_ref(),
        };
        match builder.graph(sweep.into_kept(), &mut tell) {
            Built::Graph(graph) => Ok(graph),
            Built::Stopped => Err(FrontierError::Interrupted),
            Built::Outgrown => Err(outgrown),
            Built::Full => Err(FrontierError::TooLarge { limit: u32::MAX }),
        }
    }

    fn count_sized<const N: usize>(
        self,
        residual: &Residual,
        plan: &Plan,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, FrontierError> {
        let (layers, budget) = self.layers::<N>(residual, plan)?;
        let needed = layers.bytes();
        let pool = self.pool();
        let mut report = FrontierReport::default();
        let mut width = Width::U64;
        let mut pulse = Pulse::new(watcher, layers.len());
        // Sweeps to be made, and the share of the whole that each is taken for.
        let mut parts: Vec<(Vec<Cut>, f64)> = vec![(Vec::new(), 1.0)];
        while let Some((cuts, share)) = parts.pop() {
            let mut tell = |step: usize, states: u64| pulse.tell(step, states, share);
            let outcome = match width {
                Width::U64 => {
                    Sweep::<N, u64>::new(&layers, &cuts, budget).run(pool.as_ref(), &mut tell)
                }
                Width::U128 => {
                    Sweep::<N, u128>::new(&layers, &cuts, budget).run(pool.as_ref(), &mut tell)
                }
                Width::Any => {
                    Sweep::<N, BigUint>::new(&layers, &cuts, budget).run(pool.as_ref(), &mut tell)
                }
            };
            match outcome {
                Outcome::Done(swept) => {
                    report.count += swept.count;
                    report.states += swept.states;
                    report.peak_states = report.peak_states.max(swept.peak_states);
                    report.peak_bytes = report.peak_bytes.max(needed + swept.peak_bytes);
                    report.sweeps += 1;
                    pulse.done += share;
                    pulse.states += swept.states;
                }
                Outcome::Stopped => return Ok(report),
                Outcome::Overflow => {
                    width = match width {
                        Width::U64 => Width::U128,
                        Width::U128 | Width::Any => Width::Any,
                    };
                    parts.push((cuts, share));
                }
                Outcome::Outgrown(cut) => {
                    for cut in [cut, cut.other()] {
                        let mut cuts = cuts.clone();
                        cuts.push(cut);
                        parts.push((cuts, share / 2.0));
                    }
                }
            }
        }
        report.complete = true;
        Ok(report)
    }
}

/// Calls the watcher from time to time.
struct Pulse<'w, 'f> {
    watcher: &'w mut FrontierWatcher<'f>,
    told: Instant,
    layers: usize,
    /// The share of the whole that is done.
    done: f64,
    fraction: f64,
    /// The states of the sweeps that are done.
    states: u64,
}

impl<'w, 'f> Pulse<'w, 'f> {
    fn new(watcher: &'w mut FrontierWatcher<'f>, layers: usize) -> Self {
        Self {
            watcher,
            told: Instant::now(),
            layers,
            done: 0.0,
            fraction: 0.0,
            states: 0,
        }
    }

    fn tell(&mut self, step: usize, states: u64, share: f64) -> ControlFlow<()> {
        if self.told.elapsed() < PULSE {
            return ControlFlow::Continue(());
        }
        self.told = Instant::now();
        // Exact for any number of steps that a machine can hold.
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let part = step as f64 / self.layers.max(1) as f64;
        self.fraction = self.fraction.max(self.done + share * part).min(1.0);
        (self.watcher)(&FrontierProgress {
            layer: step,
            layers: self.layers,
            states: self.states + states,
            fraction: self.fraction,
        })
    }
}
