//! A count from end to end: the width of states and counts chosen, the work cut where it must be.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use num_bigint::BigUint;

use super::cut::Cut;
use super::error::FrontierError;
use super::layers::Layers;
use super::plan::{MOST_WORDS, Plan};
use super::residual::Residual;
use super::sweep::{Outcome, Sweep};
use super::{FrontierProgress, FrontierReport, FrontierWatcher};
use crate::problem::ItemId;

/// How often the watcher is called.
const PULSE: Duration = Duration::from_millis(20);

/// What a count may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) memory: u64,
    pub(super) threads: NonZeroUsize,
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
        match plan.words {
            1 => self.sized::<1>(residual, &plan, watcher),
            2 => self.sized::<2>(residual, &plan, watcher),
            3 => self.sized::<3>(residual, &plan, watcher),
            4 => self.sized::<4>(residual, &plan, watcher),
            5..=8 => self.sized::<8>(residual, &plan, watcher),
            9..=16 => self.sized::<16>(residual, &plan, watcher),
            _ => self.sized::<MOST_WORDS>(residual, &plan, watcher),
        }
    }

    fn sized<const N: usize>(
        self,
        residual: &Residual,
        plan: &Plan,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, FrontierError> {
        let layers = Layers::<N>::new(residual.problem, plan);
        let needed = layers.bytes();
        if needed > self.memory {
            return Err(FrontierError::Budget {
                budget: self.memory,
                needed,
            });
        }
        let threads = self.threads.get();
        let pool = if threads == 1 {
            None
        } else {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .ok()
        };
        let budget = self.memory - needed;
        let mut report = FrontierReport::default();
        let mut width = Width::U64;
        let mut pulse = Pulse {
            watcher,
            told: Instant::now(),
            layers: layers.len(),
            done: 0.0,
            fraction: 0.0,
            states: 0,
        };
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

impl Pulse<'_, '_> {
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
