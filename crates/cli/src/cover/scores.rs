//! How symmetric a solution looks: the scores of Knuth's "Dancing Links".
//!
//! The *horizontal symmetry* of a solution is the number of interior edges
//! between two pieces that are also such edges in the left-right reflection of
//! the solution; the *vertical symmetry* the same with top and bottom. A
//! solution is the more symmetric the higher its greater score, then its lesser
//! one. Source: the paper's section on hexiamonds.

use std::cmp::Reverse;
use std::collections::HashMap;

use tilewright_geometry::{BoardCell, Lattice, Sides};

use crate::cover::isometries::{Mirror, mirror_axis};
use crate::puzzle::Puzzle;

/// The scores of a solution; none where the board has no such reflection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scores {
    /// Under the left-right reflection.
    pub horizontal: Option<u32>,
    /// Under the top-bottom reflection.
    pub vertical: Option<u32>,
}

impl Scores {
    /// What solutions are sorted by, the most symmetric first.
    pub fn rank(self) -> Reverse<(Option<u32>, Option<u32>)> {
        let (a, b) = (self.horizontal, self.vertical);
        Reverse((a.max(b), a.min(b)))
    }
}

/// Scores solutions of one board.
#[derive(Debug, Clone)]
pub struct Scorer {
    /// The pairs of touching cells.
    edges: Vec<[BoardCell; 2]>,
    /// For each edge its reflected edge.
    left_right: Option<Vec<usize>>,
    top_bottom: Option<Vec<usize>>,
}

/// Why a puzzle's solutions have no scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScoreError {
    /// Scores are about edges in the plane.
    #[error(
        "symmetry scores count edges between cells of the plane; the {0} lattice has no such edges"
    )]
    Lattice(Lattice),
    /// The board looks different in both mirrors.
    #[error(
        "symmetry scores need a board with a left-right or a top-bottom reflection; this one has neither"
    )]
    Board,
    /// Boards that stand together have too many motions.
    #[error("symmetry scores are not found here: the boards may be moved in more than 2^20 ways")]
    ManyBoards,
}

/// At most this many motions are looked at for a reflection.
const MAX_MOTIONS: u128 = 1 << 20;

impl Scorer {
    /// A scorer for the puzzle's board.
    ///
    /// # Errors
    ///
    /// [`ScoreError`] where scores have no meaning.
    pub fn new(puzzle: &Puzzle) -> Result<Self, ScoreError> {
        let lattice = puzzle.lattice;
        if lattice.dimensions() != 2 || !lattice.table().drawing.closed {
            return Err(ScoreError::Lattice(lattice));
        }
        let board = &puzzle.board;
        let mut edges = Vec::new();
        for cell in board.indices() {
            for neighbour in puzzle.lattice.neighbours(board.cell(cell)) {
                if let Some(neighbour) = board.index_of(neighbour)
                    && cell < neighbour
                {
                    edges.push([cell, neighbour]);
                }
            }
        }
        let index: HashMap<[BoardCell; 2], usize> = edges
            .iter()
            .enumerate()
            .map(|(i, edge)| (*edge, i))
            .collect();
        if board.part_count() > 1 && board.symmetries_at_most() > MAX_MOTIONS {
            return Err(ScoreError::ManyBoards);
        }
        let images = |wanted: Mirror| {
            // Boards that stand together are all mirrored alike.
            let isometry = board.symmetries(Sides::Free).find(|isometry| {
                let matrix = isometry.symmetry.matrix;
                isometry
                    .of_all_parts()
                    .all(|symmetry| symmetry.matrix == matrix)
                    && mirror_axis(puzzle.lattice, isometry) == Some(wanted)
            })?;
            edges
                .iter()
                .map(|edge| {
                    let mut image = edge.map(|cell| isometry.image(cell));
                    image.sort_unstable();
                    index.get(&image).copied()
                })
                .collect::<Option<Vec<usize>>>()
        };
        let (left_right, top_bottom) = (images(Mirror::LeftRight), images(Mirror::TopBottom));
        if left_right.is_none() && top_bottom.is_none() {
            return Err(ScoreError::Board);
        }
        Ok(Self {
            edges,
            left_right,
            top_bottom,
        })
    }

    /// The scores of the solution whose placements cover these cells; cells
    /// that none covers belong to nobody, and an edge to one is no edge between
    /// pieces.
    ///
    /// Cost: linear in the cells of the board.
    pub fn score<'a>(&self, placements: impl IntoIterator<Item = &'a [BoardCell]>) -> Scores {
        let mut owner: HashMap<BoardCell, usize> = HashMap::new();
        for (number, cells) in placements.into_iter().enumerate() {
            owner.extend(cells.iter().map(|cell| (*cell, number)));
        }
        let parts: Vec<bool> = self
            .edges
            .iter()
            .map(|[a, b]| match (owner.get(a), owner.get(b)) {
                (Some(a), Some(b)) => a != b,
                _ => false,
            })
            .collect();
        let count = |images: &Vec<usize>| {
            let kept = images
                .iter()
                .zip(&parts)
                .filter(|(image, part)| **part && parts[**image]);
            u32::try_from(kept.count()).unwrap_or(u32::MAX)
        };
        Scores {
            horizontal: self.left_right.as_ref().map(count),
            vertical: self.top_bottom.as_ref().map(count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Source, load};

    fn puzzle(text: &str) -> Puzzle {
        load(&Source::new("test", text)).unwrap().puzzle
    }

    /// A 4 × 2 board in two squares: one edge of two unit edges, its own
    /// mirror image both ways.
    #[test]
    fn a_symmetric_solution_scores_all_its_edges() {
        let puzzle = puzzle(
            "(lattice: Square, board: Rect(4, 2),
              pieces: [Piece(name: \"Q\", cells: Rect(2, 2), copies: 2)])",
        );
        let cells: Vec<BoardCell> = puzzle.board.indices().collect();
        let at = |wanted: [usize; 4]| wanted.map(|i| cells[i]);
        let (left, right) = (at([0, 1, 4, 5]), at([2, 3, 6, 7]));
        let scores = Scorer::new(&puzzle).unwrap().score([&left[..], &right[..]]);
        assert_eq!(
            scores,
            Scores {
                horizontal: Some(2),
                vertical: Some(2)
            }
        );
    }

    /// Figure 1 of the paper: vertical symmetry 36, horizontal 30.
    #[test]
    fn scotts_figure_1() {
        let puzzle = puzzle(
            "(lattice: Square, board: Minus(Rect(8, 8), Shift((3, 3), Rect(2, 2))),
              pieces: [Set(of: Polyominoes(5))])",
        );
        // Rank and file of each piece's cells, as the paper lists them.
        let figure = [
            [11, 12, 13, 14, 15],
            [16, 26, 27, 37, 47],
            [17, 18, 28, 38, 48],
            [21, 22, 31, 41, 42],
            [23, 32, 33, 34, 43],
            [24, 25, 35, 36, 46],
            [51, 52, 53, 62, 63],
            [56, 64, 65, 66, 75],
            [57, 58, 67, 76, 77],
            [61, 71, 72, 73, 81],
            [68, 78, 86, 87, 88],
            [74, 82, 83, 84, 85],
        ];
        let cells: Vec<Vec<BoardCell>> = figure
            .iter()
            .map(|piece| {
                piece
                    .iter()
                    .map(|at| {
                        let cell = puzzle.lattice.cell(&[at % 10 - 1, at / 10 - 1]).unwrap();
                        puzzle.board.index_of(cell).unwrap()
                    })
                    .collect()
            })
            .collect();
        let scores = Scorer::new(&puzzle)
            .unwrap()
            .score(cells.iter().map(Vec::as_slice));
        assert_eq!(
            scores,
            Scores {
                horizontal: Some(30),
                vertical: Some(36)
            }
        );
    }

    #[test]
    fn scores_need_a_plane_and_a_mirror() {
        let stick = puzzle("(lattice: Stick, board: Rect(2, 2), pieces: [Set(of: Polysticks(3))])");
        assert_eq!(
            Scorer::new(&stick).unwrap_err(),
            ScoreError::Lattice(Lattice::Stick)
        );
        let lopsided = puzzle(
            "(lattice: Square, board: Cells([(0, 0), (1, 0), (1, 1), (1, 2), (2, 1)]),
              pieces: [Set(of: Polyominoes(5), only: [\"F\"])])",
        );
        assert_eq!(Scorer::new(&lopsided).unwrap_err(), ScoreError::Board);
    }
}
