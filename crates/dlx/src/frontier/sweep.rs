//! One sweep over all steps: the states of a step become those of later steps, and equal ones merge.
//!
//! A state is put straight to the next step at which something is to decide, so it is stored once
//! however many covered items it passes. The states of a step are shared out among shards by their
//! hash; a thread expands a part of the states and then fills the shards that it owns, so the
//! tables, and with them all counts and sizes, are the same for every number of threads.

mod checkpoint;
mod edges;
mod tables;

use std::iter::Sum;
use std::ops::ControlFlow;
use std::ops::Range;

use num_bigint::BigUint;

use super::checkpoint::CheckpointWriter;
use super::cut::Cut;
use super::dead_ends::TestPauses;
use super::plan::Open;
use super::sized::SweepBounds;
use super::table::AnyTable;
use crate::threads::Pool;
use crate::words::big;
pub(super) use edges::Edges;
pub(super) use tables::StateTables;

/// Shards of the states of a step, unless there are very many steps.
const SHARDS: usize = 16;
/// The steps beyond which one shard has to do.
const MANY_STEPS: usize = 1 << 12;
/// Options tried between two looks at the clock and at the budget, about.
pub(super) const CHUNK: usize = 1 << 17;

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

/// What a sweep found and took.
#[derive(Clone, Debug, Default)]
pub(super) struct SweepTotals {
    pub(super) count: BigUint,
    pub(super) states: u64,
    /// By step, the states until then.
    pub(super) until: Vec<u64>,
    pub(super) work: u64,
    pub(super) peak_states: u64,
    pub(super) peak_bytes: u64,
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

/// What was done so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    pub(super) states: u64,
    /// See [`FrontierProgress::work`](super::FrontierProgress::work).
    pub(super) work: u64,
}

/// Hears of the step, and of what was done so far.
pub(super) type OnStep<'t> = dyn FnMut(usize, Effort) -> ControlFlow<()> + 't;

/// Some places of one shard of the states of a step.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    shard: usize,
    places: Range<usize>,
}

/// What came of states that were expanded.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Expanded {
    /// The states that were made, or were there.
    pub(super) made: u64,
    /// The choices that lead nowhere.
    pub(super) dead: u64,
}

impl Sum for Expanded {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            made: sum.made + one.made,
            dead: sum.dead + one.dead,
        })
    }
}

/// The states of a sweep, whatever their types: what is hot is behind it, and all else compiled once.
pub(super) trait States {
    /// The number of steps.
    fn steps(&self) -> usize;

    /// The number of options of a step.
    fn options(&self, step: usize) -> usize;

    /// The items that take part.
    fn opens(&self) -> &[Open];

    /// Puts the empty state at the first step.
    fn begin(&mut self);

    /// Has the states of a step expanded next.
    fn enter(&mut self, step: usize);

    /// Has no states expanded any more.
    fn leave(&mut self);

    /// Makes ready the options of the step whose states are expanded, and the test for dead ends if that
    /// is wanted. Says whether there is something to test.
    fn prepare(&mut self, step: usize, test: bool) -> bool;

    /// The states that are expanded, by shard.
    fn source(&self) -> Vec<&dyn AnyTable>;

    /// Expands some of them, on all threads of a pool; none if a count had no room.
    fn expand(&mut self, step: usize, chunks: &[Chunk], pool: Option<&Pool>) -> Option<Expanded>;

    /// Of each bit of a state, in how many of those that are expanded it is set.
    fn ones(&self) -> Vec<[usize; 64]>;

    /// The edges so far, if they are written down.
    fn edges(&self) -> Option<&Edges>;

    /// Room for the edges of a checkpoint.
    fn edges_mut(&mut self) -> Option<&mut Edges>;

    /// The words of a state.
    fn words(&self) -> usize;

    /// The last step at which a state stands.
    fn furthest(&self) -> usize;

    /// How many states stand at a step and those that follow, and the bytes that they take with the
    /// edges.
    fn pending(&self, step: usize) -> Pending;

    /// The tables of these steps, by shard.
    fn tables(&self, steps: Range<usize>) -> Vec<&dyn AnyTable>;

    /// Calls `found` with each state of a step, in no order, and its count.
    fn each_state(&self, step: usize, found: &mut dyn FnMut(&[u64], &[u64]));

    /// Room for the states of a checkpoint: those that are expanded, by shard.
    fn source_mut(&mut self) -> Vec<&mut dyn AnyTable>;

    /// Room for the states of these steps, by shard.
    fn tables_mut(&mut self, steps: Range<usize>) -> Vec<&mut dyn AnyTable>;
}

/// What is to come in a sweep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) states: usize,
    pub(super) bytes: u64,
}

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
                && let Some(cut) = Cut::choose(step, states, &*self.states)
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
