//! What is asked of a local search, and what it reports.

use thiserror::Error;
use tilewright_geometry::BoardCell;

use crate::cover::InstanceError;
use crate::design::choices::{Choice, ChoiceRule, JudgeError};
use crate::puzzle::{BoardRequest, PieceId, Puzzle, Wanted};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFileError;
use crate::support::label::Label;

/// A search for choices of the pieces of a pool that are as wanted.
///
/// ```
/// use tilewright::design::choices::ChoiceRule;
/// use tilewright::design::search::LocalSearch;
/// use tilewright::puzzle::{Piece, Puzzle, Wanted};
/// use tilewright::solve::checkpoint::CheckpointFile;
/// use tilewright::solve::resources::Resources;
/// use tilewright::solve::search::Monitor;
/// use tilewright_geometry::{Board, Lattice, rectangle};
///
/// // Pieces of three to five cells, all different, that fill 5 × 4 in one way.
/// let square = Lattice::Square;
/// let mut pool = Vec::new();
/// for size in 3..=5 {
///     for piece in Piece::all_of_size(square, size)? {
///         let name = format!("{size}{}", piece.name);
///         pool.push(Piece::new(&name, piece.polyform)?.with_copies(0..=1)?);
///     }
/// }
/// let puzzle = Puzzle::builder(square)
///     .board(Board::new(square, rectangle(square, 5, 4)?, [])?)
///     .pieces(pool)
///     .build()?;
/// let search = LocalSearch {
///     puzzle: &puzzle,
///     rule: &ChoiceRule::default(),
///     wanted: &Wanted::Distinct("1".parse()?),
///     boards: None,
///     seed: 1,
///     steps: 10_000,
///     designs: 1,
/// };
/// let (resources, monitor) = (Resources::default(), Monitor::silent());
/// let mut checkpoint = CheckpointFile::nothing();
/// let report = search.run(&resources, &monitor, &mut checkpoint, &mut |_| {})?;
/// let design = &report.designs[0];
/// assert!(design.is_wanted);
/// assert_eq!(design.choice.distinct.exact(), Some(&1_u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct LocalSearch<'a> {
    /// The pool and the board.
    pub puzzle: &'a Puzzle,
    /// What is asked of a choice beside the bounds of the copies.
    pub rule: &'a ChoiceRule,
    /// What is wanted of it.
    pub wanted: &'a Wanted,
    /// The boards of which each design has one; the puzzle's alone if none are named.
    pub boards: Option<&'a BoardRequest>,
    /// Another seed makes other designs.
    pub seed: u64,
    /// How many steps are taken at most, by all chains together.
    pub steps: u64,
    /// The search ends when so many designs are found.
    pub designs: usize,
}

/// Why there is nothing to search.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// In a tray with depth the cells that a piece covers do not tell what piece it is.
    #[error("a search dissects a flat board; this tray has depth")]
    Depth,
    /// A search takes single cells from boards and moves them between pieces.
    #[error("a search moves single cells from piece to piece; pieces of {tiles} are not made so")]
    Tiles {
        /// What forms of the lattice are made of.
        tiles: &'static str,
    },
    /// A dissection has connected parts.
    #[error("a search dissects the board into connected pieces, and {name} is not connected")]
    Apart {
        /// The piece.
        name: Label,
    },
    /// Two pieces cannot be told apart by their shapes.
    #[error("{one} and {other} have one shape; a search takes one piece of a shape, with copies")]
    Twins {
        /// The first.
        one: Label,
        /// The second.
        other: Label,
    },
    /// The board leaves none of those that are asked for.
    #[error(
        "no board of so many cells is left when cells of this one are taken away, or it has no such symmetry"
    )]
    NoBoard,
    /// No dissection of the board into pieces of the pool was found.
    #[error(
        "no dissection of the board into pieces of the pool was found: it may be that there is none; \
         allow other numbers, sizes or copies"
    )]
    NoDissection,
    /// A checkpoint has gone further than the search is to go.
    #[error(
        "the checkpoint has gone on after {taken} steps, and the search is to end after {steps}; \
         allow more, or begin anew"
    )]
    Further {
        /// After so many steps it went on.
        taken: u64,
        /// So many are allowed.
        steps: u64,
    },
    /// What is wanted cannot be told.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// A count was stopped, or cannot be made.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl From<InstanceError> for SearchError {
    fn from(error: InstanceError) -> Self {
        Self::Solve(error.into())
    }
}

/// What a search has come to.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchReport {
    /// The designs found, in the order of their discovery; if there is none, the nearest choice.
    pub designs: Vec<Design>,
    /// How many steps were taken.
    pub steps: u64,
    /// Whether it was stopped before its end.
    pub is_interrupted: bool,
}

/// A choice of pieces that was found, with a solution.
#[derive(Debug, Clone, PartialEq)]
pub struct Design {
    /// The choice.
    pub choice: Choice,
    /// The pool on the board of the design.
    pub pool: Puzzle,
    /// A solution: by piece besides the givens, the cells of that board that it covers.
    pub solution: Vec<(PieceId, Vec<BoardCell>)>,
    /// Whether the choice is as wanted.
    pub is_wanted: bool,
}

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchProgress {
    /// How many steps were taken, of all that may be.
    pub steps: u64,
    /// How many designs were found.
    pub designs: usize,
    /// The solutions of the nearest choice, where they are known.
    pub nearest: Option<u64>,
}

impl From<CheckpointFileError> for SearchError {
    fn from(error: CheckpointFileError) -> Self {
        Self::Solve(error.into())
    }
}
