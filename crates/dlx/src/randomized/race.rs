//! Several strategies and an exact engine that take turns; who wins does not depend on the clock.
//!
//! In each lap every contestant has a turn of so many nodes, whatever else goes on. The winner is the
//! first one, in their order, of the first lap in which any of them comes to an answer. So the
//! answer depends on the problem and the seed alone, and on one thread it costs little more than
//! if whoever wins had known it before.
//!
//! In laps whose number is a power of two, the exact engine has a turn, too: it begins at the root, with
//! so many nodes for each lap so far. At some time it comes to its end, so there is an answer where
//! there is no solution.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::layout::Layout;
use super::pockets::Pockets;
use super::position::Position;
use super::search::{Search, Turn};
use super::strategy::Strategy;
use crate::problem::{OptionId, Problem};
use crate::stop::{StopFlag, Stopped};
use crate::threads::Pool;

/// With more entries, one strategy alone is tried: there may be no room for the tables of several.
const LARGE: usize = 1 << 24;

/// What came of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Found(Vec<OptionId>),
    None,
}

/// How an exact engine ended.
pub(crate) enum Exact {
    Verdict(Verdict),
    /// After so many nodes.
    Spent(u64),
}

/// What an exact engine is asked for.
pub(crate) struct Lap<'l> {
    /// The number of the lap, a power of two.
    pub(crate) lap: u64,
    /// Whether it is to end before its nodes are spent, since another one has won.
    pub(crate) is_over: &'l dyn Fn() -> bool,
}

/// An exact engine: searches from the beginning, with some number of nodes for each lap so far.
type Engine<'e> = dyn Fn(&Lap<'_>) -> Exact + Sync + 'e;

/// The contestants and how far they have come.
pub(crate) struct Race<'r> {
    problem: &'r Problem,
    searches: Vec<Mutex<Search>>,
    stop: &'r StopFlag,
    laps: u64,
    /// The nodes of the exact engine.
    exact: u64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'r> Race<'r> {
    /// Sets up the contestants.
    pub(crate) fn new(
        problem: &'r Problem,
        givens: &[OptionId],
        layout: Option<&Arc<Layout>>,
        seed: u64,
        stop: &'r StopFlag,
    ) -> Result<Self, Stopped> {
        let mut strategies = match layout {
            Some(_) => &Strategy::WITH_LAYOUT[..],
            None => &Strategy::WITHOUT,
        };
        if problem.entry_count() > LARGE {
            strategies = &strategies[..1];
        }
        let layout = layout.map_or_else(|| Arc::new(Layout::unknown(problem)), Arc::clone);
        let pockets = Pockets::new(problem, &layout, stop)?;
        let mut position = Position::new(problem, stop)?;
        let mut is_hopeless = false;
        for given in givens {
            is_hopeless |= position.choose(given.number()).is_err();
            stop.check()?;
        }
        if is_hopeless {
            strategies = &[];
        }
        let search = |(at, &strategy): (usize, &Strategy)| {
            let seed = seed
                .wrapping_mul(strategies.len() as u64)
                .wrapping_add(at as u64);
            let search = Search::new(
                position.clone(),
                Arc::clone(&layout),
                pockets.clone(),
                strategy,
                seed,
            );
            Mutex::new(search)
        };
        Ok(Self {
            problem,
            searches: strategies.iter().enumerate().map(search).collect(),
            stop,
            laps: 0,
            exact: 0,
        })
    }

    /// The options tried so far by all of them.
    pub(crate) fn nodes(&self) -> u64 {
        let searches = self.searches.iter().map(|search| lock(search).nodes());
        searches.sum::<u64>() + self.exact
    }

    /// Gives each of them a turn, on the threads of a pool if there is one.
    pub(crate) fn lap(
        &mut self,
        pool: Option<&Pool>,
        engine: &Engine<'_>,
    ) -> Result<Option<Verdict>, Stopped> {
        if self.searches.is_empty() {
            return Ok(Some(Verdict::None));
        }
        self.laps += 1;
        let has_exact = self.laps > 1 && self.laps.is_power_of_two();
        let turns = self.searches.len() + usize::from(has_exact);
        let (next, winner) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let ended: Mutex<(Vec<(usize, Verdict)>, u64)> = Mutex::default();
        let take_turns = || {
            loop {
                let at = next.fetch_add(1, Relaxed);
                if at >= turns || self.stop.is_set() {
                    return;
                }
                let is_over = || winner.load(Relaxed) < at;
                match self.turn(at, engine, &is_over) {
                    Ok(Exact::Verdict(verdict)) => {
                        winner.fetch_min(at, Relaxed);
                        lock(&ended).0.push((at, verdict));
                    }
                    Ok(Exact::Spent(nodes)) => lock(&ended).1 += nodes,
                    Err(Stopped) => return,
                }
            }
        };
        match pool {
            Some(pool) => pool.beside(take_turns, || ()),
            None => take_turns(),
        }
        let (verdicts, nodes) = ended.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.exact += nodes;
        self.stop.check()?;
        let first = verdicts.into_iter().min_by_key(|&(at, _)| at);
        Ok(first.map(|(_, verdict)| verdict))
    }

    /// A turn of one of them; the exact engine is the last one.
    fn turn(
        &self,
        at: usize,
        engine: &Engine<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Exact, Stopped> {
        let Some(search) = self.searches.get(at) else {
            let lap = self.laps;
            return Ok(engine(&Lap { lap, is_over }));
        };
        Ok(match lock(search).turn(self.stop, is_over)? {
            Turn::Found(numbers) => Exact::Verdict(Verdict::Found(self.options(&numbers))),
            Turn::None => Exact::Verdict(Verdict::None),
            Turn::Spent => Exact::Spent(0),
        })
    }

    fn options(&self, numbers: &[u32]) -> Vec<OptionId> {
        let option = |&number: &u32| self.problem.option(number as usize);
        numbers.iter().filter_map(option).collect()
    }
}
