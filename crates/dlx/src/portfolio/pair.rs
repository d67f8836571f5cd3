//! Runs a restricted search and the search of the whole tree in turns.
//!
//! A restricted search looks for one solution of each orbit. Restrictions make most searches
//! smaller. But they change which item has the fewest options, and sometimes make a search larger,
//! by any factor. So a search of the whole tree takes turns with it, and the count costs at most
//! twice the work of the cheaper one. The restricted search runs alone until it has done three
//! quarters of the work that random walks forecast for the whole tree. Usually it ends in that
//! time, and the other search never begins. (Random walks rarely forecast too much: by Markov's
//! inequality, the probability of k times the true size is at most 1/k.)

use super::constants::{ALONE, HEAD_START, QUANTUM, WITH_CHECKPOINTS};
use super::turns::{Runner, Turns};
use crate::forecast::Forecast;
use crate::parallel::Advance;
use crate::schedule::{Map, PartStats, ScheduleError, SearchTask, Take, TreeEngine};

/// A function that begins the search of the whole tree and returns it with its forecast; `None` if that search is
/// impossible.
pub type SecondSearch<'b, 'a, T> = dyn FnMut() -> Option<(SearchTask<'a, T>, Forecast)> + 'b;

/// A search for one solution of each orbit (a *restricted* search) and the search of the whole tree, which take
/// turns.
pub struct SearchPair<'a, T> {
    turns: Turns,
    engine: TreeEngine,
    /// The forecast for the restricted search.
    forecast: Forecast,
    first: SearchTask<'a, T>,
    second: Option<SearchTask<'a, T>>,
}

/// The result of advancing a pair of searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairAdvance {
    /// The limit was reached, and neither search has ended.
    Left,
    /// One of the two searches has ended.
    Ended(Runner),
    /// The receiver of the results of a search broke out, so both searches are stopped.
    Stopped,
    /// Both searches have used up the nodes that they may visit.
    Spent,
}

impl<'a, T: Send> SearchPair<'a, T> {
    /// A new pair. `first` is the restricted search, which runs with `engine` and has this forecast. The search of
    /// the whole tree begins later. Each search may visit `most_nodes` nodes.
    pub fn new(
        first: SearchTask<'a, T>,
        engine: TreeEngine,
        forecast: &Forecast,
        most_nodes: u64,
    ) -> Self {
        let head_start = forecast.nodes_in(engine, HEAD_START);
        Self {
            turns: Turns::new(head_start, QUANTUM, most_nodes),
            engine,
            forecast: *forecast,
            first,
            second: None,
        }
    }

    /// Makes the restricted search run without the search of the whole tree.
    #[must_use]
    pub fn alone(mut self) -> Self {
        self.turns.leave(Runner::Second);
        self
    }

    /// Limits the work of the search of the whole tree. Checkpoints do not contain this search, so a resumed run
    /// repeats its work.
    #[must_use]
    pub fn with_checkpoints(mut self) -> Self {
        self.turns.let_second_leave_after(WITH_CHECKPOINTS);
        self
    }

    /// The number of nodes that both searches have visited together.
    pub fn spent(&self) -> u64 {
        self.first.spent() + self.second.as_ref().map_or(0, SearchTask::spent)
    }

    /// Searches until both searches together have visited more than `limit` nodes, or one of them ends. `map`,
    /// `take_first` and `take_second` are as in [`Schedule::run`](crate::Schedule::run).
    ///
    /// # Errors
    ///
    /// Those of [`Schedule::run`](crate::Schedule::run). If the second search fails, the first one
    /// continues without it.
    pub fn advance<'t>(
        &mut self,
        limit: u64,
        map: &Map<'_, T>,
        take_first: &mut Take<'t, T>,
        begin_second: &mut SecondSearch<'_, 'a, T>,
        take_second: &mut Take<'t, T>,
    ) -> Result<PairAdvance, ScheduleError> {
        self.turns.spend(Runner::First, self.first.spent());
        loop {
            let Some((runner, until)) = self.turns.next() else {
                return Ok(PairAdvance::Spent);
            };
            let spent = self.spent();
            if spent > limit {
                return Ok(PairAdvance::Left);
            }
            let (task, take) = match runner {
                Runner::First => (&mut self.first, &mut *take_first),
                Runner::Second => {
                    let Some(second) = &mut self.second else {
                        self.begin(begin_second);
                        continue;
                    };
                    (second, &mut *take_second)
                }
            };
            let until = until.min(task.spent().saturating_add(limit - spent));
            match task.advance(until, map, take) {
                Ok(Advance::Left) => {
                    let spent = task.spent();
                    self.turns.spend(runner, spent);
                }
                Ok(Advance::Done) => return Ok(PairAdvance::Ended(runner)),
                Ok(Advance::Stopped) => return Ok(PairAdvance::Stopped),
                Err(_) if runner == Runner::Second => self.turns.leave(Runner::Second),
                Err(error) => return Err(error),
            }
        }
    }

    /// Begins the search of the whole tree. It gets its first turn once the restricted search has done its share
    /// of the work alone.
    fn begin(&mut self, begin_second: &mut SecondSearch<'_, 'a, T>) {
        let Some((second, forecast)) = begin_second() else {
            self.turns.leave(Runner::Second);
            return;
        };
        let least = forecast.least_nodes / forecast.nodes.max(1.0);
        let alone = forecast.seconds(self.engine) * least.max(ALONE);
        let nodes = self.forecast.nodes_in(self.engine, alone);
        self.turns.extend_first_turn(nodes);
        self.turns.spend(Runner::Second, second.spent());
        self.second = Some(second);
    }

    /// The restricted search and, if it has begun, the search of the whole tree.
    pub fn tasks(&self) -> (&SearchTask<'a, T>, Option<&SearchTask<'a, T>>) {
        (&self.first, self.second.as_ref())
    }

    /// Gives up the restricted search. Returns the results of its unfinished parts.
    pub fn give_up_first(&mut self) -> PartStats {
        self.first.give_up()
    }
}
