//! The published counts of polyforms.
//!
//! Where a sequence is in the On-Line Encyclopedia of Integer Sequences, the test bears its number.

use tilewright_geometry::{Lattice, Sides, count};

fn check(lattice: Lattice, sides: Sides, expected: &[u64]) {
    for (size, &number) in (1..).zip(expected) {
        assert_eq!(
            count(lattice, size, sides),
            Ok(number),
            "{lattice} {size} {sides:?}"
        );
    }
}

#[test]
fn polyominoes_free_a000105() {
    check(
        Lattice::Square,
        Sides::Free,
        &[1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655],
    );
}

#[test]
fn polyominoes_one_sided_a000988() {
    check(
        Lattice::Square,
        Sides::OneSided,
        &[1, 1, 2, 7, 18, 60, 196, 704, 2500, 9189],
    );
}

#[test]
fn polyominoes_fixed_a001168() {
    let expected = [
        1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135_268, 505_861,
    ];
    check(Lattice::Square, Sides::Fixed, &expected);
}

#[test]
fn polyiamonds_free_a000577() {
    check(
        Lattice::Triangle,
        Sides::Free,
        &[1, 1, 1, 3, 4, 12, 24, 66, 160, 448],
    );
}

#[test]
fn polyiamonds_one_sided_a006534() {
    check(
        Lattice::Triangle,
        Sides::OneSided,
        &[1, 1, 1, 4, 6, 19, 43, 120, 307, 866],
    );
}

#[test]
fn polyiamonds_fixed_a001420() {
    check(
        Lattice::Triangle,
        Sides::Fixed,
        &[2, 3, 6, 14, 36, 94, 250, 675, 1838, 5053],
    );
}

#[test]
fn polysticks_free_a019988() {
    check(Lattice::Stick, Sides::Free, &[1, 2, 5, 16, 55, 222]);
}

#[test]
fn polysticks_one_sided_a151537() {
    check(Lattice::Stick, Sides::OneSided, &[1, 2, 7, 25, 99, 416]);
}

#[test]
fn polysticks_fixed_a096267() {
    check(Lattice::Stick, Sides::Fixed, &[2, 6, 22, 88, 372, 1628]);
}

#[test]
fn polycubes_free_a038119() {
    check(
        Lattice::Cube,
        Sides::Free,
        &[1, 1, 2, 7, 23, 112, 607, 3811],
    );
}

#[test]
fn polycubes_one_sided_a000162() {
    check(
        Lattice::Cube,
        Sides::OneSided,
        &[1, 1, 2, 8, 29, 166, 1023, 6922],
    );
}

#[test]
fn polycubes_fixed_a001931() {
    check(
        Lattice::Cube,
        Sides::Fixed,
        &[1, 3, 15, 86, 534, 3481, 23502, 162_913],
    );
}
