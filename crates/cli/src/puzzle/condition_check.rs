//! Whether a condition has a meaning for a puzzle.

use thiserror::Error;
use tilewright_geometry::{Board, Lattice};

use super::condition::{Condition, Likeness, MAX_COLORS};
use super::model::Puzzle;
use crate::support::label::Label;

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
    #[error("this condition is listed twice")]
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
