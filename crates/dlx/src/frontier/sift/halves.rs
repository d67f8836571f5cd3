//! A graph cut in two, each half turned so that its edges lead to the cut.

use std::cmp::Reverse;
use std::ops::Range;

use super::Uses;
use crate::diagram::graph::Graph;

/// An edge, seen from where it leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arc {
    pub(super) from: u32,
    /// The items that the option uses.
    pub(super) uses: u32,
}

/// Arcs by the node that they lead to.
struct Arcs {
    /// By node, where its arcs end; they begin where those of the node before it end.
    ends: Vec<u32>,
    arcs: Vec<Arc>,
}

impl Arcs {
    /// `each` gives the node that an arc leads to and the arc, all of them each time.
    fn new(nodes: usize, each: impl Fn(&mut dyn FnMut(u32, Arc))) -> Self {
        let mut ends = vec![0_u32; nodes];
        each(&mut |to, _| ends[to as usize] += 1);
        let mut sum = 0;
        for end in &mut ends {
            // The arcs of the nodes before it; each arc below moves it on by one.
            (sum, *end) = (sum + *end, sum);
        }
        let mut arcs = vec![Arc::default(); sum as usize];
        each(&mut |to, arc| {
            let end = &mut ends[to as usize];
            arcs[*end as usize] = arc;
            *end += 1;
        });
        Self { ends, arcs }
    }

    fn of(&self, node: u32) -> &[Arc] {
        let at = node as usize;
        let Some(&end) = self.ends.get(at) else {
            return &[];
        };
        let from = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.arcs[from as usize..end as usize]
    }
}

/// The items that the ways from a node over the cut may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ahead {
    /// Before they have crossed.
    near: u32,
    /// Anywhere.
    all: u32,
}

/// The halves of a graph. Every edge is in one of them or crosses.
pub(super) struct Halves {
    /// The lowest of the nodes above the cut.
    pub(super) cut: u32,
    /// The edges within the halves.
    inner: Arcs,
    /// The edges over the cut, by the nodes below.
    over: Arcs,
    /// By node, how many of these come from it.
    pub(super) readers: Vec<u32>,
    ahead: Vec<Ahead>,
    /// The nodes of each step: from the root to the cut, then from the end to the cut.
    pub(super) steps: Vec<Range<u32>>,
}

impl Halves {
    /// Cuts a graph below the node `cut`.
    pub(super) fn new(graph: &Graph, uses: &Uses, cut: u32) -> Self {
        let nodes = graph.nodes();
        let each = |found: &mut dyn FnMut(u32, u32, u32)| {
            for node in graph.inner() {
                for edge in graph.edges(node) {
                    found(node, edge.target, uses.of(*edge));
                }
            }
        };
        let inner = Arcs::new(nodes, |found| {
            each(&mut |source, target, uses| {
                if target >= cut {
                    found(target, Arc { from: source, uses });
                } else if source < cut {
                    found(source, Arc { from: target, uses });
                }
            });
        });
        let over = Arcs::new(nodes.min(cut as usize), |found| {
            each(&mut |source, target, uses| {
                if source >= cut && target < cut {
                    found(target, Arc { from: source, uses });
                }
            });
        });
        let mut readers = vec![0_u32; nodes];
        for arc in inner.arcs.iter().chain(&over.arcs) {
            readers[arc.from as usize] += 1;
        }
        let mut steps: Vec<Range<u32>> = graph.steps().collect();
        steps.push(0..1);
        steps.sort_unstable_by_key(|nodes| {
            let above = nodes.start >= cut;
            (
                !above,
                if above {
                    Reverse(nodes.start)
                } else {
                    Reverse(u32::MAX - nodes.start)
                },
            )
        });
        steps.dedup();
        Self {
            cut,
            ahead: ahead(graph, uses, cut),
            inner,
            over,
            readers,
            steps,
        }
    }

    pub(super) fn nodes(&self) -> usize {
        self.readers.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        let arcs = self.inner.arcs.len() + self.over.arcs.len();
        (arcs * size_of::<Arc>() + self.nodes() * 24) as u64
    }

    /// The edges to a node above the cut from above, or from one below to below.
    pub(super) fn arcs(&self, node: u32) -> &[Arc] {
        self.inner.of(node)
    }

    /// The edges over the cut to a node.
    pub(super) fn crossing(&self, node: u32) -> &[Arc] {
        self.over.of(node)
    }

    /// The items that a set at a node must have: those of `must` that no way over the cut uses, and
    /// those of `wanted` that none uses before it crosses.
    pub(super) fn need(&self, node: u32, must: u32, wanted: u32) -> u32 {
        let ahead = self.ahead[node as usize];
        must & !ahead.all | wanted & !ahead.near
    }
}

/// By node, the items ahead.
fn ahead(graph: &Graph, uses: &Uses, cut: u32) -> Vec<Ahead> {
    let nodes = graph.nodes();
    // Downwards from the nodes above, then upwards from those below.
    let mut down = vec![Ahead::default(); nodes];
    for node in graph.inner() {
        for edge in graph.edges(node) {
            let uses = uses.of(*edge);
            let target = down[edge.target as usize];
            let from = &mut down[node as usize];
            from.all |= uses | target.all;
            if node >= cut {
                from.near |= uses | target.near;
            }
        }
    }
    let mut up = vec![0_u32; nodes];
    for node in graph.inner().rev() {
        for edge in graph.edges(node) {
            up[edge.target as usize] |= uses.of(*edge) | up[node as usize];
        }
    }
    for (at, ahead) in down.iter_mut().enumerate().take(cut as usize) {
        *ahead = Ahead {
            near: 0,
            all: up[at],
        };
    }
    for node in graph.inner().rev().filter(|node| *node < cut) {
        for edge in graph.edges(node) {
            let near = uses.of(*edge) | down[node as usize].near;
            down[edge.target as usize].near |= near;
        }
    }
    down
}
