//! Steps: a placement, the place where it was found, and why no other placement is possible there.

use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::technique::Technique;
use crate::cover::conditions::ConstraintId;
use crate::puzzle::PieceId;

/// One step that a person can follow: at some place all placements but the needed ones fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The hardest technique needed to refute the other placements.
    pub technique: Technique,
    /// The place where the step is found.
    pub at: Want,
    /// The number of placements that the place needs. It is more than one only for a piece of
    /// several copies.
    pub needed: usize,
    /// The placement, which every solution contains.
    pub placed: OptionId,
    /// The other placements for the place, the simplest to refute first: all others that would cover the cell,
    /// use the piece or meet the requirement. In a step by [`Technique::Search`] they have no explanation.
    pub refuted: Vec<Refutation>,
    /// A placement for the place that would fit but for its colours; `None` if there is no such placement.
    pub clash: Option<ColorClash>,
    /// The effort, in tenths of a look at a placement.
    pub effort: u32,
    /// The open cells before the step, in the order of the board.
    pub open: Vec<BoardCell>,
    /// The pieces that are left before the step.
    pub left: Vec<PieceId>,
}

/// A placement that would fit but for a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColorClash {
    /// The placement that does not fit.
    pub option: OptionId,
    /// The adjacent placement with which `option` clashes.
    pub with: OptionId,
    /// The constraint of the two adjacent cells at which the placements clash.
    pub at: ConstraintId,
}

/// A place at which a step is made: a cell that must be covered, a piece that must be used, or a requirement of
/// a condition that must be met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Want {
    /// A required cell.
    Cell(BoardCell),
    /// A piece that must be used once more.
    Piece(PieceId),
    /// A line that must be crossed, or a corner at which two cells must belong to one piece.
    Constraint(ConstraintId),
}

/// A placement that fails, and how it fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// The refuted placement.
    pub option: OptionId,
    /// The placements that the refuted one forces, in order, until the flaw appears.
    pub follows: Vec<OptionId>,
    /// The flaw that appears after these placements.
    pub flaw: Flaw,
}

/// How a placement fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    /// No option can cover a cell: that cell, with the open cells connected to it if they are few.
    Hole(Vec<BoardCell>),
    /// No option can cover a cell without a clash of colours.
    Colors(BoardCell),
    /// Pockets remain that the pieces cannot fill.
    Pockets(Pockets),
    /// A piece has too few places left.
    NoPlace(PieceId),
    /// A requirement of a condition can no longer be met.
    Constraint(ConstraintId),
    /// Two placements are needed that exclude each other.
    Clash,
    /// The remaining pieces cannot produce the difference between dark and light cells that remains in
    /// the colouring with this name.
    Colouring(&'static str),
    /// All placements fail that would cover this cell, use this piece or meet this requirement.
    Deeper(Want),
    /// Only trial and error shows that the placement fails.
    Trying,
}

/// Pockets that cannot be filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pockets {
    /// The pockets, each as a list of its cells.
    pub pockets: Vec<Vec<BoardCell>>,
    /// Whether one pocket is listed, which the pieces cannot fill. Otherwise the pieces cannot fill
    /// the listed pockets and the other open cells at the same time.
    pub alone: bool,
    /// Whether the placement cut something off: there are more pockets than before.
    pub is_cut: bool,
}

impl Flaw {
    /// The cells that show the flaw; empty if no cells do.
    pub fn cells(&self) -> Vec<BoardCell> {
        match self {
            Self::Hole(cells) => cells.clone(),
            Self::Pockets(pockets) => pockets.pockets.concat(),
            Self::Colors(cell) | Self::Deeper(Want::Cell(cell)) => vec![*cell],
            _ => Vec::new(),
        }
    }
}
