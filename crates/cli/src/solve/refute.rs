//! Proofs, without a search, that there is no solution: obstacles and colourings.

pub mod colouring;
pub mod feasibility;
