//! The pieces of a sketch as a puzzle, for their pictures and colours.

use tilewright_geometry::{Board, Crossing, Lattice};

use super::edit::Refusal;
use crate::design::challenges::cards::colored;
use crate::puzzle::{CellLabels, Piece, Puzzle, Sketch, Tray};
use crate::support::label::Label;

/// A puzzle of the pieces on a board of one cell, for drawing them. `None` if there are no pieces.
pub(super) fn puzzle_of(lattice: Lattice, pieces: &[Piece]) -> Option<Puzzle> {
    let cell = *pieces.first()?.polyform.cells().first()?;
    let board = Board::new(lattice, [cell], []).ok()?;
    Some(bare_puzzle(board, pieces.to_vec()))
}

/// A puzzle for drawing: a board and pieces, which need not fit it.
pub(super) fn bare_puzzle(board: Board, pieces: Vec<Piece>) -> Puzzle {
    Puzzle {
        title: Label::default(),
        source: None,
        lattice: board.lattice(),
        tray: Tray::Flat,
        crossing: Crossing::Allowed,
        board,
        pieces,
        givens: Vec::new(),
        restrictions: Vec::new(),
        conditions: Vec::new(),
        labels: CellLabels::default(),
    }
}

/// The pieces of a sketch, each with the colour that it has in pictures. A piece without a colour
/// in the file has one that depends on the other pieces. Pieces with coloured cells have no other
/// colour.
pub(super) fn colored_pieces(sketch: &Sketch) -> Vec<Piece> {
    let pieces = sketch.pieces.as_deref().unwrap_or_default();
    let Some(drawn) = puzzle_of(sketch.lattice, pieces) else {
        return pieces.to_vec();
    };
    let drawn = colored(&drawn).pieces.into_iter().zip(pieces);
    let kept = |(drawn, own): (Piece, &Piece)| match own.cell_colors {
        None => drawn,
        Some(_) => own.clone(),
    };
    drawn.map(kept).collect()
}

/// The pieces of a choice, each with its exact number of copies and the colour that it has in pictures.
pub(super) fn chosen_pieces(
    sketch: &Sketch,
    chosen: &[(String, u32)],
) -> Result<Vec<Piece>, Refusal> {
    let all = colored_pieces(sketch);
    let copies = |piece: &Piece| {
        let named = |(name, _): &&(String, u32)| piece.name_of_tile() == name.as_str();
        chosen.iter().find(named).map(|(_, copies)| *copies)
    };
    let is_there = |(name, copies): &(String, u32)| {
        *copies > 0
            && all
                .iter()
                .any(|piece| piece.name_of_tile() == name.as_str())
    };
    if chosen.is_empty() || !chosen.iter().all(is_there) {
        return Err(Refusal::NoPiece);
    }
    let exactly = |piece: &Piece| Some(piece.clone().exactly(copies(piece)?));
    Ok(all.iter().filter_map(exactly).collect())
}
