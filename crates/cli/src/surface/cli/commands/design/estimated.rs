//! `design --samples --walks`: some of the choices, each estimated, and what they say of all.

use std::io::Write;

use anyhow::anyhow;
use serde::Serialize;

use super::data::{copies_by_name, piece_columns, piece_values, tiles};
use super::{hear, most_shown, names, output};
use crate::cover::Instance;
use crate::design::choices::{ChoiceQuestion, ChoiceRule, EstimatedChoice, EstimatedSample};
use crate::publish::interchange::table::{Column, Columns, TableEncoding, Value};
use crate::puzzle::{DesignRequest, Puzzle};
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor, Watch};
use crate::support::format::grouped;
use crate::surface::cli::args::{DesignArgs, DesignFormat};
use crate::surface::cli::commands::json_answer::{Layout, write_json};
use crate::surface::cli::commands::number::{MeanAnswer, give_or_take};
use crate::surface::cli::commands::table::write_table;
use crate::surface::cli::commands::{Output, Target, counted, say};
use crate::surface::cli::failure::{Failure, Outcome};

/// A choice as a line of JSON.
#[derive(Serialize)]
struct Line {
    pieces: serde_json::Map<String, serde_json::Value>,
    estimate: MeanAnswer,
}

/// What was estimated, to be printed.
struct Estimates<'a> {
    puzzle: &'a Puzzle,
    sample: &'a EstimatedSample,
    walks: u64,
    limit: Option<usize>,
}

/// Draws so many choices, estimates each, and prints them.
pub(super) fn run(
    args: &DesignArgs,
    (size, walks): (usize, u64),
    (puzzle, rule): (&Puzzle, &ChoiceRule),
    request: &DesignRequest,
    (resources, monitor): (&Resources, &Monitor),
) -> Result<Outcome, Failure> {
    if request.wanted.is_some() || !request.rank.is_empty() {
        let message = "what is wanted of designs, and ranks, go by counts: an estimate knows none, leave them out";
        return Err(anyhow!(message).into());
    }
    let instance = Instance::new_until(puzzle.clone(), monitor.stop())?;
    let question = ChoiceQuestion::new(&instance, rule);
    let mut watch = Watch::new(monitor, Kind::Busy("estimating choices"));
    let drawn = (size, args.search.seed);
    let sample = question.estimate_sample(drawn, walks, resources, monitor, &mut |done| {
        hear(&mut watch, done, size, "choice", "");
    })?;
    drop(watch);
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
        say::interrupted(format_args!("{} of {all} were looked at", grouped(done)));
        return Ok(Outcome::Interrupted);
    }
    Ok(if estimates.solved() > 0 {
        Outcome::Done
    } else {
        Outcome::No
    })
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
                let line = Line {
                    pieces: copies_by_name(self.puzzle, choice.pieces()),
                    estimate: choice.solutions.into(),
                };
                write_json(&mut out, &line, Layout::Compact)?;
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

    /// How many choices a walk came to a solution of.
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
        let rows: Vec<(String, String)> = solved
            .map(|choice| {
                (
                    give_or_take(choice.solutions),
                    names(self.puzzle, choice.pieces()).join(" "),
                )
            })
            .collect();
        if rows.is_empty() {
            return Ok(());
        }
        let head = "solutions";
        let width = rows.iter().map(|(about, _)| about.chars().count()).max();
        let width = width.unwrap_or(0).max(head.len());
        writeln!(out, "\n{head:>width$}  pieces")?;
        for (about, names) in &rows {
            writeln!(out, "{about:>width$}  {names}")?;
        }
        let left = self.solved() - rows.len();
        if left > 0 {
            writeln!(out, "… and {} more; --limit 0 prints all", grouped(left))?;
        }
        Ok(())
    }

    fn write_as_table(
        &self,
        encoding: TableEncoding,
        target: Option<&Target>,
    ) -> Result<(), Failure> {
        let numbers = ["solutions", "standard_error"].map(Column::real);
        let columns: Columns = numbers
            .into_iter()
            .chain(piece_columns(self.puzzle))
            .collect();
        let tiles = tiles(self.puzzle);
        write_table(encoding, target, &self.puzzle.title, &columns, |add| {
            for choice in self.shown() {
                let about = choice.solutions;
                let mut row: Vec<Value> = vec![about.mean.into(), about.standard_error.into()];
                row.extend(piece_values(&tiles, &choice.copies));
                add(&row)?;
            }
            Ok(())
        })
    }
}
