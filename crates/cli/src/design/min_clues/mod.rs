//! The fewest clues that leave the solution a designer chose: the command `unify`.
//!
//! A *clue* is a placement as a given, or a cell marked with the piece that covers it. The
//! *difference* from another solution is the set of clues that are false in it. A set of clues leaves
//! a single solution exactly if it contains a clue of every difference. So the fewest clues are a
//! minimum hitting set of all differences. There are as many differences as other solutions, but
//! few are needed. Take a minimum hitting set of the differences found so far. Either it leaves a
//! single solution, and then no smaller set does; or another solution satisfies it, and gives a new
//! difference. Of these other solutions, one that shares the most clues with the target is taken:
//! its difference is the smallest, and so the most restrictive.
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
mod target;

pub use choose::TargetChoice;
pub use clue::{By, Clue, as_restrictions};
pub use least::{FewestClues, Shortfall};
pub use target::{ClueTarget, MinClues, MinCluesAnswer, MinCluesError};

#[cfg(test)]
mod tests;
