//! `starts`: how many starts of so many placements there are, how many have
//! one solution, and which leave the fewest and the most.

mod json;
mod text;

use std::io::Write;

use num_bigint::BigUint;

use super::json_answer::{Layout, write_json};
use super::solution_space::open_or_list;
use super::table::write_table;
use super::{LoadedPuzzle, Output, load};
use crate::cli::args::{StartsArgs, TableFormat};
use crate::cli::failure::{Failure, Outcome};
use crate::cli::signals;
use crate::cover::orbits::PuzzleSymmetry;
use crate::design::starts::{Census, Question, Survey};
use crate::solve::resources::Resources;
use crate::solve::space::{Space, SpaceError};
use crate::support::format::grouped;

/// More sets than these are not listed unless that is asked for: some three
/// minutes' work on one thread.
const MOST_LISTED: u64 = 5_000_000_000;

/// So many starts are drawn where they are too many to be listed.
const SAMPLES: u64 = 10_000;

/// What was found out.
enum StartsFindings {
    Exact(Census),
    Sampled(Survey),
}

/// The answer, and what it is about.
struct StartsAnswer<'a> {
    args: &'a StartsArgs,
    space: &'a Space<'a>,
    group: &'a PuzzleSymmetry,
    found: StartsFindings,
}

pub(super) fn run(args: &StartsArgs) -> Result<Outcome, Failure> {
    let loaded = load(&args.file, args.part.part())?;
    if loaded.warn_of_obstacles() {
        return Ok(Outcome::No);
    }
    let LoadedPuzzle { instance, .. } = &loaded;
    let monitor = signals::listen()?;
    let resources = Resources::from(&args.space.machine);
    let group = instance.symmetry(monitor.stop())?;
    let space = open_or_list(&args.space, instance, &resources, &monitor)?;
    let space = space.map_err(SpaceError::Frontier)?;
    if space.count() == BigUint::ZERO {
        stderr_line!("no solution, so there is no start");
        return Ok(Outcome::No);
    }
    let givens = usize::try_from(args.givens).unwrap_or(usize::MAX);
    let question = Question::new(&space, group, givens)?
        .threads(resources.threads)
        .memory(resources.memory())
        .shown(args.show.into());
    let found = match samples(args, &question, &resources) {
        None => StartsFindings::Exact(question.exact(&monitor)?),
        Some(samples) => StartsFindings::Sampled(question.sampled(samples, args.seed, &monitor)?),
    };
    let answered = StartsAnswer {
        args,
        space: &space,
        group,
        found,
    };
    let mut out = Output::stdout();
    match args.format {
        TableFormat::Text => answered.write_text(&mut out)?,
        TableFormat::Json => {
            write_json(&mut out, &answered.answer(), Layout::Compact)?;
        }
        TableFormat::Csv => answered.write_csv(&mut out)?,
    }
    out.flush()?;
    Ok(Outcome::Done)
}

impl StartsAnswer<'_> {
    /// The starts by how many solutions they have, a class a row.
    fn write_csv(&self, out: &mut Output) -> Result<(), Failure> {
        match &self.found {
            StartsFindings::Exact(census) => {
                let rows = census.histogram.iter().map(|bin| {
                    let numbers = [&bin.from, &bin.to, &bin.starts.distinct, &bin.starts.all];
                    numbers.map(ToString::to_string).to_vec()
                });
                write_table(out, &["from", "to", "distinct", "all"], rows)
            }
            StartsFindings::Sampled(survey) => {
                let names = [
                    "from",
                    "to",
                    "distinct",
                    "distinct_error",
                    "share",
                    "share_error",
                ];
                let rows = survey.histogram.iter().map(|bin| {
                    let errors = [
                        bin.distinct.mean,
                        bin.distinct.standard_error,
                        bin.share.share,
                        bin.share.standard_error,
                    ];
                    let bounds = [&bin.from, &bin.to].map(ToString::to_string);
                    bounds
                        .into_iter()
                        .chain(errors.map(|number| number.to_string()))
                        .collect()
                });
                write_table(out, &names, rows)
            }
        }
    }
}

/// How many starts to draw; none to list them all.
fn samples(args: &StartsArgs, question: &Question<'_>, resources: &Resources) -> Option<u64> {
    let work = question.work();
    resources.say(|| format!("starts: about {} sets to be listed", grouped(&work)));
    // One or two givens are not listed but counted, whatever their number.
    let short = args.givens <= 2 || work <= MOST_LISTED.into();
    match args.samples {
        Some(samples) => Some(samples),
        None if args.exact || short => None,
        None => Some(SAMPLES),
    }
}
