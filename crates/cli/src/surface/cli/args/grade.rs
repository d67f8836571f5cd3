//! The arguments of `grade`.

use std::path::PathBuf;

use clap::Args;

use super::{CsvArgs, PartArgs, TableFormat};

/// A file, and the challenge in it that the options select.
#[derive(Debug, Clone, Args)]
pub struct PosedArgs {
    /// A puzzle whose givens make it a challenge, or a file of challenges
    pub file: PathBuf,
    /// The challenge of a file with this id, or with this number: 1 for the first
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
    /// The case or goal of the puzzle; without one, the whole file.
    #[command(flatten)]
    pub part: PartArgs,
}

/// The challenge that `grade` rates.
#[derive(Debug, Args)]
pub struct GradeArgs {
    /// The challenge to rate, or a file of challenges.
    #[command(flatten)]
    pub posed: PosedArgs,
    /// One more given, by its cells (column,row), from 0 at the upper left:
    /// X@(1,0)(0,1)(1,1)(2,1)(1,2), or enough cells to identify the placement
    #[arg(long, value_name = "PIECE@CELLS")]
    pub with: Vec<String>,
    /// Show every step on the way to the solution
    #[arg(long)]
    pub steps: bool,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: TableFormat,
    /// How texts are written in a table.
    #[command(flatten)]
    pub csv: CsvArgs,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

table_command! { GradeArgs }
