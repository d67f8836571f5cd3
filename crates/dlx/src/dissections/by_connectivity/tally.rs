//! Adds up the number of partial partitions for each list of sizes.

mod direct;
mod entry;
mod scattered;

use self::direct::DirectTable;
pub(super) use self::entry::{BATCH, SizeCount};
use self::scattered::ScatteredTable;

/// The logarithm of the largest ratio of places to entries at which the sizes themselves index the
/// table. Twice or half the ratio makes 8 × 8 squares 5 % slower.
const SPARSE: u32 = 3;

/// A table of entries by their sizes.
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

    /// The initial size in bytes for about `expected` entries that differ in their lowest `width` bits.
    pub(super) fn bytes_for(expected: usize, width: u32) -> u64 {
        let places = if is_direct(expected, width) {
            1 << width
        } else {
            4 * expected as u64
        };
        places * size_of::<SizeCount>() as u64
    }

    /// The largest number of places for this many entries.
    pub(super) fn most_places(entries: usize) -> usize {
        entries.max(1) << SPARSE
    }

    /// Whether a number outgrew 64 bits.
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

    /// Adds at most [`BATCH`] entries.
    pub(super) fn add(&mut self, batch: &[SizeCount]) {
        if self.is_direct {
            self.direct.add(batch);
        } else {
            self.scattered.add(batch);
        }
    }

    /// The number of partial partitions with these sizes.
    #[inline]
    pub(super) fn ways(&self, sizes: u64) -> u64 {
        if self.is_direct {
            self.direct.ways(sizes)
        } else {
            self.scattered.ways(sizes)
        }
    }

    /// Moves all entries to the end of a list.
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
