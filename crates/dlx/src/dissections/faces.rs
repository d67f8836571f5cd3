//! Checks whether a graph in the plane has only parts that enclose nothing, so that sweeps may use its faces.
//!
//! Two regions that a sweep has separated must not merge later. In the plane it is enough to ensure this around
//! each face. Suppose that no part encloses a vertex or a hole of the graph, and that no face has exactly one edge
//! that is cut within a part. Then no edge is cut within a part.
//!
//! Proof: suppose that an edge is cut within a part. Its ends are joined by another path within the part, and both
//! together enclose only faces of the part. Cross the edge into the enclosed face behind it. That face has another
//! cut edge, which leads to another face, and so on. Only one edge of the enclosing cycle is cut, so this never leads
//! out. It ends in a ring of cut edges, which cuts off a vertex from the part: a contradiction.

use super::Dissections;
use super::connected_sets::ConnectedSets;
use crate::stop::{StopFlag, Stopped};

impl Dissections {
    /// Sets the faces of a drawing of the graph in the plane without crossings. Each face is the set of the
    /// vertices around it. If no part encloses anything but faces, sweeps remember much less (for 7 × 7 squares in
    /// seven parts, a third of the states); otherwise the faces are not used. Connected sets that cut off a piece
    /// which cannot be divided into parts are ignored, since they are never parts.
    ///
    /// Takes time proportional to the total number of vertices in all connected sets of the size of a part.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    ///
    /// ```
    /// use std::ops::ControlFlow::Continue;
    /// use tilewright_dlx::{Dissections, StopFlag};
    ///
    /// // Two by three squares, as a graph: three ways to cut them in dominoes.
    /// let lists = [vec![1, 3], vec![0, 2, 4], vec![1, 5], vec![0, 4], vec![1, 3, 5], vec![2, 4]];
    /// let faces = [vec![0, 1, 4, 3], vec![1, 2, 5, 4]];
    /// let regions = Dissections::new(lists.to_vec(), 2)?.faces(&faces, &StopFlag::new())?;
    /// assert_eq!(regions.count(&mut |_| Continue(()))?.count, 3_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn faces(mut self, faces: &[Vec<usize>], stop: &StopFlag) -> Result<Self, Stopped> {
        let drawing = PlaneDrawing::new(&self, faces);
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

struct PlaneDrawing<'a> {
    neighbours: &'a [Vec<usize>],
    size: usize,
    /// For each vertex, the faces of which it is the lowest vertex.
    faces: Vec<Vec<Vec<usize>>>,
}

impl<'a> PlaneDrawing<'a> {
    /// A drawing with those faces whose vertices form a ring without chords.
    fn new(regions: &'a Dissections, faces: &[Vec<usize>]) -> Self {
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

    /// Whether a connected set of vertices encloses nothing but faces. By Euler's formula, it then has as many
    /// faces as edges in excess of a tree.
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

    /// Whether each component of the graph outside a set can be divided evenly: its number of vertices is a
    /// multiple of the part size.
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

/// Whether the vertices of `face`, in increasing order, form a ring without chords.
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
    // Each vertex has two neighbours in the face. Check that they form one ring, not several.
    let (mut before, mut here, mut length) = (face[0], next(face[0]).next(), 1);
    while let Some(vertex) = here.filter(|&vertex| vertex != face[0]) {
        here = next(vertex).find(|&other| other != before);
        before = vertex;
        length += 1;
    }
    length == face.len()
}
