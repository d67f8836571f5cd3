//! A search that covers the places from one side, and then searches the rest exactly.
//!
//! With many kinds of pieces, most can be laid without looking ahead: cover the first open place
//! repeatedly, and prefer awkward kinds. Only the end needs a search, when the last fifty or
//! so pieces have to fit together. So this search first sweeps over the places. The sweep keeps no
//! table of live options: to lay a piece, it looks only at the options of one place. The small
//! problem that remains, the *endgame*, is copied and searched exactly, branching on the item with
//! the fewest options. When its limit of nodes is reached, the search takes back some pieces, lays
//! others, and searches another endgame.
//!
//! The searches of endgames show which kinds are awkward. Later sweeps lay these first, so later
//! endgames consist of kinds that fit anywhere and are easy. This is the main reason for the speed.
//!
//! This search applies only if no item may be covered twice.

mod catalog;
mod endgame;
mod residual;
mod room;
mod sweep;

use std::sync::Arc;

use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use self::catalog::Catalog;
use self::endgame::{Endgame, EndgameEnd};
use self::residual::SweepResidual;
use self::room::Room;
use self::sweep::PlaceSweep;
use super::layout::Layout;
use super::pockets::PocketCheck;
use super::search::TurnEnd;
use super::strategy::below;
use crate::problem::{OptionId, Problem};
use crate::stop::{StopFlag, Stopped};

/// The endgame begins when at most this many items must still be covered: about fifty pieces of seven cells.
const END: usize = 400;

/// The maximum number of nodes in the search of one endgame.
const NODES: u64 = 30_000;

/// The maximum number of nodes of a sweep. A sweep that reaches it before its end counts as stuck
/// and is restarted.
const SWEEP: u64 = 2_000;

/// The number of initial sweeps. They only count how often each kind of piece fits.
const LESSONS: usize = 10;

/// The minimum number of pieces to take back after the search of an endgame.
const TAKEN_BACK: usize = 3;

/// A search that alternates between sweeps and endgames.
#[derive(Clone, Debug)]
pub(super) struct FillSearch {
    layout: Arc<Layout>,
    catalog: Arc<Catalog>,
    sweep: PlaceSweep,
    endgame: Endgame,
    room: Room,
    random: Xoshiro256PlusPlus,
    has_learned: bool,
    /// The endgame begins when at most this many items must still be covered.
    end_size: usize,
    nodes: u64,
}

impl FillSearch {
    /// Sets up a search in which the given options are already chosen. Returns `None` if an item may be covered
    /// twice, or if the layout has no kinds of pieces.
    pub(super) fn new(
        problem: &Problem,
        givens: &[OptionId],
        layout: &Arc<Layout>,
        pockets: Option<&PocketCheck>,
        seed: u64,
        stop: &StopFlag,
    ) -> Result<Option<Self>, Stopped> {
        let once = |item| problem.bounds(item).is_none_or(|bounds| *bounds.end() == 1);
        if layout.kinds().is_empty() || !problem.items().all(once) {
            return Ok(None);
        }
        let mut is_open = vec![true; problem.item_count()];
        for &given in givens {
            for item in problem.option_items(given) {
                is_open[item.index()] = false;
            }
        }
        let mut pockets = pockets.cloned();
        let catalog = Catalog::new(problem, &is_open, layout, pockets.as_mut(), stop)?;
        Ok(Some(Self {
            sweep: PlaceSweep::new(&catalog, is_open, pockets.clone()),
            endgame: Endgame::new(pockets),
            room: Room::new(problem.item_count(), layout),
            layout: Arc::clone(layout),
            catalog: Arc::new(catalog),
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            has_learned: false,
            end_size: END,
            nodes: 0,
        }))
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Makes one turn: a sweep, and a search of the endgame that it leaves. Stops early if `is_over` returns true.
    pub(super) fn turn(
        &mut self,
        stop: &StopFlag,
        is_over: &dyn Fn() -> bool,
    ) -> Result<TurnEnd, Stopped> {
        if !self.has_learned {
            self.learn(stop)?;
            self.has_learned = true;
        }
        self.endgame.forget();
        let mut most = self.end_size;
        let residual = loop {
            if !self.sweep(most, stop)? {
                return Ok(TurnEnd::Spent);
            }
            let first = self.sweep.first(&self.catalog);
            if let Some(residual) =
                SweepResidual::new(&self.catalog, &self.sweep, &self.layout, first, stop)?
            {
                break residual;
            }
            // The endgame still has too many items, counting those that need not be covered. Sweep further.
            match self.sweep.needed().checked_sub(1) {
                Some(fewer) => most = fewer,
                None => return Ok(TurnEnd::Found(self.options())),
            }
        };
        let ends = || is_over() || stop.is_set();
        let ended =
            (self.endgame).search(&residual, &mut self.room, &mut self.random, NODES, &ends);
        self.nodes += self.endgame.nodes();
        stop.check()?;
        self.room.learn();
        match ended {
            EndgameEnd::Found => return Ok(TurnEnd::Found(self.options())),
            EndgameEnd::Exhausted if self.sweep.chosen().is_empty() => return Ok(TurnEnd::None),
            EndgameEnd::Exhausted | EndgameEnd::Spent => {}
        }
        let mut back = TAKEN_BACK;
        while below(&mut self.random, 2) == 0 && back < self.sweep.chosen().len() {
            back *= 2;
        }
        self.sweep.take_back(back, &self.catalog);
        Ok(TurnEnd::Spent)
    }

    /// The indices of the options chosen by the sweep and by a successful search of its endgame.
    fn options(&self) -> Vec<u32> {
        let chosen = self.sweep.chosen().iter().chain(self.endgame.chosen());
        chosen
            .map(|&option| self.catalog.original(option))
            .collect()
    }

    /// Sweeps until at most `most` items must still be covered. Returns false if the sweep gets
    /// stuck.
    fn sweep(&mut self, most: usize, stop: &StopFlag) -> Result<bool, Stopped> {
        let (catalog, layout) = (&self.catalog, &self.layout);
        let from = self.sweep.nodes();
        let mut comes = true;
        while comes && self.sweep.needed() > most {
            stop.check()?;
            comes = (self.sweep).step(catalog, layout, &mut self.room, &mut self.random)
                && self.sweep.nodes() < from + SWEEP;
        }
        self.nodes += self.sweep.nodes() - from;
        if !comes {
            self.sweep.take_back(usize::MAX, catalog);
        }
        Ok(comes)
    }

    /// Runs the initial sweeps, which count how often each kind of piece fits.
    fn learn(&mut self, stop: &StopFlag) -> Result<(), Stopped> {
        self.sweep.watch_fits(true);
        for _ in 0..LESSONS {
            self.sweep(self.end_size, stop)?;
            self.sweep.take_back(usize::MAX, &self.catalog);
            self.room.learn_fits();
        }
        self.sweep.watch_fits(false);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A problem: fill a rectangle with one domino of each kind. Also returns the layout of its cells. The first
    /// kind fits in three places only, the others everywhere.
    fn dominoes(width: usize, height: usize, kinds: usize) -> (Problem, Arc<Layout>) {
        let mut problem = Problem::new();
        let mut add = |name: String| problem.add_primary(name).unwrap();
        let cells: Vec<_> = (0..width * height)
            .map(|at| add(format!("c{at}")))
            .collect();
        let kinds: Vec<_> = (0..kinds).map(|at| add(format!("k{at}"))).collect();
        let mut pairs = Vec::new();
        for (at, &cell) in cells.iter().enumerate() {
            let right = (at % width + 1 < width).then(|| cells[at + 1]);
            let below = cells.get(at + width).copied();
            pairs.extend(right.into_iter().chain(below).map(|next| (cell, next)));
        }
        for (at, &kind) in kinds.iter().enumerate() {
            let places = if at == 0 { &pairs[5..8] } else { &pairs[..] };
            for &(one, other) in places {
                problem.add_option(&[one, other, kind]).unwrap();
            }
        }
        let layout = Layout::new(&problem, &cells, &pairs).unwrap();
        (problem, Arc::new(layout))
    }

    /// Runs a search, with endgames of at most `end` items, until it has an answer. Returns the options of the
    /// solution, if there is one, and the number of nodes.
    fn run(
        problem: &Problem,
        layout: &Arc<Layout>,
        end: usize,
        seed: u64,
    ) -> (Option<Vec<u32>>, u64) {
        let stop = StopFlag::new();
        let pockets = PocketCheck::new(problem, layout, &stop).unwrap();
        assert!(pockets.is_some(), "an odd pocket cannot be filled");
        let fill = FillSearch::new(problem, &[], layout, pockets.as_ref(), seed, &stop).unwrap();
        let mut fill = fill.unwrap();
        fill.end_size = end;
        for _ in 0..1000 {
            match fill.turn(&stop, &|| false).unwrap() {
                TurnEnd::Found(options) => return (Some(options), fill.nodes()),
                TurnEnd::None => return (None, fill.nodes()),
                TurnEnd::Spent => {}
            }
        }
        panic!("no answer");
    }

    #[test]
    fn what_it_finds_is_a_solution_and_a_seed_finds_the_same() {
        let (problem, layout) = dominoes(6, 6, 18);
        for end in [0, 1, 7, 20, 54] {
            for seed in 0..8 {
                let found = run(&problem, &layout, end, seed);
                assert_eq!(run(&problem, &layout, end, seed), found, "{end}, {seed}");
                let options: Vec<OptionId> = (found.0.unwrap().iter())
                    .map(|&option| problem.option(option as usize).unwrap())
                    .collect();
                assert_eq!(problem.check(&options), Ok(()), "{end}, {seed}");
            }
        }
    }

    #[test]
    fn there_is_none_where_the_end_is_all_there_is() {
        let (problem, layout) = dominoes(4, 2, 5);
        assert_eq!(run(&problem, &layout, END, 1).0, None);
    }

    #[test]
    fn not_where_an_item_may_be_covered_twice_or_without_kinds() {
        let stop = StopFlag::new();
        for lines in ["0:2|a b c\na b\nb c\n", "a b\na\nb\n"] {
            let problem = crate::text::read(lines).unwrap();
            let places: Vec<_> = problem.items().take(2).collect();
            let layout = Arc::new(Layout::new(&problem, &places, &[]).unwrap());
            let fill = FillSearch::new(&problem, &[], &layout, None, 1, &stop).unwrap();
            assert!(fill.is_none(), "{lines}");
        }
    }
}
