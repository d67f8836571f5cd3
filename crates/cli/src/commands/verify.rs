//! `verify`: runs puzzles and compares with what they expect.
//!
//! Puzzles and their cases are run in order of size, the size being a forecast
//! of the updates from a fixed number of random walks, so that it is the same
//! on every run and machine. What is forecast to take long is left out unless
//! asked for.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use num_bigint::BigUint;
use serde::{Serialize, Serializer};
use tilewright_dlx::{Distinct, Engine, Estimator, Heuristic, Schedule};

use super::number::Whole;
use super::{Output, grouped, load_puzzle};
use crate::args::{DataFormat, VerifyArgs};
use crate::checkpoint::Keeper;
use crate::counting;
use crate::effort::Effort;
use crate::failure::{Failure, Outcome};
use crate::matrix::Matrix;
use crate::orbits::Group;
use crate::puzzle::{Expect, Puzzle};
use crate::search::{Interrupt, Scope, Search, rough};

/// Random walks of a forecast.
const WALKS: u64 = 2_000;

/// Updates of the longest run that is not called slow: about half a minute.
const SLOW_UPDATES: f64 = 6e9;

/// Updates a second, for telling how long a slow puzzle may take.
const TYPICAL_SPEED: f64 = 2.5e8;

/// A puzzle, or a case of one, that is to be run.
struct Job {
    name: String,
    puzzle: Puzzle,
    matrix: Matrix,
    /// The forecast, in updates.
    updates: f64,
}

/// One number compared.
#[derive(Serialize)]
struct Row<'a> {
    puzzle: &'a str,
    what: &'static str,
    expected: u64,
    #[serde(serialize_with = "whole")]
    found: BigUint,
    agrees: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'static str>,
}

fn whole<S: Serializer>(number: &BigUint, serializer: S) -> Result<S::Ok, S::Error> {
    Whole(number).serialize(serializer)
}

/// The answer as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    rows: &'a [Row<'a>],
    puzzles: usize,
    differences: usize,
    skipped: Vec<&'a str>,
    complete: bool,
}

pub(super) fn run(args: &VerifyArgs) -> Result<Outcome, Failure> {
    let mut jobs = Vec::new();
    for path in files(&args.paths)? {
        jobs.extend(jobs_of(&path)?);
    }
    if jobs.is_empty() {
        return Err(anyhow!("no puzzle here has `expect`: there is nothing to verify").into());
    }
    jobs.sort_by(|a, b| (a.updates.total_cmp(&b.updates)).then_with(|| a.name.cmp(&b.name)));
    let (slow, jobs): (Vec<Job>, Vec<Job>) = jobs
        .into_iter()
        .partition(|job| !args.slow && job.updates > SLOW_UPDATES);

    let interrupt = Interrupt::listen()?;
    let effort = Effort::from(&args.effort);
    let mut out = Output::stdout();
    let text = args.format == DataFormat::Text;
    let names = jobs.iter().chain(&slow).map(|job| job.name.chars().count());
    let width = names.max().unwrap_or(0);
    if text {
        writeln!(out, "{}", heading(width))?;
    }
    let mut rows = Vec::new();
    let mut interrupted = false;
    for job in &jobs {
        let Some(found) = compare(job, &effort, &interrupt)? else {
            interrupted = true;
            break;
        };
        if text {
            write_rows(&mut out, &found, width)?;
            out.flush()?;
        }
        rows.extend(found);
    }
    let differences = rows.iter().filter(|row| !row.agrees).count();
    if text {
        for job in &slow {
            writeln!(
                out,
                "{:<width$} left out: about {}; --slow runs it",
                job.name,
                rough(job.updates / TYPICAL_SPEED)
            )?;
        }
        writeln!(out, "{}", summary(&rows, differences))?;
    } else {
        let answer = Answer {
            rows: &rows,
            puzzles: jobs.len(),
            differences,
            skipped: slow.iter().map(|job| job.name.as_str()).collect(),
            complete: !interrupted,
        };
        serde_json::to_writer_pretty(&mut out, &answer)?;
        writeln!(out)?;
    }
    out.flush()?;
    if interrupted {
        anstream::eprintln!("interrupted: not everything was verified");
        return Ok(Outcome::Interrupted);
    }
    Ok(if differences == 0 {
        Outcome::Done
    } else {
        Outcome::No
    })
}

/// The puzzle files that the paths name, those of a folder in order of name.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let cannot = || format!("cannot read the folder {}", path.display());
        let mut found = Vec::new();
        for entry in std::fs::read_dir(path).with_context(cannot)? {
            let entry = entry.with_context(cannot)?.path();
            if entry.extension().is_some_and(|ending| ending == "ron") {
                found.push(entry);
            }
        }
        found.sort();
        files.append(&mut found);
    }
    Ok(files)
}

/// The puzzle of a file and its cases, as far as they expect anything.
fn jobs_of(path: &Path) -> Result<Vec<Job>, Failure> {
    let (_, puzzle) = load_puzzle(path)?;
    let stem = path.file_stem().map_or_else(
        || path.display().to_string(),
        |stem| stem.to_string_lossy().into_owned(),
    );
    let cases: Vec<(String, Puzzle)> = puzzle
        .cases
        .iter()
        .map(|case| (format!("{stem}: {}", case.name), puzzle.with_case(case)))
        .collect();
    std::iter::once((stem, puzzle))
        .chain(cases)
        .filter(|(_, puzzle)| puzzle.expect != Expect::default())
        .map(|(name, puzzle)| {
            let matrix = Matrix::build(&puzzle)?;
            Ok(Job {
                updates: forecast(&puzzle, &matrix)?,
                name,
                puzzle,
                matrix,
            })
        })
        .collect()
}

/// The updates of the search, estimated; 0 if only options are expected.
fn forecast(puzzle: &Puzzle, matrix: &Matrix) -> Result<f64, Failure> {
    if !needs_search(&puzzle.expect) {
        return Ok(0.0);
    }
    let estimate = Estimator::new(&matrix.problem)
        .given(&matrix.givens)
        .map_err(anyhow::Error::new)?
        .run(&mut |samples| {
            if samples < WALKS {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    Ok(estimate.updates.mean)
}

fn needs_search(expect: &Expect) -> bool {
    let Expect {
        options: _,
        solutions,
        distinct,
        distinct_rotations,
        nodes,
        updates,
    } = expect;
    [solutions, distinct, distinct_rotations, nodes, updates]
        .iter()
        .any(|number| number.is_some())
}

/// Runs a job; none if it was interrupted.
fn compare<'a>(
    job: &'a Job,
    effort: &Effort,
    interrupt: &Interrupt,
) -> Result<Option<Vec<Row<'a>>>, Failure> {
    let expect = &job.puzzle.expect;
    let mut rows = Vec::new();
    let mut row = |what, expected: Option<u64>, found: &BigUint, run: Option<(Duration, _)>| {
        if let Some(expected) = expected {
            rows.push(Row {
                puzzle: &job.name,
                what,
                expected,
                found: found.clone(),
                agrees: BigUint::from(expected) == *found,
                seconds: run.map(|(elapsed, _)| elapsed.as_secs_f64()),
                engine: run.map(|(_, engine)| engine),
            });
        }
    };
    let problem = &job.matrix.problem;
    row(
        "options",
        expect.options,
        &problem.option_count().into(),
        None,
    );
    if [expect.solutions, expect.distinct, expect.distinct_rotations] != [None; 3] {
        let group = Group::of(&job.puzzle, &job.matrix).map_err(anyhow::Error::new)?;
        let count = counting::Job {
            puzzle: &job.puzzle,
            matrix: &job.matrix,
            group: &group,
            distinct: &Distinct::new(problem, &group.symmetries),
            effort,
            interrupt,
        }
        .count(&mut Keeper::nothing())?;
        if !count.complete {
            return Ok(None);
        }
        let run = count.engine.map(|engine| (count.elapsed, engine.name()));
        row("solutions", expect.solutions, &count.solutions, run);
        row("distinct", expect.distinct, &count.distinct, run);
        row(
            "distinct by rotation",
            expect.distinct_rotations,
            &count.distinct_rotations,
            run,
        );
    }
    if [expect.nodes, expect.updates] != [None; 2] {
        let search = Search {
            scope: Scope::All {
                problem,
                heuristic: Heuristic::Mrv,
                givens: &job.matrix.givens,
            },
            schedule: Schedule::default(),
            done: 0,
        };
        let ended = search.count(interrupt)?;
        if !ended.complete {
            return Ok(None);
        }
        let profile = &ended.tally.profile;
        let run = Some((ended.elapsed, Engine::Links.name()));
        row("nodes", expect.nodes, &profile.nodes().into(), run);
        row("updates", expect.updates, &profile.updates().into(), run);
    }
    Ok(Some(rows))
}

fn heading(width: usize) -> String {
    format!(
        "{:<width$} {:<20} {:>15} {:>15} {:>9}  {}",
        "puzzle", "what", "expected", "found", "time", "engine"
    )
}

fn write_rows(out: &mut Output, rows: &[Row<'_>], width: usize) -> Result<(), Failure> {
    let wrong = anstyle::AnsiColor::Red.on_default().bold();
    for (index, row) in rows.iter().enumerate() {
        let name = if index == 0 { row.puzzle } else { "" };
        let line = format!(
            "{name:<width$} {:<20} {:>15} {:>15} {:>9}  {}",
            row.what,
            grouped(row.expected),
            grouped(&row.found),
            row.seconds.map(|s| format!("{s:.2} s")).unwrap_or_default(),
            row.engine.unwrap_or_default()
        );
        let line = line.trim_end();
        match (row.agrees, out.styled) {
            (true, _) => writeln!(out, "{line}")?,
            (false, true) => writeln!(out, "{wrong}{line}  differs{wrong:#}")?,
            (false, false) => writeln!(out, "{line}  differs")?,
        }
    }
    Ok(())
}

fn summary(rows: &[Row<'_>], differences: usize) -> String {
    match differences {
        0 => format!("all {} numbers agree", grouped(rows.len())),
        1 => format!("1 of {} numbers differs", grouped(rows.len())),
        many => format!("{many} of {} numbers differ", grouped(rows.len())),
    }
}
