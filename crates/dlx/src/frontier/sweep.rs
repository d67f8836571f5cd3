//! One sweep over all steps: the states of a step become those of later steps, and equal ones merge.
//!
//! A state is put straight to the next step at which something is to decide, so it is stored once
//! however many covered items it passes. The states of a step are shared out among shards by their
//! hash; a thread expands a part of the states and then fills the shards that it owns, so the
//! tables, and with them all counts and sizes, are the same for every number of threads.

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
use states::{Chunk, Expanded, States};
pub(super) use tables::StateTables;

/// Options tried between two looks at the clock and at the budget, about.
pub(super) const CHUNK: usize = 1 << 17;

/// What a sweep may use.
#[derive(Clone, Copy)]
pub(super) struct SweepBounds<'b> {
    /// The bytes of its tables.
    pub(super) budget: u64,
    /// Whether it may go on, with so many states until each step so far.
    pub(super) allows: &'b dyn Fn(&[u64]) -> bool,
}

/// How a sweep ended.
#[derive(Debug)]
pub(super) enum Outcome {
    /// At the last step.
    Done(SweepTotals),
    /// The watcher broke out.
    Stopped,
    /// There were more states than allowed; so many until each step.
    Capped(Vec<u64>),
    /// A count had no room.
    Overflow,
    /// The states outgrew the budget at this step, and its states differ most evenly so; there were so
    /// many states until each step.
    Outgrown(Cut, Vec<u64>),
}

/// The work of a state that is made or looked up in tables of a number of bytes: a set that is read is
/// the unit. Beyond the caches a state takes longer, up to five times as long where tables are of
/// gigabytes (measured in November 2026).
pub(super) fn state_made(bytes: u64) -> u64 {
    const CACHED: u32 = 21;
    12 + 4 * u64::from(bytes.max(1).ilog2().saturating_sub(CACHED))
}

/// The work of testing whether a choice leads nowhere.
const CHOICE_TESTED: u64 = 5;

/// About the bytes that the tables of a step take for each of its states, those that are made too.
const BYTES_OF_STEP: u64 = 128;

/// A sweep under way.
pub(super) struct Sweep<'s, 'k, 'c> {
    states: &'s mut dyn States,
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
        states: &'s mut dyn States,
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

    /// Sweeps from the empty state, or from where a checkpoint was made, to the end.
    pub(super) fn run(mut self) -> Outcome {
        match self.run_to_the_end() {
            ControlFlow::Continue(()) => Outcome::Done(self.swept),
            ControlFlow::Break(outcome) => outcome,
        }
    }

    fn run_to_the_end(&mut self) -> ControlFlow<Outcome> {
        let Ok(mut resumed) = self.resume() else {
            return ControlFlow::Break(Outcome::Stopped);
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
            // What is made of the edges takes a while.
            self.states.leave();
            self.pause(last, 0)?;
        }
        let (count, tally) = (&mut self.swept.count, &mut self.writer.tally);
        let mut has_room = true;
        self.states.each_state(last, &mut |state, ways| {
            *count += big(ways);
            // Along edges, what is told apart is counted later.
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
            ControlFlow::Break(Outcome::Stopped)
        }
    }

    /// Begins a step; of its states, none are done.
    fn enter(&mut self, step: usize) -> usize {
        self.states.enter(step);
        self.swept.states += self.source_len() as u64;
        self.swept.until.push(self.swept.states);
        0
    }

    /// The number of states that are expanded.
    fn source_len(&self) -> usize {
        self.states.source().iter().map(|table| table.len()).sum()
    }

    /// Expands the states of a step but for the chunks that are done.
    fn step(&mut self, step: usize, done: usize) -> ControlFlow<Outcome> {
        let states = self.source_len();
        if states == 0 {
            return ControlFlow::Continue(());
        }
        if !(self.bounds.allows)(&self.swept.until) {
            let until = std::mem::take(&mut self.swept.until);
            return ControlFlow::Break(Outcome::Capped(until));
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
        // By the states and not by the bytes of the tables, which depend on the threads.
        let state_made = state_made(BYTES_OF_STEP * states as u64);
        while let Some(chunks) = chunks[done..].chunks(batch).next() {
            self.pause(step, done)?;
            done += chunks.len();
            let Some(expanded) = self.states.expand(step, chunks, self.pool) else {
                return ControlFlow::Break(Outcome::Overflow);
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
                return ControlFlow::Break(Outcome::Outgrown(cut, until));
            }
        }
        // What was done until here is the same on any number of threads.
        self.pause(step, done)?;
        self.pauses.end_step(tests);
        let peak_bytes = &mut self.swept.peak_bytes;
        *peak_bytes = (*peak_bytes).max(held + self.states.pending(step).bytes);
        let pending = self.states.pending(step).states;
        let peak_states = &mut self.swept.peak_states;
        *peak_states = (*peak_states).max((states + pending) as u64);
        ControlFlow::Continue(())
    }

    /// The states that are expanded, in chunks of at most `size` places.
    fn chunks(&self, size: usize) -> Vec<Chunk> {
        let source = self.states.source();
        let shards = source.iter().map(|table| table.capacity()).enumerate();
        shards
            .flat_map(|(shard, places)| {
                (0..places).step_by(size).map(move |first| Chunk {
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
