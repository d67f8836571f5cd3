//! Reads shapes, such as `Rect(10, 6)`, `Picture([…])` and `Minus(…, …)`, as sets of cells.
//!
//! The same expressions describe boards, pieces and givens. Only boards may have optional cells.

mod moved;
mod named;
mod removed;

use std::collections::BTreeMap;

use tilewright_geometry::compact::map_of;
use tilewright_geometry::{
    self as geometry, Cell, Lattice, MAX_SHAPE_CELLS, Mark, PictureErrorKind, ShapeError,
    parse_picture,
};

use super::diagnostic::Diagnostic;
use super::file::ShapeFile;
use super::node::{Node, Raw, Reader};
use super::span::Span;
use super::syntax::WHOLE_NUMBER;
use named::{hexagon_sides, no_name, no_shape};

/// The largest nesting depth of shapes. RON's own limit is about as large.
const MAX_DEPTH: usize = 64;

/// Cells, each marked required or optional.
pub(super) type Cells = BTreeMap<Cell, Mark>;

/// Reads a shape with at least one cell.
pub(super) fn read_shape(
    reader: Reader<'_>,
    lattice: Lattice,
    node: Node<'_>,
) -> Result<Cells, Diagnostic> {
    let cells = ShapeReader { reader, lattice }.read(node, 0)?;
    if cells.is_empty() {
        return Err(Diagnostic::error(
            "this shape has no cells",
            node.span(),
            "empty",
        ));
    }
    Ok(cells)
}

/// Reads a shape that may be empty.
pub(super) fn read_cells(
    reader: Reader<'_>,
    lattice: Lattice,
    node: Node<'_>,
) -> Result<Vec<(Cell, Mark)>, Diagnostic> {
    let cells = ShapeReader { reader, lattice }.read(node, 0)?;
    Ok(cells.into_iter().collect())
}

/// Reads a shape without optional cells: that of a piece or a given.
pub(super) fn read_solid_shape(
    reader: Reader<'_>,
    lattice: Lattice,
    node: Node<'_>,
) -> Result<Vec<Cell>, Diagnostic> {
    let cells = read_shape(reader, lattice, node)?;
    if cells.values().any(|mark| *mark == Mark::Optional) {
        return Err(Diagnostic::error(
            "a piece may not have optional cells",
            node.span(),
            "has optional cells",
        )
        .help("only boards may have optional cells, written `?` or `Optional(…)`"));
    }
    Ok(cells.into_keys().collect())
}

/// Reads a cell in the coordinates of the lattice.
pub(super) fn read_cell(
    reader: Reader<'_>,
    lattice: Lattice,
    node: Node<'_>,
) -> Result<Cell, Diagnostic> {
    ShapeReader { reader, lattice }.cell(node)
}

/// The error that a shape contains only some cells of a tile; `None` if all tiles are whole. The
/// error points to the cell if the shape lists that cell.
pub(super) fn cut_tile(
    reader: Reader<'_>,
    lattice: Lattice,
    cells: &[Cell],
    node: Node<'_>,
) -> Option<Diagnostic> {
    let cell = lattice.cut_tile(cells)?;
    let tiles = lattice.table().tiles?;
    let shapes = ShapeReader { reader, lattice };
    let span = shapes
        .place_of(cell, node, 0)
        .unwrap_or_else(|| node.span());
    let [tile, several] = tiles.names;
    let message = format!(
        "the cell ({}) belongs to an incomplete {tile}",
        lattice.coordinates(cell)
    );
    Some(Diagnostic::error(message, span, "").help(format!(
        "pieces and boards must be made of whole {several}: {}",
        tiles.whole
    )))
}

#[derive(Clone, Copy)]
struct ShapeReader<'s> {
    reader: Reader<'s>,
    lattice: Lattice,
}

impl<'s> ShapeReader<'s> {
    /// Reads a shape, and adds its cells to the limited number of cells that a reading may visit.
    fn read(self, node: Node<'s>, depth: usize) -> Result<Cells, Diagnostic> {
        let cells = self.read_unbounded(node, depth)?;
        self.reader.visit(cells.len(), node.span())?;
        Ok(cells)
    }

    fn read_unbounded(self, node: Node<'s>, depth: usize) -> Result<Cells, Diagnostic> {
        if depth > MAX_DEPTH {
            return Err(node.error("nested too deeply").help(format!(
                "shapes may be nested at most {MAX_DEPTH} levels deep"
            )));
        }
        let named = |cells: Result<Vec<Cell>, ShapeError>| match cells {
            Ok(cells) => Ok(required(cells)),
            Err(error) => Err(no_shape(&error, node)),
        };
        let size = |number: i64| {
            u64::try_from(number).map_err(|_| {
                node.error(format!("{number} is not a size"))
                    .help("sizes are whole numbers of 1 or more")
            })
        };
        let lattice = self.lattice;
        if let Some(error) = no_name(lattice, node) {
            return Err(error);
        }
        if let Some(sides) = hexagon_sides(node)? {
            let [a, b, c] = sides.map(size);
            return named(geometry::hexagon_of_sides(lattice, [a?, b?, c?]));
        }
        match node.read::<ShapeFile<'s>>()? {
            ShapeFile::Rect(w, h) => named(geometry::rectangle(lattice, size(w)?, size(h)?)),
            ShapeFile::Box(w, h, d) => named(geometry::box_(lattice, size(w)?, size(h)?, size(d)?)),
            ShapeFile::Rhombus(w, h) => named(geometry::rhombus(lattice, size(w)?, size(h)?)),
            ShapeFile::Hexagon(side) => named(geometry::hexagon(lattice, size(side)?)),
            ShapeFile::Trapezium(base, height) => {
                named(geometry::trapezium(lattice, size(base)?, size(height)?))
            }
            ShapeFile::Diamond(side) => named(geometry::diamond(lattice, size(side)?)),
            ShapeFile::AztecDiamond(order) => named(geometry::aztec_diamond(lattice, size(order)?)),
            ShapeFile::Triangle(side) => named(geometry::triangle(lattice, size(side)?)),
            ShapeFile::Pyramid(height) => named(geometry::pyramid(lattice, size(height)?)),
            ShapeFile::Tetrahedron(side) => named(geometry::tetrahedron(lattice, size(side)?)),
            ShapeFile::Octahedron(side) => named(geometry::octahedron(lattice, size(side)?)),
            ShapeFile::Polygon(corners) => named(self.polygon(&corners)?),
            ShapeFile::Picture(rows) => self.picture(&rows, node),
            ShapeFile::Cells(cells) => self.list(&cells),
            ShapeFile::Union(parts) => self.union(&parts, node, depth),
            ShapeFile::Minus(whole, part) => {
                let mut cells = self.read(self.reader.node(whole), depth + 1)?;
                self.take_out(self.reader.node(part), depth + 1, &mut cells)?;
                Ok(cells)
            }
            ShapeFile::Optional(part) => {
                let mut cells = self.read(self.reader.node(part), depth + 1)?;
                for mark in cells.values_mut() {
                    *mark = Mark::Optional;
                }
                Ok(cells)
            }
            ShapeFile::Shift(vector, part) => self.shift(vector, part, depth),
            ShapeFile::Scale(factor, part) => self.scale(factor, part, node, depth),
            ShapeFile::Rotate(times, part) => self.rotate(times, part, node, depth),
            ShapeFile::Reflect(part) => self.reflect(part, node, depth),
        }
    }

    /// Reads a polygon whose corners are points of the translation lattice.
    fn polygon(self, corners: &[Raw<'s>]) -> Result<Result<Vec<Cell>, ShapeError>, Diagnostic> {
        let corner = |raw: &Raw<'s>| self.reader.node(*raw).read::<(i32, i32)>();
        let corners = corners.iter().map(|raw| corner(raw).map(|(x, y)| [x, y]));
        let corners = corners.collect::<Result<Vec<_>, _>>()?;
        Ok(geometry::polygon(self.lattice, &corners))
    }

    /// The union of the parts. Parts may overlap if they mark their common cells in the same way.
    fn union(self, parts: &[Raw<'s>], node: Node<'s>, depth: usize) -> Result<Cells, Diagnostic> {
        self.foresee(parts, depth + 1)?;
        let mut cells = Cells::new();
        for (index, part) in parts.iter().enumerate() {
            let part = self.reader.node(*part);
            let own = self.read(part, depth + 1)?;
            if let Err((cell, mark)) = merge(&mut cells, own) {
                let before = parts[..index].iter().map(|raw| self.reader.node(*raw));
                return Err(self.contradiction(cell, mark, part, before, depth));
            }
            if cells.len() > MAX_SHAPE_CELLS {
                return Err(node.error(format!(
                    "this shape has more than {MAX_SHAPE_CELLS} cells, the limit"
                )));
            }
        }
        Ok(cells)
    }

    /// The error that a part of a union marks a cell differently from an earlier part.
    fn contradiction(
        self,
        cell: Cell,
        mark: Mark,
        part: Node<'s>,
        before: impl Iterator<Item = Node<'s>>,
        depth: usize,
    ) -> Diagnostic {
        let word = |mark: Mark| match mark {
            Mark::Required => "required here",
            Mark::Optional => "optional here",
        };
        let mut before = before.filter_map(|node| {
            let other = *self.read(node, depth + 1).ok()?.get(&cell)?;
            (other != mark).then_some((node, other))
        });
        let error = Diagnostic::error(
            format!(
                "the cell ({}) is both required and optional",
                self.lattice.coordinates(cell)
            ),
            part.span(),
            word(mark),
        )
        .help(
            "remove it from one of them: `Union([a, Optional(Minus(b, a))])` requires all of `a`",
        );
        match before.next() {
            Some((node, other)) => error.context(node.span(), word(other)),
            None => error,
        }
    }

    /// The span at which a shape lists a cell; `None` if it does not list the cell.
    fn place_of(self, cell: Cell, node: Node<'s>, depth: usize) -> Option<Span> {
        let is_it = |node: &Node<'s>| self.cell(*node).is_ok_and(|listed| listed == cell);
        match node.read::<ShapeFile<'s>>().ok()? {
            ShapeFile::Cells(cells) => {
                let mut nodes = cells.iter().map(|raw| self.reader.node(*raw));
                nodes.find(is_it).map(|node| node.span())
            }
            ShapeFile::Union(parts) if depth < MAX_DEPTH => {
                let mut nodes = parts.iter().map(|raw| self.reader.node(*raw));
                nodes.find_map(|node| self.place_of(cell, node, depth + 1))
            }
            _ => None,
        }
    }

    fn list(self, list: &[Raw<'s>]) -> Result<Cells, Diagnostic> {
        let mut cells = Cells::new();
        let mut places: BTreeMap<Cell, Span> = BTreeMap::new();
        for raw in list {
            let node = self.reader.node(*raw);
            let cell = self.cell(node)?;
            if let Some(first) = places.insert(cell, node.span()) {
                return Err(Diagnostic::error(
                    format!("the cell {} is listed twice", node.text()),
                    node.span(),
                    "again here",
                )
                .context(first, "first here"));
            }
            cells.insert(cell, Mark::Required);
        }
        Ok(cells)
    }

    /// Reads a cell in the coordinates of the lattice.
    fn cell(self, node: Node<'s>) -> Result<Cell, Diagnostic> {
        let form = self.lattice.table().cell_form;
        let wrong = |message: String| {
            node.error(message).help(format!(
                "a cell of the {} lattice is written {form}",
                self.lattice
            ))
        };
        let numbers = numbers(node, self.lattice.arity()).map_err(|error| {
            if error.message.contains("out of range") {
                error
            } else if error.message.starts_with(WHOLE_NUMBER) {
                error.help(format!(
                    "a cell of the {} lattice is written {form}",
                    self.lattice
                ))
            } else {
                wrong(format!("{form} is expected here"))
            }
        })?;
        self.lattice
            .cell(&numbers)
            .map_err(|error| wrong(error.to_string()))
    }

    fn picture(self, rows: &[Raw<'s>], node: Node<'s>) -> Result<Cells, Diagnostic> {
        let nodes: Vec<Node<'s>> = rows.iter().map(|row| self.reader.node(*row)).collect();
        let texts = nodes
            .iter()
            .copied()
            .map(Node::read::<String>)
            .collect::<Result<Vec<_>, _>>()?;
        match parse_picture(self.lattice, &texts) {
            Ok(cells) => Ok(map_of(cells.into_iter().map(|c| (c.cell, c.mark)))),
            Err(error) if matches!(error.kind, PictureErrorKind::Empty { .. }) => {
                Err(node.error(error.kind.to_string()))
            }
            Err(error) => {
                let row = nodes.get(error.row).copied().unwrap_or(node);
                let span = row.character(error.column);
                let legend = self.lattice.table().text.legend;
                let help = match error.kind {
                    PictureErrorKind::Stray { found, .. }
                        if found.is_alphanumeric() && legend.starts_with("`#`") =>
                    {
                        format!("write `#` for a cell, not `{found}`")
                    }
                    _ => format!("a picture has {legend}"),
                };
                Err(Diagnostic::error(error.kind.to_string(), span, "here").help(help))
            }
        }
    }
}

/// Reads a tuple of 2 or 3 whole numbers.
pub(super) fn numbers(node: Node<'_>, count: usize) -> Result<Vec<i64>, Diagnostic> {
    if count == 2 {
        let (x, y) = node.read::<(i64, i64)>()?;
        Ok(vec![x, y])
    } else {
        let (x, y, z) = node.read::<(i64, i64, i64)>()?;
        Ok(vec![x, y, z])
    }
}

/// Adds `own` to `cells`, in one pass through both. The error is the first cell that both mark
/// differently, with its mark in `own`.
fn merge(cells: &mut Cells, own: Cells) -> Result<(), (Cell, Mark)> {
    let mut known = cells.iter().peekable();
    let mut new = Vec::new();
    for (cell, mark) in own {
        while known.next_if(|(before, _)| **before < cell).is_some() {}
        match known.next_if(|(before, _)| **before == cell) {
            Some((_, before)) if *before != mark => return Err((cell, mark)),
            Some(_) => {}
            None => new.push((cell, mark)),
        }
    }
    if !new.is_empty() {
        cells.extend(new);
    }
    Ok(())
}

fn required(cells: Vec<Cell>) -> Cells {
    map_of(cells.into_iter().map(|cell| (cell, Mark::Required)))
}
