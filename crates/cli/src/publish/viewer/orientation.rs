//! An orientation of a piece: its cells and its drawing.

use std::collections::BTreeMap;

use serde::Serialize;
use tilewright_geometry::{Cell, LatticeTable, Polyform, Vector, crossings};

use super::contour::{EDGE, contour, corner, middle};
use super::rounding::{hundredths, short};
use crate::picture::drawing::{Frame, Path, Point, Strands, grid_lines, spots, strands};
use crate::puzzle::Puzzle;

/// An orientation of a piece.
///
/// All vectors and positions are relative to its anchor: the first cell in reading order, which need not be
/// the first of `cells`.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Orientation {
    /// The vectors of the cells that the orientation covers.
    pub(crate) cells: Vec<[i32; 3]>,
    /// The piece's cells in three dimensions; empty if they are the same as `cells`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) body: Vec<[i32; 3]>,
    /// The vertices at which other sticks may not cross the piece, each as a vector. If the puzzle's crossing
    /// rule distinguishes the sticks at a vertex, the indices of those that would cross follow the vector.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) through: Vec<Vec<i32>>,
    /// The name of the face, for tiles with coloured cells; `None` for other pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) face: Option<String>,
    /// The colour numbers of the cells that the orientation covers; empty if they have no colours.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) colors: Vec<usize>,
    /// The drawings by layer, the lowest first.
    pub(super) parts: Vec<OrientationPart>,
    /// For each turn, the indices of two orientations: the one that the turn gives, and the one that its inverse
    /// gives. `None` if the piece may not be turned this way.
    pub(crate) turned: Vec<Option<[usize; 2]>>,
    /// The cells of the board on which the anchor may lie, ascending.
    pub(super) at: Vec<usize>,
}

/// The drawing of one layer of an orientation.
#[derive(Debug, Clone, Serialize)]
pub(super) struct OrientationPart {
    /// The layer, relative to the anchor's.
    pub(super) z: i32,
    /// The outline of the cells, as an SVG path; for sticks, the line along them.
    pub(super) area: String,
    /// For each colour, its number and the outline of the cells that have it; empty if the cells have no
    /// colours.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tints: Vec<(usize, String)>,
    /// The lines between cells; for sticks, the line along them with a bend at every vertex that other pieces
    /// may also reach.
    lines: String,
    /// The label's position (x, y), and the radius of the free space around it.
    label: [f64; 3],
    /// In a tray with depth, a circle for each cell of the piece: x, y, and a radius that grows with the layer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beads: Vec<[f64; 3]>,
}

/// An orientation with its drawings. `body` is the piece as it is turned; `laid` is the shape that it covers on
/// the board. They differ only in a tray with depth.
pub(super) fn drawn(puzzle: &Puzzle, body: &Polyform, laid: &Polyform) -> Orientation {
    let lattice = puzzle.lattice;
    let cells = laid.cells();
    let first = cells
        .iter()
        .copied()
        .min_by_key(|&c| lattice.reading_key(c));
    let anchor = first.map(Cell::vector).unwrap_or_default();
    let relative = |v: Vector| {
        let v = v - anchor;
        [v.x, v.y, v.z]
    };
    let mut layers: BTreeMap<i32, Vec<Cell>> = BTreeMap::new();
    for &cell in cells {
        let (offset, _) = lattice.offset_and_kind(cell);
        layers.entry(offset.z).or_default().push(cell);
    }
    let base = first.map_or(0, |cell| lattice.offset_and_kind(cell).0.z);
    let origin = middle(lattice.table(), anchor);
    let parts = layers.iter().map(|(z, cells)| {
        let mut part = part(lattice.table(), cells, origin);
        part.z = z - base;
        if body != laid {
            part.beads = beads(puzzle, body, origin);
        }
        part
    });
    let in_space = lattice.dimensions() == 3;
    Orientation {
        cells: cells.iter().map(|cell| relative(cell.vector())).collect(),
        body: if in_space && body != laid {
            body.cells().iter().map(|c| relative(c.vector())).collect()
        } else {
            Vec::new()
        },
        through: through(puzzle, laid)
            .into_iter()
            .map(|(vertex, sticks)| [&relative(vertex)[..], &sticks].concat())
            .collect(),
        face: None,
        colors: Vec::new(),
        parts: parts.collect(),
        turned: Vec::new(),
        at: Vec::new(),
    }
}

/// The drawing of cells of one layer, relative to an origin.
pub(super) fn part(table: &'static LatticeTable, cells: &[Cell], origin: Point) -> OrientationPart {
    let frame = Frame::new(table, cells.iter().copied(), EDGE, 0.0);
    // The coordinates of `frame` have another origin than the result; `shift` converts them.
    let known = cells
        .iter()
        .find_map(|&cell| table.outline(cell).corners.into_iter().next());
    let there = known.map_or(Point::default(), |c| frame.corner(c));
    let here = known.map_or(Point::default(), |c| corner(table, c));
    let shift = Point::new(here.x - there.x - origin.x, here.y - there.y - origin.y);
    let written = |path: Path| short(&path.shifted(shift));
    let (area, lines) = if table.drawing.closed {
        let area = contour(table, cells).shifted(Point::new(-origin.x, -origin.y));
        (
            short(&area),
            written(grid_lines(&frame, cells.iter().copied())),
        )
    } else {
        let alone = Strands::new(&frame, [cells]);
        // The page does not know which pieces will meet at a vertex. So the piece is drawn as if another
        // piece had a bend at each of its vertices.
        let twice: Vec<Cell> = cells.iter().chain(cells).copied().collect();
        let among = Strands::new(&frame, [cells, &twice]);
        (
            written(strands(&frame, &alone, 0, cells)),
            written(strands(&frame, &among, 0, cells)),
        )
    };
    let spot = spots(&frame, cells).into_iter().next();
    let label = spot.map_or([0.0; 3], |spot| {
        let at = spot.at.shifted(shift);
        [at.x, at.y, spot.room].map(hundredths)
    });
    OrientationPart {
        z: 0,
        tints: Vec::new(),
        area,
        lines,
        label,
        beads: Vec::new(),
    }
}

/// A circle for each cell of a piece in a tray with depth: x, y and a radius that grows with the layer.
fn beads(puzzle: &Puzzle, body: &Polyform, origin: Point) -> Vec<[f64; 3]> {
    let table = puzzle.lattice.table();
    let layers = f64::from(body.extent().z + 1);
    let circle = |cell: &Cell| {
        let corners = table.outline(*cell).corners;
        let centre = Point::mean(corners.into_iter().map(|c| corner(table, c)));
        let layer = f64::from(puzzle.lattice.offset_and_kind(*cell).0.z + 1);
        let radius = EDGE * (0.16 + 0.22 * layer / layers);
        [centre.x - origin.x, centre.y - origin.y, radius].map(hundredths)
    };
    body.cells().iter().map(circle).collect()
}

/// The crossings that a polystick forbids to other pieces: each is a vertex with the numbers of the sticks
/// concerned, as [`crossings`] returns them. Pieces cross if they have the same crossing.
fn through(puzzle: &Puzzle, form: &Polyform) -> Vec<(Vector, Vec<i32>)> {
    let mut found: Vec<(Vector, Vec<i32>)> =
        crossings(puzzle.lattice, form.cells(), puzzle.crossing)
            .map(|(vertex, sticks)| {
                let numbers = sticks.into_iter().filter_map(|stick| stick.try_into().ok());
                (vertex.vector(), numbers.collect())
            })
            .collect();
    found.sort_unstable();
    found.dedup();
    found
}
