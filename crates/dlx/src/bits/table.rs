//! The data of a problem that all its searches share, except the columns.

use crate::problem::{OptionId, Problem};

/// The minimum and the maximum number of times that an item is covered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) least: u32,
    pub(super) most: u32,
}

/// The options of a problem and the bounds of its items.
#[derive(Clone, Debug)]
pub(super) struct BitsTable {
    /// The ids of all options, in the order of the columns' bits.
    pub(super) options: Vec<OptionId>,
    /// The bounds of the primary items that are not to be covered exactly once.
    pub(super) bounds: Vec<Bounds>,
    /// For each item of the problem, its index in `bounds`, if it is bounded.
    slots: Vec<Option<usize>>,
}

impl BitsTable {
    pub(super) fn new(problem: &Problem) -> Self {
        let mut bounds = Vec::new();
        let slots = problem
            .items()
            .map(|item| {
                let (least, most) = problem.bounds(item)?.into_inner();
                if (least, most) == (1, 1) {
                    return None;
                }
                bounds.push(Bounds { least, most });
                Some(bounds.len() - 1)
            })
            .collect();
        Self {
            options: problem.options().collect(),
            bounds,
            slots,
        }
    }

    pub(super) fn in_order(self, options: Vec<OptionId>) -> Self {
        Self { options, ..self }
    }

    /// The index in `bounds` of an item, given by its index in the problem; `None` if it is not bounded.
    pub(super) fn slot(&self, item: u32) -> Option<usize> {
        self.slots[item as usize]
    }
}
