//! The states of a sweep in tables, by shard and step. This is the hot code, compiled for each length of a state.

use std::ops::Range;

use super::edges::{Edges, StepEdges, number};
use super::states::{Expanded, Pending, SweepStates, TableChunk};
use crate::frontier::compatible::CompatibleOptions;
use crate::frontier::cut::Cut;
use crate::frontier::dead_ends::{DeadEnds, Witnesses};
use crate::frontier::plan::OpenItem;
use crate::frontier::step_masks::{State, StepMasks};
use crate::frontier::table::{AnyTable, StateTable};
use crate::threads::Pool;
use crate::words::hash;

/// The number of shards over which the states of a step are distributed.
const SHARDS: usize = 16;
/// Sweeps with more steps than this use a single shard.
const MANY_STEPS: usize = 1 << 12;

/// The states of a sweep, each with a value. The value is the number of partial solutions that lead to the state
/// or, if edges are recorded, the number that identifies the state.
pub(in crate::frontier) struct StateTables<'a, const N: usize> {
    step_masks: &'a StepMasks<N>,
    cuts: &'a [Cut],
    /// The length of a value in 64-bit words.
    width: usize,
    /// For each shard and step, the table of states.
    shards: Vec<Vec<StateTable<N>>>,
    /// For each shard, the table of the states that are being expanded.
    source: Vec<StateTable<N>>,
    /// The options of the current step, prepared for look-up.
    compatible: CompatibleOptions<'a, N>,
    /// The test for dead ends at the current step.
    dead_ends: DeadEnds<N>,
    /// A step after which no step has a state.
    furthest: usize,
    /// The edges recorded so far; `None` if edges are not recorded.
    edges: Option<Edges>,
}

/// A state made by a thread, to be put into the table of step `to`.
struct MadeState<const N: usize> {
    to: usize,
    hash: u64,
    state: State<N>,
    /// The slot of the state from which it was made, in the table being expanded.
    from: usize,
    /// The index, within the chunk, of the edge to this state.
    edge: usize,
}

struct MadeOfChunk<const N: usize> {
    by_shard: Vec<Vec<MadeState<N>>>,
    /// The edges from the states of the chunk to the states made. Their targets are set later, once the states
    /// made have ids.
    edges: StepEdges,
    /// The number of choices dropped as dead ends.
    dead: u64,
}

impl<'a, const N: usize> StateTables<'a, N> {
    /// Tables for a sweep that counts. Each count has `width` words.
    pub(in crate::frontier) fn new(
        step_masks: &'a StepMasks<N>,
        cuts: &'a [Cut],
        width: usize,
    ) -> Self {
        let shards = if step_masks.len() > MANY_STEPS {
            1
        } else {
            SHARDS
        };
        let tables = || {
            (0..=step_masks.len())
                .map(|_| StateTable::new(width))
                .collect()
        };
        Self {
            step_masks,
            cuts,
            width,
            shards: (0..shards).map(|_| tables()).collect(),
            source: (0..shards).map(|_| StateTable::new(width)).collect(),
            compatible: CompatibleOptions::new(&[], &[0; N], 0),
            dead_ends: DeadEnds::none(),
            furthest: 0,
            edges: None,
        }
    }

    /// Tables for a sweep that numbers its states and records the edges between them.
    pub(in crate::frontier) fn with_edges(step_masks: &'a StepMasks<N>) -> Self {
        let tables = Self::new(step_masks, &[], 1);
        let shards = tables.shards.len();
        let first = shard(hash(&step_masks.start), shards);
        Self {
            edges: Some(Edges::new(shards, first)),
            ..tables
        }
    }

    #[expect(clippy::expect_used, reason = "an invariant of the callers")]
    pub(in crate::frontier) fn into_edges(self) -> Edges {
        self.edges
            .expect("invariant: a sweep whose edges are asked for writes them down")
    }

    /// The number that identifies the only state after the last step; `None` if there is no such state.
    pub(in crate::frontier) fn end(&self) -> Option<u64> {
        let last = self.shards.iter().filter_map(|tables| tables.last());
        last.flat_map(StateTable::iter)
            .map(|(_, value)| value[0])
            .next()
    }

    /// Expands the states of a chunk on the calling thread. `None` if a count overflows.
    fn expand_here(&mut self, step: usize, chunk: &TableChunk) -> Option<Expanded> {
        let Self {
            step_masks,
            cuts,
            shards,
            source,
            compatible,
            dead_ends,
            furthest,
            edges,
            ..
        } = self;
        let count_of_shards = shards.len();
        let mut has_room = true;
        let (mut made, mut dead) = (0, 0);
        let mut witnesses = Witnesses::default();
        for (state, value) in source[chunk.shard].within(chunk.places.clone()) {
            if follows(step_masks, source, step, state) {
                continue;
            }
            let before = made;
            dead_ends.find(state, &mut witnesses);
            dead += each(
                step_masks,
                cuts,
                step,
                compatible,
                (dead_ends, &witnesses),
                state,
                |choice, to, state| {
                    let hash = hash(state);
                    made += 1;
                    debug_assert!(to > step, "invariant: a state is made at a later step");
                    *furthest = (*furthest).max(to);
                    let shard = shard(hash, count_of_shards);
                    let table = &mut shards[shard][to];
                    let Some(edges) = edges else {
                        has_room &= put(step_masks, table, hash, state, value);
                        return;
                    };
                    let numbers = &mut edges.numbers[shard];
                    let (target, is_new) = table.get_or_put(hash, state, numbers.next());
                    if is_new {
                        numbers.take();
                    }
                    edges.last().push(choice, number(target));
                },
            );
            if let Some(edges) = edges {
                edges.last().end_state(value[0], made - before);
            }
        }
        has_room.then_some(Expanded { made, dead })
    }

    /// Expands the states of the chunks on all threads of the pool. `None` if a count overflows.
    fn expand_shared(
        &mut self,
        step: usize,
        chunks: &[TableChunk],
        pool: &Pool,
    ) -> Option<Expanded> {
        let made = pool.map(chunks, |chunk| self.make(step, chunk));
        let (source, has_edges) = (&self.source, self.edges.is_some());
        let step_masks = self.step_masks;
        let mut numbers = match &mut self.edges {
            Some(edges) => std::mem::take(&mut edges.numbers),
            None => Vec::new(),
        };
        let mut shards: Vec<_> = (self.shards.iter_mut())
            .enumerate()
            .map(|(shard, tables)| (tables, numbers.get(shard).cloned()))
            .collect();
        // For each shard: the last step that has a state and, for each chunk, the ids of the states made.
        let filled = pool.map_mut(&mut shards, |shard, (tables, numbers)| {
            let mut furthest = 0;
            let mut targets: Vec<Vec<u32>> = Vec::new();
            for (chunk, made) in chunks.iter().zip(&made) {
                let mut of_chunk = Vec::new();
                for made in &made.by_shard[shard] {
                    let table = &mut tables[made.to];
                    furthest = furthest.max(made.to);
                    if let Some(numbers) = numbers {
                        let next = numbers.next();
                        let (target, is_new) = table.get_or_put(made.hash, &made.state, next);
                        if is_new {
                            numbers.take();
                        }
                        of_chunk.push(number(target));
                    } else {
                        let value = source[chunk.shard].value(made.from);
                        if !put(step_masks, table, made.hash, &made.state, value) {
                            return None;
                        }
                    }
                }
                targets.push(of_chunk);
            }
            Some((furthest, targets))
        });
        if has_edges {
            numbers = shards
                .into_iter()
                .filter_map(|(_, numbers)| numbers)
                .collect();
        }
        let filled: Vec<(usize, Vec<Vec<u32>>)> = filled.into_iter().collect::<Option<_>>()?;
        for (furthest, _) in &filled {
            self.furthest = self.furthest.max(*furthest);
        }
        let count = |made: &MadeOfChunk<N>| made.by_shard.iter().map(Vec::len).sum::<usize>();
        let total = Expanded {
            made: made.iter().map(count).sum::<usize>() as u64,
            dead: made.iter().map(|made| made.dead).sum(),
        };
        if let Some(edges) = &mut self.edges {
            edges.numbers = numbers;
            for (chunk, made) in made.into_iter().enumerate() {
                let mut of_chunk = made.edges;
                for (shard, made) in made.by_shard.iter().enumerate() {
                    for (made, target) in made.iter().zip(&filled[shard].1[chunk]) {
                        of_chunk.edges[made.edge].target = *target;
                    }
                }
                edges.last().append(of_chunk);
            }
        }
        Some(total)
    }

    /// Expands the states of a chunk. Returns the states made, grouped by shard.
    fn make(&self, step: usize, chunk: &TableChunk) -> MadeOfChunk<N> {
        let shards = self.shards.len();
        let mut by_shard: Vec<Vec<MadeState<N>>> = (0..shards).map(|_| Vec::new()).collect();
        let mut edges = StepEdges::default();
        let mut witnesses = Witnesses::default();
        let mut dead = 0;
        let (masks, cuts, compatible) = (self.step_masks, self.cuts, &self.compatible);
        for (from, state, value) in self.source[chunk.shard].numbered(chunk.places.clone()) {
            if follows(masks, &self.source, step, state) {
                continue;
            }
            let mut count = 0;
            self.dead_ends.find(state, &mut witnesses);
            let ends = (&self.dead_ends, &witnesses);
            dead += each(
                masks,
                cuts,
                step,
                compatible,
                ends,
                state,
                |choice, to, state| {
                    let hash = hash(state);
                    let edge = edges.edges.len();
                    if self.edges.is_some() {
                        edges.push(choice, 0);
                    }
                    count += 1;
                    by_shard[shard(hash, shards)].push(MadeState {
                        to,
                        hash,
                        state: *state,
                        from,
                        edge,
                    });
                },
            );
            if self.edges.is_some() {
                edges.end_state(value[0], count);
            }
        }
        MadeOfChunk {
            by_shard,
            edges,
            dead,
        }
    }
}

/// Whether a state follows by an exchange from a coarser state of the same step, so that it need not be expanded.
#[inline]
fn follows<const N: usize>(
    step_masks: &StepMasks<N>,
    source: &[StateTable<N>],
    step: usize,
    state: &State<N>,
) -> bool {
    !step_masks.counts_states()
        && step_masks.coarser(step, state).any(|coarser| {
            let hash = hash(&coarser);
            source[shard(hash, source.len())].contains(hash, &coarser)
        })
}

/// Puts a state into a table, or adds `value` to its count if it is already there. Returns false if the sum
/// overflows. A sweep that does not count stores a value of 1 instead.
#[inline]
#[must_use]
fn put<const N: usize>(
    step_masks: &StepMasks<N>,
    table: &mut StateTable<N>,
    hash: u64,
    state: &State<N>,
    value: &[u64],
) -> bool {
    if step_masks.counts_states() {
        return table.add(hash, state, value);
    }
    table.get_or_put(hash, state, 1);
    true
}

#[inline]
fn shard(hash: u64, shards: usize) -> usize {
    // The bits that choose the shard hardly influence the slot within a table.
    (hash & 0xffff) as usize % shards
}

impl<const N: usize> SweepStates for StateTables<'_, N> {
    fn steps(&self) -> usize {
        self.step_masks.len()
    }

    fn options(&self, step: usize) -> usize {
        self.step_masks.masks(step).len()
    }

    fn opens(&self) -> &[OpenItem] {
        &self.step_masks.opens
    }

    fn begin(&mut self) {
        let start = &self.step_masks.start;
        let hash = hash(start);
        let shard = shard(hash, self.shards.len());
        let one = match &mut self.edges {
            None => 1,
            Some(edges) => {
                edges.numbers[shard].take();
                edges.start
            }
        };
        self.shards[shard][0].get_or_put(hash, start, one);
    }

    fn enter(&mut self, step: usize) {
        let width = self.width;
        let shards = self.shards.iter_mut();
        self.source = shards
            .map(|tables| std::mem::replace(&mut tables[step], StateTable::new(width)))
            .collect();
        if let Some(edges) = &mut self.edges {
            edges.enter();
        }
    }

    fn leave(&mut self) {
        let width = self.width;
        self.source.fill_with(|| StateTable::new(width));
    }

    fn prepare(&mut self, step: usize, test: bool) -> bool {
        let forbidden = Cut::forbidden(self.cuts, step);
        let states = self.source.iter().map(StateTable::len).sum();
        let masks = self.step_masks.masks(step);
        self.compatible = CompatibleOptions::new(masks, &forbidden, states);
        self.dead_ends = if test {
            DeadEnds::new(self.step_masks, step, states)
        } else {
            DeadEnds::none()
        };
        self.dead_ends.is_prepared()
    }

    fn source(&self) -> Vec<&dyn AnyTable> {
        self.source.iter().map(|table| table as _).collect()
    }

    fn expand(
        &mut self,
        step: usize,
        chunks: &[TableChunk],
        pool: Option<&Pool>,
    ) -> Option<Expanded> {
        match (pool, chunks) {
            (Some(pool), [_, _, ..]) => self.expand_shared(step, chunks, pool),
            _ => chunks
                .iter()
                .map(|chunk| self.expand_here(step, chunk))
                .sum(),
        }
    }

    fn ones(&self) -> Vec<[usize; 64]> {
        let mut ones = vec![[0_usize; 64]; N];
        for (state, _) in self.source.iter().flat_map(StateTable::iter) {
            for (word, ones) in state.iter().zip(&mut ones) {
                let mut bits = *word;
                while bits != 0 {
                    ones[bits.trailing_zeros() as usize] += 1;
                    bits &= bits - 1;
                }
            }
        }
        ones
    }

    fn edges(&self) -> Option<&Edges> {
        self.edges.as_ref()
    }

    fn edges_mut(&mut self) -> Option<&mut Edges> {
        self.edges.as_mut()
    }

    fn words(&self) -> usize {
        N
    }

    fn furthest(&self) -> usize {
        self.furthest
    }

    fn pending(&self, step: usize) -> Pending {
        let mut pending = Pending {
            states: 0,
            bytes: self.edges.as_ref().map_or(0, Edges::bytes),
        };
        for table in self
            .shards
            .iter()
            .flat_map(|tables| &tables[step..=self.furthest.max(step)])
        {
            pending.states += table.len();
            pending.bytes += table.bytes();
        }
        pending
    }

    fn tables(&self, steps: Range<usize>) -> Vec<&dyn AnyTable> {
        let tables = self.shards.iter().flat_map(|tables| &tables[steps.clone()]);
        tables.map(|table| table as _).collect()
    }

    fn each_state(&self, step: usize, found: &mut dyn FnMut(&[u64], &[u64])) {
        let states = self.shards.iter().flat_map(|tables| tables[step].iter());
        for (state, count) in states {
            found(state, count);
        }
    }

    fn source_mut(&mut self) -> Vec<&mut dyn AnyTable> {
        self.source.iter_mut().map(|table| table as _).collect()
    }

    fn tables_mut(&mut self, steps: Range<usize>) -> Vec<&mut dyn AnyTable> {
        self.furthest = self.furthest.max(steps.end - 1);
        let tables = self
            .shards
            .iter_mut()
            .flat_map(|tables| &mut tables[steps.clone()]);
        tables.map(|table| table as _).collect()
    }
}

/// Calls `found` with each choice at a step (the index of an option within the step, or none), the step that it leads
/// to, and the state there. Returns the number of choices that are dead ends.
#[inline]
pub(in crate::frontier) fn each<const N: usize>(
    step_masks: &StepMasks<N>,
    cuts: &[Cut],
    step: usize,
    compatible: &CompatibleOptions<N>,
    (dead_ends, witnesses): (&DeadEnds<N>, &Witnesses<N>),
    state: &State<N>,
    mut found: impl FnMut(Option<usize>, usize, &State<N>),
) -> u64 {
    let mut dead = 0;
    let mut leave = |choice: Option<usize>, taken: State<N>| {
        if dead_ends.hold(&taken, witnesses) {
            dead += 1;
            return;
        }
        if let Some((to, next)) = step_masks.advance(step, taken)
            && (cuts.is_empty() || Cut::pass(cuts, step, to, &taken))
        {
            found(choice, to, &next);
        }
    };
    compatible.each(state, |option| {
        if let Some(taken) = step_masks.add(step, option, state) {
            leave(Some(option), taken);
        }
    });
    if step_masks.may_skip(step) {
        leave(None, *state);
    }
    dead
}
