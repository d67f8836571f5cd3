//! The cells that a search may dissect.

use tilewright_dlx::{StopFlag, Stopped};
use tilewright_geometry::{Board, BoardCell};

use super::boards::Boards;
use super::components::components;
use crate::puzzle::Puzzle;
use crate::support::rng::StableRng;

/// The cells of a board that a search may dissect, and which of them touch.
#[derive(Debug)]
pub(super) struct Ground {
    /// By cell of the board, the cells beside it that are free.
    pub(super) neighbours: Vec<Vec<usize>>,
    /// Cells that no given covers.
    pub(super) free: Vec<usize>,
    /// By cell, whether it must be covered.
    pub(super) required: Vec<bool>,
    /// Which boards a design may have, if there are several.
    pub(super) boards: Option<Boards>,
}

impl Ground {
    /// The cells of a puzzle, of which a design may have those of one of these boards.
    pub(super) fn of(puzzle: &Puzzle, boards: Option<Boards>) -> Self {
        let board: &Board = &puzzle.board;
        let mut is_free = vec![true; board.cells().len()];
        for given in &puzzle.givens {
            for cell in &given.cells {
                is_free[cell.index()] = false;
            }
        }
        let beside = |at: usize| {
            let cell = board.cells()[at];
            let beside = board.lattice().neighbours(cell);
            let beside = beside.filter_map(|cell| board.index_of(cell));
            let mut beside: Vec<usize> = beside.map(BoardCell::index).collect();
            beside.retain(|&other| is_free[other]);
            beside.sort_unstable();
            beside
        };
        let neighbours: Vec<Vec<usize>> = (0..is_free.len()).map(beside).collect();
        let free: Vec<usize> = (0..is_free.len()).filter(|&at| is_free[at]).collect();
        let required = board.indices().map(|cell| match &boards {
            Some(boards) => !boards.may_go(cell.index()),
            None => board.is_required(cell),
        });
        let required = required.collect();
        Self {
            neighbours,
            free,
            required,
            boards,
        }
    }

    /// The free cells of a board at random of those that a design may have; all if there is one. None if none was
    /// found.
    ///
    /// # Errors
    ///
    /// It was stopped.
    pub(super) fn draw_board(
        &self,
        rng: &mut StableRng,
        stop: &StopFlag,
    ) -> Result<Option<Vec<usize>>, Stopped> {
        match &self.boards {
            Some(boards) => boards.draw(rng, stop),
            None => Ok(Some(self.free.clone())),
        }
    }

    /// Whether a board may be without just these cells, in order.
    pub(super) fn knows(&self, off: &[usize]) -> bool {
        let may_go = |cell: &usize| {
            let boards = self.boards.as_ref();
            boards.is_some_and(|boards| *cell < self.required.len() && boards.may_go(*cell))
        };
        off.is_sorted_by(|one, next| one < next) && off.iter().all(may_go)
    }

    /// How many cells of a board that was drawn are to be covered: at least and at most.
    pub(super) fn to_cover(&self, board: &[usize]) -> (usize, usize) {
        match &self.boards {
            Some(_) => (board.len(), board.len()),
            None => self.cells(),
        }
    }

    /// How many cells are to be covered: at least and at most.
    pub(super) fn cells(&self) -> (usize, usize) {
        let required = self.free.iter().filter(|&&at| self.required[at]);
        (required.count(), self.free.len())
    }

    pub(super) fn neighbours(&self, cell: usize) -> &[usize] {
        &self.neighbours[cell]
    }

    pub(super) fn is_connected(&self, cells: &[usize]) -> bool {
        cells.is_empty() || components(&self.neighbours, cells).len() == 1
    }
}
