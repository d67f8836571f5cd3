//! Solutions as rows of a table: a column for each copy of each piece.

use std::collections::HashSet;

use thiserror::Error;
use tilewright_dlx::OptionId;

use super::table::free_name;
use crate::cover::Instance;
use crate::cover::notation;
use crate::puzzle::{Piece, Puzzle, Tray};

/// The maximum number of columns of a table.
pub(crate) const MAX_COLUMNS: usize = 10_000;

/// The names of the columns that are not those of pieces. Columns of pieces with these names get a
/// suffix.
const RESERVED: [&str; 4] = ["number", "symmetry", "horizontal", "vertical"];

/// Why the solutions of a puzzle cannot be written as a table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub(crate) enum SolutionTableError {
    /// The pieces have more copies than a table may have columns.
    #[error(
        "a table has at most {MAX_COLUMNS} columns, one for each copy of a piece, but this puzzle \
         has more copies"
    )]
    TooManyColumns,
}

/// The columns of a table of solutions, and the text of each placement.
///
/// A piece with one copy has a column with its name. A piece with several copies has columns `NAME
/// 1`, `NAME 2` and so on, which are filled from the left in the order of the options. A field
/// contains the cells of the placement as [`notation`] writes them after `NAME@`:
/// `(0,0)(1,0)(1,1)`. Duplicate names get a suffix such as ` (2)`; so do pieces with the name of
/// another column (`number`, `symmetry`, `horizontal`, `vertical`).
#[derive(Debug, Clone)]
pub(crate) struct SolutionTable {
    names: Vec<String>,
    /// For each piece, the index of its first column.
    first: Vec<usize>,
    /// For each option, the index of its piece and its cells as text.
    placements: Vec<(usize, String)>,
}

impl SolutionTable {
    /// The table of an instance's solutions.
    ///
    /// Cost: linear in the text of all options.
    ///
    /// # Errors
    ///
    /// [`SolutionTableError::TooManyColumns`].
    pub(crate) fn new(instance: &Instance) -> Result<Self, SolutionTableError> {
        let puzzle = instance.puzzle();
        let mut taken: HashSet<String> = RESERVED.map(str::to_owned).into();
        let (mut names, mut first) = (Vec::new(), Vec::new());
        for piece in &puzzle.pieces {
            first.push(names.len());
            let copies = most_copies(puzzle, piece);
            if names.len() + copies > MAX_COLUMNS {
                return Err(SolutionTableError::TooManyColumns);
            }
            for copy in 1..=copies {
                let name = match copies {
                    1 => piece.name.to_string(),
                    _ => format!("{} {copy}", piece.name),
                };
                let name = free_name(name, &taken);
                taken.insert(name.clone());
                names.push(name);
            }
        }
        let placements = instance.meanings().iter().map(|meaning| {
            let cells = meaning.placement.cells.iter();
            let cells = cells.map(|cell| notation::cell(puzzle, *cell));
            (meaning.piece.index(), cells.collect())
        });
        Ok(Self {
            names,
            first,
            placements: placements.collect(),
        })
    }

    /// The names of the columns of pieces. They are distinct.
    pub(crate) fn columns(&self) -> &[String] {
        &self.names
    }

    /// The placement in each column of a solution; `None` for an unused copy.
    ///
    /// # Panics
    ///
    /// If the options are not a solution of the instance.
    pub(crate) fn row(&self, solution: &[OptionId]) -> Vec<Option<OptionId>> {
        let mut row = vec![None; self.names.len()];
        let mut options = solution.to_vec();
        options.sort_unstable();
        for option in options {
            let (piece, _) = self.placements[option.index()];
            let mut column = self.first[piece];
            while row[column].is_some() {
                column += 1;
            }
            row[column] = Some(option);
        }
        row
    }

    /// For each option, the cells of its placement as text.
    #[cfg(feature = "parquet")]
    pub(crate) fn placements(&self) -> impl Iterator<Item = &str> {
        self.placements.iter().map(|(_, cells)| cells.as_str())
    }

    /// The cells of a placement as text.
    ///
    /// # Panics
    ///
    /// If the instance has no such option.
    pub(crate) fn placement(&self, option: OptionId) -> &str {
        &self.placements[option.index()].1
    }
}

/// The maximum number of copies of a piece in a solution: its maximum number of copies, or fewer if the
/// board has too few cells for them.
fn most_copies(puzzle: &Puzzle, piece: &Piece) -> usize {
    let cells = puzzle.board.indices().count();
    let room = match puzzle.tray {
        Tray::Flat => cells / piece.polyform.cells().len().max(1),
        Tray::Projected { .. } => cells,
    };
    usize::try_from(piece.copies.max).map_or(room, |most| most.min(room.max(1)))
}
