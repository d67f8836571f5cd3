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
//!   and the vertices between them come to no more than n.
//! - The regions that cannot meet want so many vertices each; a state that wants more than are left
//!   is dropped.
//!
//! Where a symmetry of the graph maps what is left to itself, as a mirror does after each row, a state
//! and its image have as many ways on, and are one.
//!
//! Partitions that a group of automorphisms maps to themselves are counted by the same sweep, which
//! takes in an orbit of vertices at a time and decides of an orbit of edges at once. So Burnside's
//! lemma gives the number of distinct dissections.
//!
//! Cost: n × n squares in n parts take 60 thousand states for n = 6, 1.3 million for n = 7 and 37
//! million for n = 8, their symmetries told (half as many again if not). A state takes about 1 µs, and
//! 20 to 40 bytes while it is in one of two layers (November 2026).
//!
//! Source: sweeps over the boundary of a region are those of I. G. Enting, "Generating functions for
//! enumerating self-avoiding rings on the square lattice" (J. Phys. A 13, 1980); pairs that must
//! not meet those of J. Kawahara et al., "Generating All Patterns of Graph Partitions Within a
//! Disparity Bound" (WALCOM 2017).

#[cfg(feature = "frontier")]
mod checkpoint;
mod plan;
mod recognition;

mod states;
mod table;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use num_bigint::BigUint;
use thiserror::Error;

use plan::Plan;
use states::Expansion;
use table::Layer;

/// The choices between two reports of progress: a millisecond or so.
const PULSE: u64 = 1 << 12;

/// The work of one choice, in the units of the sweep over covered items.
const WORK: u64 = 25;

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
        self.count_fixed(&[], hear)
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
        let start = RegionsProgress {
            states: 0,
            work: 0,
            fraction: 0.0,
        };
        if !self.divides() {
            return Ok(RegionsReport::none(true));
        }
        let Some(plan) = Plan::new(self, automorphisms, &mut || hear(&start).is_continue())? else {
            return Ok(RegionsReport::none(false));
        };
        let pause = &mut |position: &Position| hear(&position.progress(&plan));
        self.sweep(&plan, Position::start(&plan), pause)
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

    /// Goes on from a position to the end, or until `pause` breaks out, which is told of the position
    /// every millisecond or so.
    fn sweep(
        &self,
        plan: &Plan,
        mut position: Position,
        pause: &mut dyn FnMut(&Position) -> ControlFlow<()>,
    ) -> Result<RegionsReport, RegionsError> {
        let mut expansion = Expansion::new(self.size);
        let mut heard = position.tried;
        while let Some(step) = plan.steps.get(position.step) {
            while position.number < position.layer.len() {
                if position.tried >= heard + PULSE {
                    heard = position.tried;
                    if pause(&position).is_break() {
                        return Ok(position.report(false));
                    }
                }
                let number = position.number;
                let Position { layer, next, .. } = &mut position;
                let (key, count) = layer.entry(number);
                expansion.unpack(step, key);
                let room = self.memory.saturating_sub(layer.bytes());
                if !expansion.successors(step, |key| next.add(key, count, room)) {
                    return Err(RegionsError::Outgrown {
                        budget: self.memory,
                    });
                }
                position.tried += expansion.choices();
                position.states += 1;
                position.number += 1;
            }
            position.end_step();
        }
        Ok(position.report(true))
    }
}

/// How far a sweep has come.
struct Position {
    /// The step under way.
    step: usize,
    /// Its states.
    layer: Layer,
    /// How many of them are done.
    number: usize,
    /// The states of the next step, as far as they are made.
    next: Layer,
    tried: u64,
    states: u64,
    peak_bytes: u64,
}

impl Position {
    /// Before the first step.
    fn start(plan: &Plan) -> Self {
        let mut layer = Layer::new(plan.count_words);
        layer.begin();
        Self {
            step: 0,
            layer,
            number: 0,
            next: Layer::new(plan.count_words),
            tried: 0,
            states: 0,
            peak_bytes: 0,
        }
    }

    fn bytes(&self) -> u64 {
        self.layer.bytes() + self.next.bytes()
    }

    fn end_step(&mut self) {
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        std::mem::swap(&mut self.layer, &mut self.next);
        self.next.clear();
        self.step += 1;
        self.number = 0;
    }

    fn progress(&self, plan: &Plan) -> RegionsProgress {
        RegionsProgress {
            states: self.states,
            work: self.tried * WORK,
            fraction: fraction(self.step, plan.steps.len()),
        }
    }

    fn report(&self, complete: bool) -> RegionsReport {
        let mut report = RegionsReport {
            count: BigUint::ZERO,
            complete,
            states: self.states,
            peak_bytes: self.peak_bytes.max(self.bytes()),
        };
        if complete && self.layer.len() > 0 {
            debug_assert_eq!(self.layer.len(), 1, "invariant: at the end nothing is open");
            let (_, count) = self.layer.entry(0);
            let digits: Vec<u8> = count.iter().flat_map(|word| word.to_le_bytes()).collect();
            report.count = BigUint::from_bytes_le(&digits);
        }
        report
    }
}

#[expect(clippy::cast_precision_loss, reason = "for reading")]
fn fraction(done: usize, all: usize) -> f64 {
    done as f64 / all as f64
}
