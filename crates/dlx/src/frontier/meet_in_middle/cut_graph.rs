//! A graph cut in two. Every edge is stored at its end nearer to the cut, as an arc to that node.

mod shape;

use std::cmp::Reverse;
use std::io;
use std::ops::Range;

use super::item_masks::ItemMasks;
use super::step_arcs::{Ahead, Arc, GraphShape, StepArcs, StepWriter};
use crate::compact::CompactSort;
use crate::diagram::graph::Graph;
use crate::frontier::checkpoint::{CheckedFile, Sink, damaged};
use crate::frontier::error::FrontierError;
use crate::frontier::preparation::Preparation;
use crate::spill::Blocks;

/// Arcs, grouped by the node that they lead to.
struct Arcs {
    /// For each node, the end of its arcs in `arcs`, which is the start of those of the next node.
    ends: Vec<u32>,
    arcs: Vec<Arc>,
}

impl Arcs {
    /// Groups arcs by target. `each` is called twice. Each time, it must call its argument once for every arc,
    /// with the target and the arc.
    fn new(
        nodes: usize,
        mut each: impl FnMut(&mut dyn FnMut(u32, Arc)) -> Result<(), FrontierError>,
    ) -> Result<Self, FrontierError> {
        let mut ends = vec![0_u32; nodes];
        each(&mut |to, _| ends[to as usize] += 1)?;
        let mut sum = 0;
        for end in &mut ends {
            // For now, `ends` holds the start of each node's arcs. Each arc that is added increases it by one.
            // After the last one it is the end of the arcs.
            (sum, *end) = (sum + *end, sum);
        }
        let mut arcs = vec![Arc::default(); sum as usize];
        each(&mut |to, arc| {
            let end = &mut ends[to as usize];
            arcs[*end as usize] = arc;
            *end += 1;
        })?;
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

/// The two halves of a graph. Every edge lies in one half or crosses the cut.
pub(super) struct CutGraph {
    /// The lowest-numbered node above the cut.
    pub(super) cut: u32,
    nodes: u32,
    /// The nodes of each step: from the root to the cut, then from the end to the cut.
    pub(super) steps: Vec<Range<u32>>,
    /// The sets of items that options use, as distinct bit sets in increasing order.
    uses: Vec<u32>,
    /// For each step, the arcs to its nodes, packed.
    pub(super) packed: Blocks,
    /// The size of the largest step when unpacked, in bytes.
    unpacked: u64,
}

impl CutGraph {
    /// Cuts a graph just below the node `cut`. `steps` are those of [`steps`] or a subdivision of them.
    ///
    /// # Errors
    ///
    /// [`FrontierError::Interrupted`].
    pub(super) fn new(
        graph: &Graph,
        uses: &ItemMasks,
        cut: u32,
        steps: Vec<Range<u32>>,
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Self, FrontierError> {
        let sets = sets(uses);
        let place = |set: u32| sets.binary_search(&set).unwrap_or(sets.len()) as u64;
        let over = over(graph, uses, cut, preparation)?;
        let above = above(graph, uses, cut, preparation)?;
        let ahead = ahead(graph, uses, cut, preparation)?;
        let readers = readers(graph, cut, preparation)?;
        let mut unpacked = 0;
        let mut below = Vec::new();
        let mut packed = Vec::with_capacity(steps.len());
        for nodes in &steps {
            let mut writer = StepWriter::new(&place);
            let mut arcs = 0;
            for node in nodes.clone() {
                let at = node as usize;
                let inner = if node >= cut {
                    above.of(node - cut)
                } else {
                    below.clear();
                    below.extend(graph.edges(node).iter().map(|edge| Arc {
                        from: edge.target,
                        uses: uses.of(*edge),
                    }));
                    &below
                };
                let over = if node >= cut { &[] } else { over.of(node) };
                arcs += inner.len() + over.len();
                preparation.advance(inner.len() + over.len())?;
                writer.node(node, inner, over, ahead[at], readers[at]);
            }
            unpacked = unpacked.max(StepArcs::bytes(nodes.len(), arcs));
            packed.push(writer.bytes.into_boxed_slice());
        }
        Ok(Self {
            cut,
            nodes: number(graph.nodes()),
            steps,
            uses: sets,
            packed: Blocks::new(packed),
            unpacked,
        })
    }

    pub(super) fn nodes(&self) -> usize {
        self.nodes as usize
    }

    /// The memory in bytes that the graph takes, including one unpacked step.
    pub(super) fn bytes(&self) -> u64 {
        self.packed.bytes() + self.unpacked
    }

    /// The index of a node's step, or the number of steps if no step has the node.
    pub(super) fn step_of(&self, node: u32) -> usize {
        // Above the cut, nodes of later steps have lower numbers; below it, higher ones.
        if node >= self.cut {
            self.steps.partition_point(|nodes| nodes.start > node)
        } else {
            let is_before = |nodes: &Range<u32>| nodes.start >= self.cut || nodes.end <= node;
            self.steps.partition_point(is_before)
        }
    }

    /// The arcs to the nodes of a step, unpacked.
    ///
    /// # Errors
    ///
    /// The arcs cannot be read.
    pub(super) fn step(&self, step: usize) -> io::Result<StepArcs> {
        let packed = self.packed.read(step)?;
        let shape = GraphShape {
            cut: self.cut,
            nodes: self.nodes,
            uses: &self.uses,
        };
        StepArcs::unpack(&self.steps[step], &packed, shape).ok_or_else(damaged)
    }
}

fn number(nodes: usize) -> u32 {
    u32::try_from(nodes).unwrap_or(u32::MAX)
}

/// The ranges of nodes of all steps: first from the root to the cut, then from the end to the cut.
pub(super) fn steps(graph: &Graph, cut: u32) -> Vec<Range<u32>> {
    let steps: Vec<Range<u32>> = graph.steps().chain(std::iter::once(0..1)).collect();
    in_order(&steps, cut)
}

fn in_order(steps: &[Range<u32>], cut: u32) -> Vec<Range<u32>> {
    let mut steps = steps.to_vec();
    steps.compact_sort_by_key(|nodes| {
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
    steps
}

/// The sets of items that options use, as distinct bit sets in increasing order.
fn sets(uses: &ItemMasks) -> Vec<u32> {
    let mut sets = uses.options.clone();
    sets.push(0);
    sets.sort_unstable();
    sets.dedup();
    sets
}

/// Calls `found` for each edge with its source, its target, and the items that it uses, as a bit set.
fn each(
    graph: &Graph,
    uses: &ItemMasks,
    preparation: &mut Preparation<'_, '_>,
    found: &mut dyn FnMut(u32, u32, u32),
) -> Result<(), FrontierError> {
    for node in graph.inner() {
        for edge in preparation.edges(graph, node)? {
            found(node, edge.target, uses.of(*edge));
        }
    }
    Ok(())
}

/// The edges that cross the cut, grouped by their target.
fn over(
    graph: &Graph,
    uses: &ItemMasks,
    cut: u32,
    preparation: &mut Preparation<'_, '_>,
) -> Result<Arcs, FrontierError> {
    Arcs::new(graph.nodes().min(cut as usize), |found| {
        each(graph, uses, preparation, &mut |source, target, uses| {
            if source >= cut && target < cut {
                found(target, Arc { from: source, uses });
            }
        })
    })
}

/// The edges above the cut, grouped by their target. Index 0 is the node `cut`.
fn above(
    graph: &Graph,
    uses: &ItemMasks,
    cut: u32,
    preparation: &mut Preparation<'_, '_>,
) -> Result<Arcs, FrontierError> {
    let nodes = graph.nodes().saturating_sub(cut as usize);
    Arcs::new(nodes, |found| {
        each(graph, uses, preparation, &mut |source, target, uses| {
            if target >= cut {
                found(target - cut, Arc { from: source, uses });
            }
        })
    })
}

/// For each node, the number of arcs that start at it.
fn readers(
    graph: &Graph,
    cut: u32,
    preparation: &mut Preparation<'_, '_>,
) -> Result<Vec<u32>, FrontierError> {
    let mut readers = vec![0_u32; graph.nodes()];
    for source in graph.inner() {
        for edge in preparation.edges(graph, source)? {
            let from = if source >= cut { source } else { edge.target };
            readers[from as usize] += 1;
        }
    }
    Ok(readers)
}

impl CutGraph {
    /// Writes both halves to a checkpoint.
    pub(super) fn save(&self, sink: &mut Sink) -> io::Result<()> {
        sink.number(self.nodes.into())?;
        sink.number(self.cut.into())?;
        sink.number(self.uses.len() as u64)?;
        for &set in &self.uses {
            sink.number(set.into())?;
        }
        sink.number(self.steps.len() as u64)?;
        for (at, nodes) in self.steps.iter().enumerate() {
            let packed = self.packed.read(at)?;
            sink.number(nodes.start.into())?;
            sink.number(nodes.end.into())?;
            sink.number(packed.len() as u64)?;
            sink.bytes(&packed)?;
        }
        Ok(())
    }

    /// Reads both halves from a checkpoint. Refuses sets with items other than the first `items` ones.
    pub(super) fn load(items: u32, source: &mut CheckedFile) -> io::Result<Self> {
        // Every node takes at least four bytes. A number of nodes for which the file is too short is refused here.
        let nodes = source.length(4)?;
        let cut = source.small()?;
        let uses = (0..source.length(1)?).map(|_| source.small());
        let uses: Vec<u32> = uses.collect::<io::Result<_>>()?;
        let (mut steps, mut packed) = (Vec::new(), Vec::new());
        for _ in 0..source.length(3)? {
            steps.push(source.small()?..source.small()?);
            let length = source.length(1)?;
            packed.push(source.bytes(length)?);
        }
        let mut halves = Self {
            cut,
            nodes: number(nodes),
            steps,
            uses,
            packed: Blocks::new(packed),
            unpacked: 0,
        };
        if !halves.has_shape(items) {
            return Err(damaged());
        }
        halves.unpacked = halves.check()?;
        Ok(halves)
    }

    fn has_shape(&self, items: u32) -> bool {
        self.uses.iter().all(|uses| uses >> items == 0)
            && each_once(&self.steps, self.nodes as usize)
            && self.steps == in_order(&self.steps, self.cut)
    }

    /// Checks that all steps can be unpacked and that arcs come from earlier steps. Returns the
    /// size of the largest unpacked step, in bytes.
    fn check(&self) -> io::Result<u64> {
        let mut readers = vec![0_u32; self.nodes()];
        let mut most = 0;
        for (at, nodes) in self.steps.iter().enumerate() {
            let step = self.step(at)?;
            let arcs = step.all(nodes);
            most = most.max(StepArcs::bytes(nodes.len(), arcs.len()));
            for arc in arcs {
                if self.step_of(arc.from) >= at {
                    return Err(damaged());
                }
                readers[arc.from as usize] += 1;
            }
        }
        for (at, nodes) in self.steps.iter().enumerate() {
            let step = self.step(at)?;
            if !nodes
                .clone()
                .all(|node| step.readers(node) == readers[node as usize])
            {
                return Err(damaged());
            }
        }
        Ok(most)
    }
}

/// Whether every node belongs to exactly one step. Otherwise a list could be read again after its last expected
/// reader, when it has already been dropped.
fn each_once(steps: &[Range<u32>], nodes: usize) -> bool {
    let mut sorted: Vec<&Range<u32>> = steps.iter().collect();
    sorted.compact_sort_by_key(|step| (step.start, step.end));
    let end = sorted.into_iter().try_fold(0, |next, step| {
        let follows = step.start == next && step.start <= step.end;
        follows.then_some(step.end)
    });
    end.is_some_and(|end| end as usize == nodes)
}

/// For each node, the items that the paths from it over the cut may use.
fn ahead(
    graph: &Graph,
    uses: &ItemMasks,
    cut: u32,
    preparation: &mut Preparation<'_, '_>,
) -> Result<Vec<Ahead>, FrontierError> {
    let nodes = graph.nodes();
    // The nodes above the cut come first, from the end upwards. The nodes below it follow, from the root
    // downwards.
    let mut down = vec![Ahead::default(); nodes];
    for node in graph.inner() {
        for edge in preparation.edges(graph, node)? {
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
        for edge in preparation.edges(graph, node)? {
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
        for edge in preparation.edges(graph, node)? {
            let near = uses.of(*edge) | down[node as usize].near;
            down[edge.target as usize].near |= near;
        }
    }
    Ok(down)
}
