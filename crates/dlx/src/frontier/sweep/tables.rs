//! The states of a sweep in tables, by shard and step: the hot part, compiled for each type of states
//! and counts.

use std::ops::Range;

use num_bigint::BigUint;

use super::{Chunk, MANY_STEPS, Pending, SHARDS, States};
use crate::frontier::compatible::CompatibleOptions;
use crate::frontier::count::Count;
use crate::frontier::cut::Cut;
use crate::frontier::plan::Open;
use crate::frontier::step_masks::{State, StepMasks};
use crate::frontier::table::{AnyTable, Table, hash};
use crate::threads::Pool;

/// The states of a sweep.
pub(in crate::frontier) struct StateTables<'a, const N: usize, C> {
    step_masks: &'a StepMasks<N>,
    cuts: &'a [Cut],
    /// By shard and step.
    shards: Vec<Vec<Table<N, C>>>,
    /// The states that are expanded, by shard.
    source: Vec<Table<N, C>>,
    /// The options by which they are.
    compatible: CompatibleOptions<'a, N>,
    /// No state stands at a step beyond this one.
    furthest: usize,
    /// The states of the steps done, where they are wanted.
    kept: Option<Vec<Vec<State<N>>>>,
    kept_bytes: u64,
}

/// The states that one thread made for one shard.
type Made<const N: usize, C> = Vec<(usize, u64, State<N>, C)>;

impl<'a, const N: usize, C: Count> StateTables<'a, N, C> {
    pub(in crate::frontier) fn new(step_masks: &'a StepMasks<N>, cuts: &'a [Cut]) -> Self {
        let shards = if step_masks.len() > MANY_STEPS {
            1
        } else {
            SHARDS
        };
        let tables = || (0..=step_masks.len()).map(|_| Table::default()).collect();
        Self {
            step_masks,
            cuts,
            shards: (0..shards).map(|_| tables()).collect(),
            source: (0..shards).map(|_| Table::default()).collect(),
            compatible: CompatibleOptions::new(&[], &[0; N], 0),
            furthest: 0,
            kept: None,
            kept_bytes: 0,
        }
    }

    /// Keeps the states of all steps.
    pub(in crate::frontier) fn keep_all(mut self) -> Self {
        self.kept = Some(Vec::new());
        self
    }

    /// The states of all steps, which were kept, in an order that depends on nothing but them.
    #[expect(clippy::expect_used, reason = "an invariant of the callers")]
    pub(in crate::frontier) fn into_kept(self) -> Vec<Vec<State<N>>> {
        self.kept
            .expect("invariant: a sweep whose states are asked for keeps them")
    }

    /// Expands states one after the other.
    fn expand_here(&mut self, step: usize, chunk: &Chunk) -> Option<u64> {
        let Self {
            step_masks,
            cuts,
            shards,
            source,
            compatible,
            furthest,
            ..
        } = self;
        let count_of_shards = shards.len();
        let mut has_room = true;
        let mut made = 0;
        for (state, count) in &source[chunk.shard].places()[chunk.places.clone()] {
            if !count.is_empty() {
                each(step_masks, cuts, step, compatible, state, |_, to, state| {
                    let hash = hash(state);
                    made += 1;
                    debug_assert!(to > step, "invariant: a state is made at a later step");
                    *furthest = (*furthest).max(to);
                    has_room &= shards[shard(hash, count_of_shards)][to].add(hash, state, count);
                });
            }
        }
        has_room.then_some(made)
    }

    /// Expands states on all threads.
    fn expand_shared(&mut self, step: usize, chunks: &[Chunk], pool: &Pool) -> Option<u64> {
        let Self {
            step_masks,
            cuts,
            source,
            compatible,
            ..
        } = &*self;
        let shards = self.shards.len();
        let made: Vec<Vec<Made<N, C>>> = pool.map(chunks, |chunk| {
            let mut made: Vec<Made<N, C>> = (0..shards).map(|_| Vec::new()).collect();
            for (state, count) in &source[chunk.shard].places()[chunk.places.clone()] {
                if !count.is_empty() {
                    each(step_masks, cuts, step, compatible, state, |_, to, state| {
                        let hash = hash(state);
                        made[shard(hash, shards)].push((to, hash, *state, count.clone()));
                    });
                }
            }
            made
        });
        let furthest: Vec<Option<usize>> = pool.map_mut(&mut self.shards, |shard, tables| {
            let mut furthest = 0;
            for (to, hash, state, count) in made.iter().flat_map(|made| &made[shard]) {
                if !tables[*to].add(*hash, state, count) {
                    return None;
                }
                furthest = furthest.max(*to);
            }
            Some(furthest)
        });
        for furthest in furthest {
            self.furthest = self.furthest.max(furthest?);
        }
        Some(made.iter().flatten().map(Vec::len).sum::<usize>() as u64)
    }
}

/// The shard of a state.
#[inline]
fn shard(hash: u64, shards: usize) -> usize {
    // Bits that the place within the table hardly depends on.
    (hash & 0xffff) as usize % shards
}

impl<const N: usize, C: Count> States for StateTables<'_, N, C> {
    fn steps(&self) -> usize {
        self.step_masks.len()
    }

    fn options(&self, step: usize) -> usize {
        self.step_masks.masks(step).len()
    }

    fn opens(&self) -> &[Open] {
        &self.step_masks.opens
    }

    fn begin(&mut self) {
        let start = &self.step_masks.start;
        let hash = hash(start);
        let shards = self.shards.len();
        self.shards[shard(hash, shards)][0].put(hash, start, &C::one());
    }

    fn enter(&mut self, step: usize) {
        let shards = self.shards.iter_mut();
        self.source = shards
            .map(|tables| std::mem::take(&mut tables[step]))
            .collect();
    }

    fn leave(&mut self) {
        self.source.fill_with(Table::default);
    }

    fn prepare(&mut self, step: usize) {
        let forbidden = Cut::forbidden(self.cuts, step);
        let states = self.source.iter().map(Table::len).sum();
        let masks = self.step_masks.masks(step);
        self.compatible = CompatibleOptions::new(masks, &forbidden, states);
    }

    fn source(&self) -> Vec<&dyn AnyTable> {
        self.source.iter().map(|table| table as _).collect()
    }

    fn expand(&mut self, step: usize, chunks: &[Chunk], pool: Option<&Pool>) -> Option<u64> {
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
        for (state, _) in self.source.iter().flat_map(Table::iter) {
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

    fn keep(&mut self) {
        if let Some(kept) = &mut self.kept {
            let states: Vec<State<N>> = (self.source.iter().flat_map(Table::iter))
                .map(|(state, _)| *state)
                .collect();
            self.kept_bytes += size_of_val(&states[..]) as u64;
            kept.push(states);
        }
    }

    fn kept(&self) -> Option<Vec<&[u64]>> {
        let kept = self.kept.as_ref()?;
        Some(kept.iter().map(|states| states.as_flattened()).collect())
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
            bytes: self.kept_bytes,
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

    fn count(&self, step: usize) -> BigUint {
        let counts = self.shards.iter().flat_map(|tables| tables[step].iter());
        counts.map(|(_, count)| count.big()).sum()
    }

    fn source_mut(&mut self) -> Vec<&mut dyn AnyTable> {
        self.source.iter_mut().map(|table| table as _).collect()
    }

    fn keep_room(&mut self, states: usize) -> Option<&mut [u64]> {
        let kept = self.kept.as_mut()?;
        kept.push(vec![[0; N]; states]);
        self.kept_bytes += (states * size_of::<State<N>>()) as u64;
        kept.last_mut().map(|states| states.as_flattened_mut())
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

/// Calls `found` with each choice at a step, an option counted within it or none, the step to which
/// the choice leads and the state there.
#[inline]
pub(in crate::frontier) fn each<const N: usize>(
    step_masks: &StepMasks<N>,
    cuts: &[Cut],
    step: usize,
    compatible: &CompatibleOptions<N>,
    state: &State<N>,
    mut found: impl FnMut(Option<usize>, usize, &State<N>),
) {
    let mut leave = |choice: Option<usize>, taken: State<N>| {
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
}
