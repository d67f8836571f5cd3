//! `profile`: nodes and updates of the search, level by level.
//!
//! Source: Knuth, "Dancing Links" (2000), Figure 5 and the table after it.

use std::io::Write;
use std::ops::ControlFlow;

use serde::Serialize;
use tilewright_dlx::{Links, OptionId, Problem, Profile};

use super::cover::load_problem;
use super::{Output, counted, grouped, load, say_incomplete};
use crate::args::{DataFormat, HeuristicArg, ProfileArgs};
use crate::failure::{Failure, Outcome};
use crate::search::{self, Ended, Interrupt};

/// The answer as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    puzzle: &'a str,
    heuristic: &'static str,
    solutions: u64,
    complete: bool,
    nodes: u64,
    nodes_with_root: u64,
    updates: u64,
    empty_covers: u64,
    levels: Vec<LevelAnswer>,
    seconds: f64,
}

#[derive(Serialize)]
struct LevelAnswer {
    level: usize,
    nodes: u64,
    updates: u64,
    empty_covers: u64,
}

pub(super) fn run(args: &ProfileArgs) -> Result<Outcome, Failure> {
    if args.file.extension().is_some_and(|ending| ending == "dlx") {
        let problem = load_problem(&args.file)?;
        let title = args.file.display().to_string();
        return profile(args, &title, &problem, &[]);
    }
    let loaded = load(&args.file)?;
    let impossible = loaded.warn_of_plain_obstacles();
    let outcome = profile(
        args,
        &loaded.puzzle.title,
        &loaded.matrix.problem,
        &loaded.matrix.givens,
    )?;
    Ok(match outcome {
        Outcome::Done if impossible => Outcome::No,
        outcome => outcome,
    })
}

fn profile(
    args: &ProfileArgs,
    title: &str,
    problem: &Problem,
    givens: &[OptionId],
) -> Result<Outcome, Failure> {
    let interrupt = Interrupt::listen()?;
    let links = Links::new(problem)
        .heuristic(args.heuristic.into())
        .given(givens)
        .map_err(anyhow::Error::new)?;
    let ended = search::run(&links, &interrupt, |_| Ok(ControlFlow::Continue(())))?;
    let mut out = Output::stdout();
    match args.format {
        DataFormat::Json => {
            serde_json::to_writer_pretty(&mut out, &answer(title, args.heuristic, &ended))?;
            writeln!(out)?;
        }
        DataFormat::Text => {
            writeln!(out, "{title}")?;
            write_table(&mut out, &ended.report.profile)?;
            writeln!(out)?;
            writeln!(
                out,
                "{}; with the root {}",
                counted(ended.report.solutions, "solution"),
                counted(ended.report.profile.nodes_with_root(), "node"),
            )?;
            writeln!(
                out,
                "{} without the covering of items that had no option left",
                counted(ended.report.profile.updates_without_empty(), "update"),
            )?;
        }
    }
    out.flush()?;
    if ended.interrupted {
        say_incomplete(&counted(ended.report.solutions, "solution"));
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::Done)
}

fn answer<'a>(title: &'a str, heuristic: HeuristicArg, ended: &Ended) -> Answer<'a> {
    let profile = &ended.report.profile;
    Answer {
        puzzle: title,
        heuristic: match heuristic {
            HeuristicArg::Mrv => "mrv",
            HeuristicArg::First => "first",
        },
        solutions: ended.report.solutions,
        complete: ended.report.complete,
        nodes: profile.nodes(),
        nodes_with_root: profile.nodes_with_root(),
        updates: profile.updates(),
        empty_covers: profile.total().empty,
        levels: profile
            .levels()
            .iter()
            .enumerate()
            .map(|(level, counts)| LevelAnswer {
                level,
                nodes: counts.nodes,
                updates: counts.updates,
                empty_covers: counts.empty,
            })
            .collect(),
        seconds: ended.elapsed.as_secs_f64(),
    }
}

/// The paper's table: shares in per cent, updates per node.
fn write_table(out: &mut Output, profile: &Profile) -> Result<(), Failure> {
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
    // One decimal, rounded, in whole numbers.
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
        "{:>5} {:>22} {:>26} {:>10} {:>12}",
        "total",
        share(nodes, nodes),
        share(updates, updates),
        grouped(profile.total().empty),
        ratio(updates, nodes)
    )?;
    Ok(())
}
