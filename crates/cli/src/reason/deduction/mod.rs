//! Named deductions, and how hard a challenge is for a person.
//!
//! A position is the set of placements still possible. A deduction rules
//! placements out that no solution holds, or shows that one is in every
//! solution. The ladder has them by difficulty ([`Technique`]); a challenge is
//! solved with the easiest that applies, as by the raters of Sudoku, and
//! [`rate`]d by the hardest that it takes and by how much there is to do.
//!
//! Of every deduction it holds, by the way it is made:
//!
//! - *It is sound.* No solution is lost.
//! - *It holds further down.* What it rules out in a position, it rules out (or
//!   something easier has) in every position with more placed and less
//!   possible. So a challenge with more givens never rates harder.
//! - *It does not see names or order.* So an image of a challenge under a
//!   symmetry of the puzzle rates the same.
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
mod colourings;
mod find;
mod ladder;
mod look_ahead;
mod pair;
mod path;
mod pocket;
mod position;
mod rating;
mod shut_out;
mod standing;
mod step;
mod table;
mod technique;
mod trace;
mod words;

use thiserror::Error;
use tilewright_dlx::OptionId;

pub use path::Path;
pub use rating::{Grade, Rating};
pub use standing::{PlacementStatus, standing};
pub use step::{Balance, End, Pockets, Reason, Step, Want};
pub use table::{MAX_LEFT, Remainder};
pub use technique::{MAX_DEPTH, Technique};
pub use words::Words;

use crate::cover::Instance;
use crate::solve::search::Monitor;
use ladder::{Go, go, is_tried};
use look_ahead::Workspace;
use position::Position;
use standing::check_unique;
use table::Table;

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

/// How hard a puzzle with these givens, beside its own, is for a person.
///
/// Takes a few milliseconds to a tenth of a second for a tray of a dozen
/// pieces; the worst that it tries, look-ahead of depth 3, grows with the fourth
/// power of the placements still possible, and is not tried with more than a
/// few.
///
/// # Errors
///
/// [`DeductionError`]: the givens clash, or the solution is not the only one.
pub fn rate(instance: &Instance, givens: &[OptionId]) -> Result<Rating, DeductionError> {
    rate_until(instance, givens, &Monitor::silent())
}

/// The same, unless it is interrupted.
///
/// # Errors
///
/// As [`rate`]; and [`DeductionError::Interrupted`].
pub fn rate_until(
    instance: &Instance,
    givens: &[OptionId],
    monitor: &Monitor,
) -> Result<Rating, DeductionError> {
    let table = Table::new(instance, givens)?;
    let mut position = Position::new(&table);
    let mut workspace = Workspace::new(monitor);
    let pieces: u32 = position.need.iter().sum();
    let mut hardest = 0;
    let mut work = [0_usize; Technique::LADDER.len()];
    let mut level = 0;
    let mut is_unique = false;
    loop {
        let live = bits::len(&position.live);
        if live == 0 {
            if position.starved(&table).is_some() {
                return Err(DeductionError::NoSolution);
            }
            break;
        }
        let technique = Technique::LADDER[level];
        if technique >= Technique::LookAhead(2) && !is_unique {
            check_unique(instance, givens, monitor)?;
            is_unique = true;
        }
        if technique == Technique::Search {
            hardest = level;
            work[level] = live;
            break;
        }
        let went = if is_tried(technique, live) {
            go(&mut workspace, &table, &mut position, technique)
        } else {
            Go::Nothing
        };
        if workspace.is_interrupted() {
            return Err(DeductionError::Interrupted);
        }
        match went {
            Go::Nothing => level += 1,
            Go::Something => {
                work[level] += live;
                hardest = hardest.max(level);
                level = 0;
            }
            Go::NoSolution => return Err(DeductionError::NoSolution),
        }
    }
    let total = u32::try_from(work[hardest]).unwrap_or(u32::MAX);
    Ok(Rating {
        hardest: Technique::LADDER[hardest],
        total: total.saturating_add(pieces),
    })
}

/// The puzzle's givens, and those of these that are not among them.
pub(crate) fn with_own(instance: &Instance, givens: &[OptionId]) -> Vec<OptionId> {
    let more = givens.iter().filter(|given| !instance.is_given(**given));
    instance.givens().iter().chain(more).copied().collect()
}

#[cfg(test)]
mod tests;
