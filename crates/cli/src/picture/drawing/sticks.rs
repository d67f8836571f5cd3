//! Polysticks as strands: strokes that bend at vertices and keep a distance from one another.
//!
//! If only one piece uses a vertex, its sticks meet there. If several pieces share a vertex, one of
//! them may run straight through it. Ends of the others stop short of the vertex, and their corners
//! are rounded, so that the eye can follow each piece.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Vector};

use super::frame::Frame;
use super::path::{Path, Point, Segment};

/// The width of a strand (the stroke that draws sticks of a piece), relative to the length of a stick.
pub(super) const WIDTH: f64 = 0.24;

/// The gap between the end of a strand and its vertex if other pieces only end there, relative to the length of a
/// stick.
const SHORT: f64 = 0.2;

/// The gap between the end of a strand and its vertex if another piece passes through the vertex, relative to the
/// length of a stick.
const CLEAR: f64 = 0.36;

/// The distance from the vertex at which a bend begins and ends, relative to the length of a stick:
/// at a vertex of one piece, and at a vertex of several pieces.
const BENDS: [f64; 2] = [0.22, 0.46];

/// The number of sticks of each piece at each vertex.
#[derive(Debug, Clone, Default)]
pub(crate) struct Strands {
    /// For each vertex and each piece that meets it, the number of the piece's sticks there.
    meetings: BTreeMap<Vector, BTreeMap<usize, usize>>,
}

impl Strands {
    /// Numbers the pieces from 0, in the given order.
    pub(crate) fn new<'a>(frame: &Frame, pieces: impl IntoIterator<Item = &'a [Cell]>) -> Self {
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

    /// The strands of a piece on a full board. All other sticks are treated as one piece.
    ///
    /// This is for pictures of single placements that are combined later.
    pub(crate) fn of_full_board(frame: &Frame, board: &[Cell], piece: &[Cell]) -> Self {
        let mut own = piece.to_vec();
        own.sort_unstable();
        let others: Vec<Cell> = board
            .iter()
            .copied()
            .filter(|cell| own.binary_search(cell).is_err())
            .collect();
        Self::new(frame, [piece, others.as_slice()])
    }

    /// The largest number of sticks that any one of the other pieces has at a vertex.
    fn others(&self, vertex: Vector, piece: usize) -> usize {
        let there = self.meetings.get(&vertex).into_iter().flatten();
        let others = there.filter(|(other, _)| **other != piece);
        others.map(|(_, sticks)| *sticks).max().unwrap_or(0)
    }
}

/// The path of the piece that has the index `piece` in `strands`.
///
/// Cost: O(n log n) for n cells.
pub(crate) fn strands(frame: &Frame, strands: &Strands, piece: usize, cells: &[Cell]) -> Path {
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
    // Draws the lines from ends and branches first. The sticks that remain form rings.
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

/// Follows the sticks of a piece and draws them as lines.
struct Tracer<'a> {
    frame: &'a Frame,
    strands: &'a Strands,
    piece: usize,
    sticks: &'a [[Vector; 2]],
    /// The sticks at each vertex.
    ends: &'a BTreeMap<Vector, Vec<usize>>,
}

impl Tracer<'_> {
    /// Draws a line from a vertex along the stick `first`, up to the next end or branch.
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

    /// Draws the ring that contains a stick, beginning in the middle of the stick.
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

    /// The next stick at a vertex; `None` at an end or a branch.
    fn onward(&self, vertex: Vector, stick: usize) -> Option<usize> {
        match self.ends.get(&vertex)?.as_slice() {
            [a, b] => Some(if *a == stick { *b } else { *a }),
            _ => None,
        }
    }

    /// The point where a line ends near a vertex. `from` is the previous vertex of the line.
    fn end(&self, vertex: Vector, from: Vector) -> Point {
        let at = self.frame.corner(vertex);
        let alone = self.ends.get(&vertex).is_none_or(|here| here.len() == 1);
        let short = match self.strands.others(vertex, self.piece) {
            // At a branch, the lines of the piece meet at the vertex.
            _ if !alone => 0.0,
            0 => 0.0,
            1 => SHORT,
            _ => CLEAR,
        };
        at.towards(self.frame.corner(from), short * self.frame.cell())
    }

    /// Draws the bend at a vertex. Draws nothing if the line is straight there.
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
