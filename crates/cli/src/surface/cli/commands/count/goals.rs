//! `count` for a file with goals: counts all goals and prints tables.

use std::collections::BTreeMap;
use std::io::Write;

use itertools::Itertools;
use num_bigint::BigUint;

use super::super::json_answer::{JsonLayout, print_answer};
use super::items::{counts_alone, known_counts};
use crate::design::families::{Family, GoalCount, Summary};
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::{Goal, PuzzleFile, TablePlace};
use crate::solve::counting::Known;
use crate::solve::search::WorkKind;
use crate::surface::cli::args::{CountArgs, DataFormat};
use crate::surface::cli::commands::background::{ProgressNote, with_progress};
use crate::surface::cli::commands::text_table::aligned;
use crate::surface::cli::commands::{Output, counted, grouped, say, say_how_to_ask_why};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// The maximum number of goals that are listed as text.
const MOST_LISTED: usize = 120;

/// The maximum number of goals named on one line.
const MOST_NAMED: usize = 8;

pub(super) fn run(args: &CountArgs, file: &PuzzleFile) -> Result<Outcome, Failure> {
    if args.checkpoint.checkpoint.is_some() {
        refuse!(
            "--checkpoint cannot be used for a count of all goals; count one with --goal, or \
             leave out --checkpoint"
        );
    }
    let monitor = signals::listen()?.with(&args.resources);
    let family = Family {
        file,
        monitor: &monitor,
        certify: args.certificate,
        solutions_alone: args.total,
    };
    let all = file.goals.len();
    let counts = with_progress(&monitor, WorkKind::Busy("counting goals"), |report| {
        family.count(&|done| {
            let words = format!("{} of {}", grouped(done), counted(all, "goal"));
            report(ProgressNote::of(done as u64, all as u64, words));
        })
    })?;
    let summary = Summary::of(&counts);
    let complete = is_complete(args, &counts);

    let as_json = || answer(file, &counts, &summary, complete);
    print_answer(args.format, JsonLayout::Pretty, as_json, |out| {
        write_text(out, file, &counts, &summary)
    })?;
    if let (DataFormat::Text, Some(first)) = (args.format, summary.impossible.first()) {
        say_how_to_ask_why(&args.file, &file.goals[*first].name);
    }
    if !complete {
        say::interrupted(format_args!(
            "{} of {} were counted",
            summary.counted,
            counted(counts.len(), "goal")
        ));
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::of(summary.hardest.is_some()))
}

/// Whether all requested numbers of every goal are exact.
fn is_complete(args: &CountArgs, counts: &[Option<GoalCount>]) -> bool {
    counts.iter().all(|count| {
        count.as_ref().is_some_and(|count| {
            let divided = count.distinct.is_exact() && count.distinct_rotations.is_exact();
            count.solutions.is_exact() && (args.total || divided)
        })
    })
}

fn answer(
    file: &PuzzleFile,
    counts: &[Option<GoalCount>],
    summary: &Summary,
    complete: bool,
) -> Record {
    let extreme = |(solutions, goals): &(BigUint, Vec<usize>)| {
        let goals = goals.iter().map(|at| &file.goals[*at].name);
        record! { solutions: solutions, goals: goals.collect::<Value>() }
    };
    let goals = file.goals.iter().zip(counts).map(|(goal, count)| {
        let known =
            |of: fn(&GoalCount) -> &Known<BigUint>| count.as_ref().map_or(&Known::Unknown, of);
        let solutions = known(|count| &count.solutions);
        let distinct = known(|count| &count.distinct);
        let rotations = known(|count| &count.distinct_rotations);
        let is_exact = [solutions, distinct, rotations]
            .into_iter()
            .all(Known::is_exact);
        let counts = if is_exact { counts_alone } else { known_counts };
        record! {
            goal: &goal.name,
            row?: goal.place.as_ref().map(|place| &*place.row),
            column?: goal.place.as_ref().map(|place| &*place.column),
            ..counts(solutions, distinct, rotations),
            obstacle?: count.as_ref().and_then(|count| count.obstacle.as_deref()),
        }
    });
    record! {
        puzzle: &file.puzzle.title,
        goals: goals.collect::<Value>(),
        counted: summary.counted,
        impossible: summary.impossible.len(),
        ..known_counts(&summary.solutions, &summary.distinct, &summary.distinct_rotations),
        hardest: summary.hardest.as_ref().map(extreme),
        easiest: summary.easiest.as_ref().map(extreme),
        complete: complete,
    }
}

fn write_text(
    out: &mut Output,
    file: &PuzzleFile,
    counts: &[Option<GoalCount>],
    summary: &Summary,
) -> Result<(), Failure> {
    let goals = &file.goals;
    writeln!(out, "{}", file.puzzle.title)?;
    let uncounted = goals.len() - summary.counted;
    let so_far = if uncounted == 0 { "" } else { ", so far" };
    write!(out, "  goals        {}", grouped(goals.len()))?;
    match uncounted {
        0 => writeln!(out)?,
        _ => writeln!(out, ", of which {} were counted", grouped(summary.counted))?,
    }
    writeln!(out, "  solutions    {}", summary.solutions)?;
    if ![&summary.solutions, &Known::Unknown].contains(&&summary.distinct) {
        writeln!(out, "  distinct     {}", summary.distinct)?;
    }
    let named = |indices: &[usize]| {
        let names = indices.iter().take(MOST_NAMED).map(|at| &goals[*at].name);
        let more = match indices.len().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!(" and {} more", grouped(more)),
        };
        format!("{}{more}", names.format(", "))
    };
    for (what, extreme) in [("hardest", &summary.hardest), ("easiest", &summary.easiest)] {
        if let Some((solutions, goals)) = extreme {
            let solutions = counted(solutions, "solution");
            writeln!(out, "  {what}      {solutions}: {}{so_far}", named(goals))?;
        }
    }
    if summary.impossible.is_empty() {
        writeln!(out, "  impossible   none{so_far}")?;
    } else {
        let many = grouped(summary.impossible.len());
        let named = named(&summary.impossible);
        writeln!(out, "  impossible   {many}: {named}{so_far}")?;
    }
    let mut tables: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut listed = Vec::new();
    for (at, goal) in goals.iter().enumerate() {
        match &goal.place {
            Some(place) => tables.entry(place.table).or_default().push(at),
            None => listed.push(at),
        }
    }
    for table in tables.values() {
        write_tables(out, goals, counts, table)?;
    }
    if !listed.is_empty() && listed.len() <= MOST_LISTED {
        writeln!(out)?;
        write_list(out, goals, counts, &listed)?;
    } else if !listed.is_empty() {
        writeln!(
            out,
            "\n{} are not listed here; --format json lists all",
            counted(listed.len(), "goal")
        )?;
    }
    Ok(())
}

/// One of the numbers of a goal as text: `?` if it was not counted, `≥` before a lower bound.
fn number(count: Option<&GoalCount>, of: fn(&GoalCount) -> &Known<BigUint>) -> String {
    match count.map(of) {
        Some(Known::Exact(number)) => grouped(number),
        Some(Known::AtLeast(number)) => format!("≥{}", grouped(number)),
        Some(Known::Unknown) | None => "?".to_owned(),
    }
}

/// Whether, for some of these goals, the number of distinct solutions differs from the number of
/// all solutions.
fn differ(counts: &[Option<GoalCount>], of: &[usize]) -> bool {
    of.iter()
        .filter_map(|at| counts.get(*at)?.as_ref())
        .any(|count| ![&count.solutions, &Known::Unknown].contains(&&count.distinct))
}

/// Writes the numbers of all solutions of goals in rows and columns, and those of distinct
/// solutions if they differ.
fn write_tables(
    out: &mut Output,
    goals: &[Goal],
    counts: &[Option<GoalCount>],
    table: &[usize],
) -> Result<(), Failure> {
    writeln!(out)?;
    if !differ(counts, table) {
        return write_table(out, goals, counts, table, |count| &count.solutions);
    }
    writeln!(out, "  solutions")?;
    write_table(out, goals, counts, table, |count| &count.solutions)?;
    writeln!(out, "\n  distinct")?;
    write_table(out, goals, counts, table, |count| &count.distinct)
}

/// Writes one number of each goal in rows and columns; `of` selects the number. The labels of rows
/// and columns are in the order of the file.
fn write_table(
    out: &mut Output,
    goals: &[Goal],
    counts: &[Option<GoalCount>],
    table: &[usize],
    of: fn(&GoalCount) -> &Known<BigUint>,
) -> Result<(), Failure> {
    let places: Vec<(&TablePlace, usize)> = table
        .iter()
        .filter_map(|at| Some((goals[*at].place.as_ref()?, *at)))
        .collect();
    let rows: Vec<&str> = places
        .iter()
        .map(|(place, _)| &*place.row)
        .unique()
        .collect();
    let columns: Vec<&str> = places
        .iter()
        .map(|(place, _)| &*place.column)
        .unique()
        .collect();
    let cells: BTreeMap<(&str, &str), String> = places
        .iter()
        .map(|(place, at)| {
            let count = counts.get(*at).and_then(Option::as_ref);
            ((&*place.row, &*place.column), number(count, of))
        })
        .collect();
    let line = |row: &str| {
        let cells = columns
            .iter()
            .map(|column| cells.get(&(row, *column)).cloned());
        std::iter::once(row.to_owned())
            .chain(cells.map(Option::unwrap_or_default))
            .collect()
    };
    let head = std::iter::once("").chain(columns.iter().copied());
    let head: Vec<String> = head.map(str::to_owned).collect();
    let lines: Vec<Vec<String>> = std::iter::once(head)
        .chain(rows.into_iter().map(line))
        .collect();
    for line in aligned(&lines, columns.len() + 1) {
        writeln!(out, "  {}", line.trim_end())?;
    }
    Ok(())
}

/// Writes the numbers of solutions of the goals in `listed`, one goal per line.
fn write_list(
    out: &mut Output,
    goals: &[Goal],
    counts: &[Option<GoalCount>],
    listed: &[usize],
) -> Result<(), Failure> {
    let count = |at: usize| counts.get(at).and_then(Option::as_ref);
    let solutions = |at: usize| number(count(at), |count| &count.solutions);
    let distinct = |at: usize| number(count(at), |count| &count.distinct);
    let differ = differ(counts, listed);
    let wide = |text: &str| text.chars().count();
    let names = listed.iter().map(|at| wide(&goals[*at].name));
    let side = names.max().unwrap_or(0).max("goal".len());
    let head = ["solutions", "distinct"];
    let numbers = listed.iter().map(|at| wide(&solutions(*at)));
    let width = numbers.max().unwrap_or(0).max(head[0].len());
    write!(out, "  {:<side$}  {:>width$}", "goal", head[0])?;
    if differ {
        write!(out, "  {:>width$}", head[1])?;
    }
    writeln!(out)?;
    for at in listed {
        let name = &goals[*at].name;
        write!(out, "  {name:<side$}  {:>width$}", solutions(*at))?;
        if differ {
            write!(out, "  {:>width$}", distinct(*at))?;
        }
        if let Some(obstacle) = count(*at).and_then(|count| count.obstacle.as_ref()) {
            write!(out, "  {obstacle}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
