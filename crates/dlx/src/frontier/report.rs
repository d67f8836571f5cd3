//! The results of a count by a sweep, and its cost.

use num_bigint::BigUint;

/// The results of a count, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FrontierReport {
    /// The number of solutions; if the watcher broke out, of those in the finished parts.
    pub count: BigUint,
    /// Whether everything was counted; false if the watcher broke out.
    pub complete: bool,
    /// The number of states of all finished sweeps.
    pub states: u64,
    /// The maximum number of states held at once.
    pub peak_states: u64,
    /// The maximum number of bytes that the tables of states took at once.
    pub peak_bytes: u64,
    /// The number of sweeps that the work was cut into to keep within the memory.
    pub sweeps: u64,
}

impl FrontierReport {
    /// The report of an unfinished count that has counted nothing. A count starts with it, and returns it if the
    /// watcher breaks out before any part is finished.
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

    /// The report of a problem in which the bounds of the items alone rule out every solution. No
    /// sweep was made.
    pub(super) fn no_solution() -> Self {
        Self {
            complete: true,
            ..Self::nothing_yet()
        }
    }
}
