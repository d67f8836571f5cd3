//! Junctions: constraints on pieces that meet at a vertex.
//!
//! Sticks meet at vertices, and several pieces may share a vertex. Two pieces must not cross there;
//! puzzles define crossing in different ways ([`Crossing`]). A junction is a secondary item of the
//! exact cover problem. It is covered by every placement that could be crossed by another at its
//! vertex.
//!
//! - [`Crossing::NotStraight`]: two pieces cross if both run straight through a vertex (Knuth,
//!   "Dancing Links", 2000, on polysticks). Each vertex with two or more straight pairs of sticks
//!   is a junction.
//! - [`Crossing::Never`]: two pieces cross if their sticks alternate around a vertex: of four
//!   sticks in cyclic order, one piece has the first and third, the other the second and fourth.
//!   Each set of four sticks at a vertex is a junction. A placement covers it with its first and
//!   third stick, or with its second and fourth. If no more than four sticks meet at a vertex, as
//!   in the square grid, both rules are the same.

use arrayvec::ArrayVec;
use itertools::Itertools;

use crate::board::Board;
use crate::crossing::Crossing;
use crate::lattice::{Cell, Lattice, Vertex};
use crate::vector::Vector;

/// The id of a junction of a board. Junctions are ordered by their vertices and sticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JunctionId(u32);

impl JunctionId {
    /// The index, from 0 to one less than [`Junctions::count`].
    pub fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// The junctions of a board. There are none unless the lattice is one of sticks.
///
/// ```
/// use tilewright_geometry::{Board, Crossing, Junctions, Lattice, hexagon, rectangle};
/// let board = Board::new(Lattice::Stick, rectangle(Lattice::Stick, 4, 4)?, [])?;
/// assert_eq!(Junctions::of(&board, Crossing::NotStraight).count(), 9);
/// assert_eq!(Junctions::of(&board, Crossing::Never).count(), 9);
/// let board = Board::new(Lattice::Trig, hexagon(Lattice::Trig, 1)?, [])?;
/// // Three sticks meet in the corners, six in the middle: 15 sets of four.
/// assert_eq!(Junctions::of(&board, Crossing::NotStraight).count(), 1);
/// assert_eq!(Junctions::of(&board, Crossing::Never).count(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Junctions {
    crossing: Crossing,
    /// The junctions, distinct and sorted.
    junctions: Box<[Junction]>,
}

/// A vertex. For [`Crossing::Never`], also four sticks in cyclic order, given as steps from the
/// vertex, beginning with the first direction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Junction {
    vertex: Vector,
    sticks: ArrayVec<Vector, 4>,
}

impl Junction {
    pub(crate) fn moved(&self, by: Vector) -> Junction {
        Junction {
            vertex: self.vertex + by,
            sticks: self.sticks.clone(),
        }
    }
}

impl Default for Junctions {
    fn default() -> Junctions {
        Junctions::none()
    }
}

impl Junctions {
    /// No junctions, for boards on which pieces may cross.
    pub fn none() -> Junctions {
        Junctions {
            crossing: Crossing::Allowed,
            junctions: Box::default(),
        }
    }

    /// The junctions of a board.
    ///
    /// # Complexity
    ///
    /// O(n log n) for a board of n sticks.
    pub fn of(board: &Board, crossing: Crossing) -> Junctions {
        let junctions = match crossing {
            Crossing::Allowed => Vec::new(),
            Crossing::NotStraight => around_board(board)
                .iter()
                .filter(|(_, sticks)| straight_pairs(sticks) > 1)
                .map(|(vertex, _)| Junction {
                    vertex: *vertex,
                    sticks: ArrayVec::new(),
                })
                .sorted_unstable()
                .collect(),
            Crossing::Never => around_board(board)
                .iter()
                .flat_map(|(vertex, sticks)| {
                    let fours = sticks.iter().copied().combinations(4);
                    fours.map(|four| Junction {
                        vertex: *vertex,
                        sticks: four.into_iter().collect(),
                    })
                })
                .sorted_unstable()
                .collect(),
        };
        Junctions {
            crossing,
            junctions: junctions.into(),
        }
    }

    /// The rule for which pieces may meet at a vertex.
    pub fn crossing(&self) -> Crossing {
        self.crossing
    }

    /// The number of junctions of the board.
    pub fn count(&self) -> usize {
        self.junctions.len()
    }

    /// The ids of all junctions, ascending.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = JunctionId> + use<> {
        (0..self.junctions.len()).map(|i| JunctionId(u32::try_from(i).unwrap_or(u32::MAX)))
    }

    /// The vertex of a junction; `None` if the board has no junction with this id.
    pub fn vertex(&self, junction: JunctionId) -> Option<Vertex> {
        let junction = self.junctions.get(junction.index())?;
        Some(Vertex::new(junction.vertex))
    }

    /// The name of a junction: its vertex, such as `2,1`. For [`Crossing::Never`], the numbers of
    /// its four sticks follow, as in `2,1/0235`. The sticks at a vertex are numbered clockwise,
    /// beginning with the one to the right. `None` if the board has no junction with this id.
    ///
    /// ```
    /// use tilewright_geometry::{Board, Crossing, Junctions, Lattice, hexagon};
    /// let board = Board::new(Lattice::Trig, hexagon(Lattice::Trig, 1)?, [])?;
    /// let junctions = Junctions::of(&board, Crossing::Never);
    /// let names: Vec<String> =
    ///     junctions.ids().filter_map(|id| junctions.name(Lattice::Trig, id)).collect();
    /// assert!(names.len() == 15 && names.contains(&"1,1/0123".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name(&self, lattice: Lattice, junction: JunctionId) -> Option<String> {
        let junction = self.junctions.get(junction.index())?;
        let vertex = lattice.vertex_coordinates(Vertex::new(junction.vertex));
        if junction.sticks.is_empty() {
            return Some(vertex.to_string());
        }
        let numbers = stick_numbers(lattice, junction);
        Some(format!("{vertex}/{}", numbers.iter().format("")))
    }

    /// The id of a junction; `None` if the board does not have it.
    pub(crate) fn find(&self, junction: &Junction) -> Option<JunctionId> {
        let found = self.junctions.binary_search(junction).ok()?;
        u32::try_from(found).ok().map(JunctionId)
    }
}

/// The junctions that a piece of these cells covers, unsorted. For [`Crossing::NotStraight`], a
/// vertex is repeated for each straight pair of the piece.
pub(crate) fn covered(lattice: Lattice, cells: &[Cell], crossing: Crossing) -> Vec<Junction> {
    match crossing {
        Crossing::Allowed => Vec::new(),
        _ => covered_at(lattice, &around(lattice, cells), crossing),
    }
}

/// The junctions that a piece on a board covers. On a board with seams, its sticks may meet across
/// a seam.
pub(crate) fn covered_on(
    board: &Board,
    cells: impl IntoIterator<Item = Cell>,
    crossing: Crossing,
) -> Vec<Junction> {
    match crossing {
        Crossing::Allowed => Vec::new(),
        _ => covered_at(board.lattice(), &around_on(board, cells), crossing),
    }
}

/// The junctions covered by a piece whose sticks at each vertex are given.
fn covered_at(
    lattice: Lattice,
    around: &[(Vector, Vec<Vector>)],
    crossing: Crossing,
) -> Vec<Junction> {
    let mut found = Vec::new();
    for (vertex, sticks) in around {
        let vertex = *vertex;
        match crossing {
            Crossing::Allowed => {}
            Crossing::NotStraight => {
                let pairs = straight_pairs(sticks);
                let junction = Junction {
                    vertex,
                    sticks: ArrayVec::new(),
                };
                found.extend(std::iter::repeat_n(junction, pairs));
            }
            Crossing::Never => {
                let all = all_sticks_at(lattice, vertex);
                let fours = all.into_iter().combinations(4).filter(|four| {
                    let has = |at: usize| sticks.contains(&four[at]);
                    (has(0) && has(2)) || (has(1) && has(3))
                });
                found.extend(fours.map(|four| Junction {
                    vertex,
                    sticks: four.into_iter().collect(),
                }));
            }
        }
    }
    found
}

/// The crossings that a piece of these cells forbids to other pieces.
///
/// Each is a vertex, with the numbers of four sticks there in cyclic order. For
/// [`Crossing::NotStraight`] there are no numbers. Two pieces cross if the iterator returns the
/// same item for both. It may return an item twice for one piece. Only sticks have crossings.
///
/// The cells must be distinct cells of the lattice; their order does not matter.
pub fn crossings(
    lattice: Lattice,
    cells: &[Cell],
    crossing: Crossing,
) -> impl Iterator<Item = (Vertex, Vec<usize>)> {
    let found = covered(lattice, cells, crossing).into_iter();
    found.map(move |junction| {
        let numbers = stick_numbers(lattice, &junction);
        (Vertex::new(junction.vertex), numbers)
    })
}

/// The numbers of a junction's sticks among all sticks at its vertex, in cyclic order.
fn stick_numbers(lattice: Lattice, junction: &Junction) -> Vec<usize> {
    let all = all_sticks_at(lattice, junction.vertex);
    let of_junction = |stick: &Vector| junction.sticks.contains(stick);
    all.iter().positions(of_junction).collect()
}

/// The number of pairs of sticks that run straight through a vertex.
fn straight_pairs(sticks: &[Vector]) -> usize {
    let straight = |pair: &[&Vector; 2]| *pair[0] + *pair[1] == Vector::ZERO;
    sticks.iter().array_combinations().filter(straight).count()
}

/// The vertices at which two or more of a board's sticks meet, with the steps to these sticks in
/// cyclic order. On a board that wraps around, identified vertices are represented by one of them.
fn around_board(board: &Board) -> Vec<(Vector, Vec<Vector>)> {
    around_on(board, board.cells().iter().copied())
}

/// The vertices at which two or more of these sticks of a board meet, with the steps to the sticks
/// in cyclic order. On a board that wraps around, identified vertices are represented by one of
/// them.
fn around_on(board: &Board, cells: impl IntoIterator<Item = Cell>) -> Vec<(Vector, Vec<Vector>)> {
    let of_board = |vertex: Vector, step: Vector| match board.wrap() {
        None => (vertex, step),
        Some(wrap) => {
            let (vertex, matrix) = wrap.representative(vertex);
            (vertex, matrix.apply(step))
        }
    };
    grouped(board.lattice(), cells, of_board)
}

/// The vertices at which two or more of the sticks meet, sorted, with the steps to these sticks in
/// cyclic order. Empty unless the lattice is one of sticks.
fn around(lattice: Lattice, cells: &[Cell]) -> Vec<(Vector, Vec<Vector>)> {
    grouped(lattice, cells.iter().copied(), |vertex, step| {
        (vertex, step)
    })
}

/// Groups the ends of sticks by vertex. An end is a vertex and the step from it to the middle of
/// the stick. `end` maps each end to its representative.
fn grouped(
    lattice: Lattice,
    cells: impl IntoIterator<Item = Cell>,
    end: impl Fn(Vector, Vector) -> (Vector, Vector),
) -> Vec<(Vector, Vec<Vector>)> {
    let table = lattice.table();
    if table.drawing.closed {
        return Vec::new();
    }
    let mut ends: Vec<(Vector, Vector)> = Vec::new();
    for cell in cells {
        let (_, kind) = table.offset_and_kind(cell);
        let corners = table.kind(kind).corners.iter();
        ends.extend(corners.map(|&corner| end(cell.vector() + corner, -corner)));
    }
    ends.sort_unstable();
    ends.chunk_by(|a, b| a.0 == b.0)
        .filter(|sticks| sticks.len() > 1)
        .map(|sticks| {
            let steps = sticks.iter().map(|(_, step)| *step);
            (sticks[0].0, clockwise(steps))
        })
        .collect()
}

/// The steps from a vertex to all sticks of the lattice that end there, in cyclic order.
fn all_sticks_at(lattice: Lattice, vertex: Vector) -> Vec<Vector> {
    let table = lattice.table();
    let kinds = table.kinds.iter().enumerate();
    let ends = kinds.flat_map(|(kind, data)| data.corners.iter().map(move |&end| (kind, end)));
    let there = ends.filter(|(kind, end)| {
        let at = table.kind_of(vertex - *end);
        at.is_some_and(|at| at.index() == *kind)
    });
    clockwise(there.map(|(_, end)| -end))
}

impl Lattice {
    /// Whether pieces can cross: four or more sticks meet at some vertex.
    pub fn has_crossings(self) -> bool {
        let table = self.table();
        let kinds = || table.kinds.iter();
        let mut vertices =
            kinds().flat_map(|kind| kind.corners.iter().map(|&end| kind.origin + end));
        !table.drawing.closed && vertices.any(|vertex| all_sticks_at(self, vertex).len() > 3)
    }
}

fn clockwise(directions: impl Iterator<Item = Vector>) -> Vec<Vector> {
    let mut sorted: Vec<Vector> = Vec::new();
    for direction in directions {
        let at = sorted.partition_point(|other| by_angle(*other, direction).is_le());
        sorted.insert(at, direction);
    }
    sorted
}

/// Compares directions clockwise, beginning with that of the first axis. The order is the same for
/// oblique axes.
fn by_angle(a: Vector, b: Vector) -> std::cmp::Ordering {
    let upper = |v: Vector| v.y < 0 || (v.y == 0 && v.x < 0);
    let cross = a.x * b.y - a.y * b.x;
    upper(a).cmp(&upper(b)).then(0.cmp(&cross))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_junction_needs_all_four_sticks() {
        let cells = [[0, 1, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]];
        let cells = cells.map(|c| Lattice::Stick.cell(&c).unwrap());
        for crossing in [Crossing::NotStraight, Crossing::Never] {
            let whole = Board::new(Lattice::Stick, cells, []).unwrap();
            let junctions = Junctions::of(&whole, crossing);
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
                assert_eq!(Junctions::of(&board, crossing).count(), 0);
            }
        }
    }

    #[test]
    fn twigs_never_cross() {
        let cells = crate::hexagon(Lattice::Twig, 3).unwrap();
        let board = Board::new(Lattice::Twig, cells, []).unwrap();
        assert_eq!(Junctions::of(&board, Crossing::Never).count(), 0);
        assert!(!Lattice::Twig.has_crossings());
        assert!(Lattice::Trig.has_crossings() && Lattice::Stick.has_crossings());
        assert!(!Lattice::Hexagon.has_crossings());
    }

    #[test]
    fn bends_cross_where_they_alternate() {
        // Directions 0 to 5 around the vertex (1, 1). For example, the bends {0, 2} and {1, 3}
        // cross.
        let stick = |x, y, d| Lattice::Trig.cell(&[x, y, d]).unwrap();
        let around = [
            stick(1, 1, 0),
            stick(1, 1, 1),
            stick(0, 1, 2),
            stick(0, 1, 0),
            stick(1, 0, 1),
            stick(1, 0, 2),
        ];
        let covered = |at: &[usize]| -> Vec<Junction> {
            let cells: Vec<Cell> = at.iter().map(|&i| around[i]).sorted_unstable().collect();
            covered(Lattice::Trig, &cells, Crossing::Never)
        };
        let cross = |a: &[usize], b: &[usize]| {
            covered(a)
                .iter()
                .any(|junction| covered(b).contains(junction))
        };
        assert!(cross(&[0, 2], &[1, 3]));
        assert!(cross(&[0, 3], &[2, 4]));
        assert!(!cross(&[0, 2], &[3, 4]));
        assert!(!cross(&[0, 1], &[2, 4]));
        assert!(cross(&[0, 2, 4], &[1, 3, 5]));
        assert!(!cross(&[0], &[1, 3]));
    }
}
