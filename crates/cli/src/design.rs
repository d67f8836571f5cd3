//! What a designer derives from a puzzle: challenges with one solution, sets of first placements,
//! choices of pieces, the fewest clues, counts for each goal, and an overview of all solutions.

pub mod challenges;
pub mod choices;
pub(crate) mod difference_oracle;
pub mod explore;
pub mod families;
pub mod min_clues;
pub mod search;
pub mod starts;
