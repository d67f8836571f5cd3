//! Answers as tables for analysts: CSV or Parquet, from one description of the columns.

use std::io::{self, IsTerminal};

use anyhow::anyhow;

use super::Target;
use super::pictures::write_whole;
use crate::publish::interchange::table::{Columns, TableEncoding, TableError, Value};
use crate::surface::cli::failure::Failure;

/// Takes the rows of a table.
pub(super) type AddRow<'a> = dyn FnMut(&[Value]) -> Result<(), Failure> + 'a;

/// Refuses a table that the program cannot write, or a terminal cannot show, before anything is
/// computed; none is asked for if `encoding` is none.
pub(super) fn check_table(
    encoding: Option<TableEncoding>,
    target: Option<&Target>,
) -> Result<(), Failure> {
    encoding.map_or(Ok(()), TableEncoding::check)?;
    if encoding == Some(TableEncoding::Parquet) && target.is_none() && io::stdout().is_terminal() {
        return Err(anyhow!("a terminal shows no Parquet: name a file with --output").into());
    }
    Ok(())
}

/// Writes a table of a puzzle: a file that is there whole or not at all, or to stdout. `rows` hands
/// on the rows.
pub(super) fn write_table(
    encoding: TableEncoding,
    target: Option<&Target>,
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

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        match error {
            TableError::System(error) => error.into(),
            error => Self::Other(error.into()),
        }
    }
}
