//! A puzzle on another board, with other pieces: its givens and restrictions go
//! along.

use tilewright_geometry::{Board, BoardCell};

use super::model::{Given, PieceId, Puzzle};
use super::pieces::Pieces;
use super::restriction::{Restriction, Rule};

/// Why a given can't go along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Homeless {
    /// Its piece is left out.
    Piece(usize),
    /// A cell of it, on the old board, is left out.
    Cell(usize, BoardCell),
}

impl Puzzle {
    /// The same puzzle on another board of its lattice and with other pieces, to
    /// which its own go by their names; without cases and goals.
    ///
    /// A restriction that asks for what is not there allows nothing; one about a
    /// piece that is left out goes too.
    ///
    /// # Errors
    ///
    /// The first given, by its index, that has no place there.
    pub(super) fn rehomed(&self, board: Board, pieces: Pieces) -> Result<Self, Homeless> {
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
                let mut known = (0..).map(PieceId).zip(&pieces.pieces);
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
        let home = Home { cells, names };
        let restrictions = self
            .restrictions
            .iter()
            .filter_map(|restriction| {
                Some(Restriction {
                    rule: home.rule(&restriction.rule)?,
                    span: restriction.span,
                })
            })
            .collect();
        let mut places = self.places.clone();
        places.piece = pieces.places;
        Ok(Self {
            title: self.title.clone(),
            source: self.source.clone(),
            lattice: self.lattice,
            tray: self.tray,
            board,
            pieces: pieces.pieces,
            givens,
            restrictions,
            cases: Vec::new(),
            goals: Vec::new(),
            expect: self.expect,
            places,
        })
    }
}

/// Where cells and pieces go.
struct Home {
    cells: Vec<Option<BoardCell>>,
    names: Vec<Option<PieceId>>,
}

impl Home {
    /// A rule there; none if its piece is left out.
    fn rule(&self, rule: &Rule) -> Option<Rule> {
        let piece = match rule.piece() {
            Some(piece) => Some(self.names[piece.index()]?),
            None => None,
        };
        // No placement is empty, so none lies within no cells.
        let nowhere = |piece: Option<PieceId>| {
            Some(Rule::Within {
                piece: piece?,
                cells: Vec::new(),
            })
        };
        match rule {
            Rule::Placed { cells, .. } => match self.all(cells) {
                Some(cells) => Some(Rule::Placed {
                    piece: piece?,
                    cells,
                }),
                None => nowhere(piece),
            },
            Rule::Covers { cells, .. } => match self.all(cells) {
                Some(cells) => Some(Rule::Covers {
                    piece: piece?,
                    cells,
                }),
                None => nowhere(piece),
            },
            Rule::Within { cells, .. } => Some(Rule::Within {
                piece: piece?,
                cells: self.some(cells),
            }),
            Rule::Avoids { cells, .. } => Some(Rule::Avoids {
                piece,
                cells: self.some(cells),
            }),
            Rule::Where { covers, also, .. } => Some(match self.all(also) {
                Some(also) => Rule::Where {
                    piece,
                    covers: self.some(covers),
                    also,
                },
                None => Rule::Avoids {
                    piece,
                    cells: self.some(covers),
                },
            }),
            Rule::Orientations { shapes, .. } => Some(Rule::Orientations {
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
