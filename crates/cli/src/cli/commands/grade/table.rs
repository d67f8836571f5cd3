//! All challenges of a file, a row each.

use std::io::Write;

use anyhow::anyhow;
use itertools::Itertools;
use serde::Serialize;

use super::super::beside::{ProgressNote, Steps};
use super::super::json_answer::{Layout, write_json};
use super::super::posed::{ChallengeInput, tally};
use super::super::{Output, counted, grouped, say};
use super::{Answer, ChallengeGrade, GRADING, Grader, StepAnswer, warn_of_stale_statement};
use crate::cli::args::{DataFormat, GradeArgs};
use crate::cli::failure::{Failure, Outcome};
use crate::design::challenges::Challenge;
use crate::reason::deduction::Step;
use crate::solve::search::Monitor;

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
            Ok(_) if args.format == DataFormat::Json => self.path(&challenge.givens)?,
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
) -> Result<Outcome, Failure> {
    let all = posed.iter().flat_map(|posed| {
        let grader = Grader { posed, monitor };
        let own = posed.challenges.iter().flatten();
        own.map(move |challenge| (grader, challenge))
    });
    let challenges: Vec<(Grader<'_>, &Challenge)> = all.collect();
    let Some(first) = posed.first() else {
        return Err(anyhow!("the file has no challenge").into());
    };
    let mut out = Output::stdout();
    let width = challenges
        .iter()
        .map(|(_, challenge)| challenge.id.chars().count());
    let width = width.max().unwrap_or(0).max("id".len());
    if args.format == DataFormat::Text {
        writeln!(out, "{}", first.title)?;
        writeln!(
            out,
            "{:width$} {:>6} {:>6} {:6} {:>7} {:>9}  hardest",
            "id", "givens", "rating", "grade", "effort", "nodes"
        )?;
    }
    let mut answers = Vec::new();
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
            if args.format == DataFormat::Text {
                write_row(&mut out, width, challenge, &graded.graded)?;
                out.flush()?;
            }
            warn_of_stale_statement(challenge, &graded.graded);
            Ok(())
        })?;
        if args.format == DataFormat::Json {
            let id = Some(&*challenge.id);
            let mut answer = grader.answer(id, &graded.graded, &graded.steps);
            if args.steps {
                let of = |step| StepAnswer::of(&grader.posed.instance, step);
                let path = graded.steps.iter().map(of);
                answer.path = Some(path.collect());
            }
            answers.push(answer);
        }
    }
    steps.end();
    match args.format {
        DataFormat::Json => {
            let answers = Answers {
                title: &first.title,
                puzzle: &first.puzzle,
                complete: !interrupted,
                challenges: answers,
            };
            write_json(&mut out, &answers, Layout::Pretty)?;
        }
        DataFormat::Text => {
            let list = tally(grades.iter().flatten())
                .iter()
                .map(|(grade, count)| format!("{} {grade}", grouped(*count)))
                .join(", ");
            let mut total = counted(grades.len(), "challenge");
            if interrupted {
                total = format!("interrupted: {total} of {}", grouped(challenges.len()));
            }
            let colon = if list.is_empty() { "" } else { ": " };
            writeln!(out, "{total}{colon}{list}")?;
        }
    }
    out.flush()?;
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

/// How far the grading has come.
#[expect(clippy::cast_precision_loss, reason = "for reading")]
fn told(done: usize, of: usize) -> ProgressNote {
    ProgressNote {
        fraction: Some(done as f64 / of.max(1) as f64),
        words: format!("{} of {} graded", grouped(done), counted(of, "challenge")),
    }
}

/// A challenge as a row of the table.
fn write_row(
    out: &mut Output,
    width: usize,
    challenge: &Challenge,
    graded: &ChallengeGrade,
) -> Result<(), Failure> {
    let (id, givens) = (&challenge.id, graded.givens.len());
    match &graded.rated {
        Ok((rating, nodes)) => writeln!(
            out,
            "{id:width$} {givens:>6} {:>6.1} {:6} {:>7} {:>9}  {}",
            rating.score(),
            rating.grade(),
            grouped(rating.effort),
            grouped(*nodes),
            rating.hardest
        )?,
        Err(why) => writeln!(out, "{id:width$} {givens:>6} {:>6} {why}", "-")?,
    }
    Ok(())
}
