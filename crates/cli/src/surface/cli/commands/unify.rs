//! `unify`: finds the fewest clues that leave one solution.

use std::io::Write;

use itertools::Itertools;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::background::with_progress;
use super::json_answer::{JsonLayout, print_answer};
use super::placed::{placed_option, placed_piece};
use super::solution_space::open_or_list;
use super::{LoadedPuzzle, counted, grouped, load, say, threads};
use crate::cover::notation::PlacementPattern;
use crate::design::challenges::{SymmetryClasses, given_as_ron};
use crate::design::min_clues::{
    By, Clue, ClueTarget, MinClues, MinCluesAnswer, MinCluesError, Shortfall, TargetChoice,
    as_restrictions,
};
use crate::picture::render::{self, Labels};
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::PieceId;
use crate::solve::search::WorkKind;
use crate::solve::space::Space;
use crate::surface::cli::args::UnifyArgs;
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

pub(super) fn run(args: &UnifyArgs) -> Result<Outcome, Failure> {
    let loaded = load(&args.file, args.part.part(), args.space.machine.bytes())?;
    if loaded.warn_of_obstacles() {
        return Ok(Outcome::No);
    }
    let LoadedPuzzle { instance, .. } = &loaded;
    let target = requested_target(args, &loaded)?;
    let monitor = signals::listen()?.with(&args.space.machine);
    let group = instance.symmetry(monitor.stop())?;
    let space = match open_or_list(&args.space, instance, &monitor)? {
        Ok(space) => Some(space),
        Err(error) => {
            say::note(format_args!("{error}; solutions are searched instead"));
            None
        }
    };
    let unify = MinClues {
        instance,
        symmetry_classes: &SymmetryClasses::new(instance, group),
        space: space.as_ref(),
        by: args.by.into(),
        target,
        seed: args.seed,
        memory: monitor.resources.memory(),
        monitor: &monitor,
    };
    let pool = threads(monitor.resources.threads)?;
    let looking = WorkKind::Busy("looking for clues that leave one solution");
    let unified = match with_progress(&monitor, looking, |_| pool.install(|| unify.run())) {
        Ok(unified) => unified,
        Err(MinCluesError::Stopped) => return Err(Failure::Interrupted),
        Err(
            error @ (MinCluesError::NoSolution
            | MinCluesError::NoneHolds
            | MinCluesError::Indistinct(_)),
        ) => {
            say::note(&error);
            return Ok(Outcome::No);
        }
        Err(error) => return Err(error.into()),
    };
    let report = UnifyReport {
        loaded: &loaded,
        by: unify.by,
        space: space.as_ref(),
        unified: &unified,
    };
    print_answer(
        args.format,
        JsonLayout::Compact,
        || report.answer(),
        |out| Ok(write!(out, "{}", report.text(out.styled))?),
    )?;
    report.say_what_is_open();
    Ok(match (unified.least.shortfall, &unified.clues) {
        (Some(Shortfall::Stopped), _) => Outcome::Interrupted,
        (_, None) => Outcome::No,
        (_, Some(_)) => Outcome::Done,
    })
}

/// The solution that `--solution` selects: by number, by placements, or any.
fn requested_target(args: &UnifyArgs, loaded: &LoadedPuzzle) -> Result<ClueTarget, Failure> {
    if let [number] = args.solution.as_slice()
        && let Ok(number) = number.parse()
    {
        return Ok(ClueTarget::Number(number));
    }
    if args.solution.is_empty() {
        return Ok(ClueTarget::Any);
    }
    let pattern = |text: &String| PlacementPattern::parse(text, &loaded.instance);
    let patterns = args.solution.iter().map(pattern).collect::<Result<_, _>>();
    Ok(ClueTarget::Holding(patterns?))
}

/// The result, with the puzzle and the request.
struct UnifyReport<'a> {
    loaded: &'a LoadedPuzzle,
    by: By,
    space: Option<&'a Space<'a>>,
    unified: &'a MinCluesAnswer,
}

impl UnifyReport<'_> {
    fn answer(&self) -> Record {
        let MinCluesAnswer {
            solution,
            choice,
            clues,
            least,
            checked_by,
            any_at_least,
        } = self.unified;
        let LoadedPuzzle { instance, .. } = self.loaded;
        let puzzle = instance.puzzle();
        let clues = clues.as_ref().map(|clues| {
            let clues = clues.iter();
            clues
                .map(|clue| placed_piece(puzzle, clue.piece, &clue.cells))
                .collect::<Value>()
        });
        let solution = solution
            .iter()
            .map(|option| placed_option(instance, *option));
        record! {
            puzzle: &puzzle.title,
            by: match self.by {
                By::Givens => "givens",
                By::Cells => "cells",
            },
            solutions: self.space.map(Space::count).as_ref(),
            chosen: match choice {
                TargetChoice::Asked => "asked",
                TargetChoice::Fewest => "fewest",
                TargetChoice::FewestOf(_) => "fewest_of_some",
                TargetChoice::First => "first",
            },
            of: match choice {
                TargetChoice::FewestOf(some) => Some(*some),
                _ => None,
            },
            clues: clues,
            at_least: least.at_least,
            any_at_least: *any_at_least,
            proved: least.is_least(),
            complete: least.shortfall != Some(Shortfall::Stopped),
            differences: least.differences,
            checked_by: *checked_by,
            solution: solution.collect::<Value>(),
        }
    }

    fn text(&self, styled: bool) -> String {
        let LoadedPuzzle { instance, .. } = self.loaded;
        let puzzle = instance.puzzle();
        let labels = Labels::of_puzzle(puzzle);
        let mut text = self.headline();
        let picture = |placements: &[(PieceId, &[BoardCell])]| {
            render::placements(puzzle, &labels, placements, styled)
        };
        let placed = |options: &[OptionId]| -> Vec<(PieceId, &[BoardCell])> {
            let meanings = options.iter().map(|option| instance.meaning(*option));
            meanings
                .map(|meaning| (meaning.piece, &*meaning.placement.cells))
                .collect()
        };
        if let Some(legend) = labels.legend(puzzle) {
            text += &format!("\n{legend}\n");
        }
        if let Some(clues) = &self.unified.clues {
            let mut given = placed(instance.givens());
            given.extend(clues.iter().map(|clue| (clue.piece, clue.cells.as_slice())));
            text += &format!("\n{}", picture(&given));
        }
        text += &format!(
            "\nthe solution\n{}",
            picture(&placed(&self.unified.solution))
        );
        if let Some(clues) = self
            .unified
            .clues
            .as_ref()
            .filter(|clues| !clues.is_empty())
        {
            text += &self.in_the_format(clues);
        }
        text
    }

    /// The first lines: `Kanoodle: 2 givens leave one of its 371,020 solutions`, and the proved bounds on the
    /// minimum number of clues.
    fn headline(&self) -> String {
        let MinCluesAnswer {
            choice,
            clues,
            least,
            checked_by,
            ..
        } = self.unified;
        let noun = match self.by {
            By::Givens => "given",
            By::Cells => "marked cell",
        };
        let one_of = match self.space.map(Space::count) {
            Some(count) if count == 1_u32.into() => "its one solution".to_owned(),
            Some(count) => format!("one of its {} solutions", grouped(count)),
            None => "one of its solutions".to_owned(),
        };
        let mut text = self.loaded.instance.puzzle().title.to_string();
        text += &match clues {
            Some(clues) => {
                let leave = if clues.len() == 1 { "leaves" } else { "leave" };
                format!(": {} {leave} {one_of}\n", counted(clues.len(), noun))
            }
            None => format!(": not known how many {noun}s leave {one_of}\n"),
        };
        text += &match clues {
            Some(clues) if clues.is_empty() => "  fewest    nothing has to be added\n".to_owned(),
            _ if least.is_least() => format!(
                "  fewest    proved from {}: with fewer {noun}s, another solution would remain\n",
                counted(least.differences, "other solution"),
            ),
            _ => {
                let why = match least.shortfall {
                    Some(Shortfall::Stopped) => "interrupted before it was proved",
                    _ => "not proved",
                };
                format!("  fewest    at least {}, {why}\n", least.at_least)
            }
        };
        text += &match choice {
            TargetChoice::Asked => String::new(),
            TargetChoice::Fewest => "  solution  no other one can be fixed with fewer\n".to_owned(),
            TargetChoice::FewestOf(some) => {
                let none = self.unified.any_at_least;
                let bound = if none > 0 {
                    format!("; none needs fewer than {none}")
                } else {
                    String::new()
                };
                format!("  solution  needs the fewest of {some} drawn at random{bound}\n")
            }
            TargetChoice::First => "  solution  the first that was found\n".to_owned(),
        };
        if let Some(engine) = checked_by {
            text += &format!("  checked   by {engine}: no other solution is left\n");
        }
        text
    }

    /// The clues as a field of the puzzle's file.
    fn in_the_format(&self, clues: &[Clue]) -> String {
        let LoadedPuzzle { instance, .. } = self.loaded;
        let puzzle = instance.puzzle();
        let (field, lines) = match self.by {
            By::Givens => {
                let given = clues.iter().flat_map(|clue| &clue.options);
                let lines = given.map(|option| given_as_ron(instance, *option));
                ("givens", lines.collect_vec())
            }
            By::Cells => match as_restrictions(puzzle, clues) {
                Some(lines) => ("restrict", lines),
                None => return String::new(),
            },
        };
        let lines = lines.iter().map(|line| format!("    {line},\n")).join("");
        format!("\n{field}: [\n{lines}],\n")
    }

    fn say_what_is_open(&self) {
        let MinCluesAnswer {
            least,
            clues,
            checked_by,
            ..
        } = self.unified;
        let Some(clues) = clues else {
            say::note("stopped before an answer was found");
            return;
        };
        if !least.is_least() {
            let (found, at_least) = (clues.len(), least.at_least);
            say::note(format_args!(
                "the best found has {}, and at least {at_least} are needed: {}",
                grouped(found),
                match least.shortfall {
                    Some(Shortfall::Stopped) => "interrupted",
                    _ => "more would take too much work",
                }
            ));
        }
        if checked_by.is_none() {
            say::note("not checked by a second engine, which would take too long");
        }
        if self.by == By::Cells && as_restrictions(self.loaded.instance.puzzle(), clues).is_none() {
            say::note(
                "the marks are not written as restrictions: the puzzle format cannot express that \
                 a piece with copies covers an optional cell",
            );
        }
    }
}
