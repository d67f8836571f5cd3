//! Boards with several parts, each of which is a separate board for pieces.
//!
//! The parts lie side by side in one coordinate system, so code that works on cells needs no
//! change. There are two differences. A placement lies on a single part. An isometry of the board
//! moves each part by a separate isometry, and may exchange equal parts.

use std::rc::Rc;

use itertools::Itertools;

use crate::board::{Board, BoardCell, BoardError};
use crate::compact::CompactSort;
use crate::isometry::Isometry;
use crate::lattice::Sides;
use crate::symmetry::BoardSymmetry;
use crate::vector::Vector;

/// The number of columns from the last cell of a part to the first cell of the next, in translation
/// units. One column stays empty.
const STEP: i64 = 2;

/// The largest number of parts of a board.
pub const MAX_PARTS: usize = 20;

/// An isometry that maps a part of a board to itself or to another part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartIsometry {
    /// The symmetry of the lattice, applied first.
    pub symmetry: Isometry,
    /// The translation that is applied after the symmetry.
    pub shift: Vector,
    /// The cells of the part in reading order, each with its image.
    pub images: Vec<(BoardCell, BoardCell)>,
}

impl Board {
    /// Joins several boards of one lattice as parts of one board. The first stays in place; each
    /// other lies to the right of the previous one, with an empty column between them.
    ///
    /// # Errors
    ///
    /// [`BoardError`] if there are no boards or more than [`MAX_PARTS`], or if a board wraps around
    /// or belongs to another lattice than the first.
    ///
    /// # Complexity
    ///
    /// O(n log n) for n cells in total.
    ///
    /// ```
    /// use tilewright_geometry::{Board, Lattice, Sides, rectangle};
    /// let square = Lattice::Square;
    /// let board = Board::new(square, rectangle(square, 6, 5)?, [])?;
    /// let both = Board::together(&[board.clone(), board])?;
    /// assert_eq!((both.cells().len(), both.part_count()), (60, 2));
    /// assert_eq!(both.part_of(both.index_of(square.cell(&[7, 0])?).unwrap()), 1);
    /// // Each may be rotated and reflected independently, and they may be exchanged.
    /// assert_eq!(both.symmetries(Sides::Free).count(), 4 * 4 * 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn together(boards: &[Board]) -> Result<Board, BoardError> {
        let Some(first) = boards.first() else {
            return Err(BoardError::Empty);
        };
        let limit = MAX_PARTS;
        if boards.len() > limit {
            return Err(BoardError::TooManyParts { limit });
        }
        let lattice = first.lattice();
        let (mut required, mut optional, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        let mut next = i64::from(first.bounding_box().0.x);
        for (part, board) in (0_u32..).zip(boards) {
            if board.lattice() != lattice || !board.seams().is_empty() {
                return Err(BoardError::UnlikeParts);
            }
            let (least, greatest) = board.bounding_box();
            let by = next - i64::from(least.x);
            next = i64::from(greatest.x) + by + STEP;
            for index in board.indices() {
                let coordinates = lattice.coordinates(board.cell(index));
                let mut coordinates: Vec<i64> =
                    coordinates.iter().copied().map(i64::from).collect();
                coordinates[0] += by;
                let moved = lattice
                    .cell(&coordinates)
                    .map_err(|_| BoardError::TooWide)?;
                let side = if board.is_required(index) {
                    &mut required
                } else {
                    &mut optional
                };
                side.push(moved);
                parts.push((lattice.reading_key(moved), part));
            }
        }
        parts.compact_sort();
        let parts = parts.into_iter().map(|(_, part)| part).collect();
        Ok(Board::new(lattice, required, optional)?.in_parts(parts))
    }

    /// The number of parts; 1 for a single board.
    pub fn part_count(&self) -> usize {
        let last = self.parts().iter().max();
        last.map_or(1, |&last| {
            BoardCell::from_index(0).index() + last as usize + 1
        })
    }

    /// The index of the part that a cell belongs to, from 0. It is 0 on a board with one part.
    pub fn part_of(&self, cell: BoardCell) -> usize {
        self.parts()
            .get(cell.index())
            .map_or(0, |&part| part as usize)
    }

    /// An upper bound on the number of isometries that [`symmetries`](Self::symmetries) has to
    /// try, and so on the number of those that it finds.
    pub fn symmetries_at_most(&self) -> u128 {
        let of_lattice = self.lattice().symmetries(Sides::Free).len() as u128;
        if !self.seams().is_empty() {
            return of_lattice * self.cells().len() as u128;
        }
        if self.parts().is_empty() {
            return of_lattice;
        }
        let cells = self.cells_of_parts();
        let mut bound = 1_u128;
        // The first part of each class of equal parts, and how many parts of the class have been
        // found so far.
        let mut classes: Vec<(usize, u128)> = Vec::new();
        for (part, own) in cells.iter().enumerate() {
            let maps = self.part_maps(own, own, Sides::Free).len() as u128;
            let equal = |(first, _): &&mut (usize, u128)| {
                !self.part_maps(&cells[*first], own, Sides::Free).is_empty()
            };
            let so_far = if let Some((_, count)) = classes.iter_mut().find(equal) {
                *count += 1;
                *count
            } else {
                classes.push((part, 1));
                1
            };
            bound = bound.saturating_mul(maps.saturating_mul(so_far));
        }
        bound
    }

    fn cells_of_parts(&self) -> Vec<Vec<BoardCell>> {
        let mut cells = vec![Vec::new(); self.part_count()];
        for cell in self.indices() {
            cells[self.part_of(cell)].push(cell);
        }
        cells
    }

    /// The isometries that map part `from` to part `to`, including reflections. Every isometry of
    /// the board consists of such maps. Empty if the parts are not equal.
    ///
    /// ```
    /// use tilewright_geometry::{Board, Lattice, rectangle};
    /// let square = Lattice::Square;
    /// let board = |w, h| -> Result<Board, Box<dyn std::error::Error>> {
    ///     Ok(Board::new(square, rectangle(square, w, h)?, [])?)
    /// };
    /// let three = Board::together(&[board(6, 5)?, board(5, 6)?, board(6, 4)?])?;
    /// assert_eq!(three.part_isometries(0, 1).len(), 4);
    /// assert!(three.part_isometries(0, 2).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn part_isometries(&self, from: usize, to: usize) -> Vec<PartIsometry> {
        let cells = self.cells_of_parts();
        match (cells.get(from), cells.get(to)) {
            (Some(from), Some(to)) => self.part_maps(from, to, Sides::Free),
            _ => Vec::new(),
        }
    }

    /// The isometries of a board with several parts. Empty for a board with one part.
    pub(crate) fn part_symmetries(&self, sides: Sides) -> impl Iterator<Item = BoardSymmetry> {
        let cells = if self.parts().is_empty() {
            Vec::new()
        } else {
            self.cells_of_parts()
        };
        let maps_from = |from: &Vec<BoardCell>| -> Vec<Vec<PartIsometry>> {
            cells
                .iter()
                .map(|to| self.part_maps(from, to, sides))
                .collect()
        };
        let maps: Rc<[Vec<Vec<PartIsometry>>]> = cells.iter().map(maps_from).collect();
        let ways: Vec<Vec<usize>> = maps
            .iter()
            .map(|row| row.iter().map(Vec::len).collect())
            .collect();
        PartPermutations::new(ways.clone()).flat_map(move |order| {
            let lengths = order
                .iter()
                .enumerate()
                .map(|(from, &to)| 0..ways[from][to]);
            let choices = lengths
                .collect::<Vec<_>>()
                .into_iter()
                .multi_cartesian_product();
            let maps = Rc::clone(&maps);
            choices.map(move |choice| {
                let chosen = order.iter().zip(choice).enumerate();
                self.joined(chosen.map(|(from, (&to, at))| &maps[from][to][at]))
            })
        })
    }

    /// The isometry of the board that moves each part by the map at the part's place in `maps`.
    fn joined<'m>(&self, maps: impl Iterator<Item = &'m PartIsometry>) -> BoardSymmetry {
        let mut images: Vec<BoardCell> = self.indices().collect();
        let mut moves = Vec::new();
        for map in maps {
            for &(cell, image) in &map.images {
                images[cell.index()] = image;
            }
            moves.push((map.symmetry, map.shift));
        }
        let (symmetry, shift) = moves
            .first()
            .copied()
            .unwrap_or((Isometry::IDENTITY, Vector::ZERO));
        BoardSymmetry {
            symmetry,
            shift,
            of_other_parts: moves
                .iter()
                .skip(1)
                .map(|(symmetry, _)| *symmetry)
                .collect(),
            images: images.into(),
        }
    }

    /// All isometries that map the cells of one part to those of another.
    fn part_maps(&self, from: &[BoardCell], to: &[BoardCell], sides: Sides) -> Vec<PartIsometry> {
        let table = self.lattice().table();
        let offsets = |cell: &BoardCell| table.offset(self.cell(*cell).vector());
        let least = to.iter().map(offsets).reduce(Vector::min_by_axis);
        let (Some(&target), Some(least)) = (to.first(), least) else {
            return Vec::new();
        };
        if from.len() != to.len() {
            return Vec::new();
        }
        let target = self.part_of(target);
        let map = |symmetry: &Isometry| {
            let moved = from
                .iter()
                .map(|cell| symmetry.apply(self.cell(*cell).vector()));
            let shift = least - table.offset(moved.reduce(Vector::min_by_axis)?);
            let shift = shift.map(|c| c.wrapping_mul(table.scale));
            let image = |&cell: &BoardCell| {
                let there = symmetry.apply(self.cell(cell).vector()) + shift;
                let there = self.index_of(self.lattice().cell_at(there)?)?;
                let fits = self.part_of(there) == target
                    && self.is_required(there) == self.is_required(cell);
                fits.then_some((cell, there))
            };
            Some(PartIsometry {
                symmetry: *symmetry,
                shift,
                images: from.iter().map(image).collect::<Option<_>>()?,
            })
        };
        self.lattice()
            .symmetries(sides)
            .iter()
            .filter_map(map)
            .collect()
    }
}

/// Iterates over all permutations of the parts that map each part to an equal one, beginning with
/// the identity. It is lazy, because 20 equal boards have 20! permutations.
struct PartPermutations {
    /// For each part and each target part, the number of isometries from one to the other.
    ways: Vec<Vec<usize>>,
    /// For each of the first parts, in order, the target part chosen for it.
    order: Vec<usize>,
    /// The index of the first target part to try for the next part.
    from: usize,
}

impl PartPermutations {
    fn new(ways: Vec<Vec<usize>>) -> Self {
        Self {
            ways,
            order: Vec::new(),
            from: 0,
        }
    }
}

impl Iterator for PartPermutations {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        loop {
            let row = self.ways.get(self.order.len())?;
            let is_free = |to: &usize| row[*to] > 0 && !self.order.contains(to);
            if let Some(to) = (self.from..row.len()).find(is_free) {
                self.order.push(to);
                self.from = 0;
                if self.order.len() == self.ways.len() {
                    let found = self.order.clone();
                    self.order.pop();
                    self.from = to + 1;
                    return Some(found);
                }
            } else {
                self.from = self.order.pop()? + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Crossing, Junctions, Lattice, Polyform, placements, rectangle};

    fn rect(w: u64, h: u64) -> Board {
        let square = Lattice::Square;
        Board::new(square, rectangle(square, w, h).unwrap(), []).unwrap()
    }

    #[test]
    fn parts_move_independently() {
        let count = |boards: &[Board]| {
            let board = Board::together(boards).unwrap();
            let all: Vec<BoardSymmetry> = board.symmetries(Sides::Free).collect();
            assert!(
                all[0]
                    .images
                    .iter()
                    .zip(board.indices())
                    .all(|(a, b)| *a == b)
            );
            assert_eq!(all.len() as u128, board.symmetries_at_most());
            all.len()
        };
        assert_eq!(count(&[rect(6, 5), rect(6, 5)]), 32);
        // A rotated 6 × 5 board is a 5 × 6 board.
        assert_eq!(count(&[rect(6, 5), rect(5, 6)]), 32);
        assert_eq!(count(&[rect(6, 5), rect(6, 4)]), 16);
        assert_eq!(count(&[rect(3, 3)]), 8);
        assert_eq!(count(&[rect(2, 1), rect(2, 1), rect(2, 1)]), 64 * 6);
    }

    #[test]
    fn no_placement_lies_on_two_boards() {
        let square = Lattice::Square;
        let board = Board::together(&[rect(1, 1), rect(1, 1)]).unwrap();
        let apart = [[0, 0], [2, 0]].map(|c| square.cell(&c).unwrap());
        let apart = Polyform::new(square, apart);
        let none = Junctions::of(&board, Crossing::Never);
        // Only pieces that are not connected could lie on both boards.
        assert!(apart.is_err() || placements(&board, &none, &[apart.unwrap()]).count() == 0);
        assert!(Board::together(&[]).is_err());
    }

    /// Checks that isometries are computed one by one: twenty 3 × 3 squares have 8^20 · 20! of
    /// them.
    #[test]
    fn many_equal_parts_are_moved_lazily() {
        let board = Board::together(&vec![rect(3, 3); MAX_PARTS]).unwrap();
        assert_eq!(board.symmetries(Sides::Free).take(100).count(), 100);
        assert!(board.symmetries_at_most() > 1 << 100);
        assert_eq!(board.part_isometries(0, 19).len(), 8);
        assert!(Board::together(&vec![rect(3, 3); MAX_PARTS + 1]).is_err());
    }
}
