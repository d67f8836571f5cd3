//! A graph to be cut into parts, how far a count is and what it found.

use num_bigint::BigUint;
use thiserror::Error;

use super::table::NoRoom;

/// The choices between two reports of progress: a millisecond or so.
pub(super) const PULSE: u64 = 1 << 12;

/// The work of one choice, in the units of the sweep over covered items.
pub(super) const WORK: u64 = 25;

/// Before the first step.
pub(super) const START: RegionsProgress = RegionsProgress {
    states: 0,
    work: 0,
    fraction: 0.0,
};

/// A graph to be cut into connected parts of one size.
///
/// ```
/// use std::ops::ControlFlow::Continue;
/// use tilewright_dlx::Regions;
///
/// // A ring of six vertices in two parts of three: three ways, one of each up to turns.
/// let ring = (0..6).map(|at| vec![(at + 1) % 6, (at + 5) % 6]).collect();
/// let regions = Regions::new(ring, 3)?;
/// let report = regions.count(&mut |_| Continue(()))?;
/// assert_eq!((report.count, report.complete), (3_u32.into(), true));
/// // A half turn keeps none where they are, but exchanges the two parts: that is the same partition.
/// let half_turn = vec![3, 4, 5, 0, 1, 2];
/// assert_eq!(regions.count_fixed(&[half_turn], &mut |_| Continue(()))?.count, 3_u32.into());
/// # Ok::<(), tilewright_dlx::RegionsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    /// The neighbours of each vertex, upwards.
    pub(super) neighbours: Vec<Vec<usize>>,
    pub(super) size: usize,
    pub(super) orders: Vec<Vec<usize>>,
    pub(super) symmetries: Vec<Vec<usize>>,
    /// The faces of a drawing in which no part goes round anything, if they are known.
    pub(super) faces: Option<Vec<Vec<usize>>>,
    pub(super) memory: u64,
}

/// How far a count is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RegionsProgress {
    /// The states so far.
    pub states: u64,
    /// The work done so far, in units that take about as long as those of `FrontierProgress`.
    pub work: u64,
    /// The share of the vertices that is taken in, from 0 to 1. It never goes down.
    pub fraction: f64,
}

/// What a count found and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RegionsReport {
    /// The partitions; 0 if the count is not complete.
    pub count: BigUint,
    /// Whether the count came to its end; false if the listener broke out.
    pub complete: bool,
    /// The states that were met.
    pub states: u64,
    /// The most bytes that states took at once.
    pub peak_bytes: u64,
}

impl RegionsReport {
    /// No partition is counted.
    pub(super) fn none(complete: bool) -> Self {
        Self {
            count: BigUint::ZERO,
            complete,
            states: 0,
            peak_bytes: 0,
        }
    }
}

/// Why a graph cannot be cut as asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RegionsError {
    /// Parts have at least one vertex and at most 65,535.
    #[error("a part has from 1 to 65,535 vertices, not {size}")]
    Size {
        /// The size asked for.
        size: usize,
    },
    /// The lists of neighbours are those of no graph.
    #[error(
        "the neighbours of vertex {vertex}, counted from 0, are those of no graph: each stands once, \
         has the vertex as its neighbour too and is another one"
    )]
    NoGraph {
        /// The first vertex whose list is wrong.
        vertex: usize,
    },
    /// An order is no permutation of the vertices.
    #[error("an order of the vertices names each of them once")]
    Order,
    /// What is said to be an automorphism is none.
    #[error("number {number} of the automorphisms, counted from 0, maps the graph to another one")]
    NoAutomorphism {
        /// Its place in the list, from 0.
        number: usize,
    },
    /// Too many vertices are open at once for a state to be packed.
    #[error(
        "{open} vertices are open at once with {edges} edges to decide, and a state holds at most {most_open} with {most_edges}"
    )]
    TooWide {
        /// The vertices open at once, those that come in among them.
        open: usize,
        /// The edges, or orbits of edges, that are decided at once.
        edges: usize,
        /// The most vertices.
        most_open: usize,
        /// The most edges.
        most_edges: usize,
    },
    /// The states outgrow the memory.
    #[error("the states outgrow the memory budget of {budget} bytes")]
    Outgrown {
        /// The budget in bytes.
        budget: u64,
    },
}

impl Regions {
    /// The graph with these lists of neighbours, to be cut into parts of `size` vertices.
    ///
    /// # Errors
    ///
    /// [`RegionsError::Size`]; or [`RegionsError::NoGraph`] if a list names a vertex that is not
    /// there, one twice, its own vertex, or one that does not name it back.
    pub fn new(neighbours: Vec<Vec<usize>>, size: usize) -> Result<Self, RegionsError> {
        if size == 0 || size > usize::from(u16::MAX) {
            return Err(RegionsError::Size { size });
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
            return Err(RegionsError::NoGraph { vertex });
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

    /// Tries an order of the vertices too: of all orders, the one that keeps the fewest vertices open
    /// is taken. The first one is that of the lists.
    ///
    /// # Errors
    ///
    /// [`RegionsError::Order`] if it is no permutation of the vertices.
    pub fn order(mut self, order: &[usize]) -> Result<Self, RegionsError> {
        if !is_permutation(order, self.neighbours.len()) {
            return Err(RegionsError::Order);
        }
        self.orders.push(order.to_vec());
        Ok(self)
    }

    /// Takes automorphisms of the graph, lists of the images of its vertices: states that one of them
    /// maps to each other are counted as one, about half as many states for a mirror.
    ///
    /// # Errors
    ///
    /// [`RegionsError::NoAutomorphism`].
    pub fn symmetries(mut self, automorphisms: &[Vec<usize>]) -> Result<Self, RegionsError> {
        self.check_automorphisms(automorphisms)?;
        self.symmetries = automorphisms.to_vec();
        Ok(self)
    }

    /// The vertices of a part.
    pub fn part_size(&self) -> usize {
        self.size
    }

    /// Keeps the states within so many bytes; without a limit if nothing is said.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        Self {
            memory: bytes,
            ..self
        }
    }

    pub(super) fn outgrown(&self, no_room: NoRoom) -> RegionsError {
        let is_memory = no_room == NoRoom::Memory;
        debug_assert!(
            is_memory,
            "invariant: a count has room for as many ways as edges can be cut"
        );
        RegionsError::Outgrown {
            budget: self.memory,
        }
    }

    /// Whether the vertices can be shared out among parts of the size.
    pub(super) fn divides(&self) -> bool {
        self.neighbours.len().is_multiple_of(self.size)
    }

    pub(super) fn check_automorphisms(
        &self,
        automorphisms: &[Vec<usize>],
    ) -> Result<(), RegionsError> {
        let wrong = automorphisms.iter().position(|g| !self.is_automorphism(g));
        wrong.map_or(Ok(()), |number| {
            Err(RegionsError::NoAutomorphism { number })
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
