//! The room for drawing: the rectangle and layers in which a canvas has cells.

use serde::{Deserialize, Serialize};
use tilewright_geometry::{Cell, LatticeTable, Vector};

/// The margin around the board for drawing, in hundredths of a cell's edge: in the plane, and in three
/// dimensions, where it is smaller because there are several layers.
const MARGIN: [i32; 2] = [260, 160];

/// A room grows on a side where the board has come near its edge. This is the margin that it then has there, in
/// hundredths of a cell's edge: in the plane, and in three dimensions.
const FURTHER: [i32; 2] = [460, 260];

/// A cell is near the edge of the room if its centre is at most this far from it, in hundredths of a
/// cell's edge.
const NEAR: i32 = 110;

/// The minimum width and height of a room in hundredths of a cell's edge: in the plane, and in three
/// dimensions.
const LEAST: [[i32; 2]; 2] = [[1200, 800], [600, 500]];

/// The minimum width and height of the room around a piece, in hundredths of a cell's edge: in the
/// plane, and in three dimensions.
const LEAST_OF_PIECE: [[i32; 2]; 2] = [[600, 500], [300, 300]];

/// The maximum number of layers. One of them is above the board.
const MAX_LAYERS: i32 = 24;

/// A rectangle with coordinates in hundredths of a cell's edge, and a range of layers. The coordinates are whole
/// numbers, so a round trip through JSON does not change them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    low: [i32; 2],
    high: [i32; 2],
    /// The lowest and the highest layer.
    layers: (i32, i32),
}

impl Room {
    /// The room around a board, which may be empty.
    pub fn around(table: &LatticeTable, board: &[Cell]) -> Self {
        let solid = usize::from(table.dimensions == 3);
        Self::with_margin(table, board, MARGIN[solid], LEAST[solid])
    }

    /// The room around a piece, with a smaller margin than around a board.
    pub fn of_piece(table: &LatticeTable, piece: &[Cell]) -> Self {
        let solid = usize::from(table.dimensions == 3);
        Self::with_margin(table, piece, MARGIN[1], LEAST_OF_PIECE[solid])
    }

    fn with_margin(table: &LatticeTable, cells: &[Cell], margin: i32, least: [i32; 2]) -> Self {
        let bounds = Self::bounds(table, cells);
        let wider = |axis: usize| {
            let (low, high) = (bounds.low[axis], bounds.high[axis]);
            let more = margin.max((least[axis] - high.saturating_sub(low)) / 2);
            (low.saturating_sub(more), high.saturating_add(more))
        };
        let [(left, right), (top, bottom)] = [wider(0), wider(1)];
        Self {
            low: [left, top],
            high: [right, bottom],
            layers: bounds.layers_with_one_above(table),
        }
    }

    /// This room, or a larger one if the board comes near its edge.
    #[must_use]
    pub fn with(self, table: &LatticeTable, board: &[Cell]) -> Self {
        self.grown(table, board, FURTHER[usize::from(table.dimensions == 3)])
    }

    /// This room, or a larger one if the piece comes near its edge. The margin around a piece is smaller than
    /// the one that [`with`](Self::with) leaves around a board.
    #[must_use]
    pub fn with_little(self, table: &LatticeTable, piece: &[Cell]) -> Self {
        self.grown(table, piece, MARGIN[1])
    }

    fn grown(self, table: &LatticeTable, board: &[Cell], further: i32) -> Self {
        if board.is_empty() {
            return self;
        }
        let bounds = Self::bounds(table, board);
        let low = |axis: usize| {
            let (edge, board) = (self.low[axis], bounds.low[axis]);
            if board.saturating_sub(edge) <= NEAR {
                board.saturating_sub(further)
            } else {
                edge
            }
        };
        let high = |axis: usize| {
            let (edge, board) = (self.high[axis], bounds.high[axis]);
            if edge.saturating_sub(board) <= NEAR {
                board.saturating_add(further)
            } else {
                edge
            }
        };
        let (lowest, highest) = bounds.layers_with_one_above(table);
        let lowest = lowest.min(self.layers.0);
        Self {
            low: [low(0), low(1)],
            high: [high(0), high(1)],
            layers: (
                lowest,
                highest
                    .max(self.layers.1)
                    .min(lowest.saturating_add(MAX_LAYERS - 1)),
            ),
        }
    }

    /// The cells whose centres are in the room. If there are more than `most`, not all are returned, but at least
    /// `most + 1`.
    pub fn cells(&self, table: &LatticeTable, most: usize) -> Vec<Cell> {
        let mut found = Vec::new();
        for z in self.layers.0..=self.layers.1 {
            let Some((across, down)) = self.offsets(table, z) else {
                return found;
            };
            for y in down.0..=down.1 {
                for x in across.0..=across.1 {
                    let scale = table.scale;
                    let corner = Vector::new(x * scale, y * scale, z * scale);
                    for kind in table.kinds {
                        let cell = table.cell_at(corner + kind.origin);
                        found.extend(cell.filter(|cell| self.contains(table, *cell)));
                    }
                    if found.len() > most {
                        return found;
                    }
                }
            }
        }
        found
    }

    fn contains(&self, table: &LatticeTable, cell: Cell) -> bool {
        let at = centre(table, cell);
        (0..2).all(|axis| (self.low[axis]..=self.high[axis]).contains(&at[axis]))
    }

    /// The rectangle and layers of the centres of cells; the origin if there are none.
    fn bounds(table: &LatticeTable, cells: &[Cell]) -> Self {
        let mut bounds: Option<Self> = None;
        for &cell in cells {
            let at = centre(table, cell);
            let z = table.offset_and_kind(cell).0.z;
            let old = bounds.unwrap_or(Self {
                low: at,
                high: at,
                layers: (z, z),
            });
            bounds = Some(Self {
                low: [old.low[0].min(at[0]), old.low[1].min(at[1])],
                high: [old.high[0].max(at[0]), old.high[1].max(at[1])],
                layers: (old.layers.0.min(z), old.layers.1.max(z)),
            });
        }
        bounds.unwrap_or(Self {
            low: [0, 0],
            high: [0, 0],
            layers: (0, 0),
        })
    }

    fn layers_with_one_above(&self, table: &LatticeTable) -> (i32, i32) {
        let (lowest, highest) = self.layers;
        let above = i32::from(table.dimensions == 3);
        let highest = highest.saturating_add(above);
        (lowest, highest.min(lowest.saturating_add(MAX_LAYERS - 1)))
    }

    /// For layer `z`: the range of coordinates along each of the two axes that contains all cells in the room, and
    /// perhaps some near it. `None` if a number overflows, or the axes are parallel on the page.
    fn offsets(&self, table: &LatticeTable, z: i32) -> Option<((i32, i32), (i32, i32))> {
        let scale = table.scale;
        let [ax, ay, _] = table.project(Vector::new(scale, 0, 0));
        let [bx, by, _] = table.project(Vector::new(0, scale, 0));
        let [ox, oy, _] = table.project(Vector::new(0, 0, z.checked_mul(scale)?));
        let determinant = ax * by - ay * bx;
        if determinant.abs() < 1e-9 {
            return None;
        }
        let corners = [self.low[0], self.high[0]].map(|x| {
            [self.low[1], self.high[1]].map(|y| {
                let (x, y) = (f64::from(x) / 100.0 - ox, f64::from(y) / 100.0 - oy);
                (
                    (x * by - y * bx) / determinant,
                    (ax * y - ay * x) / determinant,
                )
            })
        });
        let range = |of: fn(&(f64, f64)) -> f64| {
            let values = corners.as_flattened().iter().map(of);
            let low = values.clone().fold(f64::INFINITY, f64::min);
            let high = values.fold(f64::NEG_INFINITY, f64::max);
            (whole(low.floor() - 1.0), whole(high.ceil() + 1.0))
        };
        Some((range(|(i, _)| *i), range(|(_, j)| *j)))
    }
}

/// The centre of a cell, in hundredths of a cell's edge.
fn centre(table: &LatticeTable, cell: Cell) -> [i32; 2] {
    let [x, y, _] = table.centre(cell);
    [x, y].map(|length| whole((length * 100.0).round()))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "it saturates, and cells are far nearer"
)]
fn whole(number: f64) -> i32 {
    number as i32
}
