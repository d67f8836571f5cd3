//! Fault lines and crossroads in solutions.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_geometry::{Board, BoardCell, Vector};

use crate::puzzle::Look;

/// The lines and corners of a board.
#[derive(Debug)]
pub(super) struct SolutionLooks {
    /// By straight line along edges, on which side of it each cell lies.
    lines: Vec<Vec<bool>>,
    /// The cells at each corner where four or more meet.
    corners: Vec<Vec<BoardCell>>,
}

impl SolutionLooks {
    /// None if the cells have no sides in the plane.
    pub(super) fn new(board: &Board) -> Option<Self> {
        let lattice = board.lattice();
        if lattice.dimensions() != 2 {
            return None;
        }
        let mut outlines: Vec<Vec<Vector>> = Vec::new();
        let mut corners: BTreeMap<(i32, i32), Vec<BoardCell>> = BTreeMap::new();
        for cell in board.indices() {
            let outline = lattice.outline(board.cell(cell));
            if !outline.closed {
                return None;
            }
            for corner in &outline.corners {
                corners.entry((corner.x, corner.y)).or_default().push(cell);
            }
            outlines.push(outline.corners.to_vec());
        }
        let mut lines: BTreeSet<Vec<bool>> = BTreeSet::new();
        for outline in &outlines {
            let next = outline.iter().skip(1).chain(outline.first());
            for (from, to) in outline.iter().zip(next) {
                lines.extend(sides(&outlines, *from, *to - *from));
            }
        }
        Some(Self {
            lines: lines.into_iter().collect(),
            corners: corners
                .into_values()
                .filter(|cells| cells.len() > 3)
                .collect(),
        })
    }

    /// Whether a solution, the cells of its placements, looks so.
    pub(super) fn has(&self, look: Look, placed: &[&[BoardCell]]) -> bool {
        match look {
            Look::FaultFree => !self.lines.iter().any(|side| {
                let is_parted = |cells: &&[BoardCell]| {
                    let mut sides = cells.iter().map(|cell| side[cell.index()]);
                    let first = sides.next();
                    sides.any(|side| Some(side) != first)
                };
                !placed.iter().any(is_parted)
            }),
            Look::NoCrossroads => !self.corners.iter().any(|corner| {
                let at = |cells: &&&[BoardCell]| corner.iter().any(|cell| cells.contains(cell));
                placed.iter().filter(at).count() > 3
            }),
        }
    }
}

/// On which side of a line each cell lies, the first on the left; none if it cuts a cell or has all
/// cells on one side.
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
    use tilewright_geometry::{Lattice, hexagon, rectangle};

    use super::*;

    fn board(lattice: Lattice, cells: Vec<tilewright_geometry::Cell>) -> Board {
        Board::new(lattice, cells, []).unwrap()
    }

    #[test]
    fn boards_have_their_lines_and_corners() {
        let square = Lattice::Square;
        let looks = SolutionLooks::new(&board(square, rectangle(square, 4, 3).unwrap())).unwrap();
        assert_eq!((looks.lines.len(), looks.corners.len()), (3 + 2, 3 * 2));
        let triangle = Lattice::Triangle;
        let looks = SolutionLooks::new(&board(triangle, hexagon(triangle, 2).unwrap())).unwrap();
        assert_eq!((looks.lines.len(), looks.corners.len()), (3 * 3, 7));
        let stick = Lattice::Stick;
        assert!(SolutionLooks::new(&board(stick, rectangle(stick, 2, 2).unwrap())).is_none());
    }

    #[test]
    fn dominoes_on_two_by_two_have_a_fault_and_no_crossroads() {
        let square = Lattice::Square;
        let board = board(square, rectangle(square, 2, 2).unwrap());
        let looks = SolutionLooks::new(&board).unwrap();
        let cells: Vec<BoardCell> = board.indices().collect();
        let dominoes = [&cells[..2], &cells[2..]];
        assert!(!looks.has(Look::FaultFree, &dominoes) && looks.has(Look::NoCrossroads, &dominoes));
        let monominoes = [&cells[..1], &cells[1..2], &cells[2..3], &cells[3..]];
        assert!(!looks.has(Look::NoCrossroads, &monominoes));
        assert!(looks.has(Look::FaultFree, &[&cells[..3], &cells[3..]]));
    }
}
