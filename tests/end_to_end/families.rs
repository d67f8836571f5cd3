//! Goals: each equals the puzzle that a user would write by hand, and `count` counts all of them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use tempfile::TempDir;
use tilewright::cover::Instance;
use tilewright::design::families::{Family, GoalCount};
use tilewright::puzzle::{Puzzle, PuzzleFile, Source, load};
use tilewright::solve::counting::Known;
use tilewright::solve::resources::Resources;
use tilewright::solve::search::RunContext;
use tilewright_dlx::{Engine, Links, OptionId};

use crate::program::{Run, run, tilewright};

fn file(text: &str) -> PuzzleFile {
    load(&Source::new("test", text)).expect("a puzzle")
}

/// The number of solutions by the reference engine.
fn solutions(puzzle: &Puzzle) -> u64 {
    let instance = Instance::new(puzzle.clone()).expect("a matrix");
    let links = Links::new(instance.problem());
    let mut ignore = |_: &[OptionId]| ControlFlow::Continue(());
    links.run(&mut ignore).solutions
}

/// The count of each goal, by name.
fn counts(file: &PuzzleFile, engine: Option<Engine>) -> BTreeMap<String, GoalCount> {
    let resources = Resources {
        engine,
        ..Resources::default()
    };
    let family = Family {
        file,
        monitor: &RunContext::silent().with(resources),
        certify: engine.is_none(),
        solutions_alone: false,
    };
    let counts = family.count(&|_| ()).expect("every goal is counted");
    file.goals
        .iter()
        .zip(counts)
        .map(|(goal, count)| (goal.name.to_string(), count.expect("it was not stopped")))
        .collect()
}

/// Families, with some of their goals written as separate puzzles.
const BY_HAND: &[(&str, &[(&str, &str)])] = &[
    (
        // Squares: labelled cells, a given, and restrictions that are adapted to each goal's board.
        r#"(lattice: Square, board: Rect(5, 5), pieces: [Set(of: Polyominoes(4), copies: (0, 3))],
                givens: [(piece: "I", cells: Cells([(0, 4), (1, 4), (2, 4), (3, 4)]))],
                restrict: [Within(piece: "T", cells: Rect(4, 4)), Avoids(piece: "O", cells: Cells([(0, 0), (4, 0)])),
                    Covers(piece: "S", cells: Cells([(2, 2)]))],
                goals: [Each(of: [Rows((0, 0), ["a b", "c -"])]),
                    Goal(name: "row", open: Rect(5, 1)),
                    Goal(name: "small", board: Rect(4, 5), except: ["S"])])"#,
        &[
            (
                "a",
                r#"(lattice: Square, board: Minus(Rect(5, 5), Cells([(0, 0)])), pieces: [Set(of: Polyominoes(4), copies: (0, 3))],
                        givens: [(piece: "I", cells: Cells([(0, 4), (1, 4), (2, 4), (3, 4)]))],
                        restrict: [Within(piece: "T", cells: Minus(Rect(4, 4), Cells([(0, 0)]))), Avoids(piece: "O", cells: Cells([(4, 0)])),
                            Covers(piece: "S", cells: Cells([(2, 2)]))])"#,
            ),
            (
                "c",
                r#"(lattice: Square, board: Minus(Rect(5, 5), Cells([(0, 1)])), pieces: [Set(of: Polyominoes(4), copies: (0, 3))],
                        givens: [(piece: "I", cells: Cells([(0, 4), (1, 4), (2, 4), (3, 4)]))],
                        restrict: [Within(piece: "T", cells: Minus(Rect(4, 4), Cells([(0, 1)]))), Avoids(piece: "O", cells: Cells([(0, 0), (4, 0)])),
                            Covers(piece: "S", cells: Cells([(2, 2)]))])"#,
            ),
            (
                "row",
                r#"(lattice: Square, board: Shift((0, 1), Rect(5, 4)), pieces: [Set(of: Polyominoes(4), copies: (0, 3))],
                        givens: [(piece: "I", cells: Cells([(0, 4), (1, 4), (2, 4), (3, 4)]))],
                        restrict: [Within(piece: "T", cells: Shift((0, 1), Rect(4, 3))), Covers(piece: "S", cells: Cells([(2, 2)]))])"#,
            ),
            (
                "small",
                r#"(lattice: Square, board: Rect(4, 5), pieces: [Set(of: Polyominoes(4), except: ["S"], copies: (0, 3))],
                        givens: [(piece: "I", cells: Cells([(0, 4), (1, 4), (2, 4), (3, 4)]))],
                        restrict: [Within(piece: "T", cells: Rect(4, 4)), Avoids(piece: "O", cells: Cells([(0, 0)]))])"#,
            ),
        ],
    ),
    (
        // A restriction that cannot be met where a hole takes one of its cells.
        r"(lattice: Square, board: Rect(3, 3), pieces: [Set(of: Polyominoes(2), copies: 4)],
                restrict: [Where(covers: Cells([(1, 0)]), also: Cells([(0, 0)]))], goals: [Holes(count: 1)])",
        &[
            (
                "(0,0)",
                r"(lattice: Square, board: Minus(Rect(3, 3), Cells([(0, 0)])), pieces: [Set(of: Polyominoes(2), copies: 4)],
                        restrict: [Avoids(cells: Cells([(1, 0)]))])",
            ),
            (
                "(1,1)",
                r"(lattice: Square, board: Minus(Rect(3, 3), Cells([(1, 1)])), pieces: [Set(of: Polyominoes(2), copies: 4)],
                        restrict: [Where(covers: Cells([(1, 0)]), also: Cells([(0, 0)]))])",
            ),
        ],
    ),
    (
        r#"(lattice: Triangle, board: Rhombus(3, 2), pieces: [Set(of: Polyiamonds(2), copies: 5)],
                goals: [Each(of: [Cells({ "left": (0, 0, 0), "up": (1, 0, 1) }), Cells({ "x": (2, 1, 1) })])])"#,
        &[(
            "up x",
            r"(lattice: Triangle, board: Minus(Rhombus(3, 2), Cells([(1, 0, 1), (2, 1, 1)])),
                    pieces: [Set(of: Polyiamonds(2), copies: 5)])",
        )],
    ),
    (
        r"(lattice: Stick, board: Rect(2, 2), pieces: [Set(of: Polysticks(2), copies: (0, 5))], goals: [Holes(count: 2)])",
        &[(
            "(0,0,0)(1,1,1)",
            r"(lattice: Stick, board: Minus(Rect(2, 2), Cells([(0, 0, 0), (1, 1, 1)])),
                    pieces: [Set(of: Polysticks(2), copies: (0, 5))])",
        )],
    ),
    (
        r#"(lattice: Cube, board: Box(2, 2, 3), pieces: [Set(of: Polycubes(2), copies: (0, 9)), Piece(name: "Q", cells: Rect(2, 2), copies: 2)],
                goals: [Growing(boards: [Box(2, 2, 1), Box(2, 2, 2), Box(2, 2, 3)], rows: { "a": ["Q", "2-1", "2-1", "Q"] })])"#,
        &[
            (
                "a 1",
                r#"(lattice: Cube, board: Box(2, 2, 1), pieces: [Piece(name: "Q", cells: Rect(2, 2))])"#,
            ),
            (
                "a 3",
                r#"(lattice: Cube, board: Box(2, 2, 2), pieces: [Set(of: Polycubes(2), copies: 2), Piece(name: "Q", cells: Rect(2, 2))])"#,
            ),
            (
                "a 4",
                r#"(lattice: Cube, board: Box(2, 2, 3), pieces: [Set(of: Polycubes(2), copies: 2), Piece(name: "Q", cells: Rect(2, 2), copies: 2)])"#,
            ),
        ],
    ),
    (
        // A tray with depth, with a given of the goal.
        r#"(lattice: Cube, tray: Projected(layers: 2), board: Rect(4, 2), pieces: [
                    Piece(name: "V", cells: Cells([(0, 0, 0), (1, 0, 0), (0, 1, 0)]), copies: (0, 4))],
                goals: [Goal(name: "g", givens: [(piece: "V", cells: Rect(2, 1))]), Goal(name: "h", board: Rect(3, 2))])"#,
        &[
            (
                "g",
                r#"(lattice: Cube, tray: Projected(layers: 2), board: Rect(4, 2), pieces: [
                            Piece(name: "V", cells: Cells([(0, 0, 0), (1, 0, 0), (0, 1, 0)]), copies: (0, 4))],
                        givens: [(piece: "V", cells: Rect(2, 1))])"#,
            ),
            (
                "h",
                r#"(lattice: Cube, tray: Projected(layers: 2), board: Rect(3, 2), pieces: [
                            Piece(name: "V", cells: Cells([(0, 0, 0), (1, 0, 0), (0, 1, 0)]), copies: (0, 4))])"#,
            ),
        ],
    ),
];

#[test]
fn goals_are_the_puzzles_written_by_hand() {
    for (family, by_hand) in BY_HAND {
        let family = file(family);
        let counted = counts(&family, None);
        for (name, text) in *by_hand {
            let goal = family.goal(name).expect("a goal of that name");
            let goal = family.with_goal(goal).puzzle;
            let hand = file(text).puzzle;
            assert_eq!(goal.board.cells(), hand.board.cells(), "{name}");
            assert_eq!(goal.givens, hand.givens, "{name}");
            let options = |puzzle: &Puzzle| {
                Instance::new(puzzle.clone())
                    .expect("a matrix")
                    .problem()
                    .option_count()
            };
            assert_eq!(options(&goal), options(&hand), "{name}: {text}");
            assert_eq!(solutions(&goal), solutions(&hand), "{name}");
            let expected = Known::Exact(solutions(&hand).into());
            assert_eq!(counted[*name].solutions, expected, "{name}");
        }
    }
}

/// Checks that one of several choices of holes remains if they are images of each other, and that
/// the counts are those of all choices.
#[test]
fn distinct_holes_represent_all() {
    for (text, images) in [
        (
            "lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(2), copies: 7)]",
            8,
        ),
        // A piece that may not be turned over leaves only the rotations.
        (
            "lattice: Square, board: Rect(4, 3), pieces: [
                Piece(name: \"J\", cells: Cells([(0, 0), (0, 1), (0, 2), (1, 2)]), sides: OneSided),
                Set(of: Polyominoes(2), copies: 3)]",
            2,
        ),
        (
            "lattice: Stick, board: Rect(2, 1), pieces: [Set(of: Polysticks(1), copies: 5)]",
            4,
        ),
    ] {
        let all = file(&format!("({text}, goals: [Holes(count: 2)])"));
        let distinct = file(&format!(
            "({text}, goals: [Holes(count: 2, distinct: true)])"
        ));
        let (all, few) = (counts(&all, None), counts(&distinct, None));
        assert!(few.len() < all.len() && few.len() * images >= all.len());
        // Each remaining goal has the same count as among all choices, and the set of counts is the
        // same.
        for (name, count) in &few {
            assert_eq!(all[name], *count, "{name}");
        }
        let different = |counts: &BTreeMap<String, GoalCount>| {
            let mut numbers: Vec<_> = counts
                .values()
                .map(|count| count.solutions.exact().cloned())
                .collect();
            numbers.sort();
            numbers.dedup();
            numbers
        };
        assert_eq!(different(&all), different(&few));
    }
}

/// Checks that a choice of holes represents only those of its images that are `within` the cells.
#[test]
fn distinct_holes_within_some_cells_leave_none_out() {
    let goals = |within: &str| {
        let text = format!(
            "(lattice: Square, board: Rect(4, 1), pieces: [Set(of: Polyominoes(1), copies: 3)],
              goals: [Holes(count: 1, within: Cells([{within}]), distinct: true)])"
        );
        let goals = file(&text).goals;
        let names = goals.iter().map(|goal| goal.name.to_string());
        names.collect::<Vec<String>>().join(" ")
    };
    assert_eq!(goals("(0, 0), (1, 0), (2, 0), (3, 0)"), "(0,0) (1,0)");
    assert_eq!(goals("(2, 0), (3, 0)"), "(2,0) (3,0)");
    assert_eq!(goals("(1, 0), (2, 0), (3, 0)"), "(1,0) (3,0)");
}

#[test]
fn engines_agree_on_every_goal() {
    let source = Source::load(&crate::program::root().join("puzzles/growing-tray.ron"));
    let family = load(&source.expect("the file is there")).expect("a puzzle");
    let swept = counts(&family, Some(Engine::Frontier));
    assert_eq!(swept, counts(&family, Some(Engine::Bits)));
    assert_eq!(swept.len(), 43);
}

/// Compares with a snapshot the output of commands for a file of goals.
#[test]
fn families_are_described() {
    let folder = TempDir::new().expect("a scratch folder");
    let text = r#"(
    title: "A small tray",
    lattice: Square,
    board: Rect(4, 3),
    pieces: [Set(of: Polyominoes(3), copies: (0, 4)), Piece(name: "M", cells: Rect(1, 1))],
    goals: [
        Each(of: [Rows((0, 0), ["a b c d"]), Rows((0, 1), ["1 2"])], except: ["b 2"]),
        Goal(name: "whole"),
        Goal(name: "large", board: Rect(9, 9)),
        Goal(name: "bars", only: ["I"]),
    ],
    expect: (goals: 10, impossible: 3),
)
"#;
    std::fs::write(folder.path().join("small.ron"), text).expect("a file");
    let mut seen = String::new();
    for arguments in [
        &["count", "small.ron"][..],
        &["check", "small.ron"],
        &["count", "small.ron", "--goal", "bars", "--engine", "links"],
        &["count", "small.ron", "--goal", "bar"],
        &["count", "small.ron", "--case", "bars"],
        &["count", "small.ron", "--goal", "bars", "--case", "bars"],
        &["count", "small.ron", "--checkpoint", "c"],
        &["solve", "small.ron"],
        &["solve", "small.ron", "--goal", "bars", "--distinct"],
        &["show", "small.ron", "--goal", "d 1"],
        &["check", "small.ron", "--goal", "large"],
        &["why", "small.ron", "--goal", "large"],
        &["matrix", "small.ron", "--goal", "bars"],
        &["show", "small.ron"],
        &["profile", "small.ron"],
        &["profile", "small.ron", "--goal", "bars"],
        &["estimate", "small.ron"],
        &["matrix", "small.ron"],
        &["why", "small.ron"],
        &["explore", "small.ron"],
        &["explore", "small.ron", "--goal", "bars"],
        &["starts", "small.ron", "-k", "1"],
        &["starts", "small.ron", "-k", "1", "--goal", "bars"],
        &["challenges", "small.ron"],
        &[
            "challenges",
            "small.ron",
            "--goal",
            "bars",
            "-n",
            "1",
            "-o",
            "bars.ron",
        ],
        &["grade", "bars.ron"],
        &["grade", "bars.ron", "--goal", "bars"],
        &["grade", "small.ron"],
        &["hint", "small.ron"],
        &[
            "hint",
            "small.ron",
            "--goal",
            "bars",
            "--after",
            "I@(0,0)(1,0)(2,0)",
        ],
        &["unify", "small.ron"],
        &["unify", "small.ron", "--goal", "bars"],
    ] {
        let output = tilewright()
            .current_dir(folder.path())
            .args(arguments)
            .output()
            .expect("the program starts");
        let mut run = Run::from(output);
        // Running times differ between runs.
        let lines = run.stdout.split_inclusive('\n');
        run.stdout = lines.filter(|line| !line.contains("  engine ")).collect();
        run.stderr = without_times(&run.stderr);
        seen.push_str(&format!(
            "$ tilewright {}\n{}\n",
            arguments.join(" "),
            run.transcript()
        ));
    }
    insta::assert_snapshot!("families", seen);
    let verify = tilewright()
        .current_dir(folder.path())
        .args(["verify", "small.ron", "--format", "json"])
        .output()
        .expect("the program starts");
    let verify = Run::from(verify);
    assert!(
        verify.stdout.contains("\"impossible goals\""),
        "{}",
        verify.transcript()
    );
}

/// A text with each time in seconds, `0.02 s`, replaced by `… s`.
fn without_times(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_unit =
        |word: Option<&&str>| word.is_some_and(|word| matches!(word.trim_end(), "s" | "s;"));
    let timeless = words.iter().enumerate().map(|(at, word)| {
        if word.parse::<f64>().is_ok() && is_unit(words.get(at + 1)) {
            "…"
        } else {
            word
        }
    });
    timeless.collect::<Vec<_>>().join(" ")
}

/// Checks that the calendar in the guide is the one that is tested.
#[test]
fn the_guide_shows_the_half_days() {
    let text = |path: &str| {
        std::fs::read_to_string(crate::program::root().join(path)).expect("the file is there")
    };
    assert!(text("crates/cli/guide/goals.md").contains(&text("tests/puzzles/half-days.ron")));
    let counts = counts(&file(&text("tests/puzzles/half-days.ron")), None);
    // These counts were found by another program, which places pieces cell by cell.
    let expected: [u32; 14] = [3, 3, 2, 2, 2, 3, 2, 0, 4, 12, 1, 0, 2, 1];
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    let names = days
        .iter()
        .flat_map(|day| [format!("{day} am"), format!("{day} pm")]);
    for (name, solutions) in names.zip(expected) {
        let expected = Known::Exact(solutions.into());
        assert_eq!(counts[&name].solutions, expected, "{name}");
    }
}

#[test]
fn threads_do_not_change_the_answer() {
    let count = |threads: &str| {
        run([
            "count",
            "puzzles/growing-tray.ron",
            "--format",
            "json",
            "--threads",
            threads,
        ])
        .json()
    };
    let answer = count("1");
    assert_eq!(answer, count("3"));
    assert_eq!(answer["goals"].as_array().map(Vec::len), Some(43));
    assert_eq!(answer["complete"], true);
    assert_eq!(answer["easiest"]["goals"][0], "12");
}
