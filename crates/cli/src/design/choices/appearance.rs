//! Fault lines and crossroads in solutions.

use std::collections::BTreeMap;

use tilewright_geometry::{Board, BoardCell, BoardLine, Vector};

use crate::puzzle::Look;

/// The lines and corners of a board, to judge the appearance of its solutions.
#[derive(Debug)]
pub(super) struct SolutionAppearance {
    lines: Vec<BoardLine>,
    /// The cells at each corner where four or more meet.
    corners: Vec<Vec<BoardCell>>,
    /// The edges at each corner inside the board.
    border_corners: Vec<Vec<CornerEdge>>,
    cells: usize,
}

impl SolutionAppearance {
    /// Finds the lines and corners of a board. `None` if its cells have no sides in the plane.
    pub(super) fn new(board: &Board) -> Option<Self> {
        let lattice = board.lattice();
        if !lattice.has_areas() {
            return None;
        }
        let corners = |cell: BoardCell| lattice.outline(board.cell(cell)).corners.to_vec();
        let outlines: Vec<Vec<Vector>> = board.indices().map(corners).collect();
        let cells: Vec<BoardCell> = board.indices().collect();
        Some(Self {
            border_corners: border_corners(&outlines, &cells),
            cells: cells.len(),
            lines: board.lines(),
            corners: board
                .corners()
                .into_iter()
                .map(|corner| corner.cells)
                .filter(|cells| cells.len() > 3)
                .collect(),
        })
    }

    /// Whether a solution, given by the cells of its placements, has this appearance.
    pub(super) fn has(&self, look: Look, placed: &[&[BoardCell]]) -> bool {
        match look {
            Look::FaultFree => self.fault_lines(placed) == 0,
            Look::NoCrossroads => self.crossroads(placed) == 0,
        }
    }

    /// The number of straight lines across the board that no piece crosses.
    pub(super) fn fault_lines(&self, placed: &[&[BoardCell]]) -> usize {
        let is_fault = |line: &&BoardLine| !placed.iter().any(|cells| line.is_crossed_by(cells));
        self.lines.iter().filter(is_fault).count()
    }

    /// The number of corners where four or more pieces meet.
    pub(super) fn crossroads(&self, placed: &[&[BoardCell]]) -> usize {
        let is_crossroads = |corner: &&Vec<BoardCell>| {
            let at = |cells: &&&[BoardCell]| corner.iter().any(|cell| cells.contains(cell));
            placed.iter().filter(at).count() > 3
        };
        self.corners.iter().filter(is_crossroads).count()
    }

    /// Among the corners inside the board where exactly two borders between pieces meet, the share
    /// where they form a straight line; 1 without such corners.
    pub(super) fn straightness(&self, placed: &[&[BoardCell]]) -> f64 {
        let mut piece_of = vec![usize::MAX; self.cells];
        for (piece, cells) in placed.iter().enumerate() {
            for cell in *cells {
                piece_of[cell.index()] = piece;
            }
        }
        let piece_at = |cell: BoardCell| piece_of[cell.index()];
        let (mut straight, mut all) = (0_u32, 0_u32);
        for corner in &self.border_corners {
            let borders = corner
                .iter()
                .filter(|edge| piece_at(edge.cells[0]) != piece_at(edge.cells[1]));
            let borders: Vec<Vector> = borders.map(|edge| edge.direction).collect();
            if let [one, other] = borders[..] {
                all += 1;
                let [one, other] = [one, other].map(|v| [i64::from(v.x), i64::from(v.y)]);
                straight += u32::from(one[0] * other[1] == one[1] * other[0]);
            }
        }
        if all == 0 {
            1.0
        } else {
            f64::from(straight) / f64::from(all)
        }
    }
}

/// An edge between two cells, as seen from the corner at one of its ends.
#[derive(Debug)]
struct CornerEdge {
    cells: [BoardCell; 2],
    direction: Vector,
}

/// For each corner that is not on the rim of the board, the edges that meet there.
fn border_corners(outlines: &[Vec<Vector>], cells: &[BoardCell]) -> Vec<Vec<CornerEdge>> {
    let mut edges: BTreeMap<[(i32, i32); 2], Vec<BoardCell>> = BTreeMap::new();
    for (outline, cell) in outlines.iter().zip(cells) {
        let next = outline.iter().skip(1).chain(outline.first());
        for (from, to) in outline.iter().zip(next) {
            let mut ends = [(from.x, from.y), (to.x, to.y)];
            ends.sort_unstable();
            edges.entry(ends).or_default().push(*cell);
        }
    }
    // `None` for a corner on the rim of the board.
    let mut corners: BTreeMap<(i32, i32), Option<Vec<CornerEdge>>> = BTreeMap::new();
    for (ends, cells) in &edges {
        for (from, to) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            let corner = corners.entry(from).or_insert_with(|| Some(Vec::new()));
            let [one, other] = cells[..] else {
                *corner = None;
                continue;
            };
            if let Some(corner) = corner {
                corner.push(CornerEdge {
                    cells: [one, other],
                    direction: Vector::new(to.0 - from.0, to.1 - from.1, 0),
                });
            }
        }
    }
    corners.into_values().flatten().collect()
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
        let appearance =
            SolutionAppearance::new(&board(square, rectangle(square, 4, 3).unwrap())).unwrap();
        assert_eq!(
            (appearance.lines.len(), appearance.corners.len()),
            (3 + 2, 3 * 2)
        );
        let triangle = Lattice::Triangle;
        let appearance =
            SolutionAppearance::new(&board(triangle, hexagon(triangle, 2).unwrap())).unwrap();
        assert_eq!(
            (appearance.lines.len(), appearance.corners.len()),
            (3 * 3, 7)
        );
        let stick = Lattice::Stick;
        assert!(SolutionAppearance::new(&board(stick, rectangle(stick, 2, 2).unwrap())).is_none());
    }

    #[test]
    fn dominoes_on_two_by_two_have_a_fault_and_no_crossroads() {
        let square = Lattice::Square;
        let board = board(square, rectangle(square, 2, 2).unwrap());
        let appearance = SolutionAppearance::new(&board).unwrap();
        let cells: Vec<BoardCell> = board.indices().collect();
        let dominoes = [&cells[..2], &cells[2..]];
        assert!(
            !appearance.has(Look::FaultFree, &dominoes)
                && appearance.has(Look::NoCrossroads, &dominoes)
        );
        let monominoes = [&cells[..1], &cells[1..2], &cells[2..3], &cells[3..]];
        assert!(!appearance.has(Look::NoCrossroads, &monominoes));
        assert!(appearance.has(Look::FaultFree, &[&cells[..3], &cells[3..]]));
    }
}
