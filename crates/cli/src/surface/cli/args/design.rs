//! `design`: which pieces.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use super::{CheckpointArgs, CsvArgs, ResourceArgs};
use crate::design::choices::Order;
use crate::publish::interchange::table::{CsvText, TableEncoding};
use crate::puzzle::{Look, Measure, NumberRange, Weight};

/// `design`
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("random").args(["search", "samples"])))]
#[expect(clippy::struct_excessive_bools, reason = "each is an option by itself")]
pub struct DesignArgs {
    /// The puzzle, a RON file; pieces of which `copies` leaves a choice are a pool
    pub file: PathBuf,
    /// One goal of the file alone, by its name; else all goals are to be solved
    #[arg(long, value_name = "NAME")]
    pub goal: Option<String>,
    /// How many pieces are used in all: 8, 6..8, ..8
    #[arg(long, value_name = "RANGE")]
    pub choose: Option<NumberRange>,
    /// How many different pieces are used: 8, 6..8, 8..
    #[arg(long, value_name = "RANGE")]
    pub different: Option<NumberRange>,
    /// Pieces that must be used, by their names
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub must: Vec<String>,
    /// Pieces that are left out, by their names
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub never: Vec<String>,
    /// Use at most one of two pieces that are each other's mirror images
    #[arg(long)]
    pub one_of_mirrors: bool,
    /// Choices with so many solutions, on every goal that they solve: 1, 50..500
    #[arg(long, value_name = "RANGE")]
    pub solutions: Option<NumberRange>,
    /// Choices with N distinct solutions, which are counted only if asked for; 1.. for all choices
    #[arg(long, value_name = "RANGE")]
    pub distinct: Option<NumberRange>,
    /// Choices that have a symmetric solution
    #[arg(long)]
    pub symmetric: bool,
    /// Choices with a placement that is in exactly one solution
    #[arg(long)]
    pub unique_start: bool,
    /// Choices of which every solution looks like this
    #[arg(long, value_name = "LOOK")]
    pub every: Vec<LookArg>,
    /// Choices of which some solution looks like this
    #[arg(long, value_name = "LOOK")]
    pub some: Vec<LookArg>,
    /// Choices that solve so many goals [default: any number; all, if --every-goal]
    #[arg(long, value_name = "RANGE", conflicts_with = "every_goal")]
    pub goals: Option<NumberRange>,
    /// Choices that solve every goal: quicker, others are dropped at the first goal that they fail
    #[arg(long)]
    pub every_goal: bool,
    /// Choices of each goal by itself: which boards, with which pieces?
    #[arg(long, conflicts_with_all = ["every_goal", "goals"])]
    pub each_goal: bool,
    /// Whether to search.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Draw N of the choices at random and count these, where there are too many to count all
    #[arg(long, value_name = "N", value_parser = samples,
        conflicts_with_all = ["goals", "every_goal", "each_goal", "checkpoint"])]
    pub samples: Option<usize>,
    /// Estimate each choice drawn from N random walks, where a count of one does not end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(20..=1_000_000_000),
        requires = "samples", conflicts_with_all = ["solutions", "distinct", "symmetric", "unique_start",
        "every", "some", "sort", "rank", "measure", "write", "draw"])]
    pub walks: Option<u64>,
    /// In which order they stand [default: best, or by rank if there is one]
    #[arg(long, value_name = "ORDER")]
    pub sort: Option<DesignOrder>,
    /// Rank them by measures times weights, the greatest sum first: evenness=2,fault-lines=-1
    #[arg(
        long,
        value_name = "WEIGHTS",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "sort"
    )]
    pub rank: Vec<Weight>,
    /// Print these measures of each, too: evenness,straightness
    #[arg(long, value_name = "MEASURES", value_delimiter = ',')]
    pub measure: Vec<Measure>,
    /// Print so many of them; 0 for all [default: 20 as text, else all; with --search find so many: 1]
    #[arg(long, short = 'n', value_name = "N")]
    pub limit: Option<usize>,
    /// Write the puzzle of each choice that is printed to a file in DIR
    #[arg(long, value_name = "DIR")]
    pub write: Option<PathBuf>,
    /// Draw those that are printed, each with a solution: FILE.svg, .png or .pdf
    #[arg(long, value_name = "FILE")]
    pub draw: Option<PathBuf>,
    /// How to print them
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DesignFormat,
    /// How texts are written in a table.
    #[command(flatten)]
    pub csv: CsvArgs,
    /// Write to a file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How far a look at goals, or a search, has come.
    #[command(flatten)]
    pub checkpoint: CheckpointArgs,
    /// With what means.
    #[command(flatten)]
    pub resources: ResourceArgs,
}

impl DesignArgs {
    /// The table that the answer becomes, if it is one.
    pub fn table(&self) -> Option<TableEncoding> {
        self.format.table(self.csv.text())
    }
}

/// `--search`, `--seed`, `--steps`
#[derive(Debug, Clone, Args)]
pub struct SearchArgs {
    /// Search for choices as wanted, where there are too many to count them all
    #[arg(long, conflicts_with_all = ["goals", "every_goal", "each_goal", "sort", "rank", "measure"])]
    pub search: bool,
    /// Where the random numbers begin; the same seed finds the same choices
    #[arg(long, value_name = "N", default_value_t = 0, requires = "random")]
    pub seed: u64,
    /// How many steps --search takes at most
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "search")]
    pub steps: u64,
}

/// `--sort` of `design`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DesignOrder {
    /// Fewest solutions first; over goals, most goals first, then most solutions of the hardest goal.
    Best,
    /// Fewest solutions in all first.
    Fewest,
    /// Most solutions in all first.
    Most,
    /// Fewest pieces first, then the best.
    Pieces,
}

impl From<DesignOrder> for Order {
    fn from(order: DesignOrder) -> Self {
        match order {
            DesignOrder::Best => Self::Best,
            DesignOrder::Fewest => Self::Fewest,
            DesignOrder::Most => Self::Most,
            DesignOrder::Pieces => Self::Pieces,
        }
    }
}

/// `--every` and `--some`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LookArg {
    /// No straight line across the board parts the pieces.
    FaultFree,
    /// At no corner four pieces meet.
    NoCrossroads,
}

impl From<LookArg> for Look {
    fn from(look: LookArg) -> Self {
        match look {
            LookArg::FaultFree => Self::FaultFree,
            LookArg::NoCrossroads => Self::NoCrossroads,
        }
    }
}

/// `--format` of `design`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DesignFormat {
    /// What was found, a histogram and a table.
    Text,
    /// One JSON object for each choice, a line each.
    Jsonl,
    /// Comma-separated values: a column for each piece.
    Csv,
    /// The same table for DuckDB, pandas, Polars; if the program was built with it.
    Parquet,
}

impl DesignFormat {
    /// The file that a table becomes, if this is one.
    pub fn table(self, text: CsvText) -> Option<TableEncoding> {
        match self {
            Self::Text | Self::Jsonl => None,
            Self::Csv => Some(TableEncoding::Csv(text)),
            Self::Parquet => Some(TableEncoding::Parquet),
        }
    }
}

/// The size of a sample.
fn samples(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(size) if (2..=1_000_000).contains(&size) => Ok(size),
        _ => Err("a sample has from 2 to 1,000,000 choices".to_owned()),
    }
}
