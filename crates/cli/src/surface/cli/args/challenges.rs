//! `challenges`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{CsvArgs, PartArgs, SpaceArgs};
use crate::design::challenges::{Difficulty, GivensRange, MAX_TIER};
use crate::publish::interchange::table::{CsvText, TableEncoding};
use crate::puzzle::NumberRange;
use crate::support::label::Label;

/// `challenges`
#[derive(Debug, Args)]
pub struct ChallengesArgs {
    /// The puzzle, a RON file
    pub file: PathBuf,
    /// Which of its puzzles.
    #[command(flatten)]
    pub part: PartArgs,
    /// How many challenges
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10, conflicts_with = "deck",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub count: u32,
    /// A graded deck instead: so many easy, medium, hard and expert challenges
    #[arg(
        long,
        value_name = "N,N,…",
        value_delimiter = ',',
        action = clap::ArgAction::Set
    )]
    pub deck: Option<Vec<u32>>,
    /// A progression instead: so many levels, numbered, each at least as hard as the one before
    #[arg(long, value_name = "N", conflicts_with_all = ["count", "deck", "cards"],
        value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub progression: Option<u32>,
    /// What the tiers of a progression are called, the easiest first; they share its levels equally
    #[arg(
        long,
        value_name = "NAME,NAME,…",
        value_delimiter = ',',
        action = clap::ArgAction::Set,
        requires = "progression",
        value_parser = tier,
        default_value = "beginner,learner,intermediate,advanced,champion"
    )]
    pub tiers: Vec<Label>,
    /// Deal cards instead: boards, which are the goals of the file, with some of its pieces each
    #[arg(long, conflicts_with_all = ["givens", "open", "draws", "diagram", "case"])]
    pub cards: bool,
    /// How many pieces a card has: 3, 3..4, 3.., ..5
    #[arg(long, value_name = "RANGE", requires = "cards")]
    pub pieces: Option<NumberRange>,
    /// Cards with two sides, the same board with so many pieces on each: 3,4
    #[arg(
        long,
        value_name = "N,N",
        value_delimiter = ',',
        action = clap::ArgAction::Set,
        requires = "cards",
        conflicts_with = "pieces"
    )]
    pub sides: Option<Vec<u64>>,
    /// What the parts of a deck are
    #[arg(long, value_name = "BY", default_value = "grades", requires = "deck")]
    pub levels: LevelsArg,
    /// How many givens each may have, both ends included: 4, 3..5, 3.., ..5
    #[arg(long, value_name = "RANGE")]
    pub givens: Option<GivensRange>,
    /// How many pieces each leaves open, and gives more than it must: 3, 2..4, 5.., ..4
    #[arg(long, value_name = "RANGE")]
    pub open: Option<NumberRange>,
    /// How hard each may be, by grade or score: easy, medium..expert, 3.5..6
    #[arg(long, value_name = "RANGE")]
    pub difficulty: Option<Difficulty>,
    /// Where the random numbers begin; the same seed gives the same challenges
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Draw so many solutions at most [default: 20000, or 4 for each challenge]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub draws: Option<u64>,
    /// What the challenges are called [default: the puzzle's title and their number]
    #[arg(long, value_name = "TEXT", value_parser = super::title)]
    pub title: Option<Label>,
    /// How to print them
    #[arg(long, value_name = "FORMAT", default_value = "ron")]
    pub format: ChallengesFormat,
    /// How texts are written in a table.
    #[command(flatten)]
    pub csv: CsvArgs,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The diagram of all solutions.
    #[command(flatten)]
    pub space: SpaceArgs,
}

impl ChallengesArgs {
    /// The table that the answer becomes, if it is one.
    pub fn table(&self) -> Option<TableEncoding> {
        self.format.table(self.csv.text())
    }
}

/// The name of a tier.
fn tier(text: &str) -> Result<Label, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("a tier must have a name".to_owned());
    }
    let long = text.chars().count();
    if long > MAX_TIER {
        return Err(format!(
            "the name of a tier has {MAX_TIER} characters at most, not {long}"
        ));
    }
    Label::new(text).map_err(|error| error.to_string())
}

/// `--levels`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LevelsArg {
    /// The grades easy, medium, hard and expert, in this order.
    Grades,
    /// Equal parts of the challenges that were mined, by rating.
    Quantiles,
}

/// `--format` of `challenges`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ChallengesFormat {
    /// Drawn.
    Text,
    /// One JSON object.
    Json,
    /// A file of challenges.
    Ron,
    /// A table, for spreadsheets.
    Csv,
    /// The same table for DuckDB, pandas, Polars; if the program was built with it.
    Parquet,
}

impl ChallengesFormat {
    /// Whether programs read it: an empty deck is written too.
    pub fn is_data(self) -> bool {
        matches!(self, Self::Json | Self::Csv | Self::Parquet)
    }

    /// The file that a table becomes, if this is one.
    pub fn table(self, text: CsvText) -> Option<TableEncoding> {
        match self {
            Self::Text | Self::Json | Self::Ron => None,
            Self::Csv => Some(TableEncoding::Csv(text)),
            Self::Parquet => Some(TableEncoding::Parquet),
        }
    }
}
