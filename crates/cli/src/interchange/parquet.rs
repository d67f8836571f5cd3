//! Solutions as a Parquet file: a row a solution, a column for each copy of each piece.
//!
//! Columns of placements hold text under a dictionary, so a cell takes as many bits as the number
//! of the piece's placements has. Rows are kept until a group of them is full; of a file that
//! breaks off nothing can be read, for what it holds is said at its end.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use thiserror::Error;
use tilewright_dlx::OptionId;

use super::solution_table::SolutionTable;
use crate::cover::scores::Scores;

/// The most rows that are kept.
const GROUP_ROWS: usize = 1 << 16;

/// The most cells that are kept, where a row has many.
const GROUP_CELLS: usize = 1 << 24;

/// Why a Parquet file could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ParquetFileError {
    /// The rows cannot be put in order; a fault of the program.
    #[error("cannot make a Parquet file")]
    Format(#[from] ParquetError),
    /// The system refuses to write.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// What the rows say beside the placements.
#[derive(Debug, Clone, Copy, Default)]
pub struct FurtherColumns {
    /// A column `symmetry`, as in lists of distinct solutions.
    pub symmetry: bool,
    /// Columns `horizontal` and `vertical`, as in lists sorted by symmetry.
    pub scores: bool,
}

/// A row: a solution, and what is said of it.
#[derive(Debug, Clone, Copy)]
pub struct SolutionRow<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Its options.
    pub solution: &'a [OptionId],
    /// Its symmetry in words, if there is such a column.
    pub symmetry: Option<&'a str>,
    /// Its symmetry scores, if there are such columns.
    pub scores: Option<Scores>,
}

/// Writes solutions as a Parquet file.
pub struct ParquetWriter<'a, W> {
    out: W,
    file: SerializedFileWriter<Vec<u8>>,
    table: &'a SolutionTable,
    further: FurtherColumns,
    /// By option, its cells as text.
    texts: Vec<ByteArray>,
    group: Group,
}

/// The rows that are kept, by column.
#[derive(Default)]
struct Group {
    numbers: Vec<i64>,
    placements: Vec<Vec<Option<OptionId>>>,
    symmetries: Vec<Option<ByteArray>>,
    horizontal: Vec<Option<i32>>,
    vertical: Vec<Option<i32>>,
}

impl<'a, W: Write> ParquetWriter<'a, W> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// [`ParquetFileError`].
    pub fn begin(
        table: &'a SolutionTable,
        further: FurtherColumns,
        out: W,
    ) -> Result<Self, ParquetFileError> {
        let properties = WriterProperties::builder()
            .set_created_by(concat!("tilewright ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let file = SerializedFileWriter::new(
            Vec::new(),
            Arc::new(schema(table, further)?),
            Arc::new(properties),
        )?;
        let texts = table.placements().map(ByteArray::from);
        Ok(Self {
            out,
            file,
            further,
            texts: texts.collect(),
            group: Group {
                placements: vec![Vec::new(); table.columns().len()],
                ..Group::default()
            },
            table,
        })
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// [`ParquetFileError`].
    ///
    /// # Panics
    ///
    /// As [`SolutionTable::row`].
    pub fn add(&mut self, row: SolutionRow<'_>) -> Result<(), ParquetFileError> {
        let group = &mut self.group;
        // No list is so long.
        group
            .numbers
            .push(i64::try_from(row.number).unwrap_or(i64::MAX));
        let cells = self.table.row(row.solution);
        for (column, cell) in group.placements.iter_mut().zip(cells) {
            column.push(cell);
        }
        if self.further.symmetry {
            group.symmetries.push(row.symmetry.map(ByteArray::from));
        }
        if self.further.scores {
            let score = |of: fn(Scores) -> Option<u32>| {
                let score = row.scores.and_then(of);
                score.and_then(|score| i32::try_from(score).ok())
            };
            group.horizontal.push(score(|scores| scores.horizontal));
            group.vertical.push(score(|scores| scores.vertical));
        }
        let rows = GROUP_ROWS.min(GROUP_CELLS / (self.table.columns().len() + 1));
        if group.numbers.len() >= rows {
            self.write_group()?;
        }
        Ok(())
    }

    /// Ends the file, with what is said of the whole: `puzzle` and whether the list is complete.
    ///
    /// # Errors
    ///
    /// [`ParquetFileError`].
    pub fn finish(mut self, puzzle: &str, complete: bool) -> Result<(), ParquetFileError> {
        if !self.group.numbers.is_empty() {
            self.write_group()?;
        }
        let note = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
        let file = &mut self.file;
        file.append_key_value_metadata(note("puzzle", puzzle.to_owned()));
        file.append_key_value_metadata(note("complete", complete.to_string()));
        file.finish()?;
        self.pass_on()
    }

    /// Writes the rows that are kept.
    fn write_group(&mut self) -> Result<(), ParquetFileError> {
        let group = &mut self.group;
        let mut writer = self.file.next_row_group()?;
        write_column::<Int64Type>(&mut writer, &group.numbers, None)?;
        for column in &mut group.placements {
            let cell = |option: &Option<OptionId>| option.map(|o| self.texts[o.index()].clone());
            write_optional::<ByteArrayType>(&mut writer, column.iter().map(cell))?;
            column.clear();
        }
        if self.further.symmetry {
            write_optional::<ByteArrayType>(&mut writer, group.symmetries.drain(..))?;
        }
        if self.further.scores {
            write_optional::<Int32Type>(&mut writer, group.horizontal.drain(..))?;
            write_optional::<Int32Type>(&mut writer, group.vertical.drain(..))?;
        }
        group.numbers.clear();
        writer.close()?;
        self.pass_on()
    }

    /// Hands on the bytes made so far.
    fn pass_on(&mut self) -> Result<(), ParquetFileError> {
        self.file.flush()?;
        let made = std::mem::take(self.file.inner_mut());
        Ok(self.out.write_all(&made)?)
    }
}

/// A column whose cells may be empty.
fn write_optional<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    cells: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetFileError> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    for cell in cells {
        levels.push(i16::from(cell.is_some()));
        values.extend(cell);
    }
    write_column::<T>(group, &values, Some(&levels))
}

fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetFileError> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, levels, None)?;
        column.close()?;
    }
    Ok(())
}

/// The columns with their types.
fn schema(table: &SolutionTable, further: FurtherColumns) -> Result<Type, ParquetError> {
    let text = |name: &str| {
        Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(Some(LogicalType::String))
            .build()
    };
    let score = |name: &str| {
        Type::primitive_type_builder(name, Physical::INT32)
            .with_repetition(Repetition::OPTIONAL)
            .build()
    };
    let number = Type::primitive_type_builder("number", Physical::INT64)
        .with_repetition(Repetition::REQUIRED)
        .build()?;
    let mut columns = vec![number];
    for name in table.columns() {
        columns.push(text(name)?);
    }
    if further.symmetry {
        columns.push(text("symmetry")?);
    }
    if further.scores {
        columns.extend([score("horizontal")?, score("vertical")?]);
    }
    let columns = columns.into_iter().map(Arc::new).collect();
    Type::group_type_builder("solutions")
        .with_fields(columns)
        .build()
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    use super::*;
    use crate::cover::Instance;
    use crate::puzzle::{Source, load};

    #[test]
    fn what_is_written_is_read_back() {
        let source = Source::new(
            "tray.ron",
            r#"(lattice: Square, board: Rect(8, 4), pieces: [
                Piece(name: "I", cells: Rect(2, 1), copies: (0, 16)),
                Piece(name: "O", cells: Rect(2, 2), copies: (0, 16))])"#,
        );
        let instance = Instance::new(load(&source).unwrap().puzzle).unwrap();
        let table = SolutionTable::new(&instance).unwrap();
        let listed = instance.solver().list().unwrap().known().unwrap();
        let further = FurtherColumns {
            symmetry: true,
            scores: true,
        };
        let write = || {
            let mut bytes = Vec::new();
            let mut file = ParquetWriter::begin(&table, further, &mut bytes).unwrap();
            for (number, solution) in (1..).zip(&listed) {
                let row = SolutionRow {
                    number,
                    solution,
                    symmetry: Some("none"),
                    scores: None,
                };
                file.add(row).unwrap();
            }
            file.finish("a tray", true).unwrap();
            bytes
        };
        let bytes = write();
        assert_eq!(bytes, write());
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let rows = reader.get_row_iter(None).unwrap();
        let mut read = 0;
        for (row, solution) in rows.zip(&listed) {
            let row = row.unwrap();
            read += 1;
            let mut fields = row.get_column_iter();
            assert_eq!(fields.next().unwrap().1, &Field::Long(read));
            for placed in table.row(solution) {
                let cells = placed.map_or(Field::Null, |option| {
                    Field::Str(table.placement(option).to_owned())
                });
                assert_eq!(fields.next().unwrap().1, &cells);
            }
            assert_eq!(fields.next().unwrap().1, &Field::Str("none".to_owned()));
            assert_eq!(fields.next().unwrap().1, &Field::Null);
        }
        assert_eq!(usize::try_from(read).unwrap(), listed.len());
    }
}
