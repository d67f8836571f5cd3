//! Stores the nodes of a matrix, in wide tables of any length or in one narrow table of 65,536 rows.
//!
//! A search mostly writes the links of nodes that other links refer to, and each such reference
//! needs a bounds check. References of 16 bits need no check in a table that has a row for each of
//! them, and a node takes half as much cache. (November 2026: 14 queens took 0.52 s instead of 0.63
//! s. With all four numbers of a node together, wide tables are slower. Two narrow tables are
//! slower than one: both begin at a page boundary, and the processor at first mistakes addresses
//! with equal offsets within a page for the same address.)

use std::fmt::Debug;

/// The vertical links of an entry or a header. For a spacer, `down` is the last node of the option after it, and `up`
/// is unused.
#[derive(Clone, Copy, Debug)]
pub(super) struct VerticalLinks {
    pub(super) up: u32,
    pub(super) down: u32,
}

/// The constant data of an entry, a header or a spacer.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeData {
    /// The header of the item; [`ROOT`](super::lists::ROOT) for a spacer.
    pub(super) item: u32,
    /// The first node of the entry's option. For a spacer, the index of the option after it.
    pub(super) start: u32,
}

/// Read access to the nodes of a matrix.
pub(super) trait NodeTable {
    fn link(&self, at: u32) -> VerticalLinks;
    fn node(&self, at: u32) -> NodeData;

    /// Whether an entry is in its list: both its neighbours link to it.
    #[inline]
    fn is_linked(&self, at: u32) -> bool {
        let VerticalLinks { up, down } = self.link(at);
        self.link(up).down == at && self.link(down).up == at
    }

    /// The other nodes of the option to which `node` belongs, from left to right.
    ///
    /// Takes the same number of steps from every node of an option. So the processor predicts the
    /// end of the loop as long as options have equal sizes.
    #[inline]
    fn others(&self, node: u32) -> impl DoubleEndedIterator<Item = u32> + use<Self> {
        let start = self.node(node).start;
        let last = self.link(start - 1).down;
        (start..last).map(move |at| at + u32::from(at >= node))
    }
}

/// Access to nodes whose entries can be removed from their lists and restored.
pub(super) trait Dancing: NodeTable {
    /// Removes an entry from the list of its item (operation (1) of Knuth's "Dancing Links").
    fn remove(&mut self, at: u32);

    /// Restores an entry between its neighbours (operation (2) of Knuth's "Dancing Links").
    fn restore(&mut self, at: u32);
}

/// Stores the nodes of a matrix, and the length of each item's list.
pub(super) trait Store: NodeTable + Clone + Debug + Send {
    type Dancers<'s>: Dancing
    where
        Self: 's;

    /// Makes an empty store with memory for `nodes` nodes.
    fn with_room(nodes: usize) -> Self;

    /// Adds the next node, number `at`: the header of an empty list.
    fn push_header(&mut self, at: u32);

    /// Adds the next node, number `at`: an entry or a spacer.
    fn push(&mut self, at: u32, link: VerticalLinks, node: NodeData);

    fn set_down(&mut self, at: u32, down: u32);

    /// The number of options in an item's list.
    fn len(&self, item: u32) -> u32;

    /// Borrows the nodes for an inner loop.
    fn dancers(&mut self) -> Self::Dancers<'_>;
}

/// Tables of any length. The links and the constant data of nodes are in separate tables.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    links: Vec<VerticalLinks>,
    nodes: Vec<NodeData>,
    /// For each header, the length of its list.
    lens: Vec<u32>,
}

/// The tables of [`Wide`] as slices, whose addresses and lengths stay in registers.
pub(super) struct WideSlices<'s> {
    links: &'s mut [VerticalLinks],
    nodes: &'s [NodeData],
    lens: &'s mut [u32],
}

impl NodeTable for Wide {
    #[inline]
    fn link(&self, at: u32) -> VerticalLinks {
        self.links[at as usize]
    }

    #[inline]
    fn node(&self, at: u32) -> NodeData {
        self.nodes[at as usize]
    }
}

impl NodeTable for WideSlices<'_> {
    #[inline]
    fn link(&self, at: u32) -> VerticalLinks {
        self.links[at as usize]
    }

    #[inline]
    fn node(&self, at: u32) -> NodeData {
        self.nodes[at as usize]
    }
}

impl Dancing for WideSlices<'_> {
    #[inline]
    fn remove(&mut self, at: u32) {
        let VerticalLinks { up, down } = self.links[at as usize];
        let item = self.nodes[at as usize].item;
        self.links[up as usize].down = down;
        self.links[down as usize].up = up;
        self.lens[item as usize] -= 1;
    }

    #[inline]
    fn restore(&mut self, at: u32) {
        let VerticalLinks { up, down } = self.links[at as usize];
        let item = self.nodes[at as usize].item;
        self.links[up as usize].down = at;
        self.links[down as usize].up = at;
        self.lens[item as usize] += 1;
    }
}

impl Store for Wide {
    type Dancers<'s> = WideSlices<'s>;

    fn with_room(nodes: usize) -> Self {
        Self {
            links: Vec::with_capacity(nodes),
            nodes: Vec::with_capacity(nodes),
            lens: Vec::new(),
        }
    }

    fn push_header(&mut self, at: u32) {
        let link = VerticalLinks { up: at, down: at };
        let node = NodeData {
            item: at,
            start: at,
        };
        self.push(at, link, node);
        self.lens.push(0);
    }

    fn push(&mut self, _: u32, link: VerticalLinks, node: NodeData) {
        self.links.push(link);
        self.nodes.push(node);
    }

    fn set_down(&mut self, at: u32, down: u32) {
        self.links[at as usize].down = down;
    }

    #[inline]
    fn len(&self, item: u32) -> u32 {
        self.lens[item as usize]
    }

    #[inline]
    fn dancers(&mut self) -> WideSlices<'_> {
        WideSlices {
            // With equal lengths, the bounds of the second slice need not be checked.
            nodes: &self.nodes[..self.links.len()],
            links: &mut self.links,
            lens: &mut self.lens,
        }
    }
}

/// The number of nodes that references of 16 bits can distinguish.
const NAMES: usize = 1 << 16;

/// A node of a narrow table, as 16-bit numbers: the links up and down, its item, and the first node of its option.
/// A header has the length of its list in place of the item. The operating system provides zeroed pages, so unused
/// rows take no memory.
type NodeRow = [u16; 4];
const UP: usize = 0;
const DOWN: usize = 1;
const ITEM: usize = 2;
const LEN: usize = ITEM;
const START: usize = 3;

/// A single table with a row for each number of 16 bits, 65,536 in all. Nodes refer to each other by such numbers.
#[derive(Clone, Debug)]
pub(super) struct Narrow {
    rows: Box<[NodeRow; NAMES]>,
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "names in a narrow matrix have 16 bits"
)]
#[inline]
fn narrow(number: u32) -> u16 {
    number as u16
}

/// Converts a node number to an index that is valid in every table of [`NAMES`] rows, so that no bounds check is
/// needed.
#[inline]
fn place(at: u32) -> usize {
    usize::from(narrow(at))
}

impl Narrow {
    /// Whether a narrow table can hold this many nodes.
    pub(super) fn holds(nodes: usize) -> bool {
        nodes <= NAMES
    }
}

impl NodeTable for [NodeRow; NAMES] {
    #[inline]
    fn link(&self, at: u32) -> VerticalLinks {
        VerticalLinks {
            up: self[place(at)][UP].into(),
            down: self[place(at)][DOWN].into(),
        }
    }

    #[inline]
    fn node(&self, at: u32) -> NodeData {
        NodeData {
            item: self[place(at)][ITEM].into(),
            start: self[place(at)][START].into(),
        }
    }
}

impl NodeTable for &mut [NodeRow; NAMES] {
    #[inline]
    fn link(&self, at: u32) -> VerticalLinks {
        (**self).link(at)
    }

    #[inline]
    fn node(&self, at: u32) -> NodeData {
        (**self).node(at)
    }
}

impl NodeTable for Narrow {
    #[inline]
    fn link(&self, at: u32) -> VerticalLinks {
        self.rows.link(at)
    }

    #[inline]
    fn node(&self, at: u32) -> NodeData {
        self.rows.node(at)
    }
}

impl Dancing for &mut [NodeRow; NAMES] {
    #[inline]
    fn remove(&mut self, at: u32) {
        let at = place(at);
        let up = self[at][UP];
        let down = self[at][DOWN];
        let item = self[at][ITEM];
        self[usize::from(up)][DOWN] = down;
        self[usize::from(down)][UP] = up;
        self[usize::from(item)][LEN] -= 1;
    }

    #[inline]
    fn restore(&mut self, at: u32) {
        let at = narrow(at);
        let up = self[usize::from(at)][UP];
        let down = self[usize::from(at)][DOWN];
        let item = self[usize::from(at)][ITEM];
        self[usize::from(up)][DOWN] = at;
        self[usize::from(down)][UP] = at;
        self[usize::from(item)][LEN] += 1;
    }
}

impl Store for Narrow {
    type Dancers<'s> = &'s mut [NodeRow; NAMES];

    fn with_room(_: usize) -> Self {
        let Ok(rows) = vec![NodeRow::default(); NAMES].try_into() else {
            unreachable!("invariant: there are as many rows as names")
        };
        Self { rows }
    }

    fn push_header(&mut self, at: u32) {
        self.rows[place(at)] = [narrow(at), narrow(at), 0, narrow(at)];
    }

    fn push(&mut self, at: u32, link: VerticalLinks, node: NodeData) {
        self.rows[place(at)] = [link.up, link.down, node.item, node.start].map(narrow);
    }

    fn set_down(&mut self, at: u32, down: u32) {
        self.rows[place(at)][DOWN] = narrow(down);
    }

    #[inline]
    fn len(&self, item: u32) -> u32 {
        self.rows[place(item)][LEN].into()
    }

    #[inline]
    fn dancers(&mut self) -> Self::Dancers<'_> {
        &mut self.rows
    }
}
