//! Counts of ways in a graph: 64 bits where the number of solutions fits, any size elsewhere.
//!
//! All counts are at most the number of solutions, by the invariant of [`Graph`], so what fits for
//! the whole fits throughout.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::graph::{Edge, Graph};

/// A count of ways.
pub(super) trait Number: Clone + Send + Sync {
    fn zero() -> Self;
    fn one() -> Self;
    fn is_zero(&self) -> bool;
    /// Adds; false if there is no room.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
    /// Adds a product that is known to fit.
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

/// By node, the number of ways to the end.
#[derive(Clone, Debug)]
pub(super) enum Counts {
    Small(Vec<u64>),
    Large(Vec<BigUint>),
}

impl Counts {
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

/// By node, the number of ways to the end; none if one has no room.
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

/// By node, the number of ways from the root.
pub(super) fn arrivals<N: Number>(graph: &Graph) -> Vec<N> {
    let mut counts = vec![N::zero(); graph.nodes()];
    if let Some(root) = graph.root {
        counts[root as usize] = N::one();
    }
    pass_on(graph, graph.inner(), &mut counts);
    counts
}

/// Passes what came to each node on to its targets, downwards.
fn pass_on<N: Number>(graph: &Graph, nodes: std::ops::Range<u32>, counts: &mut [N]) {
    for node in nodes.rev() {
        let count = counts[node as usize].clone();
        if count.is_zero() {
            continue;
        }
        for edge in graph.edges(node) {
            // It has room, as all ways from the root have.
            let _ = counts[edge.target as usize].add(&count);
        }
    }
}

/// By option, how many ways hold it.
pub(super) fn holding<N: Number>(graph: &Graph, to_end: &[N], options: usize) -> Vec<N> {
    let mut held = vec![N::zero(); options];
    let from_root = arrivals::<N>(graph);
    for node in graph.inner() {
        tell(
            graph.edges(node),
            &from_root[node as usize],
            to_end,
            &mut held,
        );
    }
    held
}

/// Adds the ways through each edge to its option.
fn tell<N: Number>(edges: &[Edge], before: &N, after: &[N], held: &mut [N]) {
    if before.is_zero() {
        return;
    }
    for edge in edges {
        if let Some(held) = edge.option().and_then(|option| held.get_mut(option)) {
            held.add_product(before, &after[edge.target as usize]);
        }
    }
}

/// By option, how many ways hold it and also the option `held_too`, whose step begins with node
/// `floor`.
pub(super) fn holding_both<N: Number>(
    graph: &Graph,
    to_end: &[N],
    options: usize,
    held_too: usize,
    floor: u32,
) -> Vec<N> {
    let mut held = vec![N::zero(); options];
    let from_root = arrivals::<N>(graph);
    // Ways from the root to a node below the step, and from a node at or above it to the end, that
    // hold the option.
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
        tell(graph.edges(node), &below[node as usize], to_end, &mut held);
    }
    for node in floor..graph.inner().end {
        tell(
            graph.edges(node),
            &from_root[node as usize],
            &above,
            &mut held,
        );
    }
    held
}

/// By number of options, how many ways have that many.
pub(super) fn by_size<N: Number>(graph: &Graph) -> BTreeMap<usize, N> {
    let Some(root) = graph.root else {
        return BTreeMap::new();
    };
    // By node, the least size of the ways from it, and how many have it, or one more, or two more …
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
                // It has room, as all ways from the root have.
                let _ = sum.add(count);
            }
        }
        sizes.push((least, sums));
    }
    let (least, counts) = sizes.swap_remove(root as usize);
    let numbered = (least..).zip(counts);
    numbered.filter(|(_, count)| !count.is_zero()).collect()
}
