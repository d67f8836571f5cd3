//! Dovetailing: two ways to an answer that take turns, so that it costs at most twice what the
//! faster of them costs alone.
//!
//! Both work to a common limit that grows by one quantum at a time: the first one up to the limit,
//! then the second one, and again. The one that ends within the lower limit has won; on a tie, the
//! first one. Limits are in nodes of a search or in another unit of work, counted over all threads,
//! and neither goes on beyond its limit. So who wins depends on the work that the two take in all, and
//! neither on how many threads they have nor on how fast these are.
//!
//! Where the second one is likely to end soon, it may be [favoured](Turns::favouring_second): the first
//! one, which tells as it goes what it is likely to take in all, has equal turns only where that is no
//! more than twice what the second one has done, and a small share where it is more.
//!
//! All this is bookkeeping: whoever has the two asks whose turn it is, and goes on with that one.

#[cfg(test)]
mod tests;

use super::constants::{HOPELESS, LONG, NEAR, SHARE, SHARE_HOPELESS, SHARE_LONG, SHARE_OVERDUE};

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
/// use tilewright_dlx::portfolio::{Runner, Turns};
///
/// // Ten nodes each, then ten more, and no more than a hundred.
/// let mut turns = Turns::new(10, 10, 100);
/// assert_eq!(turns.next(), Some((Runner::First, 10)));
/// turns.spend(Runner::First, 11);
/// assert_eq!(turns.next(), Some((Runner::Second, 10)));
/// ```
#[derive(Clone, Debug)]
pub struct Turns {
    /// Whose turn it is.
    runner: Runner,
    /// The work up to which the first one and the second one may go.
    limits: [u64; 2],
    /// The work of the first one and of the second one.
    spent: [u64; 2],
    quantum: u64,
    most: u64,
    /// By what the second one is favoured, if it is.
    favour: Option<Favour>,
    /// The one that has left the other one alone.
    left: Option<Runner>,
    /// The work for which the first one was given the turn.
    alone: u64,
    /// The work after which the second one leaves.
    second_most: u64,
    /// What the first one is likely to take in all, at least.
    first_total: u64,
    /// Both have done all that they may do.
    is_spent: bool,
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

impl Turns {
    /// Turns of `quantum` nodes, after a first one of `head_start` nodes; they end when both have done
    /// `most`.
    pub fn new(head_start: u64, quantum: u64, most: u64) -> Self {
        Self {
            runner: Runner::First,
            limits: [head_start.min(most); 2],
            spent: [0; 2],
            quantum: quantum.max(1),
            most,
            favour: None,
            left: None,
            alone: 0,
            second_most: u64::MAX,
            first_total: 0,
            is_spent: false,
        }
    }

    /// Favours the second one, which is forecast to end after `forecast` nodes and has `alone` of them
    /// before the first one begins. The first one [is likely to take](Self::expect) so much in all;
    /// nothing if nothing was said of it.
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
        self.limits = [favour.limit(0, 0), alone];
        if alone > 0 {
            self.runner = Runner::Second;
        }
        self
    }

    /// Whose turn it is, and up to which amount of its work in all; none once there is nothing left that
    /// the two may do.
    #[expect(
        clippy::should_implement_trait,
        reason = "who asks says what was spent in between"
    )]
    pub fn next(&mut self) -> Option<(Runner, u64)> {
        while !self.is_spent {
            let (spent, limit) = (
                self.spent_by(self.runner),
                self.limits[self.runner as usize],
            );
            if spent <= limit {
                let most = match self.runner {
                    Runner::Second if self.left.is_none() => self.second_most,
                    _ => u64::MAX,
                };
                return Some((self.runner, limit.min(most)));
            }
            self.is_spent = !self.pass();
        }
        None
    }

    fn spent_by(&self, runner: Runner) -> u64 {
        self.spent[runner as usize]
    }

    /// Says what one of the two has spent in all.
    pub fn spend(&mut self, runner: Runner, work: u64) {
        self.spent[runner as usize] = work;
        if runner == Runner::Second && work > self.second_most && self.left.is_none() {
            self.leave(Runner::Second);
        }
    }

    /// Whether the turns have ended because both had done all that they may do.
    pub fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// Takes note that one of the two is not there, or no more: the other one goes on alone.
    pub fn leave(&mut self, runner: Runner) {
        if self.left.is_some() {
            self.is_spent |= self.left != Some(runner);
            return;
        }
        self.left = Some(runner);
        self.runner = runner.other();
        self.limits[self.runner as usize] = self.most;
    }

    /// Lets the second one leave after `work` of its own, and the first one go on alone: for a
    /// search that is resumed where the other one would have to begin anew.
    pub fn let_second_leave_after(&mut self, work: u64) {
        self.second_most = work;
    }

    /// Says what the first one is likely to take in all, at least.
    ///
    /// Who wins does not depend on the number of threads if this does not: it must be told at points
    /// that the work done decides.
    pub fn expect(&mut self, total: u64) {
        self.first_total = total;
        if let Some(favour) = self.favour
            && self.left.is_none()
        {
            let second = self.limits[Runner::Second as usize];
            self.limits[Runner::First as usize] = favour.limit(second, total).min(self.most);
        }
    }

    /// Gives the one that has the first turn at least so much work in it.
    pub fn extend_first_turn(&mut self, work: u64) {
        self.alone = work;
        self.limits[0] = self.limits[0].max(work.min(self.most));
        if self.left.is_none() && self.spent_by(Runner::Second) == 0 {
            self.runner = Runner::First;
        }
    }

    /// Gives the turn to the other one; `false` if there is none left.
    fn pass(&mut self) -> bool {
        let [first, second] = self.limits;
        let is_last = match self.runner {
            // It was to be alone up to the end.
            Runner::First => self.alone >= self.most,
            Runner::Second => second >= self.most,
        };
        if self.left.is_some() || is_last {
            return false;
        }
        if let Some(favour) = self.favour {
            self.pass_favouring(favour);
            return true;
        }
        self.runner = self.runner.other();
        let limit = match self.runner {
            Runner::First => first.max(second).saturating_add(self.quantum),
            Runner::Second => first,
        };
        self.limits[self.runner as usize] = limit.min(self.most);
        true
    }

    /// The same where the second one is favoured: it has turns until the first one may go on.
    fn pass_favouring(&mut self, favour: Favour) {
        let [first, second] = &mut self.limits;
        if self.runner == Runner::Second {
            *first = favour.limit(*second, self.first_total).min(self.most);
            if self.spent[0] <= *first {
                self.runner = Runner::First;
                return;
            }
        }
        self.runner = Runner::Second;
        *second = second.saturating_add(self.quantum).min(self.most);
    }
}
