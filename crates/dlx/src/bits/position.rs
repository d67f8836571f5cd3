//! The position of a search, so that it can be paused at a node and resumed there.
//!
//! A paused search stays as it is: the frames of each block stay in their [`Scratch`], and the other data of
//! each block's search is saved, from the innermost block outwards. Resuming walks down the blocks again,
//! with one call for each block. Nothing is searched twice: the node at which the visitor broke out has been
//! counted, but not entered.

use super::consistency::{Consistency, SeenCounts};
use super::memo::{Memo, SubtreeId};
use super::scratch::Scratch;
use super::size::Size;
use super::sparse::SparseStates;
use super::table::BitsTable;
use super::work::{ExtraWork, RowRegion};
use crate::problem::OptionId;
use crate::profile::{Level, Profile};
use crate::search::Report;

/// Progress is reported once in 16,384 nodes.
pub(super) const PROGRESS_INTERVAL: u64 = 1 << 14;

/// The maximum number of column words read between two reports. With the largest block this takes about 0.1 s.
const WORDS_PER_REPORT: usize = 1 << 28;

/// The number of branches of a frame, and the number of those that were tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameProgress {
    pub(super) degree: u32,
    pub(super) tried: u32,
}

/// A chosen option: its place in a block, and the number of blocks above that one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    pub(super) block: usize,
    pub(super) place: usize,
}

/// The paused search in one block.
#[derive(Debug)]
pub(super) enum PausedBlock {
    /// The search was paused in a block of columns of this size.
    Columns {
        size: Size,
        seen: SeenCounts,
        region: RowRegion,
    },
    Rows,
    Sparse(SparseStates),
}

/// The position in a known subtree whose solutions are being handed out.
#[derive(Debug, Default)]
pub(super) struct Replay {
    /// The number of options chosen above the subtree.
    pub(super) base: usize,
    /// The path from the root of the subtree: each node, and the number of its edges followed.
    pub(super) way: Vec<(SubtreeId, usize)>,
}

/// The data of a search, whether it is running or paused.
#[derive(Debug)]
pub(super) struct BitsPosition {
    /// The chosen options, the givens first.
    pub(super) picks: Vec<Pick>,
    /// The ids of the first chosen options. They are looked up only when a solution needs them.
    pub(super) chosen: Vec<OptionId>,
    /// The number of blocks above the current one.
    pub(super) blocks: usize,
    /// The number of nodes on each level.
    pub(super) levels: Vec<u64>,
    pub(super) nodes: u64,
    /// The number of nodes between two reports of progress.
    pub(super) interval: u64,
    /// The number of nodes at which progress is reported next.
    pub(super) next_report: u64,
    pub(super) solutions: u64,
    /// The work in addition to the nodes.
    pub(super) work: ExtraWork,
    pub(super) branches: Vec<FrameProgress>,
    /// The coverage count of each bounded item: for every frame, and for the next frame to come.
    pub(super) times: Vec<u32>,
    pub(super) scratch: Scratch,
    /// The memo of searched subtrees, if there is one.
    pub(super) memo: Option<Memo>,
    /// Decides which nodes to make consistent, if solutions may come in any order.
    pub(super) consistency: Option<Consistency>,
    /// The known subtree whose solutions are being handed out.
    pub(super) replay: Replay,
    /// The level of the node that was counted when the visitor broke out.
    pub(super) paused_at: Option<usize>,
    /// The blocks of a paused search, the innermost one first.
    pub(super) paused: Vec<PausedBlock>,
}

impl BitsPosition {
    /// A position before the root, in a block of `words` words.
    pub(super) fn new(table: &BitsTable, words: usize) -> Self {
        let nodes = (WORDS_PER_REPORT / words.max(1)) as u64;
        let interval = nodes.clamp(1, PROGRESS_INTERVAL);
        Self {
            picks: Vec::new(),
            chosen: Vec::new(),
            blocks: 0,
            levels: vec![0],
            nodes: 0,
            interval,
            next_report: interval,
            solutions: 0,
            work: ExtraWork::default(),
            branches: Vec::new(),
            times: vec![0; 2 * table.bounds.len()],
            scratch: Scratch::default(),
            memo: None,
            consistency: None,
            replay: Replay::default(),
            paused_at: None,
            paused: Vec::new(),
        }
    }

    /// The results so far.
    pub(super) fn report(self, complete: bool) -> Report {
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
}
