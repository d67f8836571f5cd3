//! Tables with typed columns, which are written as text files (CSV) or columnar files (Parquet).
//!
//! A table has [`Columns`] and rows, which are passed to a [`TableWriter`] one by one. Both file types have
//! the same content: a missing value is empty in CSV and null in Parquet.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;
mod record;
mod value;

use std::io::Write;

pub(crate) use self::csv::{CsvTable, CsvText, csv_line};
#[cfg(feature = "parquet")]
pub(crate) use self::parquet::ParquetTable;
pub(crate) use self::record::record;
pub(super) use self::value::free_name;
pub(crate) use self::value::{Column, ColumnType, Columns, Record, TableError, TableWriter, Value};

/// The file type of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableEncoding {
    /// Comma-separated values; the first line contains the names of the columns.
    Csv(CsvText),
    /// A Parquet file.
    Parquet,
}

impl TableEncoding {
    /// Checks that this build can write files of this type.
    ///
    /// # Errors
    ///
    /// [`TableError::NoParquet`].
    pub fn check(self) -> Result<(), TableError> {
        if self == Self::Parquet && !cfg!(feature = "parquet") {
            return Err(TableError::NoParquet);
        }
        Ok(())
    }

    /// Starts a table.
    ///
    /// # Errors
    ///
    /// [`TableError::NoParquet`], and the errors of writing the first line.
    pub fn begin<'w, W: Write + 'w>(
        self,
        columns: &Columns,
        out: W,
    ) -> Result<Box<dyn TableWriter + 'w>, TableError> {
        match self {
            Self::Csv(text) => Ok(Box::new(CsvTable::begin(columns, text, out)?)),
            #[cfg(feature = "parquet")]
            Self::Parquet => Ok(Box::new(ParquetTable::begin(columns, out)?)),
            #[cfg(not(feature = "parquet"))]
            Self::Parquet => Err(TableError::NoParquet),
        }
    }
}
