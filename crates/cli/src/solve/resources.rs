//! With what means a count or a search is carried out: the engine asked for, the
//! threads, the memory; and what it says of its choice.

use std::num::NonZeroUsize;

use sysinfo::{MemoryRefreshKind, RefreshKind, System};
use tilewright_dlx::{Engine, Forecast, Schedule, TreeEngine};

use crate::cover::{Instance, MEMORY_NOT_COUNTED};
use crate::solve::SolveError;
use crate::solve::checkpoint::{CheckpointFile, SearchPlan};
use crate::support::format::{about, counted, rough};

/// The most random walks of a forecast: enough for a factor of three, as a
/// rule, and no more than a small sweep can bear.
pub(super) const WALKS: u64 = 200;

/// The share of the time that a search is forecast to take for which a proof is
/// looked for that there is no solution.
const REFUTATIONS: f64 = 0.02;

/// More than so many seconds seldom find anything.
const LONGEST_REFUTATION: f64 = 10.0;

/// Less than so many seconds are not worth it.
const SHORTEST_REFUTATION: f64 = 0.01;

/// The means of a count or a search.
#[derive(Debug, Clone, Copy)]
pub struct Resources {
    /// The engine asked for; none to choose one.
    pub engine: Option<Engine>,
    /// How many threads there may be.
    pub threads: NonZeroUsize,
    /// How many bytes states may take; none for half of what is free.
    pub memory: Option<u64>,
    /// Who is told what was chosen, if anybody is.
    pub notes: Option<fn(&str)>,
}

impl Default for Resources {
    /// Any engine, all cores, half of the free memory, and silence.
    fn default() -> Self {
        Self {
            engine: None,
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            memory: None,
            notes: None,
        }
    }
}

impl Resources {
    /// How many bytes states may take: asks the system if nobody has said it,
    /// so ask only where there are states.
    pub fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(|| free_memory() / 2)
    }

    /// Checks that a problem and its symmetries fit in the memory, if it is limited, before the symmetries are looked for.
    ///
    /// # Errors
    ///
    /// [`SolveError::Memory`].
    pub fn check_symmetries(&self, instance: &Instance) -> Result<(), SolveError> {
        let (alone, more) = instance.bytes();
        let needed = alone.saturating_add(more);
        match self.memory {
            Some(given)
                if needed > given.max(MEMORY_NOT_COUNTED) && instance.lists_symmetries() =>
            {
                Err(SolveError::Memory {
                    given,
                    needed,
                    alone,
                })
            }
            _ => Ok(()),
        }
    }

    /// Says something of the choice, if that is wanted.
    pub fn say(&self, words: impl FnOnce() -> String) {
        if let Some(note) = self.notes {
            note(&words());
        }
    }

    /// Forecasts a search, from at most as many walks as `of` is told.
    ///
    /// # Errors
    ///
    /// Those of `of`.
    pub fn forecast<E>(&self, of: impl FnOnce(u64) -> Result<Forecast, E>) -> Result<Forecast, E> {
        let forecast = of(WALKS)?;
        self.say_forecast(&forecast);
        Ok(forecast)
    }

    /// Says what a search is forecast to take.
    pub(super) fn say_forecast(&self, forecast: &Forecast) {
        self.say(|| forecast_in_words(forecast));
    }

    /// The seconds of one thread for which a proof is looked for that there is no
    /// solution, before the search that is forecast.
    pub fn for_refutations(&self, forecast: &Forecast) -> f64 {
        let seconds = forecast.seconds(forecast.engine()) * REFUTATIONS;
        let seconds = seconds.min(LONGEST_REFUTATION);
        if seconds < SHORTEST_REFUTATION {
            return 0.0;
        }
        self.say(|| format!("colourings: tried for about {} at most", rough(seconds)));
        seconds
    }

    /// How to carry out a search: as a run began it that is taken up, or as the
    /// forecast says, which is made only then. `resumable` searches have many
    /// parts.
    ///
    /// # Errors
    ///
    /// Those of `forecast`.
    pub fn resume<E>(
        &self,
        checkpoint: &mut CheckpointFile,
        resumable: bool,
        forecast: impl FnOnce() -> Result<Forecast, E>,
    ) -> Result<Schedule, E> {
        let plan = match checkpoint.plan() {
            Some(plan) => plan,
            None => checkpoint.begin(self.plan(&forecast()?, resumable)),
        };
        // A forecast that is corrected may find that threads pay after all.
        let shared = plan.is_shared
            || checkpoint
                .forecast()
                .is_some_and(|forecast| forecast.is_worth_threads());
        Ok(self.said(Schedule {
            engine: plan.engine,
            threads: if shared {
                self.threads
            } else {
                NonZeroUsize::MIN
            },
            parts: plan.parts,
            in_any_order: false,
        }))
    }

    /// How to carry out a search: by the engine asked for, or the faster one.
    /// `resumable` searches have many parts.
    pub fn schedule(&self, forecast: &Forecast, resumable: bool) -> Schedule {
        self.said(self.unsaid_schedule(forecast, resumable))
    }

    fn unsaid_schedule(&self, forecast: &Forecast, resumable: bool) -> Schedule {
        let engine = match self.engine {
            Some(Engine::Links) => TreeEngine::Links,
            Some(Engine::Bits) => TreeEngine::Bits,
            _ => forecast.engine(),
        };
        forecast.schedule(engine, self.threads, resumable)
    }

    /// The same by an engine that another search has, if it can carry out this one.
    pub(super) fn schedule_like(&self, engine: TreeEngine, forecast: &Forecast) -> Schedule {
        let engine = match engine {
            TreeEngine::Bits if !forecast.fits_bits => TreeEngine::Links,
            engine => engine,
        };
        self.said(forecast.schedule(engine, self.threads, true))
    }

    /// How a search is begun that a later run may resume, on other threads too.
    fn plan(&self, forecast: &Forecast, resumable: bool) -> SearchPlan {
        let Schedule { engine, parts, .. } = self.unsaid_schedule(forecast, resumable);
        SearchPlan {
            engine,
            parts,
            is_shared: forecast.is_worth_threads(),
        }
    }

    /// The schedule, once it has been said.
    fn said(&self, schedule: Schedule) -> Schedule {
        self.say_schedule(&schedule);
        schedule
    }

    /// Says how a search is carried out.
    pub(super) fn say_schedule(&self, schedule: &Schedule) {
        self.say(|| {
            format!(
                "search: {} on {}, in about {}",
                Engine::from(schedule.engine),
                counted(schedule.threads, "thread"),
                counted(schedule.parts, "part"),
            )
        });
    }
}

/// What a forecast says, which is how much the search takes at least: most
/// walks miss the few large subtrees that it may have.
fn forecast_in_words(forecast: &Forecast) -> String {
    let least = forecast.least_nodes;
    if least <= 0.0 || forecast.nodes <= 0.0 {
        return "forecast: nothing is known".to_owned();
    }
    let seconds =
        |engine: TreeEngine| rough(forecast.seconds(engine) * (least / forecast.nodes).min(1.0));
    let bits = if forecast.fits_bits {
        format!("bits at least {}", seconds(TreeEngine::Bits))
    } else {
        "too large for bits".to_owned()
    };
    format!(
        "forecast: at least {} nodes, and {} as far as random walks have seen; \
         links at least {}, {bits}, one thread each",
        about(least.floor()),
        about(forecast.nodes),
        seconds(TreeEngine::Links),
    )
}

/// The memory that is free, within the limits that a container sets.
fn free_memory() -> u64 {
    let system = System::new_with_specifics(
        RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram()),
    );
    let free = system.available_memory();
    system
        .cgroup_limits()
        .map_or(free, |limits| free.min(limits.free_memory))
}
