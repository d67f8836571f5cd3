//! Which of a file's puzzles is meant.

use clap::Args;

use crate::puzzle::Part;

/// `--case`, `--goal`
#[derive(Debug, Clone, Default, Args)]
pub struct PartArgs {
    /// One case of the puzzle, by its name
    #[arg(long, value_name = "NAME")]
    pub case: Option<String>,
    /// One goal of the file, by its name
    #[arg(long, value_name = "NAME", conflicts_with = "case")]
    pub goal: Option<String>,
}

impl PartArgs {
    /// The part that is named.
    pub fn part(&self) -> Part<'_> {
        match (&self.goal, &self.case) {
            (Some(goal), _) => Part::Goal(goal),
            (None, Some(case)) => Part::Case(case),
            (None, None) => Part::Whole,
        }
    }
}
