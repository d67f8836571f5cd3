//! Saves a join of sets to a checkpoint: the two halves of the graph, and the lists that are still needed.

use std::io;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use super::cut_graph::CutGraph;
use super::item_masks::MOST_ITEMS;
use super::join::Factor;
use super::lists::ListScratch;
use super::live_lists::LiveLists;
use super::set_tally::SetTally;
use super::{Divide, SetJoin, SetJoinPosition};
use crate::frontier::checkpoint::{CheckedFile, CheckpointWriter, Sink, damaged, put};
use crate::frontier::count::StateCount;
use crate::frontier::cut::CutSide;
use crate::frontier::totals::{Effort, OnStep, SweepTotals};

impl SetJoin {
    /// Reports the progress. Writes a checkpoint if one is due or if the watcher breaks out.
    pub(super) fn pause<C: Factor>(
        &self,
        place: &SetJoinPosition<C>,
        scratch: &Mutex<Vec<ListScratch<C>>>,
        writer: &mut CheckpointWriter<'_>,
        on_step: &mut OnStep,
    ) -> ControlFlow<()> {
        let graph = |sink: &mut Sink| self.save(sink);
        let save = |sink: &mut Sink| {
            place.save(sink)?;
            if self.tallies {
                save_tallies(scratch, sink)?;
            }
            Ok(())
        };
        let spent = Effort {
            states: place.swept.states,
            work: place.swept.work,
        };
        if on_step(place.step, spent).is_break() {
            // A failed write of the checkpoint need not be handled here: the writer records it.
            let _ = writer.write(&graph, &save);
            return ControlFlow::Break(());
        }
        if writer.is_due(|| self.bytes() + place.lists.held) {
            writer.write(&graph, &save)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn save(&self, sink: &mut Sink) -> io::Result<()> {
        for number in [self.items, self.mandatory, self.root] {
            sink.number(number.into())?;
        }
        self.halves.save(sink)
    }

    /// Reads a join with its whole graph from a checkpoint.
    pub(in crate::frontier) fn load(source: &mut CheckedFile) -> io::Result<Self> {
        let (items, mandatory, root) = (source.small::<u32>()?, source.small()?, source.small()?);
        if items as usize > MOST_ITEMS {
            return Err(damaged());
        }
        let join = Self {
            tallies: false,
            items,
            mandatory,
            root,
            entries: 0.0,
            halves: CutGraph::load(items, source)?,
        };
        let fits = mandatory < 1 << items && (root as usize) < join.halves.nodes();
        if fits { Ok(join) } else { Err(damaged()) }
    }

    pub(super) fn load_place<C: Factor>(
        &self,
        scratch: &Mutex<Vec<ListScratch<C>>>,
        source: &mut CheckedFile,
    ) -> io::Result<SetJoinPosition<C>> {
        let mut place = SetJoinPosition {
            step: source.small()?,
            states: source.counter()?,
            swept: SweepTotals::load(source)?,
            lists: LiveLists::new(),
        };
        let until = self.halves.steps.get(..=place.step);
        place.lists = LiveLists::load(until.ok_or_else(damaged)?, self.items, source)?;
        if self.tallies {
            let mut first = ListScratch::new(self.items, false);
            for _ in 0..source.length(1)? {
                let more = SetTally::load(self.items, source)?;
                match &mut first.tally {
                    Some(tally) => tally.add_all(more),
                    none => *none = Some(more),
                }
            }
            if first.tally.is_some() {
                (scratch.lock().unwrap_or_else(PoisonError::into_inner)).push(first);
            }
        }
        Ok(place)
    }
}

impl<C: Factor> SetJoinPosition<C> {
    fn save(&self, sink: &mut Sink) -> io::Result<()> {
        sink.number(self.step as u64)?;
        sink.number(self.states)?;
        self.swept.save(sink)?;
        self.lists.save(sink)
    }
}

fn save_tallies<C: StateCount>(
    scratch: &Mutex<Vec<ListScratch<C>>>,
    sink: &mut Sink,
) -> io::Result<()> {
    let scratch = scratch.lock().unwrap_or_else(PoisonError::into_inner);
    let tallies: Vec<&SetTally> = (scratch.iter())
        .filter_map(|scratch| scratch.tally.as_ref())
        .collect();
    sink.number(tallies.len() as u64)?;
    tallies.iter().try_for_each(|tally| tally.save(sink))
}

impl CutSide for Divide {
    fn save(&self, bytes: &mut Vec<u8>) {
        put(bytes, self.item.into());
        put(bytes, self.above.into());
    }

    fn load(source: &mut CheckedFile) -> io::Result<Self> {
        Ok(Self {
            item: source.small()?,
            above: source.number()? != 0,
        })
    }
}
