//! What a place of a search stands for: pieces, and the board that they are for.

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
pub(super) struct Candidate {
    /// How often each piece of the pool is used, its givens included.
    pub(super) copies: Vec<u32>,
    /// The cells of the frame that the board does not have, in order; none of them if there is one board.
    pub(super) off: Vec<usize>,
}

/// The puzzle of a search on any of the boards that its designs may have.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    puzzle: &'a Puzzle,
    /// The pieces by their shapes, if there are several boards.
    set: Option<PieceSet>,
    /// How many isometries keep the puzzle, if there is one board.
    symmetries: u64,
}

impl<'a> Frame<'a> {
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

    /// The board of which every design has cells.
    pub(super) fn board(&self) -> &Board {
        &self.puzzle.board
    }

    /// Whether designs may have several boards.
    pub(super) fn varies(&self) -> bool {
        self.set.is_some()
    }

    /// The puzzle with the board of a candidate: all its cells are to be covered if it is one of several.
    #[expect(clippy::expect_used, reason = "an invariant of the boards drawn")]
    pub(super) fn pool_of(&self, candidate: &Candidate) -> Puzzle {
        if !self.varies() {
            return self.puzzle.clone();
        }
        let board = self.board_of(candidate);
        (self.puzzle.on_board(board)).expect("invariant: the cells of givens are on every board")
    }

    #[expect(clippy::expect_used, reason = "an invariant of the boards drawn")]
    fn board_of(&self, candidate: &Candidate) -> Board {
        let frame = &self.puzzle.board;
        let cells = frame.indices().map(|cell| frame.cell(cell));
        let on = cells
            .enumerate()
            .filter(|(at, _)| !candidate.off.contains(at));
        let on: Vec<Cell> = on.map(|(_, cell)| cell).collect();
        (frame.with_cells(on, [])).expect("invariant: a part of a board is one")
    }

    /// How many isometries may bring one solution of a candidate to others: at least so many do not.
    pub(super) fn symmetries_of(&self, candidate: &Candidate) -> u64 {
        let Some(set) = &self.set else {
            return self.symmetries;
        };
        let board = self.board_of(candidate);
        let kept = board.symmetries(Sides::Free);
        let kept = kept.filter(|isometry| set.is_kept_by(self.puzzle, isometry));
        let ways: HashSet<Box<[BoardCell]>> = kept.map(|isometry| isometry.images).collect();
        ways.len() as u64
    }

    /// What alike boards have in common: the cells up to the isometries that keep the pieces, or as they are where
    /// something is said of single cells.
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
