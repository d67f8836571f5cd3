//! Placements: all ways to lay a piece on a board.
//!
//! An orientation is placed by its first cell in reading order, which is tried at all cells of the
//! board of the same kind. So each placement is found once. Placements are ordered by orientation,
//! then by position in reading order. The iterator holds one placement at a time; the caller
//! decides how many to keep.
//!
//! On a board that wraps around, several positions may give the same cells. All orientations are
//! still tried at all cells, but placements found before are skipped.

use std::collections::HashSet;

use itertools::{Either, Itertools};

use crate::board::{Board, BoardCell};
use crate::crossing::Crossing;
use crate::junction::{Junction, JunctionId, Junctions, covered, covered_on};
use crate::lattice::Kind;
use crate::lattice::{Cell, Lattice};
use crate::polyform::Polyform;
use crate::vector::Vector;

/// One orientation of a piece at one position on a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Placement {
    /// The index of the orientation in the list given to [`placements`].
    pub orientation: u32,
    /// The cells that the piece occupies, sorted.
    pub cells: Box<[BoardCell]>,
    /// The junctions that the piece covers, sorted.
    pub junctions: Box<[JunctionId]>,
}

/// All placements of the given orientations: all positions in which one lies completely on the
/// board.
///
/// The placements are distinct if the orientations are, like those of [`Polyform::orientations`].
/// Orientations of another lattice than the board's have no placements. `junctions` must be
/// [`Junctions::of`] the same board. On a board that wraps around, all ways to occupy the same
/// cells count as one placement, and a piece may not overlap itself.
///
/// # Complexity
///
/// In total, O(cells of the board × cells of the orientations). Memory is constant, except that all
/// placements on a board that wraps around are remembered.
///
/// ```
/// use tilewright_geometry::{Board, Crossing, Junctions, Lattice, Polyform, Sides, placements, rectangle};
/// let square = Lattice::Square;
/// let board = Board::new(square, rectangle(square, 8, 8)?, [])?;
/// let domino = Polyform::new(square, [square.cell(&[0, 0])?, square.cell(&[1, 0])?])?;
/// let junctions = Junctions::of(&board, Crossing::Never);
/// let found = placements(&board, &junctions, &domino.orientations(Sides::Free));
/// assert_eq!(found.count(), 2 * 7 * 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn placements<'a>(
    board: &'a Board,
    junctions: &'a Junctions,
    orientations: &[Polyform],
) -> Placements<'a> {
    let stamps = orientations
        .iter()
        .zip(0..)
        .filter(|(form, _)| form.lattice() == board.lattice())
        .map(|(form, index)| Stamp::new(form, index, junctions.crossing()));
    Placements::new(board, Some(junctions), stamps.collect())
}

/// For a piece without [`placements`], whether the reason is that it would overlap itself. On a board that wraps
/// around in too few steps for the piece, all cells of an orientation may be on the board, but some of them are
/// identified.
///
/// On a board that wraps around, returns true for a piece that has placements, too.
///
/// # Complexity
///
/// O(cells of the board × cells of the orientations).
pub fn meets_itself(board: &Board, orientations: &[Polyform]) -> bool {
    board.wrap().is_some()
        && orientations.iter().any(|form| {
            let stamp = Stamp::new(form, 0, Crossing::Allowed);
            board.cells().iter().any(|at| {
                let kind = stamp.lattice.offset_and_kind(*at).1;
                let there = |&step: &Vector| {
                    board
                        .index_of(Cell::new_unchecked(at.vector() + step))
                        .is_some()
                };
                kind == stamp.kind && stamp.cells.iter().all(there)
            })
        })
}

/// The iterator of [`placements`] and [`crate::projected_placements`].
#[derive(Clone, Debug)]
pub struct Placements<'a> {
    board: &'a Board,
    junctions: Option<&'a Junctions>,
    stamps: Vec<Stamp>,
    /// The index of the stamp (prepared orientation) to try next.
    stamp: usize,
    position: usize,
    /// A buffer for the cells of the next placement.
    cells: Vec<BoardCell>,
    /// On a board that wraps around, the cells of all placements found so far.
    met: HashSet<Box<[BoardCell]>>,
}

/// An orientation, prepared to be placed at many positions.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    orientation: u32,
    lattice: Lattice,
    /// The kind of the anchor, which is the first cell of the orientation in reading order.
    kind: Kind,
    /// The steps from the anchor to all cells of the orientation.
    cells: Box<[Vector]>,
    /// The junctions that the orientation covers, relative to the anchor.
    junctions: Box<[Junction]>,
}

impl Stamp {
    pub(crate) fn new(form: &Polyform, orientation: u32, crossing: Crossing) -> Stamp {
        let lattice = form.lattice();
        let cells = form.cells();
        let first = cells
            .iter()
            .copied()
            .min_by_key(|&cell| lattice.reading_key(cell));
        // A polyform has at least one cell, so there is an anchor.
        let anchor = first.unwrap_or(Cell::new_unchecked(Vector::ZERO));
        let covered = covered(lattice, cells, crossing).into_iter();
        Stamp {
            orientation,
            lattice,
            kind: lattice.offset_and_kind(anchor).1,
            cells: cells
                .iter()
                .map(|cell| cell.vector() - anchor.vector())
                .collect(),
            junctions: covered
                .map(|junction| junction.moved(-anchor.vector()))
                .sorted_unstable()
                .collect(),
        }
    }

    /// The placement with the anchor at a cell of the board; `None` if it does not lie completely
    /// on the board.
    ///
    /// `cells` is a buffer, to avoid allocations.
    fn lay(
        &self,
        at: Cell,
        board: &Board,
        junctions: Option<&Junctions>,
        cells: &mut Vec<BoardCell>,
    ) -> Option<Placement> {
        if self.lattice.offset_and_kind(at).1 != self.kind {
            return None;
        }
        cells.clear();
        for &step in &self.cells {
            // The kinds match, so the step leads to a cell, or out of the range of coordinates,
            // where no board has a cell.
            cells.push(board.index_of(Cell::new_unchecked(at.vector() + step))?);
        }
        cells.sort_unstable();
        // On a board that wraps around in too few steps, a piece may overlap itself.
        if board.wrap().is_some() && cells.iter().tuple_windows().any(|(a, b)| a == b) {
            return None;
        }
        if let (false, Some(&first)) = (board.parts().is_empty(), cells.first())
            && cells
                .iter()
                .any(|&cell| board.part_of(cell) != board.part_of(first))
        {
            return None;
        }
        let crossed = junctions.into_iter().flat_map(|junctions| {
            let covered = if board.wrap().is_none() {
                Either::Left(self.junctions.iter().map(|own| own.moved(at.vector())))
            } else {
                // On a board that wraps around, sticks of one piece may meet across a seam.
                let cells = cells.iter().map(|cell| board.cell(*cell));
                Either::Right(covered_on(board, cells, junctions.crossing()).into_iter())
            };
            covered.filter_map(|junction| junctions.find(&junction))
        });
        Some(Placement {
            orientation: self.orientation,
            cells: cells.as_slice().into(),
            // A form may have two straight pairs at one vertex, so junctions may be repeated.
            junctions: crossed.sorted_unstable().dedup().collect(),
        })
    }
}

impl<'a> Placements<'a> {
    pub(crate) fn new(
        board: &'a Board,
        junctions: Option<&'a Junctions>,
        stamps: Vec<Stamp>,
    ) -> Placements<'a> {
        Placements {
            board,
            junctions,
            stamps,
            stamp: 0,
            position: 0,
            cells: Vec::new(),
            met: HashSet::new(),
        }
    }
}

impl Placements<'_> {
    /// The cell at which to try the anchor, by the number of cells tried before; `None` if all have
    /// been tried. First come the cells of the board; on a flipped board, the flip's images of
    /// these cells follow. The images are needed because the flip may map the first cell of an
    /// orientation to another cell than the first of its image.
    fn anchor(&self, position: usize) -> Option<Cell> {
        let cells = self.board.cells();
        match (cells.get(position), self.board.flip()) {
            (Some(&cell), _) => Some(cell),
            (None, Some(flip)) => {
                let cell = cells.get(position - cells.len())?;
                Some(Cell::new_unchecked(flip.apply(cell.vector())))
            }
            (None, None) => None,
        }
    }
}

impl Iterator for Placements<'_> {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        while let Some(stamp) = self.stamps.get(self.stamp) {
            while let Some(cell) = self.anchor(self.position) {
                self.position += 1;
                let laid = stamp.lay(cell, self.board, self.junctions, &mut self.cells);
                if let Some(laid) = laid
                    && (self.board.wrap().is_none() || self.met.insert(laid.cells.clone()))
                {
                    return Some(laid);
                }
            }
            self.stamp += 1;
            self.position = 0;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sides, rectangle};

    #[test]
    fn a_cross_of_sticks_covers_its_junction_once() {
        let stick = Lattice::Stick;
        let board = Board::new(stick, rectangle(stick, 2, 2).unwrap(), []).unwrap();
        let junctions = Junctions::of(&board, Crossing::NotStraight);
        let cross = [[0, 1, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]];
        let cross = Polyform::new(stick, cross.map(|c| stick.cell(&c).unwrap())).unwrap();
        let found: Vec<Placement> = placements(&board, &junctions, &[cross]).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(
            &*found[0].junctions,
            &junctions.ids().collect::<Vec<_>>()[..]
        );
    }

    #[test]
    fn forms_of_another_lattice_have_no_placement() {
        let board = Board::new(
            Lattice::Square,
            rectangle(Lattice::Square, 3, 3).unwrap(),
            [],
        );
        let board = board.unwrap();
        let cube = Polyform::new(Lattice::Cube, [Lattice::Cube.cell(&[0, 0, 0]).unwrap()]);
        let orientations = cube.unwrap().orientations(Sides::Free);
        assert_eq!(
            placements(&board, &Junctions::none(), &orientations).count(),
            0
        );
    }

    #[test]
    fn placements_are_ordered_by_orientation_and_position() {
        let triangle = Lattice::Triangle;
        let board = Board::new(triangle, crate::hexagon(triangle, 2).unwrap(), []).unwrap();
        let pair = [[0, 0, 0], [0, 0, 1]].map(|c| triangle.cell(&c).unwrap());
        let orientations = Polyform::new(triangle, pair)
            .unwrap()
            .orientations(Sides::Free);
        let found: Vec<Placement> = placements(&board, &Junctions::none(), &orientations).collect();
        assert_eq!(orientations.len(), 3);
        // A hexagon of side 2 has 30 inner edges.
        assert_eq!(found.len(), 30);
        assert!(found.is_sorted_by_key(|p| (p.orientation, p.cells[0])));
    }
}
