//! Unify: the fewest clues that leave the one solution that a designer wants.
//!
//! A *clue* is a placement to be given, or a cell marked with the piece that
//! covers it. A set of clues leaves the solution alone exactly if it holds a
//! clue of every *difference*: of the clues that fail in another solution. So
//! the fewest clues are a least hitting set of all differences, of which there
//! are as many as solutions; but a few of them will do. The least hitting set of
//! the differences met so far is either unique, and then no smaller set is; or
//! some other solution satisfies it, which makes a new difference. As the other
//! solution, one that has most in common with the wanted one is taken: its
//! difference is the smallest, and rules out most.
//!
//! Sources: R. Reiter, "A theory of diagnosis from first principles",
//! *Artificial Intelligence* 32 (1987); E. Moreno-Centeno and R. Karp, "The
//! implicit hitting set approach to solve combinatorial optimization problems",
//! *Operations Research* 61 (2013); for clues of Sudoku, G. Mc Guire, B. Tugemann
//! and G. Civario, "There is no 16-clue Sudoku", *Experimental Mathematics* 23
//! (2014).

mod choose;
mod clue;
mod hitting;
mod least;
mod oracle;
mod wanted;

pub use choose::Choice;
pub use clue::{By, Clue, as_restrictions};
pub use least::{FewestClues, Shortfall};
pub use wanted::{Target, Unify, UnifyAnswer, UnifyError};

#[cfg(test)]
mod tests;
