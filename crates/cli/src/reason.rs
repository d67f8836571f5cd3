//! Arguments that a person can follow: deductions, conflicts, reasons why there is no solution.

pub mod conflict;
pub mod deduction;
pub mod twins;
pub mod why;
