//! One sweep over all steps: the states of a step become those of later steps, and equal ones merge.
//!
//! A state is put straight to the next step at which something is to decide, so it is stored once
//! however many covered items it passes. The states of a step are shared out among shards by their
//! hash; a thread expands a part of the states and then fills the shards that it owns, so the
//! tables, and with them all counts and sizes, are the same for every number of threads.

mod checkpoint;

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::checkpoint::CheckpointWriter;
use super::compatible::CompatibleOptions;
use super::count::Count;
use super::cut::Cut;
use super::step_masks::{State, StepMasks};
use super::table::{Table, hash};
use crate::threads::Pool;
use checkpoint::Position;

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
    Done(Swept),
    /// The watcher broke out.
    Stopped,
    /// There were more states than allowed.
    Capped,
    /// A count had no room.
    Overflow,
    /// The states outgrew the budget at this step, and its states differ most evenly so.
    Outgrown(Cut),
}

/// What a sweep found and took.
#[derive(Clone, Debug, Default)]
pub(super) struct Swept {
    pub(super) count: BigUint,
    pub(super) states: u64,
    pub(super) work: u64,
    pub(super) peak_states: u64,
    pub(super) peak_bytes: u64,
}

/// The work of a state that is made or looked up in tables of so many bytes: a set that is read is
/// the unit. Beyond the caches a state takes longer, up to five times as long where tables are of
/// gigabytes (measured in November 2026).
pub(super) fn state_made(bytes: u64) -> u64 {
    const CACHED: u32 = 21;
    12 + 4 * u64::from(bytes.max(1).ilog2().saturating_sub(CACHED))
}

/// What was done so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    pub(super) states: u64,
    /// See [`FrontierProgress::work`](super::FrontierProgress::work).
    pub(super) work: u64,
}

/// Hears of the step, and of what was done so far.
pub(super) type OnStep<'t> = dyn FnMut(usize, Spent) -> ControlFlow<()> + 't;

/// A sweep under way.
pub(super) struct Sweep<'a, const N: usize, C> {
    step_masks: &'a StepMasks<N>,
    cuts: &'a [Cut],
    budget: u64,
    /// By shard and step.
    shards: Vec<Vec<Table<N, C>>>,
    /// No state stands at a step beyond this one.
    furthest: usize,
    /// The states of the steps done, where they are wanted.
    kept: Option<Vec<Vec<State<N>>>>,
    kept_bytes: u64,
    bound: u64,
    /// The work of a state that is made now.
    state_made: u64,
    swept: Swept,
}

/// The states that one thread made for one shard.
type Made<const N: usize, C> = Vec<(usize, u64, State<N>, C)>;

impl<'a, const N: usize, C: Count> Sweep<'a, N, C> {
    pub(super) fn new(step_masks: &'a StepMasks<N>, cuts: &'a [Cut], budget: u64) -> Self {
        let shards = if step_masks.len() > MANY_STEPS {
            1
        } else {
            SHARDS
        };
        let tables = || (0..=step_masks.len()).map(|_| Table::default()).collect();
        Self {
            step_masks,
            cuts,
            budget,
            shards: (0..shards).map(|_| tables()).collect(),
            furthest: 0,
            kept: None,
            kept_bytes: 0,
            bound: u64::MAX,
            state_made: state_made(0),
            swept: Swept::default(),
        }
    }

    /// Sets the most states.
    pub(super) fn bound(mut self, states: u64) -> Self {
        self.bound = states;
        self
    }

    /// Keeps the states of all steps.
    pub(super) fn keep(mut self) -> Self {
        self.kept = Some(Vec::new());
        self
    }

    /// Sweeps from the empty state, or from where a checkpoint was made, to the end.
    pub(super) fn run(
        &mut self,
        pool: Option<&Pool>,
        writer: &mut CheckpointWriter<'_>,
        on_step: &mut OnStep,
    ) -> Outcome {
        let Ok(mut resumed) = self.resume(writer) else {
            return Outcome::Stopped;
        };
        if resumed.is_none() && !self.put(0, &self.step_masks.start, &C::one()) {
            return Outcome::Overflow;
        }
        for step in resumed.as_ref().map_or(0, |place| place.step)..self.step_masks.len() {
            let Position { source, done, .. } = match resumed.take() {
                Some(place) => place,
                None => self.enter(step),
            };
            let states: usize = source.iter().map(Table::len).sum();
            if states == 0 {
                self.keep_states(&[]);
                continue;
            }
            if self.swept.states > self.bound {
                return Outcome::Capped;
            }
            let forbidden = Cut::forbidden(self.cuts, step);
            let compatible =
                CompatibleOptions::new(self.step_masks.masks(step), &forbidden, states);
            let size = (CHUNK / self.step_masks.masks(step).len().max(1)).clamp(16, CHUNK / 16);
            let chunks: Vec<_> = (source.iter())
                .flat_map(|table| table.places().chunks(size))
                .collect();
            let batch = match pool {
                Some(pool) if states >= size => 4 * pool.threads(),
                _ => 1,
            };
            let mut done = done.min(chunks.len());
            let kept: u64 = source.iter().map(Table::bytes).sum();
            self.state_made = state_made(kept + self.bytes(step));
            while let Some(chunks) = chunks[done..].chunks(batch).next() {
                if self.pause(step, &source, done, writer, on_step).is_break() {
                    return Outcome::Stopped;
                }
                done += chunks.len();
                let fine = match (pool, chunks) {
                    (Some(pool), [_, _, ..]) => self.expand_shared(step, &compatible, chunks, pool),
                    _ => chunks
                        .iter()
                        .all(|chunk| self.expand(step, &compatible, chunk)),
                };
                if !fine {
                    return Outcome::Overflow;
                }
                let bytes = kept + self.bytes(step);
                self.state_made = state_made(bytes);
                if bytes > self.budget
                    && let Some(cut) = Cut::choose(step, &source, self.step_masks)
                {
                    return Outcome::Outgrown(cut);
                }
            }
            self.swept.peak_bytes = self.swept.peak_bytes.max(kept + self.bytes(step));
            self.keep_states(&source);
            let pending: usize = self.tables(step).map(Table::len).sum();
            let peak = &mut self.swept.peak_states;
            *peak = (*peak).max((states + pending) as u64);
        }
        let last = self.step_masks.len();
        if self.kept.is_some() {
            // What is made of the states takes as long again.
            let none: Vec<_> = self.shards.iter().map(|_| Table::default()).collect();
            if self.pause(last, &none, 0, writer, on_step).is_break() {
                return Outcome::Stopped;
            }
        }
        for tables in &self.shards {
            for (_, count) in tables[last].iter() {
                self.swept.count += count.big();
            }
        }
        Outcome::Done(std::mem::take(&mut self.swept))
    }

    /// Begins a step.
    fn enter(&mut self, step: usize) -> Position<N, C> {
        let source: Vec<Table<N, C>> = (self.shards.iter_mut())
            .map(|tables| std::mem::take(&mut tables[step]))
            .collect();
        self.swept.states += source.iter().map(Table::len).sum::<usize>() as u64;
        Position {
            step,
            source,
            done: 0,
        }
    }

    fn spent(&self) -> Spent {
        Spent {
            states: self.swept.states,
            work: self.swept.work,
        }
    }

    fn keep_states(&mut self, source: &[Table<N, C>]) {
        if let Some(kept) = &mut self.kept {
            let states: Vec<State<N>> = (source.iter().flat_map(Table::iter))
                .map(|(state, _)| *state)
                .collect();
            self.kept_bytes += (states.len() * size_of::<State<N>>()) as u64;
            kept.push(states);
        }
    }

    /// The states of all steps, which were kept, in an order that depends on nothing but them.
    #[expect(clippy::expect_used, reason = "an invariant of the callers")]
    pub(super) fn into_kept(self) -> Vec<Vec<State<N>>> {
        self.kept
            .expect("invariant: a sweep whose states are asked for keeps them")
    }

    /// The tables of the steps to come.
    fn tables(&self, step: usize) -> impl Iterator<Item = &Table<N, C>> {
        let pending = step..=self.furthest.max(step);
        (self.shards.iter()).flat_map(move |tables| &tables[pending.clone()])
    }

    fn bytes(&self, step: usize) -> u64 {
        self.kept_bytes + self.tables(step).map(Table::bytes).sum::<u64>()
    }

    fn shard(&self, hash: u64) -> usize {
        // Bits that the place within the table hardly depends on.
        (hash & 0xffff) as usize % self.shards.len()
    }

    fn put(&mut self, step: usize, state: &State<N>, count: &C) -> bool {
        let hash = hash(state);
        let shard = self.shard(hash);
        self.furthest = self.furthest.max(step);
        self.swept.work += self.state_made;
        self.shards[shard][step].add(hash, state, count)
    }

    /// Expands states one after the other.
    fn expand(
        &mut self,
        step: usize,
        compatible: &CompatibleOptions<N>,
        places: &[(State<N>, C)],
    ) -> bool {
        let (step_masks, cuts) = (self.step_masks, self.cuts);
        let mut fine = true;
        for (state, count) in places {
            if !count.is_empty() {
                each(step_masks, cuts, step, compatible, state, |_, to, state| {
                    fine &= self.put(to, state, count);
                });
            }
        }
        fine
    }

    /// Expands states on all threads.
    fn expand_shared(
        &mut self,
        step: usize,
        compatible: &CompatibleOptions<N>,
        chunks: &[&[(State<N>, C)]],
        pool: &Pool,
    ) -> bool {
        let (step_masks, cuts, shards) = (self.step_masks, self.cuts, self.shards.len());
        let this = &*self;
        let made: Vec<Vec<Made<N, C>>> = pool.map(chunks, |places| {
            let mut made: Vec<Made<N, C>> = (0..shards).map(|_| Vec::new()).collect();
            for (state, count) in *places {
                if !count.is_empty() {
                    each(step_masks, cuts, step, compatible, state, |_, to, state| {
                        let hash = hash(state);
                        made[this.shard(hash)].push((to, hash, *state, count.clone()));
                    });
                }
            }
            made
        });
        let filled: Vec<Option<usize>> = pool.map_mut(&mut self.shards, |shard, tables| {
            let mut furthest = 0;
            for (to, hash, state, count) in made.iter().flat_map(|made| &made[shard]) {
                if !tables[*to].add(*hash, state, count) {
                    return None;
                }
                furthest = furthest.max(*to);
            }
            Some(furthest)
        });
        let states: usize = made.iter().flatten().map(Vec::len).sum();
        self.swept.work += self.state_made * states as u64;
        filled.into_iter().all(|furthest| {
            self.furthest = self.furthest.max(furthest.unwrap_or(0));
            furthest.is_some()
        })
    }
}

/// Calls `found` with each choice at a step, an option counted within it or none, the step to which
/// the choice leads and the state there.
#[inline]
pub(super) fn each<const N: usize>(
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
