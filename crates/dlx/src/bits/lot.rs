//! Lots of [rows](super::rows), and the counts of their items.

use super::answer::Fewest;
use super::lanes::LANES;

/// The most items: each has a bit of a row.
pub(super) const MOST_ITEMS: u32 = 53;

/// A row of no option, which fills a lot up: the bit is in no other row.
pub(super) const PADDING: u64 = 1 << MOST_ITEMS;

/// Rows are dealt with in lots, which are filled up.
pub(super) const LOT: usize = 4 * LANES;

/// The rows of four vectors.
pub(super) type Lot = [[u64; LANES]; 4];

/// The rows that were kept on the way to a child: how many, and its first item with the fewest of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) rows: usize,
    pub(super) fewest: Fewest,
}

/// The planes that tell the least counts from all others.
const LOW_PLANES: usize = 3;

/// The first of the items in `among` with the least count, `planes` being the bits of the counts from the
/// lowest one on.
#[inline(always)]
pub(super) fn fewest_by_planes(planes: &[u64], among: u64) -> Fewest {
    let (low, high) = planes.split_at(LOW_PLANES.min(planes.len()));
    let many = high.iter().fold(0, |many, plane| many | plane);
    match among & !many {
        0 => least(planes, among),
        few => least(low, few),
    }
}

#[inline(always)]
fn least(planes: &[u64], among: u64) -> Fewest {
    let mut left = among;
    let mut count = 0;
    for plane in planes.iter().rev() {
        let fewer = left & !plane;
        count = 2 * count + u32::from(fewer == 0);
        left = if fewer == 0 { left } else { fewer };
    }
    Fewest {
        count,
        item: left.trailing_zeros(),
    }
}
