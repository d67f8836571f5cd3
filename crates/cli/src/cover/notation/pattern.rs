//! Patterns of placements: a piece, and cells that it must cover. Also the text form of cells.

use tilewright_geometry::BoardCell;

use crate::puzzle::{PieceId, Puzzle};

/// A pattern for placements: a piece, and cells that a placement of it must cover.
///
/// # Examples
///
/// ```
/// use tilewright::cover::Instance;
/// use tilewright::cover::notation::{self, PlacementPattern};
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("tray.ron", r#"(
///     lattice: Square,
///     board: Rect(5, 4),
///     pieces: [Set(of: Polyominoes(4))],
/// )"#);
/// let puzzle = load(&source)?.puzzle;
/// let instance = Instance::new(puzzle)?;
/// let pattern = PlacementPattern::parse("I@(0,0), (1,0)", &instance)?;
/// let options = pattern.matching(&instance);
/// let written: Vec<String> = options
///     .iter()
///     .map(|option| notation::of(&instance, *option))
///     .collect();
/// assert_eq!(written, ["I@(0,0)(1,0)(2,0)(3,0)"]);
/// assert_eq!(PlacementPattern::parse(&written[0], &instance)?.placement(&instance)?, options[0]);
///
/// let error = PlacementPattern::parse("Q@(0,0)", &instance).unwrap_err();
/// assert_eq!(error.to_string(), r#"no piece is named "Q"; the pieces are I L O S T"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlacementPattern {
    /// The piece whose placements match.
    pub piece: PieceId,
    /// Cells that the placement must cover: at least one, sorted and without repetition.
    pub cells: Vec<BoardCell>,
}

/// A cell of the board as text: `(1,0)`.
pub fn cell(puzzle: &Puzzle, cell: BoardCell) -> String {
    let coordinates = puzzle.lattice.coordinates(puzzle.board.cell(cell));
    format!("({coordinates})")
}
