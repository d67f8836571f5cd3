//! Builds the diagram of solutions that were found by another engine.
//!
//! Where the states of a sweep outgrow the memory, the solutions may still be few. The solutions
//! are written as paths through the steps of the sweep and sorted, so that paths with a common
//! beginning are neighbours and form a tree. Then equal ends are merged, from the last step to the
//! first. (Daciuk et al., "Incremental construction of minimal acyclic finite-state automata",
//! Computational Linguistics 26 (2000), merge the words of a dictionary in the same way.)

use std::cmp::Ordering;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::Frontier;
use super::error::FrontierError;
use super::plan::SweepPlan;
use super::preparation::Preparation;
use super::progress::{FrontierWatcher, from_time_to_time};
use crate::compact::CompactSort;
use crate::diagram::SolutionDiagram;
use crate::diagram::graph::{Edge, Full, Graph, SKIP};
use crate::problem::residual::Residual;
use crate::problem::{ItemId, OptionId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PathChoice {
    step: u32,
    option: u32,
}

/// A solution as a path through the sweep: its options, each with its step, in the order of the steps.
type ChoicePath = Box<[PathChoice]>;

impl Frontier<'_> {
    /// Makes the diagram of listed solutions. Use it if the solutions are few although the states of a
    /// [`diagram`](Self::diagram) outgrow the memory. If the list is complete, both diagrams have the same
    /// solutions in the same order. A solution that is listed twice counts once.
    ///
    /// Takes the time to sort the solutions, and about 50 bytes for each of their options.
    ///
    /// ```
    /// use std::ops::ControlFlow::Continue;
    /// use tilewright_dlx::{Frontier, Solver, text};
    ///
    /// let problem = text::read("a b c\na b\nb c\na\nb\nc\n")?;
    /// let listed = Solver::new(&problem).list()?.known().expect("it has no budget");
    /// let frontier = Frontier::new(&problem);
    /// let diagram = frontier.diagram_of(&listed, &mut |_| Continue(()))?;
    /// let swept = frontier.diagram(&mut |_| Continue(()))?;
    /// assert!(diagram.iter().eq(swept.iter()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A listed set is no solution or lacks a given; the diagram becomes too large; or the watcher broke out.
    pub fn diagram_of(
        &self,
        solutions: &[Vec<OptionId>],
        watcher: &mut FrontierWatcher,
    ) -> Result<SolutionDiagram, FrontierError> {
        let watcher = &mut from_time_to_time(watcher);
        let residual = Residual::new(self.problem, &self.givens, |_| true);
        let order = self.sweep_order(&residual, watcher)?;
        let preparation = &mut Preparation::new(watcher);
        let ways = self.ways(&residual, &order, solutions, preparation)?;
        let graph = ChoiceTree::of(&ways, preparation)?.merged(preparation)?;
        Ok(SolutionDiagram::new(
            self.problem,
            graph,
            self.givens.clone(),
        ))
    }

    /// The solutions as paths, sorted and without repetitions.
    fn ways(
        &self,
        residual: &Residual<'_>,
        order: &[ItemId],
        solutions: &[Vec<OptionId>],
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Vec<ChoicePath>, FrontierError> {
        // For each option, the step that chooses it; `None` for givens.
        let mut steps = vec![None; self.problem.option_count()];
        for (step, options) in (0..).zip(SweepPlan::options_by_step(residual, order, preparation)?)
        {
            for option in options {
                steps[option.index()] = Some(step);
            }
        }
        let mut ways = Vec::with_capacity(solutions.len());
        for (number, solution) in solutions.iter().enumerate() {
            preparation.advance(self.problem.item_count())?;
            (self.problem.check(solution))
                .map_err(|source| FrontierError::NotASolution { number, source })?;
            let choices = solution.iter().filter_map(|option| {
                let step = steps[option.index()]?;
                let option = option.number();
                Some(PathChoice { step, option })
            });
            let mut way: ChoicePath = choices.collect();
            if way.len() + self.givens.len() != solution.len() {
                return Err(FrontierError::WithoutGiven { number });
            }
            way.compact_sort();
            ways.push(way);
        }
        ways.compact_sort_by(in_order);
        ways.dedup();
        Ok(ways)
    }
}

/// Compares two paths in the order of a diagram. At each step, an option comes before no option. So if one path is
/// the beginning of another, the longer path comes first.
fn in_order(a: &ChoicePath, b: &ChoicePath) -> Ordering {
    let different = a.iter().zip(b).find(|(a, b)| a != b);
    different.map_or_else(|| b.len().cmp(&a.len()), |(a, b)| a.cmp(b))
}

/// The target that marks an edge as the last one of its path.
const END: u32 = u32::MAX;

/// A node of the tree: a beginning that several paths share. Its edges are the choices of these paths at `step`.
#[derive(Clone, Debug)]
struct TreeBranch {
    step: u32,
    /// The range of the node's edges in `ChoiceTree::edges`.
    edges: Range<u32>,
}

/// Sorted paths as a tree: a node for every beginning that several paths share.
#[derive(Debug, Default)]
struct ChoiceTree {
    branches: Vec<TreeBranch>,
    /// The edges of all nodes. A target is the index of a node, or [`END`].
    edges: Vec<Edge>,
    is_empty: bool,
}

impl ChoiceTree {
    fn of(
        ways: &[ChoicePath],
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Self, FrontierError> {
        let mut tree = Self {
            is_empty: ways.is_empty(),
            ..Self::default()
        };
        // For each node: the range of its paths, and how many choices they have in common at the beginning.
        let mut open = vec![(0..ways.len(), 0)];
        open.retain(|(range, _)| leads_on(&ways[range.clone()], 0));
        let mut made = 0;
        while let Some((range, depth)) = open.get(made).cloned() {
            made += 1;
            preparation.advance(range.len())?;
            let step = ways[range.start][depth].step;
            let first = number(tree.edges.len())?;
            let mut from = range.start;
            while from < range.end {
                let choice = ways[from].get(depth).filter(|choice| choice.step == step);
                let is_same = |way: &ChoicePath| way.get(depth) == choice;
                let (to, depth) = match choice {
                    Some(_) => (
                        from + ways[from..range.end].partition_point(is_same),
                        depth + 1,
                    ),
                    None => (range.end, depth),
                };
                let target = if leads_on(&ways[from..to], depth) {
                    let target = number(open.len())?;
                    open.push((from..to, depth));
                    target
                } else {
                    END
                };
                let option = choice.map_or(SKIP, |choice| choice.option);
                tree.edges.push(Edge { option, target });
                from = to;
            }
            tree.branches.push(TreeBranch {
                step,
                edges: first..number(tree.edges.len())?,
            });
        }
        Ok(tree)
    }

    /// Merges nodes with equal edges, and returns the graph of the diagram.
    fn merged(mut self, preparation: &mut Preparation<'_, '_>) -> Result<Graph, FrontierError> {
        let mut graph = Graph::new();
        // Begin with the last step, since nodes are numbered from the end.
        let mut by_step: Vec<usize> = (0..self.branches.len()).collect();
        by_step.compact_sort_by_key(|&branch| std::cmp::Reverse(self.branches[branch].step));
        let mut nodes = vec![0; self.branches.len()];
        for of_step in by_step.chunk_by(|&a, &b| self.branches[a].step == self.branches[b].step) {
            graph.begin_step();
            let mut known: FxHashMap<Vec<Edge>, u32> = FxHashMap::default();
            for &branch in of_step {
                let edges = self.branches[branch].edges.clone();
                let edges = &mut self.edges[edges.start as usize..edges.end as usize];
                preparation.advance(edges.len())?;
                for edge in &mut *edges {
                    edge.target = match edge.target {
                        END => 0,
                        child => nodes[child as usize],
                    };
                }
                nodes[branch] = if let Some(&node) = known.get(edges) {
                    node
                } else {
                    let node = graph.add(edges).map_err(|Full| too_large())?;
                    known.insert(edges.to_vec(), node);
                    node
                };
            }
        }
        // The first node of the tree has all paths below it. If there is only one path, and it makes no choice,
        // the tree has no node; the root is then 0, the end of all paths.
        let root = nodes.first().copied().unwrap_or(0);
        graph.set_root((!self.is_empty).then_some(root));
        Ok(graph)
    }
}

/// Whether one of these sorted paths, which have their first `depth` choices in common, has more choices. Longer
/// paths come before their beginnings, so only the first path is examined.
fn leads_on(ways: &[ChoicePath], depth: usize) -> bool {
    ways.first().is_some_and(|way| way.len() > depth)
}

fn number(index: usize) -> Result<u32, FrontierError> {
    match u32::try_from(index) {
        Ok(number) if number < END => Ok(number),
        _ => Err(too_large()),
    }
}

fn too_large() -> FrontierError {
    FrontierError::TooLarge { limit: u32::MAX }
}
