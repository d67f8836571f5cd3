//! Cells and isometries, derived only from the description of the format.
//!
//! A cell is represented by the sum of its corners, which are integer vectors. A square has four
//! corners, a triangle three, and a stick two ends; the sum of a cube's eight corners is halved. An
//! isometry of a lattice maps corners to corners, and therefore sums to sums. No code is shared
//! with the program's geometry.

use std::collections::BTreeSet;

use crate::tape::Tape;

/// A cell, represented by the sum of its corners.
pub(crate) type Cell = [i32; 3];

/// A set of cells, or a shape if the position does not matter.
pub(crate) type Cells = BTreeSet<Cell>;

/// A linear map: the images of the three unit vectors.
pub(crate) type Map = [[i32; 3]; 3];

/// The lattice of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grid {
    Square,
    Triangle,
    Stick,
    Cube,
}

/// Which rotations and reflections of a shape count as the same piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sides {
    Fixed,
    OneSided,
    Free,
}

impl Grid {
    /// A cell is represented by the sum of its corners. The amount by which a coordinate of this sum
    /// changes when the cell is translated by 1 along that axis.
    pub(crate) fn unit(self) -> i32 {
        match self {
            Self::Square | Self::Stick | Self::Cube => 2,
            Self::Triangle => 3,
        }
    }

    /// The default sides, for pieces that specify none.
    pub(crate) fn usual_sides(self) -> Sides {
        match self {
            Self::Cube => Sides::OneSided,
            _ => Sides::Free,
        }
    }

    /// The cell with these coordinates in a puzzle file. For triangles and sticks, the last coordinate is the
    /// kind.
    pub(crate) fn cell(self, [x, y, last]: [i32; 3]) -> Cell {
        match self {
            Self::Square => [2 * x + 1, 2 * y + 1, 0],
            Self::Triangle => [3 * x + 1 + last, 3 * y + 1 + last, 0],
            Self::Stick => [2 * x + 1 - last, 2 * y + last, 0],
            Self::Cube => [2 * x + 1, 2 * y + 1, 2 * last + 1],
        }
    }

    /// The coordinates of a cell in a puzzle file.
    pub(crate) fn coordinates(self, [x, y, z]: Cell) -> [i32; 3] {
        match self {
            Self::Square => [x.div_euclid(2), y.div_euclid(2), 0],
            Self::Triangle => [
                x.div_euclid(3),
                y.div_euclid(3),
                i32::from(x.rem_euclid(3) == 2),
            ],
            Self::Stick => [
                x.div_euclid(2),
                y.div_euclid(2),
                i32::from(x.rem_euclid(2) == 0),
            ],
            Self::Cube => [x.div_euclid(2), y.div_euclid(2), z.div_euclid(2)],
        }
    }

    /// A cell in the notation of puzzle files, without parentheses.
    pub(crate) fn written(self, cell: Cell) -> String {
        let [x, y, last] = self.coordinates(cell);
        match self {
            Self::Square => format!("{x},{y}"),
            _ => format!("{x},{y},{last}"),
        }
    }

    /// The cells that share a side with this cell; for a stick, the sticks that share an end with it.
    pub(crate) fn neighbours(self, [x, y, z]: Cell) -> Vec<Cell> {
        let steps: &[[i32; 3]] = match self {
            Self::Square => &[[2, 0, 0], [-2, 0, 0], [0, 2, 0], [0, -2, 0]],
            // The steps from a triangle to its three neighbours, across each side.
            Self::Triangle if x.rem_euclid(3) == 1 => &[[1, 1, 0], [-2, 1, 0], [1, -2, 0]],
            Self::Triangle => &[[-1, -1, 0], [2, -1, 0], [-1, 2, 0]],
            Self::Stick if x.rem_euclid(2) == 1 => &[
                [2, 0, 0],
                [-2, 0, 0],
                [1, 1, 0],
                [1, -1, 0],
                [-1, 1, 0],
                [-1, -1, 0],
            ],
            Self::Stick => &[
                [0, 2, 0],
                [0, -2, 0],
                [1, 1, 0],
                [1, -1, 0],
                [-1, 1, 0],
                [-1, -1, 0],
            ],
            Self::Cube => &[
                [2, 0, 0],
                [-2, 0, 0],
                [0, 2, 0],
                [0, -2, 0],
                [0, 0, 2],
                [0, 0, -2],
            ],
        };
        steps
            .iter()
            .map(|[a, b, c]| [x + a, y + b, z + c])
            .collect()
    }

    /// The linear maps that the sides allow: the identity first, then rotations, then reflections.
    pub(crate) fn maps(self, sides: Sides) -> Vec<Map> {
        const IDENTITY: Map = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        // Generators of the group: all maps are products of these.
        let generators: &[Map] = match self {
            // A rotation by 60° maps the first unit vector to the second, and the second to their
            // difference.
            Self::Triangle => &[
                [[0, 1, 0], [-1, 1, 0], [0, 0, 1]],
                [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
            ],
            Self::Square | Self::Stick => &[
                [[0, 1, 0], [-1, 0, 0], [0, 0, 1]],
                [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
            ],
            Self::Cube => &[
                [[0, 1, 0], [-1, 0, 0], [0, 0, 1]],
                [[1, 0, 0], [0, 0, 1], [0, -1, 0]],
                [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
            ],
        };
        let mut maps = vec![IDENTITY];
        let mut next = 0;
        while let Some(map) = maps.get(next).copied() {
            next += 1;
            for generator in generators {
                let image = map.map(|column| apply(generator, column));
                if !maps.contains(&image) {
                    maps.push(image);
                }
            }
        }
        // The sort is stable: the identity stays first.
        maps.sort_by_key(|map| -determinant(map));
        match sides {
            Sides::Fixed => maps.truncate(1),
            Sides::OneSided => maps.retain(|map| determinant(map) == 1),
            Sides::Free => {}
        }
        maps
    }

    /// A shape translated to a standard position.
    pub(crate) fn normal(self, cells: impl IntoIterator<Item = Cell>) -> Cells {
        let cells: Vec<Cell> = cells.into_iter().collect();
        let unit = self.unit();
        let low = [0, 1, 2].map(|axis| {
            let low = cells.iter().map(|cell| cell[axis]).min().unwrap_or(0);
            low.div_euclid(unit) * unit
        });
        cells
            .into_iter()
            .map(|cell| [0, 1, 2].map(|axis| cell[axis] - low[axis]))
            .collect()
    }

    /// The distinct images of a shape, each in its standard position.
    pub(crate) fn orientations(self, shape: &Cells, sides: Sides) -> BTreeSet<Cells> {
        let maps = self.maps(sides);
        maps.iter()
            .map(|map| self.normal(shape.iter().map(|cell| apply(map, *cell))))
            .collect()
    }

    /// A connected subset of `free` with at most `size` cells that contains `first`.
    pub(crate) fn grown(self, tape: &mut Tape, free: &Cells, first: Cell, size: usize) -> Cells {
        let mut part = Cells::from([first]);
        while part.len() < size {
            let around: BTreeSet<Cell> = part
                .iter()
                .flat_map(|cell| self.neighbours(*cell))
                .filter(|cell| free.contains(cell) && !part.contains(cell))
                .collect();
            let around: Vec<Cell> = around.into_iter().collect();
            if around.is_empty() {
                break;
            }
            part.insert(*tape.pick(&around));
        }
        part
    }

    /// All shapes of a size. Of shapes that `sides` maps to each other, only one is listed.
    pub(crate) fn shapes(self, size: usize, sides: Sides) -> Vec<Cells> {
        let kinds = match self {
            Self::Triangle | Self::Stick => 2,
            Self::Square | Self::Cube => 1,
        };
        let single = (0..kinds).map(|kind| Cells::from([self.cell([0, 0, kind])]));
        let mut shapes: BTreeSet<Cells> = single.map(|cells| self.normal(cells)).collect();
        for _ in 1..size {
            let grown = shapes.iter().flat_map(|shape| {
                let around = shape.iter().flat_map(|cell| self.neighbours(*cell));
                around
                    .filter(|cell| !shape.contains(cell))
                    .map(|cell| self.normal(shape.iter().copied().chain([cell])))
            });
            shapes = grown.collect();
        }
        let first = |shape: &Cells| self.orientations(shape, sides).pop_first();
        let classes: BTreeSet<Cells> = shapes.iter().filter_map(first).collect();
        classes.into_iter().collect()
    }
}

pub(crate) fn apply(map: &Map, vector: Cell) -> Cell {
    [0, 1, 2].map(|axis| (0..3).map(|i| map[i][axis] * vector[i]).sum())
}

/// 1 for a rotation, -1 for a reflection.
pub(crate) fn determinant([a, b, c]: &Map) -> i32 {
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

/// Compares the numbers of shapes with published ones: Golomb; OEIS A000105, A000577, A019988,
/// A000162.
#[test]
fn shapes_are_as_many_as_published() {
    let numbers = |grid: Grid, sides| [1, 2, 3, 4].map(|size| grid.shapes(size, sides).len());
    assert_eq!(numbers(Grid::Square, Sides::Free), [1, 1, 2, 5]);
    assert_eq!(numbers(Grid::Square, Sides::OneSided), [1, 1, 2, 7]);
    assert_eq!(numbers(Grid::Square, Sides::Fixed), [1, 2, 6, 19]);
    assert_eq!(numbers(Grid::Triangle, Sides::Free), [1, 1, 1, 3]);
    assert_eq!(numbers(Grid::Triangle, Sides::Fixed), [2, 3, 6, 14]);
    assert_eq!(numbers(Grid::Stick, Sides::Free), [1, 2, 5, 16]);
    assert_eq!(numbers(Grid::Stick, Sides::Fixed), [2, 6, 22, 88]);
    assert_eq!(numbers(Grid::Cube, Sides::OneSided), [1, 1, 2, 8]);
    assert_eq!(numbers(Grid::Cube, Sides::Free), [1, 1, 2, 7]);
}
