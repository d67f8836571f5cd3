//! Goals: one file, many puzzles.
//!
//! A goal is a puzzle of its own that is made of the file's: with cells left
//! open (each date of a calendar, each pair of holes), on another board, with
//! other pieces or givens (growing trays with growing sets). Cases, on the other
//! hand, are parts of one puzzle's solutions ([`super::Case`]).

mod boards;
mod choices;
mod file;
mod growing;
mod labels;
mod one;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tilewright_geometry::{Board, BoardCell, Cell};

use super::diagnostic::{Diagnostic, suggestion};
use super::expect::read_expect;
use super::file::Expect;
use super::node::{Node, Pairs, Raw, Reader};
use super::pieces::Pieces;
use super::puzzle_file::PuzzleFile;
use super::span::Span;
use crate::puzzle::CellLabels;
use crate::puzzle::model::Puzzle;
use crate::support::format::grouped;
use crate::support::label::Label;
use boards::SubBoardsFile;
use choices::{each, holes};
use file::GoalFile;
pub(super) use file::SymmetryFile;
use growing::growing;
use labels::LabelledCell;
pub(super) use labels::read_labels;
use one::one;

/// The most goals of a puzzle.
pub const MAX_GOALS: usize = 100_000;

/// The most cells that the boards of its goals have together, not counted those
/// that are the puzzle's own board but for cells left open.
pub const MAX_GOAL_CELLS: usize = 4_000_000;

/// One of the puzzles of a file.
#[derive(Debug, Clone)]
pub struct Goal {
    /// What it is called, unique in the file.
    pub name: Label,
    /// What is different.
    pub change: Change,
    /// Where its numbers stand in a table, if it is one of a table of goals.
    pub place: Option<TablePlace>,
    /// What it must give.
    pub expect: Expect,
    /// The entry that made it.
    pub span: Span,
}

/// How a goal differs from the puzzle of its file.
#[derive(Debug, Clone)]
pub enum Change {
    /// These cells are taken off the board.
    Open(Vec<BoardCell>),
    /// Its board is this one.
    Board(Box<Board>),
    /// It is this puzzle.
    Puzzle(Arc<PuzzleFile>),
}

impl Change {
    /// The puzzle that the goal is, if it is more than another board for that of the file.
    pub(crate) fn puzzle(&self) -> Option<&Puzzle> {
        match self {
            Self::Puzzle(file) => Some(&file.puzzle),
            Self::Open(_) | Self::Board(_) => None,
        }
    }
}

/// A place in a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TablePlace {
    /// Which table: the entry of `goals:`.
    pub table: usize,
    /// The label of the row.
    pub row: Label,
    /// The label of the column.
    pub column: Label,
}

impl PuzzleFile {
    /// The puzzle that a goal stands for: the goal's name in the title, its
    /// expectations instead of the file's, no goals.
    ///
    /// Cost: linear in the cells and pieces.
    ///
    /// # Panics
    ///
    /// The goal is another file's, and leaves open what a given of this one covers.
    #[must_use]
    pub fn with_goal(&self, goal: &Goal) -> Self {
        let mut file = match &goal.change {
            Change::Puzzle(file) => file.as_ref().clone(),
            Change::Board(board) => self.on_board(Some(board.as_ref().clone())),
            Change::Open(open) => self.on_board(without(&self.puzzle.board, open)),
        };
        file.puzzle.title = Label::escaping(&format!("{}: {}", self.puzzle.title, goal.name));
        file.expect = goal.expect;
        file
    }

    /// The same pieces on another board, that of a goal.
    #[expect(clippy::expect_used, reason = "an invariant of the goals read")]
    fn on_board(&self, board: Option<Board>) -> Self {
        let pieces = Pieces {
            pieces: self.puzzle.pieces.clone(),
            spans: self.spans.piece.clone(),
        };
        board
            .and_then(|board| self.rebased(board, pieces).ok())
            .expect("invariant: what cannot be left open is refused when a file is read")
    }

    /// The goal of that name.
    ///
    /// # Errors
    ///
    /// A [`Diagnostic`] that tells which goals there are.
    pub fn goal(&self, name: &str) -> Result<&Goal, Box<Diagnostic>> {
        if let Some(goal) = self.goals.iter().find(|goal| goal.name == name) {
            return Ok(goal);
        }
        let message = format!("no goal is named {name:?}");
        Err(Box::new(match self.spans.goals {
            None => Diagnostic::error(
                format!("{message}: this puzzle has no goals"),
                self.spans.pieces,
                "",
            )
            .help("goals are written `goals: [Goal(name: \"…\", open: …)]`"),
            Some(place) => {
                let near = suggestion(name, self.goals.iter().map(|goal| goal.name.as_str()));
                Diagnostic::error(message, place, "").help(format!("{near}{}", self.goals_are()))
            }
        }))
    }

    /// That one of the puzzle's goals is to be named; none if it has no goals.
    pub(super) fn no_goal_named(&self) -> Option<Diagnostic> {
        let (place, first) = (self.spans.goals?, self.goals.first()?);
        let goals = self.goals_are();
        Some(
            Diagnostic::error("this file has many puzzles: which one?", place, "")
                .help(format!("name a goal, `--goal {:?}`; {goals}", first.name)),
        )
    }

    fn goals_are(&self) -> String {
        const SHOWN: usize = 8;
        let names = self.goals.iter().take(SHOWN);
        let names: Vec<String> = names.map(|goal| format!("{:?}", goal.name)).collect();
        let more = match self.goals.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("the goals are {}{more}", names.join(", "))
    }
}

/// A board without some of its cells; none if no cell is left.
fn without(board: &Board, open: &[BoardCell]) -> Option<Board> {
    let open: HashSet<BoardCell> = open.iter().copied().collect();
    let left = |required: bool| {
        let open = &open;
        board
            .indices()
            .filter(move |cell| board.is_required(*cell) == required && !open.contains(cell))
            .map(|cell| board.cell(cell))
    };
    board.with_cells(left(true), left(false)).ok()
}

/// Reads the value of `goals:` of a file read but for them, and what is written on its cells: what
/// `labels` says, and the labels of `Each`.
pub(super) fn read_goals(
    reader: Reader<'_>,
    file: &PuzzleFile,
    list: Node<'_>,
    labels: Option<Raw<'_>>,
) -> Result<(Vec<Goal>, CellLabels), Diagnostic> {
    let mut goals = Goals::default();
    let mut written = Written::new(
        &file.puzzle.labels,
        labels.map(|raw| reader.node(raw).span()),
    );
    for (table, raw) in list.read::<Vec<Raw<'_>>>()?.into_iter().enumerate() {
        let entry = Entry {
            reader,
            file,
            puzzle: &file.puzzle,
            node: reader.node(raw),
            table,
        };
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
            "a puzzle with `goals` has at least one",
            list.span(),
            "empty",
        )
        .help("for instance: goals: [Holes(count: 1)]"));
    }
    Ok((goals.all, written.labels))
}

/// The groups of an `Each`: its own, or those of `labels:`.
fn groups_of<'s>(
    entry: Entry<'_, 's>,
    own: Option<Vec<Raw<'s>>>,
    labels: Option<Raw<'s>>,
) -> Result<Vec<Raw<'s>>, Diagnostic> {
    match (own, labels) {
        (Some(own), _) => Ok(own),
        (None, Some(labels)) => entry.reader.read_raw(labels),
        (None, None) => {
            let message = "`Each` is of groups of labelled cells";
            Err(Diagnostic::error(message, entry.node.span(), "none").help(
                "for instance: Each(of: [Rows((0, 0), [\"A B C\"])]), or `labels:` of the puzzle",
            ))
        }
    }
}

/// What is written on cells by several parts of a file, and where each does.
struct Written {
    labels: CellLabels,
    spans: HashMap<Cell, Span>,
}

impl Written {
    /// What `labels:` says, which stands at a place if it is there.
    fn new(labels: &CellLabels, span: Option<Span>) -> Self {
        let cells = labels.iter().map(|(cell, _)| cell);
        Self {
            spans: cells.filter_map(|cell| Some((cell, span?))).collect(),
            labels: labels.clone(),
        }
    }

    /// Writes on a cell what is not there yet, and nothing else.
    fn write(&mut self, puzzle: &Puzzle, labelled: LabelledCell) -> Result<(), Diagnostic> {
        let LabelledCell { label, cell, span } = labelled;
        let Some(known) = self.labels.get(cell) else {
            self.labels.insert(cell, label);
            self.spans.insert(cell, span);
            return Ok(());
        };
        if *known == label {
            return Ok(());
        }
        let at = puzzle.lattice.coordinates(cell);
        let error = Diagnostic::error(
            format!("the cell ({at}) is labelled {known:?} and {label:?}"),
            span,
            "this one here",
        );
        let error = match self.spans.get(&cell) {
            Some(first) => error.context(*first, "the other here"),
            None => error,
        };
        Err(error.help("one label can be written on a cell: use the same for both"))
    }
}

/// An entry of `goals:` that is read.
#[derive(Clone, Copy)]
struct Entry<'a, 's> {
    reader: Reader<'s>,
    file: &'a PuzzleFile,
    /// The file's puzzle.
    puzzle: &'a Puzzle,
    node: Node<'s>,
    /// Its index.
    table: usize,
}

impl Entry<'_, '_> {
    /// Refuses more goals than there may be.
    fn check_number(self, of_what: &str, number: Option<u128>) -> Result<(), Diagnostic> {
        let many = match number {
            Some(number) if number <= MAX_GOALS as u128 => return Ok(()),
            Some(number) => grouped(number),
            None => "countless".to_owned(),
        };
        Err(Diagnostic::error(
            format!(
                "{of_what} is {many} goals: {} is the most",
                grouped(MAX_GOALS)
            ),
            self.node.span(),
            "",
        ))
    }
}

/// Goals with distinct names.
#[derive(Default)]
struct Goals {
    all: Vec<Goal>,
    by_name: HashMap<Label, usize>,
    /// The cells of the boards that goals have of their own.
    cells: usize,
}

impl Goals {
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

/// Refuses goals with more cells in all than there may be.
fn check_cells(cells: usize, span: Span) -> Result<(), Diagnostic> {
    if cells <= MAX_GOAL_CELLS {
        return Ok(());
    }
    Err(Diagnostic::error(
        format!(
            "the boards of the goals have more than {} cells together, the limit",
            grouped(MAX_GOAL_CELLS)
        ),
        span,
        "",
    )
    .help("write the goals into several files"))
}

/// Reads what some goals, by name, must give.
fn expect_of(reader: Reader<'_>, raw: Raw<'_>, goals: &mut [Goal]) -> Result<(), Diagnostic> {
    let pairs = reader.read_raw::<Pairs<'_>>(raw)?.0;
    let names = Names::of(goals);
    let found: Vec<(usize, Raw<'_>)> = pairs
        .into_iter()
        .map(|(name, expect)| Ok((names.find(reader.node(name))?, expect)))
        .collect::<Result<_, Diagnostic>>()?;
    for (at, expect) in found {
        goals[at].expect = read_expect(reader, Some(expect))?;
    }
    Ok(())
}

/// Some goals by their names.
struct Names<'a> {
    goals: &'a [Goal],
    by_name: HashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    fn of(goals: &'a [Goal]) -> Self {
        let names = goals.iter().map(|goal| goal.name.as_str());
        Self {
            goals,
            by_name: names.zip(0..).collect(),
        }
    }

    /// The index of the goal that `node` names.
    fn find(&self, node: Node<'_>) -> Result<usize, Diagnostic> {
        let name: String = node.read()?;
        if let Some(at) = self.by_name.get(name.as_str()) {
            return Ok(*at);
        }
        let near = suggestion(&name, self.goals.iter().map(|goal| goal.name.as_str()));
        let such = self.goals.first().map_or_else(String::new, |goal| {
            format!("the goals of this entry are named like {:?}", goal.name)
        });
        let error = Diagnostic::error(format!("no goal here is named {name:?}"), node.span(), "");
        Err(error.help(format!("{near}{such}")))
    }
}
