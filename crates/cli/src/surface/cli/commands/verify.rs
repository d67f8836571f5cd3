//! `verify`: counts the solutions of puzzles and compares the numbers with those that the files expect.
//!
//! Puzzles and their cases run in the order of their forecast time. The forecast uses a fixed
//! number of random walks, so the order is the same on every run and machine. A search is skipped
//! if it is forecast to be slow, unless `--slow` is set or a short sweep counts it. A search that
//! turns out to be slow is stopped and skipped too.

mod family;
mod jobs;
mod rows;

use std::io::Write;

use tilewright_dlx::{Distinct, Engine, Schedule};

use self::rows::{Comparison, VerifyRow, VerifyRows, needs_count, needs_profile};
use super::json_answer::{JsonLayout, write_json};
use super::{Output, counted, grouped, say};
use crate::publish::interchange::table::{Value, record};
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::counting::{self, CountResult, Known, count_by_boards};
use crate::solve::search::{RunContext, Scope, Search};
use crate::surface::cli::args::{DataFormat, VerifyArgs};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;
use jobs::{Job, Jobs};

/// The time above which a search is slow, in seconds on one thread.
const SLOW: f64 = 20.0;

/// The time of the longest sweep that replaces a slow search, in seconds on one thread.
const SHORT_SWEEP: f64 = 5.0;

/// The time after which a count that was forecast to be quick is stopped, in seconds on one thread.
const SLOW_AT_LAST: f64 = 3.0 * SLOW;

pub(super) fn run(args: &VerifyArgs) -> Result<Outcome, Failure> {
    let monitor = signals::listen()?;
    let Jobs { mut jobs, unread } = jobs::of(&args.paths, &monitor)?;
    if jobs.is_empty() && unread.is_empty() {
        refuse!("none of these puzzles has `expect`, so there is nothing to verify");
    }
    jobs.sort_by(|a, b| (a.seconds.total_cmp(&b.seconds)).then_with(|| a.name.cmp(&b.name)));

    let monitor = monitor.with(&args.resources);
    let mut out = Output::stdout();
    let text = args.format == DataFormat::Text;
    let names = jobs.iter().map(|job| job.name.chars().count());
    let width = names.max().unwrap_or(0);
    if text {
        writeln!(out, "{}", heading(width))?;
    }
    let mut rows = Vec::new();
    let mut left_out = Vec::new();
    let mut unreached: &[Job] = &[];
    for (at, job) in jobs.iter().enumerate() {
        let found = match compare(job, args.slow, &monitor) {
            Ok(Comparison::Rows(found)) => found,
            Ok(Comparison::LeftOut) => {
                left_out.push(job);
                continue;
            }
            // A signal may also come before the search of a job begins.
            Ok(Comparison::Interrupted) | Err(Failure::Interrupted) => {
                unreached = &jobs[at..];
                break;
            }
            Err(failure) => return Err(failure),
        };
        if text {
            write_rows(&mut out, &found, width)?;
            out.flush()?;
        }
        rows.extend(found);
    }
    let differences = rows.iter().filter(|row| !row.agrees).count();
    let compared = jobs.len() - left_out.len() - unreached.len();
    let unreached = unreached.iter().map(|job| &job.name).chain(&unread);
    let unreached: Vec<&str> = unreached.map(String::as_str).collect();
    let complete = unreached.is_empty();
    if text {
        for job in &left_out {
            writeln!(
                out,
                "{:<width$} left out, because its search is slow; --slow runs it",
                job.name,
            )?;
        }
        writeln!(out, "{}", summary(&rows, differences, unreached.len()))?;
    } else {
        let answer = record! {
            rows: rows.iter().map(VerifyRow::record).collect::<Value>(),
            puzzles: compared,
            differences: differences,
            skipped: left_out.iter().map(|job| &job.name).collect::<Value>(),
            interrupted?: Value::from(unreached).unless_empty(),
            complete: complete,
        };
        write_json(&mut out, &answer, JsonLayout::Pretty)?;
    }
    out.flush()?;
    if !complete {
        say::interrupted("some puzzles were not verified");
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::of(differences == 0))
}

/// Runs a job and compares its numbers. A slow job runs only with `slow`, or if a short sweep
/// counts it. A job that turns out to be slow is stopped.
fn compare<'a>(job: &'a Job, slow: bool, monitor: &RunContext) -> Result<Comparison<'a>, Failure> {
    let expect = &job.file.expect;
    let mut rows = VerifyRows {
        puzzle: &job.name,
        rows: Vec::new(),
    };
    let problem = job.instance.problem();
    let options = Known::Exact(problem.option_count().into());
    let mut compared = rows.add("options", expect.options, &options, None);
    let is_slow = job.seconds > SLOW;
    if !job.file.goals.is_empty() {
        return family::compare(job, slow || !is_slow, monitor, rows);
    }
    if needs_profile(expect) && is_slow && !slow {
        return Ok(Comparison::LeftOut);
    }
    if needs_count(expect) {
        let Some(count) = count_of(job, slow, is_slow, monitor)? else {
            return Ok(Comparison::LeftOut);
        };
        let run = count
            .engine
            .map(|engine| (count.elapsed, Some(engine.name())));
        let rotations = expect.distinct_rotations;
        for (what, expected, found) in [
            ("solutions", expect.solutions, &count.solutions),
            ("distinct", expect.distinct, &count.distinct),
            ("distinct by rotation", rotations, &count.distinct_rotations),
        ] {
            compared &= rows.add(what, expected, found, run);
        }
    }
    if needs_profile(expect) {
        let search = Search {
            scope: Scope::all(problem, job.instance.givens()),
            schedule: Schedule::default(),
            done: 0,
        };
        let ended = search.count(monitor)?;
        let profile = &ended.tally.profile;
        let run = Some((ended.elapsed, Some(Engine::Links.name())));
        let so_far = |number: u64| Known::so_far(number.into(), ended.complete);
        for (what, expected, found) in [
            ("nodes", expect.nodes, so_far(profile.nodes())),
            ("updates", expect.updates, so_far(profile.updates())),
        ] {
            compared &= rows.add(what, expected, &found, run);
        }
    }
    Ok(rows.compared(compared))
}

/// Counts the solutions of a job. With `slow`, the count may take any time. `is_slow` says that the job is
/// forecast to be slow: then only a short sweep is tried. `None` if the job was not counted in the time allowed.
fn count_of(
    job: &Job,
    slow: bool,
    is_slow: bool,
    monitor: &RunContext,
) -> Result<Option<CountResult>, Failure> {
    let (instance, stop) = (&job.instance, monitor.stop());
    if let Some(boards) = count_by_boards(instance, monitor)? {
        return Ok(Some(boards.count));
    }
    let group = instance.symmetry(stop)?;
    let distinct = Distinct::new_until(instance.problem(), &group.symmetries, stop)?;
    let counting = counting::CountTask::new(instance, group, &distinct, monitor);
    Ok(if slow {
        Some(counting.count(&mut CheckpointFile::nothing())?)
    } else if is_slow {
        counting.sweep_within(SHORT_SWEEP)?
    } else {
        counting.count_within(SLOW_AT_LAST)?
    })
}

fn heading(width: usize) -> String {
    format!(
        "{:<width$} {:<20} {:>15} {:>15} {:>9}  {}",
        "puzzle", "what", "expected", "found", "time", "engine"
    )
}

fn write_rows(out: &mut Output, rows: &[VerifyRow<'_>], width: usize) -> Result<(), Failure> {
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

/// The last line of the text: how many numbers agree. `unreached` is the number of puzzles that were not
/// compared because of a signal.
fn summary(rows: &[VerifyRow<'_>], differences: usize, unreached: usize) -> String {
    let all = counted(rows.len(), "number");
    let so_far = if unreached > 0 { " so far" } else { "" };
    let mut summary = match (rows.len(), differences) {
        (0, _) => "nothing was compared".to_owned(),
        (1, 0) => format!("the one number{so_far} agrees"),
        (_, 0) => format!("all {all}{so_far} agree"),
        (_, 1) => format!("1 of {all}{so_far} differs"),
        (_, many) => format!("{many} of {all}{so_far} differ"),
    };
    if unreached > 0 {
        let unreached = counted(unreached, "puzzle");
        summary = format!("interrupted, {unreached} not compared: {summary}");
    }
    summary
}
