//! Where the nodes of a matrix are kept: in tables of any length, or in one of a fixed length.
//!
//! What a search does most is to write the links of nodes that are named by other links, and each
//! such name is checked to be in the table. Names of 16 bits need no check in a table that has a row
//! for each of them, and a node then takes half as much of the cache. (November 2026: 14 queens in 0.52
//! s for 0.63. Nodes of four numbers are slower when wide. Two narrow tables are slower than one: both
//! start with a page, and a processor takes places that are the same within their pages for the
//! same until it knows better.)

use std::fmt::Debug;

/// The vertical links of an entry or a header. Of a spacer, `down` is the last node of the option
/// after it, and `up` has no meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) up: u32,
    pub(super) down: u32,
}

/// What of an entry, a header or a spacer never changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The header of the item; [`ROOT`](super::lists::ROOT) for a spacer.
    pub(super) item: u32,
    /// The first node of the entry's option. Of a spacer: the place of the option after it.
    pub(super) start: u32,
}

/// Nodes that can be read.
pub(super) trait Read {
    fn link(&self, at: u32) -> Link;
    fn node(&self, at: u32) -> Node;

    /// Whether the neighbours of an entry in its list know of it.
    #[inline]
    fn is_linked(&self, at: u32) -> bool {
        let Link { up, down } = self.link(at);
        self.link(up).down == at && self.link(down).up == at
    }

    /// The other nodes of the node's option, from left to right.
    ///
    /// That takes as many steps wherever in its option the node is, so the processor foresees
    /// where the loop ends as long as the options are of one size.
    #[inline]
    fn others(&self, node: u32) -> impl DoubleEndedIterator<Item = u32> + use<Self> {
        let start = self.node(node).start;
        let last = self.link(start - 1).down;
        (start..last).map(move |at| at + u32::from(at >= node))
    }
}

/// Nodes that can be taken out of their lists.
pub(super) trait Dancing: Read {
    /// Takes an entry out of the list of its item (the paper's operation (1)).
    fn remove(&mut self, at: u32);

    /// Puts an entry back between its neighbours (the paper's operation (2)).
    fn restore(&mut self, at: u32);
}

/// The nodes of a matrix, and the lengths of the lists.
pub(super) trait Store: Read + Clone + Debug + Send {
    type Dancers<'s>: Dancing
    where
        Self: 's;

    /// Room for so many nodes.
    fn with_room(nodes: usize) -> Self;

    /// Adds the header of an empty list as the next node.
    fn push_header(&mut self, at: u32);

    /// Adds an entry or a spacer as the next node.
    fn push(&mut self, at: u32, link: Link, node: Node);

    fn set_down(&mut self, at: u32, down: u32);

    /// The length of an item's list.
    fn len(&self, item: u32) -> u32;

    /// The same nodes, borrowed for a loop.
    fn dancers(&mut self) -> Self::Dancers<'_>;
}

/// Tables of any length: the links apart from what never changes.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    links: Vec<Link>,
    nodes: Vec<Node>,
    /// By header.
    lens: Vec<u32>,
}

/// The slices of [`Wide`], whose addresses and lengths stay in registers.
pub(super) struct WideSlices<'s> {
    links: &'s mut [Link],
    nodes: &'s [Node],
    lens: &'s mut [u32],
}

impl Read for Wide {
    #[inline]
    fn link(&self, at: u32) -> Link {
        self.links[at as usize]
    }

    #[inline]
    fn node(&self, at: u32) -> Node {
        self.nodes[at as usize]
    }
}

impl Read for WideSlices<'_> {
    #[inline]
    fn link(&self, at: u32) -> Link {
        self.links[at as usize]
    }

    #[inline]
    fn node(&self, at: u32) -> Node {
        self.nodes[at as usize]
    }
}

impl Dancing for WideSlices<'_> {
    #[inline]
    fn remove(&mut self, at: u32) {
        let Link { up, down } = self.links[at as usize];
        let item = self.nodes[at as usize].item;
        self.links[up as usize].down = down;
        self.links[down as usize].up = up;
        self.lens[item as usize] -= 1;
    }

    #[inline]
    fn restore(&mut self, at: u32) {
        let Link { up, down } = self.links[at as usize];
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
        let link = Link { up: at, down: at };
        let node = Node {
            item: at,
            start: at,
        };
        self.push(at, link, node);
        self.lens.push(0);
    }

    fn push(&mut self, _: u32, link: Link, node: Node) {
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
            // Equal lengths spare the check of the second index.
            nodes: &self.nodes[..self.links.len()],
            links: &mut self.links,
            lens: &mut self.lens,
        }
    }
}

/// The number of names of 16 bits.
const NAMES: usize = 1 << 16;

/// A node in 16-bit numbers: its links, its item and the start of its option; of a header, the
/// length of its list in place of the item. Arrays of numbers come zeroed from the system, so the
/// rows that are not used take no memory.
type Row = [u16; 4];
const UP: usize = 0;
const DOWN: usize = 1;
const ITEM: usize = 2;
const LEN: usize = ITEM;
const START: usize = 3;

/// One table with a row for each name of 16 bits.
#[derive(Clone, Debug)]
pub(super) struct Narrow {
    rows: Box<[Row; NAMES]>,
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "names in a narrow matrix have 16 bits"
)]
#[inline]
fn narrow(number: u32) -> u16 {
    number as u16
}

/// The place of a row, which any table of [`NAMES`] has.
#[inline]
fn place(at: u32) -> usize {
    usize::from(narrow(at))
}

impl Narrow {
    /// Whether so many nodes have names.
    pub(super) fn holds(nodes: usize) -> bool {
        nodes <= NAMES
    }
}

impl Read for [Row; NAMES] {
    #[inline]
    fn link(&self, at: u32) -> Link {
        Link {
            up: self[place(at)][UP].into(),
            down: self[place(at)][DOWN].into(),
        }
    }

    #[inline]
    fn node(&self, at: u32) -> Node {
        Node {
            item: self[place(at)][ITEM].into(),
            start: self[place(at)][START].into(),
        }
    }
}

impl Read for &mut [Row; NAMES] {
    #[inline]
    fn link(&self, at: u32) -> Link {
        (**self).link(at)
    }

    #[inline]
    fn node(&self, at: u32) -> Node {
        (**self).node(at)
    }
}

impl Read for Narrow {
    #[inline]
    fn link(&self, at: u32) -> Link {
        self.rows.link(at)
    }

    #[inline]
    fn node(&self, at: u32) -> Node {
        self.rows.node(at)
    }
}

impl Dancing for &mut [Row; NAMES] {
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
    type Dancers<'s> = &'s mut [Row; NAMES];

    fn with_room(_: usize) -> Self {
        let Ok(rows) = vec![Row::default(); NAMES].try_into() else {
            unreachable!("invariant: there are as many rows as names")
        };
        Self { rows }
    }

    fn push_header(&mut self, at: u32) {
        self.rows[place(at)] = [narrow(at), narrow(at), 0, narrow(at)];
    }

    fn push(&mut self, at: u32, link: Link, node: Node) {
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
