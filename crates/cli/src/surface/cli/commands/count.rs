//! `count`: the number of solutions, up to symmetry too.

mod goals;
mod items;
mod series;

use std::io::Write;

use itertools::Itertools;
use num_bigint::BigUint;
use serde::Serialize;
use tilewright_dlx::burnside::Certificate;
use tilewright_dlx::{Distinct, Engine};

pub(super) use self::items::{Items, States};
use super::json_answer::{Layout, write_json};
use super::number::Whole;
use super::{LoadedPuzzle, Output, counted, grouped, load_puzzle, part_of, say};
use crate::cover::Instance;
use crate::cover::conditions::Means;
use crate::cover::orbits::PuzzleSymmetry;
use crate::cover::restricted;
use crate::puzzle::{Condition, Part, Puzzle};
use crate::solve::checkpoint::{CheckpointFile, Identity};
use crate::solve::counting::{BoardsCount, Count, Job, Known, count_by_boards};
use crate::solve::resources::Resources;
use crate::surface::cli::args::{CountArgs, DataFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// The answer as JSON; the first fields are fixed by the design.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    puzzle: &'a str,
    options: usize,
    items: Items,
    solutions: Option<Whole<'a>>,
    distinct: Option<Whole<'a>>,
    distinct_rotations: Option<Whole<'a>>,
    /// How much is known of each of the three.
    states: States,
    complete: bool,
    engine: Option<&'static str>,
    seconds: f64,
    threads: usize,
    /// How many there are; `null` if they were not looked for.
    symmetries: Option<Whole<'a>>,
    by_symmetry: Vec<BySymmetry<'a>>,
    restricted: &'a [String],
    certificate: Option<CertificateAnswer<'a>>,
    /// What a solution must meet besides covering the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conditions: Vec<ConditionAnswer>,
}

#[derive(Serialize)]
struct ConditionAnswer {
    condition: String,
    /// `constraint`, `filter` or both.
    by: &'static str,
}

#[derive(Serialize)]
struct BySymmetry<'a> {
    symmetry: &'a str,
    distinct: Whole<'a>,
}

#[derive(Serialize)]
struct CertificateAnswer<'a> {
    /// The solutions that each symmetry maps to themselves, the identity first.
    fixed: Vec<Whole<'a>>,
    orbits: Whole<'a>,
    engine: &'static str,
    seconds: f64,
}

/// The group that is divided out.
pub(super) struct DividedBy {
    order: BigUint,
    has_idle_symmetries: bool,
}

impl From<&PuzzleSymmetry> for DividedBy {
    fn from(group: &PuzzleSymmetry) -> Self {
        Self {
            order: group.order().into(),
            has_idle_symmetries: group.has_idle_symmetries(),
        }
    }
}

pub(super) fn run(args: &CountArgs) -> Result<Outcome, Failure> {
    if let Some(asked) = &args.series {
        return series::run(args, asked);
    }
    let (source, file) = load_puzzle(&args.file)?;
    let part = args.part.part();
    if part == Part::Whole && !file.goals.is_empty() {
        return goals::run(args, &file);
    }
    let (source, file) = part_of(source, file, part)?;
    let resources = Resources::from(&args.resources);
    let loaded = LoadedPuzzle::with_filter(source, file, resources.memory)?;
    let impossible = loaded.warn_of_obstacles();
    let LoadedPuzzle { instance, .. } = &loaded;
    let monitor = signals::listen()?;
    let stop = monitor.stop();
    let trivial;
    if !args.total {
        resources.check_symmetries(instance)?;
    }
    loaded.refuse_missing_symmetry(stop)?;
    if !args.total
        && !args.certificate
        && !impossible
        && let Some(boards) = count_by_boards(instance, &resources, &monitor)?
    {
        return print_boards(args, &loaded, part, &boards);
    }
    let group = if args.total {
        trivial = PuzzleSymmetry::trivial(instance, stop)?;
        &trivial
    } else {
        instance.symmetry(stop)?
    };
    // Where nothing is searched, nothing is restricted.
    let distinct = if impossible {
        None
    } else {
        let symmetries = &group.symmetries;
        Some(Distinct::new_until(instance.problem(), symmetries, stop)?)
    };
    let mut checkpoint = CheckpointFile::nothing();
    let count = if let Some(distinct) = &distinct {
        let job = Job::new(instance, group, distinct, &resources, &monitor);
        checkpoint = self::checkpoint(args, &loaded, group)?;
        let mut count = job.count(&mut checkpoint)?;
        if args.certificate {
            job.certify(&mut count)?;
        }
        if count.complete && count.interrupted {
            // What is left is the certificate.
            checkpoint.stop(|| Ok::<(), Failure>(()))?;
        }
        count
    } else {
        Count::none()
    };
    let impossible = loaded.say_why_not(count.refuted.as_slice()) || impossible;
    let count = if args.total {
        count.of_solutions_alone()
    } else {
        count
    };
    let restricted = restrictions_in_words(instance, distinct.as_ref(), &count);

    let mut out = Output::stdout();
    match args.format {
        DataFormat::Json => {
            let order = BigUint::from(group.order());
            let order = (!args.total).then_some(&order);
            let answer = answer(instance, order, &restricted, &count);
            write_json(&mut out, &answer, Layout::Compact)?;
        }
        DataFormat::Text => {
            write_text(
                &mut out,
                instance,
                &DividedBy::from(group),
                &restricted,
                &count,
            )?;
        }
    }
    out.flush()?;
    if count.complete && !count.interrupted {
        // Until the answer is printed, the checkpoint is of use.
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

/// What the search was restricted to, if its restrictions led to the count.
fn restrictions_in_words(
    instance: &Instance,
    distinct: Option<&Distinct<'_>>,
    count: &Count,
) -> Vec<String> {
    if !count.restricted {
        return Vec::new();
    }
    restricted::in_words(instance, distinct.map_or(&[][..], Distinct::cases))
}

/// Prints a count of boards that stand together.
fn print_boards(
    args: &CountArgs,
    loaded: &LoadedPuzzle,
    part: Part<'_>,
    BoardsCount { count, order }: &BoardsCount,
) -> Result<Outcome, Failure> {
    let instance = &loaded.instance;
    let mut out = Output::stdout();
    match args.format {
        DataFormat::Json => {
            let answer = answer(instance, Some(order), &[], count);
            write_json(&mut out, &answer, Layout::Compact)?;
        }
        DataFormat::Text => {
            let by = DividedBy {
                order: order.clone(),
                has_idle_symmetries: false,
            };
            write_text(&mut out, instance, &by, &[], count)?;
        }
    }
    out.flush()?;
    if let (DataFormat::Text, Some(engine)) = (args.format, count.engine) {
        say_how_long(engine, count);
    }
    if count.solutions.exact() != Some(&BigUint::ZERO) {
        return Ok(Outcome::Done);
    }
    loaded.say_why_there_is_none(&args.file, part);
    Ok(Outcome::No)
}

/// The answer as JSON; `order` is that of the group that was divided out, if one was.
pub(super) fn answer<'a>(
    instance: &'a Instance,
    order: Option<&'a BigUint>,
    restricted: &'a [String],
    count: &'a Count,
) -> Answer<'a> {
    let puzzle = instance.puzzle();
    Answer {
        puzzle: &puzzle.title,
        options: instance.problem().option_count(),
        items: Items::of(instance.problem()),
        solutions: Whole::known(&count.solutions),
        distinct: Whole::known(&count.distinct),
        distinct_rotations: Whole::known(&count.distinct_rotations),
        states: States::of(&count.solutions, &count.distinct, &count.distinct_rotations),
        complete: count.complete,
        engine: count.engine.map(Engine::name),
        seconds: count.elapsed.as_secs_f64(),
        threads: count.threads.get(),
        symmetries: order.map(Whole),
        by_symmetry: count
            .by_symmetry
            .iter()
            .map(|(symmetry, distinct)| BySymmetry {
                symmetry,
                distinct: Whole(distinct),
            })
            .collect(),
        restricted,
        certificate: count.certificate.as_ref().map(|certified| {
            let Certificate { fixed, orbits } = &certified.burnside;
            CertificateAnswer {
                fixed: fixed.iter().map(Whole).collect(),
                orbits: Whole(orbits),
                engine: certified.engine.name(),
                seconds: certified.elapsed.as_secs_f64(),
            }
        }),
        conditions: conditions(puzzle)
            .map(|(condition, means)| ConditionAnswer {
                condition: condition.to_ron(),
                by: means.word(),
            })
            .collect(),
    }
}

/// The conditions of a puzzle, and how each is kept to.
fn conditions(puzzle: &Puzzle) -> impl Iterator<Item = (&Condition, Means)> {
    let conditions = puzzle.conditions.iter();
    conditions.map(|condition| (condition, Means::of(puzzle, condition)))
}

/// Says on stderr how far an interrupted count has come.
fn say_what_is_missing(count: &Count) {
    if count.complete {
        say::interrupted("the count is complete, its certificate is not");
    } else if count.solutions.is_exact() {
        say::interrupted("all solutions are counted, the distinct ones are not");
    } else {
        let found = count.distinct.value().or(count.solutions.value());
        let noun = match count.distinct.value() {
            Some(_) => "distinct solution",
            None => "solution",
        };
        say::incomplete(&counted(found.unwrap_or(&BigUint::ZERO), noun));
    }
}

pub(super) fn write_text(
    out: &mut Output,
    instance: &Instance,
    by: &DividedBy,
    restricted: &[String],
    count: &Count,
) -> Result<(), Failure> {
    let puzzle = instance.puzzle();
    writeln!(out, "{}", puzzle.title)?;
    writeln!(out, "  solutions    {}", count.solutions)?;
    if count.distinct == Known::Unknown {
        // All solutions alone were asked for.
    } else if by.order == BigUint::from(1_u32) {
        let why = if by.has_idle_symmetries {
            "no symmetry of the puzzle moves a placement"
        } else {
            "the puzzle has no symmetry"
        };
        writeln!(out, "  distinct     the same: {why}")?;
    } else {
        writeln!(out, "  distinct     {}", count.distinct)?;
        writeln!(out, "  by rotation  {}", count.distinct_rotations)?;
        let by_symmetry = count
            .by_symmetry
            .iter()
            .map(|(name, count)| format!("{} with {name}", grouped(count)))
            .join("; ");
        if !by_symmetry.is_empty() {
            let so_far = if count.distinct.is_exact() {
                ""
            } else {
                ", so far"
            };
            writeln!(out, "  symmetry     {by_symmetry}{so_far}")?;
        }
        for words in restricted {
            writeln!(out, "  restricted   {words}")?;
        }
    }
    if let Some(certified) = &count.certificate {
        let sum = burnside(&certified.burnside);
        writeln!(out, "  certificate  {sum}, by {}", certified.engine)?;
    }
    let conditions: Vec<String> = conditions(puzzle)
        .map(|(condition, means)| format!("{condition} ({})", means.in_words()))
        .collect();
    if !conditions.is_empty() {
        writeln!(out, "  conditions   {}", conditions.join("; "))?;
    }
    let options = instance.problem().option_count();
    writeln!(out, "  options      {}", grouped(options))?;
    writeln!(out, "  items        {}", Items::of(instance.problem()))?;
    if let Some(engine) = count.engine {
        writeln!(out, "  engine       {engine}")?;
    }
    Ok(())
}

/// Says on stderr what differs from run to run.
fn say_how_long(engine: Engine, count: &Count) {
    let threads = counted(count.threads, "thread");
    let seconds = count.elapsed.as_secs_f64();
    remark_line!("counted by {engine} in {seconds:.2} s on {threads}");
}

/// The checkpoints of this count.
fn checkpoint(
    args: &CountArgs,
    loaded: &LoadedPuzzle,
    group: &PuzzleSymmetry,
) -> Result<CheckpointFile, Failure> {
    let Some(path) = &args.checkpoint.checkpoint else {
        return Ok(CheckpointFile::nothing());
    };
    let identity = Identity {
        command: format!(
            "count{}{}",
            if args.total { " --total" } else { "" },
            loaded.filter_in_words()
        ),
        problem: loaded.instance.problem().fingerprint(),
        engine: args.resources.engine.engine(),
    };
    let every = args.checkpoint.checkpoint_every.into();
    let checkpoint = CheckpointFile::open(path, every, &identity, Some(&group.symmetries))?;
    Ok(checkpoint.telling_where(say::where_it_stopped))
}

/// The certificate as a sum: `(520 + 7 × 0) / 8 = 65`; what the identity fixes
/// stands first.
fn burnside(certificate: &Certificate) -> String {
    if certificate.fixed.len() == 1 {
        return grouped(&certificate.orbits);
    }
    let others = certificate.fixed.iter().skip(1).sorted().rev();
    let sum = certificate
        .fixed
        .iter()
        .take(1)
        .chain(others)
        .dedup_with_count()
        .map(|(times, fixed)| match times {
            1 => grouped(fixed),
            times => format!("{times} × {}", grouped(fixed)),
        })
        .join(" + ");
    format!(
        "({sum}) / {} = {}",
        certificate.fixed.len(),
        grouped(&certificate.orbits)
    )
}
