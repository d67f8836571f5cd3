//! Checks that a condition makes sense for a puzzle.

use thiserror::Error;
use tilewright_geometry::{Board, Lattice};

use super::condition::{Condition, Likeness, MAX_COLORS};
use super::model::Puzzle;
use crate::support::label::Label;

/// Why a condition does not make sense for a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ConditionError {
    /// The condition needs cells with an area in the plane, and those of the lattice have none.
    #[error("{what} need cells with an area in the plane, which {cells} do not have")]
    NoAreas {
        /// What the condition is about, such as `fault lines` or `crossroads`.
        what: &'static str,
        /// The plural noun for the lattice's cells, such as `triangles`.
        cells: &'static str,
    },
    /// The board wraps around, so lines have no ends and corners have several positions.
    #[error("{what} need a board that does not wrap around")]
    Wrapped {
        /// What the condition is about, such as `fault lines` or `crossroads`.
        what: &'static str,
    },
    /// The lattice has no straight lines between its cells: each line along an edge cuts other
    /// cells.
    #[error(
        "there are no fault lines on the {lattice} lattice: no straight line runs between its cells"
    )]
    NoLines {
        /// The puzzle's lattice.
        lattice: Lattice,
    },
    /// At most three cells meet at each corner of the lattice.
    #[error("there are no crossroads here: no four {cells} meet at a corner")]
    NoCrossroads {
        /// The plural noun for the lattice's cells, such as `triangles`.
        cells: &'static str,
    },
    /// The condition compares colours of pieces, but no piece has one.
    #[error("no piece has a `color`")]
    NoColors,
    /// The number of colours is out of range.
    #[error("{colors} colours are not possible: write 1 to {MAX_COLORS}")]
    Colors {
        /// The number of colours, as the file writes it.
        colors: i64,
    },
    /// The condition compares colours of cells, but no piece has any.
    #[error("no cell of a piece has a colour to match")]
    NoCellColors,
    /// No cell of a piece has this colour.
    #[error("no cell of a piece has the colour {color:?}")]
    UnknownColor {
        /// The colour as the file writes it.
        color: Label,
    },
    /// An equal condition comes earlier in the file.
    #[error("this condition is listed twice")]
    Repeated,
}

impl Condition {
    /// Checks that the condition makes sense for a puzzle.
    ///
    /// # Errors
    ///
    /// [`ConditionError`] if it does not.
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
            Self::Apart { .. } | Self::Maximal | Self::Symmetric { .. } => Ok(()),
            Self::Colorable { colors } if (1..=MAX_COLORS).contains(colors) => Ok(()),
            Self::Colorable { colors } => Err(ConditionError::Colors {
                colors: i64::from(*colors),
            }),
        }
    }

    /// Checks that a condition on the colours of cells makes sense.
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

/// Whether some corner of a lattice belongs to four or more cells.
fn has_crossroads(lattice: Lattice) -> bool {
    // Cells with a common corner are at most this far apart, in units of the lattice.
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
