//! The context of an entry of `goals:`, and the limits on goals.

use super::super::diagnostic::Diagnostic;
use super::super::node::{Node, Reader};
use super::super::puzzle_file::PuzzleFile;
use super::super::span::Span;
use crate::puzzle::model::Puzzle;
use crate::support::format::grouped;

/// The largest number of goals of a puzzle.
pub const MAX_GOALS: usize = 100_000;

/// The largest total number of cells of the goals' boards. Goals that only leave cells of the
/// puzzle's board open do not count.
pub const MAX_GOAL_CELLS: usize = 4_000_000;

/// An entry of `goals:` while it is read.
#[derive(Clone, Copy)]
pub(super) struct GoalEntry<'a, 's> {
    pub(super) reader: Reader<'s>,
    pub(super) file: &'a PuzzleFile,
    pub(super) puzzle: &'a Puzzle,
    pub(super) node: Node<'s>,
    /// The index of the entry in `goals:`.
    pub(super) table: usize,
}

impl GoalEntry<'_, '_> {
    /// Checks that a number of goals is at most [`MAX_GOALS`]; `None` means overflow.
    pub(super) fn check_number(
        self,
        of_what: &str,
        number: Option<u128>,
    ) -> Result<(), Diagnostic> {
        let many = match number {
            Some(number) if number <= MAX_GOALS as u128 => return Ok(()),
            Some(number) => grouped(number),
            None => "countless".to_owned(),
        };
        Err(self.node.error(format!(
            "{of_what} makes {many} goals: at most {} are allowed",
            grouped(MAX_GOALS)
        )))
    }
}

/// Checks that the boards of goals have at most [`MAX_GOAL_CELLS`] cells in total.
pub(super) fn check_cells(cells: usize, span: Span) -> Result<(), Diagnostic> {
    if cells <= MAX_GOAL_CELLS {
        return Ok(());
    }
    Err(Diagnostic::error(
        format!(
            "the boards of the goals have more than {} cells together, the limit",
            grouped(MAX_GOAL_CELLS)
        ),
        span,
        "",
    )
    .help("divide the goals among several files"))
}
