//! The input of a user-defined lattice, and its errors.

use thiserror::Error;

/// The largest number of kinds of cell of a user-defined lattice.
pub const MAX_KINDS: usize = 100;

/// The largest number of steps in a period of a user-defined lattice. The steps are those of the
/// coarsest grid that contains all corners and middles of cells.
///
/// With this limit, the vectors of cells up to [`COORDINATE_LIMIT`](crate::COORDINATE_LIMIT) fit in
/// `i32`.
pub const MAX_PERIOD_STEPS: i32 = 1_000;

/// The largest absolute coordinate of a corner or a period of a [`PeriodicTiling`].
pub const MAX_TABLE_COORDINATE: i32 = 10_000;

/// The axes of a [`PeriodicTiling`]. The y axis leads down the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[non_exhaustive]
pub enum Axes {
    /// The x axis leads to the right and the y axis down. Their units have the same length.
    #[default]
    Square,
    /// The x axis leads to the right, and the y axis down to the right, at 60 degrees to it. Their units have the
    /// same length.
    Triangular,
}

impl Axes {
    /// Twice the scalar product of two vectors, with axes of length 1.
    pub(super) fn double_product(self, a: [i64; 2], b: [i64; 2]) -> i64 {
        let straight = 2 * (a[0] * b[0] + a[1] * b[1]);
        match self {
            Axes::Square => straight,
            Axes::Triangular => straight + a[0] * b[1] + a[1] * b[0],
        }
    }

    /// The position on the page of a point given in these axes.
    pub(super) fn page(self, [x, y]: [f64; 2]) -> [f64; 3] {
        match self {
            Axes::Square => [x, y, 0.0],
            Axes::Triangular => [x + 0.5 * y, y * 0.75_f64.sqrt(), 0.0],
        }
    }
}

/// A periodic tiling of the plane, described by a user, from which a [`Lattice`](crate::Lattice)
/// can be made.
///
/// Corners are whole numbers in the [`Axes`] of the tiling, so common corners of neighbours are
/// exactly equal. Replace an irrational length by a nearby fraction. For example, with axes at
/// right angles, use 26/15 for the square root of 3, with 15 as the unit. Cells meet side by side.
/// If a corner of one cell lies on a side of another, list it as a corner of both, with a straight
/// angle.
///
/// Two pieces are the same if an isometry of the tiling maps one to the other. On a tiling without
/// reflections, such as 3.3.3.3.6, no piece can be turned over. On such a tiling,
/// [`Sides::Free`](crate::Sides::Free) allows the same images as
/// [`Sides::OneSided`](crate::Sides::OneSided).
///
/// The lattice is used like any other. A puzzle file writes it as `lattice: Tiles(…)`.
///
/// ```
/// use tilewright_geometry::{Axes, PeriodicTiling, Sides, count};
/// // The tiling 3.6.3.6: a hexagon and two triangles.
/// let lattice = PeriodicTiling::new("trihexagonal", Axes::Triangular, [[2, 0], [0, 2]])
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
pub struct PeriodicTiling {
    pub(super) name: String,
    pub(super) axes: Axes,
    pub(super) periods: [[i32; 2]; 2],
    pub(super) cells: Vec<WrittenCell>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct WrittenCell {
    pub(super) name: String,
    pub(super) corners: Vec<[i32; 2]>,
}

impl PeriodicTiling {
    /// A tiling that has no cells yet. `name` is the lattice's name in messages. The second period
    /// must lead clockwise from the first.
    ///
    /// The first two coordinates of a cell count periods: `(x, y, k)` is cell `k`, moved `x` times along the first
    /// period and `y` times along the second.
    pub fn new(name: impl Into<String>, axes: Axes, periods: [[i32; 2]; 2]) -> PeriodicTiling {
        PeriodicTiling {
            name: name.into(),
            axes,
            periods,
            cells: Vec::new(),
        }
    }

    /// Adds a kind of cell, with its name and its corners in order around the cell, in either
    /// direction.
    ///
    /// The neighbours of a cell are listed in the order of its sides, clockwise from the first
    /// corner. The cell `(0, 0, k)` is the translate whose middle lies in the parallelogram that
    /// the periods span at the origin.
    #[must_use]
    pub fn with_cell(
        mut self,
        name: impl Into<String>,
        corners: impl IntoIterator<Item = [i32; 2]>,
    ) -> PeriodicTiling {
        let (name, corners) = (name.into(), corners.into_iter().collect());
        self.cells.push(WrittenCell { name, corners });
        self
    }

    /// The name of the lattice in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The axes of the corners and periods.
    pub fn axes(&self) -> Axes {
        self.axes
    }

    /// The two periods, in the coordinates of the axes.
    pub fn periods(&self) -> [[i32; 2]; 2] {
        self.periods
    }

    /// The cells in the order in which they were added, each with its name and its corners as
    /// given.
    pub fn cells(&self) -> impl Iterator<Item = (&str, &[[i32; 2]])> {
        let cells = self.cells.iter();
        cells.map(|cell| (cell.name.as_str(), cell.corners.as_slice()))
    }
}

/// Reasons why a [`PeriodicTiling`] gives no lattice. Cells are numbered from 0, in the order in
/// which they were added.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LatticeError {
    /// The periods are parallel, or the second leads anticlockwise from the first.
    #[error(
        "the periods ({}, {}) and ({}, {}) do not make a lattice: they must span a parallelogram, \
         with the second clockwise from the first where y points down",
        .periods[0][0], .periods[0][1], .periods[1][0], .periods[1][1]
    )]
    Periods {
        /// The refused periods, in the coordinates of the axes.
        periods: [[i32; 2]; 2],
    },
    /// The periods are not the smallest ones of the tiling.
    #[error(
        "the periods are not the smallest: cell {} is a translate of cell {}; give the smallest \
         periods, and the cells of one unit",
        .cells[1], .cells[0]
    )]
    Repeats {
        /// The indices of a cell and of a translate of it, counted from 0. The same translation maps every other
        /// cell to a cell.
        cells: [usize; 2],
    },
    /// No kinds of cell, or more than [`MAX_KINDS`].
    #[error("a lattice has 1 to {limit} kinds of cell, not {given}")]
    Kinds {
        /// The number of kinds that the tiling has.
        given: usize,
        /// The maximum number of kinds, [`MAX_KINDS`].
        limit: usize,
    },
    /// Fewer than 3 corners, or more than [`MAX_CORNERS`](crate::MAX_CORNERS).
    #[error("cell {cell} has {given} corners; a cell has 3 to {limit}")]
    Corners {
        /// The index of the cell with too few or too many corners, counted from 0.
        cell: usize,
        /// The number of the cell's corners.
        given: usize,
        /// The maximum number of corners, [`MAX_CORNERS`](crate::MAX_CORNERS).
        limit: usize,
    },
    /// A coordinate beyond [`MAX_TABLE_COORDINATE`].
    #[error(
        "the coordinate {given} is too large; coordinates of a table go from -{limit} to {limit}"
    )]
    TooFar {
        /// The coordinate that is too large.
        given: i32,
        /// The maximum absolute value of a coordinate, [`MAX_TABLE_COORDINATE`].
        limit: i32,
    },
    /// Two sides of a cell meet outside their common corner, or a corner is listed twice.
    #[error(
        "the outline of cell {cell} touches itself at the side from ({}, {}) to ({}, {}); list \
         its corners once each, in order around it",
        .side[0][0], .side[0][1], .side[1][0], .side[1][1]
    )]
    Crossing {
        /// The index of the cell whose sides meet, counted from 0.
        cell: usize,
        /// The second of the two sides that meet.
        side: [[i32; 2]; 2],
    },
    /// Two cells lie on the same side of an edge; or the area of all cells exceeds the area that
    /// the periods span.
    #[error("cells {} and {} overlap, up to translations by the periods", .cells[0], .cells[1])]
    Overlap {
        /// The indices of the two cells, counted from 0.
        cells: [usize; 2],
    },
    /// There is no cell beyond one of the sides of a cell.
    #[error(
        "no cell lies across the side from ({}, {}) to ({}, {}) of cell {cell}; if a corner of \
         another cell lies on this side, list it as a corner of both cells",
        .side[0][0], .side[0][1], .side[1][0], .side[1][1]
    )]
    Gap {
        /// The index of the cell with the open side, counted from 0.
        cell: usize,
        /// The two ends of the side that has no cell beyond it.
        side: [[i32; 2]; 2],
    },
    /// The corners of two cells have the same mean, up to translations.
    #[error(
        "cells {} and {} have the same centre, the mean of their corners; add a corner with a \
         straight angle to one of them and to its neighbour", .cells[0], .cells[1])]
    SameMiddle {
        /// The indices of the two cells, counted from 0.
        cells: [usize; 2],
    },
    /// The grid that contains all corners and middles has more than [`MAX_PERIOD_STEPS`] steps in a period.
    #[error(
        "corners and centres of cells need a grid of {given} steps per period; the limit is \
         {limit}: use smaller numbers, and put the origin at a corner"
    )]
    TooFine {
        /// The number of steps that a period would have.
        given: i64,
        /// The maximum number of steps in a period, [`MAX_PERIOD_STEPS`].
        limit: i32,
    },
}
