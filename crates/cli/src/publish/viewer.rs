//! The viewer: puzzles with their solutions and challenges as one HTML page, to browse and to play.
//!
//! ```text
//! Space, or a search ─► EmbeddedSolutions (which solutions) ─┐
//! Instance       ─► shapes, turns, contour ─────┼─► PageContent ─► data (serde) ─► page: one HTML file
//! ChallengeFile ─► PlayableChallenge (steps in words) ──────┘   PageOptions (words, title) ─┘
//! ```
//!
//! The page holds all it needs: it loads nothing, and its own rules forbid it. Everything that
//! depends on the lattice is worked out here: where cells stand, outlines, what a turn makes of an
//! orientation, where each may lie. The page itself knows vectors and numbers only, so a new
//! lattice plays by its table. Its words are a table too, [`Texts`].
//!
//! The page's sources are in `viewer/page/`: plain HTML, CSS and JavaScript, put together as they
//! are. The data are packed (deflate), since the puzzles of a page are much alike.

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
mod posed;
mod rounding;
mod shapes;
mod site;
mod texts;
mod theme;
mod turns;

pub use content::{PageContent, PageKind, PlayablePuzzle};
pub use embedded_solutions::{Choice, EmbeddedSolutions};
pub use error::{MAX_CELLS, MAX_PAGE_PLACEMENTS, MAX_PLACEMENTS, ViewerError};
pub use options::PageOptions;
pub use posed::{Hint, PlayableCard, PlayableChallenge};
pub use site::{SiteFile, site};
pub use texts::Texts;
pub use theme::Theme;

pub(crate) use contour::EDGE;
pub(crate) use data::kind_of;
pub(crate) use rounding::{hundredths, short};
pub(crate) use shapes::{Shapes, tiles};
pub(crate) use turns::turns;

use data::PageData;

/// A page that browses and plays some puzzles, as the text of one HTML file.
///
/// Its size is about 100 KB, and packed for each placement some 10 bytes, for each solution a byte
/// or two a piece, for each challenge with its hints 1 KB.
///
/// # Errors
///
/// [`ViewerError`]: the boards or the placements are too many for a page, or a board wraps around.
///
/// # Examples
///
/// ```
/// use tilewright::solve::resources::Resources;
/// use tilewright::cover::Instance;
/// use tilewright::puzzle::{Source, load};
/// use tilewright::solve::search::Monitor;
/// use tilewright::solve::space::Space;
/// use tilewright::publish::viewer::{self, EmbeddedSolutions, PageContent, PageOptions};
///
/// let source = Source::new("tray.ron", r#"(
///     title: "A <small> tray", lattice: Square, board: Rect(5, 4),
///     pieces: [Set(of: Polyominoes(5), only: ["L", "P", "U", "Y"], copies: (0, 4))],
/// )"#);
/// let puzzle = load(&source)?.puzzle;
/// let instance = Instance::new(puzzle)?;
/// let space = Space::build(&instance, &Resources::default(), &Monitor::silent())?;
/// let held = EmbeddedSolutions::of(&space, 10_000, 1)?;
/// let content = PageContent::of_puzzle(&instance, held, Vec::new());
/// let page = viewer::page(&content, &PageOptions::default())?;
/// assert!(page.contains("<title>A &lt;small&gt; tray"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn page(content: &PageContent<'_>, options: &PageOptions) -> Result<String, ViewerError> {
    let data = PageData::new(content, options)?;
    Ok(page::page(content, options, &data, page::Shape::File))
}
