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
    /// All options left for a piece are needed, and two of them clash.
    Clash(usize),
    /// The pieces left can't fill the pockets.
    Pocket,
    /// The pieces left can't make the difference of a colouring.
    Colouring(usize),
}

impl Position {
    pub(super) fn new(table: &Table) -> Self {
        Self {
            live: bits::full(table.options.len()),
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

    /// How many options are left for a cell.
    pub(super) fn ways(&self, table: &Table, cell: usize) -> usize {
        bits::common(&self.live, table.columns.row(cell))
    }

    /// How many places are left for a piece.
    pub(super) fn places(&self, table: &Table, piece: usize) -> usize {
        bits::common(&self.live, &table.pieces[piece].options)
    }

    /// The first cell or piece for which not enough is left.
    pub(super) fn starved(&self, table: &Table) -> Option<Contradiction> {
        let cell = self
            .wanting(table)
            .find(|cell| !bits::meet(&self.live, table.columns.row(*cell)));
        if let Some(cell) = cell {
            return Some(Contradiction::Cell(cell));
        }
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

    /// Places what is forced, cells first, until nothing more is.
    pub(super) fn force(&mut self, table: &Table) -> Result<(), Contradiction> {
        loop {
            let before = self.placed.len();
            self.force_cells(table)?;
            self.force_pieces(table)?;
            self.force_asked(table)?;
            if self.placed.len() == before {
                return Ok(());
            }
        }
    }

    fn force_cells(&mut self, table: &Table) -> Result<(), Contradiction> {
        for word in 0..self.open.len() {
            let mut wanting = self.open[word] & table.required[word];
            while wanting != 0 {
                let cell = word * 64 + wanting.trailing_zeros() as usize;
                wanting &= wanting - 1;
                match only(&self.live, table.columns.row(cell)) {
                    Only::None => return Err(Contradiction::Cell(cell)),
                    Only::One(option) => {
                        self.place(table, option);
                        wanting &= self.open[word];
                    }
                    Only::Several => {}
                }
            }
        }
        Ok(())
    }

    fn force_asked(&mut self, table: &Table) -> Result<(), Contradiction> {
        for asked in 0..table.asked.len() {
            if !bits::contains(&self.unmet, asked) {
                continue;
            }
            match only(&self.live, table.bringing.row(asked)) {
                Only::None => return Err(Contradiction::Asked(asked)),
                Only::One(option) => self.place(table, option),
                Only::Several => {}
            }
        }
        Ok(())
    }

    fn force_pieces(&mut self, table: &Table) -> Result<(), Contradiction> {
        for piece in 0..self.need.len() {
            let need = self.need[piece] as usize;
            if need == 0 {
                continue;
            }
            let options = &table.pieces[piece].options;
            if need == 1 {
                match only(&self.live, options) {
                    Only::None => return Err(Contradiction::Piece(piece)),
                    Only::One(option) => self.place(table, option),
                    Only::Several => {}
                }
                continue;
            }
            let places = self.places(table, piece);
            if places < need {
                return Err(Contradiction::Piece(piece));
            }
            if places == need {
                for _ in 0..need {
                    let Some(option) = bits::ones_in_both(&self.live, options).next() else {
                        return Err(Contradiction::Clash(piece));
                    };
                    self.place(table, option);
                }
            }
        }
        Ok(())
    }
}

enum Only {
    None,
    One(usize),
    Several,
}

/// The only option in both sets, if there is one.
fn only(a: &[u64], b: &[u64]) -> Only {
    let mut found = Only::None;
    for (at, (a, b)) in a.iter().zip(b).enumerate() {
        let word = a & b;
        if word == 0 {
            continue;
        }
        if word & (word - 1) != 0 || matches!(found, Only::One(_)) {
            return Only::Several;
        }
        found = Only::One(at * 64 + word.trailing_zeros() as usize);
    }
    found
}
