//! Compares the totals over all goals of a file with the expected ones.

use std::time::Instant;

use super::jobs::Job;
use super::{Comparison, VerifyRows};
use crate::design::families::{Family, Summary};
use crate::solve::counting::Known;
use crate::solve::search::RunContext;
use crate::surface::cli::failure::Failure;

/// Compares the number of goals of a file, and the totals of their solutions, with the expected numbers. Counting
/// solutions may be slow: if it is needed, the job is skipped unless `slow` is set.
pub(super) fn compare<'a>(
    job: &'a Job,
    slow: bool,
    monitor: &RunContext,
    mut rows: VerifyRows<'a>,
) -> Result<Comparison<'a>, Failure> {
    let expect = &job.file.expect;
    let goals = Known::Exact(job.file.goals.len().into());
    let mut compared = rows.add("goals", expect.goals, &goals, None);
    if super::needs_count(expect) {
        if !slow {
            return Ok(Comparison::LeftOut);
        }
        let started = Instant::now();
        let family = Family {
            file: &job.file,
            monitor,
            certify: false,
            solutions_alone: expect.distinct.or(expect.distinct_rotations).is_none(),
        };
        let counts = family.count(&|_| ())?;
        let summary = Summary::of(&counts);
        let run = Some((started.elapsed(), None));
        let impossible = Known::so_far(
            summary.impossible.len().into(),
            summary.counted == counts.len(),
        );
        let rotations = expect.distinct_rotations;
        for (what, expected, found) in [
            ("impossible goals", expect.impossible, &impossible),
            ("solutions", expect.solutions, &summary.solutions),
            ("distinct", expect.distinct, &summary.distinct),
            (
                "distinct by rotation",
                rotations,
                &summary.distinct_rotations,
            ),
        ] {
            compared &= rows.add(what, expected, found, run);
        }
    }
    Ok(rows.compared(compared))
}
