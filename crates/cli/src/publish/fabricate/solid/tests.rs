//! Checks that meshes are closed and oriented, and have the right volume.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

use proptest::prelude::*;
use tilewright_geometry::Lattice;

use super::*;
use crate::publish::fabricate::tests::{any_area, grown, puzzle};
use crate::publish::fabricate::{Ends, MaterialSheet};
use crate::puzzle::{Source, load};

/// Whether the triangles at each vertex form one ring around it, and no two vertices are equal.
fn is_a_surface(mesh: &Mesh) -> bool {
    let mut around: BTreeMap<u32, BTreeMap<u32, u32>> = BTreeMap::new();
    for &[a, b, c] in &mesh.triangles {
        for (at, from, to) in [(a, b, c), (b, c, a), (c, a, b)] {
            around.entry(at).or_default().insert(from, to);
        }
    }
    let rings = around.values().all(|next| {
        let Some(&start) = next.keys().next() else {
            return false;
        };
        let (mut at, mut steps) = (next[&start], 1);
        while at != start && steps <= next.len() {
            let Some(&onward) = next.get(&at) else {
                return false;
            };
            (at, steps) = (onward, steps + 1);
        }
        steps == next.len()
    });
    let spots: BTreeSet<MeshPoint> = mesh.vertices.iter().copied().collect();
    rings && around.len() == mesh.vertices.len() && spots.len() == mesh.vertices.len()
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None, cases: 24, ..ProptestConfig::default()
    })]

    /// Compares the volume with one found by inclusion and exclusion over the cells and the bridges
    /// between two, four and eight of them.
    #[test]
    fn polycubes_are_closed_and_of_their_volume(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
        clearance in 0.01..4.0_f64,
    ) {
        let cells = grown(Lattice::Cube, &choices);
        let cubes: BTreeSet<[i32; 3]> = cells.iter().map(|cell| {
            let Vector { x, y, z } = cell.vector();
            [x, y, z]
        }).collect();
        let places: Vec<[i32; 3]> = cubes.iter().copied().collect();
        let mesh = blocks(&places, 20.0, clearance);
        prop_assert!(mesh.is_closed() && is_a_surface(&mesh));
        // Half the clearance is rounded to grains, as in the mesh.
        let gap = (clearance / 2.0 / GRAIN).round() * 2.0 * GRAIN;
        let core = 20.0 - gap;
        let mut volume = 0.0;
        for &[x, y, z] in &cubes {
            for bits in 0..8_i32 {
                let (a, b, c) = (bits & 1, bits >> 1 & 1, bits >> 2);
                let full = (0..=a).all(|i| (0..=b).all(|j| (0..=c).all(|k| {
                    cubes.contains(&[x + i, y + j, z + k])
                })));
                if full {
                    let bridges = a + b + c;
                    volume += gap.powi(bridges) * core.powi(3 - bridges);
                }
            }
        }
        prop_assert!((mesh.volume() - volume).abs() < 1e-3, "{} {volume}", mesh.volume());
    }

    #[test]
    fn prisms_are_closed_and_of_their_volume(
        (lattice, cells) in any_area(),
        clearance in 0.02..2.0_f64,
        radius in prop_oneof![Just(0.0), 0.5..3.0_f64],
        thickness in 1.0..30.0_f64,
    ) {
        let style = CutStyle {
            clearance,
            beam: Beam { kerf: 0.0, radius, inner_radius: radius / 2.0 },
            ..CutStyle::default()
        };
        let frame = Frame::new(lattice.table(), cells.iter().copied(), style.unit, 0.0);
        let outline = contours(&frame, &cells, &style, "X").unwrap();
        let mesh = prism(&outline, thickness).unwrap();
        prop_assert!(mesh.is_closed() && is_a_surface(&mesh));
        let volume = outline.iter().map(Contour::area).sum::<f64>() * thickness;
        // Polygons deviate from arcs by up to a hundredth of a millimetre.
        let length = outline.iter().map(Contour::length).sum::<f64>();
        prop_assert!((mesh.volume() - volume).abs() <= 0.01 * length * thickness);
    }

    #[test]
    fn bars_are_closed_and_of_their_volume(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..14),
        ends in prop_oneof![Just(Ends::Round), Just(Ends::Square)],
    ) {
        let cells = grown(Lattice::Stick, &choices);
        let mut style = CutStyle { ends, ..CutStyle::default() };
        style.beam.kerf = 0.0;
        let frame = Frame::new(Lattice::Stick.table(), cells.iter().copied(), 20.0, 0.0);
        let outline = contours(&frame, &cells, &style, "X").unwrap();
        let mesh = prism(&outline, 5.0).unwrap();
        prop_assert!(mesh.is_closed() && is_a_surface(&mesh));
        let volume = outline.iter().map(Contour::area).sum::<f64>() * 5.0;
        prop_assert!((mesh.volume() - volume).abs() < 2e-3 * volume);
    }

    #[test]
    fn ball_pieces_are_closed(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        lattice in prop_oneof![Just(Lattice::Square), Just(Lattice::Triangle), Just(Lattice::Cube)],
        neck in 0.1..0.9_f64,
    ) {
        let cells = grown(lattice, &choices);
        let polyform = Polyform::new(lattice, cells).unwrap();
        let source = format!(
            "(lattice: {lattice:?}, board: Cells([{0}]), \
             pieces: [Piece(name: \"X\", cells: Cells([{0}]))])",
            polyform.cells().iter()
                .map(|&cell| format!("({})", lattice.coordinates(cell)))
                .collect::<Vec<_>>().join(", ")
        );
        let style = PrintStyle {
            shape: CellForm::Balls { neck, resolution: 8 }, ..PrintStyle::default()
        };
        let solids = solids(&puzzle(&source), &style).unwrap();
        let mesh = &solids[0].mesh;
        prop_assert!(mesh.is_closed() && is_a_surface(mesh));
        prop_assert!(mesh.six_volumes() > 0);
    }
}

/// Uses sixteen holes in rows and columns, so that bridges from different holes to the outline lie
/// on one line.
#[test]
fn prisms_may_have_many_holes() {
    let lattice = Lattice::Square;
    for corners in [0.0, 2.0] {
        let cells: Vec<Cell> = (0..81_i64)
            .map(|at| (at % 9, at / 9))
            .filter(|(x, y)| x % 2 == 0 || y % 2 == 0)
            .map(|(x, y)| lattice.cell(&[x, y]).unwrap())
            .collect();
        let mut style = CutStyle {
            clearance: 0.0,
            ..CutStyle::default()
        };
        style.beam = Beam {
            kerf: 0.0,
            radius: corners,
            inner_radius: corners,
        };
        let frame = Frame::new(lattice.table(), cells.iter().copied(), 20.0, 0.0);
        let outline = contours(&frame, &cells, &style, "X").unwrap();
        assert_eq!(outline.len(), 17);
        let mesh = prism(&outline, 1.0).unwrap();
        assert!(mesh.is_closed() && is_a_surface(&mesh));
        let area = outline.iter().map(Contour::area).sum::<f64>();
        assert!((mesh.volume() - area).abs() < 1e-3 * area);
    }
}

/// Compares the volume with that of the spheres plus the parts of the cylinders outside the
/// spheres.
#[test]
fn balls_have_the_volume_of_spheres_and_necks() {
    let (unit, radius, neck) = (20.0_f64, 9.8_f64, 5.0_f64);
    let balls = Balls {
        centres: vec![
            [0.0; 3],
            [unit, 0.0, 0.0],
            [unit, unit, 0.0],
            [unit, unit, unit],
        ],
        necks: vec![(0, 1), (1, 2), (2, 3)],
        radius,
        neck_radius: neck,
        step: 0.5,
    };
    let mesh = balls.mesh();
    assert!(mesh.is_closed() && is_a_surface(&mesh));
    let reach = (radius * radius - neck * neck).sqrt();
    let cap = PI * (radius - reach).powi(2) * (2.0 * radius + reach) / 3.0;
    let bridge = PI * neck * neck * (unit - 2.0 * reach) - 2.0 * cap;
    let volume = 4.0 * 4.0 / 3.0 * PI * radius.powi(3) + 3.0 * bridge;
    assert!(
        (mesh.volume() - volume).abs() < 0.005 * volume,
        "{} {volume}",
        mesh.volume()
    );
    let size = mesh.size();
    assert!(
        size.iter().all(|s| (s - unit - 2.0 * radius).abs() < 0.02),
        "{size:?}"
    );
}

/// Checks that cubes are printed separately if they meet only in an edge, or only in a corner.
#[test]
fn cubes_that_hardly_touch_come_apart() {
    for cubes in [[[0, 0, 0], [1, 1, 0]], [[0, 0, 0], [1, 1, 1]]] {
        let mesh = blocks(&cubes, 10.0, 0.2);
        assert!(mesh.is_closed() && is_a_surface(&mesh));
        assert_eq!(mesh.vertices.len(), 16);
        assert!((mesh.volume() - 2.0 * 9.8_f64.powi(3)).abs() < 1e-6);
    }
}

#[test]
fn solids_stand_on_their_broadest_side() {
    let soma = puzzle(include_str!("../../../../../../puzzles/soma-cube.ron"));
    let solids = solids(&soma, &PrintStyle::default()).unwrap();
    let heights: Vec<f64> = solids.iter().map(|s| s.mesh.size()[2].round()).collect();
    assert_eq!(heights, [20.0, 20.0, 20.0, 20.0, 40.0, 40.0, 40.0]);
    let bed = MaterialSheet {
        width: 130.0,
        height: 130.0,
        gap: 5.0,
    };
    let plates = plates(&solids, bed, 1.0).unwrap();
    // All seven pieces are on the plates, at least the gap away from the edges, and none below the bed.
    assert_eq!(plates.iter().map(Vec::len).sum::<usize>(), 7);
    for plate in plates {
        for &(index, placing) in &plate {
            for &v in &solids[index].mesh.vertices {
                let at = placing.applied(v).map(f64::from).map(|c| c * GRAIN);
                assert!(at[..2].iter().all(|c| (5.0..=125.0).contains(c)), "{at:?}");
                assert!(at[2] >= 0.0);
            }
        }
    }
}

/// Checks that inlays fill their pockets exactly: body and inlays together have the volume of the
/// piece without colours.
#[test]
fn inlays_and_their_pieces_are_the_whole_piece() {
    for (text, tiles, sides) in [
        (
            "(lattice: Tetrakis, board: Rect(3, 2), pieces: [MacMahonSquares(2)])",
            6,
            2,
        ),
        (
            "(lattice: Kisrhombille, board: Cells([(0, 0, 0)]), pieces: [MacMahonTriangles(2)])",
            4,
            2,
        ),
        (
            "(lattice: Square, board: Rect(4, 4), pieces: [Piece(name: \"O\", \
              cells: Picture([\"###\", \"#.#\", \"###\"]), \
              colors: [\"r\", \"b\", \"r\", \"b\", \"r\", \"r\", \"r\", \"g\"], \
              back: [\"r\", \"r\", \"r\", \"r\", \"r\", \"r\", \"r\", \"r\"])])",
            1,
            1,
        ),
        (
            "(lattice: Hexagon, board: Hexagon(2), pieces: [Set(of: Polyhexes(3), \
              checkered: true)])",
            0,
            2,
        ),
    ] {
        let Ok(file) = load(&Source::new("t.ron", text)) else {
            assert_eq!(tiles, 0, "{text}");
            continue;
        };
        let colored = file.puzzle;
        let style = PrintStyle {
            inlay: 0.8,
            ..PrintStyle::default()
        };
        let made = solids(&colored, &style).unwrap();
        assert_eq!(made.len(), tiles, "{text}");
        for solid in &made {
            let piece = colored.piece(solid.piece);
            let plain = Piece {
                cell_colors: None,
                ..piece.clone()
            };
            let plain = Puzzle {
                pieces: vec![plain],
                ..colored.clone()
            };
            let whole = &solids(&plain, &style).unwrap()[0].mesh;
            let all = || std::iter::once(&solid.mesh).chain(solid.inlays.iter().map(|i| &i.mesh));
            assert!(all().all(Mesh::is_closed), "{}", piece.name);
            let volume: i128 = all().map(Mesh::six_volumes).sum();
            assert_eq!(volume, whole.six_volumes(), "{}", piece.name);
            assert_eq!(solid.mesh.bounds(), whole.bounds(), "{}", piece.name);
            // One pocket on each coloured side of each cell.
            let pockets: usize = solid.inlays.iter().map(|inlay| parts(&inlay.mesh)).sum();
            let per_cell = pockets / piece.polyform.size();
            assert!(
                per_cell == sides || (sides == 2 && per_cell == 1),
                "{}",
                piece.name
            );
            for inlay in &solid.inlays {
                let (low, high) = inlay.mesh.bounds();
                assert!(low[2] == 0 || low[2] == 42_000, "{}", piece.name);
                assert_eq!(high[2], 50_000);
            }
        }
    }
    let style = PrintStyle {
        inlay: 2.5,
        ..PrintStyle::default()
    };
    let two = puzzle("(lattice: Tetrakis, board: Rect(1, 1), pieces: [MacMahonSquares(2)])");
    assert!(matches!(
        solids(&two, &style),
        Err(FabricateError::InlaysTooDeep { .. })
    ));
    let cubes = puzzle(
        "(lattice: Cube, board: Box(2, 1, 1), pieces: [Piece(name: \"D\", cells: Rect(2, 1), \
          colors: [\"r\", \"b\"])])",
    );
    let refused = solids(&cubes, &PrintStyle::default());
    assert!(matches!(refused, Err(FabricateError::ColoredCells)));
}

fn parts(mesh: &Mesh) -> usize {
    let mut parts: Vec<usize> = (0..mesh.vertices.len()).collect();
    for &[a, b, c] in &mesh.triangles {
        for other in [b, c] {
            let [from, to] = [other, a].map(|v| parts[v as usize]);
            parts
                .iter_mut()
                .filter(|part| **part == from)
                .for_each(|part| *part = to);
        }
    }
    parts.sort_unstable();
    parts.dedup();
    parts.len()
}

#[test]
fn stl_and_3mf_files_contain_the_solid() {
    let domino = puzzle(
        r#"(lattice: Cube, board: Box(2, 2, 1),
            pieces: [Piece(name: "<D>", cells: Rect(2, 1), copies: 2)])"#,
    );
    let solids = solids(&domino, &PrintStyle::default()).unwrap();
    assert_eq!(solids[0].copies, 2);
    let mut bytes = Vec::new();
    let placing = Placing {
        quarters: 1,
        shift: [300_000, 0, 0],
    };
    stl("t", &[(&solids[0].mesh, placing)], &mut bytes).unwrap();
    let count = solids[0].mesh.triangles.len();
    assert_eq!(bytes.len(), 84 + 50 * count);
    assert_eq!(bytes[80..84], u32::try_from(count).unwrap().to_le_bytes());
    let model = threemf_model(&solids[0], &[Placing::default(), placing]);
    insta::assert_snapshot!("domino_3mf", model);
}

/// The model of a 3MF file with one solid.
fn threemf_model(solid: &Solid, placings: &[Placing]) -> String {
    let color = crate::puzzle::Color {
        red: 0x2a,
        green: 0x9d,
        blue: 0x3a,
    };
    let object = Object {
        name: "<D>",
        color,
        mesh: &solid.mesh,
        inlays: Vec::new(),
        placings: placings.to_vec(),
    };
    super::threemf::model("Dominoes", &[object])
}

/// Compares the volume of a tray with that of a box minus the space above the floor of its
/// openings.
#[test]
fn trays_are_closed_and_of_their_volume() {
    let size = TraySize {
        rim: 8.0,
        floor: 2.0,
        letters: 0.6,
    };
    let style = PrintStyle::default();
    let root = 3.0_f64.sqrt();
    for (text, cells, cell, islands) in [
        (
            "(lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(2))])",
            20.0,
            1.0,
            0,
        ),
        // A board with a hole, and one with a hole that contains a cell.
        (
            "(lattice: Square, board: Picture([\"####\", \"#..#\", \"####\"]), pieces: [Set(of: Polyominoes(2))])",
            10.0,
            1.0,
            1,
        ),
        (
            "(lattice: Square, board: Picture([\"#####\", \"#...#\", \"#.#.#\", \"#...#\", \"#####\"]), pieces: [Set(of: Polyominoes(2))])",
            17.0,
            1.0,
            1,
        ),
        (
            "(lattice: Triangle, board: Rhombus(4, 4), pieces: [Set(of: Polyiamonds(2))])",
            32.0,
            root / 4.0,
            0,
        ),
        (
            "(lattice: Hexagon, board: Hexagon(3), pieces: [Set(of: Polyhexes(2))])",
            19.0,
            1.5 * root,
            0,
        ),
    ] {
        let source = Source::new("t.ron", text);
        let puzzle = load(&source).unwrap().puzzle;
        let mesh = printed_tray(&puzzle, &style, size).unwrap().unwrap();
        assert!(mesh.is_closed() && is_a_surface(&mesh), "{text}");
        let [width, depth, height] = mesh.size();
        assert!((height - 7.0).abs() < 1e-6, "{text}");
        // The radius of the rounded corners of the rim is half its width.
        let corners = (4.0 - std::f64::consts::PI) * 16.0;
        let room = cells * cell * 400.0 * style.thickness;
        let expected = (width * depth - corners) * height - room;
        let off = (mesh.volume() - expected).abs();
        assert!(
            off < 2e-3 * expected,
            "{text}: {islands} islands, off by {off}"
        );
    }
}

/// Checks boards whose openings or holes touch only in a corner: the tray is closed and has its
/// full volume.
#[test]
fn corners_that_touch_take_nothing_from_a_tray() {
    let size = TraySize {
        rim: 8.0,
        floor: 2.0,
        letters: 0.0,
    };
    for holes in [
        "(1, 1), (2, 2)",
        "(1, 1), (2, 2), (0, 2)",
        "(2, 1), (3, 2), (1, 2), (4, 0)",
        "(0, 1), (1, 2), (2, 1), (3, 2), (4, 1)",
    ] {
        let text = format!(
            "(lattice: Square, board: Minus(Rect(5, 4), Cells([{holes}])),
            pieces: [Set(of: Polyominoes(2))])"
        );
        let puzzle = load(&Source::new("t.ron", &text)).unwrap().puzzle;
        let style = PrintStyle::default();
        let mesh = printed_tray(&puzzle, &style, size).unwrap().unwrap();
        assert!(mesh.is_closed() && is_a_surface(&mesh), "{holes}");
        let [width, depth, height] = mesh.size();
        let corners = (4.0 - PI) * 16.0;
        let cells = f64::from(u32::try_from(puzzle.board.cells().len()).unwrap());
        let room = cells * 400.0 * style.thickness;
        let expected = (width * depth - corners) * height - room;
        let off = (mesh.volume() - expected).abs();
        assert!(off < 1e-3 * expected, "{holes}: off by {off}");
    }
}

#[test]
fn trays_of_sticks_and_of_depth_are_closed() {
    let size = TraySize {
        rim: 8.0,
        floor: 2.0,
        letters: 0.6,
    };
    for (text, height) in [
        (
            "(lattice: Stick, board: Rect(4, 4), pieces: [Set(of: Polysticks(2))])",
            7.0,
        ),
        (
            "(lattice: Cube, tray: Projected(layers: 2), board: Rect(4, 1), pieces: [Piece(name: \"B\", cells: Picture([\"##\", \"\", \"#.\"]))])",
            42.0,
        ),
    ] {
        let puzzle = load(&Source::new("t.ron", text)).unwrap().puzzle;
        let mesh = printed_tray(&puzzle, &PrintStyle::default(), size)
            .unwrap()
            .unwrap();
        assert!(mesh.is_closed() && is_a_surface(&mesh), "{text}");
        assert!((mesh.size()[2] - height).abs() < 1e-6, "{text}");
    }
    let solid = "(lattice: Cube, board: Box(2, 2, 2), pieces: [Set(of: Polycubes(4))])";
    let puzzle = load(&Source::new("t.ron", solid)).unwrap().puzzle;
    assert_eq!(
        printed_tray(&puzzle, &PrintStyle::default(), size),
        Ok(None)
    );
}

/// Checks that letters remove their area times their depth from a tray, and leave the inside of an
/// O.
#[test]
fn letters_are_sunk_into_floor_islands_and_rim() {
    let size = |letters| TraySize {
        rim: 8.0,
        floor: 2.0,
        letters,
    };
    let style = PrintStyle::default();
    let printed = |text: &str, letters| {
        let puzzle = load(&Source::new("t.ron", text)).unwrap().puzzle;
        printed_tray(&puzzle, &style, size(letters)).map(Option::unwrap)
    };
    for board in [
        "Minus(Rect(4, 3), Cells([(1, 1), (3, 2)]))",
        "Minus(Rect(5, 4), Cells([(1, 1), (1, 2), (2, 1), (2, 2), (3, 2)]))",
    ] {
        let text = format!(
            r#"(lattice: Square, board: {board}, pieces: [Set(of: Polyominoes(2))],
            labels: [Cells({{"O": (0, 0), "8": (1, 1), "Jän": (3, 2)}})])"#
        );
        let plain = printed(&text, 0.0).unwrap();
        let [shallow, deep] = [0.5, 1.0].map(|depth| {
            let mesh = printed(&text, depth).unwrap();
            assert!(mesh.is_closed() && is_a_surface(&mesh), "{text}");
            assert_eq!(mesh.bounds(), plain.bounds());
            plain.volume() - mesh.volume()
        });
        assert!(shallow > 1.0 && shallow < 100.0, "{shallow}");
        assert!((deep - 2.0 * shallow).abs() < 1e-3, "{deep} {shallow}");
        assert_eq!(
            printed(&text, 2.0),
            Err(FabricateError::LettersTooDeep {
                depth: 2.0,
                floor: 2.0
            })
        );
    }
}

/// Compares the volume with that of a plate minus a cap for each ball of the lowest layer. A cap is
/// a quarter of a ball's diameter high.
#[test]
fn balls_lie_in_dimples() {
    let text = "(lattice: Ball, board: Tetrahedron(3), pieces: [Set(of: Polyspheres(2))])";
    let puzzle = load(&Source::new("t.ron", text)).unwrap().puzzle;
    let size = TraySize {
        rim: 5.0,
        floor: 3.0,
        letters: 0.6,
    };
    let mesh = printed_tray(&puzzle, &PrintStyle::default(), size)
        .unwrap()
        .unwrap();
    assert!(mesh.is_closed() && is_a_surface(&mesh));
    let [width, depth, height] = mesh.size();
    assert!((height - 8.0).abs() < 0.2, "{height}");
    // The diameter of the balls is 20 mm. The volume of a cap of height h is π h² (3r − h) / 3.
    let cap = std::f64::consts::PI * 25.0 * 25.0 / 3.0;
    // The lowest layer of the piece is a row of three.
    let expected = width * depth * height - 3.0 * cap;
    let off = (mesh.volume() - expected).abs();
    assert!(off < 0.03 * expected, "{} {expected}", mesh.volume());
}
