//! In how many ways the regions of a half make up blocks of given sizes.

use std::collections::HashMap;

use super::half::{Entry, Half, sum_up};

/// The sums that were made, for one half.
pub(super) struct Totals<'a> {
    half: &'a Half,
    /// The vertices of a part.
    size: u64,
    size_bits: u32,
    /// By shape and the block of each region.
    lists: HashMap<Box<[u8]>, Box<[Entry]>>,
    key: Vec<u8>,
    /// The entries of all lists.
    entries: usize,
    /// The entries that were looked through to make lists.
    work: u64,
}

impl<'a> Totals<'a> {
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

    /// The entries of all lists that are kept.
    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    /// Keeps none of them.
    pub(super) fn clear(&mut self) {
        self.lists.clear();
        self.entries = 0;
    }

    /// The entries that were looked through to make lists, since this was last asked.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// The sizes of the blocks where the regions of a shape are shared out among them so, and in how
    /// many ways; by size. None is as large as a part.
    pub(super) fn of(&mut self, shape: usize, blocks: &[u8]) -> &[Entry] {
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

    fn sum(&self, entries: &[Entry], blocks: &[u8]) -> Box<[Entry]> {
        let mask = (1 << self.size_bits) - 1;
        let mut sums: Vec<Entry> = Vec::with_capacity(entries.len());
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
