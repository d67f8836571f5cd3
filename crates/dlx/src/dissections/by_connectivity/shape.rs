//! Shapes: the part of a state that says which open vertices lie in one region, without the sizes.

use super::super::single::CLOSED;
use super::super::step::PLACES;

/// The number of bits of a place's label.
const LABEL_BITS: usize = 4;

/// The shape of a state: which open vertices (places) lie in which region, and which regions were
/// separated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct StateShape {
    /// By place, the number of its region; 0 if the region is closed. Regions are numbered from 1,
    /// in the order in which they first occur.
    pub(in super::super) labels: u64,
    /// By recorded pair of places, whether they lie in two regions that were separated.
    pub(in super::super) apart: u64,
}

impl StateShape {
    /// The labels of `places` places, and the number of regions.
    pub(super) fn read(self, places: usize) -> (RegionLabels, usize) {
        let mut labels = [0; PLACES];
        let mut left = self.labels;
        let mut count = 0;
        for label in &mut labels[..places] {
            *label = (left & 0xf) as u8;
            count = count.max(*label);
            left >>= LABEL_BITS;
        }
        (labels, count.into())
    }

    /// A measure of how late region changes occur: the sum of the places whose predecessor lies in another region.
    pub(super) fn lateness(self, places: usize) -> usize {
        let (mut before, mut left) = (self.labels & 0xf, self.labels >> LABEL_BITS);
        let mut lateness = 0;
        for place in 1..places {
            let label = left & 0xf;
            lateness += if label > 0 && label != before {
                place
            } else {
                0
            };
            (before, left) = (label, left >> LABEL_BITS);
        }
        lateness
    }

    /// The number of regions among `places` places.
    #[cfg(feature = "frontier")]
    pub(super) fn regions(self, places: usize) -> usize {
        self.read(places).1
    }

    /// Whether this is a shape of `places` places, with these recorded pairs.
    #[cfg(feature = "frontier")]
    pub(super) fn is_valid(self, places: usize, asked: &[(u8, u8)]) -> bool {
        let (labels, _) = self.read(places);
        let numbered = Numbering::new(&labels[..places]);
        let may_be_apart = |&(a, b): &(u8, u8)| {
            let (a, b) = (labels[usize::from(a)], labels[usize::from(b)]);
            a != b && a > 0 && b > 0
        };
        let bits = asked
            .iter()
            .enumerate()
            .map(|(bit, pair)| u64::from(may_be_apart(pair)) << bit);
        numbered.labels == self.labels && self.apart & !bits.fold(0, |all, bit| all | bit) == 0
    }
}

/// By place, the number of its region, from 1; 0 if the region is closed.
pub(super) type RegionLabels = [u8; PLACES];

/// Regions, numbered in order of first occurrence.
pub(super) struct Numbering {
    /// The numbers by place, packed.
    pub(super) labels: u64,
    /// `order[n]` is the region that gets the number n + 1.
    order: RegionLabels,
    count: usize,
}

impl Numbering {
    /// Numbers the regions (below 16), except closed ones.
    pub(super) fn new(regions: &[u8]) -> Self {
        Self::along(regions.iter().copied())
    }

    #[inline]
    pub(super) fn along(regions: impl Iterator<Item = u8>) -> Self {
        let mut numbers = [0_u8; PLACES];
        let mut numbered = Self {
            labels: 0,
            order: [0; PLACES],
            count: 0,
        };
        for (place, region) in regions.enumerate() {
            let at = usize::from(region) & (PLACES - 1);
            if at == CLOSED {
                continue;
            }
            if numbers[at] == 0 {
                numbered.order[numbered.count & (PLACES - 1)] = region;
                numbered.count += 1;
                #[expect(clippy::cast_possible_truncation, reason = "there are less than 16")]
                let number = numbered.count as u8;
                numbers[at] = number;
            }
            numbered.labels |= u64::from(numbers[at]) << (place * LABEL_BITS);
        }
        numbered
    }

    pub(super) fn order(&self) -> &[u8] {
        &self.order[..self.count]
    }
}
