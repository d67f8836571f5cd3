//! Several strategies and an exact engine that take turns; who wins does not depend on the clock.
//!
//! In each lap every contestant has a turn of so many nodes, whatever else goes on. The winner is the
//! first one, in their order, of the first lap in which any of them comes to an answer. So the
//! answer depends on the problem and the seed alone, and on one thread it costs little more than
//! if whoever wins had known it before.
//!
//! A [`Fill`] has the first laps for itself, where it can search the problem, since the tables of the
//! others take as long to build as it takes for a good many nodes.
//!
//! In laps whose number is a power of two, the exact engine has a turn, too: it begins at the root, with
//! so many nodes for each lap so far. At some time it comes to its end, so there is an answer where
//! there is no solution.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::fill::Fill;
use super::layout::Layout;
use super::pockets::Pockets;
use super::position::Position;
use super::search::{Search, Turn};
use super::strategy::Strategy;
use crate::problem::{OptionId, Problem};
use crate::stop::{StopFlag, Stopped};
use crate::threads::Pool;

/// With more entries, one search alone is tried: there may be no room for the tables of several.
const LARGE: usize = 1 << 24;

/// The laps that a [`Fill`] has for itself, and one more for so many entries.
const ALONE: (u64, usize) = (4, 1 << 17);

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

/// A search that takes turns.
enum Contestant {
    Fill(Box<Fill>),
    Search(Box<Search>),
}

impl Contestant {
    fn nodes(&self) -> u64 {
        match self {
            Self::Fill(fill) => fill.nodes(),
            Self::Search(search) => search.nodes(),
        }
    }

    fn turn(&mut self, stop: &StopFlag, is_over: &dyn Fn() -> bool) -> Result<Turn, Stopped> {
        match self {
            Self::Fill(fill) => fill.turn(stop, is_over),
            Self::Search(search) => search.turn(stop, is_over),
        }
    }
}

/// What is needed to set up those who join late.
struct Entrance {
    givens: Vec<OptionId>,
    layout: Arc<Layout>,
    pockets: Option<Pockets>,
    strategies: &'static [Strategy],
    seed: u64,
    /// The lap that they join in; `None` if they do not.
    lap: Option<u64>,
}

/// The contestants and how far they have come.
pub(crate) struct Race<'r> {
    problem: &'r Problem,
    contestants: Vec<Mutex<Contestant>>,
    entrance: Entrance,
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
        let strategies = match layout {
            Some(_) => &Strategy::WITH_LAYOUT[..],
            None => &Strategy::WITHOUT,
        };
        let layout = layout.map_or_else(|| Arc::new(Layout::unknown(problem)), Arc::clone);
        let pockets = Pockets::new(problem, &layout, stop)?;
        let fill = Fill::new(problem, givens, &layout, pockets.as_ref(), seed, stop)?;
        let is_large = problem.entry_count() > LARGE;
        let (laps, entries) = ALONE;
        let lap = match fill {
            Some(_) if is_large => None,
            Some(_) => Some(1 + laps + (problem.entry_count() / entries) as u64),
            None => Some(1),
        };
        let count = if is_large { 1 } else { strategies.len() };
        let entrance = Entrance {
            givens: givens.to_vec(),
            layout,
            pockets,
            strategies: &strategies[..count],
            seed,
            lap,
        };
        let fill = fill.map(|fill| Mutex::new(Contestant::Fill(Box::new(fill))));
        Ok(Self {
            problem,
            contestants: fill.into_iter().collect(),
            entrance,
            stop,
            laps: 0,
            exact: 0,
        })
    }

    /// Lets the others join; whether there may be a solution.
    fn join(&mut self) -> Result<bool, Stopped> {
        let entrance = &self.entrance;
        let mut position = Position::new(self.problem, self.stop)?;
        for given in &entrance.givens {
            if position.choose(given.number()).is_err() {
                return Ok(false);
            }
            self.stop.check()?;
        }
        let search = |(at, &strategy): (usize, &Strategy)| {
            let seed = (entrance.seed)
                .wrapping_mul(entrance.strategies.len() as u64)
                .wrapping_add(at as u64);
            let search = Search::new(
                position.clone(),
                Arc::clone(&entrance.layout),
                entrance.pockets.clone(),
                strategy,
                seed,
            );
            Mutex::new(Contestant::Search(Box::new(search)))
        };
        let searches = entrance.strategies.iter().enumerate().map(search);
        self.contestants.extend(searches);
        Ok(true)
    }

    /// The options tried so far by all of them.
    pub(crate) fn nodes(&self) -> u64 {
        let nodes = (self.contestants.iter()).map(|contestant| lock(contestant).nodes());
        nodes.sum::<u64>() + self.exact
    }

    /// Gives each of them a turn, on the threads of a pool if there is one.
    pub(crate) fn lap(
        &mut self,
        pool: Option<&Pool>,
        engine: &Engine<'_>,
    ) -> Result<Option<Verdict>, Stopped> {
        self.laps += 1;
        if self.entrance.lap == Some(self.laps) && !self.join()? {
            return Ok(Some(Verdict::None));
        }
        let has_exact = self.laps > 1 && self.laps.is_power_of_two();
        let turns = self.contestants.len() + usize::from(has_exact);
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
        let Some(contestant) = self.contestants.get(at) else {
            let lap = self.laps;
            return Ok(engine(&Lap { lap, is_over }));
        };
        Ok(match lock(contestant).turn(self.stop, is_over)? {
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
