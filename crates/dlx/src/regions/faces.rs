//! Graphs in the plane, in which parts go round nothing.
//!
//! In a sweep two regions that were told apart must not become one. In the plane it is enough to see to
//! that around each face: where no part goes round a vertex or a hole of the graph, no face has exactly
//! one edge that is cut within a part, then no part has any.
//!
//! For let an edge be cut within a part. Its ends are joined within the part by another way, and both
//! together go round nothing but faces of the part. Cross the edge into the face behind it; that has
//! another cut edge, which leads to another face, and so on. As only one edge of the way around is
//! cut, this never leads out, so it ends in a ring of cut edges, which cuts a vertex off from the
//! part.

use super::Regions;
use super::connected_sets::ConnectedSets;
use crate::stop::{StopFlag, Stopped};

impl Regions {
    /// Takes faces of a drawing of the graph in the plane without crossings: sets of vertices that
    /// lie around a face, one after the other. Where no part goes round anything but faces, sweeps
    /// remember much less (for 7 × 7 squares in seven parts, a third of the states). What a part can
    /// never do is no matter: those that leave vertices over that cannot be shared out are not looked
    /// at. Otherwise nothing changes.
    ///
    /// Takes time in proportion to the connected sets of the size of a part, and their vertices.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    ///
    /// ```
    /// use std::ops::ControlFlow::Continue;
    /// use tilewright_dlx::{Regions, StopFlag};
    ///
    /// // Two by three squares, as a graph: three ways to cut them in dominoes.
    /// let lists = [vec![1, 3], vec![0, 2, 4], vec![1, 5], vec![0, 4], vec![1, 3, 5], vec![2, 4]];
    /// let faces = [vec![0, 1, 4, 3], vec![1, 2, 5, 4]];
    /// let regions = Regions::new(lists.to_vec(), 2)?.faces(&faces, &StopFlag::new())?;
    /// assert_eq!(regions.count(&mut |_| Continue(()))?.count, 3_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn faces(mut self, faces: &[Vec<usize>], stop: &StopFlag) -> Result<Self, Stopped> {
        let drawing = Drawing::new(&self, faces);
        let mut is_in = vec![false; self.neighbours.len()];
        let all = ConnectedSets::new(&self, stop).all(&mut |part| {
            for &vertex in part {
                is_in[vertex] = true;
            }
            let is_plain = drawing.is_disc(part, &is_in) || !drawing.leaves_parts(&is_in);
            for &vertex in part {
                is_in[vertex] = false;
            }
            is_plain
        })?;
        self.faces = all.then(|| drawing.faces.into_iter().flatten().collect());
        Ok(self)
    }
}

/// A graph and its faces.
struct Drawing<'a> {
    neighbours: &'a [Vec<usize>],
    size: usize,
    /// By the first of their vertices.
    faces: Vec<Vec<Vec<usize>>>,
}

impl<'a> Drawing<'a> {
    /// Keeps those of the faces that are rings.
    fn new(regions: &'a Regions, faces: &[Vec<usize>]) -> Self {
        let neighbours = &regions.neighbours[..];
        let mut by_first = vec![Vec::new(); neighbours.len()];
        for face in faces {
            let mut face = face.clone();
            face.sort_unstable();
            if let Some(&first) = face.first()
                && is_ring(neighbours, &face)
                && !by_first[first].contains(&face)
            {
                by_first[first].push(face);
            }
        }
        Self {
            neighbours,
            size: regions.size,
            faces: by_first,
        }
    }

    /// Whether a part goes round nothing but faces: by Euler's formula, where it has as many of them as
    /// it has edges beyond those of a tree.
    fn is_disc(&self, part: &[usize], is_in: &[bool]) -> bool {
        let degree = |&vertex: &usize| {
            self.neighbours[vertex]
                .iter()
                .filter(|&&other| is_in[other])
                .count()
        };
        let edges = part.iter().map(degree).sum::<usize>() / 2;
        let faces = part.iter().flat_map(|&vertex| &self.faces[vertex]);
        let inside = faces
            .filter(|face| face.iter().all(|&vertex| is_in[vertex]))
            .count();
        part.len() + inside == edges + 1
    }

    /// Whether what a part leaves over could be shared out: whether it falls into pieces of whole parts.
    fn leaves_parts(&self, is_in: &[bool]) -> bool {
        let mut is_met = is_in.to_vec();
        (0..is_met.len()).all(|start| {
            if std::mem::replace(&mut is_met[start], true) {
                return true;
            }
            let mut piece = vec![start];
            let mut at = 0;
            while at < piece.len() {
                for &other in &self.neighbours[piece[at]] {
                    if !std::mem::replace(&mut is_met[other], true) {
                        piece.push(other);
                    }
                }
                at += 1;
            }
            piece.len().is_multiple_of(self.size)
        })
    }
}

/// Whether some vertices, in order of their numbers, are a ring without chords.
fn is_ring(neighbours: &[Vec<usize>], face: &[usize]) -> bool {
    let known = face.iter().all(|&vertex| vertex < neighbours.len());
    let differ = face.windows(2).all(|pair| pair[0] < pair[1]);
    let next = |vertex: usize| {
        let others = neighbours[vertex].iter().copied();
        others.filter(|other| face.binary_search(other).is_ok())
    };
    if !known || !differ || face.len() < 3 || face.iter().any(|&vertex| next(vertex).count() != 2) {
        return false;
    }
    // All of one ring.
    let (mut before, mut here, mut length) = (face[0], next(face[0]).next(), 1);
    while let Some(vertex) = here.filter(|&vertex| vertex != face[0]) {
        here = next(vertex).find(|&other| other != before);
        before = vertex;
        length += 1;
    }
    length == face.len()
}
