//! Boards: the cells to be filled and those that may be.
//!
//! A [`Board`] lists its cells in reading order (layer, row, column, kind); a [`BoardCell`] is an
//! index into that list. Where the cells lie close together, cells are found through a table over
//! the bounding box; a board that is thin and wide apart is searched by bisection instead, so that
//! memory stays proportional to the number of cells.

use itertools::Itertools;
use thiserror::Error;

use crate::isometry::Isometry;
use crate::lattice::{Cell, Coordinates, Lattice, ReadingKey};
use crate::vector::Vector;
use crate::wrap::{Seam, Wrap, WrapError};

/// A board has at most this many cells.
pub const MAX_BOARD_CELLS: usize = 1 << 20;

/// A cell of a board: its place in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardCell(u32);

impl BoardCell {
    /// The index into [`Board::cells`].
    pub fn index(self) -> usize {
        // A u32 fits: boards have at most 2^20 cells.
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }

    /// The cell with this index of a board with more cells than that.
    pub(crate) fn from_index(index: usize) -> BoardCell {
        BoardCell(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

/// The cells of a board, required and optional, in reading order.
///
/// Any cells make a board; whether they are whole tiles, where forms are made of larger ones, is told by
/// [`Lattice::cut_tile`].
///
/// ```
/// use tilewright_geometry::{Board, Lattice, rectangle};
/// let hole = Lattice::Square.cell(&[1, 1])?;
/// let cells = rectangle(Lattice::Square, 3, 3)?.into_iter().filter(|&cell| cell != hole);
/// let board = Board::new(Lattice::Square, cells, [hole])?;
/// assert_eq!((board.required_count(), board.optional_count()), (8, 1));
/// let middle = board.index_of(hole).unwrap();
/// assert_eq!(middle.index(), 4);
/// assert!(!board.is_required(middle));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    lattice: Lattice,
    /// Distinct, in reading order.
    cells: Box<[Cell]>,
    /// For each cell, whether it must be filled.
    required: Box<[bool]>,
    required_count: usize,
    /// The least and the greatest offsets in translation units.
    bounds: (Vector, Vector),
    lookup: Lookup,
    /// Which cells count as the same, where the board wraps around.
    wrap: Option<Wrap>,
    /// On which of several boards that stand together each cell lies; empty where there is one.
    parts: Box<[u32]>,
}

/// Why cells do not make a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// There is no cell.
    #[error("a board needs at least one cell")]
    Empty,
    /// A cell is listed twice.
    #[error(
        "the cell {coordinates} is on the board twice; list each cell once, either as required or as optional"
    )]
    RepeatedCell {
        /// The cell.
        coordinates: Coordinates,
    },
    /// A cell belongs to another lattice.
    #[error("the vector {vector} is no cell of the {lattice} lattice")]
    ForeignCell {
        /// The lattice.
        lattice: Lattice,
        /// The cell's vector.
        vector: Vector,
    },
    /// Its cells can't be glued as they are asked to be.
    #[error(transparent)]
    Wrap(#[from] WrapError),
    /// Boards that stand together are of one lattice, and none wraps around.
    #[error("boards that stand together are of one lattice, and none of them wraps around")]
    UnlikeParts,
    /// Too many boards.
    #[error("at most {limit} boards stand together")]
    TooManyParts {
        /// The limit, [`crate::MAX_PARTS`].
        limit: usize,
    },
    /// They are too wide to stand side by side.
    #[error("the boards are too wide to stand side by side")]
    TooWide,
    /// There are too many cells.
    #[error("a board has at most {limit} cells; here are {cells} or more")]
    TooManyCells {
        /// How many were counted.
        cells: usize,
        /// The limit, [`MAX_BOARD_CELLS`].
        limit: usize,
    },
}

impl Board {
    /// The board with these required and optional cells, each in any order.
    ///
    /// # Errors
    ///
    /// [`BoardError`] where there is no cell or there are too many, or where a cell is repeated or
    /// of another lattice.
    pub fn new(
        lattice: Lattice,
        required: impl IntoIterator<Item = Cell>,
        optional: impl IntoIterator<Item = Cell>,
    ) -> Result<Board, BoardError> {
        let required = required.into_iter().map(|cell| (cell, true));
        let optional = optional.into_iter().map(|cell| (cell, false));
        let mut all: Vec<(Cell, bool)> =
            required.chain(optional).take(MAX_BOARD_CELLS + 1).collect();
        if all.is_empty() {
            return Err(BoardError::Empty);
        }
        if all.len() > MAX_BOARD_CELLS {
            return Err(BoardError::TooManyCells {
                cells: all.len(),
                limit: MAX_BOARD_CELLS,
            });
        }
        if let Some((cell, _)) = all.iter().find(|(cell, _)| !lattice.contains(*cell)) {
            return Err(BoardError::ForeignCell {
                lattice,
                vector: cell.vector(),
            });
        }
        all.sort_unstable_by_key(|&(cell, _)| lattice.reading_key(cell));
        if let Some(((cell, _), _)) = all.iter().tuple_windows().find(|(a, b)| a.0 == b.0) {
            return Err(BoardError::RepeatedCell {
                coordinates: lattice.coordinates(*cell),
            });
        }
        let (cells, required): (Vec<Cell>, Vec<bool>) = all.into_iter().unzip();
        let offsets = || cells.iter().map(|&cell| lattice.offset_and_kind(cell).0);
        let bounds = (
            offsets().reduce(Vector::min_by_axis).unwrap_or_default(),
            offsets().reduce(Vector::max_by_axis).unwrap_or_default(),
        );
        let lookup = Lookup::new(lattice, &cells, bounds);
        Ok(Board {
            lattice,
            required_count: required.iter().filter(|&&r| r).count(),
            cells: cells.into(),
            required: required.into(),
            bounds,
            lookup,
            wrap: None,
            parts: Box::default(),
        })
    }

    /// The same cells on several boards, told for each cell.
    pub(crate) fn in_parts(self, parts: Box<[u32]>) -> Board {
        Board { parts, ..self }
    }

    /// The board of each cell where several stand together.
    pub(crate) fn parts(&self) -> &[u32] {
        &self.parts
    }

    /// The same board glued along edges: beyond a [`Seam`] it goes on at the other side.
    ///
    /// Without seams it is the board as it is. A flip is along the middle of the board.
    ///
    /// # Errors
    ///
    /// [`WrapError`] where the lattice has no such translation or flip, and where two cells become the same.
    ///
    /// # Complexity
    ///
    /// O(n log n) for a board of n cells.
    ///
    /// ```
    /// use tilewright_geometry::{Board, Lattice, Seam, Sides, Vector, rectangle};
    /// let square = Lattice::Square;
    /// let board = Board::new(square, rectangle(square, 20, 3)?, [])?;
    /// let ring = board.wrapped(&[Seam::Straight(Vector::flat(20, 0))])?;
    /// assert_eq!(ring.index_of(square.cell(&[20, 1])?), ring.index_of(square.cell(&[0, 1])?));
    /// // Twenty turns, each with the four symmetries of the rectangle.
    /// assert_eq!(ring.symmetries(Sides::Free).count(), 80);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn wrapped(self, seams: &[Seam]) -> Result<Board, WrapError> {
        if seams.is_empty() {
            let lookup = Lookup::new(self.lattice, &self.cells, self.bounds);
            return Ok(Board {
                lookup,
                wrap: None,
                ..self
            });
        }
        let lattice = self.lattice;
        let wrap = Wrap::new(lattice, &self.cells, seams)?;
        let mut same: Vec<(Cell, BoardCell)> = self
            .indices()
            .map(|index| (representative(&wrap, self.cell(index)), index))
            .collect();
        same.sort_unstable();
        if let Some((a, b)) = same.iter().tuple_windows().find(|(a, b)| a.0 == b.0) {
            return Err(WrapError::SameCell {
                first: lattice.coordinates(self.cell(a.1)),
                second: lattice.coordinates(self.cell(b.1)),
            });
        }
        Ok(Board {
            lookup: Lookup::Representatives(same.into()),
            wrap: Some(wrap),
            ..self
        })
    }

    /// How the board is glued; no seam for one that does not wrap around.
    pub fn seams(&self) -> &[Seam] {
        self.wrap.as_ref().map_or(&[], Wrap::seams)
    }

    /// The glide reflection by which a piece comes back from a way around the board, where there is one: on a
    /// Möbius strip or a Klein bottle.
    pub fn flip(&self) -> Option<&Isometry> {
        self.wrap.as_ref().and_then(Wrap::glide)
    }

    /// The neighbours of a cell on the far side of the edges at which the board wraps around: where each would lie
    /// if the board went on, and the cell that it is. None for an index of a larger board.
    ///
    /// ```
    /// use tilewright_geometry::{Board, Lattice, Seam, Vector, rectangle};
    /// let square = Lattice::Square;
    /// let board = Board::new(square, rectangle(square, 5, 1)?, [])?;
    /// let ring = board.wrapped(&[Seam::Straight(Vector::flat(5, 0))])?;
    /// let last = ring.index_of(square.cell(&[4, 0])?).unwrap();
    /// let beyond: Vec<_> = ring.beyond_edges(last).collect();
    /// assert_eq!(beyond, [(square.cell(&[5, 0])?, ring.index_of(square.cell(&[0, 0])?).unwrap())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn beyond_edges(&self, cell: BoardCell) -> impl Iterator<Item = (Cell, BoardCell)> {
        let wraps = self.wrap.is_some() && cell.index() < self.cells.len();
        let near = wraps.then(|| self.lattice.neighbours(self.cell(cell)));
        near.into_iter().flatten().filter_map(|near| {
            let is = self.index_of(near)?;
            (self.cell(is) != near).then_some((near, is))
        })
    }

    /// A board of other cells of the lattice, glued like this one; of several boards that stand together, what is
    /// left of each.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new) and [`wrapped`](Self::wrapped).
    pub fn with_cells(
        &self,
        required: impl IntoIterator<Item = Cell>,
        optional: impl IntoIterator<Item = Cell>,
    ) -> Result<Board, BoardError> {
        let board = Board::new(self.lattice, required, optional)?.wrapped(self.seams())?;
        let parts = if self.parts.is_empty() {
            &[][..]
        } else {
            board.cells()
        };
        let part = |cell: &Cell| {
            self.index_of(*cell)
                .map_or(0, |cell| self.parts[cell.index()])
        };
        let parts = parts.iter().map(part).collect();
        let board = board.in_parts(parts);
        if board.wrap == self.wrap {
            Ok(board)
        } else {
            Err(BoardError::Wrap(WrapError::OtherMiddle))
        }
    }

    /// Which cells count as the same, where the board wraps around.
    pub(crate) fn wrap(&self) -> Option<&Wrap> {
        self.wrap.as_ref()
    }

    /// The lattice.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// All cells, in reading order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// All indices, in reading order.
    pub fn indices(&self) -> impl ExactSizeIterator<Item = BoardCell> + use<> {
        (0..self.cells.len()).map(BoardCell::from_index)
    }

    /// The cell with this index; the last one for an index of a larger board.
    pub fn cell(&self, cell: BoardCell) -> Cell {
        self.cells[cell.index().min(self.cells.len() - 1)]
    }

    /// Whether the cell must be filled; false for an index of a larger board.
    pub fn is_required(&self, cell: BoardCell) -> bool {
        self.required.get(cell.index()).copied().unwrap_or(false)
    }

    /// The number of cells that must be filled.
    pub fn required_count(&self) -> usize {
        self.required_count
    }

    /// The number of cells that may be filled.
    pub fn optional_count(&self) -> usize {
        self.cells.len() - self.required_count
    }

    /// The least and the greatest offsets of the cells, in translation units.
    pub fn bounding_box(&self) -> (Vector, Vector) {
        self.bounds
    }

    /// The index of a cell, if it is on the board; on one that wraps around, of the cell that it is there.
    ///
    /// # Complexity
    ///
    /// Constant where the cells fill a good part of their bounding box, otherwise and where they wrap O(log n).
    pub fn index_of(&self, cell: Cell) -> Option<BoardCell> {
        let key = self.lattice.reading_key(cell);
        let found = match &self.lookup {
            Lookup::Representatives(same) => {
                // The representative of a vector that is no cell is none either.
                let cell = representative(self.wrap.as_ref()?, cell);
                let found = same.binary_search_by_key(&cell, |&(first, _)| first);
                return found.ok().map(|at| same[at].1);
            }
            Lookup::Dense(grid) => grid.get(key)?,
            Lookup::Sparse => BoardCell::from_index(
                self.cells
                    .binary_search_by_key(&key, |&c| self.lattice.reading_key(c))
                    .ok()?,
            ),
        };
        // A cell of another lattice may share a key with one of the board.
        (self.cell(found) == cell).then_some(found)
    }
}

/// The cell that stands for all that count as the same.
fn representative(wrap: &Wrap, cell: Cell) -> Cell {
    Cell::new_unchecked(wrap.representative(cell.vector()).0)
}

/// How cells are found.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Lookup {
    /// The representatives of the cells of a board that wraps around, sorted.
    Representatives(Box<[(Cell, BoardCell)]>),
    /// A table over the bounding box.
    Dense(Grid),
    /// Bisection of the list of cells.
    Sparse,
}

/// The indices of a board's cells by place and kind.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Grid {
    least: Vector,
    /// Columns, rows and layers.
    size: [usize; 3],
    kinds: usize,
    /// The index of the cell at each place, or `ABSENT`.
    places: Box<[u32]>,
}

/// Marks a place that is not on the board.
const ABSENT: u32 = u32::MAX;

impl Lookup {
    /// A table has at most this many places for each cell, and some more for small boards.
    const PLACES_PER_CELL: usize = 64;

    fn new(lattice: Lattice, cells: &[Cell], (least, greatest): (Vector, Vector)) -> Lookup {
        let kinds = lattice.table().kinds.len();
        let span = greatest - least;
        let size = [span.x, span.y, span.z].map(|c| usize::try_from(c).unwrap_or(0) + 1);
        let limit = cells.len() * Lookup::PLACES_PER_CELL + 4096;
        let places = size
            .iter()
            .try_fold(kinds, |product, &n| product.checked_mul(n));
        let Some(places) = places.filter(|&places| places <= limit) else {
            return Lookup::Sparse;
        };
        let places = vec![ABSENT; places].into();
        let mut grid = Grid {
            least,
            size,
            kinds,
            places,
        };
        for (i, &cell) in cells.iter().enumerate() {
            if let Some(place) = grid.place(lattice.reading_key(cell)) {
                grid.places[place] = BoardCell::from_index(i).0;
            }
        }
        Lookup::Dense(grid)
    }
}

impl Grid {
    /// The index of a place, if it is within the bounding box.
    fn place(&self, key: ReadingKey) -> Option<usize> {
        let within = |c: i32, least: i32, size: usize| {
            usize::try_from(c.checked_sub(least)?)
                .ok()
                .filter(|&c| c < size)
        };
        let x = within(key.x, self.least.x, self.size[0])?;
        let y = within(key.y, self.least.y, self.size[1])?;
        let z = within(key.z, self.least.z, self.size[2])?;
        Some(((z * self.size[1] + y) * self.size[0] + x) * self.kinds + key.kind.index())
    }

    fn get(&self, key: ReadingKey) -> Option<BoardCell> {
        let found = *self.places.get(self.place(key)?)?;
        (found != ABSENT).then_some(BoardCell(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: i64, y: i64) -> Cell {
        Lattice::Square.cell(&[x, y]).unwrap()
    }

    #[test]
    fn wrong_boards_are_explained() {
        let board = |required: &[Cell], optional: &[Cell]| {
            let cells = (required.iter().copied(), optional.iter().copied());
            Board::new(Lattice::Square, cells.0, cells.1)
                .map(|_| ())
                .unwrap_err()
        };
        assert_eq!(board(&[], &[]), BoardError::Empty);
        assert_eq!(
            board(&[square(0, 0), square(3, 1)], &[square(3, 1)]).to_string(),
            "the cell 3,1 is on the board twice; list each cell once, either as required or as optional"
        );
        let error = Board::new(Lattice::Stick, [square(0, 0)], [])
            .map(|_| ())
            .unwrap_err();
        assert!(matches!(error, BoardError::ForeignCell { .. }));
    }

    #[test]
    fn far_cells_need_no_memory() {
        let ends = [
            square(-1_000_000, -1_000_000),
            square(1_000_000, 1_000_000),
            square(7, 7),
        ];
        let board = Board::new(Lattice::Square, ends, []).unwrap();
        assert!(matches!(board.lookup, Lookup::Sparse));
        for (i, &cell) in board.cells().iter().enumerate() {
            assert_eq!(board.index_of(cell).unwrap().index(), i);
        }
        assert_eq!(board.index_of(square(8, 7)), None);
    }

    #[test]
    fn reading_order_goes_row_by_row() {
        let cells = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]];
        let cells = cells.map(|c| Lattice::Triangle.cell(&c).unwrap());
        let board = Board::new(Lattice::Triangle, cells, []).unwrap();
        let order: Vec<String> = board
            .cells()
            .iter()
            .map(|&c| Lattice::Triangle.coordinates(c).to_string())
            .collect();
        assert_eq!(order, ["0,0,0", "0,0,1", "1,0,0", "0,1,0"]);
    }
}
