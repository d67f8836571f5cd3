//! A sweep and the searches of a puzzle, in turns: see [`tilewright_dlx::contest`].

use std::ops::ControlFlow::{self, Break, Continue};
use std::thread;

use tilewright_dlx::contest::{Contest, work_per_node};
use tilewright_dlx::{Forecast, FrontierProgress, FrontierReport, SweepTrial};

use super::race::Rival;
use super::total;
use super::{Count, Job, SHORT_SWEEP};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{Kind, Watch};
use crate::support::format::rough;

impl Job<'_> {
    /// Counts by a sweep or a search, whichever ends first in its turns, without checkpoints; none if
    /// each takes more than the seconds of `most`, if there are any.
    pub(super) fn contest(
        &self,
        forecast: Forecast,
        rival: Option<&Rival<'_>>,
        most: Option<f64>,
    ) -> Result<Option<Count>, SolveError> {
        let contest = most.map_or_else(
            || Contest::new(&forecast),
            |seconds| Contest::within(&forecast, seconds),
        );
        self.resources.say(|| {
            if let Some(alone) = contest.seconds_alone() {
                format!("search: alone for about {}", rough(alone))
            } else {
                let seconds = rough(contest.seconds());
                format!("sweep: tried if likely to end in {seconds}")
            }
        });
        let (searched, swept) = thread::scope(|scope| {
            let ending = contest.ending();
            let run = || {
                let _leaves = contest.leaving_sweep();
                self.sweep_in(&contest, forecast)
            };
            let beside = thread::Builder::new().spawn_scoped(scope, run).ok();
            if beside.is_none() {
                contest.leave_to_search();
            }
            let searched = self.search_in(&contest, forecast, rival);
            drop(ending);
            let panic = |panic| std::panic::resume_unwind(panic);
            let swept = beside.map(|beside| beside.join().unwrap_or_else(panic));
            (searched, swept.unwrap_or(Ok(None)))
        });
        if let Some(count) = searched? {
            return Ok(Some(count));
        }
        let watch = Watch::new(self.monitor, Kind::Sweep);
        let count = match swept? {
            Some(report) => {
                let checkpoint = &mut CheckpointFile::nothing();
                self.swept(&report.count, report.complete, watch, checkpoint)?
            }
            None => match self.refuted.get() {
                Some(Some(_)) => Count::none(),
                _ if contest.is_spent() => return Ok(None),
                _ => return Err(SolveError::Interrupted),
            },
        };
        Ok(Some(self.with_reason(count, || Some(forecast))))
    }

    /// Sweeps when it has the turn, and ends the contest if it comes to its end or is stopped; none
    /// if the search ends it, there is no solution, or the puzzle cannot be swept.
    fn sweep_in(
        &self,
        contest: &Contest,
        forecast: Forecast,
    ) -> Result<Option<FrontierReport>, SolveError> {
        let mut watch: Option<Watch<'_>> = None;
        let short = SweepTrial::of_seconds(SHORT_SWEEP).most_work;
        let mut hear = |progress: &FrontierProgress| -> ControlFlow<()> {
            let watch = watch.get_or_insert_with(|| Watch::new(self.monitor, Kind::Sweep));
            watch.hear(&progress.into())?;
            if progress.work > short && self.refuted(|| Some(forecast)).is_some() {
                return Break(());
            }
            Continue(())
        };
        let sweep = || contest.sweep(|| self.folded()?.frontier(), &mut hear);
        let swept = total::attempt(self.resources, sweep)?;
        match &swept {
            Some(report) if report.complete => total::say_swept(self.resources, report),
            Some(_) if self.monitor.is_set() => contest.end(),
            // What was refuted has no turn any more.
            _ => return Ok(None),
        }
        Ok(swept)
    }

    /// Searches when it has the turn; none if there is no solution, or the turns ended before
    /// anything was searched.
    fn search_in(
        &self,
        contest: &Contest,
        mut forecast: Forecast,
        rival: Option<&Rival<'_>>,
    ) -> Result<Option<Count>, SolveError> {
        let turn = contest.search();
        if turn.count(0).is_break() || self.refuted(|| Some(forecast)).is_some() {
            return Ok(None);
        }
        let checkpoint = &mut CheckpointFile::nothing();
        loop {
            checkpoint.go_by(forecast);
            let schedule = self
                .resources
                .resume(checkpoint, true, || self.forecast())?;
            // Threads are not worth their start yet, but may be later.
            let most_nodes = if forecast.is_worth_threads() {
                u64::MAX
            } else {
                forecast.nodes_within(schedule.engine, 2.0)
            };
            let cost = work_per_node(&self.forecast()?, schedule.engine);
            let within = Some((turn, cost));
            let count = self.race(schedule, checkpoint, rival, most_nodes, within)?;
            if count.is_some() || turn.is_over() {
                return Ok(count);
            }
            self.resources
                .say(|| "search: longer than forecast".to_owned());
            forecast = forecast.times(4.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use num_bigint::BigUint;
    use tilewright_dlx::{Distinct, Engine};

    use super::*;
    use crate::cover::Instance;
    use crate::cover::orbits::PuzzleSymmetry;
    use crate::puzzle::Puzzle;
    use crate::solve::resources::Resources;
    use crate::solve::search::Monitor;

    const ENGINES: [Option<Engine>; 4] = [
        None,
        Some(Engine::Links),
        Some(Engine::Bits),
        Some(Engine::Frontier),
    ];

    /// How many solutions there are, unless an engine gives up.
    fn counted_within(
        seconds: f64,
        text: &str,
        engine: Option<Engine>,
        threads: usize,
    ) -> Option<BigUint> {
        let instance = Instance::new(Puzzle::from_ron(text).unwrap()).unwrap();
        let group = PuzzleSymmetry::of(&instance).unwrap();
        let distinct = Distinct::new(instance.problem(), &group.symmetries).unwrap();
        let resources = Resources {
            engine,
            threads: NonZeroUsize::new(threads).unwrap(),
            ..Resources::default()
        };
        let monitor = Monitor::silent();
        let job = Job::new(&instance, &group, &distinct, &resources, &monitor);
        let count = job.count_within(seconds).unwrap()?;
        Some(count.solutions.exact().unwrap().clone())
    }

    /// The walks of a forecast see little of a large board: the search is forecast to take no time.
    #[test]
    fn what_takes_long_is_given_up_whatever_was_forecast() {
        let large = "(lattice: Square, board: Rect(30, 30), \
            pieces: [Set(of: Polyominoes(5), only: [\"Y\"], copies: 180)])";
        for (engine, threads) in ENGINES.into_iter().zip([2, 1, 2, 1]) {
            assert_eq!(
                counted_within(0.1, large, engine, threads),
                None,
                "{engine:?}"
            );
        }
    }

    #[test]
    fn what_ends_before_is_counted() {
        let small =
            "(lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(2), copies: 8)])";
        for engine in ENGINES {
            assert_eq!(counted_within(1.0, small, engine, 1), Some(36_u32.into()));
        }
    }
}
