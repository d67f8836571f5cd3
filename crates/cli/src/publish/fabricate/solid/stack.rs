//! Layers of prisms as meshes: one outer surface, every face moved inward by half the clearance.
//!
//! As with [`super::blocks()`], what is left of a piece are the points around which a small body, as wide as
//! the clearance, is within its cells. In the plane it is made of convex tiles: the core of each cell, a
//! strip between two cells along an edge, and what lies between all cells around a corner. Upright, it is made
//! of slabs: the core of each layer, and between layers one as thick as the clearance. A prism of a tile and a
//! slab is there if all cells that touch it are; its faces are those that are not shared.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_geometry::{Cell, Table, Vector};

use super::mesh::{Mesh, grains};
use crate::picture::drawing::Point;
use crate::picture::drawing::mitre;

/// A corner of a cell's core: the cell, brought down to the lowest layer, and the lattice's corner.
type Spot = (Cell, Vector);

/// The tiles of the plane that are there in a slab, each by its corners: counterclockwise from above, the
/// least first.
type Tiles = BTreeSet<Vec<Spot>>;

/// The surface of cells of a lattice of layers, with edges of `unit` millimetres; layers are as high.
///
/// Cost: O(n log n) for n cells.
pub(super) fn stack(table: &'static Table, cells: &[Cell], unit: f64, clearance: f64) -> Mesh {
    let mut layers: BTreeMap<i32, BTreeSet<Cell>> = BTreeMap::new();
    for &cell in cells {
        let layer = table.offset_and_kind(cell).0.z;
        let down = Vector::new(0, 0, layer * table.scale);
        layers
            .entry(layer)
            .or_default()
            .extend(table.cell_at(cell.vector() - down));
    }
    // By twice the layer for its core, one more for what lies between it and the next.
    let mut slabs: BTreeMap<i32, Tiles> = BTreeMap::new();
    for (&layer, cells) in &layers {
        slabs.insert(2 * layer, tiles(table, cells));
        if let Some(above) = layers.get(&(layer + 1)) {
            let both = cells.intersection(above).copied().collect();
            slabs.insert(2 * layer + 1, tiles(table, &both));
        }
    }
    let mut surface = Surface {
        table,
        unit,
        clearance,
        mesh: Mesh::default(),
        vertices: BTreeMap::new(),
    };
    let none = Tiles::new();
    for (&slab, tiles) in &slabs {
        let sides: BTreeSet<(Spot, Spot)> = tiles.iter().flat_map(|tile| pairs(tile)).collect();
        for tile in tiles {
            for (a, b) in pairs(tile).filter(|&(a, b)| !sides.contains(&(b, a))) {
                surface.side(slab, a, b);
            }
            for (other, plane, turned) in [(slab - 1, slab, true), (slab + 1, slab + 1, false)] {
                if !slabs.get(&other).unwrap_or(&none).contains(tile) {
                    surface.cap(plane, tile, turned);
                }
            }
        }
    }
    surface.mesh
}

/// The sides of a tile, from corner to corner.
fn pairs(tile: &[Spot]) -> impl Iterator<Item = (Spot, Spot)> {
    let next = tile.iter().cycle().skip(1);
    tile.iter().copied().zip(next.copied())
}

/// What is there of a layer of cells.
fn tiles(table: &Table, cells: &BTreeSet<Cell>) -> Tiles {
    let mut tiles = Tiles::new();
    // By edge, as the cell on its left goes along it: that cell.
    let mut along: BTreeMap<(Vector, Vector), Cell> = BTreeMap::new();
    for &cell in cells {
        let tile = core(table, cell);
        along.extend(pairs(&tile).map(|((_, a), (_, b))| ((a, b), cell)));
        tiles.insert(least_first(tile));
    }
    for (&(a, b), &cell) in &along {
        if let Some(&other) = along.get(&(b, a))
            && a < b
        {
            let strip = vec![(cell, b), (cell, a), (other, a), (other, b)];
            tiles.insert(least_first(strip));
        }
    }
    let before: BTreeMap<(Cell, Vector), Vector> = along
        .iter()
        .map(|(&(a, b), &cell)| ((cell, b), a))
        .collect();
    for (&(at, _), &first) in &along {
        // Around the corner, from each cell to the one beyond the side that arrives there.
        let mut round = Vec::new();
        let mut cell = Some(first);
        while let Some(here) = cell {
            round.push((here, at));
            let next = before.get(&(here, at)).and_then(|&a| along.get(&(at, a)));
            cell = next
                .copied()
                .filter(|&next| next != first && round.len() < 64);
            if next.is_none() {
                round.clear();
            }
        }
        if round.len() > 2 {
            tiles.insert(least_first(round));
        }
    }
    tiles
}

/// The core of a cell: its corners, counterclockwise from above.
fn core(table: &Table, cell: Cell) -> Vec<Spot> {
    let corners = table.outline(cell).corners.into_iter();
    let mut tile: Vec<Spot> = corners.map(|corner| (cell, corner)).collect();
    // On the page they go clockwise, its y axis down: seen from above as well.
    tile.reverse();
    tile
}

fn least_first(mut tile: Vec<Spot>) -> Vec<Spot> {
    let least = (0..tile.len()).min_by_key(|&at| tile[at]).unwrap_or(0);
    tile.rotate_left(least);
    tile
}

/// A surface being made.
struct Surface {
    table: &'static Table,
    unit: f64,
    clearance: f64,
    mesh: Mesh,
    /// By plane between slabs and spot.
    vertices: BTreeMap<(i32, Spot), u32>,
}

impl Surface {
    fn side(&mut self, slab: i32, a: Spot, b: Spot) {
        let corners = [(slab, a), (slab, b), (slab + 1, b), (slab + 1, a)];
        let corners = corners.map(|(plane, spot)| self.vertex(plane, spot));
        self.mesh.quad(corners);
    }

    fn cap(&mut self, plane: i32, tile: &[Spot], turned: bool) {
        let corners: Vec<u32> = tile.iter().map(|&spot| self.vertex(plane, spot)).collect();
        for at in 2..corners.len() {
            let [a, b, c] = [corners[0], corners[at - 1], corners[at]];
            let triangle = if turned { [c, b, a] } else { [a, b, c] };
            self.mesh.triangles.push(triangle);
        }
    }

    fn vertex(&mut self, plane: i32, spot: Spot) -> u32 {
        if let Some(&known) = self.vertices.get(&(plane, spot)) {
            return known;
        }
        let half = self.clearance / 2.0;
        let layer = f64::from(plane.div_euclid(2)) * self.unit;
        let z = if plane.rem_euclid(2) == 0 {
            layer + half
        } else {
            layer + self.unit - half
        };
        let at = self.within(spot);
        let place = [grains(at.x), grains(-at.y), grains(z)];
        let vertex = self.mesh.vertex(place);
        self.vertices.insert((plane, spot), vertex);
        vertex
    }

    /// Where a corner of a cell is, half a clearance from its edges.
    fn within(&self, (cell, corner): Spot) -> Point {
        let corners: Vec<Vector> = self.table.outline(cell).corners.into_iter().collect();
        let count = corners.len();
        let at = corners.iter().position(|&c| c == corner).unwrap_or(0);
        let place = |index: usize| {
            let [x, y, _] = self.table.project_corner(corners[index % count]);
            Point::new(x * self.unit, y * self.unit)
        };
        let (before, here, next) = (place(at + count - 1), place(at), place(at + 1));
        let direction = |from: Point, to: Point| {
            let length = from.distance(to).max(1e-9);
            Point::new((to.x - from.x) / length, (to.y - from.y) / length)
        };
        let half = self.clearance / 2.0;
        mitre(here, direction(before, here), direction(here, next), -half)
    }
}

#[cfg(test)]
mod tests {
    use tilewright_geometry::Lattice;

    use super::super::blocks::blocks;
    use super::*;

    fn cells(lattice: Lattice, places: &[[i64; 3]]) -> Vec<Cell> {
        places
            .iter()
            .map(|place| lattice.cell(place).unwrap())
            .collect()
    }

    /// Layers of cubes are what [`blocks`] makes of them.
    #[test]
    fn stacks_of_cubes_are_blocks() {
        let table = Lattice::Cube.table();
        for places in [
            &[[0, 0, 0]][..],
            &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]],
            &[[0, 0, 0], [0, 0, 1], [0, 0, 2], [1, 0, 2], [0, 1, 1]],
            &[
                [0, 0, 0],
                [1, 0, 0],
                [1, 1, 0],
                [1, 1, 1],
                [0, 1, 1],
                [0, 0, 1],
            ],
        ] {
            let stacked = stack(table, &cells(Lattice::Cube, places), 10.0, 0.4);
            let cubes: Vec<[i32; 3]> = places
                .iter()
                .map(|p| p.map(|c| i32::try_from(c).unwrap()))
                .collect();
            assert!(stacked.is_closed(), "{places:?}");
            assert_eq!(
                stacked.six_volumes(),
                blocks(&cubes, 10.0, 0.4).six_volumes()
            );
        }
    }

    /// The volume by hand: hexagons of edge 10, half a millimetre less on each side.
    #[test]
    fn hexagonal_prisms_have_the_volume_of_what_is_left() {
        let table = Lattice::HexPrism.table();
        let volume = |places: &[[i64; 3]]| {
            let mesh = stack(table, &cells(Lattice::HexPrism, places), 10.0, 1.0);
            assert!(mesh.is_closed());
            mesh.volume()
        };
        let root = 3.0_f64.sqrt();
        let height = 9.0;
        // Across flats 10 √3 less 1.
        let across = 10.0 * root - 1.0;
        let one = root / 2.0 * across * across;
        let edge = across / root;
        assert!((volume(&[[0, 0, 0]]) - one * height).abs() < 0.05);
        assert!((volume(&[[0, 0, 0], [0, 0, 1]]) - one * (2.0 * height + 1.0)).abs() < 0.05);
        let two = 2.0 * one + edge;
        assert!((volume(&[[0, 0, 0], [1, 0, 0]]) - two * height).abs() < 0.05);
        let three = 3.0 * (one + edge) + root / 4.0;
        assert!((volume(&[[0, 0, 0], [1, 0, 0], [0, 1, 0]]) - three * height).abs() < 0.05);
    }
}
