//! Straight lines along edges, and corners: places where a dissection of a board may come apart.
//!
//! A *line* of a board runs along edges of cells, cuts no cell, and has cells on both sides. In a
//! solution it is a *fault line* if no piece lies on both sides. A *corner* is a point where cells
//! meet. It is a *crossroads* if four or more pieces meet there.
//!
//! Both require cells that bound an area in the plane, so sticks and solids have neither.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Board, BoardCell};
use crate::compact::CompactSort;
use crate::lattice::{Cell, Lattice};
use crate::vector::{Vector, gcd};

/// A straight line along edges, with cells of a board on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardLine {
    /// The first and the last corner on the line, in corner units.
    ends: [Vector; 2],
    /// For each cell, whether the line separates it from the first cell.
    sides: Box<[bool]>,
}

/// A point where cells of a board meet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardCorner {
    /// The position of the corner, in corner units.
    pub at: Vector,
    /// The cells with this corner, in the board's order.
    pub cells: Vec<BoardCell>,
}

impl BoardLine {
    /// The first and the last corner of the board's cells on the line, in corner units (see
    /// [`Lattice::outline`]).
    pub fn ends(&self) -> [Vector; 2] {
        self.ends
    }

    /// Whether the cells lie on both sides of the line.
    ///
    /// # Panics
    ///
    /// If a cell's index is not below the number of cells of the board.
    pub fn is_crossed_by(&self, cells: &[BoardCell]) -> bool {
        let mut sides = cells.iter().map(|cell| self.sides[cell.index()]);
        let first = sides.next();
        sides.any(|side| Some(side) != first)
    }
}

impl Lattice {
    /// Whether the cells are areas in the plane; false for sticks and for cells in three dimensions.
    pub fn has_areas(self) -> bool {
        self.dimensions() == 2 && self.drawing().closed
    }

    /// Whether some straight lines along edges extend without end and cut no cell; false for the
    /// hexagon lattice.
    ///
    /// ```
    /// # use tilewright_geometry::Lattice;
    /// assert!(Lattice::Square.has_lines() && Lattice::Triangle.has_lines());
    /// assert!(!Lattice::Hexagon.has_lines() && !Lattice::Stick.has_lines() && !Lattice::Cube.has_lines());
    /// ```
    pub fn has_lines(self) -> bool {
        // The distance from the unit at the origin, in translation units, up to which cells are tested. If any
        // cell cuts a line along an edge of that unit, one within this distance does, since the lattice repeats.
        const REACH: i32 = 3;
        if !self.has_areas() {
            return false;
        }
        let table = self.table();
        let cells = |reach: i32| {
            let units = (-reach..=reach).flat_map(|x| (-reach..=reach).map(move |y| (x, y)));
            let cells = units.flat_map(|(x, y)| {
                let unit = Vector::flat(x * table.scale, y * table.scale);
                let kinds = table.kinds.iter();
                kinds.filter_map(move |kind| self.cell_at(kind.origin + unit))
            });
            cells.collect::<Vec<Cell>>()
        };
        let around = outlines(self, &cells(REACH));
        let middle = outlines(self, &cells(0));
        let mut runs = middle.iter().flat_map(|outline| edges(outline));
        runs.any(|(from, to)| sides(&around, from, to - from).is_some())
    }
}

impl Board {
    /// The lines of the board, ordered by direction, then by position. If several lines separate
    /// the cells in the same way, only the first is listed. If the board has several parts, each
    /// has separate lines. There are none if cells bound no area in the plane.
    ///
    /// # Complexity
    ///
    /// O(n · l) for n cells and l lines along edges, including lines that cut cells. This is about
    /// n√n for a board that is about as wide as it is high.
    ///
    /// ```
    /// # use tilewright_geometry::{Board, Lattice, rectangle};
    /// let board = Board::new(Lattice::Square, rectangle(Lattice::Square, 4, 3)?, [])?;
    /// assert_eq!(board.lines().len(), 3 + 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lines(&self) -> Vec<BoardLine> {
        let lattice = self.lattice();
        if !lattice.has_areas() {
            return Vec::new();
        }
        let mut known = BTreeSet::new();
        let mut lines = Vec::new();
        for part in 0..self.part_count() {
            let own: Vec<BoardCell> = (self.indices())
                .filter(|cell| self.part_of(*cell) == part)
                .collect();
            let cells: Vec<Cell> = own.iter().map(|cell| self.cell(*cell)).collect();
            for (ends, of_own) in lines_of(&outlines(lattice, &cells)) {
                // No piece lies on two parts, so it does not matter on which side the cells of
                // other parts are.
                let mut sides = vec![false; self.cells().len()];
                for (cell, side) in own.iter().zip(of_own) {
                    sides[cell.index()] = side;
                }
                if known.insert(sides.clone()) {
                    let sides = sides.into();
                    lines.push(BoardLine { ends, sides });
                }
            }
        }
        lines
    }

    /// The corners of the board's cells, sorted by y, then x. There are none if cells bound no area
    /// in the plane.
    ///
    /// # Complexity
    ///
    /// O(n log n) for n cells.
    ///
    /// ```
    /// # use tilewright_geometry::{Board, Lattice, rectangle};
    /// let board = Board::new(Lattice::Square, rectangle(Lattice::Square, 4, 3)?, [])?;
    /// assert_eq!(board.corners().iter().filter(|corner| corner.cells.len() == 4).count(), 3 * 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn corners(&self) -> Vec<BoardCorner> {
        let lattice = self.lattice();
        if !lattice.has_areas() {
            return Vec::new();
        }
        let mut corners: BTreeMap<(i32, i32), Vec<BoardCell>> = BTreeMap::new();
        for cell in self.indices() {
            for corner in lattice.outline(self.cell(cell)).corners {
                corners.entry((corner.y, corner.x)).or_default().push(cell);
            }
        }
        let corners = corners.into_iter();
        corners
            .map(|((y, x), cells)| BoardCorner {
                at: Vector::flat(x, y),
                cells,
            })
            .collect()
    }
}

/// The ends of each straight line that runs along edges between cells with these outlines, and cuts none of them.
/// Also, for each cell, whether the line separates it from the first cell.
fn lines_of(outlines: &[Vec<Vector>]) -> Vec<([Vector; 2], Vec<bool>)> {
    let mut tried: BTreeMap<StraightLine, (Vector, Vector)> = BTreeMap::new();
    for (from, to) in outlines.iter().flat_map(|outline| edges(outline)) {
        tried
            .entry(StraightLine::of(from, to))
            .or_insert((from, to));
    }
    let line = |(run, (from, to)): (StraightLine, (Vector, Vector))| {
        let sides = sides(outlines, from, to - from)?;
        let ends = run.ends(outlines, [from, to]);
        Some((run.step, ends, sides))
    };
    let mut lines: Vec<_> = tried.into_iter().filter_map(line).collect();
    lines.compact_sort_by_key(|(step, ends, _)| (*step, ends[0].x, ends[0].y));
    let lines = lines.into_iter();
    lines.map(|(_, ends, sides)| (ends, sides)).collect()
}

/// For each cell, its corners in order around it.
fn outlines(lattice: Lattice, cells: &[Cell]) -> Vec<Vec<Vector>> {
    let outline = |cell: &Cell| lattice.outline(*cell).corners.to_vec();
    cells.iter().map(outline).collect()
}

fn edges(outline: &[Vector]) -> impl Iterator<Item = (Vector, Vector)> {
    let next = outline.iter().skip(1).chain(outline.first());
    outline.iter().copied().zip(next.copied())
}

/// A straight line without ends, in corner units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct StraightLine {
    /// The smallest integer step along the line, pointing to the right or straight down.
    step: (i64, i64),
    /// The cross product of `step` with any point of the line.
    offset: i64,
}

impl StraightLine {
    fn of(from: Vector, to: Vector) -> Self {
        let step = to - from;
        let (x, y) = (i64::from(step.x), i64::from(step.y));
        let sign = if (x, y) < (0, 0) { -1 } else { 1 };
        let unit = gcd(x, y).max(1) * sign;
        let mut run = Self {
            step: (x / unit, y / unit),
            offset: 0,
        };
        run.offset = run.across(from);
        run
    }

    /// The cross product of `step` with a point: the point's distance from the parallel line
    /// through the origin, times the length of `step`.
    fn across(&self, point: Vector) -> i64 {
        self.step.0 * i64::from(point.y) - self.step.1 * i64::from(point.x)
    }

    fn along(&self, point: Vector) -> i64 {
        self.step.0 * i64::from(point.x) + self.step.1 * i64::from(point.y)
    }

    /// The first and the last corner on the line. `known` are two corners on it.
    fn ends(&self, outlines: &[Vec<Vector>], known: [Vector; 2]) -> [Vector; 2] {
        let corners = outlines.iter().flatten().copied();
        let on_it = corners.filter(|corner| self.across(*corner) == self.offset);
        let mut ends = known;
        if self.along(ends[1]) < self.along(ends[0]) {
            ends.swap(0, 1);
        }
        for corner in on_it {
            let at = self.along(corner);
            if at < self.along(ends[0]) {
                ends[0] = corner;
            }
            if at > self.along(ends[1]) {
                ends[1] = corner;
            }
        }
        ends
    }
}

/// For each cell, whether the line through `from` in this direction separates it from the first cell.
/// `None` if the line cuts a cell, or if all cells lie on one side.
fn sides(outlines: &[Vec<Vector>], from: Vector, direction: Vector) -> Option<Vec<bool>> {
    let side = |outline: &Vec<Vector>| {
        let turns = outline.iter().map(|corner| {
            let to = *corner - from;
            let [a, b] = [direction.x, direction.y].map(i64::from);
            a * i64::from(to.y) - b * i64::from(to.x)
        });
        let (least, most) = (turns.clone().min()?, turns.max()?);
        (least >= 0 || most <= 0).then_some(least >= 0)
    };
    let mut sides: Vec<bool> = outlines.iter().map(side).collect::<Option<_>>()?;
    let first = *sides.first()?;
    if sides.iter().all(|side| *side == first) {
        return None;
    }
    for side in &mut sides {
        *side ^= first;
    }
    Some(sides)
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use crate::shape::{hexagon, rectangle};

    fn board(lattice: Lattice, cells: Vec<Cell>) -> Board {
        Board::new(lattice, cells, []).unwrap()
    }

    #[test]
    fn boards_have_their_lines_and_corners() {
        let meeting = |board: &Board| {
            let corners = board.corners();
            corners.iter().filter(|c| c.cells.len() > 3).count()
        };
        let square = board(Lattice::Square, rectangle(Lattice::Square, 4, 3).unwrap());
        assert_eq!((square.lines().len(), meeting(&square)), (3 + 2, 3 * 2));
        let triangle = Lattice::Triangle;
        let hexagon = board(triangle, hexagon(triangle, 2).unwrap());
        assert_eq!((hexagon.lines().len(), meeting(&hexagon)), (3 * 3, 7));
        let stick = board(Lattice::Stick, rectangle(Lattice::Stick, 2, 2).unwrap());
        assert!(stick.lines().is_empty() && stick.corners().is_empty());
    }

    #[test]
    fn lines_run_from_end_to_end_and_part_cells() {
        let square = Lattice::Square;
        let board = board(square, rectangle(square, 4, 3).unwrap());
        let name = |corner: Vector| square.corner_coordinates(corner).to_string();
        let lines = board.lines();
        let ends: Vec<[String; 2]> = lines.iter().map(|line| line.ends().map(name)).collect();
        assert!(
            ends.contains(&["2,0".to_owned(), "2,3".to_owned()]),
            "{ends:?}"
        );
        assert!(
            ends.contains(&["0,1".to_owned(), "4,1".to_owned()]),
            "{ends:?}"
        );
        let cells: Vec<BoardCell> = board.indices().collect();
        let crossed = lines.iter().filter(|line| line.is_crossed_by(&cells[1..3]));
        assert_eq!(crossed.count(), 1);
        assert!(!lines.iter().any(|line| line.is_crossed_by(&cells[..1])));
    }

    #[test]
    fn parts_have_their_own_lines() {
        let square = Lattice::Square;
        let one = board(square, rectangle(square, 4, 3).unwrap());
        let other = board(square, rectangle(square, 2, 2).unwrap());
        let both = Board::together(&[one, other]).unwrap();
        assert_eq!(both.lines().len(), (3 + 2) + (1 + 1));
    }

    /// Checks a board without its middle column: the two edges of the gap separate the cells in
    /// the same way, so they count as one line.
    #[test]
    fn lines_that_part_cells_alike_are_one() {
        let square = Lattice::Square;
        let cells = rectangle(square, 5, 1).unwrap();
        let gap = square.cell(&[2, 0]).unwrap();
        let cells = cells.into_iter().filter(|cell| *cell != gap).collect();
        assert_eq!(board(square, cells).lines().len(), 3);
    }

    #[test]
    fn lattices_with_lines() {
        let with: Vec<Lattice> = Lattice::ALL
            .into_iter()
            .filter(|lattice| lattice.has_lines())
            .collect();
        assert_eq!(
            with,
            [
                Lattice::Square,
                Lattice::Triangle,
                Lattice::Tan,
                Lattice::Drafter,
                Lattice::Kite,
                // `ElongatedTriangular` has lines between rows of squares and rows of triangles.
                // `House` has lines along the floors of its houses.
                Lattice::ElongatedTriangular,
                Lattice::House,
                Lattice::Tetrakis,
                Lattice::Kisrhombille,
            ]
        );
    }

    /// Uses the kisrhombille lattice, where edges on one line have different lengths.
    #[test]
    fn lines_are_sorted_by_direction() {
        let lattice = Lattice::Kisrhombille;
        let board = board(lattice, hexagon(lattice, 1).unwrap());
        let angle = |line: &BoardLine| {
            let [from, to] = line.ends().map(|end| lattice.project_corner(end));
            let turn = (to[1] - from[1]).atan2(to[0] - from[0]).to_degrees();
            format!("{:.0}", turn.rem_euclid(180.0))
        };
        let angles: Vec<String> = board.lines().iter().map(angle).collect();
        let runs: Vec<&String> = angles.iter().dedup().collect();
        // On this board there is one line along each of the three axes, and three in each direction
        // of a median.
        assert_eq!(runs.len(), 6, "{angles:?}");
        assert_eq!(angles.len(), 12, "{angles:?}");
        let corners = outlines(lattice, board.cells()).concat();
        for line in board.lines() {
            let [from, to] = line.ends();
            let run = StraightLine {
                step: (i64::from((to - from).x), i64::from((to - from).y)),
                offset: 0,
            };
            let on_it = corners
                .iter()
                .filter(|&&at| run.across(at) == run.across(from));
            let mut along = on_it.map(|&at| run.along(at));
            assert!(along.all(|at| (run.along(from)..=run.along(to)).contains(&at)));
        }
    }
}
