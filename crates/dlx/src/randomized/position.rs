//! Where a search is: which items are open, which options live, and the way back.

use super::number::number;
use super::table::Table;
use crate::problem::Problem;
use crate::stop::{StopFlag, Stopped};

/// A table with fewer entries is not narrowed down: it is in the cache as it is.
const SMALL: usize = 1 << 11;

/// A table is narrowed down when fewer than one option in so many lives.
const NARROWED: usize = 4;

/// What was done, so that it can be undone.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// An option was taken out of the sets.
    Removed(u32),
    /// An item was covered as often as it may be.
    Closed(u32),
    /// The options that live were copied to a table of their own.
    Narrowed,
}

/// How much was done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(usize);

/// The state of a search.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// The table in use is the one at `level`; those behind it keep their room for later.
    tables: Vec<Table>,
    level: usize,
    least: Vec<u32>,
    most: Vec<u32>,
    /// How often each item is covered.
    covered: Vec<u32>,
    is_open: Vec<bool>,
    /// All items, the open ones first, and where each of them is.
    items: Vec<u32>,
    places: Vec<u32>,
    open: usize,
    steps: Vec<Step>,
}

impl Position {
    /// Nothing is chosen.
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

    /// The options that live.
    #[inline]
    pub(super) fn table(&self) -> &Table {
        &self.tables[self.level]
    }

    /// How many items there are.
    pub(super) fn item_count(&self) -> usize {
        self.items.len()
    }

    /// The option of the problem that an option of some table is.
    pub(super) fn original(&self, level: usize, option: u32) -> u32 {
        self.tables[level].original(option)
    }

    /// How many tables down the one in use is.
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

    /// How often an item has to be covered yet.
    #[inline]
    pub(super) fn need(&self, item: usize) -> u32 {
        self.least[item].saturating_sub(self.covered[item])
    }

    /// Whether an item can no longer be covered as often as it must be.
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

    /// What is done so far.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.steps.len())
    }

    /// Copies the options that live to a table of their own if they have become few.
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
        self.steps.push(Step::Narrowed);
        Ok(())
    }

    /// Removes an option: it is not to be chosen. An item that fails by that comes back.
    #[inline]
    pub(super) fn remove(&mut self, option: u32) -> Result<(), usize> {
        let mut failed = Ok(());
        let (least, covered) = (&self.least, &self.covered);
        self.tables[self.level].remove(option, &self.is_open, |item, left| {
            if left < least[item].saturating_sub(covered[item]) {
                failed = Err(item);
            }
        });
        self.steps.push(Step::Removed(option));
        failed
    }

    /// Chooses an option, and removes all that it rules out. At the first item that fails by that it
    /// ends, and the item comes back; then nothing is sound but to [undo](Self::undo) it.
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

    /// Takes an item out of the open ones.
    fn close(&mut self, item: usize) {
        self.open -= 1;
        let last = self.items[self.open];
        let place = self.places[item];
        self.items[place as usize] = last;
        self.items[self.open] = number(item);
        self.places[last as usize] = place;
        self.places[item] = number(self.open);
        self.is_open[item] = false;
        self.steps.push(Step::Closed(number(item)));
    }

    /// Takes back the option that was chosen after the mark, if one was, and all removed since.
    pub(super) fn undo(&mut self, mark: Mark, chosen: Option<u32>) {
        while self.steps.len() > mark.0 {
            match self.steps.pop() {
                Some(Step::Removed(option)) => {
                    self.tables[self.level].restore(option, &self.is_open);
                }
                Some(Step::Closed(item)) => {
                    self.is_open[item as usize] = true;
                    self.open += 1;
                }
                Some(Step::Narrowed) => self.level -= 1,
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
