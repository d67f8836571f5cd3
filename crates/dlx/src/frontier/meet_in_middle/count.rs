//! Runs a join from start to end: chooses the width of counts, and divides the work where the lists
//! outgrow the memory.

use num_bigint::BigUint;

use super::{Divide, JoinEnding, SetJoin};
use crate::frontier::checkpoint::CheckpointWriter;
use crate::frontier::error::FrontierError;
use crate::frontier::progress::FrontierWatcher;
use crate::frontier::report::FrontierReport;
use crate::frontier::run::Run;
use crate::frontier::work_list::WorkList;

/// The graph goes to a file if it would take more than 1/`SPILLED` of the memory.
const SPILLED: u64 = 16;

impl SetJoin {
    /// Moves the graph to a file if it is large.
    pub(in crate::frontier) fn spill(&mut self, run: Run) {
        if let Some(make) = run.spill
            && self.bytes() > run.memory / SPILLED
        {
            self.halves.packed.spill(make);
        }
    }

    /// Counts the paths; `None` if the graph leaves too little memory for the lists.
    pub(in crate::frontier) fn count(
        &self,
        run: Run,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<Option<FrontierReport>, FrontierError> {
        let lists = run.memory.checked_sub(self.bytes());
        let lists = lists.filter(|&lists| lists >= self.bytes());
        lists
            .map(|lists| self.count_within(lists, run, writer, watcher))
            .transpose()
    }

    /// Counts the paths. Divides the work wherever the lists would take more than `lists` bytes.
    pub(super) fn count_within(
        &self,
        lists: u64,
        run: Run,
        writer: &mut CheckpointWriter<'_>,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, FrontierError> {
        let pool = run.pool();
        let mut work = WorkList::begin(watcher, self.steps(), writer)?;
        while let Some((divides, share)) = work.next() {
            // Parts divided by the same number of items have about the same size. Once one of them has outgrown
            // the memory, the others are divided at once.
            if let Some(&item) = work.items.get(divides.len()) {
                work.cut(&divides, Divide::sides(item, divides.len()), share);
                continue;
            }
            let pool = pool.as_ref();
            let width = work.width;
            writer.part = work.checkpoint(&divides, share);
            let mut on_step = |step: usize, spent| work.progress.report(step, spent, share);
            let joined = match width {
                0 => self.run::<u32>(&divides, lists, pool, writer, &mut on_step),
                1 => self.run::<u64>(&divides, lists, pool, writer, &mut on_step),
                2 => self.run::<u128>(&divides, lists, pool, writer, &mut on_step),
                _ => self.run::<BigUint>(&divides, lists, pool, writer, &mut on_step),
            };
            match joined {
                JoinEnding::Done(swept) => {
                    work.done(&swept, self.bytes(), share);
                }
                JoinEnding::Stopped => return Ok(work.report),
                JoinEnding::Unreadable(error) => {
                    let reason = error.to_string();
                    return Err(FrontierError::Spill { reason });
                }
                JoinEnding::Overflow => work.widen(divides, share),
                JoinEnding::Outgrown(item) => {
                    work.items.push(item);
                    work.redo(divides, share);
                }
            }
        }
        Ok(work.finish())
    }
}
