//! Arc consistency: an option stays alive only while every open item has an option compatible with it.
//!
//! Items are the variables of a constraint problem, and their options are the values. Two options of
//! different items are compatible if they share no item. The method is that of Lecoutre and Vion, "Enforcing
//! arc consistency using bitwise operations" (2008). An option that conflicts with all options of an item it
//! does not hold is in no solution below the node, and dies. That may leave others without support, so the
//! check is repeated until nothing changes or an item has no option left.
//!
//! A consistent node takes a hundred times as long as others, and the tree may have a hundredth of the nodes.
//! The search learns where that pays off from the work of subtrees with and without it: see [`Consistency`].

mod enforce;
#[cfg(test)]
mod tests;

use super::lanes::Lanes;

/// Nothing is enforced before this many nodes, which take a few milliseconds.
const FIRST_NODES: u64 = 1 << 15;

/// The width of a class of nodes, in live options.
const OPTIONS_PER_CLASS: usize = 32;

/// The work of a [step](super::work), in units of about a quarter of a nanosecond.
pub(super) const STEP: u64 = 4;

/// The work of a node of columns, and the work of a node in [rows](super::rows).
const NODE: u64 = 600;
const NODE_IN_ROWS: u64 = 120;

/// If consistent subtrees take more than this many times the work of the enforcement alone, the
/// class stays consistent without a trial of the other method.
const SURE: u64 = 16;

/// The other method is retried whenever its total work is less than the total work of the cheaper
/// one, divided by this.
const TRIED: u64 = 32;

/// The number of subtrees measured, and their total work.
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

/// Nodes with about the same number of live options.
#[derive(Clone, Copy, Debug, Default)]
struct NodeClass {
    /// Subtrees in which nothing is enforced.
    plain: SubtreeWork,
    /// Subtrees of nodes that are made consistent.
    consistent: SubtreeWork,
    /// The enforcement alone, which is included in `consistent`.
    alone: SubtreeWork,
}

impl NodeClass {
    /// Whether a node of this class should be made consistent, by the measurements so far.
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
    /// The root of the subtree is made consistent. Holds the class of the root.
    Consistent(usize),
    /// The subtree is searched without enforcement. Holds the class of the root.
    Plain(usize),
    /// The subtree is searched without enforcement, since it is small enough for rows.
    Rows,
}

/// A subtree whose work is being measured.
#[derive(Clone, Copy, Debug)]
struct ConsistencyTrial {
    kind: TrialKind,
    /// The number of frames above the subtree.
    frames: usize,
    /// The total work before the subtree; for rows, the total number of nodes.
    before: u64,
}

/// Decides which nodes to make consistent.
///
/// Each class of nodes is searched by two methods: nodes are made consistent, or nothing is
/// enforced in a whole subtree. The cheaper method is used, and the other is retried now and then.
/// Work is counted in nodes and vectors, not in time, so every run makes the same choices.
#[derive(Debug)]
pub(super) struct Consistency {
    /// Nothing is enforced before a search has this many nodes.
    first_nodes: u64,
    classes: Vec<NodeClass>,
    trials: Vec<ConsistencyTrial>,
    /// The total work of enforcement.
    work: u64,
    /// The number of nodes in rows.
    in_rows: u64,
}

impl Default for Consistency {
    fn default() -> Self {
        Self::after(FIRST_NODES)
    }
}

impl Consistency {
    /// Begins to measure after `first_nodes` nodes.
    pub(super) fn after(first_nodes: u64) -> Self {
        Self {
            first_nodes,
            classes: Vec::new(),
            trials: Vec::new(),
            work: 0,
            in_rows: 0,
        }
    }

    /// Whether a trial may begin at the current node. None begins before `first_nodes` nodes, or
    /// inside a subtree that is searched without enforcement. `nodes` is the number of nodes so far.
    #[inline(always)]
    pub(super) fn begins_trial(&self, nodes: u64) -> bool {
        let above = self.trials.last().map(|trial| trial.kind);
        nodes >= self.first_nodes && matches!(above, None | Some(TrialKind::Consistent(_)))
    }

    /// Begins a trial of a subtree below `frames` frames. Returns whether its root is to be made consistent.
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

    /// The total work after `nodes` nodes.
    fn work_by(&self, nodes: u64) -> u64 {
        self.work + NODE * (nodes - self.in_rows) + NODE_IN_ROWS * self.in_rows
    }

    /// Counts the enforcement at the root of the last subtree begun.
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

    /// Ends the trials of subtrees that began below `frames` frames or more.
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

/// The number of options of each item at its last check, by frame of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct SeenCounts {
    counts: Vec<Lanes>,
}

impl SeenCounts {
    /// Copies the counts of the last frame for a node below `level` frames; each has `groups` groups of
    /// items. Only frames with consistent nodes have counts.
    fn descend(&mut self, level: usize, groups: usize) -> &mut [Lanes] {
        let at = level * groups;
        self.counts.resize(at, Lanes::default());
        match at.checked_sub(groups) {
            Some(above) => self.counts.extend_from_within(above..),
            None => self.counts.resize(groups, Lanes::default()),
        }
        &mut self.counts[at..]
    }

    /// Keeps the counts of the first `level` frames only.
    pub(super) fn cut_back(&mut self, level: usize, groups: usize) {
        self.counts.truncate(level * groups);
    }
}
