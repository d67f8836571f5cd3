//! The innermost loops: hiding and unhiding the options in an item's list.
//!
//! The loops that hide and unhide an option take most of the time of any search, so they are
//! written with care: as free functions over slices, since a slice's address and length stay in
//! registers where those of a `Vec` behind `self` are loaded anew after every write; with the links
//! apart from what never changes, so that they fill as little of the cache as can be; and as two
//! straight loops, to the end of the option and from its start. (November 2026, Scott's
//! pentominoes: 240 million updates a second with nodes of 16 bytes behind `self` and one loop
//! around, 296 million so. Tried in vain: one loop over the whole option that skips the node, by a
//! branch or without one, takes 1.2 times as long; a table of the options' ends saves an eighth of
//! the instructions and no time.)
//!
//! Against Knuth's own programs (gcc 12, -O3; user time, in turn, November 2026): on Scott's
//! pentominoes, 101,013,837 updates, as fast as DANCE and 0.90 times as fast as SSXCC0; on 14 queens,
//! where a node makes 17 updates and what is done once a node tells, 0.88 times as fast as DANCE, 0.73
//! times before all of covering an item was compiled into the loop over an option's items.
//!
//! Source: Knuth, "Dancing Links" (2000), operations (1) and (2).

/// The root of the header list, and the `item` of every spacer.
pub(super) const ROOT: u32 = 0;

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
    /// The header of the item; [`ROOT`] for a spacer.
    pub(super) item: u32,
    /// The first node of the entry's option. Of a spacer: the place of the option after it.
    pub(super) start: u32,
}

/// Takes the options in an item's list from their other lists, from top to bottom.
#[expect(
    clippy::inline_always,
    reason = "calls take 1.15 times the time on 14 queens"
)]
#[inline(always)]
pub(super) fn hide_all(links: &mut [Link], nodes: &[Node], lens: &mut [u32], item: u32) -> u64 {
    let mut updates = 0;
    let mut node = links[item as usize].down;
    while node != item {
        updates += hide(links, nodes, lens, node);
        node = links[node as usize].down;
    }
    updates
}

/// Undoes [`hide_all`], from bottom to top.
#[expect(
    clippy::inline_always,
    reason = "calls take 1.15 times the time on 14 queens"
)]
#[inline(always)]
pub(super) fn unhide_all(links: &mut [Link], nodes: &[Node], lens: &mut [u32], item: u32) {
    let mut node = links[item as usize].up;
    while node != item {
        unhide(links, nodes, lens, node);
        node = links[node as usize].up;
    }
}

/// The other nodes of the node's option, from left to right.
///
/// That takes as many steps wherever in its option the node is, so the processor foresees where the
/// loop ends as long as the options are of one size.
#[inline]
pub(super) fn others(
    links: &[Link],
    nodes: &[Node],
    node: u32,
) -> impl DoubleEndedIterator<Item = u32> + use<> {
    let start = nodes[node as usize].start;
    let last = links[start as usize - 1].down;
    (start..last).map(move |at| at + u32::from(at >= node))
}

/// Takes the other entries of the node's option from their lists. Returns the number of updates.
#[expect(
    clippy::inline_always,
    reason = "a call of its own takes 1.18 times the time on 6 × 10"
)]
#[inline(always)]
pub(super) fn hide(links: &mut [Link], nodes: &[Node], lens: &mut [u32], node: u32) -> u64 {
    // Equal lengths spare the check of the second index.
    let nodes = &nodes[..links.len()];
    let mut updates = 0;
    for at in others(links, nodes, node) {
        let Link { up, down } = links[at as usize];
        let item = nodes[at as usize].item;
        debug_assert!(
            links[up as usize].down == at && links[down as usize].up == at,
            "invariant: an entry that is taken out is in its list"
        );
        links[up as usize].down = down;
        links[down as usize].up = up;
        lens[item as usize] -= 1;
        updates += 1;
    }
    updates
}

/// Undoes [`hide`]. The entries are in lists of their own, so their order is free.
#[expect(
    clippy::inline_always,
    reason = "a call of its own takes 1.18 times the time on 6 × 10"
)]
#[inline(always)]
pub(super) fn unhide(links: &mut [Link], nodes: &[Node], lens: &mut [u32], node: u32) {
    let nodes = &nodes[..links.len()];
    for at in others(links, nodes, node) {
        let Link { up, down } = links[at as usize];
        let item = nodes[at as usize].item;
        links[up as usize].down = at;
        links[down as usize].up = at;
        lens[item as usize] += 1;
    }
}
