//! The states of a layer, and in how many ways each of them is reached.
//!
//! States and counts lie one after the other in one list, in the order in which they were first met,
//! and are found through a table of their numbers. Counts are kept modulo a power of 2⁶⁴ that is
//! larger than the number of all partitions, so they may wrap where a state leads nowhere.

use crate::words::{add, hash};

/// An empty place of the index.
const EMPTY: u32 = u32::MAX;

/// The states after a step.
pub(super) struct Layer {
    /// Keys, each with its count behind.
    data: Vec<u64>,
    /// Where each state begins, and the end.
    starts: Vec<usize>,
    /// Numbers of states by hash; half of the places are free at least.
    index: Vec<u32>,
    /// The words of a count.
    count_words: usize,
}

impl Layer {
    pub(super) fn new(count_words: usize) -> Self {
        Self {
            data: Vec::new(),
            starts: vec![0],
            index: vec![EMPTY; 64],
            count_words,
        }
    }

    /// The state before the first step: nothing is open, which is so in one way.
    pub(super) fn begin(&mut self) {
        let mut one = vec![0; self.count_words];
        if let Some(low) = one.first_mut() {
            *low = 1;
        }
        let is_there = self.add(&[], &one, u64::MAX);
        debug_assert!(is_there, "invariant: there is room for one state");
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// A state and its count.
    pub(super) fn entry(&self, number: usize) -> (&[u64], &[u64]) {
        let entry = &self.data[self.starts[number]..self.starts[number + 1]];
        entry.split_at(entry.len() - self.count_words)
    }

    pub(super) fn clear(&mut self) {
        self.data.clear();
        self.starts.truncate(1);
        self.index.fill(EMPTY);
    }

    /// The bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        bytes(
            self.data.capacity(),
            self.starts.capacity(),
            self.index.len(),
        )
    }

    /// Adds so many ways to a state; false if it would take more than `room` bytes.
    #[must_use]
    pub(super) fn add(&mut self, key: &[u64], count: &[u64], room: u64) -> bool {
        let mut place = self.place(hash(key));
        loop {
            let number = self.index[place];
            if number == EMPTY {
                break;
            }
            let (start, end) = (
                self.starts[number as usize],
                self.starts[number as usize + 1],
            );
            let split = end - self.count_words;
            if &self.data[start..split] == key {
                // It may wrap.
                let _ = add(&mut self.data[split..end], count);
                return true;
            }
            place = (place + 1) & (self.index.len() - 1);
        }
        self.push(place, key, count, room)
    }

    fn push(&mut self, place: usize, key: &[u64], count: &[u64], room: u64) -> bool {
        let more = key.len() + count.len();
        let lacks = self.data.capacity() - self.data.len() < more
            || self.starts.capacity() == self.starts.len()
            || self.len() * 2 >= self.index.len();
        // While a list moves to one of twice the size, the old one is there too.
        if lacks && self.bytes() * 3 > room {
            return false;
        }
        let Ok(number) = u32::try_from(self.len()) else {
            return false;
        };
        if number == EMPTY {
            return false;
        }
        self.index[place] = number;
        self.data.extend_from_slice(key);
        self.data.extend_from_slice(count);
        self.starts.push(self.data.len());
        if self.len() * 2 > self.index.len() {
            self.grow_index();
        }
        true
    }

    fn grow_index(&mut self) {
        self.index = vec![EMPTY; self.index.len() * 2];
        for number in 0..self.len() {
            let mut place = self.place(hash(self.entry(number).0));
            while self.index[place] != EMPTY {
                place = (place + 1) & (self.index.len() - 1);
            }
            self.index[place] = u32::try_from(number).unwrap_or(EMPTY);
        }
    }

    fn place(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.index.len() - 1)
    }
}

/// The bytes of lists with so many places.
fn bytes(data: usize, starts: usize, index: usize) -> u64 {
    8 * (data as u64 + starts as u64) + 4 * index as u64
}
