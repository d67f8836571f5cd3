//! A graph cut in two, each half turned so that its edges lead to the cut.

use std::cmp::Reverse;
use std::io;
use std::ops::Range;

use super::ItemMasks;
use crate::diagram::graph::Graph;
use crate::frontier::checkpoint::{Sink, Source, damaged};

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

    fn save(&self, sink: &mut Sink) -> io::Result<()> {
        sink.number(self.arcs.len() as u64)?;
        let mut from = 0;
        for (node, &end) in self.ends.iter().enumerate() {
            sink.number((end - from).into())?;
            for arc in &self.arcs[from as usize..end as usize] {
                sink.number(node.abs_diff(arc.from as usize) as u64)?;
                // Which side it lies on.
                sink.number(u64::from(arc.uses) << 1 | u64::from(arc.from as usize > node))?;
            }
            from = end;
        }
        Ok(())
    }

    /// The arcs to the first `to` of all `nodes`.
    fn load(to: usize, nodes: usize, items: u32, source: &mut Source) -> io::Result<Self> {
        let mut ends = Vec::with_capacity(to);
        let mut arcs = Vec::with_capacity(source.length(2)?);
        for node in 0..to {
            for _ in 0..source.length(2)? {
                let far: usize = source.small()?;
                let uses: u64 = source.number()?;
                let from = if uses & 1 == 1 {
                    node.checked_add(far)
                } else {
                    node.checked_sub(far)
                };
                let from = from.filter(|from| *from < nodes).ok_or_else(damaged)?;
                if uses >> 1 >> items != 0 {
                    return Err(damaged());
                }
                arcs.push(Arc {
                    from: u32::try_from(from).map_err(|_| damaged())?,
                    uses: u32::try_from(uses >> 1).map_err(|_| damaged())?,
                });
            }
            ends.push(u32::try_from(arcs.len()).map_err(|_| damaged())?);
        }
        Ok(Self { ends, arcs })
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
pub(super) struct CutGraph {
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

impl CutGraph {
    /// Cuts a graph below the node `cut`.
    pub(super) fn new(graph: &Graph, uses: &ItemMasks, cut: u32) -> Self {
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
            readers: readers(nodes, &inner, &over),
            inner,
            over,
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

    /// The items that a set at a node must have: those of `mandatory` that no way over the cut uses, and
    /// those of `wanted` that none uses before it crosses.
    pub(super) fn need(&self, node: u32, mandatory: u32, wanted: u32) -> u32 {
        let ahead = self.ahead[node as usize];
        mandatory & !ahead.all | wanted & !ahead.near
    }
}

impl CutGraph {
    /// Writes the halves to a checkpoint.
    pub(super) fn save(&self, sink: &mut Sink) -> io::Result<()> {
        sink.number(self.nodes() as u64)?;
        sink.number(self.cut.into())?;
        for ahead in &self.ahead {
            sink.number(ahead.near.into())?;
            sink.number(ahead.all.into())?;
        }
        sink.number(self.steps.len() as u64)?;
        for nodes in &self.steps {
            sink.number(nodes.start.into())?;
            sink.number(nodes.end.into())?;
        }
        self.inner.save(sink)?;
        self.over.save(sink)
    }

    /// Reads halves whose options use at most `items` items.
    pub(super) fn load(items: u32, source: &mut Source) -> io::Result<Self> {
        // No node is written in fewer bytes.
        let nodes = source.length(3)?;
        let cut = source.small()?;
        let ahead = (0..nodes).map(|_| {
            Ok(Ahead {
                near: source.small()?,
                all: source.small()?,
            })
        });
        let ahead = ahead.collect::<io::Result<_>>()?;
        let steps = (0..source.length(2)?).map(|_| Ok(source.small()?..source.small()?));
        let steps: Vec<Range<u32>> = steps.collect::<io::Result<_>>()?;
        let inner = Arcs::load(nodes, nodes, items, source)?;
        let over = Arcs::load(nodes.min(cut as usize), nodes, items, source)?;
        if !each_once(&steps, nodes) {
            return Err(damaged());
        }
        Ok(Self {
            cut,
            readers: readers(nodes, &inner, &over),
            inner,
            over,
            ahead,
            steps,
        })
    }
}

/// Whether every node is in one step: a list that is read more often than it has readers would be
/// gone.
fn each_once(steps: &[Range<u32>], nodes: usize) -> bool {
    let mut sorted: Vec<&Range<u32>> = steps.iter().collect();
    sorted.sort_unstable_by_key(|step| (step.start, step.end));
    let end = sorted.into_iter().try_fold(0, |next, step| {
        let follows = step.start == next && step.start <= step.end;
        follows.then_some(step.end)
    });
    end.is_some_and(|end| end as usize == nodes)
}

/// By node, how many arcs come from it.
fn readers(nodes: usize, inner: &Arcs, over: &Arcs) -> Vec<u32> {
    let mut readers = vec![0_u32; nodes];
    for arc in inner.arcs.iter().chain(&over.arcs) {
        readers[arc.from as usize] += 1;
    }
    readers
}

/// By node, the items ahead.
fn ahead(graph: &Graph, uses: &ItemMasks, cut: u32) -> Vec<Ahead> {
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
