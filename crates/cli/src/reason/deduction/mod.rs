//! How a person solves a challenge, and how hard that is.
//!
//! A position is what is placed and the placements still possible. A person looks at some *place*:
//! a cell that few pieces can cover, a piece that is hard to place. There the ways are tried in
//! mind, and all but one fail: one leaves a hole, one cuts off a pocket, one leaves a piece without
//! a place, one leads to that after some forced moves ([`Flaw`]). So the one is placed: that is a
//! [`Step`], and a [`Path`] is a way to the solution by the easiest of them, whose hints
//! [`Words`] tells in stages.
//!
//! A step has an *effort*, counted in looks at placements: to come upon the place, and to see how
//! each of the other ways fails. A challenge is [`rate`]d by the effort of all pieces, each by the
//! hardest step that must be made before it can be placed.
//!
//! Of every step it holds, by the way it is made:
//!
//! - *It is sound.* Every solution that the position leaves has what is placed.
//! - *It holds further down.* In every position with more placed and less possible it can be made
//!   with as much effort at most, or has been. So a challenge with more givens never rates harder.
//! - *It does not see names or order.* So an image of a challenge under a symmetry of the puzzle
//!   rates the same.
//!
//! # Examples
//!
//! ```
//! use tilewright::reason::deduction::{Grade, Technique, rate};
//! use tilewright::cover::Instance;
//! use tilewright::puzzle::{Source, load};
//!
//! let source = Source::new("strip.ron", r#"(
//!     lattice: Square,
//!     board: Rect(4, 1),
//!     pieces: [Piece(name: "A", cells: Rect(1, 1)), Piece(name: "B", cells: Rect(3, 1))],
//!     givens: [(piece: "A", cells: Rect(1, 1))],
//! )"#);
//! let puzzle = load(&source).unwrap().puzzle;
//! let instance = Instance::new(puzzle).unwrap();
//! let rating = rate(&instance, &[]).unwrap();
//! assert_eq!(rating.hardest, Technique::ForcedCell);
//! assert_eq!(rating.grade(), Grade::Easy);
//! ```

mod balance;
mod bits;
mod clash;
mod colourings;
mod constraints;
mod effort;
mod explain;
mod find;
mod follow;
mod occupied;
mod path;
mod phrases;
mod place;
mod pocket;
mod position;
mod rating;
mod region;
mod shown_colors;
mod standing;
mod step;
mod table;
mod technique;
mod words;

use thiserror::Error;
use tilewright_dlx::OptionId;

pub use path::Path;
pub use phrases::{English, Phrase, Phrasing};
pub use rating::{Grade, Rating, rate, rate_until};
pub use region::region_in_words;
pub use standing::{PlacementStatus, standing};
pub use step::{ColorClash, Flaw, Pockets, Refutation, Step, Want};
pub use table::{MAX_LEFT, Remainder};
pub use technique::{MAX_DEPTH, Technique};
pub use words::{STAGES, Stage, Words};

use crate::cover::Instance;

/// Why nothing can be deduced.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeductionError {
    /// A given is not in the matrix.
    #[error("option number {index}, counted from 0, is not among the puzzle's {count} options")]
    UnknownOption {
        /// The option's index.
        index: usize,
        /// How many options the puzzle has.
        count: usize,
    },
    /// Two givens share a cell or cross at a junction.
    #[error("two givens clash")]
    Clash {
        /// The one given first.
        first: OptionId,
        /// The other.
        second: OptionId,
    },
    /// A piece is given more often than it has copies.
    #[error("{piece} is given more often than there are copies of it: {copies}")]
    TooOften {
        /// The piece.
        piece: String,
        /// How many copies it has at most.
        copies: u32,
    },
    /// Too much is left for it to be a challenge for a person.
    #[error(
        "there is too much left to deduce: {left}; \
         at most {MAX_LEFT} can be looked at: give more"
    )]
    TooLarge {
        /// What is left.
        left: Remainder,
    },
    /// There is no solution.
    #[error("there is no solution")]
    NoSolution,
    /// There are several solutions, so no deduction can find the one.
    #[error("there is more than one solution")]
    SeveralSolutions,
    /// The search that is to tell whether there is one solution took too long.
    #[error("whether there is one solution is not known after {nodes} nodes of a search")]
    Undecided {
        /// The nodes searched.
        nodes: u64,
    },
    /// It was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// The puzzle's givens, and those of these that are not among them.
pub(crate) fn with_own(instance: &Instance, givens: &[OptionId]) -> Vec<OptionId> {
    let more = givens.iter().filter(|given| !instance.is_given(**given));
    instance.givens().iter().chain(more).copied().collect()
}

#[cfg(test)]
mod tests;
