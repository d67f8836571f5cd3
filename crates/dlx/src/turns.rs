//! Two searches that take turns by nodes, so that the answer costs at most twice what the faster
//! of them costs alone.
//!
//! Both work to a common limit of nodes that grows by one quantum at a time: the first one up to
//! the limit, then the second one, and again. The one that ends within the lower limit has won; on
//! a tie, the first one. Both count the nodes of all their threads, and neither ends beyond its
//! limit. So who wins depends on the nodes that the two take in all, and neither on how many
//! threads they have nor on how fast these are.
//!
//! A search whose turn it is not sleeps where it is, and goes on there: nothing is done twice.

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
pub struct Turns {
    state: Mutex<State>,
    turned: Condvar,
    quantum: u64,
    most: u64,
}

#[derive(Debug)]
struct State {
    /// Whose turn it is.
    runner: Runner,
    /// The nodes up to which it may go.
    limit: u64,
    /// The nodes of the first one and of the second one.
    nodes: [u64; 2],
    /// Whether the second one is still there.
    contested: bool,
    /// The nodes for which the first one was given the turn.
    alone: u64,
    /// The nodes after which the second one leaves.
    second_most: u64,
    ended: bool,
}

/// One of the two searches as [`Turns`] know it.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'t> {
    turns: &'t Turns,
    runner: Runner,
}

impl Turns {
    /// Turns of `quantum` nodes, after a first one of `head_start` nodes; they end when both have done
    /// `most`.
    pub fn new(head_start: u64, quantum: u64, most: u64) -> Self {
        Self {
            state: Mutex::new(State {
                runner: Runner::First,
                limit: head_start.min(most),
                nodes: [0; 2],
                contested: true,
                alone: 0,
                second_most: u64::MAX,
                ended: false,
            }),
            turned: Condvar::new(),
            quantum: quantum.max(1),
            most,
        }
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

    /// Takes note that there is no second search, or no more: the first one goes on alone.
    pub fn uncontested(&self) {
        self.state().leave_to_first(self.most);
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
    fn leave_to_first(&mut self, most: u64) {
        self.contested = false;
        self.runner = Runner::First;
        self.limit = most;
    }

    /// Whether there is nothing left to do for one of the two.
    fn is_over(&self, runner: Runner) -> bool {
        self.ended || (runner == Runner::Second && !self.contested)
    }

    /// Gives the turn to the other one; `false` if there is none left.
    fn pass(&mut self, quantum: u64, most: u64) -> bool {
        let is_last = match self.runner {
            // It was to be alone up to the end.
            Runner::First => self.alone >= most,
            Runner::Second => self.limit >= most,
        };
        if !self.contested || is_last {
            return false;
        }
        if self.runner == Runner::Second {
            self.limit = self.limit.saturating_add(quantum).min(most);
        }
        self.runner = self.runner.other();
        true
    }
}

impl Turn<'_> {
    /// Counts nodes done, and waits for the next turn if this one is over. `Break` if there is none
    /// and the search is to end.
    pub fn count(&self, nodes: u64) -> ControlFlow<()> {
        let Self { turns, runner } = *self;
        let mut state = turns.state();
        let own = &mut state.nodes[runner as usize];
        *own = own.saturating_add(nodes);
        if runner == Runner::Second && state.nodes[1] > state.second_most && state.contested {
            state.leave_to_first(turns.most);
            turns.turned.notify_all();
        }
        loop {
            if state.is_over(runner) {
                return Break(());
            }
            if state.runner == runner {
                if state.nodes[runner as usize] <= state.limit {
                    return Continue(());
                }
                state.ended = !state.pass(turns.quantum, turns.most);
                turns.turned.notify_all();
                continue;
            }
            state = (turns.turned.wait(state)).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether this one's turns have ended.
    pub fn is_over(&self) -> bool {
        self.turns.state().is_over(self.runner)
    }

    /// Gives the one that has the first turn at least a number of nodes in it.
    pub fn extend_first_turn(&self, nodes: u64) {
        let mut state = self.turns.state();
        state.alone = nodes;
        state.limit = state.limit.max(nodes.min(self.turns.most));
        if state.contested && state.nodes[Runner::Second as usize] == 0 {
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
    fn race(turns: &Turns, sizes: [u64; 2], step: u64) -> (Option<Runner>, u64) {
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
        turns.uncontested();
        let turn = turns.of(Runner::First);
        assert_eq!(turn.count(100), Continue(()));
        assert_eq!(turn.count(1), Break(()));
    }
}
