//! Distinct solutions by brute force: all solutions, their images compared one
//! by one, on small boards with every symmetry group that a lattice has.
//!
//! The oracle follows the definition and shares no code with the search: an
//! isometry counts if it maps the board, the givens and the set of pieces (shape
//! under its sides, copies), those that fit nowhere too, to themselves; a solution
//! is a set of named placements; the image of a placement is the image of its cells
//! under the name of the image of its piece.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use tilewright::checkpoint::Keeper;
use tilewright::counting::{Job, Known};
use tilewright::effort::Effort;
use tilewright::matrix::Matrix as PuzzleMatrix;
use tilewright::orbits::Group;
use tilewright::puzzle::{Piece, Puzzle, Source, Tray, load};
use tilewright::search::Interrupt;
use tilewright_dlx::{Distinct, Engine, Links, OptionId};
use tilewright_geometry::{Cell, Lattice, Matrix, Polyform, Sides, Vector};

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

/// An isometry that maps a puzzle to itself.
struct Symmetry {
    isometry: Isometry,
    /// The images of the pieces' names.
    names: BTreeMap<String, String>,
    /// Whether a rotation does the same.
    is_rotation: bool,
}

/// The isometries that map the puzzle to itself, told apart by what they do to the
/// board's cells and to the pieces that fit somewhere.
fn symmetries(puzzle: &Puzzle, matrix: &PuzzleMatrix) -> Vec<Symmetry> {
    let lattice = puzzle.lattice;
    let placeable: BTreeSet<&str> = matrix
        .meanings
        .iter()
        .map(|meaning| puzzle.piece(meaning.piece).name.as_str())
        .collect();
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
    let mut found: Vec<Symmetry> = Vec::new();
    let mut seen: BTreeMap<(Vec<Cell>, Vec<&String>), usize> = BTreeMap::new();
    let of_pieces: Vec<_> = lattice
        .symmetries(Sides::Free)
        .iter()
        .map(|matrix| (matrix, images_of_pieces(puzzle, matrix)))
        .collect();
    for (matrix, names) in &of_pieces {
        // The first cell goes to some cell: try every translation that does so.
        for target in &board {
            let shift = target.vector() - matrix.apply(first.vector());
            let isometry = Isometry {
                matrix: **matrix,
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
            let pieces = placeable.iter().map(|name| &names[*name]);
            let index = *seen
                .entry((images.collect(), pieces.collect()))
                .or_insert(found.len());
            if index == found.len() {
                found.push(Symmetry {
                    isometry,
                    names: names.clone(),
                    is_rotation: false,
                });
            }
            found[index].is_rotation |= matrix.determinant() == 1;
        }
    }
    found
}

/// What is seen from above of a polycube of that height.
fn seen(polycube: &Polyform, layers: u32) -> Option<Polyform> {
    let cells = || polycube.cells().iter().map(|cell| cell.vector());
    let (low, high) = (cells().map(|c| c.z).min()?, cells().map(|c| c.z).max()?);
    if high - low + 1 != i32::try_from(layers).ok()? {
        return None;
    }
    let flat: BTreeSet<Cell> = cells()
        .filter_map(|cell| Lattice::Cube.cell_at(Vector::new(cell.x, cell.y, 0)))
        .collect();
    Polyform::new(Lattice::Cube, flat).ok()
}

/// Where each piece goes, if the set of pieces goes to itself.
fn images_of_pieces(puzzle: &Puzzle, matrix: &Matrix) -> Option<BTreeMap<String, String>> {
    // A shape under its sides is the set of all ways to turn it; in a tray with depth, as
    // they are seen from above.
    let ways = |piece: &Piece| -> BTreeSet<Polyform> {
        let symmetries = puzzle.lattice.symmetries(piece.sides).iter();
        let ways = symmetries.map(|m| piece.polyform.transformed(m));
        match puzzle.tray {
            Tray::Flat => ways.collect(),
            Tray::Projected { layers } => ways.filter_map(|way| seen(&way, layers)).collect(),
        }
    };
    let mut taken = BTreeSet::new();
    puzzle
        .pieces
        .iter()
        .map(|piece| {
            let own = ways(piece);
            let image: BTreeSet<Polyform> = own.iter().map(|w| w.transformed(matrix)).collect();
            // A piece that is its own image stays itself; no two go to one.
            let other = std::iter::once(piece).chain(&puzzle.pieces).find(|other| {
                other.copies == piece.copies && !taken.contains(&other.name) && ways(other) == image
            })?;
            taken.insert(&other.name);
            Some((piece.name.to_string(), other.name.to_string()))
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

/// The number of classes under a group.
fn classes(puzzle: &Puzzle, solutions: &BTreeSet<Solution>, group: &[&Symmetry]) -> u64 {
    let mut seen: BTreeSet<Solution> = BTreeSet::new();
    let mut classes = 0;
    for solution in solutions {
        if seen.contains(solution) {
            continue;
        }
        classes += 1;
        for Symmetry {
            isometry, names, ..
        } in group
        {
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
    let all = symmetries(&puzzle, &matrix);
    assert_eq!(group.order(), all.len(), "{text}");
    let all: Vec<&Symmetry> = all.iter().collect();
    let orbits = classes(&puzzle, &solutions, &all);
    let rotations: Vec<&Symmetry> = all.into_iter().filter(|g| g.is_rotation).collect();
    let rotations = classes(&puzzle, &solutions, &rotations);
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
        let numbers = [count.solutions, count.distinct, count.distinct_rotations];
        let wanted = [solutions.len() as u64, orbits, rotations];
        let wanted = wanted.map(|number| Known::Exact(number.into()));
        assert_eq!(numbers, wanted, "{engine}: {text}");
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

/// Pieces that fit nowhere are in the set of pieces too: each goes to itself or to a
/// twin, or the isometry counts for nothing. The orders follow from the definition.
#[test]
#[expect(clippy::too_many_lines, reason = "a list of puzzles")]
fn pieces_that_fit_nowhere_count_for_symmetry() {
    let flat = "lattice: Square, board: Rect(4, 2)";
    let dominoes = "Set(of: Polyominoes(2), copies: 4)";
    let f = |name: &str, rest: &str| {
        format!("Piece(name: \"{name}\", cells: Picture([\".##\", \"##.\", \".#.\"]), {rest})")
    };
    let mirrored = |name: &str, rest: &str| {
        format!("Piece(name: \"{name}\", cells: Picture([\"##.\", \".##\", \".#.\"]), {rest})")
    };
    let bar = |name: &str, cells: &str, rest: &str| {
        format!("Piece(name: \"{name}\", cells: {cells}, {rest})")
    };
    let optional = "sides: OneSided, copies: (0, 1)";
    let fixed = "sides: Fixed, copies: (0, 1)";
    let square = "lattice: Square, board: Rect(3, 3)";
    let many = "Set(of: Polyominoes(2), copies: (0, 4)), Set(of: Polyominoes(1), copies: (0, 9))";
    // A left-handed and a right-handed tetracube, and a box that both are too high for.
    let left = "Piece(name: \"L\", cells: Cells([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)]), copies: (0, 1))";
    let right = "Piece(name: \"R\", cells: Cells([(0, 1, 0), (1, 1, 0), (1, 0, 0), (1, 0, 1)]), copies: (0, 1))";
    let dicubes = "Set(of: Polycubes(2), copies: (0, 6))";
    let bent = "lattice: Cube, board: Cells([(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1), (1, 2, 0), (1, 0, 2)])";
    let single = "Set(of: Polycubes(1), copies: (0, 7))";
    let puzzles = [
        // A lonely one-sided piece, with its twin, with a twin of other copies, and free.
        (
            format!("{flat}, pieces: [{dominoes}, {}]", f("F", optional)),
            2,
        ),
        (
            format!(
                "{flat}, pieces: [{dominoes}, {}, {}]",
                f("F", optional),
                mirrored("E", optional)
            ),
            4,
        ),
        (
            format!(
                "{flat}, pieces: [{dominoes}, {}, {}]",
                f("F", optional),
                mirrored("E", "sides: OneSided, copies: (0, 2)")
            ),
            2,
        ),
        (
            format!("{flat}, pieces: [{dominoes}, {}]", f("F", "copies: (0, 1)")),
            4,
        ),
        // Two of one shape, one twin: one of them has none.
        (
            format!(
                "{flat}, pieces: [{dominoes}, {}, {}, {}]",
                f("F", optional),
                f("G", optional),
                mirrored("E", optional)
            ),
            2,
        ),
        // Fixed pieces: a quarter turn takes the one bar to the other.
        (
            format!(
                "{square}, pieces: [{many}, {}]",
                bar("A", "Rect(4, 1)", fixed)
            ),
            4,
        ),
        (
            format!(
                "{square}, pieces: [{many}, {}, {}]",
                bar("A", "Rect(4, 1)", fixed),
                bar("B", "Rect(1, 4)", fixed)
            ),
            8,
        ),
        (format!("{square}, pieces: [{many}, {}]", f("F", fixed)), 1),
        // What a restriction leaves no placement.
        (
            format!(
                "{square}, pieces: [{many}, {}], restrict: [Within(piece: \"F\", cells: Rect(2, 2))]",
                f("F", optional)
            ),
            4,
        ),
        // Triangles and sticks.
        (
            "lattice: Triangle, board: Hexagon(1), pieces: [Set(of: Polyiamonds(2), copies: 3),
              Set(of: Polyiamonds(5), sides: OneSided, copies: (0, 1))]"
                .to_owned(),
            12,
        ),
        (
            "lattice: Stick, board: Rect(2, 2), pieces: [Set(of: Polysticks(2), copies: (0, 6)),
              Set(of: Polysticks(4), sides: OneSided, only: [\"N\"], copies: (0, 1))],
              restrict: [Within(piece: \"N\", cells: Rect(1, 1))]"
                .to_owned(),
            4,
        ),
        // Solids: of the two tetracubes each is the other's mirror image. The board has two
        // reflections, x to 2 - x and y to z, and the half turn that they make together.
        (format!("{bent}, pieces: [{dicubes}, {single}]"), 4),
        (format!("{bent}, pieces: [{dicubes}, {single}, {left}]"), 2),
        (
            format!("{bent}, pieces: [{dicubes}, {single}, {left}, {right}]"),
            4,
        ),
        // A flat board of cubes is turned over as well as reflected.
        (
            format!("lattice: Cube, board: Rect(3, 2), pieces: [{dicubes}, {left}]"),
            4,
        ),
    ];
    for (puzzle, order) in puzzles {
        let text = format!("({puzzle})");
        assert_eq!(compare(&text).0, order, "{text}");
    }
}

/// In a tray with depth pieces are turned in space, and a piece is what it takes up of
/// the tray. A reflection of the tray is a turn in space too, one that turns it over.
#[test]
fn trays_with_depth() {
    let tray = "lattice: Cube, tray: Projected(layers: 2), board: Rect(3, 2)";
    let left = |rest: &str| {
        format!(
            "Piece(name: \"L\", cells: Cells([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)]), copies: (0, 1){rest})"
        )
    };
    let right = "Piece(name: \"R\", cells: Cells([(0, 1, 0), (1, 1, 0), (1, 0, 0), (1, 0, 1)]), copies: (0, 1))";
    let corner =
        "Piece(name: \"V\", cells: Cells([(0, 0, 0), (0, 0, 1), (1, 0, 0)]), copies: (0, 3))";
    let tower =
        |rest: &str| format!("Piece(name: \"T\", cells: Box(1, 1, 3), copies: (0, 1){rest})");
    let bead = "Piece(name: \"I\", cells: Cells([(0, 0, 0), (1, 0, 0), (1, 0, 1)]), sides: Fixed, copies: (0, 1))";
    // Too long for the tray: a column of four cells, and a foot of two beads beside it.
    let long = |name: &str, column: i32, foot: i32| {
        let beside = 1 - column;
        format!(
            "Piece(name: \"{name}\", sides: Fixed, copies: (0, 1), cells: Union([
                Shift(({column}, 0, 0), Box(1, 4, 1)), Shift(({beside}, {foot}, 0), Box(1, 1, 2))]))"
        )
    };
    let puzzles = [
        (format!("{tray}, pieces: [{corner}]"), 4),
        // One that fits nowhere is its own image.
        (format!("{tray}, pieces: [{corner}, {}]", tower("")), 4),
        (
            format!("{tray}, pieces: [{corner}, {}]", tower(", sides: Fixed")),
            4,
        ),
        (format!("{tray}, pieces: [{corner}, {}]", left("")), 4),
        // Its twin takes up the same cells: neither is the other's image.
        (
            format!("{tray}, pieces: [{corner}, {}, {right}]", left("")),
            4,
        ),
        // As it is drawn, it takes up three cells round a corner, one way only; a bar
        // with a bead on one end takes up two, and fits into no corner that is gone.
        (
            format!("{tray}, pieces: [{corner}, {}]", left(", sides: Fixed")),
            1,
        ),
        (format!("{tray}, pieces: [{corner}, {bead}]"), 4),
        // A fixed piece that fits nowhere, and its image.
        (
            format!("{tray}, pieces: [{corner}, {}]", long("A", 0, 3)),
            1,
        ),
        (
            format!(
                "{tray}, pieces: [{corner}, {}, {}, {}, {}]",
                long("A", 0, 3),
                long("B", 1, 3),
                long("C", 0, 0),
                long("D", 1, 0)
            ),
            4,
        ),
    ];
    for (puzzle, order) in puzzles {
        let text = format!("({puzzle})");
        assert_eq!(compare(&text).0, order, "{text}");
    }
}
