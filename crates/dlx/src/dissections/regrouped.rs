//! The regions of a state after the choice of a step has merged some of them.

use super::packing::{BitWriter, bits_for};
use super::step::{FAR, MOST_OPEN, OpenVertices, VertexStep};

/// An array with a value for each possible region or place.
pub(super) type Each<T> = [T; MOST_OPEN];

/// A bit set of regions or places.
pub(super) type Set = u64;

/// The regions after a choice. Regions before the step, including one for each new vertex, merge into new ones.
pub(super) struct Regrouped {
    /// The size of each merged region. Its index is that of its first member, a region before the step.
    pub(super) totals: Each<u32>,
    /// For each merged region, its members. Indexed as `totals`.
    pub(super) members: Each<Set>,
    /// For each merged region, the regions with which one of its members must not merge. Indexed as `totals`.
    pub(super) apart: Each<Set>,
    /// For each merged region, its new number from 1; 0 if it is closed or has no open vertex. Indexed as
    /// `totals`.
    pub(super) numbers: Each<u8>,
    /// The number of merged regions that are open after the step.
    pub(super) count: usize,
    /// For each open region: its size. The index is the new number of the region less 1.
    pub(super) sizes: Each<u32>,
    /// For each open region: the first of the regions that merged into it. The index is the new number of the
    /// region less 1.
    pub(super) wholes: Each<u8>,
    /// For each vertex that stays open, the new number of its region from 1; 0 if the region is closed.
    pub(super) labels: Each<u8>,
    /// For each open region, by its new number less 1, the regions with which it may still merge.
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

    /// Packs the state with its open vertices permuted: the vertex at index i comes from index `moves(i)`. The
    /// first argument holds the number of open vertices, the size of a part, and the number of bits of a size.
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
        // `numbers` holds the number of each region in the packed state, from 1. `regions` and `sizes` hold the
        // region with number n and its size, at index n - 1.
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

    /// Whether the packed state records that two regions must not merge.
    fn is_apart(&self, frontier: &OpenVertices, a: u8, b: u8) -> bool {
        let (a, b) = (usize::from(a), usize::from(b));
        let [first, second] = [a, b].map(|region| usize::from(self.wholes[region]));
        // If two regions cannot meet anyway, it is not recorded that they must not merge.
        let may_meet = || frontier.asked.is_some() || self.may_meet[a] >> b & 1 == 1;
        self.apart[first] & self.members[second] != 0 && may_meet()
    }

    /// Finds which pairs of open regions may still merge: those whose sizes, with the vertices of a shortest path
    /// between them, add up to at most the size of a part. The path may lead through other regions.
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

    /// A lower bound on the number of vertices that the open regions need to become parts. Consider a group of
    /// regions that are connected by pairs that may merge. It becomes at least as many parts as its number of
    /// vertices requires. It also becomes at least as many parts as it has regions of which no two may merge.
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
            // The regions of the group that have been processed: all regions that they can meet are in the group
            // too.
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

/// The three smallest sizes. If there are fewer sizes, [`FAR`] takes the place of the missing ones.
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

/// Shortens the paths between pairs of regions by paths through other regions (Floyd and Warshall).
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
