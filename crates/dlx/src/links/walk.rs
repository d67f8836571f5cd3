//! Walks from the root of the search tree to a leaf, along branches that the caller draws.
//!
//! The tree is that of [`Dance`](super::dance): the same item is chosen at every node, with the same branches in
//! the same order and the same updates. The node `ROOT` belongs to no item and no option, so here it means that no
//! branch is taken. Invariant: between two walks, the matrix is in its state after the givens.

use std::ops::ControlFlow;

use super::lists::ROOT;
use super::matrix::LinkMatrix;
use crate::problem::{OptionId, Problem};
use crate::profile::Level;
use crate::search::Heuristic;

/// A node that a walk visits, and the work there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WalkStep {
    /// The number of options chosen above the node.
    pub(crate) depth: usize,
    /// The number of branches of the node, including "no more".
    pub(crate) degree: u32,
    /// The number of branches that try an option.
    pub(crate) options: u32,
    /// The number of updates made at the node once, whichever branch is taken.
    pub(crate) shared: u64,
    /// The number of updates made only for the branch that the walk took, which was drawn at random.
    pub(crate) own: u64,
}

/// A branch taken on the current walk, with the data to undo it.
struct Taken {
    item: u32,
    once: bool,
    /// The entry of the option chosen; the item's header for "no more"; [`ROOT`] if the node has no branch.
    node: u32,
    /// The number of options that the branch removed from all lists.
    removed: usize,
}

/// Makes walks from the root of the search tree, any number of times.
pub(crate) struct Walker {
    matrix: LinkMatrix,
    mrv: bool,
    bounded: bool,
    givens: Vec<Level>,
    taken: Vec<Taken>,
    removed: Vec<u32>,
}

impl Walker {
    /// A walker whose walks begin after the givens, which must not conflict.
    pub(super) fn new(problem: &Problem, heuristic: Heuristic, givens: &[OptionId]) -> Self {
        let mut matrix = LinkMatrix::new(problem);
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

    /// The nodes and updates of choosing the givens, one level for each.
    pub(crate) fn givens(&self) -> &[Level] {
        &self.givens
    }

    /// Makes one walk to a leaf. `draw` receives the degree of a node, at least 1, and returns a branch, counted
    /// from zero. `on_step` is called at every node on the way that is not a solution, and may break out. Returns
    /// the depth of the leaf and whether it is a solution; `None` after a break.
    pub(crate) fn walk(
        &mut self,
        draw: impl FnMut(u32) -> u32,
        on_step: impl FnMut(&WalkStep) -> ControlFlow<()>,
    ) -> Option<(usize, bool)> {
        match (self.mrv, self.bounded) {
            (true, false) => self.walk_as::<true, false>(draw, on_step),
            (true, true) => self.walk_as::<true, true>(draw, on_step),
            (false, false) => self.walk_as::<false, false>(draw, on_step),
            (false, true) => self.walk_as::<false, true>(draw, on_step),
        }
    }

    fn walk_as<const MRV: bool, const BOUNDED: bool>(
        &mut self,
        mut draw: impl FnMut(u32) -> u32,
        mut on_step: impl FnMut(&WalkStep) -> ControlFlow<()>,
    ) -> Option<(usize, bool)> {
        let mut depth = self.givens.len();
        let solved = loop {
            let Some(choice) = self.matrix.choose::<MRV, BOUNDED>() else {
                break Some(true);
            };
            let mut step = WalkStep {
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
            if on_step(&step).is_break() {
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
