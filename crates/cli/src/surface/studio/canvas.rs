//! The canvas: the cells of a board and those around it, where a page draws and catches the pen.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use tilewright_geometry::{Cell, Lattice, Table, Vector};

use crate::picture::drawing::{Frame, Path, Point, outline};
use crate::publish::viewer::{EDGE, hundredths, kind_of, short};

/// So many edges of a cell are left around the board to be drawn on; in space, where there are
/// several layers, fewer.
const ROOM: [f64; 2] = [2.6, 1.6];

/// A canvas is at least so many edges wide and high; in space so many.
const LEAST: [[f64; 2]; 2] = [[12.0, 8.0], [6.0, 5.0]];

/// So many cells a canvas has at most; of a larger board no more than its own cells are there.
const MAX_CANVAS_CELLS: usize = 6_000;

/// A canvas has at most so many layers, of which one is above the board.
const MAX_LAYERS: i32 = 24;

/// The cells that can be drawn on, and where they stand on a page.
///
/// Lengths are in tenths of a cell's edge.
#[derive(Debug, Clone, Serialize)]
pub struct Canvas {
    width: f64,
    height: f64,
    /// Whether cells have areas; sticks have not.
    closed: bool,
    /// By kind of cell: its outline or line, and its middle, seen from where the cell stands.
    kinds: Vec<(String, [f64; 2])>,
    /// Each cell: its coordinates as a user writes them, its kind, and where it stands.
    cells: Vec<CanvasCell>,
    /// Captions of layers: where, and the layer's number.
    captions: Vec<(f64, f64, i32)>,
    #[serde(skip)]
    frame: Frame,
    #[serde(skip)]
    index: BTreeMap<Cell, usize>,
}

/// A cell: its coordinates, its kind, and where it stands.
type CanvasCell = (Vec<i32>, usize, f64, f64);

impl Canvas {
    /// The canvas around some cells of a lattice, which may be none.
    ///
    /// Cost: O(n log n) for n cells and those around them, at most 6,000 of the latter.
    pub fn new(lattice: Lattice, board: &[Cell]) -> Self {
        let table = lattice.table();
        let mut cells: BTreeSet<Cell> = board.iter().copied().collect();
        if cells.len() < MAX_CANVAS_CELLS {
            let around = around(table, board);
            if around.len() <= MAX_CANVAS_CELLS.max(2 * cells.len()) {
                cells.extend(around);
            }
        }
        let cells: Vec<Cell> = cells.into_iter().collect();
        let frame = Frame::new(table, cells.iter().copied(), EDGE, EDGE * 0.3);
        let kinds: Vec<(String, [f64; 2])> = (0..table.kinds.len())
            .map(|kind| {
                let of_kind = |cell: &&Cell| table.offset_and_kind(**cell).1.index() == kind;
                let found = cells.iter().find(of_kind);
                found.map_or_else(Default::default, |cell| kind_of(lattice, *cell))
            })
            .collect();
        let placed = cells.iter().map(|&cell| {
            let (_, kind) = table.offset_and_kind(cell);
            let [x, y] = kinds[kind.index()].1;
            let centre = frame.centre(cell);
            (
                table.coordinates(cell).to_vec(),
                kind.index(),
                hundredths(centre.x - x),
                hundredths(centre.y - y),
            )
        });
        let (width, height) = frame.size();
        let (box_width, box_height) = frame.box_size();
        let several = frame.layers().len() > 1;
        let captions = frame.layers().filter(|_| several).map(|(z, corner)| {
            (
                hundredths(corner.x + box_width / 2.0),
                hundredths(corner.y + box_height + EDGE * 0.6),
                z,
            )
        });
        Self {
            width: hundredths(width),
            height: hundredths(height),
            closed: table.drawing.closed,
            cells: placed.collect(),
            captions: captions.collect(),
            index: cells
                .iter()
                .enumerate()
                .map(|(at, &cell)| (cell, at))
                .collect(),
            kinds,
            frame,
        }
    }

    /// How many cells it has.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The number of a cell on the canvas.
    pub fn index_of(&self, cell: Cell) -> Option<usize> {
        self.index.get(&cell).copied()
    }

    /// Where the middle of a cell stands.
    pub(super) fn middle(&self, cell: Cell) -> [f64; 2] {
        let at = self.frame.centre(cell);
        [at.x, at.y].map(hundredths)
    }

    /// The outline of cells of the canvas as a path of SVG; of sticks their lines.
    pub(super) fn outline(&self, cells: &[Cell]) -> String {
        if self.closed {
            return short(&outline(&self.frame, cells.iter().copied()));
        }
        let table = self.frame.table();
        let mut path = Path::default();
        for &cell in cells {
            let ends = table.outline(cell).corners.into_iter();
            path.add_line(ends.map(|end| self.frame.corner(end)));
        }
        short(&path)
    }
}

/// The cells whose middles are near a board, on its layers and the one above it.
fn around(table: &Table, board: &[Cell]) -> Vec<Cell> {
    let mut low = Point::new(f64::INFINITY, f64::INFINITY);
    let mut high = Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY);
    let mut layers = (i32::MAX, i32::MIN);
    for &cell in board {
        let [x, y, _] = table.centre(cell);
        low = Point::new(low.x.min(x), low.y.min(y));
        high = Point::new(high.x.max(x), high.y.max(y));
        let z = table.offset_and_kind(cell).0.z;
        layers = (layers.0.min(z), layers.1.max(z));
    }
    if board.is_empty() {
        (low, high, layers) = (Point::default(), Point::default(), (0, 0));
    }
    let in_space = usize::from(table.dimensions == 3);
    let wider = |low: f64, high: f64, least: f64| {
        let more = ROOM[in_space].max((least - (high - low)) / 2.0);
        (low - more, high + more)
    };
    let (left, right) = wider(low.x, high.x, LEAST[in_space][0]);
    let (top, bottom) = wider(low.y, high.y, LEAST[in_space][1]);
    let above = i32::from(table.dimensions == 3);
    let top_layer = layers
        .1
        .saturating_add(above)
        .min(layers.0.saturating_add(MAX_LAYERS - 1));
    let mut found = Vec::new();
    for z in layers.0..=top_layer {
        let corners = [(left, top), (left, bottom), (right, top), (right, bottom)];
        let Some((across, down)) = offsets(table, z, corners) else {
            return found;
        };
        for y in down.0..=down.1 {
            for x in across.0..=across.1 {
                for kind in table.kinds {
                    let scale = table.scale;
                    let at = Vector::new(x * scale, y * scale, z * scale);
                    let Some(cell) = table.cell_at(at + kind.origin) else {
                        continue;
                    };
                    let [cx, cy, _] = table.centre(cell);
                    if (left..=right).contains(&cx) && (top..=bottom).contains(&cy) {
                        found.push(cell);
                    }
                }
                if found.len() > 3 * MAX_CANVAS_CELLS {
                    return found;
                }
            }
        }
    }
    found
}

/// The least and greatest translations along the two axes of a layer that lead into a rectangle,
/// given by its corners, or near it.
fn offsets(table: &Table, z: i32, corners: [(f64, f64); 4]) -> Option<((i32, i32), (i32, i32))> {
    let scale = table.scale;
    let [ax, ay, _] = table.project(Vector::new(scale, 0, 0));
    let [bx, by, _] = table.project(Vector::new(0, scale, 0));
    let [ox, oy, _] = table.project(Vector::new(0, 0, z.checked_mul(scale)?));
    let determinant = ax * by - ay * bx;
    if determinant.abs() < 1e-9 {
        return None;
    }
    let solved = corners.map(|(x, y)| {
        let (x, y) = (x - ox, y - oy);
        (
            (x * by - y * bx) / determinant,
            (ax * y - ay * x) / determinant,
        )
    });
    let range = |values: [f64; 4]| {
        let low = values.into_iter().fold(f64::INFINITY, f64::min);
        let high = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
        (whole(low.floor() - 1.0), whole(high.ceil() + 1.0))
    };
    Some((range(solved.map(|(i, _)| i)), range(solved.map(|(_, j)| j))))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "it saturates, and cells are far nearer"
)]
fn whole(number: f64) -> i32 {
    number as i32
}
