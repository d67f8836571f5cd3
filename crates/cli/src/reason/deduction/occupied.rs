//! The cells, pieces and items that givens occupy.

use std::collections::BTreeMap;

use tilewright_dlx::{ItemId, OptionId};
use tilewright_geometry::{BoardCell, JunctionId};

use super::constraints::plain_constraints_of;
use super::shown_colors::ShownColors;
use super::{DeductionError, with_own};
use crate::cover::Instance;
use crate::puzzle::PieceId;

pub(super) struct OccupiedByGivens {
    pub(super) cells: Vec<Option<OptionId>>,
    junctions: BTreeMap<JunctionId, OptionId>,
    /// The items of conditions that givens cover, each with the given that covers it.
    pub(super) constraints: BTreeMap<ItemId, OptionId>,
    /// For each piece, the first face of its tile. A tile is represented by its first face.
    pub(super) tiles: Vec<PieceId>,
    /// The number of givens of each tile, stored at its first face.
    pub(super) pieces: Vec<u32>,
}

impl OccupiedByGivens {
    pub(super) fn by(instance: &Instance, givens: &[OptionId]) -> Result<Self, DeductionError> {
        let puzzle = instance.puzzle();
        let mut taken = Self {
            cells: vec![None; puzzle.board.cells().len()],
            junctions: BTreeMap::new(),
            constraints: BTreeMap::new(),
            tiles: puzzle.tiles(),
            pieces: vec![0; puzzle.pieces.len()],
        };
        let givens = with_own(instance, givens);
        for &given in &givens {
            let Some(meaning) = instance.meanings().get(given.index()) else {
                return Err(DeductionError::UnknownOption {
                    index: given.index(),
                    count: instance.meanings().len(),
                });
            };
            let clash = |first| DeductionError::Clash {
                first,
                second: given,
            };
            for cell in &meaning.placement.cells {
                if let Some(first) = taken.cells[cell.index()].replace(given) {
                    return Err(clash(first));
                }
            }
            for junction in &meaning.placement.junctions {
                if let Some(first) = taken.junctions.insert(*junction, given) {
                    return Err(clash(first));
                }
            }
            for item in plain_constraints_of(instance, given) {
                let first = taken.constraints.insert(item, given);
                if let Some(first) = first.filter(|_| !instance.problem().is_primary(item)) {
                    return Err(clash(first));
                }
            }
            let piece = puzzle.piece(meaning.piece);
            let copies = piece.copies_of_tile().max;
            let placed = &mut taken.pieces[taken.tiles[meaning.piece.index()].index()];
            *placed += 1;
            if *placed > copies {
                return Err(DeductionError::TooOften {
                    piece: piece.name_of_tile().to_string(),
                    copies,
                });
            }
        }
        let shown = ShownColors::of(instance, &givens, &givens);
        match (0..givens.len()).find_map(|given| Some((given, shown.with_given(given)?))) {
            Some((given, (with, _))) => Err(DeductionError::Clash {
                first: givens[given],
                second: with,
            }),
            None => Ok(taken),
        }
    }

    /// Whether an option is possible in addition to the givens, if colours are ignored.
    pub(super) fn leaves(&self, instance: &Instance, option: OptionId) -> bool {
        let meaning = instance.meaning(option);
        let copies = instance.puzzle().piece(meaning.piece).copies_of_tile().max;
        let free = |cell: &BoardCell| self.cells[cell.index()].is_none();
        self.pieces[self.tiles[meaning.piece.index()].index()] < copies
            && meaning.placement.cells.iter().all(free)
            && !plain_constraints_of(instance, option).any(|item| {
                !instance.problem().is_primary(item) && self.constraints.contains_key(&item)
            })
            && !meaning
                .placement
                .junctions
                .iter()
                .any(|junction| self.junctions.contains_key(junction))
    }
}
