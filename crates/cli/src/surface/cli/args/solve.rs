//! The arguments of `solve`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use tilewright_dlx::Sense;

use super::{CheckpointArgs, CsvArgs, LookArgs, PaperArgs, PartArgs, ResourceArgs};
use crate::publish::interchange::table::CsvText;
use crate::solve::objective::{Objective, Quantity};

/// The order of a list, as `--sort` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SortBy {
    /// By symmetry: the greater of the horizontal and vertical scores, then the lesser.
    Symmetry,
    /// By the place of the first piece, then of the second, and so on.
    Canonical,
    /// By similarity: each is followed by the one that shares the most placements with it.
    Similarity,
}

/// What `--most` and `--fewest` count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum QuantityArg {
    /// The pieces, copies included.
    Pieces,
    /// The cells that pieces cover.
    Cells,
    /// The different pieces.
    Different,
    /// The sum of the values of the pieces, from the file.
    Value,
}

/// Which solutions `solve` lists, and in which order.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// The puzzle file (.ron)
    pub file: PathBuf,
    /// The case or goal of the file; without one, the whole file.
    #[command(flatten)]
    pub part: PartArgs,
    /// List only distinct solutions: those that are not rotations or reflections of one another
    #[arg(long)]
    pub distinct: bool,
    /// List at most N solutions
    #[arg(long, short = 'n', value_name = "N", value_parser = super::whole::<u64>(..))]
    pub limit: Option<u64>,
    /// Find all solutions first, and list them in this order [default: as found, in the same order on
    /// every run]
    #[arg(long, value_name = "BY")]
    pub sort: Option<SortBy>,
    /// List the N most symmetric solutions: --sort symmetry --limit N; with --most and --fewest the N best
    #[arg(long, value_name = "N", conflicts_with_all = ["limit", "sort"],
        value_parser = super::whole::<u64>(..))]
    pub best: Option<u64>,
    /// Find a solution with the most of something, and prove that no other has more
    #[arg(long, value_name = "WHAT",
        conflicts_with_all = ["fewest", "distinct", "limit", "sort", "any", "checkpoint"])]
    pub most: Option<QuantityArg>,
    /// Find a solution with the fewest of something, and prove that no other has fewer
    #[arg(long, value_name = "WHAT",
        conflicts_with_all = ["distinct", "limit", "sort", "any", "checkpoint"])]
    pub fewest: Option<QuantityArg>,
    /// Find one solution, no matter which, as soon as possible: for puzzles so large that the usual
    /// search takes too long to find one
    #[arg(long, conflicts_with_all = ["distinct", "limit", "sort", "best", "checkpoint"])]
    pub any: bool,
    /// The seed of the random numbers of --any; the same seed finds the same solution
    #[arg(long, value_name = "N", default_value_t = 1, requires = "any",
        value_parser = super::whole::<u64>(..))]
    pub seed: u64,
    /// How to print the solutions
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: SolveFormat,
    /// How texts are written in a table.
    #[command(flatten)]
    pub csv: CsvArgs,
    /// Write to a file instead of stdout; SVG that takes several pages gets numbers: list-1.svg
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write how the list ended to a JSON file: `solutions`, and `complete` if there are no more
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
    /// The look of SVG and HTML output.
    #[command(flatten)]
    pub look: LookArgs,
    /// The paper of SVG output.
    #[command(flatten)]
    pub paper: PaperArgs,
    /// Put N columns on a page of SVG
    #[arg(long, value_name = "N", default_value_t = 5, help_heading = super::draw::PICTURES,
        value_parser = super::whole::<u8>(1..=255))]
    pub columns: u8,
    /// Engine, threads and memory.
    #[command(flatten)]
    pub resources: ResourceArgs,
    /// How the run is saved and continued.
    #[command(flatten)]
    pub checkpoint: CheckpointArgs,
}

/// The forms in which `solve` lists solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SolveFormat {
    /// Drawn in characters.
    Text,
    /// One JSON object per line.
    Jsonl,
    /// A table, one row per solution, one column per piece.
    Csv,
    /// The same table for DuckDB, pandas and Polars; requires a build with Parquet.
    Parquet,
    /// Pages of thumbnails, one file each.
    Svg,
    /// One file of thumbnails, shown page by page.
    Html,
}

impl SolveArgs {
    /// The objective of `--most` or `--fewest`; `None` if neither is given.
    pub fn objective(&self) -> Option<Objective> {
        objective(self.most, self.fewest)
    }
}

/// The objective of `--most` or `--fewest`; `None` if neither is given.
pub(super) fn objective(
    most: Option<QuantityArg>,
    fewest: Option<QuantityArg>,
) -> Option<Objective> {
    let of = |sense, what: QuantityArg| Objective {
        sense,
        quantity: what.into(),
    };
    let most = most.map(|what| of(Sense::Greatest, what));
    most.or(fewest.map(|what| of(Sense::Least, what)))
}

impl From<QuantityArg> for Quantity {
    fn from(what: QuantityArg) -> Self {
        match what {
            QuantityArg::Pieces => Self::Pieces,
            QuantityArg::Cells => Self::Cells,
            QuantityArg::Different => Self::Different,
            QuantityArg::Value => Self::Value,
        }
    }
}

impl SolveFormat {
    /// The format of each solution; `None` for formats that are written as a whole (Parquet, SVG,
    /// HTML).
    pub fn list(self, text: CsvText) -> Option<SolutionFormat> {
        match self {
            Self::Text => Some(SolutionFormat::Text),
            Self::Jsonl => Some(SolutionFormat::Jsonl),
            Self::Csv => Some(SolutionFormat::Csv(text)),
            Self::Parquet | Self::Svg | Self::Html => None,
        }
    }
}

/// The formats in which solutions are written one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolutionFormat {
    /// Drawn in characters.
    Text,
    /// One JSON object per line.
    Jsonl,
    /// A row of a CSV table.
    Csv(CsvText),
}
