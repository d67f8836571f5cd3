//! The subtrees that were searched, so that none is searched twice.
//!
//! Where no item is bounded, the options that live tell all there is below a node: the item chosen,
//! the options tried, the nodes counted. So a subtree that begins with the same live options as an
//! earlier one has the same solutions in the same order; they are read off a graph, whose edges are
//! the options that lead to solutions. Whole sets are compared, not their hashes.
//!
//! It pays where the same region can be filled in many ways, as with dominoes, where hundreds of nodes
//! are known for one that is searched. Where most nodes are visited once, as with queens, it takes
//! more than twice the time; that shows soon, and then it is given up.
//!
//! Source: Nishino, Yasuda, Minato, Nagata, "Dancing with decision diagrams", AAAI 2017.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::size::Size;

/// The live options of a block of the smallest size.
pub(super) type Key = [u64; Size::SMALLEST.width()];

/// The number of questions after which it must have been of use.
const TRIAL: u64 = 1 << 13;

/// An option that leads to solutions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Its place in the block.
    pub(super) place: u16,
    /// The node it leads to; none at a solution.
    pub(super) target: Option<Found>,
}

/// A subtree that was searched; the number counts from one, so that edges are small.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found(std::num::NonZeroU32);

impl Found {
    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A subtree: its edges, and how many nodes it has on each level.
#[derive(Clone, Debug)]
struct Subtree {
    edges: Range<u32>,
    levels: Range<u32>,
}

/// A subtree that is being searched.
#[derive(Debug, Default)]
struct Open {
    key: Key,
    /// Where its edges begin among those that wait.
    edges: usize,
    /// The nodes on each level so far.
    levels: Vec<u64>,
    /// The option tried last.
    place: u16,
    /// Whether part of it had no room.
    partial: bool,
}

/// The subtrees searched so far, within a number of bytes.
#[derive(Debug)]
pub(super) struct Memo {
    known: FxHashMap<Key, Found>,
    subtrees: Vec<Subtree>,
    edges: Vec<Edge>,
    levels: Vec<u64>,
    /// The subtrees that are being searched, of which the first `depth` are in use.
    open: Vec<Open>,
    depth: usize,
    /// The edges of the open subtrees.
    waiting: Vec<Edge>,
    most_bytes: usize,
    /// The subtrees asked for.
    asked: u64,
    /// The nodes of those that were known, during the trial.
    known_nodes: u64,
    /// The nodes that were searched.
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

    /// The subtree that begins with these options alive, if it was searched.
    pub(super) fn find(&mut self, key: &Key) -> Option<Found> {
        self.asked += 1;
        let found = self.known.get(key).copied();
        if self.asked <= TRIAL
            && let Some(found) = found
        {
            self.known_nodes += self.levels(found).iter().sum::<u64>();
        }
        found
    }

    /// Whether it has shown to be of no use.
    pub(super) fn is_idle(&self) -> bool {
        self.asked == TRIAL && self.known_nodes < self.searched
    }

    /// The nodes that were searched; those of subtrees found again are not.
    pub(super) fn searched(&self) -> u64 {
        self.searched
    }

    /// Begins a subtree.
    pub(super) fn open(&mut self, key: Key) {
        if self.open.len() == self.depth {
            self.open.push(Open::default());
        }
        let open = &mut self.open[self.depth];
        open.key = key;
        open.edges = self.waiting.len();
        open.levels.clear();
        open.levels.push(0);
        open.partial = false;
        self.depth += 1;
    }

    fn top(&mut self) -> Option<&mut Open> {
        self.open[..self.depth].last_mut()
    }

    /// Tries an option in the last subtree begun.
    pub(super) fn try_option(&mut self, place: usize) {
        self.searched += 1;
        if let Some(open) = self.top() {
            open.levels[0] += 1;
            // A block of the smallest size has a few hundred.
            open.place = u16::try_from(place).unwrap_or(u16::MAX);
        }
    }

    /// The option tried last makes a solution.
    pub(super) fn solution(&mut self) {
        self.add(None);
    }

    fn add(&mut self, target: Option<Found>) {
        if let Some(open) = self.top() {
            let place = open.place;
            self.waiting.push(Edge { place, target });
        }
    }

    /// The option tried last leads to a known subtree.
    pub(super) fn join(&mut self, found: Found) {
        let Subtree { edges, levels } = self.subtrees[found.index()].clone();
        if let Some(open) = self.open[..self.depth].last_mut() {
            let below = &self.levels[levels.start as usize..levels.end as usize];
            add_below(&mut open.levels, below);
        }
        if !edges.is_empty() {
            self.add(Some(found));
        }
    }

    /// Ends the last subtree begun.
    pub(super) fn close(&mut self) {
        debug_assert!(self.depth > 0, "invariant: what ends was begun");
        self.depth -= 1;
        let depth = self.depth;
        let open = &self.open[depth];
        let start = open.edges;
        let found = if open.partial || self.bytes() > self.most_bytes {
            None
        } else {
            let number = u32::try_from(self.subtrees.len() + 1).ok();
            number.and_then(std::num::NonZeroU32::new).map(Found)
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
        // The bytes are far fewer than would overflow these.
        #[expect(clippy::cast_possible_truncation, reason = "within the bytes")]
        self.subtrees.push(Subtree {
            edges: edges_from as u32..self.edges.len() as u32,
            levels: levels_from as u32..self.levels.len() as u32,
        });
        self.join(found);
    }

    /// A subtree had no room, so those around it are not whole either.
    fn give_up(&mut self) {
        let (around, ended) = self.open.split_at_mut(self.depth);
        if let (Some(around), Some(ended)) = (around.last_mut(), ended.first()) {
            around.partial = true;
            add_below(&mut around.levels, &ended.levels);
        }
    }

    fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(Key, Found)>() + 1)
            + self.subtrees.len() * size_of::<Subtree>()
            + self.edges.len() * size_of::<Edge>()
            + self.levels.len() * size_of::<u64>()
    }

    /// The edges of a subtree, in the order of the search.
    pub(super) fn edges(&self, found: Found) -> &[Edge] {
        let range = &self.subtrees[found.index()].edges;
        &self.edges[range.start as usize..range.end as usize]
    }

    /// The nodes of a subtree on each level.
    pub(super) fn levels(&self, found: Found) -> &[u64] {
        let range = &self.subtrees[found.index()].levels;
        &self.levels[range.start as usize..range.end as usize]
    }
}

/// Adds the nodes of a subtree to those of the one it hangs from.
fn add_below(levels: &mut Vec<u64>, below: &[u64]) {
    if levels.len() < below.len() + 1 {
        levels.resize(below.len() + 1, 0);
    }
    for (level, below) in levels[1..].iter_mut().zip(below) {
        *level += below;
    }
}
