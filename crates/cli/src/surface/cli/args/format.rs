//! The formats of answers.

use clap::{Args, ValueEnum};

use crate::publish::interchange::table::CsvText;

/// The format of an answer that cannot be a table, as `--format` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DataFormat {
    /// For reading.
    Text,
    /// One JSON object.
    Json,
}

/// How texts are written in CSV, as `--raw` says.
#[derive(Debug, Clone, Copy, Args)]
pub struct CsvArgs {
    /// In CSV, write texts unchanged [default: those that a spreadsheet takes for formulas get an apostrophe]
    #[arg(long)]
    pub(super) raw: bool,
}

impl CsvArgs {
    /// How texts are written in a CSV table.
    pub fn text(self) -> CsvText {
        if self.raw {
            CsvText::Raw
        } else {
            CsvText::Spreadsheet
        }
    }
}

/// The format of an answer that can be a table, as `--format` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For reading.
    Text,
    /// One JSON object.
    Json,
    /// A table, for spreadsheets.
    Csv,
    /// The same table for DuckDB, pandas and Polars; requires a build with Parquet.
    Parquet,
}

/// The format of a list of solutions, as `--format` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Drawn.
    Text,
    /// One JSON object per line.
    Jsonl,
}

table_format! { TableFormat }
