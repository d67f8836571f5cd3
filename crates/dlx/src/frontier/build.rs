//! Builds the graph of a diagram backwards from the edges between all states.
//!
//! States with a path to the end become nodes. A state whose only choice is "none" is replaced by its target. The
//! edges were recorded in the order of the states, so the graph is the same for every number of threads.

use super::error::FrontierError;
use super::plan::SweepPlan;
use super::sweep::{CHUNK, Edges};
use super::totals::{Effort, OnStep};
use crate::diagram::graph::{Edge, Full, Graph, SKIP};

/// The graph would have more nodes or edges than can be numbered.
pub(super) const FULL: FrontierError = FrontierError::TooLarge { limit: u32::MAX };

/// The node number of a state without a path to the end.
const DEAD: u32 = u32::MAX;

/// The result of making a graph with a bound on its states.
pub(super) enum BoundedGraph {
    Made(Graph),
    /// The graph would have more states than allowed. Holds, for each step, the number of states up to it.
    Capped(Vec<u64>),
}

/// Builds the graph from the edges recorded at each step. `end` is the id of the state after the last step; `None`
/// if no path reaches it. The states and the graph may take `budget` bytes of the `memory`.
///
/// # Errors
///
/// They take more, the nodes or edges cannot be numbered, or `on_step` broke out.
pub(super) fn graph(
    mut edges: Edges,
    end: Option<u64>,
    plan: &SweepPlan,
    (budget, memory): (u64, u64),
    on_step: &mut OnStep,
) -> Result<Graph, FrontierError> {
    let mut graph = Graph::new();
    let Some(end) = end.and_then(|end| usize::try_from(end).ok()) else {
        graph.set_root(None);
        return Ok(graph);
    };
    let Ok(most) = usize::try_from(edges.most()) else {
        return Err(FULL);
    };
    let mut left = edges.bytes();
    let nodes_bytes = edges.most() * size_of::<u32>() as u64;
    if left + nodes_bytes > budget {
        return Err(FrontierError::Outgrown { budget: memory });
    }
    // For each state, by its id, the node of the state.
    let mut nodes = vec![DEAD; most];
    nodes[end] = 0;
    let mut work = 0;
    let mut of_node: Vec<Edge> = Vec::new();
    while let Some(source) = edges.steps.pop() {
        let step = edges.steps.len();
        graph.begin_step();
        let options = &plan.steps[step].options;
        let mut rest = &source.edges[..];
        for states in source.states.chunks(CHUNK) {
            let spent = Effort { states: 0, work };
            if on_step(step, spent).is_break() {
                return Err(FrontierError::Interrupted);
            }
            for &(state, count) in states {
                let (here, after) = rest.split_at(count as usize);
                rest = after;
                work += u64::from(count);
                of_node.clear();
                of_node.extend(here.iter().filter_map(|edge| {
                    let target = nodes[edge.target as usize];
                    let option = options.get(edge.option as usize);
                    (target != DEAD).then_some(Edge {
                        option: option.map_or(SKIP, |option| option.number()),
                        target,
                    })
                }));
                let node = match *of_node {
                    [] => continue,
                    [
                        Edge {
                            option: SKIP,
                            target,
                        },
                    ] => target,
                    _ => match graph.add(&of_node) {
                        Ok(node) => node,
                        Err(Full) => return Err(FULL),
                    },
                };
                nodes[state as usize] = node;
            }
        }
        graph.trim();
        left = left.saturating_sub(source.bytes());
        if left + nodes_bytes + graph.bytes() > budget {
            return Err(FrontierError::Outgrown { budget: memory });
        }
    }
    let start = usize::try_from(edges.start).ok();
    let root = start.and_then(|start| nodes.get(start)).copied();
    graph.set_root(root.filter(|&root| root != DEAD));
    Ok(graph)
}
