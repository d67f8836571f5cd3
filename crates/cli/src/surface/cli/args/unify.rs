//! `unify`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{DataFormat, PartArgs, SpaceArgs};

/// `unify`
#[derive(Debug, Args)]
pub struct UnifyArgs {
    /// The puzzle, a RON file
    pub file: PathBuf,
    /// Which of its puzzles.
    #[command(flatten)]
    pub part: PartArgs,
    /// What is added
    #[arg(long, value_name = "BY", default_value = "givens")]
    pub by: ByArg,
    /// The solution that is wanted: its number in the diagram's order, from 1, or placements that
    /// it holds, PIECE@cells (can be repeated) [default: one that needs the
    /// fewest, of some drawn at random where there are more than 24]
    #[arg(long, value_name = "SOLUTION")]
    pub solution: Vec<String>,
    /// Where the random numbers begin, if solutions are drawn to choose from
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
    /// The diagram of all solutions.
    #[command(flatten)]
    pub space: SpaceArgs,
}

/// `--by`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ByArg {
    /// Placements fixed beforehand.
    Givens,
    /// Cells marked with the piece that covers them.
    Cells,
}
