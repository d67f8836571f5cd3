//! Pieces as they lie on a board: what pictures and lists of solutions of other programs show.
//!
//! The board is what the pieces cover. Pieces of one name are copies of one piece.

use std::collections::HashSet;

use thiserror::Error;
use tilewright_geometry::{Board, BoardError, Cell, Lattice, Polyform, PolyformError};

use super::burrtools::{ImportedProblem, PlacedAssembly};
use crate::puzzle::{Color, MAX_COPIES, Piece, PieceError, Puzzle, PuzzleError};

/// A piece where it lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaidPiece {
    /// Its name; copies of a piece have one.
    pub name: String,
    /// Its colour, if it has one.
    pub color: Option<Color>,
    /// The cells that it covers.
    pub cells: Vec<Cell>,
}

/// Why an arrangement is no puzzle.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArrangementError {
    /// Two pieces lie on a cell.
    #[error("the pieces {first} and {second} overlap")]
    Overlap {
        /// One of them.
        first: String,
        /// The other.
        second: String,
    },
    /// A piece is said to cover a cell twice.
    #[error("the piece {piece} covers a cell twice")]
    Twice {
        /// Its name.
        piece: String,
    },
    /// A piece has no cells, too many, or is in several parts.
    #[error("the piece {piece}: {source}")]
    Shape {
        /// Its name.
        piece: String,
        /// Why.
        source: PolyformError,
    },
    /// Pieces of one name differ.
    #[error("the pieces named {piece} differ in shape")]
    Differ {
        /// The name.
        piece: String,
    },
    /// A piece cannot have its name, or is there too often.
    #[error("the piece {piece}: {source}")]
    Piece {
        /// Its name.
        piece: String,
        /// Why.
        source: PieceError,
    },
    /// The board cannot be one.
    #[error("the board: {0}")]
    Board(#[from] BoardError),
    /// The puzzle cannot be built.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// The puzzle that an arrangement solves, with the arrangement as its one assembly.
///
/// Pieces may be turned as is usual on the lattice. Cost: linear in the cells, and in the orientations of
/// the pieces.
///
/// # Errors
///
/// [`ArrangementError`].
///
/// # Examples
///
/// ```
/// use tilewright::publish::interchange::arrangement::{LaidPiece, arranged};
/// use tilewright_geometry::Lattice;
///
/// let cell = |x, y| Lattice::Square.cell(&[x, y]).unwrap();
/// let domino = |cells| LaidPiece { name: "I".to_owned(), color: None, cells };
/// let laid = [domino(vec![cell(0, 0), cell(0, 1)]), domino(vec![cell(1, 0), cell(1, 1)])];
/// let puzzle = arranged("two dominoes", Lattice::Square, &laid)?.puzzle;
/// assert_eq!(puzzle.pieces.len(), 1);
/// assert_eq!(puzzle.pieces[0].copies.exactly(), Some(2));
/// assert_eq!(puzzle.board.required_count(), 4);
/// # Ok::<(), tilewright::publish::interchange::arrangement::ArrangementError>(())
/// ```
pub fn arranged(
    title: &str,
    lattice: Lattice,
    laid: &[LaidPiece],
) -> Result<ImportedProblem, ArrangementError> {
    let mut owners: Vec<(Cell, usize)> = Vec::new();
    for (index, piece) in laid.iter().enumerate() {
        owners.extend(piece.cells.iter().map(|cell| (*cell, index)));
    }
    owners.sort_unstable();
    if let Some(pair) = owners.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let [first, second] = [pair[0].1, pair[1].1];
        let name = |piece: usize| laid[piece].name.clone();
        return Err(if first == second {
            ArrangementError::Twice { piece: name(first) }
        } else {
            ArrangementError::Overlap {
                first: name(first),
                second: name(second),
            }
        });
    }
    let mut kinds: Vec<Kind<'_>> = Vec::new();
    let mut assembly = PlacedAssembly::new();
    for piece in laid {
        let at = Kind::of(piece, lattice, &mut kinds)?;
        assembly.push((at, piece.cells.clone()));
    }
    // As lists of solutions have them: in the order of the pieces.
    assembly.sort_by_key(|(piece, _)| *piece);
    let board = Board::new(lattice, owners.into_iter().map(|(cell, _)| cell), [])?;
    let mut builder = Puzzle::builder(lattice).title(title).board(board);
    for kind in kinds {
        builder = builder.piece(kind.piece()?);
    }
    Ok(ImportedProblem {
        puzzle: builder.build()?,
        assembly_count: None,
        assemblies: vec![assembly],
    })
}

/// Whether another arrangement lays the same pieces on the same board.
pub(super) fn is_alike(lattice: Lattice, one: &[LaidPiece], other: &[LaidPiece]) -> bool {
    let cells = |laid: &[LaidPiece]| -> HashSet<Cell> {
        laid.iter()
            .flat_map(|piece| piece.cells.iter().copied())
            .collect()
    };
    let shapes = |laid: &[LaidPiece]| {
        let shapes = laid.iter().map(|piece| {
            let form = Polyform::new(lattice, piece.cells.iter().copied()).ok()?;
            Some((
                piece.name.clone(),
                form.canonical(lattice.default_sides()).cells().to_vec(),
            ))
        });
        let mut shapes: Vec<_> = shapes.collect();
        shapes.sort_unstable();
        shapes
    };
    cells(one) == cells(other) && shapes(one) == shapes(other)
}

/// Pieces of one name.
struct Kind<'a> {
    first: &'a LaidPiece,
    form: Polyform,
    copies: u32,
}

impl<'a> Kind<'a> {
    /// The index of the kind that a piece is of, with the piece counted.
    fn of(
        piece: &'a LaidPiece,
        lattice: Lattice,
        kinds: &mut Vec<Self>,
    ) -> Result<usize, ArrangementError> {
        let form = Polyform::new(lattice, piece.cells.iter().copied());
        let form = form.map_err(|source| ArrangementError::Shape {
            piece: piece.name.clone(),
            source,
        })?;
        let Some(at) = kinds.iter().position(|kind| kind.first.name == piece.name) else {
            kinds.push(Self {
                first: piece,
                form,
                copies: 1,
            });
            return Ok(kinds.len() - 1);
        };
        let sides = lattice.default_sides();
        if kinds[at].form.canonical(sides) != form.canonical(sides) {
            return Err(ArrangementError::Differ {
                piece: piece.name.clone(),
            });
        }
        kinds[at].copies = kinds[at].copies.saturating_add(1).min(MAX_COPIES + 1);
        Ok(at)
    }

    fn piece(self) -> Result<Piece, ArrangementError> {
        let piece = Piece::new(&self.first.name, self.form)
            .and_then(|piece| piece.with_copies(self.copies..=self.copies));
        let piece = piece.map_err(|source| ArrangementError::Piece {
            piece: self.first.name.clone(),
            source,
        })?;
        Ok(match self.first.color {
            Some(color) => piece.with_color(color),
            None => piece,
        })
    }
}
