use proptest::prelude::*;
use tilewright_geometry::{
    Board, Cell, Crossing, Lattice, Polyform, ShapeName, Sides, box_, hexagon, rectangle, rhombus,
};

use crate::puzzle::{Color, Piece, Puzzle, Source, Tray, load};

fn cells<const N: usize>(cells: [(i64, i64); N]) -> [Cell; N] {
    cells.map(|(x, y)| Lattice::Square.cell(&[x, y]).unwrap())
}

fn board(width: u64, height: u64) -> Board {
    let cells = rectangle(Lattice::Square, width, height).unwrap();
    Board::new(Lattice::Square, cells, []).unwrap()
}

fn builder() -> super::PuzzleBuilder {
    Puzzle::builder(Lattice::Square)
        .board(board(4, 5))
        .pieces(Piece::all_of_size(Lattice::Square, 4).unwrap())
}

/// Checks that the puzzle, written as a file and read again, is unchanged.
fn is_read_again(puzzle: &Puzzle) {
    let text = puzzle.to_ron();
    let read = load(&Source::new("written.ron", text.as_str()));
    let read = read.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.puzzle, *puzzle, "{text}");
}

#[test]
fn what_is_built_is_what_is_read() {
    let text = r##"(
        title: "T",
        source: "nowhere",
        lattice: Square,
        board: Minus(Rect(4, 5), Cells([(3, 4)])),
        pieces: [
            Set(of: Polyominoes(4)),
            Piece(name: "v", cells: Rect(1, 2), sides: Fixed, copies: (0, 2), color: "#0a0b0c"),
        ],
        givens: [(piece: "O", cells: Rect(2, 2))],
        restrict: [
            Within(piece: "I", cells: Rect(4, 4)),
            Covers(piece: "T", cells: Cells([(2, 3)])),
            Avoids(cells: Cells([(0, 4)])),
            Where(piece: "L", covers: Cells([(3, 3)]), also: Cells([(3, 2)])),
        ],
    )"##;
    let mut on = rectangle(Lattice::Square, 4, 5).unwrap();
    on.retain(|cell| *cell != Lattice::Square.cell(&[3, 4]).unwrap());
    let domino = Polyform::new(Lattice::Square, cells([(0, 0), (0, 1)])).unwrap();
    let domino = Piece::new("v", domino).unwrap().with_sides(Sides::Fixed);
    let color = Color {
        red: 10,
        green: 11,
        blue: 12,
    };
    let built = Puzzle::builder(Lattice::Square)
        .title("T")
        .source("nowhere")
        .board(Board::new(Lattice::Square, on, []).unwrap())
        .pieces(Piece::all_of_size(Lattice::Square, 4).unwrap())
        .piece(domino.with_copies(0..=2).unwrap().with_color(color))
        .given("O", cells([(0, 0), (0, 1), (1, 0), (1, 1)]))
        .within("I", rectangle(Lattice::Square, 4, 4).unwrap())
        .covers("T", cells([(2, 3)]))
        .avoids(None, cells([(0, 4)]))
        .wherever(Some("L"), cells([(3, 3)]), cells([(3, 2)]))
        .build()
        .unwrap();
    assert_eq!(built, load(&Source::new("t.ron", text)).unwrap().puzzle);
    is_read_again(&built);
}

#[test]
fn orientations_and_placements_are_the_pieces_own() {
    let straight = Polyform::new(Lattice::Square, rectangle(Lattice::Square, 4, 1).unwrap());
    let straight = straight.unwrap();
    let puzzle = builder()
        .oriented("I", [straight.clone()])
        .placed("O", cells([(1, 0), (1, 1), (2, 0), (2, 1)]))
        .build()
        .unwrap();
    is_read_again(&puzzle);
    let error = |builder: super::PuzzleBuilder| builder.build().unwrap_err().to_string();
    assert_eq!(
        error(builder().oriented("T", [straight])),
        "this shape is not an orientation of T"
    );
    assert_eq!(
        error(builder().placed("O", cells([(0, 0), (0, 1), (0, 2), (0, 3)]))),
        "these cells are not a placement of O"
    );
}

#[test]
fn what_cannot_be_is_refused() {
    let error = |builder: super::PuzzleBuilder| builder.build().unwrap_err().to_string();
    let square = || Puzzle::builder(Lattice::Square);
    let tray = Tray::Projected { layers: 2 };
    let o = cells([(0, 0), (0, 1), (1, 0), (1, 1)]);
    let i = cells([(0, 0), (1, 0), (2, 0), (3, 0)]);
    for (builder, expected) in [
        (square(), "a puzzle needs a board"),
        (
            square().board(board(1, 1)),
            "a puzzle needs at least one piece",
        ),
        (
            builder().pieces(Piece::all_of_size(Lattice::Square, 4).unwrap()),
            "two pieces are named \"I\"",
        ),
        (
            builder().piece(Piece::all_of_size(Lattice::Cube, 1).unwrap().remove(0)),
            "1-1 is on the cube lattice, but the puzzle is on the square lattice",
        ),
        (
            Puzzle::builder(Lattice::Stick).board(board(1, 1)),
            "the board is on the square lattice, but the puzzle is on the stick lattice",
        ),
        (
            builder().tray(tray),
            "a tray with depth needs a board of cubes in the layer z = 0, and at least one layer",
        ),
        (builder().given("Q", o), "no piece is named \"Q\""),
        (
            builder().given("O", cells([(9, 9)])),
            "(9,9) is not a cell of the board",
        ),
        (
            builder().given("O", []),
            "a given or restriction of O needs at least one cell",
        ),
        (
            builder().given("O", i),
            "these cells are not a placement of O",
        ),
        (
            builder().given("O", o).given("O", o),
            "O is given more often than it has copies: 1",
        ),
        (
            builder().given("O", o).given("I", i),
            "two givens overlap: O and I both cover (0,0)",
        ),
        (
            builder().given("O", o).avoids(None, cells([(0, 0)])),
            "a restriction rules out the given O",
        ),
        (
            builder().within("T", []),
            "a given or restriction of T needs at least one cell",
        ),
    ] {
        assert_eq!(error(builder), expected);
    }
}

/// A board on a random lattice: a box of cells, some of them removed and some optional.
fn some_board() -> impl Strategy<Value = (Lattice, Option<Board>)> {
    let lattice = prop::sample::select(Lattice::ALL.to_vec());
    let marks = prop::collection::vec(0_u8..8, 200);
    let by = (-50_i64..50, -50_i64..50, -50_i64..50, 1_i64..400);
    (lattice, marks, by, 0_u8..8).prop_map(|(lattice, marks, (x, y, z, far), kind)| {
        let all = match lattice {
            Lattice::Cube => box_(lattice, 3, 3, 2),
            Lattice::Triangle | Lattice::HexPrism => hexagon(lattice, 2),
            _ if lattice.table().shapes.contains(&ShapeName::Rectangle) => rectangle(lattice, 5, 4),
            _ if lattice.table().shapes.contains(&ShapeName::Rhombus) => rhombus(lattice, 3, 4),
            _ => Ok(lattice
                .table()
                .kinds
                .iter()
                .filter_map(|kind| lattice.cell_at(kind.origin))
                .collect()),
        };
        let mut of = [Vec::new(), Vec::new()];
        for (cell, mark) in all.unwrap().into_iter().zip(marks) {
            // The boards are full, or have holes, optional cells or distant parts.
            let to = match (kind, mark) {
                (0, _) | (_, 2..) => 0,
                (1.., 0) => 1,
                _ => continue,
            };
            let numbers = lattice.coordinates(cell);
            let far = if kind == 7 && mark == 7 { far } else { 0 };
            let numbers = numbers.iter().enumerate().map(|(axis, number)| {
                let by = [x + far, y, z][axis];
                i64::from(*number) + if axis < lattice.dimensions() { by } else { 0 }
            });
            let numbers: Vec<i64> = numbers.collect();
            of[to].push(lattice.cell(&numbers).unwrap());
        }
        let [required, optional] = of;
        let board = Board::new(lattice, required, optional).ok();
        (
            lattice,
            board.filter(|board| lattice.cut_tile(board.cells()).is_none()),
        )
    })
}

proptest! {
    #[test]
    fn every_board_is_read_as_it_is_written((lattice, board) in some_board()) {
        if let Some(board) = board {
            let pieces = Piece::all_of_size(lattice, 3).unwrap();
            let puzzle = Puzzle::builder(lattice).crossing(Crossing::NotStraight).board(board).pieces(pieces).build().unwrap();
            is_read_again(&puzzle);
        }
    }
}

#[test]
fn any_copies_are_as_many_as_the_board_lets_in() {
    let text = r#"(
        lattice: Square,
        board: Rect(4, 5),
        pieces: [Set(of: Polyominoes(3), copies: Any), Piece(name: "big", cells: Rect(3, 7), copies: Any)],
        givens: [(piece: "I", cells: Rect(3, 1)), (piece: "I", cells: Shift((0, 1), Rect(3, 1)))],
        goals: [
            Goal(name: "wide", board: Rect(9, 5)),
            Goal(name: "open", open: Cells([(3, 4), (3, 3), (3, 2)])),
            Goal(name: "other", pieces: [Piece(name: "I", cells: Rect(3, 1), copies: Any)]),
            Goal(name: "two", pieces: [Piece(name: "I", cells: Rect(3, 1), copies: 2)]),
        ],
    )"#;
    let file = load(&Source::new("t.ron", text)).unwrap();
    let most = |puzzle: &Puzzle| -> Vec<(u32, u32)> {
        let copies = puzzle.pieces.iter().map(|piece| piece.copies);
        copies.map(|copies| (copies.min, copies.max)).collect()
    };
    assert_eq!(most(&file.puzzle), [(0, 6), (0, 6), (0, 1)]);
    is_read_again(&file.puzzle);
    let of_goal = |name: &str| most(&file.with_goal(file.goal(name).unwrap()).puzzle);
    assert_eq!(of_goal("wide"), [(0, 15), (0, 15), (0, 2)]);
    assert_eq!(of_goal("open"), [(0, 5), (0, 5), (0, 1)]);
    assert_eq!(of_goal("other"), [(0, 6)]);
    assert_eq!(of_goal("two"), [(2, 2)]);
    let tray = load(&Source::new(
        "t.ron",
        r#"(lattice: Cube, board: Rect(4, 3), tray: Projected(layers: 2),
            pieces: [Piece(name: "cube", cells: Box(2, 2, 2), copies: Any), Piece(name: "rod", cells: Box(1, 1, 3), copies: Any)])"#,
    ));
    assert_eq!(most(&tray.unwrap().puzzle), [(0, 3), (0, 6)]);
}

#[test]
fn quasi_polyforms_are_read_as_they_are_written() {
    let text = r#"(
        lattice: Square,
        board: Rect(4, 5),
        pieces: [
            Piece(name: "V", cells: Cells([(0, 0), (1, 1)]), connected: false, copies: Any),
            Piece(name: "I", cells: Rect(3, 1), connected: false, copies: (0, 3)),
        ],
        givens: [(piece: "V", cells: Cells([(2, 0), (3, 1)]))],
        restrict: [Orientations(piece: "V", shapes: [Cells([(0, 0), (1, 1)])])],
    )"#;
    let puzzle = load(&Source::new("t.ron", text)).unwrap().puzzle;
    assert!(!puzzle.pieces[0].polyform.is_connected());
    assert!(puzzle.pieces[1].polyform.is_connected());
    is_read_again(&puzzle);
}

/// Checks that pieces with 0 copies are left out together with everything that refers to them, and
/// that everything about other pieces stays.
#[test]
fn pieces_without_copies_are_left_out() {
    let text = r#"(
        title: "T",
        lattice: Square,
        board: Rect(4, 4),
        pieces: [
            Piece(name: "a", cells: Rect(4, 1), copies: 0),
            Set(of: Polyominoes(4), only: ["O", "T"], copies: (0, 0)),
            Piece(name: "b", cells: Rect(2, 2), copies: 4),
        ],
        restrict: [
            Within(piece: "a", cells: Rect(4, 1)),
            Covers(piece: "b", cells: Cells([(1, 1)])),
            Avoids(piece: "T", cells: Rect(1, 1)),
        ],
        cases: [(name: "c", restrict: [
            Avoids(piece: "O", cells: Rect(1, 1)),
            Avoids(piece: "b", cells: Rect(1, 1)),
        ])],
        design: (never: ["O"]),
    )"#;
    let read = load(&Source::new("test.ron", text)).unwrap();
    let names: Vec<&str> = read
        .puzzle
        .pieces
        .iter()
        .map(|piece| &*piece.name)
        .collect();
    assert_eq!(names, ["b"]);
    assert_eq!(read.puzzle.restrictions.len(), 1);
    assert_eq!(read.spans.restrictions.len(), 1);
    assert_eq!(read.cases[0].restrictions.len(), 1);
    assert!(read.design.never.is_empty());

    let square = |name: &str, copies| {
        let cells = rectangle(Lattice::Square, 2, 2).unwrap();
        let form = Polyform::new(Lattice::Square, cells).unwrap();
        Piece::new(name, form).unwrap().with_copies(copies).unwrap()
    };
    let built = Puzzle::builder(Lattice::Square)
        .title("T")
        .board(board(4, 4))
        .piece(square("a", 0..=0))
        .piece(square("b", 4..=4))
        .within("a", cells([(0, 0)]))
        .covers("b", cells([(1, 1)]))
        .build()
        .unwrap();
    assert_eq!(built, read.puzzle);
}

/// Checks that conditions of one kind may be combined if their parameters differ, but not repeated.
#[test]
fn conditions_of_one_kind() {
    let with = |conditions: &str| {
        let text = format!(
            "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4)],
              conditions: [{conditions}])"
        );
        load(&Source::new("test.ron", text)).map(|file| file.puzzle.conditions.len())
    };
    assert_eq!(
        with("Apart(by: Shape), Apart(by: Shape, corners: true)").unwrap(),
        2
    );
    assert_eq!(with("Colorable(2), Colorable(3)").unwrap(), 2);
    let error = with("Colorable(2), Colorable(2)").unwrap_err();
    assert_eq!(error.message, "this condition is listed twice");
}

/// Checks sets with a colour, and sets without the members that have a hole.
#[test]
fn sets_with_a_colour_and_without_holes() {
    let set = |lattice: &str, board: &str, of: &str, more: &str| {
        let text = format!(
            "(lattice: {lattice}, board: {board}, pieces: [Set(of: {of}, copies: Any{more})])"
        );
        load(&Source::new("test.ron", text)).map(|file| file.puzzle.pieces)
    };
    // The numbers are from OEIS: A000105 and A000104, A000577 and A070765, A000228 and A018190.
    for (lattice, of, all, whole) in [
        ("Square", "Polyominoes(7)", 108, 107),
        ("Square", "Polyominoes(8)", 369, 363),
        ("Triangle", "Polyiamonds(9)", 160, 159),
        ("Hexagon", "Polyhexes(6)", 82, 81),
    ] {
        let board = "Cells([(0, 0)])".replace(
            "0)]",
            if lattice == "Triangle" {
                "0, 0)]"
            } else {
                "0)]"
            },
        );
        assert_eq!(set(lattice, &board, of, "").unwrap().len(), all);
        assert_eq!(
            set(lattice, &board, of, ", holes: true").unwrap().len(),
            all
        );
        assert_eq!(
            set(lattice, &board, of, ", holes: false").unwrap().len(),
            whole
        );
    }
    let sticks = set("Stick", "Rect(2, 2)", "Polysticks(2)", ", holes: false").unwrap_err();
    assert!(sticks.message.contains("no holes"), "{}", sticks.message);
    let red = set("Square", "Rect(2, 2)", "Polyominoes(2)", ", color: \"red\"").unwrap();
    assert_eq!(red[0].color, Some("#ff0000".parse().unwrap()));
}

/// Checks that an entry of `except` may name labels of only some of the groups of an `Each`.
#[test]
fn choices_are_left_out_by_some_of_their_labels() {
    let left = |except: &str| {
        let text = format!(
            r#"(lattice: Square, board: Rect(4, 3), pieces: [Set(of: Polyominoes(3), copies: 3)],
              goals: [Each(of: [Rows((0, 0), ["a b c"]), Rows((0, 1), ["1 2"]), Rows((0, 2), ["x y"])],
                except: [{except}])])"#
        );
        load(&Source::new("test.ron", text)).map(|file| file.goals.len())
    };
    assert_eq!(left("").unwrap(), 12);
    assert_eq!(left("\"a 1 x\"").unwrap(), 11);
    assert_eq!(left("\"a 1\"").unwrap(), 10);
    assert_eq!(left("\"a 1\", \"a 1 x\", \"y\"").unwrap(), 5);
    assert_eq!(left("\"b y\", \"c\"").unwrap(), 6);
    for unknown in [
        "\"1 a\"",
        "\"d\"",
        "\"a 1 x x\"",
        "\"\"",
        "\" a\"",
        "\"a  1\"",
    ] {
        let error = left(unknown).unwrap_err();
        assert!(
            error.message.starts_with("no goal here is named"),
            "{}",
            error.message
        );
    }
}
