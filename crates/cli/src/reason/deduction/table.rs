//! What givens leave of a puzzle, compiled: the cells still open, the pieces
//! still to be placed, the options still possible, and who meets whom.

mod remainder;

use std::collections::BTreeMap;

use tilewright_dlx::{Colour, Entry, ItemId, OptionId};
use tilewright_geometry::BoardCell;

pub use self::remainder::{MAX_LEFT, Remainder};
use super::bits::{self, Rows};
use super::colourings::{Colouring, colourings};
use super::constraints::{constraints, constraints_of};
use super::occupied::OccupiedByGivens;
use super::shown_colors::ShownColors;
use super::{DeductionError, with_own};
use crate::cover::Instance;
use crate::cover::conditions::ConstraintId;
use crate::puzzle::{PieceId, Puzzle};

/// A piece of which copies are left.
#[derive(Debug)]
pub(super) struct PieceLeft {
    pub(super) id: PieceId,
    /// How many more are needed, and how many there may be.
    pub(super) need: u32,
    pub(super) room: u32,
    /// Its options.
    pub(super) options: Vec<u64>,
    /// Its options by how many cells they cover.
    pub(super) sizes: Vec<(usize, Vec<u64>)>,
}

/// A colouring of the cells still open.
#[derive(Debug)]
pub(super) struct Colours {
    pub(super) colouring: &'static Colouring,
    /// The cells of weight +1 and −1.
    pub(super) plus: Vec<u64>,
    pub(super) minus: Vec<u64>,
    /// By piece, its options by their weight.
    pub(super) weights: Vec<Vec<(i64, Vec<u64>)>>,
}

/// The problem that is left. Options, cells and pieces have new numbers, in
/// the old order.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) options: Vec<OptionId>,
    /// The options still possible: the others would fit but for their colours.
    pub(super) live: Vec<u64>,
    pub(super) shown: ShownColors,
    /// By option, the number of its piece.
    pub(super) piece_of: Vec<usize>,
    pub(super) cells: Vec<BoardCell>,
    /// The cells that must be filled.
    pub(super) required: Vec<u64>,
    pub(super) pieces: Vec<PieceLeft>,
    /// By option, its cells.
    pub(super) masks: Rows,
    /// By cell, the options that cover it.
    pub(super) columns: Rows,
    /// By cell, the open cells beside it.
    pub(super) neighbours: Rows,
    /// By option, itself and all that share a cell or a junction with it, or are kept apart from it.
    pub(super) rivals: Rows,
    /// What conditions ask for and no given brings.
    pub(super) asked: Vec<ConstraintId>,
    /// By constraint that is asked, the options that bring it.
    pub(super) bringing: Rows,
    /// By option, the constraints that it brings.
    pub(super) brought: Rows,
    pub(super) colours: Vec<Colours>,
    /// Whether the pieces that must be used cover, however they lie, just the
    /// open cells, and none may be used besides.
    pub(super) is_rigid: bool,
}

impl Table {
    /// What the puzzle's givens and these leave.
    pub(super) fn new(instance: &Instance, givens: &[OptionId]) -> Result<Self, DeductionError> {
        let puzzle = instance.puzzle();
        let taken = OccupiedByGivens::by(instance, givens)?;
        let options: Vec<OptionId> = instance
            .problem()
            .options()
            .filter(|option| taken.leaves(instance, *option))
            .collect();
        let board = &puzzle.board;
        let cells: Vec<BoardCell> = board
            .indices()
            .filter(|cell| taken.cells[cell.index()].is_none())
            .collect();

        let tiles = &taken.tiles;
        let mut has_option = vec![false; puzzle.pieces.len()];
        for option in &options {
            has_option[tiles[instance.meaning(*option).piece.index()].index()] = true;
        }
        let mut number = vec![usize::MAX; puzzle.pieces.len()];
        let mut pieces = Vec::new();
        for (id, piece) in puzzle.pieces().filter(|(id, _)| tiles[id.index()] == *id) {
            let placed = taken.pieces[id.index()];
            let copies = piece.copies_of_tile();
            let need = copies.min.saturating_sub(placed);
            if has_option[id.index()] || need > 0 {
                number[id.index()] = pieces.len();
                pieces.push((id, need, copies.max.saturating_sub(placed)));
            }
        }
        let left = Remainder {
            options: options.len(),
            cells: cells.len(),
            pieces: pieces.len(),
        };
        if left.options > MAX_LEFT.options
            || left.cells > MAX_LEFT.cells
            || left.pieces > MAX_LEFT.pieces
        {
            return Err(DeductionError::TooLarge { left });
        }
        let asked: Vec<ConstraintId> = constraints(instance)
            .filter(|(item, _)| instance.problem().is_primary(*item))
            .filter(|(item, _)| !taken.constraints.contains_key(item))
            .map(|(_, id)| id)
            .collect();
        let piece_of = options
            .iter()
            .map(|option| number[tiles[instance.meaning(*option).piece.index()].index()])
            .collect();
        let shown = ShownColors::of(instance, &options, &with_own(instance, givens));
        let mut live = bits::full(options.len());
        for option in (0..options.len()).filter(|option| !shown.suits_givens(*option)) {
            bits::remove(&mut live, option);
        }
        let mut required = vec![0; bits::words_for(cells.len())];
        for (at, cell) in cells.iter().enumerate() {
            if board.is_required(*cell) {
                bits::insert(&mut required, at);
            }
        }
        let mut table = Self {
            masks: Rows::new(options.len(), cells.len()),
            columns: Rows::new(cells.len(), options.len()),
            neighbours: Rows::new(cells.len(), cells.len()),
            rivals: Rows::new(options.len(), options.len()),
            bringing: Rows::new(asked.len(), options.len()),
            brought: Rows::new(options.len(), asked.len()),
            asked,
            options,
            live,
            shown,
            piece_of,
            cells,
            required,
            pieces: Vec::new(),
            colours: Vec::new(),
            is_rigid: false,
        };
        table.relate(instance);
        table.relate_by_conditions(instance);
        table.pieces = table.pieces_left(&pieces);
        table.colours = table.colours(puzzle);
        table.is_rigid = table.area() == Some(table.cells.len())
            && bits::len(&table.required) == table.cells.len();
        Ok(table)
    }

    /// Fills masks, columns, neighbours and rivals.
    fn relate(&mut self, instance: &Instance) {
        let mut number = vec![usize::MAX; instance.puzzle().board.cells().len()];
        for (at, cell) in self.cells.iter().enumerate() {
            number[cell.index()] = at;
        }
        let board = &instance.puzzle().board;
        for (at, cell) in self.cells.iter().enumerate() {
            let near = instance.puzzle().lattice.neighbours(board.cell(*cell));
            for near in near.filter_map(|near| board.index_of(near)) {
                let near = number[near.index()];
                if near != usize::MAX && near != at {
                    bits::insert(self.neighbours.row_mut(at), near);
                }
            }
        }
        let mut crossing: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (at, option) in self.options.iter().enumerate() {
            let placement = &instance.meaning(*option).placement;
            for cell in &placement.cells {
                let cell = number[cell.index()];
                bits::insert(self.masks.row_mut(at), cell);
                bits::insert(self.columns.row_mut(cell), at);
            }
            for junction in &placement.junctions {
                crossing.entry(*junction).or_default().push(at);
            }
        }
        for at in 0..self.options.len() {
            let rivals = self.rivals.row_mut(at);
            bits::insert(rivals, at);
            for cell in bits::ones(self.masks.row(at)) {
                bits::unite(rivals, self.columns.row(cell));
            }
        }
        for options in crossing.values() {
            for option in options {
                for other in options {
                    bits::insert(self.rivals.row_mut(*option), *other);
                }
            }
        }
    }

    /// Adds what conditions make rivals, and fills in what they ask for.
    fn relate_by_conditions(&mut self, instance: &Instance) {
        let number: BTreeMap<ConstraintId, usize> = self.asked.iter().copied().zip(0..).collect();
        let mut apart: BTreeMap<ItemId, Vec<(usize, Option<Colour>)>> = BTreeMap::new();
        for (at, option) in self.options.iter().enumerate() {
            for (Entry { item, colour }, id) in constraints_of(instance, *option) {
                if !instance.problem().is_primary(item) {
                    apart.entry(item).or_default().push((at, colour));
                } else if let Some(&asked) = number.get(&id) {
                    bits::insert(self.bringing.row_mut(asked), at);
                    bits::insert(self.brought.row_mut(at), asked);
                }
            }
        }
        for options in apart.values() {
            for (option, colour) in options {
                for (other, of_other) in options {
                    if colour.is_none() || colour != of_other {
                        bits::insert(self.rivals.row_mut(*option), *other);
                    }
                }
            }
        }
    }

    fn pieces_left(&self, pieces: &[(PieceId, u32, u32)]) -> Vec<PieceLeft> {
        let none = || vec![0; bits::words_for(self.options.len())];
        let mut left: Vec<PieceLeft> = pieces
            .iter()
            .map(|&(id, need, room)| PieceLeft {
                id,
                need,
                room,
                options: none(),
                sizes: Vec::new(),
            })
            .collect();
        for (at, piece) in self.piece_of.iter().enumerate() {
            let piece = &mut left[*piece];
            bits::insert(&mut piece.options, at);
            let size = bits::len(self.masks.row(at));
            bits::insert(class(&mut piece.sizes, size, none), at);
        }
        left
    }

    /// Those of some options that are left, as a set.
    pub(super) fn options_among(&self, options: &[OptionId]) -> Vec<u64> {
        let mut among = vec![0; bits::words_for(self.options.len())];
        for option in options {
            // They are in ascending order.
            if let Ok(at) = self.options.binary_search(option) {
                bits::insert(&mut among, at);
            }
        }
        among
    }

    /// How many cells the pieces cover, if that is certain.
    fn area(&self) -> Option<usize> {
        self.pieces.iter().try_fold(0_usize, |area, piece| {
            let [(size, _)] = piece.sizes.as_slice() else {
                return None;
            };
            (piece.need == piece.room)
                .then(|| area.checked_add(size.checked_mul(piece.need as usize)?))
                .flatten()
        })
    }

    fn colours(&self, puzzle: &Puzzle) -> Vec<Colours> {
        let none = || vec![0; bits::words_for(self.options.len())];
        let colours = |colouring: &'static Colouring| {
            let mut plus = vec![0; bits::words_for(self.cells.len())];
            let mut minus = plus.clone();
            for (at, cell) in self.cells.iter().enumerate() {
                match colouring.weight(puzzle.lattice, puzzle.board.cell(*cell)) {
                    1.. => bits::insert(&mut plus, at),
                    0 => {}
                    _ => bits::insert(&mut minus, at),
                }
            }
            let mut weights = vec![Vec::new(); self.pieces.len()];
            for (at, piece) in self.piece_of.iter().enumerate() {
                let weight = difference(self.masks.row(at), &plus, &minus);
                bits::insert(class(&mut weights[*piece], weight, none), at);
            }
            Colours {
                colouring,
                plus,
                minus,
                weights,
            }
        };
        colourings(puzzle.lattice).iter().map(colours).collect()
    }
}

/// How many more of the cells are in the one set than in the other.
pub(super) fn difference(cells: &[u64], plus: &[u64], minus: &[u64]) -> i64 {
    let count = |set| i64::try_from(bits::common(cells, set)).unwrap_or(i64::MAX);
    count(plus) - count(minus)
}

/// The set of a class, in ascending order of the classes.
fn class<K: Ord + Copy>(
    classes: &mut Vec<(K, Vec<u64>)>,
    key: K,
    none: impl Fn() -> Vec<u64>,
) -> &mut [u64] {
    let at = match classes.binary_search_by_key(&key, |class| class.0) {
        Ok(at) => at,
        Err(at) => {
            classes.insert(at, (key, none()));
            at
        }
    };
    &mut classes[at].1
}
