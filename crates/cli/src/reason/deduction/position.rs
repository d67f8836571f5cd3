//! Positions: the options placed, and those still possible.
//!
//! Positions are partially ordered: one is *lower* than another if at least as much is placed and
//! at most as much is possible. All quantities computed here are monotone in this order.

use super::bits;
use super::table::DeductionTable;

/// The options placed and those still possible, in the indices of a [`DeductionTable`]. Fields of
/// 64-bit words are [bit sets](bits).
#[derive(Debug)]
pub(super) struct Position {
    /// The live options: neither placed nor excluded.
    pub(super) live: Vec<u64>,
    /// The cells not covered.
    pub(super) open: Vec<u64>,
    /// For each piece, the number of copies still needed.
    pub(super) need: Vec<u32>,
    /// For each piece, the number of copies still available.
    pub(super) room: Vec<u32>,
    /// The requirements of conditions that no placement meets yet, as a bit set.
    pub(super) unmet: Vec<u64>,
    /// The options placed, in order.
    pub(super) placed: Vec<usize>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            live: self.live.clone(),
            open: self.open.clone(),
            need: self.need.clone(),
            room: self.room.clone(),
            unmet: self.unmet.clone(),
            placed: self.placed.clone(),
        }
    }

    /// Reuses the memory, because positions are copied very often.
    fn clone_from(&mut self, other: &Self) {
        self.live.clone_from(&other.live);
        self.open.clone_from(&other.open);
        self.need.clone_from(&other.need);
        self.room.clone_from(&other.room);
        self.unmet.clone_from(&other.unmet);
        self.placed.clone_from(&other.placed);
    }
}

/// Why a position has no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PositionConflict {
    /// No option is left for a cell.
    Cell(usize),
    /// For a piece, fewer options are left than copies are needed.
    Piece(usize),
    /// No option is left that meets a requirement of a condition.
    Asked(usize),
    /// Two options are needed that exclude each other.
    Clash,
    /// The remaining pieces cannot fill the pockets.
    Pocket,
    /// The remaining pieces cannot produce the difference between dark and light cells that remains in
    /// the colouring with this index.
    Colouring(usize),
}

impl Position {
    pub(super) fn new(table: &DeductionTable) -> Self {
        Self {
            live: table.live.clone(),
            open: bits::full(table.cells.len()),
            need: table.pieces.iter().map(|piece| piece.need).collect(),
            room: table.pieces.iter().map(|piece| piece.room).collect(),
            unmet: bits::full(table.asked.len()),
            placed: Vec::new(),
        }
    }

    pub(super) fn is_live(&self, option: usize) -> bool {
        bits::contains(&self.live, option)
    }

    /// Places a live option and excludes all options that clash with it.
    pub(super) fn place(&mut self, table: &DeductionTable, option: usize) {
        let piece = table.piece_of[option];
        self.need[piece] = self.need[piece].saturating_sub(1);
        self.room[piece] = self.room[piece].saturating_sub(1);
        if self.room[piece] == 0 {
            bits::subtract(&mut self.live, &table.pieces[piece].options);
        }
        bits::subtract(&mut self.live, table.rivals.row(option));
        bits::subtract(&mut self.open, table.masks.row(option));
        bits::subtract(&mut self.unmet, table.brought.row(option));
        self.placed.push(option);
    }

    /// The cells that must still be covered.
    pub(super) fn uncovered<'a>(
        &'a self,
        table: &'a DeductionTable,
    ) -> impl Iterator<Item = usize> + 'a {
        bits::ones_in_both(&self.open, &table.required)
    }

    /// The pieces of which more copies are needed.
    pub(super) fn needed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.need.len()).filter(|piece| self.need[*piece] > 0)
    }

    /// The requirements of conditions that no placement meets yet.
    pub(super) fn asked(&self) -> impl Iterator<Item = usize> + '_ {
        bits::ones(&self.unmet)
    }

    /// The number of live options that meet a requirement of a condition.
    pub(super) fn bringing(&self, table: &DeductionTable, asked: usize) -> usize {
        bits::common(&self.live, table.bringing.row(asked))
    }

    /// The number of live options of a piece.
    pub(super) fn places(&self, table: &DeductionTable, piece: usize) -> usize {
        bits::common(&self.live, &table.pieces[piece].options)
    }

    /// A contradiction at the first cell that no option can cover; `None` if there is no such cell.
    pub(super) fn starved_cell(&self, table: &DeductionTable) -> Option<PositionConflict> {
        self.uncovered(table)
            .find(|cell| !bits::meet(&self.live, table.columns.row(*cell)))
            .map(PositionConflict::Cell)
    }

    /// A contradiction at the first piece with too few options left, or else at the first
    /// requirement that no option meets. `None` if there is neither.
    pub(super) fn starved_piece(&self, table: &DeductionTable) -> Option<PositionConflict> {
        let piece = self
            .needed()
            .find(|piece| self.places(table, *piece) < self.need[*piece] as usize);
        if let Some(piece) = piece {
            return Some(PositionConflict::Piece(piece));
        }
        self.asked()
            .find(|asked| self.bringing(table, *asked) == 0)
            .map(PositionConflict::Asked)
    }

    /// A contradiction at the first place with too few options left; `None` if there is no such place.
    pub(super) fn starved(&self, table: &DeductionTable) -> Option<PositionConflict> {
        self.starved_cell(table)
            .or_else(|| self.starved_piece(table))
    }
}
