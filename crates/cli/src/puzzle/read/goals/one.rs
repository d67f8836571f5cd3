//! Reads `Goal(…)`: one goal, given by its differences from the puzzle.

use std::sync::Arc;

use tilewright_geometry::BoardCell;
use tilewright_geometry::compact::CompactSort;

use super::super::board::read_board_of_goal;
use super::super::diagnostic::Diagnostic;
use super::super::expect::read_expect;
use super::super::givens::{board_cells, find_piece, lies, no_placement, read_givens};
use super::super::node::{Node, Raw};
use super::super::pieces::{PieceList, read_pieces};
use super::super::puzzle_file::{Change, Goal};
use super::super::restrict::check_givens;
use super::super::shapes::{cut_tile, read_solid_shape};
use super::entry::GoalEntry;
use super::file::GoalFile;
use super::find::without;
use crate::puzzle::model::Puzzle;
use crate::puzzle::piece::PieceId;
use crate::puzzle::rebase::TransferError;

pub(super) fn one<'s>(entry: GoalEntry<'_, 's>, file: &GoalFile<'s>) -> Result<Goal, Diagnostic> {
    let GoalEntry {
        reader,
        puzzle: base,
        node,
        ..
    } = entry;
    let GoalFile::Goal {
        name,
        board,
        pieces,
        only,
        except,
        givens,
        open,
        expect,
    } = *file
    else {
        return Err(node.error("this is not a goal"));
    };
    let name_node = reader.node(name);
    let name = name_node.read_name("a goal", "Oct 6")?;
    let mut on = match board {
        None => base.board.clone(),
        Some(raw) => read_board_of_goal(reader, base, reader.node(raw))?,
    };
    if let Some(raw) = open {
        let node = reader.node(raw);
        let cells = read_solid_shape(reader, base.lattice, node)?;
        if let Some(error) = cut_tile(reader, base.lattice, &cells, node) {
            return Err(error);
        }
        let with_board = Puzzle {
            board: on,
            ..base.clone()
        };
        let cells = board_cells(&with_board, &cells, "the goal leaves cells open", node)?;
        on = without(&with_board.board, &cells)
            .ok_or_else(|| node.error("this goal leaves all cells open"))?;
    }
    let replaced = pieces.is_some();
    let pieces = selection(entry, pieces, only, except)?;
    let mut goal = (entry.file)
        .rebased(on, pieces)
        .map_err(|homeless| without_home(entry, homeless))?;
    if let Some(raw) = board {
        goal.spans.board = reader.node(raw).span();
    }
    if replaced {
        check_placements(&goal.puzzle, node)?;
    }
    if let Some(raw) = givens {
        let (givens, spans) = read_givens(reader, &goal.puzzle, reader.node(raw), |_| false)?;
        goal.puzzle.givens.extend(givens);
        goal.spans.givens.extend(spans);
    }
    check_givens(&goal)?;
    Ok(Goal {
        name,
        change: Change::Puzzle(Arc::new(goal)),
        place: None,
        expect: read_expect(reader, expect)?,
        span: name_node.span(),
    })
}

/// The goal's pieces: its own list, or the pieces of the puzzle that `only` and `except` select.
fn selection<'s>(
    entry: GoalEntry<'_, 's>,
    pieces: Option<Raw<'s>>,
    only: Option<Raw<'s>>,
    except: Option<Raw<'s>>,
) -> Result<PieceList, Diagnostic> {
    let GoalEntry {
        reader,
        puzzle: base,
        ..
    } = entry;
    let given = [pieces, only, except].into_iter().flatten();
    let mut given: Vec<Node<'s>> = given.map(|raw| reader.node(raw)).collect();
    given.compact_sort_by_key(|node| node.span().start);
    if let [first, second, ..] = given.as_slice() {
        return Err(Diagnostic::error(
            "a goal may have only one of `pieces`, `only` and `except`",
            second.span(),
            "remove this one",
        )
        .context(first.span(), "or this one")
        .help("`pieces` is a new list; `only` and `except` choose among the puzzle's pieces"));
    }
    if let Some(raw) = pieces {
        return Ok(read_pieces(reader, base.lattice, reader.node(raw))?.used());
    }
    let named = |raw: Raw<'s>| -> Result<Vec<PieceId>, Diagnostic> {
        let names: Vec<Raw<'s>> = reader.read_raw(raw)?;
        let find = |raw: Raw<'s>| find_piece(base, reader.node(raw));
        names.into_iter().map(find).collect()
    };
    let only = only.map(named).transpose()?;
    let except = except.map(named).transpose()?.unwrap_or_default();
    let kept = base.pieces().filter(|(id, _)| {
        only.as_ref().is_none_or(|only| only.contains(id)) && !except.contains(id)
    });
    let (pieces, spans): (Vec<_>, Vec<_>) = kept
        .map(|(id, piece)| (piece.clone(), entry.file.spans.piece[id.index()]))
        .unzip();
    if pieces.is_empty() {
        let span = given.first().map_or(entry.node.span(), Node::span);
        return Err(Diagnostic::error(
            "a goal needs at least one piece",
            span,
            "leaves out all pieces",
        ));
    }
    Ok(PieceList { pieces, spans })
}

/// The error that a given of the puzzle does not fit on the goal's board, or that the goal does not
/// have its piece.
fn without_home(entry: GoalEntry<'_, '_>, homeless: TransferError) -> Diagnostic {
    let base = entry.puzzle;
    let (index, left_out) = match homeless {
        TransferError::Piece(index) => (index, "its piece".to_owned()),
        TransferError::Cell(index, cell) => {
            (index, format!("its cell ({})", coordinates(base, cell)))
        }
    };
    let name = &base.piece(base.givens[index].piece).name;
    entry
        .node
        .error(format!(
            "the goal leaves out what the given {name} needs: {left_out}"
        ))
        .context(entry.file.spans.givens[index], "the given")
        .help("move the given to the goals that have what it needs")
}

/// Checks that the puzzle's givens are placements of the goal's pieces.
fn check_placements(puzzle: &Puzzle, node: Node<'_>) -> Result<(), Diagnostic> {
    for given in &puzzle.givens {
        if !lies(puzzle, given, node)? {
            return Err(no_placement(puzzle, given.piece, node));
        }
    }
    Ok(())
}

/// The coordinates of a cell, such as `3,4`.
pub(super) fn coordinates(puzzle: &Puzzle, cell: BoardCell) -> String {
    puzzle
        .lattice
        .coordinates(puzzle.board.cell(cell))
        .to_string()
}
