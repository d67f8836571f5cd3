//! What must hold of givens and restrictions together, whether they are read or built.

use std::collections::BTreeMap;

use tilewright_geometry::{BoardCell, Placement};

use super::model::{Given, Puzzle};
use super::piece::PieceId;
use super::placements::{PlacementsError, placements_under};

/// The copies and cells that givens take, each cell with a mark of whoever checks them.
#[derive(Debug)]
pub(super) struct TakenByGivens<T> {
    copies: Vec<u32>,
    cells: BTreeMap<BoardCell, (PieceId, T)>,
}

/// Two givens on one cell.
#[derive(Debug)]
pub(super) struct Overlap<T> {
    pub(super) cell: BoardCell,
    /// The piece that was given first, and its mark.
    pub(super) first: (PieceId, T),
}

impl<T: Copy> TakenByGivens<T> {
    /// Nothing is given yet.
    pub(super) fn nothing(puzzle: &Puzzle) -> Self {
        Self {
            copies: vec![0; puzzle.pieces.len()],
            cells: BTreeMap::new(),
        }
    }

    /// Takes a copy of a piece; the error is how many there are.
    pub(super) fn take_copy(&mut self, puzzle: &Puzzle, piece: PieceId) -> Result<(), u32> {
        let copies = puzzle.piece(piece).copies.max;
        let taken = &mut self.copies[piece.index()];
        *taken += 1;
        if *taken > copies { Err(copies) } else { Ok(()) }
    }

    /// Takes cells for a piece.
    pub(super) fn take_cells(
        &mut self,
        piece: PieceId,
        cells: &[BoardCell],
        mark: T,
    ) -> Result<(), Overlap<T>> {
        for &cell in cells {
            if let Some(first) = self.cells.insert(cell, (piece, mark)) {
                return Err(Overlap { cell, first });
            }
        }
        Ok(())
    }
}

/// A given that a restriction rules out, both by their indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RuledOut {
    pub(super) given: usize,
    pub(super) restriction: usize,
}

/// The first given that the restrictions rule out, and the restriction that does, with those before
/// it; an error comes with the given whose placements were asked for.
pub(super) fn given_ruled_out(
    puzzle: &Puzzle,
) -> Result<Option<RuledOut>, (usize, PlacementsError)> {
    let junctions = puzzle.junctions();
    for (given, laid) in puzzle.givens.iter().enumerate() {
        for (restriction, rule) in puzzle.restrictions.iter().enumerate() {
            if !rule.concerns(laid.piece) {
                continue;
            }
            let under = &puzzle.restrictions[..=restriction];
            let placements = placements_under(puzzle, &junctions, laid.piece, under)
                .map_err(|error| (given, error))?;
            if !placements.iter().any(|placement| lies_so(placement, laid)) {
                return Ok(Some(RuledOut { given, restriction }));
            }
        }
    }
    Ok(None)
}

/// Whether a piece can lie so on the board, whatever the restrictions say.
///
/// Cost: all placements of the piece.
pub(super) fn is_placement(puzzle: &Puzzle, given: &Given) -> Result<bool, PlacementsError> {
    let junctions = puzzle.junctions();
    let placements = placements_under(puzzle, &junctions, given.piece, &[])?;
    Ok(placements.iter().any(|placement| lies_so(placement, given)))
}

fn lies_so(placement: &Placement, given: &Given) -> bool {
    placement.cells.as_ref() == given.cells.as_slice()
}
