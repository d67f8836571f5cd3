use crate::publish::booklet::Task;
use crate::reason::deduction::Step;

/// A challenge that is not in the booklet, with the steps to its solution.
#[derive(Debug, Clone)]
pub(crate) struct WorkedExample<'a> {
    pub task: Task<'a>,
    /// The steps in order. Each places one piece.
    pub steps: Vec<Step>,
}
