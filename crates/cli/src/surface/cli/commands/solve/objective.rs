//! `solve --most` and `--fewest`: the best solutions by an objective.

use std::time::Instant;

use super::super::objective_number::{BestEnd, ObjectiveNumber};
use super::sorted::NumberedSolution;
use super::{SolutionStream, StreamEnd};
use crate::solve::objective::{Objective, best_solutions};
use crate::solve::symmetric::requested_kinds;
use crate::surface::cli::args::SolveArgs;
use crate::surface::cli::failure::Failure;
use tilewright_dlx::Engine;

/// Returns an error for options that do not go with an objective and that clap cannot check.
pub(super) fn refuse_what_cannot_be(args: &SolveArgs) -> Result<(), Failure> {
    if let Some(engine @ (Engine::Bits | Engine::Regions)) = args.resources.engine.engine() {
        refuse!(
            "the engine {engine} does not find the most or the fewest; use links, frontier or auto"
        );
    }
    Ok(())
}

impl SolutionStream<'_> {
    /// Calls `visit` with the best solutions, at most `limit` of them, the best first.
    pub(super) fn best(
        &self,
        objective: Objective,
        limit: u64,
        mut visit: impl FnMut(&NumberedSolution) -> Result<(), Failure>,
    ) -> Result<StreamEnd, Failure> {
        let began = Instant::now();
        let instance = &self.loaded.instance;
        if !requested_kinds(instance).is_empty() {
            refuse!("`--most` and `--fewest` do not go with the condition `Symmetric`");
        }
        let most = usize::try_from(limit).unwrap_or(usize::MAX);
        let report = best_solutions(instance, objective, most, self.monitor)?;
        let solutions = report.solutions.len() as u64;
        let first = report.solutions.first().map(|found| found.number);
        for (number, found) in (1..).zip(report.solutions) {
            visit(&NumberedSolution {
                objective: Some(ObjectiveNumber {
                    quantity: objective.quantity,
                    number: found.number,
                }),
                ..NumberedSolution::new(number, found.options, [])
            })?;
        }
        Ok(StreamEnd {
            solutions,
            complete: report.is_proved && solutions < limit,
            interrupted: !report.is_proved,
            seconds: began.elapsed().as_secs_f64(),
            best: Some(BestEnd::of(
                objective,
                first,
                (report.is_proved, report.bound),
            )),
        })
    }
}
