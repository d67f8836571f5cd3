//! Choices as lines of JSON, and as a table.

use serde::Serialize;

use super::{Designs, GoalMode};
use crate::cover::notation;
use crate::design::choices::{Choice, GoalSolutions, Order};
use crate::publish::interchange::table::{Column, Columns, TableEncoding, Value};
use crate::puzzle::{PieceId, Puzzle};
use crate::surface::cli::commands::json_answer::{JsonLayout, write_json};
use crate::surface::cli::commands::number::Whole;
use crate::surface::cli::commands::table::write_table;
use crate::surface::cli::commands::{Output, OutputTarget};
use crate::surface::cli::failure::Failure;

/// A choice as a line of JSON.
#[derive(Default, Serialize)]
pub(super) struct ChoiceLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'a str>,
    /// The name of each piece that is used, with its number of copies.
    pieces: serde_json::Map<String, serde_json::Value>,
    /// The number of solutions; `null` if it is unknown.
    solutions: Option<Whole<'a>>,
    /// The number of distinct solutions; `null` if it is unknown.
    distinct: Option<Whole<'a>>,
    distinct_rotations: Option<Whole<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goals: Option<ChoiceGoalsAnswer<'a>>,
    /// The quantity that `--most` or `--fewest` optimizes: the number of pieces, cells or different pieces, or the
    /// sum of the values of the pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<f64>,
    /// The requested measures; `null` for each unknown one.
    #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
    measures: serde_json::Map<String, serde_json::Value>,
}

#[derive(Serialize)]
struct ChoiceGoalsAnswer<'a> {
    solved: usize,
    of: usize,
    hardest: ExtremeGoalAnswer<'a>,
    easiest: ExtremeGoalAnswer<'a>,
}

#[derive(Serialize)]
struct ExtremeGoalAnswer<'a> {
    goal: &'a str,
    solutions: Whole<'a>,
}

impl ChoiceLine<'_> {
    /// A choice whose solutions were not counted.
    pub(super) fn uncounted(pieces: serde_json::Map<String, serde_json::Value>) -> Self {
        Self {
            pieces,
            ..Self::default()
        }
    }

    /// A choice found with `--most` or `--fewest`; `number` is the quantity that the option optimizes.
    pub(super) fn ranked(pieces: serde_json::Map<String, serde_json::Value>, number: u64) -> Self {
        Self {
            objective: Some(number),
            ..Self::uncounted(pieces)
        }
    }
}

impl Designs<'_> {
    pub(super) fn write_jsonl(&self, out: &mut Output) -> Result<(), Failure> {
        self.each(|_, choice| {
            Ok(write_json(
                &mut *out,
                &self.line(choice),
                JsonLayout::Compact,
            )?)
        })
    }

    pub(super) fn line<'a>(&'a self, choice: &'a Choice) -> ChoiceLine<'a> {
        let of_goal = |goal: &'a GoalSolutions| ExtremeGoalAnswer {
            goal: &self.goals[goal.goal].name,
            solutions: Whole(&goal.solutions),
        };
        ChoiceLine {
            objective: None,
            goal: choice.goal.map(|at| &*self.goals[at].name),
            pieces: copies_by_name(self.puzzle, choice.pieces()),
            solutions: Some(Whole(&choice.solutions)),
            distinct: Whole::known(&choice.distinct),
            distinct_rotations: Whole::known(&choice.distinct_rotations),
            goals: choice.goals.as_ref().map(|goals| ChoiceGoalsAnswer {
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
        let named = self.spec.measures.iter().zip(&choice.measures);
        named.map(|(measure, value)| (measure.name().to_owned(), (*value).into()))
    }

    /// Writes a row for each kept choice.
    pub(super) fn write_as_table(
        &self,
        encoding: TableEncoding,
        target: Option<&OutputTarget>,
    ) -> Result<(), Failure> {
        let puzzle = &self.puzzle.title;
        let tiles = tiles(self.puzzle);
        write_table(encoding, target, puzzle, &self.columns(), |add| {
            self.each(|index, choice| add(&self.values(index, choice, &tiles)))
        })
    }

    /// The columns of the table: the board or goal, the numbers of solutions, the rank, the
    /// measures, and the copies of each piece.
    fn columns(&self) -> Columns {
        // The total over all choices bounds each column: no choice has more solutions.
        let count = |name| Column::count(name, &self.selection.solutions);
        let what = match self.how {
            GoalMode::None if self.boards.is_empty() => None,
            GoalMode::None => Some("board"),
            GoalMode::Each => Some("goal"),
            GoalMode::Some | GoalMode::Every => None,
        };
        let numbers = match self.how {
            GoalMode::None | GoalMode::Each => ["solutions", "distinct", "distinct_rotations"]
                .map(count)
                .to_vec(),
            GoalMode::Some | GoalMode::Every => vec![
                count("solutions"),
                Column::integer("goals"),
                count("fewest"),
                Column::text("hardest"),
                count("most"),
                Column::text("easiest"),
            ],
        };
        let rank = self.is_ranked().then_some("rank");
        let measures = self.spec.measures.iter().map(|measure| measure.name());
        let what = what.into_iter().map(Column::text).chain(numbers);
        what.chain(rank.into_iter().chain(measures).map(Column::real))
            .chain(piece_columns(self.puzzle))
            .collect()
    }

    fn is_ranked(&self) -> bool {
        self.spec.order == Order::Rank
    }

    fn values(&self, index: usize, choice: &Choice, tiles: &[PieceId]) -> Vec<Value> {
        let mut row = Vec::new();
        row.extend(self.boards.get(index).map(|pool| board_cells(pool).into()));
        let name = |goal: usize| Value::from(self.goals[goal].name.as_str());
        row.extend(choice.goal.map(name));
        row.push((&choice.solutions).into());
        if let Some(goals) = &choice.goals {
            row.push(goals.number.into());
            for of in [&goals.hardest, &goals.easiest] {
                row.extend([(&of.solutions).into(), name(of.goal)]);
            }
        } else {
            let known = [&choice.distinct, &choice.distinct_rotations];
            row.extend(known.map(|number| number.exact().into()));
        }
        row.extend(self.is_ranked().then(|| choice.rank.into()));
        row.extend(choice.measures.iter().map(|value| Value::from(*value)));
        row.extend(piece_values(tiles, &choice.copies));
        row
    }
}

/// The pieces that have a column. A tile with coloured cells has one column, that of its first
/// face.
pub(super) fn tiles(puzzle: &Puzzle) -> Vec<PieceId> {
    puzzle.first_faces().map(|(piece, _)| piece).collect()
}

/// The columns of the pieces, one for each tile.
pub(super) fn piece_columns(puzzle: &Puzzle) -> impl Iterator<Item = Column> {
    let pieces = puzzle.first_faces();
    pieces.map(|(_, piece)| Column::integer(piece.name.as_str()))
}

pub(super) fn piece_values(tiles: &[PieceId], copies: &[u32]) -> impl Iterator<Item = Value> {
    tiles.iter().map(|piece| Value::from(copies[piece.index()]))
}

/// The name of each piece that is used, with its number of copies.
pub(super) fn copies_by_name(
    puzzle: &Puzzle,
    pieces: impl Iterator<Item = (PieceId, u32)>,
) -> serde_json::Map<String, serde_json::Value> {
    let named = |(piece, copies): (PieceId, u32)| {
        let name = puzzle.piece(piece).name.to_string();
        (name, copies.into())
    };
    pieces.map(named).collect()
}

/// The cells of a board: `(0,0)(1,0)(1,1)`.
fn board_cells(pool: &Puzzle) -> String {
    let cells = pool.board.indices();
    cells.map(|cell| notation::cell(pool, cell)).collect()
}
