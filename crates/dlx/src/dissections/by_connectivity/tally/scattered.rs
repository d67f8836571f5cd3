//! A hash table of states by their packed sizes, with linear probing.

use super::entry::{BATCH, SizeCount};

/// Marks an empty place of the table. Packed sizes never have all bits set.
const FREE: u64 = u64::MAX;

/// The base-2 logarithm of the minimum number of places.
const LEAST: u32 = 4;

/// A table with at least 2^`FAR` places exceeds the processor's first-level cache. Then the places for a whole
/// batch are prefetched.
const FAR: u32 = 13;

pub(super) struct ScatteredTable {
    /// The allocated places. Only the first 2^`bits` are in use, at least twice as many as entries; all others are
    /// empty.
    places: Vec<SizeCount>,
    bits: u32,
    used: usize,
    is_over: bool,
}

impl ScatteredTable {
    pub(super) fn new() -> Self {
        Self {
            places: vec![(FREE, 0); 1 << LEAST],
            bits: LEAST,
            used: 0,
            is_over: false,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.places.len() * size_of::<SizeCount>()) as u64
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(super) fn len(&self) -> usize {
        self.used
    }

    /// Empties the table, and prepares it for about `expected` entries.
    pub(super) fn clear(&mut self, expected: usize) {
        if self.used > 0 {
            self.places[..1 << self.bits].fill((FREE, 0));
        }
        self.used = 0;
        self.is_over = false;
        self.bits = (2 * expected).max(1 << LEAST).next_power_of_two().ilog2();
        self.widen();
    }

    /// Allocates 2^`bits` places, if fewer are allocated.
    fn widen(&mut self) {
        if self.places.len() < 1 << self.bits {
            self.places.resize(1 << self.bits, (FREE, 0));
        }
    }

    pub(super) fn add(&mut self, batch: &[SizeCount]) {
        while (self.used + batch.len()) * 2 > 1 << self.bits {
            self.grow();
        }
        self.insert(batch);
    }

    fn insert(&mut self, batch: &[SizeCount]) {
        let places = &mut self.places[..1 << self.bits];
        let last = places.len() - 1;
        let shift = u64::BITS - self.bits;
        if self.bits >= FAR {
            let fetched = (batch.iter()).map(|&(sizes, _)| places[place(sizes, shift) & last].0);
            std::hint::black_box(fetched.fold(0, |all, sizes| all ^ sizes));
        }
        for &(sizes, ways) in batch {
            let mut at = place(sizes, shift) & last;
            while places[at].0 != sizes && places[at].0 != FREE {
                at = (at + 1) & last;
            }
            let (known, sum) = &mut places[at];
            self.used += usize::from(*known == FREE);
            *known = sizes;
            let (more, is_over) = sum.overflowing_add(ways);
            *sum = more;
            self.is_over |= is_over;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let mut entries = Vec::new();
        self.drain(&mut entries);
        self.bits += 1;
        self.widen();
        entries.chunks(BATCH).for_each(|batch| self.insert(batch));
    }

    #[inline]
    pub(super) fn ways(&self, sizes: u64) -> u64 {
        let places = &self.places[..1 << self.bits];
        let last = places.len() - 1;
        let mut at = place(sizes, u64::BITS - self.bits) & last;
        loop {
            let (known, ways) = places[at];
            if known == sizes || known == FREE {
                return ways;
            }
            at = (at + 1) & last;
        }
    }

    pub(super) fn drain(&mut self, list: &mut Vec<SizeCount>) {
        let mut end = list.len();
        // Empty places are copied too, and overwritten by the next entry. That needs room for one more entry.
        list.resize(end + self.used + 1, (FREE, 0));
        for place in &mut self.places[..1 << self.bits] {
            let entry = std::mem::replace(place, (FREE, 0));
            list[end] = entry;
            end += usize::from(entry.0 != FREE);
        }
        list.truncate(end);
        self.used = 0;
    }
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a table has fewer places than memory"
)]
fn place(sizes: u64, shift: u32) -> usize {
    (sizes.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) as usize
}
