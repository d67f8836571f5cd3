//! Stores the states between two steps, with their counts.
//!
//! States and counts are in one list, in the order of first occurrence. They are found through a hash table of
//! their indices. All states of a layer have the same number of words.

use crate::words::{add, hash};

/// Marks an empty place of the hash table.
const EMPTY: u32 = u32::MAX;

/// How many words of states and counts are buffered before they are looked up, so that several table places are
/// fetched from memory at the same time.
const GATHERED: usize = 1 << 10;

/// All states between two steps, each with its number of partial partitions.
#[derive(Clone)]
pub(super) struct StateLayer {
    /// The packed states, each followed by its count.
    data: Vec<u64>,
    /// The hash table: indices of states. At least half of its places are empty.
    index: Vec<u32>,
    key_words: usize,
    count_words: usize,
    /// Buffered states and counts that are still to be added.
    gathered: Vec<u64>,
    /// For each buffered state, the index of its place in the hash table. The upper 32 bits hold the content of
    /// that place, which is read to prefetch it.
    places: Vec<u64>,
}

/// Why a state cannot be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoRoom {
    /// The memory limit is reached.
    Memory,
    /// A count exceeds its number of words.
    Count,
}

impl StateLayer {
    pub(super) fn new(key_words: usize, count_words: usize) -> Self {
        Self {
            data: Vec::new(),
            index: vec![EMPTY; 64],
            key_words,
            count_words,
            gathered: Vec::new(),
            places: Vec::new(),
        }
    }

    /// A layer of the only state before the first step: no vertex is open, and there is one partial partition.
    pub(super) fn first(count_words: usize) -> Self {
        let mut layer = Self::new(0, count_words);
        layer.data = vec![0; count_words];
        layer.data[0] = 1;
        layer
    }

    fn stride(&self) -> usize {
        self.key_words + self.count_words
    }

    pub(super) fn key_words(&self) -> usize {
        self.key_words
    }

    pub(super) fn count_words(&self) -> usize {
        self.count_words
    }

    pub(super) fn len(&self) -> usize {
        self.data.len() / self.stride()
    }

    #[inline]
    pub(super) fn entry(&self, number: usize) -> (&[u64], &[u64]) {
        let start = number * self.stride();
        self.data[start..start + self.stride()].split_at(self.key_words)
    }

    /// Empties the layer, for states of `key_words` words.
    pub(super) fn clear(&mut self, key_words: usize) {
        self.data.clear();
        self.index.fill(EMPTY);
        self.key_words = key_words;
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * self.data.capacity() as u64 + 4 * self.index.len() as u64
    }

    /// Adds to the count of a state. The addition may be delayed until the next
    /// [`flush`](Self::flush).
    ///
    /// # Errors
    ///
    /// The layer would take more than `room` bytes, or a count exceeds its words.
    #[inline]
    pub(super) fn add(&mut self, key: &[u64], count: &[u64], room: u64) -> Result<(), NoRoom> {
        self.gathered.extend_from_slice(key);
        self.gathered.extend_from_slice(count);
        if self.gathered.len() >= GATHERED {
            return self.flush(room);
        }
        Ok(())
    }

    /// Adds the buffered states to the layer.
    ///
    /// # Errors
    ///
    /// As [`add`](Self::add).
    pub(super) fn flush(&mut self, room: u64) -> Result<(), NoRoom> {
        let gathered = std::mem::take(&mut self.gathered);
        let stride = self.stride();
        // The reservation counts every buffered state as a new one.
        self.reserve(gathered.len() / stride, room)?;
        let mut places = std::mem::take(&mut self.places);
        places.clear();
        let of = |entry: &[u64]| {
            let place = self.place(hash(&entry[..self.key_words]));
            u64::from(self.index[place]) << 32 | place as u64
        };
        places.extend(gathered.chunks_exact(stride).map(of));
        let mut result = Ok(());
        for (entry, place) in gathered.chunks_exact(stride).zip(&places) {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the index has fewer places"
            )]
            let place = *place as u32 as usize;
            result = result.and(self.insert(place, entry));
        }
        self.places = places;
        self.gathered = gathered;
        self.gathered.clear();
        result
    }

    /// Adds a state and its count. The search for the state begins at `place` of the hash table.
    #[inline]
    fn insert(&mut self, mut place: usize, entry: &[u64]) -> Result<(), NoRoom> {
        let (key, count) = entry.split_at(self.key_words);
        loop {
            let number = self.index[place];
            if number == EMPTY {
                break;
            }
            let start = number as usize * self.stride();
            let known = &mut self.data[start..start + entry.len()];
            if known.iter().zip(key).all(|(known, word)| known == word) {
                let fits = add(&mut known[key.len()..], count);
                return if fits { Ok(()) } else { Err(NoRoom::Count) };
            }
            place = (place + 1) & (self.index.len() - 1);
        }
        let number = self.len();
        self.index[place] = u32::try_from(number).unwrap_or(EMPTY);
        self.data.extend_from_slice(entry);
        Ok(())
    }

    /// Appends a state that is new and will not be looked up.
    pub(super) fn push(&mut self, key: &[u64], count: &[u64]) {
        self.data.extend_from_slice(key);
        self.data.extend_from_slice(count);
    }

    fn reserve(&mut self, more: usize, room: u64) -> Result<(), NoRoom> {
        let states = self.len() + more;
        let words = states * self.stride();
        let mut places = self.index.len();
        while states * 2 > places {
            places *= 2;
        }
        let grows = words > self.data.capacity() || places > self.index.len();
        // While a list grows, the old list and a new one of twice its size exist.
        if grows && self.bytes() * 3 > room || states >= EMPTY as usize {
            return Err(NoRoom::Memory);
        }
        self.data.reserve(words - self.data.len());
        if places > self.index.len() {
            self.grow_index(places);
        }
        Ok(())
    }

    fn grow_index(&mut self, places: usize) {
        self.index = vec![EMPTY; places];
        for number in 0..self.len() {
            let mut place = self.place(hash(self.entry(number).0));
            while self.index[place] != EMPTY {
                place = (place + 1) & (self.index.len() - 1);
            }
            self.index[place] = u32::try_from(number).unwrap_or(EMPTY);
        }
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.index.len() - 1)
    }
}
