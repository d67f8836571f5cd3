//! Steps: a placement found, where, and why nothing else goes there.

use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::technique::Technique;
use crate::cover::conditions::ConstraintId;
use crate::puzzle::PieceId;

/// One step of a person: at some place all ways but one fail, so that one is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// By what the other ways are ruled out: the hardest of it.
    pub technique: Technique,
    /// Where it is seen.
    pub at: Want,
    /// How many placements the place needs: more than one for a piece of several copies.
    pub needed: usize,
    /// The placement that every solution holds.
    pub placed: OptionId,
    /// The other ways to serve the place, the plainest first. In a step by [`Technique::Search`]
    /// how they fail is not told.
    pub refuted: Vec<Refutation>,
    /// One more way to serve the place that would fit, but for its colours.
    pub clash: Option<ColorClash>,
    /// What it takes, in tenths of a look at a placement.
    pub effort: u32,
    /// Where to look: open cells around the place.
    pub region: Vec<BoardCell>,
}

/// A placement that would fit but for a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColorClash {
    /// The placement.
    pub option: OptionId,
    /// The one beside which it would lie.
    pub with: OptionId,
    /// The pair of cells that would clash: one of either.
    pub at: ConstraintId,
}

/// What is wanting: a cell that must be covered, a piece that must be used, or what a condition
/// asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Want {
    /// A cell.
    Cell(BoardCell),
    /// A piece.
    Piece(PieceId),
    /// A line that must be crossed, a corner at which two cells must lie in one piece.
    Constraint(ConstraintId),
}

/// A way that fails, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// The placement that is ruled out.
    pub option: OptionId,
    /// What must be placed after it until it shows, in order.
    pub follows: Vec<OptionId>,
    /// What is wrong then.
    pub flaw: Flaw,
}

/// How a placement fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    /// Nothing can cover a cell any more: it and the open cells around it, if they are cut off.
    Hole(Vec<BoardCell>),
    /// Nothing can cover a cell any more without a clash of colours.
    Colors(BoardCell),
    /// Pockets are left that the pieces can't fill.
    Pockets(Pockets),
    /// A piece has too few places left.
    NoPlace(PieceId),
    /// What a condition asks for can't be brought any more.
    Constraint(ConstraintId),
    /// Two placements are needed that clash.
    Clash,
    /// The pieces left can't make the difference of this colouring.
    Colouring(&'static str),
    /// All ways to serve this place fail, each soon enough.
    Deeper(Want),
    /// It takes trying.
    Trying,
}

/// Pockets that can't be filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pockets {
    /// Their cells.
    pub pockets: Vec<Vec<BoardCell>>,
    /// Whether the one pocket can't be filled at all; else it is all of them, and what is open
    /// beside, that the pieces can't fill at once.
    pub alone: bool,
}

impl Flaw {
    /// The cells where it is seen; none if it is seen nowhere.
    pub fn cells(&self) -> Vec<BoardCell> {
        match self {
            Self::Hole(cells) => cells.clone(),
            Self::Pockets(pockets) => pockets.pockets.concat(),
            Self::Colors(cell) | Self::Deeper(Want::Cell(cell)) => vec![*cell],
            _ => Vec::new(),
        }
    }
}
