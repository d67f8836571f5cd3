//! The formats of answers.

use clap::{Args, ValueEnum};

use crate::publish::interchange::table::{CsvText, TableEncoding};

/// `--format` of commands that answer with data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DataFormat {
    /// For reading.
    Text,
    /// One JSON object.
    Json,
}

/// `--raw`
#[derive(Debug, Clone, Copy, Args)]
pub struct CsvArgs {
    /// In CSV, write texts as they are; else those that a spreadsheet takes for formulas get an apostrophe
    #[arg(long)]
    pub(super) raw: bool,
}

impl CsvArgs {
    /// How texts are written.
    pub fn text(self) -> CsvText {
        if self.raw {
            CsvText::Raw
        } else {
            CsvText::Spreadsheet
        }
    }
}

/// `--format` of commands whose answer is a table too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For reading.
    Text,
    /// One JSON object.
    Json,
    /// A table, for spreadsheets.
    Csv,
    /// The same table for DuckDB, pandas, Polars; if the program was built with it.
    Parquet,
}

impl TableFormat {
    /// The file that a table becomes, if this is one.
    pub fn table(self, text: CsvText) -> Option<TableEncoding> {
        match self {
            Self::Text | Self::Json => None,
            Self::Csv => Some(TableEncoding::Csv(text)),
            Self::Parquet => Some(TableEncoding::Parquet),
        }
    }
}

/// `--format` of commands that list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Drawn.
    Text,
    /// One JSON object a line.
    Jsonl,
}
