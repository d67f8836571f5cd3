//! Solutions as rows of a table: a column for each copy of each piece.

use std::collections::HashSet;

use thiserror::Error;
use tilewright_dlx::OptionId;

use super::table::free_name;
use crate::cover::Instance;
use crate::cover::notation;
use crate::puzzle::{Piece, Puzzle, Tray};

/// The most columns of a table.
pub const MAX_COLUMNS: usize = 10_000;

/// The columns before those of the pieces, and those behind them; pieces of such names are called
/// otherwise.
const RESERVED: [&str; 4] = ["number", "symmetry", "horizontal", "vertical"];

/// Why there is no table of a puzzle's solutions.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolutionTableError {
    /// The pieces have more copies together than a table has columns.
    #[error(
        "a table has {MAX_COLUMNS} columns at most, one for each copy of a piece, and this puzzle has more copies"
    )]
    TooManyColumns,
}

/// What the columns of a table of solutions are, and the places of placements in it.
///
/// A piece of one copy has a column of its name; one of several copies has columns `NAME 1`,
/// `NAME 2` and so on, which are filled from the left in the order of the options. A cell is the
/// placement's cells, as [`notation`] writes them behind `NAME@`: `(0,0)(1,0)(1,1)`. Names that
/// would stand twice, or are those of the other columns of such tables (`number`, `symmetry`,
/// `horizontal`, `vertical`), get ` (2)` behind them.
///
/// # Examples
///
/// ```
/// use tilewright::cover::Instance;
/// use tilewright::publish::interchange::solution_table::SolutionTable;
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("tray.ron", r#"(lattice: Square, board: Rect(3, 2), pieces: [
///     Piece(name: "I", cells: Rect(2, 1), copies: 3)])"#);
/// let instance = Instance::new(load(&source)?.puzzle)?;
/// let table = SolutionTable::new(&instance)?;
/// assert_eq!(table.columns(), ["I 1", "I 2", "I 3"]);
/// let first = instance.solver().first()?.known().flatten().expect("there is a solution");
/// let row: Vec<_> = table.row(&first).into_iter().flatten().collect();
/// assert_eq!(row.len(), 3);
/// assert!(table.placement(row[0]).starts_with("(0,0)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct SolutionTable {
    names: Vec<String>,
    /// By piece, its first column.
    first: Vec<usize>,
    /// By option, its piece and its cells.
    placements: Vec<(usize, String)>,
}

impl SolutionTable {
    /// The table of an instance's solutions.
    ///
    /// Cost: the text of every option.
    ///
    /// # Errors
    ///
    /// [`SolutionTableError::TooManyColumns`].
    pub fn new(instance: &Instance) -> Result<Self, SolutionTableError> {
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

    /// The names of the columns, no two alike.
    pub fn columns(&self) -> &[String] {
        &self.names
    }

    /// The placement in each column; none where a copy is not used.
    ///
    /// # Panics
    ///
    /// If the options are not those of a solution of the instance.
    pub fn row(&self, solution: &[OptionId]) -> Vec<Option<OptionId>> {
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

    /// The cells of every placement, by option.
    pub fn placements(&self) -> impl Iterator<Item = &str> {
        self.placements.iter().map(|(_, cells)| cells.as_str())
    }

    /// The cells of a placement.
    ///
    /// # Panics
    ///
    /// If the instance has no such option.
    pub fn placement(&self, option: OptionId) -> &str {
        &self.placements[option.index()].1
    }
}

/// The most copies of a piece that lie on the board.
fn most_copies(puzzle: &Puzzle, piece: &Piece) -> usize {
    let cells = puzzle.board.indices().count();
    let room = match puzzle.tray {
        Tray::Flat => cells / piece.polyform.cells().len().max(1),
        Tray::Projected { .. } => cells,
    };
    usize::try_from(piece.copies.max).map_or(room, |most| most.min(room.max(1)))
}
