//! Junctions: the vertices where two pieces could cross.
//!
//! Sticks meet at vertices, and a vertex may be shared by any number of pieces, except that two may
//! not run straight through it: they would cross (Knuth, "Dancing Links", 2000, on polysticks). A
//! junction is a vertex through which the board holds two straight pairs or more; in an exact cover
//! it is a secondary item, covered by each placement that holds a straight pair there.

use itertools::Itertools;

use crate::board::Board;
use crate::lattice::{Cell, Lattice, Vertex};
use crate::vector::Vector;

/// A junction of a board: its place in the reading order of the vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JunctionId(u32);

impl JunctionId {
    /// The index, from 0 to one less than [`Junctions::count`].
    pub fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// The junctions of a board. Only lattices of sticks have any.
///
/// ```
/// use tilewright_geometry::{Board, Junctions, Lattice, rectangle};
/// let board = Board::new(Lattice::Stick, rectangle(Lattice::Stick, 4, 4)?, [])?;
/// assert_eq!(Junctions::of(&board).count(), 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Junctions {
    /// Distinct and sorted.
    vertices: Box<[Vertex]>,
}

impl Junctions {
    /// The junctions of a board.
    pub fn of(board: &Board) -> Junctions {
        let on_board = |cell| board.index_of(cell).is_some();
        let mut vertices: Vec<Vector> =
            straight_vertices(board.lattice(), board.cells(), &on_board).collect();
        vertices.sort_unstable();
        let crossed = vertices
            .into_iter()
            .dedup_with_count()
            .filter(|&(pairs, _)| pairs > 1);
        Junctions {
            vertices: crossed.map(|(_, vertex)| Vertex::new(vertex)).collect(),
        }
    }

    /// The number of junctions.
    pub fn count(&self) -> usize {
        self.vertices.len()
    }

    /// The ids in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = JunctionId> + use<> {
        (0..self.vertices.len()).map(|i| JunctionId(u32::try_from(i).unwrap_or(u32::MAX)))
    }

    /// The vertex of a junction, if the id is one of this board's.
    pub fn vertex(&self, junction: JunctionId) -> Option<Vertex> {
        self.vertices.get(junction.index()).copied()
    }

    /// The junction at a place.
    pub(crate) fn at(&self, place: Vector) -> Option<JunctionId> {
        let found = self.vertices.binary_search(&Vertex::new(place)).ok()?;
        u32::try_from(found).ok().map(JunctionId)
    }
}

/// The vertices that straight pairs of the cells run through, one for each pair.
pub(crate) fn straight_vertices<'a>(
    lattice: Lattice,
    cells: &'a [Cell],
    contains: &'a impl Fn(Cell) -> bool,
) -> impl Iterator<Item = Vector> + 'a {
    cells.iter().flat_map(move |cell| {
        let (_, kind) = lattice.offset_and_kind(*cell);
        let pairs = lattice.table().kind(kind).straight_pairs.iter();
        pairs
            .filter(move |pair| {
                lattice
                    .cell_at(cell.vector() + pair.partner)
                    .is_some_and(contains)
            })
            .map(move |pair| cell.vector() + pair.vertex)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_junction_needs_all_four_sticks() {
        let cells = [[0, 1, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]];
        let cells = cells.map(|c| Lattice::Stick.cell(&c).unwrap());
        let whole = Board::new(Lattice::Stick, cells, []).unwrap();
        let junctions = Junctions::of(&whole);
        let vertex = junctions.vertex(junctions.ids().next().unwrap()).unwrap();
        assert_eq!(junctions.count(), 1);
        assert_eq!(Lattice::Stick.vertex_coordinates(vertex).to_string(), "1,1");
        for missing in 0..4 {
            let rest = cells
                .iter()
                .copied()
                .enumerate()
                .filter(|&(i, _)| i != missing);
            let board = Board::new(Lattice::Stick, rest.map(|(_, cell)| cell), []).unwrap();
            assert_eq!(Junctions::of(&board).count(), 0);
        }
    }
}
