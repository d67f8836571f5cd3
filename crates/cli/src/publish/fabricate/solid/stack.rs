//! Meshes of layers of prisms: one outer surface, with every face moved inwards by half the clearance.
//!
//! As with [`super::blocks()`], the shrunken piece is the set of points around which a small body,
//! as wide as the clearance, fits into the piece's cells. Seen from above it consists of convex
//! tiles: the core of each cell, a strip along each edge between two cells, and the area between
//! all cells around a corner. Vertically it consists of slabs: the core of each layer, and between
//! layers a slab as thick as the clearance. The prism of a tile in a slab is present if all cells
//! that it touches are. The faces that two prisms share are inside; all others form the surface.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_geometry::{Cell, LatticeTable, Vector};

use super::mesh::{Mesh, grains};
use crate::picture::drawing::Point;
use crate::picture::drawing::mitre;

/// A corner of a cell's core: the cell, projected to the lowest layer, and the corner of the cell
/// from which it is moved inwards.
type Spot = (Cell, Vector);

/// The tiles that are present in a slab. Each is a list of its corners, counterclockwise seen from
/// above, beginning with the smallest.
type SlabTiles = BTreeSet<Vec<Spot>>;

/// The surface of cells of a layered lattice. Edges and layers have a length of `unit` millimetres.
///
/// Cost: O(n log n) for n cells.
pub(super) fn stack(
    table: &'static LatticeTable,
    cells: &[Cell],
    unit: f64,
    clearance: f64,
) -> Mesh {
    let mut layers: BTreeMap<i32, BTreeSet<Cell>> = BTreeMap::new();
    for &cell in cells {
        let layer = table.offset_and_kind(cell).0.z;
        let down = Vector::new(0, 0, layer * table.scale);
        layers
            .entry(layer)
            .or_default()
            .extend(table.cell_at(cell.vector() - down));
    }
    // The key of a layer's core is twice the number of the layer. The key of the slab above it is one more.
    let mut slabs: BTreeMap<i32, SlabTiles> = BTreeMap::new();
    for (&layer, cells) in &layers {
        slabs.insert(2 * layer, tiles(table, cells));
        if let Some(above) = layers.get(&(layer + 1)) {
            let both = cells.intersection(above).copied().collect();
            slabs.insert(2 * layer + 1, tiles(table, &both));
        }
    }
    let mut surface = StackSurface {
        table,
        unit,
        clearance,
        mesh: Mesh::default(),
        vertices: BTreeMap::new(),
    };
    let none = SlabTiles::new();
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

/// The sides of a tile, each as its two corners.
fn pairs(tile: &[Spot]) -> impl Iterator<Item = (Spot, Spot)> {
    let next = tile.iter().cycle().skip(1);
    tile.iter().copied().zip(next.copied())
}

/// The horizontal polygons that tile the area of a layer: the cores of its cells, the strips between cores, and
/// the polygons around common corners of cells.
fn tiles(table: &LatticeTable, cells: &BTreeSet<Cell>) -> SlabTiles {
    let mut tiles = SlabTiles::new();
    // For each directed edge, the cell to its left.
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
        // Goes around the corner `at`: from each cell across its side that ends at the corner.
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

/// The core of a cell, a tile of the shrunken piece (see the module). Its corners are listed counterclockwise
/// as seen from above.
fn core(table: &LatticeTable, cell: Cell) -> Vec<Spot> {
    let corners = table.outline(cell).corners.into_iter();
    let mut tile: Vec<Spot> = corners.map(|corner| (cell, corner)).collect();
    // On the page, where y points down, the corners are clockwise as seen from above.
    tile.reverse();
    tile
}

fn least_first(mut tile: Vec<Spot>) -> Vec<Spot> {
    let least = (0..tile.len()).min_by_key(|&at| tile[at]).unwrap_or(0);
    tile.rotate_left(least);
    tile
}

struct StackSurface {
    table: &'static LatticeTable,
    unit: f64,
    clearance: f64,
    mesh: Mesh,
    /// For each plane between slabs and each corner, the index of the vertex.
    vertices: BTreeMap<(i32, Spot), u32>,
}

impl StackSurface {
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

    /// The position of a corner of a cell's core, half a clearance from the cell's edges.
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

    /// Checks for cubes that the mesh has the same volume as the mesh of [`blocks`].
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

    /// Compares the volume with one computed by hand: hexagons of edge 10, half a millimetre less
    /// on each side.
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
        // The distance between opposite sides of the shrunken hexagon.
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
