//! Files of other programs: tables that analysts read, puzzles of other solvers.

pub mod burrtools;
pub mod matrix;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod solution_table;
