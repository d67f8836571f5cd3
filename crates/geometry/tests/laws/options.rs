//! Published numbers of placements, which are the options of exact cover problems.
//!
//! Sources: D. E. Knuth, "Dancing Links" (2000); for Kanoodle and IQ Fit, "Kanoodle, IQ Fit, and
//! Dancing Links".

use tilewright_geometry::{
    Board, Cell, Crossing, Junctions, Lattice, NamedPolyform, Placement, Polyform, Sides, lift,
    named_polyforms, parse_picture, placements, projected_placements, rectangle, rhombus,
};

fn board(lattice: Lattice, cells: impl IntoIterator<Item = Cell>) -> Board {
    Board::new(lattice, cells, []).unwrap()
}

fn picture(lattice: Lattice, rows: &[&str]) -> Vec<Cell> {
    parse_picture(lattice, rows)
        .unwrap()
        .into_iter()
        .map(|c| c.cell)
        .collect()
}

fn form(lattice: Lattice, cells: &[[i64; 3]]) -> Polyform {
    let cells = cells
        .iter()
        .map(|c| lattice.cell(&c[..lattice.arity()]).unwrap());
    Polyform::new(lattice, cells).unwrap()
}

/// The number of placements of the pieces. Also checks that all placements of a piece are distinct.
fn options(board: &Board, pieces: &[NamedPolyform], sides: Sides) -> usize {
    let junctions = Junctions::of(board, Crossing::NotStraight);
    let count = |piece: &NamedPolyform| {
        let orientations = piece.polyform.orientations(sides);
        let mut cells: Vec<_> = placements(board, &junctions, &orientations)
            .map(|p| p.cells)
            .collect();
        let all = cells.len();
        cells.sort();
        cells.dedup();
        assert_eq!(cells.len(), all);
        all
    };
    pieces.iter().map(count).sum()
}

fn options_of_rectangle(width: u64, height: u64, size: usize, sides: Sides) -> usize {
    let board = board(
        Lattice::Square,
        rectangle(Lattice::Square, width, height).unwrap(),
    );
    options(
        &board,
        &named_polyforms(Lattice::Square, size, sides).unwrap(),
        sides,
    )
}

#[test]
fn pentominoes_on_scotts_board() {
    let rows = [
        "########", "########", "########", "###..###", "###..###", "########", "########",
        "########",
    ];
    let board = board(Lattice::Square, picture(Lattice::Square, &rows));
    let pieces = named_polyforms(Lattice::Square, 5, Sides::Free).unwrap();
    assert_eq!(options(&board, &pieces, Sides::Free), 1568);
}

#[test]
fn pentominoes_on_rectangles() {
    assert_eq!(options_of_rectangle(10, 6, 5, Sides::Free), 2056);
    assert_eq!(options_of_rectangle(12, 5, 5, Sides::Free), 1936);
    assert_eq!(options_of_rectangle(30, 3, 5, Sides::OneSided), 1936);
    assert_eq!(options_of_rectangle(18, 5, 5, Sides::OneSided), 3106);
    assert_eq!(options_of_rectangle(10, 9, 5, Sides::OneSided), 3586);
}

#[test]
fn pentominoes_and_the_square_tetromino_of_dudeney() {
    let board = board(Lattice::Square, rectangle(Lattice::Square, 8, 8).unwrap());
    let mut pieces = named_polyforms(Lattice::Square, 5, Sides::Free).unwrap();
    let tetrominoes = named_polyforms(Lattice::Square, 4, Sides::Free).unwrap();
    pieces.extend(tetrominoes.into_iter().filter(|piece| piece.name == "O"));
    assert_eq!(options(&board, &pieces, Sides::Free), 2357);
}

#[test]
fn y_pentominoes_in_a_square_of_15() {
    let board = board(Lattice::Square, rectangle(Lattice::Square, 15, 15).unwrap());
    let mut pieces = named_polyforms(Lattice::Square, 5, Sides::Free).unwrap();
    pieces.retain(|piece| piece.name == "Y");
    assert_eq!(options(&board, &pieces, Sides::Free), 1344);
}

#[test]
fn hexiamonds_in_the_rhombus() {
    let board = board(Lattice::Triangle, rhombus(Lattice::Triangle, 6, 6).unwrap());
    let pieces = named_polyforms(Lattice::Triangle, 6, Sides::Free).unwrap();
    assert_eq!(options(&board, &pieces, Sides::Free), 1845);
}

#[test]
fn one_sided_hexiamonds_in_obeirnes_hexagon() {
    let mut cells = Vec::new();
    for (p, q) in (-2_i64..=2).flat_map(|p| (-2..=2).map(move |q| (p, q))) {
        if (p + q).abs() <= 2 {
            let (i, j) = (p - q, p + 2 * q);
            cells.extend([[i, j, 0], [i - 1, j, 0], [i, j - 1, 0]]);
            cells.extend([[i - 1, j, 1], [i, j - 1, 1], [i - 1, j - 1, 1]]);
        }
    }
    assert_eq!(cells.len(), 114);
    let cells = cells.iter().map(|c| Lattice::Triangle.cell(c).unwrap());
    let board = board(Lattice::Triangle, cells);
    let pieces = named_polyforms(Lattice::Triangle, 6, Sides::OneSided).unwrap();
    assert_eq!(pieces.len(), 19);
    assert_eq!(options(&board, &pieces, Sides::OneSided), 3487);
}

#[test]
fn the_arrow_of_figure_7_is_a_picture_of_72_triangles_with_one_mirror() {
    let arrow = [
        "....v^v^v^...",
        ".....v^v^v^..",
        "v^v^v^v^v^v^.",
        ".v^v^v^v^v^v^",
        ".^v^v^v^v^v^v",
        "^v^v^v^v^v^v.",
        ".....^v^v^v..",
        "....^v^v^v...",
    ];
    let board = board(Lattice::Triangle, picture(Lattice::Triangle, &arrow));
    assert_eq!(board.cells().len(), 72);
    assert_eq!(board.symmetries(Sides::Free).count(), 2);
    assert_eq!(board.symmetries(Sides::OneSided).count(), 1);
}

#[test]
fn welded_one_sided_tetrasticks_in_the_square_of_4() {
    let board = board(Lattice::Stick, rectangle(Lattice::Stick, 4, 4).unwrap());
    let mut pieces = named_polyforms(Lattice::Stick, 4, Sides::OneSided).unwrap();
    pieces.retain(|piece| piece.name.starts_with(['F', 'H', 'R', 'T', 'X', 'Y']));
    assert_eq!(pieces.len(), 10);
    assert_eq!(options(&board, &pieces, Sides::OneSided), 373);
}

#[test]
fn solid_pentominoes_may_be_turned_over() {
    let board = board(Lattice::Cube, rectangle(Lattice::Cube, 10, 6).unwrap());
    let mut pieces = named_polyforms(Lattice::Square, 5, Sides::Free).unwrap();
    for piece in &mut pieces {
        piece.polyform = lift(&piece.polyform, Lattice::Cube).unwrap();
    }
    assert_eq!(options(&board, &pieces, Sides::OneSided), 2056);
}

/// Kanoodle's pieces, in the source's order of colours.
const KANOODLE: [&[[i64; 3]]; 12] = [
    &[[1, 1, 0], [1, 2, 0], [2, 2, 0], [2, 3, 0], [2, 4, 0]],
    &[[1, 1, 0], [1, 2, 0], [1, 3, 0], [2, 3, 0], [3, 3, 0]],
    &[[1, 1, 0], [1, 2, 0], [1, 3, 0], [1, 4, 0]],
    &[[1, 1, 0], [1, 2, 0], [2, 2, 0], [3, 1, 0], [3, 2, 0]],
    &[[1, 1, 0], [2, 1, 0], [2, 2, 0], [2, 3, 0]],
    &[[1, 2, 0], [2, 2, 0], [3, 2, 0], [4, 1, 0], [4, 2, 0]],
    &[[1, 1, 0], [1, 2, 0], [1, 3, 0], [1, 4, 0], [2, 3, 0]],
    &[[1, 2, 0], [2, 1, 0], [2, 2, 0], [2, 3, 0], [3, 2, 0]],
    &[[1, 1, 0], [1, 2, 0], [2, 2, 0], [2, 3, 0], [3, 3, 0]],
    &[[1, 1, 0], [1, 2, 0], [2, 1, 0], [2, 2, 0], [2, 3, 0]],
    &[[1, 1, 0], [2, 1, 0], [2, 2, 0]],
    &[[1, 1, 0], [1, 2, 0], [2, 1, 0], [2, 2, 0]],
];

#[test]
fn kanoodle() {
    let board = board(Lattice::Square, rectangle(Lattice::Square, 11, 5).unwrap());
    let pieces = KANOODLE.map(|cells| NamedPolyform {
        name: String::new(),
        polyform: form(Lattice::Square, cells),
    });
    assert_eq!(options(&board, &pieces, Sides::Free), 1789);
}

/// IQ Fit's pieces, in the source's order of colours.
const IQ_FIT: [&[[i64; 3]]; 10] = [
    &[
        [1, 1, 0],
        [2, 1, 0],
        [2, 2, 0],
        [3, 1, 0],
        [1, 1, -1],
        [2, 1, -1],
    ],
    &[
        [1, 1, 0],
        [1, 2, 0],
        [1, 3, 0],
        [2, 2, 0],
        [2, 3, 0],
        [1, 1, -1],
    ],
    &[
        [1, 1, 0],
        [1, 2, 0],
        [1, 3, 0],
        [1, 4, 0],
        [2, 2, 0],
        [1, 2, -1],
        [1, 3, -1],
    ],
    &[
        [1, 1, 0],
        [1, 2, 0],
        [2, 2, 0],
        [3, 1, 0],
        [3, 2, 0],
        [3, 2, -1],
    ],
    &[
        [1, 4, 0],
        [2, 1, 0],
        [2, 2, 0],
        [2, 3, 0],
        [2, 4, 0],
        [2, 2, -1],
        [2, 4, -1],
    ],
    &[
        [1, 1, 0],
        [1, 2, 0],
        [1, 3, 0],
        [2, 2, 0],
        [1, 1, -1],
        [1, 3, -1],
    ],
    &[
        [1, 1, 0],
        [1, 2, 0],
        [2, 1, 0],
        [2, 2, 0],
        [2, 3, 0],
        [2, 4, 0],
        [2, 4, -1],
    ],
    &[
        [1, 1, 0],
        [1, 2, 0],
        [1, 3, 0],
        [1, 4, 0],
        [2, 1, 0],
        [2, 2, 0],
        [1, 2, -1],
    ],
    &[
        [1, 3, 0],
        [2, 1, 0],
        [2, 2, 0],
        [2, 3, 0],
        [2, 4, 0],
        [2, 1, -1],
        [2, 3, -1],
    ],
    &[
        [1, 4, 0],
        [2, 1, 0],
        [2, 2, 0],
        [2, 3, 0],
        [2, 4, 0],
        [2, 1, -1],
        [2, 4, -1],
    ],
];

#[test]
fn iq_fit_counts_equal_footprints_once() {
    let cube = Lattice::Cube;
    let tray = board(cube, rectangle(cube, 10, 5).unwrap());
    let (mut options, mut orientation_by_orientation) = (0, 0);
    for cells in IQ_FIT {
        let orientations = form(cube, cells).orientations(Sides::OneSided);
        let placed: Vec<Placement> = projected_placements(&tray, &orientations, 2)
            .unwrap()
            .collect();
        options += placed.len();
        let mut footprints: Vec<_> = placed.iter().map(|p| p.cells.clone()).collect();
        footprints.sort();
        footprints.dedup();
        assert_eq!(footprints.len(), placed.len());
        // Here equal footprints are counted separately: all projections of each orientation that has two layers.
        for deep in orientations.iter().filter(|form| form.extent().z == 1) {
            let one = std::slice::from_ref(deep);
            orientation_by_orientation += projected_placements(&tray, one, 2).unwrap().count();
        }
    }
    assert_eq!((options, orientation_by_orientation), (3440, 4096));
}
