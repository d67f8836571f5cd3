//! What a sweep has left to be covered, with numbers of its own.

use super::super::layout::Layout;
use super::super::number::number;
use super::catalog::Catalog;
use super::front::Front;
use crate::stop::{StopFlag, Stopped};

/// The most items of a rest.
pub(super) const MOST: usize = 1024;

/// After how many places the flag is looked at: a few milliseconds at most.
const CHECKED: usize = 16;

/// No item of a rest.
const NONE: u32 = u32::MAX;

/// Items that are open and options that live.
#[derive(Clone, Debug, Default)]
pub(super) struct Rest {
    items: Vec<Item>,
    /// The neighbours of the items, one item after the other.
    neighbours: Vec<u16>,
    /// The items of the options, one option after the other.
    entries: Vec<u16>,
    /// Where each option begins in `entries`, and the end.
    starts: Vec<u32>,
    /// The option of the catalog that each is.
    originals: Vec<u32>,
}

/// An item of a rest.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// The item of the problem that it is.
    pub(super) original: usize,
    pub(super) is_place: bool,
    pub(super) is_needed: bool,
    /// Where its neighbours end; they begin where those of the item before end.
    neighbours: u32,
}

impl Rest {
    /// What a sweep has left; none if that is more than [`MOST`] items.
    pub(super) fn new(
        catalog: &Catalog,
        front: &Front,
        layout: &Layout,
        first: usize,
        stop: &StopFlag,
    ) -> Result<Option<Self>, Stopped> {
        let mut live = Vec::new();
        for place in first..catalog.places().len() {
            if place.is_multiple_of(CHECKED) {
                stop.check()?;
            }
            if front.is_open(catalog.places()[place] as usize) {
                live.extend(
                    catalog
                        .beginning_at(place)
                        .filter(|&at| front.fits(at, catalog)),
                );
            }
        }
        live.extend(catalog.elsewhere().filter(|&at| front.fits(at, catalog)));
        let mut numbers = vec![NONE; catalog.needed().len()];
        for (item, slot) in numbers.iter_mut().enumerate() {
            if front.is_open(item) && catalog.is_needed(item) {
                *slot = 0;
            }
        }
        for &option in &live {
            for &item in catalog.items(option) {
                numbers[item as usize] = 0;
            }
        }
        let mut open = Vec::new();
        for (item, slot) in numbers.iter_mut().enumerate() {
            if *slot == 0 {
                *slot = number(open.len());
                open.push(item);
            }
        }
        if open.len() > MOST {
            return Ok(None);
        }
        let mut rest = Self::default();
        for item in open {
            let next = layout
                .neighbours(item)
                .iter()
                .map(|&next| numbers[next as usize]);
            rest.neighbours
                .extend(next.filter(|&next| next != NONE).map(short));
            rest.items.push(Item {
                original: item,
                is_place: layout.is_place(item),
                is_needed: catalog.is_needed(item),
                neighbours: number(rest.neighbours.len()),
            });
        }
        rest.starts.push(0);
        for option in live {
            rest.add(
                option,
                catalog
                    .items(option)
                    .iter()
                    .map(|&item| numbers[item as usize]),
            );
        }
        Ok(Some(rest))
    }

    /// Some of the options of a rest, and those of its items that are open.
    pub(super) fn part(&self, options: &[u32], is_open: impl Fn(usize) -> bool) -> Self {
        let mut part = Self::default();
        let mut numbers = vec![NONE; self.items.len()];
        let open: Vec<usize> = (0..self.items.len())
            .filter(|&item| is_open(item))
            .collect();
        for (at, &item) in open.iter().enumerate() {
            numbers[item] = number(at);
        }
        for item in open {
            let next = self.neighbours(item).map(|next| numbers[next]);
            part.neighbours
                .extend(next.filter(|&next| next != NONE).map(short));
            part.items.push(Item {
                neighbours: number(part.neighbours.len()),
                ..self.items[item].clone()
            });
        }
        part.starts.push(0);
        for &option in options {
            let items = self.option(option).iter();
            part.add(
                self.original(option),
                items.map(|&item| numbers[item as usize]),
            );
        }
        part
    }

    fn add(&mut self, original: u32, items: impl Iterator<Item = u32>) {
        self.entries.extend(items.map(short));
        self.starts.push(number(self.entries.len()));
        self.originals.push(original);
    }

    /// The items.
    pub(super) fn items(&self) -> &[Item] {
        &self.items
    }

    /// The neighbours of an item that are items of the rest.
    #[inline]
    pub(super) fn neighbours(&self, item: usize) -> impl Iterator<Item = usize> {
        let start = item
            .checked_sub(1)
            .map_or(0, |before| self.items[before].neighbours);
        let neighbours = &self.neighbours[start as usize..self.items[item].neighbours as usize];
        neighbours.iter().map(|&next| usize::from(next))
    }

    /// How many options there are.
    pub(super) fn option_count(&self) -> usize {
        self.originals.len()
    }

    /// The items of an option.
    #[inline]
    pub(super) fn option(&self, option: u32) -> &[u16] {
        let at = option as usize;
        &self.entries[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The option of the catalog that an option is.
    pub(super) fn original(&self, option: u32) -> u32 {
        self.originals[option as usize]
    }
}

/// The number of an item of a rest, which has few.
fn short(item: u32) -> u16 {
    debug_assert!((item as usize) < MOST, "invariant: a rest has few items");
    #[expect(clippy::cast_possible_truncation, reason = "a rest has few items")]
    let item = item as u16;
    item
}
