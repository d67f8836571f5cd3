//! Goals: many puzzles in one file.
//!
//! A goal is a separate puzzle derived from the puzzle of the file. It may leave cells open (each
//! date of a calendar, each pair of holes), or have another board, other pieces or other givens
//! (growing trays with growing sets). Cases, on the other hand, are parts of one puzzle's solutions
//! ([`super::Case`]).

mod boards;
mod choices;
mod entry;
mod file;
mod find;
mod growing;
mod labels;
mod left_out;
mod names;
mod one;
mod sketch;
mod written;

use std::collections::HashMap;

use super::diagnostic::Diagnostic;
use super::expect::read_expect;
use super::node::{Node, Pairs, Raw, Reader};
use super::puzzle_file::{Change, Goal, PuzzleFile};
use crate::puzzle::CellLabels;
use crate::support::format::grouped;
use crate::support::label::Label;
use boards::SubBoardsFile;
use choices::{each, holes};
use entry::{GoalEntry, check_cells};
use file::GoalFile;
use growing::growing;
use names::GoalNames;
use one::one;
use written::MergedLabels;

pub use entry::{MAX_GOAL_CELLS, MAX_GOALS};
pub(super) use labels::read_labels;
pub use sketch::GoalSketch;
pub(super) use sketch::{sketch_goal, sketch_labels};

/// Reads the value of `goals:`. The puzzle of `file` must be complete, apart from cases and goals.
/// Also returns the labels of cells, from `labels:` and from `Each`.
pub(super) fn read_goals(
    reader: Reader<'_>,
    file: &PuzzleFile,
    list: Node<'_>,
    labels: Option<Raw<'_>>,
) -> Result<(Vec<Goal>, CellLabels), Diagnostic> {
    let mut goals = GoalList::default();
    let mut written = MergedLabels::new(
        &file.puzzle.labels,
        labels.map(|raw| reader.node(raw).span()),
    );
    for (table, raw) in list.read::<Vec<Raw<'_>>>()?.into_iter().enumerate() {
        let entry = GoalEntry {
            reader,
            file,
            puzzle: &file.puzzle,
            node: reader.node(raw),
            table,
        };
        reader.check_stop(entry.node.span())?;
        let first = goals.all.len();
        let expect = match entry.node.read::<GoalFile<'_>>()? {
            file @ GoalFile::Goal { .. } => {
                goals.add(one(entry, &file)?)?;
                None
            }
            GoalFile::Each { of, except, expect } => {
                let groups = groups_of(entry, of, labels)?;
                let each = each(entry, &groups, except)?;
                for labelled in each.groups.into_iter().flatten() {
                    written.write(&file.puzzle, labelled)?;
                }
                goals.add_all(each.goals)?;
                expect
            }
            GoalFile::Holes {
                count,
                within,
                distinct,
                expect,
            } => {
                goals.add_all(holes(entry, count, within, distinct)?)?;
                expect
            }
            GoalFile::Boards { of, expect } => {
                goals.add_all(boards::boards(entry, of)?)?;
                expect
            }
            GoalFile::Rectangles { cells, expect } => {
                goals.add_all(boards::rectangles(entry, cells)?)?;
                expect
            }
            GoalFile::Polyforms {
                cells,
                name,
                expect,
            } => {
                goals.add_all(boards::all_polyforms(entry, cells, name)?)?;
                expect
            }
            GoalFile::SubBoards {
                cells,
                symmetry,
                without,
                connected,
                name,
                expect,
            } => {
                let file = SubBoardsFile {
                    cells,
                    symmetry,
                    without,
                    connected,
                    name,
                };
                goals.add_all(boards::sub_boards(entry, &file)?)?;
                expect
            }
            GoalFile::Growing {
                boards,
                rows,
                expect,
            } => {
                goals.add_all(growing(entry, &boards, rows)?)?;
                expect
            }
        };
        if let Some(raw) = expect {
            expect_of(reader, raw, &mut goals.all[first..])?;
        }
    }
    if goals.all.is_empty() {
        return Err(Diagnostic::error(
            "`goals` is empty: it needs at least one goal",
            list.span(),
            "empty",
        )
        .help("for instance: goals: [Holes(count: 1)]"));
    }
    Ok((goals.all, written.labels))
}

/// The groups of an `Each`; by default those of `labels:`.
fn groups_of<'s>(
    entry: GoalEntry<'_, 's>,
    own: Option<Vec<Raw<'s>>>,
    labels: Option<Raw<'s>>,
) -> Result<Vec<Raw<'s>>, Diagnostic> {
    match (own, labels) {
        (Some(own), _) => Ok(own),
        (None, Some(labels)) => entry.reader.read_raw(labels),
        (None, None) => {
            let message = "`Each` needs groups of labelled cells";
            Err(Diagnostic::error(message, entry.node.span(), "none").help(
                "for instance: Each(of: [Rows((0, 0), [\"A B C\"])]), or `labels:` of the puzzle",
            ))
        }
    }
}

/// A list of goals with different names.
#[derive(Default)]
struct GoalList {
    all: Vec<Goal>,
    by_name: HashMap<Label, usize>,
    /// The total number of cells on the boards of goals that have a separate board.
    cells: usize,
}

impl GoalList {
    fn add_all(&mut self, goals: Vec<Goal>) -> Result<(), Diagnostic> {
        goals.into_iter().try_for_each(|goal| self.add(goal))
    }

    fn add(&mut self, goal: Goal) -> Result<(), Diagnostic> {
        if let Some(first) = self.by_name.insert(goal.name.clone(), self.all.len()) {
            return Err(Diagnostic::error(
                format!("two goals are named {:?}", goal.name),
                goal.span,
                "again here",
            )
            .context(self.all[first].span, "first here")
            .help("rename one of them"));
        }
        if self.all.len() >= MAX_GOALS {
            return Err(Diagnostic::error(
                format!(
                    "there are more than {} goals, the limit",
                    grouped(MAX_GOALS)
                ),
                goal.span,
                "",
            ));
        }
        self.cells += match &goal.change {
            Change::Puzzle(file) => file.puzzle.board.cells().len(),
            Change::Board(board) => board.cells().len(),
            Change::Open(_) => 0,
        };
        check_cells(self.cells, goal.span)?;
        self.all.push(goal);
        Ok(())
    }
}

/// Reads the `expect:` of an entry, a map from names of goals to their expected numbers, and sets these in
/// `goals`.
fn expect_of(reader: Reader<'_>, raw: Raw<'_>, goals: &mut [Goal]) -> Result<(), Diagnostic> {
    let pairs = reader.read_raw::<Pairs<'_>>(raw)?.0;
    let names = GoalNames::of(goals);
    let found: Vec<(usize, Raw<'_>)> = pairs
        .into_iter()
        .map(|(name, expect)| Ok((names.find(reader.node(name))?, expect)))
        .collect::<Result<_, Diagnostic>>()?;
    for (at, expect) in found {
        goals[at].expect = read_expect(reader, Some(expect))?;
    }
    Ok(())
}
