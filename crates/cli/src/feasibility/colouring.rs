//! The colourings that everybody knows, told over the file.

use super::{Obstacle, ObstacleKind, obstacle};
use crate::colouring::classical;
use crate::matrix::Matrix;
use crate::puzzle::{Diagnostic, Puzzle};

/// The first well-known colouring that the pieces cannot meet.
pub(super) fn unmet_colouring(puzzle: &Puzzle, matrix: &Matrix) -> Option<Obstacle> {
    let argument = classical(puzzle, matrix)?;
    let wanted = argument.colouring.wanted(&argument.board);
    Some(obstacle(
        ObstacleKind::Colouring,
        Diagnostic::error(
            format!(
                "there is no solution: {}",
                argument.colouring.board(puzzle, &argument.board)
            ),
            puzzle.places.board,
            wanted,
        )
        .context(
            puzzle.places.pieces,
            format!("together make {}", argument.together_words()),
        ),
    ))
}
