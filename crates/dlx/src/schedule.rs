//! How a search is carried out: by which engine, on how many threads, and in which parts.
//!
//! The parts depend only on the problem and on their number, and are taken in order. So the order of the solutions
//! and the counts are the same for both engines and for every number of threads. A search that was stopped can be
//! resumed after its completed parts. There is one exception: if solutions may come in any order, as for a count,
//! the engine chooses the order within a part, and the number of nodes depends on the engine.

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
pub(crate) use sub_search::SubSearch;
pub use task::SearchTask;

/// The memory, in bytes, in which each part may remember subtrees that it has searched: see
/// [`Bits::memo`](crate::Bits::memo).
pub(crate) const MEMO: usize = 32 << 20;

/// An engine that searches a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum TreeEngine {
    /// Dancing links: the engine [`Links`](crate::Links).
    #[default]
    Links,
    /// The engine [`Bits`](crate::Bits). It always branches on an item with the fewest options, whatever the
    /// heuristic.
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
    /// A heuristic is selected that [`Bits`](crate::Bits) does not support.
    #[error(
        "the engine bits always branches on an item with the fewest options; to branch on the \
         first item, use links"
    )]
    Heuristic,
}

/// How a search is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Schedule {
    /// The engine that searches each part.
    pub engine: TreeEngine,
    /// The maximum number of parts that are searched at the same time, each on one thread.
    pub threads: NonZeroUsize,
    /// The approximate number of parts: see [`Links::split`](crate::Links::split). Use many more
    /// parts than threads, since parts differ in size, and a stopped search loses the work of its
    /// unfinished parts.
    pub parts: usize,
    /// Whether solutions may come in any order within each part, as for a count: see
    /// [`Bits::in_any_order`](crate::Bits::in_any_order). It does not change the counts of solutions, so it is not
    /// serialized.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub in_any_order: bool,
}

impl Default for Schedule {
    /// A search with [`Links`](crate::Links), on one thread and in one part.
    fn default() -> Self {
        Self {
            engine: TreeEngine::default(),
            threads: NonZeroUsize::MIN,
            parts: 1,
            in_any_order: false,
        }
    }
}

/// The results of a part of a search, and the work that it took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartStats {
    /// The number of solutions found. If symmetries are divided out, the search finds one solution of each orbit.
    pub found: u64,
    /// The number of all solutions. If symmetries are divided out, it is the sum of the sizes of the orbits.
    pub solutions: u128,
    /// For each stabilizer, the number of found solutions that have it. Empty if no symmetries are divided out.
    /// Solutions of one orbit have conjugate stabilizers; only that of the found solution is counted.
    pub stabilizers: BTreeMap<Vec<SymmetryId>, u64>,
    /// The nodes and updates of the search, by level. Engines other than [`Links`](crate::Links) count no updates.
    pub profile: Profile,
}

impl PartStats {
    /// Adds the results of another part.
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

    /// Adds a solution to the number found, the size of its orbit to the number of all solutions, and 1 to the
    /// number of solutions with its stabilizer.
    pub(crate) fn take(&mut self, leaf: &LeafSolution<'_>) {
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

/// Decides which of the solutions found are counted, and determines their orbits.
pub(crate) trait LeafFilter: Send {
    /// The approximate number of images with which each solution is compared.
    fn images(&self) -> u32;

    /// The solution as it is to be counted, with its stabilizer and the size of its orbit; `None` if it is not to
    /// be counted.
    fn leaf<'s>(&'s mut self, solution: &'s [OptionId]) -> Option<LeafSolution<'s>>;
}

/// A solution to be counted. Its options are those of the whole problem.
pub(crate) struct LeafSolution<'s> {
    pub(crate) solution: &'s [OptionId],
    pub(crate) stabilizer: &'s [SymmetryId],
    pub(crate) orbit: u128,
}

/// A filter that counts every solution. Each solution is regarded as an orbit of one solution.
pub(crate) struct AcceptAll;

impl LeafFilter for AcceptAll {
    fn images(&self) -> u32 {
        0
    }

    fn leaf<'s>(&'s mut self, solution: &'s [OptionId]) -> Option<LeafSolution<'s>> {
        Some(LeafSolution {
            solution,
            stabilizer: &[],
            orbit: 1,
        })
    }
}

/// A function that makes a value from a solution and its stabilizer, for the receiver of the search's results. It
/// may return `None` to make no value. The stabilizer is empty if no symmetries are divided out.
pub type Map<'a, T> = dyn Fn(&[OptionId], &[SymmetryId]) -> Option<T> + Sync + 'a;

/// A function that receives the values that a [`Map`] makes from solutions, the results of parts, and the
/// progress of a search. `Break` stops the search.
pub type Take<'a, T> = dyn FnMut(Event<T, PartStats>) -> ControlFlow<()> + 'a;

/// How a search in parts ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScheduleEnd {
    /// Whether all parts were searched. False if the function that takes the results broke out.
    pub complete: bool,
    /// The nodes and updates of the search outside all parts.
    pub above: Profile,
}
