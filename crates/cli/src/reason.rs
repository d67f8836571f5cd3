//! Arguments that a person can follow: deductions, colourings, conflicts, obstacles.

pub mod colouring;
pub mod conflict;
pub mod deduction;
pub mod feasibility;
pub mod twins;
pub mod why;
