//! The grids of BurrTools: which lattice each is, its cells, and its turns by their numbers.

use tilewright_geometry::{Cell, Lattice};

/// What the cells of a file are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grid {
    /// Cubes.
    Bricks,
    /// Triangular prisms, standing.
    Prisms,
    /// Balls in cubic close packing: cubes of which x + y + z is even.
    Balls,
    /// Units of rhombic dodecahedra, 24 to a cube of 5 × 5 × 5.
    Rhombic,
    /// Tetrahedra and octahedra.
    TetraOcta,
}

/// The turns of balls by their numbers in files: the axis that each axis is read from, from 1, and its
/// sign.
const BALL_TURNS: [[i8; 3]; 24] = [
    [1, 2, 3],
    [3, -2, 1],
    [-2, 1, 3],
    [2, 3, 1],
    [-1, -2, 3],
    [-3, 2, 1],
    [2, -1, 3],
    [-2, -3, 1],
    [3, 1, 2],
    [1, 3, -2],
    [-1, 3, 2],
    [-3, 1, -2],
    [-3, -1, 2],
    [-1, -3, -2],
    [1, -3, 2],
    [3, -1, -2],
    [3, 2, -1],
    [1, -2, -3],
    [-2, 3, -1],
    [2, 1, -3],
    [-3, -2, -1],
    [-1, 2, -3],
    [2, -3, -1],
    [-2, -1, -3],
];

/// Where each face of a brick goes; a turn is a quarter turn about x, 0 to 3 times, then one of these.
const BRICK_FACES: [[i8; 3]; 6] = [
    [1, 2, 3],
    [-3, 2, 1],
    [-1, 2, -3],
    [3, 2, -1],
    [-2, 1, 3],
    [2, -1, 3],
];

/// The quarter turn about x.
const QUARTER_TURN: [i8; 3] = [1, -3, 2];

impl Grid {
    /// The grid of a number in a file.
    pub(super) fn of_number(number: u32) -> Option<Self> {
        [
            Self::Bricks,
            Self::Prisms,
            Self::Balls,
            Self::Rhombic,
            Self::TetraOcta,
        ]
        .into_iter()
        .find(|grid| grid.number() == number)
    }

    /// Its number in files.
    pub(super) fn number(self) -> u32 {
        match self {
            Self::Bricks => 0,
            Self::Prisms => 1,
            Self::Balls => 2,
            Self::Rhombic => 3,
            Self::TetraOcta => 4,
        }
    }

    /// The lattice, if there is one: of what has one layer or of anything.
    pub(super) fn lattice(self, is_flat: bool) -> Option<Lattice> {
        match self {
            Self::Bricks if is_flat => Some(Lattice::Square),
            Self::Bricks => Some(Lattice::Cube),
            Self::Prisms if is_flat => Some(Lattice::Triangle),
            Self::Balls => Some(Lattice::Ball),
            Self::Prisms | Self::Rhombic | Self::TetraOcta => None,
        }
    }

    /// The grid in which a lattice can be said.
    pub(super) fn of_lattice(lattice: Lattice) -> Option<Self> {
        match lattice {
            Lattice::Square | Lattice::Cube => Some(Self::Bricks),
            Lattice::Triangle => Some(Self::Prisms),
            Lattice::Ball => Some(Self::Balls),
            _ => None,
        }
    }

    /// How many turns there are that take the lattice to itself.
    pub(super) fn turns(self) -> u32 {
        match self {
            Self::Prisms => 12,
            _ => 24,
        }
    }

    /// Whether a shape may be moved by a vector, or a cell be there.
    pub(super) fn has(self, [x, y, z]: [i32; 3]) -> bool {
        self != Self::Balls || (x + y + z) % 2 == 0
    }

    /// Where a turn takes a cell; none of turns that do not take the lattice to itself.
    pub(super) fn turned(self, turn: u32, at: [i32; 3]) -> Option<[i32; 3]> {
        let turn = usize::try_from(turn).ok()?;
        match self {
            Self::Bricks => {
                let face = BRICK_FACES.get(turn / 4)?;
                let about_x = (0..turn % 4).fold(at, |at, _| permuted(QUARTER_TURN, at));
                Some(permuted(*face, about_x))
            }
            Self::Balls => Some(permuted(*BALL_TURNS.get(turn)?, at)),
            Self::Prisms if turn < 12 => Some(turned_prism(turn, at)),
            Self::Prisms | Self::Rhombic | Self::TetraOcta => None,
        }
    }
}

/// The axes read by their numbers, from 1, with their signs.
fn permuted(axes: [i8; 3], at: [i32; 3]) -> [i32; 3] {
    axes.map(|axis| {
        let value = at[usize::from(axis.unsigned_abs()) - 1];
        if axis < 0 { -value } else { value }
    })
}

/// A prism after sixths of a turn about z; from the sixth on, after a half turn about y before.
///
/// The centre of (x, y) is at (x + 1) / 2 to the right and (3y + 1) / √12 or, pointing down,
/// (3y + 2) / √12 up.
fn turned_prism(turn: usize, [x, y, z]: [i32; 3]) -> [i32; 3] {
    let down = (x + y).rem_euclid(2);
    let (mut right, mut up, mut z) = (x + 1, 3 * y + 1 + down, z);
    if turn >= 6 {
        (right, z) = (-right, -z);
    }
    for _ in 0..turn % 6 {
        [right, up] = [right - up, 3 * right + up].map(|doubled| doubled / 2);
    }
    [right - 1, up.div_euclid(3), z]
}

/// The cell of a lattice at a place of its grid; none if there is no cell, or the numbers are too large.
pub(super) fn cell(lattice: Lattice, [x, y, z]: [i32; 3]) -> Option<Cell> {
    let [x, y, z] = [x, y, z].map(i64::from);
    let coordinates = match lattice {
        Lattice::Square => vec![x, y],
        Lattice::Cube => vec![x, y, z],
        Lattice::Triangle => vec![(x - y).div_euclid(2), y, (x - y).rem_euclid(2)],
        Lattice::Ball if (x + y + z).rem_euclid(2) == 0 => {
            vec![(x + y - z) / 2, (x - y - z) / 2, z]
        }
        _ => return None,
    };
    lattice.cell(&coordinates).ok()
}

/// The place of a cell in its grid; none if the lattice has no grid.
pub(super) fn place(lattice: Lattice, cell: Cell) -> Option<[i32; 3]> {
    let coordinates = lattice.coordinates(cell);
    match (lattice, coordinates.to_vec().as_slice()) {
        (Lattice::Square, &[x, y]) => Some([x, y, 0]),
        (Lattice::Cube, &[x, y, z]) => Some([x, y, z]),
        (Lattice::Triangle, &[x, y, kind]) => Some([2 * x + y + kind, y, 0]),
        (Lattice::Ball, &[x, y, z]) => Some([x + y + z, x - y, z]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The cells near the origin.
    fn near(grid: Grid) -> impl Iterator<Item = [i32; 3]> {
        let range = || -3..4;
        let all =
            range().flat_map(move |x| range().flat_map(move |y| range().map(move |z| [x, y, z])));
        all.filter(move |at| grid.has(*at))
    }

    #[test]
    fn cells_and_places_are_inverse() {
        for lattice in [
            Lattice::Square,
            Lattice::Cube,
            Lattice::Triangle,
            Lattice::Ball,
        ] {
            let grid = Grid::of_lattice(lattice).unwrap();
            let is_flat = lattice.dimensions() == 2;
            assert_eq!(grid.lattice(is_flat), Some(lattice));
            for at in near(grid).filter(|at| !is_flat || at[2] == 0) {
                let cell = cell(lattice, at).unwrap();
                assert_eq!(place(lattice, cell), Some(at));
                let touching: BTreeSet<[i32; 3]> = lattice
                    .neighbours(cell)
                    .filter_map(|cell| place(lattice, cell))
                    .collect();
                assert!(touching.iter().all(|at| grid.has(*at)));
            }
        }
    }

    /// Turns are all different, and keep neighbours neighbours.
    #[test]
    fn turns_are_symmetries() {
        for (grid, lattice) in [
            (Grid::Bricks, Lattice::Cube),
            (Grid::Balls, Lattice::Ball),
            (Grid::Prisms, Lattice::Triangle),
        ] {
            let is_flat = lattice.dimensions() == 2;
            let cells: Vec<_> = near(grid).filter(|at| !is_flat || at[2] == 0).collect();
            let images: BTreeSet<Vec<[i32; 3]>> = (0..grid.turns())
                .map(|turn| {
                    cells
                        .iter()
                        .map(|at| grid.turned(turn, *at).unwrap())
                        .collect()
                })
                .collect();
            assert_eq!(images.len(), grid.turns() as usize);
            for at in cells {
                for turn in 0..grid.turns() {
                    let images = |at: [i32; 3]| -> BTreeSet<Cell> {
                        let near = lattice.neighbours(cell(lattice, at).unwrap());
                        let near = near.map(|near| place(lattice, near).unwrap());
                        near.map(|near| cell(lattice, grid.turned(turn, near).unwrap()).unwrap())
                            .collect()
                    };
                    let image = cell(lattice, grid.turned(turn, at).unwrap()).unwrap();
                    assert_eq!(images(at), lattice.neighbours(image).collect());
                }
            }
        }
        assert_eq!(Grid::Bricks.turned(24, [0; 3]), None);
    }
}
