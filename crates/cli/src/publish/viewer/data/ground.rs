//! The board and its position on the page.

use tilewright_geometry::{BoardCell, Cell, Lattice, Vector};

use super::super::contour::{EDGE, corner, middle};
use super::super::corner::corner_record;
use super::super::rounding::{hundredths, short};
use crate::picture::drawing::{Frame, Path, Point, beads, grid_lines, places};
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::Puzzle;
use crate::support::label::Label;

pub(super) fn board_record(puzzle: &Puzzle) -> Record {
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
        Some(record! {
            z: z,
            origin: [there.x - here.x, there.y - here.y].map(hundredths),
            caption?: several.then(|| below.map(hundredths)),
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
    let vectors = cells.iter().map(|&cell| {
        let (v, (offset, kind)) = (cell.vector(), lattice.offset_and_kind(cell));
        let kind = i32::try_from(kind.index()).unwrap_or(0);
        [v.x, v.y, v.z, kind, offset.z]
    });
    let names = cells
        .iter()
        .map(|&cell| format!("({})", lattice.coordinates(cell)));
    let kinds = (0..table.kinds.len()).map(|kind| {
        let of_kind = |cell: &&Cell| lattice.offset_and_kind(**cell).1.index() == kind;
        let cell = cells.iter().find(of_kind);
        let (outline, centre) = cell.map_or_else(Default::default, |cell| kind_of(lattice, *cell));
        [Value::from(outline), centre.into()]
    });
    let axes = [
        Vector::new(1, 0, 0),
        Vector::new(0, 1, 0),
        Vector::new(0, 0, 1),
    ];
    record! {
        width: hundredths(width),
        height: hundredths(height),
        edge: EDGE,
        closed: table.drawing.closed,
        basis: axes.map(axis),
        layers: layers.collect::<Value>(),
        cells: vectors.collect::<Value>(),
        names: names.collect::<Value>(),
        optional: optional.map(BoardCell::index).collect::<Value>(),
        labels?: labels(puzzle, &frame).unless_empty(),
        asked?: asked(puzzle).unless_empty(),
        kinds: kinds.collect::<Value>(),
        outline: short(&outline),
        lines: short(&lines),
        corner?: corner_record(table, cells),
    }
}

/// The labels of cells: x, y, the text, and true if a goal leaves the cell open.
fn labels(puzzle: &Puzzle, frame: &Frame) -> Value {
    let label = |(cell, label): (Cell, &Label)| {
        let at = frame.centre(cell);
        let is_open = puzzle.board.index_of(cell).is_none();
        let [x, y] = [at.x, at.y].map(hundredths).map(Value::from);
        [x, y, label.into(), is_open.into()]
    };
    puzzle.labels.iter().map(label).collect()
}

/// The cells that require a colour, with the colour's number.
fn asked(puzzle: &Puzzle) -> Value {
    let known = puzzle.cell_colors();
    let asked = puzzle.asked_colors().into_iter();
    let number = |color: &Label| known.binary_search(&color).unwrap_or_default();
    asked
        .map(|(cell, color)| [cell.index(), number(color)])
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
