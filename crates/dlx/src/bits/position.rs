//! The position of a search, so that it can be paused at a node and resumed there.
//!
//! When a search pauses, the frames of each block stay in their [`Scratch`]. The other data of each block's search
//! is saved, from the innermost block outwards. To resume, each block's search calls that of the next block again.
//! Nothing is searched twice: the node at which the visitor broke out has been counted, but not entered.

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

/// The maximum number of nodes between two reports of progress.
pub(super) const PROGRESS_INTERVAL: u64 = 1 << 14;

/// The maximum number of column words that are read between two reports of progress. In the largest block, reading
/// them takes about 0.1 s.
const WORDS_PER_REPORT: usize = 1 << 28;

/// The number of branches of a frame, and how many of them have been tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameProgress {
    pub(super) degree: u32,
    pub(super) tried: u32,
}

/// A chosen option: its index in a block, and the number of blocks above that block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    pub(super) block: usize,
    pub(super) place: usize,
}

/// The data of a paused search in one block.
#[derive(Debug)]
pub(super) enum PausedBlock {
    /// A block of columns, and its size.
    Columns {
        size: Size,
        seen: SeenCounts,
        region: RowRegion,
    },
    Rows,
    Sparse(SparseStates),
}

/// The position in a known subtree while its solutions are passed to the visitor.
#[derive(Debug, Default)]
pub(super) struct Replay {
    /// The number of options chosen on the path to the subtree.
    pub(super) base: usize,
    /// The path within the subtree: each node, and how many of its edges have been followed.
    pub(super) way: Vec<(SubtreeId, usize)>,
}

/// The data of a search that does not depend on block sizes, whether the search is running or paused.
#[derive(Debug)]
pub(super) struct BitsPosition {
    /// The chosen options, the givens first.
    pub(super) picks: Vec<Pick>,
    /// The ids of the first of the chosen options, as far as they have been looked up. That is done only when a
    /// solution is found.
    pub(super) chosen: Vec<OptionId>,
    /// The number of blocks above the current block.
    pub(super) blocks: usize,
    /// The number of nodes on each level of the tree.
    pub(super) levels: Vec<u64>,
    pub(super) nodes: u64,
    /// The number of nodes between two reports of progress.
    pub(super) interval: u64,
    /// The number of nodes after which progress is reported next.
    pub(super) next_report: u64,
    pub(super) solutions: u64,
    /// The work that the number of nodes does not account for.
    pub(super) work: ExtraWork,
    pub(super) branches: Vec<FrameProgress>,
    /// The coverage count of each bounded item, for every frame and for the frame that is pushed next.
    pub(super) times: Vec<u32>,
    pub(super) scratch: Scratch,
    pub(super) memo: Option<Memo>,
    /// Decides which nodes to make consistent; `None` if solutions must be found in order.
    pub(super) consistency: Option<Consistency>,
    pub(super) replay: Replay,
    /// If the visitor broke out at a node: the level of that node, which has been counted but not entered.
    pub(super) paused_at: Option<usize>,
    /// The data of each block of a paused search, beginning with the innermost block.
    pub(super) paused: Vec<PausedBlock>,
}

impl BitsPosition {
    /// The position at the root of the tree, in a block whose nodes read `words` words.
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
