//! Finds the ports of a shape: the possible sets of edges to the other half that lie within parts.

use super::ports::{KnownEnds, MOST_EDGES, PortMirror, Ports};
use super::shape::{RegionLabels, StateShape};
use crate::dissections::step::PLACES;

/// The number of bits for the region at an edge.
const LABEL_BITS: usize = 4;

/// The maximum number of decisions tried for one shape. They take about 10 ms.
const MOST_TRIED: usize = 1 << 20;

/// How a state connects to the other half: which edges between the halves lie within parts, and what the other
/// half must know about the regions at these edges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Port {
    /// The edges within parts, as a bit set.
    pub(super) joined: u32,
    /// For each edge, the number of the region at its end, packed; 0 if the edge lies between two parts. Regions
    /// are numbered from 1, in the order in which they first occur.
    pub(super) labels: u128,
    /// A bit for each face between the halves: whether both its ends lie in the same region.
    pub(super) same: u32,
    /// A bit for each face between the halves: whether its ends lie in two regions that must not merge, because a
    /// step has separated them.
    pub(super) apart: u32,
}

impl Port {
    pub(super) fn regions(&self) -> usize {
        let edges = 0..self
            .labels
            .checked_ilog2()
            .map_or(0, |bit| bit as usize / LABEL_BITS + 1);
        edges
            .filter_map(|edge| self.region(edge))
            .max()
            .map_or(0, |last| last + 1)
    }

    pub(super) fn region(&self, edge: usize) -> Option<usize> {
        let label = (self.labels >> (edge * LABEL_BITS) & 0xf) as usize;
        label.checked_sub(1)
    }
}

pub(super) struct PortWalk<'a> {
    pub(super) ports: &'a Ports,
    side: usize,
    /// For each edge between the halves, the number of the region at its end in this half, from 1; 0 if the region
    /// is closed.
    labels: Vec<u8>,
    /// All open regions, as a bit set.
    all: u16,
    /// As in a [`Port`], a bit for each face: whether both its ends lie in the same region.
    same: u32,
    /// As in a [`Port`], a bit for each face: whether its ends lie in two regions that must not merge.
    apart: u32,
    /// The possible sets of edges within parts.
    found: Vec<u32>,
    tried: usize,
}

impl<'a> PortWalk<'a> {
    pub(super) fn new(ports: &'a Ports, side: usize) -> Self {
        Self {
            ports,
            side,
            labels: Vec::new(),
            all: 0,
            same: 0,
            apart: 0,
            found: Vec::new(),
            tried: 0,
        }
    }

    /// The number of decisions tried for the current shape.
    pub(super) fn tried(&self) -> usize {
        self.tried
    }

    /// Whether the walk was given up, since the current shape needs too many decisions.
    pub(super) fn is_over(&self) -> bool {
        self.tried > MOST_TRIED
    }

    /// The possible sets of edges within parts for the current shape.
    pub(super) fn found(&self) -> &[u32] {
        &self.found
    }

    /// Finds the possible sets of edges within parts for a shape with `count` regions.
    pub(super) fn begin(&mut self, shape: StateShape, regions: &RegionLabels, count: usize) {
        let (ports, side) = (self.ports, self.side);
        self.labels.clear();
        let edges = ports.edges.iter();
        self.labels
            .extend(edges.map(|places| regions[places[side]]));
        self.all = (1..=count).fold(0, |set, region| set | 1 << region);
        (self.same, self.apart) = (0, 0);
        for (face, bit) in ports.faces.iter().zip(0..) {
            let [a, b] = face.edges.map(|edge| self.labels[edge]);
            if a == 0 || b == 0 {
                continue;
            }
            let is_apart = match face.ends[side] {
                KnownEnds::Same | KnownEnds::Free => false,
                KnownEnds::Near => true,
                KnownEnds::Asked(bit) => shape.apart >> bit & 1 == 1,
            };
            self.same |= u32::from(a == b) << bit;
            self.apart |= u32::from(a != b && is_apart) << bit;
        }
        self.found.clear();
        self.tried = 0;
        self.go(0, 0, 0);
    }

    /// Decides for an edge and all later ones whether they lie within parts. `joined` are the earlier edges that
    /// lie within parts, and `hit` the regions at their ends in this half. Both are bit sets.
    fn go(&mut self, edge: usize, joined: u32, hit: u16) {
        self.tried += 1;
        if self.is_over() {
            return;
        }
        if edge == self.labels.len() {
            // The region at an edge within a part continues in the other half. A region at no such edge has no
            // connection to the other half, so it cannot become a whole part.
            if hit == self.all {
                self.found.push(joined);
            }
            return;
        }
        let label = self.labels[edge];
        let may_be = |is_joined: bool| {
            let mut faces = self.ports.earlier[edge].iter();
            faces.all(|&number| {
                let face = &self.ports.faces[number];
                // The ends in the other half are the same vertex, so they lie in the same region.
                let is_known = face.ends[1 - self.side] == KnownEnds::Same;
                let was_joined = joined >> face.edges[0] & 1 == 1;
                let is_same = self.same >> number & 1 == 1;
                let is_apart = self.apart >> number & 1 == 1;
                let is_wrong = if is_joined && was_joined {
                    is_apart
                } else {
                    is_same && is_joined != was_joined
                };
                !(is_known && is_wrong)
            })
        };
        let (may_part, may_join) = (may_be(false), label > 0 && may_be(true));
        if may_part {
            self.go(edge + 1, joined, hit);
        }
        if may_join {
            self.go(edge + 1, joined | 1 << edge, hit | 1 << label);
        }
    }

    /// The port of the shape's image under a symmetry, if the edges `joined` lie within parts. Also returns, for
    /// each region of the port, the region of the shape that it comes from.
    pub(super) fn port(&self, joined: u32, mirror: &PortMirror) -> (Port, Vec<u8>) {
        let mut regions = [0_u8; MOST_EDGES];
        for (edge, (&label, &to)) in self.labels.iter().zip(&mirror.edges).enumerate() {
            regions[to] = if joined >> edge & 1 == 1 { label } else { 0 };
        }
        let mut numbers = [0_u8; PLACES];
        let mut order = Vec::new();
        let mut port = Port {
            joined: mirror.image(joined),
            labels: 0,
            same: 0,
            apart: 0,
        };
        for (edge, &region) in regions
            .iter()
            .enumerate()
            .filter(|(_, region)| **region > 0)
        {
            let number = &mut numbers[usize::from(region)];
            if *number == 0 {
                order.push(region);
                #[expect(clippy::cast_possible_truncation, reason = "there are less than 16")]
                let last = order.len() as u8;
                *number = last;
            }
            port.labels |= u128::from(*number) << (edge * LABEL_BITS);
        }
        for (from, &to) in mirror.faces.iter().enumerate() {
            // The ends of a face matter only if at least one of its edges lies within a part.
            let within = self.ports.faces[from].edges.map(|edge| joined >> edge & 1);
            if within != [0, 0] {
                port.same |= (self.same >> from & 1) << to;
            }
            if within == [1, 1] {
                port.apart |= (self.apart >> from & 1) << to;
            }
        }
        (port, order)
    }
}
