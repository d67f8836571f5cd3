//! A hash table from states to counts, compared by whole keys.
//!
//! Open addressing with linear probing; a zero count marks an empty place, so a place is no more
//! than a key and a count. The capacity is any number and grows by half, so that little of the
//! memory lies idle.

use std::io;

use super::checkpoint::{Sink, Source, damaged};
use super::count::{Count, Slot};
use super::step_masks::State;

/// The capacity of the first allocation.
const FIRST: usize = 4;

/// States that stand at the same step.
#[derive(Debug)]
pub(super) struct Table<const N: usize, C> {
    places: Vec<(State<N>, C)>,
    len: usize,
    /// The number of states at which the table grows.
    full: usize,
}

impl<const N: usize, C> Default for Table<N, C> {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            len: 0,
            full: 0,
        }
    }
}

/// Mixes all bits of a state into the high bits of one word.
#[inline]
pub(super) fn hash<const N: usize>(state: &State<N>) -> u64 {
    let mut mixed = 0;
    for word in state {
        mixed = fold(mixed ^ word, 0x9e37_79b9_7f4a_7c15);
    }
    fold(mixed, 0xd6e8_feb8_6659_fd93)
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a product")]
    let (low, high) = (product as u64, (product >> 64) as u64);
    low ^ high
}

/// The place of a hash among `places`.
#[inline]
pub(super) fn place(hash: u64, places: usize) -> usize {
    // Less than `places`, so it fits.
    #[expect(clippy::cast_possible_truncation, reason = "less than a usize")]
    let place = ((u128::from(hash) * places as u128) >> 64) as usize;
    place
}

impl<const N: usize, C: Slot> Table<N, C> {
    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The bytes that the table takes, which depend on the number of its states alone.
    pub(super) fn bytes(&self) -> u64 {
        let place = size_of::<(State<N>, C)>() as u64 + C::HEAP;
        self.places.len() as u64 * place
    }

    /// The states and their counts, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&State<N>, &C)> {
        self.places
            .iter()
            .filter(|(_, count)| !count.is_empty())
            .map(|(state, count)| (state, count))
    }

    /// All places, the empty ones too; they may be shared out among threads.
    pub(super) fn places(&self) -> &[(State<N>, C)] {
        &self.places
    }

    /// What stands for a state with this hash.
    #[inline]
    pub(super) fn get(&self, hash: u64, state: &State<N>) -> Option<&C> {
        if self.len == 0 {
            return None;
        }
        let mut at = place(hash, self.places.len());
        loop {
            let (key, value) = &self.places[at];
            if value.is_empty() {
                return None;
            }
            if key == state {
                return Some(value);
            }
            at += 1;
            if at == self.places.len() {
                at = 0;
            }
        }
    }

    /// Adds to the count of a state with this hash. False if the sum has no room.
    #[inline]
    #[must_use]
    pub(super) fn add(&mut self, hash: u64, state: &State<N>, count: &C) -> bool
    where
        C: Count,
    {
        self.merge(hash, state, count, C::add)
    }

    /// Puts what stands for a state with this hash, which is not in the table.
    pub(super) fn put(&mut self, hash: u64, state: &State<N>, value: &C) {
        self.merge(hash, state, value, |_, _| true);
    }

    #[inline]
    fn merge(
        &mut self,
        hash: u64,
        state: &State<N>,
        count: &C,
        add: impl Fn(&mut C, &C) -> bool,
    ) -> bool {
        if self.len >= self.full {
            self.grow();
        }
        let mut at = place(hash, self.places.len());
        loop {
            let (key, sum) = &mut self.places[at];
            if sum.is_empty() {
                *key = *state;
                *sum = count.clone();
                self.len += 1;
                return true;
            }
            if key == state {
                return add(sum, count);
            }
            at += 1;
            if at == self.places.len() {
                at = 0;
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.places);
        let capacity = capacity(self.len + 1);
        self.places = vec![([0; N], C::default()); capacity];
        self.full = room(capacity);
        for (state, count) in old {
            if count.is_empty() {
                continue;
            }
            let mut at = place(hash(&state), capacity);
            while !self.places[at].1.is_empty() {
                at = (at + 1) % capacity;
            }
            self.places[at] = (state, count);
        }
    }
}

/// A table as checkpoints see it, whatever the types of its states and counts: they are cold, and
/// this way they are compiled once.
pub(super) trait AnyTable {
    fn len(&self) -> usize;

    /// The number of places.
    fn capacity(&self) -> usize;

    /// The bytes that they take.
    fn bytes(&self) -> u64;

    /// The words of the state at a place, if there is one.
    fn state(&self, at: usize) -> Option<&[u64]>;

    /// Writes the count at a place.
    fn save_count(&self, at: usize, sink: &mut Sink) -> io::Result<()>;

    /// Makes it a table of so many states, none of which is in its place.
    fn resize(&mut self, len: usize, capacity: usize);

    /// Reads the state and the count at a place.
    fn load_place(&mut self, at: usize, source: &mut Source) -> io::Result<()>;
}

impl<const N: usize, C: Count> AnyTable for Table<N, C> {
    fn len(&self) -> usize {
        self.len
    }

    fn capacity(&self) -> usize {
        self.places.len()
    }

    fn bytes(&self) -> u64 {
        self.bytes()
    }

    fn state(&self, at: usize) -> Option<&[u64]> {
        let (state, count) = &self.places[at];
        (!count.is_empty()).then_some(state)
    }

    fn save_count(&self, at: usize, sink: &mut Sink) -> io::Result<()> {
        self.places[at].1.save(sink)
    }

    fn resize(&mut self, len: usize, capacity: usize) {
        self.places = vec![([0; N], C::default()); capacity];
        self.len = len;
        self.full = room(capacity);
    }

    fn load_place(&mut self, at: usize, source: &mut Source) -> io::Result<()> {
        let (state, count) = self.places.get_mut(at).ok_or_else(damaged)?;
        load_words(state, source)?;
        *count = C::load(source)?;
        if count.is_empty() {
            return Err(damaged());
        }
        Ok(())
    }
}

/// Reads words one after the other.
pub(super) fn load_words(words: &mut [u64], source: &mut Source) -> io::Result<()> {
    for word in words {
        *word = source.number()?;
    }
    Ok(())
}

/// Writes a table to a checkpoint, with the layout of its places.
pub(super) fn save(table: &dyn AnyTable, sink: &mut Sink) -> io::Result<()> {
    sink.number(table.len() as u64)?;
    if table.len() == 0 {
        return Ok(());
    }
    sink.number((table.capacity() - capacity(table.len())) as u64)?;
    let mut gap = 0;
    for at in 0..table.capacity() {
        let Some(state) = table.state(at) else {
            gap += 1;
            continue;
        };
        sink.number(gap)?;
        for word in state {
            sink.number(*word)?;
        }
        table.save_count(at, sink)?;
        gap = 0;
    }
    Ok(())
}

/// Reads a table from a checkpoint, each state in its place.
pub(super) fn load(table: &mut dyn AnyTable, source: &mut Source) -> io::Result<()> {
    let len = source.length(2)?;
    if len == 0 {
        table.resize(0, 0);
        return Ok(());
    }
    // A full table grows before it looks whether the state is there.
    let more: usize = source.small()?;
    let places = [capacity(len), capacity(len + 1)]
        .into_iter()
        .find(|places| places - capacity(len) == more)
        .ok_or_else(damaged)?;
    table.resize(len, places);
    let mut next = 0_usize;
    for _ in 0..len {
        let at = next.checked_add(source.small()?).ok_or_else(damaged)?;
        table.load_place(at, source)?;
        next = at + 1;
    }
    Ok(())
}

/// How many states so many places hold before the table grows: three quarters.
fn room(capacity: usize) -> usize {
    capacity - capacity / 4
}

/// The places of a table that has grown to hold so many states.
fn capacity(len: usize) -> usize {
    let mut capacity = FIRST;
    while room(capacity) < len {
        capacity += if capacity < 1 << 16 {
            capacity
        } else {
            capacity / 2
        };
    }
    capacity
}
