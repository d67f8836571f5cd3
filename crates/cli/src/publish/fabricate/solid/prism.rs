//! Flat pieces as meshes: an outline, raised to a thickness.

use thiserror::Error;

use super::mesh::{Mesh, grains};
use super::triangulate::{PlanePoint, triangulate};
use crate::publish::fabricate::contour::Contour;

/// How far polygons may leave arcs, in millimetres.
pub(super) const TOLERANCE: f64 = 0.01;

/// The most corners of an outline, arcs being polygons: it takes seconds to cut so many into
/// triangles.
pub const MAX_CORNERS: usize = 8_192;

/// Why there is no prism over an outline, which the message is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PrismError {
    /// It has too many corners.
    #[error("has {corners} corners; {MAX_CORNERS} is the limit")]
    TooManyCorners {
        /// How many it has.
        corners: usize,
    },
    /// Its lines cross.
    #[error("crosses itself")]
    Crossed,
}

/// What lies within the contours of a piece, the outer one first, raised to a thickness in
/// millimetres.
///
/// # Errors
///
/// [`PrismError`] if the contours cross or have too many corners.
///
/// Cost: O(n²) for n corners, as a rule.
pub fn prism(contours: &[Contour], thickness: f64) -> Result<Mesh, PrismError> {
    let lines = plane_lines(contours);
    let corners = lines.iter().map(Vec::len).sum();
    if corners > MAX_CORNERS {
        return Err(PrismError::TooManyCorners { corners });
    }
    let cap = triangulate(&lines).ok_or(PrismError::Crossed)?;
    let mut mesh = Mesh::default();
    let height = grains(thickness);
    let spots: Vec<PlanePoint> = lines.iter().flatten().copied().collect();
    // The corners of the bottom, then those of the top.
    for z in [0, height] {
        for &[x, y] in &spots {
            mesh.vertex([x, y, z]);
        }
    }
    let count = |corners: &[PlanePoint]| u32::try_from(corners.len()).unwrap_or(u32::MAX);
    let up = count(&spots);
    for [a, b, c] in cap {
        mesh.triangles.push([c, b, a]);
        mesh.triangles.push([a + up, b + up, c + up]);
    }
    let mut start = 0;
    for line in &lines {
        let count = count(line);
        for at in 0..count {
            let (a, b) = (start + at, start + (at + 1) % count);
            mesh.quad([a, b, b + up, a + up]);
        }
        start += count;
    }
    Ok(mesh)
}

/// Contours as polygons in grains, seen from above: the page's y axis points down, so with it turned over outer lines
/// run counterclockwise.
pub(super) fn plane_lines(contours: &[Contour]) -> Vec<Vec<PlanePoint>> {
    let line = |contour: &Contour| {
        let points = contour.flattened(TOLERANCE).into_iter();
        let mut line: Vec<PlanePoint> = points.map(|p| [grains(p.x), grains(-p.y)]).collect();
        line.dedup();
        if line.len() > 1 && line.first() == line.last() {
            line.pop();
        }
        line.reverse();
        line
    };
    contours.iter().map(line).collect()
}
