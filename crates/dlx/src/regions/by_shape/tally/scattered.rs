//! Entries that stand where a hash of their sizes says, or behind.

use super::entry::{BATCH, Entry};

/// Marks a place that holds nothing. All bits are never those of sizes.
const FREE: u64 = u64::MAX;

/// The fewest places, as a power of two.
const LEAST: u32 = 4;

/// From how many places on, as a power of two, those of a batch are fetched before they are looked at: a
/// table that large is not in the nearest memory.
const FAR: u32 = 13;

/// A table of them.
pub(super) struct Scattered {
    /// The first places are in use, as many as a power of two and at least twice as many as entries; all
    /// others are free.
    places: Vec<Entry>,
    bits: u32,
    used: usize,
    is_over: bool,
}

impl Scattered {
    pub(super) fn new() -> Self {
        Self {
            places: vec![(FREE, 0); 1 << LEAST],
            bits: LEAST,
            used: 0,
            is_over: false,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.places.len() * size_of::<Entry>()) as u64
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(super) fn len(&self) -> usize {
        self.used
    }

    /// Begins anew, for about so many entries.
    pub(super) fn clear(&mut self, expected: usize) {
        if self.used > 0 {
            self.places[..1 << self.bits].fill((FREE, 0));
        }
        self.used = 0;
        self.is_over = false;
        self.bits = (2 * expected).max(1 << LEAST).next_power_of_two().ilog2();
        self.widen();
    }

    /// Has as many places as it has bits for.
    fn widen(&mut self) {
        if self.places.len() < 1 << self.bits {
            self.places.resize(1 << self.bits, (FREE, 0));
        }
    }

    pub(super) fn add(&mut self, batch: &[Entry]) {
        while (self.used + batch.len()) * 2 > 1 << self.bits {
            self.grow();
        }
        self.insert(batch);
    }

    fn insert(&mut self, batch: &[Entry]) {
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

    pub(super) fn drain(&mut self, list: &mut Vec<Entry>) {
        let mut end = list.len();
        // One more, for what is written over.
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
