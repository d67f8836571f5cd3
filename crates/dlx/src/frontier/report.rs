//! The results of a count by a sweep, and its cost.

use std::io;

use num_bigint::BigUint;

use super::checkpoint::{CheckedFile, put, put_big};

/// The number of solutions, and the cost of counting them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FrontierReport {
    /// The number of solutions. If the watcher broke out, only those in the finished parts.
    pub count: BigUint,
    /// Whether everything was counted; false if the watcher broke out.
    pub complete: bool,
    /// The number of states of all finished sweeps.
    pub states: u64,
    /// The maximum number of states held at once.
    pub peak_states: u64,
    /// The maximum number of bytes that the tables of states took at once.
    pub peak_bytes: u64,
    /// The number of sweeps. It is greater than 1 if the work was cut to stay within the memory.
    pub sweeps: u64,
}

impl FrontierReport {
    /// The report of a count that has not counted anything yet. It is also returned if the watcher breaks out
    /// before any part is finished.
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

    pub(super) fn save(&self, bytes: &mut Vec<u8>) {
        put_big(bytes, &self.count);
        for number in [self.states, self.peak_states, self.peak_bytes, self.sweeps] {
            put(bytes, number);
        }
    }

    pub(super) fn load(complete: bool, source: &mut CheckedFile) -> io::Result<Self> {
        Ok(Self {
            count: source.big()?,
            complete,
            states: source.counter()?,
            peak_states: source.counter()?,
            peak_bytes: source.counter()?,
            sweeps: source.counter()?,
        })
    }

    /// The report if the bounds of the items alone rule out every solution. No sweep was made.
    pub(super) fn no_solution() -> Self {
        Self {
            complete: true,
            ..Self::nothing_yet()
        }
    }
}
