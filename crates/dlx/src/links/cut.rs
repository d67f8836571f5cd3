//! Cutting the tree at a depth, and searching one of the parts.
//!
//! A part is found again by the numbers of the branches on the way to it. What is counted at the
//! last step of the way (the option tried there, and the updates of choosing it) belongs to the
//! part; all other steps, and what does not depend on the branch, belong to what lies above.

use std::ops::ControlFlow::Continue;

use super::dance::Dance;
use crate::profile::Level;
use crate::search::{Report, Visitor};
use crate::subtree::{Part, Subtree};

/// A tree cut at a depth.
pub(super) struct Cut {
    /// From left to right: what begins at the depth, and the solutions above it.
    pub(super) parts: Vec<Part>,
    /// What is counted above all parts.
    pub(super) above: Vec<Level>,
    /// Whether some part begins at the depth, so that the tree may be deeper.
    pub(super) open: bool,
}

impl<V: Visitor + ?Sized, const MRV: bool, const BOUNDED: bool> Dance<'_, V, MRV, BOUNDED> {
    /// Searches a subtree alone.
    pub(super) fn run_below(mut self, subtree: &Subtree) -> Report {
        // What was counted for the givens lies above.
        self.levels.clear();
        self.nodes = 0;
        if self.descend(subtree) {
            self.run()
        } else {
            Report {
                complete: true,
                ..Report::default()
            }
        }
    }

    /// Goes down to a subtree, for good, and counts the last step. Returns whether there is such a
    /// way.
    fn descend(&mut self, subtree: &Subtree) -> bool {
        for (step, &branch) in (1..).zip(subtree.branches()) {
            let Some(choice) = self.matrix.choose::<MRV, BOUNDED>() else {
                return false;
            };
            if branch >= choice.degree {
                return false;
            }
            if choice.once {
                self.matrix.cover(choice.item);
            }
            let (node, updates) = self.matrix.take_branch::<BOUNDED>(choice, branch, |_| ());
            let tries = node != choice.item;
            if step == subtree.branches().len() {
                let level = self.level();
                level.nodes += u64::from(tries);
                level.updates += updates;
                self.nodes += u64::from(tries);
            }
            if tries {
                self.chosen.push(self.options[self.matrix.option(node)]);
            }
        }
        true
    }

    /// Walks the tree down to a depth, counted in branches; `None` if there are more than `most`
    /// parts. The visitor is told nothing.
    pub(super) fn cut(mut self, depth: usize, most: usize) -> Option<Cut> {
        let mut parts = Vec::new();
        let mut open = false;
        let mut before = self.levels.clone();
        loop {
            let below = self.frames.len() >= depth;
            let choice = self.matrix.choose::<MRV, BOUNDED>();
            match choice {
                Some(choice) if !below => self.enter(choice),
                _ => {
                    if parts.len() == most {
                        return None;
                    }
                    open |= choice.is_some();
                    parts.push(self.part());
                    // The last step belongs to the part; only one level has changed.
                    self.levels.clone_from(&before);
                }
            }
            before.clone_from(&self.levels);
            // Nothing here breaks out.
            if !matches!(self.advance(), Continue(true)) {
                break;
            }
        }
        Some(Cut {
            parts,
            above: self.levels,
            open,
        })
    }

    /// Cuts a subtree below its first node; the ways of the parts begin there. `None` if there is
    /// no branch to cut at.
    pub(super) fn cut_below(mut self, subtree: &Subtree) -> Option<Cut> {
        self.levels.clear();
        self.nodes = 0;
        if !self.descend(subtree) || self.matrix.choose::<MRV, BOUNDED>().is_none() {
            return None;
        }
        self.cut(1, usize::MAX)
    }

    /// The part that begins where the walk stands.
    fn part(&self) -> Part {
        let mut share = 1.0;
        let mut branches = Vec::with_capacity(self.frames.len());
        for frame in &self.frames {
            share /= f64::from(frame.choice.degree.max(1));
            branches.push(frame.tried.saturating_sub(1));
        }
        Part {
            subtree: Subtree::new(branches),
            share,
        }
    }
}
