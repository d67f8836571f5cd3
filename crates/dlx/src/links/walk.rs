//! Walks from the root of the search tree to a leaf, along branches that the caller draws.
//!
//! The tree is that of [`Dance`](super::dance): the same item is chosen at every node, with the
//! same branches in the same order and the same updates. The item is never ROOT, so ROOT stands
//! for "no branch" here too. Invariant: between two walks the matrix is what it was when the
//! givens had been chosen.

use std::ops::ControlFlow;

use super::lists::ROOT;
use super::matrix::Matrix;
use crate::problem::{OptionId, Problem};
use crate::profile::Level;
use crate::search::Heuristic;

/// What a walk finds at a node of the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The options chosen so far.
    pub(crate) depth: usize,
    /// The branches, "no more" among them.
    pub(crate) degree: u32,
    /// The branches that are an option tried.
    pub(crate) options: u32,
    /// The updates made here once, whatever the branch.
    pub(crate) shared: u64,
    /// The updates of the branch drawn alone.
    pub(crate) own: u64,
}

/// A branch taken, to be undone.
struct Taken {
    item: u32,
    once: bool,
    /// The entry of the option chosen; the item's header for "no more"; [`ROOT`] at a dead end.
    node: u32,
    /// How many options were taken out.
    removed: usize,
}

/// Walks down from the root, again and again.
pub(crate) struct Walker {
    matrix: Matrix,
    mrv: bool,
    bounded: bool,
    givens: Vec<Level>,
    taken: Vec<Taken>,
    removed: Vec<u32>,
}

impl Walker {
    /// Chooses the givens, which must not conflict.
    pub(super) fn new(problem: &Problem, heuristic: Heuristic, givens: &[OptionId]) -> Self {
        let mut matrix = Matrix::new(problem);
        let bounded = !problem.is_exact();
        let mut levels = Vec::with_capacity(givens.len());
        for &option in givens {
            let updates = if bounded {
                matrix.give::<true>(option)
            } else {
                matrix.give::<false>(option)
            };
            levels.extend(updates.map(|updates| Level {
                nodes: 1,
                updates,
                empty: 0,
            }));
        }
        Self {
            matrix,
            mrv: heuristic == Heuristic::Mrv,
            bounded,
            givens: levels,
            taken: Vec::new(),
            removed: Vec::new(),
        }
    }

    /// The work of the givens, each on a level of its own.
    pub(crate) fn givens(&self) -> &[Level] {
        &self.givens
    }

    /// Walks to a leaf: `draw` gets the degree of a node, which is not zero, and names a branch,
    /// counted from zero; `tell` is told of every node on the way that is not a solution, and may break
    /// out. Returns the depth of the leaf and whether it is a solution; `None` after a break.
    pub(crate) fn walk(
        &mut self,
        draw: impl FnMut(u32) -> u32,
        tell: impl FnMut(&Step) -> ControlFlow<()>,
    ) -> Option<(usize, bool)> {
        match (self.mrv, self.bounded) {
            (true, false) => self.walk_as::<true, false>(draw, tell),
            (true, true) => self.walk_as::<true, true>(draw, tell),
            (false, false) => self.walk_as::<false, false>(draw, tell),
            (false, true) => self.walk_as::<false, true>(draw, tell),
        }
    }

    fn walk_as<const MRV: bool, const BOUNDED: bool>(
        &mut self,
        mut draw: impl FnMut(u32) -> u32,
        mut tell: impl FnMut(&Step) -> ControlFlow<()>,
    ) -> Option<(usize, bool)> {
        let mut depth = self.givens.len();
        let solved = loop {
            let Some(choice) = self.matrix.choose::<MRV, BOUNDED>() else {
                break Some(true);
            };
            let mut step = Step {
                depth,
                degree: choice.degree,
                options: choice.degree,
                shared: 0,
                own: 0,
            };
            let mut taken = Taken {
                item: choice.item,
                once: choice.once,
                node: ROOT,
                removed: 0,
            };
            if choice.once {
                step.shared = self.matrix.cover(choice.item);
            } else {
                let no_more = self.matrix.needed(choice.item) == 0;
                step.options -= u32::from(no_more && choice.degree > 0);
            }
            if choice.degree > 0 {
                let branch = draw(choice.degree).min(choice.degree - 1);
                let removed = &mut self.removed;
                let before = removed.len();
                (taken.node, step.own) =
                    self.matrix
                        .take_branch::<BOUNDED>(choice, branch, |node| removed.push(node));
                taken.removed = removed.len() - before;
            }
            depth += usize::from(taken.node != ROOT && taken.node != taken.item);
            let dead = taken.node == ROOT;
            self.taken.push(taken);
            if tell(&step).is_break() {
                break None;
            }
            if dead {
                break Some(false);
            }
        };
        while let Some(taken) = self.taken.pop() {
            self.undo::<BOUNDED>(&taken);
        }
        solved.map(|solved| (depth, solved))
    }

    fn undo<const BOUNDED: bool>(&mut self, taken: &Taken) {
        let &Taken {
            item, once, node, ..
        } = taken;
        if node != ROOT && node != item {
            self.matrix.untake_others::<BOUNDED>(node);
            if !once {
                self.matrix.untake::<BOUNDED>(item, node);
            }
        }
        if once || node == item {
            self.matrix.uncover(item);
        }
        for _ in 0..taken.removed {
            if let Some(node) = self.removed.pop() {
                self.matrix.restore_option(node);
            }
        }
    }
}
