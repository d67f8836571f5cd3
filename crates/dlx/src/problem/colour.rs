//! Colours: values on which the options of a solution that share a secondary item must agree.
//!
//! An entry of an option may give its secondary item a colour. Two options that give an item the
//! same colour are compatible; two that give it different colours are not. An option that contains
//! the item without a colour is incompatible with every other option that contains it. So a colour
//! is a value that options agree on: the letter in a cell of a word square, or the colour of an
//! edge between two tiles.
//!
//! Source: Knuth, TAOCP 4B, section 7.2.2.1, "Color-controlled covering" (XCC problems).

use std::collections::HashMap;
use std::num::NonZeroU32;

use super::ItemId;

/// A colour of a [`Problem`](super::Problem), by its index in the order of addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(NonZeroU32);

impl Colour {
    pub(super) fn new(index: usize) -> Option<Self> {
        let number = u32::try_from(index).ok()?.checked_add(1)?;
        NonZeroU32::new(number).map(Self)
    }

    /// The colour's index in the order of addition, from zero.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// One more than the [`index`](Self::index), as it is stored.
    pub(crate) const fn number(self) -> u32 {
        self.0.get()
    }
}

/// An item of an option, and the colour that the option gives it, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The item that the option contains.
    pub item: ItemId,
    /// The colour that the option gives the item; always `None` for a primary item.
    pub colour: Option<Colour>,
}

impl Entry {
    /// An entry that gives a secondary item a colour.
    pub fn coloured(item: ItemId, colour: Colour) -> Self {
        Self {
            item,
            colour: Some(colour),
        }
    }

    /// Whether a solution may contain two options, one with this entry and one with `other`: their items differ,
    /// or their colours are the same. Not meant for two entries of an item that may be covered several times.
    pub(crate) fn agrees_with(self, other: Self) -> bool {
        self.item != other.item || (self.colour.is_some() && self.colour == other.colour)
    }
}

impl From<ItemId> for Entry {
    fn from(item: ItemId) -> Self {
        Self { item, colour: None }
    }
}

/// The names of a problem's colours, and the colours of its entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Colours {
    pub(super) names: Vec<String>,
    pub(super) by_name: HashMap<String, Colour>,
    /// For each entry, its colour. Empty until an entry has a colour.
    pub(super) of_entries: Vec<Option<Colour>>,
    /// For each item, whether an entry gives it a colour. The list ends at the last such item.
    pub(super) is_coloured: Vec<bool>,
}

impl Colours {
    /// Appends `entries` entries without colours.
    pub(super) fn append_plain(&mut self, entries: usize) {
        if !self.of_entries.is_empty() {
            let count = self.of_entries.len() + entries;
            self.of_entries.resize(count, None);
        }
    }

    /// Appends the colour of an entry; `before` is the number of entries before it.
    pub(super) fn append(&mut self, entry: Entry, before: usize) {
        if entry.colour.is_none() {
            return self.append_plain(1);
        }
        self.of_entries.resize(before, None);
        self.of_entries.push(entry.colour);
        let at = entry.item.index();
        if self.is_coloured.len() <= at {
            self.is_coloured.resize(at + 1, false);
        }
        self.is_coloured[at] = true;
    }

    /// A copy with the same colours, but no entries.
    pub(super) fn without_entries(&self) -> Self {
        Self {
            names: self.names.clone(),
            by_name: self.by_name.clone(),
            ..Self::default()
        }
    }

    /// For each entry, the number of its colour, counted from 1; 0 for none. Empty if no entry has a colour.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        let entries = self.of_entries.iter();
        entries.map(|colour| colour.map_or(0, Colour::number))
    }
}
