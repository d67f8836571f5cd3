//! Counts paths in a graph, with 64 bits if the number of solutions fits, otherwise with any number of bits.
//!
//! By the invariant of [`Graph`], all counts are at most the number of solutions. So if that number fits, all
//! counts fit.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::graph::{Edge, Graph};
use crate::compact::map_of;

/// A count of paths, of 64 bits or of any size.
pub(super) trait Number: Clone + Send + Sync {
    fn zero() -> Self;
    fn one() -> Self;
    fn is_zero(&self) -> bool;
    /// Adds `other`; returns false if the sum overflows.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
    /// Adds the product of two counts. The sum must fit.
    fn add_product(&mut self, a: &Self, b: &Self);
}

impl Number for u64 {
    fn zero() -> Self {
        0
    }
    fn one() -> Self {
        1
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
    fn add(&mut self, other: &Self) -> bool {
        let (sum, carried) = self.overflowing_add(*other);
        *self = sum;
        !carried
    }
    fn add_product(&mut self, a: &Self, b: &Self) {
        *self = self.saturating_add(a.saturating_mul(*b));
    }
}

impl Number for BigUint {
    fn zero() -> Self {
        Self::ZERO
    }
    fn one() -> Self {
        Self::from(1_u32)
    }
    fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }
    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }
    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }
}

/// For each node, the number of paths to the end or from the root.
#[derive(Clone, Debug)]
pub(super) enum PathCounts {
    Small(Vec<u64>),
    Large(Vec<BigUint>),
}

impl PathCounts {
    pub(super) fn new(graph: &Graph) -> Self {
        if let Some(counts) = completions(graph) {
            return Self::Small(counts);
        }
        #[expect(clippy::expect_used, reason = "an invariant of the type")]
        let counts = completions(graph).expect("invariant: a `BigUint` has room for any sum");
        Self::Large(counts)
    }

    pub(super) fn get(&self, node: u32) -> BigUint {
        match self {
            Self::Small(counts) => BigUint::from(counts[node as usize]),
            Self::Large(counts) => counts[node as usize].clone(),
        }
    }
}

/// For each node, the number of paths from it to the end; `None` if a number overflows.
fn completions<N: Number>(graph: &Graph) -> Option<Vec<N>> {
    let mut counts = Vec::with_capacity(graph.nodes());
    counts.push(N::one());
    for node in graph.inner() {
        let mut sum = N::zero();
        for edge in graph.edges(node) {
            if !sum.add(&counts[edge.target as usize]) {
                return None;
            }
        }
        counts.push(sum);
    }
    Some(counts)
}

/// For each node, the number of paths from the root to it.
pub(super) fn arrivals<N: Number>(graph: &Graph) -> Vec<N> {
    let mut counts = vec![N::zero(); graph.nodes()];
    if let Some(root) = graph.root {
        counts[root as usize] = N::one();
    }
    pass_on(graph, graph.inner(), &mut counts);
    counts
}

/// Adds the count of each of `nodes` to the counts of the nodes that its edges lead to. Begins with the highest
/// node.
fn pass_on<N: Number>(graph: &Graph, nodes: std::ops::Range<u32>, counts: &mut [N]) {
    for node in nodes.rev() {
        let count = counts[node as usize].clone();
        if count.is_zero() {
            continue;
        }
        for edge in graph.edges(node) {
            // The sum fits: it counts paths from the root, and there are no more of these than solutions.
            let _ = counts[edge.target as usize].add(&count);
        }
    }
}

/// For each option, the number of paths that contain it. `to_end` holds, for each node, the number of paths from
/// it to the end.
pub(super) fn holding<N: Number>(graph: &Graph, to_end: &[N], options: usize) -> Vec<N> {
    let mut held = vec![N::zero(); options];
    let from_root = arrivals::<N>(graph);
    for node in graph.inner() {
        add_through(
            graph.edges(node),
            &from_root[node as usize],
            to_end,
            &mut held,
        );
    }
    held
}

/// Adds the number of paths through each edge of a node to `held`, at the option of the edge. `before` is the
/// number of paths to the node, and `after` holds the number of paths from each node.
fn add_through<N: Number>(edges: &[Edge], before: &N, after: &[N], held: &mut [N]) {
    if before.is_zero() {
        return;
    }
    for edge in edges {
        if let Some(held) = edge.option().and_then(|option| held.get_mut(option)) {
            held.add_product(before, &after[edge.target as usize]);
        }
    }
}

/// For each option, the number of paths that contain both it and the option `held_too`, whose step begins with the
/// node `floor`.
pub(super) fn holding_both<N: Number>(
    graph: &Graph,
    to_end: &[N],
    options: usize,
    held_too: usize,
    floor: u32,
) -> Vec<N> {
    let mut held = vec![N::zero(); options];
    let from_root = arrivals::<N>(graph);
    // For each node, the number of paths that contain the option `held_too`: in `below`, from the root to the
    // node, for nodes below the step of that option; in `above`, from the node to the end, for nodes of that step
    // or above it.
    let mut below = vec![N::zero(); graph.nodes()];
    let mut above = vec![N::zero(); graph.nodes()];
    for node in floor..graph.inner().end {
        let mut sum = N::zero();
        for edge in graph.edges(node) {
            let target = edge.target as usize;
            if edge.option() == Some(held_too) {
                let _ = below[target].add(&from_root[node as usize]);
                let _ = sum.add(&to_end[target]);
                held[held_too].add_product(&from_root[node as usize], &to_end[target]);
            } else {
                let more = above[target].clone();
                let _ = sum.add(&more);
            }
        }
        above[node as usize] = sum;
    }
    pass_on(graph, 1..floor, &mut below);
    for node in 1..floor {
        add_through(graph.edges(node), &below[node as usize], to_end, &mut held);
    }
    for node in floor..graph.inner().end {
        add_through(
            graph.edges(node),
            &from_root[node as usize],
            &above,
            &mut held,
        );
    }
    held
}

/// The number of paths of each size. The size of a path is its number of options. Sizes without a path are left
/// out.
pub(super) fn by_size<N: Number>(graph: &Graph) -> BTreeMap<usize, N> {
    let Some(root) = graph.root else {
        return BTreeMap::new();
    };
    // For each node: the smallest size of the paths from it, and the number of paths of this size, of the next
    // size, and so on.
    let mut sizes: Vec<(usize, Vec<N>)> = Vec::with_capacity(graph.nodes());
    sizes.push((0, vec![N::one()]));
    for node in graph.inner() {
        let span = |edge: &Edge| {
            let (least, counts) = &sizes[edge.target as usize];
            let least = least + usize::from(edge.option().is_some());
            (least, least + counts.len(), edge.target as usize)
        };
        let spans = || graph.edges(node).iter().map(span);
        let least = spans().map(|(least, ..)| least).min().unwrap_or(0);
        let end = spans().map(|(_, end, _)| end).max().unwrap_or(0);
        let mut sums = vec![N::zero(); end - least];
        for (from, _, target) in spans() {
            for (sum, count) in sums[from - least..].iter_mut().zip(&sizes[target].1) {
                // The sum fits: there are at most as many such paths as solutions.
                let _ = sum.add(count);
            }
        }
        sizes.push((least, sums));
    }
    let (least, counts) = sizes.swap_remove(root as usize);
    let numbered = (least..).zip(counts);
    map_of(numbered.filter(|(_, count)| !count.is_zero()))
}
