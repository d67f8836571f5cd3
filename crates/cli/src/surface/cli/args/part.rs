//! The options that select one of a file's puzzles.

use clap::Args;

use crate::puzzle::PuzzlePart;

/// The case or the goal of a puzzle file that the options `--case` and `--goal` select.
#[derive(Debug, Clone, Default, Args)]
pub struct PartArgs {
    /// One case of the puzzle (a named part of its solutions), by its name
    #[arg(long, value_name = "NAME")]
    pub case: Option<String>,
    /// One goal of the file (one of its boards or dates), by its name
    #[arg(long, value_name = "NAME", conflicts_with = "case")]
    pub goal: Option<String>,
}

impl PartArgs {
    /// The selected case or goal; without one, the whole file.
    pub fn part(&self) -> PuzzlePart<'_> {
        match (&self.goal, &self.case) {
            (Some(goal), _) => PuzzlePart::Goal(goal),
            (None, Some(case)) => PuzzlePart::Case(case),
            (None, None) => PuzzlePart::Whole,
        }
    }
}
