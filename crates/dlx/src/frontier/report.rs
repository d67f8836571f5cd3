//! What a count by sweeping found and what it took.

use num_bigint::BigUint;

/// What a count found and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FrontierReport {
    /// The number of solutions; if the watcher broke out, of those in the parts that were done.
    pub count: BigUint,
    /// Whether all was counted; false if the watcher broke out.
    pub complete: bool,
    /// The states of all sweeps that came to their end.
    pub states: u64,
    /// The most states that were held at once.
    pub peak_states: u64,
    /// The most bytes that the tables of states took at once.
    pub peak_bytes: u64,
    /// The sweeps that the work was cut into to keep within the memory.
    pub sweeps: u64,
}

impl FrontierReport {
    /// Nothing is counted, and not all was to be counted: where a count begins, and what is known
    /// when the watcher breaks out before any part is done.
    pub(super) fn nothing_yet() -> Self {
        Self {
            count: BigUint::ZERO,
            complete: false,
            states: 0,
            peak_states: 0,
            peak_bytes: 0,
            sweeps: 0,
        }
    }

    /// The bounds of the items alone rule every solution out, without a sweep.
    pub(super) fn no_solution() -> Self {
        Self {
            complete: true,
            ..Self::nothing_yet()
        }
    }
}
