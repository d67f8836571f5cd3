//! Reads puzzles from RON files.
//!
//! ```text
//! file ─► Source ─► fields as written ─► PuzzleFile { puzzle, cases, goals, expect, spans }
//!             └──────── Diagnostic (what is wrong, where) ◄───┘
//! ```

mod board;
mod cases;
mod cell_colors;
mod conditions;
mod design;
mod diagnostic;
mod expect;
mod file;
mod givens;
mod goals;
mod lattice;
mod node;
mod order;
mod outline;
mod parameters;
mod part;
mod pieces;
mod punctuation;
mod puzzle_file;
mod range;
mod render;
mod resolve;
mod restrict;
mod shapes;
mod sketch;
mod source;
mod span;
mod symmetry;
mod syntax;
mod tiles;
mod tokens;
mod wrap;

use crate::puzzle::model::Puzzle;

pub use diagnostic::{Diagnostic, PuzzleTextError, Severity};
pub use file::Expect;
pub use goals::{GoalSketch, MAX_GOAL_CELLS, MAX_GOALS};
pub use order::ItemOrder;
pub use outline::is_meant_as_puzzle;
pub use part::PuzzlePart;
pub use puzzle_file::{Case, Change, Goal, PuzzleFile, Spans, TablePlace};
pub use sketch::{Sketch, sketch};
pub use source::{MAX_FILE_BYTES, MAX_VISITED_CELLS, Source, SourceError};
pub use span::Span;

pub(crate) use diagnostic::suggestion;
pub(crate) use givens::{find_piece, read_givens};
pub(crate) use node::{Node, Pairs, Raw, Reader};
pub(crate) use outline::{outer_fields, outer_values};
pub(crate) use pieces::abbreviated;
pub(super) use resolve::MAX_TITLE;
pub(crate) use tiles::TILES;
pub(crate) use tokens::token_spans;

/// Reads and checks the text of a puzzle.
///
/// # Errors
///
/// The first mistake found, as a [`Diagnostic`] over `source`.
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
/// let puzzle = load(&source).unwrap().puzzle;
/// assert_eq!(puzzle.board.cells().len(), 20);
/// assert_eq!(puzzle.pieces.len(), 5);
///
/// let source = Source::new("tray.ron", "(latice: Square)");
/// assert_eq!(load(&source).unwrap_err().message, "unknown field `latice`");
/// ```
pub fn load(source: &Source) -> Result<PuzzleFile, Box<Diagnostic>> {
    resolve::resolve(source).map_err(Box::new)
}

impl Puzzle {
    /// Reads a puzzle in the format of puzzle files, without its cases and goals: the inverse of
    /// [`to_ron`](Self::to_ron). The default title is `untitled`.
    ///
    /// # Errors
    ///
    /// As [`load`], with line and column.
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright::puzzle::Puzzle;
    ///
    /// let text = "(lattice: Square, board: Rect(20, 3), pieces: [Set(of: Polyominoes(5))])";
    /// let puzzle = Puzzle::from_ron(text)?;
    /// assert_eq!(puzzle.pieces.len(), 12);
    ///
    /// let error = Puzzle::from_ron("(\n  latice: Square,\n)").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 3: unknown field `latice`");
    /// # Ok::<(), Box<tilewright::puzzle::PuzzleTextError>>(())
    /// ```
    pub fn from_ron(text: &str) -> Result<Self, Box<PuzzleTextError>> {
        let source = Source::new("untitled", text);
        match load(&source) {
            Ok(file) => Ok(file.puzzle),
            Err(diagnostic) => Err(Box::new(PuzzleTextError::new(*diagnostic, &source))),
        }
    }
}
