//! The colourings that a person may think of on each lattice.
//!
//! A symmetry of the lattice maps its list of colourings to itself, up to exchanging the two
//! colours. So a proof that the list gives for a board also holds for the images of the board.
//!
//! Sources: Golomb, "Polyominoes", chapter 1 (chessboard and stripes); Knuth, "Dancing Links" (2000), the
//! section on tetrasticks (horizontal and vertical).

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use tilewright_geometry::{Cell, Lattice, Sides, Vector};

#[derive(Debug)]
pub(super) struct CellColouring {
    /// A phrase such as "coloured like a chessboard".
    pub(super) name: Cow<'static, str>,
    rule: WeightRule,
}

/// How the weight of a cell is computed.
#[derive(Debug)]
enum WeightRule {
    /// +1 for one kind of cell, −1 for the others.
    Kind,
    /// +1 if a sum of coordinates is even, otherwise −1.
    Parity {
        /// The factors of the terms x, y, z and the kind's index: 1 if the term is added, otherwise
        /// 0.
        of: [i32; 4],
        /// The kind of cells that are coloured: cells of all other kinds have weight 0. `None` to colour cells
        /// of every kind.
        kind: Option<usize>,
    },
    /// +1 for the cells of a kind with (x − y) mod 3 equal to `rest`, otherwise 0.
    Third { kind: usize, rest: i32 },
    /// +1 for the cells of one kind, otherwise 0.
    OneKind(usize),
    /// +1 or −1, looked up by the parities of the coordinates and the kind. Neighbours have
    /// different weights.
    InTurn(HashMap<([i32; 3], usize), i64>),
}

impl CellColouring {
    /// The weight of a cell: +1, −1, or 0 if the cell is not coloured.
    pub(super) fn weight(&self, lattice: Lattice, cell: Cell) -> i64 {
        let (at, own) = lattice.offset_and_kind(cell);
        let own = own.index();
        match &self.rule {
            WeightRule::Kind => sign(own == 0),
            WeightRule::OneKind(kind) => i64::from(*kind == own),
            WeightRule::InTurn(signs) => signs.get(&(parities(at), own)).copied().unwrap_or(0),
            WeightRule::Parity { of, kind } => {
                if kind.is_some_and(|kind| kind != own) {
                    return 0;
                }
                let by_kind = own % 2 * usize::from(of[3] != 0);
                let parity = [at.x, at.y, at.z]
                    .into_iter()
                    .zip(*of)
                    .filter(|(_, counts)| *counts != 0)
                    .fold(by_kind == 1, |odd, (x, _)| odd ^ (x.rem_euclid(2) == 1));
                sign(!parity)
            }
            WeightRule::Third { kind, rest } => {
                let class = (at.x.rem_euclid(3) - at.y.rem_euclid(3)).rem_euclid(3);
                i64::from(*kind == own && class == *rest)
            }
        }
    }
}

fn sign(plus: bool) -> i64 {
    if plus { 1 } else { -1 }
}

const fn striped(name: &'static str, of: [i32; 4]) -> CellColouring {
    CellColouring {
        name: Cow::Borrowed(name),
        rule: WeightRule::Parity { of, kind: None },
    }
}

const fn sticks(name: &'static str, kind: usize, of: [i32; 4]) -> CellColouring {
    CellColouring {
        name: Cow::Borrowed(name),
        rule: WeightRule::Parity {
            of,
            kind: Some(kind),
        },
    }
}

const fn third(name: &'static str, kind: usize, rest: i32) -> CellColouring {
    CellColouring {
        name: Cow::Borrowed(name),
        rule: WeightRule::Third { kind, rest },
    }
}

const CHESS: &str = "coloured like a chessboard";
const COLUMNS: &str = "with every other column dark";
const ROWS: &str = "with every other row dark";

const SQUARE: &[CellColouring] = &[
    striped(CHESS, [1, 1, 0, 0]),
    striped(COLUMNS, [1, 0, 0, 0]),
    striped(ROWS, [0, 1, 0, 0]),
];

const CUBE: &[CellColouring] = &[
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

const TRIANGLE: &[CellColouring] = &[
    CellColouring {
        name: Cow::Borrowed("coloured by where the triangles point"),
        rule: WeightRule::Kind,
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

const STICK: &[CellColouring] = &[
    CellColouring {
        name: Cow::Borrowed("sorted by direction"),
        rule: WeightRule::Kind,
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
pub(super) fn colourings(lattice: Lattice) -> &'static [CellColouring] {
    static OF_TABLES: Mutex<BTreeMap<Lattice, &'static [CellColouring]>> =
        Mutex::new(BTreeMap::new());
    match lattice {
        Lattice::Square => SQUARE,
        Lattice::Cube => CUBE,
        Lattice::Triangle => TRIANGLE,
        Lattice::Stick => STICK,
        _ => {
            let mut known = OF_TABLES.lock().unwrap_or_else(PoisonError::into_inner);
            // The colourings of a lattice are computed once and never freed.
            let found = known.entry(lattice);
            found.or_insert_with(|| of_table(lattice).leak())
        }
    }
}

/// The colourings that follow from a lattice's table. In the first, neighbours differ in colour, if
/// that is possible. With several kinds of cells, one colouring follows for each kind. With one
/// kind, cells are coloured by sums of coordinates modulo 2 and by x − y modulo 3.
fn of_table(lattice: Lattice) -> Vec<CellColouring> {
    let table = lattice.table();
    let [_, cells] = table.cell_names;
    let mut all = Vec::new();
    if let Some(signs) = in_turn(lattice) {
        all.push(CellColouring {
            name: Cow::Borrowed("coloured light and dark from neighbour to neighbour"),
            rule: WeightRule::InTurn(signs),
        });
    }
    if table.kinds.len() > 1 {
        let kinds = table.kinds.iter().enumerate();
        all.extend(kinds.map(|(index, kind)| CellColouring {
            name: Cow::Owned(format!("with the {cells} of one kind dark ({})", kind.name)),
            rule: WeightRule::OneKind(index),
        }));
        return all;
    }
    // All sums of coordinates are needed: symmetries of the lattice map these colourings to each other, and a
    // deduction must not depend on how the puzzle is turned.
    let sums = (1..8).map(|bits| [bits & 1, bits >> 1 & 1, bits >> 2 & 1, 0]);
    let sums = sums.filter(|of| lattice.dimensions() == 3 || of[2] == 0);
    all.extend(sums.map(|of| {
        let sum: Vec<&str> = of
            .iter()
            .zip(["x", "y", "z"])
            .filter(|(part, _)| **part == 1)
            .map(|(_, axis)| axis)
            .collect();
        CellColouring {
            name: Cow::Owned(format!(
                "with the {cells} dark where {} is even",
                sum.join(" + ")
            )),
            rule: WeightRule::Parity { of, kind: None },
        }
    }));
    if keeps_thirds(lattice) {
        all.extend((0..3).map(|rest| CellColouring {
            name: Cow::Owned(format!(
                "with every third of the {cells} dark ({})",
                rest + 1
            )),
            rule: WeightRule::Third { kind: 0, rest },
        }));
    }
    all
}

/// Whether every symmetry of a lattice permutes the three classes of (x − y) mod 3.
fn keeps_thirds(lattice: Lattice) -> bool {
    let third = |at: Vector| (at.x - at.y).rem_euclid(3);
    let units = [
        Vector::new(1, 0, 0),
        Vector::new(0, 1, 0),
        Vector::new(0, 0, 1),
    ];
    let units = &units[..lattice.dimensions()];
    lattice.symmetries(Sides::Free).iter().all(|symmetry| {
        let image = |factor: i32| {
            units.iter().all(|unit| {
                third(symmetry.matrix.apply(*unit)) == (factor * third(*unit)).rem_euclid(3)
            })
        };
        image(1) || image(-1)
    })
}

/// The parities of the coordinates: 0 or 1 each.
fn parities(at: Vector) -> [i32; 3] {
    [at.x, at.y, at.z].map(|c| c.rem_euclid(2))
}

/// A sign for each kind of cell at each parity of the coordinates, different for neighbours; `None` if that is
/// impossible.
fn in_turn(lattice: Lattice) -> Option<HashMap<([i32; 3], usize), i64>> {
    let table = lattice.table();
    let first = lattice.cell_at(table.kinds.first()?.origin)?;
    let class = |cell: Cell| {
        let (at, kind) = lattice.offset_and_kind(cell);
        (parities(at), kind.index())
    };
    let mut signs = HashMap::from([(class(first), 1)]);
    let mut open = VecDeque::from([first]);
    while let Some(cell) = open.pop_front() {
        let sign = *signs.get(&class(cell))?;
        for neighbour in lattice.neighbours(cell) {
            match signs.get(&class(neighbour)) {
                Some(other) if *other == sign => return None,
                Some(_) => {}
                None => {
                    signs.insert(class(neighbour), -sign);
                    open.push_back(neighbour);
                }
            }
        }
    }
    Some(signs)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Cells of every kind in a small box around the origin.
    fn patch(lattice: Lattice) -> Vec<Cell> {
        let table = lattice.table();
        let depth = if lattice.dimensions() == 3 { 2 } else { 0 };
        let mut cells = Vec::new();
        for z in -depth..=depth {
            for y in -3..=3 {
                for x in -3..=3 {
                    let [x, y, z] = [x, y, z].map(|c| c * table.scale);
                    let corner = Vector::new(x, y, z);
                    cells.extend(
                        table
                            .kinds
                            .iter()
                            .filter_map(|kind| lattice.cell_at(corner + kind.origin)),
                    );
                }
            }
        }
        cells
    }

    /// Checks that symmetries of the lattice permute the colourings. Weights are normalized so that
    /// the first nonzero weight is positive.
    #[test]
    fn symmetries_of_the_lattice_keep_the_list() {
        for lattice in Lattice::ALL {
            let cells = patch(lattice);
            let signed = |weights: Vec<i64>| {
                let sign = weights.iter().copied().find(|w| *w != 0).unwrap();
                weights.iter().map(|w| w * sign).collect::<Vec<_>>()
            };
            let list = colourings(lattice);
            let weights = |colouring: &CellColouring, cells: &[Cell]| {
                signed(
                    cells
                        .iter()
                        .map(|cell| colouring.weight(lattice, *cell))
                        .collect(),
                )
            };
            let all: BTreeSet<Vec<i64>> = list.iter().map(|c| weights(c, &cells)).collect();
            assert_eq!(all.len(), list.len(), "{lattice}");
            assert!(!list.is_empty(), "{lattice}");
            for symmetry in lattice.symmetries(Sides::Free) {
                let images: Vec<Cell> = cells
                    .iter()
                    .map(|cell| lattice.cell_at(symmetry.apply(cell.vector())).unwrap())
                    .collect();
                for colouring in list {
                    assert!(
                        all.contains(&weights(colouring, &images)),
                        "{lattice}: {}",
                        colouring.name
                    );
                }
            }
        }
    }

    #[test]
    fn neighbours_differ_where_they_are_coloured_in_turn() {
        let lattices = Lattice::ALL
            .into_iter()
            .filter(|lattice| in_turn(*lattice).is_some());
        let names: Vec<String> = lattices.map(|lattice| lattice.to_string()).collect();
        assert_eq!(
            names,
            [
                "square",
                "triangle",
                "cube",
                "tan",
                "drafter",
                "tetrakis",
                "kisrhombille"
            ]
        );
    }
}
