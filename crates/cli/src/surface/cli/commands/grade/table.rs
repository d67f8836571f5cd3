//! All challenges of a file, a row each.

use std::io::Write;

use anyhow::anyhow;
use itertools::Itertools;
use serde::Serialize;

use super::super::beside::{ProgressNote, Steps};
use super::super::json_answer::{Layout, write_json};
use super::super::posed::{ChallengeInput, tally};
use super::super::table::write_table;
use super::super::{Output, Target, counted, grouped, say};
use super::{Answer, ChallengeGrade, GRADING, Grader, StepAnswer, warn_of_stale_statement};
use crate::design::challenges::Challenge;
use crate::publish::interchange::table::{Column, Columns, TableEncoding, Value};
use crate::reason::deduction::{Grade, Step};
use crate::solve::search::Monitor;
use crate::surface::cli::args::{GradeArgs, TableFormat};
use crate::surface::cli::failure::{Failure, Outcome};

/// A file of challenges as JSON.
#[derive(Serialize)]
struct Answers<'a> {
    title: &'a str,
    puzzle: &'a str,
    complete: bool,
    challenges: Vec<Answer<'a>>,
}

/// A challenge of a file, graded.
struct Listed {
    graded: ChallengeGrade,
    /// The steps, if they are printed.
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

/// Grades all challenges of a file, and writes each as it is graded.
pub(super) fn write(
    args: &GradeArgs,
    posed: &[ChallengeInput],
    monitor: &Monitor,
    target: Option<&Target>,
) -> Result<Outcome, Failure> {
    let all = posed.iter().flat_map(|posed| {
        let grader = Grader { posed, monitor };
        let own = posed.challenges.iter().flatten();
        own.map(move |challenge| (grader, challenge))
    });
    let mut challenges: Vec<(Grader<'_>, &Challenge)> = all.collect();
    // In the order of the file, whatever puzzle they are of.
    challenges.sort_by_key(|(_, challenge)| challenge.span.start);
    let Some(first) = posed.first() else {
        return Err(anyhow!("the file has no challenge").into());
    };
    let table = args.table();
    // A table is written at the end.
    let mut out = Output::to(target.filter(|_| table.is_none()))?;
    let ids = challenges.iter().map(|(_, challenge)| &*challenge.id);
    let boards = posed.iter().filter_map(|posed| posed.board.as_deref());
    let columns = Widths {
        id: width(ids, "id"),
        board: (posed.iter().any(|posed| posed.board.is_some())).then(|| width(boards, "board")),
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
    let mut steps = Steps::new(monitor, GRADING);
    for (grader, challenge) in &challenges {
        let told = told(grades.len(), challenges.len());
        let graded = match steps.step(&told, || grader.listed(args, challenge)) {
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
                columns.begin(&mut out, &challenge.id, grader.posed.board.as_deref())?;
                write_row(&mut out, &graded.graded)?;
                out.flush()?;
            }
            warn_of_stale_statement(challenge, &graded.graded);
            Ok(())
        })?;
        if args.format == TableFormat::Json {
            let id = Some(&*challenge.id);
            let mut answer = grader.answer(id, &graded.graded, &graded.steps);
            if args.steps {
                let of = |step| StepAnswer::of(&grader.posed.instance, step);
                let path = graded.steps.iter().map(of);
                answer.path = Some(path.collect());
            }
            answers.push(answer);
        }
        rows.push(graded.graded);
    }
    steps.end();
    match args.format {
        TableFormat::Json => {
            let answers = Answers {
                title: &first.title,
                puzzle: &first.puzzle,
                complete: !interrupted,
                challenges: answers,
            };
            write_json(&mut out, &answers, Layout::Pretty)?;
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
            let board = grader.posed.board.as_deref();
            (Some(&*challenge.id), board, graded)
        });
        write_table_of(encoding, target, &first.puzzle, rows)?;
    }
    if interrupted {
        say::incomplete(&counted(grades.len(), "challenge"));
        return Ok(Outcome::Interrupted);
    }
    Ok(if grades.iter().all(Option::is_some) {
        Outcome::Done
    } else {
        Outcome::No
    })
}

/// How many there are of each grade, in words; of so many, if not all were graded.
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

/// A challenge, by its id and board, and what it rates.
type GradedRow<'a> = (Option<&'a str>, Option<&'a str>, &'a ChallengeGrade);

/// Challenges of a puzzle and what they rate, a row each, for analysts.
pub(super) fn write_table_of<'a>(
    encoding: TableEncoding,
    target: Option<&Target>,
    puzzle: &str,
    graded: impl IntoIterator<Item = GradedRow<'a>>,
) -> Result<(), Failure> {
    let columns: Columns = [
        Column::text("id"),
        Column::text("board"),
        Column::integer("givens"),
        Column::real("rating"),
        Column::text("grade"),
        Column::text("hardest"),
        Column::integer("effort"),
        Column::integer("nodes"),
        Column::text("ungraded"),
    ]
    .into_iter()
    .collect();
    write_table(encoding, target, puzzle, &columns, |add| {
        graded.into_iter().try_for_each(|(id, board, graded)| {
            let rated = graded.rated.as_ref().ok();
            let rating = rated.map(|(rating, _)| rating);
            add(&[
                id.into(),
                board.into(),
                graded.givens.len().into(),
                rating.map(|rating| rating.score()).into(),
                rating.map(|rating| Value::display(rating.grade())).into(),
                rating.map(|rating| Value::display(rating.hardest)).into(),
                rating.map(|rating| rating.effort).into(),
                rated.map(|(_, nodes)| *nodes).into(),
                graded.rated.as_ref().err().map(String::as_str).into(),
            ])
        })
    })
}

/// How far the grading has come.
#[expect(clippy::cast_precision_loss, reason = "for reading")]
fn told(done: usize, of: usize) -> ProgressNote {
    ProgressNote {
        fraction: Some(done as f64 / of.max(1) as f64),
        words: format!("{} of {} graded", grouped(done), counted(of, "challenge")),
    }
}

/// The widths of the columns that tell challenges apart.
struct Widths {
    id: usize,
    /// None if all challenges are of one board.
    board: Option<usize>,
}

impl Widths {
    /// Begins a row.
    fn begin(&self, out: &mut Output, id: &str, board: Option<&str>) -> std::io::Result<()> {
        write!(out, "{id:width$} ", width = self.id)?;
        match self.board {
            Some(width) => write!(out, "{:width$} ", board.unwrap_or_default()),
            None => Ok(()),
        }
    }
}

/// The width of a column with a heading.
fn width<'t>(texts: impl Iterator<Item = &'t str>, heading: &'t str) -> usize {
    let widths = texts.chain([heading]).map(|text| text.chars().count());
    widths.max().unwrap_or(0)
}

/// What a challenge rates, the rest of its row.
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
