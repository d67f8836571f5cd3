//! `Maximal`: no further piece fits into the empty cells.
//!
//! Each placement of a piece that may have copies left, on cells that may all stay empty, gives a primary item. It is
//! covered at least once: by each option that has one of the cells or junctions, and, if a solution uses the piece at
//! most once, by each option of the piece. Of two sets of cells of which one contains the other, the smaller one is
//! enough. If the copies of a piece may run out while there is room for another one, a filter looks for room in each
//! solution.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_geometry::{BoardCell, JunctionId, Placement};

use super::constraint::{Constraint, FutureOption, ItemKey, PartKeys, narrow};
use crate::puzzle::{Condition, Copies, Piece, PieceId, Puzzle, Tray};

/// Which copies of a piece a solution may leave unused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Supply {
    /// No copies are left over: every solution uses all of them.
    Used,
    /// The only copy may be left over. The faces of a tile share this copy, so the variant holds the first face.
    Single(PieceId),
    /// Copies are always left over, since there are more than fit on the board.
    Plenty,
    /// A solution may use all copies, and still have room for another one.
    Limited,
}

pub(super) fn supplies(puzzle: &Puzzle) -> Vec<Supply> {
    let area = puzzle.board.cells().len() as u64;
    let supply = |((_, piece), first): ((PieceId, &Piece), PieceId)| {
        // In a tray with depth, all cubes of a piece may be above a single cell.
        let size = match puzzle.tray {
            Tray::Flat => piece.polyform.size() as u64,
            Tray::Projected { .. } => 1,
        };
        match piece.copies_of_tile() {
            Copies { min, max } if min == max => Supply::Used,
            Copies { max: 1, .. } => Supply::Single(first),
            Copies { max, .. } if (u64::from(max) + 1).saturating_mul(size) > area => {
                Supply::Plenty
            }
            _ if piece.unlimited => Supply::Plenty,
            _ => Supply::Limited,
        }
    };
    puzzle.pieces().zip(puzzle.tiles()).map(supply).collect()
}

/// Whether a filter must test each solution for room for one more copy of a piece.
pub(super) fn needs_filter(puzzle: &Puzzle) -> bool {
    puzzle.conditions.contains(&Condition::Maximal)
        && puzzle.board.optional_count() > 0
        && supplies(puzzle).contains(&Supply::Limited)
}

/// For each piece whose copies may run out while there is room for another one: the first face of
/// its tile, and the maximum number of copies. `None` for other pieces.
pub(crate) fn limited(puzzle: &Puzzle) -> Vec<Option<(PieceId, u32)>> {
    let limit = |((first, supply), piece): ((PieceId, Supply), &Piece)| {
        (supply == Supply::Limited).then(|| (first, piece.copies_of_tile().max))
    };
    let supplies = puzzle.tiles().into_iter().zip(supplies(puzzle));
    supplies.zip(&puzzle.pieces).map(limit).collect()
}

/// The cells and junctions of a placement that must not all stay empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Room {
    cells: Box<[BoardCell]>,
    junctions: Box<[JunctionId]>,
    /// The piece of the placement if it has a single copy: solutions that use it may leave the room
    /// empty. For a tile, its first face.
    single: Option<PieceId>,
}

impl Room {
    /// Whether this room makes the item of the other one superfluous: it is a part of the other room, and
    /// must not stay empty in any solution in which the other must not.
    fn implies(&self, other: &Self) -> bool {
        (self.single.is_none() || self.single == other.single)
            && self
                .cells
                .iter()
                .all(|cell| other.cells.binary_search(cell).is_ok())
            && self.junctions.iter().all(|at| other.junctions.contains(at))
    }
}

/// The items of `Maximal`: one for each [`Room`], which must not stay empty.
pub(super) struct MaximalItems {
    rooms: Vec<Room>,
    names: Vec<Option<String>>,
    /// For each cell, the rooms that contain it.
    of_cell: Vec<Vec<u32>>,
    /// For each junction, the rooms that contain it.
    of_junction: BTreeMap<JunctionId, Vec<u32>>,
    /// For each piece, the rooms that may stay empty in a solution that uses the piece.
    of_piece: Vec<Vec<u32>>,
}

impl MaximalItems {
    pub(super) fn of(puzzle: &Puzzle, laid: &[FutureOption<'_>]) -> Self {
        let supplies = supplies(puzzle);
        let is_optional = |cell: &BoardCell| !puzzle.board.is_required(*cell);
        let mut all = BTreeSet::new();
        for FutureOption {
            piece, placement, ..
        } in laid.iter().filter(|laid| laid.is_allowed)
        {
            let single = match supplies[piece.index()] {
                Supply::Plenty => None,
                Supply::Single(first) => Some(first),
                Supply::Used | Supply::Limited => continue,
            };
            if placement.cells.iter().all(is_optional) {
                let Placement {
                    cells, junctions, ..
                } = placement;
                let (cells, junctions) = (cells.clone(), junctions.clone());
                all.insert(Room {
                    cells,
                    junctions,
                    single,
                });
            }
        }
        let rooms = least(all, puzzle.board.cells().len());
        let mut items = Self {
            of_cell: vec![Vec::new(); puzzle.board.cells().len()],
            of_junction: BTreeMap::new(),
            of_piece: vec![Vec::new(); puzzle.pieces.len()],
            names: Vec::new(),
            rooms: Vec::new(),
        };
        for (at, room) in (0..).zip(&rooms) {
            for cell in &room.cells {
                items.of_cell[cell.index()].push(at);
            }
            for junction in &room.junctions {
                items.of_junction.entry(*junction).or_default().push(at);
            }
            for ((piece, _), first) in puzzle.pieces().zip(puzzle.tiles()) {
                if room.single == Some(first) {
                    items.of_piece[piece.index()].push(at);
                }
            }
            let name = room
                .single
                .map(|piece| puzzle.piece(piece).name.to_string());
            items.names.push(name);
        }
        items.rooms = rooms;
        items
    }
}

/// The rooms that no other room implies. Only these need items, since covering a room covers all
/// rooms that it implies.
fn least(all: BTreeSet<Room>, cells: usize) -> Vec<Room> {
    let mut by_size: Vec<Room> = all.into_iter().collect();
    by_size.sort_by_key(|room| {
        (
            room.cells.len(),
            room.junctions.len(),
            room.single.is_some(),
        )
    });
    // For each cell, the kept rooms whose first cell is this cell.
    let mut kept: Vec<Vec<Room>> = vec![Vec::new(); cells];
    for room in by_size {
        let mut others = room.cells.iter().flat_map(|cell| &kept[cell.index()]);
        if !others.any(|other| other.implies(&room))
            && let Some(first) = room.cells.first()
        {
            kept[first.index()].push(room);
        }
    }
    kept.into_iter().flatten().collect()
}

impl PartKeys for MaximalItems {
    fn required(&self) -> u32 {
        narrow(self.rooms.len())
    }

    fn keys(&self, laid: FutureOption<'_>, add: &mut dyn FnMut(ItemKey)) {
        let FutureOption {
            piece, placement, ..
        } = laid;
        let cells = placement
            .cells
            .iter()
            .flat_map(|cell| &self.of_cell[cell.index()]);
        let junctions = placement.junctions.iter();
        let junctions = junctions
            .filter_map(|at| self.of_junction.get(at))
            .flatten();
        let filled = cells.chain(junctions).chain(&self.of_piece[piece.index()]);
        let filled: BTreeSet<u32> = filled.copied().collect();
        for room in filled {
            add(ItemKey::plain((room, 0), false));
        }
    }

    fn constraint(&self, item: (u32, u32)) -> Constraint {
        let at = item.0 as usize;
        Constraint::Room {
            cells: self.rooms[at].cells.clone(),
            junctions: self.rooms[at].junctions.clone(),
            unless: self.names[at].clone(),
        }
    }
}
