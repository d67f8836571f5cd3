use std::num::NonZeroU32;

use tilewright_dlx::OptionId;

use crate::puzzle::Span;
use crate::reason::deduction::Grade;
use crate::support::label::Label;

/// A challenge as a file states it: givens that are added to a puzzle.
#[derive(Debug, Clone)]
pub struct Challenge {
    /// The id, unique in the file.
    pub id: Label,
    /// The givens in addition to the puzzle's own, as options of its matrix, in the file's order.
    /// They do not conflict, but they may leave several solutions or none.
    pub givens: Vec<OptionId>,
    /// The grade that the file states.
    pub grade: Option<Grade>,
    /// The rating that the file states.
    pub rating: Option<f64>,
    /// The level of the challenge; `None` if it is not part of a progression.
    pub level: Option<ProgressionLevel>,
    /// The index of the challenge's puzzle among those of the file; 0 if it was not read from a
    /// file.
    pub puzzle: usize,
    /// The position of the challenge in the file; empty if it was not read from a file.
    pub span: Span,
}

/// The position of a challenge in a progression, from easy to hard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgressionLevel {
    /// The number of the level, unique in the file.
    pub number: NonZeroU32,
    /// The name of the tier, if there are tiers.
    pub tier: Option<Label>,
}
