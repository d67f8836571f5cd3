//! Blocks of 32 [rows](super::rows), and the counts of their items.

use super::answer::Fewest;
use super::lanes::LANES;

/// The maximum number of items of a row: one bit each.
pub(super) const MOST_ITEMS: u32 = 53;

/// A row without an option, which fills up the last block. No other row has this bit.
pub(super) const PADDING: u64 = 1 << MOST_ITEMS;

/// The number of rows of a block. Padding fills up the last block.
pub(super) const BLOCK_ROWS: usize = 4 * LANES;

/// The rows of four vectors of eight words.
pub(super) type RowBlock = [[u64; LANES]; 4];

/// The number of rows kept for a child, and its first item with the fewest of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeptRows {
    pub(super) rows: usize,
    pub(super) fewest: Fewest,
}

/// The number of low planes. Counts below 8 have bits only in these planes.
const LOW_PLANES: usize = 3;

/// The first item in `among` with the smallest count. Bit i of `planes[k]` is bit k of the count of item i.
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
