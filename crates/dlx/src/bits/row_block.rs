//! Blocks of 32 [rows](super::rows), and the search for the item that the fewest rows hold.

use super::answer::Fewest;
use super::lanes::LANES;

/// The maximum number of items in a row. Each takes one bit.
pub(super) const MOST_ITEMS: u32 = 53;

/// A row that represents no option and fills up the last block. No other row has this bit set.
pub(super) const PADDING: u64 = 1 << MOST_ITEMS;

/// The number of rows of a block. Padding fills up the last block.
pub(super) const BLOCK_ROWS: usize = 4 * LANES;

/// 32 rows: four vectors of eight words.
pub(super) type RowBlock = [[u64; LANES]; 4];

/// The number of rows that a child node keeps, and the first of the items that the fewest of these rows hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeptRows {
    pub(super) rows: usize,
    pub(super) fewest: Fewest,
}

/// The number of low bit planes. Counts below 8 have set bits in these planes only.
const LOW_PLANES: usize = 3;

/// The first item in `among` with the smallest count. Counts are stored in bit planes: bit i of `planes[k]` is bit
/// k of the count of item i.
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
