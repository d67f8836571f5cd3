//! `design --samples --walks`: a random sample of the choices, each estimated by random walks, and
//! estimates for all choices.

use std::io::Write;

use super::data::{copies_by_name, write_choices};
use super::{most_shown, names, output, show_progress};
use crate::cover::Instance;
use crate::design::choices::{ChoiceQuestion, ChoiceRule, EstimatedChoice, EstimatedSample};
use crate::publish::interchange::table::{Column, TableEncoding, record};
use crate::puzzle::{DesignRequest, Puzzle};
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};
use crate::support::format::grouped;
use crate::surface::cli::args::{DesignArgs, DesignFormat};
use crate::surface::cli::commands::json_answer::{JsonLayout, write_json};
use crate::surface::cli::commands::number::give_or_take;
use crate::surface::cli::commands::text_table::aligned;
use crate::surface::cli::commands::{Output, OutputTarget, counted, say};
use crate::surface::cli::failure::{Failure, Outcome};

/// A sample of choices with their estimates, and the other data of the output.
struct Estimates<'a> {
    puzzle: &'a Puzzle,
    sample: &'a EstimatedSample,
    walks: u64,
    limit: Option<usize>,
}

/// Draws `size` choices, estimates each from `walks` random walks, and prints them.
pub(super) fn run(
    args: &DesignArgs,
    (size, walks): (usize, u64),
    (puzzle, rule): (&Puzzle, &ChoiceRule),
    request: &DesignRequest,
    monitor: &RunContext,
) -> Result<Outcome, Failure> {
    if request.wanted.is_some() || !request.rank.is_empty() {
        let message = "requirements and ranks need counts of solutions, which an estimate does not have: leave them out";
        refuse!(message);
    }
    let instance = Instance::new_until(puzzle.clone(), monitor.stop())?;
    let question = ChoiceQuestion::new(&instance, rule);
    let mut meter = ProgressMeter::new(monitor, WorkKind::Busy("estimating choices"));
    let drawn = (size, args.search.seed);
    let sample = question.estimate_sample(drawn, walks, monitor, &mut |done| {
        show_progress(&mut meter, done, size, "choice", "");
    })?;
    drop(meter);
    let estimates = Estimates {
        puzzle,
        sample: &sample,
        walks,
        limit: most_shown(args.limit, args.format),
    };
    estimates.print(args)?;
    let done = sample.estimated.len();
    if done < sample.drawn {
        let all = counted(sample.drawn, "choice");
        say::interrupted(format_args!("{} of {all} were estimated", grouped(done)));
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::of(estimates.solved() > 0))
}

impl Estimates<'_> {
    fn print(&self, args: &DesignArgs) -> Result<(), Failure> {
        let target = output(args)?;
        if let Some(encoding) = args.table() {
            return self.write_as_table(encoding, target.as_ref());
        }
        let mut out = Output::to(target.as_ref())?;
        if args.format == DesignFormat::Jsonl {
            for choice in self.shown() {
                let line = record! {
                    pieces: copies_by_name(self.puzzle, choice.pieces()),
                    estimate: choice.solutions,
                };
                write_json(&mut out, &line, JsonLayout::Compact)?;
            }
        } else {
            self.write_text(&mut out)?;
        }
        Ok(out.flush()?)
    }

    fn shown(&self) -> &[EstimatedChoice] {
        let all = &self.sample.estimated;
        &all[..self.limit.map_or(all.len(), |limit| limit.min(all.len()))]
    }

    /// The number of choices for which a walk ended in a solution.
    fn solved(&self) -> usize {
        let estimated = self.sample.estimated.iter();
        estimated.filter(|choice| choice.is_solved()).count()
    }

    fn write_text(&self, out: &mut Output) -> Result<(), Failure> {
        let EstimatedSample {
            choices,
            estimated,
            solutions,
            ..
        } = self.sample;
        let pieces = counted(self.puzzle.first_faces().count(), "piece");
        let (drawn, walks) = (grouped(estimated.len()), grouped(self.walks));
        writeln!(out, "{}", self.puzzle.title)?;
        writeln!(out, "  pool       {pieces}")?;
        writeln!(
            out,
            "  choices    {}, {drawn} of them drawn",
            grouped(choices)
        )?;
        writeln!(out, "  estimated  from {walks} walks each")?;
        let solved = grouped(self.solved());
        writeln!(out, "  solvable   at least {solved} of those drawn")?;
        writeln!(out, "  solutions  {}", give_or_take(*solutions))?;
        let solved = self.shown().iter().filter(|choice| choice.is_solved());
        let rows = solved.map(|choice| {
            let names = names(self.puzzle, choice.pieces()).join(" ");
            [give_or_take(choice.solutions), names]
        });
        let head = ["solutions", "pieces"].map(str::to_owned);
        let rows: Vec<[String; 2]> = std::iter::once(head).chain(rows).collect();
        if rows.len() == 1 {
            return Ok(());
        }
        writeln!(out)?;
        for line in aligned(&rows, 1) {
            writeln!(out, "{line}")?;
        }
        let left = self.solved() + 1 - rows.len();
        if left > 0 {
            writeln!(out, "… and {} more; --limit 0 prints all", grouped(left))?;
        }
        Ok(())
    }

    fn write_as_table(
        &self,
        encoding: TableEncoding,
        target: Option<&OutputTarget>,
    ) -> Result<(), Failure> {
        let columns = ["solutions", "standard_error"].map(Column::real);
        write_choices(encoding, target, self.puzzle, columns, |add| {
            self.shown().iter().try_for_each(|choice| {
                let about = choice.solutions;
                add(
                    vec![about.mean.into(), about.standard_error.into()],
                    &choice.copies,
                )
            })
        })
    }
}
