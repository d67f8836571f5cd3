//! Where a search stands, so that it can be left at a node and gone on with there.
//!
//! A search that the visitor breaks out of is left as it is: the frames of each block stay in their
//! [`Scratch`], and what a block's search keeps beside them is noted down, from the innermost block
//! outwards. To go on is to walk the blocks down again, which takes as many calls as there are blocks.
//! Nothing is searched twice: the node at which the visitor broke out has been counted, but not entered.

use super::consistency::{Consistency, SeenCounts};
use super::memo::{Found, Memo};
use super::scratch::Scratch;
use super::size::Size;
use super::sparse::SparseStates;
use super::table::Table;
use super::work::{RowRegion, Work};
use crate::problem::OptionId;
use crate::profile::{Level, Profile};
use crate::search::Report;

/// The visitor is told of the progress once in 16,384 nodes.
pub(super) const PROGRESS_INTERVAL: u64 = 1 << 14;

/// And once in 2^28 words of columns looked at in the largest block: a tenth of a second or so.
const WORDS_PER_REPORT: usize = 1 << 28;

/// How far a frame has come, for the progress.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub(super) degree: u32,
    pub(super) tried: u32,
}

/// A chosen option: its place in a block, and how many blocks are above that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    pub(super) block: usize,
    pub(super) place: usize,
}

/// The search in one block, left while it was under way.
#[derive(Debug)]
pub(super) enum LeftBlock {
    /// In a block of this size.
    Columns {
        size: Size,
        seen: SeenCounts,
        region: RowRegion,
    },
    Rows,
    Sparse(SparseStates),
}

/// The solutions of a subtree found again, while they are handed out.
#[derive(Debug, Default)]
pub(super) struct Replay {
    /// The options chosen above the subtree.
    pub(super) base: usize,
    /// From the root of the subtree down: a node, and how many of its edges were followed.
    pub(super) way: Vec<(Found, usize)>,
}

/// What a search keeps, whether it is under way or not.
#[derive(Debug)]
pub(super) struct BitsPosition {
    /// The options chosen, the givens first: in which block, and where there.
    pub(super) picks: Vec<Pick>,
    /// The same by their ids, as far as they have been looked up.
    pub(super) chosen: Vec<OptionId>,
    /// How many blocks are above the present one.
    pub(super) blocks: usize,
    /// The nodes of each level.
    pub(super) levels: Vec<u64>,
    pub(super) nodes: u64,
    /// The nodes between two reports of progress.
    pub(super) interval: u64,
    /// The number of nodes at which the progress is reported next.
    pub(super) next_report: u64,
    pub(super) solutions: u64,
    /// What is done beside.
    pub(super) work: Work,
    pub(super) branches: Vec<Branch>,
    /// How often each bounded item is covered: for every frame, and one beyond.
    pub(super) times: Vec<u32>,
    pub(super) scratch: Scratch,
    /// The subtrees searched, if they are kept.
    pub(super) memo: Option<Memo>,
    /// Which nodes to make consistent, if solutions may come in any order.
    pub(super) consistency: Option<Consistency>,
    /// The solutions of a known subtree that are being handed out.
    pub(super) replay: Replay,
    /// The level of the node that was counted when the visitor broke out.
    pub(super) left_at: Option<usize>,
    /// The blocks of a search that was left, the innermost one first.
    pub(super) left: Vec<LeftBlock>,
}

impl BitsPosition {
    /// Before the root, in a block of `words` words.
    pub(super) fn new(table: &Table, words: usize) -> Self {
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
            work: Work::default(),
            branches: Vec::new(),
            times: vec![0; 2 * table.bounds.len()],
            scratch: Scratch::default(),
            memo: None,
            consistency: None,
            replay: Replay::default(),
            left_at: None,
            left: Vec::new(),
        }
    }

    /// What was found until here.
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
