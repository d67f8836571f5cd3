//! The part of a running search that does not depend on the size of the current block.

use std::ops::ControlFlow;

use super::consistency::STEP;
use super::layout::origin;
use super::memo::{Memo, MemoKey, SubtreeId};
use super::position::{BitsPosition, FrameProgress, PROGRESS_INTERVAL, PausedBlock, Pick, Replay};
use super::table::{BitsTable, Bounds};
use crate::search::{Progress, Visitor};

/// A running search: its position, its visitor, and the data of the problem.
pub(super) struct SearchState<'a> {
    pub(super) table: &'a BitsTable,
    visitor: &'a mut dyn Visitor,
    pub(super) at: BitsPosition,
}

impl<'a> SearchState<'a> {
    pub(super) fn new(
        table: &'a BitsTable,
        visitor: &'a mut dyn Visitor,
        at: BitsPosition,
    ) -> Self {
        Self { table, visitor, at }
    }

    /// Ends or pauses the search, and returns its position.
    pub(super) fn into_position(mut self) -> BitsPosition {
        self.report_beyond_nodes();
        self.at
    }

    #[inline(always)]
    pub(super) fn frames(&self) -> usize {
        self.at.branches.len()
    }

    /// The coverage count of each bounded item at a frame.
    #[inline(always)]
    pub(super) fn times_of(&self, frame: usize) -> &[u32] {
        let slots = self.table.bounds.len();
        &self.at.times[frame * slots..(frame + 1) * slots]
    }

    /// Copies the coverage counts of one frame to another.
    #[inline(always)]
    pub(super) fn copy_times(&mut self, from: usize, to: usize) {
        let slots = self.table.bounds.len();
        self.at
            .times
            .copy_within(from * slots..(from + 1) * slots, to * slots);
    }

    /// Counts an item as covered once more at a frame. Returns how often it is covered now, and its bounds; `None`
    /// if it is not bounded. The item is given by its index in the problem.
    #[inline(always)]
    pub(super) fn cover_once_more(&mut self, item: u32, frame: usize) -> Option<(u32, Bounds)> {
        let slot = self.table.slot(item)?;
        let times = &mut self.at.times[frame * self.table.bounds.len() + slot];
        *times += 1;
        Some((*times, self.table.bounds[slot]))
    }

    /// How many more times an item must be covered at a frame. The item is given by its index in the problem.
    #[inline(always)]
    pub(super) fn needed(&self, item: u32, frame: usize) -> u32 {
        self.table.slot(item).map_or(1, |slot| {
            let times = self.times_of(frame)[slot];
            self.table.bounds[slot].least.saturating_sub(times)
        })
    }

    /// Whether a trial of arc consistency may begin at the current node.
    #[inline(always)]
    pub(super) fn tries_here(&self) -> bool {
        (self.at.consistency.as_ref())
            .is_some_and(|consistency| consistency.begins_trial(self.at.nodes))
    }

    /// Begins a trial: from now on, the work of the subtree below the current node is measured. The node has
    /// `options` live options. Returns whether the node is to be made consistent.
    #[inline(always)]
    pub(super) fn begin_trial(&mut self, options: usize, in_rows: bool) -> bool {
        let frames = self.frames();
        (self.at.consistency.as_mut())
            .is_some_and(|consistency| consistency.begin(options, in_rows, self.at.nodes, frames))
    }

    /// Ends the trial that began at the current number of frames, if there is one.
    #[inline(always)]
    pub(super) fn end_trial(&mut self) {
        let frames = self.frames();
        if let Some(consistency) = &mut self.at.consistency {
            consistency.end(self.at.nodes, frames);
        }
    }

    /// Adds the work of making a node consistent.
    #[inline(always)]
    pub(super) fn count_enforced(&mut self, work: u64) {
        self.at.work.add(work / STEP);
        if let Some(consistency) = &mut self.at.consistency {
            consistency.enforced(work);
        }
        // Making a node consistent takes as long as a hundred other nodes, so progress is reported sooner.
        self.at.next_report = self
            .at
            .next_report
            .saturating_sub(100)
            .max(self.at.nodes + 1);
    }

    /// Adds a frame with `degree` branches. Its coverage counts have already been written, after those of the last
    /// frame.
    #[inline(always)]
    pub(super) fn open(&mut self, degree: u32) {
        self.at.branches.push(FrameProgress { degree, tried: 0 });
        let depth = self.at.picks.len();
        if depth >= self.at.levels.len() {
            self.at.levels.resize(depth + 1, 0);
        }
        let slots = self.table.bounds.len();
        let times = (self.at.branches.len() + 1) * slots;
        if slots > 0 && self.at.times.len() < times {
            self.at.times.resize(times, 0);
        }
    }

    #[inline(always)]
    pub(super) fn close(&mut self) {
        self.at.branches.pop();
    }

    /// Counts a branch of the last frame as tried.
    #[inline(always)]
    pub(super) fn count_branch(&mut self) {
        if let Some(branch) = self.at.branches.last_mut() {
            branch.tried += 1;
        }
    }

    /// Counts `dead` branches of the last frame that are dead ends, and their nodes, with the same reports as if
    /// they were counted one by one. If the visitor breaks out at a dead end, returns how many are left to count,
    /// including that one.
    #[inline(always)]
    pub(super) fn count_dead_ends(&mut self, level: usize, dead: u32) -> ControlFlow<u32> {
        let nodes = u64::from(dead);
        if self.at.nodes + nodes >= self.at.next_report {
            return self.count_dead_ends_one_by_one(level, dead);
        }
        if let Some(branch) = self.at.branches.last_mut() {
            branch.tried += dead;
        }
        self.at.levels[level] += nodes;
        self.at.nodes += nodes;
        ControlFlow::Continue(())
    }

    #[cold]
    fn count_dead_ends_one_by_one(&mut self, level: usize, dead: u32) -> ControlFlow<u32> {
        for done in 0..dead {
            self.count_branch();
            if self.count_node(level).is_break() {
                return ControlFlow::Break(dead - done);
            }
        }
        ControlFlow::Continue(())
    }

    /// Counts a node on this level of the tree. If the visitor breaks out at the node, the search enters it when
    /// it [resumes](Self::resume).
    #[inline(always)]
    pub(super) fn count_node(&mut self, level: usize) -> ControlFlow<()> {
        self.at.levels[level] += 1;
        self.at.nodes += 1;
        if self.at.nodes >= self.at.next_report {
            return self.report_node(level);
        }
        ControlFlow::Continue(())
    }

    /// Reports progress at the node just counted, which is on this level of the tree. If the visitor breaks out,
    /// the search is paused at this node.
    #[cold]
    #[inline(never)]
    fn report_node(&mut self, level: usize) -> ControlFlow<()> {
        self.at.next_report = (self.at.nodes / self.at.interval + 1) * self.at.interval;
        let flow = self.report_progress();
        if flow.is_break() {
            self.at.paused_at = Some(level);
        }
        flow
    }

    /// Prepares to resume a paused search in its innermost block. A node that was counted but not entered is
    /// uncounted, since it will be counted again.
    pub(super) fn resume(&mut self) -> ControlFlow<()> {
        if let Some(level) = self.at.paused_at.take() {
            self.at.levels[level] -= 1;
            self.at.nodes -= 1;
            if let Some(branch) = self.at.branches.last_mut() {
                branch.tried -= 1;
            }
        }
        let Some(memo) = self.at.memo.take() else {
            return ControlFlow::Continue(());
        };
        let flow = self.continue_replay(&memo);
        self.at.memo = Some(memo);
        flow
    }

    /// Saves the data of a paused search in one block.
    #[cold]
    pub(super) fn pause(&mut self, block: PausedBlock) {
        self.at.paused.push(block);
    }

    /// Counts the node of the option chosen last, on the path to the start of the search.
    pub(super) fn count_last(&mut self) {
        let level = self.at.picks.len() - 1;
        self.at.levels.resize(level + 1, 0);
        self.at.levels[level] += 1;
        self.at.nodes += 1;
    }

    #[inline(always)]
    pub(super) fn depth(&self) -> usize {
        self.at.picks.len()
    }

    #[inline(always)]
    pub(super) fn cut_back(&mut self, depth: usize) {
        debug_assert!(
            depth <= self.at.picks.len(),
            "invariant: options are chosen downwards"
        );
        self.at.picks.truncate(depth);
        self.at.chosen.truncate(depth);
    }

    /// Records that an option is chosen, given by its index in the current block.
    #[inline(always)]
    pub(super) fn pick(&mut self, place: usize) {
        self.at.picks.push(Pick {
            block: self.at.blocks,
            place,
        });
    }

    /// Records that the current block was packed into a smaller one, with the options in `live`.
    #[inline(always)]
    pub(super) fn enter_block(&mut self, live: &[u64]) {
        let packed = &mut self.at.scratch.packed;
        if packed.len() == self.at.blocks {
            packed.push(Vec::new());
        }
        let packed = &mut packed[self.at.blocks];
        packed.clear();
        packed.extend_from_slice(live);
        self.at.blocks += 1;
    }

    #[inline(always)]
    pub(super) fn leave_block(&mut self) {
        self.at.blocks -= 1;
    }

    /// Passes a solution to the visitor. The ids of options are looked up only here, since few nodes are
    /// solutions.
    pub(super) fn solution(&mut self) -> ControlFlow<()> {
        for &Pick { block, place } in &self.at.picks[self.at.chosen.len()..] {
            let blocks = self.at.scratch.packed[..block].iter().rev();
            let option = blocks.fold(place, |place, live| origin(live, place));
            self.at.chosen.push(self.table.options[option]);
        }
        self.at.solutions += 1;
        self.visitor.solution(&self.at.chosen)
    }

    /// Looks up the subtree of a node with these live options in the memo. `None` if it is unknown or there is no
    /// memo. Drops a memo that has not paid off.
    #[inline(always)]
    pub(super) fn find(&mut self, key: &MemoKey) -> Option<SubtreeId> {
        let memo = self.at.memo.as_mut()?;
        let found = memo.find(key);
        if memo.is_idle() {
            self.at.memo = None;
            return None;
        }
        found
    }

    /// Passes the solutions of a known subtree to the visitor, and counts its nodes.
    pub(super) fn replay(&mut self, found: SubtreeId) -> ControlFlow<()> {
        let Some(mut memo) = self.at.memo.take() else {
            return ControlFlow::Continue(());
        };
        memo.join(found);
        self.count_known(&memo, found);
        let flow = self.continue_replay(&memo);
        self.at.memo = Some(memo);
        flow
    }

    fn count_known(&mut self, memo: &Memo, found: SubtreeId) {
        let base = self.depth();
        let levels = memo.levels(found);
        let height = base + levels.len();
        if self.at.levels.len() < height {
            self.at.levels.resize(height, 0);
        }
        for (level, nodes) in self.at.levels[base..].iter_mut().zip(levels) {
            *level += nodes;
            self.at.nodes += nodes;
        }
        self.at.replay.base = base;
        self.at.replay.way.push((found, 0));
    }

    /// Continues to pass the solutions of a known subtree to the visitor.
    fn continue_replay(&mut self, memo: &Memo) -> ControlFlow<()> {
        let Replay { base, mut way } = std::mem::take(&mut self.at.replay);
        let mut flow = ControlFlow::Continue(());
        while let Some((found, followed)) = way.last_mut() {
            let Some(edge) = memo.edges(*found).get(*followed) else {
                way.pop();
                continue;
            };
            *followed += 1;
            self.cut_back(base + way.len() - 1);
            self.pick(edge.place.into());
            if let Some(found) = edge.target {
                way.push((found, 0));
                continue;
            }
            flow = self.solution();
            if flow.is_continue() && self.at.solutions.is_multiple_of(PROGRESS_INTERVAL) {
                flow = self.report_progress();
            }
            if flow.is_break() {
                break;
            }
        }
        self.at.replay = Replay { base, way };
        flow
    }

    /// Reports to the visitor the work that the number of nodes does not account for. Work that has been reported
    /// is left out.
    fn report_beyond_nodes(&mut self) {
        let unreported = self.at.work.take_unreported();
        if unreported > 0 {
            self.visitor.beyond_nodes(unreported);
        }
    }

    #[cold]
    fn report_progress(&mut self) -> ControlFlow<()> {
        let mut fraction = 0.0;
        let mut share = 1.0;
        for branch in &self.at.branches {
            share /= f64::from(branch.degree.max(1));
            fraction += share * f64::from(branch.tried.saturating_sub(1));
            if share < f64::EPSILON {
                break;
            }
        }
        self.report_beyond_nodes();
        self.visitor.progress(&Progress {
            nodes: self.at.nodes,
            solutions: self.at.solutions,
            fraction,
        })
    }
}
