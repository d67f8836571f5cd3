//! Decks of cards: dealt cards can be played, are reproducible, and every command accepts a deck or
//! explains why not.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use tilewright::design::challenges::cards::{CardFile, CardSolutions, solutions};
use tilewright_dlx::{Engine, StopFlag};

use crate::program::{Run, root, run, scratch_folder, tilewright};
#[cfg(unix)]
use crate::program::{interrupt, start};

/// A pool of small pieces and two boards.
const POOL: &str = r#####"(
    title: "Small",
    lattice: Square,
    board: Rect(4, 2),
    pieces: [
        Set(of: Polyominoes(3), prefix: "3", copies: (0, 1)),
        Set(of: Polyominoes(4), prefix: "4", copies: (0, 1)),
        Set(of: Polyominoes(5), only: ["L", "P", "V", "Y"], copies: (0, 1)),
    ],
    goals: [
        Goal(name: "shoe", board: Picture(["##..", "####", "####"])),
        Goal(name: "hat", board: Picture([".##.", "####", "####"])),
    ],
)
"#####;

fn seen(folder: &Path, arguments: &[&str]) -> String {
    let output = tilewright()
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the program starts");
    let run = Run::from(output);
    // Running times differ between runs.
    let stderr: Vec<String> = run
        .stderr
        .lines()
        .map(|line| match line.split_once(" in 0.") {
            Some((before, after)) => {
                let after = after.split_once(" s").map_or("", |(_, after)| after);
                format!("{before} in … s{after}")
            }
            None => line.to_owned(),
        })
        .collect();
    format!(
        "$ tilewright {}\nexit status {}\n--- stdout\n{}--- stderr\n{}\n\n",
        arguments.join(" "),
        run.status,
        run.stdout,
        stderr.join("\n"),
    )
}

/// Reads a deck, and checks with another engine that each card has one solution.
fn check(path: &Path) -> CardFile {
    let file = CardFile::load(path).expect("a file of cards");
    for card in &file.cards {
        let solutions = solutions(&card.instance, Engine::Bits, &StopFlag::new());
        let solutions = solutions.expect("a search");
        assert!(
            matches!(solutions, CardSolutions::One { .. }),
            "{}",
            card.name()
        );
    }
    file
}

#[test]
fn a_deck_is_written_and_read() {
    let folder = TempDir::new().expect("a scratch folder");
    let deck = |threads: &str, name: &str| {
        let path = folder.path().join(name);
        let run = run([
            "challenges",
            "puzzles/menagerie.ron",
            "--cards",
            "--deck",
            "6,6",
            "--threads",
            threads,
            "-o",
            path.to_str().expect("UTF-8"),
        ]);
        assert_eq!(run.status, 0, "{}", run.transcript());
        path
    };
    let (one, four) = (deck("1", "one.ron"), deck("4", "four.ron"));
    let text = fs::read_to_string(&one).expect("a deck");
    assert_eq!(text, fs::read_to_string(&four).expect("a deck"));
    let file = check(&one);
    assert_eq!(file.cards.len(), 12);
    let boards: std::collections::BTreeSet<_> = file.cards.iter().map(|card| &card.goal).collect();
    assert_eq!(boards.len(), 12);
    // The grades in the file are confirmed.
    let graded = run(["grade", one.to_str().expect("UTF-8")]);
    assert_eq!((graded.status, &*graded.stderr), (0, ""));
    assert!(
        graded.stdout.ends_with("12 challenges: 6 easy, 6 medium\n"),
        "{}",
        graded.stdout
    );
    // A card without an id gets the same id again.
    let nameless = text.replace(&format!("id: {:?},", file.cards[0].id), "");
    let path = folder.path().join("nameless.ron");
    fs::write(&path, nameless).expect("a file");
    assert_eq!(check(&path).cards[0].id, file.cards[0].id);
}

#[test]
fn the_deck_of_the_collection_is_reproducible() {
    let path = root().join("tests/cards/menagerie.ron");
    let file = check(&path);
    assert_eq!(file.cards.len(), 24);
    let folder = scratch_folder();
    let again = folder.path().join("again.ron");
    let dealt = run([
        "challenges",
        "puzzles/menagerie.ron",
        "--cards",
        "--sides",
        "3,4",
        "--count",
        "12",
        "-o",
        again.to_str().expect("UTF-8"),
    ]);
    assert_eq!(dealt.status, 0, "{}", dealt.transcript());
    let cards = |path: &Path| {
        let text = fs::read_to_string(path).expect("a deck");
        let (_, cards) = text.split_once("fingerprint").expect("a fingerprint");
        cards.to_owned()
    };
    assert_eq!(cards(&again), cards(&path));
}

#[test]
fn summaries_of_decks_are_printed() {
    let folder = TempDir::new().expect("a scratch folder");
    fs::write(folder.path().join("small.ron"), POOL).expect("a file");
    let all = POOL.replace("copies: (0, 1)", "copies: 1");
    fs::write(folder.path().join("all.ron"), all).expect("a file");
    let own = POOL.replace(
        r#"name: "hat","#,
        r#"name: "hat", pieces: [Piece(name: "bar", cells: Rect(2, 1), copies: (0, 5))],"#,
    );
    fs::write(folder.path().join("own.ron"), own).expect("a file");
    let mut messages = String::new();
    for arguments in [
        &["small.ron", "--cards", "-n", "2"][..],
        &["small.ron", "--cards", "-n", "2", "--format", "text"],
        &["small.ron", "--cards", "-n", "2", "--format", "json"],
        &[
            "small.ron",
            "--cards",
            "-n",
            "3",
            "--goal",
            "hat",
            "--format",
            "text",
        ],
        &[
            "small.ron",
            "--cards",
            "--deck",
            "1,0,1",
            "--format",
            "json",
        ],
        &["small.ron", "--cards", "--pieces", "9", "--format", "json"],
        &["small.ron", "--cards", "--sides", "2,3", "--format", "json"],
        &["small.ron", "--cards", "--sides", "3"],
        &["small.ron", "--cards", "--sides", "2,3", "--pieces", "2"],
        &["small.ron", "--cards", "--givens", "2"],
        &["small.ron", "--cards", "--goal", "cap"],
        &["small.ron", "--pieces", "2"],
        &["all.ron", "--cards"],
        &["own.ron", "--cards"],
    ] {
        messages += &seen(folder.path(), &[&["challenges"], arguments].concat());
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn mistakes_in_files_of_cards_are_explained() {
    let folder = TempDir::new().expect("a scratch folder");
    fs::write(folder.path().join("small.ron"), POOL).expect("a file");
    let mut messages = String::new();
    for (what, fields) in [
        ("no board", r#"challenges: [(pieces: ["4L", "4T"])]"#),
        (
            "no such board",
            r#"challenges: [(goal: "cap", pieces: ["4L"])]"#,
        ),
        (
            "no such piece",
            r#"challenges: [(goal: "hat", pieces: ["4L", "F"])]"#,
        ),
        (
            "too many copies",
            r#"challenges: [(goal: "hat", pieces: ["3L", "3L"])]"#,
        ),
        ("no piece", r#"challenges: [(goal: "hat", pieces: [])]"#),
        (
            "too small",
            r#"challenges: [(goal: "hat", pieces: ["4L", "4T"])]"#,
        ),
        (
            "givens",
            r#"challenges: [(goal: "hat", pieces: ["4L"], givens: [])]"#,
        ),
        (
            "no side",
            r#"challenges: [(id: "x", side: "B", goal: "hat", pieces: ["4L"])]"#,
        ),
        (
            "no card",
            r#"challenges: [(side: "b", goal: "hat", pieces: ["4L"])]"#,
        ),
        (
            "one id",
            r#"challenges: [
    (id: "x", side: "a", goal: "hat", pieces: ["L", "P"]),
    (id: "x", goal: "hat", pieces: ["L", "V"]),
]"#,
        ),
        (
            "the same side",
            r#"challenges: [
    (id: "x", side: "a", goal: "hat", pieces: ["L", "P"]),
    (id: "x", side: "a", goal: "hat", pieces: ["L", "V"]),
]"#,
        ),
        (
            "two boards",
            r#"challenges: [
    (id: "x", side: "a", goal: "hat", pieces: ["L", "P"]),
    (id: "x", side: "b", goal: "shoe", pieces: ["L", "P"]),
]"#,
        ),
        (
            "unsolvable and stale",
            r#"challenges: [
    (id: "none", goal: "hat", pieces: ["V", "Y"]),
    (id: "stale", goal: "shoe", pieces: ["L", "P"], grade: Expert),
]"#,
        ),
        ("its goal", r#"goal: "hat", challenges: [(pieces: ["4L"])]"#),
        (
            "other pieces",
            r#"fingerprint: "0", challenges: [(goal: "hat", pieces: ["4L", "4T"])]"#,
        ),
    ] {
        let text = format!("(puzzle: \"small.ron\", {fields})");
        fs::write(folder.path().join("cards.ron"), text).expect("a file");
        messages += &format!("{what}: ");
        messages += &seen(folder.path(), &["grade", "cards.ron"]);
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn a_deck_becomes_a_booklet() {
    const DECK: &str = "tests/cards/menagerie.ron";
    let page = run(["booklet", DECK, "--format", "html"]);
    assert_eq!((page.status, &*page.stderr), (0, ""));
    // Two sides of twelve cards; each has a board, its pieces and a solution.
    assert_eq!(page.stdout.matches("<article").count(), 24);
    assert_eq!(page.stdout.matches("<h3>12b ").count(), 1);
    let folder = TempDir::new().expect("a scratch folder");
    let pdf = |threads: &str| {
        let path = folder.path().join(format!("{threads}.pdf"));
        let output = path.to_str().expect("UTF-8");
        let bound = run([
            "booklet",
            DECK,
            "--per-page",
            "4",
            "-o",
            output,
            "--threads",
            threads,
            "-q",
        ]);
        assert_eq!((bound.status, &*bound.stderr), (0, ""));
        fs::read(path).expect("a booklet")
    };
    let first = pdf("1");
    assert!(first.starts_with(b"%PDF-1.7"));
    assert!(first == pdf("4"));
}

/// Compares with snapshots the output of commands that accept a deck, and the messages of commands
/// that do not.
#[test]
fn commands_accept_a_deck_or_explain_why_not() {
    let folder = TempDir::new().expect("a scratch folder");
    fs::write(folder.path().join("small.ron"), POOL).expect("a file");
    let deck = r#"(puzzle: "small.ron", challenges: [
    (id: "one", side: "a", goal: "shoe", pieces: ["L", "P"]),
    (id: "one", side: "b", goal: "shoe", pieces: ["3I", "3L", "4I"]),
    (id: "two", goal: "hat", pieces: ["P", "L"]),
])"#;
    fs::write(folder.path().join("deck.ron"), deck).expect("a file");
    let mut messages = String::new();
    for arguments in [
        &["cut", "deck.ron", "-o", "deck.svg"][..],
        &["cut", "deck.ron", "--no-tray", "-o", "deck.svg"],
        &["cut", "deck.ron", "--goal", "hat", "-o", "deck.svg"],
        &["print", "deck.ron", "-o", "deck.stl"],
        &["hint", "deck.ron"],
        &["hint", "deck.ron", "--id", "one"],
        &["hint", "deck.ron", "--id", "one-b"],
        &["grade", "deck.ron"],
        &["grade", "deck.ron", "--id", "two"],
        &["grade", "deck.ron", "--goal", "hat"],
        &["viewer", "deck.ron", "--first", "-o", "deck.html"],
        &["viewer", "deck.ron", "--goal", "hat", "-o", "deck.html"],
        &[
            "viewer",
            "small.ron",
            "--challenges",
            "deck.ron",
            "-o",
            "deck.html",
        ],
        &["booklet", "deck.ron", "--goal", "hat", "-o", "deck.pdf"],
        &["booklet", "deck.ron", "--solutions", "1", "-o", "deck.pdf"],
        &["check", "deck.ron"],
        &["verify", "deck.ron"],
        &["solve", "deck.ron"],
        &["unify", "deck.ron"],
    ] {
        messages += &seen(folder.path(), arguments);
    }
    insta::assert_snapshot!(messages);
}

#[cfg(unix)]
#[test]
fn an_interrupted_deal_writes_the_first_cards() {
    let folder = TempDir::new().expect("a scratch folder");
    let pool = r#"(title: "Many boards", lattice: Square, board: Rect(4, 3),
        pieces: [
            Set(of: Polyominoes(3), prefix: "3", copies: (0, 1)),
            Set(of: Polyominoes(4), prefix: "4", copies: (0, 1)),
            Set(of: Polyominoes(5), copies: (0, 1)),
        ],
        goals: [Polyforms(cells: 11)])"#;
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::write(path("pool.ron"), pool).expect("a file");
    let call = [
        "challenges",
        &path("pool.ron"),
        "--cards",
        "-o",
        &path("deck.ron"),
    ];
    let child = start(&call);
    std::thread::sleep(std::time::Duration::from_secs(4));
    let asked = std::time::Instant::now();
    let run = interrupt(child);
    assert_eq!(run.status, 130, "{}", run.transcript());
    assert!(asked.elapsed().as_secs_f64() < 2.0);
    // The cards are valid, and the file says that it is incomplete.
    let file = check(Path::new(&path("deck.ron")));
    assert_eq!(file.cards.len(), 10, "{}", run.transcript());
    let text = fs::read_to_string(path("deck.ron")).expect("a deck");
    let comment = "// interrupted: the first 10 cards of the 10 requested; no second engine has \
                   checked them\n";
    assert!(text.starts_with(comment), "{text}");
}
