//! Tables as Parquet files, which store values column by column, with dictionaries for repeated values.
//!
//! Rows are buffered until a row group is full. The directory is at the end of the file, so a
//! truncated file cannot be read.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use super::{Column, ColumnType, Columns, TableError, TableWriter, Value};

/// The maximum number of buffered rows.
const GROUP_ROWS: usize = 1 << 16;

/// The maximum number of buffered cells. It limits the memory for wide rows.
const GROUP_CELLS: usize = 1 << 23;

/// Writes a table as a Parquet file.
///
/// Every column is nullable. Text is UTF-8, integers are INT64, reals DOUBLE, flags BOOLEAN.
pub(crate) struct ParquetTable<W> {
    out: W,
    file: SerializedFileWriter<Vec<u8>>,
    columns: Columns,
    kept: Vec<ColumnBuffer>,
    rows: usize,
}

/// The buffered values of a column; `None` is null.
enum ColumnBuffer {
    Text(Vec<Option<Arc<str>>>),
    Integer(Vec<Option<i64>>),
    Real(Vec<Option<f64>>),
    Flag(Vec<Option<bool>>),
}

impl ColumnBuffer {
    fn new(of: ColumnType) -> Self {
        match of {
            ColumnType::Text => Self::Text(Vec::new()),
            ColumnType::Integer => Self::Integer(Vec::new()),
            ColumnType::Real => Self::Real(Vec::new()),
            ColumnType::Flag => Self::Flag(Vec::new()),
        }
    }

    /// Buffers a value. Returns false if the value does not have the column's type.
    fn add(&mut self, value: &Value) -> bool {
        match (self, value) {
            (Self::Text(kept), Value::Text(text)) => kept.push(Some(Arc::clone(text))),
            (Self::Text(kept), Value::Count(number)) => kept.push(Some(number.to_string().into())),
            (Self::Integer(kept), Value::Integer(number)) => kept.push(Some(*number)),
            (Self::Integer(kept), Value::Count(number)) => match i64::try_from(number) {
                Ok(number) => kept.push(Some(number)),
                Err(_) => return false,
            },
            (Self::Real(kept), Value::Real(number)) => kept.push(Some(*number)),
            (Self::Flag(kept), Value::Flag(flag)) => kept.push(Some(*flag)),
            (Self::Text(kept), Value::Missing) => kept.push(None),
            (Self::Integer(kept), Value::Missing) => kept.push(None),
            (Self::Real(kept), Value::Missing) => kept.push(None),
            (Self::Flag(kept), Value::Missing) => kept.push(None),
            _ => return false,
        }
        true
    }
}

impl<W: Write> ParquetTable<W> {
    /// Starts a file.
    ///
    /// # Errors
    ///
    /// [`TableError`].
    pub(crate) fn begin(columns: &Columns, out: W) -> Result<Self, TableError> {
        let properties = WriterProperties::builder()
            .set_created_by(concat!("tilewright ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let file = SerializedFileWriter::new(
            Vec::new(),
            Arc::new(schema(columns)?),
            Arc::new(properties),
        )?;
        Ok(Self {
            out,
            file,
            kept: columns
                .iter()
                .map(|column| ColumnBuffer::new(column.of))
                .collect(),
            columns: columns.clone(),
            rows: 0,
        })
    }

    /// Writes the buffered rows as a row group.
    fn write_group(&mut self) -> Result<(), TableError> {
        let mut group = self.file.next_row_group()?;
        for kept in &mut self.kept {
            match kept {
                ColumnBuffer::Text(texts) => {
                    let texts = texts
                        .drain(..)
                        .map(|text| text.as_deref().map(ByteArray::from));
                    write_column::<ByteArrayType>(&mut group, texts)?;
                }
                ColumnBuffer::Integer(numbers) => {
                    write_column::<Int64Type>(&mut group, numbers.drain(..))?;
                }
                ColumnBuffer::Real(numbers) => {
                    write_column::<DoubleType>(&mut group, numbers.drain(..))?;
                }
                ColumnBuffer::Flag(flags) => {
                    write_column::<BoolType>(&mut group, flags.drain(..))?;
                }
            }
        }
        group.close()?;
        self.rows = 0;
        self.pass_on()
    }

    /// Passes the bytes encoded so far to the output.
    fn pass_on(&mut self) -> Result<(), TableError> {
        self.file.flush()?;
        let made = std::mem::take(self.file.inner_mut());
        Ok(self.out.write_all(&made)?)
    }
}

impl<W: Write> TableWriter for ParquetTable<W> {
    fn add(&mut self, row: &[Value]) -> Result<(), TableError> {
        self.columns.check(row)?;
        for ((column, kept), value) in self.columns.iter().zip(&mut self.kept).zip(row) {
            if !kept.add(value) {
                return Err(TableError::ValueType {
                    column: column.name.clone(),
                });
            }
        }
        self.rows += 1;
        if self.rows >= GROUP_ROWS.min(GROUP_CELLS / (self.columns.len() + 1)) {
            self.write_group()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, notes: &[(&str, &str)]) -> Result<(), TableError> {
        if self.rows > 0 {
            self.write_group()?;
        }
        for (key, value) in notes {
            let note = KeyValue::new((*key).to_owned(), (*value).to_owned());
            self.file.append_key_value_metadata(note);
        }
        self.file.finish()?;
        self.pass_on()?;
        Ok(self.out.flush()?)
    }
}

fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    cells: impl Iterator<Item = Option<T::T>>,
) -> Result<(), TableError> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    for cell in cells {
        levels.push(i16::from(cell.is_some()));
        values.extend(cell);
    }
    if let Some(mut column) = group.next_column()? {
        let writer = column.typed::<T>();
        writer.write_batch(&values, Some(&levels), None)?;
        column.close()?;
    }
    Ok(())
}

fn schema(columns: &Columns) -> Result<Type, ParquetError> {
    let column = |column: &Column| {
        let (physical, logical) = match column.of {
            ColumnType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnType::Integer => (Physical::INT64, None),
            ColumnType::Real => (Physical::DOUBLE, None),
            ColumnType::Flag => (Physical::BOOLEAN, None),
        };
        let built = Type::primitive_type_builder(&column.name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build();
        built.map(Arc::new)
    };
    let columns: Result<Vec<Arc<Type>>, ParquetError> = columns.iter().map(column).collect();
    Type::group_type_builder("table")
        .with_fields(columns?)
        .build()
}

impl From<ParquetError> for TableError {
    fn from(error: ParquetError) -> Self {
        Self::Format(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    use super::*;

    fn written(columns: &[Column], rows: &[Vec<Value>]) -> Result<Vec<u8>, TableError> {
        let mut file = Vec::new();
        let columns = columns.iter().cloned().collect();
        let mut table = ParquetTable::begin(&columns, &mut file)?;
        for row in rows {
            table.add(row)?;
        }
        Box::new(table).finish(&[("puzzle", "a tray")])?;
        Ok(file)
    }

    #[test]
    fn every_type_is_read_back_and_so_are_nulls() {
        let beyond = BigUint::from(u64::MAX) * 10_u32;
        let columns = [
            Column::text("text"),
            Column::integer("integer"),
            Column::count("small", &7_u32.into()),
            Column::count("large", &beyond),
            Column::real("real"),
            Column::flag("flag"),
        ];
        let rows = [
            vec![
                "Würfel".into(),
                Value::Integer(-1),
                (&BigUint::from(7_u32)).into(),
                (&beyond).into(),
                0.25.into(),
                true.into(),
            ],
            vec![Value::Missing; 6],
        ];
        let bytes = written(&columns, &rows).unwrap();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let about = reader.metadata().file_metadata().key_value_metadata();
        let about = about.and_then(|notes| notes.first()).unwrap();
        assert_eq!(about.value.as_deref(), Some("a tray"));
        let rows = reader.get_row_iter(None).unwrap();
        let fields = |row: parquet::record::Row| -> Vec<Field> {
            row.get_column_iter()
                .map(|(_, field)| field.clone())
                .collect()
        };
        let read: Vec<Vec<Field>> = rows.map(|row| fields(row.unwrap())).collect();
        let expected = [
            vec![
                Field::Str("Würfel".to_owned()),
                Field::Long(-1),
                Field::Long(7),
                Field::Str("184467440737095516150".to_owned()),
                Field::Double(0.25),
                Field::Bool(true),
            ],
            vec![Field::Null; 6],
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn many_rows_are_written_in_groups() {
        let rows = (0..=GROUP_ROWS).map(|number| vec![Value::from(number)]);
        let rows: Vec<Vec<Value>> = rows.collect();
        let bytes = written(&[Column::integer("number")], &rows).unwrap();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        assert_eq!(reader.num_row_groups(), 2);
        let read = reader.get_row_iter(None).unwrap().count();
        assert_eq!(read, rows.len());
    }

    #[test]
    fn values_of_other_types_are_refused() {
        let refused: [&[Value]; 3] = [&[], &["one".into()], &[(&(BigUint::from(u64::MAX))).into()]];
        for row in refused {
            assert!(written(&[Column::integer("number")], &[row.to_vec()]).is_err());
        }
    }
}
