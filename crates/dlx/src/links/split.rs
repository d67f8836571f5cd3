//! Cutting the tree into parts, one after the other, in the order of the search.
//!
//! The tree is walked as a search walks it. A node of so small a share of the tree that there are
//! about as many such shares as parts are wanted is not entered but becomes a part. That is decided
//! from the way to the node alone, so the first part is found at once, whatever the tree, and
//! nothing is remembered of the parts before.

use std::ops::ControlFlow::{self, Continue};

use super::dance::Dance;
use super::matrix::Choice;
use crate::parallel::Pulse;
use crate::problem::OptionId;
use crate::profile::{Level, Profile};
use crate::subtree::{Part, Subtree};

/// In the last 32nd of the tree parts are an eighth as large, so that threads come to the end
/// together: with 6 × 10 pentominoes, the very last of equal parts took a thirtieth.
const TAIL: f64 = 1.0 - 1.0 / 32.0;
const TAIL_PARTS: f64 = 8.0;

/// A node of at most twice the wanted share is a part too if its branches would have less than a
/// 64th of that share each.
const LARGE: f64 = 2.0;
const SMALLEST: f64 = 1.0 / 64.0;

/// Walks a tree and names its parts in order.
pub(crate) struct Splitter {
    walk: Box<dyn TreeWalk>,
}

impl Splitter {
    pub(super) fn new<const MRV: bool, const BOUNDED: bool>(
        dance: Dance<MRV, BOUNDED>,
        wanted: usize,
    ) -> Self {
        Self {
            walk: Box::new(SplitDance::new(dance, Subtree::root(), wanted)),
        }
    }

    /// Cuts the subtree to which the dance has gone down.
    pub(super) fn below<const MRV: bool, const BOUNDED: bool>(
        dance: Dance<MRV, BOUNDED>,
        top: &Subtree,
        wanted: usize,
    ) -> Self {
        Self {
            walk: Box::new(SplitDance::new(dance, top.clone(), wanted)),
        }
    }

    /// The next part, none after the last. Asks `pulse` at every node on the way; goes on where it was if `pulse` broke out before.
    pub(crate) fn next(&mut self, pulse: &mut Pulse<'_>) -> ControlFlow<(), Option<Part>> {
        self.walk.next(pulse)
    }

    /// How many nodes the whole search has outside all parts, as far as the parts have been named.
    pub(crate) fn nodes_above(&self) -> u64 {
        self.walk.nodes_above()
    }

    /// What the whole search counts outside all parts, as far as the parts have been named.
    pub(crate) fn above(&self) -> Profile {
        self.walk.above()
    }
}

/// A [`SplitDance`], whatever its parameters.
trait TreeWalk: Send {
    fn nodes_above(&self) -> u64;
    fn next(&mut self, pulse: &mut Pulse<'_>) -> ControlFlow<(), Option<Part>>;
    fn above(&self) -> Profile;
}

/// The part of the tree below a node, as if all subtrees of a node were equal.
#[derive(Clone, Copy)]
struct Extent {
    /// The share of the tree that is searched before it.
    start: f64,
    share: f64,
}

/// A walk over the nodes above the parts.
struct SplitDance<const MRV: bool, const BOUNDED: bool> {
    dance: Dance<MRV, BOUNDED>,
    /// What is cut.
    top: Subtree,
    /// The share of a part.
    share: f64,
    /// What was counted above, while `dance` has counted the last step too.
    above: Vec<Level>,
    /// Of the node of each frame.
    extents: Vec<Extent>,
    stands: Stands,
}

/// Where a walk stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// At a node that is not entered yet.
    Before,
    /// At a node that is done with: a part, or one whose branches come next.
    After,
    AtTheEnd,
}

impl<const MRV: bool, const BOUNDED: bool> SplitDance<MRV, BOUNDED> {
    fn new(dance: Dance<MRV, BOUNDED>, top: Subtree, wanted: usize) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a share of the tree is a guess")]
        let share = 1.0 / wanted.max(1) as f64;
        Self {
            above: dance.levels.clone(),
            dance,
            top,
            share,
            extents: Vec::new(),
            stands: Stands::Before,
        }
    }

    /// The extent of the node where the walk stands.
    fn extent(&self) -> Extent {
        let (Some(frame), Some(node)) = (self.dance.frames.last(), self.extents.last()) else {
            return Extent {
                start: 0.0,
                share: 1.0,
            };
        };
        let share = node.share / f64::from(frame.choice.degree.max(1));
        Extent {
            start: node.start + share * f64::from(frame.tried.saturating_sub(1)),
            share,
        }
    }

    fn is_part(&self, extent: Extent, choice: Choice) -> bool {
        let wanted = if extent.start < TAIL {
            self.share
        } else {
            self.share / TAIL_PARTS
        };
        let below = extent.share / f64::from(choice.degree.max(1));
        extent.share <= wanted || (extent.share <= LARGE * wanted && below < SMALLEST * wanted)
    }

    /// The part at the node where the walk stands.
    fn part(&self, extent: Extent) -> Part {
        let branch = |frame: &super::dance::Frame| frame.tried.saturating_sub(1);
        Part {
            subtree: self.top.below(self.dance.frames.iter().map(branch)),
            start: extent.start,
            share: extent.share,
        }
    }

    /// Goes to the next branch. Returns whether there was any.
    fn advance(&mut self) -> bool {
        let mut nobody = |_: &[OptionId]| Continue(());
        let moved = matches!(self.dance.advance(&mut nobody), Continue(true));
        self.extents.truncate(self.dance.frames.len());
        moved
    }

    /// The level that the last step was counted on.
    fn last_level(&self) -> usize {
        let tried = |frame: &super::dance::Frame| frame.node != frame.choice.item;
        let tries = self.dance.frames.last().is_some_and(tried);
        self.dance.chosen.len() - usize::from(tries)
    }

    /// Counts the last step, and what was counted since, as above.
    fn keep_level(&mut self, level: usize) {
        if let Some(&counted) = self.dance.levels.get(level) {
            if self.above.len() <= level {
                self.above.resize(level + 1, Level::default());
            }
            self.above[level] = counted;
        }
    }

    /// Takes back the last step, which belongs to a part.
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
            let stands = std::mem::replace(&mut self.stands, Stands::After);
            if stands == Stands::AtTheEnd || (stands == Stands::After && !self.advance()) {
                self.stands = Stands::AtTheEnd;
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
