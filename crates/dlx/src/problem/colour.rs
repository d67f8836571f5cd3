//! Colours: secondary items that several options of a solution may hold, if they agree.
//!
//! An entry of an option may give its secondary item a colour. Options that give an item one colour
//! go together; those that give it different colours do not, and one that holds it without a colour
//! goes with no other that holds it, as ever. So a colour is a value that options agree on: the
//! letter in a cell of a word square, the colour of an edge between two tiles.
//!
//! Source: Knuth, TAOCP 4B, section 7.2.2.1, "Color-controlled covering" (XCC problems).

use std::collections::HashMap;
use std::num::NonZeroU32;

use super::ItemId;

/// A colour of a [`Problem`](super::Problem), by its place in the order of addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(NonZeroU32);

impl Colour {
    pub(super) fn new(index: usize) -> Option<Self> {
        let number = u32::try_from(index).ok()?.checked_add(1)?;
        NonZeroU32::new(number).map(Self)
    }

    /// The colour's place in the order of addition, counted from zero.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// One more than the [`index`](Self::index), as it is kept.
    pub(crate) const fn number(self) -> u32 {
        self.0.get()
    }
}

/// An item that an option holds, and the colour that the option gives it, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The item.
    pub item: ItemId,
    /// Its colour; always none for a primary item.
    pub colour: Option<Colour>,
}

impl Entry {
    /// An item with a colour.
    pub fn coloured(item: ItemId, colour: Colour) -> Self {
        Self {
            item,
            colour: Some(colour),
        }
    }

    /// Whether one solution may have two options, one with this entry and one with the other. Items
    /// that may be covered more than once are not looked at.
    pub(crate) fn agrees_with(self, other: Self) -> bool {
        self.item != other.item || (self.colour.is_some() && self.colour == other.colour)
    }
}

impl From<ItemId> for Entry {
    fn from(item: ItemId) -> Self {
        Self { item, colour: None }
    }
}

/// The colours of a problem and of its entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Colours {
    pub(super) names: Vec<String>,
    pub(super) by_name: HashMap<String, Colour>,
    /// By entry; empty as long as no entry has a colour.
    pub(super) of_entries: Vec<Option<Colour>>,
    /// By item, to the last that some entry gives a colour.
    pub(super) is_coloured: Vec<bool>,
}

impl Colours {
    /// Appends entries without colours.
    pub(super) fn append_plain(&mut self, entries: usize) {
        if !self.of_entries.is_empty() {
            let count = self.of_entries.len() + entries;
            self.of_entries.resize(count, None);
        }
    }

    /// Appends the colour of an entry; `before` entries come before it.
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

    /// The same names, and no entries.
    pub(super) fn without_entries(&self) -> Self {
        Self {
            names: self.names.clone(),
            by_name: self.by_name.clone(),
            ..Self::default()
        }
    }

    /// By entry, from 1; empty if no entry has a colour.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        let entries = self.of_entries.iter();
        entries.map(|colour| colour.map_or(0, Colour::number))
    }
}
