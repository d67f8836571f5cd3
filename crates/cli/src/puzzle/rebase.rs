//! A puzzle transferred to another board or other pieces, with its givens and restrictions.

use tilewright_geometry::{Board, BoardCell};

use super::cell_labels::CellLabels;
use super::model::{Given, Puzzle};
use super::piece::{Piece, PieceId};
use super::restriction::Restriction;

/// Why a given cannot be transferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TransferError {
    /// The new puzzle has no piece with the name of the given's piece. Holds the index of the given.
    Piece(usize),
    /// The new board lacks a cell of the given. Holds the index of the given, and the cell of the old board.
    Cell(usize, BoardCell),
}

/// A puzzle transferred to another board or other pieces.
pub(super) struct PuzzleOnBoard {
    pub(super) puzzle: Puzzle,
    /// For each restriction, its index in the original puzzle.
    pub(super) restrictions: Vec<usize>,
}

impl Puzzle {
    /// The puzzle with other pieces. Givens and restrictions are transferred by the names of
    /// pieces.
    ///
    /// # Errors
    ///
    /// The index of the first given whose piece is missing.
    pub(crate) fn with_pieces(&self, pieces: Vec<Piece>) -> Result<Self, usize> {
        match self.rebased(self.board.clone(), pieces) {
            Ok(PuzzleOnBoard { puzzle, .. }) => Ok(puzzle),
            Err(TransferError::Piece(given) | TransferError::Cell(given, _)) => Err(given),
        }
    }

    /// The puzzle on another board of its lattice, with its givens and restrictions.
    ///
    /// # Errors
    ///
    /// The index of the first given that does not fit on the board.
    pub(crate) fn on_board(&self, board: Board) -> Result<Self, usize> {
        match self.rebased(board, self.pieces.clone()) {
            Ok(PuzzleOnBoard { puzzle, .. }) => Ok(puzzle),
            Err(TransferError::Piece(given) | TransferError::Cell(given, _)) => Err(given),
        }
    }

    /// The puzzle on another board of its lattice and with other pieces. Givens and restrictions
    /// are transferred by the names of pieces.
    ///
    /// A restriction that requires missing cells allows no placement. A restriction about a missing
    /// piece is dropped.
    ///
    /// # Errors
    ///
    /// The first given that cannot be transferred.
    pub(super) fn rebased(
        &self,
        board: Board,
        pieces: Vec<Piece>,
    ) -> Result<PuzzleOnBoard, TransferError> {
        let old = &self.board;
        let cells: Vec<Option<BoardCell>> = old
            .cells()
            .iter()
            .map(|cell| board.index_of(*cell))
            .collect();
        let names: Vec<Option<PieceId>> = self
            .pieces
            .iter()
            .map(|piece| {
                let mut known = (0..).map(PieceId).zip(&pieces);
                known
                    .find(|(_, other)| other.name == piece.name)
                    .map(|(id, _)| id)
            })
            .collect();
        let mut givens = Vec::with_capacity(self.givens.len());
        for (index, given) in self.givens.iter().enumerate() {
            let piece = names[given.piece.index()].ok_or(TransferError::Piece(index))?;
            let moved: Result<Vec<BoardCell>, TransferError> = given
                .cells
                .iter()
                .map(|cell| cells[cell.index()].ok_or(TransferError::Cell(index, *cell)))
                .collect();
            givens.push(Given {
                piece,
                cells: sorted(moved?),
            });
        }
        let pieces = pieces.into_iter();
        let pieces = pieces.map(|piece| piece.on(&board, self.tray)).collect();
        let home = BoardTransfer { cells, names };
        let (kept, restrictions) = (self.restrictions.iter().enumerate())
            .filter_map(|(at, restriction)| Some((at, home.restriction(restriction)?)))
            .unzip();
        // If all cells of the new board are cells of the old one, they keep their labels. Otherwise all labels
        // are dropped.
        let is_part = (board.cells().iter()).all(|cell| self.board.index_of(*cell).is_some());
        let labels = if is_part {
            self.labels.about(&board)
        } else {
            CellLabels::default()
        };
        let puzzle = Self {
            title: self.title.clone(),
            source: self.source.clone(),
            lattice: self.lattice,
            tray: self.tray,
            crossing: self.crossing,
            board,
            pieces,
            givens,
            restrictions,
            conditions: self.conditions.clone(),
            labels,
        };
        Ok(PuzzleOnBoard {
            puzzle,
            restrictions: kept,
        })
    }
}

/// For each cell of the old board, its cell on the new board, and for each old piece, its new piece.
/// `None` for those that are missing.
struct BoardTransfer {
    cells: Vec<Option<BoardCell>>,
    names: Vec<Option<PieceId>>,
}

impl BoardTransfer {
    /// The transferred restriction; `None` if its piece is missing.
    fn restriction(&self, restriction: &Restriction) -> Option<Restriction> {
        let piece = match restriction.piece() {
            Some(piece) => Some(self.names[piece.index()]?),
            None => None,
        };
        // A restriction to the empty set allows no placement, since every placement has a cell.
        let nowhere = |piece: Option<PieceId>| {
            Some(Restriction::Within {
                piece: piece?,
                cells: Vec::new(),
            })
        };
        match restriction {
            Restriction::Placed { cells, .. } => match self.all(cells) {
                Some(cells) => Some(Restriction::Placed {
                    piece: piece?,
                    cells,
                }),
                None => nowhere(piece),
            },
            Restriction::Covers { cells, .. } => match self.all(cells) {
                Some(cells) => Some(Restriction::Covers {
                    piece: piece?,
                    cells,
                }),
                None => nowhere(piece),
            },
            Restriction::Within { cells, .. } => Some(Restriction::Within {
                piece: piece?,
                cells: self.some(cells),
            }),
            Restriction::Avoids { cells, .. } => Some(Restriction::Avoids {
                piece,
                cells: self.some(cells),
            }),
            Restriction::Where { covers, also, .. } => Some(match self.all(also) {
                Some(also) => Restriction::Where {
                    piece,
                    covers: self.some(covers),
                    also,
                },
                None => Restriction::Avoids {
                    piece,
                    cells: self.some(covers),
                },
            }),
            Restriction::Colored { colors, cells } => Some(Restriction::Colored {
                colors: colors.clone(),
                cells: self.some(cells),
            }),
            Restriction::Orientations { shapes, .. } => Some(Restriction::Orientations {
                piece: piece?,
                shapes: shapes.clone(),
            }),
        }
    }

    /// The cells of the new board that these cells of the old board become; `None` if the new board lacks any.
    fn all(&self, cells: &[BoardCell]) -> Option<Vec<BoardCell>> {
        let moved: Option<Vec<BoardCell>> =
            cells.iter().map(|cell| self.cells[cell.index()]).collect();
        moved.map(sorted)
    }

    /// The cells of the new board that these cells of the old board become. Cells that the new board lacks are
    /// left out.
    fn some(&self, cells: &[BoardCell]) -> Vec<BoardCell> {
        sorted(
            cells
                .iter()
                .filter_map(|cell| self.cells[cell.index()])
                .collect(),
        )
    }
}

fn sorted(mut cells: Vec<BoardCell>) -> Vec<BoardCell> {
    cells.sort_unstable();
    cells
}
