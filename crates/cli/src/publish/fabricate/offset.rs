//! Offsets: the outline of a set of cells as the middle of the beam must run.
//!
//! A beam of the width of the *kerf* takes away what lies within half of it. So that a part comes
//! out right, the beam runs half a kerf outside of it; and so that parts fit together, each is
//! made smaller than its cells, by half the *clearance* all around. Every edge is shifted straight
//! out by the difference; edges meet again where their lines do, so corners stay sharp, unless they
//! are to be rounded: at a corner that sticks out the beam runs around the part's own arc at half a
//! kerf, at one that goes in it runs inside of it.

use tilewright_geometry::Loop;

use super::contour::{Contour, Corner, half_turn, heading};
use crate::picture::drawing::{Frame, Point, mitre};

/// How the beam runs around a part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beam {
    /// The width of what it takes away, in millimetres.
    pub kerf: f64,
    /// The radius of the part's corners that stick out.
    pub radius: f64,
    /// The radius of those that go in; less than half a kerf cannot be cut.
    pub inner_radius: f64,
}

impl Beam {
    /// The radius of the beam's way around a corner that sticks out, if `outer`, or goes in.
    ///
    /// Around a sharp corner the beam goes to where the edges' lines meet: the part is the same as
    /// if it went around in an arc, and cutters need not turn in next to no time.
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

/// The way of the beam around a line whose material is on its right, less `inset` millimetres of
/// the material.
///
/// # Errors
///
/// The length of an edge that has no room for what is asked of its corners.
///
/// Cost: O(n) for n corners.
pub fn offset(points: &[Point], inset: f64, beam: &Beam) -> Result<Contour, f64> {
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
    // An edge that would turn round has no length left.
    for (index, (_, length)) in directions.iter().enumerate() {
        if length + distance * (halves[index] + halves[(index + 1) % count]) <= 0.0 {
            return Err(*length);
        }
    }
    let corners: Vec<Corner> = (0..count)
        .map(|index| Corner {
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
