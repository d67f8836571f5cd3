//! A search as a task: it does so much work, returns, and goes on where it was.

use super::sub_search::{Skip, SubSearch, SubTask};
use super::{Ended, LeafFilter, Map, PartStats, Schedule, ScheduleError, Take};
use crate::fuel::Fuel;
use crate::parallel::Advance;
use crate::problem::{OptionId, Problem};
use crate::profile::Profile;
use crate::search::Heuristic;

/// A search in parts, of one problem or of many.
pub(crate) trait PartedSearch<T> {
    /// Searches until all is done, the fuel is spent or `take` breaks out.
    fn go_on(
        &mut self,
        fuel: &Fuel,
        map: &Map<'_, T>,
        take: &mut Take<'_, T>,
    ) -> Result<Advance, ScheduleError>;

    /// What was counted outside all parts.
    fn above(&self) -> Profile;

    /// Gives up what was left: what its parts under way have found.
    fn give_up(&mut self) -> PartStats;
}

/// The search of one problem, of which some parts are left out.
pub(super) struct Whole<'a, T, J> {
    pub(super) task: SubTask<'a, T, J>,
    pub(super) skip: Skip,
}

impl<T: Send, J: LeafFilter + Send> PartedSearch<T> for Whole<'_, T, J> {
    fn go_on(
        &mut self,
        fuel: &Fuel,
        map: &Map<'_, T>,
        take: &mut Take<'_, T>,
    ) -> Result<Advance, ScheduleError> {
        Ok(self.task.go_on(fuel, &mut self.skip, map, take))
    }

    fn above(&self) -> Profile {
        self.task.above()
    }

    fn give_up(&mut self) -> PartStats {
        self.task.give_up()
    }
}

/// A search that is carried out piece by piece.
///
/// It is left with its threads ended and its parts where they were, so nothing is searched twice and
/// nobody waits. What comes out is the same in however many pieces it is carried out.
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
    search: Box<dyn PartedSearch<T> + 'a>,
    fuel: Fuel,
}

impl<'a, T> SearchTask<'a, T> {
    pub(crate) fn new(search: impl PartedSearch<T> + 'a) -> Self {
        Self {
            search: Box::new(search),
            fuel: Fuel::unlimited(),
        }
    }

    /// Searches until more than `limit` nodes are [spent](Self::spent) in all, all is done, or `take`
    /// breaks out; `map` and `take` are those of [`Schedule::run`](super::Schedule::run).
    ///
    /// A thread looks at the limit once in 16,384 nodes or so. Once it has come to its end or was stopped,
    /// it must not be gone on with.
    ///
    /// # Errors
    ///
    /// As [`Schedule::run`](super::Schedule::run).
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
        self.search.go_on(&self.fuel, map, take)
    }

    /// The nodes searched, those of parts under way and what takes as long as nodes too.
    pub fn spent(&self) -> u64 {
        self.fuel.spent()
    }

    /// Counts nodes that were searched before.
    pub fn spend(&self, nodes: u64) {
        let _ = self.fuel.spend(nodes);
    }

    /// What was counted outside all parts.
    pub fn above(&self) -> Profile {
        self.search.above()
    }

    /// Gives up the search, which must not be gone on with: what its parts under way have found.
    pub fn give_up(&mut self) -> PartStats {
        self.search.give_up()
    }

    /// Searches to the end, or until `take` breaks out.
    pub(crate) fn run(
        mut self,
        map: &Map<'_, T>,
        take: &mut Take<'_, T>,
    ) -> Result<Ended, ScheduleError> {
        let advance = self.advance(u64::MAX, map, take)?;
        Ok(Ended {
            complete: advance == Advance::Done,
            above: self.above(),
        })
    }
}

impl Schedule {
    /// Searches a problem. Every solution is given to `map`, on the thread that finds it; what
    /// that makes of it, if anything, is heard by `take`, on the caller's thread and in order.
    /// The first `done` parts are left out.
    ///
    /// `take` is told of every part with its [`PartStats`]; `Break` stops the search.
    ///
    /// # Errors
    ///
    /// As [`Links::given`](crate::Links::given); or the engine is [`Bits`](crate::Bits), and the problem too large for it or the
    /// heuristic another one.
    pub fn run<T: Send>(
        &self,
        problem: &Problem,
        heuristic: Heuristic,
        givens: &[OptionId],
        done: usize,
        map: &Map<'_, T>,
        take: &mut Take<'_, T>,
    ) -> Result<Ended, ScheduleError> {
        self.begin(problem, heuristic, givens, done)?.run(map, take)
    }

    /// Begins the search of a problem that is to be carried out piece by piece. The first `done` parts
    /// are left out.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn begin<'a, T: Send + 'a>(
        &self,
        problem: &'a Problem,
        heuristic: Heuristic,
        givens: &'a [OptionId],
        done: usize,
    ) -> Result<SearchTask<'a, T>, ScheduleError> {
        let sub = SubSearch::of_all(problem, heuristic, givens, self.parts);
        Ok(SearchTask::new(Whole {
            task: sub.begin(self)?,
            skip: Skip(done),
        }))
    }
}
