//! What a picture of characters shows.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Lattice, glyph_position};

use super::palette::Paint;

/// What a cell belongs to in a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Region<'a> {
    /// Cells of one number are not parted by a border.
    pub(super) number: usize,
    /// Written in each cell.
    pub(super) label: &'a str,
    /// The cell's colour.
    pub(super) paint: Option<Paint>,
}

/// Cells with their regions.
pub(super) type Regions<'a> = BTreeMap<Cell, Region<'a>>;

/// The least and greatest glyph position of the cells, as (columns, rows).
pub(super) fn extent(lattice: Lattice, regions: &Regions<'_>) -> Option<Extent> {
    let positions = regions.keys().map(|cell| glyph_position(lattice, *cell));
    positions.map(Extent::at).reduce(Extent::joined)
}

/// Bounds, both included.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub(super) columns: (i32, i32),
    pub(super) rows: (i32, i32),
    pub(super) layers: (i32, i32),
}

impl Extent {
    pub(super) fn at((column, row, layer): (i32, i32, i32)) -> Self {
        Self {
            columns: (column, column),
            rows: (row, row),
            layers: (layer, layer),
        }
    }

    pub(super) fn joined(self, other: Self) -> Self {
        let join = |a: (i32, i32), b: (i32, i32)| (a.0.min(b.0), a.1.max(b.1));
        Self {
            columns: join(self.columns, other.columns),
            rows: join(self.rows, other.rows),
            layers: join(self.layers, other.layers),
        }
    }

    pub(super) fn width(self) -> i64 {
        i64::from(self.columns.1) - i64::from(self.columns.0) + 1
    }

    pub(super) fn height(self) -> i64 {
        i64::from(self.rows.1) - i64::from(self.rows.0) + 1
    }

    pub(super) fn depth(self) -> i64 {
        i64::from(self.layers.1) - i64::from(self.layers.0) + 1
    }
}
