//! The search: depth first, over states that are copied from level to level.
//!
//! A frame is an item that is being branched on, with the state of the node. Nothing is undone: the
//! frame below still has its own state. When few options are left, what is left of the problem is
//! packed into a smaller block, and the subtree is searched there; blocks get smaller only, so the
//! recursion is as deep as there are sizes.
//!
//! Items to be covered exactly once and *bounded* ones are branched on as in
//! [`links`](crate::links): an option of a bounded item stays out while the later ones are tried,
//! and the last branch is "no more". In terms of states, an item that is covered for the last time
//! is *closed*, and all its options die; a bounded item that may not be skipped and may be covered
//! but once more has become one to be covered exactly once; the other open ones are *loose*.

use std::mem::take;
use std::ops::ControlFlow::{self, Continue};

use super::block::{Block, LANES};
use super::kernel::{Fewest, Hit, Job, Kernel, width};
use super::size::{Size, sized};
use super::state::{State, count, rank};
use super::walk::{Room, Stores, Walk};

/// A block of some size and the frames of a search in it.
pub(super) struct Store<const W: usize, const M: usize> {
    block: Block,
    frames: Vec<Frame<W, M>>,
}

impl<const W: usize, const M: usize> Default for Store<W, M> {
    fn default() -> Self {
        Self {
            block: Block::default(),
            frames: Vec::new(),
        }
    }
}

/// How a frame goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Through all options of an item to be covered exactly once.
    Once,
    /// Through the options of a bounded item as long as `needed` are left, and then "no more".
    Bounded { needed: u32 },
    /// "No more" has been tried.
    Closed,
}

/// An item that is being branched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<const W: usize, const M: usize> {
    state: State<W, M>,
    /// The item's options that have not been tried.
    rest: [u64; W],
    item: u32,
    kind: Kind,
    /// How many options are chosen above.
    depth: usize,
}

/// What a frame does next.
enum Step {
    Try { word: usize, bit: u64 },
    NoMore,
    Leave,
}

/// The item to branch on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) item: u32,
    pub(super) degree: u32,
    pub(super) once: bool,
}

/// A search in a block.
pub(super) struct Search<'s, 'a, K, const W: usize, const M: usize, const BOUNDED: bool> {
    pub(super) kernel: K,
    pub(super) walk: &'s mut Walk<'a>,
    pub(super) block: &'s Block,
    pub(super) frames: Vec<Frame<W, M>>,
}

impl<K: Kernel, const W: usize, const M: usize, const BOUNDED: bool>
    Search<'_, '_, K, W, M, BOUNDED>
where
    Stores: Room<W, M>,
{
    /// Searches below a node with at least one branch.
    #[inline(always)]
    pub(super) fn search(&mut self, state: &State<W, M>, choice: Choice) -> ControlFlow<()> {
        self.push(state, choice);
        while let Some(frame) = self.frames.last_mut() {
            let depth = frame.depth;
            match frame.step::<BOUNDED>() {
                Step::Try { word, bit } => {
                    self.walk.count_branch();
                    self.walk.count_node(depth)?;
                    let parent = frame.state;
                    let at = self.walk.frames();
                    let next = self.choose_option(&parent, word, bit, at - 1, at);
                    let choice = self.choose_item(&next, at);
                    if choice.is_some_and(|choice| choice.degree == 0) {
                        continue;
                    }
                    self.walk.chosen.truncate(depth);
                    let option = self.block.options[word * 64 + bit.trailing_zeros() as usize];
                    let option = self.walk.table.options[option as usize];
                    self.walk.chosen.push(option);
                    self.arrive(&next, choice)?;
                }
                Step::NoMore => {
                    self.walk.count_branch();
                    let (parent, item) = (frame.state, frame.item);
                    let at = self.walk.frames();
                    let next = self.choose_none(&parent, item, at - 1, at);
                    let choice = self.choose_item(&next, at);
                    self.walk.chosen.truncate(depth);
                    self.arrive(&next, choice)?;
                }
                Step::Leave => {
                    self.frames.pop();
                    self.walk.close();
                }
            }
        }
        Continue(())
    }

    /// Arrives at a node where `choice` is to be branched on.
    #[inline(always)]
    fn arrive(&mut self, state: &State<W, M>, choice: Option<Choice>) -> ControlFlow<()> {
        match choice {
            None => self.walk.solution(),
            Some(choice) if choice.degree == 0 => Continue(()),
            Some(choice) => self.open(state, choice),
        }
    }

    /// Begins to branch on an item, here or in a smaller block.
    #[inline(always)]
    fn open(&mut self, state: &State<W, M>, choice: Choice) -> ControlFlow<()> {
        if W > 1 {
            let options = state.options();
            if let Some(size) = self.smaller(options, state) {
                return sized!(size, W2, M2 => self.kernel.call(Smaller::<K, W, M, W2, M2, BOUNDED> {
                    kernel: self.kernel,
                    walk: &mut *self.walk,
                    block: self.block,
                    state,
                    choice,
                }));
            }
        }
        self.push(state, choice);
        Continue(())
    }

    /// The size in which it pays to search on.
    #[inline(always)]
    fn smaller(&self, options: usize, state: &State<W, M>) -> Option<Size> {
        let half = self.block.words * 32;
        if options > half {
            return None;
        }
        let items = count(&state.active) + self.block.items.len() - self.block.primary;
        let size = Size::of(options, items)?;
        (size.options() < W * 64 && size < Size::S32 || W > 32 && size == Size::S32).then_some(size)
    }

    #[inline(always)]
    fn push(&mut self, state: &State<W, M>, choice: Choice) {
        self.walk.open(choice.degree);
        let item = choice.item as usize;
        let words = width::<W>(self.block.words);
        let column = &self.block.columns[item / LANES * words..][..words];
        let mut rest = [0; W];
        for ((rest, live), column) in rest.iter_mut().zip(&state.live).zip(column) {
            *rest = live & column.0[item % LANES];
        }
        let kind = if !BOUNDED || choice.once {
            Kind::Once
        } else {
            let at = self.walk.frames() - 1;
            Kind::Bounded {
                needed: self.needed(choice.item, at),
            }
        };
        self.frames.push(Frame {
            state: *state,
            rest,
            item: choice.item,
            kind,
            depth: self.walk.chosen.len(),
        });
    }

    /// How often a bounded item must still be covered, at frame `at`.
    fn needed(&self, item: u32, at: usize) -> u32 {
        let table = self.walk.table;
        let item = self.block.items[item as usize];
        table.slot(item).map_or(1, |slot| {
            let times = self.walk.times[at * table.bounds.len() + slot];
            table.bounds[slot].least.saturating_sub(times)
        })
    }

    /// The item to branch on, `None` if no item needs branching: the first of those with the
    /// fewest branches. The times are those of frame `at`.
    #[inline(always)]
    pub(super) fn choose_item(&self, state: &State<W, M>, at: usize) -> Option<Choice> {
        let mut among = state.active;
        if BOUNDED {
            for (among, loose) in among.iter_mut().zip(&state.loose) {
                *among &= !loose;
            }
        }
        let block = self.block;
        let Fewest { count, item } =
            self.kernel
                .fewest(block.counted(), block.words, &state.live, &among);
        let mut best = (count != Fewest::NONE).then_some(Choice {
            item,
            degree: count,
            once: true,
        });
        if BOUNDED {
            self.choose_loose(state, at, &mut best);
        }
        best
    }

    /// Finds a loose item that goes before `best`.
    #[inline(always)]
    fn choose_loose(&self, state: &State<W, M>, at: usize, best: &mut Option<Choice>) {
        for (word, &loose) in state.loose.iter().enumerate() {
            let mut rest = loose;
            while rest != 0 {
                let item = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let words = width::<W>(self.block.words);
                let len: u32 = (0..words)
                    .map(|at| (self.block.word(item, at) & state.live[at]).count_ones())
                    .sum();
                let item = u32::try_from(item).unwrap_or(0);
                let needed = self.needed(item, at);
                if needed == 0 && len == 0 {
                    continue;
                }
                // The k-th option is tried with those before it out, so the last `needed - 1` of
                // them are of no use as first ones; with nothing needed there is "no more".
                let degree = (len + 1).saturating_sub(needed);
                if best.is_none_or(|best| (degree, item) < (best.degree, best.item)) {
                    *best = Some(Choice {
                        item,
                        degree,
                        once: false,
                    });
                }
            }
        }
    }

    /// The state after an option is chosen; its times are put at frame `to`. The option must not
    /// be live any more if it was chosen for a loose item.
    #[inline(always)]
    pub(super) fn choose_option(
        &mut self,
        state: &State<W, M>,
        word: usize,
        bit: u64,
        from: usize,
        to: usize,
    ) -> State<W, M> {
        let block = self.block;
        let all = [u64::MAX; M];
        let last = if BOUNDED { &state.last } else { &all };
        let Hit::<W, M> { items, kill } =
            self.kernel
                .hit(&block.columns, block.words, word, bit, last);
        let mut next = *state;
        for (live, kill) in next.live.iter_mut().zip(kill) {
            *live &= !kill;
        }
        for at in 0..M {
            let closed = items[at] & last[at];
            next.active[at] &= !closed;
            if BOUNDED {
                next.loose[at] &= !closed;
            }
        }
        if BOUNDED {
            self.copy_times(from, to);
            for at in 0..M {
                let mut rest = items[at] & !last[at];
                while rest != 0 {
                    let bit = rest & rest.wrapping_neg();
                    self.cover_once_more(&mut next, at, bit, to);
                    rest ^= bit;
                }
            }
        }
        next
    }

    /// Counts a bounded item that stays open as covered once more.
    fn cover_once_more(&mut self, state: &mut State<W, M>, word: usize, bit: u64, at: usize) {
        let table = self.walk.table;
        let item = self.block.items[word * 64 + bit.trailing_zeros() as usize];
        let Some(slot) = table.slot(item) else {
            return;
        };
        let times = &mut self.walk.times[at * table.bounds.len() + slot];
        *times += 1;
        let bounds = table.bounds[slot];
        if bounds.most - *times == 1 {
            state.last[word] |= bit;
            if bounds.least > *times {
                state.loose[word] &= !bit;
            }
        }
    }

    /// The state after "no more" of an item.
    pub(super) fn choose_none(
        &mut self,
        state: &State<W, M>,
        item: u32,
        from: usize,
        to: usize,
    ) -> State<W, M> {
        let mut next = *state;
        let (word, bit) = (item as usize / 64, 1 << (item % 64));
        next.active[word] &= !bit;
        next.loose[word] &= !bit;
        self.copy_times(from, to);
        next
    }

    #[inline(always)]
    fn copy_times(&mut self, from: usize, to: usize) {
        let slots = self.walk.table.bounds.len();
        self.walk
            .times
            .copy_within(from * slots..(from + 1) * slots, to * slots);
    }
}

impl<const W: usize, const M: usize> Frame<W, M> {
    /// Goes to the next branch.
    #[inline(always)]
    fn step<const BOUNDED: bool>(&mut self) -> Step {
        let bounded = BOUNDED && self.kind != Kind::Once;
        if bounded {
            let Kind::Bounded { needed } = self.kind else {
                return Step::Leave;
            };
            let len = count(&self.rest);
            if len < needed as usize {
                return Step::Leave;
            }
            if len == 0 {
                self.kind = Kind::Closed;
                return Step::NoMore;
            }
        }
        for (word, rest) in self.rest.iter_mut().enumerate() {
            if *rest != 0 {
                let bit = *rest & rest.wrapping_neg();
                *rest ^= bit;
                if bounded {
                    self.state.live[word] ^= bit;
                }
                return Step::Try { word, bit };
            }
        }
        Step::Leave
    }
}

/// The search below a node in a smaller block.
struct Smaller<
    's,
    'a,
    K,
    const W: usize,
    const M: usize,
    const W2: usize,
    const M2: usize,
    const BOUNDED: bool,
> {
    kernel: K,
    walk: &'s mut Walk<'a>,
    block: &'s Block,
    state: &'s State<W, M>,
    choice: Choice,
}

impl<
    K: Kernel,
    const W: usize,
    const M: usize,
    const W2: usize,
    const M2: usize,
    const BOUNDED: bool,
> Job for Smaller<'_, '_, K, W, M, W2, M2, BOUNDED>
where
    Stores: Room<W2, M2>,
{
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        if W2 >= W {
            // Never asked for; so it need not be compiled.
            return Continue(());
        }
        let Self {
            kernel,
            walk,
            block,
            state,
            choice,
        } = self;
        let mut store: Store<W2, M2> = take(walk.stores.room());
        let words = width::<W2>(state.options().div_ceil(64).max(1));
        store.block.pack(kernel, block, state, words);
        let item = rank(&state.active, choice.item as usize);
        let choice = Choice {
            item: u32::try_from(item).unwrap_or(0),
            ..choice
        };
        let Store { block, mut frames } = store;
        frames.clear();
        let small = State::new(&block, walk.table, walk.times_of(walk.frames()));
        let mut search = Search::<K, W2, M2, BOUNDED> {
            kernel,
            walk: &mut *walk,
            block: &block,
            frames,
        };
        let flow = search.search(&small, choice);
        let frames = search.frames;
        *walk.stores.room() = Store { block, frames };
        flow
    }
}
