//! Offsets: from the outline of cells to the path of the beam's centre.
//!
//! A beam removes everything within half its width, the *kerf*. Its path therefore runs half a kerf
//! outside the part. So that parts fit together, each is smaller than its cells by half the
//! *clearance* on all sides. Every edge is moved outwards by half the kerf minus half the
//! clearance, and edges are extended to their new intersections. Corners stay sharp unless a radius
//! is set. At a convex corner the path is an arc half a kerf outside the part's arc, at a concave
//! corner half a kerf inside it.

use tilewright_geometry::Loop;

use super::contour::{Contour, RoundedCorner, half_turn, heading};
use crate::picture::drawing::{Frame, Point, mitre};

/// The dimensions of a beam and of rounded corners.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beam {
    /// The width that the beam removes, in millimetres.
    pub kerf: f64,
    /// The radius of the part's convex corners, in millimetres.
    pub radius: f64,
    /// The radius of the part's concave corners, in millimetres. Radii below half a kerf cannot be cut.
    pub inner_radius: f64,
}

impl Beam {
    /// The radius of the beam's path at a convex corner if `outer`, otherwise at a concave one.
    ///
    /// Around a sharp corner the path is sharp too. The cut part is the same as with an arc of half
    /// a kerf, and the cutter need not follow a tiny arc.
    pub fn radius_at(&self, outer: bool) -> f64 {
        if outer && self.radius > 0.0 {
            self.radius + self.kerf / 2.0
        } else if outer {
            0.0
        } else {
            (self.inner_radius - self.kerf / 2.0).max(0.0)
        }
    }
}

/// The path of the beam along a closed line with the material on its right. The material ends
/// `inset` millimetres inside the line.
///
/// # Errors
///
/// The length of an edge that is too short for its corners.
///
/// Cost: O(n) for n corners.
pub(crate) fn offset(points: &[Point], inset: f64, beam: &Beam) -> Result<Contour, f64> {
    let distance = beam.kerf / 2.0 - inset;
    let count = points.len();
    let directions: Vec<(Point, f64)> = (0..count)
        .map(|index| heading(points[index], points[(index + 1) % count]))
        .collect();
    let halves: Vec<f64> = (0..count)
        .map(|index| {
            let (before, _) = directions[(index + count - 1) % count];
            half_turn(before, directions[index].0)
        })
        .collect();
    // If moving the edges would shorten an edge to nothing, there is no path.
    for (index, (_, length)) in directions.iter().enumerate() {
        if length + distance * (halves[index] + halves[(index + 1) % count]) <= 0.0 {
            return Err(*length);
        }
    }
    let corners: Vec<RoundedCorner> = (0..count)
        .map(|index| RoundedCorner {
            at: mitre(
                points[index],
                directions[(index + count - 1) % count].0,
                directions[index].0,
                distance,
            ),
            radius: beam.radius_at(halves[index] > 0.0),
        })
        .collect();
    Contour::rounded(&corners)
}

/// The corners of a line around cells, on the page.
pub(super) fn corners(line: &Loop, frame: &Frame) -> Vec<Point> {
    let bends = line.bends().into_iter();
    bends.map(|corner| frame.corner(corner)).collect()
}
