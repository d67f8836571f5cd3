//! How much work a question may take, in numbers that are the same on every machine.

/// The work of a sweep that takes about as long as a node of a search (measured in November 2026:
/// 8 ns and 80 ns).
#[cfg(feature = "frontier")]
const WORK_PER_NODE: u64 = 10;

/// How much work a question may take.
///
/// It is a number of nodes, not a time, so what is out of budget is so on every machine. It is
/// looked at about every 2^14 nodes, so somewhat more may be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    nodes: u64,
}

impl Budget {
    /// No bound.
    pub const UNLIMITED: Self = Self { nodes: u64::MAX };

    /// As much as the search of `nodes` nodes takes: 2^26 are some ten seconds to a minute.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes }
    }

    /// Whether there is no bound.
    pub const fn is_unlimited(self) -> bool {
        self.nodes == u64::MAX
    }

    /// The most nodes of a search.
    pub(super) const fn most_nodes(self) -> u64 {
        self.nodes
    }

    /// The most [work](crate::FrontierProgress::work) of a sweep.
    #[cfg(feature = "frontier")]
    pub(super) const fn most_work(self) -> u64 {
        self.nodes.saturating_mul(WORK_PER_NODE)
    }
}

impl Default for Budget {
    /// No bound.
    fn default() -> Self {
        Self::UNLIMITED
    }
}
