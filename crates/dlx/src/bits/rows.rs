//! The search once few items are left: every option is then a *row*, the set of its items in one word.
//!
//! A node has the rows of its live options, one after the other. Choosing an option excludes those whose rows
//! intersect its own. The remaining rows are copied without gaps for the child node. So a node takes time
//! proportional to its number of live options, and nothing has to be packed. The options left are counted for all
//! items at once, with bit k of all counts in one word: carry-save adders, as in Muła, Kurz and Lemire, "Faster
//! population counts using AVX2 instructions" (2018).
//!
//! Two of three nodes are dead ends: an item has no option left. So all branches of a node are checked
//! together when it is reached. The check asks only whether the remaining rows cover all items. Dead ends are
//! skipped later and only counted.

use std::mem::take;
use std::ops::ControlFlow::{self, Break, Continue};

use super::answer::Fewest;
use super::bit_set::count;
use super::block::{ColumnBlock, extract_items};
use super::kernel::{Kernel, KernelFn};
use super::position::PausedBlock;
use super::row_block::{BLOCK_ROWS, MOST_ITEMS, PADDING, RowBlock};
use super::row_stack::{RowFrame, RowStack};
use super::search_state::SearchState;
use super::size::Size;
use super::state::BitsState;

/// The position of the lowest bit of a row's option index. The lower bits are the items.
const PLACE_SHIFT: u32 = MOST_ITEMS + 1;

/// The maximum number of options whose indices fit in a row.
const MOST_OPTIONS: usize = 1 << (u64::BITS - PLACE_SHIFT);

impl ColumnBlock {
    /// The [items that matter](Self::items_kept) below a node, as a bit set; `None` if the node has too many of
    /// them, or too many options, for rows.
    #[inline(always)]
    pub(super) fn items_for_rows<K: Kernel, const W: usize, const M: usize>(
        &self,
        kernel: K,
        state: &BitsState<W, M>,
    ) -> Option<[u64; 2]> {
        if W == Size::SMALLEST.width()
            || !self.may_have_rows
            || count(&state.active) > MOST_ITEMS as usize
            || state.options() > MOST_OPTIONS
        {
            return None;
        }
        let kept = self.items_kept(kernel, state);
        let kept = [kept[0], kept[1]];
        (count(&kept) <= MOST_ITEMS as usize).then_some(kept)
    }
}

/// Searches in rows below a node of a block. The node has at least one branch.
pub(super) struct BelowInRows<'s, 'a, K> {
    pub(super) kernel: K,
    pub(super) shared: &'s mut SearchState<'a>,
    /// For each option of the block, the items that it holds, as a bit set.
    pub(super) item_sets: &'s [[u64; 2]],
    /// The [items that matter](ColumnBlock::items_kept) below the node, as a bit set. Only they are in the rows.
    pub(super) kept: [u64; 2],
    /// The live options of the node, as a bit set.
    pub(super) live: &'s [u64],
    /// The number of primary items to be covered. They come first among the items that matter.
    pub(super) primary: usize,
    /// The item to branch on, by its index among the items that matter, and the number of its options.
    pub(super) fewest: Fewest,
}

impl<K: Kernel> KernelFn for BelowInRows<'_, '_, K> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        let mut stack = take(&mut self.shared.at.scratch.rows);
        stack.make_room(count(self.live));
        let start = stack.start();
        let rows = self.write_rows(&mut stack.rows[start..]);
        self.shared.enter_block(self.live);
        let mut search = RowSearch {
            kernel: self.kernel,
            shared: &mut *self.shared,
            stack,
        };
        let mut flow = search.open(
            (start, start + rows.next_multiple_of(BLOCK_ROWS)),
            0,
            (1 << self.primary) - 1,
            self.fewest,
        );
        if flow.is_continue() {
            flow = search.search_frames();
        }
        search.end(flow)
    }
}

pub(super) struct PausedInRows<'s, 'a, K> {
    pub(super) kernel: K,
    pub(super) shared: &'s mut SearchState<'a>,
}

impl<K: Kernel> KernelFn for PausedInRows<'_, '_, K> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        let stack = take(&mut self.shared.at.scratch.rows);
        let mut search = RowSearch {
            kernel: self.kernel,
            shared: self.shared,
            stack,
        };
        let mut flow = search.shared.resume();
        if flow.is_continue() {
            flow = search.search_frames();
        }
        search.end(flow)
    }
}

impl<K: Kernel> BelowInRows<'_, '_, K> {
    /// Writes the rows of the live options to `to`, followed by padding. Returns the number of rows.
    #[inline(always)]
    fn write_rows(&self, to: &mut [u64]) -> usize {
        let mut rows = 0;
        for (word, &live) in self.live.iter().enumerate() {
            let mut rest = live;
            while rest != 0 {
                let option = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let items = extract_items(self.kernel, self.item_sets[option], self.kept);
                to[rows] = (rows as u64) << PLACE_SHIFT | items;
                rows += 1;
            }
        }
        to[rows..][..BLOCK_ROWS].fill(PADDING);
        rows
    }
}

struct RowSearch<'s, 'a, K> {
    kernel: K,
    shared: &'s mut SearchState<'a>,
    stack: RowStack,
}

impl<K: Kernel> RowSearch<'_, '_, K> {
    #[inline(always)]
    fn search_frames(&mut self) -> ControlFlow<()> {
        while let Some(frame) = self.stack.frames.last_mut() {
            let depth = frame.depth;
            let (at, end) = frame.branches;
            if at == end {
                if let Break(left) = self.shared.count_dead_ends(depth, frame.dead) {
                    frame.dead = left;
                    return Break(());
                }
                self.stack.frames.pop();
                self.shared.close();
                continue;
            }
            frame.branches.0 += 1;
            let (rows, active) = (frame.rows, frame.active);
            let chosen = self.stack.tried[at];
            if let Break(left) = self.shared.count_dead_ends(depth, self.stack.skipped[at]) {
                return self.stack.pause_before(at, left);
            }
            self.shared.count_branch();
            if self.shared.count_node(depth).is_break() {
                return self.stack.pause_before(at, 0);
            }
            self.shared.cut_back(depth);
            self.shared.pick((chosen >> PLACE_SHIFT) as usize);
            let active = active & !chosen;
            if active == 0 {
                self.shared.solution()?;
                continue;
            }
            let (old, new) = self.stack.rows.split_at_mut(rows.1);
            let kept =
                self.kernel
                    .keep_rows(row_blocks(&old[rows.0..]), items_of(chosen), active, new);
            let rows = (rows.1, rows.1 + kept.rows.next_multiple_of(BLOCK_ROWS));
            self.open(rows, end, active, kept.fewest)?;
        }
        Continue(())
    }

    /// Begins to branch on an item of a node, whose rows are in the range `rows` of the stack. The branches are
    /// written to `RowStack::tried` from index `at` on.
    #[inline(always)]
    fn open(
        &mut self,
        rows: (usize, usize),
        at: usize,
        active: u64,
        fewest: Fewest,
    ) -> ControlFlow<()> {
        let depth = self.shared.depth();
        self.shared.open(fewest.count);
        let (end, dead) = self.look_ahead(rows, at, active, fewest.item);
        let mut frame = RowFrame {
            rows,
            branches: (at, end),
            dead,
            active,
            depth,
        };
        if end == at {
            if let Break(left) = self.shared.count_dead_ends(depth, dead) {
                frame.dead = left;
                self.stack.frames.push(frame);
                return Break(());
            }
            self.shared.close();
            return Continue(());
        }
        self.stack.frames.push(frame);
        Continue(())
    }

    /// Ends the search, or saves its position if the visitor broke out.
    fn end(self, flow: ControlFlow<()>) -> ControlFlow<()> {
        self.shared.at.scratch.rows = self.stack;
        match flow {
            Continue(()) => self.shared.leave_block(),
            Break(()) => self.shared.pause(PausedBlock::Rows),
        }
        flow
    }

    /// Writes the branches of a node that are not dead ends to `RowStack::tried`, from index `at` on. Returns
    /// where they end, and the number of dead ends after the last of them.
    #[inline(always)]
    fn look_ahead(
        &mut self,
        rows: (usize, usize),
        at: usize,
        active: u64,
        item: u32,
    ) -> (usize, u32) {
        let RowStack {
            rows: all,
            tried,
            skipped,
            ..
        } = &mut self.stack;
        let blocks = row_blocks(&all[rows.0..rows.1]);
        let (mut at, mut dead) = (at, 0);
        for block in blocks {
            let mut rest = self.kernel.rows_with(block, 1 << item);
            while rest != 0 {
                let row = block.as_flattened()[rest.trailing_zeros() as usize];
                rest &= rest - 1;
                tried[at] = row;
                skipped[at] = dead;
                let uncovers = self
                    .kernel
                    .leaves_uncovered(blocks, items_of(row), active & !row);
                at += usize::from(!uncovers);
                dead = if uncovers { dead + 1 } else { 0 };
            }
        }
        (at, dead)
    }
}

#[inline(always)]
fn items_of(row: u64) -> u64 {
    row & (PADDING - 1)
}

/// Views rows, whose number is a multiple of 32, as row blocks.
#[inline(always)]
fn row_blocks(rows: &[u64]) -> &[RowBlock] {
    rows.as_chunks().0.as_chunks().0
}
