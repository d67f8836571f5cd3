//! What no page can show.

use thiserror::Error;

use crate::support::label::Label;

/// The most cells of a board that a page shows.
pub const MAX_CELLS: usize = 4096;

/// The most placements that a page holds.
pub const MAX_PLACEMENTS: usize = 60_000;

/// The most placements that all puzzles of a page have together.
pub const MAX_PAGE_PLACEMENTS: usize = 2_000_000;

/// Why there is no page.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ViewerError {
    /// The board is too large.
    #[error("the board has {cells} cells; a page shows at most {MAX_CELLS}")]
    Cells {
        /// How many cells it has.
        cells: usize,
    },
    /// The board wraps around.
    #[error(
        "a page is for boards on which cells have places, and {name:?} wraps around; draw, booklet and \
         solve --format html show its solutions"
    )]
    Wraps {
        /// The puzzle's title.
        name: Label,
    },
    /// There are too many puzzles.
    #[error(
        "the puzzles have {placements} placements together; a page holds at most \
         {MAX_PAGE_PLACEMENTS}"
    )]
    AllPlacements {
        /// How many there are.
        placements: usize,
    },
    /// There are too many placements.
    #[error("the pieces have {placements} placements; a page holds at most {MAX_PLACEMENTS}")]
    Placements {
        /// How many there are.
        placements: usize,
    },
}
