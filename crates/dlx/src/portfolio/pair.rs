//! The restricted search and the search for all solutions, in turns.
//!
//! Restrictions make most searches smaller. But they change which item has the fewest options, and now and
//! then lead the search astray, by any factor. So the search of the whole tree takes turns with it: the
//! count costs at most twice the work that the lesser of the two takes. As long as the restricted search has
//! done less than three quarters of what random walks forecast for the whole tree, it goes on alone: as a rule
//! it ends in that time, and the other one never begins. (Walks seldom forecast too much: by Markov's
//! inequality, k times as much with a chance of one in k at most.)

use super::constants::{ALONE, HEAD_START, QUANTUM, WITH_CHECKPOINTS};
use super::turns::{Runner, Turns};
use crate::forecast::Forecast;
use crate::parallel::Advance;
use crate::schedule::{PartStats, ScheduleError, SearchTask, Take, TreeEngine};

/// What begins the search of the whole tree, with its forecast; none if it cannot be carried out.
pub type SecondSearch<'a> = dyn FnMut() -> Option<(SearchTask<'a, ()>, Forecast)> + 'a;

/// Two searches that share the turns of one: a restricted one, and that of the whole tree.
pub struct SearchPair<'a> {
    turns: Turns,
    engine: TreeEngine,
    /// What the restricted search is forecast to take.
    forecast: Forecast,
    first: SearchTask<'a, ()>,
    second: Option<SearchTask<'a, ()>>,
}

/// How a pair comes out of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairAdvance {
    /// Both have come to no end yet.
    Left,
    /// This one has come to its end.
    Ended(Runner),
    /// A listener broke out.
    Stopped,
    /// Each has had the nodes that it may have.
    Spent,
}

impl<'a> SearchPair<'a> {
    /// Before anything is done of the second one. `first` is the restricted search, by an engine and with
    /// its forecast; each may have so many nodes.
    pub fn new(
        first: SearchTask<'a, ()>,
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

    /// There is no second one.
    #[must_use]
    pub fn alone(mut self) -> Self {
        self.turns.leave(Runner::Second);
        self
    }

    /// The first one keeps checkpoints, which hold nothing of the second one.
    #[must_use]
    pub fn with_checkpoints(mut self) -> Self {
        self.turns.let_second_leave_after(WITH_CHECKPOINTS);
        self
    }

    /// The nodes of both.
    pub fn spent(&self) -> u64 {
        self.first.spent() + self.second.as_ref().map_or(0, SearchTask::spent)
    }

    /// Goes on until more than `limit` nodes are spent in all, or one of the two comes to its end.
    ///
    /// # Errors
    ///
    /// As [`Schedule::run`](crate::Schedule::run); the second one is given up in silence.
    pub fn advance<'t>(
        &mut self,
        limit: u64,
        take_first: &mut Take<'t, ()>,
        begin_second: &mut SecondSearch<'a>,
        take_second: &mut Take<'t, ()>,
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
            match task.advance(until, &|_, _| None, take) {
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

    /// Begins the second one, which goes on once the first one has done so much alone.
    fn begin(&mut self, begin_second: &mut SecondSearch<'a>) {
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

    /// The restricted search and, if it has begun, the other one.
    pub fn tasks(&self) -> (&SearchTask<'a, ()>, Option<&SearchTask<'a, ()>>) {
        (&self.first, self.second.as_ref())
    }

    /// Gives up the restricted search: what its parts under way have found.
    pub fn give_up_first(&mut self) -> PartStats {
        self.first.give_up()
    }
}
