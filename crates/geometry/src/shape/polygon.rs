//! Regions of the plane bounded by straight lines between points of the translation lattice.
//!
//! All arithmetic is exact. Corners, vertices and vectors are integers in corner units
//! ([`crate::Drawing::unit`]). So the side of a line on which a point lies is the sign of an
//! integer. The axes may be oblique, because the side does not depend on angles.

use super::ShapeError;
use super::size::{MAX_SHAPE_CELLS, require};
use crate::lattice::{COORDINATE_LIMIT, Cell, Lattice, ShapeName};
use crate::vector::Vector;

/// The largest number of corners of a polygon.
pub const MAX_POLYGON_CORNERS: usize = 256;

/// The cells inside a polygon. Its corners are given in translation units, clockwise or
/// anticlockwise. Sticks on the outline count as inside.
///
/// # Errors
///
/// [`ShapeError`] for too few or too many corners, sides that meet outside their common corner, a side that cuts a
/// cell, too many cells, and lattices without polygons.
///
/// # Complexity
///
/// O(cells of the bounding box × corners).
///
/// ```
/// use tilewright_geometry::{Lattice, polygon};
/// // The square of a tangram, standing on a corner: 16 tans of two quarters each.
/// let square = polygon(Lattice::Tan, &[[2, 0], [4, 2], [2, 4], [0, 2]])?;
/// assert_eq!(square.len(), 32);
/// assert!(polygon(Lattice::Tan, &[[0, 0], [2, 1], [0, 1]]).is_err());
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn polygon(lattice: Lattice, corners: &[[i32; 2]]) -> Result<Vec<Cell>, ShapeError> {
    let shape = ShapeName::Polygon;
    require(shape, lattice)?;
    if !(3..=MAX_POLYGON_CORNERS).contains(&corners.len()) {
        return Err(ShapeError::Corners {
            given: corners.len(),
            limit: MAX_POLYGON_CORNERS,
        });
    }
    let [width, height] = [0, 1].map(|axis| {
        let along = || corners.iter().map(|corner| i64::from(corner[axis]));
        along().max().unwrap_or(0) - along().min().unwrap_or(0)
    });
    let far = |c: &i32| c.unsigned_abs() >= COORDINATE_LIMIT.unsigned_abs();
    let kinds = i64::try_from(lattice.table().kinds.len()).unwrap_or(i64::MAX);
    let most = i64::try_from(2 * MAX_SHAPE_CELLS).unwrap_or(i64::MAX);
    if corners.iter().flatten().any(far)
        || (width + 1).saturating_mul(height + 1).saturating_mul(kinds) > most
    {
        return Err(ShapeError::TooLarge {
            shape: shape.name(),
            sizes: format!("{width}×{height}"),
            limit: MAX_SHAPE_CELLS,
        });
    }
    let outline = PolygonOutline::new(lattice, corners);
    outline.check_sides()?;
    let mut cells = Vec::new();
    for cell in outline.candidates() {
        if let Some(side) = outline.side_that_cuts(cell) {
            return Err(ShapeError::CutCell {
                side,
                coordinates: lattice.coordinates(cell),
            });
        }
        if outline.contains(cell) {
            cells.push(cell);
        }
    }
    Ok(cells)
}

/// The cells inside a simple polygon, in reading order. No side may cut a cell; this is not
/// checked.
pub(super) fn within(lattice: Lattice, corners: &[[i32; 2]]) -> Vec<Cell> {
    let outline = PolygonOutline::new(lattice, corners);
    outline
        .candidates()
        .filter(|&cell| outline.contains(cell))
        .collect()
}

/// The cells that fill a simple polygon with the given corners, in corner units. `None` if a side
/// cuts a cell.
pub(super) fn filling(lattice: Lattice, corners: Vec<[i128; 2]>) -> Option<Vec<Cell>> {
    let outline = PolygonOutline::in_corner_units(lattice, corners);
    let mut cells = Vec::new();
    for cell in outline.candidates() {
        if outline.side_that_cuts(cell).is_some() {
            return None;
        }
        if outline.contains(cell) {
            cells.push(cell);
        }
    }
    Some(cells)
}

/// A polygon in corner units.
struct PolygonOutline {
    lattice: Lattice,
    corners: Vec<[i128; 2]>,
    /// The minimum and the maximum coordinates of the corners, in translation units, rounded down.
    bounds: [[i32; 2]; 2],
}

impl PolygonOutline {
    fn new(lattice: Lattice, corners: &[[i32; 2]]) -> PolygonOutline {
        let unit = unit(lattice);
        let corners = corners.iter().map(|c| c.map(|c| i128::from(c) * unit));
        PolygonOutline::in_corner_units(lattice, corners.collect())
    }

    fn in_corner_units(lattice: Lattice, corners: Vec<[i128; 2]>) -> PolygonOutline {
        let unit = unit(lattice);
        let along = |axis: usize| {
            corners
                .iter()
                .map(move |corner| corner[axis].div_euclid(unit))
        };
        let near = |c: Option<i128>| c.and_then(|c| i32::try_from(c).ok()).unwrap_or(0);
        let least = [0, 1].map(|axis| near(along(axis).min()));
        let greatest = [0, 1].map(|axis| near(along(axis).max()));
        PolygonOutline {
            lattice,
            corners,
            bounds: [least, greatest],
        }
    }

    fn sides(&self) -> impl Iterator<Item = [[i128; 2]; 2]> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(&a, &b)| [a, b])
    }

    /// All cells of the bounding box and of one more translation unit on each side, in reading
    /// order.
    fn candidates(&self) -> impl Iterator<Item = Cell> + '_ {
        let [[left, top], [right, bottom]] = self.bounds;
        let table = self.lattice.table();
        let offsets = (top - 1..=bottom + 1)
            .flat_map(move |y| (left - 1..=right + 1).map(move |x| Vector::flat(x, y)));
        offsets.flat_map(move |offset| {
            let corner = offset.map(|c| c * table.scale);
            let kinds = table.kinds.iter();
            kinds.filter_map(move |kind| self.lattice.cell_at(corner + kind.origin))
        })
    }

    /// The corners of a cell in corner units.
    fn cell_corners(&self, cell: Cell) -> Vec<[i128; 2]> {
        let corners = self.lattice.outline(cell).corners;
        corners
            .iter()
            .map(|c| [i128::from(c.x), i128::from(c.y)])
            .collect()
    }

    /// Whether a cell lies inside the polygon. Since no side cuts the cell, it suffices to test its
    /// middle; for a stick, the ends are tested too.
    fn contains(&self, cell: Cell) -> bool {
        let corners = self.cell_corners(cell);
        let count = i128::try_from(corners.len()).unwrap_or(1);
        let middle = [0, 1].map(|axis| corners.iter().map(|c| c[axis]).sum::<i128>());
        if self.lattice.table().drawing.closed {
            return self.holds(middle, count);
        }
        self.holds(middle, count) && corners.iter().all(|&end| self.holds(end, 1))
    }

    /// Whether a point, in units of 1/`parts` corner units, lies inside the polygon or on its
    /// outline.
    fn holds(&self, point: [i128; 2], parts: i128) -> bool {
        encloses(self.sides(), point, parts)
    }

    /// The index of a side that passes through the interior of the cell; `None` if none does.
    fn side_that_cuts(&self, cell: Cell) -> Option<usize> {
        if !self.lattice.table().drawing.closed {
            return None;
        }
        let corners = self.cell_corners(cell);
        self.sides().position(|[a, b]| cuts(&corners, a, b))
    }

    /// Checks that two sides meet only in a common corner.
    fn check_sides(&self) -> Result<(), ShapeError> {
        let sides: Vec<_> = self.sides().collect();
        let crossed = |first: usize, second: usize| Err(ShapeError::CrossedSides { first, second });
        for (first, &[a, b]) in sides.iter().enumerate() {
            if a == b {
                return crossed(first, (first + 1) % sides.len());
            }
            for (second, &[c, d]) in sides.iter().enumerate().skip(first + 1) {
                let follows = second == first + 1;
                let precedes = first == 0 && second + 1 == sides.len();
                let meet = if follows {
                    cross(a, b, d) == 0 && goes_back(a, b, d)
                } else if precedes {
                    cross(c, d, b) == 0 && goes_back(c, d, b)
                } else {
                    meet([a, b], [c, d])
                };
                if meet {
                    return crossed(first, second);
                }
            }
        }
        Ok(())
    }
}

/// The number of corner units in a translation unit.
fn unit(lattice: Lattice) -> i128 {
    let table = lattice.table();
    i128::from(table.scale) * i128::from(table.drawing.unit)
}

/// Whether a point, in units of 1/`parts`, lies inside a set of closed lines or on one of them. By
/// the even-odd rule, points in holes are outside.
pub(crate) fn encloses(
    sides: impl Iterator<Item = [[i128; 2]; 2]>,
    point: [i128; 2],
    parts: i128,
) -> bool {
    let mut inside = false;
    for [a, b] in sides {
        let [a, b] = [a, b].map(|corner| corner.map(|c| c * parts));
        let side = cross(a, b, point);
        let between = |axis: usize| {
            let (low, high) = (a[axis].min(b[axis]), a[axis].max(b[axis]));
            (low..=high).contains(&point[axis])
        };
        if side == 0 && between(0) && between(1) {
            return true;
        }
        // A ray from the point crosses the side if the ends of the side lie on different sides of
        // the ray's line.
        if (a[1] > point[1]) != (b[1] > point[1]) && (side > 0) == (b[1] > a[1]) {
            inside = !inside;
        }
    }
    inside
}

/// Twice the signed area of a triangle; positive for a right turn with y down.
fn cross(a: [i128; 2], b: [i128; 2], c: [i128; 2]) -> i128 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether the path from `a` through `b` to `c` reverses its direction at `b`. The points must be
/// in line.
fn goes_back(a: [i128; 2], b: [i128; 2], c: [i128; 2]) -> bool {
    (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) <= 0
}

/// Whether two segments have a point in common.
fn meet([a, b]: [[i128; 2]; 2], [c, d]: [[i128; 2]; 2]) -> bool {
    let apart = |axis: usize| {
        a[axis].max(b[axis]) < c[axis].min(d[axis]) || c[axis].max(d[axis]) < a[axis].min(b[axis])
    };
    let splits = |a, b, c, d| cross(a, b, c).signum() * cross(a, b, d).signum() <= 0;
    !apart(0) && !apart(1) && splits(a, b, c, d) && splits(c, d, a, b)
}

/// Whether a segment passes through the interior of a convex cell.
///
/// Clips the segment against each side of the cell; bounds are fractions of the segment (Cyrus and
/// Beck).
fn cuts(corners: &[[i128; 2]], a: [i128; 2], b: [i128; 2]) -> bool {
    // The part inside runs from `from.0`/`from.1` to `to.0`/`to.1` of the segment. Denominators are
    // positive.
    let (mut from, mut to) = ((0_i128, 1_i128), (1_i128, 1_i128));
    let next = corners.iter().cycle().skip(1);
    for (&c, &d) in corners.iter().zip(next) {
        // `cross` is positive for a point on the inner side of the edge from `c` to `d`, since the corners of the
        // cell are clockwise with y down.
        let (at_a, at_b) = (cross(c, d, a), cross(c, d, b));
        let gain = at_b - at_a;
        if gain == 0 {
            if at_a <= 0 {
                return false;
            }
            continue;
        }
        // The segment crosses the side's line at the fraction t with at_a + t·gain = 0.
        let t = if gain > 0 {
            (-at_a, gain)
        } else {
            (at_a, -gain)
        };
        if gain > 0 && t.0 * from.1 > from.0 * t.1 {
            from = t;
        }
        if gain < 0 && t.0 * to.1 < to.0 * t.1 {
            to = t;
        }
    }
    from.0 * to.1 < to.0 * from.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(lattice: Lattice, corners: &[[i32; 2]]) -> usize {
        polygon(lattice, corners).unwrap().len()
    }

    fn message(lattice: Lattice, corners: &[[i32; 2]]) -> String {
        polygon(lattice, corners).unwrap_err().to_string()
    }

    #[test]
    fn polygons_have_their_areas() {
        let l = [[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]];
        assert_eq!(count(Lattice::Tan, &l), 5 * 4);
        let back: Vec<[i32; 2]> = l.iter().rev().copied().collect();
        assert_eq!(count(Lattice::Tan, &back), 5 * 4);
        // The polygon consists of two rhombi and a trapezium of the triangular grid.
        assert_eq!(
            count(Lattice::Triangle, &[[0, 0], [5, 0], [2, 3], [0, 3]]),
            21
        );
        assert_eq!(
            count(Lattice::Drafter, &[[0, 0], [5, 0], [2, 3], [0, 3]]),
            21 * 6
        );
        assert_eq!(
            count(Lattice::Kite, &[[0, 0], [5, 0], [2, 3], [0, 3]]),
            21 * 3
        );
        assert_eq!(count(Lattice::Trig, &[[0, 0], [2, 0], [1, 1], [0, 1]]), 7);
        assert_eq!(count(Lattice::Stick, &[[0, 0], [5, 0], [5, 5], [0, 5]]), 60);
    }

    #[test]
    fn wrong_polygons_are_explained() {
        assert_eq!(
            message(Lattice::Tan, &[[0, 0], [2, 1], [0, 1]]),
            "the side from corner 1 of the polygon cuts the cell 0,0,0 in two; the sides of a polygon must run between cells"
        );
        assert_eq!(
            message(Lattice::Tan, &[[0, 0], [2, 1]]),
            "a polygon has 3 to 256 corners, not 2"
        );
        let crossed = "the sides of a polygon may meet at its corners only; here the side from corner 1 meets the one from corner";
        assert!(message(Lattice::Tan, &[[0, 0], [2, 2], [2, 0], [0, 2]]).starts_with(crossed));
        assert!(message(Lattice::Tan, &[[0, 0], [2, 0], [1, 0]]).starts_with(crossed));
        assert!(message(Lattice::Tan, &[[0, 0], [0, 0], [1, 0], [1, 1]]).starts_with(crossed));
        assert_eq!(
            message(Lattice::Tan, &[[0, 0], [i32::MAX, 0], [0, i32::MIN]]),
            "a polygon of size 2147483647×2147483648 has more than 1000000 cells, the limit; make it smaller"
        );
        assert!(message(Lattice::Hexagon, &[[0, 0], [2, 0], [0, 2]]).contains("has no polygon"));
    }
}
