//! Gives turns to two runners that compute the same answer. Together they cost at most about twice the work of the
//! faster one.
//!
//! Both work up to a common limit that grows by one quantum at a time: the first runner works up to
//! the limit, then the second. The one that ends within the lower limit wins; on a tie, the first.
//! Limits are in nodes of a search or in another unit of work, counted over all threads, and a
//! runner stops when it exceeds its limit. So the winner depends only on the total work of each
//! runner, and not on the number of threads or their speed.
//!
//! If the second runner is likely to end soon, it may be [favoured](Turns::favouring_second). The
//! first runner estimates its total work as it runs. It gets equal turns only if that estimate is
//! at most twice the work of the second runner, and a small share otherwise.
//!
//! These types only keep accounts: the caller asks whose turn it is, and runs that runner.

#[cfg(test)]
mod tests;

use super::constants::{HOPELESS, LONG, NEAR, SHARE, SHARE_HOPELESS, SHARE_LONG, SHARE_OVERDUE};

/// One of two runners that take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// The runner that begins.
    First,
    /// The runner that gets the second turn.
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

/// Decides whose turn it is, and for how long.
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
    /// The total work up to which each runner may work at present.
    limits: [u64; 2],
    /// The total work that each of the two runners has done.
    spent: [u64; 2],
    quantum: u64,
    most: u64,
    /// How the second runner is favoured; `None` if it is not.
    favour: Option<Favour>,
    /// The runner that has left. The other one continues alone.
    left: Option<Runner>,
    /// The minimum length of the first runner's first turn, in units of work; 0 unless the turn was extended.
    alone: u64,
    /// The total work after which the second runner leaves.
    second_most: u64,
    /// A lower bound on the expected total work of the first runner.
    first_total: u64,
    /// Whether both runners have done all the work that they may do.
    is_spent: bool,
}

/// By how much the second runner is favoured over the first. Each amount of work is in the unit of the runner that
/// does it.
#[derive(Clone, Copy, Debug)]
struct Favour {
    /// The forecast of the second runner's total work.
    forecast: u64,
    /// The work that the second runner gets before the first one begins.
    alone: u64,
    /// The work that the first runner gets in any case, once it has begun.
    head: u64,
}

impl Favour {
    /// The limit on the total work of the first runner, when that of the second runner is `second`. `total` is the
    /// expected total work of the first runner.
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
    /// Turns of `quantum` units of work, after a first turn of `head_start` units. The turns end when each runner
    /// has done `most` units.
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

    /// Favours the second runner, which is forecast to end after `forecast` nodes. It gets `alone`
    /// nodes before the first runner begins. The first runner's expected total is the one reported
    /// to [`expect`](Self::expect), or 0.
    ///
    /// - While the second runner is within its forecast, the first one runs if it is expected to
    ///   end within that forecast. Otherwise it gets 1/32 of the second runner's work, but at least
    ///   `head`, since its early estimates may be far too high.
    /// - Afterwards they get equal turns if the first runner is expected to end within twice the
    ///   work of the second one. Otherwise the first one gets 1/16 of the second one's work. If the
    ///   second one has done at least four times its forecast, and at least a third of the first
    ///   one's expected total, the first one gets 1/4 instead. While the first one's expected total
    ///   is more than four times the work of the second one, the first one gets only 1/64.
    ///
    /// So little is lost if the second runner ends as forecast. If it does not, about a factor of
    /// two is lost at most, provided that the first runner's estimates do not exceed its true
    /// total.
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

    /// The runner whose turn it is, and the limit of its total work; `None` if neither runner may
    /// do more.
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

    /// Records the total work that a runner has done.
    pub fn spend(&mut self, runner: Runner, work: u64) {
        self.spent[runner as usize] = work;
        if runner == Runner::Second && work > self.second_most && self.left.is_none() {
            self.leave(Runner::Second);
        }
    }

    /// Whether the turns have ended because both runners had done all the work that they may do.
    pub fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// Records that a runner does not exist or has given up. The other one continues alone.
    pub fn leave(&mut self, runner: Runner) {
        if self.left.is_some() {
            self.is_spent |= self.left != Some(runner);
            return;
        }
        self.left = Some(runner);
        self.runner = runner.other();
        self.limits[self.runner as usize] = self.most;
    }

    /// Makes the second runner leave once it has done `work` units; the first one then continues alone. Use this
    /// if only the first runner can be resumed after an interruption.
    pub fn let_second_leave_after(&mut self, work: u64) {
        self.second_most = work;
    }

    /// Sets a lower bound on the expected total work of the first runner.
    ///
    /// The winner is independent of the number of threads only if `total` is. So call this only after certain
    /// amounts of work, and not by a clock.
    pub fn expect(&mut self, total: u64) {
        self.first_total = total;
        if let Some(favour) = self.favour
            && self.left.is_none()
        {
            let second = self.limits[Runner::Second as usize];
            self.limits[Runner::First as usize] = favour.limit(second, total).min(self.most);
        }
    }

    /// Extends the first runner's first turn to at least `work` units.
    pub fn extend_first_turn(&mut self, work: u64) {
        self.alone = work;
        self.limits[0] = self.limits[0].max(work.min(self.most));
        if self.left.is_none() && self.spent_by(Runner::Second) == 0 {
            self.runner = Runner::First;
        }
    }

    /// Passes the turn to the other runner. Returns false if there is no further turn.
    fn pass(&mut self) -> bool {
        let [first, second] = self.limits;
        let is_last = match self.runner {
            // If the first turn was extended to all the work that a runner may do, no turn follows it.
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

    /// Passes the turn if the second runner is favoured. The second runner keeps it until the limit of the first
    /// runner is at least the work that the first runner has done.
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
