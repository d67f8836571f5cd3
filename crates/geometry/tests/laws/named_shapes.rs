//! Named shapes, and magnified, rotated and reflected shapes, on every lattice that has them.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tilewright_geometry::{
    Cell, Lattice, Magnification, Matrix, Polyform, ShapeName, Sides, aztec_diamond, diamond,
    hexagon, hexagon_of_sides, polyforms, pyramid, trapezium, triangle,
};

const MAGNIFIED: [Lattice; 9] = [
    Lattice::Square,
    Lattice::Triangle,
    Lattice::Stick,
    Lattice::Cube,
    Lattice::Trig,
    Lattice::Tan,
    Lattice::Drafter,
    Lattice::Tetrakis,
    Lattice::Kisrhombille,
];

fn has(shape: ShapeName) -> impl Iterator<Item = Lattice> {
    let all = Lattice::ALL.into_iter();
    all.filter(move |lattice| lattice.table().shapes.contains(&shape))
}

fn magnified(form: &Polyform, factor: u64) -> Polyform {
    let magnification = Magnification::new(form.lattice(), factor).unwrap();
    let images = form
        .cells()
        .iter()
        .map(|&cell| magnification.image(cell).unwrap());
    Polyform::new(form.lattice(), images.flatten()).unwrap()
}

/// The number of cells of a shape magnified `factor` times, divided by the number of the original's
/// cells.
fn power(lattice: Lattice, factor: usize) -> usize {
    match lattice.dimensions() {
        _ if !lattice.drawing().closed => factor,
        2 => factor * factor,
        _ => factor * factor * factor,
    }
}

fn form_of(lattice: Lattice, cells: Vec<Cell>) -> Polyform {
    Polyform::new(lattice, cells).unwrap()
}

/// The order of a lattice's smallest rotation.
fn order(lattice: Lattice) -> usize {
    let turn = lattice.least_turn().matrix;
    let mut power = turn;
    let powers = std::iter::repeat_with(|| {
        let this = power;
        power = turn.compose(&power);
        this
    });
    1 + powers
        .take_while(|power| *power != Matrix::IDENTITY)
        .count()
}

#[test]
fn least_turns_are_those_of_the_lattice() {
    for lattice in Lattice::ALL {
        let expected = match lattice {
            Lattice::Square
            | Lattice::Stick
            | Lattice::Cube
            | Lattice::Ball
            | Lattice::Tan
            | Lattice::Tetrakis
            | Lattice::TruncatedSquare
            | Lattice::Cairo
            | Lattice::SnubSquare => 4,
            Lattice::House | Lattice::ElongatedTriangular => 2,
            _ => 6,
        };
        assert_eq!(order(lattice), expected, "{lattice}");
    }
}

fn as_set(cells: impl IntoIterator<Item = Cell>) -> BTreeSet<Cell> {
    cells.into_iter().collect()
}

#[test]
fn cells_between_straight_lines_can_be_magnified() {
    for lattice in Lattice::ALL {
        assert!(Magnification::new(lattice, 1).is_ok(), "{lattice}");
        for factor in [2, 3, 4, 5, 6] {
            let is_magnified = Magnification::new(lattice, factor).is_ok();
            assert_eq!(
                is_magnified,
                MAGNIFIED.contains(&lattice),
                "{lattice} {factor}"
            );
        }
    }
}

#[test]
fn magnified_forms_have_their_area_and_their_symmetries() {
    for lattice in MAGNIFIED {
        for form in polyforms(lattice, 3, Sides::Free).unwrap() {
            for factor in [2, 3] {
                let large = magnified(&form, factor);
                let times = power(lattice, usize::try_from(factor).unwrap());
                assert_eq!(large.size(), times * form.size(), "{lattice}");
                for symmetry in lattice.symmetries(Sides::Free) {
                    let one = magnified(&form.transformed(symmetry), factor);
                    assert_eq!(one, large.transformed(symmetry), "{lattice}");
                }
            }
            assert_eq!(
                magnified(&magnified(&form, 2), 3),
                magnified(&form, 6),
                "{lattice}"
            );
        }
    }
}

#[test]
fn impossible_magnifications_are_explained() {
    let message = |lattice, factor| Magnification::new(lattice, factor).unwrap_err().to_string();
    assert_eq!(
        message(Lattice::Hexagon, 2),
        "no hexagon 2 times as long can be made of hexagons, so shapes on the hexagon lattice cannot be magnified"
    );
    assert_eq!(
        message(Lattice::Square, 101),
        "a shape can be magnified 1 to 100 times, not 101 times"
    );
    assert!(message(Lattice::Square, 0).contains("start at 1"));
    let far = Lattice::Square.cell(&[600_000, 0]).unwrap();
    let twofold = Magnification::new(Lattice::Square, 2).unwrap();
    assert!(
        twofold
            .image(far)
            .unwrap_err()
            .to_string()
            .contains("600000,0")
    );
}

proptest! {
    #[test]
    fn repeated_turns_and_reflections_give_the_identity(
        lattice in prop::sample::select(Lattice::ALL.to_vec()),
        marks in prop::collection::vec((-4_i64..4, -4_i64..4, -2_i64..2, 0_usize..12), 1..20),
    ) {
        let cells = marks.into_iter().map(|(x, y, z, kind)| {
            let kind = i64::try_from(kind % lattice.table().kinds.len()).unwrap();
            let mut numbers = vec![x, y];
            numbers.extend((lattice.dimensions() == 3).then_some(z));
            numbers.extend((lattice.table().kinds.len() > 1).then_some(kind));
            lattice.cell(&numbers).unwrap()
        });
        let cells = as_set(cells);
        let list: Vec<Cell> = cells.iter().copied().collect();
        let mirror = lattice.left_right_mirror();
        let once = lattice.images_in_place(mirror, &list).unwrap();
        prop_assert_eq!(lattice.images_in_place(mirror, &once).unwrap(), list.clone());
        let mut turned = list.clone();
        for _ in 0..order(lattice) {
            turned = lattice.images_in_place(lattice.least_turn(), &turned).unwrap();
        }
        prop_assert_eq!(turned, list);
    }

    #[test]
    fn hexagons_have_their_areas(a in 1_u64..5, b in 1_u64..5, c in 1_u64..5) {
        let products = usize::try_from(a * b + b * c + c * a).unwrap();
        let sum = usize::try_from(a + b + c).unwrap();
        let count = |lattice| hexagon_of_sides(lattice, [a, b, c]).unwrap().len();
        prop_assert_eq!(count(Lattice::Triangle), 2 * products);
        prop_assert_eq!(count(Lattice::Hexagon), products + 1 - sum);
        prop_assert_eq!(count(Lattice::Kite), 6 * products);
        // By Euler: each triangle has three edges, and each edge on the outline belongs to only one
        // triangle.
        prop_assert_eq!(count(Lattice::Trig), 3 * products + sum);
        for lattice in has(ShapeName::Hexagon) {
            let of = |sides| form_of(lattice, hexagon_of_sides(lattice, sides).unwrap());
            let turned = of([a, b, c]).transformed(lattice.least_turn());
            prop_assert_eq!(turned, of([c, a, b]), "{}", lattice);
            let mirrored = of([a, b, c]).transformed(lattice.left_right_mirror());
            prop_assert_eq!(mirrored, of([a, c, b]), "{}", lattice);
            prop_assert_eq!(hexagon_of_sides(lattice, [a; 3]), hexagon(lattice, a));
        }
    }

    #[test]
    fn trapezia_are_triangles_without_their_points(base in 1_u64..9, height in 1_u64..9) {
        for lattice in has(ShapeName::Trapezium) {
            if height > base {
                prop_assert!(trapezium(lattice, base, height).is_err());
                continue;
            }
            let whole = as_set(triangle(lattice, base).unwrap());
            let part = as_set(trapezium(lattice, base, height).unwrap());
            prop_assert!(part.is_subset(&whole));
            if height == base {
                prop_assert_eq!(&part, &whole);
            } else if lattice.drawing().closed {
                let point = triangle(lattice, base - height).unwrap();
                prop_assert_eq!(part.len() + point.len(), whole.len());
            }
        }
    }
}

#[test]
fn diamonds_and_pyramids_have_the_right_numbers_of_cells() {
    for n in 1..8 {
        let size = usize::try_from(n).unwrap();
        let rows = |cells: Vec<Cell>| -> Vec<usize> {
            let rows = cells.chunk_by(|a, b| a.vector().y == b.vector().y);
            rows.map(<[Cell]>::len).collect()
        };
        let half: Vec<usize> = (1..=size).map(|k| 2 * k).collect();
        let aztec: Vec<usize> = half.iter().chain(half.iter().rev()).copied().collect();
        assert_eq!(rows(aztec_diamond(Lattice::Square, n).unwrap()), aztec);
        let half: Vec<usize> = (1..=size).map(|k| 2 * k - 1).collect();
        let odd: Vec<usize> = half
            .iter()
            .chain(half.iter().rev().skip(1))
            .copied()
            .collect();
        assert_eq!(rows(diamond(Lattice::Square, n).unwrap()), odd);
        assert_eq!(
            aztec_diamond(Lattice::Stick, n).unwrap().len(),
            4 * size * (size + 2)
        );
        assert_eq!(diamond(Lattice::Stick, n).unwrap().len(), 4 * size * size);
        let steps = (0..size).map(|k| (2 * k + 1) * (2 * k + 1));
        assert_eq!(pyramid(Lattice::Cube, n).unwrap().len(), steps.sum());
    }
}
