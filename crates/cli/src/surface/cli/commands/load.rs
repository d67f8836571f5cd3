//! Loads puzzles for the commands, and returns errors for puzzles that a command cannot process.

use std::path::Path;

use tilewright_dlx::{Problem, StopFlag};

use super::kinds;
use crate::cover::Instance;
use crate::cover::conditions::{ConditionFilter, Means};
use crate::cover::item_order::{ItemOrderError, reordered};
use crate::puzzle::{
    self, Case, Condition, Diagnostic, ItemOrder, Puzzle, PuzzleFile, PuzzlePart, Source, Spans,
    SymmetryKind,
};
use crate::reason::twins::{twins, twins_warning};
use crate::solve::refute::feasibility::{Obstacle, obstacles, plain_obstacles};
use crate::solve::symmetric::{of_kind, requested_kinds};
use crate::support::label::shown;
use crate::surface::cli::failure::Failure;

/// A puzzle file that was read, with its text.
pub(super) struct LoadedPuzzle {
    pub(super) source: Source,
    pub(super) instance: Instance,
    /// The positions of the puzzle's parts in the text.
    pub(super) spans: Spans,
    pub(super) cases: Vec<Case>,
    pub(super) order: ItemOrder,
}

/// Reads the puzzle file at a path, or from stdin for `-`.
pub(super) fn load_puzzle(path: &Path) -> Result<(Source, PuzzleFile), Failure> {
    read_puzzle(Source::load_named(path)?)
}

/// Reads the text of a puzzle. For files of another kind, the error names the kind.
pub(super) fn read_puzzle(source: Source) -> Result<(Source, PuzzleFile), Failure> {
    if let Some(other) = kinds::no_puzzle(&source) {
        return Err(Failure::Diagnostic(Box::new(other), source));
    }
    match puzzle::load(&source) {
        Ok(file) => Ok((source, file)),
        Err(diagnostic) => Err(Failure::Diagnostic(diagnostic, source)),
    }
}

/// Reads a file that is not a puzzle, such as a file of texts.
pub(super) fn load_as<T>(
    path: &Path,
    read: impl FnOnce(&Source) -> Result<T, Diagnostic>,
) -> Result<T, Failure> {
    let source = Source::load_named(path)?;
    read(&source).map_err(|error| Failure::Diagnostic(Box::new(error), source))
}

pub(super) fn load_part(
    path: &Path,
    part: PuzzlePart<'_>,
) -> Result<(Source, PuzzleFile), Failure> {
    let (source, file) = load_puzzle(path)?;
    part_of(source, file, part)
}

pub(super) fn part_of(
    source: Source,
    file: PuzzleFile,
    part: PuzzlePart<'_>,
) -> Result<(Source, PuzzleFile), Failure> {
    match file.into_part(part) {
        Ok(file) => Ok((source, file)),
        Err(diagnostic) => Err(Failure::Diagnostic(diagnostic, source)),
    }
}

/// Reads a whole puzzle file, or one goal of it.
pub(super) fn load_goal(path: &Path, goal: Option<&str>) -> Result<(Source, PuzzleFile), Failure> {
    match goal {
        Some(goal) => load_part(path, PuzzlePart::Goal(goal)),
        None => load_puzzle(path),
    }
}

/// Reads a puzzle file, or one part of it, and builds its matrix, within `memory` bytes if given.
/// Returns an error if a condition can be checked only by a filter.
pub(super) fn load(
    path: &Path,
    part: PuzzlePart<'_>,
    memory: Option<u64>,
) -> Result<LoadedPuzzle, Failure> {
    let (source, file) = load_part(path, part)?;
    LoadedPuzzle::new(source, file, memory)
}

/// As [`load`], for a puzzle whose text has been read already.
pub(super) fn load_text(source: Source, part: PuzzlePart<'_>) -> Result<LoadedPuzzle, Failure> {
    let (source, file) = read_puzzle(source)?;
    let (source, file) = part_of(source, file, part)?;
    LoadedPuzzle::new(source, file, None)
}

/// As [`load`], for commands that test each solution. So conditions that only a filter can check
/// are allowed.
pub(super) fn load_with_filter(
    path: &Path,
    part: PuzzlePart<'_>,
    memory: Option<u64>,
) -> Result<LoadedPuzzle, Failure> {
    let (source, file) = load_part(path, part)?;
    LoadedPuzzle::with_filter(source, file, memory)
}

/// Returns an error if a condition must be tested on each solution.
pub(super) fn refuse_filter(source: &Source, file: &PuzzleFile) -> Result<(), Failure> {
    let Some(condition) = ConditionFilter::first_condition(&file.puzzle) else {
        return Ok(());
    };
    let words = &file.puzzle.conditions[condition];
    let place = file.spans.conditions[condition];
    let message = "this condition must be checked on each solution, which this command does not do";
    let diagnostic = Diagnostic::error(message, place, words.to_string()).help(
        "use `count`, `solve` without `--any`, `draw`, `check` or `verify`; see the guide on \
         counting",
    );
    Err(Failure::Diagnostic(Box::new(diagnostic), source.clone()))
}

/// Returns an error if `is_refused` holds for a condition. `why` is the message.
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
    let diagnostic =
        Diagnostic::error(why, place, words).help("leave the condition out for this command");
    Err(Failure::Diagnostic(Box::new(diagnostic), source.clone()))
}

/// Returns an error if pieces have coloured cells. `why` is the message.
pub(super) fn refuse_colors(source: &Source, file: &PuzzleFile, why: &str) -> Result<(), Failure> {
    let mut pieces = file.puzzle.pieces.iter();
    let Some(first) = pieces.position(|piece| piece.cell_colors.is_some()) else {
        return Ok(());
    };
    let place = file.spans.piece[first];
    let diagnostic = Diagnostic::error(why, place, "cells have colours");
    Err(Failure::Diagnostic(Box::new(diagnostic), source.clone()))
}

/// Returns an error if a condition says that certain pieces must not touch. For `design`, which exchanges pieces
/// regardless of such conditions.
pub(super) fn refuse_apart_in_design(source: &Source, file: &PuzzleFile) -> Result<(), Failure> {
    let why = "`design` counts choices of pieces, and cannot keep pieces apart";
    let is_apart = |condition: &Condition| matches!(condition, Condition::Apart { .. });
    refuse_conditions(source, file, why, is_apart)
}

impl LoadedPuzzle {
    /// Builds a puzzle whose conditions are all expressed by items, within `memory` bytes if given.
    pub(super) fn new(
        source: Source,
        file: PuzzleFile,
        memory: Option<u64>,
    ) -> Result<Self, Failure> {
        refuse_filter(&source, &file)?;
        Self::with_filter(source, file, memory)
    }

    /// As [`new`](Self::new), but also for puzzles with conditions that must be tested on each solution.
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

    /// The problem with its items in the order that the file gives; `None` if the file gives no
    /// order.
    pub(super) fn ordered(&self) -> Result<Option<Problem>, Failure> {
        let refused = |diagnostic| Failure::Diagnostic(Box::new(diagnostic), self.source.clone());
        in_order(&self.instance, &self.order).map_err(|error| match error {
            Ok(diagnostic) => refused(diagnostic),
            Err(other) => Failure::Other(other.into()),
        })
    }

    /// Returns an error if solutions must have a symmetry that the puzzle lacks.
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
            format!("it has these kinds of symmetry: {}", has.join(", "))
        };
        let message = format!("this puzzle has no such symmetry: {}", kind.word());
        let diagnostic = Diagnostic::error(message, place, "").help(help);
        Err(Failure::Diagnostic(
            Box::new(diagnostic),
            self.source.clone(),
        ))
    }

    /// The conditions that are tested on each solution, as part of a checkpoint's identity. Empty
    /// if there are none.
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

    /// Prints on stderr the first obstacle that is found without colouring arguments, and the pieces that have the
    /// same shape. Returns whether there is an obstacle. For commands that report on the search, not on solutions.
    pub(super) fn warn_of_plain_obstacles(&self) -> bool {
        self.warn_of_twins();
        self.say_why_not(&plain_obstacles(&self.instance))
    }

    /// Prints on stderr the first obstacle to a solution, and the pieces that have the same shape. Classical
    /// colourings are tried too. Returns whether there is an obstacle: then no search is needed.
    pub(super) fn warn_of_obstacles(&self) -> bool {
        self.warn_of_twins();
        self.say_why_not(&obstacles(&self.instance))
    }

    /// Prints on stderr the first reason why there is no solution; `check` prints all. Returns whether
    /// there is a reason.
    pub(super) fn say_why_not(&self, reasons: &[Obstacle]) -> bool {
        // One obstacle is enough: others are often its consequences.
        if let Some(obstacle) = reasons.first() {
            let diagnostic = obstacle.diagnostic(self.instance.puzzle(), &self.spans);
            stderr_line!("{}", diagnostic.render(&self.source, true));
        }
        !reasons.is_empty()
    }

    /// Warns on stderr of pieces of the same shape.
    pub(super) fn warn_of_twins(&self) {
        warn_of_twins(
            self.instance.puzzle(),
            &self.cases,
            &self.spans,
            &self.source,
        );
    }

    /// Prints on stderr that there is no solution, and an obstacle if there is one. Otherwise prints the
    /// command line of `why` that finds the reason for `part` of `file`.
    pub(super) fn say_why_there_is_none(&self, file: &Path, part: PuzzlePart<'_>) {
        if self.say_why_not(&obstacles(&self.instance)) {
            return;
        }
        if ConditionFilter::first_condition(self.instance.puzzle()).is_some() {
            // The filter may be the reason why there is no solution. The command `why` refuses puzzles with a
            // filter.
            remark_line!("no solution");
        } else {
            let file = file.display();
            let part = match part {
                PuzzlePart::Whole => String::new(),
                PuzzlePart::Case(case) => format!(" --case {case:?}"),
                PuzzlePart::Goal(goal) => format!(" --goal {goal:?}"),
            };
            remark_line!("no solution; `tilewright why {file}{part}` says why");
        }
    }
}

/// The problem of an instance with its items in this order; `None` if the order names no item.
///
/// # Errors
///
/// `Ok` contains a diagnostic for a name that no item has. `Err` contains any other error in the
/// order.
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
        let message = format!("no item that must be covered has the name {name:?}");
        let help = "the first line of `tilewright matrix` lists the names; items before `|` must \
                    be covered";
        return Err(Ok(Diagnostic::error(message, *place, "").help(help)));
    }
    // If the area of the board determines the copies of a piece, the piece has no item.
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

/// Warns on stderr of pieces of the same shape.
pub(super) fn warn_of_twins(puzzle: &Puzzle, cases: &[Case], spans: &Spans, source: &Source) {
    for ids in twins(puzzle, cases) {
        let warning = twins_warning(puzzle, spans, &ids);
        stderr_line!("{}", warning.render(source, true));
    }
}

/// Prints on stderr the command line of `why` that explains why a goal is impossible.
pub(super) fn say_how_to_ask_why(file: &Path, goal: &str) {
    let file = shown(file);
    remark_line!("`tilewright why {file} --goal {goal:?}` says why a goal is impossible");
}
