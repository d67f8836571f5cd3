//! Terraces: closed lines one within another, each the edge of level ground.
//!
//! The surface is closed: every line goes up or down as a wall, from the ground around it to its own, and what lies
//! between the lines is covered at the height of the ground.

use super::mesh::{Mesh, grains};
use super::prism::{MAX_CORNERS, PrismError};
use super::triangulate::{PlanePoint, triangulate};
use crate::picture::drawing::Point;
use crate::publish::fabricate::contour::Contour;
use crate::publish::fabricate::tray::contains;

/// How high the ground within a line is, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Ground {
    /// At this height.
    At(f64),
    /// So much lower than around; within such a line again as high as around that, as the inside of an O.
    Sunk(f64),
}

/// A closed line, as points on the page, and the ground within.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) outline: Vec<Point>,
    pub(super) ground: Ground,
}

/// What stands on z = 0 within the first line, with the ground of each line within it. The others must lie within the
/// first one, or are left out.
///
/// # Errors
///
/// [`PrismError`] if lines cross or have too many corners.
///
/// Cost: O(n²) for n corners as a rule.
pub(super) fn terraces(lines: &[Line]) -> Result<Mesh, PrismError> {
    let corners = lines.iter().map(|line| line.outline.len()).sum();
    if corners > MAX_CORNERS {
        return Err(PrismError::TooManyCorners { corners });
    }
    let mut mesh = Mesh::default();
    let nested = nested(lines);
    let rings: Vec<Ring> = nested
        .iter()
        .map(|nested| Ring::new(nested, &mut mesh))
        .collect();
    if let Some(foot) = rings.first() {
        cover(foot.at(0), &[], false, &mut mesh)?;
    }
    for (index, (ring, line)) in rings.iter().zip(&nested).enumerate() {
        ring.wall(line.around < line.within, &mut mesh);
        let holes = rings.iter().zip(&nested);
        let holes = holes.filter(|(_, hole)| hole.parent == Some(index));
        let holes: Vec<Edge<'_>> = holes.map(|(ring, _)| ring.at(0)).collect();
        cover(ring.at(1), &holes, true, &mut mesh)?;
    }
    Ok(mesh)
}

/// A line that knows what it lies in.
struct Nested<'l> {
    outline: &'l [Point],
    /// The smallest line around it, by its place in the list.
    parent: Option<usize>,
    is_sunk: bool,
    /// The heights of the ground around and within.
    around: f64,
    within: f64,
}

/// The lines within the first one, each after what it lies in.
fn nested(lines: &[Line]) -> Vec<Nested<'_>> {
    let area = |line: &Line| Contour::polygon(line.outline.iter().copied()).area().abs();
    let mut order: Vec<(f64, &Line)> = lines.iter().map(|line| (area(line), line)).collect();
    if let Some((_, others)) = order.split_first_mut() {
        others.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    }
    let mut nested: Vec<Nested<'_>> = Vec::with_capacity(order.len());
    for (_, line) in order {
        // The least line around is the last of those before it.
        let edge = Point::mean(line.outline.iter().copied().take(2));
        let parent = nested
            .iter()
            .rposition(|other| contains(other.outline, edge));
        if parent.is_none() && !nested.is_empty() {
            continue;
        }
        let around = parent.map_or(0.0, |parent| nested[parent].within);
        let (is_sunk, within) = match (line.ground, parent) {
            (Ground::At(height), _) => (false, height),
            (Ground::Sunk(_), Some(parent)) if nested[parent].is_sunk => {
                (false, nested[parent].around)
            }
            (Ground::Sunk(depth), _) => (true, around - depth),
        };
        nested.push(Nested {
            outline: &line.outline,
            parent,
            is_sunk,
            around,
            within,
        });
    }
    nested
}

/// A closed line with its vertices on the ground around and on the ground within, counterclockwise from above.
struct Ring {
    points: Vec<PlanePoint>,
    vertices: [Vec<u32>; 2],
}

/// A ring at one of its heights.
type Edge<'r> = (&'r [PlanePoint], &'r [u32]);

impl Ring {
    fn new(line: &Nested<'_>, mesh: &mut Mesh) -> Self {
        // On the page y points down.
        let points = line.outline.iter().map(|p| [grains(p.x), grains(-p.y)]);
        let mut points: Vec<PlanePoint> = points.collect();
        points.dedup();
        while points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        if double_area(&points) < 0 {
            points.reverse();
        }
        let vertices = [line.around, line.within].map(|height| {
            let z = grains(height);
            let vertices = points.iter().map(|&[x, y]| mesh.vertex([x, y, z]));
            vertices.collect()
        });
        Self { points, vertices }
    }

    /// The ring on the ground around (0) or within (1).
    fn at(&self, ground: usize) -> Edge<'_> {
        (&self.points, &self.vertices[ground])
    }

    /// The wall along the line: seen from outside if the ground within is higher, from inside if it is lower.
    fn wall(&self, rises: bool, mesh: &mut Mesh) {
        let [around, within] = &self.vertices;
        let (low, high) = if rises {
            (around, within)
        } else {
            (within, around)
        };
        let count = self.points.len();
        for at in 0..count {
            let next = (at + 1) % count;
            let (a, b) = if rises { (at, next) } else { (next, at) };
            mesh.quad([low[a], low[b], high[b], high[a]]);
        }
    }
}

/// Twice the area within a line, positive if it runs counterclockwise from above.
fn double_area(points: &[PlanePoint]) -> i128 {
    let next = points.iter().cycle().skip(1);
    let pairs = points.iter().zip(next);
    pairs
        .map(|(a, b)| i128::from(a[0]) * i128::from(b[1]) - i128::from(a[1]) * i128::from(b[0]))
        .sum()
}

/// Covers what is within a ring and not within others, seen from above or from below.
fn cover(
    outer: Edge<'_>,
    holes: &[Edge<'_>],
    from_above: bool,
    mesh: &mut Mesh,
) -> Result<(), PrismError> {
    let mut lines = vec![outer.0.to_vec()];
    let mut vertices = outer.1.to_vec();
    for (points, of_points) in holes {
        lines.push(points.iter().rev().copied().collect());
        vertices.extend(of_points.iter().rev());
    }
    for triangle in triangulate(&lines).ok_or(PrismError::Crossed)? {
        let [a, b, c] = triangle.map(|corner| vertices[corner as usize]);
        mesh.triangles
            .push(if from_above { [a, b, c] } else { [c, b, a] });
    }
    Ok(())
}
