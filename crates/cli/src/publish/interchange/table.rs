//! Tables with typed columns: one description for files of text (CSV) and of columns (Parquet).
//!
//! A table is its [`Columns`] and its rows, which are handed one by one to a [`TableWriter`]. Both
//! kinds of file say the same: what is not known is empty in one and null in the other.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;
mod value;

use std::io::Write;

pub use self::csv::{CsvTable, CsvText, csv_line};
#[cfg(feature = "parquet")]
pub use self::parquet::ParquetTable;
pub(super) use self::value::free_name;
pub use self::value::{Column, ColumnType, Columns, TableError, TableWriter, Value};

/// Which file a table becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableEncoding {
    /// Comma-separated values, a line of names first.
    Csv(CsvText),
    /// A Parquet file.
    Parquet,
}

impl TableEncoding {
    /// Checks that the program can write such files.
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

    /// Begins a table.
    ///
    /// # Errors
    ///
    /// [`TableError::NoParquet`], and those of writing the first line.
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright::publish::interchange::table::{Column, CsvText, TableEncoding, Value};
    ///
    /// let columns = [Column::text("piece"), Column::integer("copies")].into_iter().collect();
    /// let mut file = Vec::new();
    /// let csv = TableEncoding::Csv(CsvText::Spreadsheet);
    /// let mut table = csv.begin(&columns, &mut file)?;
    /// table.add(&["X".into(), Value::Integer(2)])?;
    /// table.add(&["a, b".into(), Value::Missing])?;
    /// table.finish(&[])?;
    /// assert_eq!(file, b"piece,copies\nX,2\n\"a, b\",\n");
    /// # Ok::<(), tilewright::publish::interchange::table::TableError>(())
    /// ```
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
