//! Every puzzle of the collection has the numbers that it expects.
//!
//! The matrix of each puzzle is always built, and its number of options compared. Counts that take half a
//! minute or more are marked slow (`cargo test -- --ignored`).

use std::collections::BTreeSet;

use tempfile::TempDir;
use tilewright::puzzle::{Expect, PuzzleFile, Source, load};

use crate::program::{Run, puzzle_folders, root, run, tilewright};

fn file(name: &str) -> PuzzleFile {
    let path = root().join(format!("puzzles/{name}.ron"));
    let source = Source::load(&path).expect("the puzzle can be read");
    let file = load(&source).expect("the puzzle can be resolved");
    assert!(file.puzzle.source.is_some(), "{name} has a source");
    file
}

fn expect(name: &str) -> Expect {
    file(name).expect
}

/// Checks that the text written for a puzzle of the collection, or for one of its goals, is read as
/// the same puzzle.
#[test]
fn written_puzzles_are_read_back() {
    /// The number of goals of a file that are checked.
    const GOALS: usize = 20;
    let entries = puzzle_folders()
        .into_iter()
        .filter(|folder| !folder.ends_with("giants"))
        .flat_map(|folder| std::fs::read_dir(root().join(folder)).expect("there are puzzles"));
    for entry in entries {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            continue;
        }
        let source = Source::load(&path).expect("it can be read");
        // Some files are challenges, not puzzles.
        let Ok(file) = load(&source) else { continue };
        let goals = file.goals.iter().take(GOALS);
        let goals = goals.map(|goal| file.with_goal(goal).puzzle);
        for puzzle in std::iter::once(file.puzzle.clone()).chain(goals) {
            let text = puzzle.to_ron();
            let again = load(&Source::new("written.ron", text.as_str())).expect(&text);
            assert_eq!(again.puzzle, puzzle, "{}", path.display());
        }
    }
}

/// Puzzles in subfolders that take up to a minute in a development build.
const SLOW: [&str; 1] = ["disputed/hexiamonds-trefoil.ron"];

#[test]
#[ignore = "slow: a minute at most"]
fn slow_files_of_folders_have_the_expected_numbers() {
    for file in SLOW {
        let run = run(["verify", &format!("puzzles/{file}")]);
        assert_eq!(run.status, 0, "{file}: {}", run.transcript());
    }
}

/// Checks the puzzles in subfolders: of lattices, of boards that wrap around, with conditions, …
#[test]
fn files_of_folders_have_the_expected_numbers() {
    let folders: Vec<String> = puzzle_folders()
        .into_iter()
        .filter(|folder| !matches!(folder.as_str(), "puzzles" | "puzzles/giants"))
        .collect();
    assert!(folders.len() >= 10, "{folders:?}");
    for folder in folders {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(root().join(&folder)).expect("a folder") {
            let path = entry.expect("a file").path();
            let source = Source::load(&path).expect("the puzzle can be read");
            let file = load(&source).expect("the puzzle can be resolved");
            assert!(
                file.puzzle.source.is_some(),
                "{} has a source",
                path.display()
            );
            let Expect {
                solutions,
                distinct,
                distinct_rotations,
                ..
            } = file.expect;
            // The published number may count solutions only up to symmetry.
            let number = solutions.or(distinct).or(distinct_rotations);
            assert!(number.is_some(), "{} expects a number", path.display());
            if !SLOW.iter().any(|slow| path.ends_with(slow)) {
                files.push(path.display().to_string());
            }
        }
        assert!(!files.is_empty(), "{folder}");
        files.sort();
        let run = run(std::iter::once("verify").chain(files.iter().map(String::as_str)));
        assert_eq!(run.status, 0, "{folder}: {}", run.transcript());
    }
}

/// Asserts that each case of a puzzle has the solutions, nodes and updates that it expects.
fn cases(name: &str) {
    let file = file(name);
    let answer = run([
        "profile",
        &format!("puzzles/{name}.ron"),
        "--format",
        "json",
    ])
    .json();
    let rows = answer["cases"].as_array().expect("the puzzle has cases");
    assert_eq!(rows.len(), file.cases.len(), "{name}");
    for (row, case) in rows.iter().zip(&file.cases) {
        let name = &case.name;
        assert_eq!(row["case"], **name);
        assert_eq!(row["complete"], true, "{name}");
        let Expect {
            solutions,
            nodes,
            updates,
            ..
        } = case.expect;
        for (found, expected) in [
            ("solutions", solutions),
            ("nodes", nodes),
            ("updates", updates),
        ] {
            if let Some(expected) = expected {
                assert_eq!(row[found], expected, "{name}: {found}");
            }
        }
    }
}

#[test]
fn cases_of_the_paper() {
    for name in [
        "scott",
        "pentominoes-6x10",
        "hexiamonds-rhombus",
        "hexiamonds-arrow-a",
        "hexiamonds-arrow-b",
        "hexiamonds-arrow-c",
        "hexiamonds-arrow-d",
    ] {
        cases(name);
    }
}

#[test]
#[ignore = "slow: half a minute when optimised"]
fn corner_classes_of_the_y_pentominoes() {
    cases("y-pentominoes-15x15");
}

#[test]
#[ignore = "slow: a quarter of an hour when optimised"]
fn seven_cases_of_the_hexiamond_hexagon() {
    cases("obeirne-hexagon");
}

/// Checks that a case, selected by its name, has the same profile as a puzzle with its piece given.
#[test]
fn one_case_alone() {
    let file = "puzzles/scott.ron";
    let answer = run(["profile", file, "--case", "X at 23", "--format", "json"]).json();
    assert_eq!(answer["puzzle"], "Scott's pentominoes: X at 23");
    assert_eq!(answer["updates"], 3_617_723);
    let given = "tests/puzzles/scott-x-at-23.ron";
    let same = run(["profile", given, "--format", "json"]).json();
    assert_eq!(answer["levels"], same["levels"]);
}

#[test]
fn a_restriction_that_removes_nothing_gives_a_warning() {
    let folder = TempDir::new().expect("a scratch folder");
    let text = r#"(
    lattice: Square,
    board: Rect(10, 6),
    pieces: [Set(of: Polyominoes(5))],
    restrict: [Sides(piece: "X", sides: OneSided)],
    cases: [
        (name: "left", restrict: [
            Within(piece: "X", cells: Rect(6, 6)),
            Avoids(piece: "X", cells: Cells([(0, 0)])),
        ]),
    ],
)
"#;
    std::fs::write(folder.path().join("idle.ron"), text).expect("a file");
    let output = tilewright()
        .current_dir(folder.path())
        .args(["check", "idle.ron"])
        .output()
        .expect("the program starts");
    insta::assert_snapshot!("idle_restrictions", Run::from(output).transcript());
}

/// Runs `verify` on one puzzle, including its cases.
fn verify(name: &str) {
    let run = run(["verify", "--slow", &format!("puzzles/{name}.ron")]);
    assert_eq!(run.status, 0, "{}", run.transcript());
    let rows = run
        .stdout
        .lines()
        .filter(|line| line.contains("solutions"))
        .count();
    assert!(rows > 0, "{}", run.transcript());
}

/// One test for each puzzle; `slow` ones are ignored unless requested.
macro_rules! puzzles {
    (fast { $($fast:ident = $fast_name:literal,)* } slow { $($slow:ident = $slow_name:literal,)* }) => {
        const NAMES: &[&str] = &[$($fast_name,)* $($slow_name,)*];
        $(
            #[test]
            fn $fast() {
                verify($fast_name);
            }
        )*
        $(
            #[test]
            #[ignore = "slow: from half a minute to hours"]
            fn $slow() {
                verify($slow_name);
            }
        )*
    };
}

puzzles! {
    fast {
        scott = "scott",
        pentominoes_3x20 = "pentominoes-3x20",
        pentominoes_4x15 = "pentominoes-4x15",
        pentominoes_5x6 = "pentominoes-5x6",
        one_sided_pentominoes_5x11 = "one-sided-pentominoes-5x11",
        pentominoes_5x12 = "pentominoes-5x12",
        pentominoes_6x10 = "pentominoes-6x10",
        pentominoes_and_tetrominoes_4x20 = "pentominoes-and-tetrominoes-4x20",
        one_sided_pentominoes_3x30 = "one-sided-pentominoes-3x30",
        hexiamonds_rhombus = "hexiamonds-rhombus",
        hexiamonds_arrow_a = "hexiamonds-arrow-a",
        hexiamonds_arrow_b = "hexiamonds-arrow-b",
        hexiamonds_arrow_c = "hexiamonds-arrow-c",
        hexiamonds_arrow_d = "hexiamonds-arrow-d",
        welded_tetrasticks_4x4 = "welded-tetrasticks-4x4",
        tetrasticks_4x4_fhjloprwxy = "tetrasticks-4x4-fhjloprwxy",
        tetrasticks_4x4_fhjlpruwxy = "tetrasticks-4x4-fhjlpruwxy",
        unwelded_tetrasticks_5x5 = "unwelded-tetrasticks-5x5",
        dominoes_8x8 = "dominoes-8x8",
        macmahon_squares = "macmahon-squares",
        macmahon_squares_two_colours = "macmahon-squares-two-colours",
        two_sided_heart = "two-sided-heart",
        two_sided_smile = "two-sided-smile",
        two_sided_corners = "two-sided-corners",
        checkered_tetrominoes_4x7 = "checkered-tetrominoes-4x7",
        one_sided_checkered_tetrominoes_4x10 = "one-sided-checkered-tetrominoes-4x10",
        one_sided_checkered_tetrominoes_5x8 = "one-sided-checkered-tetrominoes-5x8",
        checkered_pentominoes_3x40 = "checkered-pentominoes-3x40",
        mutilated_chessboard = "mutilated-chessboard",
        kanoodle = "kanoodle",
        kanoodle_one_solution = "kanoodle-one-solution",
        twelve_pieces_one_solution = "twelve-pieces-one-solution",
        dissections_7x7 = "dissections-7x7",
        pentominoes_four_holes = "pentominoes-four-holes",
        pentominoes_two_5x6 = "pentominoes-two-5x6",
        triplications = "triplications",
        lozenges = "lozenges",
        aztec_diamonds = "aztec-diamonds",
        soma_cube = "soma-cube",
        solid_pentominoes_2x3x10 = "solid-pentominoes-2x3x10",
        solid_pentominoes_2x5x6 = "solid-pentominoes-2x5x6",
        dudeney = "dudeney",
        one_sided_pentominoes_5x18 = "one-sided-pentominoes-5x18",
        tetrasticks_5x5_without_h = "tetrasticks-5x5-without-h",
        tetrasticks_5x5_without_j = "tetrasticks-5x5-without-j",
        tetrasticks_5x5_without_l = "tetrasticks-5x5-without-l",
        tetrasticks_5x5_without_n = "tetrasticks-5x5-without-n",
        tetrasticks_5x5_without_y = "tetrasticks-5x5-without-y",
        calendar = "calendar",
        calendar_f = "calendar-f",
        growing_tray = "growing-tray",
        menagerie = "menagerie",
        iq_fit = "iq-fit",
        solid_pentominoes_3x4x5 = "solid-pentominoes-3x4x5",
    }
    slow {
        macmahon_triangles = "macmahon-triangles",
        y_pentominoes_15x15 = "y-pentominoes-15x15",
        one_sided_pentominoes_6x15 = "one-sided-pentominoes-6x15",
        one_sided_pentominoes_9x10 = "one-sided-pentominoes-9x10",
        obeirne_hexagon = "obeirne-hexagon",
        obeirne_hexagon_by_colour = "obeirne-hexagon-by-colour",
        tetrasticks_aztec_diamond = "tetrasticks-aztec-diamond",
    }
}

/// Counts the solutions by each engine separately, and with a certificate.
#[test]
fn a_tray_has_one_solution() {
    for (puzzle, solutions) in [
        ("kanoodle-one-solution", 4),
        ("twelve-pieces-one-solution", 2),
    ] {
        let file = format!("puzzles/{puzzle}.ron");
        let call = ["count", &file, "--format", "json"];
        for more in [
            &["--engine", "links"][..],
            &["--engine", "bits"],
            &["--engine", "frontier"],
            &["--certificate"],
        ] {
            let run = run(call.iter().chain(more));
            let answer = run.json();
            assert_eq!(answer["solutions"], solutions, "{}", run.transcript());
            assert_eq!(answer["distinct"], 1, "{}", run.transcript());
        }
    }
}

#[test]
fn every_puzzle_of_the_collection_is_tested() {
    let shipped: BTreeSet<String> = std::fs::read_dir(root().join("puzzles"))
        .expect("there are puzzles")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.is_file())
        .map(|path| {
            path.file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    let tested: BTreeSet<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(shipped, tested);
}

#[test]
fn every_puzzle_has_the_options_it_expects() {
    for name in NAMES {
        let expected = expect(name).options.expect("the puzzle expects options");
        let check = run(["check", "--format", "json", &format!("puzzles/{name}.ron")]);
        let answer: serde_json::Value =
            serde_json::from_str(&check.stdout).expect("stdout is JSON");
        assert_eq!(answer["options"], expected, "{name}");
        // The chessboard's colouring is the only obstacle in the collection.
        let impossible = *name == "mutilated-chessboard";
        assert_eq!(
            check.status,
            i32::from(impossible),
            "{}",
            check.transcript()
        );
    }
}

#[test]
fn items_are_counted_as_in_the_sources() {
    for (name, primary, secondary) in [
        ("scott", 72, 0),
        ("kanoodle", 67, 0),
        ("iq-fit", 60, 0),
        // 15 pieces, 60 sticks, 16 interior junctions.
        ("tetrasticks-5x5-without-l", 75, 16),
        // 45 copies on 225 cells: the area determines the number of copies, so the piece needs no item.
        ("y-pentominoes-15x15", 225, 0),
        ("mutilated-chessboard", 62, 0),
    ] {
        let check = run(["check", "--format", "json", &format!("puzzles/{name}.ron")]);
        let answer: serde_json::Value =
            serde_json::from_str(&check.stdout).expect("stdout is JSON");
        assert_eq!(answer["items"]["primary"], primary, "{name}");
        assert_eq!(answer["items"]["secondary"], secondary, "{name}");
    }
}

/// Checks the table below Figure 5 of "Dancing Links": the leftmost item is chosen, and the item X
/// comes first.
#[test]
fn the_leftmost_item_follows_the_order_of_the_file() {
    let call = [
        "profile",
        "tests/puzzles/scott-x-first.ron",
        "--heuristic",
        "first",
        "--format",
        "json",
    ];
    let profile = run(call).json();
    assert_eq!(profile["nodes"], 103_005);
    assert_eq!(profile["updates"], 17_818_752);
    let nodes: Vec<u64> = (profile["levels"].as_array().expect("levels").iter())
        .map(|level| level["nodes"].as_u64().expect("a number"))
        .collect();
    let paper = [
        1, 6, 24, 256, 581, 1_533, 3_422, 10_381, 26_238, 46_609, 13_935, 19,
    ];
    assert_eq!(nodes, paper);
}
