//! Arguments that a person can follow: deductions of a solution, conflicts, and reasons why there
//! is no solution.

pub mod conflict;
pub mod deduction;
pub mod twins;
pub mod why;
