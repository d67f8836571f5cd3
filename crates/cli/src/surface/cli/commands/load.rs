//! Puzzles as commands load them, and what they refuse.

use std::path::Path;

use tilewright_dlx::{Problem, StopFlag};
use tilewright_geometry::Sides;

use super::kinds;
use crate::cover::Instance;
use crate::cover::conditions::{LeafFilter, Means};
use crate::cover::item_order::{ItemOrderError, reordered};
use crate::puzzle::{
    self, Case, Condition, Diagnostic, ItemOrder, Part, Puzzle, PuzzleFile, Source, Spans,
    SymmetryKind,
};
use crate::reason::twins::{twins, twins_warning};
use crate::solve::refute::feasibility::{Obstacle, obstacles, plain_obstacles};
use crate::solve::symmetric::{of_kind, requested_kinds};
use crate::support::label::shown;
use crate::surface::cli::failure::Failure;

/// A puzzle with its text.
pub(super) struct LoadedPuzzle {
    pub(super) source: Source,
    pub(super) instance: Instance,
    /// Where its parts stand in the text.
    pub(super) spans: Spans,
    pub(super) cases: Vec<Case>,
    pub(super) order: ItemOrder,
}

/// Reads the puzzle file that a call names.
pub(super) fn load_puzzle(path: &Path) -> Result<(Source, PuzzleFile), Failure> {
    read_puzzle(Source::load_named(path)?)
}

/// Reads the text of a puzzle.
pub(super) fn read_puzzle(source: Source) -> Result<(Source, PuzzleFile), Failure> {
    if let Some(other) = kinds::no_puzzle(&source) {
        return Err(Failure::Diagnostic(Box::new(other), source));
    }
    match puzzle::load(&source) {
        Ok(file) => Ok((source, file)),
        Err(diagnostic) => Err(Failure::Diagnostic(diagnostic, source)),
    }
}

/// Reads a puzzle file, or one part of it.
pub(super) fn load_part(path: &Path, part: Part<'_>) -> Result<(Source, PuzzleFile), Failure> {
    let (source, file) = load_puzzle(path)?;
    part_of(source, file, part)
}

/// A part of a puzzle read.
pub(super) fn part_of(
    source: Source,
    file: PuzzleFile,
    part: Part<'_>,
) -> Result<(Source, PuzzleFile), Failure> {
    match file.into_part(part) {
        Ok(file) => Ok((source, file)),
        Err(diagnostic) => Err(Failure::Diagnostic(diagnostic, source)),
    }
}

/// Reads a puzzle file with all that it holds, or one goal of it.
pub(super) fn load_goal(path: &Path, goal: Option<&str>) -> Result<(Source, PuzzleFile), Failure> {
    match goal {
        Some(goal) => load_part(path, Part::Goal(goal)),
        None => load_puzzle(path),
    }
}

/// Reads a puzzle file, or one part of it, and builds the matrix, within `memory` bytes if they are limited.
pub(super) fn load(
    path: &Path,
    part: Part<'_>,
    memory: Option<u64>,
) -> Result<LoadedPuzzle, Failure> {
    let (source, file) = load_part(path, part)?;
    LoadedPuzzle::new(source, file, memory)
}

/// The same of a text that has been read.
pub(super) fn load_text(source: Source, part: Part<'_>) -> Result<LoadedPuzzle, Failure> {
    let (source, file) = read_puzzle(source)?;
    let (source, file) = part_of(source, file, part)?;
    LoadedPuzzle::new(source, file, None)
}

/// The same for those who ask of each solution what no items say.
pub(super) fn load_with_filter(
    path: &Path,
    part: Part<'_>,
    memory: Option<u64>,
) -> Result<LoadedPuzzle, Failure> {
    let (source, file) = load_part(path, part)?;
    LoadedPuzzle::with_filter(source, file, memory)
}

/// Refuses a puzzle with a condition that is asked of each solution.
pub(super) fn refuse_filter(source: &Source, file: &PuzzleFile) -> Result<(), Failure> {
    let Some(condition) = LeafFilter::first_condition(&file.puzzle) else {
        return Ok(());
    };
    let words = &file.puzzle.conditions[condition];
    let place = file.spans.conditions[condition];
    let message =
        "this condition is asked of each solution as it is found, which this command does not do";
    let diagnostic = Diagnostic::error(message, place, words.to_string())
        .help("`count`, `solve` without `--any`, `draw`, `check` and `verify` do; see the guide on counting");
    Err(Failure::Diagnostic(Box::new(diagnostic), source.clone()))
}

/// Refuses a puzzle with a condition of some kind; `why` is what the command does instead.
pub(super) fn refuse_conditions(
    source: &Source,
    file: &PuzzleFile,
    why: &str,
    is_refused: impl Fn(&Condition) -> bool,
) -> Result<(), Failure> {
    let Some(condition) = file.puzzle.conditions.iter().position(is_refused) else {
        return Ok(());
    };
    let place = file.spans.conditions[condition];
    let words = file.puzzle.conditions[condition].to_string();
    let diagnostic = Diagnostic::error(why, place, words).help("leave the condition out here");
    Err(Failure::Diagnostic(Box::new(diagnostic), source.clone()))
}

/// Refuses a puzzle whose pieces have coloured cells; `why` is what the command does instead.
pub(super) fn refuse_colors(source: &Source, file: &PuzzleFile, why: &str) -> Result<(), Failure> {
    let mut pieces = file.puzzle.pieces.iter();
    let Some(first) = pieces.position(|piece| piece.cell_colors.is_some()) else {
        return Ok(());
    };
    let place = file.spans.piece[first];
    let diagnostic = Diagnostic::error(why, place, "cells have colours");
    Err(Failure::Diagnostic(Box::new(diagnostic), source.clone()))
}

/// The same of a design, whose choices exchange pieces that must be told apart to be kept apart.
pub(super) fn refuse_apart_in_design(source: &Source, file: &PuzzleFile) -> Result<(), Failure> {
    let why = "a design counts choices of pieces, and knows none that are to be kept apart";
    let is_apart = |condition: &Condition| matches!(condition, Condition::Apart { .. });
    refuse_conditions(source, file, why, is_apart)
}

impl LoadedPuzzle {
    /// A puzzle with its text, whose conditions items say, made within `memory` bytes if they are limited.
    pub(super) fn new(
        source: Source,
        file: PuzzleFile,
        memory: Option<u64>,
    ) -> Result<Self, Failure> {
        refuse_filter(&source, &file)?;
        Self::with_filter(source, file, memory)
    }

    /// The same of any conditions.
    pub(super) fn with_filter(
        source: Source,
        file: PuzzleFile,
        memory: Option<u64>,
    ) -> Result<Self, Failure> {
        Ok(Self {
            instance: Instance::within(file.puzzle, memory, &StopFlag::new())?,
            source,
            spans: file.spans,
            cases: file.cases,
            order: file.order,
        })
    }

    /// The problem with its items in the order that the file names; none if it names none.
    pub(super) fn ordered(&self) -> Result<Option<Problem>, Failure> {
        let refused = |diagnostic| Failure::Diagnostic(Box::new(diagnostic), self.source.clone());
        in_order(&self.instance, &self.order).map_err(|error| match error {
            Ok(diagnostic) => refused(diagnostic),
            Err(other) => Failure::Other(other.into()),
        })
    }

    /// Refuses a puzzle whose solutions are to have a symmetry that the puzzle has not.
    pub(super) fn refuse_missing_symmetry(&self, stop: &StopFlag) -> Result<(), Failure> {
        let kinds = requested_kinds(&self.instance);
        if kinds.is_empty() {
            return Ok(());
        }
        let group = self.instance.symmetry(stop)?;
        let missing = |kind: &SymmetryKind| of_kind(group, *kind).is_empty();
        let Some(kind) = kinds.into_iter().find(missing) else {
            return Ok(());
        };
        let conditions = &self.instance.puzzle().conditions;
        let at = (conditions.iter()).position(|c| *c == Condition::Symmetric { by: kind });
        let place = at.map_or(self.spans.board, |at| self.spans.conditions[at]);
        let has: Vec<&str> = (SymmetryKind::ALL.iter())
            .filter(|kind| !of_kind(group, **kind).is_empty())
            .map(|kind| kind.word())
            .collect();
        let help = if has.is_empty() {
            "board, pieces, givens and restrictions together have no symmetry".to_owned()
        } else {
            format!("the kinds of symmetry that it has: {}", has.join(", "))
        };
        let message = format!("this puzzle has no such symmetry: {}", kind.word());
        let diagnostic = Diagnostic::error(message, place, "").help(help);
        Err(Failure::Diagnostic(
            Box::new(diagnostic),
            self.source.clone(),
        ))
    }

    /// The conditions that are asked of each solution, by which a checkpoint is told from others; empty if
    /// there are none.
    pub(super) fn filter_in_words(&self) -> String {
        let puzzle = self.instance.puzzle();
        let conditions = puzzle.conditions.iter();
        let filters =
            conditions.filter(|condition| Means::of(puzzle, condition) != Means::Constraint);
        let filters: Vec<String> = filters
            .map(|condition| format!(" where {condition}"))
            .collect();
        filters.concat()
    }

    /// Tells on stderr of obstacles that can be seen at a glance, and of pieces of one
    /// shape; whether there are obstacles. For what asks about the search, not about its
    /// solutions.
    pub(super) fn warn_of_plain_obstacles(&self) -> bool {
        self.warn_of_twins();
        self.say_why_not(&plain_obstacles(&self.instance))
    }

    /// Tells on stderr of obstacles and well-known colourings that leave no
    /// solution, and of pieces of one shape; whether there are obstacles, so that a search is
    /// not needed.
    pub(super) fn warn_of_obstacles(&self) -> bool {
        self.warn_of_twins();
        self.say_why_not(&obstacles(&self.instance))
    }

    /// Tells on stderr why there is no solution; whether there is a reason.
    pub(super) fn say_why_not(&self, reasons: &[Obstacle]) -> bool {
        for obstacle in reasons {
            let diagnostic = obstacle.diagnostic(self.instance.puzzle(), &self.spans);
            stderr_line!("{}", diagnostic.render(&self.source, true));
        }
        !reasons.is_empty()
    }

    /// Tells on stderr of pieces of one shape.
    pub(super) fn warn_of_twins(&self) {
        warn_of_twins(
            self.instance.puzzle(),
            &self.cases,
            &self.spans,
            &self.source,
        );
    }

    /// Says on stderr that there is no solution and, if that is seen without a
    /// search, why; or how to ask. `file` is that of the puzzle, or of which it is a
    /// part.
    pub(super) fn say_why_there_is_none(&self, file: &Path, part: Part<'_>) {
        if self.say_why_not(&obstacles(&self.instance)) {
            return;
        }
        if LeafFilter::first_condition(self.instance.puzzle()).is_some() {
            // What is asked of each solution may be why, and `why` refuses such puzzles.
            remark_line!("no solution");
        } else {
            let file = file.display();
            let part = match part {
                Part::Whole => String::new(),
                Part::Case(case) => format!(" --case {case:?}"),
                Part::Goal(goal) => format!(" --goal {goal:?}"),
            };
            remark_line!("no solution; `tilewright why {file}{part}` says why");
        }
    }
}

/// The problem of an instance with its items in an order; none if the order names none. The error is a
/// name that no item has, or another fault.
pub(super) fn in_order(
    instance: &Instance,
    order: &ItemOrder,
) -> Result<Option<Problem>, Result<Diagnostic, ItemOrderError>> {
    if order.is_empty() {
        return Ok(None);
    }
    let problem = instance.problem();
    let has_item = |name: &str| {
        problem
            .item(name)
            .is_some_and(|item| problem.is_primary(item))
    };
    let is_strange = |(name, _): &&(String, puzzle::Span)| name.starts_with('@') && !has_item(name);
    if let Some((name, place)) = order.names().find(is_strange) {
        let message = format!("no item that must be covered is named {name:?}");
        let help = "`tilewright matrix` begins with the names; those before `|` must be covered";
        return Err(Ok(Diagnostic::error(message, *place, "").help(help)));
    }
    // Pieces may need no item, where the area of the board says how many there are.
    let first: Vec<&str> = order
        .first
        .iter()
        .map(|(name, _)| name.as_str())
        .filter(|name| has_item(name))
        .collect();
    let last: Vec<&str> = order
        .last
        .iter()
        .map(|(name, _)| name.as_str())
        .filter(|name| has_item(name))
        .collect();
    reordered(problem, &first, &last).map(Some).map_err(Err)
}

/// Tells on stderr of pieces of one shape.
pub(super) fn warn_of_twins(puzzle: &Puzzle, cases: &[Case], spans: &Spans, source: &Source) {
    for ids in twins(puzzle, cases) {
        let warning = twins_warning(puzzle, spans, &ids);
        stderr_line!("{}", warning.render(source, true));
    }
}

/// How pieces may be turned, as options and captions say it.
pub(super) fn sides_word(sides: Sides) -> &'static str {
    match sides {
        Sides::Free => "free",
        Sides::OneSided => "one-sided",
        Sides::Fixed => "fixed",
    }
}

/// Says on stderr how to ask why a goal of a file is impossible.
pub(super) fn say_how_to_ask_why(file: &Path, goal: &str) {
    let file = shown(file);
    remark_line!("`tilewright why {file} --goal {goal:?}` says why a goal is impossible");
}
