//! Lattices of a user's own: a tiling of the plane, written down by the corners of its cells.
//!
//! A [`LatticeTable`] has the cells of one unit of a periodic tiling, each by its corners, and the two periods. Everything else
//! that a [`Table`] holds is computed: neighbours from the corners, as for the lattices that are built in (`plan.rs`), the scale
//! from the periods, the point of a cell as the middle of its corners, and the symmetries as those isometries that send every
//! cell to a cell (`custom/isometries.rs`). That the cells tile the plane is checked exactly (`custom/tiling.rs`).
//!
//! A [`Lattice`] is copied and compared everywhere, so a table that is made once stays: equal ones share it.

mod isometries;
mod tiling;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use self::tiling::Tiling;
use super::Lattice;
use super::cell::MAX_CORNERS;
use super::plan::KindPlan;
use super::shapes::ShapeName;
use super::table::{Drawing, Table, TextMap};

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
    fn double_product(self, a: [i64; 2], b: [i64; 2]) -> i64 {
        let straight = 2 * (a[0] * b[0] + a[1] * b[1]);
        match self {
            Axes::Square => straight,
            Axes::Triangular => straight + a[0] * b[1] + a[1] * b[0],
        }
    }

    /// Where a vector leads on the page.
    fn page(self, [x, y]: [f64; 2]) -> [f64; 3] {
        match self {
            Axes::Square => [x, y, 0.0],
            Axes::Triangular => [x + 0.5 * y, y * 0.75_f64.sqrt(), 0.0],
        }
    }
}

/// A periodic tiling of the plane as a user writes it down, from which a [`Lattice`] is made.
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
    name: String,
    axes: Axes,
    periods: [[i32; 2]; 2],
    cells: Vec<WrittenCell>,
}

/// A cell of a table: its name and its corners.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct WrittenCell {
    name: String,
    corners: Vec<[i32; 2]>,
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

    /// The lattice of the tiling. Equal tables give equal lattices.
    ///
    /// What is computed stays in memory until the program ends, once for each table.
    ///
    /// # Errors
    ///
    /// [`LatticeError`] where the cells do not tile the plane by the periods, the periods are not the least, or a limit is
    /// reached.
    ///
    /// ```
    /// use tilewright_geometry::{Axes, LatticeError, LatticeTable};
    /// let squares = LatticeTable::new("squares", Axes::Square, [[2, 0], [0, 1]]);
    /// let one = squares.with_cell("square", [[0, 0], [1, 0], [1, 1], [0, 1]]);
    /// assert!(matches!(one.lattice(), Err(LatticeError::Gap { .. })));
    /// ```
    pub fn lattice(&self) -> Result<Lattice, LatticeError> {
        static KNOWN: Mutex<BTreeMap<&'static LatticeTable, CustomLattice>> =
            Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&found) = known.get(self) {
            return Ok(Lattice::Custom(found));
        }
        let made: &'static Made = Box::leak(Box::new(Made {
            table: self.table()?,
            written: self.clone(),
        }));
        known.insert(&made.written, CustomLattice(made));
        Ok(Lattice::Custom(CustomLattice(made)))
    }

    /// All that is computed.
    fn table(&self) -> Result<Table, LatticeError> {
        let tiling = Tiling::new(self)?;
        let isometries = isometries::isometries(&tiling)?;
        let count = self.cells.len();
        let last = count.saturating_sub(1);
        let level = tiling.double_product([1, 0], [0, 1]) == 0;
        let columns = i32::try_from(count).unwrap_or(1);
        let plans: Vec<KindPlan> = (0..)
            .zip(self.cells.iter().zip(&tiling.cells))
            .map(|(at, (written, cell))| {
                let name = written.name.clone().leak();
                KindPlan::new(name, cell.middle, &cell.corners).at([at, 0])
            })
            .collect();
        let table = Table {
            name: self.name.clone().leak(),
            cell_names: ["cell", "cells"],
            family: "polyforms",
            forms: format!("Edge-connected cells of the {} tiling", self.name).leak(),
            cell_form: match count {
                1 => "(x, y)",
                _ => format!("(x, y, k) with k from 0 to {last}").leak(),
            },
            shapes: if level {
                &[ShapeName::Rectangle]
            } else {
                &[ShapeName::Rhombus]
            },
            scale: tiling.period,
            symmetries: isometries.leak(),
            drawing: Drawing::new(1, self.basis(&tiling)),
            text: TextMap::new([columns, 0], [0, 1]),
            ..Table::PLANE
        };
        Ok(table.with_kinds(&plans))
    }

    /// The basis of a drawing in which sides are as long as an edge on the average.
    fn basis(&self, tiling: &Tiling) -> [[f64; 3]; 3] {
        let steps = f64::from(tiling.period);
        let along = |period: [i32; 2]| self.axes.page(period.map(|c| f64::from(c) / steps));
        let [x, y] = self.periods.map(along);
        let lengths = tiling.cells.iter().flat_map(|cell| {
            let next = cell.corners.iter().cycle().skip(1);
            let sides = cell.corners.iter().zip(next);
            sides.map(|(a, b)| {
                let [p, q] = [0, 1].map(|axis| f64::from(b[axis] - a[axis]));
                (p * x[0] + q * y[0]).hypot(p * x[1] + q * y[1])
            })
        });
        let (sum, count) = lengths.fold((0.0, 0.0), |(sum, count), length| {
            (sum + length, count + 1.0)
        });
        let edge = sum / count;
        [x.map(|c| c / edge), y.map(|c| c / edge), [0.0; 3]]
    }
}

/// A lattice that was made from a [`LatticeTable`]: what [`Lattice::Custom`] holds.
///
/// It is as small as a reference, and two are equal where their tables are.
#[derive(Clone, Copy)]
pub struct CustomLattice(&'static Made);

/// What a table gave, and the table, by which lattices are compared.
struct Made {
    table: Table,
    written: LatticeTable,
}

impl CustomLattice {
    /// The table it was made from.
    pub fn written(self) -> &'static LatticeTable {
        &self.0.written
    }

    pub(super) fn table(self) -> &'static Table {
        &self.0.table
    }
}

impl fmt::Debug for CustomLattice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.written.name.fmt(f)
    }
}

impl PartialEq for CustomLattice {
    fn eq(&self, other: &CustomLattice) -> bool {
        // Equal tables are made once.
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for CustomLattice {}

impl PartialOrd for CustomLattice {
    fn partial_cmp(&self, other: &CustomLattice) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for CustomLattice {
    fn cmp(&self, other: &CustomLattice) -> std::cmp::Ordering {
        self.0.written.cmp(&other.0.written)
    }
}

impl std::hash::Hash for CustomLattice {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.written.name.hash(state);
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
    /// Fewer than 3 corners, or more than [`MAX_CORNERS`].
    #[error("cell {cell} has {given} corners; a cell has 3 to {limit}")]
    Corners {
        /// The cell.
        cell: usize,
        /// How many corners it has.
        given: usize,
        /// The limit, [`MAX_CORNERS`].
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
