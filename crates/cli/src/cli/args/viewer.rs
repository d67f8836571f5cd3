//! `viewer`: a page that browses and plays a puzzle.

use std::path::PathBuf;

use clap::Args;

use super::{PartArgs, SpaceArgs};

/// `viewer`
#[derive(Debug, Args)]
pub struct ViewerArgs {
    /// The puzzle, a RON file, or a file of cards
    pub file: PathBuf,
    /// Which of its puzzles.
    #[command(flatten)]
    pub part: PartArgs,
    /// Challenges to be played, a file of them for this puzzle
    #[arg(long, value_name = "FILE")]
    pub challenges: Option<PathBuf>,
    /// Hold at most so many solutions; of more a random sample is drawn
    ///
    /// With 0 the page holds none and only plays, and the solutions are not looked for.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10_000,
        value_parser = clap::value_parser!(u32).range(..=100_000))]
    pub limit: u32,
    /// Where the random numbers begin; the same seed draws the same sample
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Hold the first solutions that a search finds: for puzzles with too many to look for all
    #[arg(long, conflicts_with_all = ["seed", "diagram"])]
    pub first: bool,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The diagram of all solutions.
    #[command(flatten)]
    pub space: SpaceArgs,
}
