//! Arc consistency: an option stays alive only as long as every open item has an option that goes with it.
//!
//! Items are the variables of a constraint problem, their options the values, and two options of different
//! items go together if they share no item: what is enforced is arc consistency of these constraints, in
//! the way of Lecoutre and Vion, "Enforcing arc consistency using bitwise operations" (2008). An option
//! that conflicts with all options of an item that it does not hold is in no solution below the node, and
//! dies. What dies takes support from others, so this goes on until nothing changes, or an item has no
//! option left.
//!
//! A node takes a hundred times as long as others then, and the tree may have a hundredth of the nodes.
//! Where that pays is learned from what subtrees take with it and without: see [`Consistency`].

mod enforce;
#[cfg(test)]
mod tests;

use super::lanes::Lanes;

/// A search with fewer nodes takes a few milliseconds.
const FIRST_NODES: u64 = 1 << 15;

/// Nodes with the same number of live options, in so many, are alike.
const OPTIONS_PER_CLASS: usize = 32;

/// The work of a [step](super::work): it is counted in quarters of a nanosecond or so.
pub(super) const STEP: u64 = 4;

/// What a node takes, and one in [rows](super::rows).
const NODE: u64 = 600;
const NODE_IN_ROWS: u64 = 120;

/// Where subtrees take so many times what the node itself takes, that is not doubted any more.
const SURE: u64 = 16;

/// The other way is tried again as long as that takes less than so small a part.
const TRIED: u64 = 32;

/// What the subtrees of some nodes took.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    subtrees: u64,
    work: u64,
}

impl Total {
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
struct Class {
    /// Subtrees in which nothing is enforced.
    plain: Total,
    /// Subtrees of nodes that are made consistent.
    consistent: Total,
    /// Making them so, which is a part of that.
    alone: Total,
}

impl Class {
    /// Whether it is best, as far as is known, to make a node consistent.
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

/// What is done in a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TrialKind {
    /// Its root, of this class, is made consistent.
    Consistent(usize),
    /// It is searched as it is; the root is of this class.
    Plain(usize),
    /// The same, since it is small enough for rows.
    Rows,
}

/// A subtree whose work is being learned.
#[derive(Clone, Copy, Debug)]
struct Trial {
    kind: TrialKind,
    /// How many frames are above it.
    frames: usize,
    /// The work before it, or the nodes before rows.
    before: u64,
}

/// Which nodes to make consistent.
///
/// Each class of nodes is dealt with in two ways: with nodes made consistent, and in whole subtrees
/// without. The way that takes less work is gone, and the other tried now and then. Work is counted in
/// nodes and vectors, not in time, so that the same is done every time.
#[derive(Debug)]
pub(super) struct Consistency {
    /// Nothing is enforced before a search has so many nodes.
    first_nodes: u64,
    classes: Vec<Class>,
    trials: Vec<Trial>,
    /// What it took to make nodes consistent.
    work: u64,
    /// The nodes in rows.
    in_rows: u64,
}

impl Default for Consistency {
    fn default() -> Self {
        Self::after(FIRST_NODES)
    }
}

impl Consistency {
    /// Begins to learn when there have been so many nodes.
    pub(super) fn after(first_nodes: u64) -> Self {
        Self {
            first_nodes,
            classes: Vec::new(),
            trials: Vec::new(),
            work: 0,
            in_rows: 0,
        }
    }

    /// Whether it is to be asked if a node is made consistent, after so many nodes.
    #[inline(always)]
    pub(super) fn asks(&self, nodes: u64) -> bool {
        let above = self.trials.last().map(|trial| trial.kind);
        nodes >= self.first_nodes && matches!(above, None | Some(TrialKind::Consistent(_)))
    }

    /// Begins a subtree above which there are so many frames. Returns whether its root is to be made
    /// consistent.
    pub(super) fn begin(
        &mut self,
        options: usize,
        in_rows: bool,
        nodes: u64,
        frames: usize,
    ) -> bool {
        let class = options / OPTIONS_PER_CLASS;
        if class >= self.classes.len() {
            self.classes.resize(class + 1, Class::default());
        }
        let kind = if in_rows {
            TrialKind::Rows
        } else if self.classes[class].pays() {
            TrialKind::Consistent(class)
        } else {
            TrialKind::Plain(class)
        };
        self.trials.push(Trial {
            kind,
            frames,
            before: if in_rows { nodes } else { self.work_by(nodes) },
        });
        matches!(kind, TrialKind::Consistent(_))
    }

    /// All work, when there have been so many nodes.
    fn work_by(&self, nodes: u64) -> u64 {
        self.work + NODE * (nodes - self.in_rows) + NODE_IN_ROWS * self.in_rows
    }

    /// Counts the work of making the root of the last subtree consistent.
    pub(super) fn enforced(&mut self, work: u64) {
        self.work += work;
        if let Some(Trial {
            kind: TrialKind::Consistent(class),
            ..
        }) = self.trials.last()
        {
            self.classes[*class].alone.add(work);
        }
    }

    /// Ends the subtrees that have begun with so many frames above them, or more.
    pub(super) fn end(&mut self, nodes: u64, frames: usize) {
        while let Some(&Trial { kind, before, .. }) =
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

/// How many options items had when they were last looked at, by frame of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct SeenCounts {
    counts: Vec<Lanes>,
}

impl SeenCounts {
    /// Makes those of a node below `level` frames, each of so many groups of items, from those of the last
    /// frame: of all frames, those alone are there whose nodes are consistent.
    fn descend(&mut self, level: usize, groups: usize) -> &mut [Lanes] {
        let at = level * groups;
        self.counts.resize(at, Lanes::default());
        match at.checked_sub(groups) {
            Some(above) => self.counts.extend_from_within(above..),
            None => self.counts.resize(groups, Lanes::default()),
        }
        &mut self.counts[at..]
    }

    /// Forgets all but those of the first frames.
    pub(super) fn cut_back(&mut self, level: usize, groups: usize) {
        self.counts.truncate(level * groups);
    }
}
