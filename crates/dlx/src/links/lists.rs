//! The innermost loops: hiding and unhiding the options in an item's list.
//!
//! Most of the time of any search goes into hiding and unhiding options, so these loops are tuned.
//! They borrow the tables, whose addresses then stay in registers; those of a `Vec` behind `self`
//! would be loaded again after every write. The loop over an option's other entries makes the same
//! number of steps from every entry.
//!
//! Measured in November 2026: two straight loops, one to the end of the option and one from its
//! start, have ends that the processor cannot predict, and take 1.3 times the time on Scott's
//! pentominoes. Two other variants were no faster. If each entry links to the next, every load
//! waits for the previous load. If the choice of an item ends at the first item without options, it
//! gains 4 % on the pentominoes and loses as much on 14 queens.
//!
//! Compared with Knuth's own programs (gcc 12, -O3; user time, alternating runs, November 2026, narrow tables): on
//! Scott's pentominoes, 101,013,837 updates, 1.29 times as fast as DANCE and 0.97 times as fast as SSXCC0. On 14
//! queens, where a node makes 17 updates and the cost per node matters, 0.97 times as fast as DANCE.
//!
//! Source: Knuth, "Dancing Links" (2000), operations (1) and (2).

use super::store::Dancing;

/// The root of the list of headers. Spacers have it as their item.
pub(super) const ROOT: u32 = 0;

/// Hides all options in an item's list, from top to bottom: removes them from their other lists. Returns the
/// number of updates.
#[expect(
    clippy::inline_always,
    reason = "calls take 1.15 times the time on 14 queens"
)]
#[inline(always)]
pub(super) fn hide_all(mut dancers: impl Dancing, item: u32) -> u64 {
    let mut updates = 0;
    let mut node = dancers.link(item).down;
    while node != item {
        updates += hide(&mut dancers, node);
        node = dancers.link(node).down;
    }
    updates
}

/// Undoes [`hide_all`], from bottom to top.
#[expect(
    clippy::inline_always,
    reason = "calls take 1.15 times the time on 14 queens"
)]
#[inline(always)]
pub(super) fn unhide_all(mut dancers: impl Dancing, item: u32) {
    let mut node = dancers.link(item).up;
    while node != item {
        unhide(&mut dancers, node);
        node = dancers.link(node).up;
    }
}

/// Hides the option of `node`: removes its other entries from their lists. Returns the number of updates.
#[expect(
    clippy::inline_always,
    reason = "calls take 1.15 times the time on 14 queens"
)]
#[inline(always)]
pub(super) fn hide(dancers: &mut impl Dancing, node: u32) -> u64 {
    let mut updates = 0;
    for at in dancers.others(node) {
        debug_assert!(
            dancers.is_linked(at),
            "invariant: an entry that is taken out is in its list"
        );
        dancers.remove(at);
        updates += 1;
    }
    updates
}

/// Undoes [`hide`]. The entries are in different lists, so their order does not matter.
#[expect(
    clippy::inline_always,
    reason = "calls take 1.15 times the time on 14 queens"
)]
#[inline(always)]
pub(super) fn unhide(dancers: &mut impl Dancing, node: u32) {
    for at in dancers.others(node) {
        dancers.restore(at);
    }
}
