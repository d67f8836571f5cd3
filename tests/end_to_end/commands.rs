//! The commands' answers, and that they are the same bytes every time.

use std::fs;
use std::io::Read;
use std::process::Stdio;

use tempfile::TempDir;

use crate::program::{Run, run, tilewright};

#[test]
fn count_as_json_has_the_fields_of_the_design() {
    let answer = run([
        "count",
        "puzzles/scott.ron",
        "--certificate",
        "--engine",
        "bits",
        "--threads",
        "2",
        "--format",
        "json",
    ])
    .json();
    assert_eq!(answer["puzzle"], "Scott's pentominoes");
    assert_eq!(answer["options"], 1568);
    assert_eq!(answer["items"]["primary"], 72);
    assert_eq!(answer["items"]["secondary"], 0);
    assert_eq!(answer["solutions"], 520);
    assert_eq!(answer["distinct"], 65);
    assert_eq!(answer["distinct_rotations"], 130);
    assert_eq!(answer["engine"], "bits");
    assert!(answer["seconds"].is_number());
    assert!(answer["threads"].as_u64() <= Some(2));
    assert_eq!(answer["complete"], true);
    assert_eq!(answer["symmetries"], 8);
    assert_eq!(answer["by_symmetry"][0]["symmetry"], "none");
    assert_eq!(answer["by_symmetry"][0]["distinct"], 65);
    assert_eq!(answer["certificate"]["orbits"], 65);
    assert_eq!(answer["certificate"]["fixed"][0], 520);
    let words = answer["restricted"][0].as_str().expect("words");
    assert!(
        words.starts_with("X is kept to the upper left quarter"),
        "{words}"
    );
}

/// Knuth, "Dancing Links" (2000), Figure 13: three solutions, two of them
/// symmetric.
#[test]
fn symmetric_solutions_are_told_apart() {
    let answer = run([
        "count",
        "puzzles/welded-tetrasticks-4x4.ron",
        "--format",
        "json",
    ])
    .json();
    assert_eq!(answer["solutions"], 16);
    assert_eq!(answer["distinct"], 3);
    assert_eq!(answer["distinct_rotations"], 4);
    let by_symmetry = answer["by_symmetry"].as_array().expect("a list");
    let count = |name: &str| {
        by_symmetry
            .iter()
            .find(|entry| entry["symmetry"] == name)
            .map(|entry| entry["distinct"].clone())
    };
    assert_eq!(count("none"), Some(1.into()));
    assert_eq!(by_symmetry.len(), 2);
    let list = run(["solve", "--distinct", "puzzles/welded-tetrasticks-4x4.ron"]);
    assert_eq!(list.stdout.matches("solution ").count(), 3);
    assert_eq!(list.stdout.matches("symmetric: ").count(), 2);
}

#[test]
fn a_certificate_is_made_when_asked_for() {
    let file = "puzzles/pentominoes-3x20.ron";
    for engine in ["auto", "links", "bits", "frontier"] {
        let count = ["count", file, "--engine", engine, "--format", "json"];
        let answer = run(count).json();
        assert_eq!(answer["certificate"], serde_json::Value::Null);
        assert_eq!(answer["solutions"], 8);
        assert_eq!(answer["distinct"], 2);
        let certified = run(count.iter().chain(&["--certificate"])).json();
        assert_eq!(certified["certificate"]["fixed"][0], 8);
        assert_eq!(certified["certificate"]["orbits"], 2);
        assert_eq!(certified["distinct"], 2);
    }
}

/// Knuth's maximally symmetric solutions: Scott's problem, Figure 1 (36 and
/// 30); the one-sided 3 × 30, Figure 9 (51 and 48).
#[test]
fn the_most_symmetric_solutions() {
    for (puzzle, scores) in [
        ("scott", [36, 30]),
        ("one-sided-pentominoes-3x30", [51, 48]),
    ] {
        let file = format!("puzzles/{puzzle}.ron");
        let list = run([
            "solve",
            "--distinct",
            "--best",
            "1",
            "--format",
            "jsonl",
            &file,
        ]);
        let line = list.stdout.lines().next().expect("a line");
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let mut found =
            ["horizontal", "vertical"].map(|name| line["scores"][name].as_u64().expect("a score"));
        found.sort_unstable();
        found.reverse();
        assert_eq!(found, scores, "{puzzle}");
    }
}

#[test]
fn sorted_lists_begin_with_the_best() {
    let file = "puzzles/pentominoes-3x20.ron";
    let sorted = run(["solve", file, "--sort", "symmetry", "--format", "jsonl"]);
    let ranks: Vec<(u64, u64)> = sorted
        .stdout
        .lines()
        .filter_map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let a = line["scores"]["horizontal"].as_u64()?;
            let b = line["scores"]["vertical"].as_u64()?;
            Some((a.max(b), a.min(b)))
        })
        .collect();
    assert_eq!(ranks.len(), 8);
    assert!(ranks.is_sorted_by(|a, b| a >= b), "{ranks:?}");
    let best = run(["solve", file, "--best", "3", "--format", "jsonl"]);
    let lines = |text: &str| text.lines().take(3).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&best.stdout), lines(&sorted.stdout));
    let sticks = run(["solve", "--best", "1", "puzzles/welded-tetrasticks-4x4.ron"]);
    assert_eq!(sticks.status, 2);
    assert!(
        sticks.stderr.contains("symmetry scores count edges"),
        "{}",
        sticks.stderr
    );
}

#[test]
fn a_case_is_counted_by_its_name() {
    let count = |command: &[&str]| {
        let run = run(command
            .iter()
            .chain(&["--format", "json", "puzzles/scott.ron"]));
        run.json()["solutions"].clone()
    };
    assert_eq!(count(&["count", "--case", "X at 24"]), 20);
    let wrong = run(["count", "--case", "X at 25", "puzzles/scott.ron"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.stderr.contains("did you mean"), "{}", wrong.stderr);
}

#[test]
fn estimates_are_reproducible_and_near() {
    let file = "puzzles/pentominoes-6x10.ron";
    let estimate = |seed: &str| {
        let call = [
            "estimate",
            file,
            "--samples",
            "20000",
            "--seed",
            seed,
            "--format",
            "json",
        ];
        run(call).json()
    };
    let (first, again, other) = (estimate("7"), estimate("7"), estimate("8"));
    assert_eq!(first["nodes"], again["nodes"]);
    assert_eq!(first["levels"], again["levels"]);
    assert_ne!(first["nodes"], other["nodes"]);
    let profile = run(["profile", file, "--whole", "--format", "json"]).json();
    let nodes = profile["nodes"].as_f64().expect("a number");
    for answer in [first, other] {
        let mean = answer["nodes"]["mean"].as_f64().expect("a number");
        let error = answer["nodes"]["standard_error"]
            .as_f64()
            .expect("a number");
        assert!(
            (mean - nodes).abs() < 5.0 * error,
            "{mean} ± {error}, not {nodes}"
        );
        let least = answer["at_least"]["nodes"].as_f64().expect("a number");
        assert!(
            least <= nodes && least > nodes / 10.0,
            "at least {least} of {nodes}"
        );
    }
}

#[test]
fn verify_tells_every_difference() {
    let folder = TempDir::new().expect("a scratch folder");
    let good = "(lattice: Square, board: Rect(4, 4), pieces: [
        Set(of: Polyominoes(2), copies: 8)], expect: (options: 24, solutions: 36, distinct: 9))";
    fs::write(folder.path().join("good.ron"), good).expect("a file");
    let verify = |folder: &TempDir| -> Run {
        tilewright()
            .arg("verify")
            .arg(folder.path())
            .args(["--format", "json"])
            .output()
            .expect("the program starts")
            .into()
    };
    let run = verify(&folder);
    assert_eq!(run.json()["differences"], 0);
    let bad = good
        .replace("36", "35")
        .replace("distinct: 9", "distinct: 8");
    fs::write(folder.path().join("bad.ron"), bad).expect("a file");
    let run = verify(&folder);
    assert_eq!(run.status, 1, "{}", run.transcript());
    let answer: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["differences"], 2);
    assert_eq!(answer["puzzles"], 2);
    let text: Run = tilewright()
        .arg("verify")
        .arg(folder.path())
        .output()
        .expect("the program starts")
        .into();
    assert_eq!(text.stdout.matches("differs").count(), 2, "{}", text.stdout);
    assert!(
        text.stdout.ends_with("2 of 6 numbers differ\n"),
        "{}",
        text.stdout
    );
}

#[test]
fn slow_puzzles_are_left_out_unless_asked_for() {
    let run = run(["verify", "puzzles/one-sided-pentominoes-9x10.ron"]);
    assert_eq!(run.status, 0);
    assert!(
        run.stdout.contains("left out: forecast to take"),
        "{}",
        run.stdout
    );
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
    let folder = TempDir::new().expect("a scratch folder");
    let summary = folder.path().join("summary.json").display().to_string();
    let puzzle = "puzzles/pentominoes-3x20.ron";
    let run = run(["solve", puzzle, "--format", "jsonl", "--summary", &summary]);
    assert_eq!(run.status, 0);
    let lines: Vec<serde_json::Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("every line is JSON"))
        .collect();
    // Every line has the same fields: what reads JSON lines as a table reads it.
    assert_eq!(lines.len(), 8);
    for (number, line) in lines.iter().enumerate() {
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
    assert_eq!(
        fs::read_to_string(&summary).expect("a summary"),
        "{\"type\":\"summary\",\"solutions\":8,\"complete\":true}\n"
    );
}

#[test]
fn lists_say_elsewhere_how_they_ended() {
    let folder = TempDir::new().expect("a scratch folder");
    let summary = folder.path().join("summary.json").display().to_string();
    for (arguments, status, expected) in [
        (
            &["solve", "puzzles/pentominoes-3x20.ron", "-n", "3"][..],
            0,
            r#""solutions":3,"complete":false"#,
        ),
        (
            &["solve", "puzzles/pentominoes-3x20.ron", "-n", "0"],
            0,
            r#""solutions":0,"complete":false"#,
        ),
        (
            &["solve", "puzzles/hexiamonds-arrow-b.ron"],
            1,
            r#""solutions":0,"complete":true"#,
        ),
        (
            &["cover", "tests/puzzles/matrix-3.dlx", "--format", "jsonl"],
            0,
            r#""solutions":1,"complete":true"#,
        ),
    ] {
        let run = run(arguments.iter().chain(&["--summary", &summary]));
        assert_eq!(run.status, status, "{}", run.transcript());
        assert!(!run.stdout.contains("summary"), "{}", run.stdout);
        let written = fs::read_to_string(&summary).expect("a summary");
        assert!(written.contains(expected), "{written}");
    }
}

/// 54 items with two options each: 2^54 solutions, more than a double tells apart.
#[test]
fn counts_beyond_doubles_are_told_as_text_too() {
    let folder = TempDir::new().expect("a scratch folder");
    let file = folder.path().join("switches.dlx");
    let names: Vec<String> = (0..54).map(|switch| format!("s{switch}")).collect();
    let options = names.iter().map(|name| format!("{name}\n{name}\n"));
    let text = names.join(" ") + "\n" + &options.collect::<String>();
    fs::write(&file, text).expect("written");
    let count = run([
        "cover",
        &file.display().to_string(),
        "--count",
        "--engine",
        "frontier",
        "--format",
        "jsonl",
    ]);
    assert!(
        count
            .stdout
            .contains(r#""solutions":18014398509481984,"solutions_text":"18014398509481984""#),
        "{}",
        count.transcript()
    );
}

/// 9356 solutions take more than a mebibyte: they are sorted on the disk.
#[test]
fn a_list_is_sorted_in_little_memory() {
    for order in ["canonical", "symmetry"] {
        let puzzle = "puzzles/pentominoes-6x10.ron";
        let list = |more: &[&str]| {
            let sort = ["solve", puzzle, "--format", "jsonl", "--sort", order];
            let run = run(sort.iter().chain(more));
            assert_eq!(run.status, 0, "{}", run.stderr);
            run.stdout
        };
        let whole = list(&[]);
        assert_eq!(whole.lines().count(), 9356);
        assert!(list(&["--memory", "1MiB"]) == whole, "{order}");
        let first = list(&["--memory", "1MiB", "--limit", "100"]);
        assert_eq!(first.lines().count(), 100);
        assert!(whole.starts_with(&first), "{order}");
    }
    let mut said = String::new();
    for (order, memory) in [("canonical", "1kB"), ("similarity", "1MiB")] {
        let puzzle = "puzzles/pentominoes-6x10.ron";
        let refused = run(["solve", puzzle, "--sort", order, "--memory", memory]);
        assert_eq!(refused.status, 2, "{}", refused.stderr);
        said += &refused.stderr;
    }
    insta::assert_snapshot!(said);
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
    let count = run([
        "count",
        "puzzles/hexiamonds-arrow-b.ron",
        "--format",
        "json",
    ]);
    assert_eq!(count.status, 1, "{}", count.transcript());
    assert!(count.stdout.contains("\"solutions\":0,"));
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
        "check", "show", "draw", "count", "solve", "profile", "matrix", "cover", "generate",
        "estimate", "verify", "cut", "print",
    ] {
        text.push_str(&format!("\n$ tilewright {command} --help\n"));
        text.push_str(&run([command, "--help"]).stdout);
    }
    insta::assert_snapshot!(text);
}
