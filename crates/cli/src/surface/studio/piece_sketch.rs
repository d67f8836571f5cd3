//! A piece while it is drawn in the piece editor or cut from the board.

use serde::Serialize;
use tilewright_geometry::{Cell, Polyform};

use super::canvas::Canvas;
use super::room::Room;
use crate::puzzle::{Piece, Sketch};

/// A piece while it is drawn, with a small canvas.
#[derive(Debug, Clone, Serialize)]
pub struct PieceSketch {
    /// The cells that can be drawn on.
    canvas: Canvas,
    /// The cells of the piece, as indices on the canvas.
    cells: Vec<usize>,
    /// Whether the cells of the piece are connected.
    is_connected: bool,
    /// The names of the pieces with the same shape, up to the symmetries that the piece may use.
    same: Vec<String>,
}

impl PieceSketch {
    /// The sketch of a piece with these cells. `piece` is the piece of the file that it replaces. If
    /// `cells` is `None`, the cells are those of `piece`. With a `room` of an earlier canvas, cells stay
    /// where they are.
    ///
    /// Cost: linear in the pieces of the file, times the symmetries of the lattice.
    pub(super) fn new(
        sketch: &Sketch,
        piece: Option<usize>,
        cells: Option<Vec<Cell>>,
        room: Option<Room>,
    ) -> Self {
        let (lattice, pieces) = (sketch.lattice, sketch.pieces.as_deref().unwrap_or_default());
        let replaced = piece.and_then(|piece| pieces.get(piece));
        let own = || replaced.map(|piece| piece.polyform.cells().to_vec());
        let cells = cells.or_else(own).unwrap_or_default();
        let room = match room {
            Some(room) => room.with_little(lattice.table(), &cells),
            None => Room::of_piece(lattice.table(), &cells),
        };
        let canvas = Canvas::new(lattice, &cells, Some(room));
        let sides = replaced.map_or(lattice.default_sides(), |piece| piece.sides);
        let form = Polyform::quasi(lattice, cells.iter().copied()).ok();
        let shape = form.as_ref().map(|form| form.canonical(sides));
        let is_same = |(at, other): &(usize, &Piece)| {
            let is_other = Some(*at) != piece && other.polyform.size() == cells.len();
            is_other && Some(other.polyform.canonical(sides)) == shape
        };
        let same = pieces.iter().enumerate().filter(is_same);
        Self {
            same: same.map(|(_, piece)| piece.name.to_string()).collect(),
            is_connected: form.is_none_or(|form| form.is_connected()),
            cells: (cells.iter())
                .filter_map(|cell| canvas.index_of(*cell))
                .collect(),
            canvas,
        }
    }
}
