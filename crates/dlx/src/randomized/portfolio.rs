//! Several strategies and an exact engine, which take turns. Which one wins does not depend on the clock.
//!
//! In each lap, every member of the portfolio gets a turn of a fixed number of nodes. If any members have an
//! answer in a lap, the first of them in a fixed order wins. So the answer depends only on the problem and the
//! seed. On one thread, it costs little more than all turns up to the winner's.
//!
//! If a [`FillSearch`] can search the problem, it runs alone in the first laps, because the tables of the other
//! members take long to build.
//!
//! In laps whose number is a power of two, the exact engine gets a turn too. It begins at the root each time, with
//! a number of nodes proportional to the number of the lap. At some lap it searches the whole tree, so the
//! portfolio ends even if the problem has no solutions.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::fill::FillSearch;
use super::layout::Layout;
use super::pockets::PocketCheck;
use super::position::FillPosition;
use super::search::{RandomizedSearch, TurnEnd};
use super::strategy::Strategy;
use crate::problem::{OptionId, Problem};
use crate::stop::{StopFlag, Stopped};
use crate::threads::Pool;

/// If the problem has more entries than this, only one [`RandomizedSearch`] joins the portfolio, since the tables
/// of several might not fit into memory.
const LARGE: usize = 1 << 24;

/// A [`FillSearch`] runs alone for this many laps (rounds of turns), and for one more lap per this many entries of
/// the problem.
const ALONE: (u64, usize) = (4, 1 << 17);

/// The result of a portfolio: a solution, or the proof that there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AnyVerdict {
    Found(Vec<OptionId>),
    None,
}

/// The result of one turn of a member of a portfolio.
pub(crate) enum ExactTurn {
    Verdict(AnyVerdict),
    /// The turn ended without an answer, after this number of nodes. Members other than the exact engine report 0.
    Spent(u64),
}

/// What an exact engine needs for one turn.
pub(crate) struct ExactRequest<'l> {
    /// The number of the lap, or round of turns, in which the turn takes place. It is a power of two.
    pub(crate) lap: u64,
    /// Returns true once an earlier member of the portfolio has found the answer in this lap, so that the engine
    /// can stop.
    pub(crate) is_over: &'l dyn Fn() -> bool,
}

/// A function that gives an exact engine one turn. The engine searches from the root, with a number of nodes
/// proportional to the number of the lap (the round of turns).
type ExactEngine<'e> = dyn Fn(&ExactRequest<'_>) -> ExactTurn + Sync + 'e;

/// A search that takes a turn in every lap of the portfolio.
enum PortfolioMember {
    Fill(Box<FillSearch>),
    Search(Box<RandomizedSearch>),
}

impl PortfolioMember {
    fn nodes(&self) -> u64 {
        match self {
            Self::Fill(fill) => fill.nodes(),
            Self::Search(search) => search.nodes(),
        }
    }

    fn turn(&mut self, stop: &StopFlag, is_over: &dyn Fn() -> bool) -> Result<TurnEnd, Stopped> {
        match self {
            Self::Fill(fill) => fill.turn(stop, is_over),
            Self::Search(search) => search.turn(stop, is_over),
        }
    }
}

/// What is needed to set up the members of the portfolio that join in a later lap, or in the first one if no
/// [`FillSearch`] runs.
struct LateMembers {
    givens: Vec<OptionId>,
    layout: Arc<Layout>,
    pockets: Option<PocketCheck>,
    strategies: &'static [Strategy],
    seed: u64,
    /// The lap of the portfolio in which these members join; `None` if they never do.
    lap: Option<u64>,
}

/// The members of a portfolio, and the number of laps (rounds of turns) and nodes so far.
pub(crate) struct StrategyPortfolio<'r> {
    problem: &'r Problem,
    members: Vec<Mutex<PortfolioMember>>,
    late: LateMembers,
    stop: &'r StopFlag,
    laps: u64,
    /// The number of nodes that the exact engine has searched, in all its turns.
    exact: u64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'r> StrategyPortfolio<'r> {
    /// Sets up the portfolio and, if it can search the problem, a [`FillSearch`]. The other members join later.
    pub(crate) fn new(
        problem: &'r Problem,
        givens: &[OptionId],
        layout: Option<&Arc<Layout>>,
        seed: u64,
        stop: &'r StopFlag,
    ) -> Result<Self, Stopped> {
        let strategies = match layout {
            Some(_) => &Strategy::WITH_LAYOUT[..],
            None => &Strategy::WITHOUT,
        };
        let layout = layout.map_or_else(|| Arc::new(Layout::unknown(problem)), Arc::clone);
        let pockets = PocketCheck::new(problem, &layout, stop)?;
        let fill = FillSearch::new(problem, givens, &layout, pockets.as_ref(), seed, stop)?;
        let is_large = problem.entry_count() > LARGE;
        let (laps, entries) = ALONE;
        let lap = match fill {
            Some(_) if is_large => None,
            Some(_) => Some(1 + laps + (problem.entry_count() / entries) as u64),
            None => Some(1),
        };
        let count = if is_large { 1 } else { strategies.len() };
        let late = LateMembers {
            givens: givens.to_vec(),
            layout,
            pockets,
            strategies: &strategies[..count],
            seed,
            lap,
        };
        let fill = fill.map(|fill| Mutex::new(PortfolioMember::Fill(Box::new(fill))));
        Ok(Self {
            problem,
            members: fill.into_iter().collect(),
            late,
            stop,
            laps: 0,
            exact: 0,
        })
    }

    /// Adds the members of the portfolio that join later. Returns false if the givens cannot be chosen together,
    /// so that there is no solution.
    fn join(&mut self) -> Result<bool, Stopped> {
        let late = &self.late;
        let mut position = FillPosition::new(self.problem, self.stop)?;
        for given in &late.givens {
            if position.choose(given.number()).is_err() {
                return Ok(false);
            }
            self.stop.check()?;
        }
        let search = |(at, &strategy): (usize, &Strategy)| {
            let seed = (late.seed)
                .wrapping_mul(late.strategies.len() as u64)
                .wrapping_add(at as u64);
            let search = RandomizedSearch::new(
                position.clone(),
                Arc::clone(&late.layout),
                late.pockets.clone(),
                strategy,
                seed,
            );
            Mutex::new(PortfolioMember::Search(Box::new(search)))
        };
        let searches = late.strategies.iter().enumerate().map(search);
        self.members.extend(searches);
        Ok(true)
    }

    /// The number of options that all members of the portfolio have tried together.
    pub(crate) fn nodes(&self) -> u64 {
        let nodes = (self.members.iter()).map(|member| lock(member).nodes());
        nodes.sum::<u64>() + self.exact
    }

    /// Gives each member of the portfolio a turn, on the threads of the pool if there is one. Returns the verdict
    /// of the first member that has one.
    pub(crate) fn lap(
        &mut self,
        pool: Option<&Pool>,
        engine: &ExactEngine<'_>,
    ) -> Result<Option<AnyVerdict>, Stopped> {
        self.laps += 1;
        if self.late.lap == Some(self.laps) && !self.join()? {
            return Ok(Some(AnyVerdict::None));
        }
        let has_exact = self.laps > 1 && self.laps.is_power_of_two();
        let turns = self.members.len() + usize::from(has_exact);
        let (next, winner) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let ended: Mutex<(Vec<(usize, AnyVerdict)>, u64)> = Mutex::default();
        let take_turns = || {
            loop {
                let at = next.fetch_add(1, Relaxed);
                if at >= turns || self.stop.is_set() {
                    return;
                }
                let is_over = || winner.load(Relaxed) < at;
                match self.turn(at, engine, &is_over) {
                    Ok(ExactTurn::Verdict(verdict)) => {
                        winner.fetch_min(at, Relaxed);
                        lock(&ended).0.push((at, verdict));
                    }
                    Ok(ExactTurn::Spent(nodes)) => lock(&ended).1 += nodes,
                    Err(Stopped) => return,
                }
            }
        };
        match pool {
            Some(pool) => pool.run_alongside(take_turns, || ()),
            None => take_turns(),
        }
        let (verdicts, nodes) = ended.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.exact += nodes;
        self.stop.check()?;
        let first = verdicts.into_iter().min_by_key(|&(at, _)| at);
        Ok(first.map(|(_, verdict)| verdict))
    }

    /// Gives the member of the portfolio with index `at` a turn. The exact engine has the index after the last
    /// member.
    fn turn(
        &self,
        at: usize,
        engine: &ExactEngine<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<ExactTurn, Stopped> {
        let Some(member) = self.members.get(at) else {
            let lap = self.laps;
            return Ok(engine(&ExactRequest { lap, is_over }));
        };
        Ok(match lock(member).turn(self.stop, is_over)? {
            TurnEnd::Found(numbers) => {
                ExactTurn::Verdict(AnyVerdict::Found(self.options(&numbers)))
            }
            TurnEnd::None => ExactTurn::Verdict(AnyVerdict::None),
            TurnEnd::Spent => ExactTurn::Spent(0),
        })
    }

    fn options(&self, numbers: &[u32]) -> Vec<OptionId> {
        let option = |&number: &u32| self.problem.option(number as usize);
        numbers.iter().filter_map(option).collect()
    }
}
