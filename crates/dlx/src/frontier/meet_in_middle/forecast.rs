//! Where to cut a graph so that the two halves take the least.

use super::item_masks::ItemMasks;
use crate::diagram::graph::Graph;
use crate::frontier::error::FrontierError;
use crate::frontier::preparation::Preparation;

/// What is forecast of a node.
#[derive(Clone, Copy, Default)]
struct Guess {
    /// The ways that use no item twice.
    ways: f64,
    /// The items that they use, on average, times the ways.
    used: f64,
}

impl Guess {
    /// As if each item of an option were as likely used before as any other.
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

    /// The sets, if each is as likely as any other of its size.
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

/// The lowest of the nodes above the cut: the first of the steps, at which the lists read above and
/// below it are fewest; and how many entries these have. The arithmetic is the same on every machine.
///
/// # Errors
///
/// It was stopped.
pub(super) fn cut(
    graph: &Graph,
    root: u32,
    uses: &ItemMasks,
    preparation: &mut Preparation<'_, '_>,
) -> Result<(u32, f64), FrontierError> {
    let nodes = graph.nodes();
    let items = f64::from(uses.items.max(1));
    // How many sets there are of each size.
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
    // By node, the entries that its gathering would read.
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
    // Moving the cut up by a step moves what the step reads from one side to the other.
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
    Ok((best.1, all_above + best.0))
}

/// By item's bit, how often it is used above the cut and below it, on all ways of the graph together
/// and in proportion. The arithmetic is the same on every machine.
///
/// # Errors
///
/// It was stopped.
pub(super) fn uses(
    graph: &Graph,
    root: u32,
    uses: &ItemMasks,
    cut: u32,
    preparation: &mut Preparation<'_, '_>,
) -> Result<Vec<[f64; 2]>, FrontierError> {
    let nodes = graph.nodes();
    let mut below = vec![0.0_f64; nodes];
    below[0] = 1.0;
    for node in graph.inner() {
        let edges = preparation.edges(graph, node)?;
        let ways: f64 = edges.iter().map(|edge| below[edge.target as usize]).sum();
        below[node as usize] = ways.min(f64::MAX);
    }
    let mut above = vec![0.0_f64; nodes];
    above[root as usize] = 1.0;
    let mut used = vec![[0.0_f64; 2]; uses.items as usize];
    for node in graph.inner().rev() {
        let share = above[node as usize];
        let ways = below[node as usize];
        for edge in preparation.edges(graph, node)? {
            // Of the ways through the node, those that take the edge.
            let taken = if ways > 0.0 {
                share * below[edge.target as usize] / ways
            } else {
                0.0
            };
            above[edge.target as usize] += taken;
            let side = usize::from(node < cut);
            let mut items = uses.of(*edge);
            while items != 0 {
                used[items.trailing_zeros() as usize][side] += taken;
                items &= items - 1;
            }
        }
    }
    Ok(used)
}
