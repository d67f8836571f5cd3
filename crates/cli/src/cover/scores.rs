//! How symmetric a solution looks: the scores of Knuth's "Dancing Links".
//!
//! The *horizontal symmetry* of a solution is the number of interior edges between two pieces that
//! are also such edges in the left-right reflection of the solution. The *vertical symmetry* is the
//! same for top and bottom. Solutions are ranked by the higher of their two scores, then by the
//! lower. Source: the paper's section on hexiamonds.

use std::cmp::Reverse;
use std::collections::HashMap;

use serde::Serialize;
use tilewright_geometry::{BoardCell, Lattice, Sides};

use crate::cover::isometries::{Mirror, mirror_axis};
use crate::puzzle::Puzzle;

/// The scores of a solution. A score is `None` if the board does not have the reflection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct Scores {
    /// The score under the left-right reflection.
    pub horizontal: Option<u32>,
    /// The score under the top-bottom reflection.
    pub vertical: Option<u32>,
}

impl Scores {
    /// A sort key that puts the most symmetric solutions first.
    pub(crate) fn rank(self) -> Reverse<(Option<u32>, Option<u32>)> {
        let (a, b) = (self.horizontal, self.vertical);
        Reverse((a.max(b), a.min(b)))
    }
}

/// Computes the scores of solutions on one board.
#[derive(Debug, Clone)]
pub(crate) struct Scorer {
    /// The pairs of neighbouring cells.
    edges: Vec<[BoardCell; 2]>,
    /// For each edge, the index of its image under the left-right reflection.
    left_right: Option<Vec<usize>>,
    top_bottom: Option<Vec<usize>>,
}

/// Why the solutions of a puzzle have no scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ScoreError {
    /// The cells of the lattice are not flat. Scores count the edges between flat cells.
    #[error("symmetry scores count edges between flat cells, which the {0} lattice does not have")]
    Lattice(Lattice),
    /// The board has no left-right reflection and no top-bottom reflection.
    #[error(
        "symmetry scores need a board with a left-right or a top-bottom reflection; this one has neither"
    )]
    Board,
    /// The board has several parts, and more than [`MAX_ISOMETRIES`] isometries.
    #[error("symmetry scores cannot be computed: the boards have more than 2^20 motions")]
    ManyBoards,
}

/// The largest number of isometries that are searched for a reflection.
const MAX_ISOMETRIES: u128 = 1 << 20;

impl Scorer {
    /// A scorer for the puzzle's board.
    ///
    /// # Errors
    ///
    /// [`ScoreError`] if scores are not defined.
    pub(crate) fn new(puzzle: &Puzzle) -> Result<Self, ScoreError> {
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
        if board.part_count() > 1 && board.symmetries_at_most() > MAX_ISOMETRIES {
            return Err(ScoreError::ManyBoards);
        }
        let images = |mirror: Mirror| {
            // An isometry counts only if it reflects all parts of the board in the same way.
            let isometry = board.symmetries(Sides::Free).find(|isometry| {
                let matrix = isometry.symmetry.matrix;
                isometry
                    .of_all_parts()
                    .all(|symmetry| symmetry.matrix == matrix)
                    && mirror_axis(puzzle.lattice, isometry) == Some(mirror)
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

    /// The scores of the solution whose placements cover these cells. Uncovered cells belong to no
    /// piece, so their edges do not count.
    ///
    /// # Complexity
    ///
    /// Linear in the cells of the board.
    pub(crate) fn score<'a>(
        &self,
        placements: impl IntoIterator<Item = &'a [BoardCell]>,
    ) -> Scores {
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

    /// Checks a 4 × 2 board filled by two squares. The border between them has two unit edges, and
    /// both reflections map it to itself.
    #[test]
    fn a_symmetric_solution_scores_all_its_edges() {
        let puzzle = puzzle(
            "(lattice: Square, board: Rect(4, 2),
              pieces: [Piece(name: \"Q\", cells: Rect(2, 2), copies: 2)])",
        );
        let cells: Vec<BoardCell> = puzzle.board.indices().collect();
        let at = |indices: [usize; 4]| indices.map(|i| cells[i]);
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

    /// Checks the scores of Figure 1 in Knuth's paper: vertical symmetry 36, horizontal symmetry
    /// 30.
    #[test]
    fn scotts_figure_1() {
        let puzzle = puzzle(
            "(lattice: Square, board: Minus(Rect(8, 8), Shift((3, 3), Rect(2, 2))),
              pieces: [Set(of: Polyominoes(5))])",
        );
        // The rank and file of each cell, piece by piece, as listed in the paper.
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
