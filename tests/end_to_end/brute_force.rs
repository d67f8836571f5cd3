//! Distinct solutions by brute force: all solutions, their images compared one
//! by one, on small boards with every symmetry group that a lattice has.
//!
//! The oracle follows the definition and shares no code with the search: an
//! isometry counts if it maps the board, the givens and the set of pieces (shape
//! under its sides, copies) to themselves; a solution is a set of named placements;
//! the image of a placement is the image of its cells under the name of the
//! image of its piece.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use tilewright::checkpoint::Keeper;
use tilewright::counting::Job;
use tilewright::effort::Effort;
use tilewright::matrix::Matrix as PuzzleMatrix;
use tilewright::orbits::Group;
use tilewright::puzzle::{Puzzle, Source, load};
use tilewright::search::Interrupt;
use tilewright_dlx::{Distinct, Engine, Links, OptionId};
use tilewright_geometry::{Cell, Lattice, Matrix, Sides, Vector};

/// A placement: the piece's name and its cells.
type Placed = (String, BTreeSet<Cell>);
type Solution = BTreeSet<Placed>;

/// An isometry: a matrix, then a translation.
#[derive(Clone, Copy)]
struct Isometry {
    matrix: Matrix,
    shift: Vector,
}

impl Isometry {
    fn cell(&self, lattice: Lattice, cell: Cell) -> Option<Cell> {
        lattice.cell_at(self.matrix.apply(cell.vector()) + self.shift)
    }

    fn cells(&self, lattice: Lattice, cells: &BTreeSet<Cell>) -> Option<BTreeSet<Cell>> {
        cells.iter().map(|cell| self.cell(lattice, *cell)).collect()
    }
}

/// The isometries that map the puzzle to itself, each with the images of the
/// pieces' names; told apart by what they do to the board's cells.
fn symmetries(puzzle: &Puzzle) -> Vec<(Isometry, BTreeMap<String, String>)> {
    let lattice = puzzle.lattice;
    let board: BTreeSet<Cell> = puzzle.board.cells().iter().copied().collect();
    let required: BTreeSet<Cell> = puzzle
        .board
        .indices()
        .filter(|cell| puzzle.board.is_required(*cell))
        .map(|cell| puzzle.board.cell(cell))
        .collect();
    let givens: BTreeSet<Placed> = puzzle
        .givens
        .iter()
        .map(|given| {
            let cells = given.cells.iter().map(|cell| puzzle.board.cell(*cell));
            (puzzle.piece(given.piece).name.to_string(), cells.collect())
        })
        .collect();
    let first = *board.first().expect("a cell");
    let mut found: Vec<(Isometry, BTreeMap<String, String>)> = Vec::new();
    let mut seen: BTreeSet<Vec<Cell>> = BTreeSet::new();
    for matrix in lattice.symmetries(Sides::Free) {
        let names = images_of_pieces(puzzle, matrix);
        // The first cell goes to some cell: try every translation that does so.
        for target in &board {
            let shift = target.vector() - matrix.apply(first.vector());
            let isometry = Isometry {
                matrix: *matrix,
                shift,
            };
            let kept = isometry.cells(lattice, &board).as_ref() == Some(&board)
                && isometry.cells(lattice, &required).as_ref() == Some(&required);
            let Some(names) = names.as_ref().filter(|_| kept) else {
                continue;
            };
            let moved: Option<BTreeSet<Placed>> = givens
                .iter()
                .map(|(name, cells)| Some((names[name].clone(), isometry.cells(lattice, cells)?)))
                .collect();
            if moved.as_ref() != Some(&givens) {
                continue;
            }
            let images = board
                .iter()
                .map(|c| isometry.cell(lattice, *c).expect("kept"));
            if seen.insert(images.collect()) {
                found.push((isometry, names.clone()));
            }
        }
    }
    found
}

/// Where each piece goes, if the set of pieces goes to itself.
fn images_of_pieces(puzzle: &Puzzle, matrix: &Matrix) -> Option<BTreeMap<String, String>> {
    let class = |polyform: &tilewright_geometry::Polyform, sides| polyform.canonical(sides);
    puzzle
        .pieces
        .iter()
        .map(|piece| {
            let image = class(&piece.polyform.transformed(matrix), piece.sides);
            // A piece that is its own image stays itself.
            std::iter::once(piece)
                .chain(&puzzle.pieces)
                .find(|other| {
                    other.sides == piece.sides
                        && other.copies == piece.copies
                        && class(&other.polyform, other.sides) == image
                })
                .map(|other| (piece.name.to_string(), other.name.to_string()))
        })
        .collect()
}

/// All solutions, as sets of named placements.
fn solutions(puzzle: &Puzzle, matrix: &PuzzleMatrix) -> BTreeSet<Solution> {
    let mut found = BTreeSet::new();
    Links::new(&matrix.problem).run(&mut |options: &[OptionId]| {
        let solution = options
            .iter()
            .map(|option| matrix.meaning(*option))
            .map(|meaning| {
                let cells = meaning
                    .placement
                    .cells
                    .iter()
                    .map(|c| puzzle.board.cell(*c));
                (
                    puzzle.piece(meaning.piece).name.to_string(),
                    cells.collect(),
                )
            })
            .collect();
        assert!(found.insert(solution), "every solution comes once");
        ControlFlow::Continue(())
    });
    found
}

/// The number of classes under the isometries that `counts` admits.
fn classes(
    puzzle: &Puzzle,
    solutions: &BTreeSet<Solution>,
    counts: impl Fn(&Isometry) -> bool,
) -> u64 {
    let group: Vec<_> = symmetries(puzzle)
        .into_iter()
        .filter(|(isometry, _)| counts(isometry))
        .collect();
    let mut seen: BTreeSet<Solution> = BTreeSet::new();
    let mut classes = 0;
    for solution in solutions {
        if seen.contains(solution) {
            continue;
        }
        classes += 1;
        for (isometry, names) in &group {
            let image: Solution = solution
                .iter()
                .map(|(name, cells)| {
                    let cells = isometry.cells(puzzle.lattice, cells).expect("on the board");
                    (names[name].clone(), cells)
                })
                .collect();
            assert!(solutions.contains(&image), "an image of a solution is one");
            seen.insert(image);
        }
    }
    classes
}

/// Counts a puzzle both ways; returns the order of its group and the solutions.
fn compare(text: &str) -> (usize, usize) {
    let puzzle = load(&Source::new("brute force", text)).expect(text);
    let matrix = PuzzleMatrix::build(&puzzle).expect(text);
    let group = Group::of(&puzzle, &matrix).expect(text);
    let interrupt = Interrupt::never();
    let distinct = Distinct::new(&matrix.problem, &group.symmetries).expect(text);
    let solutions = solutions(&puzzle, &matrix);
    assert_eq!(group.order(), symmetries(&puzzle).len(), "{text}");
    let orbits = classes(&puzzle, &solutions, |_| true);
    let rotations = classes(&puzzle, &solutions, |g| g.matrix.determinant() == 1);
    let mut kinds = None;
    for engine in [Engine::Links, Engine::Bits, Engine::Frontier] {
        let effort = Effort {
            engine: Some(engine),
            threads: NonZeroUsize::MIN,
            memory: Some(1 << 24),
            verbose: false,
        };
        let job = Job::new(&puzzle, &matrix, &group, &distinct, &effort, &interrupt);
        let count = job.count(&mut Keeper::nothing()).expect(text);
        assert_eq!(count.solutions, solutions.len().into(), "{engine}: {text}");
        assert_eq!(count.distinct, orbits.into(), "{engine}: {text}");
        if puzzle.lattice.dimensions() == 2 {
            assert_eq!(
                count.distinct_rotations,
                rotations.into(),
                "{engine}: {text}"
            );
        }
        // The kinds of symmetry are found in two ways, by searches and by the sweep.
        let found = kinds.get_or_insert_with(|| count.by_symmetry.clone());
        assert_eq!(*found, count.by_symmetry, "{engine}: {text}");
    }
    (group.order(), solutions.len())
}

/// The subgroups of a lattice's point group, up to order of their elements:
/// those generated by at most three elements, which are all.
fn subgroups(lattice: Lattice) -> BTreeSet<Vec<usize>> {
    let all = lattice.symmetries(Sides::Free);
    let index = |m: &Matrix| all.iter().position(|known| known == m).expect("closed");
    let product: Vec<Vec<usize>> = all
        .iter()
        .map(|a| all.iter().map(|b| index(&a.compose(b))).collect())
        .collect();
    let closure = |start: &BTreeSet<usize>| {
        let mut group = start.clone();
        group.insert(0);
        loop {
            let next: BTreeSet<usize> = group
                .iter()
                .flat_map(|a| group.iter().map(|b| product[*a][*b]))
                .collect();
            if next.len() == group.len() {
                return group;
            }
            group = next;
        }
    };
    let mut groups: BTreeSet<Vec<usize>> = BTreeSet::from([vec![0]]);
    // Adding one generator at a time reaches every subgroup.
    loop {
        let mut more = groups.clone();
        for group in &groups {
            for generator in 0..all.len() {
                let mut start: BTreeSet<usize> = group.iter().copied().collect();
                start.insert(generator);
                more.insert(closure(&start).into_iter().collect());
            }
        }
        if more.len() == groups.len() {
            return groups;
        }
        groups = more;
    }
}

/// One subgroup of every conjugacy class.
fn subgroup_classes(lattice: Lattice) -> Vec<Vec<Matrix>> {
    let all = lattice.symmetries(Sides::Free);
    let index = |m: &Matrix| all.iter().position(|known| known == m).expect("closed");
    let inverse = |m: &Matrix| {
        *all.iter()
            .find(|n| m.compose(n) == Matrix::IDENTITY)
            .expect("a group")
    };
    let mut seen: BTreeSet<Vec<usize>> = BTreeSet::new();
    let mut classes = Vec::new();
    for group in subgroups(lattice) {
        if seen.contains(&group) {
            continue;
        }
        for g in all {
            let mut conjugate: Vec<usize> = group
                .iter()
                .map(|h| index(&g.compose(&all[*h]).compose(&inverse(g))))
                .collect();
            conjugate.sort_unstable();
            seen.insert(conjugate);
        }
        classes.push(group.into_iter().map(|i| all[i]).collect());
    }
    classes
}

/// A board of few cells with exactly the symmetries of `group`: orbits of cells
/// near the origin, tried in a fixed order.
fn board_with(lattice: Lattice, group: &[Matrix], most: usize) -> Option<BTreeSet<Cell>> {
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % below
    };
    for _ in 0..20_000 {
        let mut cells: BTreeSet<Cell> = BTreeSet::new();
        // The rotations of the cube alone leave no smaller orbit than that of
        // (1, 2, 3).
        let reach = if lattice.dimensions() == 3 { 3 } else { 2 };
        for _ in 0..=random(4) {
            let width = u64::try_from(2 * reach + 1).expect("small");
            let mut coordinates: Vec<i64> = (0..lattice.dimensions())
                .map(|_| i64::try_from(random(width)).expect("small") - reach)
                .collect();
            if lattice.arity() > lattice.dimensions() {
                coordinates.push(i64::try_from(random(2)).expect("small"));
            }
            let cell = lattice.cell(&coordinates).expect("near the origin");
            for matrix in group {
                cells.extend(lattice.cell_at(matrix.apply(cell.vector())));
            }
        }
        // Neighbours make room for dominoes.
        let close = cells
            .iter()
            .filter(|cell| lattice.neighbours(**cell).any(|n| cells.contains(&n)))
            .count();
        if cells.len() > most || close * 2 < cells.len() || close < 2 {
            continue;
        }
        let board =
            tilewright_geometry::Board::new(lattice, cells.iter().copied(), []).expect("a board");
        if board.symmetries(Sides::Free).len() == group.len() {
            return Some(cells);
        }
    }
    None
}

fn listed(lattice: Lattice, cells: &BTreeSet<Cell>) -> String {
    let cells: Vec<String> = cells
        .iter()
        .map(|cell| format!("({})", lattice.coordinates(*cell)))
        .collect();
    format!("Cells([{}])", cells.join(", "))
}

/// Every symmetry group of a lattice: single cells and dominoes, as many as
/// there is room for.
fn every_group(lattice: Lattice, set: &str, most: usize, wanted: usize) {
    let classes = subgroup_classes(lattice);
    assert_eq!(classes.len(), wanted, "conjugacy classes of subgroups");
    let name = format!("{lattice:?}");
    let cell = if lattice.arity() == 2 {
        "(0, 0)"
    } else {
        "(0, 0, 0)"
    };
    let mut tested = 0;
    for group in &classes {
        let Some(board) = board_with(lattice, group, most) else {
            panic!(
                "no board with a group of order {} on {lattice}",
                group.len()
            );
        };
        let board = listed(lattice, &board);
        let (order, solutions) = compare(&format!(
            "(lattice: {name}, board: {board}, pieces: [
                Piece(name: \"M\", cells: Cells([{cell}]), copies: (0, {most})),
                Set(of: {set}(2), copies: (0, {most}))])"
        ));
        assert_eq!(order, group.len());
        assert!(solutions > 1);
        tested += 1;
    }
    assert_eq!(tested, wanted);
}

#[test]
fn every_group_of_squares() {
    every_group(Lattice::Square, "Polyominoes", 12, 8);
}

#[test]
fn every_group_of_triangles() {
    every_group(Lattice::Triangle, "Polyiamonds", 14, 10);
}

#[test]
fn every_group_of_sticks() {
    every_group(Lattice::Stick, "Polysticks", 10, 8);
}

/// The 33 classes of subgroups of the cube's group: single cubes and up to two
/// dicubes, since some groups need boards of many cells.
#[test]
fn every_group_of_cubes() {
    let classes = subgroup_classes(Lattice::Cube);
    assert_eq!(classes.len(), 33);
    for group in &classes {
        let Some(board) = board_with(Lattice::Cube, group, 72) else {
            panic!("no board with a group of order {}", group.len());
        };
        let board = listed(Lattice::Cube, &board);
        let (order, _) = compare(&format!(
            "(lattice: Cube, board: {board}, pieces: [
                Set(of: Polycubes(1), copies: (0, 72)), Set(of: Polycubes(2), copies: (0, 2))])"
        ));
        assert_eq!(order, group.len());
    }
}

/// Sets of every kind on boards of every kind.
#[test]
fn sets_of_every_kind() {
    let puzzles = [
        // One-sided sets, whose mirror images are twins.
        "lattice: Square, board: Rect(7, 4), pieces: [Set(of: Polyominoes(4), sides: OneSided)]",
        "lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(4), sides: OneSided, only: [\"L\", \"J\", \"S\", \"Z\", \"I\"])]",
        "lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(4), sides: OneSided, only: [\"L\", \"J\"], copies: 2)]",
        "lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(4), sides: OneSided, only: [\"L\"], copies: 4)]",
        "lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(4), sides: Fixed, copies: (0, 2))]",
        // Free sets, and copies between bounds.
        "lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(5), copies: (0, 4))]",
        "lattice: Square, board: Rect(5, 5), pieces: [Set(of: Polyominoes(5), copies: (0, 2))]",
        "lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(2), copies: 8)]",
        "lattice: Square, board: Rect(6, 6), pieces: [Set(of: Polyominoes(3), copies: 6)]",
        // Holes and optional cells.
        "lattice: Square, board: Minus(Rect(5, 5), Cells([(2, 2)])), pieces: [Set(of: Polyominoes(4), copies: (0, 2))]",
        "lattice: Square, board: Union([Rect(3, 3), Optional(Shift((3, 0), Rect(1, 3))), Optional(Shift((-1, 0), Rect(1, 3)))]), pieces: [Set(of: Polyominoes(3), copies: (1, 3))]",
        // Two pieces of one shape are two pieces.
        "lattice: Square, board: Rect(4, 3), pieces: [Piece(name: \"A\", cells: Rect(3, 1)), Piece(name: \"B\", cells: Rect(3, 1)), Piece(name: \"C\", cells: Rect(3, 2))]",
        // Givens.
        "lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(5), copies: (0, 2))], givens: [(piece: \"P\", cells: Picture([\"##\", \"##\", \"#.\"]))]",
        // Triangles.
        "lattice: Triangle, board: Hexagon(2), pieces: [Set(of: Polyiamonds(4), copies: (0, 4))]",
        "lattice: Triangle, board: Rhombus(4, 3), pieces: [Set(of: Polyiamonds(4), sides: OneSided, copies: (0, 3))]",
        "lattice: Triangle, board: Triangle(6), pieces: [Set(of: Polyiamonds(6), sides: OneSided, copies: (0, 1))]",
        "lattice: Triangle, board: Triangle(4), pieces: [Set(of: Polyiamonds(4), copies: (0, 4))]",
        // Sticks, with junctions.
        "lattice: Stick, board: Rect(3, 3), pieces: [Set(of: Polysticks(3), copies: (0, 2))]",
        "lattice: Stick, board: Rect(2, 2), pieces: [Set(of: Polysticks(2), copies: (0, 6))]",
        "lattice: Stick, board: Rect(4, 4), pieces: [Set(of: Polysticks(4), sides: OneSided, only: [\"F\", \"F'\", \"H\", \"H'\", \"R\", \"R'\", \"T\", \"X\", \"Y\", \"Y'\"])]",
        // Solids.
        "lattice: Cube, board: Box(3, 2, 2), pieces: [Set(of: Polycubes(3), copies: (0, 4))]",
        "lattice: Cube, board: Box(2, 2, 2), pieces: [Set(of: Polycubes(2), copies: 4)]",
        "lattice: Cube, board: Box(3, 3, 2), pieces: [Set(of: Polycubes(3), copies: (0, 6))]",
        "lattice: Cube, board: Box(4, 2, 2), pieces: [Set(of: Polycubes(4), copies: (0, 1))]",
    ];
    for puzzle in puzzles {
        compare(&format!("({puzzle})"));
    }
}
