//! What a search keeps whatever the size of the block it is in.

use std::ops::ControlFlow;

use super::consistency::{Consistency, STEP};
use super::layout::origin;
use super::memo::{Found, Key, Memo};
use super::scratch::Scratch;
use super::table::{Bounds, Table};
use super::work::Work;
use crate::problem::OptionId;
use crate::profile::{Level, Profile};
use crate::search::{Progress, Report, Visitor};

/// The visitor is told of the progress once in 16,384 nodes.
const PROGRESS_INTERVAL: u64 = 1 << 14;

/// And once in 2^28 words of columns looked at in the largest block: a tenth of a second or so.
const WORDS_PER_REPORT: usize = 1 << 28;

/// How far a frame has come, for the progress.
#[derive(Clone, Copy, Debug)]
struct Branch {
    degree: u32,
    tried: u32,
}

/// A chosen option: its place in a block, and how many blocks are above that.
#[derive(Clone, Copy, Debug)]
struct Pick {
    block: usize,
    place: usize,
}

/// A search under way.
pub(super) struct SearchState<'a> {
    pub(super) table: &'a Table,
    visitor: &'a mut dyn Visitor,
    /// The options chosen, the givens first: in which block, and where there.
    picks: Vec<Pick>,
    /// The same by their ids, as far as they have been looked up.
    chosen: Vec<OptionId>,
    /// How many blocks are above the present one.
    blocks: usize,
    /// The nodes of each level.
    levels: Vec<u64>,
    nodes: u64,
    /// The nodes between two reports of progress.
    interval: u64,
    /// The number of nodes at which the progress is reported next.
    next_report: u64,
    solutions: u64,
    /// What is done beside.
    pub(super) work: Work,
    branches: Vec<Branch>,
    /// How often each bounded item is covered: for every frame, and one beyond.
    pub(super) times: Vec<u32>,
    pub(super) scratch: Scratch,
    /// The subtrees searched, if they are kept.
    pub(super) memo: Option<Memo>,
    /// Which nodes to make consistent, if solutions may come in any order.
    pub(super) consistency: Option<Consistency>,
}

impl<'a> SearchState<'a> {
    /// A search in a block of `words` words.
    pub(super) fn new(table: &'a Table, words: usize, visitor: &'a mut dyn Visitor) -> Self {
        let nodes = (WORDS_PER_REPORT / words.max(1)) as u64;
        let interval = nodes.clamp(1, PROGRESS_INTERVAL);
        Self {
            table,
            visitor,
            picks: Vec::new(),
            chosen: Vec::new(),
            blocks: 0,
            levels: vec![0],
            nodes: 0,
            interval,
            next_report: interval,
            solutions: 0,
            work: Work::default(),
            branches: Vec::new(),
            times: vec![0; 2 * table.bounds.len()],
            scratch: Scratch::default(),
            memo: None,
            consistency: None,
        }
    }

    pub(super) fn report(mut self, complete: bool) -> Report {
        self.tell_beyond_nodes();
        let mut levels = self.levels;
        while levels.last() == Some(&0) {
            levels.pop();
        }
        let level = |nodes| Level {
            nodes,
            ..Level::default()
        };
        Report {
            solutions: self.solutions,
            complete,
            profile: Profile::new(levels.into_iter().map(level).collect()),
        }
    }

    /// The share of the nodes counted that were searched: the others were known.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn share_searched(&self) -> f64 {
        match &self.memo {
            Some(memo) if self.nodes > 0 => memo.searched() as f64 / self.nodes as f64,
            _ => 1.0,
        }
    }

    /// The number of frames.
    #[inline(always)]
    pub(super) fn frames(&self) -> usize {
        self.branches.len()
    }

    /// How often each bounded item is covered, by frame.
    #[inline(always)]
    pub(super) fn times_of(&self, frame: usize) -> &[u32] {
        let slots = self.table.bounds.len();
        &self.times[frame * slots..(frame + 1) * slots]
    }

    /// Makes the times of one frame those of another.
    #[inline(always)]
    pub(super) fn copy_times(&mut self, from: usize, to: usize) {
        let slots = self.table.bounds.len();
        self.times
            .copy_within(from * slots..(from + 1) * slots, to * slots);
    }

    /// Counts an item of the problem as covered once more at a frame: how often that is now, and its
    /// bounds; none if it is not bounded.
    #[inline(always)]
    pub(super) fn cover_once_more(&mut self, item: u32, frame: usize) -> Option<(u32, Bounds)> {
        let slot = self.table.slot(item)?;
        let times = &mut self.times[frame * self.table.bounds.len() + slot];
        *times += 1;
        Some((*times, self.table.bounds[slot]))
    }

    /// How often an item of the problem must still be covered at a frame.
    #[inline(always)]
    pub(super) fn needed(&self, item: u32, frame: usize) -> u32 {
        self.table.slot(item).map_or(1, |slot| {
            let times = self.times_of(frame)[slot];
            self.table.bounds[slot].least.saturating_sub(times)
        })
    }

    /// Whether a subtree is to be begun: see [`Consistency::asks`].
    #[inline(always)]
    pub(super) fn asks_for_trial(&self) -> bool {
        (self.consistency.as_ref()).is_some_and(|consistency| consistency.asks(self.nodes))
    }

    /// Begins a subtree below the present frames: see [`Consistency::begin`].
    #[inline(always)]
    pub(super) fn begin_trial(&mut self, options: usize, in_rows: bool) -> bool {
        let frames = self.frames();
        (self.consistency.as_mut())
            .is_some_and(|consistency| consistency.begin(options, in_rows, self.nodes, frames))
    }

    /// Ends the subtree that has begun below the present frames, if there is one.
    #[inline(always)]
    pub(super) fn end_trial(&mut self) {
        let frames = self.frames();
        if let Some(consistency) = &mut self.consistency {
            consistency.end(self.nodes, frames);
        }
    }

    /// Counts the work of making a node consistent.
    #[inline(always)]
    pub(super) fn count_enforced(&mut self, work: u64) {
        self.work.add(work / STEP);
        if let Some(consistency) = &mut self.consistency {
            consistency.enforced(work);
        }
        // Such a node takes as long as a hundred others.
        self.next_report = self.next_report.saturating_sub(100).max(self.nodes + 1);
    }

    /// Adds a frame of `degree` branches; its times are those beyond the last frame.
    #[inline(always)]
    pub(super) fn open(&mut self, degree: u32) {
        self.branches.push(Branch { degree, tried: 0 });
        let depth = self.picks.len();
        if depth >= self.levels.len() {
            self.levels.resize(depth + 1, 0);
        }
        let slots = self.table.bounds.len();
        let times = (self.branches.len() + 1) * slots;
        if slots > 0 && self.times.len() < times {
            self.times.resize(times, 0);
        }
    }

    #[inline(always)]
    pub(super) fn close(&mut self) {
        self.branches.pop();
    }

    /// Counts a branch of the last frame.
    #[inline(always)]
    pub(super) fn count_branch(&mut self) {
        if let Some(branch) = self.branches.last_mut() {
            branch.tried += 1;
        }
    }

    /// Counts branches of the last frame that are dead ends, and their nodes, as if one by one.
    #[inline(always)]
    pub(super) fn count_dead(&mut self, level: usize, dead: u32) -> ControlFlow<()> {
        let nodes = u64::from(dead);
        if self.nodes + nodes >= self.next_report {
            return self.count_dead_one_by_one(level, dead);
        }
        if let Some(branch) = self.branches.last_mut() {
            branch.tried += dead;
        }
        self.levels[level] += nodes;
        self.nodes += nodes;
        ControlFlow::Continue(())
    }

    #[cold]
    fn count_dead_one_by_one(&mut self, level: usize, dead: u32) -> ControlFlow<()> {
        for _ in 0..dead {
            self.count_branch();
            self.count_node(level)?;
        }
        ControlFlow::Continue(())
    }

    /// Counts a node of a level.
    #[inline(always)]
    pub(super) fn count_node(&mut self, level: usize) -> ControlFlow<()> {
        self.levels[level] += 1;
        self.nodes += 1;
        if self.nodes >= self.next_report {
            self.next_report = (self.nodes / self.interval + 1) * self.interval;
            return self.report_progress();
        }
        ControlFlow::Continue(())
    }

    /// Counts the node that the last of the chosen options makes, above all frames.
    pub(super) fn count_last(&mut self) {
        let level = self.picks.len() - 1;
        self.levels.resize(level + 1, 0);
        self.levels[level] += 1;
        self.nodes += 1;
    }

    /// The number of options chosen.
    #[inline(always)]
    pub(super) fn depth(&self) -> usize {
        self.picks.len()
    }

    /// Forgets all options chosen but the first `depth`.
    #[inline(always)]
    pub(super) fn cut_back(&mut self, depth: usize) {
        debug_assert!(
            depth <= self.picks.len(),
            "invariant: options are chosen downwards"
        );
        self.picks.truncate(depth);
        self.chosen.truncate(depth);
    }

    /// Notes that an option of the present block is chosen.
    #[inline(always)]
    pub(super) fn pick(&mut self, place: usize) {
        self.picks.push(Pick {
            block: self.blocks,
            place,
        });
    }

    /// Notes that a block is packed.
    #[inline(always)]
    pub(super) fn enter_block(&mut self, live: &[u64]) {
        let packed = &mut self.scratch.packed;
        if packed.len() == self.blocks {
            packed.push(Vec::new());
        }
        let packed = &mut packed[self.blocks];
        packed.clear();
        packed.extend_from_slice(live);
        self.blocks += 1;
    }

    #[inline(always)]
    pub(super) fn leave_block(&mut self) {
        self.blocks -= 1;
    }

    /// Hands out a solution. Only here are the ids of options looked up: few nodes come so far.
    pub(super) fn solution(&mut self) -> ControlFlow<()> {
        for &Pick { block, place } in &self.picks[self.chosen.len()..] {
            let blocks = self.scratch.packed[..block].iter().rev();
            let option = blocks.fold(place, |place, live| origin(live, place));
            self.chosen.push(self.table.options[option]);
        }
        self.solutions += 1;
        self.visitor.solution(&self.chosen)
    }

    /// The subtree that begins with these options alive, if it was searched and kept.
    #[inline(always)]
    pub(super) fn find(&mut self, key: &Key) -> Option<Found> {
        let memo = self.memo.as_mut()?;
        let found = memo.find(key);
        if memo.is_idle() {
            self.memo = None;
            return None;
        }
        found
    }

    /// Hands out the solutions of a subtree that was searched before.
    pub(super) fn replay(&mut self, found: Found) -> ControlFlow<()> {
        let Some(mut memo) = self.memo.take() else {
            return ControlFlow::Continue(());
        };
        memo.join(found);
        let flow = self.read(&memo, found);
        self.memo = Some(memo);
        flow
    }

    fn read(&mut self, memo: &Memo, found: Found) -> ControlFlow<()> {
        let base = self.depth();
        let levels = memo.levels(found);
        let height = base + levels.len();
        if self.levels.len() < height {
            self.levels.resize(height, 0);
        }
        for (level, nodes) in self.levels[base..].iter_mut().zip(levels) {
            *level += nodes;
            self.nodes += nodes;
        }
        let mut way = vec![memo.edges(found)];
        while let Some(edges) = way.last_mut() {
            let Some((edge, rest)) = edges.split_first() else {
                way.pop();
                continue;
            };
            *edges = rest;
            self.cut_back(base + way.len() - 1);
            self.pick(edge.place.into());
            if let Some(found) = edge.target {
                way.push(memo.edges(found));
            } else {
                self.solution()?;
                if self.solutions.is_multiple_of(PROGRESS_INTERVAL) {
                    self.report_progress()?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Tells the visitor of the work since it was told of it last.
    fn tell_beyond_nodes(&mut self) {
        let untold = self.work.untold();
        if untold > 0 {
            self.visitor.beyond_nodes(untold);
        }
    }

    #[cold]
    fn report_progress(&mut self) -> ControlFlow<()> {
        let mut fraction = 0.0;
        let mut share = 1.0;
        for branch in &self.branches {
            share /= f64::from(branch.degree.max(1));
            fraction += share * f64::from(branch.tried.saturating_sub(1));
            if share < f64::EPSILON {
                break;
            }
        }
        self.tell_beyond_nodes();
        self.visitor.progress(&Progress {
            nodes: self.nodes,
            solutions: self.solutions,
            fraction,
        })
    }
}
