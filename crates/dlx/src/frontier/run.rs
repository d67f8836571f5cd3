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
use super::sweep::{Outcome, Spent, Sweep, Swept, Tell};
use super::tally::{Reached, Tally};
use super::{FrontierProgress, FrontierReport, FrontierWatcher};
use crate::diagram::graph::Graph;
use crate::problem::ItemId;

/// How often the watcher is called.
const PULSE: Duration = Duration::from_millis(20);

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
        watcher: &mut FrontierWatcher,
    ) -> Result<Graph, NoGraph> {
        let plan = Plan::new(residual, order).map_err(NoGraph::Refused)?;
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
    pub(super) fn pool(self) -> Option<ThreadPool> {
        let threads = self.threads.get();
        let build = || ThreadPoolBuilder::new().num_threads(threads).build().ok();
        (threads > 1).then(build).flatten()
    }

    fn graph_sized<const N: usize>(
        self,
        residual: &Residual,
        plan: &Plan,
        watcher: &mut FrontierWatcher,
    ) -> Result<Graph, NoGraph> {
        let packed = self.layers::<N>(residual, plan);
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
        match sweep.run(pool.as_ref(), &mut tell) {
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

    /// Counts by whole sweeps, cut to keep within the memory if that is allowed.
    pub(super) fn count(
        self,
        residual: &Residual,
        plan: &Plan,
        cut: bool,
        watcher: &mut FrontierWatcher,
    ) -> Result<Attempt, FrontierError> {
        sized!(plan.words, self.count_sized(residual, plan, cut, watcher))
    }

    fn count_sized<const N: usize>(
        self,
        residual: &Residual,
        plan: &Plan,
        cut: bool,
        watcher: &mut FrontierWatcher,
    ) -> Result<Attempt, FrontierError> {
        let (layers, budget) = self.layers::<N>(residual, plan)?;
        let needed = layers.bytes();
        let pool = self.pool();
        let mut parts = Parts::new(watcher, layers.len());
        while let Some((cuts, share)) = parts.next() {
            let pool = pool.as_ref();
            let width = parts.width;
            let mut tell = |step: usize, spent| parts.pulse.tell(step, spent, share);
            let outcome = match width {
                0 => self.sweep::<N, u64>(&layers, &cuts, budget, pool, &mut tell),
                1 => self.sweep::<N, u128>(&layers, &cuts, budget, pool, &mut tell),
                _ => self.sweep::<N, BigUint>(&layers, &cuts, budget, pool, &mut tell),
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
        pool: Option<&ThreadPool>,
        tell: &mut Tell,
    ) -> Outcome {
        let sweep = Sweep::<N, C>::new(layers, cuts, budget);
        sweep.bound(self.states).run(pool, tell)
    }
}

/// The parts that the work is cut into, and what came of those done.
pub(super) struct Parts<'w, 'f, D> {
    /// What is to be done, and the share of the whole that each is taken for.
    left: Vec<(Vec<D>, f64)>,
    /// How often counts were made wider.
    pub(super) width: u8,
    pub(super) pulse: Pulse<'w, 'f>,
    pub(super) report: FrontierReport,
}

impl<'w, 'f, D: Copy> Parts<'w, 'f, D> {
    /// The whole as one part.
    pub(super) fn new(watcher: &'w mut FrontierWatcher<'f>, layers: usize) -> Self {
        Self {
            left: vec![(Vec::new(), 1.0)],
            width: 0,
            pulse: Pulse::new(watcher, layers),
            report: FrontierReport::default(),
        }
    }

    pub(super) fn next(&mut self) -> Option<(Vec<D>, f64)> {
        self.pulse.drop_part();
        self.left.pop()
    }

    pub(super) fn done(&mut self, swept: &Swept, needed: u64, share: f64) {
        let report = &mut self.report;
        report.count += &swept.count;
        report.states += swept.states;
        report.peak_states = report.peak_states.max(swept.peak_states);
        report.peak_bytes = report.peak_bytes.max(needed + swept.peak_bytes);
        report.sweeps += 1;
        self.pulse.done += share;
        self.pulse.settle(swept);
    }

    /// Does a part again with wider counts.
    pub(super) fn widen(&mut self, part: Vec<D>, share: f64) {
        self.width = self.width.saturating_add(1);
        self.again(part, share);
    }

    /// Does a part again.
    pub(super) fn again(&mut self, part: Vec<D>, share: f64) {
        self.left.push((part, share));
    }

    /// Does the two sides of a part instead of it.
    pub(super) fn cut(&mut self, part: &[D], sides: [D; 2], share: f64) {
        for side in sides {
            let part = part.iter().copied().chain([side]).collect();
            self.left.push((part, share / 2.0));
        }
    }

    /// The report once no part is left.
    pub(super) fn finish(mut self) -> FrontierReport {
        self.report.complete = true;
        self.report
    }
}

/// Calls the watcher from time to time.
pub(super) struct Pulse<'w, 'f> {
    watcher: &'w mut FrontierWatcher<'f>,
    told: Instant,
    layers: usize,
    /// The share of the whole that is done.
    done: f64,
    fraction: f64,
    /// What the sweeps that are done took, and those that were given up.
    before: Spent,
    /// What the sweep under way has taken.
    now: Spent,
}

impl<'w, 'f> Pulse<'w, 'f> {
    fn new(watcher: &'w mut FrontierWatcher<'f>, layers: usize) -> Self {
        Self {
            watcher,
            told: Instant::now(),
            layers,
            done: 0.0,
            fraction: 0.0,
            before: Spent::default(),
            now: Spent::default(),
        }
    }

    /// Takes note of what a sweep took that is done.
    fn settle(&mut self, swept: &Swept) {
        self.before.states += swept.states;
        self.before.work += swept.work;
        self.now = Spent::default();
    }

    /// Takes note of what a sweep took that is given up.
    fn drop_part(&mut self) {
        self.before.work += self.now.work;
        self.now = Spent::default();
    }

    pub(super) fn tell(&mut self, step: usize, spent: Spent, share: f64) -> ControlFlow<()> {
        self.now = spent;
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
            states: self.before.states + spent.states,
            work: self.before.work + spent.work,
            fraction: self.fraction,
        })
    }
}
