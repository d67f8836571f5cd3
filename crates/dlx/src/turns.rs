//! Dovetailing: two ways to an answer that take turns, so that it costs at most twice what the
//! faster of them costs alone.
//!
//! Both work to a common limit that grows by one quantum at a time: the first one up to the limit,
//! then the second one, and again. The one that ends within the lower limit has won; on a tie, the
//! first one. Limits are in nodes of a search or in another unit of work, counted over all threads,
//! and neither ends beyond its limit. So who wins depends on the work that the two take in all, and
//! neither on how many threads they have nor on how fast these are.
//!
//! Where the second one is likely to end soon, it may be [favoured](Turns::favouring_second): the first
//! one, which tells as it goes what it is likely to take in all, has equal turns only where that is no
//! more than twice what the second one has done, and a small share where it is more.
//!
//! The one whose turn it is not sleeps where it is, and goes on there: nothing is done twice. Turns
//! may be [within](Turns::within) a turn of others: two searches that dovetail are one way, and a
//! sweep is the other.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Where the second one is favoured and the first one is likely to take far longer, the first one has
/// one unit of work to so many of the second one: as long as that one is within its forecast, beyond it,
/// where it is beyond `LONG` times the forecast and the first one likely to take no more than `NEAR` times
/// as long, and where that is likely to take more than `HOPELESS` times as long.
const SHARE: u64 = 32;
const SHARE_OVERDUE: u64 = 16;
const SHARE_LONG: u64 = 4;
const LONG: u64 = 4;
const NEAR: u64 = 3;
const SHARE_HOPELESS: u64 = 64;
const HOPELESS: u64 = 4;

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// The one that begins.
    First,
    /// The other one.
    Second,
}

impl Runner {
    fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Says whose turn it is, and for how long.
///
/// ```
/// use std::ops::ControlFlow::{Break, Continue};
/// use tilewright_dlx::turns::{Runner, Turns};
///
/// // Ten nodes each, then ten more, and no more than a hundred.
/// let turns = Turns::new(10, 10, 100);
/// let (first, second) = (turns.of(Runner::First), turns.of(Runner::Second));
/// assert_eq!(first.count(10), Continue(()));
/// std::thread::scope(|scope| {
///     scope.spawn(|| {
///         // Waits until the other one has done more than ten, and ends after three.
///         assert_eq!(second.count(3), Continue(()));
///         turns.end();
///     });
///     assert_eq!(first.count(1), Break(()));
/// });
/// ```
#[derive(Debug)]
pub struct Turns<'p> {
    state: Mutex<State>,
    turned: Condvar,
    quantum: u64,
    most: u64,
    /// By what the second one is favoured, if it is.
    favour: Option<Favour>,
    /// The turn that all this is in, and what a node costs there.
    within: Option<(Turn<'p>, u64)>,
}

/// What is known beforehand of the second one, in the units of its limit.
#[derive(Clone, Copy, Debug)]
struct Favour {
    /// It is forecast to end after so much.
    forecast: u64,
    /// It has so much before the first one begins.
    alone: u64,
    /// The first one has so much in any case, once it has begun.
    head: u64,
}

impl Favour {
    /// The limit of the first one, which is likely to end after `total`, once the second one has come
    /// to a limit.
    fn limit(self, second: u64, total: u64) -> u64 {
        if second < self.alone {
            return 0;
        }
        let due = self.forecast.max(self.alone);
        let is_overdue = second >= due && second > 0;
        let (reach, share) = if !is_overdue {
            (self.forecast, SHARE)
        } else if total / HOPELESS > second {
            (second.saturating_mul(2), SHARE_HOPELESS)
        } else if second / LONG < due || total / NEAR > second {
            (second.saturating_mul(2), SHARE_OVERDUE)
        } else {
            (second.saturating_mul(2), SHARE_LONG)
        };
        if total > reach {
            (second / share).max(self.head)
        } else if is_overdue {
            second
        } else {
            self.forecast
        }
    }
}

#[derive(Debug)]
struct State {
    /// Whose turn it is.
    runner: Runner,
    /// The nodes up to which the first one and the second one may go.
    limits: [u64; 2],
    /// The nodes of the first one and of the second one.
    nodes: [u64; 2],
    /// The one that has left the other one alone.
    left: Option<Runner>,
    /// The nodes for which the first one was given the turn.
    alone: u64,
    /// The nodes after which the second one leaves.
    second_most: u64,
    /// What the first one is likely to take in all, at least.
    first_total: u64,
    ended: bool,
    /// They have ended since both had done all that they may do.
    is_spent: bool,
}

/// One of the two searches as [`Turns`] know it.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'t> {
    turns: &'t Turns<'t>,
    runner: Runner,
}

impl<'p> Turns<'p> {
    /// Turns of `quantum` nodes, after a first one of `head_start` nodes; they end when both have done
    /// `most`.
    pub fn new(head_start: u64, quantum: u64, most: u64) -> Self {
        Self {
            state: Mutex::new(State {
                runner: Runner::First,
                limits: [head_start.min(most); 2],
                nodes: [0; 2],
                left: None,
                alone: 0,
                second_most: u64::MAX,
                first_total: 0,
                ended: false,
                is_spent: false,
            }),
            turned: Condvar::new(),
            quantum: quantum.max(1),
            most,
            favour: None,
            within: None,
        }
    }

    /// Favours the second one, which is forecast to end after `forecast` nodes and has `alone` of them
    /// before the first one begins. The first one [tells](Turn::expect) what it is likely to take in
    /// all; nothing if it has told of none.
    ///
    /// - While the second one is within its forecast, the first one goes on as long as it is likely to
    ///   end within that forecast; else it has a thirty-second of the turns, and no less than `head`, since
    ///   what it tells in the beginning may be far too much.
    /// - Afterwards they have equal turns if the first one is likely to end within twice what the
    ///   second one has done; else it has a sixteenth of the turns, a quarter once the second one has
    ///   taken four times its forecast, and a third of what the first one is likely to take, and a
    ///   sixty-fourth as long as it is likely to take four times what the second one has done.
    ///
    /// So little is lost where the second one ends as forecast, and at most a factor of two, about,
    /// where it does not, as long as what the first one tells is no more than what it takes.
    #[must_use]
    pub fn favouring_second(mut self, forecast: u64, alone: u64, head: u64) -> Self {
        let favour = Favour {
            forecast,
            alone,
            head,
        };
        self.favour = Some(favour);
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        state.limits = [favour.limit(0, 0), alone];
        if alone > 0 {
            state.runner = Runner::Second;
        }
        self
    }

    /// Has the two together go on only while a turn of others lasts, in which each node counts as
    /// `cost`. They end when it ends.
    ///
    /// ```
    /// use std::ops::ControlFlow::{Break, Continue};
    /// use tilewright_dlx::turns::{Runner, Turns};
    ///
    /// // A hundred units for the two searches, each of whose nodes takes ten.
    /// let outer = Turns::new(100, 1, 100);
    /// outer.leave(Runner::Second);
    /// let turns = Turns::new(5, 5, u64::MAX).within(outer.of(Runner::First), 10);
    /// let first = turns.of(Runner::First);
    /// turns.leave(Runner::Second);
    /// assert_eq!(first.count(10), Continue(()));
    /// assert_eq!(first.count(1), Break(()));
    /// ```
    #[must_use]
    pub fn within(mut self, turn: Turn<'p>, cost: u64) -> Self {
        self.within = Some((turn, cost));
        self
    }

    /// What one of the two counts its nodes with.
    pub fn of(&self, runner: Runner) -> Turn<'_> {
        Turn {
            turns: self,
            runner,
        }
    }

    /// Ends the turns: both get `Break` from now on.
    pub fn end(&self) {
        self.state().ended = true;
        self.turned.notify_all();
    }

    /// Whether the turns have ended because both had done all that they may do.
    pub fn is_spent(&self) -> bool {
        self.state().is_spent
    }

    /// Takes note that one of the two is not there, or no more: the other one goes on alone.
    pub fn leave(&self, runner: Runner) {
        self.state().leave(runner, self.most);
        self.turned.notify_all();
    }

    /// Lets the second one leave after `nodes` nodes of its own, and the first one go on alone: for a
    /// search that is resumed where the other one would have to begin anew.
    pub fn let_second_leave_after(&self, nodes: u64) {
        self.state().second_most = nodes;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Numbers alone: a panic elsewhere leaves them as good as they were.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Leaves the other one alone.
    fn leave(&mut self, runner: Runner, most: u64) {
        if self.left.is_some() {
            self.ended |= self.left != Some(runner);
            return;
        }
        self.left = Some(runner);
        self.runner = runner.other();
        self.limits[self.runner as usize] = most;
    }

    /// Whether there is nothing left to do for one of the two.
    fn is_over(&self, runner: Runner) -> bool {
        self.ended || self.left == Some(runner)
    }

    /// Gives the turn to the other one; `false` if there is none left.
    fn pass(&mut self, turns: &Turns<'_>) -> bool {
        let [first, second] = self.limits;
        let is_last = match self.runner {
            // It was to be alone up to the end.
            Runner::First => self.alone >= turns.most,
            Runner::Second => second >= turns.most,
        };
        if self.left.is_some() || is_last {
            return false;
        }
        if let Some(favour) = turns.favour {
            self.pass_favouring(favour, turns);
            return true;
        }
        self.runner = self.runner.other();
        let limit = match self.runner {
            Runner::First => first.max(second).saturating_add(turns.quantum),
            Runner::Second => first,
        };
        self.limits[self.runner as usize] = limit.min(turns.most);
        true
    }

    /// The same where the second one is favoured: it has turns until the first one may go on.
    fn pass_favouring(&mut self, favour: Favour, turns: &Turns<'_>) {
        let [first, second] = &mut self.limits;
        if self.runner == Runner::Second {
            *first = favour.limit(*second, self.first_total).min(turns.most);
            if self.nodes[0] <= *first {
                self.runner = Runner::First;
                return;
            }
        }
        self.runner = Runner::Second;
        *second = second.saturating_add(turns.quantum).min(turns.most);
    }
}

impl Turn<'_> {
    /// Counts nodes done, and waits for the next turn if this one is over. `Break` if there is none
    /// and the work is to end.
    pub fn count(&self, nodes: u64) -> ControlFlow<()> {
        let turns = self.turns;
        self.wait(nodes)?;
        // The other one of these two sleeps, so nobody else waits there.
        let within = turns.within.as_ref();
        let outer = within.map_or(Continue(()), |(turn, cost)| {
            turn.count(nodes.saturating_mul(*cost))
        });
        if outer.is_break() {
            turns.end();
        }
        outer
    }

    /// The same among the two alone.
    fn wait(&self, nodes: u64) -> ControlFlow<()> {
        let Self { turns, runner } = *self;
        let mut state = turns.state();
        let own = &mut state.nodes[runner as usize];
        *own = own.saturating_add(nodes);
        if runner == Runner::Second && state.nodes[1] > state.second_most && state.left.is_none() {
            state.leave(Runner::Second, turns.most);
            turns.turned.notify_all();
        }
        loop {
            if state.is_over(runner) {
                return Break(());
            }
            if state.runner == runner {
                if state.nodes[runner as usize] <= state.limits[runner as usize] {
                    return Continue(());
                }
                state.is_spent = !state.pass(turns);
                state.ended |= state.is_spent;
                turns.turned.notify_all();
                continue;
            }
            state = (turns.turned.wait(state)).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether this one's turns have ended.
    pub fn is_over(&self) -> bool {
        let within = self.turns.within.as_ref();
        self.turns.state().is_over(self.runner) || within.is_some_and(|(turn, _)| turn.is_over())
    }

    /// Says what the first one is likely to take in all, at least.
    ///
    /// Who wins does not depend on the number of threads if this does not: it must be told at points
    /// that the work done decides.
    pub fn expect(&self, total: u64) {
        let turns = self.turns;
        let mut state = turns.state();
        state.first_total = total;
        if let Some(favour) = turns.favour
            && state.left.is_none()
        {
            let second = state.limits[Runner::Second as usize];
            state.limits[Runner::First as usize] = favour.limit(second, total).min(turns.most);
        }
    }

    /// Gives the one that has the first turn at least a number of nodes in it.
    pub fn extend_first_turn(&self, nodes: u64) {
        let mut state = self.turns.state();
        state.alone = nodes;
        state.limits[0] = state.limits[0].max(nodes.min(self.turns.most));
        if state.left.is_none() && state.nodes[Runner::Second as usize] == 0 {
            state.runner = Runner::First;
        }
        drop(state);
        self.turns.turned.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two runners that count numbers of nodes in steps of their own; who comes to the end, and how
    /// many nodes the two have counted.
    fn race(turns: &Turns<'_>, sizes: [u64; 2], step: u64) -> (Option<Runner>, u64) {
        let run = |runner: Runner| {
            let turn = turns.of(runner);
            let mut left = sizes[runner as usize];
            while left > 0 {
                let now = step.min(left);
                left -= now;
                if turn.count(now).is_break() {
                    return false;
                }
            }
            let won = turn.count(0).is_continue();
            if won {
                turns.end();
            }
            won
        };
        let (first, second) = std::thread::scope(|scope| {
            let second = scope.spawn(|| run(Runner::Second));
            (run(Runner::First), second.join().unwrap_or(false))
        });
        assert!(!(first && second), "one alone wins");
        let winner = match (first, second) {
            (true, _) => Some(Runner::First),
            (_, true) => Some(Runner::Second),
            _ => None,
        };
        (winner, turns.state().nodes.iter().sum())
    }

    #[test]
    fn no_more_than_twice_the_smaller_one() {
        let (quantum, step, most) = (16, 5, 10_000);
        for head_start in [0, 10, 100] {
            for first in [1, 15, 16, 17, 100, 333, 5000] {
                for second in [1, 15, 16, 17, 100, 333, 5000] {
                    let turns = Turns::new(head_start, quantum, most);
                    let (winner, nodes) = race(&turns, [first, second], step);
                    let least = first.min(second);
                    let slack = head_start + 2 * (quantum + step);
                    assert!(
                        nodes <= 2 * least + slack,
                        "{first} {second}: {nodes} by {winner:?}"
                    );
                    // By whole turns: the first one wins ties.
                    let turn = |size: u64| size.saturating_sub(head_start).div_ceil(quantum);
                    let wins = if turn(first) <= turn(second) {
                        Runner::First
                    } else {
                        Runner::Second
                    };
                    assert_eq!(winner, Some(wins), "{first} {second}");
                }
            }
        }
    }

    /// The same with a favoured second one; the first one tells after each step what it takes in all.
    fn race_favouring(turns: &Turns<'_>, sizes: [u64; 2], total: u64) -> (Option<Runner>, u64) {
        turns.of(Runner::First).expect(total);
        race(turns, sizes, 5)
    }

    #[test]
    fn a_favoured_one_that_ends_as_forecast_loses_little() {
        for forecast in [640, 6400] {
            for (alone, head) in [(0, 0), (0, 60), (100, 0), (100, 60)] {
                for second in [10, 320, forecast / 4, forecast] {
                    let turns = Turns::new(0, 16, u64::MAX);
                    let turns = turns.favouring_second(forecast, alone, head);
                    let first = 10 * forecast;
                    let (winner, nodes) = race_favouring(&turns, [first, second], first);
                    assert_eq!(winner, Some(Runner::Second));
                    assert!(
                        nodes <= second + (second / 32).max(head) + 16 + 2 * 5,
                        "{second}: {nodes}"
                    );
                }
            }
        }
    }

    #[test]
    fn an_honest_first_one_loses_no_more_than_twice() {
        for (alone, head) in [(0, 0), (0, 60), (100, 0), (100, 60)] {
            let slack = 100 + head + 2 * 16 + 4 * 5;
            for forecast in [0, 50, 640, 6400] {
                for first in [1, 100, 600, 1000, 5000, 20_000] {
                    for second in [1, 100, 600, 1000, 5000, 20_000] {
                        let turns = Turns::new(0, 16, u64::MAX);
                        let turns = turns.favouring_second(forecast, alone, head);
                        let (winner, nodes) = race_favouring(&turns, [first, second], first);
                        let least: u64 = first.min(second);
                        // Where the first one is within the forecast, the second one may be well below.
                        let least = if first <= forecast { first } else { least };
                        let twice = 2 * least + least / 8;
                        assert!(
                            nodes <= twice + slack,
                            "{forecast}, {alone}: {first} {second}: {nodes} by {winner:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_second_one_may_begin_alone() {
        let turns = Turns::new(0, 16, u64::MAX).favouring_second(1000, 100, 0);
        assert_eq!(race_favouring(&turns, [1, 99], 1).0, Some(Runner::Second));
        let turns = Turns::new(0, 16, u64::MAX).favouring_second(1000, 100, 0);
        assert_eq!(race_favouring(&turns, [1, 200], 1).0, Some(Runner::First));
    }

    #[test]
    fn turns_within_a_turn_end_with_it() {
        for (others, inner) in [(40, [30, 50]), (90, [30, 50]), (500, [600, 400])] {
            // Each of the inner nodes costs two.
            let outer = Turns::new(10, 10, 10_000);
            let turns = Turns::new(5, 5, 10_000).within(outer.of(Runner::Second), 2);
            let first = outer.of(Runner::First);
            let (alone, (within, _)) = std::thread::scope(|scope| {
                let alone = scope.spawn(|| {
                    let is_won = (0..others).all(|_| first.count(1).is_continue());
                    if is_won {
                        outer.end();
                    }
                    is_won
                });
                let within = race(&turns, inner, 1);
                outer.end();
                (alone.join().unwrap_or(false), within)
            });
            // The two take twice the lesser one, at two a node.
            let least = inner[0].min(inner[1]);
            assert_eq!(alone, others < 4 * least, "{others} {inner:?}");
            assert_eq!(within.is_none(), alone, "{others} {inner:?}");
        }
    }

    #[test]
    fn both_end_at_the_most() {
        for sizes in [[101, 102], [5000, 101], [101, 5000]] {
            for favours in [false, true] {
                let mut turns = Turns::new(10, 7, 100);
                if favours {
                    turns = turns.favouring_second(30, 5, 10);
                }
                assert_eq!(race(&turns, sizes, 3).0, None);
                assert!(turns.is_spent());
            }
        }
        let turns = Turns::new(10, 7, 100);
        assert_eq!(race(&turns, [5000, 100], 3).0, Some(Runner::Second));
        assert!(!turns.is_spent());
    }

    #[test]
    fn the_second_one_leaves() {
        for (sizes, winner) in [
            ([5000, 50], Runner::Second),
            ([5000, 51], Runner::First),
            ([20, 50], Runner::First),
        ] {
            let turns = Turns::new(10, 7, 10_000);
            turns.let_second_leave_after(50);
            assert_eq!(race(&turns, sizes, 3).0, Some(winner), "{sizes:?}");
        }
    }

    #[test]
    fn one_alone_goes_on_to_the_most() {
        let turns = Turns::new(1, 1, 100);
        turns.leave(Runner::Second);
        let turn = turns.of(Runner::First);
        assert_eq!(turn.count(100), Continue(()));
        assert_eq!(turn.count(1), Break(()));
    }
}
