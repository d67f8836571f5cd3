//! Finger notches: arcs cut into a frame, where a finger gets under the rim of a piece.
//!
//! A notch is a segment of a circle in a straight edge of the opening, on a side of the frame with nothing beyond it.
//! It goes in as deep as it is wide by half, or half through the frame, whichever is less, so that the frame stays in
//! one piece.

use super::contour::{Contour, Node, along, heading};
use crate::picture::drawing::Point;

/// What a notch leaves free of its edge at each end, in millimetres.
const FREE: f64 = 1.0;

/// What is as near as this is at the same place, in millimetres.
const SAME: f64 = 1e-6;

/// A straight edge of an opening: its length, the number of the opening, that of its way.
type Edge = (f64, usize, usize);

/// A coordinate of a point.
type Axis = fn(Point) -> f64;

/// A finger notch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Notch {
    /// How wide it is, in millimetres.
    pub(super) width: f64,
    /// How deep.
    pub(super) depth: f64,
    /// How far the middle of the beam keeps from what is cut.
    pub(super) beam: f64,
}

impl Notch {
    /// A notch of some width in a frame of some width.
    pub(super) fn new(width: f64, frame: f64, beam: f64) -> Self {
        Self {
            width,
            depth: (width / 2.0).min(frame / 2.0),
            beam,
        }
    }

    /// Half of what the beam's way loses of its edge.
    fn half_chord(&self) -> f64 {
        let radius = (self.width * self.width / 4.0 + self.depth * self.depth) / (2.0 * self.depth);
        // The beam runs within the notch, about the same centre.
        (2.0 * self.depth * (radius - self.beam) - self.depth * self.depth)
            .max(0.0)
            .sqrt()
    }

    /// The ways around the openings of a frame, with a notch on the side with the longest straight edge and one on the
    /// side opposite, if there is room. None if there is no room at all.
    pub(super) fn cut(&self, openings: &[Contour]) -> Option<Vec<Contour>> {
        let bounds: Vec<(Point, Point)> = openings.iter().map(Contour::bounds).collect();
        let low = |of: Axis| bounds.iter().map(|(p, _)| of(*p)).fold(f64::MAX, f64::min);
        let high = |of: Axis| bounds.iter().map(|(_, p)| of(*p)).fold(f64::MIN, f64::max);
        let (x, y): (Axis, Axis) = (|p| p.x, |p| p.y);
        // Top and bottom, left and right: the longest edge of each with room for a notch.
        let edge = |of: Axis, at: f64| {
            let mut best: Option<Edge> = None;
            for (opening, contour) in openings.iter().enumerate() {
                for (way, (a, b, bulge)) in contour.ways().enumerate() {
                    let length = a.distance(b);
                    let is_there = (of(a) - at).abs() < SAME && (of(b) - at).abs() < SAME;
                    let has_room = length >= 2.0 * (self.half_chord() + FREE);
                    if bulge == 0.0
                        && is_there
                        && has_room
                        && best.is_none_or(|(l, ..)| length > l + SAME)
                    {
                        best = Some((length, opening, way));
                    }
                }
            }
            best
        };
        let level = [edge(y, low(y)), edge(y, high(y))];
        let upright = [edge(x, low(x)), edge(x, high(x))];
        let longest = |pair: &[Option<Edge>; 2]| {
            pair.iter()
                .flatten()
                .map(|(length, ..)| *length)
                .fold(0.0, f64::max)
        };
        let pair = if longest(&upright) > longest(&level) + SAME {
            upright
        } else {
            level
        };
        let edges: Vec<(usize, usize)> = pair.iter().flatten().map(|&(_, o, w)| (o, w)).collect();
        if edges.is_empty() {
            return None;
        }
        let notched = openings.iter().enumerate().map(|(opening, contour)| {
            let mut nodes = Vec::with_capacity(contour.nodes.len() + 4);
            for (way, (a, b, bulge)) in contour.ways().enumerate() {
                nodes.push(Node { at: a, bulge });
                if edges.contains(&(opening, way)) {
                    let middle = Point::mean([a, b]);
                    let (direction, _) = heading(a, b);
                    let half = self.half_chord();
                    nodes.push(Node {
                        at: along(middle, direction, -half),
                        // Into the frame, which is on the right.
                        bulge: -self.depth / half,
                    });
                    nodes.push(Node {
                        at: along(middle, direction, half),
                        bulge: 0.0,
                    });
                }
            }
            Contour { nodes }
        });
        Some(notched.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(width: f64, height: f64) -> Contour {
        let corners = [(0.0, 0.0), (0.0, height), (width, height), (width, 0.0)];
        Contour::polygon(corners.map(|(x, y)| Point::new(x, y)))
    }

    /// What is cut is as wide and as deep as asked for, whatever the kerf.
    #[test]
    fn notches_are_of_their_size() {
        for kerf in [0.0, 0.15, 0.4] {
            let beam = kerf / 2.0;
            let notch = Notch::new(20.0, 12.0, beam);
            let way = opening(100.0 - kerf, 50.0 - kerf);
            assert!(way.area() < 0.0);
            let cut = notch.cut(std::slice::from_ref(&way)).unwrap().remove(0);
            // Both long sides; the beam takes half a kerf more than its way.
            let (low, high) = cut.bounds();
            assert!((low.y + 6.0).abs() < 1e-9 && (high.y - (50.0 - kerf) - 6.0).abs() < 1e-9);
            assert!(low.x.abs() < 1e-9 && (high.x - 100.0 + kerf).abs() < 1e-9);
            // A segment of the circle through both ends and the bottom, less the beam.
            let radius = (100.0 + 36.0) / 12.0 - beam;
            let half: f64 = notch.half_chord();
            let angle = 2.0 * (half / radius).asin();
            let angle = if notch.depth > radius {
                std::f64::consts::TAU - angle
            } else {
                angle
            };
            let segment = radius * radius / 2.0 * (angle - angle.sin());
            assert!((way.area() - cut.area() - 2.0 * segment).abs() < 1e-6);
            if kerf == 0.0 {
                assert!((half - 10.0).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn there_must_be_room() {
        let notch = Notch::new(20.0, 12.0, 0.0);
        assert_eq!(notch.cut(&[opening(21.0, 21.0)]), None);
        assert!(notch.cut(&[opening(22.0, 5.0)]).is_some());
    }
}
