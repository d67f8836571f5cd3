//! The viewer: one HTML page with puzzles, their solutions and challenges, for browsing and playing.
//!
//! ```text
//! Space, or a search ─► EmbeddedSolutions (which solutions) ─┐
//! Instance ─► shapes, turns, contour ────────────────────────┼─► PageContent ─┬─► data ─► page
//! ChallengeFile ─► PlayableChallenge (hints in words) ───────┘                │
//!                                                PageOptions (words, title) ──┘
//! ```
//!
//! The page contains everything it needs: it loads nothing, and its content security policy forbids
//! loading. The Rust side computes everything that depends on the lattice: positions of cells, outlines,
//! the effect of a turn on an orientation, and where each orientation fits. The page's scripts know only
//! vectors and numbers, so a new lattice needs no new script. The words of the page are data too: the table
//! [`Texts`].
//!
//! The page's sources are in `viewer/page/`: plain HTML, CSS and JavaScript, concatenated unchanged. The
//! data are compressed (deflate), because the puzzles of a page are similar.

mod content;
mod contour;
mod corner;
mod data;
mod embedded_solutions;
mod error;
mod faces;
mod options;
mod orientation;
mod packed;
mod page;
mod playable_goals;
mod posed;
mod rounding;
mod shapes;
mod site;
mod texts;
mod theme;
mod turns;

pub(crate) use content::{PageContent, PlayablePuzzle};
pub(crate) use embedded_solutions::{Choice, EmbeddedSolutions};
pub use error::{MAX_CELLS, MAX_PAGE_PLACEMENTS, MAX_PLACEMENTS, ViewerError};
pub use options::PageOptions;
pub(crate) use playable_goals::{PlayableGoals, PlayableGoalsError};
pub(crate) use posed::{Hint, PlayableCard, PlayableChallenge};
pub use site::{SiteFile, site};
pub use texts::Texts;
pub use theme::Theme;

pub(crate) use contour::EDGE;
pub(crate) use data::kind_of;
pub(crate) use rounding::{hundredths, short};
pub(crate) use shapes::{Shapes, tiles};
pub(crate) use turns::turns;

use data::PageData;

/// A page for browsing and playing puzzles, as the text of one HTML file.
///
/// Size: about 100 KB, plus compressed data: about 10 bytes for each placement, 1 or 2 bytes for each piece
/// of a solution, and 1 KB for each challenge with hints.
///
/// # Errors
///
/// [`ViewerError`]: a board is too large or wraps around, or there are too many placements.
pub fn page(content: &PageContent<'_>, options: &PageOptions) -> Result<String, ViewerError> {
    let data = PageData::new(content, options)?;
    Ok(page::page(content, options, &data, page::PageForm::File))
}
