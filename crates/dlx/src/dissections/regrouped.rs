//! The regions after a choice in a step.

use super::packing::{BitWriter, bits_for};
use super::step::{FAR, MOST_OPEN, OpenVertices, VertexStep};

/// A value for each possible region or place.
pub(super) type Each<T> = [T; MOST_OPEN];

/// A set of regions or places.
pub(super) type Set = u64;

/// The regions after a choice in a step.
pub(super) struct Regrouped {
    /// The size of each merged region. A merged region is indexed by the first of its members.
    pub(super) totals: Each<u32>,
    /// The members of each merged region, and the regions that they were separated from. Indexed as `totals`.
    pub(super) members: Each<Set>,
    pub(super) apart: Each<Set>,
    /// The new number of each merged region, from 1; 0 if it is closed or has no open vertex. Indexed as `totals`.
    pub(super) numbers: Each<u8>,
    /// The number of open regions.
    pub(super) count: usize,
    /// The size of each region by its new number, counted from 0 as in all following fields.
    pub(super) sizes: Each<u32>,
    /// By number, the first member of the region.
    pub(super) wholes: Each<u8>,
    /// For each vertex that stays open, the number of its region from 1; 0 if the region is closed.
    pub(super) labels: Each<u8>,
    /// By number, the regions with which it may still merge.
    pub(super) may_meet: Each<Set>,
}

impl Regrouped {
    pub(super) fn new() -> Self {
        Self {
            totals: [0; MOST_OPEN],
            members: [0; MOST_OPEN],
            apart: [0; MOST_OPEN],
            numbers: [0; MOST_OPEN],
            count: 0,
            sizes: [0; MOST_OPEN],
            wholes: [0; MOST_OPEN],
            labels: [0; MOST_OPEN],
            may_meet: [0; MOST_OPEN],
        }
    }

    /// Packs the state with its places rearranged: `moves` gives the original of each place. The first argument holds
    /// the number of places, the size of a part, and the bits of a size.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are at most 64 regions"
    )]
    pub(super) fn pack(
        &self,
        (places, size, size_bits): (usize, u32, u32),
        frontier: &OpenVertices,
        moves: impl Fn(usize) -> usize,
        key: &mut [u64],
    ) {
        let mut writer = BitWriter::new(key);
        let label_bits = bits_for(places);
        // The new numbers of the regions, from 1; and by new number, from 0, the regions and their sizes.
        let mut numbers = [0_u8; MOST_OPEN];
        let mut labels = [u8::MAX; MOST_OPEN];
        let mut regions = [0_u8; MOST_OPEN];
        let mut sizes = [0; MOST_OPEN];
        let mut count = 0;
        for (place, label_after) in labels[..places].iter_mut().enumerate() {
            let label = self.labels[moves(place)];
            let mut number = 0;
            if let Some(region) = label.checked_sub(1) {
                let known = &mut numbers[usize::from(region)];
                if *known == 0 {
                    regions[count] = region;
                    sizes[count] = self.sizes[usize::from(region)];
                    count += 1;
                    *known = count as u8;
                }
                number = *known;
            }
            *label_after = number.wrapping_sub(1);
            writer.write(number.into(), label_bits);
        }
        let sizes = &sizes[..count];
        for &size in sizes {
            writer.write(size.into(), size_bits);
        }
        frontier.ask(&labels[..places], sizes, size, |a, b| {
            let (a, b) = (regions[usize::from(a)], regions[usize::from(b)]);
            writer.write(self.is_apart(frontier, a, b).into(), 1);
        });
        writer.end();
    }

    /// Whether two regions were separated and this must be remembered.
    fn is_apart(&self, frontier: &OpenVertices, a: u8, b: u8) -> bool {
        let (a, b) = (usize::from(a), usize::from(b));
        let [first, second] = [a, b].map(|region| usize::from(self.wholes[region]));
        // The separation of regions that cannot meet need not be remembered.
        let may_meet = || frontier.asked.is_some() || self.may_meet[a] >> b & 1 == 1;
        self.apart[first] & self.members[second] != 0 && may_meet()
    }

    /// Finds which pairs of regions may still merge, by their sizes and the vertices between them, including regions
    /// on the path.
    pub(super) fn find_meetings(&mut self, step: &VertexStep, size: u32) {
        let sizes = &self.sizes[..self.count];
        self.may_meet[..self.count].fill(0);
        let [least, second, third] = three_least(sizes);
        if least + second >= size {
            return;
        }
        let places = step.staying.len();
        let is_direct = least + second + third + 2 > size;
        let mut paths = if is_direct {
            Vec::new()
        } else {
            vec![FAR; sizes.len() * sizes.len()]
        };
        for (b, &to) in self.labels[..places].iter().enumerate() {
            if to == 0 {
                continue;
            }
            let to = usize::from(to) - 1;
            for (a, &from) in self.labels[..b].iter().enumerate() {
                if from == 0 || usize::from(from) - 1 == to {
                    continue;
                }
                let from = usize::from(from) - 1;
                let between = step.after.between[b * places + a];
                if is_direct {
                    if sizes[from] + between + sizes[to] <= size {
                        self.may_meet[from] |= 1 << to;
                        self.may_meet[to] |= 1 << from;
                    }
                } else {
                    for at in [from * sizes.len() + to, to * sizes.len() + from] {
                        paths[at] = between.min(paths[at]);
                    }
                }
            }
        }
        if !is_direct {
            shorten(&mut paths, sizes);
            for a in 0..sizes.len() {
                for b in 0..sizes.len() {
                    if a != b && sizes[a] + paths[a * sizes.len() + b] + sizes[b] <= size {
                        self.may_meet[a] |= 1 << b;
                    }
                }
            }
        }
    }

    /// A lower bound on the vertices that the open regions need to become parts. Consider a group of regions
    /// connected by pairs that may meet. It becomes at least as many parts as its vertices require, and at least as
    /// many as it has regions of which no two may meet.
    pub(super) fn needed_vertices(&self, size: u32) -> u32 {
        let mut meets = [0; MOST_OPEN];
        for (a, meets) in meets[..self.count].iter_mut().enumerate() {
            let from = self.apart[usize::from(self.wholes[a])];
            let mut left = self.may_meet[a];
            while left != 0 {
                let b = left.trailing_zeros() as usize;
                left &= left - 1;
                let is_apart = from & self.members[usize::from(self.wholes[b])] != 0;
                *meets |= Set::from(!is_apart) << b;
            }
        }
        let mut unseen: Set = (0..self.count).fold(0, |set, region| set | 1 << region);
        let mut needed_vertices = 0;
        while unseen != 0 {
            let mut group: Set = 1 << unseen.trailing_zeros();
            let (mut total, mut parts) = (0, 0);
            let mut met: Set = 0;
            // The regions whose neighbours have been added to the group.
            let mut done: Set = 0;
            while group != done {
                let region = (group & !done).trailing_zeros() as usize;
                done |= 1 << region;
                group |= meets[region];
                total += self.sizes[region];
                if met >> region & 1 == 0 {
                    met |= meets[region];
                    parts += 1;
                }
            }
            unseen &= !group;
            needed_vertices += total.div_ceil(size).max(parts) * size - total;
        }
        needed_vertices
    }
}

/// The three smallest sizes; missing sizes count as [`FAR`].
fn three_least(sizes: &[u32]) -> [u32; 3] {
    let mut least = [FAR; 3];
    for &size in sizes {
        let [first, second, third] = least;
        least = if size < first {
            [size, first, second]
        } else if size < second {
            [first, size, second]
        } else {
            [first, second, third.min(size)]
        };
    }
    least
}

/// Replaces paths between regions by shorter paths through other regions.
fn shorten(paths: &mut [u32], sizes: &[u32]) {
    let count = sizes.len();
    for (through, size) in sizes.iter().enumerate() {
        for a in 0..count {
            for b in 0..count {
                let path = paths[a * count + through] + size + paths[through * count + b];
                if a != through && b != through {
                    paths[a * count + b] = path.min(paths[a * count + b]);
                }
            }
        }
    }
}
