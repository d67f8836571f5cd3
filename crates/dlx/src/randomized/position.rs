//! The position of a search: the open items, the live options, and the steps to undo.

use super::number::number;
use super::table::Table;
use crate::problem::Problem;
use crate::stop::{StopFlag, Stopped};

/// A table with at most this many entries is not narrowed, since it fits into the processor's cache.
const SMALL: usize = 1 << 11;

/// A table is narrowed if at most 1/`NARROWED` of its options are live.
const NARROWED: usize = 4;

/// A change of a position, recorded so that it can be undone.
#[derive(Clone, Copy, Debug)]
enum UndoStep {
    /// An option was removed from the sets of its items.
    Removed(u32),
    /// An item has been covered as often as it may be.
    Closed(u32),
    /// The live options were copied to the next table.
    Narrowed,
}

/// A point to which a position can be restored: the number of steps done before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct UndoMark(usize);

/// The position of a search: the open items and the live options, with the steps that led there.
#[derive(Clone, Debug)]
pub(super) struct FillPosition {
    /// `tables[level]` is the current table, and those before it are restored when steps are undone. Later tables
    /// are kept to reuse their memory.
    tables: Vec<Table>,
    level: usize,
    least: Vec<u32>,
    most: Vec<u32>,
    /// For each item, how often it is covered.
    covered: Vec<u32>,
    is_open: Vec<bool>,
    /// All items. The open ones come first; `open` is their number.
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

    /// For an option of the table at `level`, its index in the problem.
    pub(super) fn original(&self, level: usize, option: u32) -> u32 {
        self.tables[level].original(option)
    }

    /// How often the first table has been narrowed to reach the current one.
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

    /// How often an item must still be covered.
    #[inline]
    pub(super) fn need(&self, item: usize) -> u32 {
        self.least[item].saturating_sub(self.covered[item])
    }

    /// Whether some item has fewer live options than the number of times that it must still be covered.
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

    /// A mark of the present state, for [`undo`](Self::undo).
    pub(super) fn mark(&self) -> UndoMark {
        UndoMark(self.steps.len())
    }

    /// If few options of the current table are live, copies them to the next table, which becomes the current one.
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

    /// Removes an option, which must not be chosen. If this leaves an item fewer live options than it needs,
    /// returns the item as an error.
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

    /// Chooses an option, and removes all options that can no longer be chosen. If this leaves an item fewer live
    /// options than it needs, stops and returns the item as an error; the caller must then [undo](Self::undo) the
    /// choice.
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

    /// Removes an item from the open items.
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

    /// Undoes all steps after the mark. `chosen` is the option chosen after the mark, if any.
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
