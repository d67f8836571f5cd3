//! Tiles: the units that forms are made of, in lattices whose units have more than one cell.
//!
//! A tan is two quarters of a square; a drafter is three sixths of a triangle. Forms, pieces and
//! boards of such a lattice are unions of disjoint tiles. If a union can be cut into tiles in
//! several ways, it is still only one form.

use crate::compact::CompactSort;
use crate::lattice::table::{LatticeTable, Tiles};
use crate::lattice::{Cell, Lattice};
use crate::vector::Vector;

impl Lattice {
    /// The number of cells of a tile; 1 if each cell is a tile.
    ///
    /// ```
    /// # use tilewright_geometry::Lattice;
    /// assert_eq!(Lattice::Tan.cells_per_tile(), 2);
    /// assert_eq!(Lattice::Hexagon.cells_per_tile(), 1);
    /// ```
    pub fn cells_per_tile(self) -> usize {
        self.table().tiles.map_or(1, |tiles| tiles.cells())
    }

    /// The name of the unit in which sizes of forms are counted, singular and plural: "tan",
    /// "tans", or "square", "squares".
    pub fn tile_names(self) -> [&'static str; 2] {
        let table = self.table();
        table.tiles.map_or(table.cell_names, |tiles| tiles.names)
    }

    /// Checks that cells are a union of whole tiles. If not, returns a cell that shows it: a cell
    /// of the first block, in reading order, that is incomplete. Returns `None` if the cells are a
    /// union of whole tiles, and always in lattices in which each cell is a tile.
    ///
    /// A block is the connected figure that tiles divide: a square for tans, a triangle for
    /// drafters. The cells must be cells of the lattice; their order does not matter.
    ///
    /// # Complexity
    ///
    /// O(n log n) for n cells.
    ///
    /// ```
    /// # use tilewright_geometry::Lattice;
    /// let quarters = [[0, 0, 0], [0, 0, 1], [0, 0, 2]].map(|q| Lattice::Tan.cell(&q).unwrap());
    /// assert_eq!(Lattice::Tan.cut_tile(&quarters[..2]), None);
    /// assert_eq!(Lattice::Tan.cut_tile(&quarters), Some(quarters[0]));
    /// ```
    pub fn cut_tile(self, cells: &[Cell]) -> Option<Cell> {
        let table = self.table();
        let tiles = masks(table, table.tiles?);
        let mut sorted: Vec<(Vector, u32, Cell)> = cells
            .iter()
            .map(|&cell| {
                let (offset, kind) = table.offset_and_kind(cell);
                (offset, 1 << kind.index(), cell)
            })
            .collect();
        sorted.compact_sort();
        sorted.chunk_by(|a, b| a.0 == b.0).find_map(|unit| {
            let mask = unit.iter().fold(0, |mask, (_, bit, _)| mask | bit);
            let cut = unit.iter().find(|(_, bit, _)| {
                let block = block(&tiles, *bit);
                !is_whole(&tiles, mask & block)
            });
            cut.map(|(_, _, cell)| *cell)
        })
    }
}

/// The tiles as bit sets of kinds. All cells of a tile lie in one translation unit, which a test
/// checks.
fn masks(table: &LatticeTable, tiles: Tiles) -> Vec<u32> {
    let bit = |&cell: &Vector| table.kind_of(cell).map_or(0, |kind| 1 << kind.index());
    let mask = |tile: &&[Vector]| {
        tile.iter()
            .map(bit)
            .fold(0, |mask: u32, bit: u32| mask | bit)
    };
    tiles.shapes.iter().map(mask).collect()
}

/// The kinds that are connected with the given ones through tiles, as a bit set.
fn block(tiles: &[u32], kinds: u32) -> u32 {
    let wider = tiles
        .iter()
        .filter(|tile| **tile & kinds != 0)
        .fold(kinds, |all, tile| all | tile);
    if wider == kinds {
        kinds
    } else {
        block(tiles, wider)
    }
}

/// Whether a set of kinds is a union of disjoint tiles.
fn is_whole(tiles: &[u32], kinds: u32) -> bool {
    let least = kinds & kinds.wrapping_neg();
    kinds == 0
        || tiles
            .iter()
            .any(|tile| tile & least != 0 && tile & !kinds == 0 && is_whole(tiles, kinds & !tile))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_alike_and_lie_in_one_translation_unit() {
        for lattice in Lattice::ALL {
            let table = lattice.table();
            let Some(tiles) = table.tiles else { continue };
            for tile in tiles.shapes {
                assert_eq!(tile.len(), tiles.cells());
                for &cell in *tile {
                    assert!(table.kind_of(cell).is_some());
                    assert_eq!(table.offset(cell), Vector::ZERO);
                }
            }
        }
    }

    #[test]
    fn whole_squares_and_triangles_are_whole() {
        for lattice in [Lattice::Tan, Lattice::Drafter] {
            let table = lattice.table();
            let all: Vec<Cell> = table
                .kinds
                .iter()
                .map(|kind| lattice.cell_at(kind.origin).unwrap())
                .collect();
            assert_eq!(lattice.cut_tile(&all), None);
            assert!(lattice.cut_tile(&all[1..]).is_some());
            assert!(lattice.cut_tile(&all[..1]).is_some());
        }
        let opposite = [[0, 0, 0], [0, 0, 2]].map(|q| Lattice::Tan.cell(&q).unwrap());
        assert_eq!(Lattice::Tan.cut_tile(&opposite), Some(opposite[0]));
    }
}
