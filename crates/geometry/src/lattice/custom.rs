//! User-defined lattices: a tiling of the plane, given by the corners of its cells.
//!
//! A [`PeriodicTiling`] has the two periods of a tiling and the cells of one unit, each by its corners. Everything else
//! in a [`LatticeTable`] is computed:
//!
//! - the neighbours, from the corners, as for the built-in lattices (`plan.rs`);
//! - the scale, from the periods;
//! - the vector of a cell, as the middle of its corners;
//! - the symmetries, as the isometries that send every cell to a cell (`custom/isometries.rs`).
//!
//! The check that the cells tile the plane is exact (`custom/tiling.rs`).
//!
//! [`Lattice`] is `Copy` and is compared everywhere. So a computed table is never freed, and equal
//! tilings share one table.

mod isometries;
mod tiling;
mod written;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use self::tiling::Tiling;
pub use self::written::{
    Axes, LatticeError, MAX_KINDS, MAX_PERIOD_STEPS, MAX_TABLE_COORDINATE, PeriodicTiling,
};
use super::Lattice;
use super::plan::KindPlan;
use super::shapes::ShapeName;
use super::table::{Drawing, LatticeTable, TextMap};

impl PeriodicTiling {
    /// The lattice of the tiling. Equal tilings give equal lattices.
    ///
    /// The table of each different tiling is computed once, and stays in memory until the program
    /// ends.
    ///
    /// # Errors
    ///
    /// [`LatticeError`] if the cells do not tile the plane by the given periods, if smaller periods
    /// exist, or if a limit is exceeded.
    ///
    /// ```
    /// use tilewright_geometry::{Axes, LatticeError, PeriodicTiling};
    /// let squares = PeriodicTiling::new("squares", Axes::Square, [[2, 0], [0, 1]]);
    /// let one = squares.with_cell("square", [[0, 0], [1, 0], [1, 1], [0, 1]]);
    /// assert!(matches!(one.lattice(), Err(LatticeError::Gap { .. })));
    /// ```
    pub fn lattice(&self) -> Result<Lattice, LatticeError> {
        static KNOWN: Mutex<BTreeMap<&'static PeriodicTiling, CustomLattice>> =
            Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&found) = known.get(self) {
            return Ok(Lattice::Custom(found));
        }
        let made: &'static ComputedLattice = Box::leak(Box::new(ComputedLattice {
            table: self.table()?,
            written: self.clone(),
        }));
        known.insert(&made.written, CustomLattice(made));
        Ok(Lattice::Custom(CustomLattice(made)))
    }

    /// Checks the tiling and computes its table.
    fn table(&self) -> Result<LatticeTable, LatticeError> {
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
        let table = LatticeTable {
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
            ..LatticeTable::PLANE
        };
        Ok(table.with_kinds(&plans))
    }

    /// The basis of a drawing in which the mean length of the sides is 1.
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

/// A lattice made from a [`PeriodicTiling`]: the value in [`Lattice::Custom`].
///
/// It is a reference to a table. Two are equal if they were made from equal tilings.
#[derive(Clone, Copy)]
pub struct CustomLattice(&'static ComputedLattice);

/// A computed table, and the tiling it was computed from. Lattices are compared by their tilings.
struct ComputedLattice {
    table: LatticeTable,
    written: PeriodicTiling,
}

impl CustomLattice {
    /// The tiling that the lattice was made from.
    pub fn written(self) -> &'static PeriodicTiling {
        &self.0.written
    }

    pub(super) fn table(self) -> &'static LatticeTable {
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
        // Equal tilings share one table, so it suffices to compare addresses.
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
