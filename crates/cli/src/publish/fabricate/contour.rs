//! Contours: closed lines made of straight segments and arcs, as cutters follow them.
//!
//! A contour runs from node to node. The *bulge* of a node is the tangent of a quarter of the angle
//! by which the segment after the node turns: 0 for a straight line, 1 for half a circle, positive
//! to the right (on a page whose y axis points down). DXF uses the same representation of arcs. An
//! outer contour has the material on its right, so its area is positive. A contour around a hole
//! runs in the opposite direction.

use crate::picture::drawing::Point;

/// A node of a contour, with the segment to the next one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContourNode {
    /// The position, in millimetres.
    pub at: Point,
    /// The tangent of a quarter of the angle by which the segment to the next node turns right.
    pub bulge: f64,
}

/// A closed line made of straight segments and arcs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Contour {
    /// The nodes in order, at least two.
    pub nodes: Vec<ContourNode>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoundedCorner {
    /// The point where the two edges meet, in millimetres.
    pub at: Point,
    /// The radius of the arc that replaces the corner, in millimetres; 0 for a sharp corner.
    pub radius: f64,
}

/// The length below which segments are omitted, in millimetres.
const NOTHING: f64 = 1e-6;

impl Contour {
    /// The closed line through corners, each rounded with its radius.
    ///
    /// # Errors
    ///
    /// The distance between two corners that is too short for their arcs.
    pub fn rounded(corners: &[RoundedCorner]) -> Result<Self, f64> {
        let count = corners.len();
        let next = |index: usize| (index + 1) % count;
        let ways: Vec<(Point, f64)> = (0..count)
            .map(|index| heading(corners[index].at, corners[next(index)].at))
            .collect();
        // For each corner: the tangent of half the angle of the turn, and the length that the arc takes
        // from each of the two edges.
        let turns: Vec<(f64, f64)> = (0..count)
            .map(|index| {
                let (before, _) = ways[(index + count - 1) % count];
                let (after, _) = ways[index];
                let half = half_turn(before, after);
                (half, corners[index].radius * half.abs())
            })
            .collect();
        let mut nodes = Vec::with_capacity(2 * count);
        for index in 0..count {
            let RoundedCorner { at, .. } = corners[index];
            let (before, _) = ways[(index + count - 1) % count];
            let (after, length) = ways[index];
            let (half, taken) = turns[index];
            let straight = length - taken - turns[next(index)].1;
            if straight < -NOTHING {
                return Err(length);
            }
            if taken > NOTHING {
                nodes.push(ContourNode {
                    at: along(at, before, -taken),
                    bulge: half / (1.0 + (1.0 + half * half).sqrt()),
                });
            }
            // Without a straight segment, the next arc begins where this one ends.
            if straight > NOTHING {
                nodes.push(ContourNode {
                    at: along(at, after, taken),
                    bulge: 0.0,
                });
            }
        }
        Ok(Self { nodes })
    }

    /// The closed polygon through points.
    pub fn polygon(points: impl IntoIterator<Item = Point>) -> Self {
        let node = |at| ContourNode { at, bulge: 0.0 };
        Self {
            nodes: points.into_iter().map(node).collect(),
        }
    }

    /// The segments, each as its two ends and its bulge.
    pub fn ways(&self) -> impl Iterator<Item = (Point, Point, f64)> {
        let next = self.nodes.iter().cycle().skip(1);
        let pairs = self.nodes.iter().zip(next);
        pairs.map(|(from, to)| (from.at, to.at, from.bulge))
    }

    /// The enclosed area, in mm²: positive around material, negative around holes.
    pub fn area(&self) -> f64 {
        let double = |(a, b, bulge): (Point, Point, f64)| {
            let chord = a.x * b.y - b.x * a.y;
            if bulge == 0.0 {
                return chord;
            }
            let (radius, angle) = arc(a, b, bulge);
            chord + radius * radius * (angle - angle.sin())
        };
        self.ways().map(double).sum::<f64>() / 2.0
    }

    /// The length of the contour, in millimetres.
    pub fn length(&self) -> f64 {
        let of = |(a, b, bulge): (Point, Point, f64)| {
            if bulge == 0.0 {
                return a.distance(b);
            }
            let (radius, angle) = arc(a, b, bulge);
            radius * angle.abs()
        };
        self.ways().map(of).sum()
    }

    /// The minimum and maximum coordinates of all points of the contour, including arcs.
    pub fn bounds(&self) -> (Point, Point) {
        let mut low = Point::new(f64::INFINITY, f64::INFINITY);
        let mut high = Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY);
        let mut meet = |p: Point| {
            low = Point::new(low.x.min(p.x), low.y.min(p.y));
            high = Point::new(high.x.max(p.x), high.y.max(p.y));
        };
        for (a, b, bulge) in self.ways() {
            meet(a);
            if bulge != 0.0 {
                let (radius, _) = arc(a, b, bulge);
                let centre = centre(a, b, bulge);
                let extremes = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
                for (x, y) in extremes {
                    let p = Point::new(centre.x + x * radius, centre.y + y * radius);
                    if beyond_chord(a, b, bulge, p) {
                        meet(p);
                    }
                }
            }
        }
        (low, high)
    }

    /// The corners of a polygon that deviates from the contour by at most `tolerance` millimetres.
    pub fn flattened(&self, tolerance: f64) -> Vec<Point> {
        let mut points = Vec::new();
        for (a, b, bulge) in self.ways() {
            points.push(a);
            if bulge == 0.0 {
                continue;
            }
            let (radius, angle) = arc(a, b, bulge);
            let centre = centre(a, b, bulge);
            // A chord over the angle t deviates from the arc by r (1 − cos(t/2)), about r t²/8.
            let most = (8.0 * tolerance / radius).sqrt().clamp(0.01, 1.0);
            let steps = (angle.abs() / most).ceil();
            let (sine, cosine) = (angle / steps).sin_cos();
            let mut spoke = Point::new(a.x - centre.x, a.y - centre.y);
            let mut step = 1.0;
            while step < steps {
                spoke = turned(spoke, cosine, sine);
                points.push(centre.shifted(spoke));
                step += 1.0;
            }
        }
        points
    }

    /// The contour with its points mapped by `map`, which must be a rotation, a translation, or both.
    #[must_use]
    pub fn mapped(&self, map: impl Fn(Point) -> Point) -> Self {
        let moved = |node: &ContourNode| ContourNode {
            at: map(node.at),
            bulge: node.bulge,
        };
        Self {
            nodes: self.nodes.iter().map(moved).collect(),
        }
    }

    /// The contour in the opposite direction.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let back = self.ways().map(|(_, to, bulge)| ContourNode {
            at: to,
            bulge: -bulge,
        });
        let mut nodes: Vec<ContourNode> = back.collect();
        nodes.reverse();
        Self { nodes }
    }
}

/// The unit direction from one point to another, and their distance.
pub(super) fn heading(a: Point, b: Point) -> (Point, f64) {
    let length = a.distance(b);
    (
        Point::new((b.x - a.x) / length, (b.y - a.y) / length),
        length,
    )
}

/// The tangent of half the angle by which direction `a` must turn right to become `b`.
pub(super) fn half_turn(a: Point, b: Point) -> f64 {
    (a.x * b.y - a.y * b.x) / (1.0 + a.x * b.x + a.y * b.y)
}

pub(super) fn along(point: Point, direction: Point, distance: f64) -> Point {
    Point::new(
        point.x + direction.x * distance,
        point.y + direction.y * distance,
    )
}

/// A point rotated clockwise about the origin by the angle with this cosine and sine.
pub(super) fn turned(point: Point, cosine: f64, sine: f64) -> Point {
    Point::new(
        point.x * cosine - point.y * sine,
        point.x * sine + point.y * cosine,
    )
}

/// The radius and the angle of an arc from `a` to `b`. The angle is positive if the arc turns right.
pub(super) fn arc(a: Point, b: Point, bulge: f64) -> (f64, f64) {
    let radius = a.distance(b) * (1.0 + bulge * bulge) / (4.0 * bulge.abs());
    (radius, 4.0 * bulge.atan())
}

fn centre(a: Point, b: Point, bulge: f64) -> Point {
    // The centre is to the right of the chord's midpoint, at a distance of the radius minus the arc's height.
    let share = (1.0 - bulge * bulge) / (4.0 * bulge);
    Point::new(
        f64::midpoint(a.x, b.x) - (b.y - a.y) * share,
        f64::midpoint(a.y, b.y) + (b.x - a.x) * share,
    )
}

/// Whether a point on the circle of an arc is on the arc itself, that is, on the arc's side of the chord.
fn beyond_chord(a: Point, b: Point, bulge: f64, p: Point) -> bool {
    let side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    // An arc that turns right is on the left of its chord.
    side * bulge < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    /// A stadium: a square of side 2 with half circles on two opposite sides.
    fn stadium() -> Contour {
        let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)];
        let corners = corners.map(|(x, y)| RoundedCorner {
            at: Point::new(x, y),
            radius: 1.0,
        });
        Contour::rounded(&corners).unwrap()
    }

    #[test]
    fn measures_of_a_stadium() {
        let contour = stadium();
        assert_eq!(contour.nodes.len(), 6);
        assert!(close(contour.area(), 4.0 + PI));
        assert!(close(contour.length(), 4.0 + 2.0 * PI));
        assert!(close(contour.reversed().area(), -4.0 - PI));
        assert_eq!(contour.reversed().reversed(), contour);
        let (low, high) = contour.bounds();
        assert!(close(low.x, 0.0) && close(low.y, 0.0));
        assert!(close(high.x, 4.0) && close(high.y, 2.0));
        // The polygon lies within the stadium and nearly fills it.
        let flat = Contour::polygon(contour.flattened(0.001));
        assert!(flat.area() < contour.area());
        assert!(flat.area() > contour.area() - 0.001 * contour.length());
    }

    #[test]
    fn inner_corners_bulge_the_other_way() {
        let corners = [
            (0.0, 0.0),
            (2.0, 0.0),
            (2.0, 1.0),
            (1.0, 1.0),
            (1.0, 2.0),
            (0.0, 2.0),
        ];
        let corners: Vec<RoundedCorner> = corners
            .iter()
            .map(|&(x, y)| RoundedCorner {
                at: Point::new(x, y),
                radius: if (x, y) == (1.0, 1.0) { 0.5 } else { 0.0 },
            })
            .collect();
        let contour = Contour::rounded(&corners).unwrap();
        let arcs: Vec<&ContourNode> = contour.nodes.iter().filter(|n| n.bulge != 0.0).collect();
        assert!(arcs.len() == 1 && arcs[0].bulge < 0.0);
        assert!(close(contour.area(), 3.0 + 0.25 * (1.0 - PI / 4.0)));
    }
}
