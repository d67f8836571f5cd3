//! Boards with several parts and boards that wrap around, compared with brute force on the plane of
//! squares.

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::*;
use tilewright_geometry::{
    Board, BoardCell, BoardSymmetry, Crossing, Junctions, Lattice, Polyform, Seam, Sides, Vector,
    WrapError, hexagon, placements, rectangle, rhombus, tetrahedron,
};

type Square = (i64, i64);

/// The squares of a board. The value is true for squares that must be covered.
type Squares = BTreeMap<Square, bool>;

/// The symmetries of a square. Rotations come first.
const TURNS: [fn(Square) -> Square; 8] = [
    |(x, y)| (x, y),
    |(x, y)| (-y, x),
    |(x, y)| (-x, -y),
    |(x, y)| (y, -x),
    |(x, y)| (-x, y),
    |(x, y)| (x, -y),
    |(x, y)| (y, x),
    |(x, y)| (-y, -x),
];

fn cell((x, y): Square) -> tilewright_geometry::Cell {
    Lattice::Square.cell(&[x, y]).unwrap()
}

fn square(board: &Board, index: BoardCell) -> Square {
    let coordinates = board.lattice().coordinates(board.cell(index));
    let at: Vec<i64> = coordinates.iter().map(|&c| c.into()).collect();
    (at[0], at[1])
}

fn board(squares: &Squares) -> Board {
    let of = |required: bool| {
        let squares = squares.iter().filter(move |(_, is)| **is == required);
        squares.map(|(&at, _)| cell(at)).collect::<Vec<_>>()
    };
    Board::new(Lattice::Square, of(true), of(false)).unwrap()
}

/// One to five squares; the first must be covered.
fn squares() -> impl Strategy<Value = Squares> {
    btree_map((0..3_i64, 0..2_i64), any::<bool>(), 1..6).prop_map(|mut squares| {
        if let Some(mut first) = squares.first_entry() {
            first.insert(true);
        }
        squares
    })
}

/// The same squares, moved so that the minimum coordinates are 0.
fn at_origin(squares: impl Iterator<Item = (Square, bool)> + Clone) -> Squares {
    let x = squares.clone().map(|((x, _), _)| x).min().unwrap();
    let y = squares.clone().map(|((_, y), _)| y).min().unwrap();
    squares.map(|(at, is)| ((at.0 - x, at.1 - y), is)).collect()
}

/// The number of symmetries that map the squares `from` to the squares `to`, up to translation.
fn ways(from: &Squares, to: &Squares, turns: &[fn(Square) -> Square]) -> usize {
    let to = at_origin(to.iter().map(|(&at, &is)| (at, is)));
    let fits = |turn: &&fn(Square) -> Square| {
        at_origin(from.iter().map(|(&at, &is)| (turn(at), is))) == to
    };
    turns.iter().filter(fits).count()
}

/// The permanent of a matrix without its first `used.len()` rows and the columns in `used`.
fn permanent(ways: &[Vec<usize>], used: &mut Vec<usize>) -> usize {
    let Some(row) = ways.get(used.len()) else {
        return 1;
    };
    let mut sum = 0;
    for (to, &ways_there) in row.iter().enumerate() {
        if !used.contains(&to) {
            used.push(to);
            sum += ways_there * permanent(ways, used);
            used.pop();
        }
    }
    sum
}

/// The smallest positive number of applications of `images` that give the identity.
fn order(images: &[BoardCell]) -> u32 {
    let start: Vec<usize> = (0..images.len()).collect();
    let mut now = start.clone();
    for power in 1.. {
        now = now.iter().map(|&at| images[at].index()).collect();
        if now == start {
            return power;
        }
    }
    unreachable!()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Checks that each part is the board given for it, moved to the right, with an empty column
    /// before it.
    #[test]
    fn boards_are_placed_side_by_side(parts in vec(squares(), 1..4)) {
        let both = Board::together(&parts.iter().map(board).collect::<Vec<_>>()).unwrap();
        prop_assert_eq!(both.part_count(), parts.len());
        let mut next = parts[0].keys().map(|at| at.0).min().unwrap();
        for (part, squares) in parts.iter().enumerate() {
            let by = next - squares.keys().map(|at| at.0).min().unwrap();
            let cells = both.indices().filter(|&index| both.part_of(index) == part);
            let found: Squares = cells.map(|i| (square(&both, i), both.is_required(i))).collect();
            let moved: Squares = squares.iter().map(|(&(x, y), &is)| ((x + by, y), is)).collect();
            next = moved.keys().map(|at| at.0).max().unwrap() + 2;
            prop_assert_eq!(found, moved);
        }
    }

    /// Checks that the isometries of a board with several parts are all the ways to map each part to an equal
    /// part.
    #[test]
    fn parts_move_independently(parts in vec(squares(), 1..4)) {
        let both = Board::together(&parts.iter().map(board).collect::<Vec<_>>()).unwrap();
        let table = |turns: &[fn(Square) -> Square]| -> Vec<Vec<usize>> {
            let row = |from| parts.iter().map(|to| ways(from, to, turns)).collect();
            parts.iter().map(row).collect()
        };
        let free = table(&TURNS);
        for (from, row) in free.iter().enumerate() {
            for (to, &ways) in row.iter().enumerate() {
                prop_assert_eq!(both.part_isometries(from, to).len(), ways);
            }
        }
        let all: Vec<BoardSymmetry> = both.symmetries(Sides::Free).collect();
        prop_assert_eq!(all.len(), permanent(&free, &mut Vec::new()));
        prop_assert_eq!(all.len() as u128, both.symmetries_at_most());
        let rotations = all.iter().filter(|symmetry| symmetry.is_rotation()).count();
        prop_assert_eq!(rotations, permanent(&table(&TURNS[..4]), &mut Vec::new()));
        prop_assert_eq!(rotations, both.symmetries(Sides::OneSided).count());
        for symmetry in &all {
            let images: BTreeSet<BoardCell> = symmetry.images.iter().copied().collect();
            prop_assert_eq!(images.len(), both.cells().len());
            prop_assert_eq!(symmetry.of_all_parts().count(), parts.len());
            prop_assert_eq!(symmetry.order(), order(&symmetry.images));
            for a in both.indices() {
                prop_assert_eq!(both.is_required(a), both.is_required(symmetry.image(a)));
                for b in both.indices().filter(|&b| both.part_of(a) == both.part_of(b)) {
                    let [c, d] = [a, b].map(|cell| symmetry.image(cell));
                    prop_assert_eq!(both.part_of(c), both.part_of(d));
                    let distance = |a, b| {
                        let [a, b] = [a, b].map(|index| square(&both, index));
                        (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2)
                    };
                    prop_assert_eq!(distance(a, b), distance(c, d));
                }
            }
        }
    }

    /// Checks that every placement of a piece, connected or not, lies on a single part.
    #[test]
    fn a_piece_that_spans_two_boards_is_no_placement(
        parts in vec(squares(), 2..4),
        piece in btree_set((0..4_i64, 0..2_i64), 1..4),
    ) {
        let piece = Polyform::quasi(Lattice::Square, piece.into_iter().map(cell)).unwrap();
        let orientations = piece.orientations(Sides::Free);
        let count = |board: &Board| {
            let junctions = Junctions::of(board, Crossing::Never);
            let found = placements(board, &junctions, &orientations);
            let on_one = |cells: &[BoardCell]| {
                cells.iter().all(|&cell| board.part_of(cell) == board.part_of(cells[0]))
            };
            found.inspect(|placement| assert!(on_one(&placement.cells))).count()
        };
        let boards: Vec<Board> = parts.iter().map(board).collect();
        let apart: usize = boards.iter().map(count).sum();
        prop_assert_eq!(count(&Board::together(&boards).unwrap()), apart);
    }
}

/// A board of `width` × `height` squares that wraps around, and for each seam the map that carries squares across
/// it.
struct Glued {
    board: Board,
    size: Square,
    seams: Vec<Box<dyn Fn(Square) -> Square>>,
}

impl Glued {
    fn new(size: Square, seams: &[Seam]) -> Self {
        let (width, height) = size;
        let [w, h] = [width, height].map(|length| u64::try_from(length).unwrap());
        let cells = rectangle(Lattice::Square, w, h).unwrap();
        let board = Board::new(Lattice::Square, cells, []).unwrap();
        let carried = |seam: &Seam| -> Box<dyn Fn(Square) -> Square> {
            match *seam {
                Seam::Straight(by) => {
                    Box::new(move |(x, y)| (x + i64::from(by.x), y + i64::from(by.y)))
                }
                Seam::Flipped { axis: 0, halves } => {
                    Box::new(move |(x, y)| (x + i64::from(halves) / 2, height - 1 - y))
                }
                Seam::Flipped { halves, .. } => {
                    Box::new(move |(x, y)| (width - 1 - x, y + i64::from(halves) / 2))
                }
            }
        };
        Self {
            board: board.wrapped(seams).unwrap(),
            size,
            seams: seams.iter().map(carried).collect(),
        }
    }

    /// The squares of the board and of `times` copies of it on each side.
    fn around(&self, times: i64) -> impl Iterator<Item = Square> {
        let (width, height) = self.size;
        let rows = -times * height..(times + 1) * height;
        rows.flat_map(move |y| (-times * width..(times + 1) * width).map(move |x| (x, y)))
    }

    /// For each square, the least square that the seams identify with it.
    fn classes(&self) -> BTreeMap<Square, Square> {
        let mut classes: BTreeMap<Square, Square> = self.around(5).map(|at| (at, at)).collect();
        loop {
            let mut is_new = false;
            for at in self.around(5) {
                for seam in &self.seams {
                    let there = seam(at);
                    let (Some(&a), Some(&b)) = (classes.get(&at), classes.get(&there)) else {
                        continue;
                    };
                    for (place, class) in [(at, a.min(b)), (there, a.min(b))] {
                        is_new |= classes.insert(place, class) != Some(class);
                    }
                }
            }
            if !is_new {
                return classes;
            }
        }
    }

    /// The images of all cells under every isometry of the plane that maps the board to itself, and
    /// identified squares to identified squares.
    fn images(&self, turns: &[fn(Square) -> Square]) -> BTreeSet<Vec<usize>> {
        let index = |at: Square| self.board.index_of(cell(at)).map(BoardCell::index);
        let (width, height) = self.size;
        let mut found = BTreeSet::new();
        for turn in turns {
            for step in self.around(1) {
                let moved = |at: Square| {
                    let (x, y) = turn(at);
                    (x + step.0, y + step.1)
                };
                let keeps = |at: Square| {
                    let mut seams = self.seams.iter();
                    seams.all(|seam| index(moved(seam(at))) == index(moved(at)))
                };
                let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
                if self.around(1).all(keeps) {
                    found.extend(cells.map(|at| index(moved(at))).collect::<Option<Vec<_>>>());
                }
            }
        }
        found
    }

    fn check(&self) {
        let classes = self.classes();
        let index = |at: Square| self.board.index_of(cell(at));
        let by_class: BTreeMap<Square, BoardCell> = self
            .board
            .indices()
            .map(|cell| (classes[&square(&self.board, cell)], cell))
            .collect();
        assert_eq!(by_class.len(), self.board.cells().len());
        for at in self.around(2) {
            assert_eq!(
                index(at),
                by_class.get(&classes[&at]).copied(),
                "{:?} {at:?}",
                self.board.seams()
            );
        }
        for (sides, turns) in [(Sides::Free, &TURNS[..]), (Sides::OneSided, &TURNS[..4])] {
            let all: Vec<BoardSymmetry> = self.board.symmetries(sides).collect();
            let of = |symmetry: &BoardSymmetry| -> Vec<usize> {
                symmetry.images.iter().map(|cell| cell.index()).collect()
            };
            let found: BTreeSet<Vec<usize>> = all.iter().map(of).collect();
            assert_eq!(found, self.images(turns), "{:?}", self.board.seams());
            for symmetry in &all {
                assert_eq!(symmetry.order(), order(&symmetry.images));
            }
        }
    }

    /// Compares the placements of a piece, by the cells that they cover, with all its images on the
    /// board.
    fn check_piece(&self, piece: &[Square]) {
        let mut expected = BTreeSet::new();
        for turn in TURNS {
            for step in self.around(2) {
                let cells = piece.iter().map(|&at| turn(at));
                let cells = cells.map(|(x, y)| self.board.index_of(cell((x + step.0, y + step.1))));
                if let Some(cells) = cells.collect::<Option<BTreeSet<BoardCell>>>()
                    && cells.len() == piece.len()
                {
                    expected.insert(cells);
                }
            }
        }
        let piece = Polyform::new(Lattice::Square, piece.iter().copied().map(cell)).unwrap();
        let junctions = Junctions::of(&self.board, Crossing::Never);
        let orientations = piece.orientations(Sides::Free);
        let found: Vec<BTreeSet<BoardCell>> = placements(&self.board, &junctions, &orientations)
            .map(|placement| placement.cells.iter().copied().collect())
            .collect();
        let distinct: BTreeSet<_> = found.iter().cloned().collect();
        assert_eq!(found.len(), distinct.len());
        assert_eq!(distinct, expected, "{:?}", self.board.seams());
    }
}

const fn straight(x: i32, y: i32) -> Seam {
    Seam::Straight(Vector::flat(x, y))
}

const fn flipped(axis: usize, halves: i32) -> Seam {
    Seam::Flipped { axis, halves }
}

/// Tests identified cells, isometries and placements on cylinders, straight and skew tori, Möbius
/// strips along both axes, and Klein bottles.
#[test]
fn seams_identify_cells() {
    for (size, seams) in [
        ((4, 3), vec![straight(4, 0)]),
        ((3, 3), vec![straight(3, 0), straight(0, 3)]),
        ((4, 2), vec![straight(4, 0), straight(1, 2)]),
        ((4, 3), vec![flipped(0, 8)]),
        ((3, 2), vec![flipped(0, 6)]),
        ((3, 4), vec![flipped(1, 8)]),
        ((4, 3), vec![flipped(0, 8), straight(0, 3)]),
        ((2, 4), vec![flipped(1, 8), straight(2, 0)]),
        ((2, 4), vec![flipped(0, 4), straight(0, 4)]),
    ] {
        let glued = Glued::new(size, &seams);
        glued.check();
        // The S piece is chiral. The L piece can be as long as the board's circumference.
        glued.check_piece(&[(0, 0), (1, 0), (1, 1), (2, 1)]);
        glued.check_piece(&[(0, 0), (1, 0), (2, 0), (2, 1)]);
    }
}

/// Checks that a flip is refused if it maps two squares that the other seam identifies to squares
/// that are not identified.
#[test]
fn a_flip_keeps_the_other_seam() {
    let glued = |seams: &[Seam]| {
        let cells = rectangle(Lattice::Square, 4, 3).unwrap();
        let board = Board::new(Lattice::Square, cells, []).unwrap();
        board.wrapped(seams)
    };
    assert!(glued(&[flipped(0, 8), straight(0, 3)]).is_ok());
    assert!(matches!(
        glued(&[flipped(0, 8), straight(1, 3)]),
        Err(WrapError::NoFlip {
            half_off: false,
            ..
        })
    ));
    assert_eq!(
        glued(&[flipped(0, 8), flipped(1, 6)]),
        Err(WrapError::TwoFlips)
    );
}

/// Checks that glide reflections of a ring do not count as reflections. A ring of 5 × 3 squares has
/// 5 mirrors across it, one for each column, and one along it. A torus has a mirror for each column
/// and for each row. A torus that is as high as it is wide also has diagonal mirrors.
#[test]
fn a_glide_reflection_is_no_reflection() {
    let count = |size: Square, seams: &[Seam]| {
        let board = Glued::new(size, seams).board;
        let all = board.symmetries(Sides::Free);
        all.filter(BoardSymmetry::is_reflection).count()
    };
    assert_eq!(count((5, 3), &[straight(5, 0)]), 6);
    assert_eq!(count((3, 5), &[straight(3, 0), straight(0, 5)]), 8);
    assert_eq!(count((3, 3), &[straight(3, 0), straight(0, 3)]), 12);
}

/// Checks that exactly the isometries that fix a line of the plane, or a plane in three
/// dimensions, count as reflections.
#[test]
fn reflections_have_mirrors() {
    let mut kinds = BTreeSet::new();
    for lattice in Lattice::ALL {
        let cells = hexagon(lattice, 2).or_else(|_| rectangle(lattice, 3, 3));
        let cells = cells.or_else(|_| rhombus(lattice, 3, 3));
        let cells = cells.or_else(|_| tetrahedron(lattice, 2));
        let Ok(cells) = cells else { continue };
        let board = Board::new(lattice, cells, []).unwrap();
        for symmetry in board.symmetries(Sides::Free) {
            let unit = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(|[x, y, z]| Vector::new(x, y, z));
            let columns = unit.map(|axis| symmetry.symmetry.matrix.apply(axis));
            let cross = |a: Vector, b: Vector| {
                let [(ax, ay, az), (bx, by, bz)] = [a, b].map(|v| (v.x, v.y, v.z));
                Vector::new(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
            };
            let dot = |a: Vector, b: Vector| a.x * b.x + a.y * b.y + a.z * b.z;
            let is_rotation = dot(columns[0], cross(columns[1], columns[2])) == 1;
            assert_eq!(symmetry.is_rotation(), is_rotation);
            // A reflection moves every vector in one direction or its opposite: at right angles to the mirror.
            let moved = [0, 1, 2].map(|axis| columns[axis] - unit[axis]);
            let is_line = (0..3).all(|a| cross(moved[a], moved[(a + 1) % 3]) == Vector::ZERO);
            assert_eq!(
                symmetry.is_reflection(),
                !is_rotation && is_line,
                "{lattice}"
            );
            kinds.insert((is_rotation, is_line, lattice.dimensions()));
        }
    }
    // In three dimensions there are rotary reflections as well.
    assert!(kinds.contains(&(false, true, 2)) && kinds.contains(&(false, false, 3)));
}
