//! The arguments of `starts`.

use std::path::PathBuf;

use clap::Args;

use super::{CsvArgs, PartArgs, SpaceArgs, TableFormat};

/// The number of placements in a start, whether all starts are listed or some are sampled, and how many are shown.
#[derive(Debug, Args)]
pub struct StartsArgs {
    /// The puzzle file (.ron)
    pub file: PathBuf,
    /// The case or goal of the file; without one, the whole file.
    #[command(flatten)]
    pub part: PartArgs,
    /// Count starts of K placements, in addition to the puzzle's own givens
    #[arg(long, short = 'k', value_name = "K", default_value_t = 1,
        value_parser = super::whole::<u32>(1..))]
    pub givens: u32,
    /// List all starts, however many there are
    #[arg(long, conflicts_with = "samples")]
    pub exact: bool,
    /// Draw N starts at random, even if all could be listed [default: 10000, if there are too many to list]
    #[arg(long, value_name = "N", value_parser = super::whole::<u64>(2..))]
    pub samples: Option<u64>,
    /// The seed of the random numbers; the same seed draws the same starts
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = super::whole::<u64>(..))]
    pub seed: u64,
    /// Show the N starts with the fewest solutions and the N with the most
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = super::whole::<u16>(0..=65_535))]
    pub show: u16,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: TableFormat,
    /// How texts are written in a table.
    #[command(flatten)]
    pub csv: CsvArgs,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The diagram of all solutions, and the resources to make it.
    #[command(flatten)]
    pub space: SpaceArgs,
}

table_command! { StartsArgs }
