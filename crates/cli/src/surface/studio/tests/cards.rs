//! Tests of cards of a drawn puzzle: optional pieces, kept choices, and the files made from a deck.

use super::*;
use crate::puzzle::PuzzlePart;

const BOARDS: &str = r######"// Boards for cards.
(
    title: "Zoo",
    lattice: Square,
    board: Picture(["####", "####", "###."]), // the ant
    pieces: [
        Set(of: Polyominoes(3), prefix: "3"), // two
        Set(of: Polyominoes(4), prefix: "4", copies: 2),
        Piece(name: "dot", cells: Rect(1, 1), copies: (0, 1)),
    ],
    goals: [
        Goal(name: "ant", board: Picture(["####", "####", "###."])),
        Goal(name: "bee", board: Picture(["..###", "#####", ".###."])),
    ],
)
"######;

fn cards(count: usize, file: CardsFile) -> CardsForm {
    CardsForm {
        count,
        pieces: [3, 3],
        two_sided: false,
        seed: 1,
        file,
    }
}

fn made(document: &Document, form: CardsForm) -> Result<DownloadedFile, DownloadError> {
    let file = View::of(document).1.expect("a puzzle");
    let monitor = RunContext::silent();
    Download::Cards(form).make(&file, PuzzlePart::Whole, "zoo", &monitor)
}

fn sides(document: &Document, form: CardsForm) -> serde_json::Value {
    let made = made(document, form).expect("cards");
    serde_json::from_slice(&made.bytes).expect("JSON")
}

/// Checks that one edit makes all pieces optional and changes nothing else, and that undo takes it back.
#[test]
fn all_pieces_may_be_left_out() {
    let mut drawn = document(BOARDS);
    drawn.apply(&Edit::OptionalPieces).unwrap();
    let expected = BOARDS
        .replace(r#"prefix: "3")"#, r#"prefix: "3", copies: (0, 1))"#)
        .replace("copies: 2", "copies: (0, 2)");
    assert_eq!(drawn.text(), expected);
    assert!(View::of(&drawn).0.pieces.iter().all(|piece| piece.min == 0));
    drawn.apply(&Edit::OptionalPieces).unwrap();
    drawn.apply(&Edit::Undo).unwrap();
    assert_eq!(drawn.text(), BOARDS);
}

/// Checks that cards are dealt from all goals, and that every kind of file is made from them.
#[test]
fn cards_become_files() {
    let mut drawn = document(BOARDS);
    drawn.apply(&Edit::OptionalPieces).unwrap();
    let found = sides(&drawn, cards(2, CardsFile::Preview));
    assert_eq!(found["found"], 2);
    let list = found["sides"].as_array().unwrap();
    let mut boards: Vec<&str> = list
        .iter()
        .map(|side| side["board"].as_str().unwrap())
        .collect();
    boards.sort_unstable();
    assert_eq!(boards, ["ant", "bee"]);
    for side in list {
        assert_eq!(side["pieces"].as_array().unwrap().len(), 3);
        assert!(side["picture"].as_str().unwrap().contains("<svg"));
    }
    for (file, name, start) in [
        (
            CardsFile::Cards,
            "zoo-cards.ron",
            "(\n    title: \"Zoo: 2 cards\"",
        ),
        (CardsFile::Booklet, "zoo-cards.pdf", "%PDF-"),
        (CardsFile::Page, "zoo-cards.html", "<!doctype html>"),
        (
            CardsFile::Cut(CutForm::default()),
            "zoo-cards-cut.svg",
            "<?xml",
        ),
        (
            CardsFile::Print(PrintForm::default()),
            "zoo-cards.3mf",
            "PK",
        ),
    ] {
        let made = made(&drawn, cards(2, file)).unwrap();
        assert_eq!((made.name.as_str(), made.note), (name, None));
        assert!(made.bytes.starts_with(start.as_bytes()), "{name}");
    }
    let few = made(&drawn, cards(200, CardsFile::Preview)).unwrap();
    assert!(few.note.is_some_and(|note| note.starts_with("cards ")));
}

#[test]
fn cards_are_refused_with_a_reason() {
    let reason = |text: &str, form| match made(&document(text), form) {
        Err(error) => error.to_string(),
        Ok(made) => panic!("made {}", made.name),
    };
    let fixed = BOARDS.replace("(0, 1)", "1");
    let usual = || cards(2, CardsFile::Preview);
    assert_eq!(
        reason(&fixed, usual()),
        "cards need pieces that may be left out: click All pieces may be left out, under Pieces"
    );
    let many = CardsForm {
        pieces: [9, 9],
        ..usual()
    };
    assert_eq!(
        reason(BOARDS, many),
        "there is no such card: on no board do 9 pieces fit in exactly one way, turned and mirrored boards \
         counting once"
    );
    let condition = BOARDS.replace("    goals:", "    conditions: [NoCrossroads],\n    goals:");
    assert!(reason(&condition, usual()).starts_with("cards cannot have conditions"));
    assert!(reason(BOARDS, cards(0, CardsFile::Preview)).starts_with("make 1 to 200 cards"));
}

/// Checks that a choice is kept as a goal next to the others, with its pieces, and that it becomes a card.
#[test]
fn a_choice_is_kept_as_a_goal() {
    let mut drawn = document(BOARDS);
    drawn.apply(&Edit::OptionalPieces).unwrap();
    let keep = |of: Option<&str>, name: &str, pieces: &[(&str, u32)]| Edit::KeepChoice {
        of: of.map(str::to_owned),
        name: name.to_owned(),
        pieces: pieces
            .iter()
            .map(|(name, copies)| ((*name).to_owned(), *copies))
            .collect(),
    };
    drawn
        .apply(&keep(Some("bee"), "kept", &[("3I", 1), ("dot", 1)]))
        .unwrap();
    let only = r######"Goal(name: "kept", board: Picture(["..###", "#####", ".###."]), only: ["3I", "dot"])"######;
    assert!(drawn.text().contains(only), "{}", drawn.text());
    // A choice with fewer copies of a piece than the pool has: the goal lists its pieces in `pieces`.
    let pieces = [("3L", 1), ("4I", 1), ("4O", 1)];
    drawn.apply(&keep(None, "listed", &pieces)).unwrap();
    let view = View::of(&drawn).0;
    assert_eq!(view.problem, None);
    assert_eq!(view.goals, ["ant", "bee", "kept", "listed"]);
    assert_eq!(view.pieces.len(), 8);
    assert!(view.goal_entries.iter().all(|goal| goal.picture.is_some()));
    let found = sides(&drawn, cards(200, CardsFile::Preview));
    let sides = found["sides"].as_array().unwrap();
    let of_listed: Vec<_> = sides
        .iter()
        .filter(|side| side["board"] == "listed")
        .collect();
    assert!(of_listed.len() <= 1, "{of_listed:?}");
    let unknown = keep(None, "x", &[("Q", 1)]);
    assert_eq!(drawn.apply(&unknown), Err(Refusal::NoPiece));
    assert_eq!(
        drawn.apply(&keep(Some("yak"), "x", &[("3I", 1)])),
        Err(Refusal::NoGoal)
    );
}
