//! Makes nodes of a search [consistent](super).

use std::ops::ControlFlow::{self, Continue};

use crate::bits::answer::lanes_in;
use crate::bits::choice::BranchChoice;
use crate::bits::frames::{FramePool, PoolFrames};
use crate::bits::kernel::Kernel;
use crate::bits::lanes::{LANES, Lanes};
use crate::bits::search::BlockSearch;
use crate::bits::size::{Size, width};
use crate::bits::state::BitsState;
use crate::bits::supports::has_supports;

/// The units of work for counting the options of eight items, per vector of their columns.
const COUNT: u64 = 3;
/// The units of work for finding the options that conflict with all options of an item, per vector that a set of
/// options takes.
const LOOK: u64 = 100;

/// The maximum number of groups of eight items in a block whose nodes may be made consistent.
const MOST_GROUPS: usize = Size::S32.items() / LANES;

impl<K: Kernel, const W: usize, const M: usize, const BOUNDED: bool>
    BlockSearch<'_, '_, K, W, M, BOUNDED>
where
    FramePool: PoolFrames<W, M>,
{
    /// Whether nodes in a block of this size may be made consistent.
    pub(in crate::bits) const CONSISTENT: bool = !BOUNDED && has_supports(W);

    /// Whether the node about to be opened has been made consistent.
    #[inline(always)]
    pub(in crate::bits) fn is_consistent(&self) -> bool {
        Self::CONSISTENT && self.seen.counts.len() > self.frames.len() * self.groups()
    }

    /// Records how many options each item has at the first node of a block. The node must be consistent.
    #[inline(always)]
    pub(in crate::bits) fn see_all(&mut self, state: &BitsState<W, M>) {
        if Self::CONSISTENT {
            let columns = self
                .block
                .counted()
                .chunks_exact(width::<W>(self.block.words));
            let counts = columns.map(|columns| self.kernel.counts(columns, &state.live));
            self.seen.counts.extend(counts);
        }
    }

    /// The number of groups of eight columns that have primary items.
    #[inline(always)]
    pub(in crate::bits) fn groups(&self) -> usize {
        self.block.primary.div_ceil(LANES)
    }

    /// Begins to branch on an item. First makes the node consistent, if that is expected to pay off.
    #[inline(always)]
    pub(in crate::bits) fn open_consistently(
        &mut self,
        state: &BitsState<W, M>,
        choice: BranchChoice,
    ) -> ControlFlow<()> {
        let frames = self.shared.frames();
        let tries = self.shared.tries_here();
        let flow = if tries && self.begin_trial(state) {
            match self.make_consistent(state) {
                None => Continue(()),
                Some((state, choice)) => self.open_here(&state, choice),
            }
        } else {
            let groups = self.groups();
            self.seen.cut_back(self.frames.len(), groups);
            self.open_here(state, choice)
        };
        if tries && self.shared.frames() == frames {
            self.shared.end_trial();
        }
        flow
    }

    /// Begins a trial: from now on, the work of the subtree below a node is measured. Returns whether the node is
    /// to be made consistent.
    #[inline(always)]
    fn begin_trial(&mut self, state: &BitsState<W, M>) -> bool {
        let in_rows = (self.block).items_for_rows(self.kernel, state).is_some();
        self.shared.begin_trial(state.options(), in_rows)
    }

    /// Removes the options of a node that lack support. Returns the new state and the item to branch on; `None` if
    /// an item has no option left.
    #[inline(always)]
    fn make_consistent(
        &mut self,
        state: &BitsState<W, M>,
    ) -> Option<(BitsState<W, M>, BranchChoice)> {
        let block = self.block;
        let words = width::<W>(block.words);
        let groups = self.groups();
        let supports = block.supports::<W>();
        let seen = self.seen.descend(self.frames.len(), groups);
        let mut counts = [Lanes::default(); MOST_GROUPS];
        let mut state = *state;
        let mut work = 0;
        let is_consistent = 'all: loop {
            work += COUNT * (groups * words) as u64;
            let mut due = [[0; M]; 2];
            for group in 0..groups {
                let lanes = lanes_in(&state.active, group);
                let columns = &block.columns()[group * words..][..words];
                counts[group] = self.kernel.counts(columns, &state.live);
                let changed = self.kernel.changed(lanes, &counts[group], &seen[group]);
                let Some([few, many]) = changed else {
                    break 'all false;
                };
                due[0][group / 8] |= u64::from(few) << (group % 8 * 8);
                due[1][group / 8] |= u64::from(many) << (group % 8 * 8);
            }
            let mut removes = false;
            for due in due {
                for (at, &due) in due.iter().enumerate() {
                    let mut rest = due;
                    while rest != 0 {
                        let item = at * 64 + rest.trailing_zeros() as usize;
                        rest &= rest - 1;
                        work += LOOK * supports.stride as u64;
                        seen[item / LANES].0[item % LANES] = counts[item / LANES].0[item % LANES];
                        let live = &mut state.live;
                        match self.kernel.remove_without_support(supports, item, live) {
                            None => break 'all false,
                            Some(some) => removes |= some,
                        }
                    }
                }
                if removes {
                    continue 'all;
                }
            }
            break true;
        };
        self.shared.count_enforced(work);
        if !is_consistent {
            return None;
        }
        let fewest = (self.kernel).fewest(block.counted(), words, &state.live, &state.active);
        fewest.once().map(|choice| (state, choice))
    }
}
