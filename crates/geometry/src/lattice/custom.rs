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
mod written;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use self::tiling::Tiling;
pub use self::written::{
    Axes, LatticeError, LatticeTable, MAX_KINDS, MAX_PERIOD_STEPS, MAX_TABLE_COORDINATE,
};
use super::Lattice;
use super::plan::KindPlan;
use super::shapes::ShapeName;
use super::table::{Drawing, Table, TextMap};

impl LatticeTable {
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
