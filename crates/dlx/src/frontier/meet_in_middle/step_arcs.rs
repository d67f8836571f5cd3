//! The arcs to the nodes of a step, packed until the step is gathered: a third of what they take
//! unpacked, which is most of what a graph takes.
//!
//! | part | numbers |
//! | --- | --- |
//! | by node | how many arcs within the half; each arc; how many over the cut; each of these; the items ahead; readers |
//! | arc | how many nodes its source is away; which set of items its option uses, by its place in a list |
//! | items ahead | 0, if they are those of the node before; or 1 and the two sets |

use std::ops::Range;

use crate::frontier::checkpoint::put;

/// An edge, seen from where it leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arc {
    pub(super) from: u32,
    /// The items that the option uses.
    pub(super) uses: u32,
}

/// The items that the ways from a node over the cut may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ahead {
    /// Before they have crossed.
    pub(super) near: u32,
    /// Anywhere.
    pub(super) all: u32,
}

/// Writes steps.
pub(super) struct StepWriter<'s> {
    /// By the place of a set of items in the list, for the sets of options.
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

/// A node of a step.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Where its arcs end; they begin where those of the node before it end.
    inner: u32,
    over: u32,
    ahead: Ahead,
    readers: u32,
}

/// A step, unpacked.
#[derive(Debug, Default)]
pub(super) struct StepArcs {
    first: u32,
    nodes: Vec<Node>,
    arcs: Vec<Arc>,
}

/// Reads numbers; none where what is read is no step.
struct Numbers<'b>(std::slice::Iter<'b, u8>);

impl Numbers<'_> {
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

/// What the numbers of a step must agree with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape<'s> {
    /// The lowest of the nodes above the cut.
    pub(super) cut: u32,
    /// The number of all nodes.
    pub(super) nodes: u32,
    /// The sets of items that options use.
    pub(super) uses: &'s [u32],
}

impl StepArcs {
    /// Unpacks a step with these nodes; none if the bytes are not those of one.
    pub(super) fn unpack(nodes: &Range<u32>, bytes: &[u8], shape: Shape) -> Option<Self> {
        let mut step = Self {
            first: nodes.start,
            nodes: Vec::with_capacity(nodes.len().min(bytes.len())),
            arcs: Vec::with_capacity(bytes.len() / 4),
        };
        let mut numbers = Numbers(bytes.iter());
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
            step.nodes.push(Node {
                inner,
                over,
                ahead,
                readers: numbers.next()?,
            });
        }
        numbers.0.next().is_none().then_some(step)
    }

    /// Reads arcs to a node, from nodes above it or below; says where they end.
    #[inline]
    fn arcs_to(
        &mut self,
        node: u32,
        from_above: bool,
        numbers: &mut Numbers,
        shape: Shape,
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

    fn node(&self, node: u32) -> (u32, &Node) {
        let at = (node - self.first) as usize;
        let from = at
            .checked_sub(1)
            .map_or(0, |before| self.nodes[before].over);
        (from, &self.nodes[at])
    }

    /// The edges to a node above the cut from above, or from one below to below.
    pub(super) fn inner(&self, node: u32) -> &[Arc] {
        let (from, node) = self.node(node);
        &self.arcs[from as usize..node.inner as usize]
    }

    /// The edges over the cut to a node.
    pub(super) fn over(&self, node: u32) -> &[Arc] {
        let (_, node) = self.node(node);
        &self.arcs[node.inner as usize..node.over as usize]
    }

    /// All edges to some nodes, neighbours.
    pub(super) fn all(&self, nodes: &Range<u32>) -> &[Arc] {
        let Some(last) = nodes.clone().last() else {
            return &[];
        };
        &self.arcs[self.node(nodes.start).0 as usize..self.node(last).1.over as usize]
    }

    /// How many arcs come from a node.
    pub(super) fn readers(&self, node: u32) -> u32 {
        self.node(node).1.readers
    }

    /// The items that a set at a node must have: those of `mandatory` that no way over the cut uses, and
    /// those of `wanted` that none uses before it crosses.
    pub(super) fn need(&self, node: u32, mandatory: u32, wanted: u32) -> u32 {
        let ahead = self.node(node).1.ahead;
        mandatory & !ahead.all | wanted & !ahead.near
    }

    /// The bytes that a step takes unpacked.
    pub(super) fn bytes(nodes: usize, arcs: usize) -> u64 {
        (nodes * size_of::<Node>() + arcs * size_of::<Arc>()) as u64
    }
}
