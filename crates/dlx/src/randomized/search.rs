//! A randomized search. It *dives* into the tree, gives up after a limited number of nodes, and restarts.
//!
//! Each node tries one option of an item. When everything below a node has been searched, its option is removed.
//! So no solution is found twice, and less remains to be searched. A dive that ends before its limit has completed
//! the search of the whole tree. As the limits increase, this happens eventually.
//!
//! As options become few on the way down, the live ones are copied to separate tables. Most restarts begin at the
//! last of these tables, some at the one before, and few at the root. To repeat the end of a dive in another order
//! is cheap; to repeat its beginning is expensive.

use std::sync::Arc;

use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::layout::Layout;
use super::luby::luby;
use super::pockets::{PocketCheck, PocketGround};
use super::position::{FillPosition, UndoMark};
use super::strategy::Strategy;
use super::weights::LearnedWeights;
use crate::stop::{StopFlag, Stopped};

/// The node limit of the shortest dive. A dive is the run between two restarts.
const DIVE: u64 = 200;

/// One restart in `RESTARTS` leaves the current table of live options, and begins at the table before it. Of
/// these restarts, again one in `RESTARTS` goes back one more table, and so on.
const RESTARTS: u64 = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TurnEnd {
    /// A solution was found; holds the indices of its options in the problem.
    Found(Vec<u32>),
    /// The whole tree was searched: there is no solution.
    None,
    /// The turn ended without an answer: its nodes were used up, or the search was stopped.
    Spent,
}

/// A level of the search tree: the branching on one item.
#[derive(Clone, Debug)]
struct DiveFrame {
    /// The state of the position before the level began.
    entry: UndoMark,
    /// The state of the position after the options already searched were removed.
    mark: UndoMark,
    /// The level of the table (see [`FillPosition::level`]) that numbers the options of this frame.
    level: usize,
    /// Where the options of this frame begin in `candidates`.
    candidates: usize,
    tried: usize,
    chosen: Option<u32>,
}

/// The open places of a position, used to check whether the rest of the board can be filled.
struct OpenPlaces<'l> {
    position: &'l FillPosition,
    layout: &'l Layout,
}

impl PocketGround for OpenPlaces<'_> {
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

/// A randomized search that can pause after any number of nodes.
#[derive(Clone, Debug)]
pub(super) struct RandomizedSearch {
    position: FillPosition,
    layout: Arc<Layout>,
    pockets: Option<PocketCheck>,
    weights: LearnedWeights,
    random: Xoshiro256PlusPlus,
    strategy: Strategy,
    frames: Vec<DiveFrame>,
    /// The options of all frames, one frame after the other, in the order in which they are tried.
    candidates: Vec<u32>,
    /// Whether to begin a new level next, below the last chosen option.
    descends: bool,
    restarts: u64,
    /// The number of nodes that this dive (the run until the next restart) may still visit.
    left: u64,
    nodes: u64,
    keyed: Vec<(i64, u32)>,
}

impl RandomizedSearch {
    pub(super) fn new(
        position: FillPosition,
        layout: Arc<Layout>,
        pockets: Option<PocketCheck>,
        strategy: Strategy,
        seed: u64,
    ) -> Self {
        Self {
            weights: LearnedWeights::new(&position, &layout),
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

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches until the nodes of one turn are used up. Stops early if `is_over` returns true.
    pub(super) fn turn(
        &mut self,
        stop: &StopFlag,
        is_over: &dyn Fn() -> bool,
    ) -> Result<TurnEnd, Stopped> {
        if self.nodes == 0 && self.position.hopeless() {
            return Ok(TurnEnd::None);
        }
        let end = self.nodes + self.strategy.turn;
        while self.nodes < end && !is_over() {
            stop.check()?;
            if self.descends && self.descend(stop)? {
                return Ok(TurnEnd::Found(self.solution()));
            }
            if self.left == 0 {
                self.restart();
            } else if !self.next() {
                return Ok(TurnEnd::None);
            }
        }
        Ok(TurnEnd::Spent)
    }

    /// Begins a level. Returns true instead if all items are covered as required: the chosen options are then a
    /// solution.
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
        self.frames.push(DiveFrame {
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

    /// Tries the next option of the deepest level, or ends the level if it has none left. Returns false if there
    /// is no level.
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

    /// Whether choosing `option` has left a connected open part of the board that cannot be filled.
    fn has_dead_pocket(&mut self, option: u32) -> bool {
        let Some(pockets) = &mut self.pockets else {
            return false;
        };
        let places = self.position.table().items(option);
        let left = OpenPlaces {
            position: &self.position,
            layout: &self.layout,
        };
        pockets.fail_next_to(places, &left)
    }

    /// Ends this dive (the run since the last restart). Restarts at the root or at a level that begins with a
    /// smaller table.
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

    /// The indices in the problem of the chosen options.
    fn solution(&self) -> Vec<u32> {
        let original = |frame: &DiveFrame| {
            let option = frame.chosen?;
            Some(self.position.original(frame.level, option))
        };
        self.frames.iter().filter_map(original).collect()
    }
}
