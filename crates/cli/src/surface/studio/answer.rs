//! Answers about a puzzle, as a page shows them.

use std::mem::{Discriminant, discriminant};

use serde::Serialize;

/// One answer; a further one of the same kind takes its place.
///
/// Cells are numbered as on the [canvas](super::Canvas), pieces from 0 in the order of the file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Answer {
    /// The cells of the board, and those that the pieces cover together.
    Area {
        /// Cells that are to be covered.
        required: usize,
        /// Cells that may stay empty.
        optional: usize,
        /// The least that the pieces cover.
        least: u64,
        /// The most that they cover.
        most: u64,
        /// Whether these can be equal.
        fits: bool,
    },
    /// Why there is no solution, if that is seen without a search. Empty if nothing is.
    Obstacles {
        /// Each in a line.
        messages: Vec<String>,
        /// Cells that no placement covers.
        cells: Vec<usize>,
        /// Pieces that fit nowhere.
        pieces: Vec<usize>,
    },
    /// A solution.
    Solution {
        /// The pieces as they lie.
        pieces: Vec<LaidPiece>,
        /// Whether it was drawn at random from all, each as likely.
        is_random: bool,
    },
    /// How many solutions there are.
    Count {
        /// All of them, as decimal digits, since they may be beyond 64 bits.
        solutions: String,
        /// Those left when rotations and reflections are divided out.
        distinct: Option<String>,
        /// What the file expects, where that is another number.
        expected: Option<String>,
        /// How long it took, in milliseconds.
        milliseconds: u64,
    },
    /// How far a long piece of work is.
    Progress {
        /// In words.
        words: String,
    },
    /// What all solutions look like.
    Overview {
        /// Placements that all solutions hold.
        forced: usize,
        /// The cells they cover.
        forced_cells: Vec<usize>,
        /// Placements that no solution holds.
        impossible: usize,
        /// All placements.
        placements: usize,
        /// By piece, in which share of the solutions it covers which cell.
        heat: Vec<PieceHeat>,
    },
    /// How many placements leave one solution when they are given.
    UniqueStarts {
        /// So many, up to symmetry.
        distinct: String,
        /// So many in all.
        all: String,
    },
    /// How hard it is for a person, if there is one solution.
    Grade {
        /// From 1 to 10.9.
        rating: f64,
        /// In a word.
        grade: String,
    },
    /// Why there is no solution, in words, and the cells that matter.
    Why {
        /// A paragraph each.
        words: Vec<String>,
        /// The cells of the conflict.
        cells: Vec<usize>,
    },
    /// What cannot be told, and why.
    Unknown {
        /// What was asked: `count`, `overview`, `grade`, `why`, `random`.
        question: &'static str,
        /// Why not.
        why: String,
    },
    /// All questions are answered.
    Done,
    /// A person has stopped the answers.
    Stopped,
}

/// Which answers replace each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerKind {
    variant: Discriminant<Answer>,
    /// What was asked, of one that is unknown.
    question: Option<&'static str>,
}

impl Answer {
    /// The kind: a page shows the last answer of each.
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

/// A piece as it lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LaidPiece {
    /// The piece.
    pub piece: usize,
    /// Its cells.
    pub cells: Vec<usize>,
    /// Its outline as a path of SVG.
    pub outline: String,
    /// Those of its cells that have colours of their own, with how they are painted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub colors: Vec<(usize, String)>,
}

/// Where a piece lies in all solutions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PieceHeat {
    /// The piece.
    pub piece: usize,
    /// Cells, each with the share of the solutions, above 0 and at most 1, that have the piece there.
    pub cells: Vec<(usize, f64)>,
}
