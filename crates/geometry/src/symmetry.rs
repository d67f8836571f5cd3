//! The symmetries of a board: the isometries of its lattice that map it to itself.
//!
//! An isometry is a symmetry of the lattice followed by a translation of the lattice. For each
//! symmetry, at most one translation can map the board to itself: the one that restores the minimum
//! coordinates. Required cells must map to required cells, and optional cells to optional cells.

use crate::board::{Board, BoardCell};
use crate::isometry::Isometry;
use crate::lattice::{Cell, Sides};
use crate::vector::Vector;

/// An isometry of a lattice that maps a board to itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardSymmetry {
    /// The symmetry of the lattice, one of [`crate::Lattice::symmetries`]. It is applied first.
    pub symmetry: Isometry,
    /// The translation of the lattice that is applied after the symmetry.
    pub shift: Vector,
    /// On a board with several parts ([`Board::together`]): the symmetries that are applied to the
    /// parts after the first, in the order of the parts.
    pub of_other_parts: Box<[Isometry]>,
    /// The image of each cell of the board, in reading order.
    pub images: Box<[BoardCell]>,
}

impl BoardSymmetry {
    /// Whether the isometry is a rotation, as [`Sides::OneSided`] allows. On a flipped board
    /// ([`Board::flip`]) this is ambiguous: a reflection acts like a rotation followed by a
    /// translation once around the board.
    pub fn is_rotation(&self) -> bool {
        self.of_all_parts().all(Isometry::is_rotation)
    }

    /// The symmetry of the lattice that is applied to each part.
    pub fn of_all_parts(&self) -> impl Iterator<Item = &Isometry> {
        std::iter::once(&self.symmetry).chain(&self.of_other_parts)
    }

    /// The order of the isometry: the smallest number of applications that leave every cell in place.
    pub fn order(&self) -> u32 {
        let is_identity = |images: &[BoardCell]| {
            let cells = images.iter().enumerate();
            cells.into_iter().all(|(at, image)| image.index() == at)
        };
        let (mut power, mut order) = (self.images.clone(), 1);
        while !is_identity(&power) {
            for cell in &mut power {
                *cell = self.image(*cell);
            }
            order += 1;
        }
        order
    }

    /// Whether the isometry is a reflection in a line or, in three dimensions, in a plane. Glide
    /// reflections, rotary reflections and point inversions are not reflections in this sense.
    pub fn is_reflection(&self) -> bool {
        let unit = |axis: usize| {
            let of = |at: usize| i32::from(at == axis);
            Vector::new(of(0), of(1), of(2))
        };
        let turned = |axis: usize| self.symmetry.matrix.apply(unit(axis));
        let trace = turned(0).x + turned(1).y + turned(2).z;
        let squared = |axis: usize| self.symmetry.matrix.apply(turned(axis));
        !self.is_rotation()
            && trace == 1
            && (0..3).all(|axis| squared(axis) == unit(axis))
            && self.order() <= 2
    }

    /// The image of a cell; the cell itself if its index is not on the board.
    pub fn image(&self, cell: BoardCell) -> BoardCell {
        self.images.get(cell.index()).copied().unwrap_or(cell)
    }

    /// The images of a set of cells, sorted.
    pub fn image_of_all(&self, cells: &[BoardCell]) -> Box<[BoardCell]> {
        let mut images: Box<[BoardCell]> = cells.iter().map(|&cell| self.image(cell)).collect();
        images.sort_unstable();
        images
    }
}

impl Board {
    /// The isometries that map the board to itself and that `sides` allows. They are in the order of
    /// [`crate::Lattice::symmetries`], beginning with the identity.
    ///
    /// - In three dimensions, different isometries may move the cells of a flat board in the same
    ///   way.
    /// - On a board that wraps around, isometries that move its cells in the same way count as one.
    ///   For each symmetry of the lattice, there may be as many isometries as the board has cells.
    /// - The parts of a board are moved independently, and equal parts may be exchanged. There may
    ///   be many isometries: [`symmetries_at_most`](Self::symmetries_at_most) is an upper bound.
    ///
    /// # Complexity
    ///
    /// Each step of the iterator takes O(n) for a board of n cells, times the number of symmetries
    /// of the lattice that do not preserve the board and are skipped. On a board that wraps around,
    /// each of the n translations counts separately.
    /// ```
    /// use tilewright_geometry::{Board, Lattice, Sides, rectangle};
    /// let board = Board::new(Lattice::Square, rectangle(Lattice::Square, 3, 5)?, [])?;
    /// assert_eq!(board.symmetries(Sides::Free).count(), 4);
    /// assert_eq!(board.symmetries(Sides::OneSided).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn symmetries(&self, sides: Sides) -> impl Iterator<Item = BoardSymmetry> {
        let symmetries = self.lattice().symmetries(sides);
        let is_one = self.wrap().is_none() && self.parts().is_empty();
        let flat = if is_one { symmetries } else { &[] };
        let flat = flat.iter().filter_map(|symmetry| self.symmetry(symmetry));
        flat.chain(self.wrapped_symmetries(sides))
            .chain(self.part_symmetries(sides))
    }

    /// The symmetries of a board that wraps around. Each symmetry of the lattice is combined with
    /// every translation that maps the first cell to a cell of its kind.
    fn wrapped_symmetries(&self, sides: Sides) -> impl Iterator<Item = BoardSymmetry> {
        let wrap = self.wrap();
        let first = self
            .cells()
            .first()
            .map_or(Vector::ZERO, |cell| cell.vector());
        let (all, allowed) = match wrap {
            Some(_) => (
                self.lattice().symmetries(Sides::Free),
                self.lattice().symmetries(sides),
            ),
            None => Default::default(),
        };
        // An isometry and its product with the flip act on the board in the same way, but have
        // different matrices.
        let is_allowed = move |symmetry: &&Isometry| {
            let flipped = self
                .flip()
                .map(|flip| flip.matrix.compose(&symmetry.matrix));
            let mut matrices = allowed.iter().map(|allowed| allowed.matrix);
            matrices.any(|matrix| matrix == symmetry.matrix || Some(matrix) == flipped)
        };
        // Of all isometries that move the cells in the same way, exactly one maps the first cell to
        // a listed cell of the board.
        all.iter().filter(is_allowed).flat_map(move |symmetry| {
            let from = symmetry.apply(first);
            let kind = self.lattice().table().kind_of(from);
            self.cells().iter().filter_map(move |to| {
                if kind.is_none() || self.lattice().table().kind_of(to.vector()) != kind {
                    return None;
                }
                let shift = to.vector() - from;
                let whole = Isometry {
                    matrix: symmetry.matrix,
                    shift: symmetry.shift + shift,
                };
                if !wrap.is_some_and(|wrap| wrap.is_kept_by(&whole)) {
                    return None;
                }
                self.moved_by(symmetry, shift)
            })
        })
    }

    /// The symmetry of the board that consists of this symmetry of the lattice and a translation;
    /// `None` if there is none.
    fn symmetry(&self, symmetry: &Isometry) -> Option<BoardSymmetry> {
        let table = self.lattice().table();
        let moved = || {
            let cells = self.cells().iter();
            cells.map(|cell| symmetry.apply(cell.vector()))
        };
        let least = table.offset(moved().reduce(Vector::min_by_axis)?);
        let shift = (self.bounding_box().0 - least).map(|c| c.wrapping_mul(table.scale));
        self.moved_by(symmetry, shift)
    }

    /// The isometry that applies `symmetry` and then `shift`, if it maps the board to itself;
    /// otherwise `None`.
    fn moved_by(&self, symmetry: &Isometry, shift: Vector) -> Option<BoardSymmetry> {
        let image = |(cell, &place): (BoardCell, &Cell)| {
            let there = self
                .lattice()
                .cell_at(symmetry.apply(place.vector()) + shift)?;
            let there = self.index_of(there)?;
            (self.is_required(cell) == self.is_required(there)).then_some(there)
        };
        let images = self
            .indices()
            .zip(self.cells())
            .map(image)
            .collect::<Option<_>>()?;
        Some(BoardSymmetry {
            symmetry: *symmetry,
            shift,
            of_other_parts: Box::default(),
            images,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lattice, box_, hexagon, rectangle, rhombus, triangle};

    #[test]
    fn well_known_boards_have_their_symmetries() {
        let counts = |lattice, cells: Vec<Cell>| {
            let board = Board::new(lattice, cells, []).unwrap();
            [Sides::Free, Sides::OneSided, Sides::Fixed].map(|s| board.symmetries(s).count())
        };
        let square = Lattice::Square;
        assert_eq!(counts(square, rectangle(square, 8, 8).unwrap()), [8, 4, 1]);
        assert_eq!(counts(square, rectangle(square, 6, 10).unwrap()), [4, 2, 1]);
        let sheared = Lattice::Triangle;
        assert_eq!(counts(sheared, hexagon(sheared, 3).unwrap()), [12, 6, 1]);
        assert_eq!(counts(sheared, rhombus(sheared, 6, 6).unwrap()), [4, 2, 1]);
        assert_eq!(counts(sheared, rhombus(sheared, 6, 5).unwrap()), [2, 2, 1]);
        assert_eq!(counts(sheared, triangle(sheared, 4).unwrap()), [6, 3, 1]);
        let stick = Lattice::Stick;
        assert_eq!(counts(stick, rectangle(stick, 5, 5).unwrap()), [8, 4, 1]);
        let cube = Lattice::Cube;
        assert_eq!(counts(cube, box_(cube, 3, 3, 3).unwrap()), [48, 24, 1]);
        assert_eq!(counts(cube, box_(cube, 3, 4, 5).unwrap()), [8, 4, 1]);
    }

    #[test]
    fn optional_cells_break_symmetry() {
        let cells = rectangle(Lattice::Square, 3, 1).unwrap();
        let board = Board::new(Lattice::Square, cells[1..].to_vec(), [cells[0]]).unwrap();
        assert_eq!(board.symmetries(Sides::Free).count(), 2);
        let turned = board.symmetries(Sides::Free).nth(1).unwrap();
        assert!(!turned.is_rotation());
        assert_eq!(&*turned.images, &board.indices().collect::<Vec<_>>()[..]);
    }
}
