//! An exact search of what a sweep has left, with so many nodes at most.
//!
//! A node is the list of the options that live. The list of its child is filtered from it, by a test of
//! two masks for each option, and the options of each item are counted on the way: nothing is undone,
//! and memory is read in order. As items become few, they are numbered anew, so that masks are short.

use std::mem;

use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::number::{ONE, log2, number};
use super::super::pockets::{Ground, Pockets};
use super::super::strategy::below;
use super::rest::Rest;
use super::room::Room;

/// What the room of its kinds weighs for an option: awkward ones first.
const ROOM: i64 = 10;

/// What the mean number of options of the places covered weighs: tight ones first.
const TIGHTNESS: i64 = 6;

/// What chance weighs at most.
const CHANCE: u32 = 4 * 256;

/// What an item weighs: large options first.
const SIZE: i64 = 4 * ONE;

/// The size of an item that is closed.
const CLOSED: u32 = u32::MAX;

/// The size of an item that need not be covered and has no options: more than any other has.
const OPTIONAL: u32 = 1 << 30;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Found,
    /// There is no solution.
    Exhausted,
    /// Its nodes were spent.
    Spent,
}

/// The end of a sweep.
#[derive(Clone, Debug)]
pub(super) struct End {
    pockets: Option<Pockets>,
    chosen: Vec<u32>,
    nodes: u64,
    /// The levels of searches that have ended, by the length of their masks: their room is used again.
    spare: [Vec<Level>; 5],
}

/// What a search asks and tells.
struct Context<'c> {
    room: &'c mut Room,
    random: &'c mut Xoshiro256PlusPlus,
    most: u64,
    is_over: &'c dyn Fn() -> bool,
}

/// A node: what lives and is open.
#[derive(Clone, Debug, Default)]
struct Level {
    options: Vec<u32>,
    /// How many options live of each item that is open.
    sizes: Vec<u32>,
    /// The same if none lived.
    blank: Vec<u32>,
    open: usize,
    /// The options of the item that is branched on, in the order in which they are tried.
    branches: Vec<(i64, u32)>,
}

/// The options of a rest as masks of its items.
struct Matrix<'m, const W: usize> {
    rest: &'m Rest,
    masks: Vec<[u64; W]>,
    kinds: Vec<usize>,
}

/// The places that an option leaves.
struct Left<'l, const W: usize> {
    rest: &'l Rest,
    blank: &'l [u32],
    mask: &'l [u64; W],
}

impl<const W: usize> Ground for Left<'_, W> {
    #[inline]
    fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> {
        self.rest.neighbours(place)
    }

    #[inline]
    fn is_open(&self, place: usize) -> bool {
        self.blank[place] != CLOSED && self.mask[place / 64] >> (place % 64) & 1 == 0
    }

    #[inline]
    fn is_needed(&self, place: usize) -> bool {
        self.blank[place] == 0
    }
}

impl End {
    pub(super) fn new(pockets: Option<Pockets>) -> Self {
        Self {
            pockets,
            chosen: Vec::new(),
            nodes: 0,
            spare: Default::default(),
        }
    }

    /// Forgets what the last search has chosen.
    pub(super) fn forget(&mut self) {
        self.chosen.clear();
        self.nodes = 0;
    }

    /// The options of the catalog that were chosen, once a solution is found.
    pub(super) fn chosen(&self) -> &[u32] {
        &self.chosen
    }

    /// The nodes of the last search.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches a rest from the beginning, and tells what it learns. `is_over` ends it before so many
    /// nodes.
    pub(super) fn search(
        &mut self,
        rest: &Rest,
        room: &mut Room,
        random: &mut Xoshiro256PlusPlus,
        most: u64,
        is_over: &dyn Fn() -> bool,
    ) -> Ended {
        self.forget();
        let mut context = Context {
            room,
            random,
            most,
            is_over,
        };
        self.enter(rest, &mut context)
    }

    /// Searches a rest with masks as long as it needs.
    fn enter(&mut self, rest: &Rest, context: &mut Context<'_>) -> Ended {
        match rest.items().len() {
            0..=128 => self.search_matrix(&Matrix::<2>::new(rest), context),
            129..=256 => self.search_matrix(&Matrix::<4>::new(rest), context),
            257..=512 => self.search_matrix(&Matrix::<8>::new(rest), context),
            _ => self.search_matrix(&Matrix::<16>::new(rest), context),
        }
    }

    fn search_matrix<const W: usize>(
        &mut self,
        matrix: &Matrix<'_, W>,
        context: &mut Context<'_>,
    ) -> Ended {
        let slot = W.ilog2() as usize;
        let mut levels = mem::take(&mut self.spare[slot]);
        if levels.is_empty() {
            levels.push(Level::default());
        }
        matrix.root(&mut levels[0]);
        let ended = self.node(matrix, &mut levels, 0, context);
        self.spare[slot] = levels;
        ended
    }

    /// Searches below a level.
    fn node<const W: usize>(
        &mut self,
        matrix: &Matrix<'_, W>,
        levels: &mut Vec<Level>,
        depth: usize,
        context: &mut Context<'_>,
    ) -> Ended {
        let level = &levels[depth];
        if W > 2 && level.open <= W * 32 {
            let is_open = |item: usize| level.sizes[item] != CLOSED;
            return self.enter(&matrix.rest.part(&level.options, is_open), context);
        }
        let least = level.sizes.iter().copied().min().unwrap_or(CLOSED);
        if least >= OPTIONAL {
            return Ended::Found;
        }
        if least == 0 {
            return Ended::Exhausted;
        }
        let item = level.item(least, context.random);
        if levels.len() == depth + 1 {
            levels.push(Level::default());
        }
        let mut branches = mem::take(&mut levels[depth].branches);
        matrix.branches(item, &levels[depth], &mut branches, context);
        let ended = self.try_all(matrix, levels, depth, &branches, context);
        if ended == Ended::Exhausted {
            let sizes = &levels[depth].sizes;
            let open = matrix
                .kinds
                .iter()
                .copied()
                .filter(|&kind| sizes[kind] < OPTIONAL);
            (context.room).fail(open.map(|kind| (matrix.rest.items()[kind].original, sizes[kind])));
        }
        levels[depth].branches = branches;
        ended
    }

    fn try_all<const W: usize>(
        &mut self,
        matrix: &Matrix<'_, W>,
        levels: &mut Vec<Level>,
        depth: usize,
        branches: &[(i64, u32)],
        context: &mut Context<'_>,
    ) -> Ended {
        for &(_, option) in branches {
            if self.nodes >= context.most || (context.is_over)() {
                return Ended::Spent;
            }
            self.nodes += 1;
            let (above, below) = levels.split_at_mut(depth + 1);
            let level = &mut above[depth];
            if !self.has_dead_pocket(matrix, level, option)
                && matrix.child(level, option, &mut below[0])
            {
                self.chosen.push(matrix.rest.original(option));
                let ended = self.node(matrix, levels, depth + 1, context);
                if ended != Ended::Exhausted {
                    return ended;
                }
                self.chosen.pop();
            }
            // All below it is searched: no other solution has it.
            if !levels[depth].remove(option, matrix.rest.option(option)) {
                break;
            }
        }
        Ended::Exhausted
    }

    /// Whether an option leaves a part of the board that cannot be filled.
    fn has_dead_pocket<const W: usize>(
        &mut self,
        matrix: &Matrix<'_, W>,
        level: &Level,
        option: u32,
    ) -> bool {
        let Some(pockets) = &mut self.pockets else {
            return false;
        };
        let rest = matrix.rest;
        let places = rest.option(option).iter().map(|&item| usize::from(item));
        let places = places.filter(|&item| rest.items()[item].is_place);
        let left = Left {
            rest,
            blank: &level.blank,
            mask: &matrix.masks[option as usize],
        };
        pockets.fail_beside(places, &left)
    }
}

impl Level {
    /// One of the items with so many options, at random.
    fn item(&self, least: u32, random: &mut Xoshiro256PlusPlus) -> usize {
        let (mut item, mut ties) = (0, 0);
        for (at, &size) in self.sizes.iter().enumerate() {
            if size == least {
                ties += 1;
                if ties == 1 || below(random, ties) == 0 {
                    item = at;
                }
            }
        }
        item
    }

    /// Removes an option; whether all its items can be covered yet.
    fn remove(&mut self, option: u32, items: &[u16]) -> bool {
        if let Some(at) = self.options.iter().position(|&other| other == option) {
            self.options.swap_remove(at);
        }
        let mut can = true;
        for &item in items {
            let size = &mut self.sizes[usize::from(item)];
            *size -= 1;
            can &= *size > 0;
        }
        can
    }
}

impl<'m, const W: usize> Matrix<'m, W> {
    fn new(rest: &'m Rest) -> Self {
        let mask = |option| {
            let mut mask = [0; W];
            for &item in rest.option(option) {
                mask[usize::from(item) / 64] |= 1 << (item % 64);
            }
            mask
        };
        Self {
            rest,
            masks: (0..number(rest.option_count())).map(mask).collect(),
            kinds: (rest.items().iter().enumerate())
                .filter(|(_, item)| !item.is_place && item.is_needed)
                .map(|(at, _)| at)
                .collect(),
        }
    }

    /// Makes a level that at which all lives.
    fn root(&self, root: &mut Level) {
        let items = self.rest.items();
        root.blank.clear();
        root.blank.resize(W * 64, CLOSED);
        for (slot, item) in root.blank.iter_mut().zip(items) {
            *slot = if item.is_needed { 0 } else { OPTIONAL };
        }
        root.sizes.clone_from(&root.blank);
        root.options.clear();
        root.options.extend(0..number(self.masks.len()));
        for &option in &root.options {
            for &item in self.rest.option(option) {
                root.sizes[usize::from(item)] += 1;
            }
        }
        root.open = items.len();
    }

    /// Makes a level that of what is left after an option; whether all its items can be covered.
    fn child(&self, level: &Level, option: u32, child: &mut Level) -> bool {
        let items = self.rest.option(option);
        child.blank.clone_from(&level.blank);
        for &item in items {
            child.blank[usize::from(item)] = CLOSED;
        }
        child.open = level.open - items.len();
        child.sizes.clone_from(&child.blank);
        child.options.clear();
        let chosen = &self.masks[option as usize];
        let sizes = &mut child.sizes[..];
        for &other in &level.options {
            let mask = &self.masks[other as usize];
            let common = (0..W).fold(0, |common, word| common | (mask[word] & chosen[word]));
            if common == 0 {
                child.options.push(other);
                for &item in self.rest.option(other) {
                    sizes[usize::from(item)] += 1;
                }
            }
        }
        sizes.iter().copied().min() != Some(0)
    }

    /// The options of an item, the one to be tried first first.
    fn branches(
        &self,
        item: usize,
        level: &Level,
        branches: &mut Vec<(i64, u32)>,
        context: &mut Context<'_>,
    ) {
        branches.clear();
        for &option in &level.options {
            if self.masks[option as usize][item / 64] >> (item % 64) & 1 == 0 {
                continue;
            }
            let (mut room, mut sum, mut places, mut size) = (0, 0, 0, 0);
            for &item in self.rest.option(option) {
                let item = usize::from(item);
                let &super::rest::Item {
                    original, is_place, ..
                } = &self.rest.items()[item];
                size += 1;
                room += context.room.of(original);
                if is_place && level.sizes[item] < OPTIONAL {
                    sum += log2(level.sizes[item]);
                    places += 1;
                }
            }
            let chance = i64::from(below(context.random, CHANCE));
            let tightness = TIGHTNESS * sum / places.max(1);
            branches.push((ROOM * room + tightness + chance - SIZE * size, option));
        }
        branches.sort_unstable();
    }
}
