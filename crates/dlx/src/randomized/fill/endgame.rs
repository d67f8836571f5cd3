//! Searches the residual of a sweep exactly, up to a limit of nodes.
//!
//! A node of the search is the list of the live options: those that can still be chosen. The list of a child is
//! filtered from its parent's list by comparing two bit masks for each option, and the options of each item are
//! counted in the same pass. So no step needs to be undone, and memory is read in order. When few items are left,
//! they are renumbered to shorten the masks.

use std::mem;

use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::number::{ONE, log2, number};
use super::super::pockets::{PocketCheck, PocketGround};
use super::super::strategy::below;
use super::residual::SweepResidual;
use super::room::Room;

/// In the sort key of an option, the factor of the [room](Room) of its kinds of pieces. Options of kinds that tend
/// to have few options left are tried first.
const ROOM: i64 = 10;

/// In the sort key of an option, the factor of the mean logarithm of the numbers of options of its places. Options
/// on places with few options are tried first.
const TIGHTNESS: i64 = 6;

/// The upper limit of the random part of a sort key, in units of 1/256 of a binary logarithm.
const CHANCE: u32 = 4 * 256;

/// Subtracted from the sort key of an option for each of its items, so that large options are tried first.
const SIZE: i64 = 4 * ONE;

/// Stored in place of the number of options of an item that is no longer open.
const CLOSED: u32 = u32::MAX;

/// Added to the number of options of each item that need not be covered, so that the items that must be covered
/// have smaller numbers.
const OPTIONAL: u32 = 1 << 30;

/// How the search of a residual ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndgameEnd {
    Found,
    /// The residual has no solution.
    Exhausted,
    /// The search reached its limit of nodes, or was stopped.
    Spent,
}

/// Searches residuals, one after the other. A residual is the problem that remains after a sweep.
#[derive(Clone, Debug)]
pub(super) struct Endgame {
    pockets: Option<PocketCheck>,
    chosen: Vec<u32>,
    nodes: u64,
    /// Levels of the search that are not in use, kept to reuse their memory. The index is the binary logarithm of
    /// the mask length in 64-bit words.
    spare: [Vec<EndgameLevel>; 5],
}

/// The inputs and limits of one search.
struct EndgameContext<'c> {
    room: &'c mut Room,
    random: &'c mut Xoshiro256PlusPlus,
    most: u64,
    is_over: &'c dyn Fn() -> bool,
}

/// A node of the search: the live options, and which items are open.
#[derive(Clone, Debug, Default)]
struct EndgameLevel {
    options: Vec<u32>,
    /// For each item, the number of its live options, plus [`OPTIONAL`] if the item need not be covered.
    /// [`CLOSED`] for an item that is not open.
    sizes: Vec<u32>,
    /// For each item, the value that `sizes` would have if no option were live. The `sizes` of a child are counted
    /// up from these values.
    blank: Vec<u32>,
    open: usize,
    /// The options of the item to branch on, each with its key, in the order in which they are tried.
    branches: Vec<(i64, u32)>,
}

/// The options of a residual, each as a mask of its items.
struct EndgameMatrix<'m, const W: usize> {
    residual: &'m SweepResidual,
    masks: Vec<[u64; W]>,
    kinds: Vec<usize>,
}

/// The board with one more option chosen, used to check whether the rest of it can be filled.
struct PlacesAfterOption<'l, const W: usize> {
    residual: &'l SweepResidual,
    blank: &'l [u32],
    mask: &'l [u64; W],
}

impl<const W: usize> PocketGround for PlacesAfterOption<'_, W> {
    #[inline]
    fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> {
        self.residual.neighbours(place)
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

impl Endgame {
    pub(super) fn new(pockets: Option<PocketCheck>) -> Self {
        Self {
            pockets,
            chosen: Vec::new(),
            nodes: 0,
            spare: Default::default(),
        }
    }

    /// Clears the chosen options and the node count of the last search.
    pub(super) fn forget(&mut self) {
        self.chosen.clear();
        self.nodes = 0;
    }

    /// The options of the solution that the last search found, as indices in the catalog.
    pub(super) fn chosen(&self) -> &[u32] {
        &self.chosen
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches a residual from its root, in at most `most` nodes. Records in `room` how many options each kind of
    /// piece had at failures. Stops early if `is_over` returns true.
    pub(super) fn search(
        &mut self,
        residual: &SweepResidual,
        room: &mut Room,
        random: &mut Xoshiro256PlusPlus,
        most: u64,
        is_over: &dyn Fn() -> bool,
    ) -> EndgameEnd {
        self.forget();
        let mut context = EndgameContext {
            room,
            random,
            most,
            is_over,
        };
        self.enter(residual, &mut context)
    }

    /// Searches a residual with the shortest masks that hold its items.
    fn enter(&mut self, residual: &SweepResidual, context: &mut EndgameContext<'_>) -> EndgameEnd {
        match residual.items().len() {
            0..=128 => self.search_matrix(&EndgameMatrix::<2>::new(residual), context),
            129..=256 => self.search_matrix(&EndgameMatrix::<4>::new(residual), context),
            257..=512 => self.search_matrix(&EndgameMatrix::<8>::new(residual), context),
            _ => self.search_matrix(&EndgameMatrix::<16>::new(residual), context),
        }
    }

    fn search_matrix<const W: usize>(
        &mut self,
        matrix: &EndgameMatrix<'_, W>,
        context: &mut EndgameContext<'_>,
    ) -> EndgameEnd {
        let slot = W.ilog2() as usize;
        let mut levels = mem::take(&mut self.spare[slot]);
        if levels.is_empty() {
            levels.push(EndgameLevel::default());
        }
        matrix.root(&mut levels[0]);
        let ended = self.node(matrix, &mut levels, 0, context);
        self.spare[slot] = levels;
        ended
    }

    /// Searches the subtree of the node at level `depth`.
    fn node<const W: usize>(
        &mut self,
        matrix: &EndgameMatrix<'_, W>,
        levels: &mut Vec<EndgameLevel>,
        depth: usize,
        context: &mut EndgameContext<'_>,
    ) -> EndgameEnd {
        let level = &levels[depth];
        if W > 2 && level.open <= W * 32 {
            let is_open = |item: usize| level.sizes[item] != CLOSED;
            return self.enter(&matrix.residual.part(&level.options, is_open), context);
        }
        let least = level.sizes.iter().copied().min().unwrap_or(CLOSED);
        if least >= OPTIONAL {
            return EndgameEnd::Found;
        }
        if least == 0 {
            return EndgameEnd::Exhausted;
        }
        let item = level.item(least, context.random);
        if levels.len() == depth + 1 {
            levels.push(EndgameLevel::default());
        }
        let mut branches = mem::take(&mut levels[depth].branches);
        matrix.branches(item, &levels[depth], &mut branches, context);
        let ended = self.try_all(matrix, levels, depth, &branches, context);
        if ended == EndgameEnd::Exhausted {
            let sizes = &levels[depth].sizes;
            let open = matrix
                .kinds
                .iter()
                .copied()
                .filter(|&kind| sizes[kind] < OPTIONAL);
            (context.room)
                .fail(open.map(|kind| (matrix.residual.items()[kind].original, sizes[kind])));
        }
        levels[depth].branches = branches;
        ended
    }

    fn try_all<const W: usize>(
        &mut self,
        matrix: &EndgameMatrix<'_, W>,
        levels: &mut Vec<EndgameLevel>,
        depth: usize,
        branches: &[(i64, u32)],
        context: &mut EndgameContext<'_>,
    ) -> EndgameEnd {
        for &(_, option) in branches {
            if self.nodes >= context.most || (context.is_over)() {
                return EndgameEnd::Spent;
            }
            self.nodes += 1;
            let (above, below) = levels.split_at_mut(depth + 1);
            let level = &mut above[depth];
            if !self.has_dead_pocket(matrix, level, option)
                && matrix.child(level, option, &mut below[0])
            {
                self.chosen.push(matrix.residual.original(option));
                let ended = self.node(matrix, levels, depth + 1, context);
                if ended != EndgameEnd::Exhausted {
                    return ended;
                }
                self.chosen.pop();
            }
            // All solutions with this option have been searched for, so the option is removed.
            if !levels[depth].remove(option, matrix.residual.option(option)) {
                break;
            }
        }
        EndgameEnd::Exhausted
    }

    /// Whether choosing an option leaves a connected open part of the board that cannot be filled.
    fn has_dead_pocket<const W: usize>(
        &mut self,
        matrix: &EndgameMatrix<'_, W>,
        level: &EndgameLevel,
        option: u32,
    ) -> bool {
        let Some(pockets) = &mut self.pockets else {
            return false;
        };
        let residual = matrix.residual;
        let places = residual
            .option(option)
            .iter()
            .map(|&item| usize::from(item));
        let places = places.filter(|&item| residual.items()[item].is_place);
        let left = PlacesAfterOption {
            residual,
            blank: &level.blank,
            mask: &matrix.masks[option as usize],
        };
        pockets.fail_next_to(places, &left)
    }
}

impl EndgameLevel {
    /// Picks one of the items with `least` options at random.
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

    /// Removes an option. Returns whether each of its items still has an option.
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

impl<'m, const W: usize> EndgameMatrix<'m, W> {
    fn new(residual: &'m SweepResidual) -> Self {
        let mask = |option| {
            let mut mask = [0; W];
            for &item in residual.option(option) {
                mask[usize::from(item) / 64] |= 1 << (item % 64);
            }
            mask
        };
        Self {
            residual,
            masks: (0..number(residual.option_count())).map(mask).collect(),
            kinds: (residual.items().iter().enumerate())
                .filter(|(_, item)| !item.is_place && item.is_needed)
                .map(|(at, _)| at)
                .collect(),
        }
    }

    /// Fills the first level: all options are live.
    fn root(&self, root: &mut EndgameLevel) {
        let items = self.residual.items();
        root.blank.clear();
        root.blank.resize(W * 64, CLOSED);
        for (slot, item) in root.blank.iter_mut().zip(items) {
            *slot = if item.is_needed { 0 } else { OPTIONAL };
        }
        root.sizes.clone_from(&root.blank);
        root.options.clear();
        root.options.extend(0..number(self.masks.len()));
        for &option in &root.options {
            for &item in self.residual.option(option) {
                root.sizes[usize::from(item)] += 1;
            }
        }
        root.open = items.len();
    }

    /// Fills the level after an option is chosen. Returns whether every item that must be covered still has an
    /// option.
    fn child(&self, level: &EndgameLevel, option: u32, child: &mut EndgameLevel) -> bool {
        let items = self.residual.option(option);
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
                for &item in self.residual.option(other) {
                    sizes[usize::from(item)] += 1;
                }
            }
        }
        sizes.iter().copied().min() != Some(0)
    }

    /// Fills `branches` with the live options of an item, in the order in which they are to be tried.
    fn branches(
        &self,
        item: usize,
        level: &EndgameLevel,
        branches: &mut Vec<(i64, u32)>,
        context: &mut EndgameContext<'_>,
    ) {
        branches.clear();
        for &option in &level.options {
            if self.masks[option as usize][item / 64] >> (item % 64) & 1 == 0 {
                continue;
            }
            let (mut room, mut sum, mut places, mut size) = (0, 0, 0, 0);
            for &item in self.residual.option(option) {
                let item = usize::from(item);
                let &super::residual::ResidualItem {
                    original, is_place, ..
                } = &self.residual.items()[item];
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
