//! Choices as lines of JSON and as a table for spreadsheets.

use anyhow::Context;
use itertools::Itertools;
use serde::Serialize;

use super::{Designs, Goals};
use crate::cli::commands::Output;
use crate::cli::commands::json_answer::{Layout, write_json};
use crate::cli::commands::number::Whole;
use crate::cli::commands::placed::coordinates;
use crate::cli::failure::Failure;
use crate::design::choices::{Choice, GoalSolutions, Order};
use crate::puzzle::Puzzle;

/// A choice as a line of JSON.
#[derive(Serialize)]
pub(super) struct Line<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'a str>,
    /// The copies of each piece that is used.
    pieces: serde_json::Map<String, serde_json::Value>,
    solutions: Whole<'a>,
    /// Null if they are not known.
    distinct: Option<Whole<'a>>,
    distinct_rotations: Option<Whole<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goals: Option<GoalsSolved<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<f64>,
    /// Null if they are not known.
    #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
    measures: serde_json::Map<String, serde_json::Value>,
}

#[derive(Serialize)]
struct GoalsSolved<'a> {
    solved: usize,
    of: usize,
    hardest: OfGoal<'a>,
    easiest: OfGoal<'a>,
}

#[derive(Serialize)]
struct OfGoal<'a> {
    goal: &'a str,
    solutions: Whole<'a>,
}

impl Designs<'_> {
    pub(super) fn write_jsonl(&self, out: &mut Output) -> Result<(), Failure> {
        self.each(|_, choice| Ok(write_json(&mut *out, &self.line(choice), Layout::Compact)?))
    }

    pub(super) fn line<'a>(&'a self, choice: &'a Choice) -> Line<'a> {
        let copies = choice.pieces().map(|(piece, copies)| {
            let name = self.puzzle.piece(piece).name.to_string();
            (name, copies.into())
        });
        let of_goal = |goal: &'a GoalSolutions| OfGoal {
            goal: &self.goals[goal.goal].name,
            solutions: Whole(&goal.solutions),
        };
        Line {
            goal: choice.goal.map(|at| &*self.goals[at].name),
            pieces: copies.collect(),
            solutions: Whole(&choice.solutions),
            distinct: Whole::known(&choice.distinct),
            distinct_rotations: Whole::known(&choice.distinct_rotations),
            goals: choice.goals.as_ref().map(|goals| GoalsSolved {
                solved: goals.number,
                of: self.goals.len(),
                hardest: of_goal(&goals.hardest),
                easiest: of_goal(&goals.easiest),
            }),
            rank: choice.rank,
            measures: self.measures(choice).collect(),
        }
    }

    fn measures(&self, choice: &Choice) -> impl Iterator<Item = (String, serde_json::Value)> {
        let named = self.wish.measures.iter().zip(&choice.measures);
        named.map(|(measure, value)| (measure.name().to_owned(), (*value).into()))
    }

    pub(super) fn write_csv(&self, out: &mut Output) -> Result<(), Failure> {
        let mut table = csv::Writer::from_writer(out);
        let cannot = || "cannot write the table";
        let numbers: &[&str] = match self.how {
            Goals::None if self.boards.is_empty() => {
                &["solutions", "distinct", "distinct_rotations"]
            }
            Goals::None => &["board", "solutions", "distinct", "distinct_rotations"],
            Goals::Each => &["goal", "solutions", "distinct", "distinct_rotations"],
            Goals::Some | Goals::Every => {
                &["solutions", "goals", "fewest", "hardest", "most", "easiest"]
            }
        };
        let pieces = self.puzzle.pieces.iter().map(|piece| piece.name.as_str());
        let rank = (self.wish.order == Order::Rank).then_some("rank");
        let measures = self.wish.measures.iter().map(|measure| measure.name());
        let head = numbers
            .iter()
            .copied()
            .chain(rank)
            .chain(measures)
            .chain(pieces);
        table.write_record(head).with_context(cannot)?;
        self.each(|index, choice| {
            let board = self.boards.get(index).map(board_cells);
            let copies = choice.copies.iter().map(u32::to_string);
            let known = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
            let rank = rank.map(|_| known(choice.rank));
            let measures = choice.measures.iter().map(|value| known(*value));
            let numbers = self.numbers(choice).into_iter().chain(rank).chain(measures);
            let record = board.into_iter().chain(numbers).chain(copies);
            Ok(table.write_record(record).with_context(cannot)?)
        })?;
        table.flush()?;
        Ok(())
    }

    fn numbers(&self, choice: &Choice) -> Vec<String> {
        let solutions = choice.solutions.to_string();
        let Some(goals) = &choice.goals else {
            let known = |number: Option<&num_bigint::BigUint>| {
                number.map_or(String::new(), ToString::to_string)
            };
            let distinct = known(choice.distinct.exact());
            let rotations = known(choice.distinct_rotations.exact());
            let goal = choice.goal.map(|at| self.goals[at].name.to_string());
            return goal
                .into_iter()
                .chain([solutions, distinct, rotations])
                .collect();
        };
        let of_goal = |goal: &GoalSolutions| {
            let name = self.goals[goal.goal].name.to_string();
            [goal.solutions.to_string(), name]
        };
        let [fewest, hardest] = of_goal(&goals.hardest);
        let [most, easiest] = of_goal(&goals.easiest);
        vec![
            solutions,
            goals.number.to_string(),
            fewest,
            hardest,
            most,
            easiest,
        ]
    }
}

/// `0 0; 1 0; 1 1`: the cells of a board.
fn board_cells(pool: &Puzzle) -> String {
    let cells = pool.board.indices();
    let cells = cells.map(|cell| coordinates(pool, cell).into_iter().join(" "));
    cells.collect::<Vec<String>>().join("; ")
}
