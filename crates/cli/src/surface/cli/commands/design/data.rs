//! Choices as lines of JSON, and as a table.

use std::collections::BTreeMap;

use super::{Designs, GoalMode};
use crate::cover::notation;
use crate::design::choices::{Choice, GoalSolutions, Order};
use crate::publish::interchange::table::{Column, Record, TableEncoding, Value, record};
use crate::puzzle::{PieceId, Puzzle};
use crate::solve::counting::Known;
use crate::surface::cli::commands::count::counts_alone;
use crate::surface::cli::commands::json_answer::{JsonLayout, write_json};
use crate::surface::cli::commands::table::write_table;
use crate::surface::cli::commands::{Output, OutputTarget};
use crate::surface::cli::failure::Failure;

/// The pieces that a choice uses, each with its number of copies.
pub(super) fn used(copies: &[u32]) -> impl Iterator<Item = (PieceId, u32)> {
    let copies = (0..).map(PieceId).zip(copies.iter().copied());
    copies.filter(|(_, copies)| *copies > 0)
}

/// A choice whose solutions were not counted, as a line of JSON. With an objective, the line has the objective's
/// quantity.
pub(super) fn uncounted_line(puzzle: &Puzzle, copies: &[u32], objective: Option<u64>) -> Record {
    record! {
        pieces: copies_by_name(puzzle, used(copies)),
        ..counts_alone(&Known::Unknown, &Known::Unknown, &Known::Unknown),
        objective?: objective,
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

    pub(super) fn line(&self, choice: &Choice) -> Record {
        let of_goal = |goal: &GoalSolutions| {
            record! { goal: &self.goals[goal.goal].name, solutions: &goal.solutions }
        };
        let goals = choice.goals.as_ref().map(|goals| {
            record! {
                solved: goals.number,
                of: self.goals.len(),
                hardest: of_goal(&goals.hardest),
                easiest: of_goal(&goals.easiest),
            }
        });
        let measures = self.spec.measures.iter().zip(&choice.measures);
        let measures = measures.map(|(measure, value)| (measure.name(), *value));
        let measures: BTreeMap<&str, Option<f64>> = measures.collect();
        record! {
            goal?: choice.goal.map(|at| &self.goals[at].name),
            pieces: copies_by_name(self.puzzle, choice.pieces()),
            solutions: &choice.solutions,
            distinct: &choice.distinct,
            distinct_rotations: &choice.distinct_rotations,
            goals?: goals,
            rank?: choice.rank,
            measures?: Value::Record(measures.into_iter().collect()).unless_empty(),
        }
    }

    /// Writes a row for each listed choice.
    pub(super) fn write_as_table(
        &self,
        encoding: TableEncoding,
        target: Option<&OutputTarget>,
    ) -> Result<(), Failure> {
        write_choices(encoding, target, self.puzzle, self.columns(), |add| {
            self.each(|index, choice| add(self.values(index, choice), &choice.copies))
        })
    }

    /// The columns of the table: the board or goal, the numbers of solutions, the rank, the
    /// measures, and the copies of each piece.
    fn columns(&self) -> Vec<Column> {
        // No choice has more solutions than all together, so the total decides the type of these columns.
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
            .collect()
    }

    fn is_ranked(&self) -> bool {
        self.spec.order == Order::Rank
    }

    fn values(&self, index: usize, choice: &Choice) -> Vec<Value> {
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
        row
    }
}

/// The callback that receives a choice: the values before the columns of pieces, and the number of copies of
/// each piece.
pub(super) type AddChoice<'a> = dyn FnMut(Vec<Value>, &[u32]) -> Result<(), Failure> + 'a;

/// Writes a table of choices: these columns, then a column for each piece with its number of copies. A
/// tile with coloured cells has one column, that of its first face.
pub(super) fn write_choices(
    encoding: TableEncoding,
    target: Option<&OutputTarget>,
    puzzle: &Puzzle,
    columns: impl IntoIterator<Item = Column>,
    each: impl FnOnce(&mut AddChoice<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let tiles: Vec<PieceId> = puzzle.first_faces().map(|(piece, _)| piece).collect();
    let pieces = tiles.iter().map(|piece| puzzle.piece(*piece).name.as_str());
    let columns = columns
        .into_iter()
        .chain(pieces.map(Column::integer))
        .collect();
    write_table(encoding, target, &puzzle.title, &columns, |add| {
        each(&mut |mut row, copies| {
            row.extend(tiles.iter().map(|piece| Value::from(copies[piece.index()])));
            add(&row)
        })
    })
}

/// The name of each piece that is used, with its number of copies.
pub(super) fn copies_by_name(
    puzzle: &Puzzle,
    pieces: impl Iterator<Item = (PieceId, u32)>,
) -> Record {
    let named = pieces.map(|(piece, copies)| (puzzle.piece(piece).name.to_string(), copies));
    named
        .collect::<BTreeMap<String, u32>>()
        .into_iter()
        .collect()
}

/// The cells of a board: `(0,0)(1,0)(1,1)`.
fn board_cells(pool: &Puzzle) -> String {
    let cells = pool.board.indices();
    cells.map(|cell| notation::cell(pool, cell)).collect()
}
