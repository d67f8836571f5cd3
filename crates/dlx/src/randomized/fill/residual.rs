//! The *residual* of a sweep: the problem that remains, with its items renumbered.

use super::super::layout::Layout;
use super::super::number::number;
use super::catalog::Catalog;
use super::sweep::PlaceSweep;
use crate::stop::{StopFlag, Stopped};

/// The maximum number of items of a residual that is searched. Its items are numbered in 16 bits.
pub(super) const MOST: usize = 1024;

/// The number of places that are processed between two checks of the stop flag. They take at most a few
/// milliseconds.
const CHECKED: usize = 16;

/// Marks an item outside the residual.
const NONE: u32 = u32::MAX;

/// The open items and the options that still fit, both renumbered from 0. Open items that need not be covered are
/// left out if no option has them.
#[derive(Clone, Debug, Default)]
pub(super) struct SweepResidual {
    items: Vec<ResidualItem>,
    /// The neighbours of the items, one item after the other.
    neighbours: Vec<u16>,
    /// The items of the options, one option after the other.
    entries: Vec<u16>,
    /// For each option, where its items begin in `entries`; then the length of that list.
    starts: Vec<u32>,
    /// For each option, its index in the catalog.
    originals: Vec<u32>,
}

#[derive(Clone, Debug)]
pub(super) struct ResidualItem {
    /// The item's index in the problem.
    pub(super) original: usize,
    pub(super) is_place: bool,
    pub(super) is_needed: bool,
    /// Where the item's neighbours end in the list of all neighbours. They begin where those of the previous
    /// item end.
    neighbours: u32,
}

impl SweepResidual {
    /// The residual of a sweep; `None` if it has more than [`MOST`] items. All places before the one with index
    /// `first` in the catalog must have been covered.
    pub(super) fn new(
        catalog: &Catalog,
        sweep: &PlaceSweep,
        layout: &Layout,
        first: usize,
        stop: &StopFlag,
    ) -> Result<Option<Self>, Stopped> {
        let mut live = Vec::new();
        for place in first..catalog.places().len() {
            if place.is_multiple_of(CHECKED) {
                stop.check()?;
            }
            if sweep.is_open(catalog.places()[place] as usize) {
                live.extend(
                    catalog
                        .beginning_at(place)
                        .filter(|&at| sweep.fits(at, catalog)),
                );
            }
        }
        live.extend(catalog.elsewhere().filter(|&at| sweep.fits(at, catalog)));
        let mut numbers = vec![NONE; catalog.needed().len()];
        for (item, slot) in numbers.iter_mut().enumerate() {
            if sweep.is_open(item) && catalog.is_needed(item) {
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
        let mut residual = Self::default();
        for item in open {
            let next = layout
                .neighbours(item)
                .iter()
                .map(|&next| numbers[next as usize]);
            residual
                .neighbours
                .extend(next.filter(|&next| next != NONE).map(short));
            residual.items.push(ResidualItem {
                original: item,
                is_place: layout.is_place(item),
                is_needed: catalog.is_needed(item),
                neighbours: number(residual.neighbours.len()),
            });
        }
        residual.starts.push(0);
        for option in live {
            residual.add(
                option,
                catalog
                    .items(option)
                    .iter()
                    .map(|&item| numbers[item as usize]),
            );
        }
        Ok(Some(residual))
    }

    /// A smaller residual, with only these options and only the items for which `is_open` is true.
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
            part.items.push(ResidualItem {
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

    pub(super) fn items(&self) -> &[ResidualItem] {
        &self.items
    }

    /// The neighbours of an item that belong to the residual.
    #[inline]
    pub(super) fn neighbours(&self, item: usize) -> impl Iterator<Item = usize> {
        let start = item
            .checked_sub(1)
            .map_or(0, |before| self.items[before].neighbours);
        let neighbours = &self.neighbours[start as usize..self.items[item].neighbours as usize];
        neighbours.iter().map(|&next| usize::from(next))
    }

    pub(super) fn option_count(&self) -> usize {
        self.originals.len()
    }

    #[inline]
    pub(super) fn option(&self, option: u32) -> &[u16] {
        let at = option as usize;
        &self.entries[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    pub(super) fn original(&self, option: u32) -> u32 {
        self.originals[option as usize]
    }
}

/// Converts the index of an item of a residual to 16 bits.
fn short(item: u32) -> u16 {
    debug_assert!(
        (item as usize) < MOST,
        "invariant: a residual has few items"
    );
    #[expect(clippy::cast_possible_truncation, reason = "a residual has few items")]
    let item = item as u16;
    item
}
