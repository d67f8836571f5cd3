//! A bound on the work that a solver does to answer a question, in numbers that are the same on every machine.

/// The number of units of a sweep's work that take about as long as one node of a search. (Measured in November
/// 2026: 8 ns for a unit, 80 ns for a node.)
#[cfg(feature = "frontier")]
const WORK_PER_NODE: u64 = 10;

/// An upper bound on the work that a solver does to answer a question.
///
/// It is a number of nodes, not a time, so a question exceeds it on every machine or on none. It is checked about
/// every 2^14 nodes, so a search may exceed it by that number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    nodes: u64,
}

impl Budget {
    /// A budget that no question exceeds.
    pub const UNLIMITED: Self = Self { nodes: u64::MAX };

    /// The budget for a search of `nodes` nodes. Searching 2^26 nodes takes ten seconds to a minute.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes }
    }

    /// Whether the work is unlimited.
    pub const fn is_unlimited(self) -> bool {
        self.nodes == u64::MAX
    }

    /// The maximum number of nodes of a search.
    pub(super) const fn most_nodes(self) -> u64 {
        self.nodes
    }

    /// The maximum [work](crate::FrontierProgress::work) of a sweep, in its units.
    #[cfg(feature = "frontier")]
    pub(super) const fn most_work(self) -> u64 {
        self.nodes.saturating_mul(WORK_PER_NODE)
    }
}

impl Default for Budget {
    /// A budget that no question exceeds.
    fn default() -> Self {
        Self::UNLIMITED
    }
}
