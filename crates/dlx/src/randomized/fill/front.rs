//! A sweep over the places, which covers the first open one again and again.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::layout::Layout;
use super::super::number::ONE;
use super::super::pockets::{Ground, Pockets};
use super::super::strategy::below;
use super::catalog::Catalog;
use super::room::Room;

/// What an open place beside an option weighs, in 1/256 of a logarithm: options that fit closely first.
const EXPOSED: i64 = 77;

/// What chance weighs at most.
const CHANCE: u32 = 128;

/// What an item weighs: large options first.
const SIZE: i64 = 4 * ONE;

/// How often rare kinds are tried to be laid before the rest of them is left to chance.
const TRIALS: u32 = 16;

/// A sweep on its way.
#[derive(Clone, Debug)]
pub(super) struct Front {
    is_open: Vec<bool>,
    /// How many items have to be covered yet.
    needed: usize,
    chosen: Vec<u32>,
    /// The other options for the place of each option chosen, the best one last; none for those of
    /// rare kinds, which come first.
    others: Vec<Vec<u32>>,
    keyed: Vec<(i64, u32)>,
    pockets: Option<Pockets>,
    nodes: u64,
    /// Whether it is noted down which kinds fit.
    watches: bool,
}

/// The places that a sweep has left.
struct Left<'f> {
    is_open: &'f [bool],
    is_needed: &'f [bool],
    layout: &'f Layout,
}

impl Ground for Left<'_> {
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

impl Front {
    /// Nothing is chosen but the givens.
    pub(super) fn new(catalog: &Catalog, is_open: Vec<bool>, pockets: Option<Pockets>) -> Self {
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

    /// How many items have to be covered yet.
    pub(super) fn needed(&self) -> usize {
        self.needed
    }

    /// The options chosen.
    pub(super) fn chosen(&self) -> &[u32] {
        &self.chosen
    }

    /// The options tried so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether an item is open.
    #[inline]
    pub(super) fn is_open(&self, item: usize) -> bool {
        self.is_open[item]
    }

    /// Sets whether it is to be noted down which kinds fit.
    pub(super) fn watch_fits(&mut self, watches: bool) {
        self.watches = watches;
    }

    /// The first place in the order of the catalog that is open; the number of them if none is.
    pub(super) fn first(&self, catalog: &Catalog) -> usize {
        let mut places = catalog.places().iter();
        let open = places.position(|&place| self.is_open[place as usize]);
        open.unwrap_or(catalog.places().len())
    }

    /// Whether all items of an option are open.
    #[inline]
    pub(super) fn fits(&self, option: u32, catalog: &Catalog) -> bool {
        let mut items = catalog.items(option).iter();
        items.all(|&item| self.is_open[item as usize])
    }

    /// Takes back so many options, or all.
    pub(super) fn take_back(&mut self, count: usize, catalog: &Catalog) {
        let left = self.chosen.len().saturating_sub(count);
        // Rare kinds are laid together.
        let left = if left < self.rare() { 0 } else { left };
        while self.chosen.len() > left {
            self.pop(catalog);
        }
    }

    /// How many options of rare kinds were chosen.
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

    /// Chooses an option if it leaves no pocket that cannot be filled; whether it did.
    fn choose(&mut self, option: u32, catalog: &Catalog, layout: &Layout) -> bool {
        self.nodes += 1;
        self.set(option, false, catalog);
        let ground = Left {
            is_open: &self.is_open,
            is_needed: catalog.needed(),
            layout,
        };
        let places = catalog.items(option).iter().map(|&item| item as usize);
        let places = places.filter(|&item| layout.is_place(item));
        let fails =
            (self.pockets.as_mut()).is_some_and(|pockets| pockets.fail_beside(places, &ground));
        if fails {
            self.set(option, true, catalog);
        } else {
            self.chosen.push(option);
        }
        !fails
    }

    /// Covers the first open place, or takes back a few options; `false` if there is no place left
    /// to sweep over.
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
            // Nothing fits: the last option is changed, or a few more are taken back.
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

    /// The options for the first open place, the best one last.
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

    /// Notes down the kind of an option whose places are all open, whether the kind is or not.
    fn watch(&self, option: u32, catalog: &Catalog, layout: &Layout, room: &mut Room) {
        let items = || catalog.items(option).iter().map(|&item| item as usize);
        if items().all(|item| !layout.is_place(item) || self.is_open[item]) {
            for item in items().filter(|&item| !layout.is_place(item)) {
                room.fit(item);
            }
        }
    }

    /// Lays the kinds that fit in few places, at random, before all others.
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
