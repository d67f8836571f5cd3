//! A position: what is placed, what is still possible.
//!
//! Positions are ordered: one lies below another if it has placed at least as
//! much and leaves at most as much possible. Whatever is worked out here only
//! ever goes down.

use super::bits;
use super::table::Table;

/// What is placed and what is still possible, in the numbers of a [`Table`].
#[derive(Debug)]
pub(super) struct Position {
    /// The options neither placed nor ruled out.
    pub(super) live: Vec<u64>,
    /// The cells not covered.
    pub(super) open: Vec<u64>,
    /// By piece, how many more are needed, and how many there may be.
    pub(super) need: Vec<u32>,
    pub(super) room: Vec<u32>,
    /// What conditions ask for and no placement brings.
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

    /// Keeps the memory, for positions are copied all the time.
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
pub(super) enum Contradiction {
    /// No option is left for a cell.
    Cell(usize),
    /// Fewer options are left for a piece than are needed.
    Piece(usize),
    /// No option is left that brings what a condition asks for.
    Asked(usize),
    /// Two options clash, and both are needed.
    Clash,
    /// The pieces left can't fill the pockets.
    Pocket,
    /// The pieces left can't make the difference of a colouring.
    Colouring(usize),
}

impl Position {
    pub(super) fn new(table: &Table) -> Self {
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

    /// Places a live option; all that clash with it go.
    pub(super) fn place(&mut self, table: &Table, option: usize) {
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
    pub(super) fn wanting<'a>(&'a self, table: &'a Table) -> impl Iterator<Item = usize> + 'a {
        bits::ones_in_both(&self.open, &table.required)
    }

    /// The pieces of which more are needed.
    pub(super) fn needed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.need.len()).filter(|piece| self.need[*piece] > 0)
    }

    /// What conditions ask for and no placement brings.
    pub(super) fn asked(&self) -> impl Iterator<Item = usize> + '_ {
        bits::ones(&self.unmet)
    }

    /// How many options are left that bring what a condition asks for.
    pub(super) fn bringing(&self, table: &Table, asked: usize) -> usize {
        bits::common(&self.live, table.bringing.row(asked))
    }

    /// How many places are left for a piece.
    pub(super) fn places(&self, table: &Table, piece: usize) -> usize {
        bits::common(&self.live, &table.pieces[piece].options)
    }

    /// The first cell that nothing can cover any more.
    pub(super) fn starved_cell(&self, table: &Table) -> Option<Contradiction> {
        self.wanting(table)
            .find(|cell| !bits::meet(&self.live, table.columns.row(*cell)))
            .map(Contradiction::Cell)
    }

    /// The first piece, or what a condition asks for, for which not enough is left.
    pub(super) fn starved_piece(&self, table: &Table) -> Option<Contradiction> {
        let piece = self
            .needed()
            .find(|piece| self.places(table, *piece) < self.need[*piece] as usize);
        if let Some(piece) = piece {
            return Some(Contradiction::Piece(piece));
        }
        self.asked()
            .find(|asked| self.bringing(table, *asked) == 0)
            .map(Contradiction::Asked)
    }

    /// The first place for which not enough is left.
    pub(super) fn starved(&self, table: &Table) -> Option<Contradiction> {
        self.starved_cell(table)
            .or_else(|| self.starved_piece(table))
    }
}
