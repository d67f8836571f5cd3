//! Which regions of two halves become one.

use crate::regions::cut::MOST_PLACES;

const REGIONS: usize = 2 * MOST_PLACES;

/// A set of the regions of both halves: those of the front, then those of the back.
pub(super) type Set = u32;

/// The regions of the front and of the back, and the blocks of those that become one.
#[derive(Clone, Copy)]
pub(super) struct Blocks {
    /// Of each region its block: the number of one of its regions.
    block: [u8; REGIONS],
    /// Of each block its regions.
    members: [Set; REGIONS],
    /// Of each block regions that must not be of it.
    apart: [Set; REGIONS],
}

impl Blocks {
    /// No region is known.
    pub(super) const NONE: Self = Self {
        block: [0; REGIONS],
        members: [0; REGIONS],
        apart: [0; REGIONS],
    };

    /// Adds a region, a block of its own.
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

    /// Whether a region is a block by itself.
    pub(super) fn is_alone(&self, region: u8) -> bool {
        self.members[usize::from(self.block(region))].is_power_of_two()
    }

    /// Tells the blocks of two regions apart.
    pub(super) fn part(&mut self, a: u8, b: u8) {
        let (a, b) = (usize::from(self.block(a)), usize::from(self.block(b)));
        self.apart[a] |= self.members[b];
        self.apart[b] |= self.members[a];
    }

    /// Makes one block of those of two regions.
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
