use crate::reason::deduction::Step;

/// A challenge of a booklet with the steps to its solution.
#[derive(Debug, Clone)]
pub(crate) struct WorkedExample {
    /// The index of the challenge in the booklet.
    pub task: usize,
    /// The steps in order. Each places one piece.
    pub steps: Vec<Step>,
}
