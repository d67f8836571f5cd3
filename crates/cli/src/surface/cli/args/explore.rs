//! The arguments of `explore`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{CsvArgs, PartArgs, SpaceArgs};

/// The filters that select the solutions for `explore`, and the heat maps and statistics that it prints.
#[derive(Debug, Args)]
pub struct ExploreArgs {
    /// The puzzle file (.ron)
    pub file: PathBuf,
    /// The case or goal that is explored; without one, the whole file.
    #[command(flatten)]
    pub part: PartArgs,
    /// Only solutions that contain this placement: X@(1,0)(0,1)(1,1)(2,1)(1,2)
    ///
    /// A few of the cells are enough: X@(1,1) means that X covers (1,1). If there are several
    /// filters, all must hold.
    #[arg(long, value_name = "PIECE@CELLS")]
    pub with: Vec<String>,
    /// Only solutions that do not contain this placement
    #[arg(long, value_name = "PIECE@CELLS")]
    pub without: Vec<String>,
    /// Only the heat maps of these pieces
    #[arg(long, value_name = "PIECE")]
    pub heat: Vec<String>,
    /// List the placements that occur in no solution
    #[arg(long)]
    pub unused: bool,
    /// Read questions from stdin, one per line, and answer them; `help` lists them
    #[arg(long, short, conflicts_with_all = ["format", "output", "heat", "unused"])]
    pub interactive: bool,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: MapFormat,
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

/// The format of heat maps, as `--format` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MapFormat {
    /// For reading.
    Text,
    /// One JSON object.
    Json,
    /// The heat maps, one for each piece.
    Svg,
    /// A table of the heat maps, a row for each piece and cell.
    Csv,
    /// The same table for DuckDB, pandas and Polars; requires a build with Parquet.
    Parquet,
}

table_format! { MapFormat }
table_command! { ExploreArgs }
