//! Adds up the ways to reach each of some lists of sizes.

mod direct;
mod entry;
mod scattered;

use self::direct::Direct;
pub(super) use self::entry::{BATCH, Entry};
use self::scattered::Scattered;

/// How many times as many places as entries there may be, as a power of two, for the sizes themselves to
/// say where an entry stands. Twice as many, or half, take 8 × 8 squares 5 per cent longer.
const SPARSE: u32 = 3;

/// A table of entries by their sizes.
pub(super) struct Tally {
    direct: Direct,
    scattered: Scattered,
    is_direct: bool,
}

impl Tally {
    pub(super) fn new() -> Self {
        Self {
            direct: Direct::new(),
            scattered: Scattered::new(),
            is_direct: false,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.direct.bytes() + self.scattered.bytes()
    }

    /// The bytes it takes at first for about so many entries, no two of which agree in so many of their
    /// lowest bits.
    pub(super) fn bytes_for(expected: usize, width: u32) -> u64 {
        let places = if is_direct(expected, width) {
            1 << width
        } else {
            4 * expected as u64
        };
        places * size_of::<Entry>() as u64
    }

    /// The most places that so many entries take.
    pub(super) fn most_places(entries: usize) -> usize {
        entries.max(1) << SPARSE
    }

    /// Whether a number of ways outgrew 64 bits.
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

    /// Begins anew, for about so many entries no two of which agree in so many of their lowest bits.
    pub(super) fn clear(&mut self, expected: usize, width: u32) {
        self.is_direct = is_direct(expected, width);
        if self.is_direct {
            self.direct.clear(width);
        } else {
            self.scattered.clear(expected);
        }
    }

    /// Adds no more than [`BATCH`] entries.
    pub(super) fn add(&mut self, batch: &[Entry]) {
        if self.is_direct {
            self.direct.add(batch);
        } else {
            self.scattered.add(batch);
        }
    }

    /// In how many ways these sizes are reached.
    #[inline]
    pub(super) fn ways(&self, sizes: u64) -> u64 {
        if self.is_direct {
            self.direct.ways(sizes)
        } else {
            self.scattered.ways(sizes)
        }
    }

    /// Moves all entries behind those of a list.
    pub(super) fn drain(&mut self, list: &mut Vec<Entry>) {
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
