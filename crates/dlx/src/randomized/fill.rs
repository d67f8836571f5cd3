//! One search that fills places from one side, and what is left in the end exactly.
//!
//! Where things of many kinds are to be laid side by side, most of them can be laid without looking
//! ahead: the first place that is open is covered again and again, by awkward things first. What has to be
//! searched is the end, when the last fifty kinds have to fit together. So this search sweeps over
//! the places with no table of what lives, at the cost of looking at the options of one place for each
//! thing laid; the end, which is small, is copied and searched by the item with the fewest options. After
//! so many nodes it takes back a few things, sometimes many, lays others, and searches another end.
//!
//! The ends teach which kinds are awkward. They are laid first from then on, so the ends are filled with
//! what fits anywhere, and become easy: that is most of what makes this fast.
//!
//! Only where no item may be covered twice.

mod catalog;
mod end;
mod front;
mod rest;
mod room;

use std::sync::Arc;

use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use self::catalog::Catalog;
use self::end::{End, Ended};
use self::front::Front;
use self::rest::Rest;
use self::room::Room;
use super::layout::Layout;
use super::pockets::Pockets;
use super::search::Turn;
use super::strategy::below;
use crate::problem::{OptionId, Problem};
use crate::stop::{StopFlag, Stopped};

/// The items that have to be covered in the end, at most: those of about fifty things of seven places.
const END: usize = 400;

/// The nodes of an end.
const NODES: u64 = 30_000;

/// The nodes of a sweep that does not come to its end: it is stuck.
const SWEEP: u64 = 2_000;

/// So many sweeps at first tell which kinds fit often.
const LESSONS: usize = 10;

/// As many things at least are taken back after an end.
const TAKEN_BACK: usize = 3;

/// A search by sweeps and ends.
#[derive(Clone, Debug)]
pub(super) struct Fill {
    layout: Arc<Layout>,
    catalog: Arc<Catalog>,
    front: Front,
    end: End,
    room: Room,
    random: Xoshiro256PlusPlus,
    has_learned: bool,
    /// The end begins when so many items at most have to be covered.
    end_size: usize,
    nodes: u64,
}

impl Fill {
    /// A search after the givens; none if an item may be covered twice, or if there are no kinds.
    pub(super) fn new(
        problem: &Problem,
        givens: &[OptionId],
        layout: &Arc<Layout>,
        pockets: Option<&Pockets>,
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
            front: Front::new(&catalog, is_open, pockets.clone()),
            end: End::new(pockets),
            room: Room::new(problem.item_count(), layout),
            layout: Arc::clone(layout),
            catalog: Arc::new(catalog),
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            has_learned: false,
            end_size: END,
            nodes: 0,
        }))
    }

    /// The options tried so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Sweeps to an end and searches it. `is_over` ends it before.
    pub(super) fn turn(
        &mut self,
        stop: &StopFlag,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Turn, Stopped> {
        if !self.has_learned {
            self.learn(stop)?;
            self.has_learned = true;
        }
        self.end.forget();
        let mut most = self.end_size;
        let rest = loop {
            if !self.sweep(most, stop)? {
                return Ok(Turn::Spent);
            }
            let first = self.front.first(&self.catalog);
            if let Some(rest) = Rest::new(&self.catalog, &self.front, &self.layout, first, stop)? {
                break rest;
            }
            // Items that need not be covered are too many yet.
            match self.front.needed().checked_sub(1) {
                Some(fewer) => most = fewer,
                None => return Ok(Turn::Found(self.options())),
            }
        };
        let ends = || is_over() || stop.is_set();
        let ended = (self.end).search(&rest, &mut self.room, &mut self.random, NODES, &ends);
        self.nodes += self.end.nodes();
        stop.check()?;
        self.room.learn();
        match ended {
            Ended::Found => return Ok(Turn::Found(self.options())),
            Ended::Exhausted if self.front.chosen().is_empty() => return Ok(Turn::None),
            Ended::Exhausted | Ended::Spent => {}
        }
        let mut back = TAKEN_BACK;
        while below(&mut self.random, 2) == 0 && back < self.front.chosen().len() {
            back *= 2;
        }
        self.front.take_back(back, &self.catalog);
        Ok(Turn::Spent)
    }

    /// The options chosen, by the sweep and by a search that has found the end of it.
    fn options(&self) -> Vec<u32> {
        let chosen = self.front.chosen().iter().chain(self.end.chosen());
        chosen
            .map(|&option| self.catalog.original(option))
            .collect()
    }

    /// Sweeps until so many items at most have to be covered; whether it came so far.
    fn sweep(&mut self, most: usize, stop: &StopFlag) -> Result<bool, Stopped> {
        let (catalog, layout) = (&self.catalog, &self.layout);
        let from = self.front.nodes();
        let mut comes = true;
        while comes && self.front.needed() > most {
            stop.check()?;
            comes = (self.front).step(catalog, layout, &mut self.room, &mut self.random)
                && self.front.nodes() < from + SWEEP;
        }
        self.nodes += self.front.nodes() - from;
        if !comes {
            self.front.take_back(usize::MAX, catalog);
        }
        Ok(comes)
    }

    /// Sweeps a few times to see which kinds fit often.
    fn learn(&mut self, stop: &StopFlag) -> Result<(), Stopped> {
        self.front.watch_fits(true);
        for _ in 0..LESSONS {
            self.sweep(self.end_size, stop)?;
            self.front.take_back(usize::MAX, &self.catalog);
            self.room.learn_fits();
        }
        self.front.watch_fits(false);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dominoes of so many kinds in a rectangle, each of them in every place but for the first, which
    /// has three; and the layout of its cells.
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

    /// A search with ends of so many items, up to an answer: the options, or none, and the nodes.
    fn run(
        problem: &Problem,
        layout: &Arc<Layout>,
        end: usize,
        seed: u64,
    ) -> (Option<Vec<u32>>, u64) {
        let stop = StopFlag::new();
        let pockets = Pockets::new(problem, layout, &stop).unwrap();
        assert!(pockets.is_some(), "an odd pocket cannot be filled");
        let fill = Fill::new(problem, &[], layout, pockets.as_ref(), seed, &stop).unwrap();
        let mut fill = fill.unwrap();
        fill.end_size = end;
        for _ in 0..1000 {
            match fill.turn(&stop, &|| false).unwrap() {
                Turn::Found(options) => return (Some(options), fill.nodes()),
                Turn::None => return (None, fill.nodes()),
                Turn::Spent => {}
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
            let fill = Fill::new(&problem, &[], &layout, None, 1, &stop).unwrap();
            assert!(fill.is_none(), "{lines}");
        }
    }
}
