//! The canvas: the cells of a board and those around it, on which a page draws and receives pen strokes.

use std::collections::BTreeMap;

use serde::Serialize;
use tilewright_geometry::compact::{map_of, set_of};
use tilewright_geometry::{Cell, Lattice};

use super::room::Room;
use crate::picture::drawing::{Frame, Path, outline};
use crate::publish::viewer::{EDGE, hundredths, kind_of, short};

/// The maximum number of cells of a canvas. For a larger board the canvas has only the board's
/// cells.
const MAX_CANVAS_CELLS: usize = 6_000;

/// The cells that can be drawn on, and their positions on a page.
///
/// Lengths are in tenths of a cell's edge.
#[derive(Debug, Clone, Serialize)]
pub struct Canvas {
    width: f64,
    height: f64,
    /// Whether cells have areas; sticks have none.
    closed: bool,
    /// For each kind of cell: its outline, or the line of a stick, and its centre. Both are relative to the
    /// position of the cell.
    kinds: Vec<(String, [f64; 2])>,
    /// For each cell: its coordinates as users write them, its kind, and its position.
    cells: Vec<CanvasCell>,
    /// Captions of layers: x, y, and the layer's number.
    captions: Vec<(f64, f64, i32)>,
    /// The rectangle and the layers that the cells fill.
    room: Room,
    #[serde(skip)]
    frame: Frame,
    #[serde(skip)]
    index: BTreeMap<Cell, usize>,
}

/// A cell: its coordinates, its kind, and its position (x, y).
type CanvasCell = (Vec<i32>, usize, f64, f64);

impl Canvas {
    /// The canvas around the cells of a board, which may be empty. With the `room` of an earlier canvas it has the
    /// same cells as that canvas, unless the board comes near the edge of the room: then it is larger.
    ///
    /// Cost: O(n log n) for n cells, including at most 6,000 around the board.
    pub fn new(lattice: Lattice, board: &[Cell], room: Option<Room>) -> Self {
        let table = lattice.table();
        let mut cells = set_of(board.iter().copied());
        let most = MAX_CANVAS_CELLS.max(2 * cells.len());
        let fresh = Room::around(table, board);
        let mut room = room.map_or(fresh, |room| room.with(table, board));
        if cells.len() < MAX_CANVAS_CELLS {
            let mut around = room.cells(table, most);
            if around.len() > most && room != fresh {
                room = fresh;
                around = room.cells(table, most);
            }
            if around.len() <= most {
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
            room,
            index: map_of(cells.iter().copied().zip(0..)),
            kinds,
            frame,
        }
    }

    /// The rectangle and the layers that the cells of the canvas fill.
    pub fn room(&self) -> Room {
        self.room
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The index of a cell on the canvas; `None` if the canvas does not have the cell.
    pub fn index_of(&self, cell: Cell) -> Option<usize> {
        self.index.get(&cell).copied()
    }

    /// The centre of a cell on the page.
    pub(super) fn middle(&self, cell: Cell) -> [f64; 2] {
        let at = self.frame.centre(cell);
        [at.x, at.y].map(hundredths)
    }

    /// The outline of cells of the canvas as an SVG path. For sticks, which have no area, the path consists of
    /// their lines.
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
