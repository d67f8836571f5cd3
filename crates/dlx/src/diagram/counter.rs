//! Counts the solutions that contain all options of a set, for many sets in turn.

use std::ops::Range;

use num_bigint::BigUint;

use super::SolutionDiagram;
use super::error::DiagramError;
use super::graph::{Graph, Held};
use super::number::{Number, PathCounts, arrivals};
use crate::problem::OptionId;

impl SolutionDiagram {
    /// A counter of the solutions that contain all options of a set. It pays off for many sets.
    pub fn counter(&self) -> Counter<'_> {
        Counter::new(self)
    }
}

/// Counts the solutions that contain all options of a set, for many sets in turn. Made by
/// [`SolutionDiagram::counter`].
///
/// A count visits only the nodes from the first step of the options to the last one. The paths to the first step
/// and from the last step are counted once in advance.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::{Frontier, text};
///
/// let problem = text::read("a b c\na b c\na b\nc\na\nb c\nb\n")?;
/// let diagram = Frontier::new(&problem).diagram(&mut |_| ControlFlow::Continue(()))?;
/// let option = |index| problem.option(index).unwrap();
/// let counter = diagram.counter();
/// assert_eq!(counter.holding(&[option(2)])?, 2_u32.into());
/// assert_eq!(counter.holding(&[option(2), option(3)])?, 1_u32.into());
/// assert_eq!(counter.holding(&[option(0), option(3)])?, 0_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter<'d> {
    diagram: &'d SolutionDiagram,
    /// For each node, the number of paths from the root to it.
    arrivals: PathCounts,
}

impl<'d> Counter<'d> {
    fn new(diagram: &'d SolutionDiagram) -> Self {
        let graph = &diagram.graph;
        Self {
            diagram,
            arrivals: match &diagram.counts {
                PathCounts::Small(_) => PathCounts::Small(arrivals(graph)),
                PathCounts::Large(_) => PathCounts::Large(arrivals(graph)),
            },
        }
    }

    /// The number of solutions that contain all of these options.
    ///
    /// # Errors
    ///
    /// An option is not in the problem.
    pub fn holding(&self, options: &[OptionId]) -> Result<BigUint, DiagramError> {
        for &option in options {
            self.diagram.check(option)?;
        }
        let Some(held) = Held::new(&self.diagram.held(options)) else {
            return Ok(BigUint::ZERO);
        };
        let graph = &self.diagram.graph;
        let floors = || held.0.iter().map(|&(_, floor)| floor);
        let Some((lowest, highest)) = floors().min().zip(floors().max()) else {
            return Ok(self.diagram.count());
        };
        let between = lowest..graph.step_end(highest);
        Ok(match (&self.arrivals, &self.diagram.counts) {
            (PathCounts::Small(from_root), PathCounts::Small(to_end)) => {
                ways(graph, &held, between, highest, from_root, to_end).into()
            }
            (PathCounts::Large(from_root), PathCounts::Large(to_end)) => {
                ways(graph, &held, between, highest, from_root, to_end)
            }
            // This case does not occur: both lists of counts have as many bits for a count as the number of
            // solutions needs.
            _ => BigUint::ZERO,
        })
    }
}

/// Counts the paths that contain all options of `held`. `highest` is the first node of the topmost step of
/// these options. `between` are the nodes from their lowest step up to that step.
fn ways<N: Number>(
    graph: &Graph,
    held: &Held,
    between: Range<u32>,
    highest: u32,
    from_root: &[N],
    to_end: &[N],
) -> N {
    let lowest = between.start;
    let mut counts = vec![N::zero(); (between.end - lowest) as usize];
    let mut sum = N::zero();
    for node in between.rev() {
        let count = if node >= highest {
            from_root[node as usize].clone()
        } else {
            std::mem::replace(&mut counts[(node - lowest) as usize], N::zero())
        };
        if count.is_zero() {
            continue;
        }
        for edge in graph.edges(node) {
            if !held.allows(node, *edge) {
                continue;
            }
            if edge.target < lowest {
                sum.add_product(&count, &to_end[edge.target as usize]);
            } else {
                // The sum fits: it counts paths from the root, and there are no more of these than solutions.
                let _ = counts[(edge.target - lowest) as usize].add(&count);
            }
        }
    }
    sum
}
