//! Writes a puzzle as the text of a puzzle file.

use std::fmt::Write;

use itertools::Itertools;
use tilewright_geometry::compact::CompactSort;
use tilewright_geometry::{
    Axes, Board, BoardCell, Cell, Lattice, Mark, Seam, ShapeName, box_, glyph, glyph_position,
    parse_picture, rectangle, rhombus,
};

use super::builder::default_crossing;
use super::condition::Condition;
use super::faces::{FIRST_FACE, picture_order};
use super::model::Puzzle;
use super::piece::{CellColors, Copies, Piece, PieceId};
use super::restriction::Restriction;
use super::tray::Tray;
use crate::support::label::Label;

impl Puzzle {
    /// The puzzle in the format of puzzle files. [`load`](super::load) reads the text as an equal puzzle.
    ///
    /// Boards and pieces are drawn as pictures, or listed cell by cell if a picture would be too sparse.
    /// Two things are changed. A restriction to an empty set of cells, which can result from open cells,
    /// is written as an equivalent restriction. A title that is too long for a file is cut.
    ///
    /// # Complexity
    ///
    /// Linear in the cells of board, pieces, givens and restrictions.
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright::puzzle::{Piece, Puzzle, Source, load};
    /// use tilewright_geometry::{Board, Lattice, rectangle};
    ///
    /// let square = Lattice::Square;
    /// let puzzle = Puzzle::builder(square)
    ///     .title("dominoes")
    ///     .board(Board::new(square, rectangle(square, 3, 2)?, [])?)
    ///     .pieces(Piece::all_of_size(square, 2)?)
    ///     .avoids(None, [square.cell(&[0, 0])?])
    ///     .build()?;
    /// let text = puzzle.to_ron();
    /// assert_eq!(text, r##"(
    ///     title: "dominoes",
    ///     lattice: Square,
    ///     board: Rect(3, 2),
    ///     pieces: [
    ///         Piece(name: "I", cells: Rect(2, 1)),
    ///     ],
    ///     restrict: [
    ///         Avoids(cells: Cells([(0, 0)])),
    ///     ],
    /// )
    /// "##);
    /// assert_eq!(load(&Source::new("dominoes.ron", text))?.puzzle, puzzle);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_ron(&self) -> String {
        let mut text = String::from("(\n");
        let mut field = |name: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "    {name}: {value},");
        };
        let title: String = self.title.chars().take(super::read::MAX_TITLE).collect();
        field("title", &format!("{title:?}"));
        if let Some(source) = &self.source {
            field("source", &format!("{source:?}"));
        }
        field("lattice", &lattice_to_ron(self.lattice));
        if let Tray::Projected { layers } = self.tray {
            field("tray", &format!("Projected(layers: {layers})"));
        }
        if Some(self.crossing) != default_crossing(&self.board) {
            field("crossing", &format!("{:?}", self.crossing));
        }
        match self.board.part_count() {
            1 => field("board", &board(&self.board, 0)),
            parts => field(
                "boards",
                &list((0..parts).map(|part| board(&self.board, part))),
            ),
        }
        if let Some(seams) = self.wrap_to_ron() {
            field("wrap", &seams);
        }
        let pieces = self.pieces.iter();
        field(
            "pieces",
            &list(pieces.map(|found| piece_entry(found, self.lattice))),
        );
        if !self.givens.is_empty() {
            let given = |given: &super::Given| {
                let name = &self.piece(given.piece).name;
                format!("(piece: {name:?}, cells: {})", self.cells(&given.cells))
            };
            field("givens", &list(self.givens.iter().map(given)));
        }
        let restrictions = self.restrictions.iter();
        let restrictions = restrictions.filter_map(|restriction| self.restriction(restriction));
        let restrictions: Vec<String> = restrictions.collect();
        if !restrictions.is_empty() {
            field("restrict", &list(restrictions));
        }
        if !self.conditions.is_empty() {
            let conditions = self.conditions.iter().map(Condition::to_ron);
            let conditions: Vec<String> = conditions.collect();
            let conditions = conditions.join(", ");
            let _ = writeln!(text, "    conditions: [{conditions}],");
        }
        if !self.labels.is_empty() {
            let _ = writeln!(text, "    labels: {},", self.labels_to_ron());
        }
        text.push_str(")\n");
        text
    }

    /// The labels of cells, as the value of `labels:`.
    pub(crate) fn labels_to_ron(&self) -> String {
        let label = |(cell, label): (Cell, &Label)| {
            let cell = self.lattice.coordinates(cell);
            format!("Cells({{ {label:?}: ({cell}) }})")
        };
        list(self.labels.iter().map(label))
    }

    /// The puzzle in the format of puzzle files, with goals that have separate boards and pieces.
    ///
    /// Only the boards and pieces of the goals are written. The goals must be on the puzzle's lattice,
    /// without restrictions, conditions and givens, and their boards must not wrap around.
    #[cfg(feature = "cli")]
    pub(crate) fn to_ron_with_goals(&self, goals: &[(String, &Self)]) -> String {
        let mut text = self.to_ron();
        let goals = goals.iter().map(|(name, goal)| {
            let pieces = goal.pieces.iter();
            let pieces = list(pieces.map(|found| piece_entry(found, goal.lattice)));
            let pieces = pieces.replace('\n', "\n        ");
            format!(
                "Goal(\n            name: {name:?},\n            board: {},\n            pieces: {pieces},\n        )",
                board(&goal.board, 0).replace('\n', "\n        ")
            )
        });
        let goals = list(goals);
        text.truncate(text.len() - ")\n".len());
        let _ = write!(text, "    goals: {goals},\n)\n");
        text
    }

    /// The seams of the board, as the value of `wrap:`; `None` if it does not wrap around.
    #[must_use]
    pub fn wrap_to_ron(&self) -> Option<String> {
        let seams = self.board.seams();
        (!seams.is_empty()).then(|| wrap(seams, self.lattice.dimensions()))
    }

    fn cells(&self, cells: &[BoardCell]) -> String {
        listed(
            self.lattice,
            cells.iter().map(|cell| self.board.cell(*cell)),
        )
    }

    /// The name of a piece in a restriction. The first face has the same name as its tile. In a restriction that
    /// name would mean all faces, so a suffix is added.
    pub(crate) fn face_name(&self, piece: PieceId) -> String {
        let name = &self.piece(piece).name;
        if self.faces_of_tile(piece).len() > 1 {
            format!("{name}{FIRST_FACE}")
        } else {
            name.to_string()
        }
    }

    /// A restriction in the syntax of a file; `None` if it allows everything.
    fn restriction(&self, restriction: &Restriction) -> Option<String> {
        let piece = restriction.piece();
        let piece = piece.map(|piece| format!("piece: {:?}, ", self.face_name(piece)));
        let piece = piece.unwrap_or_default();
        Some(match restriction {
            Restriction::Placed { cells, .. } => {
                format!("Placed({piece}cells: {})", self.cells(cells))
            }
            // No placement lies within an empty set; likewise none avoids all cells.
            Restriction::Within { cells, .. } if cells.is_empty() => {
                let all: Vec<BoardCell> = self.board.indices().collect();
                format!("Avoids({piece}cells: {})", self.cells(&all))
            }
            Restriction::Within { cells, .. } => {
                format!("Within({piece}cells: {})", self.cells(cells))
            }
            Restriction::Covers { cells, .. } => {
                format!("Covers({piece}cells: {})", self.cells(cells))
            }
            Restriction::Avoids { cells, .. } if cells.is_empty() => return None,
            Restriction::Avoids { cells, .. } => {
                format!("Avoids({piece}cells: {})", self.cells(cells))
            }
            Restriction::Colored { colors, cells } => {
                let colors = match colors.as_slice() {
                    [color] => format!("color: {color:?}"),
                    colors => format!("colors: {colors:?}"),
                };
                format!("Colored({colors}, cells: {})", self.cells(cells))
            }
            Restriction::Where { covers, .. } if covers.is_empty() => return None,
            Restriction::Where { covers, also, .. } => format!(
                "Where({piece}covers: {}, also: {})",
                self.cells(covers),
                self.cells(also)
            ),
            Restriction::Orientations { shapes, .. } => {
                let shapes = shapes.iter();
                let shapes = shapes.map(|form| solid(self.lattice, form.cells()));
                format!("Orientations({piece}shapes: [{}])", { shapes }.join(", "))
            }
        })
    }
}

/// The value of `lattice:`.
pub(crate) fn lattice_to_ron(lattice: Lattice) -> String {
    let Lattice::Custom(own) = lattice else {
        return format!("{lattice:?}");
    };
    let tiling = own.written();
    let points = |points: &[[i32; 2]]| {
        let mut points = points.iter().map(|[x, y]| format!("({x}, {y})"));
        points.join(", ")
    };
    let mut text = format!("Tiles(\n        name: {:?},\n", tiling.name());
    if tiling.axes() != Axes::Square {
        let _ = writeln!(text, "        axes: {:?},", tiling.axes());
    }
    let translations = points(&tiling.periods());
    let _ = writeln!(text, "        translations: [{translations}],");
    text.push_str("        cells: [\n");
    for (name, corners) in tiling.cells() {
        let corners = points(corners);
        let _ = writeln!(text, "            (name: {name:?}, corners: [{corners}]),");
    }
    text.push_str("        ],\n    )");
    text
}

/// The value of `wrap:`.
fn wrap(seams: &[Seam], dimensions: usize) -> String {
    const AXES: [&str; 3] = ["x", "y", "z"];
    let mut flip = None;
    let mut free = AXES.to_vec();
    let mut field = |seam: &Seam| match *seam {
        Seam::Straight(by) => {
            let steps = [by.x, by.y, by.z];
            let along: Vec<usize> = (0..3).filter(|&axis| steps[axis] != 0).collect();
            // Each field of `wrap:` accepts a vector. A seam along one axis is written in the field of
            // that axis.
            let own = AXES[along.last().copied().unwrap_or(0)];
            let at = free.iter().position(|name| *name == own).unwrap_or(0);
            let name = free.remove(at);
            match along[..] {
                [axis] if AXES[axis] == name => format!("{name}: {}", steps[axis]),
                _ if dimensions == 2 => format!("{name}: ({}, {})", by.x, by.y),
                _ => format!("{name}: ({}, {}, {})", by.x, by.y, by.z),
            }
        }
        Seam::Flipped { axis, halves } => {
            flip = Some(["X", "Y"][axis]);
            free.retain(|name| *name != AXES[axis]);
            let half = if halves % 2 == 0 { "" } else { ".5" };
            format!("{}: {}{half}", AXES[axis], halves / 2)
        }
    };
    let fields: Vec<String> = seams.iter().map(&mut field).collect();
    let flip = flip.map(|axis| format!("flip: {axis}"));
    format!("({})", fields.into_iter().chain(flip).join(", "))
}

/// A list with one entry per line.
fn list(entries: impl IntoIterator<Item = String>) -> String {
    let mut text = String::from("[\n");
    for entry in entries {
        let _ = writeln!(text, "        {entry},");
    }
    text.push_str("    ]");
    text
}

/// A piece as an entry of `pieces:`.
pub(crate) fn piece_entry(piece: &Piece, lattice: Lattice) -> String {
    let mut text = format!(
        "Piece(name: {:?}, cells: {}",
        piece.name,
        solid(lattice, piece.polyform.cells())
    );
    if piece.sides != lattice.default_sides() {
        let _ = write!(text, ", sides: {:?}", piece.sides);
    }
    let colors = piece.cell_colors.as_ref();
    match colors.map_or(piece.copies, |colors| colors.copies) {
        Copies::ONE => {}
        Copies { min: 0, .. } if piece.unlimited => text.push_str(", copies: Any"),
        Copies { min, max } if min == max => {
            let _ = write!(text, ", copies: {min}");
        }
        Copies { min, max } => {
            let _ = write!(text, ", copies: ({min}, {max})");
        }
    }
    if !piece.polyform.is_connected() {
        text.push_str(", connected: false");
    }
    if piece.value != 1 {
        let _ = write!(text, ", value: {}", piece.value);
    }
    if let Some(color) = piece.color {
        let _ = write!(text, ", color: \"{color}\"");
    }
    if let Some(CellColors { colors, tile, .. }) = colors {
        let order = picture_order(&piece.polyform).into_iter();
        let colors: Vec<&Label> = order.filter_map(|at| colors.get(at)).collect();
        let _ = write!(text, ", colors: {colors:?}, tile: {tile:?}");
    }
    text.push(')');
    text
}

fn board(board: &Board, part: usize) -> String {
    let marked = board.indices().filter(|cell| board.part_of(*cell) == part);
    let marked = marked.map(|cell| {
        let mark = if board.is_required(cell) {
            Mark::Required
        } else {
            Mark::Optional
        };
        (board.cell(cell), mark)
    });
    let marked: Vec<(Cell, Mark)> = marked.collect();
    shape(board.lattice(), &marked)
}

/// The shape expression for required cells.
fn solid(lattice: Lattice, cells: &[Cell]) -> String {
    let marked: Vec<(Cell, Mark)> = cells.iter().map(|cell| (*cell, Mark::Required)).collect();
    shape(lattice, &marked)
}

/// The shortest expression for these cells: a rectangle or box, a picture, or a list.
pub(crate) fn shape(lattice: Lattice, cells: &[(Cell, Mark)]) -> String {
    whole(lattice, cells)
        .or_else(|| drawn(lattice, cells))
        .unwrap_or_else(|| {
            let of = |kind: Mark| {
                let cells = cells.iter().filter(move |(_, mark)| *mark == kind);
                cells.map(|(cell, _)| *cell)
            };
            let (required, optional) = (of(Mark::Required), of(Mark::Optional));
            match (required.clone().next(), optional.clone().next()) {
                (_, None) => listed(lattice, required),
                (None, Some(_)) => format!("Optional({})", listed(lattice, optional)),
                (Some(_), Some(_)) => format!(
                    "Union([{}, Optional({})])",
                    listed(lattice, required),
                    listed(lattice, optional)
                ),
            }
        })
}

/// Cells as a list: `Cells([(0, 0), (1, 0)])`.
fn listed(lattice: Lattice, cells: impl Iterator<Item = Cell>) -> String {
    let mut cells = cells.map(|cell| {
        let numbers = lattice.coordinates(cell);
        format!("({})", numbers.iter().join(", "))
    });
    format!("Cells([{}])", cells.join(", "))
}

/// The minimum coordinates, and the sizes of the bounding box; `None` without cells.
fn extent(lattice: Lattice, cells: &[(Cell, Mark)]) -> Option<([i64; 3], [u64; 3])> {
    let offsets = cells.iter().map(|(cell, _)| {
        let (at, _) = lattice.offset_and_kind(*cell);
        [i64::from(at.x), i64::from(at.y), i64::from(at.z)]
    });
    let (low, high) = offsets.map(|at| (at, at)).reduce(|(low, high), (at, _)| {
        let least = |axis: usize| low[axis].min(at[axis]);
        let most = |axis: usize| high[axis].max(at[axis]);
        ([0, 1, 2].map(least), [0, 1, 2].map(most))
    })?;
    Some((
        low,
        [0, 1, 2].map(|axis| low[axis].abs_diff(high[axis]) + 1),
    ))
}

/// The expression of a full rectangle, rhombus or box, if the cells form one.
fn whole(lattice: Lattice, cells: &[(Cell, Mark)]) -> Option<String> {
    let (low, [w, h, d]) = extent(lattice, cells)?;
    let kinds = lattice.table().kinds.len() as u64;
    let most = w.checked_mul(h)?.checked_mul(d)?.checked_mul(kinds)?;
    // A full rectangle, rhombus or box covers at least half of the cells in its bounding box, even on a lattice of
    // sticks. Only some of the smallest cover less, and these are written as pictures.
    if most / 2 > cells.len() as u64 || cells.iter().any(|(_, mark)| *mark == Mark::Optional) {
        return None;
    }
    let shapes = lattice.table().shapes;
    let has = |shape: ShapeName| shapes.contains(&shape);
    // A `w` × `h` rectangle of sticks spans `w + 1` columns and `h + 1` rows of vertices.
    let less = u64::from(!lattice.table().drawing.closed);
    let (text, full) = if d > 1 && has(ShapeName::Box) {
        (format!("Box({w}, {h}, {d})"), box_(lattice, w, h, d))
    } else {
        let (w, h) = (w.checked_sub(less)?, h.checked_sub(less)?);
        if has(ShapeName::Rectangle) {
            (format!("Rect({w}, {h})"), rectangle(lattice, w, h))
        } else {
            (format!("Rhombus({w}, {h})"), rhombus(lattice, w, h))
        }
    };
    let full = full.ok()?.into_iter().map(|cell| (cell, Mark::Required));
    shifted(lattice, low, text, full.collect(), cells)
}

/// The cells as a picture; `None` if the picture would be too sparse.
fn drawn(lattice: Lattice, cells: &[(Cell, Mark)]) -> Option<String> {
    /// A picture may have at most this many characters for each cell, plus `MORE`.
    const CHARACTERS_PER_CELL: usize = 16;
    /// The number of characters that a picture may have in addition, whatever its number of cells.
    const MORE: usize = 64;
    let places = cells.iter().map(|(cell, mark)| {
        let (column, row, layer) = glyph_position(lattice, *cell);
        let drawn = match mark {
            Mark::Required => glyph(lattice, *cell),
            Mark::Optional => '?',
        };
        ([column, row, layer], drawn)
    });
    let least = |axis: usize| places.clone().map(|(at, _)| at[axis]).min();
    let most = |axis: usize| places.clone().map(|(at, _)| at[axis]).max();
    // The upper left corner must belong to a translation unit, as the parser assumes.
    let text = &lattice.table().text;
    let corner = |axis: usize| {
        let step = [text.columns[0], text.rows[1], 1][axis].abs().max(1);
        let low = least(axis)?;
        Some(low - low.rem_euclid(step))
    };
    let low = [corner(0)?, corner(1)?, corner(2)?];
    let size =
        |axis: usize| usize::try_from(most(axis)?.checked_sub(low[axis])?.checked_add(1)?).ok();
    let [width, height, depth] = [size(0)?, size(1)?, size(2)?];
    let characters = width.checked_mul(height)?.checked_mul(depth)?;
    if characters
        > cells
            .len()
            .checked_mul(CHARACTERS_PER_CELL)?
            .checked_add(MORE)?
    {
        return None;
    }
    let blank = if lattice.table().drawing.closed {
        '.'
    } else {
        ' '
    };
    let mut grid = vec![vec![vec![blank; width]; height]; depth];
    for (at, drawn) in places.clone() {
        let [column, row, layer] = [0, 1, 2].map(|axis| at[axis].abs_diff(low[axis]) as usize);
        grid[layer][row][column] = drawn;
    }
    let mut rows: Vec<String> = Vec::new();
    for (layer, rows_of_layer) in grid.into_iter().enumerate() {
        if layer > 0 {
            rows.push(String::new());
        }
        rows.extend(rows_of_layer.into_iter().map(String::from_iter));
    }
    let read = parse_picture(lattice, &rows).ok()?;
    let read: Vec<(Cell, Mark)> = read
        .into_iter()
        .map(|read| (read.cell, read.mark))
        .collect();
    let rows = rows.iter().map(|row| format!("{row:?}"));
    let (origin, _) = extent(lattice, &read)?;
    let (low, _) = extent(lattice, cells)?;
    let by = [0, 1, 2].map(|axis| low[axis] - origin[axis]);
    let text = format!("Picture([{}])", { rows }.join(", "));
    shifted(lattice, by, text, read, cells)
}

/// The expression `text`, shifted by a vector. `made` are the cells that `text` makes. `None` if
/// the shifted cells differ from `cells`.
fn shifted(
    lattice: Lattice,
    by: [i64; 3],
    text: String,
    made: Vec<(Cell, Mark)>,
    cells: &[(Cell, Mark)],
) -> Option<String> {
    let dimensions = lattice.dimensions();
    let mut moved = Vec::with_capacity(made.len());
    for (cell, mark) in made {
        let numbers = lattice.coordinates(cell);
        let numbers = numbers.iter().enumerate().map(|(axis, number)| {
            i64::from(*number) + if axis < dimensions { by[axis] } else { 0 }
        });
        let numbers: Vec<i64> = numbers.collect();
        moved.push((lattice.cell(&numbers).ok()?, mark));
    }
    let key = |(cell, mark): &(Cell, Mark)| (*cell, *mark == Mark::Optional);
    let sorted = |cells: &[(Cell, Mark)]| {
        let mut sorted: Vec<(Cell, bool)> = cells.iter().map(key).collect();
        sorted.compact_sort();
        sorted
    };
    let same = sorted(&moved) == sorted(cells);
    let by = &by[..dimensions];
    same.then(|| {
        if by.iter().all(|number| *number == 0) {
            text
        } else {
            format!("Shift(({}), {text})", by.iter().join(", "))
        }
    })
}
