//! The arcs to the nodes of a step, packed until the step is processed. Arcs are the largest part
//! of a graph; packed, they take a third of their size.
//!
//! | part | numbers |
//! | --- | --- |
//! | for each node | the number of arcs within its half; these arcs; the number of arcs over the cut; these arcs; the items ahead; the number of readers |
//! | arc | the distance in nodes to its source; the index of the item set of its option |
//! | items ahead | 0 if they equal those of the previous node; otherwise 1 and the two sets |

use std::ops::Range;

use crate::frontier::checkpoint::put;

/// An edge, stored at the node that it leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arc {
    pub(super) from: u32,
    /// The items that the option of the edge uses, as a bit set.
    pub(super) uses: u32,
}

/// The items that the paths from a node over the cut to the other end may use, as bit sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ahead {
    /// The items that a path from the node may use before it crosses the cut.
    pub(super) near: u32,
    /// The items that a path from the node may use before or after it crosses the cut.
    pub(super) all: u32,
}

/// Packs the nodes of a step with their arcs.
pub(super) struct StepWriter<'s> {
    /// Maps a set of items to its index among the sets that options use.
    pub(super) places: &'s dyn Fn(u32) -> u64,
    pub(super) bytes: Vec<u8>,
    last: Ahead,
}

impl<'s> StepWriter<'s> {
    pub(super) fn new(places: &'s dyn Fn(u32) -> u64) -> Self {
        Self {
            places,
            bytes: Vec::new(),
            last: Ahead::default(),
        }
    }

    pub(super) fn node(
        &mut self,
        node: u32,
        inner: &[Arc],
        over: &[Arc],
        ahead: Ahead,
        readers: u32,
    ) {
        for arcs in [inner, over] {
            put(&mut self.bytes, arcs.len() as u64);
            for arc in arcs {
                put(&mut self.bytes, node.abs_diff(arc.from).into());
                put(&mut self.bytes, (self.places)(arc.uses));
            }
        }
        if ahead == self.last {
            put(&mut self.bytes, 0);
        } else {
            for number in [1, ahead.near, ahead.all] {
                put(&mut self.bytes, number.into());
            }
            self.last = ahead;
        }
        put(&mut self.bytes, readers.into());
    }
}

#[derive(Clone, Copy, Debug)]
struct ArcNode {
    /// Where the node's arcs within its half end in `arcs`, and its arcs over the cut begin.
    inner: u32,
    /// Where the node's arcs over the cut end in `arcs`.
    over: u32,
    ahead: Ahead,
    readers: u32,
}

/// The arcs to the nodes of one step, unpacked.
#[derive(Debug, Default)]
pub(super) struct StepArcs {
    first: u32,
    nodes: Vec<ArcNode>,
    arcs: Vec<Arc>,
}

/// Decodes numbers of up to 32 bits in base 128, lowest digit first. Its `next` returns `None` if the bytes are
/// invalid.
struct NumberDecoder<'b>(std::slice::Iter<'b, u8>);

impl NumberDecoder<'_> {
    #[inline]
    fn next(&mut self) -> Option<u32> {
        let mut number = 0_u32;
        for shift in (0..32).step_by(7) {
            let byte = *self.0.next()?;
            let bits = u32::from(byte & 0x7f);
            if shift == 28 && bits >= 16 {
                return None;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}

/// The nodes and the sets of items of a graph, against which the numbers of a packed step are checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphShape<'s> {
    /// The lowest-numbered node above the cut.
    pub(super) cut: u32,
    pub(super) nodes: u32,
    /// The sets of items that options use, as distinct bit sets.
    pub(super) uses: &'s [u32],
}

impl StepArcs {
    /// Unpacks a step with the given nodes; `None` if the bytes are invalid.
    pub(super) fn unpack(nodes: &Range<u32>, bytes: &[u8], shape: GraphShape) -> Option<Self> {
        let mut step = Self {
            first: nodes.start,
            nodes: Vec::with_capacity(nodes.len().min(bytes.len())),
            arcs: Vec::with_capacity(bytes.len() / 4),
        };
        let mut numbers = NumberDecoder(bytes.iter());
        let mut ahead = Ahead::default();
        for node in nodes.clone() {
            let is_above = node >= shape.cut;
            let inner = step.arcs_to(node, is_above, &mut numbers, shape)?;
            let over = step.arcs_to(node, true, &mut numbers, shape)?;
            if is_above && over > inner {
                return None;
            }
            if numbers.next()? != 0 {
                ahead = Ahead {
                    near: numbers.next()?,
                    all: numbers.next()?,
                };
            }
            step.nodes.push(ArcNode {
                inner,
                over,
                ahead,
                readers: numbers.next()?,
            });
        }
        numbers.0.next().is_none().then_some(step)
    }

    /// Reads the arcs to a node from nodes above it, or from nodes below it. Returns where they end in `arcs`;
    /// `None` if the bytes are invalid.
    #[inline]
    fn arcs_to(
        &mut self,
        node: u32,
        from_above: bool,
        numbers: &mut NumberDecoder,
        shape: GraphShape,
    ) -> Option<u32> {
        for _ in 0..numbers.next()? {
            let far = numbers.next()?;
            let from = if from_above {
                node.checked_add(far)?
            } else {
                node.checked_sub(far)?
            };
            let uses = *shape.uses.get(numbers.next()? as usize)?;
            if from >= shape.nodes {
                return None;
            }
            self.arcs.push(Arc { from, uses });
        }
        u32::try_from(self.arcs.len()).ok()
    }

    fn node(&self, node: u32) -> (u32, &ArcNode) {
        let at = (node - self.first) as usize;
        let from = at
            .checked_sub(1)
            .map_or(0, |before| self.nodes[before].over);
        (from, &self.nodes[at])
    }

    /// The arcs to a node within its half.
    pub(super) fn inner(&self, node: u32) -> &[Arc] {
        let (from, node) = self.node(node);
        &self.arcs[from as usize..node.inner as usize]
    }

    /// The arcs that lead to a node from the other side of the cut.
    pub(super) fn over(&self, node: u32) -> &[Arc] {
        let (_, node) = self.node(node);
        &self.arcs[node.inner as usize..node.over as usize]
    }

    /// All arcs to the given consecutive nodes, within their half and over the cut.
    pub(super) fn all(&self, nodes: &Range<u32>) -> &[Arc] {
        let Some(last) = nodes.clone().last() else {
            return &[];
        };
        &self.arcs[self.node(nodes.start).0 as usize..self.node(last).1.over as usize]
    }

    /// The number of arcs that start at a node. The node's list is read once for each of them.
    pub(super) fn readers(&self, node: u32) -> u32 {
        self.node(node).1.readers
    }

    /// The items that a set at a node must contain, as a bit set. These are the items of `mandatory` that no path
    /// ahead uses, and the items of `required` that no path uses before it crosses the cut.
    pub(super) fn need(&self, node: u32, mandatory: u32, required: u32) -> u32 {
        let ahead = self.node(node).1.ahead;
        mandatory & !ahead.all | required & !ahead.near
    }

    /// The memory that a step takes once unpacked, in bytes.
    pub(super) fn bytes(nodes: usize, arcs: usize) -> u64 {
        (nodes * size_of::<ArcNode>() + arcs * size_of::<Arc>()) as u64
    }
}
