//! Answers as tables, in CSV or Parquet, from one description of the columns.

use std::io::{self, IsTerminal};

use super::OutputTarget;
use super::pictures::write_whole;
use crate::publish::interchange::table::{Columns, Record, TableEncoding, Value};
use crate::surface::cli::failure::Failure;

/// The callback that receives the rows of a table.
pub(super) type AddRow<'a> = dyn FnMut(&[Value]) -> Result<(), Failure> + 'a;

/// Returns an error if the program cannot write the table or a terminal cannot show it. Called
/// before the computation. Does nothing without an encoding.
pub(super) fn check_table(
    encoding: Option<TableEncoding>,
    target: Option<&OutputTarget>,
) -> Result<(), Failure> {
    encoding.map_or(Ok(()), TableEncoding::check)?;
    if encoding == Some(TableEncoding::Parquet) && target.is_none() && io::stdout().is_terminal() {
        refuse!("a terminal cannot show Parquet: name a file with --output");
    }
    Ok(())
}

/// Writes a table to stdout, or to a file that appears as a whole or not at all. `rows` calls its
/// argument with each row.
pub(super) fn write_table(
    encoding: TableEncoding,
    target: Option<&OutputTarget>,
    puzzle: &str,
    columns: &Columns,
    rows: impl FnOnce(&mut AddRow<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    write_whole(target, |out| {
        let mut table = encoding.begin(columns, out)?;
        rows(&mut |row| Ok(table.add(row)?))?;
        Ok(table.finish(&[("puzzle", puzzle)])?)
    })
}

/// Writes a table with a row for each record: its values that have a column.
pub(super) fn write_records(
    encoding: TableEncoding,
    target: Option<&OutputTarget>,
    puzzle: &str,
    columns: &Columns,
    records: impl IntoIterator<Item = Record>,
) -> Result<(), Failure> {
    write_table(encoding, target, puzzle, columns, |add| {
        records
            .into_iter()
            .try_for_each(|record| add(&record.row(columns)))
    })
}
