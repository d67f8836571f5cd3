//! Why a question about starts has no answer.

use thiserror::Error;
use tilewright_dlx::DiagramError;

use super::MOST_GIVENS;

/// Why a question about starts has no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartsError {
    /// Starts of zero placements were requested.
    #[error("a start has at least one placement")]
    None,
    /// Starts of more placements than a solution has were requested.
    #[error(
        "there is no start of {givens} placements: {}",
        has(*least, *most, *fixed)
    )]
    TooMany {
        /// The requested number of placements.
        givens: usize,
        /// The minimum number of placements of a solution, not counting the puzzle's givens.
        least: usize,
        /// The maximum number of placements of a solution, not counting the puzzle's givens.
        most: usize,
        /// The number of the puzzle's givens.
        fixed: usize,
    },
    /// Starts of more than [`MOST_GIVENS`] placements are not listed.
    #[error(
        "starts of {givens} placements cannot be counted exactly, only of up to {MOST_GIVENS}; \
         leave out --exact to estimate from samples"
    )]
    TooLong {
        /// The requested number of placements.
        givens: usize,
    },
    /// The stop flag was set.
    #[error("interrupted before all starts were checked")]
    Interrupted,
    /// The fractions of starts up to symmetry do not add up to a whole number.
    #[error(
        "the number of starts is not a whole number: this is a bug in tilewright, please report it"
    )]
    NotWhole,
    /// A computation on the diagram of all solutions failed.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

/// The number of placements of a solution in words: `a solution has 12 placements`.
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
