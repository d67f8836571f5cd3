//! Shapes made of other shapes: translated, magnified, rotated, reflected.

use tilewright_geometry::compact::map_of;
use tilewright_geometry::{Cell, Isometry, MAX_SHAPE_CELLS, Magnification, Mark};

use super::super::diagnostic::Diagnostic;
use super::super::node::{Node, Raw};
use super::{Cells, ShapeReader, numbers};

impl<'s> ShapeReader<'s> {
    pub(super) fn shift(
        self,
        vector: Raw<'s>,
        part: Raw<'s>,
        depth: usize,
    ) -> Result<Cells, Diagnostic> {
        let node = self.reader.node(vector);
        let by = numbers(node, self.lattice.dimensions())?;
        let cells = self.read(self.reader.node(part), depth + 1)?;
        let dimensions = self.lattice.dimensions();
        let moved = cells.into_iter().map(|(cell, mark)| {
            let mut numbers: Vec<i64> = self
                .lattice
                .coordinates(cell)
                .iter()
                .map(|number| i64::from(*number))
                .collect();
            for (number, by) in numbers.iter_mut().zip(&by[..dimensions]) {
                *number = number.saturating_add(*by);
            }
            match self.lattice.cell(&numbers) {
                Ok(cell) => Ok((cell, mark)),
                Err(error) => Err(node.error(error.to_string())),
            }
        });
        Ok(map_of(moved.collect::<Result<Vec<_>, _>>()?))
    }

    /// A shape magnified by a factor. `node` is the whole expression, for messages.
    pub(super) fn scale(
        self,
        factor: i64,
        part: Raw<'s>,
        node: Node<'s>,
        depth: usize,
    ) -> Result<Cells, Diagnostic> {
        let refused = |message: String| node.error(message);
        let magnification = u64::try_from(factor)
            .map_err(|_| {
                refused(format!("a shape cannot be magnified {factor} times"))
                    .help("the number must be at least 1: `Scale(3, …)` is three times as long")
            })
            .and_then(|factor| {
                Magnification::new(self.lattice, factor).map_err(|error| refused(error.to_string()))
            })?;
        let cells = self.read(self.reader.node(part), depth + 1)?;
        if cells.len().saturating_mul(magnification.cells_per_cell()) > MAX_SHAPE_CELLS {
            return Err(refused(format!(
                "this shape has more than {MAX_SHAPE_CELLS} cells, the limit"
            )));
        }
        let mut large = Cells::new();
        for (cell, mark) in cells {
            let image = magnification.image(cell);
            let image = image.map_err(|error| refused(error.to_string()))?;
            large.extend(image.into_iter().map(|cell| (cell, mark)));
        }
        Ok(large)
    }

    /// A shape rotated by `times` steps of the lattice's smallest rotation. `node` is the whole expression, for
    /// messages.
    pub(super) fn rotate(
        self,
        times: i64,
        part: Raw<'s>,
        node: Node<'s>,
        depth: usize,
    ) -> Result<Cells, Diagnostic> {
        let turn = *self.lattice.least_turn();
        let mut powers = vec![Isometry::IDENTITY];
        let mut power = turn;
        while power.matrix != Isometry::IDENTITY.matrix {
            powers.push(power);
            power = turn.compose(&power);
        }
        let order = i64::try_from(powers.len()).unwrap_or(1);
        let power = usize::try_from(times.rem_euclid(order)).unwrap_or(0);
        self.image(&powers[power], part, node, depth)
    }

    /// A shape reflected, exchanging left and right. `node` is the whole expression, for messages.
    pub(super) fn reflect(
        self,
        part: Raw<'s>,
        node: Node<'s>,
        depth: usize,
    ) -> Result<Cells, Diagnostic> {
        self.image(self.lattice.left_right_mirror(), part, node, depth)
    }

    fn image(
        self,
        isometry: &Isometry,
        part: Raw<'s>,
        node: Node<'s>,
        depth: usize,
    ) -> Result<Cells, Diagnostic> {
        let cells = self.read(self.reader.node(part), depth + 1)?;
        let (cells, marks): (Vec<Cell>, Vec<Mark>) = cells.into_iter().unzip();
        let images = self.lattice.images_in_place(isometry, &cells);
        let images = images.map_err(|error| node.error(error.to_string()))?;
        Ok(map_of(images.into_iter().zip(marks)))
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzle::{Source, load};

    /// The cells of a board with this shape.
    fn board(lattice: &str, shape: &str) -> Vec<String> {
        let text = format!(
            "(lattice: {lattice}, crossing: Never, board: {shape}, pieces: [Piece(name: \"A\", cells: Scale(1, {shape}))])"
        );
        let text = match lattice {
            "Stick" | "Trig" => text,
            _ => text.replace("crossing: Never,", ""),
        };
        let puzzle = load(&Source::new("test.ron", text.as_str()));
        let board = puzzle
            .unwrap_or_else(|error| panic!("{error}\n{text}"))
            .puzzle
            .board;
        let cells = board.cells().iter();
        cells
            .map(|cell| board.lattice().coordinates(*cell).to_string())
            .collect()
    }

    #[test]
    fn shapes_are_moved_as_they_are_drawn() {
        let same = |lattice: &str, one: &str, other: &str| {
            assert_eq!(board(lattice, one), board(lattice, other), "{one} {other}");
        };
        // A P pentomino with its loose end at the lower left. Rotation moves this end to the upper
        // left, and reflection to the lower right.
        let p = "Shift((5, -2), Minus(Rect(2, 3), Cells([(1, 2)])))";
        let turned = "Shift((5, -2), Minus(Rect(3, 2), Cells([(0, 1)])))";
        let reflected = "Shift((5, -2), Minus(Rect(2, 3), Cells([(0, 2)])))";
        same("Square", &format!("Rotate(0, {p})"), p);
        same("Square", &format!("Rotate(1, {p})"), turned);
        same("Square", &format!("Rotate(-3, {p})"), turned);
        same("Square", &format!("Rotate(9, {p})"), turned);
        same("Square", &format!("Reflect({p})"), reflected);
        same(
            "Square",
            "Scale(3, Minus(Rect(2, 2), Cells([(1, 0)])))",
            "Minus(Rect(6, 6), Shift((3, 0), Rect(3, 3)))",
        );
        same(
            "Stick",
            "Scale(2, Cells([(1, 0, 0)]))",
            "Cells([(2, 0, 0), (3, 0, 0)])",
        );
        same("Triangle", "Scale(4, Cells([(0, 0, 0)]))", "Triangle(4)");
        same(
            "Triangle",
            "Rotate(3, Triangle(2))",
            "Shift((1, 0), Picture([\".^.\", \"^v^\"]))",
        );
        same("Cube", "Scale(2, Box(1, 2, 3))", "Box(2, 4, 6)");
        same(
            "Tan",
            "Scale(3, Polygon([(0, 0), (2, 2), (0, 2)]))",
            "Polygon([(0, 0), (6, 6), (0, 6)])",
        );
    }
}
