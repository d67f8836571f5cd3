//! Shapes: the part of a state that says which open vertices lie in the same region, without the sizes of the
//! regions.

use super::super::single::CLOSED;
use super::super::step::PLACES;

/// The number of bits for the region of one open vertex.
const LABEL_BITS: usize = 4;

/// The shape of a state: in which region each open vertex lies, and which regions must not merge. The position of
/// an open vertex among all open ones is its *place*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct StateShape {
    /// For each place, the number of its region, packed; 0 if the region is closed. Regions are numbered from 1,
    /// in the order in which they first occur.
    pub(in super::super) labels: u64,
    /// A bit for each pair of places that is recorded: whether they lie in two regions that must not merge.
    pub(in super::super) apart: u64,
}

impl StateShape {
    /// The region of each of `places` places, and the number of regions.
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

    /// A measure of how late the regions change from one place to the next: the sum of the indices of all places
    /// that lie in an open region other than that of the place before.
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

    /// The number of open regions, if the shape has `places` places.
    #[cfg(feature = "frontier")]
    pub(super) fn regions(self, places: usize) -> usize {
        self.read(places).1
    }

    /// Whether this is a possible shape with `places` places in which the pairs `asked` are recorded.
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

/// For each open vertex, the number of its region, from 1; 0 if the region is closed.
pub(super) type RegionLabels = [u8; PLACES];

/// New numbers for regions, in the order in which they first occur.
pub(super) struct Numbering {
    /// For each open vertex, the new number of its region, packed.
    pub(super) labels: u64,
    /// For each new number, from 1 at index 0, the region that gets it.
    order: RegionLabels,
    count: usize,
}

impl Numbering {
    /// Numbers the regions of the open vertices in order of first occurrence. The old numbers are below 16; closed
    /// regions, with the number 0, keep it.
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
