//! Conditions: what a solution must meet besides covering the board.
//!
//! A restriction is about each placement for itself; a condition is about several of them together:
//! that some line is crossed, that two pieces don't touch. Most conditions can be said by items of
//! the exact cover problem, as *constraints*; the others are *filters*, asked of each solution that the
//! search comes to (see `cover`). Every condition is kept by the isometries of the lattice, so solutions
//! that are the same up to symmetry meet it all or none.

use std::fmt;

use itertools::Itertools;
use thiserror::Error;
use tilewright_geometry::{Board, Lattice};

use super::model::Puzzle;
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
/// # Ok::<(), Box<tilewright::puzzle::Diagnostic>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Every straight line across the board ([`Board::lines`]) is crossed by a piece.
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
    /// Pieces whose given colour is the same; one without a colour is like no other.
    Color,
}

/// Why a condition has no meaning for a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ConditionError {
    /// Cells of the lattice bound no area in the plane.
    #[error("{what} are told of cells that bound an area in the plane: {cells} don't")]
    NoAreas {
        /// `fault lines`, `crossroads` …
        what: &'static str,
        /// What the cells are called.
        cells: &'static str,
    },
    /// The board wraps around, where lines have no ends and corners more than one place.
    #[error("{what} are told of boards that don't wrap around")]
    Wrapped {
        /// `fault lines`, `crossroads` …
        what: &'static str,
    },
    /// Lines along edges cut cells of the lattice.
    #[error(
        "no straight line runs between the cells of the {lattice} lattice: there are no fault lines"
    )]
    NoLines {
        /// The lattice.
        lattice: Lattice,
    },
    /// Fewer than four cells meet at each corner of the lattice.
    #[error("no four {cells} meet at a corner: there are no crossroads")]
    NoCrossroads {
        /// What the cells are called.
        cells: &'static str,
    },
    /// Pieces are to be told apart by their colours, and none has any.
    #[error("no piece has a `color` of its own")]
    NoColors,
    /// A number of colours that cannot be.
    #[error("{colors} is no number of colours: it is 1 to {MAX_COLORS}")]
    Colors {
        /// The number.
        colors: i64,
    },
    /// Colours are to match, and no piece has any.
    #[error("no cell of a piece has a colour that could match")]
    NoCellColors,
    /// A pair of colours has one that no piece has.
    #[error("no cell of a piece has the colour {color:?}")]
    UnknownColor {
        /// The colour.
        color: Label,
    },
    /// The same is asked twice.
    #[error("the same condition stands here twice")]
    Repeated,
}

impl Condition {
    /// Refuses a condition that has no meaning for a puzzle.
    ///
    /// # Errors
    ///
    /// [`ConditionError`].
    pub(super) fn check(&self, puzzle: &Puzzle) -> Result<(), ConditionError> {
        let lattice = puzzle.lattice;
        let [_, cells] = lattice.table().cell_names;
        let areas = |what: &'static str| {
            if !lattice.has_areas() {
                return Err(ConditionError::NoAreas { what, cells });
            }
            if !puzzle.board.seams().is_empty() {
                return Err(ConditionError::Wrapped { what });
            }
            Ok(())
        };
        match self {
            Self::FaultFree => {
                areas("fault lines")?;
                let found = lattice.has_lines().then_some(());
                found.ok_or(ConditionError::NoLines { lattice })
            }
            Self::NoCrossroads => {
                areas("crossroads")?;
                let found = has_crossroads(lattice).then_some(());
                found.ok_or(ConditionError::NoCrossroads { cells })
            }
            Self::Apart { corners: true, .. }
                if !lattice.has_areas() || !puzzle.board.seams().is_empty() =>
            {
                areas("pieces that touch at corners")
            }
            Self::Apart {
                by: Likeness::Color,
                ..
            } if puzzle.pieces.iter().all(|piece| piece.color.is_none()) => {
                Err(ConditionError::NoColors)
            }
            Self::Matching | Self::Differing | Self::Meeting { .. } => self.check_colors(puzzle),
            Self::Apart { .. } | Self::Symmetric { .. } => Ok(()),
            Self::Colorable { colors } if (1..=MAX_COLORS).contains(colors) => Ok(()),
            Self::Colorable { colors } => Err(ConditionError::Colors {
                colors: i64::from(*colors),
            }),
        }
    }

    /// The same of a condition about colours of cells.
    fn check_colors(&self, puzzle: &Puzzle) -> Result<(), ConditionError> {
        if !puzzle.board.seams().is_empty() {
            return Err(ConditionError::Wrapped {
                what: "colours that match",
            });
        }
        let known = puzzle.cell_colors();
        if known.is_empty() {
            return Err(ConditionError::NoCellColors);
        }
        let Self::Meeting { pairs } = self else {
            return Ok(());
        };
        let mut colors = pairs.iter().flatten();
        match colors.find(|color| known.binary_search(color).is_err()) {
            Some(color) => Err(ConditionError::UnknownColor {
                color: color.clone(),
            }),
            None => Ok(()),
        }
    }

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

    /// Whether it says which colours may meet.
    pub fn is_of_colors(&self) -> bool {
        matches!(
            self,
            Self::Matching | Self::Differing | Self::Meeting { .. }
        )
    }

    /// Whether another condition asks for the same, more or less of it.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Apart { by, .. }, Self::Apart { by: same, .. }) => by == same,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
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

/// Whether four cells or more meet at a corner of a lattice.
fn has_crossroads(lattice: Lattice) -> bool {
    // Every corner of the unit in the middle has all its cells.
    const REACH: i64 = 2;
    let kinds = lattice.table().kinds.len();
    let units = (-REACH..=REACH).flat_map(|x| (-REACH..=REACH).map(move |y| (x, y)));
    let cells = units.flat_map(|(x, y)| {
        (0_i64..).take(kinds).filter_map(move |kind| {
            let numbers = [x, y, kind];
            lattice.cell(&numbers[..lattice.arity().min(3)]).ok()
        })
    });
    let board = Board::new(lattice, cells, []);
    board.is_ok_and(|board| board.corners().iter().any(|corner| corner.cells.len() > 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lattices_with_crossroads() {
        for lattice in [Lattice::Square, Lattice::Triangle, Lattice::Tan] {
            assert!(has_crossroads(lattice), "{lattice}");
        }
        for lattice in [Lattice::Hexagon, Lattice::Stick, Lattice::Cube] {
            assert!(!has_crossroads(lattice), "{lattice}");
        }
    }
}
