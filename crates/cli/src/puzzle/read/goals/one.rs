//! `Goal(…)`: one goal, by what differs from the puzzle.

use std::sync::Arc;

use tilewright_geometry::BoardCell;

use super::super::board::read_board_of_goal;
use super::super::diagnostic::Diagnostic;
use super::super::expect::read_expect;
use super::super::givens::{board_cells, find_piece, lies, no_placement, read_givens};
use super::super::node::{Node, Raw};
use super::super::pieces::{Pieces, read_pieces};
use super::super::puzzle_file::{Change, Goal};
use super::super::restrict::check_givens;
use super::super::shapes::{cut_tile, read_solid_shape};
use super::entry::Entry;
use super::file::GoalFile;
use super::find::without;
use crate::puzzle::model::Puzzle;
use crate::puzzle::piece::PieceId;
use crate::puzzle::rebase::Homeless;

/// Reads a goal.
pub(super) fn one<'s>(entry: Entry<'_, 's>, file: &GoalFile<'s>) -> Result<Goal, Diagnostic> {
    let Entry {
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
        return Err(Diagnostic::error("this is no goal", node.span(), ""));
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
            .ok_or_else(|| Diagnostic::error("the goal leaves all cells open", node.span(), ""))?;
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

/// The goal's pieces: a list of its own, or those that `only` and `except` leave
/// of the puzzle's.
fn selection<'s>(
    entry: Entry<'_, 's>,
    pieces: Option<Raw<'s>>,
    only: Option<Raw<'s>>,
    except: Option<Raw<'s>>,
) -> Result<Pieces, Diagnostic> {
    let Entry {
        reader,
        puzzle: base,
        ..
    } = entry;
    let given = [pieces, only, except].into_iter().flatten();
    let mut given: Vec<Node<'s>> = given.map(|raw| reader.node(raw)).collect();
    given.sort_by_key(|node| node.span().start);
    if let [first, second, ..] = given.as_slice() {
        return Err(Diagnostic::error(
            "a goal has one of `pieces`, `only` and `except`",
            second.span(),
            "too much",
        )
        .context(first.span(), "this would do")
        .help("`pieces` is a list of its own, the others choose among the puzzle's"));
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
            "a goal has at least one piece",
            span,
            "leaves none",
        ));
    }
    Ok(Pieces { pieces, spans })
}

/// That a given of the puzzle has no place in the goal of an entry.
fn without_home(entry: Entry<'_, '_>, homeless: Homeless) -> Diagnostic {
    let base = entry.puzzle;
    let (index, left_out) = match homeless {
        Homeless::Piece(index) => (index, "its piece".to_owned()),
        Homeless::Cell(index, cell) => (index, format!("its cell ({})", coordinates(base, cell))),
    };
    let name = &base.piece(base.givens[index].piece).name;
    Diagnostic::error(
        format!("the goal leaves out what the given {name} needs: {left_out}"),
        entry.node.span(),
        "",
    )
    .context(entry.file.spans.givens[index], "the given")
    .help("give it in the goals that have it instead")
}

/// Refuses pieces of which the puzzle's givens are no placements.
fn check_placements(puzzle: &Puzzle, node: Node<'_>) -> Result<(), Diagnostic> {
    for given in &puzzle.givens {
        if !lies(puzzle, given, node)? {
            return Err(no_placement(puzzle, given.piece, node));
        }
    }
    Ok(())
}

/// `3,4`
pub(super) fn coordinates(puzzle: &Puzzle, cell: BoardCell) -> String {
    puzzle
        .lattice
        .coordinates(puzzle.board.cell(cell))
        .to_string()
}
