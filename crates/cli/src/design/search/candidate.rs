//! Candidates of a search: pieces, and the board they fill.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use tilewright_dlx::StopFlag;
use tilewright_geometry::{Board, BoardCell, Cell, Sides};

use super::SearchError;
use crate::puzzle::{BoardRequest, PieceSet, Puzzle};
use crate::solve::SolveError;

/// A choice of pieces and of a board.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DesignCandidate {
    /// The number of copies of each piece of the pool, givens included.
    pub(super) copies: Vec<u32>,
    /// The cells of the frame that are not on the board, in increasing order. Empty if the board
    /// does not vary.
    pub(super) off: Vec<usize>,
}

/// The puzzle of a search, on any of the boards that its designs may have.
#[derive(Debug)]
pub(super) struct DesignFrame<'a> {
    puzzle: &'a Puzzle,
    /// The shapes of the pieces, if the board may vary: they decide which isometries of a board
    /// count as symmetries.
    set: Option<PieceSet>,
    /// The order of the puzzle's symmetry group, if the board does not vary.
    symmetries: u64,
}

impl<'a> DesignFrame<'a> {
    pub(super) fn new(
        puzzle: &'a Puzzle,
        boards: Option<&BoardRequest>,
        symmetries: u64,
        stop: &StopFlag,
    ) -> Result<Self, SearchError> {
        let set = boards.map(|_| PieceSet::new(puzzle, stop)).transpose();
        Ok(Self {
            puzzle,
            set: set.map_err(SolveError::from)?,
            symmetries,
        })
    }

    /// The frame: a board that contains the board of every design.
    pub(super) fn board(&self) -> &Board {
        &self.puzzle.board
    }

    /// Whether the board of a design may vary.
    pub(super) fn varies(&self) -> bool {
        self.set.is_some()
    }

    /// The puzzle on the board of a candidate. If the board may vary, all its cells are required.
    #[expect(clippy::expect_used, reason = "an invariant of the boards drawn")]
    pub(super) fn pool_of(&self, candidate: &DesignCandidate) -> Puzzle {
        if !self.varies() {
            return self.puzzle.clone();
        }
        let board = self.board_of(candidate);
        (self.puzzle.on_board(board)).expect("invariant: the cells of givens are on every board")
    }

    #[expect(clippy::expect_used, reason = "an invariant of the boards drawn")]
    fn board_of(&self, candidate: &DesignCandidate) -> Board {
        let frame = &self.puzzle.board;
        let cells = frame.indices().map(|cell| frame.cell(cell));
        let on = cells
            .enumerate()
            .filter(|(at, _)| !candidate.off.contains(at));
        let on: Vec<Cell> = on.map(|(_, cell)| cell).collect();
        (frame.with_cells(on, [])).expect("invariant: a part of a board is one")
    }

    /// The number of permutations of a candidate's board by isometries that map the set of pieces
    /// to itself: an upper bound on the images of a solution.
    pub(super) fn symmetries_of(&self, candidate: &DesignCandidate) -> u64 {
        let Some(set) = &self.set else {
            return self.symmetries;
        };
        let board = self.board_of(candidate);
        let kept = board.symmetries(Sides::Free);
        let kept = kept.filter(|isometry| set.is_kept_by(self.puzzle, isometry));
        let ways: HashSet<Box<[BoardCell]>> = kept.map(|isometry| isometry.images).collect();
        ways.len() as u64
    }

    /// The board in a form that is equal for equivalent boards: its cells up to the isometries that
    /// map the set of pieces to itself. If givens or restrictions refer to single cells, the cells
    /// are returned unchanged.
    pub(super) fn shape_of(&self, pool: &Puzzle) -> Vec<Cell> {
        let cells = pool.board.cells();
        let is_free = pool.givens.is_empty() && pool.restrictions.is_empty();
        let sides = self.set.as_ref().map(|set| set.sides(pool));
        match sides.filter(|_| is_free) {
            Some(sides) => tilewright_geometry::Polyform::new(pool.board.lattice(), cells.to_vec())
                .map_or_else(
                    |_| cells.to_vec(),
                    |form| form.canonical(sides).cells().to_vec(),
                ),
            None => cells.to_vec(),
        }
    }
}
