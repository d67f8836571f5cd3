//! `why`: its reasons hold, verified by an oracle that shares no code with it.
//!
//! The oracle lays every orientation of every piece at every cell, decides demands by plain backtracking,
//! and evaluates colourings one placement at a time.

#[path = "why/oracle.rs"]
mod oracle;

use std::collections::BTreeSet;

use itertools::Itertools;
use tilewright::cover::Instance;
use tilewright::puzzle::{Puzzle, Source, load};
use tilewright::reason::conflict::{Cases, Conflict, Finding, Limits, PuzzleDemand, conflict};
use tilewright::solve::refute::colouring::{self, Argument};
use tilewright::solve::search::RunContext;
use tilewright_geometry::BoardCell;

use crate::program::run;
use oracle::{Placed, can_be_met, everywhere, fit, meeting, obeys, touch};

fn puzzle(text: &str) -> Puzzle {
    load(&Source::new("test", text)).expect("a puzzle").puzzle
}

fn limits(monitor: &RunContext) -> Limits<'_> {
    Limits {
        seconds: 600.0,
        monitor,
    }
}

/// Asserts that a conflict holds: the demands cannot be met together, all but any one of them can, and the
/// placements that show it are valid.
fn assert_conflict(puzzle: &Puzzle, found: &Conflict) {
    let all = everywhere(puzzle);
    assert!(found.is_minimal(), "{found:?}");
    assert!(
        found
            .engines
            .1
            .is_some_and(|second| second != found.engines.0)
    );
    assert!(
        !can_be_met(puzzle, &all, &found.parts, &mut Vec::new()),
        "{found:?}"
    );
    for (at, spared) in found.spared.iter().enumerate() {
        let mut others = found.parts.clone();
        others.remove(at);
        let spared = spared.as_ref().expect("a minimal conflict");
        let laid: Vec<Placed> = spared
            .iter()
            .map(|(piece, cells)| (*piece, cells.to_vec()))
            .collect();
        for placed in &laid {
            assert!(all.contains(placed) && obeys(puzzle, placed, &others));
            let copies = laid.iter().filter(|other| other.0 == placed.0).count();
            assert!(copies <= puzzle.piece(placed.0).copies.max as usize);
        }
        assert!(
            laid.iter()
                .array_combinations()
                .all(|[a, b]| fit(puzzle, a, b))
        );
        for demand in others {
            let (met, required) = meeting(puzzle, &laid, demand);
            assert!(met >= required, "{demand:?}");
        }
    }
    if let Some(cases) = &found.cases {
        assert_cases(puzzle, &all, found, cases, &mut Vec::new(), &mut Vec::new());
    }
}

/// Asserts that a proof by cases is complete: it lists all ways to meet each demand, except placements that
/// an earlier case excluded.
fn assert_cases(
    puzzle: &Puzzle,
    all: &[Placed],
    conflict: &Conflict,
    cases: &Cases,
    laid: &mut Vec<Placed>,
    settled: &mut Vec<Placed>,
) {
    assert!(conflict.parts.contains(&cases.demand));
    let (met, required) = meeting(puzzle, laid, cases.demand);
    assert!(met < required);
    let ways: Vec<Placed> = (cases.ways.iter())
        .map(|way| (way.piece, way.cells.to_vec()))
        .collect();
    let possible: Vec<&Placed> = all
        .iter()
        .filter(|placed| {
            laid.push((*placed).clone());
            let meets = meeting(puzzle, laid, cases.demand).0 > met;
            laid.pop();
            let copies = laid.iter().filter(|other| other.0 == placed.0).count();
            meets
                && copies < puzzle.piece(placed.0).copies.max as usize
                && obeys(puzzle, placed, &conflict.parts)
                && laid.iter().all(|other| fit(puzzle, other, placed))
                && !settled.contains(placed)
                && !(conflict
                    .parts
                    .iter()
                    .any(|part| matches!(part, PuzzleDemand::Condition(_)))
                    && laid.iter().any(|other| touch(puzzle, other, placed)))
        })
        .collect();
    let too_few = possible.len() < required - met;
    assert!(too_few && ways.is_empty() || possible.iter().all(|placed| ways.contains(placed)));
    let before = settled.len();
    for (way, step) in ways.into_iter().zip(&cases.ways) {
        laid.push(way.clone());
        assert_cases(puzzle, all, conflict, &step.then, laid, settled);
        laid.pop();
        settled.push(way);
    }
    settled.truncate(before);
}

/// Asserts that an argument by a colouring holds: the possible sums of the pieces that are not given differ
/// from the possible sums of the cells to be covered.
fn assert_argument(puzzle: &Puzzle, argument: &Argument) {
    let weight = |cell: &BoardCell| argument.colouring.weights[cell.index()];
    let reduce = |sum: i64| match argument.colouring.modulus {
        Some(modulus) => sum.rem_euclid(modulus.into()),
        None => sum,
    };
    let givens: Vec<Placed> = (puzzle.givens.iter())
        .map(|given| (given.piece, given.cells.clone()))
        .collect();
    let restrictions: Vec<PuzzleDemand> = (0..puzzle.restrictions.len())
        .map(PuzzleDemand::Restriction)
        .collect();
    let all: Vec<Placed> = everywhere(puzzle)
        .into_iter()
        .filter(|placed| obeys(puzzle, placed, &restrictions))
        .filter(|placed| givens.iter().all(|given| fit(puzzle, given, placed)))
        .collect();
    let covered = |cell: &BoardCell| givens.iter().any(|given| given.1.contains(cell));
    // Pairs of an area and a sum.
    let mut made = BTreeSet::from([(0, 0)]);
    for (id, piece) in puzzle.pieces() {
        let used = givens.iter().filter(|given| given.0 == id).count();
        let values: BTreeSet<(usize, i64)> = all
            .iter()
            .filter(|placed| placed.0 == id)
            .map(|placed| (placed.1.len(), placed.1.iter().map(weight).sum()))
            .collect();
        let mut total = BTreeSet::new();
        for copy in used..=piece.copies.max as usize {
            if copy >= piece.copies.min as usize {
                total.extend(&made);
            }
            made = made
                .iter()
                .cartesian_product(&values)
                .map(|((area, sum), (a, s))| (area + a, reduce(sum + s)))
                .collect();
        }
        made = total;
    }
    let mut board = BTreeSet::from([(0, 0)]);
    for cell in puzzle.board.indices().filter(|cell| !covered(cell)) {
        let with = board
            .iter()
            .map(|(area, sum)| (area + 1, reduce(sum + weight(&cell))));
        let mut with: BTreeSet<(usize, i64)> = with.collect();
        if !puzzle.board.is_required(cell) {
            with.extend(&board);
        }
        board = with;
    }
    assert!(made.is_disjoint(&board), "{argument:?}");
    // The stated sums are disjoint, too.
    let share = |board: &[i64], made: &[i64]| board.iter().any(|sum| made.contains(sum));
    assert_eq!(
        share(&argument.board, &argument.together),
        !argument.by_cells.is_empty()
    );
    for said in &argument.by_cells {
        assert!(!share(&said.board, &said.together), "{argument:?}");
        let sums = |all: &BTreeSet<(usize, i64)>| -> Vec<i64> {
            let with = all.iter().filter(|(area, _)| *area as u64 == said.cells);
            with.map(|(_, sum)| *sum).collect()
        };
        assert_eq!(
            (sums(&board), sums(&made)),
            (said.board.clone(), said.together.clone())
        );
    }
}

/// The argument and the conflict of a puzzle, if they exist. Asserts that they hold. If the search
/// finds a solution instead, asserts that the solution meets all demands.
fn assert_reasons(text: &str) -> (Option<Argument>, Option<Conflict>) {
    let puzzle = puzzle(text);
    let instance = Instance::new(puzzle.clone()).expect("a matrix");
    let argument = colouring::argument(&instance, &|| false);
    if let Some(argument) = &argument {
        assert_argument(&puzzle, argument);
    }
    let found = conflict(&puzzle, &limits(&RunContext::silent())).expect("few placements");
    let conflict = match found.finding {
        Finding::Conflict(found) => {
            assert_conflict(&puzzle, &found);
            Some(found)
        }
        Finding::Solvable(laying) => {
            assert_eq!(argument, None, "{text}");
            let laid: Vec<Placed> = (laying.into_iter())
                .map(|(piece, cells)| (piece, cells.to_vec()))
                .collect();
            let demands: Vec<PuzzleDemand> = (puzzle.board.indices())
                .filter(|cell| puzzle.board.is_required(*cell))
                .map(PuzzleDemand::Cell)
                .chain((0..puzzle.givens.len()).map(PuzzleDemand::Given))
                .chain(puzzle.pieces().map(|(id, _)| PuzzleDemand::Piece(id)))
                .collect();
            for demand in demands {
                let (met, required) = meeting(&puzzle, &laid, demand);
                assert!(met >= required);
            }
            None
        }
        Finding::Open { .. } => panic!("there was work enough: {text}"),
    };
    (argument, conflict)
}

#[test]
fn conflicts_on_every_lattice_are_minimal() {
    for text in [
        "(lattice: Square, board: Rect(5, 4),
          pieces: [Set(of: Polyominoes(5), only: [\"X\", \"F\", \"W\", \"V\"])])",
        "(lattice: Square, board: Rect(6, 5),
          pieces: [Set(of: Polyominoes(5), only: [\"X\", \"F\", \"W\", \"V\", \"Z\", \"T\"])])",
        "(lattice: Triangle, board: Hexagon(2),
          pieces: [Set(of: Polyiamonds(6), only: [\"I\", \"P\", \"J\", \"F\"])])",
        "(lattice: Triangle, board: Triangle(4),
          pieces: [Set(of: Polyiamonds(2), copies: 8)])",
        "(lattice: Stick, board: Rect(2, 2),
          pieces: [Set(of: Polysticks(3), only: [\"I\", \"U\", \"T\"]),
                   Piece(name: \"V\", cells: Cells([(0, 0, 0), (0, 0, 1), (0, 1, 0)]))])",
        "(lattice: Stick, board: Rect(2, 2), pieces: [Set(of: Polysticks(2), copies: 3)])",
        "(lattice: Cube, board: Box(3, 2, 2), pieces: [Set(of: Polycubes(4), only: [\"T\"], copies: 3)])",
        "(lattice: Cube, board: Box(2, 2, 3),
          pieces: [Piece(name: \"S\", cells: Cells([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)]), copies: 3)])",
        // A tray with depth, copies between bounds.
        "(lattice: Cube, tray: Projected(layers: 2), board: Rect(4, 3), pieces: [
            Piece(name: \"A\", cells: Cells([(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 0, 1)])),
            Piece(name: \"B\", cells: Cells([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)])),
            Piece(name: \"C\", cells: Cells([(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0), (0, 0, 1)]),
                copies: (0, 2)),
        ])",
        // Optional cells.
        "(lattice: Square, board: Union([Rect(4, 3), Optional(Shift((4, 0), Rect(1, 3)))]),
          pieces: [Set(of: Polyominoes(4), only: [\"T\", \"S\", \"O\"])])",
        // Givens: the first cuts off two cells in a corner.
        "(lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(4), copies: (0, 3))],
          givens: [(piece: \"L\", cells: Cells([(1, 0), (1, 1), (1, 2), (0, 2)])),
                   (piece: \"O\", cells: Cells([(3, 2), (4, 2), (3, 3), (4, 3)]))])",
        // Conditions: lines that must be crossed, copies that must not touch.
        "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4)], conditions: [FaultFree])",
        "(lattice: Square, board: Rect(3, 3), pieces: [Set(of: Polyominoes(3), copies: (0, 3))], conditions: [FaultFree])",
        "(lattice: Square, board: Rect(3, 2), pieces: [Set(of: Polyominoes(2), copies: 3)], conditions: [Apart(by: Name)])",
        "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: (0, 2)), Set(of: Polyominoes(1), copies: (0, 3))],
          conditions: [FaultFree, Apart(by: Name)])",
        // Restrictions: the pieces are kept apart.
        "(lattice: Square, board: Rect(4, 3), pieces: [Set(of: Polyominoes(3), copies: 2)],
          restrict: [Within(piece: \"I\", cells: Rect(3, 1)),
                     Avoids(piece: \"L\", cells: Cells([(3, 0)])),
                     Avoids(cells: Cells([(9, 0)]))])",
    ] {
        let text = text.replace("Avoids(cells: Cells([(9, 0)]))", "Avoids(piece: \"I\", cells: Cells([(0, 2)]))");
        let (_, conflict) = assert_reasons(&text);
        assert!(conflict.is_some(), "{text}");
    }
}

/// Checks 4 × 4 boards without two cells. Such a board has a domino tiling only if the two cells
/// differ in colour; in both cases, the stated reasons hold.
#[test]
fn reasons_hold_for_boards_of_dominoes() {
    let cells: Vec<(i32, i32)> = (0..4).cartesian_product(0..4).collect();
    for [a, b] in cells.iter().array_combinations().step_by(13) {
        let text = format!(
            "(lattice: Square, board: Minus(Rect(4, 4), Cells([{a:?}, {b:?}])),
              pieces: [Piece(name: \"D\", cells: Rect(2, 1), copies: 7)])"
        );
        let (argument, conflict) = assert_reasons(&text);
        let balanced = (a.0 + a.1 + b.0 + b.1) % 2 == 1;
        assert_eq!(argument.is_some(), !balanced, "{text}");
        assert_eq!(conflict.is_some(), !balanced, "{text}");
    }
}

/// Checks published arguments by colourings.
#[test]
fn classical_arguments_are_found() {
    for (text, name) in [
        // Golomb: the straight tromino and the chessboard without a corner: three colours along the
        // diagonals.
        (
            "(lattice: Square, board: Minus(Rect(8, 8), Cells([(0, 0)])),
              pieces: [Piece(name: \"I\", cells: Rect(3, 1), copies: 21)])",
            "coloured by the remainder of x + y divided by 3",
        ),
        // Golomb: the five tetrominoes fill no rectangle, because T is unbalanced.
        (
            "(lattice: Square, board: Rect(10, 2), pieces: [Set(of: Polyominoes(4))])",
            "coloured like a chessboard",
        ),
        // Fifteen T tetrominoes on 6 × 10: an odd number of odd differences.
        (
            "(lattice: Square, board: Rect(10, 6),
              pieces: [Set(of: Polyominoes(4), only: [\"T\"], copies: 15)])",
            "coloured like a chessboard",
        ),
        // Bricks of 1 × 1 × 4 in the box of 6: de Bruijn. The classes of x + y + z modulo 4 differ in size.
        (
            "(lattice: Cube, board: Box(6, 6, 6),
              pieces: [Piece(name: \"I\", cells: Box(4, 1, 1), copies: 54)])",
            "coloured by the remainder of x + y + z divided by 4",
        ),
        // A triangle of side 4 has four more triangles of one direction than of the other, but each of the
        // eight pieces covers one of each.
        (
            "(lattice: Triangle, board: Triangle(4),
              pieces: [Set(of: Polyiamonds(2), copies: 8)])",
            "with the triangles sorted by where they point",
        ),
        // No piece covers two of the 20 cells in odd rows and columns, and there are 19 pieces.
        (
            "(lattice: Square, board: Rect(9, 7), pieces: [
                Piece(name: \"Q\", cells: Rect(2, 2), copies: 6),
                Piece(name: \"L\", cells: Picture([\"#.\", \"##\"]), copies: 13)])",
            "with every other cell of every other row dark",
        ),
        // A puzzle of sticks with a solution, which no colouring may refute.
        (
            "(lattice: Stick, board: Rect(1, 1),
              pieces: [Piece(name: \"I\", cells: Cells([(0, 0, 0)])),
                       Piece(name: \"U\", cells: Cells([(0, 0, 0), (0, 0, 1), (0, 1, 0)]), sides: Fixed)])",
            "",
        ),
    ] {
        let puzzle = puzzle(text);
        let instance = Instance::new(puzzle.clone()).expect("a matrix");
        let found = colouring::argument(&instance, &|| false);
        if name.is_empty() {
            assert_eq!(found, None);
            continue;
        }
        let found = found.expect(name);
        assert_argument(&puzzle, &found);
        assert_eq!(found.colouring.name, name);
    }
}

/// Checks puzzles for which no periodic colouring works, so that linear programming must find
/// weights.
#[test]
fn weights_are_found_where_no_colouring_repeats() {
    // The given X encloses the corner cell, so no piece can cover it.
    let text = "(lattice: Square, board: Rect(10, 6), pieces: [Set(of: Polyominoes(5))],
        givens: [(piece: \"X\", cells: Cells([(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]))])";
    let puzzle = puzzle(text);
    let instance = Instance::new(puzzle.clone()).expect("a matrix");
    let found = colouring::argument(&instance, &|| false).expect("an argument");
    assert_argument(&puzzle, &found);
    assert_eq!(found.colouring.name, "with the cells coloured as drawn");
}

/// Checks every argument that is found on random boards. Each holds, so none is found if there is a
/// solution.
#[test]
fn counting_proofs_hold_on_random_boards() {
    let mut random = 1_u64;
    let mut next = |below: u64| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (random >> 33) % below
    };
    let mut found = 0;
    for _ in 0..30 {
        let cells: Vec<String> = (0..5)
            .cartesian_product(0..5)
            .filter(|_| next(8) > 0)
            .map(|(y, x)| format!("({x}, {y})"))
            .collect();
        let optional = next(3) == 0;
        let board = format!("Cells([{}])", cells.join(", "));
        let board = if optional {
            format!("Union([Optional({board}), Rect(2, 2)])")
        } else {
            board
        };
        let (tiles, others) = (next(3), cells.len() as u64 / 3);
        let text = format!(
            "(lattice: Square, board: {board}, pieces: [
                Piece(name: \"Q\", cells: Rect(2, 2), copies: (0, {})),
                Piece(name: \"L\", cells: Picture([\"#.\", \"##\"]), copies: (0, {others})),
                Piece(name: \"I\", cells: Rect(3, 1), copies: {tiles})])",
            tiles + 1,
        );
        if load(&Source::new("test", &text)).is_err() {
            continue;
        }
        let puzzle = puzzle(&text);
        let Ok(instance) = Instance::new(puzzle.clone()) else {
            continue;
        };
        if let Some(argument) = colouring::argument(&instance, &|| false) {
            assert_argument(&puzzle, &argument);
            found += usize::from(argument.colouring.name == "with the cells coloured as drawn");
        }
    }
    assert!(found > 1, "only {found} proofs by numbers");
}

#[test]
fn obstacles_of_the_collection_are_named() {
    let run_of = |name: &str, more: &[&str]| {
        let file = format!("puzzles/{name}.ron");
        run(["why", &file].into_iter().chain(more.iter().copied()))
    };
    insta::assert_snapshot!(
        "why_mutilated_chessboard",
        run_of("mutilated-chessboard", &[]).transcript()
    );
    // The parity in Knuth's paper, page 18: in every orientation of I, four of six pieces favour the other
    // direction. It proves nothing alone.
    let answer = run_of(
        "unwelded-tetrasticks-5x5",
        &["--for", "2s", "--format", "json"],
    );
    let answer: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    assert_eq!(answer["solvable"], false);
    let tight = &answer["tight"];
    let message = tight["message"].as_str().expect("a message");
    assert!(
        message.contains("30 horizontal and 30 vertical"),
        "{message}"
    );
    assert_eq!(tight["board"], 0);
    let pieces = |group: usize| tight["groups"][group]["pieces"].to_string();
    assert_eq!(pieces(0), r#"["I"]"#);
    assert_eq!(pieces(1), r#"["J","J'","L","L'","N","N'"]"#);
    assert_eq!(tight["ways"].to_string(), "[[[0,1],[4,2]],[[1,0],[2,4]]]");
}

/// Checks that the result depends on the amount of work, not on the speed or load of the machine.
#[test]
fn the_same_work_finds_the_same_reasons() {
    let call = |threads| {
        let file = "puzzles/tetrasticks-5x5-without-h.ron";
        run(["why", file, "--for", "1s", "--threads", threads]).transcript()
    };
    let first = call("1");
    let rest = |transcript: &str| transcript.split_once('\n').map(|(_, rest)| rest.to_owned());
    assert_eq!(rest(&first), rest(&call("1")));
    assert_eq!(rest(&first), rest(&call("4")));
}

#[test]
fn reasons_are_explained_in_words() {
    let folder = tempfile::TempDir::new().expect("a scratch folder");
    let mut seen = String::new();
    for (name, text) in [
        (
            "area",
            "(lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(3), copies: 2)])",
        ),
        (
            "steps",
            "(lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(3), copies: (0, 3))])",
        ),
        (
            "no-room",
            "(lattice: Square, board: Rect(10, 2), pieces: [Set(of: Polyominoes(5), only: [\"X\", \"I\", \"L\", \"P\"])])",
        ),
        (
            "beside-a-given",
            "(lattice: Square, board: Rect(10, 6), pieces: [Set(of: Polyominoes(5))],
              givens: [(piece: \"X\", cells: Cells([(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]))])",
        ),
        (
            "used-up-by-a-given",
            "(lattice: Square, board: Cells([(0, 0), (2, 0), (3, 0)]),
              pieces: [Piece(name: \"A\", cells: Rect(1, 1)), Piece(name: \"B\", cells: Rect(2, 1))],
              givens: [(piece: \"A\", cells: Cells([(2, 0)]))])",
        ),
        (
            "by-cells",
            "(lattice: Square, board: Union([
              Cells([(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 1), (1, 2), (1, 3)]),
              Optional(Cells([(0, 6), (1, 0), (1, 4), (1, 5)]))]),
              pieces: [Piece(name: \"A\", cells: Rect(2, 1), copies: (0, 3)),
                       Piece(name: \"B\", cells: Rect(1, 1), copies: (1, 3)),
                       Piece(name: \"C\", cells: Picture([\"##\", \"#.\"]), copies: 3)],
              restrict: [Avoids(piece: \"C\", cells: Cells([(0, 1), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3)]))])",
        ),
        (
            "cases",
            "(lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(4), copies: (0, 3))],
              givens: [(piece: \"L\", cells: Cells([(1, 1), (1, 2), (1, 3), (2, 3)])),
                       (piece: \"O\", cells: Cells([(2, 0), (3, 0), (2, 1), (3, 1)]))])",
        ),
        (
            "solvable",
            "(lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(5), only: [\"L\", \"P\", \"U\", \"Y\"], copies: (0, 4))])",
        ),
    ] {
        let file = folder.path().join(format!("{name}.ron"));
        std::fs::write(&file, text).expect("a file");
        let output = crate::program::tilewright()
            .current_dir(folder.path())
            .args(["why", &format!("{name}.ron")])
            .args((name == "cases").then_some("--conflict"))
            .output()
            .expect("the program starts");
        let run = crate::program::Run::from(output);
        assert_eq!(run.status, i32::from(name == "solvable"), "{}", run.transcript());
        seen.push_str(&run.transcript());
        seen.push('\n');
    }
    insta::assert_snapshot!("why_reasons", seen);
}
