//! The results of a sweep, and its cost so far.

use std::io;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::container::{CheckedFile, Sink, damaged};

/// The number of solutions that a sweep found, and the cost of finding them.
#[derive(Clone, Debug, Default)]
pub(super) struct SweepTotals {
    pub(super) count: BigUint,
    pub(super) states: u64,
    /// For each step, the number of states up to it.
    pub(super) until: Vec<u64>,
    pub(super) work: u64,
    pub(super) peak_states: u64,
    pub(super) peak_bytes: u64,
}

impl SweepTotals {
    pub(super) fn save(&self, sink: &mut Sink) -> io::Result<()> {
        sink.big(&self.count)?;
        for number in [self.states, self.work, self.peak_states, self.peak_bytes] {
            sink.number(number)?;
        }
        sink.number(self.until.len() as u64)?;
        let mut before = 0;
        for &until in &self.until {
            sink.number(until - before)?;
            before = until;
        }
        Ok(())
    }

    pub(super) fn load(source: &mut CheckedFile) -> io::Result<Self> {
        let mut swept = Self {
            count: source.big()?,
            states: source.counter()?,
            work: source.counter()?,
            peak_states: source.counter()?,
            peak_bytes: source.counter()?,
            until: Vec::new(),
        };
        let mut until = 0_u64;
        for _ in 0..source.length(1)? {
            until = until.checked_add(source.counter()?).ok_or_else(damaged)?;
            swept.until.push(until);
        }
        Ok(swept)
    }
}

/// The cost of a sweep so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    pub(super) states: u64,
    /// The work done, in the units of [`FrontierProgress::work`](super::progress::FrontierProgress::work).
    pub(super) work: u64,
}

/// A function that is called with the current step and the cost so far, and can stop the sweep.
pub(super) type OnStep<'t> = dyn FnMut(usize, Effort) -> ControlFlow<()> + 't;
