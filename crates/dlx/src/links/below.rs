//! Searching one part of the tree.
//!
//! A part is found again by the numbers of the branches on the way to it. What is counted at the
//! last step of the way (the option tried there, and the updates of choosing it) belongs to the
//! part; all other steps, and what does not depend on the branch, belong to what lies above.

use super::dance::Dance;
use super::store::Store;
use crate::subtree::Subtree;

impl<const MRV: bool, const BOUNDED: bool, S: Store> Dance<MRV, BOUNDED, S> {
    /// Goes down to a subtree that is to be searched alone. Returns whether it is there.
    pub(super) fn enter_subtree(&mut self, subtree: &Subtree) -> bool {
        // What was counted for the givens lies above.
        self.levels.clear();
        self.nodes = 0;
        self.descend(subtree)
    }

    /// Goes down to a subtree, for good, and counts the last step. Returns whether there is such a
    /// way.
    pub(super) fn descend(&mut self, subtree: &Subtree) -> bool {
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
}
