//! Areas: outlines and inner lines of sets of cells.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_geometry::compact::set_of;
use tilewright_geometry::{Cell, Vector};

use super::beads::beads;
use super::frame::Frame;
use super::path::Path;

/// The outline of cells: a closed line around each connected part and each hole. Balls become
/// circles, which are joined if they touch within a layer. Empty for sticks.
pub(crate) fn outline(frame: &Frame, cells: impl IntoIterator<Item = Cell>) -> Path {
    if frame.table().drawing.round {
        let cells: Vec<Cell> = cells.into_iter().collect();
        return beads(frame.table(), &cells, frame.cell(), &|cell| {
            frame.centre(cell)
        });
    }
    let mut path = Path::default();
    for line in frame.table().boundary(cells) {
        path.add_polygon(line.bends().into_iter().map(|corner| frame.corner(corner)));
    }
    path
}

/// The outline of the cells of a board. It is that of [`outline`], except that each ball has a separate
/// circle.
pub(crate) fn places(frame: &Frame, cells: impl IntoIterator<Item = Cell>) -> Path {
    if !frame.table().drawing.round {
        return outline(frame, cells);
    }
    let circles = cells.into_iter().map(|cell| outline(frame, [cell]));
    Path {
        segments: circles.flat_map(|circle| circle.segments).collect(),
    }
}

/// The lines between neighbouring cells of a set. Edges on a straight line are merged into one
/// line. Empty for sticks and balls.
pub(crate) fn grid_lines(frame: &Frame, cells: impl IntoIterator<Item = Cell>) -> Path {
    let table = frame.table();
    let mut path = Path::default();
    if !table.drawing.closed || table.drawing.round {
        return path;
    }
    let mut seen: BTreeSet<(Vector, Vector)> = BTreeSet::new();
    // The edges between two cells, which are the edges that occur twice. Maps the direction and the
    // start of each edge to its end.
    let mut inner: BTreeMap<(Vector, Vector), Vector> = BTreeMap::new();
    for cell in cells {
        let corners = table.outline(cell).corners;
        let next = corners.iter().cycle().skip(1);
        for (&a, &b) in corners.iter().zip(next) {
            let (a, b) = (a.min(b), a.max(b));
            if !seen.insert((a, b)) {
                inner.insert((b - a, a), b);
            }
        }
    }
    let ends: BTreeSet<(Vector, Vector)> = set_of(inner.iter().map(|(&(d, _), &b)| (d, b)));
    for (&(direction, start), &end) in &inner {
        if ends.contains(&(direction, start)) {
            continue;
        }
        let mut last = end;
        while let Some(&next) = inner.get(&(direction, last)) {
            last = next;
        }
        path.add_line([frame.corner(start), frame.corner(last)]);
    }
    path
}
