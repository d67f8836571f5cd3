//! A search that does a given amount of work, returns, and resumes at the same node later.

use super::sub_search::{CompletedParts, SubSearch, SubTask};
use super::{Map, PartStats, Schedule, ScheduleEnd, ScheduleError, Take};
use crate::fuel::Fuel;
use crate::parallel::{Advance, Event};
use crate::problem::{OptionId, Problem};
use crate::profile::Profile;
use crate::search::{Heuristic, Progress};

/// A search that runs in steps. Each call of [`advance`](Self::advance) is one step.
///
/// Between two steps, no threads run, and its parts keep their positions. So no node is searched twice and no
/// thread waits. The results do not depend on the number of steps.
///
/// ```
/// use std::ops::ControlFlow::Continue;
/// use tilewright_dlx::parallel::{Advance, Event};
/// use tilewright_dlx::{Heuristic, Schedule, text};
///
/// // Sixteen switches.
/// let items: Vec<String> = (0..16).map(|at| format!("s{at}")).collect();
/// let options = items.iter().map(|item| format!("{item}\n{item}\n"));
/// let problem = text::read(&format!("{}\n{}", items.join(" "), options.collect::<String>()))?;
///
/// let mut search = Schedule::default().begin(&problem, Heuristic::Mrv, &[], 0)?;
/// let (mut found, mut pieces) = (0, 0);
/// let mut count = |event: Event<(), _>| {
///     if let Event::Part(part) = event {
///         let part: tilewright_dlx::PartStats = part;
///         found += part.found;
///     }
///     Continue(())
/// };
/// while search.advance(search.spent() + 1000, &|_, _| None, &mut count)? == Advance::Left {
///     pieces += 1;
/// }
/// assert_eq!(found, 1 << 16);
/// assert!(pieces > 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SearchTask<'a, T> {
    schedule: Schedule,
    /// Makes the search of the next case from the total progress of the finished cases; `None` if there is no
    /// further case.
    next: Box<dyn FnMut(Progress) -> Option<SubSearch<'a>> + 'a>,
    /// The search in progress, of one case of the problem; `None` if none has begun or the last one has ended.
    case: Option<SubTask<'a, T>>,
    /// Parts that an earlier run has completed are skipped.
    completed: CompletedParts,
    /// The progress of the finished cases.
    before: Progress,
    /// The nodes and updates of the finished cases outside all parts.
    above: Profile,
    fuel: Fuel,
}

impl<'a, T: Send> SearchTask<'a, T> {
    /// A search of the cases that `next` makes, one after the other. Skips the first `done` parts.
    pub(crate) fn of_cases(
        schedule: Schedule,
        done: usize,
        next: impl FnMut(Progress) -> Option<SubSearch<'a>> + 'a,
    ) -> Self {
        Self {
            schedule,
            next: Box::new(next),
            case: None,
            completed: CompletedParts(done),
            before: Progress::default(),
            above: Profile::default(),
            fuel: Fuel::unlimited(),
        }
    }

    /// Searches until more than `limit` nodes are [spent](Self::spent) in total, all parts are done, or `take`
    /// breaks out. `map` and `take` are as in [`Schedule::run`](super::Schedule::run).
    ///
    /// A thread checks the limit about every 16,384 nodes. Once the search has ended or was
    /// stopped, `advance` must not be called again.
    ///
    /// # Errors
    ///
    /// Those of [`Schedule::run`](super::Schedule::run).
    pub fn advance(
        &mut self,
        limit: u64,
        map: &Map<'_, T>,
        take: &mut Take<'_, T>,
    ) -> Result<Advance, ScheduleError> {
        self.fuel.limit(limit);
        if self.fuel.check().is_break() {
            return Ok(Advance::Left);
        }
        loop {
            let mut case = match self.case.take() {
                Some(case) => case,
                None => match (self.next)(self.before) {
                    Some(case) => case.begin(&self.schedule)?,
                    None => return Ok(Advance::Done),
                },
            };
            let before = &mut self.before;
            let advance = case.advance(&self.fuel, &mut self.completed, map, &mut |event| {
                if let Event::Part(tally) = &event {
                    before.nodes += tally.profile.nodes();
                    before.solutions += tally.found;
                }
                take(event)
            });
            if advance != Advance::Done {
                self.case = Some(case);
                return Ok(advance);
            }
            self.before.fraction += case.search.share;
            self.above.merge(&case.above());
        }
    }

    /// The number of nodes searched in total, including those of unfinished parts. Other work is converted to
    /// nodes and added.
    pub fn spent(&self) -> u64 {
        self.fuel.spent()
    }

    /// Adds `nodes`, the number of nodes that an earlier run has searched, to the number of nodes
    /// [spent](Self::spent).
    pub fn spend(&self, nodes: u64) {
        let _ = self.fuel.spend(nodes);
    }

    /// The nodes and updates of the search outside all parts.
    pub fn above(&self) -> Profile {
        let mut above = self.above.clone();
        if let Some(case) = &self.case {
            above.merge(&case.above());
        }
        above
    }

    /// Ends the search, and returns the results of its unfinished parts. It must not be advanced again.
    pub fn give_up(&mut self) -> PartStats {
        let case = self.case.as_mut();
        case.map_or_else(PartStats::default, SubTask::give_up)
    }

    /// Searches until all parts are done or `take` breaks out.
    pub(crate) fn run(
        mut self,
        map: &Map<'_, T>,
        take: &mut Take<'_, T>,
    ) -> Result<ScheduleEnd, ScheduleError> {
        let advance = self.advance(u64::MAX, map, take)?;
        Ok(ScheduleEnd {
            complete: advance == Advance::Done,
            above: self.above(),
        })
    }
}

impl Schedule {
    /// Searches a problem. `map` is called with each solution, on the thread that finds it. If `map` makes a value
    /// of the solution, `take` receives the value, on the caller's thread and in the order of the search. The
    /// first `done` parts are skipped.
    ///
    /// `take` also receives the [`PartStats`] of every part. If it returns `Break`, the search stops.
    ///
    /// # Errors
    ///
    /// Those of [`Links::given`](crate::Links::given). Also, if the engine is
    /// [`Bits`](crate::Bits): the problem is too large for it, or it does not support the
    /// heuristic.
    pub fn run<T: Send>(
        &self,
        problem: &Problem,
        heuristic: Heuristic,
        givens: &[OptionId],
        done: usize,
        map: &Map<'_, T>,
        take: &mut Take<'_, T>,
    ) -> Result<ScheduleEnd, ScheduleError> {
        self.begin(problem, heuristic, givens, done)?.run(map, take)
    }

    /// Begins a search that runs in steps. Each call of [`advance`](SearchTask::advance) is one step. The first
    /// `done` parts are skipped.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run).
    pub fn begin<'a, T: Send + 'a>(
        &self,
        problem: &'a Problem,
        heuristic: Heuristic,
        givens: &'a [OptionId],
        done: usize,
    ) -> Result<SearchTask<'a, T>, ScheduleError> {
        let sub = SubSearch::of_all(problem, heuristic, givens, self.parts);
        Ok(SearchTask {
            case: Some(sub.begin(self)?),
            ..SearchTask::of_cases(*self, done, |_| None)
        })
    }
}
