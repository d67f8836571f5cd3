//! Puzzles made of puzzles: challenges with one solution, placements to begin with, goals, what
//! all solutions look like.

pub mod challenges;
pub mod choices;
pub(crate) mod difference_oracle;
pub mod explore;
pub mod families;
pub mod search;
pub mod starts;
pub mod unify;
