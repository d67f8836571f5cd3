//! Searches one part of the tree.
//!
//! A part is identified by the indices of the branches on the path to it. The nodes and updates of the last step
//! on the path belong to the part: the option tried there, and the updates of choosing it. Those of all other
//! steps belong to the tree above. So do updates that do not depend on the branch.

use super::dance::Dance;
use super::store::Store;
use crate::subtree::Subtree;

impl<const MRV: bool, const BOUNDED: bool, S: Store> Dance<MRV, BOUNDED, S> {
    /// Descends to a subtree that is to be searched alone. Returns whether the subtree exists.
    pub(super) fn enter_subtree(&mut self, subtree: &Subtree) -> bool {
        // The nodes and updates of the givens belong to the tree above.
        self.levels.clear();
        self.nodes = 0;
        self.descend(subtree)
    }

    /// Makes the choices on the path to a subtree. Of the path, only the last step is counted. Returns whether the
    /// path exists.
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
