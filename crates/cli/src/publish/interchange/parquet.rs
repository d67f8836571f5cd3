//! Solutions as a Parquet file: a row for each solution, a column for each copy of each piece.
//!
//! Columns of placements are dictionary-encoded, so a field takes only the bits of a placement number.

use std::io::Write;
use std::sync::Arc;

use tilewright_dlx::OptionId;

use super::solution_table::SolutionTable;
use super::table::{Column, ParquetTable, TableError, TableWriter, Value};
use crate::cover::scores::Scores;

/// The optional columns that a table of solutions has.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FurtherColumns {
    /// Whether there is a column `symmetry`, as in lists of distinct solutions.
    pub symmetry: bool,
    /// Whether there are columns `horizontal` and `vertical`, as in lists sorted by symmetry.
    pub scores: bool,
}

/// A row: a solution, and the values of the optional columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SolutionRow<'a> {
    /// The number of the solution, from 1.
    pub number: u64,
    pub solution: &'a [OptionId],
    /// The symmetry of the solution in words, for the column `symmetry`; `None` without this column.
    pub symmetry: Option<&'a str>,
    /// The symmetry scores, for the columns `horizontal` and `vertical`; `None` without these columns.
    pub scores: Option<Scores>,
}

/// Writes solutions as a Parquet file.
pub(crate) struct ParquetWriter<'a, W> {
    file: ParquetTable<W>,
    table: &'a SolutionTable,
    further: FurtherColumns,
    /// For each option, its cells as text.
    placements: Vec<Value>,
    /// A buffer for the current row.
    row: Vec<Value>,
}

impl<'a, W: Write> ParquetWriter<'a, W> {
    /// Starts a file.
    ///
    /// # Errors
    ///
    /// [`TableError`].
    pub(crate) fn begin(
        table: &'a SolutionTable,
        further: FurtherColumns,
        out: W,
    ) -> Result<Self, TableError> {
        let pieces = table.columns().iter().map(Column::text);
        let columns = [Column::integer("number")].into_iter().chain(pieces);
        let symmetry = further.symmetry.then(|| Column::text("symmetry"));
        let scores = ["horizontal", "vertical"].map(Column::integer).into_iter();
        let scores = scores.filter(|_| further.scores);
        let columns = columns.chain(symmetry).chain(scores).collect();
        let placements = table.placements();
        Ok(Self {
            file: ParquetTable::begin(&columns, out)?,
            table,
            further,
            placements: placements
                .map(|cells| Value::Text(Arc::from(cells)))
                .collect(),
            row: Vec::with_capacity(columns.len()),
        })
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// [`TableError`].
    ///
    /// # Panics
    ///
    /// As [`SolutionTable::row`].
    pub(crate) fn add(&mut self, row: SolutionRow<'_>) -> Result<(), TableError> {
        self.row.clear();
        self.row.push(row.number.into());
        let cells = self.table.row(row.solution).into_iter();
        let cells = cells.map(|option| {
            option.map_or(Value::Missing, |option| {
                self.placements[option.index()].clone()
            })
        });
        self.row.extend(cells);
        if self.further.symmetry {
            self.row.push(row.symmetry.into());
        }
        if self.further.scores {
            let score = |of: fn(Scores) -> Option<u32>| Value::from(row.scores.and_then(of));
            self.row.push(score(|scores| scores.horizontal));
            self.row.push(score(|scores| scores.vertical));
        }
        self.file.add(&self.row)
    }

    /// Completes the file with the metadata `puzzle` and `complete`, which says whether all
    /// solutions are listed.
    ///
    /// # Errors
    ///
    /// [`TableError`].
    pub(crate) fn finish(self, puzzle: &str, complete: bool) -> Result<(), TableError> {
        let complete = complete.to_string();
        Box::new(self.file).finish(&[("puzzle", puzzle), ("complete", &complete)])
    }
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    use super::*;
    use crate::cover::Instance;
    use crate::puzzle::{Source, load};

    #[test]
    fn written_rows_are_read_back() {
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
