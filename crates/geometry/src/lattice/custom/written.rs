//! A tiling as its user writes it down, and what may be wrong with it.

use thiserror::Error;

/// A lattice of a user's own has at most this many kinds of cell.
pub const MAX_KINDS: usize = 100;

/// The periods of a lattice of a user's own are at most this many steps of the grid on which corners and middles of cells fall.
///
/// So cells as far out as [`COORDINATE_LIMIT`](crate::COORDINATE_LIMIT) still have coordinates that fit.
pub const MAX_PERIOD_STEPS: i32 = 1_000;

/// Corners and periods of a [`LatticeTable`] have coordinates up to this one.
pub const MAX_TABLE_COORDINATE: i32 = 10_000;

/// The axes in which a [`LatticeTable`] is written: y leads down the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Axes {
    /// x to the right and y down, of the same length.
    Square,
    /// x to the right and y down to the right at 60 degrees, of the same length.
    Triangular,
}

impl Axes {
    /// Twice the scalar product of two vectors, whatever the length of the axes.
    pub(super) fn double_product(self, a: [i64; 2], b: [i64; 2]) -> i64 {
        let straight = 2 * (a[0] * b[0] + a[1] * b[1]);
        match self {
            Axes::Square => straight,
            Axes::Triangular => straight + a[0] * b[1] + a[1] * b[0],
        }
    }

    /// Where a vector leads on the page.
    pub(super) fn page(self, [x, y]: [f64; 2]) -> [f64; 3] {
        match self {
            Axes::Square => [x, y, 0.0],
            Axes::Triangular => [x + 0.5 * y, y * 0.75_f64.sqrt(), 0.0],
        }
    }
}

/// A periodic tiling of the plane as a user writes it down, from which a [`Lattice`](crate::Lattice) is made.
///
/// Corners are whole numbers in the [`Axes`] of the table, so that corners of neighbours are equal exactly. Where a tiling has
/// lengths that are none, such as the square root of 3 along axes at right angles, take a fraction near it: 26/15, with 15 for
/// the unit. Cells meet side by side: where a corner of one lies on a side of another, it is a corner of both, with a straight
/// angle.
///
/// Pieces are the same where an isometry of the tiling takes one to the other. On a tiling without reflections, such as
/// 3.3.3.3.6, no piece can be turned over: there [`Sides::Free`](crate::Sides::Free) allows what
/// [`Sides::OneSided`](crate::Sides::OneSided) does.
///
/// The lattice is used as any other, but that puzzle files cannot name it.
///
/// ```
/// use tilewright_geometry::{Axes, LatticeTable, Sides, count};
/// // The tiling 3.6.3.6: a hexagon and two triangles.
/// let lattice = LatticeTable::new("trihexagonal", Axes::Triangular, [[2, 0], [0, 2]])
///     .with_cell("hexagon", [[2, 0], [2, 1], [1, 2], [0, 2], [0, 1], [1, 0]])
///     .with_cell("down", [[0, 0], [1, 0], [0, 1]])
///     .with_cell("up", [[2, 1], [2, 2], [1, 2]])
///     .lattice()?;
/// let [hexagon, down] = [[0, 0, 0], [0, 0, 1]].map(|cell| lattice.cell(&cell));
/// assert_eq!(lattice.neighbours(hexagon?).count(), 6);
/// assert_eq!(lattice.neighbours(down?).count(), 3);
/// assert_eq!(lattice.symmetries(Sides::Free).len(), 12);
/// assert_eq!(count(lattice, 3, Sides::Free)?, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LatticeTable {
    pub(super) name: String,
    pub(super) axes: Axes,
    pub(super) periods: [[i32; 2]; 2],
    pub(super) cells: Vec<WrittenCell>,
}

/// A cell of a table: its name and its corners.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct WrittenCell {
    pub(super) name: String,
    pub(super) corners: Vec<[i32; 2]>,
}

impl LatticeTable {
    /// A table without cells: the name of the lattice in messages, the axes, and the two periods, the second of which leads
    /// clockwise from the first.
    ///
    /// The periods are the first two coordinates of cells: `(x, y, k)` is cell `k`, moved `x` times along the first one and `y`
    /// times along the second one.
    pub fn new(name: impl Into<String>, axes: Axes, periods: [[i32; 2]; 2]) -> LatticeTable {
        LatticeTable {
            name: name.into(),
            axes,
            periods,
            cells: Vec::new(),
        }
    }

    /// Adds a kind of cell: its name and its corners, in order around it, either way.
    ///
    /// Neighbours are numbered by the sides on which they lie, clockwise from the first corner. Of the translates of the cell,
    /// `(0, 0, k)` is the one whose middle lies in the parallelogram that the periods span at the origin.
    #[must_use]
    pub fn with_cell(
        mut self,
        name: impl Into<String>,
        corners: impl IntoIterator<Item = [i32; 2]>,
    ) -> LatticeTable {
        let (name, corners) = (name.into(), corners.into_iter().collect());
        self.cells.push(WrittenCell { name, corners });
        self
    }

    /// The name of the lattice.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Why a [`LatticeTable`] gives no lattice. Cells are numbered from 0, as they were added.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LatticeError {
    /// The periods span nothing, or the second one leads anticlockwise from the first.
    #[error(
        "the periods ({}, {}) and ({}, {}) give no lattice: they must span a parallelogram, the second clockwise from the first on a page whose y leads down",
        .periods[0][0], .periods[0][1], .periods[1][0], .periods[1][1]
    )]
    Periods {
        /// The periods.
        periods: [[i32; 2]; 2],
    },
    /// The tiling repeats earlier than after the periods.
    #[error(
        "the tiling repeats earlier than after its periods: cell {} is a translate of cell {}; give the least periods, and the cells of one unit of them",
        .cells[1], .cells[0]
    )]
    Repeats {
        /// Two cells one of which is a translate of the other, as all others have such a one.
        cells: [usize; 2],
    },
    /// No kinds of cell, or more than [`MAX_KINDS`].
    #[error("a lattice has 1 to {limit} kinds of cell, not {given}")]
    Kinds {
        /// How many there are.
        given: usize,
        /// The limit, [`MAX_KINDS`].
        limit: usize,
    },
    /// Fewer than 3 corners, or more than [`MAX_CORNERS`](crate::MAX_CORNERS).
    #[error("cell {cell} has {given} corners; a cell has 3 to {limit}")]
    Corners {
        /// The cell.
        cell: usize,
        /// How many corners it has.
        given: usize,
        /// The limit, [`MAX_CORNERS`](crate::MAX_CORNERS).
        limit: usize,
    },
    /// A coordinate beyond [`MAX_TABLE_COORDINATE`].
    #[error(
        "the coordinate {given} is too large; coordinates of a table go from -{limit} to {limit}"
    )]
    TooFar {
        /// The coordinate.
        given: i32,
        /// The limit, [`MAX_TABLE_COORDINATE`].
        limit: i32,
    },
    /// The sides of a cell cross or touch each other elsewhere than at corners between them, or a corner comes twice.
    #[error(
        "the outline of cell {cell} meets itself at the side from ({}, {}) to ({}, {}); list its corners once each, in order around it",
        .side[0][0], .side[0][1], .side[1][0], .side[1][1]
    )]
    Crossing {
        /// The cell.
        cell: usize,
        /// The later one of the two sides that meet.
        side: [[i32; 2]; 2],
    },
    /// Two cells lie on the same side of a side, or the cells have more area than the periods span.
    #[error("cells {} and {} overlap, up to translations by the periods", .cells[0], .cells[1])]
    Overlap {
        /// The cells.
        cells: [usize; 2],
    },
    /// There is no cell on the other side of a side.
    #[error(
        "there is no cell on the other side of the side from ({}, {}) to ({}, {}) of cell {cell}; where a corner of another cell lies on a side, it must be listed as a corner of both",
        .side[0][0], .side[0][1], .side[1][0], .side[1][1]
    )]
    Gap {
        /// The cell.
        cell: usize,
        /// The side.
        side: [[i32; 2]; 2],
    },
    /// Two cells have the same middle of their corners, up to translations.
    #[error("cells {} and {} have the same middle of their corners; list a corner with a straight angle for one of them and its neighbour", .cells[0], .cells[1])]
    SameMiddle {
        /// The cells.
        cells: [usize; 2],
    },
    /// The grid on which corners and middles of cells fall is too fine: more than [`MAX_PERIOD_STEPS`] for a period.
    #[error(
        "corners and middles of cells fall on a grid of {given} steps a period; {limit} is the limit: take smaller numbers, and a corner for the origin"
    )]
    TooFine {
        /// How many steps a period has.
        given: i64,
        /// The limit, [`MAX_PERIOD_STEPS`].
        limit: i32,
    },
}
