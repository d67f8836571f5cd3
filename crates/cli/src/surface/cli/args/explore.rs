//! `explore`: what all solutions look like.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{CsvArgs, PartArgs, SpaceArgs};
use crate::publish::interchange::table::{CsvText, TableEncoding};

/// `explore`
#[derive(Debug, Args)]
pub struct ExploreArgs {
    /// The puzzle, a RON file
    pub file: PathBuf,
    /// Which of its puzzles.
    #[command(flatten)]
    pub part: PartArgs,
    /// Only solutions that hold this placement: X@(1,0)(0,1)(1,1)(2,1)(1,2)
    ///
    /// Some of the cells will do: X@(1,1) asks that X covers (1,1). Several
    /// filters all hold.
    #[arg(long, value_name = "PIECE@CELLS")]
    pub with: Vec<String>,
    /// Only solutions that do not hold it
    #[arg(long, value_name = "PIECE@CELLS")]
    pub without: Vec<String>,
    /// The heat maps of these pieces alone
    #[arg(long, value_name = "PIECE")]
    pub heat: Vec<String>,
    /// List the placements that no solution holds
    #[arg(long)]
    pub unused: bool,
    /// Read questions from stdin, a line each, and answer them; help lists them
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
    /// The diagram.
    #[command(flatten)]
    pub space: SpaceArgs,
}

impl ExploreArgs {
    /// The table that the answer becomes, if it is one.
    pub fn table(&self) -> Option<TableEncoding> {
        self.format.table(self.csv.text())
    }
}

/// `--format` of commands that answer with maps.
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
    /// The same table for DuckDB, pandas, Polars; if the program was built with it.
    Parquet,
}

impl MapFormat {
    /// The file that a table becomes, if this is one.
    pub fn table(self, text: CsvText) -> Option<TableEncoding> {
        match self {
            Self::Text | Self::Json | Self::Svg => None,
            Self::Csv => Some(TableEncoding::Csv(text)),
            Self::Parquet => Some(TableEncoding::Parquet),
        }
    }
}
