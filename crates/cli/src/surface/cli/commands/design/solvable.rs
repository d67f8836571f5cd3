//! `design --solvable`: the choices that have a solution, without counts.

use std::io::Write;

use num_bigint::BigUint;

use super::checkpoint;
use super::data::{uncounted_line, used, write_choices};
use super::{most_shown, names, number_of_choices, output};
use crate::cover::Instance;
use crate::design::choices::{ChoiceQuestion, ChoiceRule, SolvableChoices};
use crate::publish::interchange::table::{Column, TableEncoding, Value};
use crate::puzzle::{DesignRequest, Puzzle, PuzzleFile, Source};
use crate::solve::SolveError;
use crate::solve::search::RunContext;
use crate::support::format::{counted, grouped};
use crate::surface::cli::args::{DesignArgs, DesignFormat};
use crate::surface::cli::commands::json_answer::{JsonLayout, write_json};
use crate::surface::cli::commands::{Output, OutputTarget};
use crate::surface::cli::failure::{Failure, Outcome};

/// Prints the choices of a pool on one board that have a solution.
pub(super) fn run(
    args: &DesignArgs,
    (file, source): (&PuzzleFile, &Source),
    (puzzle, rule): (&Puzzle, &ChoiceRule),
    request: &DesignRequest,
    monitor: &RunContext,
) -> Result<Outcome, Failure> {
    if request.wanted.is_some() || !request.rank.is_empty() {
        refuse!(
            "requirements and ranks need counts of solutions, which --solvable does not make: \
             leave out --solvable, or `wanted` and `rank` in `design`"
        );
    }
    if !file.goals.is_empty() {
        refuse!("--solvable needs one board: name a goal with --goal NAME");
    }
    let mut kept = checkpoint::of_solvable(args, rule, source)?;
    let instance = Instance::within(puzzle.clone(), monitor.resources.memory, monitor.stop())?;
    let question = ChoiceQuestion::new(&instance, rule);
    let mut choices = question.solvable(monitor, &mut kept)?;
    let printer = SolvablePrinter {
        puzzle,
        limit: most_shown(args.limit, args.format),
        all: number_of_choices(file, puzzle, rule),
    };
    let found = printer.print(args, &mut choices)?;
    kept.finish().map_err(SolveError::from)?;
    Ok(Outcome::of(found > 0))
}

/// Prints the choices of a pool that have a solution.
struct SolvablePrinter<'a> {
    puzzle: &'a Puzzle,
    /// The maximum number of choices that are printed; `None` for no limit.
    limit: Option<usize>,
    /// The number of choices that the rule allows, if it is known.
    all: Option<BigUint>,
}

impl SolvablePrinter<'_> {
    /// Prints the choices and returns their number.
    fn print(
        &self,
        args: &DesignArgs,
        choices: &mut SolvableChoices<'_>,
    ) -> Result<usize, Failure> {
        let target = output(args)?;
        if let Some(encoding) = args.table() {
            return self.write_as_table(encoding, target.as_ref(), choices);
        }
        let mut out = Output::to(target.as_ref())?;
        let found = if args.format == DesignFormat::Jsonl {
            self.each(choices, |copies| {
                let line = uncounted_line(self.puzzle, copies, None);
                Ok(write_json(&mut out, &line, JsonLayout::Compact)?)
            })?
        } else {
            self.write_text(&mut out, choices)?
        };
        out.flush()?;
        Ok(found)
    }

    /// Calls `found` with the number of copies of each piece, for each choice up to the limit. Returns the number
    /// of all choices that have a solution.
    fn each(
        &self,
        choices: &mut SolvableChoices<'_>,
        mut found: impl FnMut(&[u32]) -> Result<(), Failure>,
    ) -> Result<usize, Failure> {
        let mut number = 0;
        while let Some(copies) = choices.next()? {
            if self.limit.is_none_or(|limit| number < limit) {
                found(&copies)?;
            }
            number += 1;
        }
        Ok(number)
    }

    fn write_text(
        &self,
        out: &mut Output,
        choices: &mut SolvableChoices<'_>,
    ) -> Result<usize, Failure> {
        let mut shown = Vec::new();
        let found = self.each(choices, |copies| {
            shown.push(names(self.puzzle, used(copies)).join(" "));
            Ok(())
        })?;
        let pieces = counted(self.puzzle.first_faces().count(), "piece");
        let of = (self.all.as_ref()).map_or(String::new(), |all| format!(" of {}", grouped(all)));
        writeln!(out, "{}", self.puzzle.title)?;
        writeln!(out, "  pool       {pieces}")?;
        writeln!(out, "  choices    {}{of} have a solution", grouped(found))?;
        if shown.is_empty() {
            return Ok(found);
        }
        writeln!(out, "\npieces")?;
        for names in &shown {
            writeln!(out, "{names}")?;
        }
        if shown.len() < found {
            let left = grouped(found - shown.len());
            writeln!(out, "… and {left} more; --limit 0 prints all")?;
        }
        Ok(found)
    }

    /// Writes a row for each choice, in the columns of counted choices. The numbers of solutions
    /// are unknown.
    fn write_as_table(
        &self,
        encoding: TableEncoding,
        target: Option<&OutputTarget>,
        choices: &mut SolvableChoices<'_>,
    ) -> Result<usize, Failure> {
        let columns = ["solutions", "distinct", "distinct_rotations"].map(Column::integer);
        let mut number = 0;
        write_choices(encoding, target, self.puzzle, columns, |add| {
            let unknown = [Value::Missing, Value::Missing, Value::Missing];
            number = self.each(choices, |copies| add(unknown.to_vec(), copies))?;
            Ok(())
        })?;
        Ok(number)
    }
}
