//! A puzzle on another board, with other pieces: its givens and restrictions go
//! along.

use tilewright_geometry::{Board, BoardCell};

use super::cell_labels::CellLabels;
use super::model::{Given, Puzzle};
use super::piece::{Piece, PieceId};
use super::restriction::Restriction;

/// Why a given can't go along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Homeless {
    /// Its piece is left out.
    Piece(usize),
    /// A cell of it, on the old board, is left out.
    Cell(usize, BoardCell),
}

/// A puzzle on another board, with other pieces.
pub(super) struct PuzzleOnBoard {
    pub(super) puzzle: Puzzle,
    /// Which restrictions of the old one, by their indices, those of the new one were.
    pub(super) restrictions: Vec<usize>,
}

impl Puzzle {
    /// The same puzzle with other pieces, to which its givens and restrictions go by their names.
    ///
    /// # Errors
    ///
    /// The first given, by its index, whose piece is left out.
    pub(crate) fn with_pieces(&self, pieces: Vec<Piece>) -> Result<Self, usize> {
        match self.rebased(self.board.clone(), pieces) {
            Ok(PuzzleOnBoard { puzzle, .. }) => Ok(puzzle),
            Err(Homeless::Piece(given) | Homeless::Cell(given, _)) => Err(given),
        }
    }

    /// The same puzzle on another board of its lattice, to which its givens and restrictions go.
    ///
    /// # Errors
    ///
    /// The first given, by its index, that has no place there.
    pub(crate) fn on_board(&self, board: Board) -> Result<Self, usize> {
        match self.rebased(board, self.pieces.clone()) {
            Ok(PuzzleOnBoard { puzzle, .. }) => Ok(puzzle),
            Err(Homeless::Piece(given) | Homeless::Cell(given, _)) => Err(given),
        }
    }

    /// The same puzzle on another board of its lattice and with other pieces, to
    /// which its own go by their names.
    ///
    /// A restriction that asks for what is not there allows nothing; one about a
    /// piece that is left out goes too.
    ///
    /// # Errors
    ///
    /// The first given, by its index, that has no place there.
    pub(super) fn rebased(
        &self,
        board: Board,
        pieces: Vec<Piece>,
    ) -> Result<PuzzleOnBoard, Homeless> {
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
            let piece = names[given.piece.index()].ok_or(Homeless::Piece(index))?;
            let moved: Result<Vec<BoardCell>, Homeless> = given
                .cells
                .iter()
                .map(|cell| cells[cell.index()].ok_or(Homeless::Cell(index, *cell)))
                .collect();
            givens.push(Given {
                piece,
                cells: sorted(moved?),
            });
        }
        let pieces = pieces.into_iter();
        let pieces = pieces.map(|piece| piece.on(&board, self.tray)).collect();
        let home = Home { cells, names };
        let (kept, restrictions) = (self.restrictions.iter().enumerate())
            .filter_map(|(at, restriction)| Some((at, home.restriction(restriction)?)))
            .unzip();
        // Where cells are left open, what is written on them stays; not where the board is another.
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

/// Where cells and pieces go.
struct Home {
    cells: Vec<Option<BoardCell>>,
    names: Vec<Option<PieceId>>,
}

impl Home {
    /// A restriction there; none if its piece is left out.
    fn restriction(&self, restriction: &Restriction) -> Option<Restriction> {
        let piece = match restriction.piece() {
            Some(piece) => Some(self.names[piece.index()]?),
            None => None,
        };
        // No placement is empty, so none lies within no cells.
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

    /// All of the cells, if all are there.
    fn all(&self, cells: &[BoardCell]) -> Option<Vec<BoardCell>> {
        let moved: Option<Vec<BoardCell>> =
            cells.iter().map(|cell| self.cells[cell.index()]).collect();
        moved.map(sorted)
    }

    /// Those of the cells that are there.
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
