//! Meshes of pieces made of balls: spheres joined by necks, with one surface.
//!
//! The surface consists of the points whose distance from the nearest ball or neck is 0; distances
//! are computed exactly. Space is divided into small cubes, and each cube into six tetrahedra
//! around its diagonal (H. Freudenthal 1942), so neighbouring tetrahedra share whole faces. The
//! surface within a tetrahedron is one or two triangles ("marching tetrahedra": A. Doi and A.
//! Koide, IEICE Transactions E74, 1991). Every edge that leads from inside to outside has one
//! vertex, which all tetrahedra around the edge share. The surface is therefore always closed and
//! oriented.

use std::collections::HashMap;
use std::ops::Range;

use super::mesh::{Mesh, MeshPoint, grains};

/// Balls and necks, in millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct Balls {
    /// The centres of the balls; `necks` refers to them by index.
    pub centres: Vec<[f64; 3]>,
    /// The pairs of balls that are joined by a neck, as indices.
    pub necks: Vec<(usize, usize)>,
    /// The radius of every ball.
    pub radius: f64,
    /// The radius of the rods that join two balls.
    pub neck_radius: f64,
    /// The edge of the small cubes into which space is divided to find the surface.
    pub step: f64,
}

/// The maximum number of small cubes for a mesh.
pub const MAX_CUBES: f64 = 8_000_000.0;

/// The minimum distance of a vertex from the ends of its edge, relative to the edge's length. This
/// distance keeps vertices distinct.
const APART: f64 = 0.01;

impl Balls {
    /// The number of small cubes in the grid around all balls.
    pub fn cubes(&self) -> f64 {
        self.grid().size.map(f64::from).iter().product()
    }

    /// The surface. Its error is about s²/(8r), for the step s and the radius r.
    ///
    /// Cost: O(c) for c small cubes, plus the cubes around each ball and neck. The caller must
    /// check that there are at most [`MAX_CUBES`] cubes.
    pub fn mesh(&self) -> Mesh {
        let grid = self.grid();
        BallSurface::mesh(&grid, &self.distances(&grid))
    }

    /// The grid of small cubes around all balls.
    fn grid(&self) -> CubeGrid {
        let mut low = [f64::INFINITY; 3];
        let mut high = [f64::NEG_INFINITY; 3];
        for centre in &self.centres {
            for axis in 0..3 {
                low[axis] = low[axis].min(centre[axis]);
                high[axis] = high[axis].max(centre[axis]);
            }
        }
        let reach = self.radius + 1.5 * self.step;
        CubeGrid {
            origin: low.map(|c| c - reach),
            step: self.step,
            size: [0, 1, 2].map(|axis| {
                let length = high[axis] - low[axis] + 2.0 * reach;
                to_count((length / self.step).ceil() + 1.0)
            }),
        }
    }

    /// The distance of every grid point from the nearest ball or neck, negative inside. For a point more than
    /// two steps outside, the number may be larger than the true distance.
    fn distances(&self, grid: &CubeGrid) -> Vec<f32> {
        let far = 1e9_f32;
        let mut distances = vec![far; grid.count()];
        let mut take = |a: [f64; 3], b: [f64; 3], radius: f64| {
            let reach = radius + 2.0 * self.step;
            let range = |axis: usize| {
                grid.range(
                    axis,
                    a[axis].min(b[axis]) - reach,
                    a[axis].max(b[axis]) + reach,
                )
            };
            for corner in corners([0, 1, 2].map(range)) {
                let distance = distance(grid.at(corner), a, b) - radius;
                let known = &mut distances[grid.index(corner)];
                #[expect(clippy::cast_possible_truncation, reason = "precise enough")]
                {
                    *known = known.min(distance as f32);
                }
            }
        };
        for &centre in &self.centres {
            take(centre, centre, self.radius);
        }
        for &(a, b) in &self.necks {
            take(self.centres[a], self.centres[b], self.neck_radius);
        }
        distances
    }
}

/// A plate with dimples: a box minus balls.
pub(super) struct Dimples<'a> {
    balls: &'a Balls,
    /// The margin of the plate around the balls, at its sides.
    margin: f64,
    /// The z coordinates of the plate's bottom and top.
    heights: [f64; 2],
}

impl Balls {
    /// The plate in which the balls leave dimples.
    pub(super) fn dimples(&self, margin: f64, heights: [f64; 2]) -> Dimples<'_> {
        Dimples {
            balls: self,
            margin,
            heights,
        }
    }
}

impl Dimples<'_> {
    pub(super) fn cubes(&self) -> f64 {
        self.grid().size.map(f64::from).iter().product()
    }

    /// The minimum and maximum coordinates of the plate.
    fn bounds(&self) -> [[f64; 2]; 3] {
        let side = |axis: usize| {
            let along = self.balls.centres.iter().map(|centre| centre[axis]);
            let low = along.clone().fold(f64::INFINITY, f64::min);
            let high = along.fold(f64::NEG_INFINITY, f64::max);
            let reach = self.balls.radius + self.margin;
            [low - reach, high + reach]
        };
        [side(0), side(1), self.heights]
    }

    fn grid(&self) -> CubeGrid {
        let bounds = self.bounds();
        let step = self.balls.step;
        CubeGrid {
            origin: bounds.map(|[low, _]| low - 1.5 * step),
            step,
            size: bounds.map(|[low, high]| to_count(((high - low) / step + 3.0).ceil() + 1.0)),
        }
    }

    /// The surface. The edges of the plate are chamfered by about one step.
    ///
    /// Cost: as [`Balls::mesh`].
    pub(super) fn mesh(&self) -> Mesh {
        let (grid, bounds) = (self.grid(), self.bounds());
        let mut distances = vec![0.0_f32; grid.count()];
        for corner in corners(grid.size.map(|size| 0..size)) {
            let at = grid.at(corner);
            let beyond = [0, 1, 2].map(|axis| {
                let [low, high] = bounds[axis];
                (low - at[axis]).max(at[axis] - high)
            });
            #[expect(clippy::cast_possible_truncation, reason = "precise enough")]
            let distance = beyond.into_iter().fold(f64::MIN, f64::max) as f32;
            distances[grid.index(corner)] = distance;
        }
        let radius = self.balls.radius;
        for &centre in &self.balls.centres {
            let reach = radius + 2.0 * self.balls.step;
            let range = |axis: usize| grid.range(axis, centre[axis] - reach, centre[axis] + reach);
            for corner in corners([0, 1, 2].map(range)) {
                let within = radius - distance(grid.at(corner), centre, centre);
                let known = &mut distances[grid.index(corner)];
                #[expect(clippy::cast_possible_truncation, reason = "precise enough")]
                {
                    *known = known.max(within as f32);
                }
            }
        }
        BallSurface::mesh(&grid, &distances)
    }
}

/// The distance of a point from a segment.
fn distance(p: [f64; 3], a: [f64; 3], b: [f64; 3]) -> f64 {
    let way = [0, 1, 2].map(|i| b[i] - a[i]);
    let from = [0, 1, 2].map(|i| p[i] - a[i]);
    let dot = |u: [f64; 3], v: [f64; 3]| u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    let length = dot(way, way);
    let share = if length > 0.0 {
        (dot(from, way) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let rest = [0, 1, 2].map(|i| from[i] - share * way[i]);
    dot(rest, rest).sqrt()
}

/// The grid points of a box, given by its range along each axis.
fn corners([xs, ys, zs]: [Range<u32>; 3]) -> impl Iterator<Item = [u32; 3]> {
    let rows = zs.flat_map(move |z| ys.clone().map(move |y| (y, z)));
    rows.flat_map(move |(y, z)| xs.clone().map(move |x| [x, y, z]))
}

struct CubeGrid {
    origin: [f64; 3],
    step: f64,
    /// The number of grid points along each axis.
    size: [u32; 3],
}

impl CubeGrid {
    fn count(&self) -> usize {
        self.size.iter().map(|&n| n as usize).product()
    }

    fn index(&self, [x, y, z]: [u32; 3]) -> usize {
        (z as usize * self.size[1] as usize + y as usize) * self.size[0] as usize + x as usize
    }

    fn at(&self, corner: [u32; 3]) -> [f64; 3] {
        [0, 1, 2].map(|axis| self.origin[axis] + f64::from(corner[axis]) * self.step)
    }

    /// The grid points between two coordinates along an axis.
    fn range(&self, axis: usize, from: f64, to: f64) -> Range<u32> {
        let corner = |c: f64| (c - self.origin[axis]) / self.step;
        to_count(corner(from).ceil())..to_count(corner(to).floor() + 1.0).min(self.size[axis])
    }
}

/// The six tetrahedra around the diagonal of a cube. A corner is three bits, one for each axis. The
/// corners of a tetrahedron form a path from 000 to 111 along the three axes, in one of six orders.
/// For odd permutations of the axes the two middle corners are exchanged, so all tetrahedra have
/// the same orientation.
const TETRAHEDRA: [[u32; 4]; 6] = [
    [0, 1, 3, 7],
    [0, 2, 6, 7],
    [0, 4, 5, 7],
    [0, 3, 2, 7],
    [0, 6, 4, 7],
    [0, 5, 1, 7],
];

struct BallSurface<'a> {
    grid: &'a CubeGrid,
    distances: &'a [f32],
    mesh: Mesh,
    /// The vertices on edges, by the grid indices of the edge's ends.
    vertices: HashMap<(usize, usize), u32>,
}

impl<'a> BallSurface<'a> {
    /// The surface between the grid points with negative distances and the others.
    fn mesh(grid: &'a CubeGrid, distances: &'a [f32]) -> Mesh {
        let mut surface = Self {
            grid,
            distances,
            mesh: Mesh::default(),
            vertices: HashMap::new(),
        };
        for cube in corners(grid.size.map(|size| 0..size.saturating_sub(1))) {
            surface.cube(cube);
        }
        surface.mesh
    }

    fn is_within(&self, corner: [u32; 3]) -> bool {
        self.distances[self.grid.index(corner)] < 0.0
    }

    fn cube(&mut self, cube: [u32; 3]) {
        let corner = |bits: u32| [0, 1, 2].map(|axis| cube[axis] + (bits >> axis & 1));
        let within: [bool; 8] = [0, 1, 2, 3, 4, 5, 6, 7].map(|bits| self.is_within(corner(bits)));
        if within.iter().all(|&w| w == within[0]) {
            return;
        }
        for tetrahedron in TETRAHEDRA {
            self.tetrahedron(
                tetrahedron.map(corner),
                tetrahedron.map(|bits| within[bits as usize]),
            );
        }
    }

    /// Adds the surface within a tetrahedron. Its last three corners must be counterclockwise, seen
    /// from the side opposite the first corner.
    fn tetrahedron(&mut self, corners: [[u32; 3]; 4], within: [bool; 4]) {
        let inside: Vec<usize> = (0..4).filter(|&i| within[i]).collect();
        // The corners in an order that begins with the given two. It is an even permutation, which keeps
        // the orientation.
        let order = |first: usize, second: usize| -> [usize; 4] {
            let rest: Vec<usize> = (0..4).filter(|&i| i != first && i != second).collect();
            let order = [first, second, rest[0], rest[1]];
            if is_even(order) {
                order
            } else {
                [first, second, rest[1], rest[0]]
            }
        };
        let mut edge = |a: usize, b: usize| self.vertex(corners[a], corners[b]);
        match *inside.as_slice() {
            [one] => {
                let [a, b, c, d] = order(one, (one + 1) % 4);
                let triangle = [edge(a, b), edge(a, c), edge(a, d)];
                self.mesh.triangles.push(triangle);
            }
            [one, two] => {
                let [a, b, c, d] = order(one, two);
                let corners = [edge(a, d), edge(b, d), edge(b, c), edge(a, c)];
                self.mesh.quad(corners);
            }
            [_, _, _] => {
                let out = within.iter().position(|&w| !w).unwrap_or(0);
                let [a, b, c, d] = order(out, (out + 1) % 4);
                let triangle = [edge(a, d), edge(a, c), edge(a, b)];
                self.mesh.triangles.push(triangle);
            }
            _ => {}
        }
    }

    /// The vertex of the surface on the edge between two grid points, one inside the surface and one outside.
    fn vertex(&mut self, a: [u32; 3], b: [u32; 3]) -> u32 {
        let (i, j) = (self.grid.index(a), self.grid.index(b));
        let ((i, a), (j, b)) = if i < j {
            ((i, a), (j, b))
        } else {
            ((j, b), (i, a))
        };
        if let Some(&known) = self.vertices.get(&(i, j)) {
            return known;
        }
        let (from, to) = (f64::from(self.distances[i]), f64::from(self.distances[j]));
        let share = (from / (from - to)).clamp(APART, 1.0 - APART);
        let (a, b) = (self.grid.at(a), self.grid.at(b));
        let at: MeshPoint = [0, 1, 2].map(|axis| grains(a[axis] + share * (b[axis] - a[axis])));
        let vertex = self.mesh.vertex(at);
        self.vertices.insert((i, j), vertex);
        vertex
    }
}

fn is_even(order: [usize; 4]) -> bool {
    let pairs = (0..4).flat_map(|i| (i + 1..4).map(move |j| (i, j)));
    pairs.filter(|&(i, j)| order[i] > order[j]).count() % 2 == 0
}

/// A float as a number of grid points; negative numbers become 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of floats saturate"
)]
fn to_count(number: f64) -> u32 {
    number as u32
}
