//! A diagram of all solutions of a problem. It answers questions about them without listing them.
//!
//! A node represents a state of a [`Frontier`](crate::Frontier) sweep from which a path leads to a solution. An edge
//! represents an option chosen there, or none. The paths from the root to the end are the solutions, each once. Paths
//! meet as soon as they cover the same items, so a diagram is often a thousand times smaller than the list: the
//! 371,020 solutions of a tray are about a hundred thousand nodes. It is a multi-valued decision diagram. Its
//! variables are the steps of the sweep; their values are the options of the step, or none. Nodes whose only choice
//! is none are left out. TAOCP 4A, section 7.1.4, has the theory for two values.
//!
//! A query visits the nodes once or twice, which takes milliseconds for a hundred thousand of them.

mod any;
mod counter;
mod error;
mod file;
pub(crate) mod graph;
mod max_weight;
mod number;
mod walk;

use std::collections::BTreeMap;
use std::io::{Read, Write};

use num_bigint::BigUint;

pub use counter::Counter;
pub use error::DiagramError;
pub use walk::{Samples, Solutions};

use crate::compact::map_of;
use crate::problem::{OptionId, Problem};
use graph::{Full, Graph};
use number::PathCounts;

/// A diagram of all solutions of a problem, or of those that contain some options and lack others.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::{Frontier, Problem};
///
/// // Dominoes on a strip of 2 × 3.
/// let mut problem = Problem::new();
/// let cells: Vec<_> = (0..6)
///     .map(|at| problem.add_primary(at.to_string()))
///     .collect::<Result<_, _>>()?;
/// for (a, b) in [(0, 1), (2, 3), (4, 5), (0, 2), (1, 3), (2, 4), (3, 5)] {
///     problem.add_option(&[cells[a], cells[b]])?;
/// }
/// let diagram = Frontier::new(&problem).diagram(&mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(diagram.count(), 3_u32.into());
/// let upright = problem.option(0).unwrap();
/// assert_eq!(diagram.holding()[upright.index()], 2_u32.into());
/// assert_eq!(diagram.restrict(&[], &[upright])?.count(), 1_u32.into());
/// for (number, solution) in diagram.iter().enumerate() {
///     assert_eq!(diagram.nth(&number.into())?, solution);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SolutionDiagram {
    graph: Graph,
    counts: PathCounts,
    /// For each option, the first node of its step; `None` if the option is on no edge.
    floors: Vec<Option<u32>>,
    /// The options that were chosen beforehand. They are in all solutions, but on no edge.
    givens: Vec<OptionId>,
    fingerprint: [u8; 32],
}

impl SolutionDiagram {
    /// The diagram of a graph of solutions. The givens belong to every solution, but are not in the graph.
    pub(crate) fn new(problem: &Problem, graph: Graph, givens: Vec<OptionId>) -> Self {
        let fingerprint = problem.fingerprint().0;
        Self::of(graph, givens, fingerprint, problem.option_count())
    }

    fn of(graph: Graph, givens: Vec<OptionId>, fingerprint: [u8; 32], options: usize) -> Self {
        Self {
            counts: PathCounts::new(&graph),
            floors: graph.floors(options),
            graph,
            givens,
            fingerprint,
        }
    }

    /// The number of solutions.
    pub fn count(&self) -> BigUint {
        let count = |root| self.counts.get(root);
        self.graph.root.map_or(BigUint::ZERO, count)
    }

    /// The number of nodes, including the end of all paths.
    pub fn nodes(&self) -> usize {
        self.graph.nodes()
    }

    /// The number of edges between nodes. Each represents the choice of an option, or of none.
    pub fn edges(&self) -> usize {
        self.graph.edges.len()
    }

    /// For each option, the number of solutions that contain it.
    pub fn holding(&self) -> Vec<BigUint> {
        let options = self.floors.len();
        let held = match &self.counts {
            PathCounts::Small(counts) => {
                let held = number::holding(&self.graph, counts, options);
                held.into_iter().map(BigUint::from).collect()
            }
            PathCounts::Large(counts) => number::holding(&self.graph, counts, options),
        };
        self.with_givens(held)
    }

    /// For each option, the number of solutions that contain both it and `option`.
    ///
    /// # Errors
    ///
    /// The option is not in the problem.
    pub fn holding_with(&self, option: OptionId) -> Result<Vec<BigUint>, DiagramError> {
        self.check(option)?;
        if self.givens.contains(&option) {
            return Ok(self.holding());
        }
        let options = self.floors.len();
        let Some(floor) = self.floors[option.index()] else {
            return Ok(vec![BigUint::ZERO; options]);
        };
        let (graph, option) = (&self.graph, option.index());
        let mut held: Vec<BigUint> = match &self.counts {
            PathCounts::Small(counts) => {
                let held = number::holding_both(graph, counts, options, option, floor);
                held.into_iter().map(BigUint::from).collect()
            }
            PathCounts::Large(counts) => {
                number::holding_both(graph, counts, options, option, floor)
            }
        };
        let both = held[option].clone();
        for given in &self.givens {
            held[given.index()].clone_from(&both);
        }
        Ok(held)
    }

    /// The number of solutions of each size, which is the number of options. Sizes without a solution are left
    /// out.
    ///
    /// Takes one pass over the diagram. It stores, for each node, a number for each possible size of the paths
    /// from it.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright_dlx::{Frontier, text};
    ///
    /// let problem = text::read("a b c\na b c\na b\nc\na\nb c\nb\n")?;
    /// let diagram = Frontier::new(&problem).diagram(&mut |_| ControlFlow::Continue(()))?;
    /// let sizes: Vec<_> = diagram.by_size().into_iter().collect();
    /// assert_eq!(sizes, [(1, 1_u32.into()), (2, 2_u32.into()), (3, 1_u32.into())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_size(&self) -> BTreeMap<usize, BigUint> {
        let sizes = match &self.counts {
            PathCounts::Small(_) => {
                let sizes = number::by_size::<u64>(&self.graph);
                map_of(sizes.into_iter().map(|(n, count)| (n, count.into())))
            }
            PathCounts::Large(_) => number::by_size::<BigUint>(&self.graph),
        };
        let size = |(n, count)| (n + self.givens.len(), count);
        map_of(sizes.into_iter().map(size))
    }

    /// Those options of `with` that are not givens, each with the first node of its step.
    fn held(&self, with: &[OptionId]) -> Vec<(OptionId, Option<u32>)> {
        with.iter()
            .filter(|option| !self.givens.contains(option))
            .map(|&option| (option, self.floors[option.index()]))
            .collect()
    }

    fn with_givens(&self, mut held: Vec<BigUint>) -> Vec<BigUint> {
        for given in &self.givens {
            held[given.index()] = self.count();
        }
        held
    }

    /// The diagram of the solutions that contain all options of `with` and none of `without`.
    ///
    /// # Errors
    ///
    /// An option is not in the problem.
    pub fn restrict(&self, with: &[OptionId], without: &[OptionId]) -> Result<Self, DiagramError> {
        let options = self.floors.len();
        let mut out = vec![false; options];
        for &option in with.iter().chain(without) {
            self.check(option)?;
        }
        for option in without {
            out[option.index()] = true;
        }
        let held = self.held(with);
        let graph = if self.givens.iter().any(|given| out[given.index()]) {
            Graph::new()
        } else {
            self.graph.restrict(&held, &out)
        };
        Ok(Self::of(
            graph,
            self.givens.clone(),
            self.fingerprint,
            options,
        ))
    }

    /// The diagram of the solutions that contain at least one of these options.
    ///
    /// The new diagram may have up to twice as many nodes. If all given options contain an item
    /// that every solution covers exactly once, the new diagram has fewer nodes than this one.
    ///
    /// # Errors
    ///
    /// An option is not in the problem, or the diagram becomes too large.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright_dlx::{Frontier, Problem};
    ///
    /// // Each of two rings goes on one of three pegs, alone.
    /// let mut problem = Problem::new();
    /// let rings = [problem.add_primary("gold")?, problem.add_primary("silver")?];
    /// let pegs = [problem.add_secondary("a")?, problem.add_secondary("b")?, problem.add_secondary("c")?];
    /// for ring in rings {
    ///     for peg in pegs {
    ///         problem.add_option(&[ring, peg])?;
    ///     }
    /// }
    /// let diagram = Frontier::new(&problem).diagram(&mut |_| ControlFlow::Continue(()))?;
    /// let on_a: Vec<_> = problem
    ///     .options()
    ///     .filter(|&option| problem.option_items(option).contains(&pegs[0]))
    ///     .collect();
    /// assert_eq!(diagram.count(), 6_u32.into());
    /// assert_eq!(diagram.restrict_to_any(&on_a)?.count(), 4_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restrict_to_any(&self, options: &[OptionId]) -> Result<Self, DiagramError> {
        let mut marked = vec![false; self.floors.len()];
        for &option in options {
            self.check(option)?;
            marked[option.index()] = true;
        }
        if self.givens.iter().any(|given| marked[given.index()]) {
            return Ok(self.clone());
        }
        let graph = self.graph.restrict_to_any(&marked);
        let graph = graph.map_err(|Full| DiagramError::TooLarge { limit: u32::MAX })?;
        Ok(Self::of(
            graph,
            self.givens.clone(),
            self.fingerprint,
            self.floors.len(),
        ))
    }

    /// A solution of maximum weight other than `known`. The weight is the sum of `weights` over its options, by
    /// option index, with 0 for indices beyond the end. `None` if there is no other solution.
    ///
    /// With a weight of 1 for the options of `known`, the result is another solution that shares the most options
    /// with it. Ties are broken in a fixed way.
    ///
    /// Takes one pass over the edges, and 8 bytes for each node.
    ///
    /// # Errors
    ///
    /// An option of `known` is not in the problem.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright_dlx::{Frontier, Problem};
    ///
    /// // Dominoes on a strip of 2 × 3: all upright, or two lie, on the left or on the right.
    /// let mut problem = Problem::new();
    /// let cells: Vec<_> = (0..6)
    ///     .map(|at| problem.add_primary(at.to_string()))
    ///     .collect::<Result<_, _>>()?;
    /// for (a, b) in [(0, 1), (2, 3), (4, 5), (0, 2), (1, 3), (2, 4), (3, 5)] {
    ///     problem.add_option(&[cells[a], cells[b]])?;
    /// }
    /// let options: Vec<_> = problem.options().collect();
    /// let diagram = Frontier::new(&problem).diagram(&mut |_| ControlFlow::Continue(()))?;
    /// // The last upright one counts, so it is kept.
    /// let mut other = diagram.max_weight_except(&options[..3], &[0, 0, 1])?.unwrap();
    /// other.sort_unstable();
    /// assert_eq!(other, options[2..5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn max_weight_except(
        &self,
        known: &[OptionId],
        weights: &[u32],
    ) -> Result<Option<Vec<OptionId>>, DiagramError> {
        let mut is_known = vec![false; self.floors.len()];
        for &option in known {
            self.check(option)?;
            is_known[option.index()] = true;
        }
        for given in &self.givens {
            is_known[given.index()] = false;
        }
        let weight = |option: usize| weights.get(option).copied().map_or(0, u64::from);
        let found = max_weight::max_weight_except(&self.graph, weight, &is_known);
        Ok(found.map(|found| {
            let found = found.into_iter().filter_map(OptionId::new);
            self.givens.iter().copied().chain(found).collect()
        }))
    }

    fn check(&self, option: OptionId) -> Result<(), DiagramError> {
        let (index, count) = (option.index(), self.floors.len());
        if index < count {
            return Ok(());
        }
        Err(DiagramError::UnknownOption { index, count })
    }

    /// Writes the diagram, with the problem's fingerprint and a checksum. The same diagram gives the
    /// same bytes.
    ///
    /// # Errors
    ///
    /// Writing fails.
    pub fn save(&self, writer: &mut dyn Write) -> Result<(), DiagramError> {
        Ok(file::write(
            &self.graph,
            &self.givens,
            &self.fingerprint,
            writer,
        )?)
    }

    /// Reads a diagram of `problem`. The memory is proportional to the bytes read, even for damaged files.
    ///
    /// # Errors
    ///
    /// The data are not a diagram, or of another version of the format, or of another problem, or damaged; or reading
    /// fails.
    pub fn load(problem: &Problem, reader: &mut dyn Read) -> Result<Self, DiagramError> {
        let fingerprint = problem.fingerprint().0;
        let (graph, givens) = file::read(problem, &fingerprint, reader)?;
        Ok(Self::of(graph, givens, fingerprint, problem.option_count()))
    }
}
