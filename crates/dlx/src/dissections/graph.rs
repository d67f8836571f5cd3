//! A graph to be divided into parts, and the progress and the results of a count.

use num_bigint::BigUint;
use thiserror::Error;

use super::table::NoRoom;

/// The number of choices of a sweep between two reports of progress. They take about 1 ms.
pub(super) const PULSE: u64 = 1 << 12;

/// The work of one choice of a sweep, in the units of `FrontierProgress::work`.
pub(super) const WORK: u64 = 25;

/// The progress before the first step.
pub(super) const START: DissectionsProgress = DissectionsProgress {
    states: 0,
    work: 0,
    fraction: 0.0,
};

/// A graph to be divided into connected parts of one size.
///
/// ```
/// use std::ops::ControlFlow::Continue;
/// use tilewright_dlx::Dissections;
///
/// // A ring of six vertices in two parts of three: three ways, one of each up to turns.
/// let ring = (0..6).map(|at| vec![(at + 1) % 6, (at + 5) % 6]).collect();
/// let regions = Dissections::new(ring, 3)?;
/// let report = regions.count(&mut |_| Continue(()))?;
/// assert_eq!((report.count, report.complete), (3_u32.into(), true));
/// // A half turn keeps none where they are, but exchanges the two parts: that is the same partition.
/// let half_turn = vec![3, 4, 5, 0, 1, 2];
/// assert_eq!(regions.count_fixed(&[half_turn], &mut |_| Continue(()))?.count, 3_u32.into());
/// # Ok::<(), tilewright_dlx::DissectionsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dissections {
    /// For each vertex, its neighbours in increasing order.
    pub(super) neighbours: Vec<Vec<usize>>,
    pub(super) size: usize,
    pub(super) orders: Vec<Vec<usize>>,
    pub(super) symmetries: Vec<Vec<usize>>,
    /// The faces of a plane drawing of the graph, if they are known and no part encloses anything else.
    pub(super) faces: Option<Vec<Vec<usize>>>,
    pub(super) memory: u64,
}

/// The progress of a count. The watcher receives it about every millisecond.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DissectionsProgress {
    /// The number of states made so far, over all steps.
    pub states: u64,
    /// The work done so far, in units that take about as long as those of `FrontierProgress`.
    pub work: u64,
    /// The fraction of the vertices that have been taken in, from 0 to 1. It never decreases.
    pub fraction: f64,
}

/// The number of partitions, and the cost of counting them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DissectionsReport {
    /// The number of partitions; 0 if the count is not complete.
    pub count: BigUint,
    /// Whether the count finished; false if the watcher broke out.
    pub complete: bool,
    /// The number of states made, over all steps.
    pub states: u64,
    /// The maximum number of bytes that the states took at once.
    pub peak_bytes: u64,
}

impl DissectionsReport {
    /// The report of a count that has counted nothing.
    pub(super) fn none(complete: bool) -> Self {
        Self {
            count: BigUint::ZERO,
            complete,
            states: 0,
            peak_bytes: 0,
        }
    }
}

/// Why a graph cannot be divided as requested.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DissectionsError {
    /// The size of a part is 0 or exceeds 65,535 vertices.
    #[error("a part has from 1 to 65,535 vertices, not {size}")]
    Size {
        /// The requested number of vertices of a part.
        size: usize,
    },
    /// The lists of neighbours are not those of a simple undirected graph.
    #[error(
        "the neighbours of vertex {vertex}, counted from 0, do not make a graph: list each \
         neighbour once, list the vertex as its neighbour too, and no vertex as its own neighbour"
    )]
    NoGraph {
        /// The first vertex whose list is wrong.
        vertex: usize,
    },
    /// An order is no permutation of the vertices.
    #[error("an order of the vertices must list each of them once")]
    Order,
    /// A given permutation of the vertices does not map edges to edges.
    #[error("automorphism number {number}, counted from 0, does not map the graph to itself")]
    NoAutomorphism {
        /// The index of the permutation in the list of automorphisms, from 0.
        number: usize,
    },
    /// More vertices are open at once than a state can hold, or a step has too many edges to decide.
    #[error(
        "{open} vertices are open at once with {edges} edges to decide, but a state holds at most \
         {most_open} with {most_edges}"
    )]
    TooWide {
        /// The number of vertices open at once, including those that the step takes in.
        open: usize,
        /// The number of edges, or of orbits of edges, decided at once.
        edges: usize,
        /// The largest number of open vertices that a state can hold.
        most_open: usize,
        /// The largest number of edges, or orbits of edges, that a step can decide.
        most_edges: usize,
    },
    /// The states outgrow the memory budget.
    #[error("the states need more than the memory budget of {budget} bytes")]
    Outgrown {
        /// The memory budget of the states, in bytes.
        budget: u64,
    },
}

impl Dissections {
    /// Sets up a graph, given by the list of neighbours of each vertex, to be divided into parts of `size`
    /// vertices.
    ///
    /// # Errors
    ///
    /// [`DissectionsError::Size`]; or [`DissectionsError::NoGraph`] if a list contains a vertex
    /// that does not exist, its own vertex, a vertex twice, or a neighbour whose list does not
    /// contain this vertex.
    pub fn new(neighbours: Vec<Vec<usize>>, size: usize) -> Result<Self, DissectionsError> {
        if size == 0 || size > usize::from(u16::MAX) {
            return Err(DissectionsError::Size { size });
        }
        let mut neighbours = neighbours;
        for list in &mut neighbours {
            list.sort_unstable();
        }
        let is_right = |vertex: usize, list: &[usize]| {
            let names_back = |&other: &usize| {
                let back = neighbours.get(other);
                back.is_some_and(|back| back.binary_search(&vertex).is_ok())
            };
            !list.contains(&vertex)
                && list.windows(2).all(|pair| pair[0] < pair[1])
                && list.iter().all(names_back)
        };
        let wrong = (neighbours.iter().enumerate()).find(|(vertex, list)| !is_right(*vertex, list));
        if let Some((vertex, _)) = wrong {
            return Err(DissectionsError::NoGraph { vertex });
        }
        Ok(Self {
            orders: vec![(0..neighbours.len()).collect()],
            neighbours,
            size,
            symmetries: Vec::new(),
            faces: None,
            memory: u64::MAX,
        })
    }

    /// Adds an order of the vertices, in which a sweep may take them in. The sweep uses the order with the lowest
    /// estimated number of states. The order in which the graph lists its vertices is always considered.
    ///
    /// # Errors
    ///
    /// [`DissectionsError::Order`] if it is no permutation of the vertices.
    pub fn order(mut self, order: &[usize]) -> Result<Self, DissectionsError> {
        if !is_permutation(order, self.neighbours.len()) {
            return Err(DissectionsError::Order);
        }
        self.orders.push(order.to_vec());
        Ok(self)
    }

    /// Sets automorphisms of the graph. Each is the list of the images of all vertices. States that an
    /// automorphism maps to each other are merged; a reflection saves about half of the states.
    ///
    /// # Errors
    ///
    /// [`DissectionsError::NoAutomorphism`].
    pub fn symmetries(mut self, automorphisms: &[Vec<usize>]) -> Result<Self, DissectionsError> {
        self.check_automorphisms(automorphisms)?;
        self.symmetries = automorphisms.to_vec();
        Ok(self)
    }

    /// The number of vertices of a part.
    pub fn part_size(&self) -> usize {
        self.size
    }

    /// Limits the memory of the states to `bytes` bytes. The default is no limit.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        Self {
            memory: bytes,
            ..self
        }
    }

    pub(super) fn outgrown(&self, no_room: NoRoom) -> DissectionsError {
        let is_memory = no_room == NoRoom::Memory;
        debug_assert!(
            is_memory,
            "invariant: a count has room for as many ways as edges can be cut"
        );
        DissectionsError::Outgrown {
            budget: self.memory,
        }
    }

    /// Whether the graph can be divided evenly: its number of vertices is a multiple of the part size.
    pub(super) fn divides(&self) -> bool {
        self.neighbours.len().is_multiple_of(self.size)
    }

    pub(super) fn check_automorphisms(
        &self,
        automorphisms: &[Vec<usize>],
    ) -> Result<(), DissectionsError> {
        let wrong = automorphisms.iter().position(|g| !self.is_automorphism(g));
        wrong.map_or(Ok(()), |number| {
            Err(DissectionsError::NoAutomorphism { number })
        })
    }

    fn is_automorphism(&self, images: &[usize]) -> bool {
        let keeps = |(vertex, list): (usize, &Vec<usize>)| {
            let there = &self.neighbours[images[vertex]];
            let mut images = list.iter().map(|&other| images[other]);
            list.len() == there.len() && images.all(|image| there.binary_search(&image).is_ok())
        };
        is_permutation(images, self.neighbours.len())
            && self.neighbours.iter().enumerate().all(keeps)
    }
}

fn is_permutation(images: &[usize], count: usize) -> bool {
    let mut seen = vec![false; count];
    let is_new = |&image: &usize| {
        let seen = seen.get_mut(image);
        seen.is_some_and(|seen| !std::mem::replace(seen, true))
    };
    images.len() == count && images.iter().all(is_new)
}

#[expect(clippy::cast_precision_loss, reason = "for reading")]
pub(super) fn fraction(done: usize, all: usize) -> f64 {
    done as f64 / all as f64
}
