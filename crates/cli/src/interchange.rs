//! Files of other programs: tables that analysts read, puzzles of other solvers.

#[cfg(feature = "parquet")]
pub mod parquet;
pub mod solution_table;
