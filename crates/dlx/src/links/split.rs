//! Cuts a search tree into parts, one after the other, in the order of the search.
//!
//! The tree is walked as in a search. A node whose share of the tree is at most about 1/`target` is not entered,
//! but becomes a part. This is decided from the path to the node alone. So the first part of any tree is found at
//! once, and earlier parts need not be remembered.

use std::ops::ControlFlow::{self, Continue};

use super::dance::Dance;
use super::matrix::ItemChoice;
use crate::parallel::Pulse;
use crate::problem::OptionId;
use crate::profile::{Level, Profile};
use crate::subtree::{Part, Subtree};

/// Parts have their full size up to this fraction of the tree. In the rest they are smaller, so that all
/// threads finish at about the same time. With 6 × 10 pentominoes and equal parts, the last part took a
/// thirtieth of the time of the search.
const TAIL: f64 = 1.0 - 1.0 / 32.0;
/// Beyond the fraction [`TAIL`] of the tree, the full size of a part is divided by this.
const TAIL_PARTS: f64 = 8.0;

/// A node with up to twice the share of the tree that a part may have still becomes a part if its branches are
/// tiny: each less than a 64th of that share.
const LARGE: f64 = 2.0;
const SMALLEST: f64 = 1.0 / 64.0;

/// Walks over a search tree, and returns its parts in order.
pub(crate) struct Splitter {
    walk: Box<dyn TreeWalk>,
}

impl Splitter {
    pub(super) fn new<const MRV: bool, const BOUNDED: bool>(
        dance: Dance<MRV, BOUNDED>,
        target: usize,
    ) -> Self {
        Self {
            walk: Box::new(SplitDance::new(dance, Subtree::root(), target)),
        }
    }

    /// Cuts the subtree `top` into parts. The search in `dance` has descended to the root of `top`.
    pub(super) fn below<const MRV: bool, const BOUNDED: bool>(
        dance: Dance<MRV, BOUNDED>,
        top: &Subtree,
        target: usize,
    ) -> Self {
        Self {
            walk: Box::new(SplitDance::new(dance, top.clone(), target)),
        }
    }

    /// The next part; `None` after the last one. Calls `pulse` at every node on the way. If `pulse` breaks out,
    /// the next call resumes at that node.
    pub(crate) fn next(&mut self, pulse: &mut Pulse<'_>) -> ControlFlow<(), Option<Part>> {
        self.walk.next(pulse)
    }

    /// The number of nodes visited so far that lie outside all parts returned so far.
    pub(crate) fn nodes_above(&self) -> u64 {
        self.walk.nodes_above()
    }

    /// The nodes and updates counted so far that lie outside all parts returned so far.
    pub(crate) fn above(&self) -> Profile {
        self.walk.above()
    }
}

/// A [`SplitDance`] with any generic arguments.
trait TreeWalk: Send {
    fn nodes_above(&self) -> u64;
    fn next(&mut self, pulse: &mut Pulse<'_>) -> ControlFlow<(), Option<Part>>;
    fn above(&self) -> Profile;
}

/// The position and the size of a subtree, as fractions of the whole tree. Assumes that all subtrees of a node are
/// equally large.
#[derive(Clone, Copy)]
struct TreeRange {
    /// The fraction of the tree that is searched before this subtree.
    start: f64,
    share: f64,
}

/// A walk over the nodes above all parts.
struct SplitDance<const MRV: bool, const BOUNDED: bool> {
    dance: Dance<MRV, BOUNDED>,
    /// The subtree that is cut into parts.
    top: Subtree,
    /// The largest share of the tree that a part may have.
    share: f64,
    /// For each level, the nodes and updates outside the parts. The counts of `dance` also include the last step
    /// of the walk until it is decided whether that step belongs to a part.
    above: Vec<Level>,
    /// For each frame, the fraction of the tree at which its node begins, and the node's share of the tree.
    extents: Vec<TreeRange>,
    position: WalkPosition,
}

/// Whether the current node of the walk is still to be examined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WalkPosition {
    /// The current node has not been examined.
    Before,
    /// The current node has been examined. It has become a part, or its branches are visited next.
    After,
    AtTheEnd,
}

impl<const MRV: bool, const BOUNDED: bool> SplitDance<MRV, BOUNDED> {
    fn new(dance: Dance<MRV, BOUNDED>, top: Subtree, target: usize) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a share of the tree is a guess")]
        let share = 1.0 / target.max(1) as f64;
        Self {
            above: dance.levels.clone(),
            dance,
            top,
            share,
            extents: Vec::new(),
            position: WalkPosition::Before,
        }
    }

    /// The position and the size of the current node's subtree, as fractions of the whole tree.
    fn extent(&self) -> TreeRange {
        let (Some(frame), Some(node)) = (self.dance.frames.last(), self.extents.last()) else {
            return TreeRange {
                start: 0.0,
                share: 1.0,
            };
        };
        let share = node.share / f64::from(frame.choice.degree.max(1));
        TreeRange {
            start: node.start + share * f64::from(frame.tried.saturating_sub(1)),
            share,
        }
    }

    fn is_part(&self, extent: TreeRange, choice: ItemChoice) -> bool {
        let target = if extent.start < TAIL {
            self.share
        } else {
            self.share / TAIL_PARTS
        };
        let below = extent.share / f64::from(choice.degree.max(1));
        extent.share <= target || (extent.share <= LARGE * target && below < SMALLEST * target)
    }

    /// The current node as a part. `extent` is its position and its share in the tree.
    fn part(&self, extent: TreeRange) -> Part {
        let branch = |frame: &super::dance::DanceFrame| frame.tried.saturating_sub(1);
        Part {
            subtree: self.top.below(self.dance.frames.iter().map(branch)),
            start: extent.start,
            share: extent.share,
        }
    }

    /// Moves to the next branch. Returns whether there was one.
    fn advance(&mut self) -> bool {
        let mut ignore = |_: &[OptionId]| Continue(());
        let moved = matches!(self.dance.advance(&mut ignore), Continue(true));
        self.extents.truncate(self.dance.frames.len());
        moved
    }

    /// The level on which the last step of the walk was counted.
    fn last_level(&self) -> usize {
        let tried = |frame: &super::dance::DanceFrame| frame.node != frame.choice.item;
        let tries = self.dance.frames.last().is_some_and(tried);
        self.dance.chosen.len() - usize::from(tries)
    }

    /// Counts the last step of the walk, on the given level, as work outside the parts.
    fn keep_level(&mut self, level: usize) {
        if let Some(&counted) = self.dance.levels.get(level) {
            if self.above.len() <= level {
                self.above.resize(level + 1, Level::default());
            }
            self.above[level] = counted;
        }
    }

    /// Removes the counts of the last step of the walk from the given level, since they belong to a part.
    fn drop_level(&mut self, level: usize) {
        let before = self.above.get(level).copied().unwrap_or_default();
        if let Some(counted) = self.dance.levels.get_mut(level) {
            *counted = before;
        }
    }
}

impl<const MRV: bool, const BOUNDED: bool> TreeWalk for SplitDance<MRV, BOUNDED> {
    fn next(&mut self, pulse: &mut Pulse<'_>) -> ControlFlow<(), Option<Part>> {
        loop {
            pulse()?;
            let position = std::mem::replace(&mut self.position, WalkPosition::After);
            if position == WalkPosition::AtTheEnd
                || (position == WalkPosition::After && !self.advance())
            {
                self.position = WalkPosition::AtTheEnd;
                return Continue(None);
            }
            let extent = self.extent();
            let level = self.last_level();
            match self.dance.matrix.choose::<MRV, BOUNDED>() {
                Some(choice) if !self.is_part(extent, choice) => {
                    self.keep_level(level);
                    self.dance.enter(choice);
                    self.extents.push(extent);
                    self.keep_level(self.dance.chosen.len());
                }
                _ => {
                    self.drop_level(level);
                    return Continue(Some(self.part(extent)));
                }
            }
        }
    }

    fn nodes_above(&self) -> u64 {
        self.above.iter().map(|level| level.nodes).sum()
    }

    fn above(&self) -> Profile {
        let mut levels = self.above.clone();
        while levels.last() == Some(&Level::default()) {
            levels.pop();
        }
        Profile::new(levels)
    }
}
