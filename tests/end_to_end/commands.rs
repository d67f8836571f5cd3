//! The commands' answers, and that they are the same bytes every time.

use std::fs;
use std::io::Read;
use std::process::Stdio;

use tempfile::TempDir;

use crate::program::{Run, run, tilewright};

#[test]
fn count_as_json_has_the_fields_of_the_design() {
    let answer = run(["count", "puzzles/scott.ron", "--format", "json"]).json();
    assert_eq!(answer["puzzle"], "Scott's pentominoes");
    assert_eq!(answer["options"], 1568);
    assert_eq!(answer["items"]["primary"], 72);
    assert_eq!(answer["items"]["secondary"], 0);
    assert_eq!(answer["solutions"], 520);
    assert_eq!(answer["engine"], "links");
    assert!(answer["seconds"].is_number());
    assert_eq!(answer["threads"], 1);
}

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
fn solve_as_json_lines() {
    let run = run(["solve", "puzzles/pentominoes-3x20.ron", "--format", "jsonl"]);
    assert_eq!(run.status, 0);
    let lines: Vec<serde_json::Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("every line is JSON"))
        .collect();
    assert_eq!(lines.len(), 9);
    for (number, line) in lines[..8].iter().enumerate() {
        assert_eq!(line["type"], "solution");
        assert_eq!(line["number"], number + 1);
        let placements = line["placements"].as_array().expect("placements");
        assert_eq!(placements.len(), 12);
        let cells: usize = placements
            .iter()
            .map(|p| p["cells"].as_array().map_or(0, Vec::len))
            .sum();
        assert_eq!(cells, 60);
    }
    assert_eq!(lines[8]["type"], "summary");
    assert_eq!(lines[8]["solutions"], 8);
    assert_eq!(lines[8]["complete"], true);
}

#[test]
fn a_list_in_a_file_has_the_bytes_of_one_on_stdout() {
    let folder = TempDir::new().expect("a scratch folder");
    let file = folder.path().join("list.txt");
    let puzzle = "puzzles/pentominoes-3x20.ron";
    let shown = run(["solve", puzzle]);
    let written = tilewright()
        .args(["solve", puzzle, "-o"])
        .arg(&file)
        .output()
        .expect("the program starts");
    assert!(written.stdout.is_empty());
    assert_eq!(fs::read_to_string(&file).expect("the list"), shown.stdout);
}

#[test]
fn no_solution_is_told_by_the_status() {
    let solve = run(["solve", "puzzles/hexiamonds-arrow-b.ron"]);
    assert_eq!((solve.status, solve.stdout.as_str()), (1, ""));
    // A count of 0 is an answer.
    let count = run([
        "count",
        "puzzles/hexiamonds-arrow-b.ron",
        "--format",
        "json",
    ]);
    assert_eq!(count.json()["solutions"], 0);
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
fn colour_is_off_unless_wanted() {
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
    // The same picture under the colours.
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
fn the_matrix_solves_to_the_same_count() {
    let folder = TempDir::new().expect("a scratch folder");
    let problem = folder.path().join("problem.dlx");
    for (puzzle, solutions) in [
        ("puzzles/pentominoes-3x20.ron", "8\n"),
        ("puzzles/welded-tetrasticks-4x4.ron", "16\n"),
        ("tests/puzzles/scott-x-at-23.ron", "19\n"),
    ] {
        let matrix = run(["matrix", puzzle]);
        assert_eq!(matrix.status, 0);
        fs::write(&problem, &matrix.stdout).expect("a file");
        let cover = tilewright()
            .args(["cover", "--count"])
            .arg(&problem)
            .output()
            .expect("the program starts");
        assert_eq!(
            String::from_utf8_lossy(&cover.stdout),
            solutions,
            "{puzzle}"
        );
    }
}

#[test]
fn cover_lists_the_options_chosen() {
    insta::assert_snapshot!(run(["cover", "tests/puzzles/matrix-3.dlx"]).transcript());
    insta::assert_snapshot!(
        "cover_lists_json_lines",
        run(["cover", "tests/puzzles/matrix-3.dlx", "--format", "jsonl"]).transcript()
    );
}

#[test]
fn generated_pieces_read_back() {
    let folder = TempDir::new().expect("a scratch folder");
    let file = folder.path().join("again.ron");
    for (family, size, lattice, board) in [
        ("polyominoes", "5", "Square", "Rect(20, 3)"),
        ("polyiamonds", "6", "Triangle", "Rhombus(6, 6)"),
        ("polysticks", "3", "Stick", "Rect(3, 3)"),
        ("polycubes", "3", "Cube", "Box(3, 3, 3)"),
    ] {
        let generated = run(["generate", family, size, "--format", "ron"]);
        assert_eq!(generated.status, 0);
        let own = format!(
            "(lattice: {lattice}, board: {board}, pieces: [\n{}])",
            generated.stdout
        );
        let set = family.replacen('p', "P", 1);
        let named =
            format!("(lattice: {lattice}, board: {board}, pieces: [Set(of: {set}({size}))])");
        let options = |text: &str| {
            fs::write(&file, text).expect("a file");
            let output = tilewright()
                .args(["matrix"])
                .arg(&file)
                .output()
                .expect("the program starts");
            assert!(
                output.status.success(),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
            let text = String::from_utf8(output.stdout).expect("UTF-8");
            text.lines()
                .filter(|line| !line.starts_with('|'))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(options(&own), options(&named), "{family} {size}");
    }
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

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = tilewright()
        .args(["solve", "puzzles/scott.ron"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = [0; 64];
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_exact(&mut first).expect("a beginning");
    drop(stdout);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_help_is_complete() {
    let mut text = run(["--help"]).stdout;
    for command in [
        "check", "show", "count", "solve", "profile", "matrix", "cover", "generate",
    ] {
        text.push_str(&format!("\n$ tilewright {command} --help\n"));
        text.push_str(&run([command, "--help"]).stdout);
    }
    insta::assert_snapshot!(text);
}
