//! Pieces laid on a board: the content of pictures and solution lists of other programs.
//!
//! The board consists of the cells that the pieces cover. Pieces with equal names are copies of one piece.

use std::collections::{BTreeSet, HashMap};

use thiserror::Error;
use tilewright_geometry::{Board, BoardError, Cell, Lattice, Polyform, PolyformError};

use super::burrtools::{ImportedProblem, PlacedAssembly};
use crate::puzzle::{Color, MAX_COPIES, Piece, PieceError, Puzzle, PuzzleError};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ArrangedPiece {
    /// The name, which all copies of a piece share.
    pub name: String,
    /// The colour, if the piece has one.
    pub color: Option<Color>,
    /// The cells that the piece covers.
    pub cells: Vec<Cell>,
}

/// Why an arrangement cannot be converted to a puzzle.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArrangementError {
    /// Two pieces cover the same cell.
    #[error("the pieces {first} and {second} overlap")]
    Overlap {
        /// The name of one of the two pieces.
        first: String,
        /// The name of the other piece.
        second: String,
    },
    /// A piece lists a cell twice.
    #[error("the piece {piece} covers a cell twice")]
    Twice { piece: String },
    /// A piece has no cells, too many cells, or several parts.
    #[error("the piece {piece}: {source}")]
    Shape {
        piece: String,
        source: PolyformError,
    },
    /// Pieces with equal names differ in shape.
    #[error("the pieces named {piece} differ in shape")]
    Differ { piece: String },
    /// A piece has an invalid name or too many copies.
    #[error("the piece {piece}: {source}")]
    Piece { piece: String, source: PieceError },
    /// The board is invalid.
    #[error("the board: {0}")]
    Board(#[from] BoardError),
    /// The puzzle cannot be built.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// The puzzle that an arrangement solves, with the arrangement as the only assembly.
///
/// Pieces may be turned in the default way of the lattice. Cost: linear in the cells and in the
/// orientations of the pieces.
///
/// # Errors
///
/// [`ArrangementError`].
pub(crate) fn arranged(
    title: &str,
    lattice: Lattice,
    laid: &[ArrangedPiece],
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
    let mut kinds: Vec<PieceKind<'_>> = Vec::new();
    let mut by_name: HashMap<&str, usize> = HashMap::new();
    let mut assembly = PlacedAssembly::new();
    for piece in laid {
        let at = *by_name.entry(&piece.name).or_insert(kinds.len());
        PieceKind::count(piece, lattice, at, &mut kinds)?;
        assembly.push((at, piece.cells.clone()));
    }
    // The pieces in the order in which the puzzle has them, as in lists of solutions.
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

/// The board and the pieces of an arrangement, without the positions of the pieces. Two arrangements of
/// the same pieces on the same board have equal traits.
#[derive(PartialEq, Eq)]
pub(super) struct Traits {
    board: BTreeSet<Cell>,
    /// The names of the pieces with their shapes, sorted; `None` for a piece in several parts.
    shapes: Vec<Option<(String, Polyform)>>,
}

impl Traits {
    pub(super) fn of(lattice: Lattice, laid: &[ArrangedPiece]) -> Self {
        let cells = laid.iter().flat_map(|piece| piece.cells.iter().copied());
        let shapes = laid.iter().map(|piece| {
            let form = Polyform::new(lattice, piece.cells.iter().copied()).ok()?;
            Some((piece.name.clone(), form.canonical(lattice.default_sides())))
        });
        let mut shapes: Vec<_> = shapes.collect();
        shapes.sort_unstable();
        Self {
            board: cells.collect(),
            shapes,
        }
    }
}

/// Pieces with the same name.
struct PieceKind<'a> {
    first: &'a ArrangedPiece,
    form: Polyform,
    copies: u32,
}

impl<'a> PieceKind<'a> {
    /// Adds a copy to the kind of piece at index `at` of `kinds`. If `at` is the length of the list,
    /// adds a new kind with one copy.
    fn count(
        piece: &'a ArrangedPiece,
        lattice: Lattice,
        at: usize,
        kinds: &mut Vec<Self>,
    ) -> Result<(), ArrangementError> {
        let form = Polyform::new(lattice, piece.cells.iter().copied());
        let form = form.map_err(|source| ArrangementError::Shape {
            piece: piece.name.clone(),
            source,
        })?;
        let Some(kind) = kinds.get_mut(at) else {
            kinds.push(Self {
                first: piece,
                form,
                copies: 1,
            });
            return Ok(());
        };
        let sides = lattice.default_sides();
        if kind.form.canonical(sides) != form.canonical(sides) {
            return Err(ArrangementError::Differ {
                piece: piece.name.clone(),
            });
        }
        kind.copies = kind.copies.saturating_add(1).min(MAX_COPIES + 1);
        Ok(())
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
