//! Compares the numbers of solutions and options with those that a file expects.

use std::time::Duration;

use num_bigint::BigUint;

use crate::publish::interchange::table::{Record, record};
use crate::puzzle::Expect;
use crate::solve::counting::Known;

/// A row of the output: an expected number of solutions or options, and the number found.
pub(super) struct VerifyRow<'a> {
    pub(super) puzzle: &'a str,
    pub(super) what: &'static str,
    pub(super) expected: u64,
    pub(super) found: BigUint,
    pub(super) agrees: bool,
    pub(super) seconds: Option<f64>,
    pub(super) engine: Option<&'static str>,
}

impl VerifyRow<'_> {
    pub(super) fn record(&self) -> Record {
        record! {
            puzzle: self.puzzle,
            what: self.what,
            expected: self.expected,
            found: &self.found,
            agrees: self.agrees,
            seconds?: self.seconds,
            engine?: self.engine,
        }
    }
}

pub(super) fn needs_count(expect: &Expect) -> bool {
    let Expect {
        solutions,
        distinct,
        distinct_rotations,
        impossible,
        ..
    } = *expect;
    [solutions, distinct, distinct_rotations, impossible] != [None; 4]
}

pub(super) fn needs_profile(expect: &Expect) -> bool {
    [expect.nodes, expect.updates] != [None; 2]
}

/// The numbers of one job that were compared so far, one row for each.
pub(super) struct VerifyRows<'a> {
    pub(super) puzzle: &'a str,
    pub(super) rows: Vec<VerifyRow<'a>>,
}

impl<'a> VerifyRows<'a> {
    /// Ends the comparison. `all` says whether every expected number was compared; otherwise the job counts as
    /// interrupted.
    pub(super) fn compared(self, all: bool) -> Comparison<'a> {
        if all {
            Comparison::Rows(self.rows)
        } else {
            Comparison::Interrupted
        }
    }

    /// Compares a number, if one is expected. `run` contains the time and the engine of the count.
    /// Returns false if a number is expected but not known.
    #[must_use]
    pub(super) fn add(
        &mut self,
        what: &'static str,
        expected: Option<u64>,
        found: &Known<BigUint>,
        run: Option<(Duration, Option<&'static str>)>,
    ) -> bool {
        let Some(expected) = expected else {
            return true;
        };
        let Some(found) = found.exact() else {
            return false;
        };
        self.rows.push(VerifyRow {
            puzzle: self.puzzle,
            what,
            expected,
            found: found.clone(),
            agrees: BigUint::from(expected) == *found,
            seconds: run.map(|(elapsed, _)| elapsed.as_secs_f64()),
            engine: run.and_then(|(_, engine)| engine),
        });
        true
    }
}

/// The result of comparing the numbers of a job with those that the file expects.
pub(super) enum Comparison<'a> {
    Rows(Vec<VerifyRow<'a>>),
    /// The job was skipped as slow, or stopped because it turned out to be slow.
    LeftOut,
    Interrupted,
}
