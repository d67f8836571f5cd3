//! How a search is carried out: by which engine, on how many threads, in how many parts.
//!
//! The parts depend on the problem and on their number alone, not on the threads, and are taken in
//! order. So the solutions come in the same order, and the counts are the same, for every number
//! of threads and for both engines; and a search that was stopped can be resumed after the
//! parts that were done. Only where any order will do, as for a count of solutions, the order within a
//! part is the engine's own, and so is the number of nodes.

mod sub_search;
mod task;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use thiserror::Error;

use crate::bits::BitsError;
use crate::engine::Engine;
use crate::links::GivenError;
use crate::parallel::Event;
use crate::problem::OptionId;
use crate::profile::Profile;
use crate::symmetry::SymmetryId;
pub(crate) use sub_search::{Skip, SubSearch, SubTask};
pub(crate) use task::PartedSearch;
pub use task::SearchTask;

/// The bytes that each part may take for the subtrees it has searched: see [`Bits::memo`](crate::Bits::memo).
pub(crate) const MEMO: usize = 32 << 20;

/// An engine that walks the search tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum TreeEngine {
    /// [`Links`](crate::Links)
    #[default]
    Links,
    /// [`Bits`](crate::Bits), which branches on an item with the fewest options whatever the heuristic.
    Bits,
}

impl From<TreeEngine> for Engine {
    fn from(engine: TreeEngine) -> Self {
        match engine {
            TreeEngine::Links => Self::Links,
            TreeEngine::Bits => Self::Bits,
        }
    }
}

/// Why a search cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// The givens cannot be chosen together.
    #[error(transparent)]
    Given(#[from] GivenError),
    /// The problem is too large for [`Bits`](crate::Bits).
    #[error(transparent)]
    Bits(#[from] BitsError),
    /// [`Bits`](crate::Bits) knows one heuristic.
    #[error(
        "the engine bits branches on an item with the fewest options; for the first item use links"
    )]
    Heuristic,
}

/// How a search is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Schedule {
    /// By which engine.
    pub engine: TreeEngine,
    /// On how many threads.
    pub threads: NonZeroUsize,
    /// In about how many parts: see [`Links::split`](crate::Links::split). Parts should be many more than threads, since
    /// they differ in size, and a stopped search loses what was done of the parts under way.
    pub parts: usize,
    /// Whether solutions may come in any order within each part, as for a count: see
    /// [`Bits::in_any_order`](crate::Bits::in_any_order). Another way to the same answers, so it is not written with the rest.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub in_any_order: bool,
}

impl Default for Schedule {
    /// By [`Links`](crate::Links), on one thread, in one part.
    fn default() -> Self {
        Self {
            engine: TreeEngine::default(),
            threads: NonZeroUsize::MIN,
            parts: 1,
            in_any_order: false,
        }
    }
}

/// What was found in a part of a search, and what it took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartStats {
    /// The solutions found: where symmetries are divided out, one of each orbit.
    pub found: u64,
    /// All solutions: the sizes of the orbits, summed.
    pub solutions: u128,
    /// How many of those found have exactly this stabilizer; empty if no symmetries are divided
    /// out. Solutions of one orbit have conjugate stabilizers, and the one counted is that of the
    /// solution handed out.
    pub stabilizers: BTreeMap<Vec<SymmetryId>, u64>,
    /// Nodes and updates by level; engines other than [`Links`](crate::Links) make no updates.
    pub profile: Profile,
}

impl PartStats {
    /// Adds what was found in another part.
    pub fn add(&mut self, other: &Self) {
        self.found += other.found;
        self.solutions += other.solutions;
        for (stabilizer, count) in &other.stabilizers {
            if let Some(sum) = self.stabilizers.get_mut(stabilizer) {
                *sum += count;
            } else {
                self.stabilizers.insert(stabilizer.clone(), *count);
            }
        }
        self.profile.merge(&other.profile);
    }

    /// Counts a solution that is handed out.
    pub(crate) fn take(&mut self, leaf: &Leaf<'_>) {
        self.found += 1;
        self.solutions += leaf.orbit;
        if leaf.stabilizer.is_empty() {
            return;
        }
        if let Some(count) = self.stabilizers.get_mut(leaf.stabilizer) {
            *count += 1;
        } else {
            self.stabilizers.insert(leaf.stabilizer.to_vec(), 1);
        }
    }
}

/// What is decided of each solution of a search: whether it is found, and as what.
pub(crate) trait LeafFilter {
    /// About how many images each solution is compared with.
    fn images(&self) -> u32;

    /// The solution as it is handed out, with its stabilizer and the size of its orbit; `None` if
    /// it is not.
    fn leaf<'s>(&'s mut self, solution: &'s [OptionId]) -> Option<Leaf<'s>>;
}

/// A solution that is handed out.
pub(crate) struct Leaf<'s> {
    pub(crate) solution: &'s [OptionId],
    pub(crate) stabilizer: &'s [SymmetryId],
    pub(crate) orbit: u128,
}

/// Finds all solutions, each for itself.
pub(crate) struct Each;

impl LeafFilter for Each {
    fn images(&self) -> u32 {
        0
    }

    fn leaf<'s>(&'s mut self, solution: &'s [OptionId]) -> Option<Leaf<'s>> {
        Some(Leaf {
            solution,
            stabilizer: &[],
            orbit: 1,
        })
    }
}

/// What is made of a solution and its stabilizer (empty if no symmetries are divided out).
pub type Map<'a, T> = dyn Fn(&[OptionId], &[SymmetryId]) -> Option<T> + Sync + 'a;

/// What is told of a search; `Break` stops it.
pub type Take<'a, T> = dyn FnMut(Event<T, PartStats>) -> ControlFlow<()> + 'a;

/// How a search in parts ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ended {
    /// Whether all parts were searched; false if the listener broke out.
    pub complete: bool,
    /// What was counted outside all parts.
    pub above: Profile,
}
