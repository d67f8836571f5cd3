//! How hard a challenge is, as its file says or as a rating finds.

use super::Challenge;
use crate::deduction::{DeductionError, Grade, rate_until};
use crate::matrix::Matrix;
use crate::puzzle::Puzzle;
use crate::search::Interrupt;

impl Challenge {
    /// The grade and the score that the file states, or else those that a rating gives; none if it
    /// has several solutions, or is too large to be rated.
    ///
    /// # Errors
    ///
    /// Those of a rating: the givens clash, there is no solution, or it was interrupted.
    pub fn grading(
        &self,
        puzzle: &Puzzle,
        matrix: &Matrix,
        interrupt: &Interrupt,
    ) -> Result<Option<(Grade, f64)>, DeductionError> {
        if let Some(stated) = self.grade.zip(self.rating) {
            return Ok(Some(stated));
        }
        match rate_until(puzzle, matrix, &self.givens, interrupt) {
            Ok(rating) => Ok(Some((rating.grade(), rating.score()))),
            Err(
                DeductionError::TooLarge { .. }
                | DeductionError::Undecided { .. }
                | DeductionError::SeveralSolutions,
            ) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
