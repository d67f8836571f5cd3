//! `design --most` and `--fewest`: the best choices that have a solution.

use std::io::Write;
use std::time::Instant;

use super::data::used;
use super::data::{uncounted_line, write_choices};
use super::{names, output};
use crate::cover::Instance;
use crate::design::choices::{BestChoices, ChoiceQuestion, ChoiceRule};
use crate::publish::interchange::table::{Column, Value};
use crate::puzzle::{DesignRequest, Puzzle, PuzzleFile};
use crate::solve::objective::Objective;
use crate::solve::search::RunContext;
use crate::support::format::counted;
use crate::surface::cli::args::{DesignArgs, DesignFormat};
use crate::surface::cli::commands::json_answer::{JsonLayout, write_json};
use crate::surface::cli::commands::objective_number::BestEnd;
use crate::surface::cli::commands::{Output, say};
use crate::surface::cli::failure::{Failure, Outcome};

/// Prints the best choices of a pool on one board.
pub(super) fn run(
    args: &DesignArgs,
    objective: Objective,
    file: &PuzzleFile,
    (puzzle, rule): (&Puzzle, &ChoiceRule),
    request: &DesignRequest,
    monitor: &RunContext,
) -> Result<Outcome, Failure> {
    if request.wanted.is_some() || !request.rank.is_empty() {
        refuse!(
            "requirements and ranks need counts of solutions, which --most and --fewest do not make: \
             leave these out, or `wanted` and `rank` in `design`"
        );
    }
    if !file.goals.is_empty() {
        refuse!("--most and --fewest need one board: name a goal with --goal NAME");
    }
    let most = match args.limit {
        None => 1,
        Some(0) => usize::MAX,
        Some(limit) => limit,
    };
    let began = Instant::now();
    let instance = Instance::within(puzzle.clone(), monitor.resources.memory, monitor.stop())?;
    let question = ChoiceQuestion::new(&instance, rule);
    let best = question.best(objective, most, monitor)?;
    let end = BestEnd::of(
        objective,
        best.choices.first().map(|choice| choice.number),
        (best.is_proved, best.bound),
    );
    print(args, puzzle, &best, &end)?;
    if !best.is_proved {
        say::incomplete(&end.stopped(&counted(best.choices.len(), "choice")));
        return Ok(Outcome::Interrupted);
    }
    end.say("choice", began.elapsed().as_secs_f64());
    Ok(Outcome::of(!best.choices.is_empty()))
}

fn print(
    args: &DesignArgs,
    puzzle: &Puzzle,
    best: &BestChoices,
    end: &BestEnd,
) -> Result<(), Failure> {
    let target = output(args)?;
    if let Some(encoding) = args.table() {
        let numbers = ["solutions", "distinct", "distinct_rotations", "objective"];
        let columns = numbers.map(Column::integer);
        return write_choices(encoding, target.as_ref(), puzzle, columns, |add| {
            best.choices.iter().try_for_each(|choice| {
                let unknown = [Value::Missing, Value::Missing, Value::Missing];
                let row = unknown.into_iter().chain([choice.number.into()]);
                add(row.collect(), &choice.copies)
            })
        });
    }
    let mut out = Output::to(target.as_ref())?;
    if args.format == DesignFormat::Jsonl {
        for choice in &best.choices {
            let line = uncounted_line(puzzle, &choice.copies, Some(choice.number));
            write_json(&mut out, &line, JsonLayout::Compact)?;
        }
    } else {
        writeln!(out, "{}", puzzle.title)?;
        writeln!(
            out,
            "  pool       {}",
            counted(puzzle.first_faces().count(), "piece")
        )?;
        for choice in &best.choices {
            let names = names(puzzle, used(&choice.copies)).join(" ");
            writeln!(out, "\n{}\n{names}", end.in_words(choice.number))?;
        }
        if !best.is_proved {
            let found = counted(best.choices.len(), "choice");
            writeln!(out, "{}", say::list_stopped(&end.stopped(&found)))?;
        }
    }
    out.flush()?;
    Ok(())
}
