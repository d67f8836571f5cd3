//! The regions into which a text picture groups cells, and the range of positions that the cells take.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Lattice, glyph_position};

use super::palette::Paint;

/// The region of a cell: a piece, the empty board, or the cell alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextRegion<'a> {
    /// The number of the region. There is no border between cells with the same number.
    pub(super) number: usize,
    /// The text in each cell.
    pub(super) label: &'a str,
    /// The colours of the cells; `None` for those of the terminal.
    pub(super) paint: Option<Paint>,
}

pub(super) type TextRegions<'a> = BTreeMap<Cell, TextRegion<'a>>;

/// The minimum and maximum columns, rows and layers of the cells' glyph positions; `None` if there are no cells.
pub(super) fn extent(lattice: Lattice, regions: &TextRegions<'_>) -> Option<Extent> {
    let positions = regions.keys().map(|cell| glyph_position(lattice, *cell));
    positions.map(Extent::at).reduce(Extent::joined)
}

/// The minimum and maximum columns, rows and layers, inclusive.
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
