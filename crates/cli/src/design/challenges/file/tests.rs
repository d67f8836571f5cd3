use std::fs;

use tempfile::TempDir;

use super::*;
use crate::design::challenges::ChallengeText;
use crate::puzzle::PuzzlePart;

/// A board of 4 × 4 cells. Four dominoes, an L and a single cell must be used. Up to two squares
/// and a V may be used. All pieces may be turned over.
const TRAY: &str = r#"(
    lattice: Square,
    board: Rect(4, 4),
    pieces: [
        Piece(name: "I", cells: Rect(2, 1), copies: 4),
        Piece(name: "O", cells: Rect(2, 2), copies: (0, 2)),
        Piece(name: "L", cells: Cells([(0, 0), (1, 0), (0, 1)])),
        Piece(name: "V", cells: Cells([(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)]), copies: (0, 1)),
        Piece(name: "P", cells: Rect(1, 1)),
    ],
    cases: [(name: "corner", restrict: [Placed(piece: "P", cells: Cells([(0, 0)]))])],
)"#;

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("tray.ron", TRAY);
    write(
        "broken.ron",
        "(lattice: Square, board: Rect(0, 1), pieces: [])",
    );
    write(
        "given.ron",
        &TRAY
            .replace(
                "cases: [(",
                "givens: [(piece: \"P\", cells: Cells([(3, 3)]))], cases: [(",
            )
            .replace("(0, 0)]))])],\n)", "(3, 3)]))])],\n)"),
    );
    write(
        "days.ron",
        "(lattice: Square, board: Rect(4, 1), pieces: [Set(of: Polyominoes(2)), Piece(name: \"P\", cells: Rect(1, 1))],
            goals: [Each(of: [Rows((0, 0), [\"Sat - - Sun\"])])])",
    );
    write(
        "sticks.ron",
        "(lattice: Stick, board: Rect(2, 2), pieces: [Set(of: Polysticks(2), only: [\"I\"], copies: 6)])",
    );
    folder
}

fn read(folder: &TempDir, text: &str) -> Result<ChallengeFile, ChallengeFileError> {
    let source = Source::new("challenges.ron", text);
    ChallengeFile::read(source, &folder.path().join("challenges.ron"))
}

/// The name of a mistake, and a text with this mistake.
const MISTAKES: [(&str, &str); 43] = [
    ("empty", ""),
    (
        "a puzzle",
        "(lattice: Square, board: Rect(4, 4), pieces: [])",
    ),
    ("no puzzle", "(challenges: [])"),
    ("no challenges", "(puzzle: \"tray.ron\")"),
    ("no text", "(puzzle: tray, challenges: [])"),
    ("open", "(puzzle: \"tray.ron\", challenges: ["),
    ("missing puzzle", "(puzzle: \"try.ron\", challenges: [])"),
    ("broken puzzle", "(puzzle: \"broken.ron\", challenges: [])"),
    (
        "unknown case",
        "(puzzle: \"tray.ron\", case: \"corners\", challenges: [])",
    ),
    (
        "case without cases",
        "(puzzle: \"sticks.ron\", case: \"corner\", challenges: [])",
    ),
    (
        "goals without a goal",
        "(puzzle: \"days.ron\", challenges: [])",
    ),
    (
        "unknown goal",
        "(puzzle: \"days.ron\", goal: \"Son\", challenges: [])",
    ),
    (
        "goal and case",
        "(puzzle: \"days.ron\", goal: \"Sun\", case: \"corner\", challenges: [])",
    ),
    (
        "foreign",
        "(puzzle: \"tray.ron\", fingerprint: \"00\", challenges: [])",
    ),
    ("seed", "(puzzle: \"tray.ron\", seed: -1, challenges: [])"),
    (
        "no givens",
        "(puzzle: \"tray.ron\", challenges: [(id: \"a\")])",
    ),
    (
        "unknown field",
        "(puzzle: \"tray.ron\", challenges: [(given: [])])",
    ),
    (
        "no id",
        "(puzzle: \"tray.ron\", challenges: [(id: \"a b\", givens: [])])",
    ),
    (
        "id twice",
        "(puzzle: \"tray.ron\", challenges: [\n(id: \"a\", givens: []),\n(id: \"a\", givens: [])])",
    ),
    (
        "unknown grade",
        "(puzzle: \"tray.ron\", challenges: [(givens: [], grade: Esay)])",
    ),
    (
        "rating below 0",
        "(puzzle: \"tray.ron\", challenges: [(givens: [], rating: -1.5)])",
    ),
    (
        "rating no number",
        "(puzzle: \"tray.ron\", challenges: [(givens: [], rating: NaN)])",
    ),
    (
        "rating no value",
        "(puzzle: \"tray.ron\", challenges: [(givens: [], rating: \"hard\")])",
    ),
    (
        "level 0",
        "(puzzle: \"tray.ron\", challenges: [(givens: [], level: 0)])",
    ),
    (
        "level twice",
        "(puzzle: \"tray.ron\", challenges: [\n(givens: [], level: 7),\n(givens: [], level: 7)])",
    ),
    (
        "tier without level",
        "(puzzle: \"tray.ron\", challenges: [(givens: [], tier: \"beginner\")])",
    ),
    (
        "tier without name",
        "(puzzle: \"tray.ron\", challenges: [(givens: [], level: 1, tier: \" \")])",
    ),
    (
        "tier of two lines",
        "(puzzle: \"tray.ron\", challenges: [(givens: [], level: 1, tier: \"a\\nb\")])",
    ),
    (
        "unknown piece",
        "(puzzle: \"tray.ron\", challenges: [(givens: [(piece: \"T\", cells: Rect(2, 1))])])",
    ),
    (
        "outside",
        "(puzzle: \"tray.ron\", challenges: [(givens: [(piece: \"I\", cells: Cells([(3, 0), (4, 0)]))])])",
    ),
    (
        "no placement",
        "(puzzle: \"tray.ron\", challenges: [(givens: [(piece: \"I\", cells: Cells([(0, 0), (1, 1)]))])])",
    ),
    (
        "overlap",
        "(puzzle: \"tray.ron\", challenges: [(givens: [\n(piece: \"I\", cells: Rect(2, 1)),\n(piece: \"O\", cells: Rect(2, 2))])])",
    ),
    (
        "too many copies",
        "(puzzle: \"tray.ron\", challenges: [(givens: [\n(piece: \"P\", cells: Cells([(0, 0)])),\n(piece: \"P\", cells: Cells([(1, 1)]))])])",
    ),
    (
        "restricted",
        "(puzzle: \"tray.ron\", case: \"corner\", challenges: [(givens: [(piece: \"P\", cells: Cells([(3, 3)]))])])",
    ),
    (
        "overlaps the puzzle's given",
        "(puzzle: \"given.ron\", challenges: [(givens: [(piece: \"I\", cells: Cells([(2, 3), (3, 3)]))])])",
    ),
    (
        "copies of the puzzle's given",
        "(puzzle: \"given.ron\", challenges: [(givens: [(piece: \"P\", cells: Cells([(0, 0)]))])])",
    ),
    (
        "crossing",
        "(puzzle: \"sticks.ron\", challenges: [(givens: [\n(piece: \"I\", cells: Cells([(0, 1, 0), (1, 1, 0)])),\n(piece: \"I\", cells: Cells([(1, 0, 1), (1, 1, 1)]))])])",
    ),
    (
        "a challenge of no puzzle",
        "(challenges: [\n(puzzle: \"tray.ron\", givens: []),\n(givens: [])])",
    ),
    (
        "a challenge of no goal",
        "(puzzle: \"days.ron\", challenges: [\n(goal: \"Sun\", givens: []),\n(givens: [])])",
    ),
    (
        "a challenge of an unknown goal",
        "(puzzle: \"days.ron\", challenges: [(goal: \"Son\", givens: [])])",
    ),
    (
        "a challenge of another puzzle",
        "(puzzle: \"tray.ron\", challenges: [(puzzle: \"sticks.ron\", fingerprint: \"00\", givens: [])])",
    ),
    (
        "a fingerprint of none",
        "(puzzle: \"days.ron\", fingerprint: \"00\", challenges: [(goal: \"Sun\", givens: [])])",
    ),
    ("more follows", "(puzzle: \"tray.ron\", challenges: []) 7"),
];

#[test]
fn every_mistake_is_explained() {
    let folder = folder();
    let mut seen = String::new();
    for (name, text) in MISTAKES {
        let error = read(&folder, text).expect_err(name);
        let ChallengeFileError::Wrong { what, text } = error else {
            panic!("{name}: {error}");
        };
        let shown = what.render(&text, false);
        // The scratch folder has another name in each run, so it is replaced in the snapshot.
        let shown = shown.replace(&folder.path().display().to_string(), "…");
        seen += &format!("== {name}\n{shown}\n");
    }
    insta::assert_snapshot!(seen);
}

#[test]
fn a_missing_file_is_an_error_of_its_own() {
    let folder = folder();
    let error = ChallengeFile::load(&folder.path().join("none.ron")).unwrap_err();
    assert!(
        matches!(error, ChallengeFileError::Unreadable(_)),
        "{error}"
    );
}

#[test]
fn what_is_written_is_read_back() {
    let folder = folder();
    let text = r#"(
        puzzle: "tray",
        case: "corner",
        challenges: [
            (id: "mine", givens: [(piece: "O", cells: Shift((1, 1), Rect(2, 2)))], grade: Hard),
            (givens: [
                (piece: "I", cells: Shift((0, 1), Rect(2, 1))),
                (piece: "I", cells: Shift((0, 2), Rect(2, 1))),
            ], rating: 3, level: 2, tier: "first \"steps\""),
            (givens: [], level: 7),
        ],
    )"#;
    let first = read(&folder, text).unwrap();
    assert_eq!(first.title, "tray: corner");
    assert_eq!(first.challenges[0].id, "mine");
    assert_eq!(first.challenges[1].givens.len(), 2);
    assert_eq!(first.challenges[1].rating, Some(3.0));
    let written = ChallengeText {
        title: "A \"title\"",
        puzzle_path: Path::new("tray.ron"),
        parts: &[(PuzzlePart::Case("corner"), &first.puzzles[0].instance)],
        seed: Some(u64::MAX),
        challenges: &first.challenges,
    };
    let second = read(&folder, &written.ron()).unwrap();
    assert_eq!(second.title, "A \"title\"");
    assert_eq!(second.seed, Some(u64::MAX));
    let parts = |file: &ChallengeFile| {
        let parts = file.challenges.iter();
        parts
            .map(|c| {
                (
                    c.id.clone(),
                    c.givens.clone(),
                    c.grade,
                    c.rating,
                    c.level.clone(),
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(parts(&first), parts(&second));
}

#[test]
fn a_goal_is_read_back() {
    let folder = folder();
    let text = r#"(puzzle: "days", goal: "Sun", challenges: [
        (id: "one", givens: [(piece: "P", cells: Rect(1, 1))]),
    ])"#;
    let first = read(&folder, text).unwrap();
    assert_eq!(first.title, "days: Sun");
    assert_eq!(first.puzzles[0].instance.puzzle().board.cells().len(), 3);
    let written = ChallengeText {
        title: &first.title,
        puzzle_path: Path::new("days.ron"),
        parts: &[(PuzzlePart::Goal("Sun"), &first.puzzles[0].instance)],
        seed: None,
        challenges: &first.challenges,
    };
    let second = read(&folder, &written.ron()).unwrap();
    assert_eq!(first.challenges[0].givens, second.challenges[0].givens);
    assert_eq!(second.puzzles[0].instance.puzzle().board.cells().len(), 3);
}

/// Checks that challenges of goals, of a case and of another file are read back from one file.
#[test]
fn challenges_of_several_puzzles_are_read_back() {
    let folder = folder();
    let text = r#"(puzzle: "days", challenges: [
        (id: "one", goal: "Sun", givens: [(piece: "P", cells: Rect(1, 1))]),
        (goal: "Sat", givens: [(piece: "P", cells: Shift((3, 0), Rect(1, 1)))]),
        (puzzle: "tray", case: "corner", givens: [(piece: "O", cells: Shift((1, 1), Rect(2, 2)))]),
        (goal: "Sun", givens: []),
    ])"#;
    let file = read(&folder, text).unwrap();
    assert_eq!(file.title, "days, tray");
    let names = file.puzzles.iter().map(|puzzle| puzzle.name().as_str());
    assert_eq!(names.collect_vec(), ["Sun", "Sat", "tray: corner"]);
    let of = |file: &ChallengeFile| file.challenges.iter().map(|one| one.puzzle).collect_vec();
    assert_eq!(of(&file), [0, 1, 2, 0]);
    let ids = file.challenges.iter().map(|one| &one.id);
    assert!(ids.clone().all_unique() && ids.clone().all(|id| !id.is_empty()));
    // `ChallengeText` writes challenges of a single puzzle file.
    let written = ChallengeText {
        title: &file.title,
        puzzle_path: Path::new("days.ron"),
        parts: &[
            (PuzzlePart::Goal("Sun"), &file.puzzles[0].instance),
            (PuzzlePart::Goal("Sat"), &file.puzzles[1].instance),
        ],
        seed: None,
        challenges: &file.challenges[..2],
    };
    let second = read(&folder, &written.ron()).unwrap();
    assert_eq!(of(&second), [0, 1]);
    for (one, other) in file.challenges.iter().zip(&second.challenges) {
        assert_eq!((&one.id, &one.givens), (&other.id, &other.givens));
    }
}

#[test]
fn ids_left_out_avoid_those_there_are() {
    let folder = folder();
    let one = |id: &str| format!("({id} givens: [(piece: \"O\", cells: Rect(2, 2))]),");
    let file = |challenges: &str| format!("(puzzle: \"tray\", challenges: [{challenges}])");
    let short = read(&folder, &file(&one(""))).unwrap().challenges[0]
        .id
        .clone();
    let text = file(&(one("") + &one(&format!("id: {short:?},"))));
    let ids = read(&folder, &text).unwrap().challenges;
    assert_eq!(ids[1].id, short);
    assert!(ids[0].id.starts_with(short.as_str()) && ids[0].id.len() == short.len() + 1);
}
