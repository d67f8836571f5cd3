//! Reads a lattice that the file defines: `Tiles(…)`, a periodic tiling of the plane.

use serde::Deserialize;
use tilewright_geometry::{Axes, Lattice, LatticeError, MAX_TABLE_COORDINATE, PeriodicTiling};

use super::diagnostic::Diagnostic;
use super::node::{Node, Raw, Reader};
use crate::support::format::grouped;
use crate::support::label::Label;

/// The name of the value that describes a tiling.
pub(crate) const TILES: &str = "Tiles";

/// The name used for a tiling without a name.
const UNNAMED: &str = "custom";

/// The value of `lattice:`, if it is a tiling.
#[derive(Debug, Deserialize)]
#[serde(rename = "Lattice", deny_unknown_fields)]
#[serde(bound(deserialize = "'de: 's"))]
enum TilesFile<'s> {
    Tiles {
        /// The name of the tiling in messages.
        name: Option<Raw<'s>>,
        /// The axes along which the coordinates of points are measured.
        #[serde(default)]
        axes: Axes,
        /// The two translations that map the tiling to itself.
        translations: Raw<'s>,
        /// The cells of one translation unit of the tiling.
        cells: Raw<'s>,
    },
}

/// An entry of `cells:`.
#[derive(Debug, Deserialize)]
#[serde(rename = "Cell", deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct CellFile<'s> {
    name: Raw<'s>,
    /// The corners of the cell in order.
    corners: Raw<'s>,
}

/// A cell as read, with the positions of its parts.
struct ReadCell<'s> {
    name: Label,
    node: Node<'s>,
    list: Node<'s>,
    corners: Vec<([i32; 2], Node<'s>)>,
}

/// Reads `Tiles(…)`, and checks that the cells tile the plane.
pub(super) fn read_tiles<'s>(reader: Reader<'s>, node: Node<'s>) -> Result<Lattice, Diagnostic> {
    let TilesFile::Tiles {
        name,
        axes,
        translations,
        cells,
    } = node.read()?;
    let name = match name {
        Some(raw) => reader.node(raw).read_name("a lattice", "floret")?,
        None => Label::escaping(UNNAMED),
    };
    let (translations, cells_node) = (reader.node(translations), reader.node(cells));
    let periods = read_points(reader, translations)?;
    let &[(first, _), (second, _)] = periods.as_slice() else {
        let wrong = format!("a lattice has 2 translations, not {}", periods.len());
        return Err(translations
            .error(wrong)
            .help("for instance: translations: [(2, 0), (0, 2)]"));
    };
    let mut read: Vec<ReadCell<'s>> = Vec::new();
    for raw in cells_node.read::<Vec<Raw<'s>>>()? {
        let cell = read_cell(reader, reader.node(raw))?;
        if let Some(other) = read.iter().find(|other| other.name == cell.name) {
            let wrong = format!("two cells are named {:?}", cell.name);
            return Err(Diagnostic::error(wrong, cell.node.span(), "again here")
                .context(other.node.span(), "first here")
                .help("rename one of them"));
        }
        read.push(cell);
    }
    let tiling = PeriodicTiling::new(name, axes, [first, second]);
    let tiling = read.iter().fold(tiling, |tiling, cell| {
        let corners = cell.corners.iter().map(|(at, _)| *at);
        tiling.with_cell(cell.name.as_str(), corners)
    });
    reader.check_stop(node.span())?;
    let places = Places {
        lattice: node,
        translations,
        list: cells_node,
        cells: &read,
    };
    tiling.lattice().map_err(|error| places.explain(&error))
}

fn read_cell<'s>(reader: Reader<'s>, node: Node<'s>) -> Result<ReadCell<'s>, Diagnostic> {
    let CellFile { name, corners } = node.read()?;
    let list = reader.node(corners);
    Ok(ReadCell {
        name: reader.node(name).read_name("a cell", "hexagon")?,
        node,
        list,
        corners: read_points(reader, list)?,
    })
}

/// Reads a list of points, `[(2, 0), (0, 2)]`.
fn read_points<'s>(
    reader: Reader<'s>,
    list: Node<'s>,
) -> Result<Vec<([i32; 2], Node<'s>)>, Diagnostic> {
    let point = |raw: Raw<'s>| {
        let node = reader.node(raw);
        let (x, y) = node.read::<(i64, i64)>()?;
        let coordinate = |given: i64| {
            let small = i32::try_from(given).ok();
            let small = small.filter(|c| c.unsigned_abs() <= MAX_TABLE_COORDINATE.unsigned_abs());
            small.ok_or_else(|| {
                let limit = grouped(MAX_TABLE_COORDINATE.unsigned_abs());
                let wrong = format!("the coordinate {given} is too large");
                let help = format!("coordinates of a lattice go from -{limit} to {limit}");
                node.error(wrong).help(help)
            })
        };
        Ok(([coordinate(x)?, coordinate(y)?], node))
    };
    let points: Vec<Raw<'s>> = list.read()?;
    points.into_iter().map(point).collect()
}

/// The positions of a tiling's parts in the file.
struct Places<'a, 's> {
    lattice: Node<'s>,
    translations: Node<'s>,
    list: Node<'s>,
    cells: &'a [ReadCell<'s>],
}

impl Places<'_, '_> {
    /// The error of the geometry library as a diagnostic, at the position of the cell or side that is wrong.
    fn explain(&self, error: &LatticeError) -> Diagnostic {
        let at = |node: Node<'_>, wrong: String| node.error(wrong);
        match *error {
            LatticeError::Periods { .. } => at(
                self.translations,
                "these translations give no lattice".into(),
            )
            .help(
                "they must not be parallel, and the second leads clockwise from the first, \
                 since y leads down: try to exchange them",
            ),
            LatticeError::Repeats { cells } => self
                .pair(cells, "are translates of each other", "the same as this")
                .help("give the shortest translations, and only the cells of one unit of them"),
            LatticeError::Kinds { given, limit } => at(
                self.list,
                format!("a lattice has 1 to {limit} cells, not {given}"),
            ),
            LatticeError::Corners { cell, given, limit } => {
                let corners = self.cells.get(cell).map_or(self.list, |cell| cell.list);
                let wrong = format!("a cell has 3 to {limit} corners, not {given}");
                at(corners, wrong)
            }
            LatticeError::Crossing { cell, side } => self
                .side(cell, side, "the outline of the cell", "meets itself here")
                .help("list each corner once, in order around the cell"),
            LatticeError::Gap { cell, side } => self
                .side(cell, side, "no cell lies across this side of the cell", "")
                .help(
                    "neighbours share whole sides: add the cell that is missing, or list a corner \
                     of another cell on this side as a corner of both",
                ),
            LatticeError::Overlap { cells } => self
                .pair(cells, "overlap", "with this")
                .help("cells moved by the translations count, too"),
            LatticeError::SameMiddle { cells } => self
                .pair(cells, "have the same middle of their corners", "as this")
                .help(
                    "list a point on a common side of one of them and a neighbour as a corner of \
                     both",
                ),
            LatticeError::TooFine { given, limit } => at(
                self.lattice,
                format!(
                    "the corners of cells and their middles lie on a grid of {} steps a translation; \
                     {} is the limit",
                    grouped(given.unsigned_abs()),
                    grouped(limit.unsigned_abs())
                ),
            )
            .help("write the same tiling with smaller numbers, and a corner of a cell at (0, 0)"),
            _ => at(self.lattice, error.to_string()),
        }
    }

    /// The error that two cells conflict: `what` completes the sentence that begins with their names, and `label`
    /// marks the first cell.
    fn pair(&self, [first, second]: [usize; 2], what: &str, label: &str) -> Diagnostic {
        let (Some(first), Some(second)) = (self.cells.get(first), self.cells.get(second)) else {
            let wrong = format!("cells {what}");
            return self.list.error(wrong);
        };
        if first.name == second.name {
            let wrong = format!("copies of the cell {:?} {what}", first.name);
            return second.node.error(wrong);
        }
        let wrong = format!("the cells {:?} and {:?} {what}", first.name, second.name);
        second.node.error(wrong).context(first.node.span(), label)
    }

    /// The error that a side of a cell is wrong. The corners of `side` may be in either order. `before` and
    /// `after` are the parts of the sentence before and after the cell's name.
    fn side(&self, cell: usize, side: [[i32; 2]; 2], before: &str, after: &str) -> Diagnostic {
        let Some(cell) = self.cells.get(cell) else {
            return self.list.error(before);
        };
        let wrong = format!("{before} {:?} {after}", cell.name);
        let count = cell.corners.len();
        let next = |at: usize| &cell.corners[(at + 1) % count];
        let is_side = |at: &usize| {
            let ends = [cell.corners[*at].0, next(*at).0];
            ends == side || ends == [side[1], side[0]]
        };
        // Of two sides of the cell with these ends, the later one is marked in the message.
        let Some(at) = (0..count).rev().find(is_side) else {
            return cell.node.error(wrong.trim_end());
        };
        Diagnostic::error(wrong.trim_end(), cell.corners[at].1.span(), "from here")
            .context(next(at).1.span(), "to here")
    }
}
