//! Measures of designs, compared with the same measures computed from lists of solutions.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{root, run};

/// A solution: the piece at each cell, and its placements.
struct Picture {
    rows: Vec<Vec<String>>,
    placements: Vec<String>,
}

/// The solutions of a puzzle on 6 × 5 cells.
fn solutions(path: &str) -> Vec<Picture> {
    let listed = run(["solve", path, "--format", "jsonl"]);
    let lines = listed.stdout.lines();
    let lines = lines.map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let solutions = lines.filter(|line| line["type"] == "solution");
    solutions
        .map(|solution| {
            let mut rows = vec![vec![String::new(); 6]; 5];
            let placements = solution["placements"].as_array().expect("placements");
            for placement in placements {
                for cell in placement["cells"].as_array().expect("cells") {
                    let at = |axis: usize| {
                        usize::try_from(cell[axis].as_u64().expect("a number")).expect("small")
                    };
                    rows[at(1)][at(0)] = placement["piece"].to_string();
                }
            }
            let placements = placements.iter().map(Value::to_string).collect();
            Picture { rows, placements }
        })
        .collect()
}

impl Picture {
    fn fault_lines(&self) -> usize {
        let rows = &self.rows;
        let across = (1..5).filter(|&y| (0..6).all(|x| rows[y - 1][x] != rows[y][x]));
        let down = (1..6).filter(|&x| (0..5).all(|y| rows[y][x - 1] != rows[y][x]));
        across.count() + down.count()
    }

    /// The four cells at each inner corner, clockwise from the upper left.
    fn corners(&self) -> impl Iterator<Item = [&String; 4]> {
        let rows = &self.rows;
        let corners = (0..4).flat_map(|y| (0..5).map(move |x| (x, y)));
        corners.map(move |(x, y)| {
            [
                &rows[y][x],
                &rows[y][x + 1],
                &rows[y + 1][x + 1],
                &rows[y + 1][x],
            ]
        })
    }

    fn crossroads(&self) -> usize {
        let is = |cells: &[&String; 4]| cells.iter().collect::<BTreeSet<_>>().len() == 4;
        self.corners().filter(is).count()
    }

    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn straightness(&self) -> f64 {
        let borders = self.corners().map(|cells| {
            let borders = (0..4).map(|at| cells[at] != cells[(at + 1) % 4]);
            borders.collect::<Vec<bool>>()
        });
        let passing: Vec<Vec<bool>> = borders
            .filter(|borders| borders.iter().filter(|is| **is).count() == 2)
            .collect();
        let straight = passing
            .iter()
            .filter(|borders| borders[0] == borders[2])
            .count();
        straight as f64 / passing.len() as f64
    }

    fn is_symmetric(&self) -> bool {
        let image = |columns: bool, lines: bool| {
            let mut rows = self.rows.clone();
            if lines {
                rows.reverse();
            }
            if columns {
                for row in &mut rows {
                    row.reverse();
                }
            }
            rows
        };
        [(true, false), (false, true), (true, true)]
            .into_iter()
            .any(|(columns, lines)| image(columns, lines) == self.rows)
    }
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn measures_agree_with_lists_of_solutions() {
    let folder = TempDir::new().expect("a scratch folder");
    let to = folder.path().join("all");
    let to = to.to_str().expect("UTF-8");
    let puzzle = root().join("puzzles/pentominoes-5x6.ron");
    let measures = "solutions,distinct,number,evenness,straightness,fault-lines,crossroads,symmetry,forced,starts";
    let call = [
        "design",
        puzzle.to_str().expect("UTF-8"),
        "--sort",
        "most",
        "-n",
        "9",
        "--format",
        "jsonl",
    ];
    let measured = run(call.iter().chain(&["--measure", measures, "--write", to]));
    assert_eq!(measured.status, 0, "{}", measured.transcript());
    for (number, line) in (1..).zip(measured.stdout.lines()) {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let path = format!("{to}/{number}.ron");
        let solutions = solutions(&path);
        let all = solutions.len() as f64;
        let mean = |of: &dyn Fn(&Picture) -> f64| solutions.iter().map(of).sum::<f64>() / all;
        let mut used: BTreeMap<&String, f64> = BTreeMap::new();
        for placement in solutions.iter().flat_map(|picture| &picture.placements) {
            *used.entry(placement).or_default() += 1.0;
        }
        let sum: f64 = used.values().sum();
        let entropy: f64 = used
            .values()
            .map(|times| -(times / sum) * (times / sum).ln())
            .sum();
        let check = run(["check", &path, "--format", "json"]).json();
        let options = check["options"].as_f64().expect("a number");
        let expected = [
            ("solutions", all.log2()),
            (
                "distinct",
                line["distinct"].as_f64().expect("a number").log2(),
            ),
            ("number", 6.0),
            ("evenness", entropy.exp() / options),
            ("straightness", mean(&Picture::straightness)),
            ("fault-lines", mean(&|picture| picture.fault_lines() as f64)),
            ("crossroads", mean(&|picture| picture.crossroads() as f64)),
            (
                "symmetry",
                mean(&|picture| f64::from(u8::from(picture.is_symmetric()))),
            ),
            (
                "forced",
                used.values().filter(|times| **times > all - 0.5).count() as f64,
            ),
            (
                "starts",
                used.values().filter(|times| **times < 1.5).count() as f64,
            ),
        ];
        for (name, value) in expected {
            let found = line["measures"][name].as_f64().expect("a number");
            assert!(
                (found - value).abs() < 1e-9,
                "{number}: {name} {found}, not {value}"
            );
        }
    }
}

#[test]
fn ranks_are_sums_of_measures_and_can_be_in_the_file() {
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("ranked.ron");
    let pool =
        "lattice: Square, board: Rect(6, 5), pieces: [Set(of: Polyominoes(5), copies: (0, 1))]";
    let design = "design: (wanted: All([AtMost(FaultLines, 0), AtLeast(Straightness, 0.3)]), rank: { Evenness: 2, Crossroads: -0.5 })";
    std::fs::write(&path, format!("({pool}, {design})")).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let ranked = run([
        "design",
        path,
        "--measure",
        "straightness,fault-lines",
        "-n",
        "6",
    ]);
    insta::assert_snapshot!("design_ranked", ranked.stdout);
    let lines = run(["design", path, "--format", "jsonl"]);
    let mut before = f64::INFINITY;
    for line in lines.stdout.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let number = |value: &Value| value.as_f64().expect("a number");
        let rank = number(&line["rank"]);
        let sum = 2.0 * number(&line["measures"]["evenness"])
            - 0.5 * number(&line["measures"]["crossroads"]);
        assert!((rank - sum).abs() < 1e-9 && rank <= before);
        before = rank;
    }
    let mut messages = String::new();
    for call in [
        &["--rank", "beauty"][..],
        &["--rank", "evenness=much"],
        &["--rank", "evenness", "--sort", "most"],
        &["--measure", "looks"],
    ] {
        let run = run(["design", path].iter().chain(call));
        messages += &format!(
            "$ design {}\n{}status {}\n\n",
            call.join(" "),
            run.stderr,
            run.status
        );
    }
    insta::assert_snapshot!("design_measures_refused", messages);
}

/// Checks the smallest rectangles that cannot be filled: no two different pentominoes fill 2 × 5,
/// and only the I fills 1 × 5.
#[test]
fn the_smallest_window_that_cannot_be_filled() {
    let puzzle = root().join("puzzles/pentominoes-5x6.ron");
    let puzzle = puzzle.to_str().expect("UTF-8");
    let measured = run([
        "design",
        puzzle,
        "--measure",
        "unsolvable",
        "--format",
        "jsonl",
    ]);
    assert_eq!(measured.stdout.lines().count(), 172);
    for line in measured.stdout.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let expected = if line["pieces"]["I"].is_null() {
            5.0
        } else {
            10.0
        };
        assert_eq!(line["measures"]["unsolvable"], expected, "{line}");
    }
}

/// Checks that the challenges of a choice are those that `challenges` mines from it.
#[test]
fn challenges_are_as_hard_as_those_mined() {
    let folder = TempDir::new().expect("a scratch folder");
    let to = folder.path().join("all");
    let to = to.to_str().expect("UTF-8");
    let path = folder.path().join("some.ron");
    let pool =
        "lattice: Square, board: Rect(6, 5), pieces: [Set(of: Polyominoes(5), copies: (0, 1))]";
    let design = "design: (must: [\"X\"], wanted: All([AtLeast(Challenges, 3.6), AtMost(HardestChallenge, 7)]))";
    std::fs::write(&path, format!("({pool}, {design})")).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let measures = ["--measure", "challenges,hardest-challenge", "-n", "4"];
    let call = ["design", path, "--format", "jsonl", "--write", to];
    let measured = run(call.iter().chain(&measures));
    assert_eq!(measured.status, 0, "{}", measured.transcript());
    assert_eq!(measured.stdout.lines().count(), 4);
    for (number, line) in (1..).zip(measured.stdout.lines()) {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let path = format!("{to}/{number}.ron");
        let call = ["challenges", &path, "--count", "9", "--seed", "0"];
        let mined = run(call.iter().chain(&["--draws", "64", "--format", "json"]));
        let mined = mined.json();
        let challenges = mined["challenges"].as_array().expect("challenges").iter();
        let ratings = challenges.map(|found| found["rating"].as_f64().expect("a rating"));
        let mut ratings: Vec<f64> = ratings.collect();
        ratings.sort_by(f64::total_cmp);
        let middle = |at: usize| ratings[at / 2];
        let median = f64::midpoint(middle(ratings.len() - 1), middle(ratings.len()));
        let highest = ratings[ratings.len() - 1];
        let found = |name: &str| line["measures"][name].as_f64().expect("a number");
        assert!((found("challenges") - median).abs() < 1e-9, "{line}");
        assert!((found("hardest-challenge") - highest).abs() < 1e-9);
        assert!(median >= 3.6 && highest <= 7.0);
    }
}

/// Checks that a choice whose solutions are images of one another is rated like the card with its
/// pieces.
#[test]
fn a_solution_with_images_is_rated() {
    let folder = TempDir::new().expect("a scratch folder");
    let pool = "lattice: Square, board: Rect(6, 5), pieces: [Set(of: Polyominoes(5),
        only: [\"N\", \"T\", \"U\", \"V\", \"W\", \"Y\", \"Z\"], copies: (0, 1))]";
    let file = |name: &str, text: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let goal = "goals: [Goal(name: \"tray\", board: Rect(6, 5))]";
    let cards = file("cards.ron", format!("({pool}, {goal})"));
    let dealt = run([
        "challenges",
        &cards,
        "--cards",
        "--pieces",
        "6",
        "--format",
        "json",
    ])
    .json();
    let cards = dealt["cards"].as_array().expect("cards").iter();
    let of_card = |card: &Value| {
        let pieces = card["pieces"].as_array().expect("pieces").iter();
        let pieces: BTreeSet<String> = pieces.map(|piece| piece.as_str().unwrap().into()).collect();
        (pieces, card["rating"].to_string())
    };
    let cards: BTreeMap<BTreeSet<String>, String> = cards.map(of_card).collect();
    assert_eq!(cards.len(), 2);

    let pool = file("pool.ron", format!("({pool})"));
    let call = [
        "design",
        &pool,
        "--distinct",
        "1",
        "--measure",
        "rating",
        "--format",
        "jsonl",
    ];
    let measured = run(call);
    let of_line = |line: &str| {
        let line: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(line["solutions"], 4, "{line}");
        let pieces = line["pieces"].as_object().expect("pieces").keys().cloned();
        (pieces.collect(), line["measures"]["rating"].to_string())
    };
    let measured: BTreeMap<BTreeSet<String>, String> =
        measured.stdout.lines().map(of_line).collect();
    assert_eq!(measured, cards);
}
