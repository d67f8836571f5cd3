//! How many solutions there are, by a sweep and a search that take turns.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::count_task::{CountTask, Counted};
use super::gate::{Ending, Gate};
use super::{Decision, SolverError};
use crate::clock::Interval;
use crate::contest::{Contest, work_per_node};
use crate::forecast::Forecast;
use crate::frontier::{FrontierError, FrontierProgress, FrontierReport, PULSE};
use crate::parallel::Event;
use crate::schedule::{PartStats, Schedule};
use crate::search::Progress;
use crate::turns::{Runner, Turns};

/// The nodes that a search counts at once.
const QUANTUM: u64 = 1 << 16;

/// The progress of the search, once it has begun. The sweep beside it tells of that, too: what an observer
/// is told never goes back.
type Searched = Mutex<Option<Progress>>;

impl CountTask<'_> {
    /// Counts by whichever ends first; none if there cannot be a thread for each.
    pub(super) fn contest(
        &self,
        forecast: &Forecast,
    ) -> Result<Option<(Ending, Counted)>, SolverError> {
        let contest = Contest::new(forecast);
        let searched = Searched::default();
        thread::scope(|scope| {
            let ending = contest.ending();
            let sweep = || {
                let _leaves = contest.leaving_sweep();
                self.sweep_in(&contest, &searched)
            };
            let Ok(sweep) = thread::Builder::new().spawn_scoped(scope, sweep) else {
                return Ok(None);
            };
            let found = self.search_in(&contest, forecast, &searched);
            drop(ending);
            let swept = (sweep.join()).unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok(Some(match (found?, swept) {
                (_, Some((Ending::Answered, report))) => (Ending::Answered, Counted::Swept(report)),
                (Some(found), _) => found,
                (None, Some((ending, report))) => (ending, Counted::Swept(report)),
                (None, None) => (Ending::Stopped, Counted::Nothing),
            }))
        })
    }

    /// Sweeps when it has the turn; none if the search ends first, or the problem cannot be swept.
    fn sweep_in(&self, contest: &Contest, searched: &Searched) -> Option<(Ending, FrontierReport)> {
        let mut gate = Gate::new(self.solver);
        let mut pulse = Interval::new(PULSE);
        let frontier = || {
            self.solver.decide(&Decision::Sweep {
                seconds: Some(contest.seconds()),
            });
            Ok::<_, FrontierError>(self.frontier.clone().threads(self.solver.most_threads()))
        };
        let swept = contest.sweep(frontier, &mut |progress: &FrontierProgress| {
            gate.look()?;
            if !pulse.is_over() {
                return Continue(());
            }
            let searched = *searched.lock().unwrap_or_else(PoisonError::into_inner);
            gate.tell(&searched.unwrap_or_else(|| progress.into()))
        });
        match swept {
            Ok(Some(report)) if report.complete => {
                self.solver.decide(&Decision::Swept(&report));
                Some((Ending::Answered, report))
            }
            Ok(Some(report)) => {
                contest.end();
                Some((gate.ending(), report))
            }
            Ok(None) => None,
            Err(error) => {
                self.solver.decide(&Decision::SweepRefused(&error));
                None
            }
        }
    }

    /// Searches when it has the turn; none if the sweep ends first.
    fn search_in(
        &self,
        contest: &Contest,
        forecast: &Forecast,
        searched: &Searched,
    ) -> Result<Option<(Ending, Counted)>, SolverError> {
        let turn = contest.search();
        if turn.count(0).is_break() {
            return Ok(None);
        }
        let schedule = Schedule {
            in_any_order: true,
            ..forecast.schedule(forecast.engine(), self.solver.most_threads(), false)
        };
        self.solver.decide(&Decision::Search(&schedule));
        let cost = work_per_node(forecast, schedule.engine);
        let alone = Turns::new(0, QUANTUM, u64::MAX).within(turn, cost);
        alone.leave(Runner::Second);
        let mut gate = Gate::new(self.solver);
        let mut stats = PartStats::default();
        let ended = {
            let mut listen = gate.listener(&mut stats, Continue);
            let within = Some(alone.of(Runner::First));
            self.search_on(&schedule, within, &mut |event| {
                if let Event::Progress(progress) = &event {
                    let mut searched = searched.lock().unwrap_or_else(PoisonError::into_inner);
                    *searched = Some(*progress);
                }
                if listen(event).is_break() {
                    // Threads of the search may sleep while the sweep has the turn.
                    contest.end();
                }
                if turn.is_over() {
                    Break(())
                } else {
                    Continue(())
                }
            })
        };
        let ended = ended.map_err(SolverError::of_schedule)?;
        let is_first = contest.search_is_first();
        let ending = match gate.ending() {
            Ending::Answered if !is_first => return Ok(None),
            Ending::Answered if ended.complete => Ending::Answered,
            ending => ending,
        };
        Ok(Some((ending, Counted::Searched(schedule, stats))))
    }
}
