//! A sweep over all steps: the states of a step become those of later steps, and equal ones merge.
//!
//! A state goes straight to the next step with something to decide, so it is stored once however many covered items
//! it passes. The states of a step are distributed over shards by their hash. A thread expands a part of the states
//! and then fills the shards that it owns. So the tables, and with them all counts and sizes, are the same for every
//! number of threads.

mod checkpoint;
mod edges;
mod states;
mod tables;

use std::ops::ControlFlow;

use super::checkpoint::CheckpointWriter;
use super::cut::Cut;
use super::dead_ends::TestPauses;
use super::totals::{Effort, OnStep, SweepTotals};
use crate::threads::Pool;
use crate::words::big;
pub(super) use edges::Edges;
use states::{Expanded, SweepStates, TableChunk};
pub(super) use tables::StateTables;

/// The approximate number of options tried between two checks of the watcher and the budget.
pub(super) const CHUNK: usize = 1 << 17;

#[derive(Clone, Copy)]
pub(super) struct SweepBounds<'b> {
    /// The maximum size of the tables, in bytes.
    pub(super) budget: u64,
    /// Decides whether the sweep may continue. The argument is, for each step so far, the number of states up to
    /// it.
    pub(super) allows: &'b dyn Fn(&[u64]) -> bool,
}

/// How a sweep ended.
#[derive(Debug)]
pub(super) enum SweepOutcome {
    Done(SweepTotals),
    /// The watcher broke out.
    Stopped,
    /// The sweep would have more states than allowed. Holds, for each step, the number of states up to it.
    Capped(Vec<u64>),
    Overflow,
    /// The states outgrew the budget. Holds the cut that divides them most evenly and, for each step so far, the
    /// number of states up to it.
    Outgrown(Cut, Vec<u64>),
}

/// The work of making a state, or of finding it among the states of tables of `bytes` bytes. A unit of work is the
/// time in which a join reads one set. In tables larger than the caches, a state takes longer: up to five times as
/// long in tables of gigabytes (November 2026).
pub(super) fn state_made(bytes: u64) -> u64 {
    const CACHED: u32 = 21;
    12 + 4 * u64::from(bytes.max(1).ilog2().saturating_sub(CACHED))
}

/// The work of testing whether a choice is a dead end, in the units of [`state_made`].
const CHOICE_TESTED: u64 = 5;

/// The approximate memory per state of a step, in bytes, including that of the states made from it.
const BYTES_OF_STEP: u64 = 128;

pub(super) struct Sweep<'s, 'k, 'c> {
    states: &'s mut dyn SweepStates,
    cuts: &'s [Cut],
    bounds: SweepBounds<'s>,
    pool: Option<&'s Pool>,
    writer: &'s mut CheckpointWriter<'k>,
    on_step: &'s mut OnStep<'c>,
    swept: SweepTotals,
    pauses: TestPauses,
}

impl<'s, 'k, 'c> Sweep<'s, 'k, 'c> {
    pub(super) fn new(
        states: &'s mut dyn SweepStates,
        cuts: &'s [Cut],
        bounds: SweepBounds<'s>,
        pool: Option<&'s Pool>,
        writer: &'s mut CheckpointWriter<'k>,
        on_step: &'s mut OnStep<'c>,
    ) -> Self {
        Self {
            states,
            cuts,
            bounds,
            pool,
            writer,
            on_step,
            swept: SweepTotals::default(),
            pauses: TestPauses::default(),
        }
    }

    /// Sweeps from the empty state, or from the position in a checkpoint, to the end.
    pub(super) fn run(mut self) -> SweepOutcome {
        match self.run_to_the_end() {
            ControlFlow::Continue(()) => SweepOutcome::Done(self.swept),
            ControlFlow::Break(outcome) => outcome,
        }
    }

    fn run_to_the_end(&mut self) -> ControlFlow<SweepOutcome> {
        let Ok(mut resumed) = self.resume() else {
            return ControlFlow::Break(SweepOutcome::Stopped);
        };
        if resumed.is_none() {
            self.states.begin();
            self.swept.work += state_made(0);
        }
        let last = self.states.steps();
        for step in resumed.as_ref().map_or(0, |position| position.step)..last {
            let done = match resumed.take() {
                Some(position) => position.done,
                None => self.enter(step),
            };
            self.step(step, done)?;
        }
        let has_edges = self.states.edges().is_some();
        if has_edges {
            // Next, the graph is built from the edges, which takes long. So a checkpoint that is due is written
            // before.
            self.states.leave();
            self.pause(last, 0)?;
        }
        let (count, tally) = (&mut self.swept.count, &mut self.writer.tally);
        let mut has_room = true;
        self.states.each_state(last, &mut |state, ways| {
            *count += big(ways);
            // If edges are recorded, the tally is made later, from the graph.
            if let Some(tally) = tally
                && !has_edges
                && has_room
            {
                has_room = tally.add(state, ways).is_continue();
            }
        });
        if has_room {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(SweepOutcome::Stopped)
        }
    }

    /// Begins to expand the states of a step. Returns 0, the number of chunks already expanded.
    fn enter(&mut self, step: usize) -> usize {
        self.states.enter(step);
        self.swept.states += self.source_len() as u64;
        self.swept.until.push(self.swept.states);
        0
    }

    /// The number of states at the step that is being expanded.
    fn source_len(&self) -> usize {
        self.states.source().iter().map(|table| table.len()).sum()
    }

    /// Expands the states of a step except for the first `done` chunks.
    fn step(&mut self, step: usize, done: usize) -> ControlFlow<SweepOutcome> {
        let states = self.source_len();
        if states == 0 {
            return ControlFlow::Continue(());
        }
        if !(self.bounds.allows)(&self.swept.until) {
            let until = std::mem::take(&mut self.swept.until);
            return ControlFlow::Break(SweepOutcome::Capped(until));
        }
        let tests = self.states.prepare(step, self.pauses.is_on());
        let size = (CHUNK / self.states.options(step).max(1)).clamp(16, CHUNK / 16);
        let chunks = self.chunks(size);
        let batch = match self.pool {
            Some(pool) if states >= size => 4 * pool.threads(),
            _ => 1,
        };
        let mut done = done.min(chunks.len());
        let held: u64 = self.states.source().iter().map(|table| table.bytes()).sum();
        // The work of making a state must not depend on the number of threads, as the size of the tables does.
        // So it is computed from the number of states.
        let state_made = state_made(BYTES_OF_STEP * states as u64);
        while let Some(chunks) = chunks[done..].chunks(batch).next() {
            self.pause(step, done)?;
            done += chunks.len();
            let Some(expanded) = self.states.expand(step, chunks, self.pool) else {
                return ControlFlow::Break(SweepOutcome::Overflow);
            };
            let Expanded { made, dead } = expanded;
            self.pauses.count(dead, made);
            self.swept.work += state_made * made;
            if tests {
                self.swept.work += CHOICE_TESTED * (made + dead);
            }
            let bytes = held + self.states.pending(step).bytes;
            if bytes > self.bounds.budget
                && let Some(cut) =
                    Cut::choose(step, states, &self.states.ones(), self.states.opens())
            {
                let until = std::mem::take(&mut self.swept.until);
                return ControlFlow::Break(SweepOutcome::Outgrown(cut, until));
            }
        }
        // At the end of a step, unlike between two batches, the reported work does not depend on the number of
        // threads.
        self.pause(step, done)?;
        self.pauses.end_step(tests);
        let peak_bytes = &mut self.swept.peak_bytes;
        *peak_bytes = (*peak_bytes).max(held + self.states.pending(step).bytes);
        let pending = self.states.pending(step).states;
        let peak_states = &mut self.swept.peak_states;
        *peak_states = (*peak_states).max((states + pending) as u64);
        ControlFlow::Continue(())
    }

    /// The states that are being expanded, as ranges of at most `size` table slots.
    fn chunks(&self, size: usize) -> Vec<TableChunk> {
        let source = self.states.source();
        let shards = source.iter().map(|table| table.capacity()).enumerate();
        shards
            .flat_map(|(shard, places)| {
                (0..places).step_by(size).map(move |first| TableChunk {
                    shard,
                    places: first..places.min(first + size),
                })
            })
            .collect()
    }

    fn spent(&self) -> Effort {
        Effort {
            states: self.swept.states,
            work: self.swept.work,
        }
    }
}
