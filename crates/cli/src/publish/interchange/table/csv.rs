//! Tables as text: a line of names, then a line for each row, quoted where necessary.
//!
//! A spreadsheet interprets a text that starts with `=`, `+`, `-`, `@`, a tab or a line end as a
//! formula, which can open addresses and run programs. Names come from puzzle files, so an
//! apostrophe is put before such texts, as OWASP recommends
//! (<https://owasp.org/www-community/attacks/CSV_Injection>). Files for programs have no
//! apostrophes.

use std::borrow::Cow;
use std::io::Write;

use super::{ColumnType, Columns, TableError, TableWriter, Value};

/// The form of texts in CSV. Numbers have the same form in both variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CsvText {
    /// With an apostrophe before texts that a spreadsheet would interpret as formulas.
    #[default]
    Spreadsheet,
    /// Unchanged, for programs.
    Raw,
}

impl CsvText {
    /// A text, with an apostrophe put before it if this form requires one. It is not yet quoted for CSV.
    pub fn of(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Spreadsheet if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) => {
                format!("'{text}").into()
            }
            Self::Spreadsheet | Self::Raw => text.into(),
        }
    }
}

/// Writes a table as comma-separated values. A missing value is an empty field.
pub(crate) struct CsvTable<W: Write> {
    out: csv::Writer<W>,
    columns: Columns,
    text: CsvText,
}

impl<W: Write> CsvTable<W> {
    /// Starts a table by writing the header line, which has the names of the columns.
    ///
    /// # Errors
    ///
    /// [`TableError`].
    pub(crate) fn begin(columns: &Columns, text: CsvText, out: W) -> Result<Self, TableError> {
        let mut out = csv::Writer::from_writer(out);
        for column in columns {
            out.write_field(text.of(column.name()).as_bytes())?;
        }
        out.write_record(None::<&[u8]>)?;
        Ok(Self {
            out,
            columns: columns.clone(),
            text,
        })
    }
}

impl<W: Write> TableWriter for CsvTable<W> {
    fn add(&mut self, row: &[Value]) -> Result<(), TableError> {
        self.columns.check(row)?;
        for (column, value) in self.columns.iter().zip(row) {
            if !is_of(value, column.of) {
                return Err(TableError::ValueType {
                    column: column.name.clone(),
                });
            }
            match value {
                Value::Missing => self.out.write_field(""),
                Value::Text(text) => self.out.write_field(self.text.of(text).as_bytes()),
                Value::Integer(number) => self.out.write_field(number.to_string()),
                Value::Count(number) => self.out.write_field(number.to_string()),
                Value::Real(number) => self.out.write_field(number.to_string()),
                Value::Flag(flag) => self.out.write_field(flag.to_string()),
                Value::List(_) | Value::Record(_) => Ok(()),
            }?;
        }
        Ok(self.out.write_record(None::<&[u8]>)?)
    }

    fn finish(mut self: Box<Self>, _: &[(&str, &str)]) -> Result<(), TableError> {
        Ok(self.out.flush()?)
    }
}

/// Whether a value fits a column's type.
fn is_of(value: &Value, of: ColumnType) -> bool {
    match value {
        Value::Missing => true,
        Value::Text(_) => of == ColumnType::Text,
        Value::Integer(_) => of == ColumnType::Integer,
        Value::Count(number) => match of {
            ColumnType::Integer => i64::try_from(number).is_ok(),
            of => of == ColumnType::Text,
        },
        Value::Real(_) => of == ColumnType::Real,
        Value::Flag(_) => of == ColumnType::Flag,
        Value::List(_) | Value::Record(_) => false,
    }
}

/// A line of a CSV table, with its line end.
///
/// # Errors
///
/// [`TableError::System`] if memory runs out.
pub(crate) fn csv_line(text: CsvText, values: &[&str]) -> Result<String, TableError> {
    let mut line = csv::Writer::from_writer(Vec::new());
    for value in values {
        line.write_field(text.of(value).as_bytes())?;
    }
    line.write_record(None::<&[u8]>)?;
    let line = line.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&line).into_owned())
}

impl From<csv::Error> for TableError {
    fn from(error: csv::Error) -> Self {
        match error.into_kind() {
            csv::ErrorKind::Io(error) => Self::System(error),
            kind => Self::Format(format!("{kind:?}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::super::Column;
    use super::*;

    fn table(columns: &[Column], rows: &[&[Value]]) -> Result<String, TableError> {
        let mut file = Vec::new();
        let columns = columns.iter().cloned().collect();
        let mut table = CsvTable::begin(&columns, CsvText::Spreadsheet, &mut file)?;
        for row in rows {
            table.add(row)?;
        }
        Box::new(table).finish(&[("title", "not in a table of text")])?;
        Ok(String::from_utf8(file).unwrap())
    }

    #[test]
    fn values_are_quoted_where_they_must_be() {
        let most = BigUint::from(u64::MAX);
        let columns = [
            Column::text("a \"name\""),
            Column::count("count", &most),
            Column::real("real"),
            Column::flag("flag"),
        ];
        let rows: [&[Value]; 2] = [
            &["x, y".into(), (&most).into(), 0.5.into(), true.into()],
            &[
                "Würfel".into(),
                Value::Missing,
                Value::Missing,
                false.into(),
            ],
        ];
        let expected = "\"a \"\"name\"\"\",count,real,flag\n\
                        \"x, y\",18446744073709551615,0.5,true\n\
                        Würfel,,,false\n";
        assert_eq!(table(&columns, &rows).unwrap(), expected);
    }

    /// Checks that names of columns are escaped too, and that negative numbers stay numbers.
    #[test]
    fn no_text_is_a_formula() {
        let columns = [Column::text("+name"), Column::integer("number")];
        let texts = [
            "=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "\n=1", "a=1", "'", "",
        ];
        let rows = texts.map(|text| [Value::from(text), Value::Integer(-1)]);
        let rows: Vec<&[Value]> = rows.iter().map(<[Value; 2]>::as_slice).collect();
        let written = table(&columns, &rows).unwrap();
        let mut read = csv::Reader::from_reader(written.as_bytes());
        assert_eq!(&read.headers().unwrap()[0], "'+name");
        for (at, row) in read.records().enumerate() {
            let row = row.unwrap();
            let expected = match texts[at].chars().next() {
                Some('a' | '\'') | None => texts[at].to_owned(),
                _ => format!("'{}", texts[at]),
            };
            assert_eq!((&row[0], &row[1]), (&*expected, "-1"));
        }
        assert_eq!(csv_line(CsvText::Raw, &["=1"]).unwrap(), "=1\n");
    }

    #[test]
    fn values_of_other_types_are_refused() {
        let columns = [Column::integer("one"), Column::flag("two")];
        let beyond = Value::from(u64::MAX);
        let refused = [
            vec![Value::Integer(1)],
            vec![Value::Real(1.0), true.into()],
            vec![beyond, true.into()],
            vec![Value::Missing, "yes".into()],
        ];
        let words = refused.map(|row| table(&columns, &[&row]).unwrap_err().to_string());
        insta::assert_snapshot!("table_errors", words.join("\n"));
    }
}
