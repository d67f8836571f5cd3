//! Finds the path of maximum weight through a graph, among all paths other than a given one.

use super::graph::{Edge, Graph};

/// The options on a path of maximum weight, of all paths except the one that consists of the `known` options.
/// `None` if there is no such path. Of several paths with the same weight, the first in the order of the graph is
/// chosen.
///
/// Any other path leaves the known one at some node, along a different edge. The best such path then takes the
/// best continuation.
pub(super) fn max_weight_except(
    graph: &Graph,
    weight: impl Fn(usize) -> u64,
    known: &[bool],
) -> Option<Vec<usize>> {
    let weight = |edge: &Edge| edge.option().map_or(0, &weight);
    // For each node, the maximum weight of a path from it to the end.
    let mut best = vec![0_u64; graph.nodes()];
    let total = |edge: &Edge, best: &[u64]| weight(edge).saturating_add(best[edge.target as usize]);
    for node in graph.inner() {
        let totals = graph.edges(node).iter().map(|edge| total(edge, &best));
        best[node as usize] = totals.max().unwrap_or(0);
    }
    let mut node = graph.root?;
    let mut so_far = 0_u64;
    let mut taken = Vec::new();
    // Of the edges that leave the path of the known options, the one whose best path has the greatest weight. It
    // is stored with this weight and the number of options before the edge.
    let mut leave: Option<(u64, usize, Edge)> = None;
    while node != 0 {
        let edges = graph.edges(node);
        let on_known = |edge: &&Edge| edge.option().is_some_and(|option| known[option]);
        let skip = |edge: &&Edge| edge.option().is_none();
        let next = edges.iter().find(on_known).or(edges.iter().find(skip));
        for edge in edges.iter().filter(|edge| Some(*edge) != next) {
            let all = so_far.saturating_add(total(edge, &best));
            if leave.is_none_or(|(most, ..)| all > most) {
                leave = Some((all, taken.len(), *edge));
            }
        }
        let Some(next) = next else {
            break;
        };
        so_far = so_far.saturating_add(weight(next));
        taken.extend(next.option());
        node = next.target;
    }
    // The path followed contains only options of `known`. If it lacks some of them, it differs from the path of
    // all known options.
    let others = known.iter().filter(|is_known| **is_known).count();
    if node == 0 && taken.len() < others && leave.is_none_or(|(most, ..)| so_far > most) {
        return Some(taken);
    }
    let (_, kept, edge) = leave?;
    taken.truncate(kept);
    taken.extend(edge.option());
    node = edge.target;
    while node != 0 {
        let edges = graph.edges(node);
        let most = best[node as usize];
        let edge = edges.iter().find(|edge| total(edge, &best) == most)?;
        taken.extend(edge.option());
        node = edge.target;
    }
    Some(taken)
}
