//! A challenge with the steps that solve it.

use crate::reason::deduction::Step;

/// A challenge of a booklet with the steps that solve it.
#[derive(Debug, Clone)]
pub struct WorkedExample {
    /// The challenge, by its place among those of the booklet.
    pub task: usize,
    /// The steps, the first one first; each places a piece.
    pub steps: Vec<Step>,
}
