//! A sweep and the searches of a puzzle, in turns: see [`Portfolio`].

use std::ops::ControlFlow::{self, Break, Continue};

use tilewright_dlx::portfolio::{Portfolio, PortfolioEnd, SearchTurn, work_per_node};
use tilewright_dlx::{Forecast, FrontierProgress, SweepTrial};

use super::race::{Race, Raced, Rival};
use super::total;
use super::{Count, Job, SHORT_SWEEP};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{Kind, Watch};
use crate::support::format::rough;

impl Job<'_> {
    /// Counts by a sweep or a search, whichever ends first in its turns, without checkpoints; none if
    /// each takes more than the seconds of `most`, if there are any.
    pub(super) fn first_to_end(
        &self,
        forecast: Forecast,
        rival: Option<&Rival<'_>>,
        most: Option<f64>,
    ) -> Result<Option<Count>, SolveError> {
        let portfolio = most.map_or_else(
            || Portfolio::new(&forecast),
            |seconds| Portfolio::within(&forecast, seconds),
        );
        self.resources.say(|| {
            if let Some(alone) = portfolio.seconds_alone() {
                format!("search: alone for about {}", rough(alone))
            } else {
                let seconds = rough(portfolio.seconds());
                format!("sweep: tried if likely to end in {seconds}")
            }
        });
        let mut searches = Searches::new(self, forecast, rival);
        let mut watch: Option<Watch<'_>> = None;
        let short = SweepTrial::of_seconds(SHORT_SWEEP).most_work;
        let end = portfolio.run(
            || self.folded()?.frontier(),
            &mut |progress: &FrontierProgress| -> ControlFlow<()> {
                let watch = watch.get_or_insert_with(|| Watch::new(self.monitor, Kind::Sweep));
                watch.hear(&progress.into())?;
                if progress.work > short && self.refuted(|| Some(forecast)).is_some() {
                    return Break(());
                }
                Continue(())
            },
            &mut |limit| searches.advance(limit),
            &mut |refused| total::refused(self.resources, refused),
        )?;
        drop(watch);
        let swept = match end {
            PortfolioEnd::Spent => return Ok(None),
            PortfolioEnd::Searched => match searches.end? {
                Some(count) => return Ok(Some(count)),
                None => None,
            },
            PortfolioEnd::Stopped(_) if self.refuted.get().is_some_and(Option::is_some) => None,
            PortfolioEnd::Stopped(report) => match searches.stop() {
                Some(count) => return count.map(Some),
                None => Some(report),
            },
            PortfolioEnd::Swept(report) => {
                total::say_swept(self.resources, &report);
                Some(report)
            }
        };
        let count = match swept {
            Some(report) => {
                let watch = Watch::new(self.monitor, Kind::Sweep);
                let checkpoint = &mut CheckpointFile::nothing();
                self.swept(&report.count, report.complete, watch, checkpoint)?
            }
            None => Count::none(),
        };
        Ok(Some(self.with_reason(count, || Some(forecast))))
    }
}

/// The searches of a count, one after the other with more threads.
struct Searches<'j> {
    job: &'j Job<'j>,
    rival: Option<&'j Rival<'j>>,
    /// What the search is forecast to take, in the light of what it has taken.
    forecast: Forecast,
    checkpoint: CheckpointFile,
    race: Option<Race<'j>>,
    /// The work of all of them, in that of a sweep.
    work: u64,
    /// What was counted once a search has ended; none if there is no solution.
    end: Result<Option<Count>, SolveError>,
}

impl<'j> Searches<'j> {
    fn new(job: &'j Job<'j>, forecast: Forecast, rival: Option<&'j Rival<'j>>) -> Self {
        Self {
            job,
            rival,
            forecast,
            checkpoint: CheckpointFile::nothing(),
            race: None,
            work: 0,
            end: Ok(None),
        }
    }

    /// Goes on until the work of all is more than `limit`.
    fn advance(&mut self, limit: u64) -> SearchTurn {
        match self.try_advance(limit) {
            Ok(Some(work)) => SearchTurn::Left(work),
            Ok(None) => SearchTurn::Ended,
            Err(error) => {
                self.end = Err(error);
                SearchTurn::Ended
            }
        }
    }

    /// The work of all; none once there is a count, or no solution.
    fn try_advance(&mut self, limit: u64) -> Result<Option<u64>, SolveError> {
        let job = self.job;
        if job.refuted(|| Some(self.forecast)).is_some() {
            return Ok(None);
        }
        let own = job.forecast()?;
        loop {
            let mut race = match self.race.take() {
                Some(race) => race,
                None => self.begin()?,
            };
            let cost = work_per_node(&own, race.engine());
            match race.advance(limit / cost, &mut self.checkpoint)? {
                Raced::Left(nodes) => {
                    self.race = Some(race);
                    self.work = self.work.max(nodes.saturating_mul(cost));
                    return Ok(Some(self.work));
                }
                Raced::Counted(count) => {
                    self.end = Ok(Some(*count));
                    return Ok(None);
                }
                Raced::Spent => {
                    let words = || "search: longer than forecast".to_owned();
                    job.resources.say(words);
                    self.forecast = self.forecast.times(4.0);
                }
            }
        }
    }

    /// Begins a search on as many threads as it is worth.
    fn begin(&mut self) -> Result<Race<'j>, SolveError> {
        let job = self.job;
        self.checkpoint.go_by(self.forecast);
        let resources = job.resources;
        let schedule = resources.resume(&mut self.checkpoint, true, || job.forecast())?;
        // Threads are not worth their start yet, but may be later.
        let most_nodes = if self.forecast.is_worth_threads() {
            u64::MAX
        } else {
            self.forecast.nodes_within(schedule.engine, 2.0)
        };
        Race::begin(job, schedule, &self.checkpoint, self.rival, most_nodes)
    }

    /// What is known of the search that has begun.
    fn stop(&mut self) -> Option<Result<Count, SolveError>> {
        let race = self.race.as_mut()?;
        Some(race.stop(&mut self.checkpoint))
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
