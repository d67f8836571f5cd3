//! The search of all cases, one after the other, as a task that can pause.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Distinct, InFamily, parts_of};
use crate::problem::OptionId;
use crate::schedule::{Map, Schedule, ScheduleEnd, ScheduleError, SearchTask, SubSearch, Take};

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
        let (parts, mut plans) = (schedule.parts, self.plans.iter());
        SearchTask::of_cases(*schedule, done, move |before| {
            let plan = plans.next()?;
            let (problem, options) = self.problem.restricted(&plan.keep);
            let options: Arc<[OptionId]> = options.into();
            Some(SubSearch {
                problem: Cow::Owned(problem),
                heuristic: self.heuristic,
                givens: &[],
                parts: parts_of(parts, plan.share),
                share: plan.share,
                before,
                filter: Box::new(move || {
                    let (options, accept) = (Arc::clone(&options), self.accept.clone());
                    Box::new(InFamily::new(self.symmetries, plan, options, accept))
                }),
            })
        })
    }
}
