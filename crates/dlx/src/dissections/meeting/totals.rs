//! Sums up the sizes of the regions in each block, for all states of a shape.

use std::collections::HashMap;

use super::half::{Half, SizeCount, sum_up};

/// Cached lists for one half: one for each shape and each way in which its regions form blocks. A list holds the
/// block sizes and the counts of the states of the shape.
pub(super) struct BlockTotals<'a> {
    half: &'a Half,
    /// The number of vertices of a part.
    size: u64,
    size_bits: u32,
    /// The lists. A key is the index of a shape and the block of each of its regions.
    lists: HashMap<Box<[u8]>, Box<[SizeCount]>>,
    key: Vec<u8>,
    /// The number of entries of all cached lists.
    entries: usize,
    /// The number of entries read to make lists.
    work: u64,
}

impl<'a> BlockTotals<'a> {
    pub(super) fn new(half: &'a Half, size: u32, size_bits: u32) -> Self {
        Self {
            half,
            size: size.into(),
            size_bits,
            lists: HashMap::new(),
            key: Vec::new(),
            entries: 0,
            work: 0,
        }
    }

    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    pub(super) fn clear(&mut self) {
        self.lists.clear();
        self.entries = 0;
    }

    /// The number of entries read to make lists since the last call of this function.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// For the states of a shape whose regions belong to the given blocks: the packed sizes of the blocks and the
    /// counts, sorted by sizes. Only states in which every block is smaller than a part are listed.
    pub(super) fn of(&mut self, shape: usize, blocks: &[u8]) -> &[SizeCount] {
        let entries = &self.half.shapes[shape].entries;
        if blocks
            .iter()
            .zip(0..)
            .all(|(block, region)| *block == region)
        {
            return entries;
        }
        self.key.clear();
        self.key.extend(shape.to_le_bytes());
        self.key.extend(blocks);
        if !self.lists.contains_key(&self.key[..]) {
            self.work += entries.len() as u64;
            let list = self.sum(entries, blocks);
            self.entries += list.len();
            self.lists.insert(self.key.as_slice().into(), list);
        }
        &self.lists[&self.key[..]]
    }

    fn sum(&self, entries: &[SizeCount], blocks: &[u8]) -> Box<[SizeCount]> {
        let mask = (1 << self.size_bits) - 1;
        let mut sums: Vec<SizeCount> = Vec::with_capacity(entries.len());
        for &(sizes, count) in entries {
            let mut left = sizes;
            let mut totals = 0;
            let fits = blocks.iter().all(|&block| {
                let at = u32::from(block) * self.size_bits;
                let total = (totals >> at & mask) + (left & mask);
                left >>= self.size_bits;
                totals = totals & !(mask << at) | (total & mask) << at;
                total < self.size
            });
            if fits {
                sums.push((totals, count));
            }
        }
        sum_up(&mut sums);
        sums.into()
    }
}
