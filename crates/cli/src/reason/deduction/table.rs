//! The part of a puzzle that givens leave, in a compact form: open cells, remaining pieces,
//! possible options, and the relations between them.

mod remainder;

use std::collections::BTreeMap;

use tilewright_dlx::{Colour, Entry, ItemId, OptionId};
use tilewright_geometry::BoardCell;
use tilewright_geometry::compact::map_of;

pub use self::remainder::{MAX_LEFT, Remainder};
use super::bits::{self, BitRows};
use super::colourings::{CellColouring, colourings};
use super::constraints::{constraints, constraints_of};
use super::occupied::OccupiedByGivens;
use super::shown_colors::ShownColors;
use super::{DeductionError, with_own};
use crate::cover::Instance;
use crate::cover::conditions::ConstraintId;
use crate::puzzle::{PieceId, Puzzle};

/// A piece with copies left.
#[derive(Debug)]
pub(super) struct OpenPiece {
    pub(super) id: PieceId,
    /// The number of copies still needed.
    pub(super) need: u32,
    /// The number of copies still available.
    pub(super) room: u32,
    /// The options of the piece, as a bit set.
    pub(super) options: Vec<u64>,
    /// The options of the piece as bit sets, one for each number of cells that they cover.
    pub(super) sizes: Vec<(usize, Vec<u64>)>,
}

/// A colouring of the open cells.
#[derive(Debug)]
pub(super) struct TableColouring {
    pub(super) colouring: &'static CellColouring,
    /// The cells of weight +1, as a bit set.
    pub(super) plus: Vec<u64>,
    /// The cells of weight −1, as a bit set.
    pub(super) minus: Vec<u64>,
    /// The options of each piece, grouped by their weight: for each weight, a bit set.
    pub(super) weights: Vec<Vec<(i64, Vec<u64>)>>,
}

/// The remaining problem. Options, cells and pieces are renumbered in their original order.
#[derive(Debug)]
pub(super) struct DeductionTable {
    pub(super) options: Vec<OptionId>,
    /// The possible options, as a bit set. All other options would fit but for their colours.
    pub(super) live: Vec<u64>,
    pub(super) shown: ShownColors,
    /// The index of each option's piece.
    pub(super) piece_of: Vec<usize>,
    pub(super) cells: Vec<BoardCell>,
    /// The cells that must be filled, as a bit set.
    pub(super) required: Vec<u64>,
    pub(super) pieces: Vec<OpenPiece>,
    /// The cells of each option.
    pub(super) masks: BitRows,
    /// For each cell, the options that cover it.
    pub(super) columns: BitRows,
    /// For each cell, the open cells adjacent to it.
    pub(super) neighbours: BitRows,
    /// For each option, the option itself, all options that share a cell or a junction with it, and
    /// all that conditions exclude together with it.
    pub(super) rivals: BitRows,
    /// The requirements of conditions that no given meets.
    pub(super) asked: Vec<ConstraintId>,
    /// For each requirement, the options that meet it.
    pub(super) bringing: BitRows,
    /// For each option, the requirements that it meets.
    pub(super) brought: BitRows,
    pub(super) colours: Vec<TableColouring>,
    /// Whether the pieces that must be used always cover exactly as many cells as are open, and no
    /// other piece may be used.
    pub(super) is_rigid: bool,
}

impl DeductionTable {
    /// The table of the problem that the puzzle's givens and `givens` leave.
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
            masks: BitRows::new(options.len(), cells.len()),
            columns: BitRows::new(cells.len(), options.len()),
            neighbours: BitRows::new(cells.len(), cells.len()),
            rivals: BitRows::new(options.len(), options.len()),
            bringing: BitRows::new(asked.len(), options.len()),
            brought: BitRows::new(options.len(), asked.len()),
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

    /// Fills `masks`, `columns` and `neighbours`, and adds to `rivals` the pairs of options that share a cell
    /// or cross.
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

    /// Adds to `rivals` the pairs of options that conditions exclude. Records in `bringing` and `brought` which
    /// options meet which requirements.
    fn relate_by_conditions(&mut self, instance: &Instance) {
        let number: BTreeMap<ConstraintId, usize> = map_of(self.asked.iter().copied().zip(0..));
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

    fn pieces_left(&self, pieces: &[(PieceId, u32, u32)]) -> Vec<OpenPiece> {
        let none = || vec![0; bits::words_for(self.options.len())];
        let mut left: Vec<OpenPiece> = pieces
            .iter()
            .map(|&(id, need, room)| OpenPiece {
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

    /// The options of a list that remain after the givens, as a bit set.
    pub(super) fn options_among(&self, options: &[OptionId]) -> Vec<u64> {
        let mut among = vec![0; bits::words_for(self.options.len())];
        for option in options {
            // The binary search works because `self.options` is ascending.
            if let Ok(at) = self.options.binary_search(option) {
                bits::insert(&mut among, at);
            }
        }
        among
    }

    /// The total area of the pieces, if it is the same in every arrangement.
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

    fn colours(&self, puzzle: &Puzzle) -> Vec<TableColouring> {
        let none = || vec![0; bits::words_for(self.options.len())];
        let colours = |colouring: &'static CellColouring| {
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
            TableColouring {
                colouring,
                plus,
                minus,
                weights,
            }
        };
        colourings(puzzle.lattice).iter().map(colours).collect()
    }
}

/// The number of `cells` in `plus` minus the number in `minus`.
pub(super) fn difference(cells: &[u64], plus: &[u64], minus: &[u64]) -> i64 {
    let count = |set| i64::try_from(bits::common(cells, set)).unwrap_or(i64::MAX);
    count(plus) - count(minus)
}

/// The set of the class `key`, which is inserted if it is new. Classes stay in ascending order.
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
