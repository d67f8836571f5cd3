//! A table in which the lowest bits of an entry's sizes are its index.

use super::entry::SizeCount;

pub(super) struct DirectTable {
    /// The entries by index. Unused places have the count zero.
    places: Vec<SizeCount>,
    /// One bit for each place: whether it is used.
    used: Vec<u64>,
    /// The largest index, 2^`width` - 1, which is also the mask of the lowest bits.
    last: usize,
    is_over: bool,
}

impl DirectTable {
    pub(super) fn new() -> Self {
        Self {
            places: vec![(0, 0)],
            used: vec![0],
            last: 0,
            is_over: false,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.places.len() * size_of::<SizeCount>()) as u64
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    fn words(&self) -> usize {
        self.last / 64 + 1
    }

    pub(super) fn len(&self) -> usize {
        let used = self.used[..self.words()].iter();
        used.map(|word| word.count_ones() as usize).sum()
    }

    /// Empties the table, and sets its number of places to 2^`width`.
    pub(super) fn clear(&mut self, width: u32) {
        self.each(|_| {});
        self.is_over = false;
        self.last = (1 << width) - 1;
        if self.places.len() <= self.last {
            self.places.resize(self.last + 1, (0, 0));
            self.used.resize(self.words(), 0);
        }
    }

    pub(super) fn add(&mut self, batch: &[SizeCount]) {
        let last = self.last;
        let places = &mut self.places[..=last];
        let used = &mut self.used[..=last / 64];
        for &(sizes, ways) in batch {
            let at = low_bits(sizes) & last;
            let (known, sum) = &mut places[at];
            debug_assert!(
                used[at / 64] >> (at % 64) & 1 == 0 || *known == sizes,
                "invariant: the lowest bits say what all are"
            );
            used[at / 64] |= 1 << (at % 64);
            *known = sizes;
            let (more, is_over) = sum.overflowing_add(ways);
            *sum = more;
            self.is_over |= is_over;
        }
    }

    #[inline]
    pub(super) fn ways(&self, sizes: u64) -> u64 {
        self.places[low_bits(sizes) & self.last].1
    }

    pub(super) fn drain(&mut self, list: &mut Vec<SizeCount>) {
        list.reserve(self.len());
        self.each(|entry| list.push(entry));
    }

    /// Empties the table, and calls `take` with each of the removed entries.
    #[inline]
    fn each(&mut self, mut take: impl FnMut(SizeCount)) {
        let words = self.words();
        for (word, places) in (self.used[..words].iter_mut()).zip(self.places.chunks_mut(64)) {
            let mut left = std::mem::take(word);
            while left != 0 {
                let place = &mut places[left.trailing_zeros() as usize];
                take(*place);
                place.1 = 0;
                left &= left - 1;
            }
        }
    }
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "only the lowest bits count"
)]
fn low_bits(sizes: u64) -> usize {
    sizes as usize
}
