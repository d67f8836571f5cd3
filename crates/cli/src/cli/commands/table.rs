//! Answers as tables for spreadsheets: a line of names, then a line for each row, with quotes where they
//! must be.

use std::io::Write;

use anyhow::Context;

use crate::cli::failure::Failure;

/// Writes a table; what is not known is empty.
pub(super) fn write_table(
    out: impl Write,
    names: &[&str],
    rows: impl IntoIterator<Item = Vec<String>>,
) -> Result<(), Failure> {
    let cannot = || "cannot write the table";
    let mut table = csv::Writer::from_writer(out);
    table.write_record(names).with_context(cannot)?;
    for row in rows {
        table.write_record(row).with_context(cannot)?;
    }
    Ok(table.flush().with_context(cannot)?)
}

/// A value, empty if there is none.
pub(super) fn known(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
