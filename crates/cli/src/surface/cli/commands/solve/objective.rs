//! `solve --most` and `--fewest`: the best solutions by an objective.

use std::time::Instant;

use super::list::ObjectiveNumber;
use super::sorted::NumberedSolution;
use super::{SolutionStream, StreamEnd};
use crate::solve::objective::{Objective, Quantity, best_solutions};
use crate::solve::symmetric::requested_kinds;
use crate::surface::cli::args::SolveArgs;
use crate::surface::cli::failure::Failure;
use tilewright_dlx::{Engine, Sense};

/// How good the solutions of a list are.
pub(in super::super) struct BestEnd {
    objective: Objective,
    /// The number of the first solution.
    first: Option<u64>,
    /// Whether it is proved that no other solution is better than those listed.
    pub(super) is_proved: bool,
    /// Otherwise the number that no other solution exceeds, if known.
    pub(super) bound: Option<u64>,
}

impl BestEnd {
    /// The end of a list whose best number is `first`, if it has one.
    pub(in super::super) fn of(
        objective: Objective,
        first: Option<u64>,
        (is_proved, bound): (bool, Option<u64>),
    ) -> Self {
        Self {
            objective,
            first,
            is_proved,
            bound,
        }
    }

    pub(in super::super) fn in_words(&self, number: u64) -> String {
        let quantity = self.objective.quantity;
        ObjectiveNumber { quantity, number }.in_words()
    }

    /// The result of an interrupted list in words: `1 solution with 8 pieces; at most 9 are possible`.
    pub(in super::super) fn stopped(&self, found: &str) -> String {
        let limit = match self.objective.sense {
            Sense::Greatest => "at most",
            Sense::Least => "at least",
        };
        let number = self.first.map_or_else(String::new, |first| {
            format!(" with {}", self.in_words(first))
        });
        let bound = self.bound.map_or_else(String::new, |bound| {
            format!("; {limit} {bound} are possible")
        });
        format!("{found}{number}{bound}")
    }

    /// Prints on stderr what is proved. `noun` is what is listed.
    pub(in super::super) fn say(&self, noun: &str, seconds: f64) {
        if let (true, Some(first)) = (self.is_proved, self.first) {
            let none = match (self.objective.sense, self.objective.quantity) {
                (Sense::Greatest, _) => "more",
                (Sense::Least, Quantity::Value) => "less",
                (Sense::Least, _) => "fewer",
            };
            let first = self.in_words(first);
            remark_line!("{first}; no {noun} has {none}, which is proved, in {seconds:.2} s");
        }
    }
}

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
        let report = best_solutions(instance, objective, most, self.resources, self.monitor)?;
        let solutions = report.solutions.len() as u64;
        let first = report.solutions.first().map(|found| found.number);
        for (number, found) in (1..).zip(report.solutions) {
            let quantity = objective.quantity;
            visit(&NumberedSolution {
                number,
                solution: found.options.into(),
                stabilizer: Box::default(),
                scores: None,
                objective: Some(ObjectiveNumber {
                    quantity,
                    number: found.number,
                }),
            })?;
        }
        Ok(StreamEnd {
            solutions,
            complete: report.is_proved && solutions < limit,
            interrupted: !report.is_proved,
            seconds: began.elapsed().as_secs_f64(),
            best: Some(BestEnd {
                objective,
                first,
                is_proved: report.is_proved,
                bound: report.bound,
            }),
        })
    }
}
