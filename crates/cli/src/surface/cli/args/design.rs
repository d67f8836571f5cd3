//! The arguments of `design`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use super::solve::{QuantityArg, objective};
use super::{CheckpointArgs, CsvArgs, ResourceArgs};
use crate::design::choices::Order;
use crate::puzzle::{Look, Measure, MeasureWeight, NumberRange};
use crate::solve::objective::Objective;

/// The choices of pieces that `design` looks for.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("random").args(["search", "samples"])))]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate option")]
pub struct DesignArgs {
    /// The puzzle file (.ron); pieces whose `copies` are a range form the pool
    pub file: PathBuf,
    /// One goal of the file, by its name [default: all goals]
    #[arg(long, value_name = "NAME")]
    pub goal: Option<String>,
    /// How many pieces are used in total: 8, 6..8, ..8
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
    /// Use at most one of each pair of mirror images
    #[arg(long)]
    pub one_of_mirrors: bool,
    /// Require this many solutions, on every goal that a choice solves: 1, 50..500
    #[arg(long, value_name = "RANGE")]
    pub solutions: Option<NumberRange>,
    /// Count distinct solutions too, and require this many; 1.. requires nothing
    #[arg(long, value_name = "RANGE")]
    pub distinct: Option<NumberRange>,
    /// Require a symmetric solution
    #[arg(long)]
    pub symmetric: bool,
    /// Require a placement that is in exactly one solution
    #[arg(long)]
    pub unique_start: bool,
    /// Require that every solution looks like this
    #[arg(long, value_name = "LOOK")]
    pub every: Vec<LookArg>,
    /// Require that at least one solution looks like this
    #[arg(long, value_name = "LOOK")]
    pub some: Vec<LookArg>,
    /// Require that a choice solves this many goals [default: any number; all with --every-goal]
    #[arg(long, value_name = "RANGE", conflicts_with = "every_goal")]
    pub goals: Option<NumberRange>,
    /// Require that a choice solves every goal: faster, others are dropped at the first goal they fail
    #[arg(long)]
    pub every_goal: bool,
    /// Treat each goal separately: which boards, with which pieces?
    #[arg(long, conflicts_with_all = ["every_goal", "goals"])]
    pub each_goal: bool,
    /// List the choices that have a solution, without counting solutions: faster if there are many copies
    #[arg(long, conflicts_with_all = ["goals", "every_goal", "each_goal", "random", "solutions", "distinct",
        "symmetric", "unique_start", "every", "some", "sort", "rank", "measure", "write", "draw"])]
    pub solvable: bool,
    /// List the choices with the most of something that have a solution, and prove that no other has more: one,
    /// or --limit N
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["least", "solvable", "goals", "every_goal", "each_goal",
        "random", "solutions", "distinct", "symmetric", "unique_start", "every", "some", "sort", "rank", "measure",
        "write", "draw", "checkpoint"])]
    pub most: Option<QuantityArg>,
    /// The same with the fewest of something
    #[arg(long = "fewest", id = "least", value_name = "WHAT", conflicts_with_all = ["solvable", "goals", "every_goal",
        "each_goal", "random", "solutions", "distinct", "symmetric", "unique_start", "every", "some", "sort", "rank",
        "measure", "write", "draw", "checkpoint"])]
    pub fewest: Option<QuantityArg>,
    /// Whether designs are searched for, and in how many steps.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Draw N choices at random and count only these, where there are too many to count all
    #[arg(long, value_name = "N", value_parser = super::whole::<usize>(2..=1_000_000),
        conflicts_with_all = ["goals", "every_goal", "each_goal", "checkpoint"])]
    pub samples: Option<usize>,
    /// With --samples: estimate the solutions of each choice by N random walks, where counting takes too long
    #[arg(long, value_name = "N", value_parser = super::whole::<u64>(20..=1_000_000_000),
        requires = "samples", conflicts_with_all = ["solutions", "distinct", "symmetric", "unique_start",
        "every", "some", "sort", "rank", "measure", "write", "draw"])]
    pub walks: Option<u64>,
    /// The order of the choices [default: best, or by --rank]
    #[arg(long, value_name = "ORDER")]
    pub sort: Option<DesignOrder>,
    /// Rank by the sum of measures times weights, greatest first: evenness=2,fault-lines=-1
    #[arg(
        long,
        value_name = "WEIGHTS",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "sort"
    )]
    pub rank: Vec<MeasureWeight>,
    /// Also print these measures of each choice: evenness,straightness
    #[arg(long, value_name = "MEASURES", value_delimiter = ',')]
    pub measure: Vec<Measure>,
    /// Print N choices; 0 for all [default: 20 as text, else all]; with --search, find N [default: 1]
    #[arg(long, short = 'n', value_name = "N", value_parser = super::whole::<usize>(..))]
    pub limit: Option<usize>,
    /// Write the puzzle of each printed choice to a file in DIR
    #[arg(long, value_name = "DIR")]
    pub write: Option<PathBuf>,
    /// Draw the printed choices, each with a solution: FILE.svg, .png or .pdf
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
    /// How the run is saved and continued.
    #[command(flatten)]
    pub checkpoint: CheckpointArgs,
    /// Engine, threads and memory.
    #[command(flatten)]
    pub resources: ResourceArgs,
}

impl DesignArgs {
    /// The objective of `--most` or `--fewest`.
    pub fn objective(&self) -> Option<Objective> {
        objective(self.most, self.fewest)
    }
}

/// Whether `design` searches for choices instead of counting all, the seed, and the maximum number of steps.
#[derive(Debug, Clone, Args)]
pub struct SearchArgs {
    /// Search for choices that match, where there are too many to count them all
    #[arg(long, conflicts_with_all = ["goals", "every_goal", "each_goal", "sort", "rank", "measure"])]
    pub search: bool,
    /// The seed of the random numbers; the same seed finds the same choices
    #[arg(long, value_name = "N", default_value_t = 0, requires = "random",
        value_parser = super::whole::<u64>(..))]
    pub seed: u64,
    /// Take at most N steps with --search
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "search",
        value_parser = super::whole::<u64>(..))]
    pub steps: u64,
}

/// The order of the choices of `design`, as `--sort` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DesignOrder {
    /// Without goals: fewest solutions first. With goals: most goals first, then most solutions of the hardest goal.
    Best,
    /// Fewest solutions in total first.
    Fewest,
    /// Most solutions in total first.
    Most,
    /// Fewest pieces first, then as best.
    Pieces,
}

from_cases! {
    DesignOrder as Order:
    Best => Best,
    Fewest => Fewest,
    Most => Most,
    Pieces => Pieces,
}

/// What solutions must look like, as `--every` and `--some` say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LookArg {
    /// No straight line across the board separates the pieces.
    FaultFree,
    /// No four pieces meet at a corner.
    NoCrossroads,
}

from_cases! { LookArg as Look: FaultFree => FaultFree, NoCrossroads => NoCrossroads }

/// The forms in which choices are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DesignFormat {
    /// A summary, a histogram and a table.
    Text,
    /// One JSON object per line, for each choice.
    Jsonl,
    /// Comma-separated values: a column for each piece.
    Csv,
    /// The same table for DuckDB, pandas and Polars; requires a build with Parquet.
    Parquet,
}

table_format! { DesignFormat }
table_command! { DesignArgs }
