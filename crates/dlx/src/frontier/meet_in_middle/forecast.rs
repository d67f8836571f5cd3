//! Finds the cut of a graph that makes the join of its two halves cheapest.

use super::item_masks::ItemMasks;
use crate::diagram::graph::Graph;
use crate::frontier::error::FrontierError;
use crate::frontier::preparation::Preparation;

/// An estimate of the paths between a node and an end of the graph.
#[derive(Clone, Copy, Default)]
struct Guess {
    /// The estimated number of paths that use no item twice.
    ways: f64,
    /// The estimated number of items used by these paths, summed over the paths.
    used: f64,
}

impl Guess {
    /// Adds the paths of a neighbour, continued by an option that uses the items `uses`. Assumes that a path has
    /// used each of `items` items with the same probability.
    fn add(&mut self, other: Self, uses: u32, items: f64) {
        let more = f64::from(uses.count_ones());
        let used = if other.ways > 0.0 {
            other.used / other.ways
        } else {
            0.0
        };
        let left = (1.0 - used / items).max(0.0);
        let ways = (0..uses.count_ones()).fold(other.ways, |ways, _| ways * left);
        self.ways += ways;
        self.used += ways * (used + more);
    }

    /// The estimated number of distinct sets of items that the paths use. Assumes that all sets of the same size
    /// are equally likely; `sizes` is the number of sets of each size.
    fn sets(&self, sizes: &[f64]) -> f64 {
        if self.ways <= 0.0 {
            return 0.0;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "no more than the items"
        )]
        let size = (self.used / self.ways).round() as usize;
        let most = sizes.get(size).copied().unwrap_or(1.0);
        self.ways * most / (self.ways + most)
    }
}

/// A cut, and the forecast cost of a join at it.
pub(super) struct CutForecast {
    /// The lowest-numbered node above the cut, the first of its step.
    pub(super) cut: u32,
    /// The forecast number of list entries that the join reads.
    pub(super) entries: f64,
    /// For each node, the forecast number of list entries read to make its list.
    pub(super) by_node: Vec<f64>,
}

/// Finds the cut at which a join reads the fewest list entries. The arithmetic is the same on every machine.
///
/// # Errors
///
/// [`FrontierError::Interrupted`].
pub(super) fn cut(
    graph: &Graph,
    root: u32,
    uses: &ItemMasks,
    preparation: &mut Preparation<'_, '_>,
) -> Result<CutForecast, FrontierError> {
    let nodes = graph.nodes();
    let items = f64::from(uses.items.max(1));
    // For each size from 0, the number of sets of items of this size.
    let mut sizes = vec![1.0];
    for size in 0..uses.items {
        let last: f64 = sizes[size as usize];
        sizes.push(last * f64::from(uses.items - size) / f64::from(size + 1));
    }
    let start = Guess {
        ways: 1.0,
        used: 0.0,
    };
    let mut below = vec![Guess::default(); nodes];
    below[0] = start;
    // For each node, the number of entries read to make its list if it lies below the cut.
    let mut from_below = vec![0.0; nodes];
    for node in graph.inner() {
        let at = node as usize;
        for edge in preparation.edges(graph, node)? {
            let target = below[edge.target as usize];
            below[at].add(target, uses.of(*edge), items);
            from_below[at] += target.sets(&sizes);
        }
    }
    drop(below);
    let mut above = vec![Guess::default(); nodes];
    above[root as usize] = start;
    let mut from_above = vec![0.0; nodes];
    for node in graph.inner().rev() {
        let source = above[node as usize];
        let sets = source.sets(&sizes);
        for edge in preparation.edges(graph, node)? {
            above[edge.target as usize].add(source, uses.of(*edge), items);
            from_above[edge.target as usize] += sets;
        }
    }
    // If the cut moves up by a step, the lists of the step's nodes are made from those below instead of from those
    // above.
    let all_above: f64 = from_above.iter().sum();
    let mut cost = 0.0;
    let mut best = (0.0, 1);
    for nodes in graph.steps() {
        for node in nodes.clone() {
            cost += from_below[node as usize] - from_above[node as usize];
        }
        if cost < best.0 {
            best = (cost, nodes.end);
        }
    }
    let (_, cut) = best;
    let mut by_node = from_below;
    by_node[cut as usize..].copy_from_slice(&from_above[cut as usize..]);
    Ok(CutForecast {
        cut,
        entries: all_above + best.0,
        by_node,
    })
}
