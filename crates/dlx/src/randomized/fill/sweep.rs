//! A sweep over the places, which repeatedly covers the first place that is open.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::layout::Layout;
use super::super::number::ONE;
use super::super::pockets::{PocketCheck, PocketGround};
use super::super::strategy::below;
use super::catalog::Catalog;
use super::room::Room;

/// Added to the sort key of an option for each open place next to it, in units of 1/256 of a binary logarithm. So
/// options that fit closely are tried first.
const EXPOSED: i64 = 77;

/// The upper limit of the random part of a sort key, in units of 1/256 of a binary logarithm.
const CHANCE: u32 = 128;

/// Subtracted from the sort key of an option for each of its items, so that large options are tried first.
const SIZE: i64 = 4 * ONE;

/// The number of attempts to place one option of each rare kind of piece first. If all fail, rare kinds of pieces
/// are treated like the others.
const TRIALS: u32 = 16;

/// A sweep over the places: the options chosen so far, and the alternatives that were not tried yet.
#[derive(Clone, Debug)]
pub(super) struct PlaceSweep {
    is_open: Vec<bool>,
    /// The number of open items that must be covered.
    needed: usize,
    chosen: Vec<u32>,
    /// For each chosen option, the alternatives for the same place, the best one last. Options of rare kinds of
    /// pieces are chosen before all others and have no list here, so `chosen` can be longer.
    others: Vec<Vec<u32>>,
    keyed: Vec<(i64, u32)>,
    pockets: Option<PocketCheck>,
    nodes: u64,
    /// Whether to record, at each place, which kinds of pieces fit there.
    watches: bool,
}

/// The board at the present state of a sweep, used to check whether the rest of it can be filled.
struct PlacesAfterSweep<'f> {
    is_open: &'f [bool],
    is_needed: &'f [bool],
    layout: &'f Layout,
}

impl PocketGround for PlacesAfterSweep<'_> {
    fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> {
        self.layout.neighbours(place).iter().map(|&at| at as usize)
    }

    fn is_open(&self, place: usize) -> bool {
        self.is_open[place]
    }

    fn is_needed(&self, place: usize) -> bool {
        self.is_needed[place]
    }
}

impl PlaceSweep {
    /// A sweep with no chosen options.
    pub(super) fn new(catalog: &Catalog, is_open: Vec<bool>, pockets: Option<PocketCheck>) -> Self {
        let needed = |&(item, &is_open): &(usize, &bool)| is_open && catalog.is_needed(item);
        Self {
            needed: is_open.iter().enumerate().filter(needed).count(),
            is_open,
            chosen: Vec::new(),
            others: Vec::new(),
            keyed: Vec::new(),
            pockets,
            nodes: 0,
            watches: false,
        }
    }

    pub(super) fn needed(&self) -> usize {
        self.needed
    }

    pub(super) fn chosen(&self) -> &[u32] {
        &self.chosen
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    #[inline]
    pub(super) fn is_open(&self, item: usize) -> bool {
        self.is_open[item]
    }

    pub(super) fn watch_fits(&mut self, watches: bool) {
        self.watches = watches;
    }

    /// The first open place, as an index in the catalog's list of places; the length of that list if none is open.
    pub(super) fn first(&self, catalog: &Catalog) -> usize {
        let mut places = catalog.places().iter();
        let open = places.position(|&place| self.is_open[place as usize]);
        open.unwrap_or(catalog.places().len())
    }

    #[inline]
    pub(super) fn fits(&self, option: u32, catalog: &Catalog) -> bool {
        let mut items = catalog.items(option).iter();
        items.all(|&item| self.is_open[item as usize])
    }

    /// Takes back the last `count` options. If one of them belongs to a rare kind of piece, takes back all
    /// options.
    pub(super) fn take_back(&mut self, count: usize, catalog: &Catalog) {
        let left = self.chosen.len().saturating_sub(count);
        // Options of rare kinds of pieces are only placed all together, at the beginning.
        let left = if left < self.rare() { 0 } else { left };
        while self.chosen.len() > left {
            self.pop(catalog);
        }
    }

    /// The number of chosen options of rare kinds of pieces.
    fn rare(&self) -> usize {
        self.chosen.len() - self.others.len()
    }

    fn pop(&mut self, catalog: &Catalog) {
        if let Some(option) = self.chosen.pop() {
            self.set(option, true, catalog);
            self.others.pop();
        }
    }

    fn set(&mut self, option: u32, is_open: bool, catalog: &Catalog) {
        for &item in catalog.items(option) {
            let item = item as usize;
            self.is_open[item] = is_open;
            if catalog.is_needed(item) {
                self.needed = if is_open {
                    self.needed + 1
                } else {
                    self.needed - 1
                };
            }
        }
    }

    /// Chooses an option unless this leaves a connected open part of the board that cannot be filled. Returns
    /// whether it was chosen.
    fn choose(&mut self, option: u32, catalog: &Catalog, layout: &Layout) -> bool {
        self.nodes += 1;
        self.set(option, false, catalog);
        let ground = PlacesAfterSweep {
            is_open: &self.is_open,
            is_needed: catalog.needed(),
            layout,
        };
        let places = catalog.items(option).iter().map(|&item| item as usize);
        let places = places.filter(|&item| layout.is_place(item));
        let fails =
            (self.pockets.as_mut()).is_some_and(|pockets| pockets.fail_next_to(places, &ground));
        if fails {
            self.set(option, true, catalog);
        } else {
            self.chosen.push(option);
        }
        !fails
    }

    /// Covers the first open place. If no option fits there, replaces the last option or takes back several.
    /// Returns false if all places are covered.
    pub(super) fn step(
        &mut self,
        catalog: &Catalog,
        layout: &Layout,
        room: &mut Room,
        random: &mut Xoshiro256PlusPlus,
    ) -> bool {
        if self.chosen.is_empty() {
            self.lay_rare(catalog, layout, random);
        }
        let first = self.first(catalog);
        if first == catalog.places().len() {
            return false;
        }
        let mut options = self.candidates(first, catalog, layout, room, random);
        loop {
            while let Some(option) = options.pop() {
                if self.choose(option, catalog, layout) {
                    self.others.push(options);
                    return true;
                }
            }
            // No option fits here. Replace the last option, or take back several.
            self.nodes += 1;
            let mut back = 1;
            while below(random, 2) == 0 && back < self.others.len() {
                back *= 2;
            }
            if back > 1 || self.others.is_empty() {
                self.take_back(back, catalog);
                return true;
            }
            options = self.others.pop().unwrap_or_default();
            if let Some(option) = self.chosen.pop() {
                self.set(option, true, catalog);
            }
        }
    }

    /// The options that fit and whose first place is the one with index `first`, the best option last.
    fn candidates(
        &mut self,
        first: usize,
        catalog: &Catalog,
        layout: &Layout,
        room: &mut Room,
        random: &mut Xoshiro256PlusPlus,
    ) -> Vec<u32> {
        self.keyed.clear();
        for option in catalog.beginning_at(first) {
            if self.watches {
                self.watch(option, catalog, layout, room);
            }
            if !self.fits(option, catalog) {
                continue;
            }
            let (mut key, mut exposed) = (i64::from(below(random, CHANCE)), 0);
            for &item in catalog.items(option) {
                let item = item as usize;
                key += room.of(item) - SIZE;
                let open = layout.neighbours(item).iter();
                exposed += open.filter(|&&next| self.is_open[next as usize]).count();
            }
            key += EXPOSED * i64::try_from(exposed).unwrap_or(i64::MAX / EXPOSED);
            self.keyed.push((key, option));
        }
        self.keyed.sort_unstable();
        self.keyed.iter().rev().map(|&(_, option)| option).collect()
    }

    /// If all places of an option are open, records that its kinds of pieces fit. It does not matter whether these
    /// are used already.
    fn watch(&self, option: u32, catalog: &Catalog, layout: &Layout, room: &mut Room) {
        let items = || catalog.items(option).iter().map(|&item| item as usize);
        if items().all(|item| !layout.is_place(item) || self.is_open[item]) {
            for item in items().filter(|&item| !layout.is_place(item)) {
                room.fit(item);
            }
        }
    }

    /// Before all other options are chosen, places one random option of each rare kind of piece. If no attempt
    /// places all of them, none is placed.
    fn lay_rare(&mut self, catalog: &Catalog, layout: &Layout, random: &mut Xoshiro256PlusPlus) {
        debug_assert!(self.others.is_empty(), "invariant: nothing is chosen");
        let mut order: Vec<usize> = (0..catalog.rare().len()).collect();
        for _ in 0..TRIALS {
            shuffle(&mut order, random);
            let is_laid = order.iter().all(|&kind| {
                let options = catalog.rare()[kind].iter().copied();
                let mut options: Vec<u32> = options
                    .filter(|&option| self.fits(option, catalog))
                    .collect();
                shuffle(&mut options, random);
                let mut options = options.into_iter();
                options.any(|option| self.choose(option, catalog, layout))
            });
            if is_laid {
                return;
            }
            while !self.chosen.is_empty() {
                self.pop(catalog);
            }
        }
    }
}

fn shuffle<T>(list: &mut [T], random: &mut Xoshiro256PlusPlus) {
    for at in (1..list.len()).rev() {
        let end = u32::try_from(at + 1).unwrap_or(u32::MAX);
        list.swap(at, below(random, end) as usize);
    }
}
