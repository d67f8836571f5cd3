//! Labels of cells: each stays with its cell, whatever happens to the board.

use std::collections::BTreeMap;

use itertools::Itertools;
use proptest::prelude::*;
use tilewright::picture::drawing::{Artist, Style, svg};
use tilewright::picture::render;
use tilewright::puzzle::{Piece, Puzzle, Source, load};
use tilewright_geometry::{Board, Cell, Lattice, Polyform};

/// The side of the square that contains random boards.
const SIDE: i32 = 5;

/// The cells of the square, each with a different label and its value in `open`.
fn labelled(open: &[bool]) -> Vec<((i32, i32), String, bool)> {
    let cells = (0..SIDE).cartesian_product(0..SIDE);
    let named = cells.zip(open).enumerate();
    let labelled = named.map(|(number, ((x, y), open))| {
        let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap_or(0));
        let label = format!("{}{}", letter(number).to_uppercase(), letter(number / 5));
        ((x, y), label, *open)
    });
    labelled.collect()
}

/// The labels by the coordinates of their cells.
fn by_cell(puzzle: &Puzzle) -> BTreeMap<String, String> {
    let labels = puzzle.labels.iter();
    labels
        .map(|(cell, label)| {
            (
                puzzle.lattice.coordinates(cell).to_string(),
                label.to_string(),
            )
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Checks the labels of cells that a goal leaves open, including whole rows at the edge of the
    /// board. The labels remain in pictures, and in a file written for the goal.
    #[test]
    fn labels_stay_with_the_cells_that_a_goal_leaves_open(
        open in prop::collection::vec(any::<bool>(), (SIDE * SIDE) as usize)
            .prop_filter("a cell is left", |open| open.contains(&false)),
    ) {
        let cells = labelled(&open);
        let labels = cells.iter().map(|((x, y), label, _)| format!("{label:?}: ({x}, {y})"));
        let left = cells.iter().filter(|(_, _, open)| *open);
        let left = left.map(|((x, y), ..)| format!("({x}, {y})")).join(", ");
        let open = if left.is_empty() { String::new() } else { format!(", open: Cells([{left}])") };
        let text = format!(
            "(lattice: Square, board: Rect({SIDE}, {SIDE}),
                pieces: [Piece(name: \"m\", cells: Rect(1, 1), copies: Any)],
                labels: [Cells({{{}}})], goals: [Goal(name: \"g\"{open})])",
            labels.format(", "),
        );
        let file = load(&Source::new("labels.ron", text)).expect("a puzzle");
        let goal = file.with_goal(&file.goals[0]).puzzle;
        prop_assert_eq!(by_cell(&goal), by_cell(&file.puzzle));
        let again = load(&Source::new("goal.ron", goal.to_ron())).expect("a puzzle");
        prop_assert_eq!(by_cell(&again.puzzle), by_cell(&goal));
        let text = render::placements(&goal, &render::Labels::of_puzzle(&goal), &[], false);
        let artist = Artist::new(&goal, Style::default());
        let (frame, drawn) = (artist.frame(), artist.empty_board());
        let picture = svg::file(&drawn);
        for (cell, label) in goal.labels.iter() {
            prop_assert!(text.contains(&**label), "{label}:\n{text}");
            prop_assert!(picture.contains(&format!(">{label}<")), "{label}: {picture}");
            let at = frame.centre(cell);
            prop_assert!((0.0..drawn.width).contains(&at.x), "{label}");
            prop_assert!((0.0..drawn.height).contains(&at.y), "{label}");
        }
    }

    /// Checks that the labels are rotated or reflected together with the board.
    #[test]
    fn labels_move_with_the_cells_of_a_turned_board(
        there in prop::collection::vec(any::<bool>(), (SIDE * SIDE) as usize)
            .prop_filter("there is a cell", |there| there.contains(&true)),
        turn in 0..8,
    ) {
        let lattice = Lattice::Square;
        let cell = |x: i32, y: i32| lattice.cell(&[i64::from(x), i64::from(y)]).expect("a cell");
        let turned = |(x, y): (i32, i32)| {
            let (x, y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
            cell(if turn & 2 == 0 { x } else { -x }, if turn & 4 == 0 { y } else { -y })
        };
        let cells = labelled(&there).into_iter().filter(|(_, _, there)| *there);
        let cells: Vec<(Cell, String)> =
            cells.map(|(at, label, _)| (turned(at), label)).collect();
        let board = Board::new(lattice, cells.iter().map(|(cell, _)| *cell), []);
        let one = Polyform::new(lattice, [cell(0, 0)]).expect("a cell");
        let piece = Piece::new("m", one).expect("a name").with_any_copies();
        let mut builder = Puzzle::builder(lattice).board(board.expect("a board")).piece(piece);
        for (cell, label) in &cells {
            builder = builder.label(*cell, label);
        }
        let puzzle = builder.build().expect("a puzzle");
        for (cell, label) in &cells {
            prop_assert_eq!(puzzle.labels.get(*cell).map(tilewright::support::label::Label::as_str), Some(label.as_str()));
        }
        let picture = render::board(&puzzle);
        prop_assert!(cells.iter().all(|(_, label)| picture.contains(label.as_str())), "{picture}");
    }
}

/// Checks that borders stay aligned next to wide characters, which take two columns.
#[test]
fn pictures_count_columns() {
    let text = r#"(lattice: Square, board: Rect(3, 1), pieces: [Piece(name: "三", cells: Rect(3, 1))],
        labels: [Rows((0, 0), ["一月 b 日"])])"#;
    let puzzle = load(&Source::new("wide.ron", text))
        .expect("a puzzle")
        .puzzle;
    insta::assert_snapshot!(render::board(&puzzle), @"
    ┌───┬───┬───┐
    │ 一│ b │ 日│
    └───┴───┴───┘
    ");
}
