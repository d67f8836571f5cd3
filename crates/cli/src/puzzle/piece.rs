//! Pieces: polyforms with names, sides, copies and colours.

use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;
use tilewright_geometry::{Board, Lattice, Polyform, Sides, SizeError, named_polyforms};

use super::color::Color;
use super::tray::Tray;
use crate::support::label::{Label, Unprintable};

/// The largest number of copies of a piece.
pub const MAX_COPIES: u32 = 65_536;

/// The largest value of a piece. The value is what each copy adds to the value of a solution.
pub const MAX_VALUE: u32 = 1_000_000;

/// The maximum length of a piece's name, in characters.
pub const MAX_PIECE_NAME: usize = 32;

/// The bounds of the number of copies used. A puzzle does not contain pieces whose bounds are both
/// 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Copies {
    /// The minimum number of copies in a solution.
    pub min: u32,
    /// The maximum number of copies in a solution, at least `min`.
    pub max: u32,
}

impl Copies {
    /// Exactly one copy.
    pub const ONE: Self = Self { min: 1, max: 1 };

    /// The bounds reduced by `taken`, at least 0.
    pub(crate) fn less(self, taken: u32) -> Self {
        Self {
            min: self.min.saturating_sub(taken),
            max: self.max.saturating_sub(taken),
        }
    }

    /// The number of copies, if the bounds are equal.
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
    /// The position in [`Puzzle::pieces`](super::Puzzle::pieces).
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The colours of a face's cells, and the tile that the face belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellColors {
    /// The colour of each cell, in the order of [`Polyform::cells`].
    pub colors: Box<[Label]>,
    /// The name of the tile's first face.
    pub tile: Label,
    /// The bounds of the number of copies of the tile that are used, counting copies of all its faces.
    pub copies: Copies,
}

/// A named polyform with sides, copies and colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The name, unique in the puzzle.
    pub name: Label,
    /// The shape as it was drawn or named.
    pub polyform: Polyform,
    /// Which rotations and reflections of the shape count as the same piece.
    pub sides: Sides,
    /// The bounds of the number of copies used, givens included.
    pub copies: Copies,
    /// Whether the maximum number of copies is the number that fit in the area of the board. If so, it is
    /// computed again when the board changes.
    pub unlimited: bool,
    /// The colour, if one is set.
    pub color: Option<Color>,
    /// What each copy adds to the value of a solution, at most [`MAX_VALUE`].
    pub value: u32,
    /// The colours of the cells, if the piece is a face of a tile.
    pub cell_colors: Option<CellColors>,
}

/// Why a piece is not valid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PieceError {
    /// The name is empty.
    #[error("a piece must have a name")]
    Nameless,
    /// The name has more than [`MAX_PIECE_NAME`] characters.
    #[error("this name is too long")]
    LongName,
    /// The name has white space or one of `, : | @`, which separate names in the text formats of
    /// problems and solutions.
    #[error("this name has a character that is not allowed in names")]
    Character,
    /// The name cannot be displayed.
    #[error(transparent)]
    Unprintable(#[from] Unprintable),
    /// The minimum number of copies is above the maximum.
    #[error("the lower end {min} is above the upper end {max}")]
    Bounds {
        /// The requested minimum number of copies.
        min: u32,
        /// The requested maximum number of copies.
        max: u32,
    },
    /// The maximum number of copies is above [`MAX_COPIES`].
    #[error("{copies} copies are too many")]
    TooMany {
        /// The requested maximum number of copies.
        copies: u32,
    },
    /// The value is negative, or above [`MAX_VALUE`].
    #[error("a piece cannot have the value {value}: write 0 to 1,000,000")]
    Value {
        /// The value as it is written.
        value: i64,
    },
    /// The numbers of colours and cells differ.
    #[error("there are {colors} colours for {cells} cells: give one for each cell")]
    CellColors {
        /// The number of colours that are listed.
        colors: usize,
        /// The number of cells of the piece.
        cells: usize,
    },
    /// Some orientations are not images under symmetries of the lattice, so their cell colours are undefined.
    #[error("cells cannot have colours on this lattice")]
    ColorsOffLattice,
    /// The cells cannot be coloured black and white so that neighbours differ.
    #[error("its cells cannot be coloured like a checkerboard")]
    NotCheckerable,
    /// The number of edge colours of a set of tiles is out of range.
    #[error("a set of tiles cannot have {colors} colours: write 1 to 11")]
    EdgeColors {
        /// The requested number of edge colours.
        colors: u32,
    },
}

impl Copies {
    /// The bounds `min` and `max`, both inclusive.
    ///
    /// # Errors
    ///
    /// [`PieceError`] if `max` is less than `min`, or more than [`MAX_COPIES`].
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
    /// Whether moving the piece once around the board leads to one of its orientations. This is
    /// false only on a board with a flip (Möbius strip, Klein bottle), where moving a piece around
    /// the board reflects it.
    ///
    /// Cost: computing the orientations of the piece.
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

    /// One copy of a polyform, with the default sides of its lattice ([`Lattice::default_sides`]).
    ///
    /// # Errors
    ///
    /// [`PieceError`] if the name is not valid.
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
            value: 1,
            cell_colors: None,
        })
    }

    /// One copy of each polyform of a size, with its usual name: free polyforms in the plane, one-sided ones in
    /// three dimensions.
    ///
    /// # Errors
    ///
    /// [`SizeError`] for size 0, and for sizes with too many polyforms.
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
                value: 1,
                cell_colors: None,
            })
            .collect())
    }

    /// Sets the bounds of the number of copies used.
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

    /// Allows any number of copies: from 0 to the number that fit in the area of the puzzle's board.
    ///
    /// Until the piece is part of a puzzle, the upper bound is 1.
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

    /// Sets the exact number of copies, at least 1. For a face, it is the number of copies of the tile.
    #[must_use]
    pub(crate) fn exactly(self, copies: u32) -> Self {
        let (min, max) = (copies, copies);
        self.used(Copies { min, max })
    }

    /// Sets the bounds of the number of copies used. For a face, copies of all faces of its tile are
    /// counted.
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

    /// The piece as part of a puzzle on this board. If its number of copies is unlimited, the maximum
    /// becomes the number of copies that fit in the board's area, at least 1.
    pub(super) fn on(self, board: &Board, tray: Tray) -> Self {
        if !self.unlimited {
            return self;
        }
        let covered = match tray {
            Tray::Flat => self.polyform.size(),
            // The smallest footprint has one cell for every `layers` cubes.
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

    /// Whether the piece is left out: its maximum number of copies is 0.
    pub(super) fn is_left_out(&self) -> bool {
        self.copies_of_tile().max == 0
    }

    /// The bounds of the number of copies used. For a face, copies of all faces of its tile are counted.
    pub fn copies_of_tile(&self) -> Copies {
        let colors = self.cell_colors.as_ref();
        colors.map_or(self.copies, |colors| colors.copies)
    }

    /// The name to display. Every face has the name of its tile.
    pub fn name_of_tile(&self) -> &Label {
        let colors = self.cell_colors.as_ref();
        colors.map_or(&self.name, |colors| &colors.tile)
    }

    /// Whether the piece is the same face as `other`: whether shape, coloured cells and tile are equal.
    pub(crate) fn is_face(&self, other: &Self) -> bool {
        self.polyform == other.polyform && self.cell_colors == other.cell_colors
    }

    /// Whether the piece is the first face of its tile. True for a piece without coloured cells.
    pub fn is_first_face(&self) -> bool {
        let colors = self.cell_colors.as_ref();
        colors.is_none_or(|colors| colors.tile == self.name)
    }

    /// Sets which rotations and reflections of the shape count as the same piece.
    #[must_use]
    pub fn with_sides(self, sides: Sides) -> Self {
        Self { sides, ..self }
    }

    /// Sets what each copy adds to the value of a solution.
    ///
    /// # Errors
    ///
    /// [`PieceError::Value`] if the value is negative, or above [`MAX_VALUE`].
    pub fn with_value(self, value: i64) -> Result<Self, PieceError> {
        match u32::try_from(value) {
            Ok(value) if value <= MAX_VALUE => Ok(Self { value, ..self }),
            _ => Err(PieceError::Value { value }),
        }
    }

    /// Gives the piece this colour in pictures.
    #[must_use]
    pub fn with_color(self, color: Color) -> Self {
        Self {
            color: Some(color),
            ..self
        }
    }
}

/// Checks that a text is valid as the name of a piece.
pub(super) fn piece_name(name: &str) -> Result<Label, PieceError> {
    if name.is_empty() {
        return Err(PieceError::Nameless);
    }
    if name.chars().count() > MAX_PIECE_NAME {
        return Err(PieceError::LongName);
    }
    // Names become items of the exact cover problem, in whose text format these characters are
    // separators.
    if name.contains(|c: char| c.is_whitespace() || ",:|@".contains(c)) {
        return Err(PieceError::Character);
    }
    Ok(Label::new(name)?)
}
