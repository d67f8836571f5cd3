//! Consistency checks of givens and restrictions, shared by the reader and the builder.

use std::collections::BTreeMap;

use tilewright_geometry::{BoardCell, Placement};

use super::model::{Given, Puzzle};
use super::piece::PieceId;
use super::placements::{PlacementsError, placements_under};

/// The copies and cells that givens use up. For each cell, the caller's mark `T` identifies the given, for example
/// by its span.
#[derive(Debug)]
pub(super) struct TakenByGivens<T> {
    copies: Vec<u32>,
    cells: BTreeMap<BoardCell, (PieceId, T)>,
}

/// Two givens that share a cell.
#[derive(Debug)]
pub(super) struct Overlap<T> {
    pub(super) cell: BoardCell,
    /// The piece of the earlier given, and the caller's mark that identifies this given.
    pub(super) first: (PieceId, T),
}

impl<T: Copy> TakenByGivens<T> {
    pub(super) fn nothing(puzzle: &Puzzle) -> Self {
        Self {
            copies: vec![0; puzzle.pieces.len()],
            cells: BTreeMap::new(),
        }
    }

    /// Uses up a copy of a piece. The error is the number of its copies, if all are used up.
    pub(super) fn take_copy(&mut self, puzzle: &Puzzle, piece: PieceId) -> Result<(), u32> {
        let copies = puzzle.piece(piece).copies.max;
        let taken = &mut self.copies[piece.index()];
        *taken += 1;
        if *taken > copies { Err(copies) } else { Ok(()) }
    }

    /// Marks cells as covered by a given of the piece. The error names the first cell that an earlier given
    /// covers.
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

/// A given and the restriction that forbids it, both by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RuledOut {
    pub(super) given: usize,
    pub(super) restriction: usize,
}

/// The first given that the restrictions forbid; `None` if they forbid none. The restriction
/// returned is the first one that forbids the given together with the restrictions before it.
///
/// # Errors
///
/// [`PlacementsError`], with the index of the given whose placements could not be listed.
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

/// Whether the cells of a given are a placement of its piece, ignoring restrictions.
///
/// Cost: listing all placements of the piece.
pub(super) fn is_placement(puzzle: &Puzzle, given: &Given) -> Result<bool, PlacementsError> {
    let junctions = puzzle.junctions();
    let placements = placements_under(puzzle, &junctions, given.piece, &[])?;
    Ok(placements.iter().any(|placement| lies_so(placement, given)))
}

fn lies_so(placement: &Placement, given: &Given) -> bool {
    placement.cells.as_ref() == given.cells.as_slice()
}
