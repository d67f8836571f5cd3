//! What speaks against the goals of a file.

use std::io::Write;

use rayon::prelude::*;
use serde::Serialize;

use crate::cover::{Instance, InstanceError};
use crate::puzzle::{Goal, Puzzle, PuzzleFile};
use crate::solve::refute::feasibility::{Obstacle, obstacles};
use crate::solve::search::Monitor;
use crate::surface::cli::commands::{Output, counted, grouped};
use crate::surface::cli::failure::Failure;

/// So many goals are looked at.
const MOST: usize = 5_000;

/// So many are named in the text.
const NAMED: usize = 12;

/// The goals of a file and what speaks against some of them.
#[derive(Serialize)]
pub(super) struct Goals<'a> {
    number: usize,
    /// How many were looked at.
    checked: usize,
    impossible: Vec<Impossible<'a>>,
    #[serde(skip)]
    interrupted: bool,
}

#[derive(Serialize)]
struct Impossible<'a> {
    goal: &'a str,
    obstacles: Vec<String>,
}

impl<'a> Goals<'a> {
    /// Looks at the goals of a puzzle, if it has any, until a signal comes; `within` makes their problems.
    pub(super) fn of(
        file: &'a PuzzleFile,
        within: &(impl Fn(Puzzle) -> Result<Instance, InstanceError> + Sync),
        monitor: &Monitor,
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
                .map(|(goal, obstacles)| Impossible {
                    goal: &goal.name,
                    obstacles,
                })
                .collect(),
        }))
    }

    /// Whether a signal came before the last of them.
    pub(super) fn interrupted(&self) -> bool {
        self.interrupted
    }

    /// Whether all were looked at.
    pub(super) fn complete(&self) -> bool {
        self.checked == self.number
    }

    /// How many were looked at, in words.
    pub(super) fn looked_at(&self) -> String {
        let (checked, number) = (grouped(self.checked), grouped(self.number));
        format!("{checked} of {number} goals looked at")
    }

    /// Whether something may have a solution.
    pub(super) fn may_work(&self) -> bool {
        self.impossible.len() < self.number
    }

    /// The first goal that cannot work.
    pub(super) fn first_impossible(&self) -> Option<&'a str> {
        self.impossible.first().map(|impossible| impossible.goal)
    }

    pub(super) fn write(&self, out: &mut Output) -> Result<(), Failure> {
        let looked_at = match (self.complete(), self.interrupted) {
            (true, _) => String::new(),
            (false, false) => format!(", the first {} looked at", grouped(self.checked)),
            (false, true) => format!(", {} looked at", grouped(self.checked)),
        };
        writeln!(out, "  goals    {}{looked_at}", grouped(self.number))?;
        for impossible in self.impossible.iter().take(NAMED) {
            let obstacles = impossible.obstacles.join("; ");
            writeln!(out, "  cannot   {}: {obstacles}", impossible.goal)?;
        }
        match self.impossible.len() {
            0 if self.complete() => {
                writeln!(out, "  ok       nothing speaks against a solution of any")?;
            }
            0 if self.checked > 0 => {
                writeln!(out, "  so far   nothing speaks against those looked at")?;
            }
            many if many > NAMED => {
                writeln!(out, "  cannot   {} more", counted(many - NAMED, "goal"))?;
            }
            _ => {}
        }
        if self.interrupted {
            writeln!(out, "interrupted: {}", self.looked_at())?;
        }
        Ok(())
    }
}
