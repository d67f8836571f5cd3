//! Laws of all lattice tables, and of the algorithms that use them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use tilewright_geometry::{
    Board, Cell, Crossing, Isometry, Junctions, Lattice, Loop, Mark, Matrix, Placement, Polyform,
    Sides, Vector, for_each_polyform, glyph, glyph_position, parse_picture, placements,
};

const SIDES: [Sides; 3] = [Sides::Free, Sides::OneSided, Sides::Fixed];

/// Cells of every kind, in the translation units around the origin.
fn sample(lattice: Lattice) -> impl Iterator<Item = Cell> {
    let table = lattice.table();
    let depth = if lattice.dimensions() == 3 { 2 } else { 0 };
    let corners = (-depth..=depth)
        .flat_map(|z| (-2..=2).flat_map(move |y| (-2..=2).map(move |x| Vector::new(x, y, z))));
    corners.flat_map(move |corner| {
        let corner = corner.checked_scale(table.scale).unwrap();
        table
            .kinds
            .iter()
            .map(move |kind| lattice.cell_at(corner + kind.origin).unwrap())
    })
}

fn neighbours(lattice: Lattice, cell: Cell) -> BTreeSet<Cell> {
    lattice.neighbours(cell).collect()
}

/// The isometry with its shift reduced modulo the translations of the lattice.
fn reduced(lattice: Lattice, isometry: Isometry) -> Isometry {
    let scale = lattice.table().scale;
    let Vector { x, y, z } = isometry.shift;
    let [x, y, z] = [x, y, z].map(|c| c.rem_euclid(scale));
    Isometry {
        shift: Vector::new(x, y, z),
        ..isometry
    }
}

/// Cells of a lattice that form whole tiles. If forms are made of larger tiles, these are all cells of the
/// translation units at the given offsets. Otherwise each triple of numbers gives one cell; the third number is
/// its layer, or selects its kind.
fn ground(lattice: Lattice, units: impl IntoIterator<Item = (i64, i64, i64)>) -> BTreeSet<Cell> {
    let kinds = i64::try_from(lattice.table().kinds.len()).unwrap();
    units
        .into_iter()
        .flat_map(|(x, y, last)| {
            let all = if lattice.table().tiles.is_some() {
                kinds
            } else {
                1
            };
            (0..all).map(move |kind| {
                let last = if lattice.dimensions() == 3 || all > 1 {
                    last
                } else {
                    last % kinds
                };
                let last = if all > 1 { kind } else { last };
                lattice.cell(&[x, y, last][..lattice.arity()]).unwrap()
            })
        })
        .collect()
}

#[test]
fn symmetries_are_groups() {
    for lattice in Lattice::ALL {
        for sides in SIDES {
            let group = lattice.symmetries(sides);
            assert_eq!(group[0], Isometry::IDENTITY);
            assert_eq!(group.iter().collect::<BTreeSet<_>>().len(), group.len());
            for a in group {
                assert!(
                    group
                        .iter()
                        .all(|b| group.contains(&reduced(lattice, a.compose(b)))),
                    "closed"
                );
                assert!(
                    group
                        .iter()
                        .any(|b| reduced(lattice, a.compose(b)) == Isometry::IDENTITY),
                    "inverses"
                );
            }
        }
        let rotations = lattice.symmetries(Sides::OneSided);
        assert!(rotations.iter().all(Isometry::is_rotation));
        let all = lattice.symmetries(Sides::Free);
        assert_eq!(all.len(), 2 * rotations.len());
        assert!(
            all[rotations.len()..]
                .iter()
                .all(|m| m.matrix.determinant() == -1)
        );
        assert_eq!(lattice.mirror().matrix.determinant(), -1);
    }
}

#[test]
fn symmetries_map_cells_neighbours_tiles_and_translations() {
    for lattice in Lattice::ALL {
        let scale = lattice.table().scale;
        for symmetry in lattice.symmetries(Sides::Free) {
            let image = |cell: Cell| lattice.cell_at(symmetry.apply(cell.vector())).unwrap();
            for cell in sample(lattice) {
                let moved = neighbours(lattice, cell).into_iter().map(image).collect();
                assert_eq!(neighbours(lattice, image(cell)), moved);
            }
            for tile in lattice
                .table()
                .tiles
                .into_iter()
                .flat_map(|tiles| tiles.shapes)
            {
                let cells = |tile: &[Vector]| -> Vec<Cell> {
                    tile.iter().map(|&v| lattice.cell_at(v).unwrap()).collect()
                };
                let moved: Vec<Cell> = cells(tile).into_iter().map(image).collect();
                assert_eq!(lattice.cut_tile(&moved), None);
            }
            for v in [Vector::new(scale, 0, 0), Vector::new(0, scale, 0)] {
                let v = symmetry.matrix.apply(v);
                assert!([v.x, v.y, v.z].iter().all(|c| c % scale == 0));
            }
        }
    }
}

#[test]
fn outlines_follow_symmetries_in_the_plane() {
    for lattice in Lattice::ALL
        .into_iter()
        .filter(|lattice| lattice.dimensions() == 2)
    {
        for symmetry in lattice.symmetries(Sides::Free) {
            for cell in sample(lattice) {
                let image = lattice.cell_at(symmetry.apply(cell.vector())).unwrap();
                let corners = |cell| lattice.outline(cell).corners.into_iter();
                let unit = lattice.drawing().unit;
                let moved: BTreeSet<Vector> = corners(cell)
                    .map(|v| symmetry.apply_in_units(v, unit))
                    .collect();
                assert_eq!(moved, corners(image).collect());
            }
        }
    }
}

#[test]
fn neighbours_are_neighbours_of_each_other_and_share_corners() {
    for lattice in Lattice::ALL {
        for cell in sample(lattice) {
            let near = neighbours(lattice, cell);
            assert!(!near.contains(&cell));
            for &other in &near {
                assert!(neighbours(lattice, other).contains(&cell));
                if lattice.dimensions() == 2 {
                    let corners = lattice.outline(other).corners;
                    let outline = lattice.outline(cell);
                    let shared = outline
                        .corners
                        .iter()
                        .filter(|c| corners.contains(c))
                        .count();
                    assert_eq!(shared, if outline.closed { 2 } else { 1 });
                }
            }
        }
    }
}

#[test]
fn corners_go_clockwise_on_the_page() {
    for lattice in Lattice::ALL {
        let basis = lattice.drawing().basis;
        let across = |a: usize, b: usize| basis[0][a] * basis[1][b] - basis[0][b] * basis[1][a];
        assert!(across(0, 1) > 0.0, "the axes are not mirrored on the page");
        for cell in sample(lattice) {
            for line in lattice.boundary([cell]) {
                assert!(line.double_area() > 0);
            }
        }
    }
}

#[test]
fn faces_close_around_a_cell_and_meet_those_of_its_neighbours() {
    for lattice in Lattice::ALL {
        let table = lattice.table();
        for cell in sample(lattice) {
            let mut edges = BTreeSet::new();
            // Six times the volume: the sum of the cones that lead from the faces to the origin.
            let mut volume = 0_i64;
            for (face, step) in table.faces(cell) {
                let corners: Vec<Vector> = face.corners.into_iter().collect();
                for (i, &a) in corners.iter().enumerate() {
                    let b = corners[(i + 1) % corners.len()];
                    assert!(edges.insert((a, b)), "an edge is gone along once each way");
                    let columns = [corners[0], a, b].map(|v| [v.x, v.y, v.z]);
                    volume += i64::from(Matrix::from_rows(columns).determinant());
                }
                let other = lattice.cell_at(cell.vector() + step).unwrap();
                assert!(neighbours(lattice, cell).contains(&other));
                let (back, _) = table
                    .faces(other)
                    .find(|(_, back)| *back == -step)
                    .expect("a face on the other side");
                let reversed: BTreeSet<Vector> = back.corners.into_iter().collect();
                assert_eq!(reversed, corners.into_iter().collect());
            }
            assert!(edges.iter().all(|&(a, b)| edges.contains(&(b, a))));
            assert_eq!(volume != 0, lattice.dimensions() == 3);
            // The axes to the right, down and towards the reader are left-handed, so clockwise
            // faces give a positive volume.
            assert!(volume >= 0);
        }
    }
}

fn any_lattice() -> impl Strategy<Value = Lattice> {
    prop::sample::select(Lattice::ALL.to_vec())
}

fn any_step() -> impl Strategy<Value = Vector> {
    let part = -1000..1000;
    (part.clone(), part.clone(), part).prop_map(|(x, y, z)| Vector::new(x, y, z))
}

/// A connected form, grown from one cell or tile by adding random neighbours.
fn any_form() -> impl Strategy<Value = Polyform> {
    (
        any_lattice(),
        prop::collection::vec(any::<prop::sample::Index>(), 0..9),
    )
        .prop_map(|(lattice, choices)| {
            let mut cells = vec![sample(lattice).next().unwrap()];
            if let Some(tiles) = lattice.table().tiles {
                // Adds a tile. Tiles may overlap, as long as the result consists of whole tiles.
                let tile = |at: &prop::sample::Index| at.get(tiles.shapes).iter();
                cells = tiles.shapes[0]
                    .iter()
                    .map(|&v| lattice.cell_at(v).unwrap())
                    .collect();
                for pair in choices.windows(2) {
                    let step = pair[0].get(&[(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)]);
                    let shift = Vector::flat(step.0, step.1)
                        .checked_scale(lattice.table().scale)
                        .unwrap();
                    let more = tile(&pair[1]).map(|&v| lattice.cell_at(v + shift).unwrap());
                    let wider: BTreeSet<Cell> = cells.iter().copied().chain(more).collect();
                    let wider: Vec<Cell> = wider.into_iter().collect();
                    if Polyform::new(lattice, wider.iter().copied()).is_ok() {
                        cells = wider;
                    }
                }
                return Polyform::new(lattice, cells).unwrap();
            }
            for choice in choices {
                let near: BTreeSet<Cell> = cells
                    .iter()
                    .flat_map(|&cell| lattice.neighbours(cell))
                    .filter(|cell| !cells.contains(cell))
                    .collect();
                let near: Vec<Cell> = near.into_iter().collect();
                cells.push(near[choice.index(near.len())]);
            }
            Polyform::new(lattice, cells).unwrap()
        })
}

proptest! {
    // Failing cases are not saved to a file: write a test for the printed input instead.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_page_keeps_sums_and_lengths(
        lattice in any_lattice(),
        [a, b] in [any_step(), any_step()],
        choice in any::<prop::sample::Index>(),
    ) {
        let flat = |v: Vector| if lattice.dimensions() == 2 { Vector { z: 0, ..v } } else { v };
        let (a, b) = (flat(a), flat(b));
        let length = |v: Vector| {
            let [x, y, z] = lattice.project(v);
            x.hypot(y).hypot(z)
        };
        let is_near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let [sum, of_a, of_b] = [a + b, a, b].map(|v| lattice.project(v));
        prop_assert!((0..3).all(|axis| is_near(sum[axis], of_a[axis] + of_b[axis])));
        let symmetry = choice.get(lattice.symmetries(Sides::Free));
        prop_assert!(is_near(length(symmetry.matrix.apply(a)), length(a)));
    }

    #[test]
    fn cells_keep_their_place_on_the_page(
        lattice in any_lattice(),
        [from, to] in [any::<prop::sample::Index>(), any::<prop::sample::Index>()],
    ) {
        let cells: Vec<Cell> = sample(lattice).collect();
        let (from, to) = (*from.get(&cells), *to.get(&cells));
        let (_, kind) = lattice.offset_and_kind(from);
        prop_assume!(kind == lattice.offset_and_kind(to).1);
        let [step, start, end] =
            [lattice.project(to.vector() - from.vector()), lattice.centre(from), lattice.centre(to)];
        for axis in 0..3 {
            prop_assert!((start[axis] + step[axis] - end[axis]).abs() < 1e-9);
        }
    }

    #[test]
    fn orientations_are_an_orbit(form in any_form(), choice in any::<prop::sample::Index>()) {
        for sides in SIDES {
            let orbit = form.orientations(sides);
            let set: BTreeSet<Polyform> = orbit.iter().cloned().collect();
            prop_assert_eq!(set.len(), orbit.len());
            prop_assert_eq!(&orbit[0], &form);
            let symmetries = form.lattice().symmetries(sides);
            if !form.lattice().table().moves_off_lattice {
                prop_assert_eq!(symmetries.len() % orbit.len(), 0);
            }
            let other = &orbit[choice.index(orbit.len())];
            prop_assert_eq!(other.orientations(sides).into_iter().collect::<BTreeSet<_>>(), set);
        }
    }

    #[test]
    fn canonical_forms_agree_under_symmetries_and_translations(
        form in any_form(),
        choice in any::<prop::sample::Index>(),
        shift in (-50..50, -50..50, -50..50),
    ) {
        let lattice = form.lattice();
        let z = if lattice.dimensions() == 3 { shift.2 } else { 0 };
        let shift = Vector::new(shift.0, shift.1, z).checked_scale(lattice.table().scale).unwrap();
        for sides in SIDES {
            let symmetries = lattice.symmetries(sides);
            let symmetry = symmetries[choice.index(symmetries.len())];
            let moved = form.cells().iter().map(|cell| {
                lattice.cell_at(symmetry.apply(cell.vector()) + shift).unwrap()
            });
            let moved = Polyform::new(lattice, moved).unwrap();
            let canonical = form.canonical(sides);
            prop_assert_eq!(&moved.canonical(sides), &canonical);
            prop_assert_eq!(canonical.canonical(sides), canonical.clone());
            prop_assert!(form.orientations(sides).contains(&canonical));
        }
    }

    #[test]
    fn mirror_images_decide_chirality(form in any_form()) {
        let free = form.orientations(Sides::Free).len();
        let one_sided = form.orientations(Sides::OneSided).len();
        prop_assert_eq!(form.is_chiral(), free == 2 * one_sided);
        prop_assert_eq!(form.mirror().mirror(), form.canonical(Sides::OneSided));
    }

    #[test]
    fn placements_are_distinct_and_lie_on_the_board(
        form in any_form(),
        units in prop::collection::vec((-4_i64..5, -4_i64..5, 0_i64..12), 1..60),
    ) {
        let lattice = form.lattice();
        let ground = ground(lattice, units);
        let board = Board::new(lattice, ground.iter().copied(), []).unwrap();
        let junctions = Junctions::of(&board, Crossing::Never);
        let orientations = form.orientations(Sides::Free);
        let found: Vec<Placement> = placements(&board, &junctions, &orientations).collect();

        let place = |placement: &Placement| {
            let cells = placement.cells.iter().map(|&cell| board.cell(cell));
            Polyform::new(lattice, cells).unwrap()
        };
        for placement in &found {
            let index = usize::try_from(placement.orientation).unwrap();
            prop_assert_eq!(&place(placement), &orientations[index]);
            prop_assert!(placement.cells.is_sorted());
        }
        let distinct: BTreeSet<_> = found.iter().map(|placement| &placement.cells).collect();
        prop_assert_eq!(distinct.len(), found.len());
        prop_assert!(found.is_sorted_by_key(|p| p.orientation));

        // By brute force: moves the first cell of each orientation to every cell.
        let mut obvious = 0;
        for orientation in &orientations {
            let first = orientation.cells()[0].vector();
            for cell in &ground {
                let step = cell.vector() - first;
                let whole = orientation.cells().iter().all(|c| {
                    lattice.cell_at(c.vector() + step).is_some_and(|c| ground.contains(&c))
                });
                // A step between cells of different kinds may not be a translation of the lattice.
                let scale = lattice.table().scale;
                let is_translation = [step.x, step.y, step.z].iter().all(|c| c % scale == 0);
                obvious += usize::from(whole && is_translation);
            }
        }
        prop_assert_eq!(found.len(), obvious);
    }

    #[test]
    fn board_symmetries_carry_placements_to_placements(
        form in any_form(),
        units in prop::collection::vec((0_i64..4, 0_i64..4, 0_i64..12), 1..30),
        choice in any::<prop::sample::Index>(),
    ) {
        let lattice = form.lattice();
        // The union of the images of a set under all powers of a symmetry has that symmetry.
        let symmetry = choice.get(lattice.symmetries(Sides::Free));
        let mut images = ground(lattice, units);
        let mut last = images.clone();
        for _ in 0..24 {
            last = last.iter().filter_map(|cell| lattice.cell_at(symmetry.apply(cell.vector()))).collect();
            images.extend(&last);
        }
        // A glide reflection maps only infinite sets to themselves, so the board need not have
        // symmetries with a shift.
        let board = Board::new(lattice, images, []).unwrap();
        let symmetries: Vec<_> = board.symmetries(Sides::Free).collect();
        if symmetry.shift == Vector::ZERO {
            prop_assert!(symmetries.iter().any(|own| own.symmetry == *symmetry));
        }
        for crossing in [Crossing::NotStraight, Crossing::Never] {
            let junctions = Junctions::of(&board, crossing);
            let found: BTreeSet<_> = placements(&board, &junctions, &form.orientations(Sides::Free))
                .map(|placement| (placement.cells, placement.junctions.len()))
                .collect();
            for symmetry in &symmetries {
                prop_assert!(found
                    .iter()
                    .all(|(cells, covered)| found.contains(&(symmetry.image_of_all(cells), *covered))));
            }
        }
    }

    #[test]
    fn boundaries_enclose_exactly_the_cells(
        lattice in any_lattice(),
        units in prop::collection::vec((0_i64..5, 0_i64..5, 0_i64..12), 0..40),
    ) {
        let cells: Vec<Cell> = ground(lattice, units).into_iter().collect();
        let area = |cells: &[Cell]| -> i128 {
            lattice.boundary(cells.iter().copied()).iter().map(Loop::double_area).sum()
        };
        let single: i128 = cells.iter().map(|&cell| area(&[cell])).sum();
        prop_assert_eq!(area(&cells), single);
        for line in lattice.boundary(cells.iter().copied()) {
            prop_assert_eq!(line.corners()[0], *line.corners().iter().min().unwrap());
            prop_assert!(line.bends().len() >= 3);
            let parts = line.simple();
            let edges = |lines: &[Loop]| -> BTreeSet<(Vector, Vector)> {
                lines.iter().flat_map(Loop::edges).collect()
            };
            prop_assert_eq!(edges(&parts), edges(std::slice::from_ref(&line)));
            prop_assert_eq!(parts.iter().map(Loop::double_area).sum::<i128>(), line.double_area());
            for part in parts {
                let corners: BTreeSet<_> = part.corners().iter().collect();
                prop_assert_eq!(corners.len(), part.corners().len());
                prop_assert_eq!(part.corners().first(), part.corners().iter().min());
            }
        }
    }

    #[test]
    fn boundaries_of_parts_share_their_inner_edges(
        lattice in any_lattice(),
        units in prop::collection::btree_map((0_i64..5, 0_i64..5, 0_i64..12), 0..4, 1..50),
    ) {
        let parts: std::collections::BTreeMap<Cell, i32> = units
            .iter()
            .flat_map(|(unit, part)| ground(lattice, [*unit]).into_iter().map(move |cell| (cell, *part)))
            .collect();
        let edges = |cells: Vec<Cell>| -> Vec<(Vector, Vector)> {
            let loops = lattice.boundary(cells);
            loops.iter().flat_map(|l| l.edges().collect::<Vec<_>>()).collect()
        };
        let mut all = Vec::new();
        for part in 0..4 {
            all.extend(edges(parts.iter().filter(|p| *p.1 == part).map(|p| *p.0).collect()));
        }
        let distinct: BTreeSet<_> = all.iter().copied().collect();
        prop_assert_eq!(distinct.len(), all.len());
        // The edges that are used in only one direction are the boundary of the whole shape.
        let alone: BTreeSet<_> =
            distinct.iter().copied().filter(|&(a, b)| !distinct.contains(&(b, a))).collect();
        let whole: BTreeSet<_> = edges(parts.keys().copied().collect()).into_iter().collect();
        prop_assert_eq!(alone, whole);
    }

    #[test]
    fn pictures_are_read_as_they_are_drawn(form in any_form()) {
        let lattice = form.lattice();
        let places = || form.cells().iter().map(|&cell| glyph_position(lattice, cell));
        let left = places().map(|place| place.0).min().unwrap().min(0);
        let depth = places().map(|place| place.2).max().unwrap();
        let mut rows = Vec::new();
        for layer in 0..=depth {
            if layer > 0 {
                rows.push(String::new());
            }
            let height = places().map(|place| place.1).max().unwrap();
            for row in 0..=height {
                let mut text = vec![' '; 200];
                for &cell in form.cells() {
                    let (column, r, l) = glyph_position(lattice, cell);
                    if (r, l) == (row, layer) {
                        text[usize::try_from(column - left).unwrap()] = glyph(lattice, cell);
                    }
                }
                rows.push(text.into_iter().collect());
            }
        }
        let read = parse_picture(lattice, &rows).unwrap();
        prop_assert!(read.iter().all(|c| c.mark == Mark::Required));
        prop_assert_eq!(Polyform::new(lattice, read.iter().map(|c| c.cell)).unwrap(), form);
    }

    #[test]
    fn no_picture_panics(lattice in any_lattice(), rows in prop::collection::vec("[-#?.|v^+ o\\PC\t]{0,12}", 0..8)) {
        let _ = parse_picture(lattice, &rows);
    }

    #[test]
    fn no_numbers_panic(
        lattice in any_lattice(),
        numbers in prop::collection::vec(any::<i64>(), 0..5),
        x in any::<i32>(),
        y in any::<i32>(),
        z in any::<i32>(),
    ) {
        let _ = lattice.cell(&numbers);
        let cell = lattice.cell_at(Vector::new(x, y, z));
        prop_assert!(cell.is_none_or(|cell| lattice.contains(cell)));
    }
}

#[test]
fn enumeration_yields_canonical_forms() {
    for lattice in Lattice::ALL {
        for sides in SIDES {
            let flow = for_each_polyform(lattice, 4, sides, &mut |form| {
                assert_eq!(form.canonical(sides), form);
                ControlFlow::Continue(())
            });
            assert_eq!(flow, Ok(ControlFlow::Continue(())));
        }
    }
}
