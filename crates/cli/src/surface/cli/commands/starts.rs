//! `starts`: counts the starts, which are sets of K placements that occur together in a solution, and those with
//! exactly one solution. Finds the starts with the fewest and the most solutions.

mod json;
mod text;

use std::io::Write;

use num_bigint::BigUint;

use super::json_answer::{JsonLayout, write_json};
use super::solution_space::open_or_list;
use super::table::{AddRow, check_table, write_table};
use super::{Inputs, LoadedPuzzle, Output, OutputTarget, load};
use crate::cover::orbits::PuzzleSymmetry;
use crate::design::starts::{Census, StartsQuestion, Survey};
use crate::publish::interchange::table::{Column, Columns, TableEncoding, Value};
use crate::solve::search::RunContext;
use crate::solve::space::{Space, SpaceError};
use crate::support::format::grouped;
use crate::surface::cli::args::{StartsArgs, TableFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// The maximum number of sets of placements that are listed without `--exact`. Listing them takes
/// about three minutes on one thread.
const MOST_LISTED: u64 = 5_000_000_000;

/// The number of starts sampled if there are too many to list.
const SAMPLES: u64 = 10_000;

/// The numbers of starts, exact or estimated.
enum StartsFindings {
    Exact(Census),
    Sampled(Survey),
}

/// The result, with the puzzle and the question.
struct StartsReport<'a> {
    args: &'a StartsArgs,
    space: &'a Space<'a>,
    group: &'a PuzzleSymmetry,
    found: StartsFindings,
}

pub(super) fn run(args: &StartsArgs) -> Result<Outcome, Failure> {
    let inputs = Inputs::of([
        ("the puzzle", Some(&args.file)),
        ("the diagram", args.space.diagram.as_ref()),
    ]);
    let target = OutputTarget::of(args.output.as_ref(), &inputs)?;
    check_table(args.table(), target.as_ref())?;
    let loaded = load(&args.file, args.part.part(), args.space.machine.bytes())?;
    if loaded.warn_of_obstacles() {
        return Ok(Outcome::No);
    }
    let LoadedPuzzle { instance, .. } = &loaded;
    let monitor = signals::listen()?.with(&args.space.machine);
    let group = instance.symmetry(monitor.stop())?;
    let space = open_or_list(&args.space, instance, &monitor)?;
    let space = space.map_err(SpaceError::Frontier)?;
    if space.count() == BigUint::ZERO {
        stderr_line!("no solution, so there is no start");
        return Ok(Outcome::No);
    }
    let givens = usize::try_from(args.givens).unwrap_or(usize::MAX);
    let question = StartsQuestion::new(&space, group, givens)?
        .threads(monitor.resources.threads)
        .memory(monitor.resources.memory())
        .shown(args.show.into());
    let found = match samples(args, &question, &monitor) {
        None => StartsFindings::Exact(question.exact(&monitor)?),
        Some(samples) => StartsFindings::Sampled(question.sampled(samples, args.seed, &monitor)?),
    };
    let answered = StartsReport {
        args,
        space: &space,
        group,
        found,
    };
    if let Some(encoding) = args.table() {
        answered.write_as_table(encoding, target.as_ref())?;
        return Ok(Outcome::Done);
    }
    let mut out = Output::to(target.as_ref())?;
    if args.format == TableFormat::Json {
        write_json(&mut out, &answered.answer(), JsonLayout::Compact)?;
    } else {
        answered.write_text(&mut out)?;
    }
    out.flush()?;
    Ok(Outcome::Done)
}

impl StartsReport<'_> {
    /// Writes a row for each bin of the histogram: a range of numbers of solutions, and the number
    /// of starts in this range.
    fn write_as_table(
        &self,
        encoding: TableEncoding,
        target: Option<&OutputTarget>,
    ) -> Result<(), Failure> {
        let puzzle = &self.space.puzzle().title;
        write_table(
            encoding,
            target,
            puzzle,
            &self.columns(),
            |add| match &self.found {
                StartsFindings::Exact(census) => add_census(census, add),
                StartsFindings::Sampled(survey) => add_survey(survey, add),
            },
        )
    }

    fn columns(&self) -> Columns {
        let count = |name, numbers: &mut dyn Iterator<Item = &BigUint>| {
            Column::count(name, numbers.max().unwrap_or(&BigUint::ZERO))
        };
        match &self.found {
            StartsFindings::Exact(census) => {
                let bins = || census.histogram.iter();
                let columns = [
                    count("from", &mut bins().map(|bin| &bin.from)),
                    count("to", &mut bins().map(|bin| &bin.to)),
                    count("distinct", &mut bins().map(|bin| &bin.starts.distinct)),
                    count("all", &mut bins().map(|bin| &bin.starts.all)),
                ];
                columns.into_iter().collect()
            }
            StartsFindings::Sampled(survey) => {
                let bins = || survey.histogram.iter();
                let bounds = [
                    count("from", &mut bins().map(|bin| &bin.from)),
                    count("to", &mut bins().map(|bin| &bin.to)),
                ];
                let estimates = ["distinct", "distinct_error", "share", "share_error"];
                let estimates = estimates.map(Column::real);
                bounds.into_iter().chain(estimates).collect()
            }
        }
    }
}

fn add_census(census: &Census, add: &mut AddRow<'_>) -> Result<(), Failure> {
    census.histogram.iter().try_for_each(|bin| {
        let numbers = [&bin.from, &bin.to, &bin.starts.distinct, &bin.starts.all];
        add(&numbers.map(Value::from))
    })
}

fn add_survey(survey: &Survey, add: &mut AddRow<'_>) -> Result<(), Failure> {
    survey.histogram.iter().try_for_each(|bin| {
        add(&[
            (&bin.from).into(),
            (&bin.to).into(),
            bin.distinct.mean.into(),
            bin.distinct.standard_error.into(),
            bin.share.share.into(),
            bin.share.standard_error.into(),
        ])
    })
}

/// The number of starts to sample; `None` to list them all.
fn samples(args: &StartsArgs, question: &StartsQuestion<'_>, monitor: &RunContext) -> Option<u64> {
    let work = question.work();
    monitor
        .resources
        .say(|| format!("starts: about {} sets to list", grouped(&work)));
    // Starts of one or two placements are counted from the diagram without listing them, whatever
    // their number.
    let short = args.givens <= 2 || work <= MOST_LISTED.into();
    match args.samples {
        Some(samples) => Some(samples),
        None if args.exact || short => None,
        None => Some(SAMPLES),
    }
}
