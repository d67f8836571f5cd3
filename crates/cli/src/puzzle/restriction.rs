//! Restrictions: which placements of a piece are allowed.
//!
//! Published counts are often those of cases: "X in the upper left quarter",
//! "P not turned over" (Knuth, "Dancing Links", 2000). A restriction only ever
//! removes placements, so restrictions may be listed in any order and a
//! solution under them is a solution of the whole puzzle.

use tilewright_geometry::{BoardCell, Polyform};

use super::model::PieceId;
use super::source::Span;

/// A rule and where it stands in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restriction {
    /// What is allowed.
    pub rule: Rule,
    /// Its place.
    pub span: Span,
}

/// What is allowed; lists of cells are sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// The piece lies on exactly these cells.
    Placed {
        /// The piece.
        piece: PieceId,
        /// The cells of one of its placements.
        cells: Vec<BoardCell>,
    },
    /// The piece lies wholly on these cells.
    Within {
        /// The piece.
        piece: PieceId,
        /// The cells it may cover.
        cells: Vec<BoardCell>,
    },
    /// The piece covers all of these cells.
    Covers {
        /// The piece.
        piece: PieceId,
        /// The cells it must cover.
        cells: Vec<BoardCell>,
    },
    /// The piece, or any piece, covers none of these cells.
    Avoids {
        /// The piece, or none for all.
        piece: Option<PieceId>,
        /// The cells it may not cover.
        cells: Vec<BoardCell>,
    },
    /// Where the piece, or any piece, covers one of the first cells, it covers
    /// all of the second too.
    Where {
        /// The piece, or none for all.
        piece: Option<PieceId>,
        /// The cells that are asked about.
        covers: Vec<BoardCell>,
        /// What goes with each of them.
        also: Vec<BoardCell>,
    },
    /// The piece lies in one of these orientations, which are its own.
    ///
    /// `Sides(…)` in a file comes to this too.
    Orientations {
        /// The piece.
        piece: PieceId,
        /// The orientations it may have.
        shapes: Vec<Polyform>,
    },
}

impl Rule {
    /// The one piece that the rule is about, or none if it is about all.
    pub fn piece(&self) -> Option<PieceId> {
        match self {
            Self::Placed { piece, .. }
            | Self::Within { piece, .. }
            | Self::Covers { piece, .. }
            | Self::Orientations { piece, .. } => Some(*piece),
            Self::Avoids { piece, .. } | Self::Where { piece, .. } => *piece,
        }
    }

    /// Whether the rule is about this piece.
    pub fn concerns(&self, piece: PieceId) -> bool {
        self.piece().is_none_or(|own| own == piece)
    }

    /// Whether a piece that the rule concerns may have this orientation.
    pub fn allows_orientation(&self, orientation: &Polyform) -> bool {
        match self {
            Self::Orientations { shapes, .. } => shapes.contains(orientation),
            _ => true,
        }
    }

    /// Whether a piece that the rule concerns may lie on these cells, which
    /// are sorted.
    pub fn allows_cells(&self, placed: &[BoardCell]) -> bool {
        let covers = |cell: &BoardCell| placed.binary_search(cell).is_ok();
        match self {
            Self::Placed { cells, .. } => cells == placed,
            Self::Within { cells, .. } => {
                placed.iter().all(|cell| cells.binary_search(cell).is_ok())
            }
            Self::Covers { cells, .. } => cells.iter().all(covers),
            Self::Avoids { cells, .. } => !cells.iter().any(covers),
            Self::Where {
                covers: asked,
                also,
                ..
            } => !asked.iter().any(covers) || also.iter().all(covers),
            Self::Orientations { .. } => true,
        }
    }
}
