//! Follows the path from the root of the tree to where a search begins.

use std::mem::take;
use std::ops::ControlFlow::{self, Continue};

use super::bit_set::first;
use super::block::ColumnBlock;
use super::choice::BranchChoice;
use super::frames::{FramePool, PoolFrames};
use super::kernel::{Kernel, KernelFn, Portable};
use super::lanes::LANES;
use super::search::{BelowInBlock, BlockEntry, BlockSearch};
use super::search_state::SearchState;
use super::size::{Size, sized};
use super::state::BitsState;
use super::vector::{Dispatched, for_bounded};
use crate::problem::OptionId;

/// Where a search begins: at the root, below a path, or where it was paused.
#[derive(Clone, Copy, Debug)]
pub(super) enum SearchStart<'s> {
    /// At the root. The nodes of the givens are counted as nodes of the search.
    Root,
    /// At the end of a path, given as branch indices. Of the path, only the node of the last branch is counted.
    Below(&'s [u32]),
    /// At the position where the search was paused.
    Paused,
}

/// A search in the block of a whole problem. It finds nothing if the path to its start does not exist.
pub(super) struct Rooted<'s, 'a> {
    pub(super) shared: &'s mut SearchState<'a>,
    pub(super) block: &'s ColumnBlock,
    pub(super) givens: &'s [OptionId],
    pub(super) start: SearchStart<'s>,
}

impl Dispatched for Rooted<'_, '_> {
    type Output = ControlFlow<()>;

    fn run<K: Kernel>(self, kernel: K) -> ControlFlow<()> {
        let bounded = !self.shared.table.bounds.is_empty();
        let size = Size::of(self.shared.table.options.len(), self.block.count);
        let Some(size) = size else {
            unreachable!("invariant: no problem is compiled that has no size");
        };
        sized!(size, W, M => if bounded {
            let kernel = for_bounded(kernel);
            kernel.call(SizedRoot::<_, W, M, true> { kernel, rooted: self })
        } else {
            kernel.call(SizedRoot::<K, W, M, false> { kernel, rooted: self })
        })
    }
}

/// A search in the block of a whole problem, compiled for the size of the block.
struct SizedRoot<'s, 'a, K, const W: usize, const M: usize, const BOUNDED: bool> {
    kernel: K,
    rooted: Rooted<'s, 'a>,
}

impl<K: Kernel, const W: usize, const M: usize, const BOUNDED: bool> KernelFn
    for SizedRoot<'_, '_, K, W, M, BOUNDED>
where
    FramePool: PoolFrames<W, M>,
{
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        let Rooted {
            shared,
            block,
            givens,
            start,
        } = self.rooted;
        if matches!(start, SearchStart::Paused) {
            // If no block is paused, the search has ended.
            if shared.at.paused.is_empty() {
                return Continue(());
            }
            return search_block::<K, W, M, BOUNDED>(self.kernel, shared, block, None);
        }
        let options = first(shared.table.options.len());
        let mut state = block.state(options, shared.table, shared.times_of(0));
        let mut search =
            BlockSearch::<K, W, M, BOUNDED>::new(self.kernel, shared, block, Vec::new());
        for given in givens {
            search.take(&mut state, given.index());
            if matches!(start, SearchStart::Root) {
                search.shared.count_last();
            }
        }
        if let SearchStart::Below(branches) = start {
            let last = branches.len().saturating_sub(1);
            for (step, &branch) in branches.iter().enumerate() {
                let choice = search.choose_item(&state, 0);
                let Some(choice) = choice.filter(|choice| branch < choice.degree) else {
                    return Continue(());
                };
                let tries = search.take_branch(&mut state, choice, branch);
                if step == last && tries {
                    search.shared.count_last();
                }
            }
        }
        match search.choose_item(&state, 0) {
            None => search.shared.solution(),
            Some(choice) if choice.degree == 0 => Continue(()),
            Some(choice) => {
                let entry = Some(BlockEntry {
                    state: &state,
                    choice,
                    is_consistent: false,
                    is_region: false,
                });
                search_block::<K, W, M, BOUNDED>(self.kernel, search.shared, block, entry)
            }
        }
    }
}

/// Searches in the block of the whole problem: below `entry` or, if that is `None`, from where it was paused.
fn search_block<K: Kernel, const W: usize, const M: usize, const BOUNDED: bool>(
    kernel: K,
    shared: &mut SearchState<'_>,
    block: &ColumnBlock,
    entry: Option<BlockEntry<'_, W, M>>,
) -> ControlFlow<()>
where
    FramePool: PoolFrames<W, M>,
{
    let frames = take(&mut shared.at.scratch.frames.of_size().frames);
    let (flow, frames) = kernel.call(BelowInBlock::<K, W, M, BOUNDED> {
        kernel,
        shared: &mut *shared,
        block,
        frames,
        entry,
    });
    shared.at.scratch.frames.of_size().frames = frames;
    flow
}

impl<K: Kernel, const W: usize, const M: usize, const BOUNDED: bool>
    BlockSearch<'_, '_, K, W, M, BOUNDED>
where
    FramePool: PoolFrames<W, M>,
{
    /// Chooses an option permanently: the search never undoes it. Few options are chosen before the search
    /// starts, so the portable kernel is fast enough.
    fn take(&mut self, state: &mut BitsState<W, M>, at: usize) {
        let shared = &mut *self.shared;
        let mut search =
            BlockSearch::<Portable, W, M, BOUNDED>::new(Portable, shared, self.block, Vec::new());
        search.take_portably(state, at);
    }

    fn take_portably(&mut self, state: &mut BitsState<W, M>, at: usize) {
        let (word, bit) = (at / 64, 1 << (at % 64));
        state.live[word] &= !bit;
        *state = self.choose_option(state, word, bit, 0, 1);
        self.keep_times();
        self.shared.pick(at);
    }

    /// Takes a branch permanently: the search never undoes it. Returns whether it chooses an option.
    fn take_branch(
        &mut self,
        state: &mut BitsState<W, M>,
        choice: BranchChoice,
        branch: u32,
    ) -> bool {
        let mut left = branch;
        let item = choice.item as usize;
        for (word, column) in self.block.column::<W>(item).iter().enumerate() {
            let mut rest = column.0[item % LANES] & state.live[word];
            while rest != 0 {
                if left == 0 {
                    self.take(state, word * 64 + rest.trailing_zeros() as usize);
                    return true;
                }
                if !choice.once {
                    state.live[word] &= !(rest & rest.wrapping_neg());
                }
                rest &= rest - 1;
                left -= 1;
            }
        }
        *state = self.choose_none(state, choice.item, 0, 1);
        self.keep_times();
        false
    }

    /// Replaces the coverage counts of the first frame by those of the second. Called after each step on the path
    /// to the start of the search, since the search begins at the first frame.
    fn keep_times(&mut self) {
        let slots = self.shared.table.bounds.len();
        self.shared.at.times.copy_within(slots.., 0);
        self.shared.at.times.resize(2 * slots, 0);
    }
}
