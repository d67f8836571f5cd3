//! What speaks against the goals of a file.

use std::io::Write;

use rayon::prelude::*;
use serde::Serialize;

use crate::commands::{Output, counted, grouped};
use crate::failure::Failure;
use crate::feasibility::obstacles;
use crate::matrix::Matrix;
use crate::puzzle::Puzzle;

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
}

#[derive(Serialize)]
struct Impossible<'a> {
    goal: &'a str,
    obstacles: Vec<String>,
}

impl<'a> Goals<'a> {
    /// Looks at the goals of a puzzle, if it has any.
    pub(super) fn of(puzzle: &'a Puzzle) -> Result<Option<Self>, Failure> {
        if puzzle.goals.is_empty() {
            return Ok(None);
        }
        let looked_at = &puzzle.goals[..puzzle.goals.len().min(MOST)];
        let found: Vec<Option<Impossible<'a>>> = looked_at
            .par_iter()
            .map(|goal| {
                let puzzle = puzzle.with_goal(goal);
                let matrix = Matrix::build(&puzzle)?;
                let found = obstacles(&puzzle, &matrix).into_iter();
                let obstacles: Vec<String> = found.map(|found| found.diagnostic.message).collect();
                Ok((!obstacles.is_empty()).then_some(Impossible {
                    goal: &goal.name,
                    obstacles,
                }))
            })
            .collect::<Result<_, Failure>>()?;
        Ok(Some(Self {
            number: puzzle.goals.len(),
            checked: looked_at.len(),
            impossible: found.into_iter().flatten().collect(),
        }))
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
        let looked_at = if self.checked < self.number {
            format!(", the first {} looked at", grouped(self.checked))
        } else {
            String::new()
        };
        writeln!(out, "  goals    {}{looked_at}", grouped(self.number))?;
        for impossible in self.impossible.iter().take(NAMED) {
            let obstacles = impossible.obstacles.join("; ");
            writeln!(out, "  cannot   {}: {obstacles}", impossible.goal)?;
        }
        match self.impossible.len() {
            0 => writeln!(out, "  ok       nothing speaks against a solution of any")?,
            many if many > NAMED => {
                writeln!(out, "  cannot   {} more", counted(many - NAMED, "goal"))?;
            }
            _ => {}
        }
        Ok(())
    }
}
