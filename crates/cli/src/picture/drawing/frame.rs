//! Frames: page positions of a lattice's corners and cells.

use std::collections::BTreeSet;

use tilewright_geometry::{Cell, LatticeTable, Vector};

use super::path::Point;

/// The maximum number of columns tried when the layers are arranged.
const MAX_COLUMNS: usize = 1024;

/// The intended ratio of width to height of all layers together, unless a style says otherwise.
pub(super) const SHAPE: f64 = 2.5;

/// The page positions of a set of cells, seen from above, layer by layer.
#[derive(Debug, Clone)]
pub struct Frame {
    table: &'static LatticeTable,
    cell: f64,
    /// The layers, the lowest first, with the position on the page of each layer's origin.
    layers: Vec<(i32, Point)>,
    /// The upper left corner of each layer's bounding box.
    boxes: Vec<Point>,
    /// The size of each layer's bounding box, in millimetres.
    box_size: (f64, f64),
    /// The size of all layers together, including margins, in millimetres.
    size: (f64, f64),
}

impl Frame {
    /// The frame of a set of cells. `cell` is the length of an edge and `margin` the free space on
    /// each side, both in millimetres. If there are several layers, gaps of one edge separate them,
    /// and below each layer is a row of the same height for a caption.
    ///
    /// Cost: O(n log n) for n cells.
    pub fn new(
        table: &'static LatticeTable,
        cells: impl IntoIterator<Item = Cell>,
        cell: f64,
        margin: f64,
    ) -> Self {
        Self::of_shape(table, cells, (cell, margin), SHAPE)
    }

    /// As [`new`](Self::new); the layers together are about `shape` times as wide as high.
    pub(super) fn of_shape(
        table: &'static LatticeTable,
        cells: impl IntoIterator<Item = Cell>,
        (cell, margin): (f64, f64),
        shape: f64,
    ) -> Self {
        let mut layers = BTreeSet::new();
        let mut low = Point::new(f64::INFINITY, f64::INFINITY);
        let mut high = Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY);
        for at in cells {
            layers.insert(table.offset_and_kind(at).0.z);
            for corner in table.outline(at).corners {
                let p = page(table, corner);
                low = Point::new(low.x.min(p.x), low.y.min(p.y));
                high = Point::new(high.x.max(p.x), high.y.max(p.y));
            }
        }
        if layers.is_empty() {
            layers.insert(0);
            (low, high) = (Point::default(), Point::default());
        }
        let (width, height) = ((high.x - low.x) * cell, (high.y - low.y) * cell);
        let below = if layers.len() > 1 { cell } else { 0.0 };
        let count = layers.len();
        let across = |columns: usize| {
            let columns = as_length(columns);
            columns * width + (columns - 1.0) * cell
        };
        let down = |columns: usize| {
            let rows = as_length(count.div_ceil(columns));
            rows * (height + below) + (rows - 1.0) * cell
        };
        let misshape = |columns: usize| (across(columns) / down(columns) / shape).ln().abs();
        // Several numbers of columns can give the same number of rows. Only the smallest of them is
        // tried, because it leaves the fewest blank places.
        let is_even = |columns: &usize| count.div_ceil(count.div_ceil(*columns)) == *columns;
        // Blank places count like a wrong shape: k times as many places as layers are as bad as an arrangement
        // that is k times too wide or too high.
        let blank = |columns: usize| {
            let places = columns * count.div_ceil(columns);
            (as_length(places) / as_length(count)).ln()
        };
        let badness = |columns: usize| misshape(columns) + blank(columns);
        let columns = (1..=count.min(MAX_COLUMNS))
            .filter(is_even)
            .min_by(|&a, &b| badness(a).total_cmp(&badness(b)))
            .unwrap_or(1);
        let boxes: Vec<Point> = (0..count)
            .map(|index| {
                let column = as_length(index % columns);
                let row = as_length(index / columns);
                Point::new(
                    margin + column * (width + cell),
                    margin + row * (height + below + cell),
                )
            })
            .collect();
        let origin = |corner: &Point| corner.shifted(Point::new(-low.x * cell, -low.y * cell));
        Self {
            table,
            cell,
            layers: layers.into_iter().zip(boxes.iter().map(origin)).collect(),
            box_size: (width, height),
            size: (across(columns) + 2.0 * margin, down(columns) + 2.0 * margin),
            boxes,
        }
    }

    /// The lattice's table, which defines the shapes and positions of its cells.
    pub fn table(&self) -> &'static LatticeTable {
        self.table
    }

    /// The length of an edge in millimetres.
    pub fn cell(&self) -> f64 {
        self.cell
    }

    /// The width and height in millimetres, including margins.
    pub fn size(&self) -> (f64, f64) {
        self.size
    }

    /// The layers, the lowest first, each with the upper left corner of its bounding box.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = (i32, Point)> {
        self.layers
            .iter()
            .map(|(layer, _)| *layer)
            .zip(self.boxes.iter().copied())
    }

    /// The width and height of each layer's bounding box in millimetres.
    pub fn box_size(&self) -> (f64, f64) {
        self.box_size
    }

    /// The position on the page of a corner of a cell. If its layer is not in the frame, the
    /// position is relative to the page's origin.
    pub fn corner(&self, corner: Vector) -> Point {
        let unit = self.table.drawing.unit.saturating_mul(self.table.scale);
        let layer = (corner.z).div_euclid(unit.max(1));
        let found = self
            .layers
            .binary_search_by_key(&layer, |(layer, _)| *layer);
        let origin = match found {
            Ok(index) => self.layers[index].1,
            Err(_) => Point::default(),
        };
        let p = page(self.table, corner);
        origin.shifted(Point::new(p.x * self.cell, p.y * self.cell))
    }

    /// The position on the page of a cell's centre.
    pub fn centre(&self, cell: Cell) -> Point {
        let corners = self.table.outline(cell).corners;
        Point::mean(corners.into_iter().map(|corner| self.corner(corner)))
    }
}

/// A corner projected to the page, in edge lengths. The layer is ignored: all layers lie on top of one another.
fn page(table: &LatticeTable, corner: Vector) -> Point {
    let [x, y, _] = table.project_corner(corner);
    Point::new(x, y)
}

#[expect(clippy::cast_precision_loss, reason = "it is far below 2^52")]
pub(super) fn as_length(count: usize) -> f64 {
    count as f64
}
