//! Meshes of polycubes: one outer surface, with every face moved inwards by half the clearance.
//!
//! The shrunken piece is the set of points around which a cube as wide as the clearance fits into
//! the piece's cells. It consists of bricks whose faces are half a clearance from planes of the
//! lattice: the cores of cells, and bridges between cells, which are as thick as the clearance. A
//! brick is present if all cells that it touches are. Cubes that meet only in an edge or a corner
//! are therefore separated by the clearance.
//!
//! Every edge of the surface is between exactly two faces. The reason: if a bridge at a corner of
//! the lattice is present, so are all bricks between it and the core of each cell that it touches.
//! So two bricks never meet only in an edge or a corner.

use std::collections::{BTreeMap, BTreeSet};

use super::mesh::{Mesh, MeshPoint, grains};

/// A brick. Its coordinate along an axis is twice that of a cell for the cell's core, and one more
/// for the bridge to the next cell.
type Brick = [i32; 3];

/// The surface of cubes with edges of `unit` millimetres at the given positions.
///
/// Cubes with a common face are joined. Cubes that meet only in an edge or a corner are not.
///
/// Cost: O(n log n) for n cubes, with up to 60 triangles each.
pub fn blocks(cubes: &[[i32; 3]], unit: f64, clearance: f64) -> Mesh {
    let cubes: BTreeSet<[i32; 3]> = cubes.iter().copied().collect();
    let bricks: BTreeSet<Brick> = cubes
        .iter()
        .flat_map(|&cube| bricks_at(cube, &cubes))
        .collect();
    let mut mesh = Mesh::default();
    let mut corners: BTreeMap<[i32; 3], u32> = BTreeMap::new();
    // Along an axis, a brick with coordinate n is between the planes n and n + 1.
    let place = |corner: [i32; 3]| -> MeshPoint {
        corner.map(|plane| {
            let cell = f64::from(plane.div_euclid(2)) * unit;
            if plane.rem_euclid(2) == 0 {
                grains(cell + clearance / 2.0)
            } else {
                grains(cell + unit - clearance / 2.0)
            }
        })
    };
    for &brick in &bricks {
        for axis in 0..3 {
            for (step, side) in [(-1, 0), (1, 1)] {
                let mut beyond = brick;
                beyond[axis] += step;
                if bricks.contains(&beyond) {
                    continue;
                }
                // The other two axes, in right-handed order.
                let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                let mut quad = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(along_u, along_v)| {
                    let mut corner = brick;
                    corner[axis] += side;
                    corner[u] += along_u;
                    corner[v] += along_v;
                    *corners
                        .entry(corner)
                        .or_insert_with(|| mesh.vertex(place(corner)))
                });
                if side == 0 {
                    quad.reverse();
                }
                mesh.quad(quad);
            }
        }
    }
    mesh
}

/// The bricks that belong to a cube: its core, and its bridges to cubes with greater coordinates.
fn bricks_at(cube: [i32; 3], cubes: &BTreeSet<[i32; 3]>) -> Vec<Brick> {
    // The axes along which a brick is a bridge, as bits.
    let steps = |bits: usize| [0, 1, 2].map(|axis| i32::from(bits >> axis & 1 == 1));
    let is_there = |bits: usize| {
        (0..8).filter(|part| part & !bits == 0).all(|part| {
            let step = steps(part);
            cubes.contains(&[0, 1, 2].map(|axis| cube[axis] + step[axis]))
        })
    };
    (0..8)
        .filter(|&bits| is_there(bits))
        .map(|bits| {
            let step = steps(bits);
            [0, 1, 2].map(|axis| 2 * cube[axis] + step[axis])
        })
        .collect()
}
