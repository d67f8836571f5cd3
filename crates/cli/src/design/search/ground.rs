//! The cells that a search may dissect.

use tilewright_dlx::{StopFlag, Stopped};
use tilewright_geometry::{Board, BoardCell};

use super::boards::DesignBoards;
use super::components::components;
use crate::puzzle::Puzzle;
use crate::support::rng::StableRng;

/// The cells of a board that a search may dissect, and their neighbours.
#[derive(Debug)]
pub(super) struct SearchGround {
    /// For each cell of the board, its free neighbours.
    pub(super) neighbours: Vec<Vec<usize>>,
    /// Cells that no given covers.
    pub(super) free: Vec<usize>,
    /// For each cell, whether it must be covered.
    pub(super) required: Vec<bool>,
    /// The boards that a design may have, if the board may vary.
    pub(super) boards: Option<DesignBoards>,
}

impl SearchGround {
    /// The cells of a puzzle's board. With `boards`, a design may have any of these boards.
    pub(super) fn of(puzzle: &Puzzle, boards: Option<DesignBoards>) -> Self {
        let board: &Board = &puzzle.board;
        let mut is_free = vec![true; board.cells().len()];
        for given in &puzzle.givens {
            for cell in &given.cells {
                is_free[cell.index()] = false;
            }
        }
        let adjacent = |at: usize| {
            let cell = board.cells()[at];
            let adjacent = board.lattice().neighbours(cell);
            let adjacent = adjacent.filter_map(|cell| board.index_of(cell));
            let mut adjacent: Vec<usize> = adjacent.map(BoardCell::index).collect();
            adjacent.retain(|&other| is_free[other]);
            adjacent.sort_unstable();
            adjacent
        };
        let neighbours: Vec<Vec<usize>> = (0..is_free.len()).map(adjacent).collect();
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

    /// Chooses the free cells of a board at random; all free cells if the board does not vary.
    /// `None` if no board was found.
    ///
    /// # Errors
    ///
    /// The stop flag was set.
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

    /// Whether these cells, in increasing order, may all be removed from the board.
    pub(super) fn knows(&self, off: &[usize]) -> bool {
        let may_go = |cell: &usize| {
            let boards = self.boards.as_ref();
            boards.is_some_and(|boards| *cell < self.required.len() && boards.may_go(*cell))
        };
        off.is_sorted_by(|one, next| one < next) && off.iter().all(may_go)
    }

    /// The minimum and maximum number of cells to cover on a board from
    /// [`draw_board`](Self::draw_board).
    pub(super) fn to_cover(&self, board: &[usize]) -> (usize, usize) {
        match &self.boards {
            Some(_) => (board.len(), board.len()),
            None => self.cells(),
        }
    }

    /// The minimum and maximum number of cells to cover.
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
