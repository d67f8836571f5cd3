//! Reads `Boards(…)`, `Rectangles(…)`, `Polyforms(…)` and `SubBoards(…)`: a goal for each board of a
//! family.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use tilewright_dlx::StopFlag;
use tilewright_geometry::{
    Board, BoardCell, Cell, Lattice, Polyform, SubBoardSymmetry, SubBoards, box_, polyforms,
    rectangle,
};

use super::super::board::read_board_of_goal;
use super::super::diagnostic::Diagnostic;
use super::super::file::Expect;
use super::super::node::{Node, Pairs, Raw};
use super::super::puzzle_file::{Change, Goal};
use super::super::range::read_range;
use super::super::symmetry::SymmetryFile;
use super::choices::{board_isometries, candidates};
use super::entry::{GoalEntry, check_cells};
use crate::puzzle::NumberRange;
use crate::puzzle::piece_set::PieceSet;
use crate::puzzle::tray::Tray;
use crate::support::label::Label;

/// A goal for each named board.
pub(super) fn boards<'s>(entry: GoalEntry<'_, 's>, of: Raw<'s>) -> Result<Vec<Goal>, Diagnostic> {
    let GoalEntry { reader, puzzle, .. } = entry;
    refuse_givens(entry)?;
    let pairs = reader.read_raw::<Pairs<'s>>(of)?.0;
    let board = |(name, shape): (Raw<'s>, Raw<'s>)| {
        let node = reader.node(name);
        let name = node.read_name("a board", "6×10")?;
        let shape = reader.node(shape);
        let board = read_board_of_goal(reader, puzzle, shape)?;
        Ok(goal(entry, name, Change::Board(Box::new(board))))
    };
    pairs.into_iter().map(board).collect()
}

/// A goal for each rectangle (in three dimensions, each box) whose number of cells is in the range `cells`.
pub(super) fn rectangles<'s>(
    entry: GoalEntry<'_, 's>,
    cells: Raw<'s>,
) -> Result<Vec<Goal>, Diagnostic> {
    let GoalEntry { reader, puzzle, .. } = entry;
    refuse_givens(entry)?;
    let range = numbers(reader.node(cells), "cells", 1 << 20)?;
    let (mut goals, mut in_all) = (Vec::new(), 0_usize);
    for area in range {
        for [depth, height, width] in boxes(area, puzzle.lattice, puzzle.tray) {
            let shape = match puzzle.lattice {
                Lattice::Square => rectangle(puzzle.lattice, width, height),
                Lattice::Cube => box_(puzzle.lattice, width, height, depth),
                other => {
                    let message = format!(
                        "rectangles cannot be chosen by their number of cells on the {other} \
                         lattice"
                    );
                    return Err(entry
                        .node
                        .error(message)
                        .help("name each board: `Boards(of: { \"A\": …, \"B\": … })`"));
                }
            };
            let name = match puzzle.lattice {
                Lattice::Cube if puzzle.tray == Tray::Flat => format!("{depth}×{height}×{width}"),
                _ => format!("{height}×{width}"),
            };
            let cells = shape.map_err(|error| refused(entry, &error))?;
            in_all = in_all.saturating_add(cells.len());
            check_cells(in_all, entry.node.span())?;
            goals.push(whole(entry, &name, cells)?);
        }
    }
    Ok(goals)
}

/// The sides of all boxes with this number of cells, each in ascending order. In the plane the
/// depth is 1.
fn boxes(cells: u64, lattice: Lattice, tray: Tray) -> Vec<[u64; 3]> {
    let divisors = |of: u64| {
        (1..)
            .take_while(move |side| side * side <= of)
            .filter(move |side| of.is_multiple_of(*side))
    };
    let in_space = lattice == Lattice::Cube && tray == Tray::Flat;
    let depths = divisors(cells).take_while(|depth| in_space || *depth == 1);
    let boxes = depths.flat_map(|depth| {
        let heights = divisors(cells / depth).filter(move |height| *height >= depth);
        heights.map(move |height| [depth, height, cells / depth / height])
    });
    boxes.collect()
}

/// A goal for each polyform whose number of cells is in the range `cells`.
pub(super) fn all_polyforms<'s>(
    entry: GoalEntry<'_, 's>,
    cells: Raw<'s>,
    name: Option<Raw<'s>>,
) -> Result<Vec<Goal>, Diagnostic> {
    let GoalEntry { reader, puzzle, .. } = entry;
    refuse_givens(entry)?;
    if puzzle.tray != Tray::Flat {
        return Err(entry
            .node
            .error("a tray with depth cannot have boards of all shapes"));
    }
    let name = read_prefix(entry, name, "shape")?;
    let set =
        PieceSet::new(puzzle, &StopFlag::new()).map_err(|stopped| refused(entry, &stopped))?;
    let sides = set.sides(puzzle);
    let mut forms: Vec<Polyform> = Vec::new();
    let mut sum = 0_usize;
    for size in numbers(reader.node(cells), "cells", 1 << 20)? {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let more =
            polyforms(puzzle.lattice, size, sides).map_err(|error| refused(entry, &error))?;
        sum = sum.saturating_add(more.len().saturating_mul(size));
        check_cells(sum, entry.node.span())?;
        reader.visit(more.len().saturating_mul(size), entry.node.span())?;
        forms.extend(more);
    }
    entry.check_number("all these polyforms", Some(forms.len() as u128))?;
    let each = forms.into_iter().zip(1..);
    each.map(|(form, number): (Polyform, usize)| {
        whole(entry, &format!("{name} {number}"), form.cells().to_vec())
    })
    .collect()
}

/// The fields of `SubBoards(…)`.
pub(super) struct SubBoardsFile<'s> {
    pub(super) cells: Raw<'s>,
    pub(super) symmetry: Option<SymmetryFile>,
    pub(super) without: Option<Raw<'s>>,
    pub(super) connected: bool,
    pub(super) name: Option<Raw<'s>>,
}

/// A goal for each board that meets the requirements of `file` and remains when cells of the puzzle's board are
/// removed.
pub(super) fn sub_boards<'s>(
    entry: GoalEntry<'_, 's>,
    file: &SubBoardsFile<'s>,
) -> Result<Vec<Goal>, Diagnostic> {
    let GoalEntry { reader, puzzle, .. } = entry;
    let board = &puzzle.board;
    let name = read_prefix(entry, file.name, "board")?;
    let removable = match file.without {
        None if board.optional_count() > 0 => board
            .indices()
            .filter(|cell| !board.is_required(*cell))
            .collect(),
        within => candidates(entry, within)?,
    };
    let symmetry = (file.symmetry)
        .map(SubBoardSymmetry::from)
        .unwrap_or_default();
    if let Some(tiles) = puzzle.lattice.table().tiles {
        let [_, several] = tiles.names;
        let message = format!(
            "sub-boards are made by removing single cells, which does not work for boards of \
             {several}"
        );
        return Err(entry
            .node
            .error(message)
            .help("name the boards: `Boards(of: {\"small\": Rect(2, 2), …})`"));
    }
    // The isometries must not distinguish optional from required cells, so all cells of `frame` are required.
    let frame =
        (board.with_cells(board.cells().to_vec(), [])).map_err(|error| refused(entry, &error))?;
    let alike = board_isometries(entry, &frame)?;
    let mut goals = Vec::new();
    let mut in_all = 0_usize;
    for cells in numbers(reader.node(file.cells), "cells", 1 << 20)? {
        let cells = usize::try_from(cells).unwrap_or(usize::MAX);
        let boards = SubBoards::new(&frame, cells)
            .removable(removable.clone())
            .symmetry(symmetry)
            .connected(file.connected)
            .alike(alike.clone());
        for removed in boards.removals().map_err(|error| refused(entry, &error))? {
            let number = goals.len() + 1;
            entry.check_number("all these sub-boards", Some(number as u128))?;
            in_all += removed.len();
            check_cells(in_all, entry.node.span())?;
            let name = Label::escaping(&format!("{name} {number}"));
            let change = without(entry, &frame, removed)?;
            goals.push(goal(entry, name, change));
        }
    }
    Ok(goals)
}

/// A goal's [`Change`] that removes cells of `frame`, the board with all cells required. If the file's board has
/// optional cells, those that remain become required.
fn without(
    entry: GoalEntry<'_, '_>,
    frame: &Board,
    removed: Vec<BoardCell>,
) -> Result<Change, Diagnostic> {
    if entry.puzzle.board.optional_count() == 0 && !removed.is_empty() {
        return Ok(Change::Open(removed));
    }
    let gone: HashSet<BoardCell> = removed.into_iter().collect();
    let left = frame.indices().filter(|cell| !gone.contains(cell));
    let left = left.map(|cell| frame.cell(cell));
    let left = frame.with_cells(left, []);
    Ok(Change::Board(Box::new(
        left.map_err(|error| refused(entry, &error))?,
    )))
}

/// Reads the prefix of the names of a family of boards.
fn read_prefix<'s>(
    entry: GoalEntry<'_, 's>,
    name: Option<Raw<'s>>,
    else_name: &str,
) -> Result<Label, Diagnostic> {
    match name {
        None => Ok(Label::escaping(else_name)),
        Some(raw) => entry
            .reader
            .node(raw)
            .read_name("a family of boards", "tray"),
    }
}

/// Refuses givens in the file's puzzle, since they may not fit on the boards of a family.
fn refuse_givens(entry: GoalEntry<'_, '_>) -> Result<(), Diagnostic> {
    if entry.puzzle.givens.is_empty() {
        return Ok(());
    }
    Err(entry
        .node
        .error("a puzzle with givens cannot have families of boards")
        .context(entry.file.spans.givens[0], "the given")
        .help("write each board that contains the given as a `Goal(…)`"))
}

/// Reads a range of positive integers with an upper bound.
fn numbers(node: Node<'_>, of_what: &str, most: u64) -> Result<RangeInclusive<u64>, Diagnostic> {
    let NumberRange { least, most: last } = read_range(node)?;
    match last {
        Some(last) if least > 0 && last <= most => Ok(least..=last),
        _ => Err(node.error(format!("a board has from 1 to {most} {of_what}"))),
    }
}

fn whole(entry: GoalEntry<'_, '_>, name: &str, cells: Vec<Cell>) -> Result<Goal, Diagnostic> {
    let board =
        Board::new(entry.puzzle.lattice, cells, []).map_err(|error| refused(entry, &error))?;
    let seams = entry.puzzle.board.seams();
    let board = board
        .wrapped(seams)
        .map_err(|error| refused(entry, &error))?;
    Ok(goal(
        entry,
        Label::escaping(name),
        Change::Board(Box::new(board)),
    ))
}

fn refused(entry: GoalEntry<'_, '_>, error: &dyn std::error::Error) -> Diagnostic {
    entry.node.error(error.to_string())
}

fn goal(entry: GoalEntry<'_, '_>, name: Label, change: Change) -> Goal {
    Goal {
        name,
        change,
        place: None,
        expect: Expect::default(),
        span: entry.node.span(),
    }
}
