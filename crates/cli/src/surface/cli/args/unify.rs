//! The arguments of `unify`.

use std::path::PathBuf;

use crate::design::min_clues::By;
use clap::{Args, ValueEnum};

use super::{DataFormat, PartArgs, SpaceArgs};

/// The kind of clues that `unify` adds, and the solution that is to become the only one.
#[derive(Debug, Args)]
pub struct UnifyArgs {
    /// The puzzle file (.ron)
    pub file: PathBuf,
    /// The case or goal of the file; without one, the whole file.
    #[command(flatten)]
    pub part: PartArgs,
    /// What to add
    #[arg(long, value_name = "BY", default_value = "givens")]
    pub by: ByArg,
    /// The solution to leave: its number in the diagram's order, from 1, or placements that it
    /// contains, PIECE@cells (can be repeated) [default: one that needs the fewest; of more than 24
    /// solutions, some are drawn at random]
    #[arg(long, value_name = "SOLUTION")]
    pub solution: Vec<String>,
    /// The seed of the random numbers, if solutions are drawn
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = super::whole::<u64>(..))]
    pub seed: u64,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
    /// The diagram of all solutions, and the resources to make it.
    #[command(flatten)]
    pub space: SpaceArgs,
}

/// The kind of clues, as `--by` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ByArg {
    /// Placements fixed beforehand.
    Givens,
    /// Cells marked with the piece that covers them.
    Cells,
}

from_cases! { ByArg as By: Givens => Givens, Cells => Cells }
