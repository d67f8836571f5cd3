//! Random conditions on random boards of every lattice. All solutions are filtered by the definitions of
//! the conditions, expressed by positions on the page.

use std::collections::{BTreeMap, BTreeSet};

use tilewright::cover::Instance;
use tilewright::cover::orbits::PuzzleSymmetry;
use tilewright::puzzle::{Condition, Likeness, Puzzle, Source, load};
use tilewright::solve::SolveError;
use tilewright::solve::checkpoint::CheckpointFile;
use tilewright::solve::counting::{CountTask, Known};
use tilewright::solve::resources::Resources;
use tilewright::solve::search::RunContext;
use tilewright_dlx::{Distinct, Engine};
use tilewright_geometry::{Cell, Lattice, Sides};

use super::lattices::{Random, grown, listed};
use super::oracle::{Placed, Symmetry, classes, solutions, symmetries};

/// A point on the page, in millionths of an edge.
type Point = (i64, i64);

#[expect(clippy::cast_possible_truncation, reason = "boards are small")]
fn corners(lattice: Lattice, cell: Cell) -> Vec<Point> {
    let corners = lattice.outline(cell).corners;
    let whole = |part: f64| (part * 1e6).round() as i64;
    let on_page = corners.iter().map(|&corner| {
        let [x, y, _] = lattice.project_corner(corner);
        (whole(x), whole(y))
    });
    on_page.collect()
}

/// For each line along edges that cuts no cell, the cells on its left.
fn lines(lattice: Lattice, board: &BTreeSet<Cell>) -> BTreeSet<BTreeSet<Cell>> {
    let mut lines = BTreeSet::new();
    for &cell in board {
        let around = corners(lattice, cell);
        for (at, &(x, y)) in around.iter().enumerate() {
            let (to_x, to_y) = around[(at + 1) % around.len()];
            let side = |&(a, b): &Point| {
                let turn = i128::from(to_x - x) * i128::from(b - y)
                    - i128::from(to_y - y) * i128::from(a - x);
                // Corners on the line deviate from it by a few millionths.
                if turn.abs() < 100_000_000 {
                    0
                } else {
                    turn.signum()
                }
            };
            let sides = |cell: &Cell| -> BTreeSet<i128> {
                let sides = corners(lattice, *cell)
                    .iter()
                    .map(side)
                    .collect::<BTreeSet<i128>>();
                sides.into_iter().filter(|side| *side != 0).collect()
            };
            if board.iter().any(|cell| sides(cell).len() > 1) {
                continue;
            }
            let left: BTreeSet<Cell> = board
                .iter()
                .copied()
                .filter(|cell| sides(cell).contains(&-1))
                .collect();
            if !left.is_empty() && left.len() < board.len() {
                lines.insert(left);
            }
        }
    }
    lines
}

/// Whether a solution meets a condition, given the lines of the board.
fn meets(
    puzzle: &Puzzle,
    lines: &BTreeSet<BTreeSet<Cell>>,
    condition: &Condition,
    solution: &[&Placed],
) -> bool {
    let lattice = puzzle.lattice;
    let touch = |one: &BTreeSet<Cell>, other: &BTreeSet<Cell>| {
        one.iter()
            .any(|&cell| lattice.neighbours(cell).any(|next| other.contains(&next)))
    };
    match condition {
        Condition::FaultFree => lines.iter().all(|left| {
            let mut cells = solution.iter().map(|(_, cells)| cells);
            cells.any(|cells| !cells.is_subset(left) && !cells.is_disjoint(left))
        }),
        Condition::NoCrossroads => {
            let mut at: BTreeMap<Point, BTreeSet<usize>> = BTreeMap::new();
            for (number, (_, cells)) in solution.iter().enumerate() {
                for corner in cells.iter().flat_map(|&cell| corners(lattice, cell)) {
                    at.entry(corner).or_default().insert(number);
                }
            }
            at.values().all(|pieces| pieces.len() < 4)
        }
        // These conditions are tested elsewhere, with the matrix.
        Condition::Matching | Condition::Differing | Condition::Meeting { .. } => {
            unreachable!("no random puzzle has coloured cells")
        }
        // This condition is tested elsewhere, with the best solutions.
        Condition::Maximal => unreachable!("no random puzzle has cells that may stay empty"),
        // This condition is tested elsewhere, with the search over orbits.
        Condition::Symmetric { .. } => {
            unreachable!("no random puzzle asks for symmetric solutions")
        }
        Condition::Apart { by, corners: also } => {
            let piece = |name: &str| puzzle.piece(puzzle.piece_named(name).expect("a piece"));
            let alike = |one: &str, other: &str| match by {
                Likeness::Name => one == other,
                Likeness::Shape => {
                    let form = |name: &str| piece(name).polyform.canonical(Sides::Free);
                    form(one) == form(other)
                }
                Likeness::Size => piece(one).polyform.size() == piece(other).polyform.size(),
                Likeness::Color => {
                    piece(one).color.is_some() && piece(one).color == piece(other).color
                }
            };
            let meet = |one: &BTreeSet<Cell>, other: &BTreeSet<Cell>| {
                let points = |cells: &BTreeSet<Cell>| -> BTreeSet<Point> {
                    cells
                        .iter()
                        .flat_map(|&cell| corners(lattice, cell))
                        .collect()
                };
                touch(one, other) || (*also && !points(one).is_disjoint(&points(other)))
            };
            let pairs = (0..solution.len()).flat_map(|at| (0..at).map(move |before| (before, at)));
            pairs
                .map(|(one, other)| (solution[one], solution[other]))
                .all(|(one, other)| !alike(&one.0, &other.0) || !meet(&one.1, &other.1))
        }
        Condition::Colorable { colors } => {
            let colors = *colors as usize;
            let count = u32::try_from(solution.len()).expect("few");
            let edges: Vec<(u32, u32)> = (0..count)
                .flat_map(|at| (0..at).map(move |before| (before, at)))
                .filter(|&(a, b)| touch(&solution[a as usize].1, &solution[b as usize].1))
                .collect();
            let color = |all: usize, vertex: u32| all / colors.pow(vertex) % colors;
            (0..colors.pow(count))
                .any(|all| edges.iter().all(|&(a, b)| color(all, a) != color(all, b)))
        }
    }
}

/// Counts a puzzle under its conditions by each engine and by the definition; returns the numbers
/// of solutions with and without conditions.
fn compare(text: &str, conditions: &str) -> (usize, usize) {
    let read = |text: &str| {
        let read = load(&Source::new("conditions", text));
        read.unwrap_or_else(|error| panic!("{error}\n{text}"))
            .puzzle
    };
    let free = Instance::new(read(&format!("({text})"))).expect(text);
    let text = format!("({text}, conditions: [{conditions}])");
    let puzzle = read(&text);
    assert_eq!(read(&puzzle.to_ron()), puzzle, "{text}");
    let instance = Instance::with_filter(puzzle).expect(&text);
    let puzzle = instance.puzzle();
    let mut solutions = solutions(&free);
    let all = solutions.len();
    let lines = lines(
        puzzle.lattice,
        &puzzle.board.cells().iter().copied().collect(),
    );
    solutions.retain(|solution| {
        let mut conditions = puzzle.conditions.iter();
        conditions.all(|condition| meets(puzzle, &lines, condition, solution))
    });
    let group = PuzzleSymmetry::of(&instance).expect(&text);
    let symmetries = symmetries(&instance);
    assert_eq!(group.order(), symmetries.len(), "{text}");
    let symmetries: Vec<&Symmetry> = symmetries.iter().collect();
    let orbits = classes(puzzle, &solutions, &symmetries);
    let rotations: Vec<&Symmetry> = symmetries.into_iter().filter(|g| g.is_rotation).collect();
    let rotations = classes(puzzle, &solutions, &rotations);
    let expected = [solutions.len() as u64, orbits, rotations];
    let expected = expected.map(|number| Known::Exact(number.into()));
    let distinct = Distinct::new(instance.problem(), &group.symmetries).expect(&text);
    let engines = [
        Some(Engine::Links),
        Some(Engine::Bits),
        Some(Engine::Frontier),
        None,
    ];
    for engine in engines {
        let resources = Resources {
            engine,
            ..Resources::default()
        };
        let monitor = RunContext::silent().with(resources);
        let job = CountTask::new(&instance, &group, &distinct, &monitor);
        let count = job.count(&mut CheckpointFile::nothing());
        if engine == Some(Engine::Frontier) && instance.filter().is_some() {
            assert!(matches!(count, Err(SolveError::Filtered { .. })), "{text}");
            continue;
        }
        let count = count.expect(&text);
        let numbers = [count.solutions, count.distinct, count.distinct_rotations];
        assert_eq!(numbers, expected, "{engine:?}: {text}");
    }
    (solutions.len(), all)
}

/// Some of the conditions that are defined on a lattice.
fn conditions(lattice: Lattice, random: &mut Random) -> String {
    let mut all = vec![
        "Apart(by: Name)",
        "Apart(by: Shape)",
        "Apart(by: Size)",
        "Apart(by: Color)",
        "Colorable(2)",
        "Colorable(3)",
    ];
    if lattice.has_lines() {
        all.extend(["FaultFree", "FaultFree"]);
    }
    if lattice.has_areas() {
        all.extend([
            "Apart(by: Name, corners: true)",
            "Apart(by: Color, corners: true)",
        ]);
    }
    // Three hexagons meet at a corner.
    if [
        Lattice::Square,
        Lattice::Triangle,
        Lattice::Tetrakis,
        Lattice::Kisrhombille,
    ]
    .contains(&lattice)
    {
        all.extend(["NoCrossroads", "NoCrossroads"]);
    }
    let first = all[random.below(all.len())];
    let second = all[random.below(all.len())];
    if random.below(2) == 0 || first == second {
        return first.to_owned();
    }
    format!("{first}, {second}")
}

#[test]
fn random_conditions_on_every_lattice_are_counted() {
    const ROUNDS: usize = 16;
    for lattice in Lattice::ALL {
        let mut random = Random(lattice.table().family.len() as u64 + 77);
        let (mut bound, mut met) = (0, 0);
        for _ in 0..ROUNDS {
            let (text, conditions) = puzzle(lattice, &mut random);
            let (some, all) = compare(&text, &conditions);
            bound += usize::from(some < all);
            met += usize::from(some > 0);
        }
        assert!(
            bound > ROUNDS / 3 && met > ROUNDS / 4,
            "{lattice}: {bound} bound, {met} met"
        );
    }
}

/// A board grown at random, with pieces of one to three tiles, some of them of the same colour; and
/// conditions.
fn puzzle(lattice: Lattice, random: &mut Random) -> (String, String) {
    let board = grown(lattice, 5 + random.below(4), None, random);
    let tiles = board.len() / lattice.cells_per_tile();
    let mut forms = BTreeMap::new();
    for size in [1, 2, 2, 3, 3] {
        let piece = grown(lattice, size, Some(&board), random);
        if !piece.is_empty() {
            let form = tilewright_geometry::Polyform::new(lattice, piece.iter().copied());
            forms.insert(form.expect("a form").canonical(Sides::Free), piece);
        }
    }
    let mut pieces = Vec::new();
    for (at, cells) in forms.values().enumerate() {
        let color = ["", ", color: \"#ff0000\"", ", color: \"#00ff00\""][(at + 1) % 3];
        pieces.push(format!(
            "Piece(name: \"P{at}\", sides: Free, copies: (0, {tiles}){color}, cells: {})",
            listed(lattice, cells)
        ));
    }
    // In some puzzles one cell may stay empty.
    let optional = if random.below(3) == 0 && lattice.cells_per_tile() == 1 {
        let first = BTreeSet::from([*board.iter().nth(random.below(board.len())).expect("a cell")]);
        format!(
            "Union([{}, Optional({})])",
            listed(lattice, &(&board - &first)),
            listed(lattice, &first)
        )
    } else {
        listed(lattice, &board)
    };
    let rule = if lattice.has_crossings() {
        "crossing: Allowed, "
    } else {
        ""
    };
    let text = format!(
        "lattice: {lattice:?}, {rule}board: {optional}, pieces: [{}]",
        pieces.join(", ")
    );
    let some = conditions(lattice, random);
    // Conditions on colours are meaningless for a single piece.
    let one = || "Apart(by: Name)".to_owned();
    (text, if pieces.len() < 2 { one() } else { some })
}

/// Checks boards of squares and triangles with many lines and corners.
#[test]
fn conditions_on_whole_boards_are_counted() {
    let dominoes = |n: usize| format!("pieces: [Set(of: Polyominoes(2), copies: {n})]");
    let mixed = "pieces: [Set(of: Polyominoes(1), copies: (0, 4)), Set(of: Polyominoes(3), copies: (0, 4))]";
    let diamonds = |n: usize| format!("pieces: [Set(of: Polyiamonds(2), copies: {n})]");
    let some = [
        (format!("lattice: Square, board: Rect(6, 5), {}", dominoes(15)), "FaultFree"),
        (format!("lattice: Square, board: Rect(5, 4), {}", dominoes(10)), "NoCrossroads"),
        (format!("lattice: Square, board: Rect(4, 4), {mixed}"), "FaultFree, NoCrossroads"),
        (format!("lattice: Square, board: Rect(4, 4), {mixed}"), "Apart(by: Shape), Colorable(3)"),
        (format!("lattice: Square, board: Rect(4, 4), {mixed}"), "Apart(by: Name, corners: true)"),
        (
            "lattice: Triangle, board: Rhombus(3, 3), pieces: [Set(of: Polyiamonds(3), copies: 6)]".to_owned(),
            "FaultFree",
        ),
        (format!("lattice: Triangle, board: Hexagon(2), {}", diamonds(12)), "NoCrossroads"),
        (format!("lattice: Triangle, board: Hexagon(2), {}", diamonds(12)), "Colorable(2), FaultFree"),
        (
            "lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(5), copies: (0, 4))]".to_owned(),
            "FaultFree, Apart(by: Name)",
        ),
        (
            "lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(4), sides: OneSided, copies: (0, 5))]"
                .to_owned(),
            "Apart(by: Shape)",
        ),
        (
            "lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(4), sides: OneSided, copies: (0, 5))]"
                .to_owned(),
            "Apart(by: Name)",
        ),
        (
            "lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(4), sides: OneSided, copies: (0, 5))]"
                .to_owned(),
            "Apart(by: Shape), Apart(by: Shape, corners: true)",
        ),
        (
            format!("lattice: Square, board: Rect(4, 4), {mixed}"),
            "Colorable(3), Apart(by: Size), Colorable(2)",
        ),
        (
            "lattice: Square, board: Rect(4, 3), pieces: [Set(of: Polyominoes(2), copies: 6)],
             givens: [(piece: \"I\", cells: Cells([(1, 1), (2, 1)]))]".to_owned(),
            "FaultFree, NoCrossroads",
        ),
        (
            "lattice: Cube, board: Box(2, 2, 3), pieces: [Set(of: Polycubes(2), copies: 6)]".to_owned(),
            "Colorable(2)",
        ),
        (
            "lattice: Cube, board: Box(2, 2, 3), pieces: [Set(of: Polycubes(2), copies: (0, 4)), Set(of: Polycubes(3), copies: (0, 4))]"
                .to_owned(),
            "Apart(by: Name)",
        ),
    ];
    for (text, conditions) in some {
        let (some, all) = compare(&text, conditions);
        assert!(some < all, "{conditions}: {text}");
    }
}
