//! Answers about a puzzle, as a page shows them.

use std::mem::{Discriminant, discriminant};

use serde::Serialize;

use crate::solve::counting::Precedent;

/// An answer; a later one of the same kind replaces it.
///
/// Cells are numbered as on the [canvas](super::Canvas), pieces from 0 in the order of the file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Answer {
    /// The area of the board, and the area that the pieces cover together, in cells.
    Area {
        /// The number of cells that must be covered.
        required: usize,
        /// The number of cells that may stay empty.
        optional: usize,
        /// The minimum area that the pieces can cover.
        least: u64,
        /// The maximum area that the pieces can cover.
        most: u64,
        /// Whether the pieces can fill the board, by area.
        fits: bool,
    },
    /// Reasons, found without a search, why there is no solution. Empty if there are none.
    Obstacles {
        /// The reasons, one line of text for each.
        messages: Vec<String>,
        /// Cells that no placement covers.
        cells: Vec<usize>,
        /// Pieces that fit nowhere.
        pieces: Vec<usize>,
    },
    /// One solution of the puzzle.
    Solution {
        /// The pieces on the board.
        pieces: Vec<LaidPiece>,
        /// Whether the solution was drawn uniformly at random from all solutions.
        is_random: bool,
    },
    /// The number of solutions.
    Count {
        /// The number of all solutions, in decimal digits, because it may need more than 64 bits.
        solutions: String,
        /// The number of solutions up to rotation and reflection, in decimal digits.
        distinct: Option<String>,
        /// The number of solutions that the file expects, if it differs from the counted one.
        expected: Option<String>,
        /// The time that counting took, in milliseconds.
        milliseconds: u64,
        /// How the solutions were counted, for the next [`Inquiry::after`](super::Inquiry::after).
        #[serde(skip_serializing_if = "Option::is_none")]
        precedent: Option<Precedent>,
    },
    /// The progress of a long computation.
    Progress {
        /// What has been done so far, as a sentence.
        words: String,
    },
    /// Facts about all solutions.
    Overview {
        /// The number of placements that all solutions contain.
        forced: usize,
        /// The cells that the forced placements cover.
        forced_cells: Vec<usize>,
        /// The number of placements that no solution contains.
        impossible: usize,
        /// The number of all placements of pieces on the board.
        placements: usize,
        /// For each piece, the share of the solutions in which it covers each cell.
        heat: Vec<PieceHeat>,
    },
    /// The numbers of unique starts: placements that occur in exactly one solution.
    UniqueStarts {
        /// The number of unique starts up to symmetry.
        distinct: String,
        /// The number of unique starts, with symmetric images counted separately.
        all: String,
    },
    /// The difficulty for a person, if there is one solution up to symmetry.
    Grade {
        /// The rating, from 1 to 10.9.
        rating: f64,
        /// The grade as a word.
        grade: String,
        /// The pieces that a person holds in one orientation, to distinguish the solution from its
        /// images.
        held: Vec<String>,
    },
    /// Why there is no solution, in words, and the cells concerned.
    Why {
        /// The reason, one paragraph of text in each entry.
        words: Vec<String>,
        /// The cells that the reason names.
        cells: Vec<usize>,
    },
    /// A question without an answer.
    Unknown {
        /// The question that has no answer: `count`, `overview`, `grade`, `why`, `random`.
        question: &'static str,
        /// Why the question has no answer.
        why: String,
    },
    /// All questions are answered.
    Done,
    /// The user has stopped the computation.
    Stopped,
}

/// The kind of an answer. On a page, an answer replaces the earlier one of the same kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerKind {
    variant: Discriminant<Answer>,
    /// The question of an `Unknown` answer.
    question: Option<&'static str>,
}

impl Answer {
    /// The kind of the answer.
    pub fn kind(&self) -> AnswerKind {
        AnswerKind {
            variant: discriminant(self),
            question: match self {
                Self::Unknown { question, .. } => Some(question),
                _ => None,
            },
        }
    }
}

/// A piece of a solution, where it lies on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LaidPiece {
    /// The index of the piece in the file.
    pub piece: usize,
    /// The cells that the piece covers, as indices on the canvas.
    pub cells: Vec<usize>,
    /// The outline of the piece as an SVG path.
    pub outline: String,
    /// The cells with a colour other than the piece's, each with its fill.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub colors: Vec<(usize, String)>,
}

/// How often a piece covers each cell, over all solutions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PieceHeat {
    /// The index of the piece in the file.
    pub piece: usize,
    /// Cells, each with the share of the solutions, above 0 and at most 1, in which the piece covers it.
    pub cells: Vec<(usize, f64)>,
}
