//! Grades all challenges of a file, and writes a row for each.

use std::io::Write;

use itertools::Itertools;

use super::super::background::{ProgressNote, StepwiseProgress};
use super::super::challenge_input::{ChallengeInput, tally};
use super::super::json_answer::{JsonLayout, write_json};
use super::super::table::write_records;
use super::super::{Output, OutputTarget, counted, grouped, say};
use super::{ChallengeGrade, GRADING, Grader, warn_of_stale_statement};
use crate::design::challenges::Challenge;
use crate::publish::interchange::table::{Column, TableEncoding, Value, record};
use crate::reason::deduction::{Grade, Step};
use crate::solve::search::RunContext;
use crate::surface::cli::args::{GradeArgs, TableFormat};
use crate::surface::cli::failure::{Failure, Outcome};

/// A graded challenge of a file.
struct Listed {
    graded: ChallengeGrade,
    /// The steps of the solution, if the format has them.
    steps: Vec<Step>,
}

impl Grader<'_> {
    /// Grades a challenge of a file.
    fn listed(&self, args: &GradeArgs, challenge: &Challenge) -> Result<Listed, Failure> {
        let graded = self.grade(&challenge.givens)?;
        let steps = match &graded.rated {
            Ok(_) if args.format == TableFormat::Json => self.path(&challenge.givens)?,
            Ok(_) | Err(_) => Vec::new(),
        };
        Ok(Listed { graded, steps })
    }
}

/// Grades all challenges of a file, and writes each one as soon as it is graded.
pub(super) fn write(
    args: &GradeArgs,
    challenge_inputs: &[ChallengeInput],
    monitor: &RunContext,
    target: Option<&OutputTarget>,
) -> Result<Outcome, Failure> {
    let all = challenge_inputs.iter().flat_map(|input| {
        let grader = Grader { input, monitor };
        let own = input.challenges.iter().flatten();
        own.map(move |challenge| (grader, challenge))
    });
    let mut challenges: Vec<(Grader<'_>, &Challenge)> = all.collect();
    // The challenges are in the order of the file, even if their puzzles differ.
    challenges.sort_by_key(|(_, challenge)| challenge.span.start);
    let Some(first) = challenge_inputs.first() else {
        refuse!("the file has no challenge");
    };
    let table = args.table();
    // Tables in CSV and Parquet are written to the target at the end, not to `out`.
    let mut out = Output::to(target.filter(|_| table.is_none()))?;
    let ids = challenges.iter().map(|(_, challenge)| &*challenge.id);
    let boards = challenge_inputs
        .iter()
        .filter_map(|input| input.board.as_deref());
    let columns = Widths {
        id: width(ids, "id"),
        board: (challenge_inputs.iter().any(|input| input.board.is_some()))
            .then(|| width(boards, "board")),
    };
    if args.format == TableFormat::Text {
        writeln!(out, "{}", first.title)?;
        columns.begin(&mut out, "id", Some("board"))?;
        writeln!(
            out,
            "{:>6} {:>6} {:6} {:>7} {:>9}  hardest",
            "givens", "rating", "grade", "effort", "nodes"
        )?;
    }
    let mut answers = Vec::new();
    let mut rows = Vec::new();
    let mut grades = Vec::new();
    let mut interrupted = false;
    let mut steps = StepwiseProgress::new(monitor, GRADING);
    for (grader, challenge) in &challenges {
        let note = progress_note(grades.len(), challenges.len());
        let graded = match steps.step(&note, || grader.listed(args, challenge)) {
            Err(Failure::Interrupted) => {
                interrupted = true;
                break;
            }
            graded => graded?,
        };
        let rated = graded.graded.rated.as_ref();
        grades.push(rated.ok().map(|(rating, _)| rating.grade()));
        steps.print(|| -> Result<(), Failure> {
            if args.format == TableFormat::Text {
                columns.begin(&mut out, &challenge.id, grader.input.board.as_deref())?;
                write_row(&mut out, &graded.graded)?;
                out.flush()?;
            }
            warn_of_stale_statement(challenge, &graded.graded);
            Ok(())
        })?;
        if args.format == TableFormat::Json {
            let id = Some(&*challenge.id);
            answers.push(grader.answer(id, &graded.graded, &graded.steps, args.steps));
        }
        rows.push(graded.graded);
    }
    steps.end();
    match args.format {
        TableFormat::Json => {
            let answers = record! {
                title: &first.title,
                puzzle: &first.puzzle,
                complete: !interrupted,
                challenges: answers,
            };
            write_json(&mut out, &answers, JsonLayout::Pretty)?;
        }
        TableFormat::Csv | TableFormat::Parquet => {}
        TableFormat::Text => {
            let of = interrupted.then_some(challenges.len());
            writeln!(out, "{}", summary(&grades, of))?;
        }
    }
    out.flush()?;
    if let Some(encoding) = table {
        let rows = challenges.iter().zip(&rows);
        let rows = rows.map(|((grader, challenge), graded)| {
            let board = grader.input.board.as_deref();
            (Some(&*challenge.id), board, graded)
        });
        write_table_of(encoding, target, &first.puzzle, rows)?;
    }
    if interrupted {
        say::incomplete(&counted(grades.len(), "challenge"));
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::of(grades.iter().all(Option::is_some)))
}

/// The number of challenges of each grade, in words. `of` is the total number of challenges, if the
/// run was interrupted.
fn summary(grades: &[Option<Grade>], of: Option<usize>) -> String {
    let list = tally(grades.iter().flatten())
        .iter()
        .map(|(grade, count)| format!("{} {grade}", grouped(*count)))
        .join(", ");
    let mut total = counted(grades.len(), "challenge");
    if let Some(of) = of {
        total = format!("interrupted: {total} of {}", grouped(of));
    }
    let colon = if list.is_empty() { "" } else { ": " };
    format!("{total}{colon}{list}")
}

/// The id, the board and the grade of a challenge.
type GradedRow<'a> = (Option<&'a str>, Option<&'a str>, &'a ChallengeGrade);

/// Writes graded challenges as a CSV or Parquet table, a row for each.
pub(super) fn write_table_of<'a>(
    encoding: TableEncoding,
    target: Option<&OutputTarget>,
    puzzle: &str,
    graded: impl IntoIterator<Item = GradedRow<'a>>,
) -> Result<(), Failure> {
    let texts = ["id", "board"].map(Column::text).into_iter();
    let columns = texts.chain([
        Column::integer("givens"),
        Column::real("rating"),
        Column::text("grade"),
        Column::text("hardest"),
        Column::integer("effort"),
        Column::integer("nodes"),
        Column::text("ungraded"),
    ]);
    let rows = graded.into_iter().map(|(id, board, graded)| {
        let rated = graded.rated.as_ref();
        let rating = rated.ok().map(|(rating, _)| rating);
        record! {
            id: id,
            board: board,
            givens: graded.givens.len(),
            rating: rating.map(|rating| rating.score()),
            grade: rating.map(|rating| Value::display(rating.grade())),
            hardest: rating.map(|rating| Value::display(rating.hardest)),
            effort: rating.map(|rating| rating.effort),
            nodes: rated.ok().map(|(_, nodes)| *nodes),
            ungraded: rated.err(),
        }
    });
    write_records(encoding, target, puzzle, &columns.collect(), rows)
}

fn progress_note(done: usize, of: usize) -> ProgressNote {
    let words = format!("{} of {} graded", grouped(done), counted(of, "challenge"));
    ProgressNote::of(done as u64, of as u64, words)
}

/// The widths of the columns that name a challenge.
struct Widths {
    id: usize,
    /// The width of the column of boards; `None` if all challenges are on one board.
    board: Option<usize>,
}

impl Widths {
    /// Writes the first columns of a challenge's row: its id, and its board if there is a column for it.
    fn begin(&self, out: &mut Output, id: &str, board: Option<&str>) -> std::io::Result<()> {
        write!(out, "{id:width$} ", width = self.id)?;
        match self.board {
            Some(width) => write!(out, "{:width$} ", board.unwrap_or_default()),
            None => Ok(()),
        }
    }
}

fn width<'t>(texts: impl Iterator<Item = &'t str>, heading: &'t str) -> usize {
    let widths = texts.chain([heading]).map(|text| text.chars().count());
    widths.max().unwrap_or(0)
}

/// Writes the remaining columns of a challenge's row: the number of givens, and the rating or why there
/// is none.
fn write_row(out: &mut Output, graded: &ChallengeGrade) -> Result<(), Failure> {
    let givens = graded.givens.len();
    match &graded.rated {
        Ok((rating, nodes)) => writeln!(
            out,
            "{givens:>6} {:>6.1} {:6} {:>7} {:>9}  {}",
            rating.score(),
            rating.grade(),
            grouped(rating.effort),
            grouped(*nodes),
            rating.hardest
        )?,
        Err(why) => writeln!(out, "{givens:>6} {:>6} {why}", "-")?,
    }
    Ok(())
}
