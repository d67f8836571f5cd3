//! Dissections: the partitions of a graph into connected parts of one size, counted without listing
//! any.
//!
//! Where *every* connected set of n vertices is an option and nothing but the vertices binds, an
//! exact cover problem is a matter of boundaries, not of options. A sweep takes the vertices in, one
//! after the other, and decides of each edge whether its ends lie in the same part. It remembers
//! the open vertices (those with neighbours still to come), in which *region* each of them lies,
//! how large each open region is, and which pairs of regions must not meet any more, because two
//! neighbours in them were told apart. Equal states merge, and their numbers of ways add up.
//!
//! - A region of n vertices is closed: its vertices are all alike.
//! - A region whose last open vertex goes before it has n vertices ends the state.
//! - Two regions that were told apart are remembered only where they could still meet: their sizes
//!   and the vertices between them come to no more than n. In the plane, where no part goes round
//!   anything, it is enough to remember them around [faces](Regions::faces).
//! - Without faces, the regions that cannot meet want so many vertices each; a state that wants more
//!   than are left is dropped. (With them it takes longer to see that than to go on.)
//!
//! Where a symmetry of the graph maps what is left to itself, as a mirror does after each row, a state
//! and its image have as many ways on, and are one. Most states lie beyond the middle, so all
//! partitions are counted by two sweeps that meet there. Where the faces are known, these go shape by shape
//! (`by_shape`): what a step does depends on where the regions are, and hardly on how large they are.
//!
//! Partitions that a group of automorphisms maps to themselves are counted by one sweep, which
//! takes in an orbit of vertices at a time and decides of an orbit of edges at once. So Burnside's
//! lemma gives the number of distinct dissections.
//!
//! Cost: with symmetries and faces told, n × n squares in n parts take 14 thousand states for n = 6,
//! 0.5 million for n = 7 and 7 million for n = 8, and 50 ns each, two fifths of that for the join; a
//! state takes 16 bytes, and as much again while it is made. Where the sweeps cannot go shape by shape a
//! state takes half a microsecond and 16 to 40 bytes, and without faces 1 to 2 µs. One sweep to the end
//! has six to eleven times as many states, at 0.1 to 0.5 µs (November 2026).
//!
//! Source: sweeps over the boundary of a region are those of I. G. Enting, "Generating functions for
//! enumerating self-avoiding rings on the square lattice" (J. Phys. A 13, 1980); pairs that must
//! not meet those of J. Kawahara et al., "Generating All Patterns of Graph Partitions Within a
//! Disparity Bound" (WALCOM 2017).

mod by_shape;
#[cfg(feature = "frontier")]
mod checkpoint;
mod connected_sets;
mod faces;
mod meeting;
mod order;
mod packing;
mod plan;
mod position;
mod recognition;
mod regrouped;
mod single;
mod states;
mod table;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use num_bigint::BigUint;
use thiserror::Error;

use meeting::Ends;
use plan::Plan;
use position::Position;
use states::Expansion;
use table::NoRoom;

/// The choices between two reports of progress: a millisecond or so.
const PULSE: u64 = 1 << 12;

/// The work of one choice, in the units of the sweep over covered items.
const WORK: u64 = 25;

/// Before the first step.
const START: RegionsProgress = RegionsProgress {
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
    neighbours: Vec<Vec<usize>>,
    size: usize,
    orders: Vec<Vec<usize>>,
    symmetries: Vec<Vec<usize>>,
    /// The faces of a drawing in which no part goes round anything, if they are known.
    faces: Option<Vec<Vec<usize>>>,
    memory: u64,
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
    fn none(complete: bool) -> Self {
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
        if !plan::is_permutation(order, self.neighbours.len()) {
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

    /// Counts the partitions into connected parts. `hear` is told of the progress every millisecond or
    /// so, and may break out.
    ///
    /// # Errors
    ///
    /// [`RegionsError::TooWide`] or [`RegionsError::Outgrown`].
    pub fn count(
        &self,
        hear: &mut dyn FnMut(&RegionsProgress) -> ControlFlow<()>,
    ) -> Result<RegionsReport, RegionsError> {
        if !self.divides() {
            return Ok(RegionsReport::none(true));
        }
        let Some(ends) = Ends::new(self, &mut || hear(&START).is_continue())? else {
            return Ok(RegionsReport::none(false));
        };
        ends.count(ends.start(), &mut |_, progress| hear(progress))
    }

    /// Counts the partitions that some automorphisms, and so all of the group that they generate, map
    /// to themselves: parts may go to other parts. An automorphism is the list of the images of
    /// the vertices.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count); and [`RegionsError::NoAutomorphism`].
    pub fn count_fixed(
        &self,
        automorphisms: &[Vec<usize>],
        hear: &mut dyn FnMut(&RegionsProgress) -> ControlFlow<()>,
    ) -> Result<RegionsReport, RegionsError> {
        self.check_automorphisms(automorphisms)?;
        if !self.divides() {
            return Ok(RegionsReport::none(true));
        }
        let goes_on = &mut || hear(&START).is_continue();
        let Some(plan) = Plan::new(self, automorphisms, goes_on)? else {
            return Ok(RegionsReport::none(false));
        };
        let mut position = Position::start(&plan.steps, plan.count_words);
        let mut expansion = Expansion::new(self.size);
        let end = plan.steps.len();
        loop {
            let arrives = position.advance(&plan.steps, end, &mut expansion, self.memory);
            if arrives.map_err(|no_room| self.outgrown(no_room))? {
                return Ok(position.report(Some(position.count())));
            }
            let progress = RegionsProgress {
                states: position.states,
                work: position.tried * WORK,
                fraction: fraction(position.step, end),
            };
            if hear(&progress).is_break() {
                return Ok(position.report(None));
            }
        }
    }

    fn outgrown(&self, no_room: NoRoom) -> RegionsError {
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
    fn divides(&self) -> bool {
        self.neighbours.len().is_multiple_of(self.size)
    }

    fn check_automorphisms(&self, automorphisms: &[Vec<usize>]) -> Result<(), RegionsError> {
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
        plan::is_permutation(images, self.neighbours.len())
            && self.neighbours.iter().enumerate().all(keeps)
    }
}

#[expect(clippy::cast_precision_loss, reason = "for reading")]
fn fraction(done: usize, all: usize) -> f64 {
    done as f64 / all as f64
}
