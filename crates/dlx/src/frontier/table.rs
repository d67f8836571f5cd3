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
        debug_assert!(
            !count.is_empty(),
            "invariant: what stands for a state does not mark an empty place"
        );
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

    /// Makes it a table of `len` states, none of which is in its place.
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

/// How many states `capacity` places hold before the table grows: three quarters.
fn room(capacity: usize) -> usize {
    capacity - capacity / 4
}

/// The places of a table that has grown to hold `len` states.
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

    fn filled(adds: &[([u64; 2], u64)]) -> Table<2, u64> {
        let mut table = Table::default();
        for (state, count) in adds {
            assert!(table.add(hash(state), state, count));
        }
        table
    }

    fn adds() -> impl Strategy<Value = Vec<([u64; 2], u64)>> {
        // Few keys, so that many are added to, in words of which most bits are zero.
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
            let held: BTreeMap<[u64; 2], u64> = table.iter().map(|(state, count)| (*state, *count)).collect();
            prop_assert_eq!(table.len(), map.len());
            prop_assert_eq!(&held, &map);
            for (state, _) in &adds {
                prop_assert_eq!(table.get(hash(state), state), map.get(state));
                let other = [state[0] ^ 1 << 63, state[1]];
                prop_assert_eq!(table.get(hash(&other), &other), map.get(&other));
            }
        }

        #[test]
        fn a_table_is_at_most_three_quarters_full_and_its_size_depends_on_its_states_alone(adds in adds()) {
            let table = filled(&adds);
            prop_assert!(table.len() <= room(table.places().len()));
            let mut backwards = adds;
            backwards.reverse();
            // A table may grow just before it is seen that a state is there.
            let capacities = [capacity(table.len()), capacity(table.len() + 1)];
            prop_assert!(table.len() == 0 || capacities.contains(&table.places().len()));
            prop_assert!(table.len() == 0 || capacities.contains(&filled(&backwards).places().len()));
        }

        #[test]
        fn what_is_saved_is_loaded_place_by_place(adds in adds()) {
            let table = filled(&adds);
            let mut bytes = Vec::new();
            let mut sink = KIND.sink(&mut bytes, &[0; 32]).unwrap();
            save(&table, &mut sink).unwrap();
            sink.end().unwrap();
            let mut source = Source::new(Box::new(&bytes[..]), bytes.len() as u64).unwrap();
            let mut loaded = Table::<2, u64>::default();
            load(&mut loaded, &mut source).unwrap();
            source.end().unwrap();
            prop_assert_eq!((loaded.len, loaded.full), (table.len, table.full));
            prop_assert_eq!(loaded.places, table.places);
        }
    }

    #[test]
    fn a_sum_that_has_no_room_is_told() {
        let mut table = Table::<1, u64>::default();
        let state = [5];
        assert!(table.add(hash(&state), &state, &u64::MAX));
        assert!(!table.add(hash(&state), &state, &1));
    }

    #[test]
    fn places_keep_the_order_of_hashes() {
        for places in [1, 4, 6, 1 << 16] {
            assert_eq!(place(0, places), 0);
            assert_eq!(place(u64::MAX, places), places - 1);
        }
    }
}
