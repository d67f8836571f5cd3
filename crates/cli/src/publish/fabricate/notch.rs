//! Finger notches: arcs cut into a frame, where a finger can lift the edge of a piece.
//!
//! A notch is a segment of a circle in a straight edge of an opening, on an outer side of the
//! board. Its depth is half its width, but at most half the width of the frame, so that the frame
//! stays in one piece.

use super::contour::{Contour, ContourNode, along, heading};
use crate::picture::drawing::Point;

/// The minimum length of the edge that stays straight on each side of a notch, in millimetres.
const FREE: f64 = 1.0;

/// Positions closer than this are treated as equal, in millimetres.
const SAME: f64 = 1e-6;

/// A straight edge of an opening: its length, the index of the opening, and the index of the edge in the
/// opening's contour.
type OpeningEdge = (f64, usize, usize);

type Axis = fn(Point) -> f64;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Notch {
    /// The width in millimetres.
    pub(super) width: f64,
    /// The depth in millimetres.
    pub(super) depth: f64,
    /// The distance between the beam's centre and the cut edge, in millimetres.
    pub(super) beam: f64,
}

impl Notch {
    /// A notch of `width` in a frame that is `frame` wide.
    pub(super) fn new(width: f64, frame: f64, beam: f64) -> Self {
        Self {
            width,
            depth: (width / 2.0).min(frame / 2.0),
            beam,
        }
    }

    /// Half the length of the beam's path that the notch replaces.
    fn half_chord(&self) -> f64 {
        let radius = (self.width * self.width / 4.0 + self.depth * self.depth) / (2.0 * self.depth);
        // The beam's path is an arc inside the notch, with the same centre as the notch.
        (2.0 * self.depth * (radius - self.beam) - self.depth * self.depth)
            .max(0.0)
            .sqrt()
    }

    /// The paths around the openings of a frame, with notches on two opposite sides of the board:
    /// those with the longest straight edge. A side without room for a notch has none; `None` if
    /// neither has room.
    pub(super) fn cut(&self, openings: &[Contour]) -> Option<Vec<Contour>> {
        let bounds: Vec<(Point, Point)> = openings.iter().map(Contour::bounds).collect();
        let low = |of: Axis| bounds.iter().map(|(p, _)| of(*p)).fold(f64::MAX, f64::min);
        let high = |of: Axis| bounds.iter().map(|(_, p)| of(*p)).fold(f64::MIN, f64::max);
        let (x, y): (Axis, Axis) = (|p| p.x, |p| p.y);
        // For each side of the board (top and bottom, left and right), the longest edge with room
        // for a notch.
        let edge = |of: Axis, at: f64| {
            let mut best: Option<OpeningEdge> = None;
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
        let longest = |pair: &[Option<OpeningEdge>; 2]| {
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
                nodes.push(ContourNode { at: a, bulge });
                if edges.contains(&(opening, way)) {
                    let middle = Point::mean([a, b]);
                    let (direction, _) = heading(a, b);
                    let half = self.half_chord();
                    nodes.push(ContourNode {
                        at: along(middle, direction, -half),
                        // The bulge of an arc that turns left is negative. Such an arc is on the right of
                        // its chord, where the frame is.
                        bulge: -self.depth / half,
                    });
                    nodes.push(ContourNode {
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

    /// Checks for several kerfs that notches have the requested width and depth.
    #[test]
    fn notches_are_of_their_size() {
        for kerf in [0.0, 0.15, 0.4] {
            let beam = kerf / 2.0;
            let notch = Notch::new(20.0, 12.0, beam);
            let way = opening(100.0 - kerf, 50.0 - kerf);
            assert!(way.area() < 0.0);
            let cut = notch.cut(std::slice::from_ref(&way)).unwrap().remove(0);
            // Both long sides have a notch. The beam removes half a kerf on each side of its path.
            let (low, high) = cut.bounds();
            assert!((low.y + 6.0).abs() < 1e-9 && (high.y - (50.0 - kerf) - 6.0).abs() < 1e-9);
            assert!(low.x.abs() < 1e-9 && (high.x - 100.0 + kerf).abs() < 1e-9);
            // Each notch is a circular segment. The circle goes through both ends and the deepest point
            // of the notch; the radius of the beam's path is half a kerf less.
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
