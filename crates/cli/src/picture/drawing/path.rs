//! Points and paths on the page.

use super::number::Millimetres;
use std::fmt;

/// A point on the page in millimetres: x to the right, y down.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// The distance from the left edge.
    pub x: f64,
    /// The distance from the upper edge.
    pub y: f64,
}

impl Point {
    /// The point with coordinates in millimetres.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The sum of both points, coordinate by coordinate.
    #[must_use]
    pub fn shifted(self, by: Self) -> Self {
        Self::new(self.x + by.x, self.y + by.y)
    }

    /// The point that is `distance` millimetres from this one, in the direction of `other`. If both
    /// points are equal, it is this point.
    #[must_use]
    pub fn towards(self, other: Self, distance: f64) -> Self {
        let length = self.distance(other);
        if length == 0.0 {
            return self;
        }
        let share = distance / length;
        Self::new(
            self.x + (other.x - self.x) * share,
            self.y + (other.y - self.y) * share,
        )
    }

    /// The distance to another point, in the unit of the coordinates.
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// The mean of points; the origin if there are none.
    pub fn mean(points: impl IntoIterator<Item = Self>) -> Self {
        let (mut sum, mut count) = (Self::default(), 0.0);
        for point in points {
            sum = sum.shifted(point);
            count += 1.0;
        }
        if count == 0.0 {
            return sum;
        }
        Self::new(sum.x / count, sum.y / count)
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// The beginning of a new subpath.
    Move(Point),
    /// A straight line to this point.
    Line(Point),
    /// A quadratic Bézier curve: control point, end.
    Quad(Point, Point),
    /// A cubic Bézier curve: two control points, end.
    Cubic(Point, Point, Point),
    /// A straight line back to the beginning of the subpath.
    Close,
}

/// A path on the page, made of open or closed subpaths.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Path {
    /// The segments; the first one is a `Move`.
    pub segments: Vec<Segment>,
}

impl Path {
    /// A closed polygon.
    pub fn polygon(points: impl IntoIterator<Item = Point>) -> Self {
        let mut path = Self::default();
        path.add_polygon(points);
        path
    }

    /// Adds a closed polygon as a subpath.
    pub fn add_polygon(&mut self, points: impl IntoIterator<Item = Point>) {
        self.add_line(points);
        self.segments.push(Segment::Close);
    }

    /// Adds an open polyline as a subpath.
    pub fn add_line(&mut self, points: impl IntoIterator<Item = Point>) {
        let mut points = points.into_iter();
        self.segments.extend(points.next().map(Segment::Move));
        self.segments.extend(points.map(Segment::Line));
    }

    /// A rectangle with its upper left corner at `corner`.
    pub fn rectangle(corner: Point, width: f64, height: f64) -> Self {
        let Point { x, y } = corner;
        Self::polygon([
            corner,
            Point::new(x + width, y),
            Point::new(x + width, y + height),
            Point::new(x, y + height),
        ])
    }

    /// A circle, as four cubic curves. The relative error of the radius is below 1/3000.
    pub fn circle(centre: Point, radius: f64) -> Self {
        const HANDLE: f64 = 0.552_284_749_830_793_6;
        let at = |x: f64, y: f64| Point::new(centre.x + x * radius, centre.y + y * radius);
        let mut segments = vec![Segment::Move(at(1.0, 0.0))];
        let (mut x, mut y) = (1.0, 0.0);
        for _ in 0..4 {
            let (next_x, next_y) = (-y, x);
            segments.push(Segment::Cubic(
                at(x + HANDLE * next_x, y + HANDLE * next_y),
                at(next_x + HANDLE * x, next_y + HANDLE * y),
                at(next_x, next_y),
            ));
            (x, y) = (next_x, next_y);
        }
        segments.push(Segment::Close);
        Self { segments }
    }

    /// Whether the path has no segments.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// The path moved by a vector.
    #[must_use]
    pub fn shifted(&self, by: Point) -> Self {
        self.mapped(|point| point.shifted(by))
    }

    /// The path with a map applied to all its points, including control points.
    #[must_use]
    pub fn mapped(&self, map: impl Fn(Point) -> Point) -> Self {
        let segments = self.segments.iter().map(|segment| match *segment {
            Segment::Move(p) => Segment::Move(map(p)),
            Segment::Line(p) => Segment::Line(map(p)),
            Segment::Quad(c, p) => Segment::Quad(map(c), map(p)),
            Segment::Cubic(c, d, p) => Segment::Cubic(map(c), map(d), map(p)),
            Segment::Close => Segment::Close,
        });
        Self {
            segments: segments.collect(),
        }
    }

    /// The minimum and maximum coordinates of the path's points, including control points; `None` for an empty path.
    pub fn bounds(&self) -> Option<(Point, Point)> {
        let points = self.segments.iter().flat_map(|segment| match *segment {
            Segment::Move(p) | Segment::Line(p) => vec![p],
            Segment::Quad(c, p) => vec![c, p],
            Segment::Cubic(c, d, p) => vec![c, d, p],
            Segment::Close => Vec::new(),
        });
        points.fold(None, |bounds, p| {
            let (low, high) = bounds.unwrap_or((p, p));
            Some((
                Point::new(low.x.min(p.x), low.y.min(p.y)),
                Point::new(high.x.max(p.x), high.y.max(p.y)),
            ))
        })
    }
}

impl Path {
    /// The subpaths as polylines, each with a flag that is true for a closed one. A curve becomes
    /// at most 64 chords, which deviate by at most `tolerance` unless 64 are too few.
    ///
    /// Cost: linear in the number of points.
    pub fn polylines(&self, tolerance: f64) -> Vec<(Vec<Point>, bool)> {
        let mut lines: Vec<(Vec<Point>, bool)> = Vec::new();
        for segment in &self.segments {
            if let Segment::Move(p) = segment {
                lines.push((vec![*p], false));
                continue;
            }
            let Some((points, closed)) = lines.last_mut() else {
                continue;
            };
            let Some(&from) = points.last() else { continue };
            match *segment {
                Segment::Move(_) => {}
                Segment::Line(p) => points.push(p),
                Segment::Close => {
                    *closed = true;
                    if points.len() > 1 && points.first() == points.last() {
                        points.pop();
                    }
                }
                Segment::Quad(c, p) => {
                    let third = |a: Point| {
                        Point::new(a.x + (c.x - a.x) * 2.0 / 3.0, a.y + (c.y - a.y) * 2.0 / 3.0)
                    };
                    chords([from, third(from), third(p), p], tolerance, points);
                }
                Segment::Cubic(c, d, p) => chords([from, c, d, p], tolerance, points),
            }
        }
        lines
    }
}

/// Appends points on a cubic curve, except its start, in n equal steps. Chords deviate by at most
/// 3/4 of the largest second difference of the control points, divided by n². The smallest n within
/// the tolerance is chosen, up to 64.
fn chords(curve: [Point; 4], tolerance: f64, points: &mut Vec<Point>) {
    let [from, first, second, to] = curve;
    let bend = |before: Point, at: Point, after: Point| {
        (before.x - 2.0 * at.x + after.x).hypot(before.y - 2.0 * at.y + after.y)
    };
    let most = bend(from, first, second).max(bend(first, second, to));
    let steps = (0.75 * most / tolerance).sqrt().ceil().clamp(1.0, 64.0);
    let mut step = 1.0;
    while step <= steps {
        let gone = step / steps;
        let left = 1.0 - gone;
        let weights = [
            left * left * left,
            3.0 * left * left * gone,
            3.0 * left * gone * gone,
            gone * gone * gone,
        ];
        let sum = |of: fn(Point) -> f64| {
            let parts = curve.into_iter().zip(weights);
            parts.map(|(p, weight)| of(p) * weight).sum::<f64>()
        };
        points.push(Point::new(sum(|p| p.x), sum(|p| p.y)));
        step += 1.0;
    }
}

/// Writes the path in the syntax of the `d` attribute of an SVG path.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, segment) in self.segments.iter().enumerate() {
            let (letter, points) = match segment {
                Segment::Move(p) => ('M', vec![p]),
                Segment::Line(p) => ('L', vec![p]),
                Segment::Quad(c, p) => ('Q', vec![c, p]),
                Segment::Cubic(c, d, p) => ('C', vec![c, d, p]),
                Segment::Close => ('Z', vec![]),
            };
            if index > 0 && letter == 'M' {
                f.write_str(" ")?;
            }
            write!(f, "{letter}")?;
            for (index, point) in points.into_iter().enumerate() {
                if index > 0 {
                    f.write_str(" ")?;
                }
                write!(f, "{} {}", Millimetres(point.x), Millimetres(point.y))?;
            }
        }
        Ok(())
    }
}

/// The corner of two edges that meet at `at`, after both have been shifted to their left by
/// `distance`. `before` and `after` are the unit directions of the edges.
pub(crate) fn mitre(at: Point, before: Point, after: Point, distance: f64) -> Point {
    let share = distance / (1.0 + before.x * after.x + before.y * after.y);
    Point::new(
        at.x + (before.y + after.y) * share,
        at.y - (before.x + after.x) * share,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_in_svg_syntax() {
        let mut path = Path::rectangle(Point::new(1.0, 2.0), 3.0, 0.5);
        path.add_line([Point::new(0.0, 0.0), Point::new(-1.25, 0.0)]);
        assert_eq!(path.to_string(), "M1 2L4 2L4 2.5L1 2.5Z M0 0L-1.25 0");
        let (low, high) = path.bounds().unwrap();
        assert_eq!((low, high), (Point::new(-1.25, 0.0), Point::new(4.0, 2.5)));
    }
}
