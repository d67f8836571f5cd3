//! Sets of pieces of every kind.

use super::{compare, order};

/// Checks sets of every kind on boards of every kind.
#[test]
fn sets_of_every_kind_are_counted() {
    let puzzles = [
        // One-sided sets, whose mirror images are twins.
        "lattice: Square, board: Rect(7, 4), pieces: [Set(of: Polyominoes(4), sides: OneSided)]",
        "lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(4), sides: OneSided, only: [\"L\", \"J\", \"S\", \"Z\", \"I\"])]",
        "lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(4), sides: OneSided, only: [\"L\", \"J\"], copies: 2)]",
        "lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(4), sides: OneSided, only: [\"L\"], copies: 4)]",
        "lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(4), sides: Fixed, copies: (0, 2))]",
        // Free sets, and copies between bounds.
        "lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(5), copies: (0, 4))]",
        "lattice: Square, board: Rect(5, 5), pieces: [Set(of: Polyominoes(5), copies: (0, 2))]",
        "lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(2), copies: 8)]",
        "lattice: Square, board: Rect(6, 6), pieces: [Set(of: Polyominoes(3), copies: 6)]",
        // Holes and optional cells.
        "lattice: Square, board: Minus(Rect(5, 5), Cells([(2, 2)])), pieces: [Set(of: Polyominoes(4), copies: (0, 2))]",
        "lattice: Square, board: Union([Rect(3, 3), Optional(Shift((3, 0), Rect(1, 3))), Optional(Shift((-1, 0), Rect(1, 3)))]), pieces: [Set(of: Polyominoes(3), copies: (1, 3))]",
        // Two pieces of the same shape are different pieces.
        "lattice: Square, board: Rect(4, 3), pieces: [Piece(name: \"A\", cells: Rect(3, 1)), Piece(name: \"B\", cells: Rect(3, 1)), Piece(name: \"C\", cells: Rect(3, 2))]",
        // Unconnected pieces, any number of copies.
        "lattice: Square, board: Rect(4, 3), pieces: [Piece(name: \"V\", cells: Cells([(0, 0), (1, 1)]), connected: false, copies: Any), Piece(name: \"W\", cells: Cells([(0, 0), (2, 0)]), connected: false, copies: Any)]",
        "lattice: Square, board: Rect(5, 3), pieces: [Set(of: Polyominoes(3)), Piece(name: \"D\", cells: Cells([(0, 0), (1, 1), (2, 2)]), connected: false), Piece(name: \"K\", cells: Cells([(0, 0), (1, 0), (2, 1)]), connected: false, sides: OneSided), Piece(name: \"A\", cells: Cells([(0, 0), (1, 1), (2, 0)]), connected: false, copies: (0, 2))]",
        "lattice: Triangle, board: Hexagon(2), pieces: [Piece(name: \"D\", cells: Cells([(0, 0, 0), (1, 0, 0)]), connected: false, copies: (0, 8)), Piece(name: \"E\", cells: Cells([(0, 0, 0), (1, 1, 0), (1, 1, 1)]), connected: false, copies: Any)]",
        "lattice: Stick, board: Rect(2, 2), pieces: [Piece(name: \"D\", cells: Cells([(0, 0, 0), (1, 1, 0)]), connected: false, copies: Any), Set(of: Polysticks(2), copies: Any)]",
        "lattice: Cube, board: Box(2, 2, 2), pieces: [Piece(name: \"D\", cells: Cells([(0, 0, 0), (1, 1, 1)]), connected: false, copies: Any), Piece(name: \"E\", cells: Cells([(0, 0, 0), (1, 1, 0)]), connected: false, copies: Any)]",
        // Givens.
        "lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(5), copies: (0, 2))], givens: [(piece: \"P\", cells: Picture([\"##\", \"##\", \"#.\"]))]",
        // Triangles.
        "lattice: Triangle, board: Hexagon(2), pieces: [Set(of: Polyiamonds(4), copies: (0, 4))]",
        "lattice: Triangle, board: Rhombus(4, 3), pieces: [Set(of: Polyiamonds(4), sides: OneSided, copies: (0, 3))]",
        "lattice: Triangle, board: Triangle(6), pieces: [Set(of: Polyiamonds(6), sides: OneSided, copies: (0, 1))]",
        "lattice: Triangle, board: Triangle(4), pieces: [Set(of: Polyiamonds(4), copies: (0, 4))]",
        // Sticks, with junctions.
        "lattice: Stick, board: Rect(3, 3), pieces: [Set(of: Polysticks(3), copies: (0, 2))]",
        "lattice: Stick, board: Rect(2, 2), pieces: [Set(of: Polysticks(2), copies: (0, 6))]",
        "lattice: Stick, board: Rect(4, 4), pieces: [Set(of: Polysticks(4), sides: OneSided, only: [\"F\", \"F'\", \"H\", \"H'\", \"R\", \"R'\", \"T\", \"X\", \"Y\", \"Y'\"])]",
        // Solids.
        "lattice: Cube, board: Box(3, 2, 2), pieces: [Set(of: Polycubes(3), copies: (0, 4))]",
        "lattice: Cube, board: Box(2, 2, 2), pieces: [Set(of: Polycubes(2), copies: 4)]",
        "lattice: Cube, board: Box(3, 3, 2), pieces: [Set(of: Polycubes(3), copies: (0, 6))]",
        "lattice: Cube, board: Box(4, 2, 2), pieces: [Set(of: Polycubes(4), copies: (0, 1))]",
    ];
    for puzzle in puzzles {
        compare(&format!("({puzzle})"));
    }
}

/// Checks the symmetries of puzzles with pieces that fit nowhere. Such pieces belong to the set of
/// pieces too: each must be mapped to itself or to a twin, otherwise the isometry is no symmetry.
/// The expected orders follow from the definition.
#[test]
#[expect(clippy::too_many_lines, reason = "a list of puzzles")]
fn pieces_that_fit_nowhere_count_for_symmetry() {
    let flat = "lattice: Square, board: Rect(4, 2)";
    let dominoes = "Set(of: Polyominoes(2), copies: 4)";
    let f = |name: &str, rest: &str| {
        format!("Piece(name: \"{name}\", cells: Picture([\".##\", \"##.\", \".#.\"]), {rest})")
    };
    let mirrored = |name: &str, rest: &str| {
        format!("Piece(name: \"{name}\", cells: Picture([\"##.\", \".##\", \".#.\"]), {rest})")
    };
    let bar = |name: &str, cells: &str, rest: &str| {
        format!("Piece(name: \"{name}\", cells: {cells}, {rest})")
    };
    let optional = "sides: OneSided, copies: (0, 1)";
    let fixed = "sides: Fixed, copies: (0, 1)";
    let square = "lattice: Square, board: Rect(3, 3)";
    let many = "Set(of: Polyominoes(2), copies: (0, 4)), Set(of: Polyominoes(1), copies: (0, 9))";
    // A left-handed and a right-handed tetracube, and a box too low for both.
    let left = "Piece(name: \"L\", cells: Cells([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)]), copies: (0, 1))";
    let right = "Piece(name: \"R\", cells: Cells([(0, 1, 0), (1, 1, 0), (1, 0, 0), (1, 0, 1)]), copies: (0, 1))";
    let dicubes = "Set(of: Polycubes(2), copies: (0, 6))";
    let bent = "lattice: Cube, board: Cells([(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1), (1, 2, 0), (1, 0, 2)])";
    let single = "Set(of: Polycubes(1), copies: (0, 7))";
    let puzzles = [
        // A one-sided piece alone, with its twin, with a twin of other copies, and free.
        (
            format!("{flat}, pieces: [{dominoes}, {}]", f("F", optional)),
            2,
        ),
        (
            format!(
                "{flat}, pieces: [{dominoes}, {}, {}]",
                f("F", optional),
                mirrored("E", optional)
            ),
            4,
        ),
        (
            format!(
                "{flat}, pieces: [{dominoes}, {}, {}]",
                f("F", optional),
                mirrored("E", "sides: OneSided, copies: (0, 2)")
            ),
            2,
        ),
        (
            format!("{flat}, pieces: [{dominoes}, {}]", f("F", "copies: (0, 1)")),
            4,
        ),
        // Two pieces have one shape, and a single piece is their mirror image. So one of the two
        // has no twin.
        (
            format!(
                "{flat}, pieces: [{dominoes}, {}, {}, {}]",
                f("F", optional),
                f("G", optional),
                mirrored("E", optional)
            ),
            2,
        ),
        // Fixed pieces: a quarter turn maps one bar to the other.
        (
            format!(
                "{square}, pieces: [{many}, {}]",
                bar("A", "Rect(4, 1)", fixed)
            ),
            4,
        ),
        (
            format!(
                "{square}, pieces: [{many}, {}, {}]",
                bar("A", "Rect(4, 1)", fixed),
                bar("B", "Rect(1, 4)", fixed)
            ),
            8,
        ),
        (format!("{square}, pieces: [{many}, {}]", f("F", fixed)), 1),
        // A piece without placements because of a restriction.
        (
            format!(
                "{square}, pieces: [{many}, {}], restrict: [Within(piece: \"F\", cells: Rect(2, 2))]",
                f("F", optional)
            ),
            4,
        ),
        // Triangles and sticks.
        (
            "lattice: Triangle, board: Hexagon(1), pieces: [Set(of: Polyiamonds(2), copies: 3),
              Set(of: Polyiamonds(5), sides: OneSided, copies: (0, 1))]"
                .to_owned(),
            12,
        ),
        (
            "lattice: Stick, board: Rect(2, 2), pieces: [Set(of: Polysticks(2), copies: (0, 6)),
              Set(of: Polysticks(4), sides: OneSided, only: [\"N\"], copies: (0, 1))],
              restrict: [Within(piece: \"N\", cells: Rect(1, 1))]"
                .to_owned(),
            4,
        ),
        // Solids: the two tetracubes are mirror images of each other. The board has two reflections, x to 2
        // - x and y to z, and their product, a half turn.
        (format!("{bent}, pieces: [{dicubes}, {single}]"), 4),
        (format!("{bent}, pieces: [{dicubes}, {single}, {left}]"), 2),
        (
            format!("{bent}, pieces: [{dicubes}, {single}, {left}, {right}]"),
            4,
        ),
        // A flat board of cubes is turned over as well as reflected.
        (
            format!("lattice: Cube, board: Rect(3, 2), pieces: [{dicubes}, {left}]"),
            4,
        ),
    ];
    for (puzzle, order) in puzzles {
        let text = format!("({puzzle})");
        assert_eq!(compare(&text).0, order, "{text}");
    }
}

/// Checks trays with depth: pieces are rotated in three dimensions and compared by the cells that
/// they cover. A reflection of the tray is also a rotation, which turns it over.
#[test]
fn trays_with_depth_are_counted() {
    let tray = "lattice: Cube, tray: Projected(layers: 2), board: Rect(3, 2)";
    let left = |rest: &str| {
        format!(
            "Piece(name: \"L\", cells: Cells([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)]), copies: (0, 1){rest})"
        )
    };
    let right = "Piece(name: \"R\", cells: Cells([(0, 1, 0), (1, 1, 0), (1, 0, 0), (1, 0, 1)]), copies: (0, 1))";
    let corner =
        "Piece(name: \"V\", cells: Cells([(0, 0, 0), (0, 0, 1), (1, 0, 0)]), copies: (0, 3))";
    let tower =
        |rest: &str| format!("Piece(name: \"T\", cells: Box(1, 1, 3), copies: (0, 1){rest})");
    let bead = "Piece(name: \"I\", cells: Cells([(0, 0, 0), (1, 0, 0), (1, 0, 1)]), sides: Fixed, copies: (0, 1))";
    // A piece that is too long for the tray: a column of four cells, and a foot of two beads next
    // to it.
    let long = |name: &str, column: i32, foot: i32| {
        let foot_column = 1 - column;
        format!(
            "Piece(name: \"{name}\", sides: Fixed, copies: (0, 1), cells: Union([
                Shift(({column}, 0, 0), Box(1, 4, 1)), Shift(({foot_column}, {foot}, 0), Box(1, 1, 2))]))"
        )
    };
    let puzzles = [
        (format!("{tray}, pieces: [{corner}]"), 4),
        // A piece that fits nowhere is its own image.
        (format!("{tray}, pieces: [{corner}, {}]", tower("")), 4),
        (
            format!("{tray}, pieces: [{corner}, {}]", tower(", sides: Fixed")),
            4,
        ),
        (format!("{tray}, pieces: [{corner}, {}]", left("")), 4),
        // The piece and its twin cover the same cells, so each is its own image.
        (
            format!("{tray}, pieces: [{corner}, {}, {right}]", left("")),
            4,
        ),
        // In the drawn orientation, the piece covers three cells around a corner, in one way; a bar
        // with a bead on one end covers two, and does not fit into the missing corner.
        (
            format!("{tray}, pieces: [{corner}, {}]", left(", sides: Fixed")),
            1,
        ),
        (format!("{tray}, pieces: [{corner}, {bead}]"), 4),
        // A fixed piece that fits nowhere, and its image.
        (
            format!("{tray}, pieces: [{corner}, {}]", long("A", 0, 3)),
            1,
        ),
        (
            format!(
                "{tray}, pieces: [{corner}, {}, {}, {}, {}]",
                long("A", 0, 3),
                long("B", 1, 3),
                long("C", 0, 0),
                long("D", 1, 0)
            ),
            4,
        ),
    ];
    for (puzzle, order) in puzzles {
        let text = format!("({puzzle})");
        assert_eq!(compare(&text).0, order, "{text}");
    }
}

/// Checks pieces that differ in three dimensions but cover the same cells of a tray. They are
/// equivalent: a reflection may map a given of one to a given of the other. Givens of other pieces
/// may not be exchanged.
#[test]
fn pieces_that_cover_the_same_cells_of_a_tray_are_equivalent() {
    let square = "Piece(name: \"A\", cells: Box(2, 1, 2))";
    let corner = "Piece(name: \"B\", cells: Cells([(0, 0, 0), (0, 0, 1), (1, 0, 0)]))";
    let long = "Piece(name: \"B\", cells: Cells([(0, 0, 0), (0, 0, 1), (1, 0, 0), (2, 0, 0)]))";
    let text = |other: &str, length: usize, second: &str| {
        format!(
            "(lattice: Cube, tray: Projected(layers: 2), board: Rect({length}, 1), pieces: [{square}, {other}],
              givens: [(piece: \"A\", cells: Cells([(0, 0, 0), (1, 0, 0)])), (piece: \"B\", cells: Cells([{second}]))])"
        )
    };
    assert_eq!(order(&text(corner, 4, "(2, 0, 0), (3, 0, 0)")), 2);
    assert_eq!(order(&text(long, 5, "(2, 0, 0), (3, 0, 0), (4, 0, 0)")), 1);
}
