//! The resolved puzzle: what a file means, in the words of geometry.

use std::fmt;

use tilewright_geometry::{Board, BoardCell, Lattice, Polyform, Sides};

use super::cases::Case;
use super::file::Expect;
use super::goals::Goal;
use super::restriction::Restriction;
use super::source::Span;
use crate::support::label::Label;

/// The index of a piece in [`Puzzle::pieces`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(pub(crate) u32);

impl PieceId {
    /// The index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How pieces come to lie on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tray {
    /// A piece covers the board's cells that it lies on.
    Flat,
    /// A piece of cubes lies in exactly so many layers and covers every cell
    /// of a flat tray above or below which it has a cube.
    Projected {
        /// The number of layers, at least 1.
        layers: u32,
    },
}

/// How often a piece is used: between two bounds, the second at least 1.
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

/// A colour, as in `#2a9d3a`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

/// A named polyform with sides, copies and colour.
#[derive(Debug, Clone)]
pub struct Piece {
    /// Its name, unique in the puzzle.
    pub name: Label,
    /// Its shape as it was drawn or named.
    pub polyform: Polyform,
    /// Which of its images are the same piece.
    pub sides: Sides,
    /// How often it is used, givens included.
    pub copies: Copies,
    /// Its colour, if the file sets one.
    pub color: Option<Color>,
}

/// A placement fixed beforehand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The piece.
    pub piece: PieceId,
    /// The cells it covers, sorted.
    pub cells: Vec<BoardCell>,
}

/// Where things stand in the file, for messages about them.
#[derive(Debug, Clone)]
pub struct Places {
    /// The value of `board:`.
    pub board: Span,
    /// The value of `pieces:`.
    pub pieces: Span,
    /// The entry that made each piece.
    pub piece: Vec<Span>,
    /// The givens.
    pub givens: Vec<Span>,
    /// The value of `cases:`, if there is one.
    pub cases: Option<Span>,
    /// The value of `goals:`, if there is one.
    pub goals: Option<Span>,
}

/// A puzzle with its meaning.
#[derive(Debug, Clone)]
pub struct Puzzle {
    /// What it is called; the file's name if it has no title.
    pub title: Label,
    /// Where it was published.
    pub source: Option<Label>,
    /// Its lattice.
    pub lattice: Lattice,
    /// How pieces come to lie on the board.
    pub tray: Tray,
    /// Its board.
    pub board: Board,
    /// Its pieces, in the file's order.
    pub pieces: Vec<Piece>,
    /// Its givens.
    pub givens: Vec<Given>,
    /// What always holds of the placements.
    pub restrictions: Vec<Restriction>,
    /// Its cases.
    pub cases: Vec<Case>,
    /// Its goals. A puzzle has cases or goals or neither.
    pub goals: Vec<Goal>,
    /// What it must give.
    pub expect: Expect,
    /// Where things stand in the file.
    pub places: Places,
}

impl Puzzle {
    /// The piece of that index.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// The pieces with their indices.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, &Piece)> {
        (0..).map(PieceId).zip(&self.pieces)
    }
}
