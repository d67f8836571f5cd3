//! What all goals of a file together must give.

use std::time::Instant;

use tilewright_dlx::{Forecast, StopFlag, Stopped};

use super::jobs::Job;
use super::{Comparison, Rows};
use crate::cli::failure::Failure;
use crate::cover::Instance;
use crate::design::families::{Family, Summary};
use crate::puzzle::PuzzleFile;
use crate::solve::counting::Known;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;

/// Random walks of a forecast.
const WALKS: u64 = 200;

/// The goals that are forecast for all.
const SAMPLE: usize = 5;

/// How long the searches take, estimated from a few goals.
pub(super) fn forecast(file: &PuzzleFile, stop: &StopFlag) -> Result<f64, Stopped> {
    let goals = &file.goals;
    let step = goals.len().div_ceil(SAMPLE).max(1);
    let sample = goals.iter().step_by(step).filter_map(|goal| {
        let instance = Instance::with_filter(file.with_goal(goal).puzzle).ok()?;
        let forecast = Forecast::of_until(instance.problem(), WALKS, stop);
        Some(forecast.map(|forecast| forecast.seconds(forecast.engine())))
    });
    let factor = u32::try_from(step).map_or(f64::INFINITY, f64::from);
    Ok(sample.sum::<Result<f64, Stopped>>()? * factor)
}

/// Counts all goals, if they are not slow or that is asked for.
pub(super) fn compare<'a>(
    job: &'a Job,
    slow: bool,
    resources: &Resources,
    monitor: &Monitor,
    mut rows: Rows<'a>,
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
            resources,
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
