//! Dovetailing: two ways to an answer that take turns, so that it costs at most twice what the
//! faster of them costs alone.
//!
//! Both work to a common limit that grows by one quantum at a time: the first one up to the limit,
//! then the second one, and again. The one that ends within the lower limit has won; on a tie, the
//! first one. Limits are in nodes of a search or in another unit of work, counted over all threads,
//! and neither ends beyond its limit. So who wins depends on the work that the two take in all, and
//! neither on how many threads they have nor on how fast these are.
//!
//! Where one of them is likely to end soon, a head start leaves it alone till then; the other one
//! catches up afterwards.
//!
//! The one whose turn it is not sleeps where it is, and goes on there: nothing is done twice. Turns
//! may be [within](Turns::within) a turn of others: two searches that dovetail are one way, and a
//! sweep is the other.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

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
    /// What the second one may do in its first turn, at least.
    second_head_start: u64,
    /// The turn that all this is in, and what a node costs there.
    within: Option<(Turn<'p>, u64)>,
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
    ended: bool,
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
                ended: false,
            }),
            turned: Condvar::new(),
            quantum: quantum.max(1),
            most,
            second_head_start: 0,
            within: None,
        }
    }

    /// Gives the second one a first turn of `nodes` nodes at least. The first one catches up with it
    /// in the next turn, and then they are equal.
    #[must_use]
    pub fn second_head_start(mut self, nodes: u64) -> Self {
        self.second_head_start = nodes;
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
        self.runner = self.runner.other();
        let limit = match self.runner {
            Runner::First => first.max(second).saturating_add(turns.quantum),
            Runner::Second => first.max(turns.second_head_start),
        };
        self.limits[self.runner as usize] = limit.min(turns.most);
        true
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
                state.ended = !state.pass(turns);
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

    #[test]
    fn the_second_one_has_a_head_start() {
        let (head_start, quantum, step) = (10, 16, 5);
        for first in [1, 11, 50, 99, 100, 115, 400] {
            for second in [1, 50, 100, 101, 130, 400] {
                let turns = Turns::new(head_start, quantum, 10_000).second_head_start(100);
                let (winner, nodes) = race(&turns, [first, second], step);
                let wins = if first <= head_start || (second > 100 && first <= second) {
                    Runner::First
                } else {
                    Runner::Second
                };
                // Within a quantum either may be the one.
                if first.abs_diff(second) > quantum || second <= 100 {
                    assert_eq!(winner, Some(wins), "{first} {second}");
                }
                let slack = 2 * (quantum + step);
                let most = match wins {
                    // The other one had its head start for nothing.
                    Runner::First => 2 * first.max(if first > head_start { 100 } else { 0 }),
                    Runner::Second => second + second.max(head_start),
                };
                assert!(nodes <= most + slack, "{first} {second}: {nodes}");
            }
        }
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
            let turns = Turns::new(10, 7, 100);
            assert_eq!(race(&turns, sizes, 3).0, None);
        }
        assert_eq!(
            race(&Turns::new(10, 7, 100), [5000, 100], 3).0,
            Some(Runner::Second)
        );
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
