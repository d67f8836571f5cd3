//! Arc consistency: an option stays live only while every open item has an option compatible with it.
//!
//! Items are the variables of a constraint problem, and their options are the values. Two options of different
//! items are compatible if they share no item. The method is that of Lecoutre and Vion, "Enforcing arc consistency
//! using bitwise operations" (2008). An option that conflicts with all options of an item it does not hold is in
//! no solution below the node, and is removed. That may leave other options without support, so the check is
//! repeated until nothing changes or an item has no option left.
//!
//! A consistent node takes a hundred times as long as others, and the tree may have a hundredth of the nodes.
//! The search learns where that pays off from the work of subtrees with and without it: see [`Consistency`].

mod enforce;
#[cfg(test)]
mod tests;

use super::lanes::Lanes;

/// No node is made consistent before the search has this many nodes. They take a few milliseconds.
const FIRST_NODES: u64 = 1 << 15;

/// Nodes are classified by their number of live options. This is the width of a class.
const OPTIONS_PER_CLASS: usize = 32;

/// The number of units of work in a [step](super::work). A unit takes about a quarter of a nanosecond.
pub(super) const STEP: u64 = 4;

/// The work of a node that is searched in columns, in units.
const NODE: u64 = 600;
/// The work of a node that is searched in [rows](super::rows), in units.
const NODE_IN_ROWS: u64 = 120;

/// If consistent subtrees of a class take more than this many times the work of making their roots consistent,
/// nodes of the class are always made consistent.
const SURE: u64 = 16;

/// Of the two methods, with and without arc consistency, the more expensive one is tried again whenever its total
/// work is less than 1/`TRIED` of the total work of the other.
const TRIED: u64 = 32;

/// The number of subtrees that were measured, and their total work.
#[derive(Clone, Copy, Debug, Default)]
struct SubtreeWork {
    subtrees: u64,
    work: u64,
}

impl SubtreeWork {
    fn add(&mut self, work: u64) {
        self.subtrees += 1;
        self.work += work;
    }

    fn mean(self) -> u64 {
        self.work / self.subtrees.max(1)
    }
}

/// Measurements for nodes with about the same number of live options.
#[derive(Clone, Copy, Debug, Default)]
struct NodeClass {
    /// The work in the subtrees in which no node was made consistent.
    plain: SubtreeWork,
    /// The work in the subtrees whose root was made consistent.
    consistent: SubtreeWork,
    /// For the subtrees in `consistent`: only the work of making their roots consistent.
    alone: SubtreeWork,
}

impl NodeClass {
    /// Whether the next node of this class is to be made consistent, judged by the measurements so far.
    fn pays(&self) -> bool {
        if self.consistent.subtrees == 0 || self.consistent.mean() > SURE * self.alone.mean() {
            return true;
        }
        if self.plain.subtrees == 0 {
            return false;
        }
        let pays = self.consistent.mean() < self.plain.mean();
        let (best, other) = if pays {
            (self.consistent, self.plain)
        } else {
            (self.plain, self.consistent)
        };
        pays == (other.work >= best.work / TRIED)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TrialKind {
    /// The root is made consistent. Holds the index of the root's class.
    Consistent(usize),
    /// No node of the subtree is made consistent. Holds the index of the root's class.
    Plain(usize),
    /// No node of the subtree is made consistent, since the subtree is small enough for rows.
    Rows,
}

/// A subtree that is being searched and whose work is measured.
#[derive(Clone, Copy, Debug)]
struct ConsistencyTrial {
    kind: TrialKind,
    /// The number of frames above the root of the subtree.
    frames: usize,
    /// The total work of the search when the subtree began; for a trial of rows, the total number of nodes then.
    before: u64,
}

/// Decides which nodes to make consistent.
///
/// For each class of nodes, two methods are tried: the node is made consistent, or no node of its subtree is. The
/// cheaper method is used, and the other is tried again now and then. Work is counted in nodes and vectors, not in
/// time, so every run makes the same choices.
#[derive(Debug)]
pub(super) struct Consistency {
    /// No node is made consistent before the search has this many nodes.
    first_nodes: u64,
    classes: Vec<NodeClass>,
    trials: Vec<ConsistencyTrial>,
    /// The total work of making nodes consistent.
    work: u64,
    /// The number of nodes that were searched in rows.
    in_rows: u64,
}

impl Default for Consistency {
    fn default() -> Self {
        Self::after(FIRST_NODES)
    }
}

impl Consistency {
    /// Makes no node consistent before the search has `first_nodes` nodes.
    pub(super) fn after(first_nodes: u64) -> Self {
        Self {
            first_nodes,
            classes: Vec::new(),
            trials: Vec::new(),
            work: 0,
            in_rows: 0,
        }
    }

    /// Whether a trial may begin at the current node, given the number of nodes so far. None begins before
    /// `first_nodes` nodes, or inside a subtree in which no node is made consistent.
    #[inline(always)]
    pub(super) fn begins_trial(&self, nodes: u64) -> bool {
        let above = self.trials.last().map(|trial| trial.kind);
        nodes >= self.first_nodes && matches!(above, None | Some(TrialKind::Consistent(_)))
    }

    /// Begins a trial: from now on, the work of the subtree below the current node is measured. The node has
    /// `options` live options and `frames` frames above it. Returns whether the node is to be made consistent.
    pub(super) fn begin(
        &mut self,
        options: usize,
        in_rows: bool,
        nodes: u64,
        frames: usize,
    ) -> bool {
        let class = options / OPTIONS_PER_CLASS;
        if class >= self.classes.len() {
            self.classes.resize(class + 1, NodeClass::default());
        }
        let kind = if in_rows {
            TrialKind::Rows
        } else if self.classes[class].pays() {
            TrialKind::Consistent(class)
        } else {
            TrialKind::Plain(class)
        };
        self.trials.push(ConsistencyTrial {
            kind,
            frames,
            before: if in_rows { nodes } else { self.work_by(nodes) },
        });
        matches!(kind, TrialKind::Consistent(_))
    }

    /// The total work of the search when it has `nodes` nodes.
    fn work_by(&self, nodes: u64) -> u64 {
        self.work + NODE * (nodes - self.in_rows) + NODE_IN_ROWS * self.in_rows
    }

    /// Adds the work of making the root of the last trial consistent.
    pub(super) fn enforced(&mut self, work: u64) {
        self.work += work;
        if let Some(ConsistencyTrial {
            kind: TrialKind::Consistent(class),
            ..
        }) = self.trials.last()
        {
            self.classes[*class].alone.add(work);
        }
    }

    /// Ends all trials of subtrees with at least `frames` frames above them, and records their work.
    pub(super) fn end(&mut self, nodes: u64, frames: usize) {
        while let Some(&ConsistencyTrial { kind, before, .. }) =
            self.trials.pop_if(|trial| trial.frames >= frames).as_ref()
        {
            let work = self.work_by(nodes);
            match kind {
                TrialKind::Consistent(class) => self.classes[class].consistent.add(work - before),
                TrialKind::Plain(class) => self.classes[class].plain.add(work - before),
                TrialKind::Rows => self.in_rows += nodes - before,
            }
        }
    }
}

/// For each frame of a search, how many live options each item had when it was last checked for consistency.
#[derive(Clone, Debug, Default)]
pub(super) struct SeenCounts {
    counts: Vec<Lanes>,
}

impl SeenCounts {
    /// Appends counts for a node below `level` frames, as a copy of the last frame's counts, and returns them.
    /// Each frame has `groups` groups of eight items. Only frames of consistent nodes have counts.
    fn descend(&mut self, level: usize, groups: usize) -> &mut [Lanes] {
        let at = level * groups;
        self.counts.resize(at, Lanes::default());
        match at.checked_sub(groups) {
            Some(above) => self.counts.extend_from_within(above..),
            None => self.counts.resize(groups, Lanes::default()),
        }
        &mut self.counts[at..]
    }

    /// Removes the option counts of all but the first `level` frames.
    pub(super) fn cut_back(&mut self, level: usize, groups: usize) {
        self.counts.truncate(level * groups);
    }
}
