//! Sums up the sizes of the regions of a half by blocks.

use std::collections::HashMap;

use super::half::{Half, SizeCount, sum_up};

/// The cached lists of block sizes of one half.
pub(super) struct BlockTotals<'a> {
    half: &'a Half,
    /// The size of a part.
    size: u64,
    size_bits: u32,
    /// The lists by the shape and the block of each region.
    lists: HashMap<Box<[u8]>, Box<[SizeCount]>>,
    key: Vec<u8>,
    /// The number of entries of all lists.
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

    /// The number of entries of all cached lists.
    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    /// Drops the cached lists.
    pub(super) fn clear(&mut self) {
        self.lists.clear();
        self.entries = 0;
    }

    /// The number of entries read to make lists since the last call.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// The sizes of the blocks when the regions of a shape are assigned to these blocks, with counts, sorted by
    /// sizes. All are smaller than a part.
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
