//! Conditions: requirements on a solution in addition to covering the board.
//!
//! A restriction concerns each placement separately. A condition concerns several placements
//! together: every line is crossed, or two pieces do not touch. Most conditions become items of the
//! exact cover problem (*constraints*). The others are *filters*, tested on each solution that the
//! search finds (see `cover`). The isometries of the lattice preserve every condition. So either
//! all solutions that are images of each other meet it, or none.

use std::fmt;

use itertools::Itertools;
use serde::Deserialize;

use super::symmetry_kind::SymmetryKind;
use crate::support::label::Label;

/// The largest number of colours that [`Condition::Colorable`] allows.
pub const MAX_COLORS: u32 = 1_000;

/// A requirement on a solution in addition to covering the board.
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
    /// Every straight line across the board ([`Board::lines`](tilewright_geometry::Board::lines)) is crossed by a
    /// piece.
    FaultFree,
    /// No four pieces meet at a corner.
    NoCrossroads,
    /// No further piece, of those with copies left, fits into the empty cells.
    Maximal,
    /// No two pieces of the same class touch.
    Apart {
        /// Which pieces are of the same class.
        by: Likeness,
        /// Whether the pieces must not touch at a corner either.
        corners: bool,
    },
    /// If cells of two pieces touch, they have the same colour.
    Matching,
    /// If cells of two pieces touch, they have different colours.
    Differing,
    /// If cells of two pieces touch, their two colours form one of these pairs, in either order.
    Meeting {
        /// The pairs of colours that may meet.
        pairs: Vec<[Label; 2]>,
    },
    /// A symmetry of this kind maps the solution to itself. It must be a symmetry of the puzzle.
    Symmetric {
        /// The kind of symmetry that the solution must have.
        by: SymmetryKind,
    },
    /// The pieces of the solution can be coloured so that pieces with a common edge differ; in
    /// three dimensions, pieces with a common face.
    Colorable {
        /// The number of colours, 1 to [`MAX_COLORS`].
        colors: u32,
    },
}

/// The classes of pieces for [`Condition::Apart`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
pub enum Likeness {
    /// Copies of the same piece.
    Name,
    /// Pieces of the same shape, up to reflection.
    Shape,
    /// Pieces with the same number of cells.
    Size,
    /// Pieces with the same `color`. A piece without a colour is in no class.
    Color,
}

impl Condition {
    /// Whether touching cells of two pieces may have these colours.
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

    /// Whether another condition is of the same kind, even if its parameters differ. Two `Apart`
    /// conditions must also have the same classes.
    pub(crate) fn is_alike(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Apart { by, .. }, Self::Apart { by: same, .. }) => by == same,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// Whether the condition is about the colours of touching cells.
    pub fn is_of_colors(&self) -> bool {
        matches!(
            self,
            Self::Matching | Self::Differing | Self::Meeting { .. }
        )
    }

    /// The condition in the syntax of a puzzle file.
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
            Self::Maximal => "Maximal".to_owned(),
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
            Self::Maximal => f.write_str("no further piece fits into the empty cells"),
            Self::Matching => f.write_str("cells of two pieces that touch have one colour"),
            Self::Differing => f.write_str("cells of two pieces that touch differ in colour"),
            Self::Meeting { pairs } => {
                /// The largest number of pairs of colours that a message lists.
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
                write!(
                    f,
                    "{colors} colour{s} are enough for no two neighbours to be alike"
                )
            }
        }
    }
}
