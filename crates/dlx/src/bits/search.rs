//! The search: depth first, over states that are copied from level to level.
//!
//! A frame is an item that is being branched on, with the state of the node. Nothing is undone: the
//! frame below still has its own state. When few options are left, what is left of the problem is
//! packed into a smaller block, and the subtree is searched there; blocks get smaller only, so the
//! recursion is as deep as there are sizes.
//!
//! Items to be covered exactly once and *bounded* ones are branched on as in
//! [`links`](crate::links): an option of a bounded item stays out while the later ones are tried,
//! and the last branch is "no more".

use std::mem::take;
use std::ops::ControlFlow::{self, Break, Continue};

use super::answer::Fewest;
use super::bit_set::{count, first, rank};
use super::block::Block;
use super::choice::{Choice, child};
use super::consistency::SeenCounts;
use super::frames::{Frame, FramePool, Frames, Kind, PoolFrames, Step};
use super::kernel::{Kernel, KernelFn};
use super::lanes::LANES;
use super::layout::Layout;
use super::memo::Key;
use super::position::LeftBlock;
use super::rows::{BelowInRows, LeftInRows};
use super::search_state::SearchState;
use super::size::{Size, item_number, sized};
use super::state::State;
use super::work::{RowRegion, of_node};

/// A search in a block.
pub(super) struct Search<'s, 'a, K, const W: usize, const M: usize, const BOUNDED: bool> {
    pub(super) kernel: K,
    pub(super) shared: &'s mut SearchState<'a>,
    pub(super) block: &'s Block,
    pub(super) frames: Vec<Frame<W, M>>,
    pub(super) seen: SeenCounts,
    pub(super) region: RowRegion,
    /// The [work](super::work) of a node beyond one in rows.
    node_work: u64,
}

impl<'s, 'a, K, const W: usize, const M: usize, const BOUNDED: bool>
    Search<'s, 'a, K, W, M, BOUNDED>
{
    /// A search that has not begun.
    #[inline(always)]
    pub(super) fn new(
        kernel: K,
        shared: &'s mut SearchState<'a>,
        block: &'s Block,
        frames: Vec<Frame<W, M>>,
    ) -> Self {
        let vectors = block.words * block.primary.div_ceil(LANES);
        Self {
            kernel,
            shared,
            block,
            frames,
            seen: SeenCounts::default(),
            region: RowRegion::default(),
            node_work: of_node(vectors, BOUNDED),
        }
    }
}

impl<K: Kernel, const W: usize, const M: usize, const BOUNDED: bool>
    Search<'_, '_, K, W, M, BOUNDED>
where
    FramePool: PoolFrames<W, M>,
{
    /// Whether there may be a memo: see [`Memo`](super::memo::Memo).
    const MEMO: bool = W == Size::SMALLEST.width() && !BOUNDED;

    /// Searches until no frame is left.
    #[inline(always)]
    fn go_on(&mut self) -> ControlFlow<()> {
        while let Some(frame) = self.frames.last_mut() {
            let depth = frame.depth;
            match frame.step::<BOUNDED>() {
                Step::Try { word, bit } => {
                    self.shared.count_branch();
                    if self.shared.count_node(depth).is_break() {
                        frame.untry::<BOUNDED>(word, bit);
                        return Break(());
                    }
                    if !self.region.is_here() {
                        self.shared.at.work.add(self.node_work);
                    }
                    if Self::MEMO
                        && let Some(memo) = &mut self.shared.at.memo
                    {
                        memo.try_option(word * 64 + bit.trailing_zeros() as usize);
                    }
                    let (next, choice) = if BOUNDED {
                        let parent = frame.state;
                        let at = self.shared.frames();
                        let next = self.choose_option(&parent, word, bit, at - 1, at);
                        let choice = self.choose_item(&next, at);
                        (next, choice)
                    } else {
                        child(self.kernel, self.block, &frame.state, word, bit)
                    };
                    if choice.is_some_and(|choice| choice.degree == 0) {
                        continue;
                    }
                    self.shared.cut_back(depth);
                    self.shared.pick(word * 64 + bit.trailing_zeros() as usize);
                    self.arrive(&next, choice)?;
                }
                Step::NoMore => {
                    self.shared.count_branch();
                    let (parent, item) = (frame.state, frame.item);
                    let at = self.shared.frames();
                    let next = self.choose_none(&parent, item, at - 1, at);
                    let choice = self.choose_item(&next, at);
                    self.shared.cut_back(depth);
                    self.arrive(&next, choice)?;
                }
                Step::Leave => {
                    self.frames.pop();
                    self.shared.close();
                    if !K::ROWS {
                        self.region.leave(self.frames.len());
                    }
                    if Self::CONSISTENT {
                        self.shared.end_trial();
                    }
                    if Self::MEMO
                        && let Some(memo) = &mut self.shared.at.memo
                    {
                        memo.close();
                    }
                }
            }
        }
        Continue(())
    }

    /// Arrives at a node where `choice` is to be branched on.
    #[inline(always)]
    fn arrive(&mut self, state: &State<W, M>, choice: Option<Choice>) -> ControlFlow<()> {
        match choice {
            None => {
                if Self::MEMO
                    && let Some(memo) = &mut self.shared.at.memo
                {
                    memo.solution();
                }
                self.shared.solution()
            }
            Some(choice) if choice.degree == 0 => Continue(()),
            Some(choice) => self.open(state, choice),
        }
    }

    /// Begins to branch on an item.
    #[inline(always)]
    fn open(&mut self, state: &State<W, M>, choice: Choice) -> ControlFlow<()> {
        if Self::CONSISTENT && self.shared.at.consistency.is_some() {
            self.open_consistently(state, choice)
        } else {
            self.open_here(state, choice)
        }
    }

    /// Takes up what was left of the search in this block, and goes on below it.
    #[cold]
    fn go_on_from_left(&mut self) -> ControlFlow<()> {
        if let Some(LeftBlock::Columns { seen, region, .. }) = self.shared.at.left.pop() {
            (self.seen, self.region) = (seen, region);
        }
        self.go_on_below()
    }

    /// Notes what the search in this block keeps beside its frames.
    #[cold]
    fn leave(&mut self) {
        let block = LeftBlock::Columns {
            size: const { Size::of_width(W) },
            seen: take(&mut self.seen),
            region: self.region,
        };
        self.shared.leave(block);
    }

    /// Begins to branch on an item, here or in a smaller block.
    #[inline(always)]
    pub(super) fn open_here(&mut self, state: &State<W, M>, choice: Choice) -> ControlFlow<()> {
        if Self::MEMO
            && let Some(found) = self.shared.find(&key(&state.live))
        {
            return self.shared.replay(found);
        }
        if !BOUNDED
            && !self.region.is_here()
            && let Some(kept) = self.block.items_for_rows(self.kernel, state)
        {
            self.shared.at.work.write_rows(state.options());
            if K::ROWS {
                return self.descend_to_rows(state, choice, kept);
            }
            self.region = RowRegion::below(self.frames.len());
        }
        if let Some(size) = self.smaller(state) {
            let flow = sized!(size, W2, M2 => if const { is_step(W, W2) } {
                self.descend::<W2, M2>(state, choice)
            } else {
                // It is not compiled.
                unreachable!("invariant: a block is packed into a smaller one")
            });
            if flow.is_continue() {
                self.region.leave(self.frames.len());
            }
            return flow;
        }
        self.push(state, choice);
        Continue(())
    }

    /// The size in which it pays to search on.
    #[inline(always)]
    fn smaller(&self, state: &State<W, M>) -> Option<Size> {
        if W <= Size::SMALLEST.width() {
            return None;
        }
        // A block of half the words takes less than half the time.
        let options = state.options();
        if options > self.block.words * 32 {
            return None;
        }
        let items = count(&state.active) + self.block.count - self.block.primary;
        Size::ALL
            .into_iter()
            .find(|size| is_step(W, size.width()) && size.has_room_for(options, items))
    }

    /// Searches below a node in a smaller block.
    fn descend<const W2: usize, const M2: usize>(
        &mut self,
        state: &State<W, M>,
        choice: Choice,
    ) -> ControlFlow<()>
    where
        FramePool: PoolFrames<W2, M2>,
    {
        let kernel = self.kernel;
        let is_consistent = self.is_consistent();
        let is_region = self.region.is_here();
        let shared = &mut *self.shared;
        let Frames { mut block, frames } = take(shared.at.scratch.frames.of_size());
        if !is_region {
            let kept = count(&state.active) + self.block.count - self.block.primary;
            shared.at.work.pack(self.block.words * kept);
        }
        let options = kernel.call(Pack::<K, W, M, W2> {
            kernel,
            from: self.block,
            state,
            to: &mut block,
            keep_items: BOUNDED,
        });
        let item = rank(&state.active, choice.item as usize);
        let choice = Choice {
            item: item_number(item),
            ..choice
        };
        let times = shared.times_of(shared.frames());
        let small = block.state::<W2, M2>(first(options), shared.table, times);
        shared.enter_block(&state.live);
        let entry = Some(BlockEntry {
            state: &small,
            choice,
            is_consistent,
            is_region,
        });
        self.search_below(block, frames, entry)
    }

    /// Goes on in a smaller block, where the visitor broke out.
    fn go_on_in<const W2: usize, const M2: usize>(&mut self) -> ControlFlow<()>
    where
        FramePool: PoolFrames<W2, M2>,
    {
        let Frames { block, frames } = take(self.shared.at.scratch.frames.of_size());
        self.search_below::<W2, M2>(block, frames, None)
    }

    /// Searches in a smaller block below a node, from the beginning or from where that search was left.
    fn search_below<const W2: usize, const M2: usize>(
        &mut self,
        block: Block,
        frames: Vec<Frame<W2, M2>>,
        entry: Option<BlockEntry<'_, W2, M2>>,
    ) -> ControlFlow<()>
    where
        FramePool: PoolFrames<W2, M2>,
    {
        let kernel = self.kernel;
        let shared = &mut *self.shared;
        let (flow, frames) = kernel.call(Below::<K, W2, M2, BOUNDED> {
            kernel,
            shared: &mut *shared,
            block: &block,
            frames,
            entry,
        });
        if flow.is_continue() {
            shared.leave_block();
        }
        *shared.at.scratch.frames.of_size() = Frames { block, frames };
        flow
    }

    /// Goes on below the last frame, in the block where the visitor broke out.
    #[cold]
    #[inline(never)]
    fn go_on_below(&mut self) -> ControlFlow<()> {
        match self.shared.at.left.last() {
            None => self.shared.resume()?,
            Some(LeftBlock::Sparse(_)) => unreachable!("invariant: nothing sparse is packed"),
            Some(LeftBlock::Rows) => {
                self.shared.at.left.pop();
                self.kernel.call(LeftInRows {
                    kernel: self.kernel,
                    shared: &mut *self.shared,
                })?;
            }
            Some(&LeftBlock::Columns { size, .. }) => {
                sized!(size, W2, M2 => if const { is_step(W, W2) } {
                    self.go_on_in::<W2, M2>()?;
                } else {
                    unreachable!("invariant: a block is packed into a smaller one")
                });
            }
        }
        self.region.leave(self.frames.len());
        if Self::CONSISTENT {
            self.shared.end_trial();
        }
        Continue(())
    }

    /// Searches below a node in rows; `kept` are the items that matter.
    fn descend_to_rows(
        &mut self,
        state: &State<W, M>,
        choice: Choice,
        kept: [u64; 2],
    ) -> ControlFlow<()> {
        self.kernel.call(BelowInRows {
            kernel: self.kernel,
            shared: &mut *self.shared,
            item_sets: &self.block.item_sets,
            kept,
            live: &state.live,
            primary: count(&state.active),
            fewest: Fewest {
                count: choice.degree,
                item: item_number(rank(&kept, choice.item as usize)),
            },
        })
    }

    #[inline(always)]
    fn push(&mut self, state: &State<W, M>, choice: Choice) {
        if Self::MEMO
            && let Some(memo) = &mut self.shared.at.memo
        {
            memo.open(key(&state.live));
        }
        self.shared.open(choice.degree);
        let item = choice.item as usize;
        let column = self.block.column::<W>(item);
        let mut rest = [0; W];
        for ((rest, live), column) in rest.iter_mut().zip(&state.live).zip(column) {
            *rest = live & column.0[item % LANES];
        }
        let kind = if !BOUNDED || choice.once {
            Kind::Once
        } else {
            let at = self.shared.frames() - 1;
            Kind::Bounded {
                needed: self.needed(choice.item, at),
            }
        };
        self.frames.push(Frame {
            state: *state,
            rest,
            item: choice.item,
            kind,
            depth: self.shared.depth(),
        });
    }
}

/// Whether blocks of `from` words are packed into those of `to` words: from the large sizes to the next
/// smaller one alone, since each step is compiled for itself.
const fn is_step(from: usize, to: usize) -> bool {
    to < from && (from <= 32 || to * 8 >= from)
}

/// The words of a set as those of the smallest block.
#[inline(always)]
fn key<const W: usize>(live: &[u64; W]) -> Key {
    let mut key = Key::default();
    for (to, from) in key.iter_mut().zip(live) {
        *to = *from;
    }
    key
}

/// Packs what is left at a node into a smaller block; the output is the number of options.
struct Pack<'s, K, const W: usize, const M: usize, const W2: usize> {
    kernel: K,
    from: &'s Block,
    state: &'s State<W, M>,
    to: &'s mut Block,
    keep_items: bool,
}

impl<K: Kernel, const W: usize, const M: usize, const W2: usize> KernelFn
    for Pack<'_, K, W, M, W2>
{
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let layout = Layout::new(&self.state.live);
        self.to
            .pack::<K, W, M, W2>(self.kernel, self.from, self.state, &layout, self.keep_items);
        layout.options
    }
}

/// The search below a node of a block, which has at least one branch.
///
/// A job of its own, so that the search in a block of one size is compiled once, wherever it was
/// packed from. Returns the room of the frames, too.
pub(super) struct Below<'s, 'a, K, const W: usize, const M: usize, const BOUNDED: bool> {
    pub(super) kernel: K,
    pub(super) shared: &'s mut SearchState<'a>,
    pub(super) block: &'s Block,
    /// Room for the frames, or those of a search that was left.
    pub(super) frames: Vec<Frame<W, M>>,
    /// Where it begins; none if it goes on where it was left.
    pub(super) entry: Option<BlockEntry<'s, W, M>>,
}

/// The node of a block at which its search begins.
pub(super) struct BlockEntry<'s, const W: usize, const M: usize> {
    pub(super) state: &'s State<W, M>,
    pub(super) choice: Choice,
    /// Whether the node is consistent.
    pub(super) is_consistent: bool,
    /// Whether it is in a [region](RowRegion) of rows.
    pub(super) is_region: bool,
}

impl<K: Kernel, const W: usize, const M: usize, const BOUNDED: bool> KernelFn
    for Below<'_, '_, K, W, M, BOUNDED>
where
    FramePool: PoolFrames<W, M>,
{
    type Output = (ControlFlow<()>, Vec<Frame<W, M>>);

    #[inline(always)]
    fn run(self) -> Self::Output {
        let mut search =
            Search::<K, W, M, BOUNDED>::new(self.kernel, self.shared, self.block, self.frames);
        let mut flow = match self.entry {
            Some(entry) => {
                search.frames.clear();
                if entry.is_region {
                    search.region = RowRegion::below(0);
                }
                if entry.is_consistent {
                    search.see_all(entry.state);
                }
                search.open_here(entry.state, entry.choice)
            }
            None => search.go_on_from_left(),
        };
        if flow.is_continue() {
            flow = search.go_on();
        }
        if flow.is_break() {
            search.leave();
        }
        (flow, search.frames)
    }
}
