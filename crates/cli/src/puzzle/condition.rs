//! Conditions: what a solution must meet besides covering the board.
//!
//! A restriction is about each placement for itself; a condition is about several of them together:
//! that some line is crossed, that two pieces don't touch. Most conditions can be said by items of
//! the exact cover problem, as *constraints*; the others are *filters*, asked of each solution that the
//! search comes to (see `cover`). Every condition is kept by the isometries of the lattice, so solutions
//! that are the same up to symmetry meet it all or none.

use std::fmt;

use itertools::Itertools;

use super::symmetry_kind::SymmetryKind;
use crate::support::label::Label;

/// The most colours of [`Condition::Colorable`].
pub const MAX_COLORS: u32 = 1_000;

/// What a solution must meet besides covering the board.
///
/// ```
/// use tilewright::puzzle::{Condition, Puzzle};
///
/// let text = "(lattice: Square, board: Rect(6, 5), pieces: [Set(of: Polyominoes(2), copies: 15)],
///     conditions: [FaultFree])";
/// let puzzle = Puzzle::from_ron(text)?;
/// assert_eq!(puzzle.conditions, [Condition::FaultFree]);
/// assert_eq!(puzzle.conditions[0].to_string(), "every line across the board is crossed");
/// # Ok::<(), Box<tilewright::puzzle::PuzzleTextError>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Every straight line across the board ([`Board::lines`](tilewright_geometry::Board::lines)) is crossed by a piece.
    FaultFree,
    /// At no corner do four pieces or more meet.
    NoCrossroads,
    /// No two pieces that are alike touch.
    Apart {
        /// Which are alike.
        by: Likeness,
        /// Whether they may not touch at a corner either.
        corners: bool,
    },
    /// Where two pieces with coloured cells touch, the two cells have one colour.
    Matching,
    /// Where two pieces with coloured cells touch, the two cells have different colours.
    Differing,
    /// Where two pieces with coloured cells touch, the two colours are one of these pairs, in either
    /// order.
    Meeting {
        /// The pairs of colours that may meet.
        pairs: Vec<[Label; 2]>,
    },
    /// The solution is kept by a symmetry of the puzzle of this kind.
    Symmetric {
        /// Which symmetries will do.
        by: SymmetryKind,
    },
    /// The pieces of the solution can be given so many colours that no two of one colour touch along an
    /// edge, or in space a face.
    Colorable {
        /// How many colours there are.
        colors: u32,
    },
}

/// Which pieces are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Likeness {
    /// The copies of a piece.
    Name,
    /// Pieces of one shape, mirrored or not.
    Shape,
    /// Pieces with as many cells.
    Size,
    /// Pieces whose given colour is the same; one without a colour is like no other.
    Color,
}

impl Condition {
    /// Whether cells of two pieces that touch may have these colours.
    pub fn lets_meet(&self, one: &Label, other: &Label) -> bool {
        match self {
            Self::Matching => one == other,
            Self::Differing => one != other,
            Self::Meeting { pairs } => {
                let mut pairs = pairs.iter();
                pairs.any(|[a, b]| (a, b) == (one, other) || (b, a) == (one, other))
            }
            _ => true,
        }
    }

    /// Whether another condition is of the same kind, whatever its parameters; `Apart` of pieces that are alike in another
    /// way is not.
    pub(crate) fn is_alike(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Apart { by, .. }, Self::Apart { by: same, .. }) => by == same,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// Whether it says which colours may meet.
    pub fn is_of_colors(&self) -> bool {
        matches!(
            self,
            Self::Matching | Self::Differing | Self::Meeting { .. }
        )
    }

    /// The condition as a puzzle file has it.
    pub(crate) fn to_ron(&self) -> String {
        match self {
            Self::FaultFree => "FaultFree".to_owned(),
            Self::Matching => "Matching".to_owned(),
            Self::Differing => "Differing".to_owned(),
            Self::Meeting { pairs } => {
                let pair = |[one, other]: &[Label; 2]| format!("({one:?}, {other:?})");
                format!("Meeting([{}])", pairs.iter().map(pair).join(", "))
            }
            Self::NoCrossroads => "NoCrossroads".to_owned(),
            Self::Apart { by, corners: false } => format!("Apart(by: {by:?})"),
            Self::Apart { by, corners: true } => format!("Apart(by: {by:?}, corners: true)"),
            Self::Colorable { colors } => format!("Colorable({colors})"),
            Self::Symmetric { by } => format!("Symmetric({:?})", by.word()),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FaultFree => f.write_str("every line across the board is crossed"),
            Self::NoCrossroads => f.write_str("no four pieces meet at a corner"),
            Self::Matching => f.write_str("cells of two pieces that touch have one colour"),
            Self::Differing => f.write_str("cells of two pieces that touch differ in colour"),
            Self::Meeting { pairs } => {
                /// At most 6 pairs.
                const NAMED: usize = 6;
                let named = pairs.iter().take(NAMED);
                let named = named
                    .map(|[one, other]| format!("{one} and {other}"))
                    .join(", ");
                let more = if pairs.len() > NAMED { ", …" } else { "" };
                write!(
                    f,
                    "of cells of two pieces that touch the colours are {named}{more}"
                )
            }
            Self::Apart { by, corners } => {
                f.write_str(match by {
                    Likeness::Name => "no two copies of a piece touch",
                    Likeness::Shape => "no two pieces of one shape touch",
                    Likeness::Size => "no two pieces of one size touch",
                    Likeness::Color => "no two pieces of one colour touch",
                })?;
                f.write_str(if *corners {
                    ", not at a corner either"
                } else {
                    ""
                })
            }
            Self::Symmetric { by } => write!(f, "the solution has a symmetry: {}", by.word()),
            Self::Colorable { colors } => {
                let s = if *colors == 1 { "" } else { "s" };
                write!(f, "{colors} colour{s} will do with no two neighbours alike")
            }
        }
    }
}
