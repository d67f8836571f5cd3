//! `count`: the number of all solutions, and the number up to symmetry.

mod goals;
mod items;
mod series;
mod text;

use num_bigint::BigUint;
use tilewright_dlx::burnside::Certificate;
use tilewright_dlx::{Distinct, Engine};

use self::items::counts_of;
pub(super) use self::items::{ItemCounts, counts_alone};
use self::text::conditions;
pub(super) use self::text::{DividedBy, write_text};
use super::checkpoint::open_checkpoint;
use super::json_answer::{JsonLayout, print_answer};
use super::{LoadedPuzzle, counted, load_puzzle, part_of, say};
use crate::cover::Instance;
use crate::cover::orbits::PuzzleSymmetry;
use crate::cover::restricted;
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::PuzzlePart;
use crate::solve::checkpoint::{CheckpointFile, Identity};
use crate::solve::counting::{BoardsCount, CountResult, CountTask, count_by_boards};
use crate::solve::resources::Resources;
use crate::surface::cli::args::{CountArgs, DataFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

pub(super) fn run(args: &CountArgs) -> Result<Outcome, Failure> {
    if let Some(range) = &args.series {
        return series::run(args, range);
    }
    let (source, file) = load_puzzle(&args.file)?;
    let part = args.part.part();
    if part == PuzzlePart::Whole && !file.goals.is_empty() {
        return goals::run(args, &file);
    }
    let (source, file) = part_of(source, file, part)?;
    let resources = Resources::from(&args.resources);
    let loaded = LoadedPuzzle::with_filter(source, file, resources.memory)?;
    let impossible = loaded.warn_of_obstacles();
    let LoadedPuzzle { instance, .. } = &loaded;
    let monitor = signals::listen()?.with(resources);
    let stop = monitor.stop();
    let trivial;
    if !args.total {
        monitor.resources.check_symmetries(instance)?;
    }
    loaded.refuse_missing_symmetry(stop)?;
    if !args.total
        && !args.certificate
        && !impossible
        && let Some(boards) = count_by_boards(instance, &monitor)?
    {
        let is_verbose = monitor.resources.notes.is_some();
        return print_boards(args, &loaded, part, &boards, is_verbose);
    }
    let group = if args.total {
        trivial = PuzzleSymmetry::trivial(instance, stop)?;
        &trivial
    } else {
        instance.symmetry(stop)?
    };
    // There is no search, so there are no restrictions to print.
    let distinct = if impossible {
        None
    } else {
        let symmetries = &group.symmetries;
        Some(Distinct::new_until(instance.problem(), symmetries, stop)?)
    };
    let mut checkpoint = CheckpointFile::nothing();
    let count = if let Some(distinct) = &distinct {
        let job = CountTask::new(instance, group, distinct, &monitor);
        checkpoint = self::checkpoint(args, &loaded, group)?;
        let mut count = job.count(&mut checkpoint)?;
        if args.certificate {
            job.certify(&mut count)?;
        }
        if count.complete && count.interrupted {
            // The signal came while the certificate was computed, so the count itself is complete.
            checkpoint.stop(|| Ok::<(), Failure>(()))?;
        }
        count
    } else {
        CountResult::none()
    };
    let impossible = loaded.say_why_not(count.refuted.as_slice()) || impossible;
    let count = if args.total {
        count.of_solutions_alone()
    } else {
        count
    };
    let restricted = restrictions_in_words(instance, distinct.as_ref(), &count);

    let by = DividedBy::from(group);
    let order = (!args.total).then_some(&by.order);
    let as_json = || answer(instance, order, &restricted, &count);
    print_answer(args.format, JsonLayout::Compact, as_json, |out| {
        let details = monitor.resources.notes.is_some().then_some(&restricted[..]);
        write_text(out, instance, &by, details, &count)
    })?;
    if count.complete && !count.interrupted {
        // The checkpoint is not removed before the answer is printed.
        checkpoint.finish()?;
    }
    if let (DataFormat::Text, Some(engine)) = (args.format, count.engine) {
        say_how_long(engine, &count);
    }
    if count.interrupted {
        say_what_is_missing(&count);
        return Ok(Outcome::Interrupted);
    }
    if count.solutions.exact() != Some(&BigUint::ZERO) {
        return Ok(Outcome::Done);
    }
    if !impossible {
        loaded.say_why_there_is_none(&args.file, part);
    }
    Ok(Outcome::No)
}

/// The restrictions under which the search counted distinct solutions, in words. Empty if the count
/// used no such search.
fn restrictions_in_words(
    instance: &Instance,
    distinct: Option<&Distinct<'_>>,
    count: &CountResult,
) -> Vec<String> {
    if !count.restricted {
        return Vec::new();
    }
    restricted::in_words(instance, distinct.map_or(&[][..], Distinct::cases))
}

/// Prints a count that was combined from separate counts of each board of the puzzle.
fn print_boards(
    args: &CountArgs,
    loaded: &LoadedPuzzle,
    part: PuzzlePart<'_>,
    BoardsCount { count, order }: &BoardsCount,
    is_verbose: bool,
) -> Result<Outcome, Failure> {
    let instance = &loaded.instance;
    let by = DividedBy {
        order: order.clone(),
        has_idle_symmetries: false,
    };
    let as_json = || answer(instance, Some(order), &[], count);
    print_answer(args.format, JsonLayout::Compact, as_json, |out| {
        write_text(out, instance, &by, is_verbose.then_some(&[]), count)
    })?;
    if let (DataFormat::Text, Some(engine)) = (args.format, count.engine) {
        say_how_long(engine, count);
    }
    if count.solutions.exact() != Some(&BigUint::ZERO) {
        return Ok(Outcome::Done);
    }
    loaded.say_why_there_is_none(&args.file, part);
    Ok(Outcome::No)
}

/// The answer as JSON. `order` is the order of the symmetry group, if distinct solutions were
/// counted.
pub(super) fn answer(
    instance: &Instance,
    order: Option<&BigUint>,
    restricted: &[String],
    count: &CountResult,
) -> Record {
    let puzzle = instance.puzzle();
    let by_symmetry = count.by_symmetry.iter();
    let by_symmetry =
        by_symmetry.map(|(symmetry, distinct)| record! { symmetry: symmetry, distinct: distinct });
    let certificate = count.certificate.as_ref().map(|certified| {
        let Certificate { fixed, orbits } = &certified.burnside;
        record! {
            fixed: fixed.iter().collect::<Value>(),
            orbits: orbits,
            engine: certified.engine.name(),
            seconds: certified.elapsed.as_secs_f64(),
        }
    });
    let conditions = conditions(puzzle)
        .map(|(condition, means)| record! { condition: condition.to_ron(), by: means.word() });
    record! {
        puzzle: &puzzle.title,
        options: instance.problem().option_count(),
        items: ItemCounts::of(instance.problem()),
        ..counts_of(count),
        complete: count.complete,
        engine: count.engine.map(Engine::name),
        seconds: count.elapsed.as_secs_f64(),
        threads: count.threads.get(),
        symmetries: order,
        by_symmetry: by_symmetry.collect::<Value>(),
        restricted: restricted.iter().collect::<Value>(),
        certificate: certificate,
        conditions?: conditions.collect::<Value>().unless_empty(),
    }
}

/// Prints on stderr which results of a count are missing after an interruption.
fn say_what_is_missing(count: &CountResult) {
    if count.complete {
        say::interrupted("the count is complete, but its certificate is not");
    } else if count.solutions.is_exact() {
        say::interrupted("all solutions are counted, but the distinct ones are not");
    } else {
        let found = count.distinct.value().or(count.solutions.value());
        let noun = match count.distinct.value() {
            Some(_) => "distinct solution",
            None => "solution",
        };
        say::incomplete(&counted(found.unwrap_or(&BigUint::ZERO), noun));
    }
}

/// Prints the engine, the time and the threads on stderr, because they differ between runs.
fn say_how_long(engine: Engine, count: &CountResult) {
    let threads = counted(count.threads, "thread");
    let seconds = count.elapsed.as_secs_f64();
    remark_line!("counted in {seconds:.2} s on {threads} (engine: {engine})");
}

fn checkpoint(
    args: &CountArgs,
    loaded: &LoadedPuzzle,
    group: &PuzzleSymmetry,
) -> Result<CheckpointFile, Failure> {
    let total = if args.total { " --total" } else { "" };
    let identity = || Identity {
        command: format!("count{total}{}", loaded.filter_in_words()),
        problem: loaded.instance.problem().fingerprint(),
        engine: args.resources.engine.engine(),
    };
    open_checkpoint(&args.checkpoint, identity, Some(&group.symmetries))
}
