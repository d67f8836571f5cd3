//! Tests of documents: properties that hold after all sequences of edits, and answers compared with those of
//! `count`.

mod cards;
mod forms;

use std::collections::BTreeMap;

use proptest::prelude::*;
use tilewright_dlx::StopFlag;

use super::*;
use crate::cover::Instance;
use crate::puzzle::{Source, load};
use crate::solve::counting::{CountRequest, Known};
use crate::solve::search::RunContext;
use tilewright_geometry::{Axes, Lattice, PeriodicTiling};

fn paint(cells: &[(i64, i64)], mark: Mark, stroke: u64) -> Edit {
    Edit::Paint {
        cells: cells.iter().map(|(x, y)| vec![*x, *y]).collect(),
        mark,
        stroke,
    }
}

fn document(text: &str) -> Document {
    Document::new("test.ron", text)
}

/// Checks that a text whose parsing is stopped by the flag does not become the document's text, and that the
/// history does not contain it.
#[test]
fn a_text_that_is_given_up_changes_nothing() {
    let text = Document::blank(Lattice::Square);
    let mut session = Session::new(document(&text), None);
    let edit = || Request::Edit {
        change: Edit::Text {
            text: "(lattice: Square)".to_owned(),
        },
        base: None,
    };
    let stop = StopFlag::new();
    stop.set();
    let (reply, effect) = session.answer_until(edit(), &stop);
    assert_eq!(reply.refused, Some(Refusal::GivenUp.to_string()));
    assert!(matches!(effect, Effect::None) && !reply.view.can_undo);
    assert_eq!(session.document().text(), text);
    let (reply, effect) = session.answer(edit());
    assert_eq!(reply.refused, None);
    assert!(matches!(effect, Effect::Changed(None)) && reply.view.can_undo);
}

#[test]
fn a_puzzle_is_drawn_from_nothing() {
    let mut drawn = document(&Document::blank(Lattice::Square));
    assert!(View::of(&drawn).0.problem.is_some());
    for (stroke, x) in (0..4).enumerate() {
        let column: Vec<(i64, i64)> = (0..2).map(|y| (x, y)).collect();
        drawn
            .apply(&paint(&column, Mark::Required, stroke as u64))
            .unwrap();
    }
    let entry = "Set(of: Polyominoes(2), copies: 4)".to_owned();
    drawn.apply(&Edit::AddPieces { entry }).unwrap();
    assert_eq!(
        drawn.text(),
        "(\n    lattice: Square,\n    board: Rect(4, 2),\n    pieces: [\n        \
         Set(of: Polyominoes(2), copies: 4),\n    ],\n)\n"
    );
    let (view, file) = View::of(&drawn);
    assert_eq!(view.problem, None);
    assert_eq!(view.marks.iter().filter(|mark| **mark == 1).count(), 8);
    assert_eq!(count(view.canvas, file.unwrap()), "5");
}

/// The number of solutions of a file, from the answers of an inquiry.
fn count(canvas: Canvas, file: std::sync::Arc<crate::puzzle::PuzzleFile>) -> String {
    let mut found = String::new();
    let inquiry = Inquiry::new(canvas, file, None);
    inquiry.answer(&RunContext::silent(), &mut || None, &mut |answer| {
        if let Answer::Count { solutions, .. } = answer {
            found = solutions;
        }
    });
    found
}

#[test]
fn comments_and_other_fields_stay() {
    let text = "// mine\n(title: \"t\", lattice: Square, board: Rect(3, 1), /* why */\n pieces: [\n  \
                // sets\n  Set(of: Polyominoes(1), copies: 3),\n ],\n expect: (solutions: 1),\n)\n";
    let mut drawn = document(text);
    drawn.apply(&paint(&[(0, 1)], Mark::Optional, 0)).unwrap();
    let expected = text.replace("Rect(3, 1)", r####"Picture(["###", "?.."])"####);
    assert_eq!(drawn.text(), expected);
}

#[test]
fn a_face_of_a_coloured_tile_keeps_its_colours() {
    let text = "(lattice: Square, board: Rect(2, 1), pieces: [\n  \
                Piece(name: \"ab\", cells: Rect(2, 1), colors: [\"a\", \"b\"]),\n])\n";
    let mut drawn = document(text);
    assert!(View::of(&drawn).1.is_some());
    let change = Edit::ChangePiece {
        piece: 0,
        name: "other".to_owned(),
        min: 1,
        max: Some(1),
        sides: "Free".to_owned(),
        color: None,
        stroke: None,
    };
    assert_eq!(drawn.apply(&change), Err(Refusal::ColoredCells));
    assert_eq!(drawn.text(), text);
}

#[test]
fn a_piece_of_a_set_is_changed_alone() {
    let mut drawn = document(
        "(lattice: Square, board: Rect(5, 5), pieces: [Set(of: Polyominoes(3)), Set(of: Polyominoes(2), prefix: \"2\")])",
    );
    drawn
        .apply(&Edit::ChangePiece {
            piece: 1,
            name: "elbow".to_owned(),
            min: 0,
            max: None,
            sides: "Fixed".to_owned(),
            color: Some("#2a9d3a".to_owned()),
            stroke: None,
        })
        .unwrap();
    assert!(
        drawn
            .text()
            .contains("Set(of: Polyominoes(2), prefix: \"2\"),"),
        "{}",
        drawn.text()
    );
    assert!(drawn.text().contains("name: \"elbow\""));
    let (view, _) = View::of(&drawn);
    let piece = &view.pieces[1];
    assert_eq!(
        (
            piece.name.as_str(),
            piece.min,
            piece.max,
            piece.sides.as_str()
        ),
        ("elbow", 0, None, "Fixed")
    );
    drawn.apply(&Edit::RemovePiece { piece: 0 }).unwrap();
    drawn.apply(&Edit::RemovePiece { piece: 0 }).unwrap();
    drawn.apply(&Edit::RemovePiece { piece: 0 }).unwrap();
    assert!(drawn.text().contains("pieces: []"), "{}", drawn.text());
    assert_eq!(
        drawn.apply(&Edit::RemovePiece { piece: 0 }),
        Err(Refusal::NoPiece)
    );
}

/// Checks that changes to a field of a piece are undone together, and that a later visit to the
/// field is another step.
#[test]
fn changes_to_one_field_of_a_piece_are_undone_together() {
    let text =
        "(lattice: Square, board: Rect(2, 1), pieces: [Piece(name: \"I\", cells: Rect(2, 1))])";
    let mut drawn = document(text);
    let mut name = |name: &str, stroke: u64| {
        let change = Edit::ChangePiece {
            piece: 0,
            name: name.to_owned(),
            min: 1,
            max: Some(1),
            sides: "Free".to_owned(),
            color: None,
            stroke: Some(stroke),
        };
        drawn.apply(&change).unwrap();
        drawn.text().to_owned()
    };
    name("d", 1);
    name("do", 1);
    let first = name("dom", 1);
    name("domi", 2);
    drawn.apply(&Edit::Undo).unwrap();
    assert_eq!(drawn.text(), first);
    assert!(first.contains("\"dom\""), "{first}");
    drawn.apply(&Edit::Undo).unwrap();
    assert_eq!(drawn.text(), text);
}

#[test]
fn colours_stay_when_a_choice_is_taken() {
    let mut drawn =
        document("(lattice: Square, board: Rect(6, 5), pieces: [Set(of: Polyominoes(5))])");
    let colors = |document: &Document| -> BTreeMap<String, String> {
        let pieces = View::of(document).0.pieces.into_iter();
        pieces.map(|piece| (piece.name, piece.color)).collect()
    };
    let before = colors(&drawn);
    let pieces = ["X", "L", "V"].map(|name| (name.to_owned(), 1)).to_vec();
    drawn.apply(&Edit::Choose { pieces }).unwrap();
    let after = colors(&drawn);
    assert_eq!(after.len(), 3);
    for (name, color) in &after {
        assert_eq!(&before[name], color, "{name}");
    }
}

/// Checks that a puzzle with one solution up to symmetry has a rating. The puzzle has an X between
/// two Us, either of which may be on the left.
#[test]
fn one_solution_up_to_symmetry_is_rated() {
    let rating = |text: &str| {
        let (view, file) = View::of(&document(text));
        let inquiry = Inquiry::new(view.canvas, file.unwrap(), None);
        let (mut counts, mut grade) = (None, None);
        inquiry.answer(
            &RunContext::silent(),
            &mut || None,
            &mut |answer| match answer {
                Answer::Count {
                    solutions,
                    distinct,
                    ..
                } => counts = Some((solutions, distinct.unwrap())),
                Answer::Grade { rating, held, .. } => grade = Some((rating, held)),
                _ => {}
            },
        );
        (counts.unwrap(), grade)
    };
    let text = "(lattice: Square, board: Rect(5, 3), pieces: [Set(of: Polyominoes(5), only: [\"U\", \"X\"]), \
                Piece(name: \"a\", cells: Picture([\"#.#\", \"###\"]))])";
    let ((solutions, distinct), grade) = rating(text);
    assert_eq!(distinct, "1");
    assert_ne!(solutions, "1");
    let (rating, held) = grade.expect("a rating");
    assert!((1.0..11.0).contains(&rating), "{rating}");
    assert!(!held.is_empty());
}

#[test]
fn a_piece_is_dragged_off_the_board() {
    let mut drawn = document("(lattice: Square, board: Rect(3, 2), pieces: [])");
    let cells = vec![vec![0, 0], vec![1, 0], vec![0, 1]];
    drawn.apply(&Edit::AddPiece { cells, take: true }).unwrap();
    let (view, _) = View::of(&drawn);
    assert_eq!(view.pieces.len(), 1);
    assert_eq!(view.pieces[0].size, 3);
    assert_eq!(view.marks.iter().filter(|mark| **mark == 1).count(), 3);
    let apart = vec![vec![0, 0], vec![2, 0]];
    let refused = drawn.apply(&Edit::AddPiece {
        cells: apart,
        take: false,
    });
    assert!(matches!(refused, Err(Refusal::Piece(_))));
}

#[test]
fn an_unfinished_text_keeps_the_drawing() {
    let mut drawn = document("(lattice: Square, board: Rect(3, 2), pieces: [])");
    let text = "(lattice: Square, board: Rect(3, 2".to_owned();
    drawn.apply(&Edit::Text { text }).unwrap();
    let (view, _) = View::of(&drawn);
    assert!(!view.is_drawable);
    assert_eq!(view.marks.iter().filter(|mark| **mark == 1).count(), 6);
    assert_eq!(
        drawn.apply(&paint(&[(0, 0)], Mark::Absent, 0)),
        Err(Refusal::Broken)
    );
    drawn.apply(&Edit::Undo).unwrap();
    assert!(View::of(&drawn).0.is_drawable);
}

#[test]
fn labels_are_written() {
    let mut drawn = document(
        "(lattice: Square, board: Rect(2, 1), pieces: [Piece(name: \"I\", cells: Rect(2, 1))])",
    );
    let label = |cell: Vec<i64>, label: &str| Edit::Labels {
        group: None,
        labels: vec![(cell, label.to_owned())],
    };
    drawn.apply(&label(vec![1, 0], "Mon")).unwrap();
    assert_eq!(View::of(&drawn).0.labels.len(), 1);
    drawn.apply(&label(vec![1, 0], "")).unwrap();
    let (view, file) = View::of(&drawn);
    assert_eq!((view.labels.len(), file.is_some()), (0, true));
}

#[test]
fn every_lattice_has_a_canvas_to_draw_on() {
    let tiling = PeriodicTiling::new("own triangles", Axes::Triangular, [[1, 0], [0, 1]])
        .with_cell("down", [[0, 0], [1, 0], [0, 1]])
        .with_cell("up", [[1, 0], [1, 1], [0, 1]]);
    let built_in = Lattice::ALL.into_iter().zip(Lattice::IDENTIFIERS.to_vec());
    for (lattice, name) in built_in.chain([(tiling.lattice().unwrap(), "Tiles")]) {
        let mut drawn = document(&Document::blank(lattice));
        let (view, _) = View::of(&drawn);
        assert_eq!(view.lattice, name);
        assert!(view.lattices.contains(&name));
        assert!(view.marks.len() > 20, "{name}: {}", view.marks.len());
        let canvas = serde_json::to_value(&view.canvas).unwrap();
        for stroke in 0..3 {
            let cell = &canvas["cells"][7 * stroke + 3][0];
            let cell: Vec<i64> = serde_json::from_value(cell.clone()).unwrap();
            let edit = Edit::Paint {
                cells: vec![cell],
                mark: Mark::Required,
                stroke: stroke as u64,
            };
            drawn.apply(&edit).unwrap();
        }
        let (view, _) = View::of(&drawn);
        let painted = view.marks.iter().filter(|mark| **mark == 1);
        assert_eq!(painted.count(), 3, "{name}: {}", drawn.text());
    }
}

/// A random change, of the kinds that a page can request.
fn any_edit() -> impl Strategy<Value = Edit> {
    let cell = (-3_i64..7, -3_i64..7);
    let mark = prop_oneof![
        3 => Just(Mark::Required),
        1 => Just(Mark::Optional),
        2 => Just(Mark::Absent),
    ];
    prop_oneof![
        8 => (prop::collection::vec(cell, 1..6), mark, 0_u64..20)
            .prop_map(|(cells, mark, stroke)| paint(&cells, mark, stroke)),
        2 => Just(Edit::Undo),
        1 => Just(Edit::Redo),
        1 => (1_usize..4).prop_map(|size| Edit::AddPieces {
            entry: format!("Set(of: Polyominoes({size}), copies: (0, 3), prefix: \"{size}\")"),
        }),
        1 => (0_usize..6).prop_map(|piece| Edit::RemovePiece { piece }),
        1 => "[a-z]{0,8}".prop_map(|title| Edit::Title { title }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Checks that the drawing always agrees with the text, that every text is readable, and that
    /// all changes can be undone and redone.
    #[test]
    fn the_drawing_agrees_with_the_text(edits in prop::collection::vec(any_edit(), 1..40)) {
        let first = Document::blank(Lattice::Square);
        let mut drawn = document(&first);
        for edit in &edits {
            let before = drawn.text().to_owned();
            if drawn.apply(edit).is_err() {
                prop_assert_eq!(drawn.text(), &before);
            }
            let (sketch, is_current) = drawn.sketch();
            prop_assert!(is_current);
            let again = document(drawn.text());
            prop_assert_eq!(again.sketch().0, sketch);
        }
        while drawn.can_redo() {
            drawn.apply(&Edit::Redo).unwrap();
        }
        let last = drawn.text().to_owned();
        let mut steps = 0;
        while drawn.can_undo() {
            drawn.apply(&Edit::Undo).unwrap();
            steps += 1;
        }
        prop_assert_eq!(drawn.text(), &first);
        for _ in 0..steps {
            drawn.apply(&Edit::Redo).unwrap();
        }
        prop_assert_eq!(drawn.text(), &last);
    }

    #[test]
    fn answers_agree_with_count(cells in prop::collection::btree_set((0_i64..5, 0_i64..4), 1..20)) {
        let mut drawn = document(
            "(lattice: Square, board: Cells([]), pieces: [Set(of: Polyominoes(3), copies: (0, 9)), \
             Set(of: Polyominoes(2), copies: (0, 9), prefix: \"2\")])",
        );
        let cells: Vec<(i64, i64)> = cells.into_iter().collect();
        drawn.apply(&paint(&cells, Mark::Required, 0)).unwrap();
        let (view, file) = View::of(&drawn);
        let puzzle = load(&Source::new("x", drawn.text())).unwrap().puzzle;
        let instance = Instance::new(puzzle).unwrap();
        let known = CountRequest::default()
            .count(&instance, &RunContext::silent())
            .unwrap();
        let Known::Exact(known) = known.solutions else { panic!("the monitor never stops it") };
        prop_assert_eq!(count(view.canvas, file.unwrap()), known.to_string());
    }
}

/// Checks that a page finds the known choices of pentominoes, and that the document with only the pieces of a card
/// has the number of solutions that the card states.
#[test]
fn designs_are_found_and_chosen() {
    let text = "( // mine\n    lattice: Square,\n    board: Rect(6, 5),\n    \
        pieces: [Set(of: Polyominoes(5))],\n)\n";
    let mut drawn = document(text);
    let found = |document: &Document, form: &DesignForm| -> serde_json::Value {
        let file = View::of(document).1.unwrap();
        let (part, monitor) = (crate::puzzle::PuzzlePart::Whole, RunContext::silent());
        let download = Download::Designs(form.clone());
        let made = download.make(&file, part, "t", &monitor);
        serde_json::from_slice(&made.unwrap().bytes).unwrap()
    };
    let all = found(&drawn, &DesignForm::default());
    assert_eq!(all["solvable"], 172);
    assert_eq!(all["cards"].as_array().unwrap().len(), 24);
    let form = DesignForm {
        solutions: "64..".to_owned(),
        distinct: String::new(),
        sort: DesignSort::Most,
        ..DesignForm::default()
    };
    let most = found(&drawn, &form);
    assert_eq!(most["wanted"], 1);
    let card = &most["cards"][0];
    assert!(card["picture"].as_str().unwrap().contains("<svg"));
    let pieces: Vec<(String, u32)> = serde_json::from_value(card["pieces"].clone()).unwrap();
    assert_eq!(pieces.len(), 6);
    drawn.apply(&Edit::Choose { pieces }).unwrap();
    assert!(drawn.text().starts_with("( // mine\n"));
    let (view, file) = View::of(&drawn);
    assert_eq!(view.pieces.len(), 6);
    assert_eq!(count(view.canvas, file.unwrap()), card["solutions"]);
    drawn.apply(&Edit::Undo).unwrap();
    assert_eq!(drawn.text(), text);
    // Pieces that do not exist cannot be chosen, and a malformed range is rejected.
    for pieces in [vec![], vec![("Q".to_owned(), 1)], vec![("F".to_owned(), 0)]] {
        assert_eq!(drawn.apply(&Edit::Choose { pieces }), Err(Refusal::NoPiece));
    }
    let wrong = Download::Designs(DesignForm {
        choose: "six".to_owned(),
        ..DesignForm::default()
    });
    let file = View::of(&drawn).1.unwrap();
    let part = crate::puzzle::PuzzlePart::Whole;
    let refused = wrong.make(&file, part, "t", &RunContext::silent());
    assert!(refused.is_err());
}

/// Checks that the number of choices is known before they are tried, that a sample of all choices
/// finds all that match, and that a search finds some of them.
#[test]
fn choices_are_counted_sampled_and_searched() {
    let file = load(&Source::new(
        "x",
        "(lattice: Square, board: Rect(4, 3), pieces: [Set(of: Polyominoes(4)), \
         Set(of: Polyominoes(3), prefix: \"3\"), Set(of: Polyominoes(5), prefix: \"5\")])",
    ));
    let file = file.unwrap();
    let made = |download: &Download| -> serde_json::Value {
        let (part, monitor) = (crate::puzzle::PuzzlePart::Whole, RunContext::silent());
        let made = download.make(&file, part, "t", &monitor);
        serde_json::from_slice(&made.unwrap().bytes).unwrap()
    };
    let form = |scope| DesignForm {
        scope,
        distinct: "1".to_owned(),
        ..DesignForm::default()
    };
    let count = made(&Download::ChoiceCount(form(DesignScope::All)));
    // There are 10 choices of three of the 5 tetrominoes, and 2 × 5 × 12 of a triomino, a tetromino and
    // a pentomino.
    assert_eq!(
        count,
        serde_json::json!({"choices": "130", "is_many": false})
    );
    let all = made(&Download::Designs(form(DesignScope::All)));
    let sample = made(&Download::Designs(form(DesignScope::Sample)));
    assert_eq!(sample["tried"], 130);
    for number in ["solvable", "wanted"] {
        assert_eq!(sample[number], all[number], "{number}");
    }
    let wanted = all["wanted"].as_f64();
    assert_eq!(sample["estimate"], serde_json::json!([wanted, 0.0]));
    let search = made(&Download::Designs(form(DesignScope::Search)));
    assert_eq!(search["wanted"], 6, "{search}");
    let pieces = |found: &serde_json::Value| -> Vec<serde_json::Value> {
        let cards = found["cards"].as_array().unwrap();
        cards.iter().map(|card| card["pieces"].clone()).collect()
    };
    let known = pieces(&all);
    assert!(
        all["wanted"].as_u64() > Some(24) || pieces(&search).iter().all(|one| known.contains(one))
    );
}

/// Checks that input into a field cannot change other parts of the text.
#[test]
fn invalid_values_are_refused() {
    let text =
        "(lattice: Square, board: Rect(6, 5), pieces: [Set(of: Polyominoes(5), copies: Any)])";
    let mut drawn = Document::new("x.ron", text);
    let board = |shape: &str| Edit::Board {
        shape: shape.to_owned(),
    };
    let add = |entry: &str| Edit::AddPieces {
        entry: entry.to_owned(),
    };
    let label = |label: String| Edit::Labels {
        group: None,
        labels: vec![(vec![0, 0], label)],
    };
    for edit in [
        board("Rect(6,5) // c"),
        board("/*"),
        board(""),
        board("Rect(1,1), title: \"zz\""),
        board(&"(".repeat(5000)),
        add("], givens: ["),
        add("// c"),
        add(""),
        label("x".repeat(5000)),
        Edit::Title {
            title: "x".repeat(300),
        },
    ] {
        let refused = drawn.apply(&edit);
        assert!(
            matches!(refused, Err(Refusal::Unreadable(_) | Refusal::Broken)),
            "{edit:?}: {refused:?}"
        );
        assert_eq!(drawn.text(), text);
    }
    drawn.apply(&board("Rect(5, 5)")).unwrap();
    drawn
        .apply(&add("Piece(name: \"m\", cells: Rect(1, 1))"))
        .unwrap();
    drawn.apply(&label("Jan".to_owned())).unwrap();
}
