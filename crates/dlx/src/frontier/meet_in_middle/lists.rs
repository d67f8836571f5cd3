//! The sets of items at a node with their counts, and how they are gathered.

use rustc_hash::FxHashMap;

use super::entry::Entry;
use super::item_masks::MOST_DENSE;
use super::join::{Factor, Sum};
use super::packed::List;
use super::set_tally::SetTally;
use crate::frontier::count::Count;

/// What the allocator adds to a list.
const LIST: u64 = 24;

/// The bytes that a list takes.
pub(super) fn bytes<C: Count>(list: &List<C>) -> u64 {
    LIST + list.bytes()
}

/// The counts of sets.
enum Counts<C> {
    Dense(Dense<C>),
    Sparse(FxHashMap<u32, C>),
}

/// A count for every set, and which of them are not zero.
struct Dense<C> {
    counts: Vec<C>,
    /// A bit for each count.
    words: Vec<u64>,
    /// A bit for each word.
    tops: Vec<u64>,
}

impl<C: Count> Dense<C> {
    fn new(items: u32) -> Self {
        let sets = 1_usize << items;
        Self {
            counts: vec![C::default(); sets],
            words: vec![0; sets.div_ceil(64)],
            tops: vec![0; sets.div_ceil(64 * 64)],
        }
    }

    #[inline]
    fn add(&mut self, set: u32, count: &C) -> bool {
        let at = set as usize;
        let word = &mut self.words[at >> 6];
        if *word == 0 {
            self.tops[at >> 12] |= 1 << (at >> 6 & 63);
        }
        *word |= 1 << (at & 63);
        self.counts[at].add(count)
    }

    fn put(&mut self, set: u32, count: &C) {
        let at = set as usize;
        self.words[at >> 6] |= 1 << (at & 63);
        self.counts[at].clone_from(count);
    }

    fn clear(&mut self, set: u32) {
        let at = set as usize;
        self.words[at >> 6] = 0;
        self.counts[at] = C::default();
    }

    /// The count of a set, unless a bit says that there is none, as of most.
    #[inline]
    fn get(&self, set: u32) -> Option<&C> {
        let at = set as usize;
        (self.words[at >> 6] >> (at & 63) & 1 == 1).then(|| &self.counts[at])
    }

    fn take(&mut self, found: &mut impl FnMut(u32, C)) {
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
                    found(u32::try_from(at).unwrap_or(u32::MAX), count);
                }
            }
        }
    }
}

/// Where the counts of a node's sets are added up.
pub(super) struct Scratch<C> {
    counts: Counts<C>,
    /// Room to make a list in.
    entries: Vec<Entry<C>>,
    /// By set, the ways that use just these items, if they are told apart.
    pub(super) tally: Option<SetTally>,
}

impl<C: Count> Scratch<C> {
    pub(super) fn new(items: u32, tallies: bool) -> Self {
        let counts = if items as usize <= MOST_DENSE {
            Counts::Dense(Dense::new(items))
        } else {
            Counts::Sparse(FxHashMap::default())
        };
        Self {
            counts,
            entries: Vec::new(),
            tally: tallies.then(|| SetTally::new(items)),
        }
    }

    /// Adds to the count of a set; false if it has no room.
    pub(super) fn add(&mut self, set: u32, count: &C) -> bool {
        match &mut self.counts {
            Counts::Dense(dense) => dense.add(set, count),
            Counts::Sparse(sparse) => sparse.entry(set).or_default().add(count),
        }
    }

    /// Adds a list whose ways go on by an option; false if a count has no room.
    pub(super) fn add_list(&mut self, list: &List<C>, uses: u32) -> bool {
        let mut has_room = true;
        match &mut self.counts {
            Counts::Dense(dense) => list.each(|set, count| {
                if set & uses == 0 {
                    has_room &= dense.add(set | uses, count);
                }
            }),
            Counts::Sparse(sparse) => list.each(|set, count| {
                if set & uses == 0 {
                    has_room &= sparse.entry(set | uses).or_default().add(count);
                }
            }),
        }
        has_room
    }

    /// Puts the sets of a list where nothing is.
    pub(super) fn put(&mut self, list: &[Entry<C>]) {
        match &mut self.counts {
            Counts::Dense(dense) => {
                for Entry { set, count } in list {
                    dense.put(*set, count);
                }
            }
            Counts::Sparse(sparse) => {
                sparse.extend(list.iter().map(|entry| (entry.set, entry.count.clone())));
            }
        }
    }

    /// Takes out what was put in.
    pub(super) fn clear(&mut self, list: &[Entry<C>]) {
        match &mut self.counts {
            Counts::Dense(dense) => {
                for entry in list {
                    dense.clear(entry.set);
                }
            }
            Counts::Sparse(sparse) => sparse.clear(),
        }
    }

    /// Adds the products of the counts of a list, whose ways go on by an option, with those of the sets that
    /// complete them to `all`. Most have none.
    pub(super) fn complete(&self, all: u32, uses: u32, list: &List<C>, sum: &mut Sum)
    where
        C: Factor,
    {
        let left = all & !uses;
        match &self.counts {
            Counts::Dense(dense) => list.each(|set, count| {
                if let Some(rest) = dense.get(left & !set)
                    && set & uses == 0
                {
                    count.multiply(rest, sum);
                }
            }),
            Counts::Sparse(sparse) => list.each(|set, count| {
                if set & uses == 0
                    && let Some(rest) = sparse.get(&(left & !set))
                {
                    count.multiply(rest, sum);
                }
            }),
        }
    }

    /// Takes all counts out: those of the sets that hold all of `need`, upwards, in a vector that is to be
    /// given [back](Self::give_back).
    pub(super) fn take(&mut self, need: u32) -> Vec<Entry<C>> {
        let entries = &mut self.entries;
        let mut keep = |set: u32, count| {
            if set & need == need {
                entries.push(Entry { set, count });
            }
        };
        match &mut self.counts {
            Counts::Dense(dense) => dense.take(&mut keep),
            Counts::Sparse(sparse) => {
                for (set, count) in sparse.drain() {
                    keep(set, count);
                }
                entries.sort_unstable_by_key(|entry| entry.set);
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
