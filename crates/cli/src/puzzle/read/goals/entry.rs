//! An entry of `goals:`, and how much it may make.

use super::super::diagnostic::Diagnostic;
use super::super::node::{Node, Reader};
use super::super::puzzle_file::PuzzleFile;
use super::super::span::Span;
use crate::puzzle::model::Puzzle;
use crate::support::format::grouped;

/// The most goals of a puzzle.
pub const MAX_GOALS: usize = 100_000;

/// The most cells that the boards of its goals have together, not counted those
/// that are the puzzle's own board but for cells left open.
pub const MAX_GOAL_CELLS: usize = 4_000_000;

/// An entry of `goals:` that is read.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a, 's> {
    pub(super) reader: Reader<'s>,
    pub(super) file: &'a PuzzleFile,
    /// The file's puzzle.
    pub(super) puzzle: &'a Puzzle,
    pub(super) node: Node<'s>,
    /// Its index.
    pub(super) table: usize,
}

impl Entry<'_, '_> {
    /// Refuses more goals than there may be.
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
        Err(Diagnostic::error(
            format!(
                "{of_what} is {many} goals: {} is the most",
                grouped(MAX_GOALS)
            ),
            self.node.span(),
            "",
        ))
    }
}

/// Refuses goals with more cells in all than there may be.
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
    .help("write the goals into several files"))
}
