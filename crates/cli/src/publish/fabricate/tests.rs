//! Areas, lengths and distances of parts, and snapshots of sheets.

mod paths;

use std::f64::consts::PI;
use std::ops::ControlFlow;

use proptest::prelude::*;
use tilewright_dlx::{Links, OptionId};
use tilewright_geometry::{Cell, Lattice};

use super::contour::Contour;
use super::nest::nest;
use super::pieces::{contours, piece_parts};
use super::tray::tray_parts;
use super::*;
use crate::cover::Instance;
use crate::picture::drawing::{Frame, Point, Segment};
use crate::puzzle::{Puzzle, Source, load};

pub(super) fn puzzle(text: &str) -> Puzzle {
    load(&Source::new("parts.ron", text)).unwrap().puzzle
}

/// A random polyform grown from one cell; each number selects one of the neighbours.
pub(super) fn grown(lattice: Lattice, choices: &[prop::sample::Index]) -> Vec<Cell> {
    let origin = vec![0; lattice.arity()];
    let mut cells = vec![lattice.cell(&origin).unwrap()];
    for choice in choices {
        let mut near: Vec<Cell> = cells
            .iter()
            .flat_map(|&cell| lattice.neighbours(cell))
            .filter(|cell| !cells.contains(cell))
            .collect();
        near.sort_unstable();
        near.dedup();
        cells.push(*choice.get(&near));
    }
    cells
}

pub(super) fn any_area() -> impl Strategy<Value = (Lattice, Vec<Cell>)> {
    let lattice = prop_oneof![Just(Lattice::Square), Just(Lattice::Triangle)];
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..20);
    (lattice, choices).prop_map(|(lattice, choices)| (lattice, grown(lattice, &choices)))
}

/// The angles in radians by which a closed line turns right at its corners; left turns are negative.
fn turns(line: &[Point]) -> Vec<f64> {
    let count = line.len();
    let course = |a: Point, b: Point| (b.y - a.y).atan2(b.x - a.x);
    let turn = |i: usize| {
        let before = course(line[(i + count - 1) % count], line[i]);
        let after = course(line[i], line[(i + 1) % count]);
        (after - before + 3.0 * PI).rem_euclid(2.0 * PI) - PI
    };
    (0..count).map(turn).collect()
}

fn distance_to_way(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
    let share = share.clamp(0.0, 1.0);
    p.distance(Point::new(a.x + share * dx, a.y + share * dy))
}

fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side =
        |p: Point, q: Point, r: Point| (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) > 0.0;
    side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b)
}

/// The straight segments that approximate the contours of a part.
fn ways(contours: &[Contour]) -> Vec<(Point, Point)> {
    let flat = contours.iter().map(|c| Contour::polygon(c.flattened(0.01)));
    flat.flat_map(|c| c.ways().map(|(a, b, _)| (a, b)).collect::<Vec<_>>())
        .collect()
}

/// The minimum distance between two sets of segments; 0 if any two cross.
fn distance(a: &[(Point, Point)], b: &[(Point, Point)]) -> f64 {
    let mut least = f64::INFINITY;
    for &(p, q) in a {
        for &(r, s) in b {
            if cross(p, q, r, s) {
                return 0.0;
            }
            least = least
                .min(distance_to_way(p, r, s))
                .min(distance_to_way(q, r, s))
                .min(distance_to_way(r, p, q))
                .min(distance_to_way(s, p, q));
        }
    }
    least
}

/// Whether a point is within closed lines: the number of segments that a ray to the right crosses is odd.
fn within(p: Point, lines: &[(Point, Point)]) -> bool {
    let crossings = lines.iter().filter(|(a, b)| {
        (a.y > p.y) != (b.y > p.y) && a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) > p.x
    });
    crossings.count() % 2 == 1
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None, cases: 24, ..ProptestConfig::default()
    })]

    /// Checks areas and lengths against Steiner's formula for mitred corners, minus what rounding removes.
    #[test]
    fn offsets_have_the_expected_area_and_length(
        (lattice, cells) in any_area(),
        kerf in 0.0..2.0_f64,
        clearance in 0.0..2.0_f64,
        radius in prop_oneof![Just(0.0), 0.5..3.0_f64],
        inner_radius in prop_oneof![Just(0.0), 0.5..2.0_f64],
    ) {
        let unit = 20.0;
        let style = CutStyle {
            unit, clearance, beam: Beam { kerf, radius, inner_radius }, ..CutStyle::default()
        };
        let frame = Frame::new(lattice.table(), cells.iter().copied(), unit, 0.0);
        let found = contours(&frame, &cells, &style, "X").unwrap();

        let cell_area = match lattice {
            Lattice::Triangle => unit * unit * 3.0_f64.sqrt() / 4.0,
            _ => unit * unit,
        };
        #[expect(clippy::cast_precision_loss, reason = "small")]
        let (count, edges) = {
            let free = |&cell: &Cell| lattice.neighbours(cell).filter(|n| !cells.contains(n)).count();
            (cells.len() as f64, cells.iter().map(free).sum::<usize>() as f64)
        };
        let out = (kerf - clearance) / 2.0;
        let mut area = count * cell_area + edges * unit * out;
        let mut length = edges * unit;
        for line in lattice.boundary(cells.iter().copied()) {
            let line: Vec<Point> = line.bends().into_iter().map(|c| frame.corner(c)).collect();
            for turn in turns(&line) {
                let tangent = (turn.abs() / 2.0).tan();
                let way = if turn > 0.0 {
                    if radius > 0.0 { radius + kerf / 2.0 } else { 0.0 }
                } else {
                    f64::max(0.0, inner_radius - kerf / 2.0)
                };
                area += turn.signum() * (out * out * tangent - way * way * (tangent - turn.abs() / 2.0));
                length += 2.0 * (turn.signum() * out * tangent - way * (tangent - turn.abs() / 2.0));
            }
        }
        prop_assert!((found.iter().map(Contour::area).sum::<f64>() - area).abs() < 1e-6);
        prop_assert!((found.iter().map(Contour::length).sum::<f64>() - length).abs() < 1e-6);
        prop_assert!(found[0].area() > 0.0 && found[1..].iter().all(|hole| hole.area() < 0.0));
    }

    #[test]
    fn nested_parts_keep_apart_and_on_the_sheet(
        shapes in prop::collection::vec(any_area(), 1..8),
        copies in 1_u32..4,
        gap in 0.0..5.0_f64,
        turns in prop_oneof![Just(PartTurns::Quarters), Just(PartTurns::Twelfths)],
    ) {
        let style = CutStyle::default();
        let parts: Vec<CutPart> = shapes.iter().map(|(lattice, cells)| {
            let frame = Frame::new(lattice.table(), cells.iter().copied(), style.unit, 0.0);
            CutPart {
                name: "X".to_owned(),
                kind: PartKind::Piece,
                copies,
                contours: contours(&frame, cells, &style, "X").unwrap(),
                engraving: crate::picture::drawing::Path::default(),
                label: None,
                stock: String::new(),
            }
        }).collect();
        let sheet = MaterialSheet { width: 500.0, height: 430.0, gap };
        let sheets = nest(&parts, sheet, turns, 1.0).unwrap();
        prop_assert_eq!(
            sheets.iter().map(Vec::len).sum::<usize>(), parts.len() * copies as usize
        );
        for nested in &sheets {
            let laid: Vec<CutPart> =
                nested.iter().map(|n| parts[n.part].placed(n.turn, n.shift)).collect();
            for part in &laid {
                let (low, high) = part.bounds();
                prop_assert!(low.x > gap - 1e-6 && low.y > gap - 1e-6);
                prop_assert!(high.x < 500.0 - gap + 1e-6 && high.y < 430.0 - gap + 1e-6);
            }
            let lines: Vec<_> = laid.iter().map(|part| ways(&part.contours)).collect();
            for (index, a) in lines.iter().enumerate() {
                for b in &lines[..index] {
                    prop_assert!(distance(a, b) > gap - 1e-6);
                    prop_assert!(!within(a[0].0, b) && !within(b[0].0, a));
                }
            }
        }
    }
}

/// Checks the pieces of a puzzle's first solution, with all kinds of bends and ends: they keep the
/// clearance from each other. Sticks keep the whole clearance from the frame, other pieces half of
/// it.
#[test]
fn pieces_of_a_solution_fit() {
    for (file, to_frame) in [
        (include_str!("../../../../../puzzles/scott.ron"), 0.1),
        (
            include_str!("../../../../../puzzles/hexiamonds-arrow-d.ron"),
            0.1,
        ),
        (
            include_str!("../../../../../puzzles/welded-tetrasticks-4x4.ron"),
            0.2,
        ),
        (
            include_str!("../../../../../puzzles/tetrasticks-5x5-without-h.ron"),
            0.2,
        ),
    ] {
        let puzzle = puzzle(file);
        let instance = Instance::new(puzzle.clone()).unwrap();
        let mut found: Vec<OptionId> = Vec::new();
        Links::new(instance.problem()).run(&mut |solution: &[OptionId]| {
            found = solution.to_vec();
            ControlFlow::Break(())
        });
        assert!(!found.is_empty());
        let mut style = CutStyle::default();
        style.beam.kerf = 0.0;
        let board = puzzle.board.cells();
        let frame = Frame::new(
            puzzle.lattice.table(),
            board.iter().copied(),
            style.unit,
            0.0,
        );
        let laid: Vec<_> = found
            .iter()
            .map(|&option| {
                let placement = &instance.meaning(option).placement;
                let cells: Vec<Cell> = placement
                    .cells
                    .iter()
                    .map(|&c| puzzle.board.cell(c))
                    .collect();
                ways(&contours(&frame, &cells, &style, "X").unwrap())
            })
            .collect();
        let tray = tray_parts(&puzzle, &style, 10.0).unwrap();
        let fixed: Vec<Contour> = tray
            .into_iter()
            .filter(|part| part.kind != PartKind::Base)
            .flat_map(|part| part.contours)
            .collect();
        let fixed = ways(&fixed);
        for (index, a) in laid.iter().enumerate() {
            for b in &laid[..index] {
                let apart = distance(a, b);
                assert!(apart > style.clearance - 0.02, "{}: {apart}", puzzle.title);
            }
            let apart = distance(a, &fixed);
            assert!(
                apart > to_frame - 0.01,
                "{}: {apart} to the frame",
                puzzle.title
            );
        }
    }
}

/// Compares the SVG and DXF files of two sheets with snapshots. The first has a tray with an island, and
/// dominoes with rounded corners and engraved names; the second has two pieces of sticks.
#[test]
fn sheets_are_written() {
    let squares = puzzle(
        r#"(
            title: "A & B", lattice: Square, board: Minus(Rect(3, 3), Cells([(1, 1)])),
            pieces: [
                Piece(name: "B", cells: Rect(2, 1), copies: 4),
            ],
        )"#,
    );
    let style = CutStyle {
        beam: Beam {
            kerf: 0.2,
            radius: 2.0,
            inner_radius: 1.0,
        },
        engraving: vec![Engraving::Names, Engraving::Cells],
        ..CutStyle::default()
    };
    let sheet = MaterialSheet {
        width: 280.0,
        height: 100.0,
        gap: 2.0,
    };
    let cuttings = cut(&squares, &style, sheet).unwrap();
    assert_eq!(cuttings.sheets.len(), 1);
    insta::assert_snapshot!("squares_svg", svg("A & B", sheet, &cuttings.sheets[0]));
    insta::assert_snapshot!("squares_dxf", dxf(sheet, &cuttings.sheets[0]));

    let sticks = puzzle(
        r#"(
            lattice: Stick, board: Rect(2, 1),
            pieces: [Set(of: Polysticks(4), only: ["O"]), Set(of: Polysticks(3), only: ["U"])],
        )"#,
    );
    let cuttings = cut(&sticks, &CutStyle::default(), sheet).unwrap();
    insta::assert_snapshot!("sticks_svg", svg("Sticks", sheet, &cuttings.sheets[0]));
}

#[test]
fn islands_may_have_cells_within() {
    let rings = puzzle(
        r#"(
            lattice: Square,
            board: Union([Minus(Rect(5, 5), Cells([(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3)])), Cells([(2, 2)])]),
            pieces: [Piece(name: "I", cells: Rect(1, 1), copies: 17)],
        )"#,
    );
    let parts = tray_parts(&rings, &CutStyle::default(), 12.0).unwrap();
    let found: Vec<(&str, usize)> = parts
        .iter()
        .map(|part| (part.name.as_str(), part.contours.len()))
        .collect();
    assert_eq!(found, [("frame", 2), ("base", 1), ("island 1", 2)]);
    // The path around the island encloses eight cells of 20 mm, and half a kerf along its 16 edges.
    let area = parts[2].area();
    assert!((area - 8.0 * 400.0 - 0.075 * 16.0 * 20.0).abs() < 1e-6);
}

#[test]
fn parts_that_cannot_be_cut_are_refused() {
    let soma = puzzle(include_str!("../../../../../puzzles/soma-cube.ron"));
    let sheet = MaterialSheet {
        width: 600.0,
        height: 400.0,
        gap: 2.0,
    };
    let error = cut(&soma, &CutStyle::default(), sheet).unwrap_err();
    let piece = "A".to_owned();
    assert_eq!(error, FabricateError::Solid { piece });
    let fit = puzzle(include_str!("../../../../../puzzles/iq-fit.ron"));
    let small = MaterialSheet {
        width: 50.0,
        height: 80.0,
        gap: 2.0,
    };
    let mut style = CutStyle {
        frame: None,
        ..CutStyle::default()
    };
    let error = cut(&fit, &style, small).unwrap_err();
    assert!(matches!(error, FabricateError::TooLarge { .. }), "{error}");
    style.beam.radius = 9.99;
    let error = cut(&fit, &style, sheet).unwrap_err();
    assert!(matches!(error, FabricateError::Corners { .. }), "{error}");
}

/// Checks a goal that leaves cells open: each open cell is under an island or the frame, with its
/// label engraved there. All other labels are on the base.
#[test]
fn labels_of_open_cells_are_engraved_on_their_cover() {
    let text = r#"(lattice: Square, board: Rect(3, 3),
        pieces: [Piece(name: "m", cells: Rect(1, 1), copies: Any)],
        labels: [Cells({"i": (0, 0), "I": (1, 1), "l": (2, 0)})],
        goals: [Goal(name: "all"), Goal(name: "corner", open: Cells([(0, 0)])),
            Goal(name: "middle", open: Cells([(1, 1)])),
            Goal(name: "row", open: Cells([(0, 0), (1, 0), (2, 0)]))])"#;
    let file = load(&Source::new("days.ron", text)).unwrap();
    let engraved = |goal: usize| -> Vec<(String, usize)> {
        let puzzle = file.with_goal(&file.goals[goal]).puzzle;
        let parts = tray_parts(&puzzle, &CutStyle::default(), 10.0).unwrap();
        let moves = |part: &CutPart| {
            let segments = part.engraving.segments.iter();
            segments.filter(|s| matches!(s, Segment::Move(_))).count()
        };
        parts
            .iter()
            .map(|part| (part.name.clone(), moves(part)))
            .collect()
    };
    let told = |goal| {
        let parts = engraved(goal).into_iter();
        parts
            .map(|(name, moves)| format!("{name} {moves}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    // An i has two outlines, and I and l have one each. An island adds its outline to the base.
    assert_eq!(told(0), "frame 0, base 4");
    assert_eq!(told(1), "frame 2, base 2");
    assert_eq!(told(2), "frame 0, base 4, island 1 1");
    // The open row is outside the bounds of the remaining board, where there may be no frame. So its labels
    // are omitted.
    assert_eq!(told(3), "frame 0, base 1");
}

/// Checks that the frame stays connected: each opening, with its notches, keeps a distance from the
/// outer line.
#[test]
fn notches_and_lids_keep_the_frame_in_one_piece() {
    for (text, notch) in [
        (
            "(lattice: Square, board: Rect(8, 5), pieces: [Set(of: Polyominoes(2))])",
            20.0,
        ),
        (
            "(lattice: Triangle, board: Rhombus(6, 6), pieces: [Set(of: Polyiamonds(2))])",
            16.0,
        ),
        (
            "(lattice: Stick, board: Rect(4, 4), pieces: [Set(of: Polysticks(2))])",
            18.0,
        ),
    ] {
        let puzzle = puzzle(text);
        let style = CutStyle {
            notch: Some(notch),
            lid: true,
            ..CutStyle::default()
        };
        let parts = tray_parts(&puzzle, &style, 12.0).unwrap();
        let frame = parts
            .iter()
            .find(|part| part.kind == PartKind::Frame)
            .unwrap();
        for opening in &frame.contours[1..] {
            // At least half of the frame's width, 6 of 12 mm, remains.
            let apart = distance(
                &ways(&frame.contours[..1]),
                &ways(std::slice::from_ref(opening)),
            );
            assert!(apart >= 6.0 - 1e-6, "{text}: {apart}");
            assert!(opening.area() < 0.0);
            let arcs = opening
                .nodes
                .iter()
                .filter(|node| node.bulge != 0.0)
                .count();
            assert_eq!(arcs, 2, "{text}");
        }
        let plain = CutStyle::default();
        let before = tray_parts(&puzzle, &plain, 12.0).unwrap();
        assert!(frame.area() < before[0].area());
        assert_eq!(
            parts
                .iter()
                .filter(|part| part.kind == PartKind::Lid)
                .count(),
            2
        );
    }
    let small = puzzle("(lattice: Square, board: Rect(2, 1), pieces: [Set(of: Polyominoes(2))])");
    let style = CutStyle {
        notch: Some(39.0),
        ..CutStyle::default()
    };
    assert!(matches!(
        tray_parts(&small, &style, 12.0),
        Err(FabricateError::NoRoomForNotch { .. })
    ));
}

#[test]
fn each_stock_has_separate_sheets() {
    let puzzle = puzzle("(lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(4))])");
    let sheet = MaterialSheet {
        width: 300.0,
        height: 200.0,
        gap: 2.0,
    };
    let of = |stocks| {
        cut(
            &puzzle,
            &CutStyle {
                stocks,
                ..CutStyle::default()
            },
            sheet,
        )
        .unwrap()
    };
    let [one, parts, colors] = [Stocks::One, Stocks::ByPart, Stocks::ByColor].map(of);
    let count = |cuttings: &Cuttings| cuttings.sheets.iter().map(Vec::len).sum::<usize>();
    assert_eq!([count(&one), count(&parts), count(&colors)], [7; 3]);
    assert_eq!(
        [one.sheets.len(), parts.sheets.len(), colors.sheets.len()],
        [1, 3, 7]
    );
    assert_eq!(parts.stocks, ["pieces", "frame and islands", "base"]);
    for (sheet, stock) in colors.sheets.iter().zip(&colors.stocks) {
        assert!(sheet.iter().all(|part| part.stock == *stock));
    }
}

#[test]
fn solid_pieces_are_glued_from_layers() {
    let puzzle = puzzle(
        "(lattice: Cube, board: Box(2, 2, 2), pieces: [Set(of: Polycubes(4), copies: (0, 2))])",
    );
    let style = CutStyle {
        glue: true,
        ..CutStyle::default()
    };
    assert!(piece_parts(&puzzle, &CutStyle::default()).is_err());
    let parts = piece_parts(&puzzle, &style).unwrap();
    let glued = glued_pieces(&puzzle, true).unwrap();
    // Three of the eight tetracubes (mirror images counted separately) are not flat.
    assert_eq!(glued.len(), 3);
    let named: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    for name in glued.iter().flat_map(|piece| piece.layers.iter().flatten()) {
        assert!(named.contains(&name.as_str()), "{name}");
    }
}
