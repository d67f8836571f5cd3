//! Lists the choices of how often given items are covered, without counting the solutions of each.

use crate::frontier::Frontier;
use crate::frontier::checkpoint::{CheckpointError, FrontierCheckpoints};
use crate::frontier::progress::FrontierWatcher;
use crate::frontier::report::FrontierReport;
use crate::frontier::tally_writer::TallyKind;
use crate::problem::ItemId;
use crate::tally::{ChoiceList, SortedTally};

impl Frontier<'_> {
    /// Lists, for all solutions together, the distinct combinations of how often each item is covered. Does not
    /// count the solutions of each combination.
    ///
    /// Takes a whole sweep, as [`count_by_sorted`](Self::count_by_sorted) does. It has far fewer
    /// states if options can be exchanged: for example, if monominoes and dominoes can replace a larger piece. For
    /// the tilings of a 5 × 5 square by rectangles, it has less than a fifth of the states. In this case all
    /// choices must fit in the memory, about a hundred bytes each.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright_dlx::{Frontier, text};
    ///
    /// // Three cells in a row; monominoes and dominoes.
    /// let problem = text::read("a b c 0:3|mono 0:1|domino\na b domino\nb c domino\na mono\nb mono\nc mono\n")?;
    /// let pieces = ["mono", "domino"].map(|name| problem.item(name).unwrap());
    /// let (mut choices, _) = Frontier::new(&problem).choices(&pieces, None, &mut |_| ControlFlow::Continue(()))?;
    /// assert_eq!(choices.next()?, Some(vec![1, 1]));
    /// assert_eq!(choices.next()?, Some(vec![3, 0]));
    /// assert_eq!(choices.next()?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`count_by_sorted`](Self::count_by_sorted); or the choices outgrow the memory.
    pub fn choices(
        &self,
        items: &[ItemId],
        checkpoints: Option<&mut dyn FrontierCheckpoints>,
        watcher: &mut FrontierWatcher,
    ) -> Result<(ChoiceList, FrontierReport), CheckpointError> {
        let (sorted, report) = self.choices_sorted(items, checkpoints, watcher)?;
        Ok((ChoiceList::new(sorted), report))
    }

    /// Like [`choices`](Self::choices), as a tally whose counts mean nothing.
    pub(crate) fn choices_sorted(
        &self,
        items: &[ItemId],
        checkpoints: Option<&mut dyn FrontierCheckpoints>,
        watcher: &mut FrontierWatcher,
    ) -> Result<(SortedTally, FrontierReport), CheckpointError> {
        self.tally_sorted((items, TallyKind::Choices), checkpoints, watcher)
    }
}
