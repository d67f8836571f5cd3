//! The sets of items at a node with their counts, and how they are gathered.

use super::join::{Factor, Sum};
use super::packed::List;
use super::set_tally::SetTally;
use crate::frontier::count::Count;

/// A set of items and the number of ways that use just these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry<C> {
    pub(super) set: u32,
    pub(super) count: C,
}

impl<C: Count> Entry<C> {
    /// The empty set, in one way.
    pub(super) fn one() -> Self {
        Self {
            set: 0,
            count: C::one(),
        }
    }
}

/// What the allocator adds to a list.
const LIST: u64 = 24;

/// The bytes that a list takes.
pub(super) fn bytes<C: Count>(list: &List<C>) -> u64 {
    LIST + list.bytes()
}

/// A count for every set, and which of them are not zero.
pub(super) struct Scratch<C> {
    counts: Vec<C>,
    /// A bit for each count.
    words: Vec<u64>,
    /// A bit for each word.
    tops: Vec<u64>,
    /// Room to make a list in.
    entries: Vec<Entry<C>>,
    /// By set, the ways that use just these items, if they are told apart.
    pub(super) tally: Option<SetTally>,
}

impl<C: Count> Scratch<C> {
    pub(super) fn new(items: u32, tallies: bool) -> Self {
        let sets = 1_usize << items;
        Self {
            counts: vec![C::default(); sets],
            words: vec![0; sets.div_ceil(64)],
            tops: vec![0; sets.div_ceil(64 * 64)],
            entries: Vec::new(),
            tally: tallies.then(|| SetTally::new(items)),
        }
    }

    /// Adds to the count of a set; false if it has no room.
    #[inline]
    pub(super) fn add(&mut self, set: u32, count: &C) -> bool {
        let at = set as usize;
        let word = &mut self.words[at >> 6];
        if *word == 0 {
            self.tops[at >> 12] |= 1 << (at >> 6 & 63);
        }
        *word |= 1 << (at & 63);
        self.counts[at].add(count)
    }

    /// Adds a list whose ways go on by an option; false if a count has no room.
    pub(super) fn add_list(&mut self, list: &List<C>, uses: u32) -> bool {
        let mut has_room = true;
        list.each(|set, count| {
            if set & uses == 0 {
                has_room &= self.add(set | uses, count);
            }
        });
        has_room
    }

    /// Puts the sets of a list where nothing is.
    pub(super) fn put(&mut self, list: &[Entry<C>]) {
        for Entry { set, count } in list {
            let at = *set as usize;
            self.words[at >> 6] |= 1 << (at & 63);
            self.counts[at].clone_from(count);
        }
    }

    /// Takes out what was put in.
    pub(super) fn clear(&mut self, list: &[Entry<C>]) {
        for Entry { set, .. } in list {
            let at = *set as usize;
            self.words[at >> 6] = 0;
            self.counts[at] = C::default();
        }
    }

    /// Adds the products of the counts of a list, whose ways go on by an option, with those of the sets that
    /// complete them to `all`. Most have none, which a bit says.
    pub(super) fn complete(&self, all: u32, uses: u32, list: &List<C>, sum: &mut Sum)
    where
        C: Factor,
    {
        let left = all & !uses;
        list.each(|set, count| {
            let rest = (left & !set) as usize;
            if self.words[rest >> 6] >> (rest & 63) & 1 == 1 && set & uses == 0 {
                count.multiply(&self.counts[rest], sum);
            }
        });
    }

    /// Takes all counts out: those of the sets that hold all of `need`, upwards, in a vector that is to be
    /// given [back](Self::give_back).
    pub(super) fn take(&mut self, need: u32) -> Vec<Entry<C>> {
        for (top, tops) in self.tops.iter_mut().enumerate() {
            while *tops != 0 {
                let word = top << 6 | tops.trailing_zeros() as usize;
                *tops &= *tops - 1;
                let mut bits = std::mem::take(&mut self.words[word]);
                while bits != 0 {
                    let at = word << 6 | bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let count = std::mem::take(&mut self.counts[at]);
                    // Less than 2^20.
                    let set = u32::try_from(at).unwrap_or(u32::MAX);
                    if set & need == need {
                        self.entries.push(Entry { set, count });
                    }
                }
            }
        }
        std::mem::take(&mut self.entries)
    }

    /// Takes a vector back, to use its room again.
    pub(super) fn give_back(&mut self, mut entries: Vec<Entry<C>>) {
        entries.clear();
        self.entries = entries;
    }
}
