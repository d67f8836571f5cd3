//! The position of a search: open items, live options, and the steps to undo.

use super::number::number;
use super::table::Table;
use crate::problem::Problem;
use crate::stop::{StopFlag, Stopped};

/// Tables with at most this many entries are not narrowed, since they fit into the processor's cache anyway.
const SMALL: usize = 1 << 11;

/// A table is narrowed when at most one in this many of its options is live.
const NARROWED: usize = 4;

/// A step that can be undone.
#[derive(Clone, Copy, Debug)]
enum UndoStep {
    /// An option was removed from the sets.
    Removed(u32),
    /// An item was covered as often as it may be.
    Closed(u32),
    /// The live options were copied to a separate table.
    Narrowed,
}

/// The number of steps done so far. All later steps can be undone.
#[derive(Clone, Copy, Debug)]
pub(super) struct UndoMark(usize);

/// The position of a search: the chosen options, and what they leave open.
#[derive(Clone, Debug)]
pub(super) struct FillPosition {
    /// `tables[level]` is in use. The later tables are kept only to reuse their memory.
    tables: Vec<Table>,
    level: usize,
    least: Vec<u32>,
    most: Vec<u32>,
    /// By item, how often it is covered.
    covered: Vec<u32>,
    is_open: Vec<bool>,
    /// All items; the first `open` of them are open.
    items: Vec<u32>,
    places: Vec<u32>,
    open: usize,
    steps: Vec<UndoStep>,
}

impl FillPosition {
    /// The position with no option chosen.
    pub(super) fn new(problem: &Problem, stop: &StopFlag) -> Result<Self, Stopped> {
        let count = problem.item_count();
        let bounds = problem.items().map(|item| match problem.bounds(item) {
            Some(bounds) => bounds.into_inner(),
            None => (0, 1),
        });
        let (least, most) = bounds.unzip();
        Ok(Self {
            tables: vec![Table::new(problem, stop)?],
            level: 0,
            least,
            most,
            covered: vec![0; count],
            is_open: vec![true; count],
            items: (0..number(count)).collect(),
            places: (0..number(count)).collect(),
            open: count,
            steps: Vec::new(),
        })
    }

    /// The current table of live options.
    #[inline]
    pub(super) fn table(&self) -> &Table {
        &self.tables[self.level]
    }

    pub(super) fn item_count(&self) -> usize {
        self.items.len()
    }

    /// The index in the problem of an option of the table at `level`.
    pub(super) fn original(&self, level: usize, option: u32) -> u32 {
        self.tables[level].original(option)
    }

    /// The number of times that the current table has been narrowed.
    pub(super) fn level(&self) -> usize {
        self.level
    }

    /// The items that may be covered once more.
    #[inline]
    pub(super) fn open_items(&self) -> impl Iterator<Item = usize> {
        self.items[..self.open].iter().map(|&item| item as usize)
    }

    /// Whether an item may be covered once more.
    #[inline]
    pub(super) fn is_open(&self, item: usize) -> bool {
        self.is_open[item]
    }

    /// The number of times an item must still be covered.
    #[inline]
    pub(super) fn need(&self, item: usize) -> u32 {
        self.least[item].saturating_sub(self.covered[item])
    }

    /// Whether some item has too few live options to be covered as often as required.
    pub(super) fn hopeless(&self) -> bool {
        (0..self.item_count()).any(|item| {
            let options = if self.is_open(item) {
                self.table().size(item)
            } else {
                0
            };
            options < self.need(item)
        })
    }

    /// A mark of the current state.
    pub(super) fn mark(&self) -> UndoMark {
        UndoMark(self.steps.len())
    }

    /// If few options are live, copies them to a smaller table, which becomes the current one.
    pub(super) fn narrow(&mut self, stop: &StopFlag) -> Result<(), Stopped> {
        let table = self.table();
        let (live, all) = table.live();
        if live * NARROWED > all || table.entry_count() <= SMALL {
            return Ok(());
        }
        if self.tables.len() == self.level + 1 {
            self.tables.push(Table::default());
        }
        let (above, below) = self.tables.split_at_mut(self.level + 1);
        below[0].narrow(&above[self.level], &self.is_open, stop)?;
        self.level += 1;
        self.steps.push(UndoStep::Narrowed);
        Ok(())
    }

    /// Removes an option, which must not be chosen. If an item can then no longer be covered as
    /// often as required, returns that item as an error.
    #[inline]
    pub(super) fn remove(&mut self, option: u32) -> Result<(), usize> {
        let mut failed = Ok(());
        let (least, covered) = (&self.least, &self.covered);
        self.tables[self.level].remove(option, &self.is_open, |item, left| {
            if left < least[item].saturating_sub(covered[item]) {
                failed = Err(item);
            }
        });
        self.steps.push(UndoStep::Removed(option));
        failed
    }

    /// Chooses an option, and removes all options that it excludes. At the first item that can no
    /// longer be covered as often as required, stops and returns the item as an error; the caller
    /// must then [undo](Self::undo) the choice.
    pub(super) fn choose(&mut self, option: u32) -> Result<(), usize> {
        let table = &self.tables[self.level];
        for item in table.items(option) {
            self.covered[item] += 1;
        }
        self.remove(option)?;
        for at in 0..self.table().option_size(option) {
            let item = self.table().item(option, at);
            if self.covered[item] < self.most[item] {
                continue;
            }
            self.close(item);
            for place in 0..self.table().size(item) {
                let ruled_out = self.table().option(item, place);
                self.remove(ruled_out)?;
            }
        }
        Ok(())
    }

    /// Removes an item from the open ones.
    fn close(&mut self, item: usize) {
        self.open -= 1;
        let last = self.items[self.open];
        let place = self.places[item];
        self.items[place as usize] = last;
        self.items[self.open] = number(item);
        self.places[last as usize] = place;
        self.places[item] = number(self.open);
        self.is_open[item] = false;
        self.steps.push(UndoStep::Closed(number(item)));
    }

    /// Undoes all steps after the mark. `chosen` is the option chosen since then, if any.
    pub(super) fn undo(&mut self, mark: UndoMark, chosen: Option<u32>) {
        while self.steps.len() > mark.0 {
            match self.steps.pop() {
                Some(UndoStep::Removed(option)) => {
                    self.tables[self.level].restore(option, &self.is_open);
                }
                Some(UndoStep::Closed(item)) => {
                    self.is_open[item as usize] = true;
                    self.open += 1;
                }
                Some(UndoStep::Narrowed) => self.level -= 1,
                None => break,
            }
        }
        if let Some(option) = chosen {
            for item in self.tables[self.level].items(option) {
                self.covered[item] -= 1;
            }
        }
    }
}
