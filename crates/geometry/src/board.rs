//! Boards: required and optional cells.
//!
//! A [`Board`] lists its cells in reading order (layer, row, column, kind). A [`BoardCell`] is an
//! index into that list. Cells are looked up in a table that covers the bounding box. If a board
//! has few cells in a large bounding box, its list is bisected instead. So memory is proportional
//! to the number of cells.

use itertools::Itertools;
use thiserror::Error;

use crate::compact::CompactSort;
use crate::isometry::Isometry;
use crate::lattice::{Cell, Coordinates, Lattice, ReadingKey};
use crate::vector::Vector;
use crate::wrap::{Seam, Wrap, WrapError};

/// The largest number of cells of a board.
pub const MAX_BOARD_CELLS: usize = 1 << 20;

/// A cell of a board, given by its position in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardCell(u32);

impl BoardCell {
    /// The index into [`Board::cells`].
    pub fn index(self) -> usize {
        // The index fits in a u32, since boards have at most 2^20 cells.
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }

    /// The cell with this index, which must be less than the board's number of cells.
    pub(crate) fn from_index(index: usize) -> BoardCell {
        BoardCell(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

/// The cells of a board, required and optional, in reading order.
///
/// Any set of cells can be a board. In lattices whose forms are made of larger tiles,
/// [`Lattice::cut_tile`] can check that the cells form whole tiles.
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
    /// The cells, distinct and in reading order.
    cells: Box<[Cell]>,
    /// For each cell, whether it must be filled.
    required: Box<[bool]>,
    required_count: usize,
    /// The minimum and the maximum offset of the cells along each axis, in translation units.
    bounds: (Vector, Vector),
    lookup: CellLookup,
    /// The identifications of cells, if the board wraps around.
    wrap: Option<Wrap>,
    /// For each cell, the index of its part; empty if the board has only one part.
    parts: Box<[u32]>,
}

/// Reasons why cells are not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// There are no cells.
    #[error("a board needs at least one cell")]
    Empty,
    /// A cell is listed more than once, as required or as optional.
    #[error(
        "the cell {coordinates} is on the board twice; list each cell once, either as required or as optional"
    )]
    RepeatedCell {
        /// The coordinates of the repeated cell.
        coordinates: Coordinates,
    },
    /// A cell belongs to another lattice.
    #[error("the vector {vector} is not a cell of the {lattice} lattice")]
    ForeignCell {
        /// The lattice of the board, which has no cell at this vector.
        lattice: Lattice,
        /// The vector of the cell from another lattice.
        vector: Vector,
    },
    /// The edges cannot be glued in the requested way.
    #[error(transparent)]
    Wrap(#[from] WrapError),
    /// The parts belong to different lattices, or one of them wraps around.
    #[error("boards that are combined must be on one lattice, and none of them may wrap around")]
    UnlikeParts,
    /// The number of parts exceeds the limit.
    #[error("at most {limit} boards can be combined")]
    TooManyParts {
        /// The maximum number of parts, [`crate::MAX_PARTS`].
        limit: usize,
    },
    /// The parts, placed side by side, would reach beyond [`crate::COORDINATE_LIMIT`].
    #[error("the boards are too wide to be laid side by side")]
    TooWide,
    /// The number of cells exceeds the limit.
    #[error("the board has {cells} cells or more; at most {limit} are allowed")]
    TooManyCells {
        /// The number of cells counted so far; there may be more.
        cells: usize,
        /// The maximum number of cells, [`MAX_BOARD_CELLS`].
        limit: usize,
    },
}

impl Board {
    /// A board with these required and optional cells, each in any order.
    ///
    /// # Errors
    ///
    /// [`BoardError`] for no cells, too many cells, a repeated cell, or a cell of another lattice.
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
        all.compact_sort_by_key(|&(cell, _)| lattice.reading_key(cell));
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
        let lookup = CellLookup::new(lattice, &cells, bounds);
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

    /// This board, divided into parts: `parts` gives the index of each cell's part.
    pub(crate) fn in_parts(self, parts: Box<[u32]>) -> Board {
        Board { parts, ..self }
    }

    pub(crate) fn parts(&self) -> &[u32] {
        &self.parts
    }

    /// The same board, glued along edges: across a [`Seam`] it continues at the opposite edge.
    ///
    /// Without seams, the board no longer wraps around. The axis of a flip is the middle of the
    /// board.
    ///
    /// # Errors
    ///
    /// [`WrapError`] if the lattice has no such translation or flip, or if two cells of the board
    /// would be identified.
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
    /// // Twenty rotations around the ring, each with the four symmetries of the rectangle.
    /// assert_eq!(ring.symmetries(Sides::Free).count(), 80);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn wrapped(self, seams: &[Seam]) -> Result<Board, WrapError> {
        if seams.is_empty() {
            let lookup = CellLookup::new(self.lattice, &self.cells, self.bounds);
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
        same.compact_sort();
        if let Some((a, b)) = same.iter().tuple_windows().find(|(a, b)| a.0 == b.0) {
            return Err(WrapError::SameCell {
                first: lattice.coordinates(self.cell(a.1)),
                second: lattice.coordinates(self.cell(b.1)),
            });
        }
        Ok(Board {
            lookup: CellLookup::Representatives(same.into()),
            wrap: Some(wrap),
            ..self
        })
    }

    /// The seams along which the board is glued; empty if it does not wrap around.
    pub fn seams(&self) -> &[Seam] {
        self.wrap.as_ref().map_or(&[], Wrap::seams)
    }

    /// The glide reflection of a board that is glued with a flip, such as a Möbius strip or a Klein
    /// bottle. A piece that is moved once around the board is reflected by it. `None` for other
    /// boards.
    pub fn flip(&self) -> Option<&Isometry> {
        self.wrap.as_ref().and_then(Wrap::glide)
    }

    /// The neighbours of a cell across the glued edges. Each is given by two cells: the cell where
    /// the neighbour would lie if the board continued, and the board's cell that is identified with
    /// it. Empty for an index that is not on the board.
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

    /// A board of other cells of the lattice, glued like this one. If this board has several parts,
    /// each cell is in the same part as here.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new) and [`wrapped`](Self::wrapped).
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

    pub(crate) fn wrap(&self) -> Option<&Wrap> {
        self.wrap.as_ref()
    }

    /// The lattice that the cells belong to.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// All cells, in reading order; the index of a cell is its [`BoardCell`].
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The indices of all cells, in reading order.
    pub fn indices(&self) -> impl ExactSizeIterator<Item = BoardCell> + use<> {
        (0..self.cells.len()).map(BoardCell::from_index)
    }

    /// The cell with this index; the last cell if the index is not on the board.
    pub fn cell(&self, cell: BoardCell) -> Cell {
        self.cells[cell.index().min(self.cells.len() - 1)]
    }

    /// Whether the cell must be filled; false if it is not on the board.
    pub fn is_required(&self, cell: BoardCell) -> bool {
        self.required.get(cell.index()).copied().unwrap_or(false)
    }

    /// The number of required cells.
    pub fn required_count(&self) -> usize {
        self.required_count
    }

    /// The number of optional cells.
    pub fn optional_count(&self) -> usize {
        self.cells.len() - self.required_count
    }

    /// The minimum and the maximum offset of the cells along each axis, in translation units.
    pub fn bounding_box(&self) -> (Vector, Vector) {
        self.bounds
    }

    /// The index of a cell; `None` if it is not on the board. On a board that wraps around, a cell
    /// that is identified with one of the board's cells has the index of that cell.
    ///
    /// # Complexity
    ///
    /// O(1) if the cells fill at least 1/64 of their bounding box. Otherwise, and on a board that wraps around,
    /// O(log n) for n cells.
    pub fn index_of(&self, cell: Cell) -> Option<BoardCell> {
        let key = self.lattice.reading_key(cell);
        let found = match &self.lookup {
            CellLookup::Representatives(same) => {
                // If a vector is not a cell, neither is its representative.
                let cell = representative(self.wrap.as_ref()?, cell);
                let found = same.binary_search_by_key(&cell, |&(first, _)| first);
                return found.ok().map(|at| same[at].1);
            }
            CellLookup::Dense(grid) => grid.get(key)?,
            CellLookup::Sparse => BoardCell::from_index(
                self.cells
                    .binary_search_by_key(&key, |&c| self.lattice.reading_key(c))
                    .ok()?,
            ),
        };
        // A cell of another lattice may have the same reading key as a cell of the board.
        (self.cell(found) == cell).then_some(found)
    }
}

/// The representative of all cells identified with `cell`.
fn representative(wrap: &Wrap, cell: Cell) -> Cell {
    Cell::new_unchecked(wrap.representative(cell.vector()).0)
}

/// The way in which the index of a cell is found.
#[derive(Clone, Debug, PartialEq, Eq)]
enum CellLookup {
    /// The representatives of the cells of a board that wraps around, sorted, each with its cell's
    /// index.
    Representatives(Box<[(Cell, BoardCell)]>),
    /// A table with an entry for each position in the bounding box.
    Dense(CellGrid),
    /// No table: the list of cells is bisected.
    Sparse,
}

/// The indices of a board's cells, by their position and kind.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CellGrid {
    least: Vector,
    /// The numbers of columns, rows and layers of the bounding box.
    size: [usize; 3],
    kinds: usize,
    /// For each position in the bounding box and each kind, the index of the cell, or [`ABSENT`].
    places: Box<[u32]>,
}

/// Marks a position that is not on the board.
const ABSENT: u32 = u32::MAX;

impl CellLookup {
    /// A board gets a table if its bounding box has at most this number of positions for each cell of the board,
    /// plus 4096. Otherwise the list of cells is bisected.
    const PLACES_PER_CELL: usize = 64;

    fn new(lattice: Lattice, cells: &[Cell], (least, greatest): (Vector, Vector)) -> CellLookup {
        let kinds = lattice.table().kinds.len();
        let span = greatest - least;
        let size = [span.x, span.y, span.z].map(|c| usize::try_from(c).unwrap_or(0) + 1);
        let limit = cells.len() * CellLookup::PLACES_PER_CELL + 4096;
        let places = size
            .iter()
            .try_fold(kinds, |product, &n| product.checked_mul(n));
        let Some(places) = places.filter(|&places| places <= limit) else {
            return CellLookup::Sparse;
        };
        let places = vec![ABSENT; places].into();
        let mut grid = CellGrid {
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
        CellLookup::Dense(grid)
    }
}

impl CellGrid {
    /// The index into `places`; `None` if the key is outside the bounding box.
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
        assert!(matches!(board.lookup, CellLookup::Sparse));
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
