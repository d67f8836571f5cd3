//! Which copies of each piece are counted by items, and which follow from the area of the board.

use itertools::Itertools;
use tilewright_geometry::Placement;
use tilewright_geometry::compact::CompactSort;

use crate::puzzle::{Copies, PieceId, Puzzle};

/// How many copies of a piece one item counts: the copy of a given, or the remaining copies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Demand {
    pub(super) piece: PieceId,
    /// The given that the item represents; `None` for the remaining copies.
    pub(super) given: Option<usize>,
    pub(super) copies: Copies,
    /// For a face of a tile, the bounds on the copies of the whole tile.
    pub(super) tile: Option<TileDemand>,
}

/// The bounds of the number of copies of a tile besides the givens. Copies of all its faces are counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct TileDemand {
    /// The first face of the tile.
    pub(super) first: PieceId,
    pub(super) copies: Copies,
}

/// For each piece, the bounds on the copies of its tile besides the givens; `None` for a piece
/// without coloured cells.
fn tile_demands(puzzle: &Puzzle) -> Vec<Option<TileDemand>> {
    let givens = puzzle.givens_of_tiles();
    let demand = |first: PieceId| {
        let colors = puzzle.piece(first).cell_colors.as_ref()?;
        Some(TileDemand {
            first,
            copies: colors.copies.less(givens[first.index()]),
        })
    };
    puzzle.tiles().into_iter().map(demand).collect()
}

/// The demands of each piece: one for each given, then one for the remaining copies.
pub(super) fn demands(puzzle: &Puzzle) -> Vec<Demand> {
    let mut demands = Vec::new();
    let tiles = tile_demands(puzzle);
    for ((piece, what), tile) in puzzle.pieces().zip(tiles) {
        let givens = puzzle.givens.iter().positions(|given| given.piece == piece);
        let mut left = what.copies;
        for given in givens {
            demands.push(Demand {
                piece,
                given: Some(given),
                copies: Copies::ONE,
                tile: None,
            });
            left = left.less(1);
        }
        let of_tile = tile.map_or(u32::MAX, |tile| tile.copies.max);
        left.max = left.max.min(of_tile);
        if left.max > 0 {
            demands.push(Demand {
                piece,
                given: None,
                copies: left,
                tile,
            });
        }
    }
    demands
}

/// The demand that the area of the board satisfies without an item, if there is one.
///
/// Let a piece have n copies of s cells each. If the numbers of all other pieces are between their
/// bounds and no cell is optional, n·s is the area that the other pieces leave. If this keeps n
/// between its bounds, the search need not count the copies. Only one demand can be left to the
/// area, since otherwise one more copy of a piece could make up for one fewer copy of another. The
/// piece must not have a twin with equal size and copies, since a symmetry of the puzzle may map it
/// to the twin. A piece with a single copy keeps its item, which guides the search.
pub(super) fn implied_demand(
    puzzle: &Puzzle,
    demands: &[Demand],
    placements: &[Vec<Placement>],
) -> Option<usize> {
    if puzzle.board.optional_count() > 0 {
        return None;
    }
    let area = puzzle.board.required_count() as u64;
    let size = |demand: &Demand| {
        placements[demand.piece.index()]
            .iter()
            .map(|placement| placement.cells.len() as u64)
            .minmax()
            .into_option()
    };
    let others = |skipped: usize| -> Option<(u64, u64)> {
        let (mut least, mut most) = (0_u64, 0_u64);
        for (index, demand) in demands.iter().enumerate() {
            if index == skipped {
                continue;
            }
            let (low, high) = size(demand)?;
            least = least.checked_add(low.checked_mul(demand.copies.min.into())?)?;
            most = most.checked_add(high.checked_mul(demand.copies.max.into())?)?;
        }
        Some((least, most))
    };
    let mut several: Vec<(usize, &Demand)> = demands
        .iter()
        .enumerate()
        .filter(|(_, demand)| {
            demand.given.is_none() && demand.copies != Copies::ONE && demand.tile.is_none()
        })
        .filter(|(index, demand)| {
            !demands.iter().enumerate().any(|(other, twin)| {
                other != *index && twin.copies == demand.copies && size(twin) == size(demand)
            })
        })
        .collect();
    several.compact_sort_by_key(|(_, demand)| std::cmp::Reverse(demand.copies.max));
    several
        .into_iter()
        .find(|(index, demand)| {
            let (Some((low, high)), Some((least, most))) = (size(demand), others(*index)) else {
                return false;
            };
            low == high
                && area.saturating_sub(least) / low <= demand.copies.max.into()
                && area.saturating_sub(most).div_ceil(low) >= demand.copies.min.into()
        })
        .map(|(index, _)| index)
}
