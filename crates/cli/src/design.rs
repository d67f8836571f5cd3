//! Makes new puzzles out of a puzzle: challenges with one solution, first placements, choices of
//! pieces, goals, and a map of all solutions.

pub mod challenges;
pub mod choices;
pub(crate) mod difference_oracle;
pub mod explore;
pub mod families;
pub mod min_clues;
pub mod search;
pub mod starts;
