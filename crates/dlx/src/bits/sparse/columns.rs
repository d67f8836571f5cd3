//! The columns of a problem with colours, without their empty blocks.
//!
//! Options are numbered in blocks of 512. A column is the set of options that hold an item. Only its non-empty
//! blocks are kept: its *parts*. Options that hold the same primary item are numbered consecutively if that keeps
//! the options of every primary item in their order. Then a column has few parts.

use std::collections::BTreeMap;

use crate::bits::error::BitsError;
use crate::bits::lanes::{LANES, Lanes};
use crate::bits::size::Size;
use crate::compact::map_of;
use crate::problem::{Colour, Entry, OptionId, Problem};

/// The number of options in a block.
const BLOCK: usize = 64 * LANES;

/// The maximum number of blocks of all columns together, including the empty ones, which are not stored. All of
/// them together would take 32 MiB.
const MOST_PARTS: usize = (32 << 20) / size_of::<Lanes>();

/// Identifies a column of a coloured item: the options that are no longer live once an option gives the item this
/// colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ColourColumn {
    /// The index of the item in the problem.
    item: usize,
    /// The colour; `None` if an option holds the item without a colour. Then no other option that holds the item
    /// is live any more.
    colour: Option<Colour>,
}

/// The columns of a problem with colours, without their empty blocks.
///
/// First come the columns of the items: the options that hold the item. The column of a coloured item is empty.
/// Then follows a column for each colour of each item: the options that hold the item but do not give it that
/// colour.
#[derive(Clone, Debug)]
pub(in crate::bits) struct SparseColumns {
    /// The number of blocks of 512 options.
    pub(super) blocks: usize,
    /// The number of primary items. Their columns come first.
    pub(super) primary: usize,
    /// For each option of the problem, its *place*: its number in the blocks.
    places: Vec<u32>,
    /// For each column, the index of its first part in `parts`; then the length of that list.
    starts: Vec<u32>,
    /// For each part, the index of its block.
    at: Vec<u16>,
    parts: Vec<Lanes>,
    /// For the option at each place, where its columns begin in `option_columns`; then the length
    /// of that list.
    option_starts: Vec<u32>,
    /// For each option, the columns that it removes from the live options. Columns of primary items come first.
    option_columns: Vec<u32>,
}

/// The non-empty blocks of a column (`parts`), and their indices (`at`).
#[derive(Clone, Copy, Debug)]
pub(in crate::bits) struct SparseColumn<'c> {
    pub(in crate::bits) at: &'c [u16],
    pub(in crate::bits) parts: &'c [Lanes],
}

/// The columns of all colours of items, numbered in order from 0.
fn colour_columns(problem: &Problem) -> BTreeMap<ColourColumn, usize> {
    let entries = (problem.options()).flat_map(|option| problem.option_entries(option));
    let coloured = entries.filter(|entry| problem.is_coloured(entry.item));
    let mut columns = map_of(coloured.map(|entry| (of_entry(entry), 0)));
    for (number, column) in columns.values_mut().enumerate() {
        *column = number;
    }
    columns
}

fn of_entry(Entry { item, colour }: Entry) -> ColourColumn {
    let item = item.index();
    ColourColumn { item, colour }
}

/// All options, in the order of their places.
fn in_places(problem: &Problem) -> Vec<OptionId> {
    let primary = problem.primary_count();
    let first_primary = |&option: &OptionId| {
        let items = problem.option_items(option).iter();
        items
            .map(|item| item.index())
            .min()
            .filter(|&item| item < primary)
    };
    let mut options: Vec<OptionId> = problem.options().collect();
    options.sort_by_cached_key(|option| first_primary(option).unwrap_or(usize::MAX));
    let mut last_of = vec![None; primary];
    let keeps_order = options.iter().all(|&option| {
        let items = problem.option_items(option).iter();
        let mut last = items
            .filter(|item| item.index() < primary)
            .map(|item| last_of[item.index()].replace(option.index()));
        last.all(|last| last.is_none_or(|last| last < option.index()))
    });
    if keeps_order {
        options
    } else {
        problem.options().collect()
    }
}

impl SparseColumns {
    /// The number of parts in the columns of all primary items.
    pub(super) fn primary_parts(&self) -> usize {
        self.starts[self.primary] as usize
    }

    /// Checks that a problem with colours is small enough to be compiled.
    pub(in crate::bits) fn check(problem: &Problem) -> Result<(), BitsError> {
        let options = problem.option_count();
        let limit = Size::LARGEST.options();
        if options > limit {
            return Err(BitsError::Options { options, limit });
        }
        let items = problem.item_count() + colour_columns(problem).len();
        let limit = MOST_PARTS / options.div_ceil(BLOCK).max(1);
        if items > limit {
            return Err(BitsError::Items { items, limit });
        }
        Ok(())
    }

    /// The columns of a problem that [`check`](Self::check) has accepted, and its options in the order of their
    /// places.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are at most 65,535 options, and 2^19 parts"
    )]
    pub(in crate::bits) fn new(problem: &Problem) -> (Self, Vec<OptionId>) {
        let options = in_places(problem);
        let colours = colour_columns(problem);
        let items = problem.item_count();
        let mut places = vec![0; options.len()];
        let mut option_starts = vec![0];
        let mut option_columns = Vec::new();
        // For each item, the options that hold it. For each colour of an item, the options that give the item this
        // colour.
        let mut holders = vec![ColumnParts::new(); items];
        let mut givers = vec![ColumnParts::new(); colours.len()];
        for (place, &option) in options.iter().enumerate() {
            places[option.index()] = place as u32;
            let first = option_columns.len();
            for entry in problem.option_entries(option) {
                add(&mut holders[entry.item.index()], place);
                if problem.is_coloured(entry.item) {
                    let colour = colours[&of_entry(entry)];
                    add(&mut givers[colour], place);
                    option_columns.push((items + colour) as u32);
                } else {
                    option_columns.push(entry.item.number());
                }
            }
            option_columns[first..].sort_unstable();
            option_starts.push(option_columns.len() as u32);
        }
        let mut columns = Self {
            blocks: options.len().div_ceil(BLOCK),
            primary: problem.primary_count(),
            places,
            starts: vec![0],
            at: Vec::new(),
            parts: Vec::new(),
            option_starts,
            option_columns,
        };
        for item in problem.items() {
            if !problem.is_coloured(item) {
                columns.extend(holders[item.index()].iter().copied());
            }
            columns.starts.push(columns.parts.len() as u32);
        }
        for (&ColourColumn { item, colour }, &number) in &colours {
            let mut given = givers[number].iter().peekable();
            columns.extend(holders[item].iter().map(|&(block, mut part)| {
                if let Some((_, given)) = given.next_if(|given| given.0 == block)
                    && colour.is_some()
                {
                    for (held, given) in part.0.iter_mut().zip(given.0) {
                        *held &= !given;
                    }
                }
                (block, part)
            }));
            columns.starts.push(columns.parts.len() as u32);
        }
        (columns, options)
    }

    /// Appends those parts of a column that are not empty.
    fn extend(&mut self, parts: impl Iterator<Item = (u16, Lanes)>) {
        for (block, part) in parts {
            if part.0 != [0; LANES] {
                self.at.push(block);
                self.parts.push(part);
            }
        }
    }

    /// The number of 64-bit words of all parts.
    pub(in crate::bits) fn words(&self) -> usize {
        self.parts.len() * LANES
    }

    pub(super) fn options(&self) -> usize {
        self.places.len()
    }

    pub(super) fn place(&self, option: OptionId) -> usize {
        self.places[option.index()] as usize
    }

    #[inline(always)]
    pub(super) fn column(&self, column: usize) -> SparseColumn<'_> {
        let range = self.starts[column] as usize..self.starts[column + 1] as usize;
        SparseColumn {
            at: &self.at[range.clone()],
            parts: &self.parts[range],
        }
    }

    /// The columns that an option removes from the live options. Columns of primary items come first.
    #[inline(always)]
    pub(super) fn removed_by(&self, place: usize) -> &[u32] {
        let (from, until) = (self.option_starts[place], self.option_starts[place + 1]);
        &self.option_columns[from as usize..until as usize]
    }
}

/// The non-empty blocks of a set of options, each with its index, in ascending order.
type ColumnParts = Vec<(u16, Lanes)>;

/// Adds an option to a set. Its place must be greater than all places in the set.
#[expect(
    clippy::cast_possible_truncation,
    reason = "there are at most 65,535 options"
)]
fn add(parts: &mut ColumnParts, place: usize) {
    let block = (place / BLOCK) as u16;
    if parts.last().is_none_or(|part| part.0 != block) {
        parts.push((block, Lanes::default()));
    }
    if let Some((_, part)) = parts.last_mut() {
        part.0[place % BLOCK / 64] |= 1 << (place % 64);
    }
}
