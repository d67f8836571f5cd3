//! `solve --most` and `--fewest`, and the condition `Maximal`.

use crate::program::{json_lines, puzzle_file, run};

/// The pentominoes, each at most once, that do not touch along an edge.
fn apart(width: u32, height: u32) -> String {
    format!(
        "(lattice: Square, board: Optional(Rect({width}, {height})), conditions: [Apart(by: Size)], \
         pieces: [Set(of: Polyominoes(5), copies: (0, 1))])"
    )
}

/// Dominoes of which no further one fits.
fn clumsy(width: u32, height: u32) -> String {
    format!(
        "(lattice: Square, board: Optional(Rect({width}, {height})), conditions: [Maximal], \
         pieces: [Piece(name: \"domino\", cells: Rect(2, 1), copies: Any)])"
    )
}

/// The number by the objective of the first solution.
fn best(text: &str, arguments: &[&str]) -> u64 {
    let (_folder, path) = puzzle_file(text);
    let mut all = vec!["solve", &path, "--format", "jsonl"];
    all.extend(arguments);
    let found = run(all);
    assert_eq!(found.status, 0, "{}", found.transcript());
    assert!(
        found.stderr.contains("which is proved"),
        "{}",
        found.transcript()
    );
    json_lines(&found)[0]["objective"]
        .as_u64()
        .expect("a number")
}

#[test]
#[ignore = "20 s of one core"]
fn eight_pentominoes_fit_on_a_chessboard_without_touching() {
    let arguments = ["--most", "different", "--engine", "frontier"];
    assert_eq!(best(&apart(8, 8), &arguments), 8);
}

#[test]
fn engines_agree_on_pentominoes_that_do_not_touch() {
    let of = |engine| best(&apart(5, 6), &["--most", "pieces", "--engine", engine]);
    assert_eq!(of("links"), of("frontier"));
}

#[test]
fn clumsy_packings_of_dominoes_are_those_of_the_oeis() {
    // A280984.
    for (side, fewest) in (1..).zip([0, 2, 3, 6, 9, 12, 17, 22]) {
        assert_eq!(
            best(&clumsy(side, side), &["--fewest", "pieces"]),
            fewest,
            "{side}"
        );
    }
}

#[test]
fn maximal_packings_of_a_strip_are_the_padovan_numbers() {
    // A000931: maximal matchings of a path.
    for (length, number) in (2..).zip([1, 2, 2, 3, 4, 5, 7, 9, 12]) {
        let (_folder, path) = puzzle_file(&clumsy(length, 1));
        for engine in ["links", "bits", "frontier"] {
            let counted = run([
                "count", &path, "--total", "--engine", engine, "--format", "json",
            ]);
            assert_eq!(
                counted.json()["solutions"],
                number,
                "{}",
                counted.transcript()
            );
        }
    }
}

#[test]
fn the_n_best_are_listed_with_their_numbers() {
    let text = "(title: \"values\", lattice: Square, board: Optional(Rect(4, 1)), pieces: [
        Piece(name: \"A\", cells: Rect(3, 1), copies: (0, 1), value: 5),
        Piece(name: \"B\", cells: Rect(2, 1), copies: Any, value: 3)])";
    let (_folder, path) = puzzle_file(text);
    let of = |arguments: &[&str]| {
        let all = ["solve", &path]
            .into_iter()
            .chain(arguments.iter().copied());
        let found = run(all);
        assert_eq!(found.status, 0, "{}", found.transcript());
        found
    };
    let text = of(&["--most", "value", "--best", "4"]);
    insta::assert_snapshot!(text.stdout);
    let csv = of(&["--most", "value", "--best", "4", "--format", "csv"]);
    let numbers: Vec<&str> = csv
        .stdout
        .lines()
        .filter_map(|line| line.rsplit(',').next())
        .collect();
    assert_eq!(numbers, ["objective", "6", "5", "5", "3"]);
    let fewest = of(&["--fewest", "cells", "--format", "jsonl"]);
    assert_eq!(json_lines(&fewest)[0]["objective"], 0);
}

#[test]
fn what_does_not_go_with_an_objective_is_refused() {
    let (_folder, path) = puzzle_file(&clumsy(3, 3));
    let symmetric = clumsy(3, 3).replace("Maximal", "Symmetric(\"any\")");
    let (_other, symmetric) = puzzle_file(&symmetric);
    let wrong = clumsy(3, 3).replace("copies: Any", "copies: Any, value: -1");
    let (_third, wrong) = puzzle_file(&wrong);
    let calls: [&[&str]; 5] = [
        &["solve", &path, "--most", "pieces", "--distinct"],
        &["solve", &path, "--most", "pieces", "--fewest", "cells"],
        &["solve", &path, "--most", "pieces", "--engine", "bits"],
        &["solve", &symmetric, "--most", "pieces"],
        &["solve", &wrong, "--most", "value"],
    ];
    let said = calls.map(|call| {
        let found = run(call);
        assert_ne!(found.status, 0, "{}", found.transcript());
        let folder = std::env::temp_dir();
        let _ = folder;
        found
            .stderr
            .lines()
            .filter(|line| !line.contains("-->"))
            .collect::<Vec<_>>()
            .join("\n")
    });
    insta::assert_snapshot!(said.join("\n\n"));
}

#[test]
fn the_best_choices_are_proved_with_pieces_apart() {
    let text = apart(5, 6).replace("(lattice", "(title: \"apart\", lattice");
    let (_folder, path) = puzzle_file(&text);
    let call = |arguments: &[&str]| {
        let found = run(["design", &path]
            .into_iter()
            .chain(arguments.iter().copied()));
        assert_eq!(found.status, 0, "{}", found.transcript());
        found
    };
    let most = json_lines(&call(&[
        "--most", "pieces", "--limit", "0", "--format", "jsonl",
    ]));
    // The first number is that of `solve`, and every choice is there once.
    let number = |line: &serde_json::Value| line["objective"].as_u64().expect("a number");
    assert_eq!(number(&most[0]), best(&text, &["--most", "pieces"]));
    assert!(most.is_sorted_by_key(|line| std::cmp::Reverse(number(line))));
    let choices: std::collections::BTreeSet<String> =
        most.iter().map(|line| line["pieces"].to_string()).collect();
    assert_eq!(choices.len(), most.len());
    let fewest = call(&["--fewest", "cells", "--must", "X", "--never", "I"]);
    insta::assert_snapshot!(fewest.stdout);
}
