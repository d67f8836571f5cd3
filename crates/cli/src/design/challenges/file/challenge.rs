//! A challenge of a file.

use std::num::NonZeroU32;

use tilewright_dlx::OptionId;

use crate::puzzle::Span;
use crate::reason::deduction::Grade;
use crate::support::label::Label;

/// A challenge of a file.
#[derive(Debug, Clone)]
pub struct Challenge {
    /// What it is called, unique in the file.
    pub id: Label,
    /// The placements given beside the puzzle's own givens, as options of its
    /// matrix, in the file's order. They can lie together; whether they leave
    /// one solution is not known.
    pub givens: Vec<OptionId>,
    /// The grade that the file states.
    pub grade: Option<Grade>,
    /// The rating that the file states.
    pub rating: Option<f64>,
    /// Its place in a progression, if it has one.
    pub level: Option<Level>,
    /// Which of the puzzles of its file it is of, by index; 0 if it stands in none.
    pub puzzle: usize,
    /// Where it stands in the file; empty if it stands in none.
    pub span: Span,
}

/// A place in a progression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Its number, unique in the file.
    pub number: NonZeroU32,
    /// What the levels of its part are called.
    pub tier: Option<Label>,
}
