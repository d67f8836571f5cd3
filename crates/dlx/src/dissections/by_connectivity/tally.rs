//! Adds up the numbers of partial partitions of states with the same sizes.

mod direct;
mod entry;
mod scattered;

use self::direct::DirectTable;
pub(super) use self::entry::{BATCH, SizeCount};
use self::scattered::ScatteredTable;

/// The base-2 logarithm of the largest ratio of table places to entries at which the sizes themselves index the
/// table. Twice or half this ratio makes 8 × 8 squares 5 % slower.
const SPARSE: u32 = 3;

/// A table of states of one shape: the number of partial partitions by the packed sizes.
pub(super) struct SizeTally {
    direct: DirectTable,
    scattered: ScatteredTable,
    is_direct: bool,
}

impl SizeTally {
    pub(super) fn new() -> Self {
        Self {
            direct: DirectTable::new(),
            scattered: ScatteredTable::new(),
            is_direct: false,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.direct.bytes() + self.scattered.bytes()
    }

    /// The number of bytes that a new table takes if about `expected` entries are to be added. The sizes of these
    /// entries are distinguished by their lowest `width` bits.
    pub(super) fn bytes_for(expected: usize, width: u32) -> u64 {
        let places = if is_direct(expected, width) {
            1 << width
        } else {
            4 * expected as u64
        };
        places * size_of::<SizeCount>() as u64
    }

    /// An upper bound on the number of table places for this many entries.
    pub(super) fn most_places(entries: usize) -> usize {
        entries.max(1) << SPARSE
    }

    /// Whether a number of partial partitions has exceeded 64 bits.
    pub(super) fn is_over(&self) -> bool {
        if self.is_direct {
            self.direct.is_over()
        } else {
            self.scattered.is_over()
        }
    }

    pub(super) fn len(&self) -> usize {
        if self.is_direct {
            self.direct.len()
        } else {
            self.scattered.len()
        }
    }

    /// Empties the table and prepares it for about `expected` entries. The lowest `width` bits of
    /// the sizes must distinguish them.
    pub(super) fn clear(&mut self, expected: usize, width: u32) {
        self.is_direct = is_direct(expected, width);
        if self.is_direct {
            self.direct.clear(width);
        } else {
            self.scattered.clear(expected);
        }
    }

    /// Adds entries, at most [`BATCH`] at a time.
    pub(super) fn add(&mut self, batch: &[SizeCount]) {
        if self.is_direct {
            self.direct.add(batch);
        } else {
            self.scattered.add(batch);
        }
    }

    /// The number of partial partitions with these sizes; 0 if the table has no entry for them.
    #[inline]
    pub(super) fn ways(&self, sizes: u64) -> u64 {
        if self.is_direct {
            self.direct.ways(sizes)
        } else {
            self.scattered.ways(sizes)
        }
    }

    /// Empties the table, and appends its entries to a list.
    pub(super) fn drain(&mut self, list: &mut Vec<SizeCount>) {
        if self.is_direct {
            self.direct.drain(list);
        } else {
            self.scattered.drain(list);
        }
    }
}

fn is_direct(expected: usize, width: u32) -> bool {
    width <= expected.max(1).ilog2() + SPARSE
}
