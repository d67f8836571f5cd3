//! The request and the report of a local search.

use thiserror::Error;
use tilewright_geometry::BoardCell;

use crate::cover::InstanceError;
use crate::design::choices::{Choice, ChoiceRule, JudgeError};
use crate::puzzle::{BoardRequest, PieceId, Puzzle, Requirement};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFileError;
use crate::support::label::Label;

/// A search for choices of a pool's pieces that meet the requirements.
///
/// ```
/// use tilewright::design::choices::ChoiceRule;
/// use tilewright::design::search::LocalSearch;
/// use tilewright::puzzle::{Piece, Puzzle, Requirement};
/// use tilewright::solve::checkpoint::CheckpointFile;
/// use tilewright::solve::search::RunContext;
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
///     wanted: &Requirement::Distinct("1".parse()?),
///     boards: None,
///     seed: 1,
///     steps: 10_000,
///     designs: 1,
/// };
/// let monitor = RunContext::silent();
/// let mut checkpoint = CheckpointFile::nothing();
/// let report = search.run(&monitor, &mut checkpoint, &mut |_| {})?;
/// let design = &report.designs[0];
/// assert!(design.is_wanted);
/// assert_eq!(design.choice.distinct.exact(), Some(&1_u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct LocalSearch<'a> {
    /// The puzzle. Its pieces are the pool, and its board is to be filled.
    pub puzzle: &'a Puzzle,
    /// Restrictions on a choice of pieces, in addition to the bounds of their copies.
    pub rule: &'a ChoiceRule,
    /// The requirements of a design.
    pub wanted: &'a Requirement,
    /// The boards that a design may have; `None` for the puzzle's board only.
    pub boards: Option<&'a BoardRequest>,
    /// The seed of the random numbers: another seed gives other designs.
    pub seed: u64,
    /// The maximum number of steps of all chains together.
    pub steps: u64,
    /// The search ends once this many designs are found.
    pub designs: usize,
}

/// Why a search has no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The tray has depth, so the cells that a piece covers do not identify it.
    #[error("--search needs a flat board, but this tray has depth")]
    Depth,
    /// The polyforms of the lattice consist of tiles of several cells each, so single cells cannot
    /// be moved between pieces.
    #[error(
        "--search moves single cells between pieces, which does not work for pieces of {tiles}"
    )]
    Tiles {
        /// The name of the lattice's tiles, in the plural.
        tiles: &'static str,
    },
    /// A piece is not connected. The search dissects the board into connected regions, so it never
    /// uses such a piece.
    #[error("--search needs connected pieces, but {name} is not connected")]
    Apart {
        /// The piece's name.
        name: Label,
    },
    /// Two pieces have the same shape, so the shape of a region does not determine its piece.
    #[error("{one} and {other} have the same shape; for --search, write one piece with copies")]
    Twins {
        /// The name of the first piece.
        one: Label,
        /// The name of the second piece.
        other: Label,
    },
    /// No board of the requested kind can be made from the frame.
    #[error(
        "removing cells from this board gives no board with the requested number of cells and \
         symmetry; allow other numbers"
    )]
    NoBoard,
    /// No dissection of the board into pieces of the pool was found.
    #[error(
        "no dissection of the board into pieces of the pool was found, and there may be none; \
         allow other numbers, sizes or copies"
    )]
    NoDissection,
    /// A checkpoint has more steps than the search allows.
    #[error(
        "the checkpoint is at step {taken}, but the search ends at step {steps}; allow more \
         steps, or start again"
    )]
    Further {
        /// The number of steps before the checkpoint's last round.
        taken: u64,
        /// The maximum number of steps of the search.
        steps: u64,
    },
    /// The requirements cannot be judged for the choices of pieces.
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

/// The designs that a search found, and how it ended.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchReport {
    /// The designs found, in order of discovery; if there are none, the nearest choice.
    pub designs: Vec<Design>,
    /// The number of steps taken.
    pub steps: u64,
    /// Whether the search was stopped early.
    pub is_interrupted: bool,
}

/// A choice of pieces that was found, with a solution.
#[derive(Debug, Clone, PartialEq)]
pub struct Design {
    /// The pieces, with the numbers of their solutions on the board of the design.
    pub choice: Choice,
    /// The pool on the board of the design.
    pub pool: Puzzle,
    /// A solution: the cells that each placed piece covers on the board of the design, without
    /// givens.
    pub solution: Vec<(PieceId, Vec<BoardCell>)>,
    /// Whether the choice meets the requirements.
    pub is_wanted: bool,
}

/// How far a search for designs has got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchProgress {
    /// The number of steps taken.
    pub steps: u64,
    /// The number of designs found.
    pub designs: usize,
    /// The number of solutions of the nearest choice, if known.
    pub nearest: Option<u64>,
}

impl From<CheckpointFileError> for SearchError {
    fn from(error: CheckpointFileError) -> Self {
        Self::Solve(error.into())
    }
}
