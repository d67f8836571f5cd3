//! The difference of shapes, and an estimate of the cost of a union before it is read.

use tilewright_geometry::{Filling, MAX_SHAPE_CELLS, ShapeName};

use super::super::diagnostic::Diagnostic;
use super::super::file::ShapeFile;
use super::super::node::{Node, Raw};
use super::{Cells, MAX_DEPTH, ShapeReader};

impl<'s> ShapeReader<'s> {
    /// Removes the cells of a shape from `cells`. The cells of unions, rectangles and boxes are not
    /// listed. Instead, each of `cells` is tested, so the size of the shape does not matter.
    pub(super) fn take_out(
        self,
        node: Node<'s>,
        depth: usize,
        cells: &mut Cells,
    ) -> Result<(), Diagnostic> {
        if depth <= MAX_DEPTH {
            match name_of(node) {
                "Union" => {
                    if let ShapeFile::Union(parts) = node.read()? {
                        for part in parts {
                            self.take_out(self.reader.node(part), depth + 1, cells)?;
                        }
                        return Ok(());
                    }
                }
                "Rect" | "Box" => {
                    if let Some(sizes) = self.sizes_of_box(node) {
                        self.reader.visit(cells.len(), node.span())?;
                        let lattice = self.lattice;
                        cells.retain(|cell, _| {
                            let at = lattice.offset_and_kind(*cell).0;
                            let axes = [at.x, at.y, at.z].into_iter().zip(sizes);
                            !axes
                                .into_iter()
                                .all(|(at, size)| (0..size).contains(&i64::from(at)))
                        });
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
        for cell in self.read(node, depth)?.keys() {
            cells.remove(cell);
        }
        Ok(())
    }

    /// The sizes of a rectangle or box that consists of whole translation units; `None` for other shapes, and for
    /// sizes that are refused.
    fn sizes_of_box(self, node: Node<'s>) -> Option<[i64; 3]> {
        let table = self.lattice.table();
        let (shape, sizes) = match node.read().ok()? {
            ShapeFile::Rect(width, height) => (ShapeName::Rectangle, [width, height, 1]),
            ShapeFile::Box(width, height, depth) => (ShapeName::Box, [width, height, depth]),
            _ => return None,
        };
        let is_here = table.shapes.contains(&shape) && matches!(table.filling, Filling::Units);
        let kinds = i64::try_from(table.kinds.len()).ok()?;
        let volume = volume(&sizes)?.checked_mul(kinds)?;
        let limit = i64::try_from(MAX_SHAPE_CELLS).ok()?;
        (is_here && volume <= limit).then_some(sizes)
    }

    /// Returns an error if the parts of a union would visit too many cells, before any part is
    /// read.
    pub(super) fn foresee(self, parts: &[Raw<'s>], depth: usize) -> Result<(), Diagnostic> {
        let (mut ahead, mut largest) = (0_u64, 0);
        for part in parts {
            let part = self.reader.node(*part);
            let (cells, visits) = self.at_least(part, depth);
            ahead = ahead.saturating_add(visits);
            largest = largest.max(cells);
            // Reading the union also visits each of its own cells. It has at least as many as its largest
            // part.
            if visits > 0 {
                self.reader
                    .foresee(ahead.saturating_add(largest), part.span())?;
            }
        }
        Ok(())
    }

    /// Lower bounds, from the sizes of a shape, on the number of its cells and on the number of
    /// cells visited to read it. They are 0 for shapes that are refused or have no sizes.
    fn at_least(self, node: Node<'s>, depth: usize) -> (u64, u64) {
        let is_sized = matches!(
            name_of(node),
            "Rect" | "Rhombus" | "Box" | "Optional" | "Shift" | "Scale" | "Rotate" | "Reflect"
        );
        if !is_sized || depth > MAX_DEPTH {
            return (0, 0);
        }
        let sizes = match node.read() {
            Ok(ShapeFile::Rect(width, height) | ShapeFile::Rhombus(width, height)) => {
                [width, height, 1]
            }
            Ok(ShapeFile::Box(width, height, depth)) => [width, height, depth],
            Ok(
                ShapeFile::Optional(part)
                | ShapeFile::Shift(_, part)
                | ShapeFile::Scale(_, part)
                | ShapeFile::Rotate(_, part)
                | ShapeFile::Reflect(part),
            ) => {
                let (cells, visits) = self.at_least(self.reader.node(part), depth + 1);
                return (cells, visits.saturating_add(cells));
            }
            _ => return (0, 0),
        };
        let size = volume(&sizes).and_then(|size| u64::try_from(size).ok());
        let size = size.filter(|&size| size <= MAX_SHAPE_CELLS as u64);
        (size.unwrap_or(0), size.unwrap_or(0))
    }
}

/// The name that a shape begins with.
fn name_of(node: Node<'_>) -> &str {
    let text = node.text().trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric());
    &text[..end.unwrap_or(text.len())]
}

/// The product of positive sizes; `None` if one is not positive, or on overflow.
fn volume(sizes: &[i64; 3]) -> Option<i64> {
    let is_positive = sizes.iter().all(|&size| size > 0);
    let product = sizes
        .iter()
        .try_fold(1, |product: i64, &size| product.checked_mul(size));
    product.filter(|_| is_positive)
}

#[cfg(test)]
mod tests {
    use crate::puzzle::{Source, load};

    fn cells(lattice: &str, board: &str) -> Result<Vec<String>, String> {
        let text = format!(
            "(lattice: {lattice}, board: {board}, pieces: [Piece(name: \"o\", cells: Cells([(0, 0{})]), copies: (0, 9))])",
            if lattice == "Square" { "" } else { ", 0" }
        );
        let file = load(&Source::new("x", text)).map_err(|error| error.message)?;
        let board = &file.puzzle.board;
        let cells = board.cells().iter();
        Ok(cells
            .map(|cell| board.lattice().coordinates(*cell).to_string())
            .collect())
    }

    /// Checks that removing a large shape takes no longer than testing the cells that are present. If the shape
    /// must be read cell by cell and has too many cells, it is refused because of its sizes, before it is read.
    #[test]
    fn what_is_taken_out_costs_no_more_than_what_is_there() {
        let large = |count: usize, part: &str| vec![part; count].join(", ");
        let taken = |part: &str| format!("Minus(Rect(1001, 1), Union([{}]))", large(3_000, part));
        assert_eq!(
            cells("Square", &taken("Rect(1000, 1000)")),
            Ok(vec!["1000,0".to_owned()])
        );
        let refused =
            Err("the shapes of this file have more than 10,000,000 cells, the limit".to_owned());
        for union in [
            large(10, "Rect(1000, 1000)"),
            large(5, "Shift((1, 1), Rotate(1, Rect(1000, 1000)))"),
        ] {
            assert_eq!(cells("Square", &format!("Union([{union}])")), refused);
            assert_eq!(
                cells(
                    "Square",
                    &format!("Minus(Rect(2, 1), Shift((0, 0), Union([{union}])))")
                ),
                refused
            );
        }
    }

    #[test]
    fn what_is_taken_out_is_what_the_shape_has() {
        for (lattice, whole, part) in [
            ("Square", "Rect(5, 4)", "Rect(2, 3)"),
            (
                "Square",
                "Shift((-2, -2), Rect(5, 5))",
                "Union([Rect(2, 2), Shift((1, 1), Rect(1, 1))])",
            ),
            ("Cube", "Box(3, 3, 3)", "Box(2, 1, 3)"),
            ("Cube", "Box(3, 3, 3)", "Rect(2, 3)"),
            ("Tan", "Rect(3, 2)", "Rect(1, 2)"),
            ("Ball", "Box(2, 2, 2)", "Rect(1, 2)"),
        ] {
            // A rotation by zero turns is read cell by cell, not tested as a rectangle.
            let read = cells(lattice, &format!("Minus({whole}, Rotate(0, {part}))"));
            assert_eq!(
                cells(lattice, &format!("Minus({whole}, {part})")),
                read,
                "{lattice} {part}"
            );
        }
        for wrong in [
            "Rect(0, 1)",
            "Rect(-1, 2)",
            "Rect(1001, 1000)",
            "Box(1, 1, 1)",
            "Rect(1)",
        ] {
            assert!(
                cells("Square", &format!("Minus(Rect(3, 3), {wrong})")).is_err(),
                "{wrong}"
            );
        }
    }
}
