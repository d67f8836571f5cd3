//! Reads `Growing(…)`: a series of boards of increasing size. A *row* is a named list of pieces.
//! Each board takes as many pieces from the start of a row as fit on it.

use std::collections::HashMap;
use std::sync::Arc;

use tilewright_geometry::Board;

use super::super::board::read_board_of_goal;
use super::super::diagnostic::Diagnostic;
use super::super::file::Expect;
use super::super::givens::find_piece;
use super::super::node::{Node, Pairs, Raw};
use super::super::pieces::PieceList;
use super::super::puzzle_file::{Change, Goal, TablePlace};
use super::entry::{GoalEntry, check_cells};
use crate::puzzle::model::Puzzle;
use crate::puzzle::piece::PieceId;
use crate::puzzle::rebase::TransferError;
use crate::puzzle::tray::Tray;
use crate::support::format::counted;
use crate::support::label::Label;

/// Reads `Growing(…)`: a goal for each row of pieces on each board.
pub(super) fn growing<'s>(
    entry: GoalEntry<'_, 's>,
    boards: &[Raw<'s>],
    rows: Raw<'s>,
) -> Result<Vec<Goal>, Diagnostic> {
    let GoalEntry {
        reader,
        puzzle: base,
        node,
        ..
    } = entry;
    if base.tray != Tray::Flat {
        return Err(node.error("a tray with depth cannot have growing sets")
        .help(
            "in a tray with depth the area of a piece depends on its orientation: write a `Goal` \
             for each set of pieces",
        ));
    }
    let rows = reader.read_raw::<Pairs<'s>>(rows)?.0;
    let number = (rows.len() as u128).checked_mul(boards.len() as u128);
    entry.check_number("every row on every board", number)?;
    let mut cells = 0_usize;
    let mut on: Vec<(Node<'s>, Board)> = Vec::new();
    for raw in boards {
        let node = reader.node(*raw);
        let board = read_board_of_goal(reader, base, node)?;
        cells = cells.saturating_add(board.cells().len().saturating_mul(rows.len()));
        check_cells(cells, node.span())?;
        on.push((node, board));
    }
    let mut goals = Vec::new();
    for (name, list) in rows {
        let name = reader.node(name).read_name("a row", "Oct 6")?;
        let row = read_row(entry, reader.node(list))?;
        // The name of a goal consists of the name of its row and its number of pieces. So two boards must
        // not take equal numbers of pieces.
        let mut boards_of: HashMap<usize, Node<'s>> = HashMap::new();
        for (node, board) in &on {
            let taken = first_pieces(base, &row, board.required_count());
            if let Some(first) = boards_of.insert(taken, *node) {
                let pieces = counted(taken, "piece");
                return Err(Diagnostic::error(
                    format!("two boards use {pieces} of the row {name:?}"),
                    node.span(),
                    "again here",
                )
                .context(first.span(), "first here")
                .help("write two `Growing` entries, and give their rows different names"));
            }
            goals.push(goal(entry, &name, board, &row[..taken])?);
        }
    }
    Ok(goals)
}

/// Reads a row: a list of names of pieces. A piece may be repeated up to the number of its copies.
fn read_row<'s>(entry: GoalEntry<'_, 's>, list: Node<'s>) -> Result<Vec<PieceId>, Diagnostic> {
    let base = entry.puzzle;
    let mut used = vec![0_u32; base.pieces.len()];
    let mut row = Vec::new();
    for raw in list.read::<Vec<Raw<'s>>>()? {
        let node = entry.reader.node(raw);
        let piece = find_piece(base, node)?;
        used[piece.index()] += 1;
        let copies = base.piece(piece).copies.max;
        if used[piece.index()] > copies {
            return Err(node.error(format!(
                "the row names {} more often than it has copies: {copies}",
                base.piece(piece).name
            )));
        }
        row.push(piece);
    }
    if row.is_empty() {
        return Err(Diagnostic::error(
            "a row needs at least one piece",
            list.span(),
            "empty",
        ));
    }
    Ok(row)
}

/// How many pieces from the beginning of a row have at most `cells` cells in total; at least 1.
fn first_pieces(base: &Puzzle, row: &[PieceId], cells: usize) -> usize {
    let mut area = 0_usize;
    row.iter()
        .take_while(|piece| {
            area = area.saturating_add(base.piece(**piece).polyform.size());
            area <= cells
        })
        .count()
        .max(1)
}

fn goal(
    entry: GoalEntry<'_, '_>,
    name: &Label,
    board: &Board,
    taken: &[PieceId],
) -> Result<Goal, Diagnostic> {
    let base = entry.puzzle;
    let mut pieces = PieceList {
        pieces: Vec::new(),
        spans: Vec::new(),
    };
    for (id, piece) in base.pieces() {
        let copies = taken.iter().filter(|taken| **taken == id).count();
        if let Some(copies) = u32::try_from(copies).ok().filter(|copies| *copies > 0) {
            pieces.pieces.push(piece.clone().exactly(copies));
            pieces.spans.push(entry.file.spans.piece[id.index()]);
        }
    }
    let file = entry
        .file
        .rebased(board.clone(), pieces)
        .map_err(|homeless| {
            let (TransferError::Piece(index) | TransferError::Cell(index, _)) = homeless;
            entry
                .node
                .error(format!(
                    "the goal {name:?} with {} has no room for a given",
                    counted(taken.len(), "piece")
                ))
                .context(entry.file.spans.givens[index], "the given")
                .help("a puzzle with givens cannot have growing sets")
        })?;
    Ok(Goal {
        name: Label::escaping(&format!("{name} {}", taken.len())),
        change: Change::Puzzle(Arc::new(file)),
        place: Some(TablePlace {
            table: entry.table,
            row: name.clone(),
            column: Label::escaping(&taken.len().to_string()),
        }),
        expect: Expect::default(),
        span: entry.node.span(),
    })
}
