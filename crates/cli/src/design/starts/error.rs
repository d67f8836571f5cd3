//! Why there is no answer about starts.

use thiserror::Error;
use tilewright_dlx::DiagramError;

use super::MOST_GIVENS;

/// Why a question about starts has no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartsError {
    /// Starts of no placement.
    #[error("a start has at least one placement")]
    None,
    /// Starts of more placements than a solution has.
    #[error(
        "there is no start of {givens} placements: {}",
        has(*least, *most, *fixed)
    )]
    TooMany {
        /// How many were asked for.
        givens: usize,
        /// The least number of placements of a solution, the puzzle's givens
        /// left out.
        least: usize,
        /// The greatest.
        most: usize,
        /// The puzzle's own givens.
        fixed: usize,
    },
    /// Starts of so many placements are not listed.
    #[error(
        "starts of {givens} placements are not listed, only of up to {MOST_GIVENS}; \
         leave out --exact to draw some of them"
    )]
    TooLong {
        /// How many were asked for.
        givens: usize,
    },
    /// A signal stopped it.
    #[error("interrupted before all starts were looked at")]
    Interrupted,
    /// The fractions of starts up to symmetry do not add up.
    #[error("the number of starts is no whole number, which is a fault of this program")]
    NotWhole,
    /// The diagram has no answer.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

/// `a solution has 12 placements`.
fn has(least: usize, most: usize, fixed: usize) -> String {
    let besides = match fixed {
        0 => String::new(),
        1 => " besides the puzzle's given".to_owned(),
        _ => format!(" besides the puzzle's {fixed} givens"),
    };
    if least == most {
        let plural = if most == 1 { "" } else { "s" };
        format!("a solution has {most} placement{plural}{besides}")
    } else {
        format!("solutions have {least} to {most} placements{besides}")
    }
}
