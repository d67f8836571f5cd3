//! Rates challenges, and compares each rating with the one that the file states.

use std::fmt;

use super::Challenge;
use crate::cover::Instance;
use crate::reason::deduction::{DeductionError, Grade, Rating, rate_until};
use crate::solve::search::RunContext;

impl Challenge {
    /// Rates the challenge, ignoring the rating that its file states. `None` if it has several
    /// solutions, or is too large to be rated.
    ///
    /// Cost: that of [`rate_until`].
    ///
    /// # Errors
    ///
    /// Those of a rating: the givens conflict, there is no solution, or the rating was stopped.
    pub fn rate(
        &self,
        instance: &Instance,
        monitor: &RunContext,
    ) -> Result<Option<Rating>, DeductionError> {
        match rate_until(instance, &self.givens, monitor) {
            Ok(rating) => Ok(Some(rating)),
            Err(
                DeductionError::TooLarge { .. }
                | DeductionError::Undecided { .. }
                | DeductionError::SeveralSolutions,
            ) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The grade and the score that the file states, if they contradict `rating`. In that case the
    /// puzzle, the givens, the grade or the score were changed after the file was written.
    pub fn stale_statement(&self, rating: Option<Rating>) -> Option<StaleStatement> {
        let stated = (self.grade, self.rating.map(tenths));
        let is_stale = match (stated, rating) {
            ((None, None), _) => false,
            (_, None) => true,
            ((grade, score), Some(rating)) => {
                grade.is_some_and(|grade| grade != rating.grade())
                    || score.is_some_and(|score| score != tenths(rating.score()))
            }
        };
        is_stale.then_some(StaleStatement {
            grade: self.grade,
            score: self.rating,
            rating,
        })
    }
}

/// A score with one decimal, as it is printed.
fn tenths(score: f64) -> String {
    format!("{score:.1}")
}

/// A grade or a rating in a file that the computed rating contradicts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StaleStatement {
    /// The grade that the file states.
    pub grade: Option<Grade>,
    /// The score that the file states.
    pub score: Option<f64>,
    /// The computed rating; `None` if the challenge cannot be rated.
    pub rating: Option<Rating>,
}

impl fmt::Display for StaleStatement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the file says that it is")?;
        if let Some(grade) = self.grade {
            write!(f, " {grade}")?;
        }
        if let Some(score) = self.score {
            write!(f, " {score:.1}")?;
        }
        match self.rating {
            Some(rating) => write!(f, "; it is {} {:.1}", rating.grade(), rating.score()),
            None => write!(f, "; it cannot be rated"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Span;
    use crate::reason::deduction::Technique;
    use crate::support::label::Label;

    fn stated(grade: Option<Grade>, rating: Option<f64>) -> Challenge {
        Challenge {
            id: Label::new("k7m2qx").unwrap(),
            givens: Vec::new(),
            grade,
            rating,
            level: None,
            puzzle: 0,
            span: Span::new(0, 0),
        }
    }

    /// A rating with the grade medium and the score 4.5.
    const FOUND: Rating = Rating {
        hardest: Technique::ShutOut,
        effort: 83,
    };

    #[test]
    fn a_statement_is_stale_unless_a_rating_confirms_all_of_it() {
        let stale = |grade, rating, found| {
            let stale = stated(grade, rating).stale_statement(found);
            stale.map(|stale| stale.to_string())
        };
        for (grade, rating) in [
            (None, None),
            (Some(Grade::Medium), None),
            (None, Some(4.5)),
            (Some(Grade::Medium), Some(4.5)),
        ] {
            assert_eq!(stale(grade, rating, Some(FOUND)), None);
        }
        assert_eq!(stale(None, None, None), None);
        let words = |grade, rating, found| stale(grade, rating, found).unwrap();
        assert_eq!(
            words(Some(Grade::Easy), Some(9.9), Some(FOUND)),
            "the file says that it is easy 9.9; it is medium 4.5"
        );
        assert_eq!(
            words(Some(Grade::Medium), Some(4.4), Some(FOUND)),
            "the file says that it is medium 4.4; it is medium 4.5"
        );
        assert_eq!(
            words(Some(Grade::Hard), None, Some(FOUND)),
            "the file says that it is hard; it is medium 4.5"
        );
        assert_eq!(
            words(None, Some(4.5), None),
            "the file says that it is 4.5; it cannot be rated"
        );
    }
}
