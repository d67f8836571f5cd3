//! The resources of a count or a search (engine, threads, memory), and notes on the choices made.

use std::num::NonZeroUsize;

use sysinfo::{MemoryRefreshKind, RefreshKind, System};
use tilewright_dlx::{Engine, Forecast, Schedule, TreeEngine};

use crate::cover::{Instance, MEMORY_NOT_COUNTED};
use crate::solve::SolveError;
use crate::solve::checkpoint::{CheckpointFile, SearchPlan};
use crate::support::format::{about, counted, rough};

/// The maximum number of random walks of a forecast. They usually suffice for a forecast within a
/// factor of three, and take less time than a small sweep.
pub(super) const WALKS: u64 = 200;

/// The share of the forecast search time that is spent on looking for a refutation without a
/// search.
const REFUTATIONS: f64 = 0.02;

/// The maximum time to look for a refutation, in seconds. Few refutations take longer to find.
const LONGEST_REFUTATION: f64 = 10.0;

/// The minimum time to look for a refutation, in seconds: less is not worthwhile.
const SHORTEST_REFUTATION: f64 = 0.01;

/// The resources of a count or a search.
#[derive(Debug, Clone, Copy)]
pub struct Resources {
    /// The requested engine; `None` to choose one.
    pub engine: Option<Engine>,
    /// The maximum number of threads.
    pub threads: NonZeroUsize,
    /// The maximum memory for data that grows with the work, such as the states of a sweep, in bytes; `None` for
    /// half of the free memory.
    pub memory: Option<u64>,
    /// Receives a note on each choice made, such as that of an engine; `None` for no notes.
    pub notes: Option<fn(&str)>,
}

impl Default for Resources {
    /// Any engine, all cores, half of the free memory, no notes.
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
    /// The maximum memory for data that grows with the work, in bytes. Without a limit this asks the operating
    /// system for its free memory, so call it only for work that needs the number.
    pub fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(|| free_memory() / 2)
    }

    /// Checks that a problem and its symmetries fit in the memory limit, before the symmetries are
    /// listed.
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

    /// Writes a note on a choice that a command made, such as that of an engine, if notes are requested.
    /// `words` is called only then.
    pub fn say(&self, words: impl FnOnce() -> String) {
        if let Some(note) = self.notes {
            note(&words());
        }
    }

    /// Makes the forecast of a search by a call of `of`, and writes a note on it. The argument of `of` is the
    /// maximum number of random walks.
    ///
    /// # Errors
    ///
    /// Those of `of`.
    pub fn forecast<E>(&self, of: impl FnOnce(u64) -> Result<Forecast, E>) -> Result<Forecast, E> {
        let forecast = of(WALKS)?;
        self.say_forecast(&forecast);
        Ok(forecast)
    }

    pub(super) fn say_forecast(&self, forecast: &Forecast) {
        self.say(|| forecast_in_words(forecast));
    }

    /// The time to spend on looking for a proof that there is no solution, before a search with
    /// this forecast. In seconds of one thread.
    pub fn for_refutations(&self, forecast: &Forecast) -> f64 {
        let seconds = forecast.seconds(forecast.engine()) * REFUTATIONS;
        let seconds = seconds.min(LONGEST_REFUTATION);
        if seconds < SHORTEST_REFUTATION {
            return 0.0;
        }
        self.say(|| format!("colourings: tried for at most about {}", rough(seconds)));
        seconds
    }

    /// The schedule of a search: that of the resumed run, or one chosen from `forecast`, which is
    /// called only if no run is resumed. A `resumable` search is divided into many parts.
    /// `worth_threads` requests all threads, even if the resumed run began with one.
    ///
    /// # Errors
    ///
    /// Those of `forecast`.
    pub fn resume<E>(
        &self,
        checkpoint: &mut CheckpointFile,
        resumable: bool,
        worth_threads: bool,
        forecast: impl FnOnce() -> Result<Forecast, E>,
    ) -> Result<Schedule, E> {
        let plan = match checkpoint.plan() {
            Some(plan) => plan,
            None => checkpoint.begin(self.plan(&forecast()?, resumable)),
        };
        Ok(self.said(Schedule {
            engine: plan.engine,
            threads: if plan.is_shared || worth_threads {
                self.threads
            } else {
                NonZeroUsize::MIN
            },
            parts: plan.parts,
            in_any_order: false,
        }))
    }

    /// The schedule of a search, by the requested engine or the faster one. A `resumable` search is
    /// divided into many parts.
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

    /// The schedule of a search, with the engine of another search if that engine can carry out
    /// this search.
    pub(super) fn schedule_like(&self, engine: TreeEngine, forecast: &Forecast) -> Schedule {
        let engine = forecast.engine_like(engine);
        self.said(forecast.schedule(engine, self.threads, true))
    }

    /// The plan of a search that a later run may resume, perhaps with another number of threads.
    fn plan(&self, forecast: &Forecast, resumable: bool) -> SearchPlan {
        let Schedule { engine, parts, .. } = self.unsaid_schedule(forecast, resumable);
        SearchPlan {
            engine,
            parts,
            is_shared: forecast.is_worth_threads(),
        }
    }

    /// Writes a note on the schedule, and returns the schedule.
    fn said(&self, schedule: Schedule) -> Schedule {
        self.say_schedule(&schedule);
        schedule
    }

    /// Writes a note on how a search is carried out.
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

/// The forecast in words, with its numbers as lower bounds, since most walks miss the few large
/// subtrees that a tree may have.
fn forecast_in_words(forecast: &Forecast) -> String {
    let least = forecast.least_nodes;
    if least <= 0.0 || forecast.nodes <= 0.0 {
        return "forecast: none".to_owned();
    }
    let seconds =
        |engine: TreeEngine| rough(forecast.seconds(engine) * (least / forecast.nodes).min(1.0));
    let bits = if forecast.fits_bits {
        format!("bits at least {}", seconds(TreeEngine::Bits))
    } else {
        "too large for bits".to_owned()
    };
    format!(
        "forecast: at least {} nodes, {} estimated from random walks; links at least {}, {bits}, \
         on one thread each",
        about(least.floor()),
        about(forecast.nodes),
        seconds(TreeEngine::Links),
    )
}

/// The free memory in bytes, within the limits of a container.
fn free_memory() -> u64 {
    let system = System::new_with_specifics(
        RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram()),
    );
    let free = system.available_memory();
    system
        .cgroup_limits()
        .map_or(free, |limits| free.min(limits.free_memory))
}
