//! The board and its position on the page.

use serde::Serialize;
use tilewright_geometry::{BoardCell, Cell, Lattice, Vector};

use super::super::contour::{EDGE, corner, middle};
use super::super::corner::Corner;
use super::super::rounding::{hundredths, short};
use crate::picture::drawing::{Frame, Path, Point, beads, grid_lines, places};
use crate::puzzle::Puzzle;
use crate::support::label::Label;

#[derive(Debug, Serialize)]
pub(super) struct PageBoard {
    width: f64,
    height: f64,
    edge: f64,
    /// Whether cells have areas; sticks have none.
    closed: bool,
    /// The displacement on the page for a step along each axis of the lattice's vectors.
    basis: [[f64; 2]; 3],
    layers: Vec<PageLayer>,
    /// For each cell: its vector (three numbers), its kind, its layer.
    cells: Vec<[i32; 5]>,
    /// For each cell, its coordinates as written in puzzle files.
    names: Vec<String>,
    /// The cells that may stay empty.
    optional: Vec<usize>,
    /// The labels of cells: x, y, the text, and true if a goal leaves the cell open, so the board does not
    /// have it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<(f64, f64, String, bool)>,
    /// The cells that require a colour, with the colour's number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    asked: Vec<(usize, usize)>,
    /// For each kind of cell: its outline relative to the cell's vector, and its centre.
    kinds: Vec<(String, [f64; 2])>,
    /// The outline of the board, as an SVG path.
    outline: String,
    /// The lines between the cells of the board, as an SVG path.
    lines: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    corner: Option<Corner>,
}

#[derive(Debug, Serialize)]
struct PageLayer {
    z: i32,
    /// The position of the lattice's origin in the drawing of this layer.
    origin: [f64; 2],
    /// The position of the caption; `None` if there is only one layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    caption: Option<[f64; 2]>,
}

impl PageBoard {
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let board = &puzzle.board;
        let lattice = puzzle.lattice;
        let table = lattice.table();
        let cells = board.cells();
        let margin = if table.drawing.closed { 0.3 } else { 0.5 };
        let frame = Frame::new(
            table,
            cells
                .iter()
                .copied()
                .chain(puzzle.labels.iter().map(|(cell, _)| cell)),
            EDGE,
            EDGE * margin,
        );
        let (width, height) = frame.size();
        let several = frame.layers().len() > 1;
        let (box_width, box_height) = frame.box_size();
        let layers = frame.layers().filter_map(|(z, upper_left)| {
            let in_layer = |cell: &&Cell| lattice.offset_and_kind(**cell).0.z == z;
            let cell = cells.iter().find(in_layer)?;
            let known = table.outline(*cell).corners.into_iter().next()?;
            let (there, here) = (frame.corner(known), corner(table, known));
            let below = [
                upper_left.x + box_width / 2.0,
                upper_left.y + box_height + EDGE * 0.6,
            ];
            Some(PageLayer {
                z,
                origin: [there.x - here.x, there.y - here.y].map(hundredths),
                caption: several.then(|| below.map(hundredths)),
            })
        });
        let optional = board.indices().filter(|cell| !board.is_required(*cell));
        let (outline, lines) = if table.drawing.closed {
            (
                places(&frame, cells.iter().copied()),
                grid_lines(&frame, cells.iter().copied()),
            )
        } else {
            let mut sticks = Path::default();
            for &cell in cells {
                let ends = table.outline(cell).corners;
                sticks.add_line(ends.into_iter().map(|end| frame.corner(end)));
            }
            (Path::default(), sticks)
        };
        let axis = |v: Vector| {
            let at = middle(table, v);
            [at.x, at.y]
        };
        Self {
            width: hundredths(width),
            height: hundredths(height),
            edge: EDGE,
            closed: table.drawing.closed,
            basis: [
                Vector::new(1, 0, 0),
                Vector::new(0, 1, 0),
                Vector::new(0, 0, 1),
            ]
            .map(axis),
            layers: layers.collect(),
            cells: cells
                .iter()
                .map(|&cell| {
                    let (v, (offset, kind)) = (cell.vector(), lattice.offset_and_kind(cell));
                    [
                        v.x,
                        v.y,
                        v.z,
                        i32::try_from(kind.index()).unwrap_or(0),
                        offset.z,
                    ]
                })
                .collect(),
            names: cells
                .iter()
                .map(|&cell| format!("({})", lattice.coordinates(cell)))
                .collect(),
            labels: labels(puzzle, &frame),
            asked: asked(puzzle),
            optional: optional.map(BoardCell::index).collect(),
            kinds: (0..table.kinds.len())
                .map(|kind| {
                    let of_kind = |cell: &&Cell| lattice.offset_and_kind(**cell).1.index() == kind;
                    cells
                        .iter()
                        .find(of_kind)
                        .map_or_else(Default::default, |cell| kind_of(lattice, *cell))
                })
                .collect(),
            outline: short(&outline),
            lines: short(&lines),
            corner: Corner::of(table, cells),
        }
    }
}

/// The labels of cells: x, y, the text, and true if a goal leaves the cell open.
fn labels(puzzle: &Puzzle, frame: &Frame) -> Vec<(f64, f64, String, bool)> {
    let label = |(cell, label): (Cell, &Label)| {
        let at = frame.centre(cell);
        let is_open = puzzle.board.index_of(cell).is_none();
        let at = [at.x, at.y].map(hundredths);
        (at[0], at[1], label.to_string(), is_open)
    };
    puzzle.labels.iter().map(label).collect()
}

/// The cells that require a colour, with the colour's number.
fn asked(puzzle: &Puzzle) -> Vec<(usize, usize)> {
    let known = puzzle.cell_colors();
    let asked = puzzle.asked_colors().into_iter();
    let number = |color: &Label| known.binary_search(&color).unwrap_or_default();
    asked
        .map(|(cell, color)| (cell.index(), number(color)))
        .collect()
}

/// The outline and centre of a cell, relative to its vector; both depend only on the cell's kind.
pub(crate) fn kind_of(lattice: Lattice, cell: Cell) -> (String, [f64; 2]) {
    let table = lattice.table();
    let origin = middle(table, cell.vector());
    let back = Point::new(-origin.x, -origin.y);
    let corners = table.outline(cell).corners.into_iter();
    let corners: Vec<Point> = corners.map(|c| corner(table, c).shifted(back)).collect();
    let centre = Point::mean(corners.iter().copied());
    let mut path = Path::default();
    if table.drawing.round {
        path = beads(table, &[cell], EDGE, &|_| centre);
    } else if table.drawing.closed {
        path.add_polygon(corners);
    } else {
        path.add_line(corners);
    }
    (short(&path), [centre.x, centre.y].map(hundredths))
}
