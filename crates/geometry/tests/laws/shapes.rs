//! The orientations of the named hexiamonds, tetrasticks and pentominoes.

use tilewright_geometry::{Lattice, Sides, named_polyforms};

/// "Name free/one-sided" for each form, with the two numbers of orientations, as in printed tables.
fn orientations(lattice: Lattice, size: usize) -> Vec<String> {
    let named = named_polyforms(lattice, size, Sides::Free).unwrap();
    let describe = |form: tilewright_geometry::NamedPolyform| {
        let free = form.polyform.orientations(Sides::Free).len();
        let one_sided = form.polyform.orientations(Sides::OneSided).len();
        format!("{} {free}/{one_sided}", form.name)
    };
    named.into_iter().map(describe).collect()
}

#[test]
fn hexiamonds() {
    let expected = [
        "I 6/3", "P 12/6", "J 12/6", "E 6/6", "V 6/6", "H 12/6", "S 6/3", "X 3/3", "C 6/6",
        "G 12/6", "F 12/6", "O 1/1",
    ];
    assert_eq!(orientations(Lattice::Triangle, 6), expected);
}

#[test]
fn tetrasticks() {
    let expected = [
        "F 8/4", "H 8/4", "I 2/2", "J 8/4", "L 8/4", "N 8/4", "O 1/1", "P 8/4", "R 8/4", "T 4/4",
        "U 4/4", "V 4/4", "W 4/4", "X 1/1", "Y 8/4", "Z 4/2",
    ];
    assert_eq!(orientations(Lattice::Stick, 4), expected);
}

#[test]
fn pentominoes() {
    let expected = [
        "F 8/4", "I 2/2", "L 8/4", "P 8/4", "N 8/4", "T 4/4", "U 4/4", "V 4/4", "W 4/4", "X 1/1",
        "Y 8/4", "Z 4/2",
    ];
    assert_eq!(orientations(Lattice::Square, 5), expected);
}
