//! The arguments of `challenges`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{CsvArgs, PartArgs, SpaceArgs};
use crate::design::challenges::{Difficulty, GivensRange, MAX_TIER, RatingCurve};
use crate::puzzle::NumberRange;
use crate::support::label::Label;

/// The number and the difficulty of the challenges or cards that `challenges` makes, and their format.
#[derive(Debug, Args)]
pub struct ChallengesArgs {
    /// The puzzle file (.ron)
    pub file: PathBuf,
    /// The case or goal of the file; without one, the whole file.
    #[command(flatten)]
    pub part: PartArgs,
    /// Make N challenges, minimal without --open [default: 10 levels from easy to hard, as --progression 10; with --givens, --open,
    /// --difficulty or --cards, 10 challenges]
    #[arg(long, short = 'n', value_name = "N", conflicts_with = "deck",
        value_parser = super::whole::<u32>(1..))]
    pub count: Option<u32>,
    /// Make a graded deck instead: the numbers of easy, medium, hard and expert challenges
    #[arg(
        long,
        value_name = "N,N,…",
        value_delimiter = ',',
        action = clap::ArgAction::Set
    )]
    pub deck: Option<Vec<u32>>,
    /// Make a progression instead: N numbered levels, each at least as hard as the one before
    #[arg(long, value_name = "N", conflicts_with_all = ["count", "deck", "cards"],
        value_parser = super::whole::<u32>(1..=10_000))]
    pub progression: Option<u32>,
    /// The names of the tiers of a progression, easiest first; each has an equal share of its levels
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
    /// The ratings through which a progression passes at equal distances, as in 1.5,3,7 [default: even from the
    /// easiest to the hardest found]
    #[arg(long, value_name = "N,N,…", requires = "progression")]
    pub curve: Option<RatingCurve>,
    /// Make cards instead: each has one of the file's goals as its board, and some of its pieces
    #[arg(long, conflicts_with_all = ["givens", "open", "draws", "diagram", "case"])]
    pub cards: bool,
    /// How many pieces a card has: 3, 3..4, 3.., ..5
    #[arg(long, value_name = "RANGE", requires = "cards")]
    pub pieces: Option<NumberRange>,
    /// Make two-sided cards: the same board with these numbers of pieces on its sides: 3,4
    #[arg(
        long,
        value_name = "N,N",
        value_delimiter = ',',
        action = clap::ArgAction::Set,
        requires = "cards",
        conflicts_with = "pieces"
    )]
    pub sides: Option<Vec<u64>>,
    /// How a deck is divided into levels
    #[arg(long, value_name = "BY", default_value = "grades", requires = "deck")]
    pub levels: LevelsArg,
    /// How many givens each may have, which are placements shown at the start: 4, 3..5, 3.., ..5
    #[arg(long, value_name = "RANGE")]
    pub givens: Option<GivensRange>,
    /// How many pieces are left to place: 3, 2..4, 5.., ..4; few open pieces make easy challenges
    #[arg(long, value_name = "RANGE")]
    pub open: Option<NumberRange>,
    /// How hard each may be, by grade or by score from 1 to 10.9: easy, medium..expert, 3.5..6
    #[arg(long, value_name = "RANGE")]
    pub difficulty: Option<Difficulty>,
    /// The seed of the random numbers; the same seed gives the same challenges
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = super::whole::<u64>(..))]
    pub seed: u64,
    /// Pick at most N solutions at random [default: 20000, or 4 for each challenge]
    #[arg(long, value_name = "N", value_parser = super::whole::<u64>(1..))]
    pub draws: Option<u64>,
    /// The title of the challenges [default: the puzzle's title and their number]
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
    /// The diagram of all solutions, and the resources to make it.
    #[command(flatten)]
    pub space: SpaceArgs,
}

/// The number of challenges or levels if none is requested.
const COUNT: u32 = 10;

impl ChallengesArgs {
    /// The number of challenges, unless a deck or a progression is requested.
    pub fn count(&self) -> u32 {
        self.count.unwrap_or(COUNT)
    }

    /// The number of levels of a progression: also if nothing says which challenges to make, so that a
    /// deck begins with easy ones.
    pub fn levels_of_progression(&self) -> Option<u32> {
        let says_which = self.count.is_some()
            || self.deck.is_some()
            || self.cards
            || self.givens.is_some()
            || self.open.is_some()
            || self.difficulty.is_some();
        self.progression.or((!says_which).then_some(COUNT))
    }
}

fn tier(text: &str) -> Result<Label, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("a tier must have a name".to_owned());
    }
    let long = text.chars().count();
    if long > MAX_TIER {
        return Err(format!(
            "the name of a tier has at most {MAX_TIER} characters, not {long}"
        ));
    }
    Label::new(text).map_err(|error| error.to_string())
}

/// How a deck is divided, as `--levels` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LevelsArg {
    /// By the grades easy, medium, hard and expert.
    Grades,
    /// By rating, in parts of equal length.
    Quantiles,
}

/// The forms in which challenges are printed.
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
    /// The same table for DuckDB, pandas and Polars; requires a build with Parquet.
    Parquet,
}

impl ChallengesFormat {
    /// Whether the format is one for programs. In such a format, an empty deck is written too.
    pub fn is_data(self) -> bool {
        matches!(self, Self::Json | Self::Csv | Self::Parquet)
    }
}

table_format! { ChallengesFormat }
table_command! { ChallengesArgs }
