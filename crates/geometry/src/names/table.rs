//! The shapes with traditional names, in their traditional order.
//!
//! Pentominoes have S. W. Golomb's letters, and one-sided tetrominoes those in everyday use.
//! Letters and positions of hexiamonds and tetrasticks are those of the literature on D. E. Knuth's
//! "Dancing Links" (2000). Polycubes have the letters of the Soma cube: its screws are A
//! (left-handed) and B (right-handed), if later layers lie behind earlier ones. Polyhexes,
//! polytrigs and polytwigs have the letters of D. Goodger's Polyform Puzzler. From size 4 for
//! trigs, and from size 6 for hexes and twigs, a digit follows the letter.

use super::entry::{Hand, NamedShape, cells, handed, rows};
use super::{edges, hexes};
use crate::lattice::Lattice;

/// The shapes of a size with traditional names: each form of that size once, or nothing if the
/// size has no traditional names.
pub(super) fn entries(lattice: Lattice, size: usize) -> &'static [NamedShape] {
    match (lattice, size) {
        (Lattice::Square, 1) => &MONOMINO,
        (Lattice::Square, 2) => &DOMINO,
        (Lattice::Square, 3) => &TROMINOES,
        (Lattice::Square, 4) => &TETROMINOES,
        (Lattice::Square, 5) => &PENTOMINOES,
        (Lattice::Triangle, 6) => &HEXIAMONDS,
        (Lattice::Stick, 1) => &MONOSTICK,
        (Lattice::Stick, 2) => &DISTICKS,
        (Lattice::Stick, 3) => &TRISTICKS,
        (Lattice::Stick, 4) => &TETRASTICKS,
        (Lattice::Cube, 3) => &TRICUBES,
        (Lattice::Cube, 4) => &TETRACUBES,
        (Lattice::Hexagon, 1) => &hexes::MONOHEX,
        (Lattice::Hexagon, 2) => &hexes::DIHEX,
        (Lattice::Hexagon, 3) => &hexes::TRIHEXES,
        (Lattice::Hexagon, 4) => &hexes::TETRAHEXES,
        (Lattice::Hexagon, 5) => &hexes::PENTAHEXES,
        (Lattice::Hexagon, 6) => &hexes::HEXAHEXES,
        (Lattice::Trig, 1) => &edges::MONOTRIG,
        (Lattice::Trig, 2) => &edges::DITRIGS,
        (Lattice::Trig, 3) => &edges::TRITRIGS,
        (Lattice::Trig, 4) => &edges::TETRATRIGS,
        (Lattice::Twig, 1) => &edges::MONOTWIG,
        (Lattice::Twig, 2) => &edges::DITWIG,
        (Lattice::Twig, 3) => &edges::TRITWIGS,
        (Lattice::Twig, 4) => &edges::TETRATWIGS,
        (Lattice::Twig, 5) => &edges::PENTATWIGS,
        (Lattice::Twig, 6) => &edges::HEXATWIGS,
        _ => &[],
    }
}

static MONOMINO: [NamedShape; 1] = [rows("O", "#")];

static DOMINO: [NamedShape; 1] = [rows("I", "##")];

static TROMINOES: [NamedShape; 2] = [rows("I", "###"), rows("L", "#./##")];

static TETROMINOES: [NamedShape; 7] = [
    rows("I", "####"),
    handed("J", Hand::Twin, ".#/.#/##"),
    handed("L", Hand::Paired, "#./#./##"),
    rows("O", "##/##"),
    handed("S", Hand::Paired, ".##/##."),
    rows("T", "###/.#."),
    handed("Z", Hand::Twin, "##./.##"),
];

static PENTOMINOES: [NamedShape; 12] = [
    rows("F", ".##/##./.#."),
    rows("I", "#/#/#/#/#"),
    rows("L", "#./#./#./##"),
    rows("P", "##/##/#."),
    rows("N", ".#/.#/##/#."),
    rows("T", "###/.#./.#."),
    rows("U", "#.#/###"),
    rows("V", "#../#../###"),
    rows("W", "#../##./.##"),
    rows("X", ".#./###/.#."),
    rows("Y", ".#/##/.#/.#"),
    rows("Z", "##./.#./.##"),
];

static HEXIAMONDS: [NamedShape; 12] = [
    cells(
        "I",
        &[
            [0, 0, 0],
            [0, 0, 1],
            [1, 0, 0],
            [1, 0, 1],
            [2, 0, 0],
            [2, 0, 1],
        ],
    ),
    cells(
        "P",
        &[
            [0, 0, 0],
            [0, 0, 1],
            [1, 0, 0],
            [1, 0, 1],
            [1, 1, 0],
            [2, 0, 0],
        ],
    ),
    cells(
        "J",
        &[
            [0, 0, 1],
            [0, 1, 0],
            [0, 1, 1],
            [1, 1, 0],
            [1, 1, 1],
            [2, 1, 0],
        ],
    ),
    cells(
        "E",
        &[
            [0, 1, 0],
            [0, 1, 1],
            [1, 0, 1],
            [1, 1, 0],
            [1, 1, 1],
            [2, 1, 0],
        ],
    ),
    cells(
        "V",
        &[
            [0, 0, 0],
            [0, 0, 1],
            [0, 1, 0],
            [0, 1, 1],
            [1, 0, 0],
            [1, 0, 1],
        ],
    ),
    cells(
        "H",
        &[
            [0, 1, 0],
            [0, 1, 1],
            [1, 0, 1],
            [1, 1, 0],
            [1, 1, 1],
            [2, 0, 0],
        ],
    ),
    cells(
        "S",
        &[
            [0, 0, 1],
            [0, 1, 0],
            [0, 1, 1],
            [1, 1, 0],
            [1, 1, 1],
            [1, 2, 0],
        ],
    ),
    cells(
        "X",
        &[
            [0, 1, 0],
            [0, 1, 1],
            [0, 2, 0],
            [1, 0, 1],
            [1, 1, 0],
            [1, 1, 1],
        ],
    ),
    cells(
        "C",
        &[
            [0, 0, 0],
            [0, 0, 1],
            [1, 0, 0],
            [1, 0, 1],
            [1, 1, 0],
            [1, 1, 1],
        ],
    ),
    cells(
        "G",
        &[
            [0, 0, 0],
            [0, 0, 1],
            [0, 1, 1],
            [1, 0, 0],
            [1, 0, 1],
            [1, 1, 0],
        ],
    ),
    cells(
        "F",
        &[
            [0, 0, 0],
            [0, 0, 1],
            [0, 1, 0],
            [1, 0, 0],
            [1, 0, 1],
            [1, 1, 0],
        ],
    ),
    cells(
        "O",
        &[
            [0, 0, 1],
            [0, 1, 0],
            [0, 1, 1],
            [1, 0, 0],
            [1, 0, 1],
            [1, 1, 0],
        ],
    ),
];

static MONOSTICK: [NamedShape; 1] = [cells("I", &[[0, 0, 0]])];

static DISTICKS: [NamedShape; 2] = [
    cells("I", &[[0, 0, 0], [1, 0, 0]]),
    cells("V", &[[0, 0, 1], [0, 1, 0]]),
];

static TRISTICKS: [NamedShape; 5] = [
    cells("I", &[[0, 0, 0], [1, 0, 0], [2, 0, 0]]),
    cells("L", &[[0, 0, 1], [0, 1, 1], [0, 2, 0]]),
    cells("U", &[[0, 0, 1], [0, 1, 0], [1, 0, 1]]),
    cells("Z", &[[0, 0, 0], [1, 0, 1], [1, 1, 0]]),
    cells("T", &[[0, 0, 0], [1, 0, 0], [1, 0, 1]]),
];

static TETRASTICKS: [NamedShape; 16] = [
    cells("F", &[[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 0, 1]]),
    cells("H", &[[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 0]]),
    cells("I", &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]]),
    cells("J", &[[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 0, 1]]),
    cells("L", &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 1]]),
    cells("N", &[[0, 0, 0], [1, 0, 0], [2, 0, 1], [2, 1, 0]]),
    cells("O", &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1]]),
    cells("P", &[[0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 0, 1]]),
    cells("R", &[[0, 0, 1], [0, 1, 0], [1, 1, 0], [1, 1, 1]]),
    cells("T", &[[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 1]]),
    cells("U", &[[0, 0, 0], [0, 0, 1], [1, 0, 0], [2, 0, 1]]),
    cells("V", &[[0, 0, 0], [1, 0, 0], [2, 0, 1], [2, 1, 1]]),
    cells("W", &[[0, 0, 0], [1, 0, 1], [1, 1, 0], [2, 1, 1]]),
    cells("X", &[[0, 1, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1]]),
    cells("Y", &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 0, 1]]),
    cells("Z", &[[0, 0, 1], [0, 1, 0], [1, 1, 0], [2, 1, 1]]),
];

static TRICUBES: [NamedShape; 2] = [rows("I", "###"), rows("V", "##/#.")];

static TETRACUBES: [NamedShape; 8] = [
    rows("I", "####"),
    rows("O", "##/##"),
    rows("L", "###/#.."),
    rows("T", "###/.#."),
    rows("Z", "##./.##"),
    handed("A", Hand::Paired, "##/#.//../#."),
    handed("B", Hand::Twin, "##/#.//.#/.."),
    rows("P", "##/#.//#./.."),
];
