//! The viewer: a puzzle with its solutions and challenges as one HTML page, to browse and to play.
//!
//! ```text
//! Space, or a search ─► EmbeddedSolutions (which solutions) ─┐
//! Instance       ─► shapes, turns, contour ─────┼─► data (serde) ─► page: one HTML file
//! ChallengeFile ─► PlayableChallenge (steps in words) ──────┘
//! ```
//!
//! The page holds all it needs: it loads nothing, and its own rules forbid it. Everything that
//! depends on the lattice is worked out here: where cells stand, outlines, what a turn makes of an
//! orientation, where each may lie. The page itself knows vectors and numbers only, so a new
//! lattice plays by its table.
//!
//! The page's sources are in `viewer/page/`: plain HTML, CSS and JavaScript, put together as they
//! are.

mod contour;
mod corner;
mod data;
mod embedded_solutions;
mod error;
mod packed;
mod page;
mod posed;
mod shapes;
mod turns;

pub use embedded_solutions::{Choice, EmbeddedSolutions};
pub use error::{MAX_CELLS, MAX_PLACEMENTS, ViewerError};
pub use posed::{Hint, PlayableCard, PlayableChallenge};

pub(crate) use contour::EDGE;
pub(crate) use data::kind_of;
pub(crate) use shapes::{hundredths, short};

use crate::cover::Instance;
use data::{Data, DeckData};

/// A page that browses and plays a puzzle, as the text of one HTML file.
///
/// `held` are the solutions that it holds, `posed` the challenges.
///
/// Its size is about 100 KB, 30 bytes a placement, and for each solution a byte or two a piece.
///
/// # Errors
///
/// [`ViewerError`]: the board or the placements are too many for a page.
///
/// # Examples
///
/// ```
/// use tilewright::solve::resources::Resources;
/// use tilewright::cover::Instance;
/// use tilewright::puzzle::{Source, load};
/// use tilewright::solve::search::Monitor;
/// use tilewright::solve::space::Space;
/// use tilewright::publish::viewer::{self, EmbeddedSolutions};
///
/// let source = Source::new("tray.ron", r#"(
///     title: "A <small> tray", lattice: Square, board: Rect(5, 4),
///     pieces: [Set(of: Polyominoes(5), only: ["L", "P", "U", "Y"], copies: (0, 4))],
/// )"#);
/// let puzzle = load(&source)?.puzzle;
/// let instance = Instance::new(puzzle)?;
/// let space = Space::build(&instance, &Resources::default(), &Monitor::silent())?;
/// let held = EmbeddedSolutions::of(&space, 10_000, 1)?;
/// let page = viewer::page(&instance, &held, &[])?;
/// assert!(page.contains("<title>A &lt;small&gt; tray"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn page(
    instance: &Instance,
    held: &EmbeddedSolutions,
    posed: &[PlayableChallenge],
) -> Result<String, ViewerError> {
    let data = Data::new(instance, held, posed)?;
    Ok(page::page(&instance.puzzle().title, &data))
}

/// A page that plays a deck of cards, as the text of one HTML file. It holds no solutions, and begins
/// again for each card.
///
/// Its size is about 100 KB, and some 10 KB a card.
///
/// # Errors
///
/// [`ViewerError`]: a board or its placements are too many for a page.
pub fn deck_page(title: &str, cards: &[PlayableCard<'_>]) -> Result<String, ViewerError> {
    Ok(page::page(title, &DeckData::new(cards)?))
}
