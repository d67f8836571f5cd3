//! Puzzles: from a RON file to the resolved model.
//!
//! ```text
//! file ─► Source ─► PuzzleFile (as written) ─► Puzzle (resolved: geometry) ─► Instance
//!             └──────── Diagnostic (what is wrong, where) ◄───┘
//! ```
//!
//! [`load`] does all of it; the modules are its steps.

mod cases;
mod diagnostic;
mod expect;
mod file;
mod givens;
mod goals;
mod model;
mod node;
mod outline;
mod part;
mod piece_set;
mod pieces;
mod placements;
mod rehome;
mod resolve;
mod restrict;
mod restriction;
mod shapes;
mod source;
mod syntax;

pub use cases::Case;
pub use diagnostic::{Diagnostic, Severity};
pub use file::Expect;
pub use goals::{Change, Goal, MAX_GOAL_CELLS, MAX_GOALS, TablePlace};
pub use model::{Color, Copies, Given, Piece, PieceId, Places, Puzzle, Tray};
pub use outline::is_meant_as_puzzle;
pub use part::Part;
pub use placements::{MAX_ENTRIES, PlacementsError, placements_under};
pub use restriction::{Restriction, Rule};
pub use source::{MAX_FILE_BYTES, Source, SourceError, Span};

pub(crate) use diagnostic::suggestion;
pub(crate) use givens::read_givens;
pub(crate) use node::{Node, Raw, Reader};
pub(crate) use outline::outer_fields;
pub(crate) use piece_set::PieceSet;
pub(crate) use pieces::abbreviated;
pub(crate) use placements::{Budget, placements_within};

/// Reads a puzzle's text and gives it its meaning.
///
/// # Errors
///
/// The first thing that is wrong, as a [`Diagnostic`] over `source`.
///
/// # Examples
///
/// ```
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("tray.ron", r#"(
///     lattice: Square,
///     board: Rect(5, 4),
///     pieces: [Set(of: Polyominoes(4), except: ["I"]), Piece(name: "A", cells: Rect(2, 2))],
/// )"#);
/// let puzzle = load(&source).unwrap();
/// assert_eq!(puzzle.board.cells().len(), 20);
/// assert_eq!(puzzle.pieces.len(), 5);
///
/// let source = Source::new("tray.ron", "(latice: Square)");
/// assert_eq!(load(&source).unwrap_err().message, "unknown field `latice`");
/// ```
pub fn load(source: &Source) -> Result<Puzzle, Box<Diagnostic>> {
    resolve::resolve(source).map_err(Box::new)
}
