//! A memo of searched subtrees, so that none is searched twice.
//!
//! Without bounded items, the live options determine everything below a node: the item chosen, the options tried,
//! the nodes counted. So two nodes with the same live options have the same solutions in the same order. They are
//! read off a graph: its nodes are subtrees, and its edges are the options that lead to solutions. Whole sets of
//! options are compared, not their hashes.
//!
//! The memo pays off where the same region can be filled in many ways, as with dominoes: there hundreds of nodes
//! are known for each one searched. Where most nodes are visited once, as with queens, a search with a memo takes
//! more than twice as long. This shows after 8,192 look-ups; then the memo is dropped.
//!
//! Source: Nishino, Yasuda, Minato, Nagata, "Dancing with decision diagrams", AAAI 2017.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::size::Size;

/// The live options of a node in a block of the smallest size, as a bit set.
pub(super) type MemoKey = [u64; Size::SMALLEST.width()];

/// After this many look-ups, the memo is dropped unless known subtrees had at least as many nodes as were
/// searched.
const TRIAL: u64 = 1 << 13;

/// An edge of the graph of subtrees: an option that leads to solutions.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoEdge {
    /// The index of the option in the block.
    pub(super) place: u16,
    /// The subtree that the edge leads to; `None` at a solution.
    pub(super) target: Option<SubtreeId>,
}

/// Identifies a searched subtree: its index, plus 1. So the number is never 0, and an `Option<SubtreeId>` takes
/// only four bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubtreeId(std::num::NonZeroU32);

impl SubtreeId {
    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A searched subtree. Its edges, and its numbers of nodes by level, are ranges of the lists in [`Memo`].
#[derive(Clone, Debug)]
struct KnownSubtree {
    edges: Range<u32>,
    levels: Range<u32>,
}

/// A subtree that is being searched.
#[derive(Debug, Default)]
struct OpenSubtree {
    key: MemoKey,
    /// The index of the subtree's first edge in [`Memo::waiting`].
    edges: usize,
    /// The number of nodes found so far on each level of the subtree.
    levels: Vec<u64>,
    /// The index of the option tried last at the root of the subtree.
    place: u16,
    /// Whether the subtree cannot be stored, since one below it did not fit into the memory.
    partial: bool,
}

/// Stores the searched subtrees, within a memory limit.
#[derive(Debug)]
pub(super) struct Memo {
    known: FxHashMap<MemoKey, SubtreeId>,
    subtrees: Vec<KnownSubtree>,
    edges: Vec<MemoEdge>,
    levels: Vec<u64>,
    /// The subtrees that are being searched, each below the one before. Only the first `depth` are in use.
    open: Vec<OpenSubtree>,
    depth: usize,
    /// The edges found so far of the subtrees in `open`.
    waiting: Vec<MemoEdge>,
    most_bytes: usize,
    /// The number of look-ups so far.
    asked: u64,
    /// The number of nodes in the known subtrees that the first [`TRIAL`] look-ups found.
    known_nodes: u64,
    /// The number of nodes searched, not counting those of known subtrees.
    searched: u64,
}

impl Memo {
    pub(super) fn new(most_bytes: usize) -> Self {
        Self {
            known: FxHashMap::default(),
            subtrees: Vec::new(),
            edges: Vec::new(),
            levels: Vec::new(),
            open: Vec::new(),
            depth: 0,
            waiting: Vec::new(),
            most_bytes,
            asked: 0,
            known_nodes: 0,
            searched: 0,
        }
    }

    /// Looks up the subtree of a node with these live options; `None` if no such node was searched.
    pub(super) fn find(&mut self, key: &MemoKey) -> Option<SubtreeId> {
        self.asked += 1;
        let found = self.known.get(key).copied();
        if self.asked <= TRIAL
            && let Some(found) = found
        {
            self.known_nodes += self.levels(found).iter().sum::<u64>();
        }
        found
    }

    /// Whether the memo is to be dropped: with this look-up the trial ends, and the memo has not paid off.
    pub(super) fn is_idle(&self) -> bool {
        self.asked == TRIAL && self.known_nodes < self.searched
    }

    pub(super) fn searched(&self) -> u64 {
        self.searched
    }

    /// Begins to record the subtree of a node with these live options.
    pub(super) fn open(&mut self, key: MemoKey) {
        if self.open.len() == self.depth {
            self.open.push(OpenSubtree::default());
        }
        let open = &mut self.open[self.depth];
        open.key = key;
        open.edges = self.waiting.len();
        open.levels.clear();
        open.levels.push(0);
        open.partial = false;
        self.depth += 1;
    }

    fn top(&mut self) -> Option<&mut OpenSubtree> {
        self.open[..self.depth].last_mut()
    }

    /// Records that an option is tried at the root of the subtree begun last. The option is given by its index in
    /// the block.
    pub(super) fn try_option(&mut self, place: usize) {
        self.searched += 1;
        if let Some(open) = self.top() {
            open.levels[0] += 1;
            // A block of the smallest size has at most 256 options, so the index fits in 16 bits.
            open.place = u16::try_from(place).unwrap_or(u16::MAX);
        }
    }

    /// Records that the option tried last completes a solution.
    pub(super) fn solution(&mut self) {
        self.add(None);
    }

    fn add(&mut self, target: Option<SubtreeId>) {
        if let Some(open) = self.top() {
            let place = open.place;
            self.waiting.push(MemoEdge { place, target });
        }
    }

    /// Records that the option tried last leads to a subtree that is stored.
    pub(super) fn join(&mut self, found: SubtreeId) {
        let KnownSubtree { edges, levels } = self.subtrees[found.index()].clone();
        if let Some(open) = self.open[..self.depth].last_mut() {
            let below = &self.levels[levels.start as usize..levels.end as usize];
            add_below(&mut open.levels, below);
        }
        if !edges.is_empty() {
            self.add(Some(found));
        }
    }

    /// Ends the subtree begun last, and stores it if it fits into the memory.
    pub(super) fn close(&mut self) {
        debug_assert!(self.depth > 0, "invariant: a subtree that ends has begun");
        self.depth -= 1;
        let depth = self.depth;
        let open = &self.open[depth];
        let start = open.edges;
        let found = if open.partial || self.bytes() > self.most_bytes {
            None
        } else {
            let number = u32::try_from(self.subtrees.len() + 1).ok();
            number.and_then(std::num::NonZeroU32::new).map(SubtreeId)
        };
        let Some(found) = found else {
            self.waiting.truncate(start);
            self.give_up();
            return;
        };
        let edges_from = self.edges.len();
        self.edges.extend(self.waiting.drain(start..));
        let levels_from = self.levels.len();
        self.levels.extend_from_slice(&open.levels);
        self.known.insert(open.key, found);
        // Within the memory limit, all indices are far below 2^32.
        #[expect(clippy::cast_possible_truncation, reason = "within the bytes")]
        self.subtrees.push(KnownSubtree {
            edges: edges_from as u32..self.edges.len() as u32,
            levels: levels_from as u32..self.levels.len() as u32,
        });
        self.join(found);
    }

    /// Records that a subtree was not stored. The subtree above it then cannot be stored either.
    fn give_up(&mut self) {
        let (around, ended) = self.open.split_at_mut(self.depth);
        if let (Some(around), Some(ended)) = (around.last_mut(), ended.first()) {
            around.partial = true;
            add_below(&mut around.levels, &ended.levels);
        }
    }

    fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(MemoKey, SubtreeId)>() + 1)
            + self.subtrees.len() * size_of::<KnownSubtree>()
            + self.edges.len() * size_of::<MemoEdge>()
            + self.levels.len() * size_of::<u64>()
    }

    /// The edges of a subtree, in the order in which the search tried the options.
    pub(super) fn edges(&self, found: SubtreeId) -> &[MemoEdge] {
        let range = &self.subtrees[found.index()].edges;
        &self.edges[range.start as usize..range.end as usize]
    }

    /// The number of nodes on each level of a subtree.
    pub(super) fn levels(&self, found: SubtreeId) -> &[u64] {
        let range = &self.subtrees[found.index()].levels;
        &self.levels[range.start as usize..range.end as usize]
    }
}

/// Adds the numbers of nodes of a subtree, by level, to those of the subtree above, one level lower there.
fn add_below(levels: &mut Vec<u64>, below: &[u64]) {
    if levels.len() < below.len() + 1 {
        levels.resize(below.len() + 1, 0);
    }
    for (level, below) in levels[1..].iter_mut().zip(below) {
        *level += below;
    }
}
