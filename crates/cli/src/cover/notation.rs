//! The notation of placements on the command line: `PIECE@cells`.
//!
//! Cells are written by their lattice coordinates, as in a puzzle file's `Cells([…])`. Blanks and
//! commas between them are optional:
//!
//! ```text
//! X@(1,0)(0,1)(1,1)(2,1)(1,2)      the piece X on these five cells
//! X@(1,1)                          the piece X anywhere where it covers (1,1)
//! F'@(3,4,0), (3,4,1)              triangles and sticks with their kind
//! ```
//!
//! A [`PlacementPattern`] matches the placements of its piece that cover all its cells. If one
//! placement covers exactly these cells, only that placement matches. So the text of [`of`] is
//! always read back as the same placement. This matters in trays with depth, where an upright piece
//! may cover only some of the cells that it covers lying down.

mod error;
mod pattern;
mod read;

use itertools::Itertools;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

pub use error::NotationError;
pub use read::piece;

pub use self::pattern::{PlacementPattern, cell};
use crate::cover::Instance;
use crate::puzzle::{PieceId, Puzzle};

impl PlacementPattern {
    /// Reads a pattern that matches at least one placement of the puzzle.
    ///
    /// # Errors
    ///
    /// [`NotationError`] if the text is not a pattern, if it names an unknown piece or a cell off
    /// the board, or if no placement of the piece covers its cells.
    pub fn parse(text: &str, instance: &Instance) -> Result<Self, NotationError> {
        let puzzle = instance.puzzle();
        let pattern = read::pattern(text, puzzle)?;
        if pattern.matching(instance).is_empty() {
            return Err(NotationError::NoPlacement {
                piece: puzzle.piece(pattern.piece).name.to_string(),
                cells: cells(puzzle, &pattern.cells),
            });
        }
        Ok(pattern)
    }

    /// The placements that match the pattern, in the order of the options.
    ///
    /// If a given and another copy of its piece can have the same cells, only the given's option
    /// matches, since no solution has the other option.
    ///
    /// Cost: a pass over the options.
    pub fn matching(&self, instance: &Instance) -> Vec<OptionId> {
        let covers = |option: &OptionId| {
            let meaning = instance.meaning(*option);
            let on = &meaning.placement.cells;
            meaning.piece == self.piece && self.cells.iter().all(|cell| on.contains(cell))
        };
        let cells = |option: &OptionId| instance.meaning(*option).placement.cells.as_ref();
        let given = |option: &OptionId| instance.is_given(*option);
        let covering: Vec<OptionId> = instance.problem().options().filter(covers).collect();
        let mut found: Vec<OptionId> = covering
            .iter()
            .copied()
            .filter(|option| {
                given(option)
                    || !covering
                        .iter()
                        .any(|other| given(other) && cells(other) == cells(option))
            })
            .collect();
        if let Some(exact) = found.iter().copied().find(|o| cells(o) == self.cells) {
            found = vec![exact];
        }
        found
    }

    /// The only placement that matches the pattern.
    ///
    /// # Errors
    ///
    /// [`NotationError::NoPlacement`] or [`NotationError::Ambiguous`].
    pub fn placement(&self, instance: &Instance) -> Result<OptionId, NotationError> {
        /// The largest number of placements that a message lists.
        const NAMED: usize = 3;
        let puzzle = instance.puzzle();
        let found = self.matching(instance);
        let piece = || puzzle.piece(self.piece).name.to_string();
        match found.as_slice() {
            [] => Err(NotationError::NoPlacement {
                piece: piece(),
                cells: cells(puzzle, &self.cells),
            }),
            [option] => Ok(*option),
            several => Err(NotationError::Ambiguous {
                piece: piece(),
                cells: cells(puzzle, &self.cells),
                count: several.len(),
                such_as: several
                    .iter()
                    .take(NAMED)
                    .map(|option| of(instance, *option))
                    .join(", "),
            }),
        }
    }

    /// The pattern as text that [`PlacementPattern::parse`] reads.
    pub fn text(&self, puzzle: &Puzzle) -> String {
        written(puzzle, self.piece, &self.cells)
    }
}

/// A placement as text that [`PlacementPattern::parse`] reads.
pub fn of(instance: &Instance, option: OptionId) -> String {
    let meaning = instance.meaning(option);
    written(instance.puzzle(), meaning.piece, &meaning.placement.cells)
}

/// A piece and the cells that it covers, as a pattern: `X@(1,0)(0,1)`.
pub fn written(puzzle: &Puzzle, piece: PieceId, on: &[BoardCell]) -> String {
    format!("{}@{}", puzzle.piece(piece).name, cells(puzzle, on))
}

/// Cells as text: `(1,0)(0,1)`.
fn cells(puzzle: &Puzzle, cells: &[BoardCell]) -> String {
    cells.iter().map(|cell| self::cell(puzzle, *cell)).join("")
}

#[cfg(test)]
mod tests;
