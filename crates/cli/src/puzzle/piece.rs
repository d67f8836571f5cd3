//! Pieces: polyforms with names, sides, copies and colours.

use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;
use tilewright_geometry::{Board, Lattice, Polyform, Sides, SizeError, named_polyforms};

use super::color::Color;
use super::tray::Tray;
use crate::support::label::{Label, Unprintable};

/// The most copies of one piece.
pub const MAX_COPIES: u32 = 65_536;

/// The longest name of a piece, in characters.
pub const MAX_PIECE_NAME: usize = 32;

/// How often a piece is used: between two bounds. A puzzle leaves out a piece whose bounds are both 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Copies {
    /// At least so often.
    pub min: u32,
    /// At most so often.
    pub max: u32,
}

impl Copies {
    /// Once.
    pub const ONE: Self = Self { min: 1, max: 1 };

    /// So many less, as far as that is possible.
    pub(crate) fn less(self, taken: u32) -> Self {
        Self {
            min: self.min.saturating_sub(taken),
            max: self.max.saturating_sub(taken),
        }
    }

    /// `n`, if the bounds are equal.
    pub fn exactly(self) -> Option<u32> {
        (self.min == self.max).then_some(self.min)
    }
}

impl fmt::Display for Copies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exactly() {
            Some(n) => write!(f, "{n}"),
            None => write!(f, "{} to {}", self.min, self.max),
        }
    }
}

/// The index of a piece in [`Puzzle::pieces`](super::Puzzle::pieces).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(pub(crate) u32);

impl PieceId {
    /// The index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What the cells of a face are coloured, and which tile it is a face of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellColors {
    /// The colour of each cell, in the order of [`Polyform::cells`].
    pub colors: Box<[Label]>,
    /// The tile, by the name of its first face.
    pub tile: Label,
    /// How often all faces of the tile are used together.
    pub copies: Copies,
}

/// A named polyform with sides, copies and colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its name, unique in the puzzle.
    pub name: Label,
    /// Its shape as it was drawn or named.
    pub polyform: Polyform,
    /// Which of its images are the same piece.
    pub sides: Sides,
    /// How often it is used, givens included.
    pub copies: Copies,
    /// Whether the upper bound of the copies is as many as the board lets in, on whatever board the puzzle is put.
    pub unlimited: bool,
    /// Its colour, if one is set.
    pub color: Option<Color>,
    /// The colours of its cells, if it is a face of a tile that has some.
    pub cell_colors: Option<CellColors>,
}

/// Why a piece cannot be as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PieceError {
    /// Its name is empty.
    #[error("a piece must have a name")]
    Nameless,
    /// Its name has more than [`MAX_PIECE_NAME`] characters.
    #[error("this name is too long")]
    LongName,
    /// Its name has white space or one of `, : | @`, which end a name where problems and
    /// solutions are written as text.
    #[error("this name has a character that names may not have")]
    Character,
    /// Its name cannot be shown.
    #[error(transparent)]
    Unprintable(#[from] Unprintable),
    /// The bounds of its copies are the wrong way round.
    #[error("the bounds are the wrong way round: {min} is more than {max}")]
    Bounds {
        /// The first.
        min: u32,
        /// The second.
        max: u32,
    },
    /// It is used more often than [`MAX_COPIES`].
    #[error("{copies} copies are too many")]
    TooMany {
        /// How often it may be used.
        copies: u32,
    },
    /// It has not as many colours as cells.
    #[error("{colors} colours for {cells} cells: each cell has one")]
    CellColors {
        /// The colours.
        colors: usize,
        /// The cells.
        cells: usize,
    },
    /// The lattice has orientations that are images under none of its symmetries.
    #[error("on this lattice it can't be told where the colours of cells come to lie")]
    ColorsOffLattice,
    /// Its cells can't be black and white in turn.
    #[error("its cells can't be black and white in turn, as on a checkerboard")]
    NotCheckerable,
    /// A set of tiles of so many colours is not made.
    #[error("{colors} is no number of colours of a set of tiles: it is 1 to 11")]
    EdgeColors {
        /// The number.
        colors: u32,
    },
}

impl Copies {
    /// From the first number to the second.
    ///
    /// # Errors
    ///
    /// [`PieceError`] if the second is less than the first, or more than [`MAX_COPIES`].
    pub fn new(min: u32, max: u32) -> Result<Self, PieceError> {
        if min > max {
            Err(PieceError::Bounds { min, max })
        } else if max > MAX_COPIES {
            Err(PieceError::TooMany { copies: max })
        } else {
            Ok(Self { min, max })
        }
    }
}

impl Piece {
    /// Whether the piece comes back in one of its own orientations from every way around a board: always, but
    /// on a Möbius strip or a Klein bottle, where it comes back turned over.
    ///
    /// Cost: the orientations of the piece.
    pub fn may_go_around(&self, board: &Board) -> bool {
        let Some(flip) = board.flip() else {
            return true;
        };
        let mut symmetries = board.lattice().symmetries(Sides::Free).iter();
        let Some(flip) = symmetries.find(|symmetry| symmetry.matrix == flip.matrix) else {
            return true;
        };
        let orientations = self.polyform.orientations(self.sides);
        let turned = |form: &Polyform| orientations.contains(&form.transformed(flip));
        orientations.iter().all(turned)
    }

    /// One copy of a polyform, turned as is usual on its lattice
    /// ([`Lattice::default_sides`]).
    ///
    /// # Errors
    ///
    /// [`PieceError`] if the name cannot be one.
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright::puzzle::{Copies, Piece};
    /// use tilewright_geometry::{Lattice, Polyform, Sides, rectangle};
    ///
    /// let domino = Polyform::new(Lattice::Square, rectangle(Lattice::Square, 2, 1)?)?;
    /// let piece = Piece::new("domino", domino)?.with_copies(0..=3)?;
    /// assert_eq!(piece.copies, Copies { min: 0, max: 3 });
    /// assert_eq!(piece.sides, Sides::Free);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(name: &str, polyform: Polyform) -> Result<Self, PieceError> {
        Ok(Self {
            name: piece_name(name)?,
            sides: polyform.lattice().default_sides(),
            polyform,
            copies: Copies::ONE,
            unlimited: false,
            color: None,
            cell_colors: None,
        })
    }

    /// One copy of each free polyform of a size (in space, of each that cannot be turned into
    /// another), under its usual name.
    ///
    /// # Errors
    ///
    /// [`SizeError`] for size 0, and for sizes of which there are too many.
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright::puzzle::Piece;
    /// use tilewright_geometry::Lattice;
    ///
    /// let pentominoes = Piece::all_of_size(Lattice::Square, 5)?;
    /// let names: Vec<&str> = pentominoes.iter().map(|piece| piece.name.as_str()).collect();
    /// assert_eq!(names.concat(), "FILPNTUVWXYZ");
    /// # Ok::<(), tilewright_geometry::SizeError>(())
    /// ```
    pub fn all_of_size(lattice: Lattice, size: usize) -> Result<Vec<Self>, SizeError> {
        let sides = lattice.default_sides();
        let named = named_polyforms(lattice, size, sides)?.into_iter();
        Ok(named
            .map(|named| Self {
                name: Label::escaping(&named.name),
                polyform: named.polyform,
                sides,
                copies: Copies::ONE,
                unlimited: false,
                color: None,
                cell_colors: None,
            })
            .collect())
    }

    /// The piece, used as often as the range says.
    ///
    /// # Errors
    ///
    /// As [`Copies::new`].
    pub fn with_copies(self, copies: RangeInclusive<u32>) -> Result<Self, PieceError> {
        let copies = Copies::new(*copies.start(), *copies.end())?;
        Ok(Self {
            copies,
            unlimited: false,
            ..self
        })
    }

    /// The piece, used any number of times: none to as many as the area of the puzzle's board lets in.
    ///
    /// The upper bound is known once the piece is part of a puzzle; until then it is 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright::puzzle::{Copies, Piece, Puzzle};
    /// use tilewright_geometry::{Board, Lattice, rectangle};
    ///
    /// let square = Lattice::Square;
    /// let pieces = Piece::all_of_size(square, 4)?;
    /// let puzzle = Puzzle::builder(square)
    ///     .board(Board::new(square, rectangle(square, 5, 3)?, [])?)
    ///     .pieces(pieces.into_iter().map(Piece::with_any_copies))
    ///     .build()?;
    /// assert_eq!(puzzle.pieces[0].copies, Copies { min: 0, max: 3 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_any_copies(self) -> Self {
        Self {
            copies: Copies { min: 0, max: 1 },
            unlimited: true,
            ..self
        }
    }

    /// The piece, used exactly so often, which is not never; a face as one of a tile that is.
    #[must_use]
    pub(crate) fn exactly(self, copies: u32) -> Self {
        let (min, max) = (copies, copies);
        self.used(Copies { min, max })
    }

    /// The piece, used so often; a face as one of a tile that is.
    #[must_use]
    pub(crate) fn used(self, copies: Copies) -> Self {
        let cell_colors = (self.cell_colors).map(|colors| CellColors { copies, ..colors });
        let min = if cell_colors.is_some() { 0 } else { copies.min };
        Self {
            copies: Copies { min, ..copies },
            unlimited: false,
            cell_colors,
            ..self
        }
    }

    /// The piece on a board: an unlimited one has as many copies as the area lets in, and one at least.
    pub(super) fn on(self, board: &Board, tray: Tray) -> Self {
        if !self.unlimited {
            return self;
        }
        let covered = match tray {
            Tray::Flat => self.polyform.size(),
            // A footprint has one cell for each cube, or for each column of as many as there are layers.
            Tray::Projected { layers } => self.polyform.size().div_ceil(layers.max(1) as usize),
        };
        let most = board.cells().len() / covered.max(1);
        let max = u32::try_from(most).unwrap_or(u32::MAX);
        let Copies { min, .. } = self.copies_of_tile();
        let max = max.max(min).max(1);
        Self {
            unlimited: true,
            ..self.used(Copies { min, max })
        }
    }

    /// Whether it has 0 copies.
    pub(super) fn is_left_out(&self) -> bool {
        self.copies_of_tile().max == 0
    }

    /// How often it is used; of a face, how often all faces of its tile are together.
    pub fn copies_of_tile(&self) -> Copies {
        let colors = self.cell_colors.as_ref();
        colors.map_or(self.copies, |colors| colors.copies)
    }

    /// What a person calls it: the name of its tile, however it lies.
    pub fn name_of_tile(&self) -> &Label {
        let colors = self.cell_colors.as_ref();
        colors.map_or(&self.name, |colors| &colors.tile)
    }

    /// Whether it is the same face as another piece, or as an image of one: of the same cells, in the same
    /// colours, of the same tile.
    pub(crate) fn is_face(&self, other: &Self) -> bool {
        self.polyform == other.polyform && self.cell_colors == other.cell_colors
    }

    /// Whether it stands for its tile, or is a piece without coloured cells.
    pub fn is_first_face(&self) -> bool {
        let colors = self.cell_colors.as_ref();
        colors.is_none_or(|colors| colors.tile == self.name)
    }

    /// The piece, turned in these ways.
    #[must_use]
    pub fn with_sides(self, sides: Sides) -> Self {
        Self { sides, ..self }
    }

    /// The piece in a colour.
    #[must_use]
    pub fn with_color(self, color: Color) -> Self {
        Self {
            color: Some(color),
            ..self
        }
    }
}

/// A text as the name of a piece.
pub(super) fn piece_name(name: &str) -> Result<Label, PieceError> {
    if name.is_empty() {
        return Err(PieceError::Nameless);
    }
    if name.chars().count() > MAX_PIECE_NAME {
        return Err(PieceError::LongName);
    }
    // The name becomes an item of the exact cover problem, written as text.
    if name.contains(|c: char| c.is_whitespace() || ",:|@".contains(c)) {
        return Err(PieceError::Character);
    }
    Ok(Label::new(name)?)
}
