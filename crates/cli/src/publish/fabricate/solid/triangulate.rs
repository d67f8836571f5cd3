//! Triangulation of polygons by ear clipping (G. H. Meisters, "Polygons have ears", 1975).
//!
//! First each hole is joined to the outer line by a bridge, from its rightmost corner to the
//! nearest corner visible from there. No corner is omitted, not even on a straight line, so the
//! triangles fit other surfaces that end at the polygon's edges. All comparisons are between
//! integers.

/// A point in the plane, in grains.
pub(super) type PlanePoint = [i32; 2];

/// The triangles of a polygon, as indices of corners; corners are numbered line after line. The
/// first line runs counterclockwise (x to the right, y up). The others are holes and run clockwise.
/// `None` if the lines cross.
///
/// Cost: O(n²) for n corners in typical cases.
pub(super) fn triangulate(lines: &[Vec<PlanePoint>]) -> Option<Vec<[u32; 3]>> {
    let spots: Vec<PlanePoint> = lines.iter().flatten().copied().collect();
    let mut start = 0;
    let mut rings = lines.iter().map(|line| {
        let ring: Vec<usize> = (start..start + line.len()).collect();
        start += line.len();
        ring
    });
    let mut ring = rings.next()?;
    let mut holes: Vec<Vec<usize>> = rings.collect();
    let rightmost = |hole: &Vec<usize>| {
        let corners = 0..hole.len();
        corners.max_by_key(|&at| (spots[hole[at]], std::cmp::Reverse(at)))
    };
    holes.sort_by_key(|hole| rightmost(hole).map(|at| std::cmp::Reverse(spots[hole[at]])));
    for next in 0..holes.len() {
        let mut hole = std::mem::take(&mut holes[next]);
        let first = rightmost(&hole)?;
        hole.rotate_left(first);
        let others: Vec<&[usize]> = holes[next + 1..].iter().map(Vec::as_slice).collect();
        let at = seen_from(&spots, &ring, &hole, &others)?;
        // The new ring goes along the bridge to the hole, around the hole, and back along the bridge.
        let (from, to) = (ring[at], hole[0]);
        hole.extend([to, from]);
        let rest = ring.split_off(at + 1);
        ring.extend(hole);
        ring.extend(rest);
    }
    clip(&spots, ring)
}

/// The nearest corner of a ring that is visible from the first corner of a hole. `None` if the lines cross.
fn seen_from(
    spots: &[PlanePoint],
    ring: &[usize],
    hole: &[usize],
    others: &[&[usize]],
) -> Option<usize> {
    let spot = spots[hole[0]];
    let edges = |line: &[usize]| -> Vec<(PlanePoint, PlanePoint)> {
        let next = line.iter().cycle().skip(1);
        line.iter()
            .zip(next)
            .map(|(&a, &b)| (spots[a], spots[b]))
            .collect()
    };
    let mut walls = edges(ring);
    walls.extend(edges(hole));
    walls.extend(others.iter().flat_map(|line| edges(line)));
    let mut nearest: Vec<usize> = (0..ring.len()).collect();
    nearest.sort_by_key(|&at| {
        let there = spots[ring[at]];
        [0, 1]
            .map(|axis| (i128::from(there[axis]) - i128::from(spot[axis])).pow(2))
            .iter()
            .sum::<i128>()
    });
    nearest.into_iter().find(|&at| {
        let there = spots[ring[at]];
        let before = spots[ring[(at + ring.len() - 1) % ring.len()]];
        let after = spots[ring[(at + 1) % ring.len()]];
        // A corner with bridges occurs several times in the ring. Only one occurrence opens towards the
        // hole's corner.
        opens_to(before, there, after, spot)
            && walls.iter().all(|&(from, to)| {
                let ends = [from, to];
                ends.contains(&there) || ends.contains(&spot) || !meet((spot, there), (from, to))
            })
    })
}

/// Whether two segments have a common point.
fn meet((a, b): (PlanePoint, PlanePoint), (from, to): (PlanePoint, PlanePoint)) -> bool {
    let sides = [
        side(a, b, from),
        side(a, b, to),
        side(from, to, a),
        side(from, to, b),
    ];
    if sides == [0; 4] {
        // The segments are on one line. They meet if their projections to both axes overlap.
        return [0, 1].iter().all(|&axis| {
            a[axis].min(b[axis]) <= from[axis].max(to[axis])
                && from[axis].min(to[axis]) <= a[axis].max(b[axis])
        });
    }
    let differ = |one: i128, other: i128| one.signum() * other.signum() <= 0;
    differ(sides[0], sides[1]) && differ(sides[2], sides[3])
}

/// Whether the inner angle at the corner `at` of a ring contains the point `spot`: it lies to the left
/// of both edges, or at a reflex corner to the left of at least one.
fn opens_to(before: PlanePoint, at: PlanePoint, after: PlanePoint, spot: PlanePoint) -> bool {
    let (left, right) = (side(before, at, spot) > 0, side(at, after, spot) > 0);
    if side(before, at, after) > 0 {
        left && right
    } else {
        left || right
    }
}

/// Positive if `c` is to the left of the line from `a` to `b`, with y up.
fn side(a: PlanePoint, b: PlanePoint, c: PlanePoint) -> i128 {
    let step = |p: PlanePoint, axis: usize| i128::from(p[axis]) - i128::from(a[axis]);
    step(b, 0) * step(c, 1) - step(b, 1) * step(c, 0)
}

/// Whether a point is in a triangle of either orientation, or on its edge.
fn in_triangle(a: PlanePoint, b: PlanePoint, c: PlanePoint, spot: PlanePoint) -> bool {
    let sides = [side(a, b, spot), side(b, c, spot), side(c, a, spot)];
    sides.iter().all(|&s| s >= 0) || sides.iter().all(|&s| s <= 0)
}

/// Clips ears until one triangle remains. `None` if no ear is found, because the lines cross.
fn clip(spots: &[PlanePoint], mut ring: Vec<usize>) -> Option<Vec<[u32; 3]>> {
    let mut triangles = Vec::with_capacity(ring.len());
    let mut at = 0;
    let mut misses = 0;
    while ring.len() > 3 {
        let count = ring.len();
        at %= count;
        let (before, after) = ((at + count - 1) % count, (at + 1) % count);
        if is_ear(spots, &ring, before, at, after) {
            triangles.push([ring[before], ring[at], ring[after]]);
            ring.remove(at);
            misses = 0;
            // Skips the next corner, to avoid a fan of triangles.
            at += 1;
        } else {
            at += 1;
            misses += 1;
            if misses > count {
                return None;
            }
        }
    }
    triangles.push([ring[0], ring[1], ring[2]]);
    let index = |corner: usize| u32::try_from(corner).ok();
    let whole = triangles
        .into_iter()
        .map(|[a, b, c]| Some([index(a)?, index(b)?, index(c)?]));
    whole.collect()
}

/// Whether the triangle at a corner can be clipped. The corner must turn left, and the triangle
/// must contain no other corner. If another corner coincides with one of the triangle's, no edge
/// may lead from it into the triangle.
fn is_ear(spots: &[PlanePoint], ring: &[usize], before: usize, at: usize, after: usize) -> bool {
    let [a, b, c] = [before, at, after].map(|place| spots[ring[place]]);
    if side(a, b, c) <= 0 {
        return false;
    }
    let spot = |place: usize| spots[ring[place % ring.len()]];
    (0..ring.len()).all(|place| {
        if [before, at, after].contains(&place) {
            return true;
        }
        let p = spot(place);
        let angle = [(a, b, c), (b, c, a), (c, a, b)]
            .into_iter()
            .find(|corner| corner.0 == p);
        let Some((_, from, to)) = angle else {
            return !in_triangle(a, b, c, p);
        };
        let neighbours = [spot(place + ring.len() - 1), spot(place + 1)];
        neighbours
            .iter()
            .all(|&next| side(p, from, next) <= 0 || side(p, next, to) <= 0)
    })
}
