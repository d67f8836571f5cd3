//! The drawings of `solve`, `show` and `generate`.

use crate::program::{Run, json_lines, puzzle_file, root, run, tilewright};

#[test]
fn solve_draws_squares() {
    insta::assert_snapshot!(run(["solve", "puzzles/scott.ron", "-n", "1"]).transcript());
}

#[test]
fn solve_draws_triangles() {
    insta::assert_snapshot!(
        run(["solve", "puzzles/hexiamonds-rhombus.ron", "-n", "1"]).transcript()
    );
}

#[test]
fn solve_draws_sticks() {
    insta::assert_snapshot!(
        run(["solve", "puzzles/welded-tetrasticks-4x4.ron", "-n", "1"]).transcript()
    );
}

#[test]
fn solve_draws_layers_of_cubes() {
    insta::assert_snapshot!(run(["solve", "puzzles/soma-cube.ron", "-n", "1"]).transcript());
}

#[test]
fn solve_draws_trays_with_depth() {
    insta::assert_snapshot!(run(["solve", "puzzles/iq-fit.ron", "-n", "1"]).transcript());
}

#[test]
fn show_draws_boards_and_pieces() {
    for puzzle in [
        "scott",
        "hexiamonds-arrow-d",
        "tetrasticks-aztec-diamond",
        "soma-cube",
        "iq-fit",
    ] {
        let run = run(["show", &format!("puzzles/{puzzle}.ron")]);
        insta::assert_snapshot!(format!("show_{puzzle}"), run.transcript());
    }
}

#[test]
fn show_draws_givens() {
    insta::assert_snapshot!(run(["show", "tests/puzzles/scott-x-at-23.ron"]).transcript());
}

#[test]
fn colour_is_off_by_default() {
    let escape = '\u{1b}';
    let solve = ["solve", "puzzles/scott.ron", "-n", "1"];
    let plain = run(solve);
    assert!(!plain.stdout.contains(escape));
    let coloured = run(solve.into_iter().chain(["--color", "always"]));
    assert!(coloured.stdout.contains(escape));
    let never = Run::from(
        tilewright()
            .args(solve)
            .env("CLICOLOR_FORCE", "1")
            .env("NO_COLOR", "1")
            .output()
            .expect("the program starts"),
    );
    assert_eq!(never.stdout, plain.stdout);
    // The picture without colours is the same.
    let mut stripped = String::new();
    let mut rest = coloured.stdout.as_str();
    while let Some((before, after)) = rest.split_once(escape) {
        stripped.push_str(before);
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    stripped.push_str(rest);
    assert_eq!(stripped, plain.stdout);
}

#[test]
fn generate_draws() {
    insta::assert_snapshot!(run(["generate", "polyominoes", "5"]).stdout);
    insta::assert_snapshot!(
        "generate_hexiamonds",
        run(["generate", "polyiamonds", "6"]).stdout
    );
    insta::assert_snapshot!(
        "generate_one_sided_tetrasticks",
        run(["generate", "polysticks", "4", "--sides", "one-sided"]).stdout
    );
    insta::assert_snapshot!(
        "generate_tetracubes",
        run(["generate", "polycubes", "4"]).stdout
    );
}

/// Checks that cells with colours show them in place of the piece's label. `design --search`, balls
/// and deep inlays, which do not support them, are refused.
#[test]
fn cells_with_colours() {
    const PUZZLE: &str = "puzzles/macmahon-squares-two-colours.ron";
    insta::assert_snapshot!(run(["solve", PUZZLE, "--distinct", "--limit", "1"]).transcript());
    let drawn = run(["draw", PUZZLE, "--solution", "1", "--labels", "none"]);
    assert_eq!(drawn.status, 0, "{}", drawn.transcript());
    let refused = [
        run(["design", PUZZLE, "--search"]),
        run(["print", PUZZLE, "--shape", "balls", "--output", "tiles.3mf"]),
        run(["print", PUZZLE, "--inlay", "2.5mm", "--output", "tiles.3mf"]),
    ];
    let refused = refused.map(|run| {
        assert_ne!(run.status, 0, "{}", run.transcript());
        run.stderr
    });
    insta::assert_snapshot!(refused.join("\n"));
}

/// Checks that four of the seven checkered tetrominoes make a 4 × 4 checkerboard in 144 ways.
#[test]
fn choices_of_pieces_with_colours() {
    const PUZZLE: &str = "puzzles/checkered-tetrominoes-4x7.ron";
    let pool = std::fs::read_to_string(root().join(PUZZLE)).unwrap();
    let pool = pool
        .replace("Rect(7, 4)", "Rect(4, 4)")
        .replace("checkered: true", "checkered: true, copies: (0, 1)");
    let pool = pool.split("    expect:").next().unwrap().to_owned() + ")";
    let (folder, file) = puzzle_file(&pool);
    let output = run(["design", &file, "--distinct", "1.."]);
    insta::assert_snapshot!(output.stdout);
    // The puzzle file written for each choice has the same counts.
    let designs = folder.path().join("designs").to_string_lossy().into_owned();
    let output = run([
        "design",
        &file,
        "--distinct",
        "1..",
        "--format",
        "jsonl",
        "--write",
        &designs,
    ]);
    let output = json_lines(&output);
    assert_eq!(output.len(), 6);
    for (number, choice) in (1..).zip(output) {
        let counted = run([
            "count",
            "--format",
            "json",
            &format!("{designs}/{number}.ron"),
        ])
        .json();
        for field in ["solutions", "distinct", "distinct_rotations"] {
            assert_eq!(counted[field], choice[field], "{choice}");
        }
    }
}

#[test]
fn tiles_are_printed_with_inlaid_colours() {
    const PUZZLE: &str = "puzzles/macmahon-squares-two-colours.ron";
    let folder = tempfile::TempDir::new().unwrap();
    let [model, mesh] = ["tiles.3mf", "tiles.stl"].map(|name| folder.path().join(name));
    let output = run([
        "print",
        PUZZLE,
        "-o",
        &model.to_string_lossy(),
        "-o",
        &mesh.to_string_lossy(),
    ]);
    assert_eq!(output.status, 0, "{}", output.transcript());
    // Six tiles, 19.7 mm square and 5 mm high.
    assert!(
        output.stdout.contains("volume       11.6 cm³"),
        "{}",
        output.stdout
    );
}
