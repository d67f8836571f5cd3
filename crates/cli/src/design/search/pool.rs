//! Identifies the regions of a dissection as pieces of a pool.

use std::collections::HashMap;

use tilewright_geometry::{Cell, Polyform, Sides};

use super::SearchError;
use super::dissection::Dissection;
use crate::design::choices::ChoiceRule;
use crate::puzzle::{Piece, PieceId, Puzzle};

/// Finds the pieces of a pool by their shapes, and checks the bounds of their copies.
#[derive(Debug)]
pub(super) struct PiecePool<'a> {
    puzzle: &'a Puzzle,
    rule: &'a ChoiceRule,
    shapes: HashMap<(Sides, Polyform), PieceId>,
    /// The different values of [`Sides`] among the pieces.
    sides: Vec<Sides>,
    /// For each piece, the number of its givens.
    given: Vec<u32>,
}

impl<'a> PiecePool<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, rule: &'a ChoiceRule) -> Result<Self, SearchError> {
        let mut shapes = HashMap::new();
        let mut sides: Vec<Sides> = Vec::new();
        for (id, piece) in puzzle.pieces() {
            if !piece.polyform.is_connected() {
                return Err(SearchError::Apart {
                    name: piece.name.clone(),
                });
            }
            if !sides.contains(&piece.sides) {
                sides.push(piece.sides);
            }
            let shape = (piece.sides, piece.polyform.canonical(piece.sides));
            if let Some(twin) = shapes.insert(shape, id) {
                return Err(SearchError::Twins {
                    one: puzzle.piece(twin).name.clone(),
                    other: piece.name.clone(),
                });
            }
        }
        let mut given = vec![0; puzzle.pieces.len()];
        for placed in &puzzle.givens {
            given[placed.piece.index()] += 1;
        }
        Ok(Self {
            puzzle,
            rule,
            shapes,
            sides,
            given,
        })
    }

    pub(super) fn given(&self) -> &[u32] {
        &self.given
    }

    /// The minimum and maximum number of cells of a piece that may be used beyond its givens.
    /// `None` if there is no such piece.
    pub(super) fn sizes(&self) -> Option<(usize, usize)> {
        let pieces = self.puzzle.pieces.iter().zip(&self.given);
        let left = pieces.filter(|(piece, given)| piece.copies.max > **given);
        let sizes: Vec<usize> = left.map(|(piece, _)| piece.polyform.size()).collect();
        Some((*sizes.iter().min()?, *sizes.iter().max()?))
    }

    /// Whether the rule allows this number of pieces in addition to the givens.
    pub(super) fn allows_number(&self, number: usize) -> bool {
        let all = number + self.puzzle.givens.len();
        (self.rule.pieces).is_none_or(|range| range.contains(&all.into()))
    }

    /// The piece with the shape of these connected cells. `None` if the pool has no such piece.
    pub(super) fn piece(&self, cells: &[usize]) -> Option<PieceId> {
        let board = &self.puzzle.board;
        let cells: Vec<Cell> = cells.iter().map(|&at| board.cells()[at]).collect();
        let form = Polyform::new(board.lattice(), cells).ok()?;
        self.sides.iter().find_map(|&sides| {
            let shape = (sides, form.canonical(sides));
            self.shapes.get(&shape).copied()
        })
    }

    /// The piece of each region of a dissection; `None` for a region that is no piece of the pool.
    pub(super) fn pieces(&self, dissection: &Dissection) -> Vec<Option<PieceId>> {
        let cells = dissection.cells();
        cells.iter().map(|cells| self.piece(cells)).collect()
    }

    /// The number of copies of each piece if these pieces are used in addition to the givens.
    pub(super) fn copies(&self, pieces: impl Iterator<Item = PieceId>) -> Vec<u32> {
        let mut copies = self.given.clone();
        for piece in pieces {
            copies[piece.index()] += 1;
        }
        copies
    }

    /// Whether the numbers of copies are within the bounds of the pieces.
    pub(super) fn knows(&self, copies: &[u32]) -> bool {
        let pieces = &self.puzzle.pieces;
        let is_allowed = |(piece, copies): (&Piece, &u32)| {
            (piece.copies.min..=piece.copies.max).contains(copies)
        };
        copies.len() == pieces.len() && pieces.iter().zip(copies).all(is_allowed)
    }

    /// The number of faults that keep regions from being an allowed choice; 0 if they are one. It
    /// counts each region that is no piece, each copy too many or too few, each different piece too
    /// many or too few, and each pair of pieces that exclude each other.
    pub(super) fn excess(&self, pieces: &[Option<PieceId>], copies: &[u32]) -> u32 {
        let foreign = pieces.iter().filter(|piece| piece.is_none()).count();
        let bounds = self.puzzle.pieces.iter().zip(copies);
        let beyond = bounds.map(|(piece, &copies)| {
            let (min, max) = (piece.copies.min, piece.copies.max);
            copies.saturating_sub(max) + min.saturating_sub(copies)
        });
        let apart = self.rule.apart.iter().filter(|(one, other)| {
            let used = |piece: &PieceId| copies[piece.index()] > 0;
            used(one) && used(other)
        });
        let different = copies.iter().filter(|copies| **copies > 0).count() as u64;
        let off_by = self.rule.different.map_or(0, |range| {
            let more = range.most.map_or(0, |most| different.saturating_sub(most));
            usize::try_from(range.least.saturating_sub(different) + more).unwrap_or(usize::MAX)
        });
        let others = (foreign + apart.count()).saturating_add(off_by);
        let others = u32::try_from(others).unwrap_or(u32::MAX);
        others.saturating_add(beyond.sum())
    }
}
