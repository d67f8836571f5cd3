//! Records which regions of two halves merge during a join.

use crate::dissections::cut::MOST_PLACES;

const REGIONS: usize = 2 * MOST_PLACES;

/// A bit set of regions of both halves: first those of the front, then those of the back.
pub(super) type HalfRegionSet = u32;

/// The regions of both halves chosen so far in a join. Regions that merge form a block.
#[derive(Clone, Copy)]
pub(super) struct MergedBlocks {
    /// For each region, its block, represented by the index of one region of the block.
    block: [u8; REGIONS],
    /// For each block, the set of its regions.
    members: [HalfRegionSet; REGIONS],
    /// For each block, the regions that must not merge with it.
    apart: [HalfRegionSet; REGIONS],
}

impl MergedBlocks {
    pub(super) const NONE: Self = Self {
        block: [0; REGIONS],
        members: [0; REGIONS],
        apart: [0; REGIONS],
    };

    /// Adds a region, as a block by itself.
    pub(super) fn add(&mut self, region: u8) {
        self.block[usize::from(region)] = region;
        self.members[usize::from(region)] = 1 << region;
        self.apart[usize::from(region)] = 0;
    }

    pub(super) fn block(&self, region: u8) -> u8 {
        self.block[usize::from(region)]
    }

    pub(super) fn are_one(&self, a: u8, b: u8) -> bool {
        self.block(a) == self.block(b)
    }

    pub(super) fn are_apart(&self, a: u8, b: u8) -> bool {
        let (a, b) = (self.block(a), self.block(b));
        self.apart[usize::from(a)] & self.members[usize::from(b)] != 0
    }

    /// Whether a region is the only one of its block.
    pub(super) fn is_alone(&self, region: u8) -> bool {
        self.members[usize::from(self.block(region))].is_power_of_two()
    }

    /// Records that the blocks of two regions must not merge.
    pub(super) fn part(&mut self, a: u8, b: u8) {
        let (a, b) = (usize::from(self.block(a)), usize::from(self.block(b)));
        self.apart[a] |= self.members[b];
        self.apart[b] |= self.members[a];
    }

    /// Merges the blocks of two regions.
    pub(super) fn join(&mut self, a: u8, b: u8) {
        let (a, b) = (self.block(a), usize::from(self.block(b)));
        let mut left = self.members[b];
        while left != 0 {
            self.block[left.trailing_zeros() as usize] = a;
            left &= left - 1;
        }
        self.members[usize::from(a)] |= self.members[b];
        self.apart[usize::from(a)] |= self.apart[b];
    }
}
