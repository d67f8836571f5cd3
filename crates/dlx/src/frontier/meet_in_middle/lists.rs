//! Collects the list of a node: the sets of items that its paths use, with their counts.

use rustc_hash::FxHashMap;

use super::entry::SetEntry;
use super::item_masks::MOST_DENSE;
use super::join::{Factor, Sum};
use super::packed::List;
use super::set_tally::SetTally;
use crate::frontier::count::StateCount;

/// The allocator's approximate overhead for a list, in bytes.
const LIST: u64 = 24;

/// The memory in bytes that a list takes, including the allocator's overhead.
pub(super) fn bytes<C: StateCount>(list: &List<C>) -> u64 {
    LIST + list.bytes()
}

enum SetCounts<C> {
    DenseCounts(DenseCounts<C>),
    Sparse(FxHashMap<u32, C>),
}

/// A count for every possible set, and bitmaps of the sets whose count is not zero.
struct DenseCounts<C> {
    counts: Vec<C>,
    /// A bit for each set: whether its count is not zero.
    words: Vec<u64>,
    /// A bit for each word of `words`: whether it is not zero.
    tops: Vec<u64>,
}

impl<C: StateCount> DenseCounts<C> {
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

    /// The count of a set; `None` if it is zero. Tests the bit first: most counts are zero, and are not read.
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
                    // The index is below 2^20, so it fits in 32 bits.
                    found(u32::try_from(at).unwrap_or(u32::MAX), count);
                }
            }
        }
    }
}

/// Accumulates the counts of the sets of a node.
pub(super) struct ListScratch<C> {
    counts: SetCounts<C>,
    /// The vector that [`take`](Self::take) fills and returns. It is kept empty between lists, to reuse its
    /// allocation.
    entries: Vec<SetEntry<C>>,
    /// For each set of items, the number of whole paths that use exactly these items; `None` if paths are not
    /// tallied.
    pub(super) tally: Option<SetTally>,
}

impl<C: StateCount> ListScratch<C> {
    pub(super) fn new(items: u32, tallies: bool) -> Self {
        let counts = if items as usize <= MOST_DENSE {
            SetCounts::DenseCounts(DenseCounts::new(items))
        } else {
            SetCounts::Sparse(FxHashMap::default())
        };
        Self {
            counts,
            entries: Vec::new(),
            tally: tallies.then(|| SetTally::new(items)),
        }
    }

    /// Adds `count` to the count of a set; returns false if that overflows.
    pub(super) fn add(&mut self, set: u32, count: &C) -> bool {
        match &mut self.counts {
            SetCounts::DenseCounts(dense) => dense.add(set, count),
            SetCounts::Sparse(sparse) => sparse.entry(set).or_default().add(count),
        }
    }

    /// Adds a list whose paths continue by an option that uses the items `uses`. Returns false if a count
    /// overflows.
    pub(super) fn add_list(&mut self, list: &List<C>, uses: u32) -> bool {
        let mut has_room = true;
        match &mut self.counts {
            SetCounts::DenseCounts(dense) => list.each(|set, count| {
                if set & uses == 0 {
                    has_room &= dense.add(set | uses, count);
                }
            }),
            SetCounts::Sparse(sparse) => list.each(|set, count| {
                if set & uses == 0 {
                    has_room &= sparse.entry(set | uses).or_default().add(count);
                }
            }),
        }
        has_room
    }

    /// Stores the sets of a list. The scratch must be empty.
    pub(super) fn put(&mut self, list: &[SetEntry<C>]) {
        match &mut self.counts {
            SetCounts::DenseCounts(dense) => {
                for SetEntry { set, count } in list {
                    dense.put(*set, count);
                }
            }
            SetCounts::Sparse(sparse) => {
                sparse.extend(list.iter().map(|entry| (entry.set, entry.count.clone())));
            }
        }
    }

    pub(super) fn clear(&mut self, list: &[SetEntry<C>]) {
        match &mut self.counts {
            SetCounts::DenseCounts(dense) => {
                for entry in list {
                    dense.clear(entry.set);
                }
            }
            SetCounts::Sparse(sparse) => sparse.clear(),
        }
    }

    /// For each set of `list`, looks for the stored set that completes it to `all`, and adds the product of both
    /// counts to `sum`. The paths of `list` first continue by an option that uses the items `uses`. Most sets have
    /// no completion.
    pub(super) fn complete(&self, all: u32, uses: u32, list: &List<C>, sum: &mut Sum)
    where
        C: Factor,
    {
        let left = all & !uses;
        match &self.counts {
            SetCounts::DenseCounts(dense) => list.each(|set, count| {
                if let Some(rest) = dense.get(left & !set)
                    && set & uses == 0
                {
                    count.multiply(rest, sum);
                }
            }),
            SetCounts::Sparse(sparse) => list.each(|set, count| {
                if set & uses == 0
                    && let Some(rest) = sparse.get(&(left & !set))
                {
                    count.multiply(rest, sum);
                }
            }),
        }
    }

    /// Empties the scratch. Returns the sets that contain the items `need`, with their counts, in increasing
    /// order. [Give the vector back](Self::give_back) after use.
    pub(super) fn take(&mut self, need: u32) -> Vec<SetEntry<C>> {
        let entries = &mut self.entries;
        let mut keep = |set: u32, count| {
            if set & need == need {
                entries.push(SetEntry { set, count });
            }
        };
        match &mut self.counts {
            SetCounts::DenseCounts(dense) => dense.take(&mut keep),
            SetCounts::Sparse(sparse) => {
                for (set, count) in sparse.drain() {
                    keep(set, count);
                }
                entries.sort_unstable_by_key(|entry| entry.set);
            }
        }
        std::mem::take(&mut self.entries)
    }

    /// Takes back the vector that [`take`](Self::take) returned, to reuse its allocation.
    pub(super) fn give_back(&mut self, mut entries: Vec<SetEntry<C>>) {
        entries.clear();
        self.entries = entries;
    }
}
