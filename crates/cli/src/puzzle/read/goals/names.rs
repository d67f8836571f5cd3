use std::collections::HashMap;

use super::super::diagnostic::{Diagnostic, suggestion};
use super::super::node::Node;
use super::super::puzzle_file::Goal;

/// An index of goals by name.
pub(super) struct GoalNames<'a> {
    goals: &'a [Goal],
    by_name: HashMap<&'a str, usize>,
}

impl<'a> GoalNames<'a> {
    pub(super) fn of(goals: &'a [Goal]) -> Self {
        let names = goals.iter().map(|goal| goal.name.as_str());
        Self {
            goals,
            by_name: names.zip(0..).collect(),
        }
    }

    /// The index of the goal with the name at `node`.
    pub(super) fn find(&self, node: Node<'_>) -> Result<usize, Diagnostic> {
        let name: String = node.read()?;
        if let Some(at) = self.by_name.get(name.as_str()) {
            return Ok(*at);
        }
        let near = suggestion(&name, self.goals.iter().map(|goal| goal.name.as_str()));
        let such = self.goals.first().map_or_else(String::new, |goal| {
            format!("the goals of this entry have names such as {:?}", goal.name)
        });
        let error = node.error(format!("no goal here is named {name:?}"));
        Err(error.help(format!("{near}{such}")))
    }
}
