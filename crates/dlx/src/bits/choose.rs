//! Chooses the item to branch on at a node, and makes the state after an option is chosen.
//!
//! An item that is covered for the last time is *closed*, and none of its options is live any more. A bounded item
//! that must be covered and may be covered only once more becomes an item to be covered exactly once. The other
//! open bounded items are *bounded open* items. There are few of them, so they are handled one by one.

use super::answer::Conflicts;
use super::choice::{BranchChoice, bounded_degree, without_removed};
use super::frames::{FramePool, PoolFrames};
use super::kernel::Kernel;
use super::lanes::LANES;
use super::search::BlockSearch;
use super::size::item_number;
use super::state::BitsState;
use super::table::Bounds;

impl<K: Kernel, const W: usize, const M: usize, const BOUNDED: bool>
    BlockSearch<'_, '_, K, W, M, BOUNDED>
where
    FramePool: PoolFrames<W, M>,
{
    /// How many more times a bounded item must be covered, by the coverage counts of frame `at`.
    pub(super) fn needed(&self, item: u32, at: usize) -> u32 {
        self.shared.needed(self.block.items[item as usize], at)
    }

    /// The first of the items with the fewest branches; `None` if no item needs branching. Uses the coverage
    /// counts of frame `at`.
    #[inline(always)]
    pub(super) fn choose_item(&self, state: &BitsState<W, M>, at: usize) -> Option<BranchChoice> {
        let mut among = state.active;
        if BOUNDED {
            for (among, bounded_open) in among.iter_mut().zip(&state.bounded_open) {
                *among &= !bounded_open;
            }
        }
        let block = self.block;
        let fewest = self
            .kernel
            .fewest(block.counted(), block.words, &state.live, &among);
        let mut best = fewest.once();
        if BOUNDED {
            self.choose_bounded(state, at, &mut best);
        }
        best
    }

    /// Replaces `best` if a bounded open item has fewer branches, or as many branches and a lower index.
    #[inline(always)]
    fn choose_bounded(&self, state: &BitsState<W, M>, at: usize, best: &mut Option<BranchChoice>) {
        for (word, &bounded_open) in state.bounded_open.iter().enumerate() {
            let mut rest = bounded_open;
            while rest != 0 {
                let item = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let column = self.block.column::<W>(item).iter();
                let len: u32 = column
                    .zip(&state.live)
                    .map(|(column, live)| (column.0[item % LANES] & live).count_ones())
                    .sum();
                let item = item_number(item);
                let needed = self.needed(item, at);
                let Some(degree) = bounded_degree(len, needed) else {
                    continue;
                };
                if best.is_none_or(|best| (degree, item) < (best.degree, best.item)) {
                    *best = Some(BranchChoice {
                        item,
                        degree,
                        once: false,
                    });
                }
            }
        }
    }

    /// The state after an option is chosen. The coverage counts are copied from frame `from` to frame `to` and
    /// updated there. If the option was chosen for a bounded open item, it must not be live any more.
    #[inline(always)]
    pub(super) fn choose_option(
        &mut self,
        state: &BitsState<W, M>,
        word: usize,
        bit: u64,
        from: usize,
        to: usize,
    ) -> BitsState<W, M> {
        let block = self.block;
        if !BOUNDED && let Some(next) = without_removed(block, state, word, bit) {
            return next;
        }
        let all = [u64::MAX; M];
        let last = if BOUNDED { &state.last } else { &all };
        let Conflicts::<W, M> { items, kill } =
            self.kernel
                .conflicts(block.columns(), block.words, word, bit, last);
        let mut next = *state;
        for (live, kill) in next.live.iter_mut().zip(kill) {
            *live &= !kill;
        }
        for at in 0..M {
            let closed = items[at] & last[at];
            next.active[at] &= !closed;
            if BOUNDED {
                next.bounded_open[at] &= !closed;
            }
        }
        if BOUNDED {
            self.shared.copy_times(from, to);
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

    /// Counts a bounded item as covered once more. It may be covered again after that, so it is not closed.
    fn cover_once_more(&mut self, state: &mut BitsState<W, M>, word: usize, bit: u64, at: usize) {
        let item = self.block.items[word * 64 + bit.trailing_zeros() as usize];
        if let Some((times, Bounds { least, most })) = self.shared.cover_once_more(item, at)
            && most - times == 1
        {
            state.last[word] |= bit;
            if least > times {
                state.bounded_open[word] &= !bit;
            }
        }
    }

    /// The state after the branch that covers an item no further. The coverage counts are copied from frame `from`
    /// to frame `to`.
    pub(super) fn choose_none(
        &mut self,
        state: &BitsState<W, M>,
        item: u32,
        from: usize,
        to: usize,
    ) -> BitsState<W, M> {
        let mut next = *state;
        let (word, bit) = (item as usize / 64, 1 << (item % 64));
        next.active[word] &= !bit;
        next.bounded_open[word] &= !bit;
        self.shared.copy_times(from, to);
        next
    }
}
