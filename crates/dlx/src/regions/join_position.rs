//! How far a join of two halves has come, and what ends it.

/// How far a join has come.
#[derive(Clone, Default)]
pub(super) struct JoinPosition {
    /// The choices on the way to what comes next, by their numbers.
    pub(super) choices: Vec<usize>,
    /// The number of ways so far: less than the product of those of the halves, 2⁶⁴ at most each.
    pub(super) count: u128,
    pub(super) work: u64,
    /// The share of all that is done.
    pub(super) done: f64,
}

/// What ends a join before its end.
pub(super) enum End {
    /// It was to stop.
    Stopped,
    /// It takes more work than it may, or there is no memory for it.
    Outgrown,
}
