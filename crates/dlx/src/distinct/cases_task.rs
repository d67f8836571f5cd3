//! The search of all cases, one after the other, as a task that can pause.

use std::borrow::Cow;
use std::sync::Arc;

use super::plan::CasePlan;
use super::{Distinct, InFamily, parts_of};
use crate::fuel::Fuel;
use crate::parallel::{Advance, Event};
use crate::problem::OptionId;
use crate::profile::Profile;
use crate::schedule::{
    CompletedParts, Map, PartStats, PartedSearch, Schedule, ScheduleEnd, ScheduleError, SearchTask,
    SubSearch, SubTask, Take,
};
use crate::search::Progress;

/// A search of all cases in progress. It can pause between two steps.
pub(super) struct CasesTask<'a, T> {
    pub(super) distinct: &'a Distinct<'a>,
    pub(super) schedule: Schedule,
    pub(super) completed: CompletedParts,
    /// The progress of the finished cases.
    pub(super) before: Progress,
    pub(super) above: Profile,
    /// The index of the case to be searched next.
    pub(super) next: usize,
    /// The search of the current case, and the case's share of the work.
    pub(super) case: Option<(SubTask<'a, T, InFamily<'a>>, f64)>,
}

impl<'a, T: Send> CasesTask<'a, T> {
    fn begin(&self, plan: &'a CasePlan) -> Result<SubTask<'a, T, InFamily<'a>>, ScheduleError> {
        let distinct = self.distinct;
        let (problem, options) = distinct.problem.restricted(&plan.keep);
        let options: Arc<[OptionId]> = options.into();
        let sub = SubSearch {
            problem: Cow::Owned(problem),
            heuristic: distinct.heuristic,
            givens: &[],
            parts: parts_of(self.schedule.parts, plan.share),
            share: plan.share,
            before: self.before,
            filter: Box::new(move || {
                let accept = distinct.accept.clone();
                InFamily::new(distinct.symmetries, plan, Arc::clone(&options), accept)
            }),
        };
        sub.begin(&self.schedule)
    }
}

impl<T: Send> PartedSearch<T> for CasesTask<'_, T> {
    fn advance(
        &mut self,
        fuel: &Fuel,
        map: &Map<'_, T>,
        take: &mut Take<'_, T>,
    ) -> Result<Advance, ScheduleError> {
        loop {
            let (mut case, share) = if let Some(case) = self.case.take() {
                case
            } else {
                let Some(plan) = self.distinct.plans.get(self.next) else {
                    return Ok(Advance::Done);
                };
                let case = self.begin(plan)?;
                self.next += 1;
                (case, plan.share)
            };
            let before = &mut self.before;
            let advance = case.advance(fuel, &mut self.completed, map, &mut |event| {
                if let Event::Part(tally) = &event {
                    before.nodes += tally.profile.nodes();
                    before.solutions += tally.found;
                }
                take(event)
            });
            if advance == Advance::Left {
                self.case = Some((case, share));
                return Ok(Advance::Left);
            }
            self.before.fraction += share;
            self.above.merge(&case.above());
            if advance == Advance::Stopped {
                return Ok(Advance::Stopped);
            }
        }
    }

    fn above(&self) -> Profile {
        let mut above = self.above.clone();
        if let Some((case, _)) = &self.case {
            above.merge(&case.above());
        }
        above
    }

    fn give_up(&mut self) -> PartStats {
        let case = self.case.as_mut();
        case.map_or_else(PartStats::default, |(case, _)| case.give_up())
    }
}

impl Distinct<'_> {
    /// Searches all cases in parts, as [`Schedule::run`] searches a problem. The parts of the first case come
    /// first, then those of the second case, and so on.
    ///
    /// All threads search the same case. A case is split into a number of parts that is proportional to its
    /// estimated share of the work.
    ///
    /// # Errors
    ///
    /// Those of [`Schedule::run`].
    pub fn run_on<T: Send>(
        &self,
        schedule: &Schedule,
        done: usize,
        map: &Map<'_, T>,
        take: &mut Take<'_, T>,
    ) -> Result<ScheduleEnd, ScheduleError> {
        self.begin(schedule, done).run(map, take)
    }

    /// Begins a search of all cases that runs in steps: one for each call of [`advance`](SearchTask::advance). The
    /// first `done` parts are skipped.
    pub fn begin<'a, T: Send + 'a>(
        &'a self,
        schedule: &Schedule,
        done: usize,
    ) -> SearchTask<'a, T> {
        SearchTask::new(CasesTask {
            distinct: self,
            schedule: *schedule,
            completed: CompletedParts(done),
            before: Progress::default(),
            above: Profile::default(),
            next: 0,
            case: None,
        })
    }
}
