//! What is compared with what is expected.

use std::time::Duration;

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use crate::puzzle::Expect;
use crate::solve::counting::Known;
use crate::surface::cli::commands::number::Whole;

/// One number compared.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    pub(super) puzzle: &'a str,
    pub(super) what: &'static str,
    pub(super) expected: u64,
    #[serde(serialize_with = "whole")]
    pub(super) found: BigUint,
    pub(super) agrees: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) engine: Option<&'static str>,
}

pub(super) fn whole<S: Serializer>(number: &BigUint, serializer: S) -> Result<S::Ok, S::Error> {
    Whole(number).serialize(serializer)
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

/// The rows of one job.
pub(super) struct Rows<'a> {
    pub(super) puzzle: &'a str,
    pub(super) rows: Vec<Row<'a>>,
}

impl<'a> Rows<'a> {
    /// What came of the job, if all that is expected was compared or not.
    pub(super) fn compared(self, all: bool) -> Comparison<'a> {
        if all {
            Comparison::Rows(self.rows)
        } else {
            Comparison::Interrupted
        }
    }

    /// Compares a number, if it is expected; `run` is what it took and by which
    /// engine. False if the number is expected and not known.
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
        self.rows.push(Row {
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

/// What came of a job.
pub(super) enum Comparison<'a> {
    Rows(Vec<Row<'a>>),
    /// It would have taken long, or did.
    LeftOut,
    Interrupted,
}
