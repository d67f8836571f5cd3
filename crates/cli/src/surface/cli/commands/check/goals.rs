//! Checks the goals of a file for obstacles.

use std::io::Write;

use rayon::prelude::*;

use crate::cover::{Instance, InstanceError};
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::{Goal, Puzzle, PuzzleFile};
use crate::solve::refute::feasibility::{Obstacle, obstacles};
use crate::solve::search::RunContext;
use crate::surface::cli::commands::{Output, counted, grouped};
use crate::surface::cli::failure::Failure;

/// The maximum number of goals that are checked.
const MOST: usize = 5_000;

/// The maximum number of impossible goals that the text names.
const NAMED: usize = 12;

/// How many goals of a file were checked, and which of them were shown to have no solution, and why.
pub(super) struct GoalsCheck<'a> {
    number: usize,
    checked: usize,
    impossible: Vec<ImpossibleGoal<'a>>,
    interrupted: bool,
}

struct ImpossibleGoal<'a> {
    goal: &'a str,
    obstacles: Vec<String>,
}

impl<'a> GoalsCheck<'a> {
    /// Checks the first [`MOST`] goals of a puzzle, or fewer if a signal comes. `None` if the puzzle has
    /// no goals. `within` makes the instance of a goal.
    pub(super) fn of(
        file: &'a PuzzleFile,
        within: &(impl Fn(Puzzle) -> Result<Instance, InstanceError> + Sync),
        monitor: &RunContext,
    ) -> Result<Option<Self>, Failure> {
        if file.goals.is_empty() {
            return Ok(None);
        }
        let first = &file.goals[..file.goals.len().min(MOST)];
        let found: Vec<Option<Vec<String>>> = first
            .par_iter()
            .map(|goal| {
                if monitor.is_set() {
                    return Ok(None);
                }
                let instance = within(file.with_goal(goal).puzzle)?;
                let found = obstacles(&instance).into_iter();
                let message = |found: Obstacle| found.message(instance.puzzle());
                Ok(Some(found.map(message).collect()))
            })
            .collect::<Result<_, Failure>>()?;
        let looked_at = first.iter().zip(found);
        let looked_at = looked_at.filter_map(|(goal, obstacles)| Some((goal, obstacles?)));
        let looked_at: Vec<(&Goal, Vec<String>)> = looked_at.collect();
        Ok(Some(Self {
            number: file.goals.len(),
            checked: looked_at.len(),
            interrupted: looked_at.len() < first.len(),
            impossible: looked_at
                .into_iter()
                .filter(|(_, obstacles)| !obstacles.is_empty())
                .map(|(goal, obstacles)| ImpossibleGoal {
                    goal: &goal.name,
                    obstacles,
                })
                .collect(),
        }))
    }

    /// The numbers of all and of checked goals, and the obstacles found for each impossible goal, as
    /// JSON.
    pub(super) fn record(&self) -> Record {
        let impossible = self.impossible.iter();
        let impossible = impossible.map(|ImpossibleGoal { goal, obstacles }| {
            record! { goal: *goal, obstacles: obstacles.iter().collect::<Value>() }
        });
        record! {
            number: self.number,
            checked: self.checked,
            impossible: impossible.collect::<Value>(),
        }
    }

    /// Whether a signal came before all goals were checked.
    pub(super) fn interrupted(&self) -> bool {
        self.interrupted
    }

    /// Whether all goals of the file were checked.
    pub(super) fn complete(&self) -> bool {
        self.checked == self.number
    }

    /// The numbers of checked goals and of all goals, in words: `12 of 365 goals checked`.
    pub(super) fn looked_at(&self) -> String {
        let (checked, number) = (grouped(self.checked), grouped(self.number));
        format!("{checked} of {number} goals checked")
    }

    /// Whether at least one goal has no known obstacle.
    pub(super) fn may_work(&self) -> bool {
        self.impossible.len() < self.number
    }

    /// The name of the first goal with an obstacle; `None` if there is none.
    pub(super) fn first_impossible(&self) -> Option<&'a str> {
        self.impossible.first().map(|impossible| impossible.goal)
    }

    pub(super) fn write(&self, out: &mut Output) -> Result<(), Failure> {
        let looked_at = match (self.complete(), self.interrupted) {
            (true, _) => String::new(),
            (false, false) => format!(", the first {} checked", grouped(self.checked)),
            (false, true) => format!(", {} checked", grouped(self.checked)),
        };
        writeln!(out, "  goals        {}{looked_at}", grouped(self.number))?;
        for impossible in self.impossible.iter().take(NAMED) {
            let obstacles = impossible.obstacles.join("; ");
            writeln!(out, "  cannot       {}: {obstacles}", impossible.goal)?;
        }
        match self.impossible.len() {
            0 if self.complete() => {
                writeln!(
                    out,
                    "  ok           nothing speaks against a solution of any of them"
                )?;
            }
            0 if self.checked > 0 => {
                writeln!(
                    out,
                    "  so far       nothing speaks against a solution of those checked"
                )?;
            }
            many if many > NAMED => {
                writeln!(out, "  cannot       {} more", counted(many - NAMED, "goal"))?;
            }
            _ => {}
        }
        if self.interrupted {
            writeln!(out, "interrupted: {}", self.looked_at())?;
        }
        Ok(())
    }
}
