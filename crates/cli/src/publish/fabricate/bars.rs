//! Bars: pieces made of sticks that have a width.
//!
//! Several pieces of a puzzle may meet at a vertex: ends, one straight piece and two ends, or two
//! bends. So that all of them fit, free ends stop short of the vertex, and bends are arcs that cut
//! the corner. This keeps the clearance between two bends at one vertex:
//!
//! ```text
//!      |           middle line of a bend of radius r: r (√2 - 1) from the vertex
//!      |           half the width h, half the clearance c: r = (h + c/2) / (√2 - 1)
//!  ──╮ ╵ ╭──       ends stop at h + c
//!    ╰───╯
//! ```
//!
//! The outline is traced from stick to stick around every vertex, with the bar on the right.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Vector};

use super::contour::{Contour, RoundedCorner, along, half_turn, heading};
use crate::picture::drawing::mitre;
use crate::picture::drawing::{Frame, Point};

/// The dimensions of bars, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bars {
    pub half_width: f64,
    /// The distance between an end and its vertex; negative if the end extends beyond the vertex.
    pub setback: f64,
    /// The gap between two bends at one vertex; `None` if bends are not rounded.
    pub bend_gap: Option<f64>,
    /// The radius of the beam's path around the two corners at the end of a stick.
    pub end_radius: f64,
    /// The radius of the beam's path in the concave corners between sticks, except at rounded bends.
    pub branch_radius: f64,
    /// The distance between the beam's centre and the bar.
    pub beam: f64,
}

/// A stick traced in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct StickPath {
    from: Vector,
    to: Vector,
}

impl Bars {
    /// The contours of connected sticks: the outer one first, then holes.
    ///
    /// # Errors
    ///
    /// The length of an edge that is too short for the radii of its corners.
    ///
    /// Cost: O(n log n) for n sticks.
    pub(crate) fn contours(&self, frame: &Frame, sticks: &[Cell]) -> Result<Vec<Contour>, f64> {
        let mut ends: BTreeMap<Vector, Vec<Vector>> = BTreeMap::new();
        let mut left: BTreeMap<StickPath, bool> = BTreeMap::new();
        for &stick in sticks {
            let corners = frame.table().outline(stick).corners;
            if let (Some(&a), Some(&b)) = (corners.first(), corners.last()) {
                ends.entry(a).or_default().push(b);
                ends.entry(b).or_default().push(a);
                left.insert(StickPath { from: a, to: b }, true);
                left.insert(StickPath { from: b, to: a }, true);
            }
        }
        let starts: Vec<StickPath> = left.keys().copied().collect();
        let mut contours = Vec::new();
        for start in starts {
            let mut corners = Vec::new();
            let mut way = start;
            while left.insert(way, false) == Some(true) {
                way = self.pass(frame, way, &ends[&way.to], &mut corners);
            }
            if !corners.is_empty() {
                contours.push(Contour::rounded(&corners)?);
            }
        }
        contours.sort_by(|a, b| b.area().total_cmp(&a.area()));
        Ok(contours)
    }

    /// Appends the corners of the outline at the end of a stick. The outline runs to the left of the traced
    /// sticks. Returns the stick to trace next: the leftmost of those that meet there, or at a free end the same
    /// stick backwards.
    fn pass(
        &self,
        frame: &Frame,
        way: StickPath,
        others: &[Vector],
        corners: &mut Vec<RoundedCorner>,
    ) -> StickPath {
        let (from, at) = (frame.corner(way.from), frame.corner(way.to));
        let before = heading(from, at).0;
        let half = self.half_width + self.beam;
        let turn = |to: Vector| half_turn(before, heading(at, frame.corner(to)).0);
        let onward = others.iter().copied().filter(|&to| to != way.from);
        let Some(next) = onward.min_by(|&a, &b| turn(a).total_cmp(&turn(b))) else {
            let end = along(at, before, self.beam - self.setback);
            let side = Point::new(before.y * half, -before.x * half);
            for at in [end.shifted(side), along(end, side, -1.0)] {
                corners.push(RoundedCorner {
                    at,
                    radius: self.end_radius,
                });
            }
            return StickPath {
                from: way.to,
                to: way.from,
            };
        };
        let after = heading(at, frame.corner(next)).0;
        let bend = half_turn(before, after);
        if bend.abs() > 1e-9 {
            let radius = match self.bend_gap {
                // Two sticks of the piece meet at this vertex in a bend, without a branch.
                Some(gap) if others.len() == 2 => {
                    let middle = bend_radius(self.half_width, gap, bend);
                    (middle + if bend > 0.0 { half } else { -half }).max(0.0)
                }
                _ if bend < 0.0 => self.branch_radius,
                _ => 0.0,
            };
            corners.push(RoundedCorner {
                at: mitre(at, before, after, half),
                radius,
            });
        }
        StickPath {
            from: way.to,
            to: next,
        }
    }
}

/// The radius of a bend's centre line. The centre line keeps a distance of half the width plus half the gap
/// from the vertex. `half_turn` is the tangent of half the angle by which the bend turns.
pub(super) fn bend_radius(half_width: f64, gap: f64, half_turn: f64) -> f64 {
    let vertex = (1.0 + half_turn * half_turn).sqrt() - 1.0;
    (half_width + gap / 2.0) / vertex
}
