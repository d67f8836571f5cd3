//! The grids of BurrTools: their lattices, their cells, and the numbering of their turns.

use tilewright_geometry::{Cell, Lattice};

/// The form of a file's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BurrGrid {
    /// Cubes.
    Bricks,
    /// Upright triangular prisms.
    Prisms,
    /// Balls in cubic close packing: the cubes with even x + y + z.
    Balls,
    /// The units of which BurrTools builds rhombic dodecahedra: 24 in each cube of 5 × 5 × 5 coordinates.
    Rhombic,
    /// Tetrahedra and octahedra.
    TetraOcta,
}

/// The turns of balls, in the order of their numbers in files. For each axis of the image, an
/// element contains the original axis, counted from 1, with a sign.
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

/// The turns that map the first face of a brick to each of its six faces, in the notation of
/// [`BALL_TURNS`]. A turn of bricks consists of 0 to 3 quarter turns about x, then one of these.
const BRICK_FACES: [[i8; 3]; 6] = [
    [1, 2, 3],
    [-3, 2, 1],
    [-1, 2, -3],
    [3, 2, -1],
    [-2, 1, 3],
    [2, -1, 3],
];

/// The quarter turn about x, in the notation of [`BALL_TURNS`].
const QUARTER_TURN: [i8; 3] = [1, -3, 2];

impl BurrGrid {
    /// The grid that files identify by this number; `None` for other numbers.
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

    /// The number by which files identify the grid.
    pub(super) fn number(self) -> u32 {
        match self {
            Self::Bricks => 0,
            Self::Prisms => 1,
            Self::Balls => 2,
            Self::Rhombic => 3,
            Self::TetraOcta => 4,
        }
    }

    /// The lattice of the grid, if there is one. `is_flat` means that all shapes have one layer.
    pub(super) fn lattice(self, is_flat: bool) -> Option<Lattice> {
        match self {
            Self::Bricks if is_flat => Some(Lattice::Square),
            Self::Bricks => Some(Lattice::Cube),
            Self::Prisms if is_flat => Some(Lattice::Triangle),
            Self::Balls => Some(Lattice::Ball),
            Self::Prisms | Self::Rhombic | Self::TetraOcta => None,
        }
    }

    /// The grid that represents a lattice; `None` if BurrTools has no such grid.
    pub(super) fn of_lattice(lattice: Lattice) -> Option<Self> {
        match lattice {
            Lattice::Square | Lattice::Cube => Some(Self::Bricks),
            Lattice::Triangle => Some(Self::Prisms),
            Lattice::Ball => Some(Self::Balls),
            _ => None,
        }
    }

    /// The number of rotations that map the grid to itself.
    pub(super) fn turns(self) -> u32 {
        match self {
            Self::Prisms => 12,
            _ => 24,
        }
    }

    /// Whether there is a cell at these coordinates. This is also the condition for a translation by this
    /// vector to map the grid to itself.
    pub(super) fn has(self, [x, y, z]: [i32; 3]) -> bool {
        self != Self::Balls || (x + y + z) % 2 == 0
    }

    /// The image of a cell under a turn; `None` if the turn does not map the lattice to itself.
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

/// Permutes coordinates. For each axis of the result, `axes` contains the original axis, counted
/// from 1, with a sign that is negative if the axis is reversed.
fn permuted(axes: [i8; 3], at: [i32; 3]) -> [i32; 3] {
    axes.map(|axis| {
        let value = at[usize::from(axis.unsigned_abs()) - 1];
        if axis < 0 { -value } else { value }
    })
}

/// The image of a prism. From turn 6 on, the first step is a half turn about y. The second step is
/// `turn % 6` rotations by 60° about z.
///
/// The centre of the prism (x, y) is (x + 1) / 2 to the right. Its height is (3y + 1) / √12 if the
/// prism points up, and (3y + 2) / √12 if it points down.
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

/// The cell of the lattice at coordinates of the grid; `None` if there is none or the numbers are too large.
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

/// The coordinates of a cell in the grid; `None` if no grid represents the lattice.
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

    /// The cells of the grid whose coordinates are from -3 to 3.
    fn near(grid: BurrGrid) -> impl Iterator<Item = [i32; 3]> {
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
            let grid = BurrGrid::of_lattice(lattice).unwrap();
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

    /// Checks that all turns differ, and that they map neighbours to neighbours.
    #[test]
    fn turns_are_symmetries() {
        for (grid, lattice) in [
            (BurrGrid::Bricks, Lattice::Cube),
            (BurrGrid::Balls, Lattice::Ball),
            (BurrGrid::Prisms, Lattice::Triangle),
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
        assert_eq!(BurrGrid::Bricks.turned(24, [0; 3]), None);
    }
}
