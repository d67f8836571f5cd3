//! The depth-first search on sparse columns. States are copied from level to level.

use std::ops::ControlFlow::{self, Break, Continue};

use super::columns::SparseColumns;
use super::states::{SparseFrame, SparseStates};
use crate::bits::answer::Fewest;
use crate::bits::choice::{BranchChoice, bounded_degree};
use crate::bits::frames::FrameKind;
use crate::bits::kernel::Kernel;
use crate::bits::lanes::{LANES, Lanes};
use crate::bits::position::PausedBlock;
use crate::bits::search_state::SearchState;
use crate::bits::size::item_number;
use crate::bits::table::Bounds;
use crate::bits::work::of_node;

/// The next branch of a frame: try an option, or cover the item no further. If no branch is left: leave the frame.
enum SparseStep {
    Try { place: usize },
    NoMore,
    Leave,
}

pub(super) struct SparseSearch<'s, 'a, K, const BOUNDED: bool> {
    kernel: K,
    pub(super) shared: &'s mut SearchState<'a>,
    pub(super) columns: &'s SparseColumns,
    pub(super) states: SparseStates,
    /// How many more steps of [work](crate::bits::work) a node takes than a node that is searched in rows.
    node_work: u64,
}

impl<'s, 'a, K: Kernel, const BOUNDED: bool> SparseSearch<'s, 'a, K, BOUNDED> {
    pub(super) fn new(
        kernel: K,
        shared: &'s mut SearchState<'a>,
        columns: &'s SparseColumns,
    ) -> Self {
        let mut search = Self {
            kernel,
            shared,
            columns,
            states: SparseStates::default(),
            // On average, a node reads the columns of half the primary items: those that are still to be covered.
            node_work: of_node(columns.primary_parts() / 2, BOUNDED),
        };
        search.make_room(0);
        for place in 0..columns.options() {
            search.states.live[place / 64 / LANES].0[place / 64 % LANES] |= 1 << (place % 64);
        }
        for item in 0..columns.primary {
            let (word, bit) = (item / 64, 1 << (item % 64));
            search.states.active[word] |= bit;
            let Some(slot) = search.shared.table.slot(item_number(item)) else {
                search.states.last[word] |= bit;
                continue;
            };
            let Bounds { least, most } = search.shared.table.bounds[slot];
            if most == 1 {
                search.states.last[word] |= bit;
            }
            if most > 1 || least == 0 {
                search.states.bounded_open[word] |= bit;
            }
        }
        search
    }

    /// Restores a paused search, so that it can be continued.
    pub(super) fn paused(
        kernel: K,
        shared: &'s mut SearchState<'a>,
        columns: &'s SparseColumns,
        states: SparseStates,
    ) -> Self {
        Self {
            kernel,
            shared,
            columns,
            states,
            node_work: of_node(columns.primary_parts() / 2, BOUNDED),
        }
    }

    /// The number of 64-bit words of a set of primary items.
    #[inline(always)]
    pub(super) fn item_words(&self) -> usize {
        self.columns.primary.div_ceil(64)
    }

    /// Allocates memory for the states of a level and of the one below.
    #[inline(always)]
    fn make_room(&mut self, level: usize) {
        let (blocks, words) = (self.columns.blocks, self.item_words());
        if self.states.live.len() < (level + 2) * blocks
            || self.states.active.len() < (level + 2) * words
        {
            self.states
                .live
                .resize((level + 2) * blocks, Lanes::default());
            for sets in [
                &mut self.states.active,
                &mut self.states.last,
                &mut self.states.bounded_open,
            ] {
                sets.resize((level + 2) * words, 0);
            }
        }
    }

    /// Searches until all frames are finished. Saves the frames if the visitor breaks out.
    #[inline(always)]
    pub(super) fn end(mut self) -> ControlFlow<()> {
        let flow = self.search_frames();
        if flow.is_break() {
            self.shared.pause(PausedBlock::Sparse(self.states));
        }
        flow
    }

    #[inline(always)]
    fn search_frames(&mut self) -> ControlFlow<()> {
        while let Some(frame) = self.states.frames.last() {
            let (depth, item) = (frame.depth, frame.item);
            match self.step() {
                SparseStep::Try { place } => {
                    self.shared.count_branch();
                    if self.shared.count_node(depth).is_break() {
                        self.untry(place);
                        return Break(());
                    }
                    self.shared.at.work.add(self.node_work);
                    let level = self.states.frames.len();
                    self.choose_option(place, level - 1);
                    let choice = self.choose_item(level);
                    if choice.is_some_and(|choice| choice.degree == 0) {
                        continue;
                    }
                    self.shared.cut_back(depth);
                    self.shared.pick(place);
                    self.arrive(choice)?;
                }
                SparseStep::NoMore => {
                    self.shared.count_branch();
                    let level = self.states.frames.len();
                    self.choose_none(item, level - 1);
                    let choice = self.choose_item(level);
                    self.shared.cut_back(depth);
                    self.arrive(choice)?;
                }
                SparseStep::Leave => {
                    self.states.frames.pop();
                    self.shared.close();
                }
            }
        }
        Continue(())
    }

    /// Undoes the last step of the last frame, which was to try the option at `place`.
    #[cold]
    fn untry(&mut self, place: usize) {
        let level = self.states.frames.len() - 1;
        let (at, bit) = (place / 64, 1 << (place % 64));
        let frame = &mut self.states.frames[level];
        frame.rest |= bit;
        if BOUNDED && frame.kind != FrameKind::Once {
            let live = &mut self.states.live[level * self.columns.blocks..];
            live[at / LANES].0[at % LANES] |= bit;
        }
    }

    /// Takes the next branch of the last frame, and records that it was tried.
    #[inline(always)]
    fn step(&mut self) -> SparseStep {
        let level = self.states.frames.len() - 1;
        let blocks = self.columns.blocks;
        let live = &mut self.states.live[level * blocks..][..blocks];
        let frame = &mut self.states.frames[level];
        let column = self.columns.column(frame.item);
        let bounded = BOUNDED && frame.kind != FrameKind::Once;
        if bounded {
            let FrameKind::Bounded { needed } = frame.kind else {
                return SparseStep::Leave;
            };
            // Options that were tried are not live any more.
            let left = self.kernel.holders(column, live);
            if left < needed {
                return SparseStep::Leave;
            }
            if left == 0 {
                frame.kind = FrameKind::Closed;
                return SparseStep::NoMore;
            }
        }
        while frame.rest == 0 {
            if frame.word == LANES {
                (frame.part, frame.word) = (frame.part + 1, 0);
            }
            let Some(part) = column.parts.get(frame.part) else {
                return SparseStep::Leave;
            };
            let live = live[usize::from(column.at[frame.part])];
            frame.rest = part.0[frame.word] & live.0[frame.word];
            frame.word += 1;
        }
        let bit = frame.rest & frame.rest.wrapping_neg();
        frame.rest ^= bit;
        let (block, word) = (usize::from(column.at[frame.part]), frame.word - 1);
        if bounded {
            live[block].0[word] ^= bit;
        }
        let place = (block * LANES + word) * 64 + bit.trailing_zeros() as usize;
        SparseStep::Try { place }
    }

    /// Enters the node below the last frame: reports a solution if there is nothing to branch on, otherwise
    /// branches on `choice`.
    #[inline(always)]
    pub(super) fn arrive(&mut self, choice: Option<BranchChoice>) -> ControlFlow<()> {
        match choice {
            None => self.shared.solution()?,
            Some(choice) if choice.degree == 0 => {}
            Some(choice) => self.push(choice),
        }
        Continue(())
    }

    #[inline(always)]
    fn push(&mut self, choice: BranchChoice) {
        self.shared.open(choice.degree);
        let level = self.states.frames.len();
        self.make_room(level);
        let item = choice.item as usize;
        let kind = if !BOUNDED || choice.once {
            FrameKind::Once
        } else {
            let needed = self.shared.needed(choice.item, level);
            FrameKind::Bounded { needed }
        };
        self.states.frames.push(SparseFrame {
            item,
            kind,
            depth: self.shared.depth(),
            part: 0,
            word: 0,
            rest: 0,
        });
    }

    /// The first of the items with the fewest branches at a level; `None` if no item needs branching.
    #[inline(always)]
    pub(super) fn choose_item(&self, level: usize) -> Option<BranchChoice> {
        let blocks = self.columns.blocks;
        let live = &self.states.live[level * blocks..][..blocks];
        let mut best = BranchChoice {
            item: 0,
            degree: Fewest::NONE,
            once: true,
        };
        for at in 0..self.item_words() {
            let index = level * self.item_words() + at;
            let mut rest = self.states.active[index];
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                rest ^= bit;
                let item = at * 64 + bit.trailing_zeros() as usize;
                let holders = self.kernel.holders(self.columns.column(item), live);
                let once = !BOUNDED || self.states.bounded_open[index] & bit == 0;
                let mut degree = holders;
                if !once {
                    let needed = self.shared.needed(item_number(item), level);
                    let Some(branches) = bounded_degree(holders, needed) else {
                        continue;
                    };
                    degree = branches;
                }
                if degree < best.degree {
                    let item = item_number(item);
                    best = BranchChoice { item, degree, once };
                    if degree == 0 {
                        return Some(best);
                    }
                }
            }
        }
        (best.degree != Fewest::NONE).then_some(best)
    }

    /// Chooses an option, and writes the state after it one level below `level`. If the option was chosen for a
    /// bounded open item, it must not be live any more.
    #[inline(always)]
    pub(super) fn choose_option(&mut self, place: usize, level: usize) {
        self.copy_down(level);
        let (blocks, words) = (self.columns.blocks, self.item_words());
        let live = &mut self.states.live[(level + 1) * blocks..][..blocks];
        for &column in self.columns.removed_by(place) {
            let number = column as usize;
            if number < self.columns.primary {
                let (at, bit) = ((level + 1) * words + number / 64, 1 << (number % 64));
                if BOUNDED && self.states.last[at] & bit == 0 {
                    let times = self.shared.cover_once_more(column, level + 1);
                    if let Some((times, Bounds { least, most })) = times
                        && most - times == 1
                    {
                        self.states.last[at] |= bit;
                        if least > times {
                            self.states.bounded_open[at] &= !bit;
                        }
                    }
                    continue;
                }
                self.states.active[at] &= !bit;
                if BOUNDED {
                    self.states.bounded_open[at] &= !bit;
                }
            }
            let column = self.columns.column(number);
            for (part, &block) in column.parts.iter().zip(column.at) {
                let live = &mut live[usize::from(block)];
                for (live, dead) in live.0.iter_mut().zip(part.0) {
                    *live &= !dead;
                }
            }
        }
    }

    /// Takes the branch that covers an item no further, and writes the state after it one level below `level`.
    pub(super) fn choose_none(&mut self, item: usize, level: usize) {
        self.copy_down(level);
        let at = (level + 1) * self.item_words() + item / 64;
        self.states.active[at] &= !(1 << (item % 64));
        self.states.bounded_open[at] &= !(1 << (item % 64));
    }

    #[inline(always)]
    fn copy_down(&mut self, level: usize) {
        let (blocks, words) = (self.columns.blocks, self.item_words());
        copy_down(&mut self.states.live, level, blocks);
        copy_down(&mut self.states.active, level, words);
        if BOUNDED {
            copy_down(&mut self.states.last, level, words);
            copy_down(&mut self.states.bounded_open, level, words);
            self.shared.copy_times(level, level + 1);
        }
    }
}

/// Copies the entries of a level over those of the next level. Every level has `count` entries.
#[inline(always)]
fn copy_down<T: Copy>(list: &mut [T], level: usize, count: usize) {
    let (above, below) = list.split_at_mut((level + 1) * count);
    below[..count].copy_from_slice(&above[level * count..]);
}
