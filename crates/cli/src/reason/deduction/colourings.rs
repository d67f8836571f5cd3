//! The colourings that a person may think of, lattice by lattice.
//!
//! A symmetry of the lattice takes each list to itself, up to the names of the
//! two colours; so what the list shows of a board, it shows of its images.
//!
//! Sources: Golomb, "Polyominoes", chapter 1 (chessboard and stripes); Knuth,
//! "Dancing Links" (2000), the section on tetrasticks (horizontal and
//! vertical).

use tilewright_geometry::{Cell, Lattice};

/// A way to colour the cells.
#[derive(Debug)]
pub(super) struct Colouring {
    /// As in "coloured like a chessboard".
    pub(super) name: &'static str,
    /// What the cells of weight +1 are called, and those of −1 if there are
    /// any.
    pub(super) colours: (&'static str, Option<&'static str>),
    rule: Rule,
}

/// How a cell gets its weight.
#[derive(Debug)]
enum Rule {
    /// +1 for one kind of cell, −1 for the others.
    Kind,
    /// By the parity of a sum of coordinates, +1 if it is even, else −1.
    Parity {
        /// How often each coordinate counts: x, y, z, and the kind's number.
        of: [i32; 4],
        /// Only cells of this kind; the others have weight 0.
        kind: Option<usize>,
    },
    /// +1 for every third cell of a kind, by x − y; else 0.
    Third { kind: usize, rest: i32 },
}

impl Colouring {
    /// +1, −1, or 0 if the cell is left out.
    pub(super) fn weight(&self, lattice: Lattice, cell: Cell) -> i64 {
        let (at, own) = lattice.offset_and_kind(cell);
        let own = own.index();
        match self.rule {
            Rule::Kind => sign(own == 0),
            Rule::Parity { of, kind } => {
                if kind.is_some_and(|kind| kind != own) {
                    return 0;
                }
                let by_kind = own % 2 * usize::from(of[3] != 0);
                let parity = [at.x, at.y, at.z]
                    .into_iter()
                    .zip(of)
                    .filter(|(_, counts)| *counts != 0)
                    .fold(by_kind == 1, |odd, (x, _)| odd ^ (x.rem_euclid(2) == 1));
                sign(!parity)
            }
            Rule::Third { kind, rest } => {
                let class = (at.x.rem_euclid(3) - at.y.rem_euclid(3)).rem_euclid(3);
                i64::from(kind == own && class == rest)
            }
        }
    }
}

fn sign(plus: bool) -> i64 {
    if plus { 1 } else { -1 }
}

const fn striped(name: &'static str, of: [i32; 4]) -> Colouring {
    Colouring {
        name,
        colours: ("dark", Some("light")),
        rule: Rule::Parity { of, kind: None },
    }
}

const fn sticks(name: &'static str, kind: usize, of: [i32; 4]) -> Colouring {
    Colouring {
        name,
        colours: ("dark", Some("light")),
        rule: Rule::Parity {
            of,
            kind: Some(kind),
        },
    }
}

const fn third(name: &'static str, kind: usize, rest: i32) -> Colouring {
    Colouring {
        name,
        colours: ("dark", None),
        rule: Rule::Third { kind, rest },
    }
}

const CHESS: &str = "coloured like a chessboard";
const COLUMNS: &str = "with every other column dark";
const ROWS: &str = "with every other row dark";

const SQUARE: &[Colouring] = &[
    striped(CHESS, [1, 1, 0, 0]),
    striped(COLUMNS, [1, 0, 0, 0]),
    striped(ROWS, [0, 1, 0, 0]),
];

const CUBE: &[Colouring] = &[
    striped(CHESS, [1, 1, 1, 0]),
    striped(COLUMNS, [1, 0, 0, 0]),
    striped(ROWS, [0, 1, 0, 0]),
    striped("with every other layer dark", [0, 0, 1, 0]),
    striped("with every layer the same chessboard", [1, 1, 0, 0]),
    striped("with chessboards seen from the front", [1, 0, 1, 0]),
    striped("with chessboards seen from the side", [0, 1, 1, 0]),
];

const UP: &str = "with every third triangle that points up dark";
const DOWN: &str = "with every third triangle that points down dark";

const TRIANGLE: &[Colouring] = &[
    Colouring {
        name: "coloured by where the triangles point",
        colours: ("down", Some("up")),
        rule: Rule::Kind,
    },
    striped(ROWS, [0, 1, 0, 0]),
    striped("with every other strip along y dark", [1, 0, 0, 0]),
    striped("with every other oblique strip dark", [1, 1, 0, 1]),
    third(DOWN, 0, 0),
    third(DOWN, 0, 1),
    third(DOWN, 0, 2),
    third(UP, 1, 0),
    third(UP, 1, 1),
    third(UP, 1, 2),
];

const STICK: &[Colouring] = &[
    Colouring {
        name: "sorted by direction",
        colours: ("horizontal", Some("vertical")),
        rule: Rule::Kind,
    },
    sticks("with every other line of horizontals dark", 0, [0, 1, 0, 0]),
    sticks("with every other line of verticals dark", 1, [1, 0, 0, 0]),
    sticks(
        "with every other horizontal of a line dark",
        0,
        [1, 0, 0, 0],
    ),
    sticks("with every other vertical of a line dark", 1, [0, 1, 0, 0]),
    sticks("with the horizontals like a chessboard", 0, [1, 1, 0, 0]),
    sticks("with the verticals like a chessboard", 1, [1, 1, 0, 0]),
];

/// The colourings of a lattice, the simplest first.
pub(super) fn colourings(lattice: Lattice) -> &'static [Colouring] {
    match lattice {
        Lattice::Square => SQUARE,
        Lattice::Cube => CUBE,
        Lattice::Triangle => TRIANGLE,
        Lattice::Stick => STICK,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tilewright_geometry::{Board, Sides, box_, hexagon, rectangle};

    use super::*;

    /// The weights of all colourings, each with the sign that makes the first
    /// weight positive.
    #[test]
    fn symmetries_of_the_lattice_keep_the_list() {
        for lattice in Lattice::ALL {
            let cells = match lattice {
                Lattice::Triangle => hexagon(lattice, 4),
                Lattice::Cube => box_(lattice, 4, 4, 4),
                _ => rectangle(lattice, 6, 6),
            };
            let board = Board::new(lattice, cells.unwrap(), []).unwrap();
            let signed = |weights: Vec<i64>| {
                let sign = weights.iter().copied().find(|w| *w != 0).unwrap();
                weights.iter().map(|w| w * sign).collect::<Vec<_>>()
            };
            let all: BTreeSet<Vec<i64>> = colourings(lattice)
                .iter()
                .map(|c| {
                    signed(
                        board
                            .cells()
                            .iter()
                            .map(|cell| c.weight(lattice, *cell))
                            .collect(),
                    )
                })
                .collect();
            assert_eq!(all.len(), colourings(lattice).len());
            let symmetries: Vec<_> = board.symmetries(Sides::Free).collect();
            assert!(symmetries.len() > 2);
            for symmetry in symmetries {
                for weights in &all {
                    let image = symmetry
                        .images
                        .iter()
                        .map(|at| weights[at.index()])
                        .collect();
                    assert!(all.contains(&signed(image)), "{lattice}");
                }
            }
        }
    }
}
