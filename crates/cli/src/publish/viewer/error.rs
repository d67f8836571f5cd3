//! Limits of pages, and the errors when a puzzle exceeds them.

use thiserror::Error;

use crate::support::label::Label;

/// The maximum number of cells of a board on a page.
pub const MAX_CELLS: usize = 4096;

/// The maximum number of placements of a puzzle on a page.
pub const MAX_PLACEMENTS: usize = 60_000;

/// The maximum number of placements of all puzzles on a page together.
pub const MAX_PAGE_PLACEMENTS: usize = 2_000_000;

/// Why a page cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ViewerError {
    /// The board is too large.
    #[error("the board has {cells} cells; a page shows at most {MAX_CELLS}")]
    Cells {
        /// The number of cells of the board.
        cells: usize,
    },
    /// The board wraps around.
    #[error(
        "the board of {name:?} wraps around, so a page cannot show it; draw, booklet and solve \
         --format html show its solutions"
    )]
    Wraps {
        /// The puzzle's title.
        name: Label,
    },
    /// All puzzles together have too many placements.
    #[error(
        "the puzzles together have {placements} placements; a page holds at most \
         {MAX_PAGE_PLACEMENTS}"
    )]
    AllPlacements {
        /// The number of placements of all puzzles together.
        placements: usize,
    },
    /// The puzzle has too many placements.
    #[error("the pieces have {placements} placements; a page holds at most {MAX_PLACEMENTS}")]
    Placements {
        /// The number of placements of the puzzle.
        placements: usize,
    },
}
