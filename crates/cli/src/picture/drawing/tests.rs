//! Snapshots of pictures as lines of text, and properties of all pictures.

use std::ops::ControlFlow;

use tilewright_dlx::{Links, OptionId};
use tilewright_geometry::{Cell, Vector};

use super::*;
use crate::cover::Instance;
use crate::puzzle::{PieceOrigin, PlacedPiece, Puzzle, Source, load};

fn puzzle(text: &str) -> Puzzle {
    load(&Source::new("picture.ron", text)).unwrap().puzzle
}

/// A picture of the first solution.
fn solution(puzzle: &Puzzle, style: Style) -> Scene {
    let instance = Instance::new(puzzle.clone()).unwrap();
    let mut found: Vec<OptionId> = Vec::new();
    Links::new(instance.problem()).run(&mut |solution: &[OptionId]| {
        found = solution.to_vec();
        ControlFlow::Break(())
    });
    found.sort_unstable();
    let laid: Vec<PlacedPiece<'_>> = found
        .iter()
        .map(|&option| instance.meaning(option))
        .map(|meaning| PlacedPiece {
            piece: meaning.piece,
            cells: &meaning.placement.cells,
            origin: PieceOrigin::Placed,
        })
        .collect();
    assert!(!laid.is_empty());
    Artist::new(puzzle, style).solution("first", &laid)
}

const SQUARES: &str = r###"(
    title: "Squares & others",
    lattice: Square,
    board: Union([Minus(Rect(4, 3), Cells([(1, 1)])), Optional(Cells([(4, 0)]))]),
    pieces: [
        Set(of: Polyominoes(5), only: ["V"]),
        Piece(name: "Green", cells: Rect(1, 3), color: "#2a9d3a"),
        Piece(name: "Corner", cells: Picture(["#.", "##"])),
    ],
    givens: [(piece: "Green", cells: Cells([(3, 0), (3, 1), (3, 2)]))],
)"###;

const TRIANGLES: &str = r"(
    lattice: Triangle, board: Hexagon(1),
    pieces: [Set(of: Polyiamonds(2)), Set(of: Polyiamonds(4), copies: (0, 1))],
)";

const STICKS: &str = r#"(
    lattice: Stick, board: Rect(1, 2),
    pieces: [Set(of: Polysticks(4), only: ["O"]), Set(of: Polysticks(3), only: ["U"])],
)"#;

const CUBES: &str = r###"(
    lattice: Cube, board: Box(2, 2, 2),
    pieces: [
        Piece(name: "A", cells: Picture(["##", "#.", "", "#."])),
        Piece(name: "B", cells: Picture(["##", "#.", "", "#."])),
    ],
)"###;

const TRAY: &str = r####"(
    lattice: Cube, tray: Projected(layers: 2), board: Rect(3, 1),
    pieces: [Piece(name: "A", cells: Picture(["###", "...", "", ".#.", "..."]))],
)"####;

#[test]
fn a_board_with_a_hole_a_given_and_a_cell_that_may_stay_empty() {
    let artist_of = |puzzle| Artist::new(puzzle, Style::default()).board();
    insta::assert_snapshot!(artist_of(&puzzle(SQUARES)));
}

#[test]
fn solutions_of_every_lattice() {
    for (name, text) in [
        ("triangles", TRIANGLES),
        ("sticks", STICKS),
        ("cubes", CUBES),
        ("tray", TRAY),
    ] {
        insta::assert_snapshot!(name, solution(&puzzle(text), Style::default()));
    }
}

#[test]
fn patterns_and_labels_in_every_cell() {
    let style = Style {
        coloring: Coloring::Patterns,
        labels: Labelling::Cells,
        ..Style::default()
    };
    insta::assert_snapshot!(solution(&puzzle(TRIANGLES), style));
}

#[test]
fn pieces_with_their_names() {
    let puzzle = puzzle(SQUARES);
    insta::assert_snapshot!(Artist::new(&puzzle, Style::default()).pieces(60.0));
}

#[test]
fn heat_maps() {
    let puzzle = puzzle(TRIANGLES);
    let heat = HeatMap {
        title: "density".to_owned(),
        values: vec![0.0, 0.25, 0.5, 0.75, 1.0, f64::NAN],
        texts: vec!["none".to_owned()],
    };
    insta::assert_snapshot!(Artist::new(&puzzle, Style::default()).heat(&heat));
}

#[test]
fn the_svg_of_a_board_stays_the_same() {
    let puzzle = puzzle(SQUARES);
    let style = Style {
        coloring: Coloring::Patterns,
        ..Style::default()
    };
    insta::assert_snapshot!(svg::file(&Artist::new(&puzzle, style).board()));
}

/// Twice the area enclosed by a path of straight lines. Holes count as negative areas.
fn double_area(path: &Path) -> f64 {
    let mut area = 0.0;
    let (mut start, mut last) = (Point::default(), Point::default());
    let mut step = |a: Point, b: Point| area += a.x * b.y - a.y * b.x;
    for segment in &path.segments {
        match *segment {
            Segment::Move(p) => (start, last) = (p, p),
            Segment::Line(p) => {
                step(last, p);
                last = p;
            }
            Segment::Close => step(last, start),
            _ => panic!("not a straight line"),
        }
    }
    area
}

#[test]
fn outlines_enclose_exactly_the_pieces() {
    for (text, area) in [
        (SQUARES, 1.0),
        (TRIANGLES, 0.75_f64.sqrt() / 2.0),
        (CUBES, 1.0),
    ] {
        let style = Style {
            view: SolidView::Layers,
            ..Style::default()
        };
        let scene = solution(&puzzle(text), style);
        let mut seen = 0;
        for element in scene.elements.iter().filter(|e| e.role == Role::Piece) {
            let Shape::Path { path, .. } = &element.shapes[0] else {
                panic!("a piece begins with its area");
            };
            let expected = 2.0 * 100.0 * area * super::frame::as_length(element.cells.len());
            assert!((double_area(path) - expected).abs() < 1e-6, "{element}");
            seen += 1;
        }
        assert!(seen > 1);
    }
}

#[test]
fn a_lattice_is_drawn_from_its_table_alone() {
    let table = tilewright_geometry::Lattice::Hexagon.table();
    let cell = |x, y| table.cell_at(Vector::new(x, y, 0)).unwrap();
    // A ring of six hexagons around a hole.
    let ring: Vec<Cell> = table.kinds[0]
        .neighbours
        .iter()
        .map(|step| cell(step.x, step.y))
        .collect();
    let frame = Frame::new(table, ring.iter().copied(), 10.0, 0.0);
    let (width, height) = frame.size();
    assert!((width - 30.0 * 3.0_f64.sqrt()).abs() < 1e-9);
    assert!((height - 50.0).abs() < 1e-9);
    let path = outline(&frame, ring.iter().copied());
    let hexagon = 2.0 * 100.0 * 1.5 * 3.0_f64.sqrt();
    assert!((double_area(&path) - 6.0 * hexagon).abs() < 1e-6);
    let closed = |path: &Path| {
        let closed = path.segments.iter().filter(|s| **s == Segment::Close);
        closed.count()
    };
    assert_eq!(closed(&path), 2, "an outer line and a hole");
    let lines = grid_lines(&frame, ring.iter().copied());
    let starts = lines
        .segments
        .iter()
        .filter(|s| matches!(s, Segment::Move(_)));
    assert_eq!(starts.count(), 6, "an edge between each two neighbours");
}

#[test]
fn nearer_cubes_hide_those_behind() {
    let puzzle = puzzle(CUBES);
    let scene = solution(
        &puzzle,
        Style {
            view: SolidView::Isometric,
            ..Style::default()
        },
    );
    // The three visible sides of a 2 × 2 × 2 cube, and nothing else.
    let faces = scene
        .elements
        .iter()
        .flat_map(|element| &element.shapes)
        .filter(|shape| matches!(shape, Shape::Path { fill: Some(_), .. }));
    assert_eq!(faces.count(), 12);
    let (width, height) = (scene.width, scene.height);
    let margin = 2.0 * 2.5;
    assert!((width - margin - 40.0 * 0.75_f64.sqrt()).abs() < 1e-9);
    assert!((height - margin - 40.0).abs() < 1e-9);
}
