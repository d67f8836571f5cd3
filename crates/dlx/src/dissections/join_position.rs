//! The position of a join of two halves, and why it ended.

#[derive(Clone, Default)]
pub(super) struct JoinPosition {
    /// The indices of the choices that lead to the current position.
    pub(super) choices: Vec<usize>,
    /// The number of partitions so far: below the product of the totals of both halves, at most 2⁶⁴ each.
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
