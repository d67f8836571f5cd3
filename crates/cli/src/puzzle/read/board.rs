use tilewright_geometry::{Board, Cell, Lattice, Mark};

use super::diagnostic::Diagnostic;
use super::file::PuzzleFields;
use super::node::{Node, Raw, Reader};
use super::shapes::{Cells, cut_tile, read_shape};
use super::wrap::read_wrap;
use crate::puzzle::model::Puzzle;
use crate::puzzle::tray::Tray;

fn to_board(
    reader: Reader<'_>,
    lattice: Lattice,
    cells: &Cells,
    node: Node<'_>,
) -> Result<Board, Diagnostic> {
    let of = |kind: Mark| {
        cells
            .iter()
            .filter(move |(_, mark)| **mark == kind)
            .map(|(cell, _)| *cell)
    };
    let all: Vec<Cell> = cells.keys().copied().collect();
    if let Some(error) = cut_tile(reader, lattice, &all, node) {
        return Err(error);
    }
    Board::new(lattice, of(Mark::Required), of(Mark::Optional))
        .map_err(|error| node.error(error.to_string()))
}

/// Reads the board of a goal. The board gets the puzzle's tray and seams.
pub(super) fn read_board_of_goal(
    reader: Reader<'_>,
    puzzle: &Puzzle,
    node: Node<'_>,
) -> Result<Board, Diagnostic> {
    let cells = read_shape(reader, puzzle.lattice, node)?;
    let board = to_board(reader, puzzle.lattice, &cells, node)?;
    if puzzle.tray != Tray::Flat {
        check_flat(&board, node)?;
    }
    board
        .wrapped(puzzle.board.seams())
        .map_err(|error| node.error(error.to_string()))
}

/// Reads `board:` or `boards:`, together with `wrap:`. Also returns the node of the board, for
/// messages.
pub(super) fn read_board<'s>(
    reader: Reader<'s>,
    lattice: Lattice,
    fields: &PuzzleFields<'s>,
) -> Result<(Board, Node<'s>), Diagnostic> {
    let one = |node: Node<'_>| to_board(reader, lattice, &read_shape(reader, lattice, node)?, node);
    let wrap = read_wrap(reader, lattice, fields.wrap)?;
    match (fields.board, fields.boards) {
        (Some(board), None) => {
            let node = reader.node(board);
            Ok((wrap.apply(one(node)?)?, node))
        }
        (None, Some(boards)) => {
            let node = reader.node(boards);
            let parts = node.read::<Vec<Raw<'_>>>()?.into_iter();
            let parts = parts.map(|part| one(reader.node(part)));
            let parts = parts.collect::<Result<Vec<Board>, _>>()?;
            if let Some(wrap) = fields.wrap {
                let message = "boards that are combined may not wrap around";
                return Err(reader
                    .node(wrap)
                    .error(message)
                    .context(node.span(), "these boards"));
            }
            let board = Board::together(&parts).map_err(|error| node.error(error.to_string()))?;
            Ok((board, node))
        }
        (Some(board), Some(boards)) => {
            let boards = reader.node(boards).span();
            let message = "a puzzle has either a `board` or `boards`, not both";
            Err(Diagnostic::error(message, boards, "")
                .context(reader.node(board).span(), "the board"))
        }
        (None, None) => Err(reader.missing("board", "Rect(10, 6)")),
    }
}

/// Checks that all cells lie in the layer z = 0, as a tray with depth requires.
pub(super) fn check_flat(board: &Board, node: Node<'_>) -> Result<(), Diagnostic> {
    let level = |cell: Cell| cell.vector().z;
    match board.cells().iter().find(|cell| level(**cell) != 0) {
        None => Ok(()),
        Some(cell) => Err(node
            .error(format!(
                "the board of a tray with depth must be one layer, but it has the cell ({})",
                board.lattice().coordinates(*cell)
            ))
            .help(
                "draw the board as one layer, z = 0; `tray: Projected(layers: …)` says how many \
             layers of pieces it holds",
            )),
    }
}
