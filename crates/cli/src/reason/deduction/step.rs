//! Steps: a deduction made, and why.

use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::technique::Technique;
use crate::cover::conditions::ConstraintId;
use crate::puzzle::PieceId;

/// One deduction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// By what.
    pub technique: Technique,
    /// The placement that every solution holds, if it shows one.
    pub placed: Option<OptionId>,
    /// The placements that no solution holds, in the order of the options: for
    /// a placement, all that clash with it.
    pub eliminated: Vec<OptionId>,
    /// Why.
    pub reason: Reason,
}

/// What is wanting: a cell that must be covered, a piece that must be used, or what a condition asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Want {
    /// A cell.
    Cell(BoardCell),
    /// A piece.
    Piece(PieceId),
    /// A line that must be crossed, a corner at which two cells must lie in one piece.
    Constraint(ConstraintId),
}

/// Why a deduction holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The placement is the only one left for a cell.
    ForcedCell(BoardCell),
    /// A piece has no more places left than are needed.
    ForcedPiece {
        /// The piece.
        piece: PieceId,
        /// How many copies are still needed.
        needed: u32,
    },
    /// The placement is the only one left that brings what a condition asks for.
    ForcedConstraint(ConstraintId),
    /// The placements would leave pockets that can't be filled.
    Pocket {
        /// A cell or piece for which so many of the placements left, of so many
        /// in all, are ruled out that it is forced, if there is one.
        at: Option<(Want, usize)>,
        /// One of the placements.
        example: OptionId,
        /// What it would leave.
        pockets: Pockets,
    },
    /// The placements clash with all that is left for a cell or a piece.
    ShutOut {
        /// The cell or piece.
        want: Want,
        /// How many placements it needs.
        needed: usize,
        /// How many are left for it.
        ways: usize,
    },
    /// Two wants use two supplies up.
    Pair {
        /// The two that need covering or placing; the same piece twice if two
        /// copies of it are needed.
        wants: [Want; 2],
        /// The two, of which each placement for the wants uses one; the same
        /// piece twice if two copies of it are left.
        supplies: [Want; 2],
    },
    /// With the placements, the other pieces can't make a difference of
    /// colours.
    Colouring(Balance),
    /// The placement leads to a contradiction.
    LookAhead {
        /// What must be placed then, in order; in look-ahead of depth 1 only
        /// what the contradiction needs.
        follows: Vec<OptionId>,
        /// How it ends.
        end: End,
    },
}

/// Pockets that can't be filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pockets {
    /// Their cells.
    pub pockets: Vec<Vec<BoardCell>>,
    /// Whether the one pocket can't be filled at all; else it is all of them,
    /// and what is open beside, that the pieces can't fill at once.
    pub alone: bool,
    /// The sizes of the pieces left, ascending, and how many copies may have
    /// them.
    pub sizes: Vec<(usize, u64)>,
}

/// A difference of colours that can't be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    /// As in "coloured like a chessboard".
    pub colouring: &'static str,
    /// What its two colours are called; only the first counts if there is one.
    pub colours: (&'static str, Option<&'static str>),
    /// How many open cells have them.
    pub open: (usize, usize),
    /// How many more cells of the first colour than of the second the
    /// placements ruled out cover.
    pub covers: i64,
    /// The least and the greatest that the other pieces may make of it to meet
    /// what is left; one number if no cell is optional.
    pub wanted: (i64, i64),
    /// The least and the greatest that they can make.
    pub can: (i64, i64),
}

/// How look-ahead ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// Nothing is left for a cell, or too little for a piece.
    Nothing(Want),
    /// The places left for a piece are all needed and clash.
    Clash(PieceId),
    /// Pockets are left that can't be filled.
    Pocket(Pockets),
    /// The pieces left can't make the difference of this colouring.
    Colouring(&'static str),
    /// Look-ahead of a lesser depth rules out all that could follow.
    Deeper,
}
