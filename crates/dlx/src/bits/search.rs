//! The depth-first search in blocks of columns. States are copied from level to level.
//!
//! A frame is a node of the search: its state, and the item that is being branched on. Nothing has to be undone,
//! since every frame has its own state. When few options are left, the remaining problem is packed into a smaller
//! block, and the subtree is searched there. Blocks only get smaller, so the recursion is at most as deep as there
//! are sizes.
//!
//! Items to be covered exactly once and *bounded* ones are branched on as in [`links`](crate::links): an
//! option of a bounded item is excluded while later ones are tried, and the last branch is "no more".

use std::mem::take;
use std::ops::ControlFlow::{self, Break, Continue};

use super::answer::Fewest;
use super::bit_set::{count, first, rank};
use super::block::ColumnBlock;
use super::choice::{BranchChoice, child};
use super::consistency::SeenCounts;
use super::frames::{BlockFrame, FrameKind, FramePool, FrameStep, Frames, PoolFrames};
use super::kernel::{Kernel, KernelFn};
use super::lanes::LANES;
use super::layout::PackLayout;
use super::memo::MemoKey;
use super::position::PausedBlock;
use super::rows::{BelowInRows, PausedInRows};
use super::search_state::SearchState;
use super::size::{Size, item_number, sized};
use super::state::BitsState;
use super::work::{RowRegion, of_node};

pub(super) struct BlockSearch<'s, 'a, K, const W: usize, const M: usize, const BOUNDED: bool> {
    pub(super) kernel: K,
    pub(super) shared: &'s mut SearchState<'a>,
    pub(super) block: &'s ColumnBlock,
    pub(super) frames: Vec<BlockFrame<W, M>>,
    pub(super) seen: SeenCounts,
    pub(super) region: RowRegion,
    /// How many more steps of [work](super::work) a node takes than a node that is searched in rows.
    node_work: u64,
}

impl<'s, 'a, K, const W: usize, const M: usize, const BOUNDED: bool>
    BlockSearch<'s, 'a, K, W, M, BOUNDED>
{
    #[inline(always)]
    pub(super) fn new(
        kernel: K,
        shared: &'s mut SearchState<'a>,
        block: &'s ColumnBlock,
        frames: Vec<BlockFrame<W, M>>,
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
    BlockSearch<'_, '_, K, W, M, BOUNDED>
where
    FramePool: PoolFrames<W, M>,
{
    /// Whether searches in a block of this size may use a [memo](super::memo).
    const MEMO: bool = W == Size::SMALLEST.width() && !BOUNDED;

    #[inline(always)]
    fn search_frames(&mut self) -> ControlFlow<()> {
        while let Some(frame) = self.frames.last_mut() {
            let depth = frame.depth;
            match frame.step::<BOUNDED>() {
                FrameStep::Try { word, bit } => {
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
                FrameStep::NoMore => {
                    self.shared.count_branch();
                    let (parent, item) = (frame.state, frame.item);
                    let at = self.shared.frames();
                    let next = self.choose_none(&parent, item, at - 1, at);
                    let choice = self.choose_item(&next, at);
                    self.shared.cut_back(depth);
                    self.arrive(&next, choice)?;
                }
                FrameStep::Leave => {
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

    /// Enters a node: reports a solution if there is nothing to branch on, otherwise branches on `choice`.
    #[inline(always)]
    fn arrive(&mut self, state: &BitsState<W, M>, choice: Option<BranchChoice>) -> ControlFlow<()> {
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

    /// Begins to branch on an item. The node may first be made consistent.
    #[inline(always)]
    fn open(&mut self, state: &BitsState<W, M>, choice: BranchChoice) -> ControlFlow<()> {
        if Self::CONSISTENT && self.shared.at.consistency.is_some() {
            self.open_consistently(state, choice)
        } else {
            self.open_here(state, choice)
        }
    }

    /// Restores the paused search in this block, and resumes it below its last frame.
    #[cold]
    fn resume_block(&mut self) -> ControlFlow<()> {
        if let Some(PausedBlock::Columns { seen, region, .. }) = self.shared.at.paused.pop() {
            (self.seen, self.region) = (seen, region);
        }
        self.resume_below()
    }

    /// Saves the data of this block's search. The frames stay where they are.
    #[cold]
    fn pause(&mut self) {
        let block = PausedBlock::Columns {
            size: const { Size::of_width(W) },
            seen: take(&mut self.seen),
            region: self.region,
        };
        self.shared.pause(block);
    }

    /// Begins to branch on an item: in this block, in a smaller one or in rows.
    #[inline(always)]
    pub(super) fn open_here(
        &mut self,
        state: &BitsState<W, M>,
        choice: BranchChoice,
    ) -> ControlFlow<()> {
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
                // `smaller` never returns this size. Without this branch, the search for the pair of sizes would
                // be compiled too.
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

    /// The smaller block size into which the node should be packed; `None` if that does not pay off.
    #[inline(always)]
    fn smaller(&self, state: &BitsState<W, M>) -> Option<Size> {
        if W <= Size::SMALLEST.width() {
            return None;
        }
        // Packing pays off if it halves the words: a node then takes less than half the time.
        let options = state.options();
        if options > self.block.words * 32 {
            return None;
        }
        let items = count(&state.active) + self.block.count - self.block.primary;
        Size::ALL
            .into_iter()
            .find(|size| is_step(W, size.width()) && size.has_room_for(options, items))
    }

    /// Packs a node into a smaller block, and searches below it there.
    fn descend<const W2: usize, const M2: usize>(
        &mut self,
        state: &BitsState<W, M>,
        choice: BranchChoice,
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
        let options = kernel.call(PackBlock::<K, W, M, W2> {
            kernel,
            from: self.block,
            state,
            to: &mut block,
            keep_items: BOUNDED,
        });
        let item = rank(&state.active, choice.item as usize);
        let choice = BranchChoice {
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

    fn resume_in<const W2: usize, const M2: usize>(&mut self) -> ControlFlow<()>
    where
        FramePool: PoolFrames<W2, M2>,
    {
        let Frames { block, frames } = take(self.shared.at.scratch.frames.of_size());
        self.search_below::<W2, M2>(block, frames, None)
    }

    /// Searches in a smaller block: below `entry` or, if that is `None`, from where it was paused.
    fn search_below<const W2: usize, const M2: usize>(
        &mut self,
        block: ColumnBlock,
        frames: Vec<BlockFrame<W2, M2>>,
        entry: Option<BlockEntry<'_, W2, M2>>,
    ) -> ControlFlow<()>
    where
        FramePool: PoolFrames<W2, M2>,
    {
        let kernel = self.kernel;
        let shared = &mut *self.shared;
        let (flow, frames) = kernel.call(BelowInBlock::<K, W2, M2, BOUNDED> {
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

    /// Resumes the paused search below the last frame of this block: in a smaller block, in rows, or here if the
    /// visitor broke out here.
    #[cold]
    #[inline(never)]
    fn resume_below(&mut self) -> ControlFlow<()> {
        match self.shared.at.paused.last() {
            None => self.shared.resume()?,
            Some(PausedBlock::Sparse(_)) => {
                unreachable!("invariant: sparse columns are never packed")
            }
            Some(PausedBlock::Rows) => {
                self.shared.at.paused.pop();
                self.kernel.call(PausedInRows {
                    kernel: self.kernel,
                    shared: &mut *self.shared,
                })?;
            }
            Some(&PausedBlock::Columns { size, .. }) => {
                sized!(size, W2, M2 => if const { is_step(W, W2) } {
                    self.resume_in::<W2, M2>()?;
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

    /// Searches below a node in rows. `kept` are the [items that matter](ColumnBlock::items_kept), as a bit set.
    fn descend_to_rows(
        &mut self,
        state: &BitsState<W, M>,
        choice: BranchChoice,
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
    fn push(&mut self, state: &BitsState<W, M>, choice: BranchChoice) {
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
            FrameKind::Once
        } else {
            let at = self.shared.frames() - 1;
            FrameKind::Bounded {
                needed: self.needed(choice.item, at),
            }
        };
        self.frames.push(BlockFrame {
            state: *state,
            rest,
            item: choice.item,
            kind,
            depth: self.shared.depth(),
        });
    }
}

/// Whether blocks of `from` words are packed into blocks of `to` words. The largest sizes are packed only into the
/// next smaller one, since each pair of sizes is compiled separately.
const fn is_step(from: usize, to: usize) -> bool {
    to < from && (from <= 32 || to * 8 >= from)
}

/// The live options of a node in a block of the smallest size, as a key of the memo.
#[inline(always)]
fn key<const W: usize>(live: &[u64; W]) -> MemoKey {
    let mut key = MemoKey::default();
    for (to, from) in key.iter_mut().zip(live) {
        *to = *from;
    }
    key
}

/// Packs the remaining problem at a node into a smaller block. The result is the number of options of the smaller
/// block.
struct PackBlock<'s, K, const W: usize, const M: usize, const W2: usize> {
    kernel: K,
    from: &'s ColumnBlock,
    state: &'s BitsState<W, M>,
    to: &'s mut ColumnBlock,
    keep_items: bool,
}

impl<K: Kernel, const W: usize, const M: usize, const W2: usize> KernelFn
    for PackBlock<'_, K, W, M, W2>
{
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let layout = PackLayout::new(&self.state.live);
        self.to
            .pack::<K, W, M, W2>(self.kernel, self.from, self.state, &layout, self.keep_items);
        layout.options
    }
}

/// Searches in a block, below a node that has at least one branch. Returns also the vector of the frames, to be
/// reused.
///
/// This is a separate [`KernelFn`], so that the search in a block of one size is compiled once, whatever the size
/// of the block that was packed.
pub(super) struct BelowInBlock<'s, 'a, K, const W: usize, const M: usize, const BOUNDED: bool> {
    pub(super) kernel: K,
    pub(super) shared: &'s mut SearchState<'a>,
    pub(super) block: &'s ColumnBlock,
    /// An empty vector for the frames, or the frames of a paused search.
    pub(super) frames: Vec<BlockFrame<W, M>>,
    /// The node below which to search; `None` to resume a paused search.
    pub(super) entry: Option<BlockEntry<'s, W, M>>,
}

/// The node below which a search in a block begins.
pub(super) struct BlockEntry<'s, const W: usize, const M: usize> {
    pub(super) state: &'s BitsState<W, M>,
    pub(super) choice: BranchChoice,
    pub(super) is_consistent: bool,
    /// Whether the node lies in a [region](RowRegion) that other kernels search in rows.
    pub(super) is_region: bool,
}

impl<K: Kernel, const W: usize, const M: usize, const BOUNDED: bool> KernelFn
    for BelowInBlock<'_, '_, K, W, M, BOUNDED>
where
    FramePool: PoolFrames<W, M>,
{
    type Output = (ControlFlow<()>, Vec<BlockFrame<W, M>>);

    #[inline(always)]
    fn run(self) -> Self::Output {
        let mut search =
            BlockSearch::<K, W, M, BOUNDED>::new(self.kernel, self.shared, self.block, self.frames);
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
            None => search.resume_block(),
        };
        if flow.is_continue() {
            flow = search.search_frames();
        }
        if flow.is_break() {
            search.pause();
        }
        (flow, search.frames)
    }
}
