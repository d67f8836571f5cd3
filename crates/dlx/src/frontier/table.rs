//! A hash table that maps states to values of a few words, mostly counts. Whole keys are compared.
//!
//! It uses open addressing with linear probing. A value of zero marks an empty slot, so a slot consists only of
//! the words of a state and the words of its value. The number of slots doubles up to 65,536 and then grows by
//! half at a time, so little memory is unused.
//!
//! The number of words of a value is fixed when the table is made, not when it is compiled.
//! Additions are as fast as with a compiled width, and no code is needed for each width.

use std::io;
use std::ops::Range;

use super::checkpoint::{CheckedFile, Sink, damaged};
use super::step_masks::State;
use crate::words::{add, hash};

/// The number of slots of the first allocation.
const FIRST: usize = 4;

/// The states at one step of a sweep, each with its value.
#[derive(Debug)]
pub(super) struct StateTable<const N: usize> {
    /// For each slot, the words of a state and then those of its value.
    words: Vec<u64>,
    /// The length of a value in 64-bit words.
    width: usize,
    places: usize,
    len: usize,
    /// The number of states at which the table grows.
    full: usize,
}

/// The slot at which the search for a hash begins, in a table of `places` slots.
#[inline]
pub(super) fn place(hash: u64, places: usize) -> usize {
    // The result is less than `places`, so it fits in a `usize`.
    #[expect(clippy::cast_possible_truncation, reason = "less than a usize")]
    let place = ((u128::from(hash) * places as u128) >> 64) as usize;
    place
}

/// Splits the words of a slot into the state and its value.
#[inline]
fn split<const N: usize>(place: &[u64]) -> (&State<N>, &[u64]) {
    let Some(parts) = place.split_first_chunk() else {
        unreachable!("invariant: a place has the words of a state")
    };
    parts
}

/// Whether a value is zero, which marks an empty slot.
#[inline]
fn is_zero(value: &[u64]) -> bool {
    match value {
        [word] => *word == 0,
        words => words.iter().all(|word| *word == 0),
    }
}

impl<const N: usize> StateTable<N> {
    /// An empty table for values of `width` words, which takes no memory.
    pub(super) fn new(width: usize) -> Self {
        debug_assert!(width > 0, "invariant: an empty place has a value of zero");
        Self {
            words: Vec::new(),
            width,
            places: 0,
            len: 0,
            full: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The memory that the table takes, in bytes. It depends only on the number of states.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.words[..]) as u64
    }

    /// The number of 64-bit words of a slot.
    #[inline]
    fn stride(&self) -> usize {
        N + self.width
    }

    #[inline]
    fn place(&self, at: usize) -> (&State<N>, &[u64]) {
        let first = at * self.stride();
        split(&self.words[first..first + self.stride()])
    }

    /// The states in a range of slots, with their values, in arbitrary order.
    #[inline]
    pub(super) fn within(&self, places: Range<usize>) -> impl Iterator<Item = (&State<N>, &[u64])> {
        self.words[places.start * self.stride()..places.end * self.stride()]
            .chunks_exact(self.stride())
            .map(split)
            .filter(|(_, value)| !is_zero(value))
    }

    /// The states in a range of slots, with their slots and values.
    pub(super) fn numbered(
        &self,
        places: Range<usize>,
    ) -> impl Iterator<Item = (usize, &State<N>, &[u64])> {
        let all = places.map(|at| (at, self.place(at)));
        all.filter(|(_, (_, value))| !is_zero(value))
            .map(|(at, (state, value))| (at, state, value))
    }

    #[inline]
    pub(super) fn value(&self, at: usize) -> &[u64] {
        self.place(at).1
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&State<N>, &[u64])> {
        self.within(0..self.places)
    }

    /// Whether the table contains a state, whose hash is `hash`.
    pub(super) fn contains(&self, hash: u64, state: &State<N>) -> bool {
        if self.len == 0 {
            return false;
        }
        let mut at = place(hash, self.places);
        loop {
            let (key, value) = self.place(at);
            if is_zero(value) || key == state {
                return !is_zero(value);
            }
            at = (at + 1) % self.places;
        }
    }

    /// Adds to the value of a state, whose hash is `hash`. Puts the state into the table if it is new. Returns
    /// false if the sum overflows.
    #[inline]
    #[must_use]
    pub(super) fn add(&mut self, hash: u64, state: &State<N>, value: &[u64]) -> bool {
        debug_assert!(
            !is_zero(value),
            "invariant: the value of a state does not mark an empty slot"
        );
        let (sum, is_new) = self.entry(hash, state);
        if is_new {
            sum.copy_from_slice(value);
            return true;
        }
        add(sum, value)
    }

    /// The value of a state, whose hash is `hash`, and whether the state is new. A new state is put into the table
    /// with the value `new`, which must not be zero.
    #[inline]
    pub(super) fn get_or_put(&mut self, hash: u64, state: &State<N>, new: u64) -> (u64, bool) {
        let (value, is_new) = self.entry(hash, state);
        if is_new {
            value[0] = new;
        }
        (value[0], is_new)
    }

    /// The value of a state, whose hash is `hash`, and whether the state is new. A new state is put into the table
    /// with the value zero; the caller must set it.
    #[inline]
    fn entry(&mut self, hash: u64, state: &State<N>) -> (&mut [u64], bool) {
        // Most values have one word. A separate copy of the code for these saves a tenth of the time.
        if self.width == 1 {
            self.entry_of::<1>(hash, state)
        } else {
            self.entry_of::<0>(hash, state)
        }
    }

    /// Like [`entry`](Self::entry), compiled for values of `W` words; `W` = 0 allows any number of words.
    #[inline]
    fn entry_of<const W: usize>(&mut self, hash: u64, state: &State<N>) -> (&mut [u64], bool) {
        if self.len >= self.full {
            self.grow();
        }
        let stride = if W == 0 { self.stride() } else { N + W };
        let mut first = place(hash, self.places) * stride;
        let is_new = loop {
            let (key, value) = split(&self.words[first..first + stride]);
            if is_zero(value) {
                break true;
            }
            if key == state {
                break false;
            }
            first += stride;
            if first == self.words.len() {
                first = 0;
            }
        };
        let (key, value) = self.words[first..first + stride].split_at_mut(N);
        if is_new {
            self.len += 1;
            key.copy_from_slice(state);
        }
        (value, is_new)
    }

    #[cold]
    fn grow(&mut self) {
        let places = capacity(self.len + 1);
        let mut grown = Self {
            words: vec![0; places * self.stride()],
            places,
            full: room(places),
            ..*self
        };
        for (state, value) in self.iter() {
            let mut at = place(hash(state), places);
            while !is_zero(grown.place(at).1) {
                at = (at + 1) % places;
            }
            let first = at * self.stride();
            let words = &mut grown.words[first..first + self.stride()];
            words[..N].copy_from_slice(state);
            words[N..].copy_from_slice(value);
        }
        *self = grown;
    }
}

/// A table for states of any length. Checkpoints use it: their code is cold, and is thus compiled only once.
pub(super) trait AnyTable {
    fn len(&self) -> usize;

    /// The number of slots.
    fn capacity(&self) -> usize;

    fn bytes(&self) -> u64;

    /// The words of a slot: of a state and then of its value. `None` if the slot is empty.
    fn words(&self, at: usize) -> Option<&[u64]>;

    /// Replaces the table by an empty one of `capacity` slots, into which the caller then loads `len` states.
    fn resize(&mut self, len: usize, capacity: usize);

    /// Reads a state and its value from a checkpoint into a slot.
    fn load_place(&mut self, at: usize, source: &mut CheckedFile) -> io::Result<()>;
}

impl<const N: usize> AnyTable for StateTable<N> {
    fn len(&self) -> usize {
        self.len
    }

    fn capacity(&self) -> usize {
        self.places
    }

    fn bytes(&self) -> u64 {
        self.bytes()
    }

    fn words(&self, at: usize) -> Option<&[u64]> {
        let first = at * self.stride();
        let words = &self.words[first..first + self.stride()];
        (!is_zero(&words[N..])).then_some(words)
    }

    fn resize(&mut self, len: usize, capacity: usize) {
        self.words = vec![0; capacity * self.stride()];
        self.places = capacity;
        self.len = len;
        self.full = room(capacity);
    }

    fn load_place(&mut self, at: usize, source: &mut CheckedFile) -> io::Result<()> {
        if at >= self.places {
            return Err(damaged());
        }
        let first = at * self.stride();
        let stride = self.stride();
        let words = &mut self.words[first..first + stride];
        load_words(words, source)?;
        if is_zero(&words[N..]) {
            return Err(damaged());
        }
        Ok(())
    }
}

pub(super) fn load_words(words: &mut [u64], source: &mut CheckedFile) -> io::Result<()> {
    for word in words {
        *word = source.number()?;
    }
    Ok(())
}

/// Writes a table to a checkpoint. Each state keeps its slot.
pub(super) fn save(table: &dyn AnyTable, sink: &mut Sink) -> io::Result<()> {
    sink.number(table.len() as u64)?;
    if table.len() == 0 {
        return Ok(());
    }
    sink.number((table.capacity() - capacity(table.len())) as u64)?;
    let mut gap = 0;
    for at in 0..table.capacity() {
        let Some(words) = table.words(at) else {
            gap += 1;
            continue;
        };
        sink.number(gap)?;
        for word in words {
            sink.number(*word)?;
        }
        gap = 0;
    }
    Ok(())
}

/// Reads a table from a checkpoint. Each state goes to the slot that it had.
pub(super) fn load(table: &mut dyn AnyTable, source: &mut CheckedFile) -> io::Result<()> {
    let len = source.length(2)?;
    if len == 0 {
        table.resize(0, 0);
        return Ok(());
    }
    // A full table grows before a state is looked up, even if the table has the state. So a table of `len` states
    // has one of two capacities.
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

/// The number of states at which a table of `capacity` slots grows: three quarters of the slots.
fn room(capacity: usize) -> usize {
    capacity - capacity / 4
}

/// The number of slots of a table that has grown, from empty, just enough to hold `len` states.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::container::Container;

    const KIND: Container = Container {
        magic: *b"TWtable\n",
        version: 1,
    };

    fn filled(adds: &[([u64; 2], u64)]) -> StateTable<2> {
        let mut table = StateTable::new(1);
        for (state, count) in adds {
            assert!(table.add(hash(state), state, &[*count]));
        }
        table
    }

    fn adds() -> impl Strategy<Value = Vec<([u64; 2], u64)>> {
        // Few distinct keys, so that many are added several times. Most bits of their words are zero.
        let word = || prop_oneof![0_u64..6, (0_u32..64).prop_map(|bit| 1 << bit)];
        vec(([word(), word()], 1_u64..1 << 40), 0..300)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn a_table_is_a_map_that_adds(adds in adds()) {
            let table = filled(&adds);
            let mut map = BTreeMap::new();
            for (state, count) in &adds {
                *map.entry(*state).or_insert(0) += count;
            }
            let held: BTreeMap<[u64; 2], u64> = table.iter().map(|(state, count)| (*state, count[0])).collect();
            prop_assert_eq!(table.len(), map.len());
            prop_assert_eq!(&held, &map);
            let mut table = table;
            for (state, _) in &adds {
                prop_assert_eq!(table.get_or_put(hash(state), state, 1), (map[state], false));
                let other = [state[0] ^ 1 << 63, state[1]];
                let expected = map.get(&other).copied().unwrap_or(7);
                prop_assert_eq!(table.get_or_put(hash(&other), &other, 7).0, expected);
            }
        }

        #[test]
        fn a_table_is_at_most_three_quarters_full_and_its_size_depends_on_its_states_alone(adds in adds()) {
            let table = filled(&adds);
            prop_assert!(table.len() <= room(table.places));
            let mut backwards = adds;
            backwards.reverse();
            // A full table grows before a state is looked up, even if the table has the state.
            let capacities = [capacity(table.len()), capacity(table.len() + 1)];
            prop_assert!(table.len() == 0 || capacities.contains(&table.places));
            prop_assert!(table.len() == 0 || capacities.contains(&filled(&backwards).places));
        }

        #[test]
        fn what_is_saved_is_loaded_place_by_place(adds in adds()) {
            let table = filled(&adds);
            let mut bytes = Vec::new();
            let mut sink = KIND.sink(&mut bytes, &[0; 32]).unwrap();
            save(&table, &mut sink).unwrap();
            sink.end().unwrap();
            let mut source = CheckedFile::new(Box::new(&bytes[..]), bytes.len() as u64).unwrap();
            let mut loaded = StateTable::<2>::new(1);
            load(&mut loaded, &mut source).unwrap();
            source.end().unwrap();
            prop_assert_eq!((loaded.len, loaded.full), (table.len, table.full));
            prop_assert_eq!(loaded.words, table.words);
        }
    }

    #[test]
    fn a_sum_that_has_no_room_is_reported() {
        for width in 1..5 {
            let mut table = StateTable::<1>::new(width);
            let mut one = vec![0; width];
            one[0] = 1;
            assert!(table.add(hash(&[5]), &[5], &vec![u64::MAX; width]));
            assert!(!table.add(hash(&[5]), &[5], &one));
        }
    }

    #[test]
    fn sums_carry_from_word_to_word() {
        let mut table = StateTable::<1>::new(3);
        let most = u64::MAX;
        // A slot is empty only if all words of its value are zero.
        for value in [[0, 1, 0], [most, most, 0], [1, 0, 0]] {
            assert!(table.add(hash(&[7]), &[7], &value));
        }
        let sums: Vec<_> = table.iter().collect();
        assert_eq!(sums, [(&[7], &[0, 1, 1][..])]);
    }

    #[test]
    fn places_keep_the_order_of_hashes() {
        for places in [1, 4, 6, 1 << 16] {
            assert_eq!(place(0, places), 0);
            assert_eq!(place(u64::MAX, places), places - 1);
        }
    }
}
