//! Balls from above: circles, joined by necks where two balls of a layer touch.
//!
//! The outline has the balls on its right. It runs along an arc to the next neck, then along that
//! neck's side to the next ball. The gap between four balls is a hole.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

use tilewright_geometry::compact::{CompactSort, map_of, set_of};
use tilewright_geometry::{Cell, LatticeTable};

use super::path::{Path, Point, Segment};

/// The radius of a circle, relative to the distance between touching balls. Circles of neighbours
/// nearly touch.
const RADIUS: f64 = 0.46;

/// Half the angle of the arc that a neck replaces on a circle, in radians.
const NECK: f64 = 0.5;

/// A ball: its centre on the page, and the neighbours that touch it, each with its direction.
/// Directions are angles from the x axis towards the y axis, ascending.
struct Bead {
    at: Point,
    necks: Vec<(f64, Cell)>,
}

/// The outline of balls. `edge` is the distance between the centres of touching balls. `centre`
/// gives the position of a ball on the page; different layers must have different positions.
///
/// Cost: O(n log n) for n balls.
pub(crate) fn beads(
    table: &LatticeTable,
    cells: &[Cell],
    edge: f64,
    centre: &dyn Fn(Cell) -> Point,
) -> Path {
    let all: BTreeSet<Cell> = set_of(cells.iter().copied());
    let layer = |cell: Cell| table.offset_and_kind(cell).0.z;
    let beads = map_of(all.iter().map(|&cell| {
        let at = centre(cell);
        let (_, kind) = table.offset_and_kind(cell);
        let steps = table
            .kinds
            .get(kind.index())
            .map_or(&[][..], |kind| kind.neighbours);
        let near = steps
            .iter()
            .filter_map(|&step| table.cell_at(cell.vector() + step));
        let joined = near.filter(|near| all.contains(near) && layer(*near) == layer(cell));
        let mut necks: Vec<(f64, Cell)> = joined
            .map(|near| {
                let there = centre(near);
                ((there.y - at.y).atan2(there.x - at.x), near)
            })
            .collect();
        necks.compact_sort_by(|a, b| a.0.total_cmp(&b.0));
        (cell, Bead { at, necks })
    }));
    let radius = RADIUS * edge;
    let mut path = Path::default();
    let mut passed: BTreeSet<(Cell, Cell)> = BTreeSet::new();
    for (&cell, bead) in &beads {
        if bead.necks.is_empty() {
            let circle = Path::circle(bead.at, radius);
            path.segments.extend(circle.segments);
        }
        for &(angle, near) in &bead.necks {
            if passed.contains(&(cell, near)) {
                continue;
            }
            let start = on_circle(bead.at, radius, angle + NECK);
            path.segments.push(Segment::Move(start));
            let (mut from, mut to) = (cell, near);
            while passed.insert((from, to)) {
                let Some((next, from_angle, by)) = onward(&beads, from, to) else {
                    break;
                };
                let at = beads[&to].at;
                let arrival = on_circle(at, radius, from_angle);
                path.segments.push(Segment::Line(arrival));
                arc(at, radius, from_angle, by, &mut path);
                (from, to) = (to, next);
            }
            path.segments.push(Segment::Close);
        }
    }
    path
}

/// One step along an outline that has just crossed the neck from `from` to `to`. Returns the
/// neighbour of `to` at the next neck, the angle on the circle of `to` where the first neck ends,
/// and the angle of the arc to the next neck. That angle is negative. `None` if `from` and `to` are
/// not joined.
fn onward(beads: &BTreeMap<Cell, Bead>, from: Cell, to: Cell) -> Option<(Cell, f64, f64)> {
    let necks = &beads.get(&to)?.necks;
    let place = necks.iter().position(|(_, near)| *near == from)?;
    let before = (place + necks.len() - 1) % necks.len();
    let (arrival, (angle, next)) = (necks[place].0, necks[before]);
    let mut back = arrival - angle;
    if back <= 1e-9 {
        back += TAU;
    }
    Some((next, arrival - NECK, -(back - 2.0 * NECK)))
}

fn on_circle(centre: Point, radius: f64, angle: f64) -> Point {
    let (sine, cosine) = angle.sin_cos();
    Point::new(centre.x + radius * cosine, centre.y + radius * sine)
}

/// Appends an arc as cubic curves of at most a quarter circle each.
fn arc(centre: Point, radius: f64, start: f64, by: f64, path: &mut Path) {
    let quarters = (by.abs() / FRAC_PI_2 - 1e-9).ceil().max(1.0);
    let step = by / quarters;
    let handle = 4.0 / 3.0 * (step / 4.0).tan() * radius;
    let mut angle = start;
    while (angle - start).abs() < by.abs() - step.abs() / 2.0 {
        let (a, b) = (
            on_circle(centre, radius, angle),
            on_circle(centre, radius, angle + step),
        );
        let out = |angle: f64, p: Point, by: f64| {
            let tangent = angle + PI / 2.0;
            Point::new(p.x + by * tangent.cos(), p.y + by * tangent.sin())
        };
        path.segments.push(Segment::Cubic(
            out(angle, a, handle),
            out(angle + step, b, -handle),
            b,
        ));
        angle += step;
    }
}

#[cfg(test)]
mod tests {
    use tilewright_geometry::Lattice;

    use super::*;

    fn lines(balls: &[[i64; 3]]) -> Vec<usize> {
        let lattice = Lattice::Ball;
        let cells: Vec<Cell> = balls
            .iter()
            .map(|ball| lattice.cell(ball).unwrap())
            .collect();
        let table = lattice.table();
        let path = beads(table, &cells, 1.0, &|cell| {
            let [x, y, _] = table.centre(cell);
            Point::new(x, y)
        });
        let of = path
            .segments
            .split_inclusive(|s| matches!(s, Segment::Close));
        of.map(|line| {
            line.iter()
                .filter(|s| matches!(s, Segment::Line(_)))
                .count()
        })
        .collect()
    }

    #[test]
    fn balls_of_a_layer_are_joined() {
        assert_eq!(lines(&[[0, 0, 0]]), [0]);
        assert_eq!(lines(&[[0, 0, 0], [1, 0, 0]]), [2]);
        assert_eq!(lines(&[[0, 0, 0], [1, 1, 0]]), [0, 0]);
        assert_eq!(lines(&[[0, 0, 0], [0, 0, 1]]), [0, 0]);
        // Four balls in a square have an outline around all of them, and one around the hole between them.
        assert_eq!(lines(&[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]), [4, 4]);
    }
}
