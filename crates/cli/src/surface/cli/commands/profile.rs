//! `profile`: counts nodes and updates of the search, level by level.
//!
//! Source: Knuth, "Dancing Links" (2000), Figure 5 and the table after it.

use std::io::Write;

use itertools::Itertools;
use tilewright_dlx::{OptionId, Problem, Profile, Schedule};

use super::cover::load_problem;
use super::json_answer::{JsonLayout, print_answer};
use super::{LoadedPuzzle, Output, counted, grouped, load_part, say, warn_of_twins};
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::{PuzzleFile, Source};
use crate::solve::refute::feasibility::plain_obstacles;
use crate::solve::search::{RunContext, Scope, Search, SearchEnd};
use crate::support::label::shown;
use crate::surface::cli::args::{HeuristicArg, ProfileArgs};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

struct CaseRow<'a> {
    case: &'a str,
    ended: SearchEnd,
}

/// What a search did, as JSON: the solutions found, the nodes and the updates.
fn work(ended: &SearchEnd) -> Record {
    let profile = &ended.tally.profile;
    record! {
        solutions: ended.tally.found,
        complete: ended.complete,
        nodes: profile.nodes(),
        nodes_with_root: profile.nodes_with_root(),
        updates: profile.updates(),
        empty_covers: profile.total().empty,
    }
}

pub(super) fn run(args: &ProfileArgs) -> Result<Outcome, Failure> {
    if args.file.extension().is_some_and(|ending| ending == "dlx") {
        if args.part.case.is_some() {
            refuse!("an exact cover problem has no cases");
        }
        if args.part.goal.is_some() {
            refuse!("an exact cover problem has no goals");
        }
        let problem = load_problem(&args.file)?;
        let title = shown(&args.file);
        return profile(args, &title, &problem, &[]);
    }
    let (source, file) = load_part(&args.file, args.part.part())?;
    if !args.whole && !file.cases.is_empty() {
        return profile_cases(args, source, &file);
    }
    let loaded = LoadedPuzzle::new(source, file, None)?;
    if loaded.warn_of_plain_obstacles() {
        return Ok(Outcome::No);
    }
    let ordered = ordered(args, &loaded)?;
    profile(
        args,
        &loaded.instance.puzzle().title,
        ordered.as_ref().unwrap_or(loaded.instance.problem()),
        loaded.instance.givens(),
    )
}

/// The problem with the file's order of items, for the heuristic `first`. `None` if the file gives no
/// order, and for `mrv`, which ignores it.
fn ordered(args: &ProfileArgs, loaded: &LoadedPuzzle) -> Result<Option<Problem>, Failure> {
    match args.heuristic {
        HeuristicArg::First => loaded.ordered(),
        HeuristicArg::Mrv => Ok(None),
    }
}

/// Profiles every case of a puzzle, and writes a row for each.
fn profile_cases(
    args: &ProfileArgs,
    mut source: Source,
    file: &PuzzleFile,
) -> Result<Outcome, Failure> {
    let monitor = signals::listen()?;
    let puzzle = &file.puzzle;
    // All cases have the same pieces, so one warning suffices.
    warn_of_twins(puzzle, &file.cases, &file.spans, &source);
    let mut rows = Vec::new();
    let mut impossible = false;
    let mut interrupted = None;
    for case in &file.cases {
        let of_case = file.with_case(case);
        let loaded = LoadedPuzzle::new(source, of_case, None)?;
        impossible |= loaded.say_why_not(&plain_obstacles(&loaded.instance));
        let ordered = ordered(args, &loaded)?;
        let ended = searched(
            args,
            &monitor,
            ordered.as_ref().unwrap_or(loaded.instance.problem()),
            loaded.instance.givens(),
        )?;
        if ended.interrupted {
            interrupted = Some(ended.tally.found);
        }
        rows.push(CaseRow {
            case: &case.name,
            ended,
        });
        if interrupted.is_some() {
            break;
        }
        source = loaded.source;
    }
    let as_json = || {
        let cases = rows.iter().map(|CaseRow { case, ended }| {
            record! { case: *case, ..work(ended), seconds: ended.elapsed.as_secs_f64() }
        });
        record! {
            puzzle: &puzzle.title,
            heuristic: heuristic_word(args.heuristic),
            cases: cases.collect::<Value>(),
            complete: interrupted.is_none(),
        }
    };
    print_answer(args.format, JsonLayout::Pretty, as_json, |out| {
        write_cases(out, &puzzle.title, &rows)?;
        if interrupted.is_some() {
            writeln!(out, "{}", cases_left(file.cases.len(), &rows))?;
        }
        Ok(())
    })?;
    if let Some(solutions) = interrupted {
        say::incomplete(&counted(solutions, "solution"));
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::of(!impossible))
}

/// A message that an interruption left some cases unfinished or without a search.
fn cases_left(all: usize, rows: &[CaseRow<'_>]) -> String {
    let stopped = rows.iter().filter(|row| !row.ended.complete);
    let stopped = stopped.map(|row| format!("the search of {} did not finish", row.case));
    let left = match all - rows.len() {
        0 => None,
        left => Some(format!("{} not searched", counted(left, "case"))),
    };
    format!("interrupted: {}", stopped.chain(left).join("; "))
}

/// Writes the solutions, nodes and updates of each case as a row, and their totals as the last row.
fn write_cases(out: &mut Output, title: &str, rows: &[CaseRow<'_>]) -> Result<(), Failure> {
    let names = rows.iter().map(|row| row.case.chars().count());
    let width = names.max().unwrap_or(0).max("total".len());
    writeln!(out, "{title}")?;
    writeln!(
        out,
        "{:width$} {:>12} {:>16} {:>20}",
        "case", "solutions", "nodes", "updates"
    )?;
    let mut line = |name: &str, solutions: u128, nodes: u128, updates: u128| {
        writeln!(
            out,
            "{name:width$} {:>12} {:>16} {:>20}",
            grouped(solutions),
            grouped(nodes),
            grouped(updates)
        )
    };
    for row in rows {
        line(
            row.case,
            row.ended.tally.found.into(),
            row.ended.tally.profile.nodes().into(),
            row.ended.tally.profile.updates().into(),
        )?;
    }
    let sum =
        |number: fn(&CaseRow<'_>) -> u64| rows.iter().map(|row| u128::from(number(row))).sum();
    let is_complete = rows.iter().all(|row| row.ended.complete);
    line(
        if is_complete { "total" } else { "so far" },
        sum(|row| row.ended.tally.found),
        sum(|row| row.ended.tally.profile.nodes()),
        sum(|row| row.ended.tally.profile.updates()),
    )?;
    Ok(())
}

/// Runs the search with the requested heuristic.
fn searched(
    args: &ProfileArgs,
    monitor: &RunContext,
    problem: &Problem,
    givens: &[OptionId],
) -> Result<SearchEnd, Failure> {
    let search = Search {
        scope: Scope::All {
            problem,
            heuristic: args.heuristic.into(),
            givens,
        },
        // The default schedule runs `links` on one thread in one part. Its updates are those that
        // Knuth counts.
        schedule: Schedule::default(),
        done: 0,
    };
    Ok(search.count(monitor)?)
}

fn profile(
    args: &ProfileArgs,
    title: &str,
    problem: &Problem,
    givens: &[OptionId],
) -> Result<Outcome, Failure> {
    let monitor = signals::listen()?;
    let ended = searched(args, &monitor, problem, givens)?;
    let as_json = || answer(title, args.heuristic, &ended);
    print_answer(args.format, JsonLayout::Pretty, as_json, |out| {
        writeln!(out, "{title}")?;
        write_table(out, &ended.tally.profile, ended.complete)?;
        writeln!(out)?;
        if !ended.complete {
            writeln!(out, "interrupted: the part that was searched")?;
        }
        writeln!(
            out,
            "{}; with the root {}",
            counted(ended.tally.found, "solution"),
            counted(ended.tally.profile.nodes_with_root(), "node"),
        )?;
        Ok(writeln!(
            out,
            "{} without covering items that had no option left",
            counted(ended.tally.profile.updates_without_empty(), "update"),
        )?)
    })?;
    if ended.interrupted {
        say::incomplete(&counted(ended.tally.found, "solution"));
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::Done)
}

fn heuristic_word(heuristic: HeuristicArg) -> &'static str {
    match heuristic {
        HeuristicArg::Mrv => "mrv",
        HeuristicArg::First => "first",
    }
}

fn answer(title: &str, heuristic: HeuristicArg, ended: &SearchEnd) -> Record {
    let levels = ended.tally.profile.levels().iter().enumerate();
    let levels = levels.map(|(level, counts)| {
        record! {
            level: level,
            nodes: counts.nodes,
            updates: counts.updates,
            empty_covers: counts.empty,
        }
    });
    record! {
        puzzle: title,
        heuristic: heuristic_word(heuristic),
        ..work(ended),
        levels: levels.collect::<Value>(),
        seconds: ended.elapsed.as_secs_f64(),
    }
}

/// Writes Knuth's table of a search, one row per level: shares of nodes and updates in per cent, and
/// updates per node.
fn write_table(out: &mut Output, profile: &Profile, complete: bool) -> Result<(), Failure> {
    writeln!(
        out,
        "{:>5} {:>22} {:>26} {:>10} {:>12}",
        "level", "nodes", "updates", "of empty", "updates/node"
    )?;
    let share = |part: u64, whole: u64| {
        let percent = (u128::from(part) * 100 + u128::from(whole / 2))
            .checked_div(whole.into())
            .unwrap_or(0);
        format!("{} ({percent:>3}%)", grouped(part))
    };
    // The ratio rounded to one decimal, computed with integers.
    let ratio = |updates: u64, nodes: u64| {
        (u128::from(updates) * 20 + u128::from(nodes))
            .checked_div(u128::from(nodes) * 2)
            .map_or_else(
                || "–".to_owned(),
                |tenths| format!("{}.{}", tenths / 10, tenths % 10),
            )
    };
    let (nodes, updates) = (profile.nodes(), profile.updates());
    for (level, counts) in profile.levels().iter().enumerate() {
        writeln!(
            out,
            "{level:>5} {:>22} {:>26} {:>10} {:>12}",
            share(counts.nodes, nodes),
            share(counts.updates, updates),
            grouped(counts.empty),
            ratio(counts.updates, counts.nodes)
        )?;
    }
    writeln!(
        out,
        "{:<6}{:>22} {:>26} {:>10} {:>12}",
        if complete { "total" } else { "so far" },
        share(nodes, nodes),
        share(updates, updates),
        grouped(profile.total().empty),
        ratio(updates, nodes)
    )?;
    Ok(())
}
