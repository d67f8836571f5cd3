//! Meshes of flat pieces: an outline extruded to a thickness.

use thiserror::Error;

use super::mesh::{Mesh, grains};
use super::triangulate::{PlanePoint, triangulate};
use crate::publish::fabricate::contour::Contour;

/// The maximum deviation of polygons from arcs, in millimetres.
pub(super) const TOLERANCE: f64 = 0.01;

/// The maximum number of corners of an outline after arcs have become polygons. Triangulating this many
/// takes seconds.
pub const MAX_CORNERS: usize = 8_192;

/// Why an outline cannot be extruded. The message continues a sentence about the outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PrismError {
    /// The outline has too many corners.
    #[error("has {corners} corners; at most {MAX_CORNERS} are allowed")]
    TooManyCorners {
        /// The number of corners, those of holes included.
        corners: usize,
    },
    /// The lines of the outline cross.
    #[error("crosses itself")]
    Crossed,
}

/// The area within the contours of a piece, extruded to a thickness in millimetres. The outer
/// contour comes first.
///
/// # Errors
///
/// [`PrismError`] if the contours cross or have too many corners.
///
/// Cost: O(n²) for n corners in typical cases.
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
    // The vertices are the corners of the bottom, then those of the top.
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

/// Contours as polygons in grains, seen from above. The y axis of the page is inverted, so outer lines run
/// counterclockwise.
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
