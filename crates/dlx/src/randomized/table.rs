//! The live options of each item, as sparse sets.
//!
//! To remove an option from the set of an item, it is swapped with the last option of the set, and the set is
//! shortened by one. If options are restored in the reverse order, it suffices to lengthen the sets again.

use super::number::number;
use crate::problem::Problem;
use crate::stop::{StopFlag, Stopped};

/// The number of entries or options that are processed between two checks of the stop flag. The entries take about
/// a millisecond.
const CHECKED: usize = 1 << 18;

/// An item of an option, and the position of this entry in the item's set of entries.
#[derive(Clone, Copy, Debug)]
struct TableEntry {
    item: u32,
    /// The position of the entry in the set of its item.
    place: u32,
    option: u32,
}

/// Options and, for each item, the set of its live options.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// The entries of all options, one option after the other.
    entries: Vec<TableEntry>,
    /// For each option, where its entries begin in `entries`; then the length of that list.
    starts: Vec<u32>,
    /// The indices of the entries of each item, one item after the other. The live ones of an item come first.
    sets: Vec<u32>,
    /// For each item, where its set begins in `sets`; then the length of that list.
    set_starts: Vec<u32>,
    /// For each item, the number of its live options.
    sizes: Vec<u32>,
    /// For each option, its index in the problem.
    originals: Vec<u32>,
    live: usize,
}

impl Table {
    /// The table of all options of a problem, in its order.
    pub(super) fn new(problem: &Problem, stop: &StopFlag) -> Result<Self, Stopped> {
        let mut table = Self::default();
        table.starts.push(0);
        table.entries.reserve_exact(problem.entry_count());
        for option in problem.options() {
            let items = problem.option_items(option).iter();
            table.add(option.number(), items.map(|item| item.number()));
            if table.originals.len().is_multiple_of(CHECKED) {
                stop.check()?;
            }
        }
        table.build_sets(problem.item_count(), stop)?;
        Ok(table)
    }

    fn add(&mut self, original: u32, items: impl Iterator<Item = u32>) {
        let option = number(self.originals.len());
        self.entries.extend(items.map(|item| TableEntry {
            item,
            place: 0,
            option,
        }));
        self.originals.push(original);
        self.starts.push(number(self.entries.len()));
    }

    /// Builds the sets of all items from the entries. All options are live.
    fn build_sets(&mut self, items: usize, stop: &StopFlag) -> Result<(), Stopped> {
        self.sizes.clear();
        self.sizes.resize(items, 0);
        for entries in self.entries.chunks_mut(CHECKED) {
            stop.check()?;
            for entry in entries {
                let size = &mut self.sizes[entry.item as usize];
                entry.place = *size;
                *size += 1;
            }
        }
        self.set_starts.clear();
        self.set_starts.push(0);
        let mut end = 0;
        self.set_starts.extend(self.sizes.iter().map(|size| {
            end += size;
            end
        }));
        self.sets.clear();
        self.sets.resize(self.entries.len(), 0);
        for (at, entry) in self.entries.iter().enumerate() {
            if at.is_multiple_of(CHECKED) {
                stop.check()?;
            }
            let start = self.set_starts[entry.item as usize];
            self.sets[(start + entry.place) as usize] = number(at);
        }
        self.live = self.originals.len();
        Ok(())
    }

    /// Replaces the contents of this table by the live options of another.
    pub(super) fn narrow(
        &mut self,
        from: &Self,
        is_open: &[bool],
        stop: &StopFlag,
    ) -> Result<(), Stopped> {
        self.entries.clear();
        self.originals.clear();
        self.starts.clear();
        self.starts.push(0);
        for option in 0..number(from.originals.len()) {
            let entries = from.entries_of(option);
            // A removed option is behind the live ones in the set of each of its open items.
            let lives = entries.iter().all(|entry| is_open[entry.item as usize])
                && (entries.first())
                    .is_some_and(|entry| entry.place < from.sizes[entry.item as usize]);
            if lives {
                let items = entries.iter().map(|entry| entry.item);
                self.add(from.originals[option as usize], items);
            }
            if (option as usize).is_multiple_of(CHECKED) {
                stop.check()?;
            }
        }
        debug_assert_eq!(
            self.originals.len(),
            from.live,
            "invariant: they are counted"
        );
        self.build_sets(from.sizes.len(), stop)
    }

    #[inline]
    fn range(&self, option: u32) -> std::ops::Range<usize> {
        let at = option as usize;
        self.starts[at] as usize..self.starts[at + 1] as usize
    }

    #[inline]
    fn entries_of(&self, option: u32) -> &[TableEntry] {
        &self.entries[self.range(option)]
    }

    #[inline]
    pub(super) fn items(&self, option: u32) -> impl Iterator<Item = usize> {
        self.entries_of(option)
            .iter()
            .map(|entry| entry.item as usize)
    }

    #[inline]
    pub(super) fn option_size(&self, option: u32) -> usize {
        self.range(option).len()
    }

    #[inline]
    pub(super) fn item(&self, option: u32, at: usize) -> usize {
        self.entries_of(option)[at].item as usize
    }

    /// The number of live options of an item.
    #[inline]
    pub(super) fn size(&self, item: usize) -> u32 {
        self.sizes[item]
    }

    /// The live option at a position in the set of an item.
    #[inline]
    pub(super) fn option(&self, item: usize, place: u32) -> u32 {
        debug_assert!(place < self.sizes[item], "invariant: it lives");
        let entry = self.sets[(self.set_starts[item] + place) as usize];
        self.entries[entry as usize].option
    }

    pub(super) fn original(&self, option: u32) -> u32 {
        self.originals[option as usize]
    }

    /// The number of live options, and the number of all options.
    pub(super) fn live(&self) -> (usize, usize) {
        (self.live, self.originals.len())
    }

    /// The number of entries of all options, live or not.
    pub(super) fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Removes an option from the sets of its open items. Calls `left` with each item and the
    /// number of live options that remain in its set.
    #[inline]
    pub(super) fn remove(
        &mut self,
        option: u32,
        is_open: &[bool],
        mut left: impl FnMut(usize, u32),
    ) {
        for at in self.range(option) {
            let TableEntry { item, place, .. } = self.entries[at];
            let item = item as usize;
            if !is_open[item] {
                continue;
            }
            let last = self.sizes[item] - 1;
            let start = self.set_starts[item];
            let moved = self.sets[(start + last) as usize];
            self.sets[(start + place) as usize] = moved;
            self.sets[(start + last) as usize] = number(at);
            self.entries[moved as usize].place = place;
            self.entries[at].place = last;
            self.sizes[item] = last;
            left(item, last);
        }
        self.live -= 1;
    }

    /// Restores the option that was removed last.
    #[inline]
    pub(super) fn restore(&mut self, option: u32, is_open: &[bool]) {
        for at in self.range(option) {
            let item = self.entries[at].item as usize;
            self.sizes[item] += u32::from(is_open[item]);
        }
        self.live += 1;
    }
}
