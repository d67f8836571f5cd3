//! The position of a join of two halves, and why a join ended early.

#[derive(Clone, Default)]
pub(super) struct JoinPosition {
    /// The path of the join to its position: the index of the choice made at each decision.
    pub(super) choices: Vec<usize>,
    /// The number of partitions counted so far. It is below the product of the totals of both halves, which are
    /// below 2⁶⁴ each.
    pub(super) count: u128,
    pub(super) work: u64,
    /// The fraction of the join that is done, from 0 to 1.
    pub(super) done: f64,
}

/// Why a join ended before it was finished.
pub(super) enum JoinEnd {
    /// The watcher stopped the join.
    Stopped,
    /// The join would exceed its limit of work or memory.
    Outgrown,
}
