//! Terraces: nested closed lines, with level ground between them.
//!
//! At every line there is a wall between the ground around the line and the ground within it. The
//! area between lines is covered at the height of its ground. The surface is closed.

use super::mesh::{Mesh, grains};
use super::prism::{MAX_CORNERS, PrismError};
use super::triangulate::{PlanePoint, triangulate};
use crate::picture::drawing::Point;
use crate::publish::fabricate::contour::Contour;
use crate::publish::fabricate::tray::contains;

/// The height of the ground within a line, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Ground {
    /// The height above z = 0.
    At(f64),
    /// The depth below the ground around the line. A sunk line within another sunk line, such as
    /// the inside of an O, is as high as the ground around the outer line instead.
    Sunk(f64),
}

/// A closed line on the page, and the ground within it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) outline: Vec<Point>,
    pub(super) ground: Ground,
}

/// The solid within the first line, from z = 0 up to the ground of each line. Lines outside the
/// first line are ignored.
///
/// # Errors
///
/// [`PrismError`] if lines cross or have too many corners.
///
/// Cost: O(n²) for n corners in typical cases.
pub(super) fn terraces(lines: &[Line]) -> Result<Mesh, PrismError> {
    let corners = lines.iter().map(|line| line.outline.len()).sum();
    if corners > MAX_CORNERS {
        return Err(PrismError::TooManyCorners { corners });
    }
    let mut mesh = Mesh::default();
    let nested = nested(lines);
    let rings: Vec<GroundRing> = nested
        .iter()
        .map(|nested| GroundRing::new(nested, &mut mesh))
        .collect();
    if let Some(foot) = rings.first() {
        cover(foot.at(0), &[], false, &mut mesh)?;
    }
    for (index, (ring, line)) in rings.iter().zip(&nested).enumerate() {
        ring.wall(line.around < line.within, &mut mesh);
        let holes = rings.iter().zip(&nested);
        let holes = holes.filter(|(_, hole)| hole.parent == Some(index));
        let holes: Vec<RingEdge<'_>> = holes.map(|(ring, _)| ring.at(0)).collect();
        cover(ring.at(1), &holes, true, &mut mesh)?;
    }
    Ok(mesh)
}

/// A closed line, the line that encloses it most tightly, and the heights of the ground on both sides.
struct Nested<'l> {
    outline: &'l [Point],
    /// The index of the smallest line around this one; `None` for the first line.
    parent: Option<usize>,
    is_sunk: bool,
    /// The height of the ground around the line, in millimetres.
    around: f64,
    /// The height of the ground within the line, in millimetres.
    within: f64,
}

/// The first line and the lines inside it. Every line comes after the lines that enclose it; lines outside the
/// first one are dropped.
fn nested(lines: &[Line]) -> Vec<Nested<'_>> {
    let area = |line: &Line| Contour::polygon(line.outline.iter().copied()).area().abs();
    let mut order: Vec<(f64, &Line)> = lines.iter().map(|line| (area(line), line)).collect();
    if let Some((_, others)) = order.split_first_mut() {
        others.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    }
    let mut nested: Vec<Nested<'_>> = Vec::with_capacity(order.len());
    for (_, line) in order {
        // Lines are sorted by area, so the smallest line around this one is the last that contains it.
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

/// A closed line, counterclockwise seen from above, with its vertices at the heights of the ground
/// around it and within it.
struct GroundRing {
    points: Vec<PlanePoint>,
    vertices: [Vec<u32>; 2],
}

/// A ring's points, and the indices of its mesh vertices at one height.
type RingEdge<'r> = (&'r [PlanePoint], &'r [u32]);

impl GroundRing {
    fn new(line: &Nested<'_>, mesh: &mut Mesh) -> Self {
        // On the page the y axis points down, in meshes up.
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

    /// The ring at the height of the ground around it (0) or within it (1).
    fn at(&self, ground: usize) -> RingEdge<'_> {
        (&self.points, &self.vertices[ground])
    }

    /// Adds the wall along the line. The wall faces outwards if the ground within is higher
    /// (`rises`), otherwise inwards.
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

/// Twice the area within a line, positive if it is counterclockwise from above.
fn double_area(points: &[PlanePoint]) -> i128 {
    let next = points.iter().cycle().skip(1);
    let pairs = points.iter().zip(next);
    pairs
        .map(|(a, b)| i128::from(a[0]) * i128::from(b[1]) - i128::from(a[1]) * i128::from(b[0]))
        .sum()
}

/// Covers the area within a ring and outside its holes. The outside of the surface is above if
/// `from_above`, otherwise below.
fn cover(
    outer: RingEdge<'_>,
    holes: &[RingEdge<'_>],
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
