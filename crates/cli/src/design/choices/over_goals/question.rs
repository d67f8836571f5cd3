//! The question about choices over several goals.

use crate::design::choices::ChoiceRule;
use crate::puzzle::PuzzleFile;

/// A question about the choices of pieces that a file allows, over all its goals.
#[derive(Debug)]
pub struct GoalQuestion<'a> {
    /// The file. The pieces of a goal are matched to the file's by name.
    pub file: &'a PuzzleFile,
    /// The restrictions on a choice of the file's pieces.
    pub rule: &'a ChoiceRule,
    /// Whether to keep only choices that solve every goal.
    pub every_goal: bool,
}
