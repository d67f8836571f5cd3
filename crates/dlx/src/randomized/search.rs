//! One randomized search: it dives, gives up after so many nodes, and begins anew.
//!
//! A node tries an option of an item; when all below it is searched, the option is removed, so that
//! no solution is met twice and the next one has less to search. A search that is not cut off before
//! the end has seen the whole tree; as the limits grow, each comes to its end at some time.
//!
//! As options become few on the way down, those left are copied to tables of their own. Most restarts
//! begin at the last of these tables, some at the one before, few at the root: the end of a dive is
//! cheap to search again in another way, and its beginning is not.

use std::sync::Arc;

use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::layout::Layout;
use super::luby::luby;
use super::pockets::{Ground, Pockets};
use super::position::{Mark, Position};
use super::strategy::Strategy;
use super::weights::Weights;
use crate::stop::{StopFlag, Stopped};

/// The nodes of the shortest dive.
const DIVE: u64 = 200;

/// Of so many restarts from a table one begins at the table before.
const RESTARTS: u64 = 2;

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// With the options of a solution, as numbers of the problem's.
    Found(Vec<u32>),
    /// All was searched: there is no solution.
    None,
    /// Its nodes were spent.
    Spent,
}

/// A level of the tree.
#[derive(Clone, Debug)]
struct Frame {
    /// What was done before the level.
    entry: Mark,
    /// What was done when the options searched already were removed.
    mark: Mark,
    /// The table of its options.
    level: usize,
    /// Where its options are among the candidates, and how many of them were tried.
    candidates: usize,
    tried: usize,
    chosen: Option<u32>,
}

/// The places that a position leaves open.
struct Left<'l> {
    position: &'l Position,
    layout: &'l Layout,
}

impl Ground for Left<'_> {
    fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> {
        self.layout.neighbours(place).iter().map(|&at| at as usize)
    }

    fn is_open(&self, place: usize) -> bool {
        self.position.is_open(place)
    }

    fn is_needed(&self, place: usize) -> bool {
        self.position.need(place) > 0
    }
}

/// A search that can be interrupted after any number of nodes.
#[derive(Clone, Debug)]
pub(super) struct Search {
    position: Position,
    layout: Arc<Layout>,
    pockets: Option<Pockets>,
    weights: Weights,
    random: Xoshiro256PlusPlus,
    strategy: Strategy,
    frames: Vec<Frame>,
    /// The options of all frames, in the order in which they are tried.
    candidates: Vec<u32>,
    /// An option was chosen, and its level has not begun.
    descends: bool,
    restarts: u64,
    /// The nodes left of this dive.
    left: u64,
    nodes: u64,
    keyed: Vec<(i64, u32)>,
}

impl Search {
    pub(super) fn new(
        position: Position,
        layout: Arc<Layout>,
        pockets: Option<Pockets>,
        strategy: Strategy,
        seed: u64,
    ) -> Self {
        Self {
            weights: Weights::new(&position, &layout),
            position,
            layout,
            pockets,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            strategy,
            frames: Vec::new(),
            candidates: Vec::new(),
            descends: true,
            restarts: 0,
            left: DIVE,
            nodes: 0,
            keyed: Vec::new(),
        }
    }

    /// The options tried so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches on until a turn is over. `is_over` ends it before.
    pub(super) fn turn(
        &mut self,
        stop: &StopFlag,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Turn, Stopped> {
        if self.nodes == 0 && self.position.hopeless() {
            return Ok(Turn::None);
        }
        let end = self.nodes + self.strategy.turn;
        while self.nodes < end && !is_over() {
            stop.check()?;
            if self.descends && self.descend(stop)? {
                return Ok(Turn::Found(self.solution()));
            }
            if self.left == 0 {
                self.restart();
            } else if !self.next() {
                return Ok(Turn::None);
            }
        }
        Ok(Turn::Spent)
    }

    /// Begins a level; whether there is nothing left to cover.
    fn descend(&mut self, stop: &StopFlag) -> Result<bool, Stopped> {
        let entry = self.position.mark();
        self.position.narrow(stop)?;
        let (strategy, position) = (&self.strategy, &self.position);
        let (layout, weights) = (&self.layout, &self.weights);
        let Some(item) = strategy.item(position, layout, weights, &mut self.random) else {
            return Ok(true);
        };
        self.keyed.clear();
        for place in 0..position.table().size(item) {
            let option = position.table().option(item, place);
            let key = strategy.key(option, position, layout, weights, &mut self.random);
            self.keyed.push((key, option));
        }
        self.keyed.sort_unstable();
        let candidates = self.candidates.len();
        self.candidates
            .extend(self.keyed.iter().map(|&(_, option)| option));
        self.frames.push(Frame {
            entry,
            mark: self.position.mark(),
            level: self.position.level(),
            candidates,
            tried: 0,
            chosen: None,
        });
        self.descends = false;
        Ok(false)
    }

    /// Tries the next option of the last level, or leaves it; `false` if there is no level left.
    fn next(&mut self) -> bool {
        let Some(frame) = self.frames.last_mut() else {
            return false;
        };
        let mut is_done = false;
        if let Some(option) = frame.chosen.take() {
            self.position.undo(frame.mark, Some(option));
            if let Err(item) = self.position.remove(option) {
                self.weights.fail(item, &self.position);
                is_done = true;
            }
            frame.mark = self.position.mark();
        }
        let at = frame.candidates + frame.tried;
        let Some(&option) = self.candidates.get(at).filter(|_| !is_done) else {
            self.candidates.truncate(frame.candidates);
            self.frames.pop();
            return true;
        };
        frame.tried += 1;
        frame.chosen = Some(option);
        self.nodes += 1;
        self.left -= 1;
        match self.position.choose(option) {
            Ok(()) => self.descends = !self.has_dead_pocket(option),
            Err(item) => self.weights.fail(item, &self.position),
        }
        true
    }

    /// Whether an option just chosen leaves a part of the board that cannot be filled.
    fn has_dead_pocket(&mut self, option: u32) -> bool {
        let Some(pockets) = &mut self.pockets else {
            return false;
        };
        let places = self.position.table().items(option);
        let left = Left {
            position: &self.position,
            layout: &self.layout,
        };
        pockets.fail_beside(places, &left)
    }

    /// Gives up this dive, and begins anew at the root or at one of the tables on the way down.
    fn restart(&mut self) {
        self.restarts += 1;
        self.left = DIVE * luby(self.restarts + 1);
        self.weights.learn();
        let mut level = self.frames.last().map_or(0, |frame| frame.level);
        let mut rest = self.restarts;
        while rest.is_multiple_of(RESTARTS) && level > 0 {
            rest /= RESTARTS;
            level -= 1;
        }
        while let Some(frame) = self.frames.pop_if(|frame| frame.level >= level) {
            self.position.undo(frame.mark, frame.chosen);
            self.position.undo(frame.entry, None);
            self.candidates.truncate(frame.candidates);
        }
        self.descends = true;
    }

    /// The options chosen.
    fn solution(&self) -> Vec<u32> {
        let original = |frame: &Frame| {
            let option = frame.chosen?;
            Some(self.position.original(frame.level, option))
        };
        self.frames.iter().filter_map(original).collect()
    }
}
