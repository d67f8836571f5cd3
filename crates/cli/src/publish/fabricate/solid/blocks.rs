//! Polycubes as meshes: one outer surface, every face moved inward by half the clearance.
//!
//! What is left of a piece are the points around which a small box, as wide as the clearance, is
//! within its cells. It is bounded by the planes half a clearance beside those of the lattice, so it
//! is made of bricks: the cores of the cells, and between cells the bridges, as thick as the
//! clearance. A brick is there if all cells that touch it are. So cubes that meet in an edge or a
//! corner only come apart by the clearance, and every edge of the surface lies between two faces: the
//! bricks around an edge or a corner are the core of a cell with its bridges, and with each bridge all
//! that lies between it and the core; such a set has no gaps to meet across.

use std::collections::{BTreeMap, BTreeSet};

use super::mesh::{Mesh, Place, grains};

/// A brick: along each axis, twice a cell's coordinate for its core, one more for what lies between
/// it and the next.
type Brick = [i32; 3];

/// The surface of cubes with edges of `unit` millimetres at these places.
///
/// Cubes that lie face to face hang together; others do not.
///
/// Cost: O(n log n) for n cubes; up to 60 triangles each.
pub fn blocks(cubes: &[[i32; 3]], unit: f64, clearance: f64) -> Mesh {
    let cubes: BTreeSet<[i32; 3]> = cubes.iter().copied().collect();
    let bricks: BTreeSet<Brick> = cubes
        .iter()
        .flat_map(|&cube| bricks_at(cube, &cubes))
        .collect();
    let mut mesh = Mesh::default();
    let mut corners: BTreeMap<[i32; 3], u32> = BTreeMap::new();
    // A brick's first plane along an axis has its own number, its last one the next.
    let place = |corner: [i32; 3]| -> Place {
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
                // The other two axes, so that the three are right-handed.
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

/// The bricks of a cube: its core, and its bridges to greater coordinates.
fn bricks_at(cube: [i32; 3], cubes: &BTreeSet<[i32; 3]>) -> Vec<Brick> {
    // Which of the axes a brick bridges, as bits.
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
