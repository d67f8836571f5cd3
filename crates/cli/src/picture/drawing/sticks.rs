//! Pieces of sticks as strands: strokes that bend around corners and keep clear of one another.
//!
//! At a vertex that a piece has to itself its sticks meet there. Where pieces share a vertex, one
//! may run straight through; the ends of others stop short of it, and corners are cut, so that
//! every piece can be followed with the eye.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Vector};

use super::frame::Frame;
use super::path::{Path, Point, Segment};

/// The width of a strand, in sticks.
pub(super) const WIDTH: f64 = 0.24;

/// How far from a vertex an end stays, if others only end there.
const SHORT: f64 = 0.2;

/// How far from a vertex an end stays, if another piece passes through.
const CLEAR: f64 = 0.36;

/// Where a bend begins and ends, at a piece's own vertex and at one it shares.
const BENDS: [f64; 2] = [0.22, 0.46];

/// Which pieces have sticks at each vertex, and how many.
#[derive(Debug, Clone, Default)]
pub struct Strands {
    /// By vertex: the sticks there, by piece.
    meetings: BTreeMap<Vector, BTreeMap<usize, usize>>,
}

impl Strands {
    /// The strands of several pieces, each with its cells.
    pub fn new<'a>(frame: &Frame, pieces: impl IntoIterator<Item = &'a [Cell]>) -> Self {
        let mut meetings: BTreeMap<Vector, BTreeMap<usize, usize>> = BTreeMap::new();
        for (piece, cells) in pieces.into_iter().enumerate() {
            for &cell in cells {
                for end in frame.table().outline(cell).corners {
                    *meetings.entry(end).or_default().entry(piece).or_default() += 1;
                }
            }
        }
        Self { meetings }
    }

    /// The strands of any piece on a board that is full: wherever the board has sticks that the
    /// piece does not cover, another piece passes.
    ///
    /// For pictures of placements that are put together later.
    pub fn of_full_board(frame: &Frame, board: &[Cell], piece: &[Cell]) -> Self {
        let mut own = piece.to_vec();
        own.sort_unstable();
        let others: Vec<Cell> = board
            .iter()
            .copied()
            .filter(|cell| own.binary_search(cell).is_err())
            .collect();
        Self::new(frame, [piece, others.as_slice()])
    }

    /// The most sticks that any one other piece has at a vertex.
    fn others(&self, vertex: Vector, piece: usize) -> usize {
        let there = self.meetings.get(&vertex).into_iter().flatten();
        let others = there.filter(|(other, _)| **other != piece);
        others.map(|(_, sticks)| *sticks).max().unwrap_or(0)
    }
}

/// The lines of the piece with this number among those of `strands`.
///
/// Cost: O(n log n) for n cells.
pub fn strands(frame: &Frame, strands: &Strands, piece: usize, cells: &[Cell]) -> Path {
    let mut ends: BTreeMap<Vector, Vec<usize>> = BTreeMap::new();
    let sticks: Vec<[Vector; 2]> = cells
        .iter()
        .filter_map(|&cell| {
            let corners = frame.table().outline(cell).corners;
            Some([*corners.first()?, *corners.last()?])
        })
        .collect();
    for (stick, vertices) in sticks.iter().enumerate() {
        for &vertex in vertices {
            ends.entry(vertex).or_default().push(stick);
        }
    }
    let tracer = Tracer {
        frame,
        strands,
        piece,
        sticks: &sticks,
        ends: &ends,
    };
    let mut used = vec![false; sticks.len()];
    let mut path = Path::default();
    // Lines from ends and branches first; what is left are rings.
    for (&vertex, here) in &ends {
        if here.len() != 2 {
            for &stick in here {
                tracer.line(vertex, stick, &mut used, &mut path);
            }
        }
    }
    for stick in 0..sticks.len() {
        tracer.ring(stick, &mut used, &mut path);
    }
    path
}

/// Follows the sticks of a piece.
struct Tracer<'a> {
    frame: &'a Frame,
    strands: &'a Strands,
    piece: usize,
    sticks: &'a [[Vector; 2]],
    /// The sticks at each vertex.
    ends: &'a BTreeMap<Vector, Vec<usize>>,
}

impl Tracer<'_> {
    /// The line that begins at a vertex with a stick, as far as it goes on alone.
    fn line(&self, start: Vector, first: usize, used: &mut [bool], path: &mut Path) {
        if used[first] {
            return;
        }
        let far = self.other_end(first, start);
        path.segments.push(Segment::Move(self.end(start, far)));
        let (mut from, mut stick) = (start, first);
        loop {
            used[stick] = true;
            let to = self.other_end(stick, from);
            match self.onward(to, stick) {
                Some(next) if !used[next] => {
                    self.bend(from, to, self.other_end(next, to), path);
                    (from, stick) = (to, next);
                }
                _ => {
                    path.segments.push(Segment::Line(self.end(to, from)));
                    return;
                }
            }
        }
    }

    /// The ring that a stick belongs to, from its middle round to its middle.
    fn ring(&self, first: usize, used: &mut [bool], path: &mut Path) {
        if used[first] {
            return;
        }
        let [start, mut to] = self.sticks[first];
        let middle = Point::mean([self.frame.corner(start), self.frame.corner(to)]);
        path.segments.push(Segment::Move(middle));
        let (mut from, mut stick) = (start, first);
        while !used[stick] {
            used[stick] = true;
            to = self.other_end(stick, from);
            let Some(next) = self.onward(to, stick) else {
                break;
            };
            self.bend(from, to, self.other_end(next, to), path);
            (from, stick) = (to, next);
        }
        path.segments.push(Segment::Close);
    }

    fn other_end(&self, stick: usize, vertex: Vector) -> Vector {
        let [a, b] = self.sticks[stick];
        if a == vertex { b } else { a }
    }

    /// The stick that alone goes on from one at a vertex.
    fn onward(&self, vertex: Vector, stick: usize) -> Option<usize> {
        match self.ends.get(&vertex)?.as_slice() {
            [a, b] => Some(if *a == stick { *b } else { *a }),
            _ => None,
        }
    }

    /// Where a line that comes from elsewhere ends at a vertex.
    fn end(&self, vertex: Vector, from: Vector) -> Point {
        let at = self.frame.corner(vertex);
        let alone = self.ends.get(&vertex).is_none_or(|here| here.len() == 1);
        let short = match self.strands.others(vertex, self.piece) {
            // The line branches here.
            _ if !alone => 0.0,
            0 => 0.0,
            1 => SHORT,
            _ => CLEAR,
        };
        at.towards(self.frame.corner(from), short * self.frame.cell())
    }

    /// Goes on past a vertex.
    fn bend(&self, from: Vector, vertex: Vector, to: Vector, path: &mut Path) {
        let straight = from - vertex == -(to - vertex);
        if straight {
            return;
        }
        let shared = self.strands.others(vertex, self.piece) > 0;
        let reach = BENDS[usize::from(shared)] * self.frame.cell();
        let at = self.frame.corner(vertex);
        path.segments.extend([
            Segment::Line(at.towards(self.frame.corner(from), reach)),
            Segment::Quad(at, at.towards(self.frame.corner(to), reach)),
        ]);
    }
}
