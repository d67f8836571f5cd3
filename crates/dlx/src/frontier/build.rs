//! From the states of all steps to the graph of a diagram, backwards.
//!
//! The states of a step are expanded once more; those with an edge to a node of a later step become
//! nodes. A state with no choice but none is its only target. The threads expand, and one puts
//! the nodes in order, so the graph is the same for every number of threads.

use super::compatible::CompatibleOptions;
use super::count::Node;
use super::plan::Plan;
use super::step_masks::{State, StepMasks};
use super::sweep::{CHUNK, OnStep, Spent, each, state_made};
use super::table::{Table, hash};
use crate::diagram::graph::{Edge, Full, Graph, SKIP};
use crate::threads::Pool;

/// How the building ended.
pub(super) enum Built {
    Graph(Graph),
    Stopped,
    /// There were more states than were allowed.
    Capped,
    /// The states outgrew the memory.
    Outgrown,
    /// There were more nodes or edges than can be numbered.
    Full,
}

/// What it takes to build.
pub(super) struct Builder<'a, const N: usize> {
    pub(super) step_masks: &'a StepMasks<N>,
    pub(super) plan: &'a Plan,
    pub(super) budget: u64,
    pub(super) pool: Option<&'a Pool>,
}

/// What a thread found.
#[derive(Default)]
struct Found {
    /// How many edges each state has.
    counts: Vec<u32>,
    edges: Vec<Edge>,
    /// How many states were looked up.
    looked_up: u64,
}

impl<const N: usize> Builder<'_, N> {
    /// Builds from the states of each step.
    pub(super) fn graph(&self, mut kept: Vec<Vec<State<N>>>, on_step: &mut OnStep) -> Built {
        let mut graph = Graph::new();
        // By step, the nodes of its states.
        let mut nodes: Vec<Table<N, Node>> = Vec::new();
        nodes.resize_with(kept.len() + 1, Table::default);
        let end = [0; N];
        nodes[kept.len()].put(hash(&end), &end, &Node(Some(0)));
        let states = |kept: &[Vec<State<N>>]| -> u64 {
            (kept
                .iter()
                .map(|states| size_of_val(&states[..]))
                .sum::<usize>()) as u64
        };
        let mut left = states(&kept);
        let mut held = 0;
        let mut work = 0;
        while let Some(source) = kept.pop() {
            let step = kept.len();
            if source.is_empty() {
                continue;
            }
            graph.begin_step();
            let masks = self.step_masks.masks(step);
            let compatible = CompatibleOptions::new(masks, &[0; N], source.len());
            let size = (CHUNK / masks.len().max(1)).clamp(16, CHUNK / 16);
            let batch = self.pool.map_or(1, |pool| 4 * pool.threads());
            for sources in source.chunks(size * batch) {
                let spent = Spent { states: 0, work };
                if on_step(step, spent).is_break() {
                    return Built::Stopped;
                }
                let expand = |states: &[State<N>]| self.expand(step, &compatible, states, &nodes);
                let found: Vec<Found> = match self.pool {
                    Some(pool) if sources.len() > size => {
                        let chunks: Vec<_> = sources.chunks(size).collect();
                        pool.map(&chunks, |states| expand(states))
                    }
                    _ => sources.chunks(size).map(expand).collect(),
                };
                for (states, found) in sources.chunks(size).zip(found) {
                    work += state_made(held + graph.bytes()) * found.looked_up;
                    if place(states, &found, &mut graph, &mut nodes[step]) == Err(Full) {
                        return Built::Full;
                    }
                }
            }
            graph.trim();
            left -= size_of_val(&source[..]) as u64;
            held += nodes[step].bytes();
            if left + held + graph.bytes() > self.budget {
                return Built::Outgrown;
            }
        }
        let start = self.step_masks.start;
        let root = nodes[0].get(hash(&start), &start).and_then(|node| node.0);
        graph.set_root(root);
        Built::Graph(graph)
    }

    fn expand(
        &self,
        step: usize,
        compatible: &CompatibleOptions<N>,
        states: &[State<N>],
        nodes: &[Table<N, Node>],
    ) -> Found {
        let options = &self.plan.steps[step].options;
        let mut found = Found::default();
        let Found {
            counts,
            edges,
            looked_up,
        } = &mut found;
        for state in states {
            let before = edges.len();
            each(
                self.step_masks,
                &[],
                step,
                compatible,
                state,
                |choice, to, next| {
                    *looked_up += 1;
                    if let Some(&Node(Some(target))) = nodes[to].get(hash(next), next) {
                        let option = choice.map(|at| options[at].number());
                        edges.push(Edge {
                            option: option.unwrap_or(SKIP),
                            target,
                        });
                    }
                },
            );
            // No more edges than options and one.
            counts.push(u32::try_from(edges.len() - before).unwrap_or(u32::MAX));
        }
        found
    }
}

/// Adds the states that have edges to the graph and to the nodes of their step.
fn place<const N: usize>(
    states: &[State<N>],
    Found { counts, edges, .. }: &Found,
    graph: &mut Graph,
    nodes: &mut Table<N, Node>,
) -> Result<(), Full> {
    let mut rest = &edges[..];
    for (state, &count) in states.iter().zip(counts) {
        let (edges, after) = rest.split_at(count as usize);
        rest = after;
        let node = match *edges {
            [] => continue,
            [
                Edge {
                    option: SKIP,
                    target,
                },
            ] => target,
            _ => graph.add(edges)?,
        };
        nodes.put(hash(state), state, &Node(Some(node)));
    }
    Ok(())
}
