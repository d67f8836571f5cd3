//! Packs states of any graph, and makes their successors.
//!
//! A state is packed into 64-bit words. First comes, for each open vertex, the number of its region; 0 if the
//! region is closed. Regions are numbered from 1, in the order in which they first occur. The sizes of the regions
//! follow, and then one bit for each recorded pair of regions: whether the two must not merge.

use super::packing::{BitReader, bits_for};
use super::regrouped::{Each, Regrouped, Set};
use super::single::SingleState;
use super::step::{MOST_OPEN, OpenVertices, VertexStep};

/// Marks an open vertex whose region is closed.
const CLOSED: u8 = u8::MAX;

/// A decoded state, and scratch memory for making its successors.
pub(super) struct Expansion {
    /// The number of vertices of a part.
    size: u32,
    size_bits: u32,
    /// The number of regions at this step: those that were open before it, and one for each new vertex.
    count: usize,
    /// The sizes of the regions before the step, then a 1 for each new vertex.
    sizes: Each<u32>,
    /// For each open vertex and each new one, its region from 0, or [`CLOSED`].
    regions: Each<u8>,
    /// For each region, the regions with which it must not merge.
    apart: Each<Set>,
    /// The pairs of regions that must not merge although they have no adjacent open vertices.
    pairs: Vec<(u8, u8)>,
    decisions: Decisions,
    /// For each region, the first of the regions with which it merges.
    joined: Each<u8>,
    after: Regrouped,
    /// The state being expanded, decoded, if it fits in one word. [`SingleState`] expands such states faster.
    pub(super) single: SingleState,
    /// Scratch memory for the packed successor.
    key: Vec<u64>,
    /// Scratch memory for an image of the packed successor.
    image: Vec<u64>,
}

/// The decisions of a step. Each decision either merges all its pairs of regions, or separates them. Separated
/// regions must not merge later either.
#[derive(Default)]
struct Decisions {
    /// The pairs of regions of all decisions, one decision after the other.
    pairs: Vec<(u8, u8)>,
    /// For each decision, where its pairs end in `pairs`.
    ends: Vec<usize>,
}

impl Decisions {
    /// The pairs of regions of each decision in the bit set `joins` or, if `is_join` is false, of each decision
    /// that is not in it.
    #[inline]
    fn that(&self, joins: u32, is_join: bool) -> impl Iterator<Item = &[(u8, u8)]> {
        let is_such = move |at: &usize| (joins >> at & 1 == 1) == is_join;
        let of = |at: usize| {
            let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.pairs[start..self.ends[at]]
        };
        (0..self.ends.len()).filter(is_such).map(of)
    }
}

impl Expansion {
    #[expect(clippy::cast_possible_truncation, reason = "at most 65,535")]
    pub(super) fn new(size: usize) -> Self {
        Self {
            size: size as u32,
            size_bits: bits_for(size - 1),
            count: 0,
            sizes: [0; MOST_OPEN],
            regions: [CLOSED; MOST_OPEN],
            apart: [0; MOST_OPEN],
            pairs: Vec::new(),
            decisions: Decisions::default(),
            joined: [0; MOST_OPEN],
            after: Regrouped::new(),
            single: SingleState::new(size as u32, bits_for(size - 1)),
            key: Vec::new(),
            image: Vec::new(),
        }
    }

    pub(super) fn size_bits(&self) -> u32 {
        self.size_bits
    }

    /// For each open vertex before the step, the number of its region; 0 if the region is closed. Regions are
    /// numbered from 1, in the order in which they first occur.
    pub(super) fn labels(&self, step: &VertexStep) -> impl Iterator<Item = u8> {
        let regions = self.regions[..step.open].iter();
        regions.map(|region| region.wrapping_add(1))
    }

    /// The sizes of the regions that are open before the step.
    pub(super) fn open_sizes(&self, step: &VertexStep) -> &[u32] {
        &self.sizes[..self.count - step.entering]
    }

    /// The pairs of regions, counted from 0, that must not merge. Pairs with adjacent open vertices are left out.
    pub(super) fn apart(&self) -> &[(u8, u8)] {
        &self.pairs
    }

    /// Whether `key` is a valid packed state before a step, as [`unpack`](Self::unpack) requires.
    #[cfg(feature = "frontier")]
    pub(super) fn is_state(&self, step: &VertexStep, key: &[u64]) -> bool {
        let mut reader = BitReader { words: key, at: 0 };
        let room = key.len() * 64;
        let label_bits = bits_for(step.open);
        if label_bits as usize * step.open > room {
            return false;
        }
        let mut count = 0;
        let mut labels = vec![0; step.open];
        for known in &mut labels {
            let label = reader.read(label_bits);
            if label > count + 1 {
                return false;
            }
            count = count.max(label);
            *known = u8::try_from(label).unwrap_or(CLOSED).wrapping_sub(1);
        }
        if (reader.at + count * self.size_bits) as usize > room {
            return false;
        }
        let sizes: Vec<u32> = (0..count).map(|_| reader.read(self.size_bits)).collect();
        let mut asked = 0;
        step.before
            .ask(&labels, &sizes, self.size, |_, _| asked += 1);
        let are_sizes = sizes.iter().all(|size| (1..self.size).contains(size));
        let end = reader.at + asked;
        are_sizes && end as usize <= room && is_empty_from(key, end)
    }

    /// Decodes a packed state before a step.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are at most 64 regions"
    )]
    pub(super) fn unpack(&mut self, step: &VertexStep, key: &[u64]) {
        let mut reader = BitReader { words: key, at: 0 };
        let label_bits = bits_for(step.open);
        let mut count = 0;
        for region in &mut self.regions[..step.open] {
            let label = reader.read(label_bits) as u8;
            count = count.max(label);
            *region = label.wrapping_sub(1);
        }
        let open = usize::from(count);
        for size in &mut self.sizes[..open] {
            *size = reader.read(self.size_bits);
        }
        let apart = &mut self.apart;
        apart[..open].fill(0);
        let mut part = |a: u8, b: u8| {
            let is_new = apart[usize::from(a)] >> b & 1 == 0;
            apart[usize::from(a)] |= 1 << b;
            apart[usize::from(b)] |= 1 << a;
            is_new
        };
        for &(a, b) in &step.before.near {
            let (a, b) = (self.regions[usize::from(a)], self.regions[usize::from(b)]);
            if a != b && a != CLOSED && b != CLOSED {
                part(a, b);
            }
        }
        self.pairs.clear();
        let pairs = &mut self.pairs;
        let regions = &self.regions[..step.open];
        (step.before).ask(regions, &self.sizes[..open], self.size, |a, b| {
            if reader.read(1) == 1 && part(a, b) {
                pairs.push((a, b));
            }
        });
        for place in step.open..step.open + step.entering {
            self.sizes[usize::from(count)] = 1;
            self.apart[usize::from(count)] = 0;
            // If a part has one vertex, the region of a new vertex is closed at once.
            self.regions[place] = if self.size == 1 { CLOSED } else { count };
            count += 1;
        }
        self.count = count.into();
        self.find_decisions(step);
    }

    /// Finds the decisions of a step. Edges to closed regions need none, and all edges between the same two
    /// regions share one.
    fn find_decisions(&mut self, step: &VertexStep) {
        let Decisions { pairs, ends } = &mut self.decisions;
        pairs.clear();
        ends.clear();
        for orbit in &step.edges {
            let mut found = orbit.iter().filter_map(|&(a, b)| {
                let (a, b) = (self.regions[a], self.regions[b]);
                (a != CLOSED && b != CLOSED).then_some((a.min(b), a.max(b)))
            });
            // Either all edges of an orbit need a decision, or none does. An edge needs none if an end lies in
            // a closed region, or if an edge decided earlier joins the same regions.
            if let Some(first) = found.next()
                && !pairs.contains(&first)
            {
                pairs.push(first);
                pairs.extend(found);
                ends.push(pairs.len());
            }
        }
    }

    /// The number of choices for the state, which is an upper bound on the number of its successors.
    pub(super) fn choices(&self) -> u64 {
        1 << self.decisions.ends.len()
    }

    /// Calls `take` with every successor of the state, packed, until `take` returns an error.
    pub(super) fn successors<E>(
        &mut self,
        step: &VertexStep,
        mut take: impl FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.key.resize(step.after.key_words, 0);
        self.image.resize(self.key.len(), 0);
        for joins in 0_u32..1 << self.decisions.ends.len() {
            if self.join(joins) && self.number(step) && self.leaves_enough(step) {
                self.pack(step);
                take(&self.key)?;
            }
        }
        Ok(())
    }

    /// Merges regions by the decisions in the bit set `joins`, and separates them by all others. Returns false if
    /// that merges regions that must stay separate, or makes a region larger than a part.
    fn join(&mut self, joins: u32) -> bool {
        let joined = &mut self.joined;
        for (region, joined) in (0..).zip(&mut joined[..self.count]) {
            *joined = region;
        }
        for &(a, b) in self.decisions.that(joins, true).flatten() {
            let (a, b) = (first(joined, a), first(joined, b));
            joined[usize::from(a.max(b))] = a.min(b);
        }
        let after = &mut self.after;
        for region in 0..self.count {
            // A region merges only with regions of lower numbers. For these, `joined` already holds the first
            // region.
            let whole = joined[usize::from(joined[region])];
            joined[region] = whole;
            let whole = usize::from(whole);
            if whole == region {
                after.totals[region] = self.sizes[region];
                after.members[region] = 1 << region;
                after.apart[region] = self.apart[region];
            } else {
                after.totals[whole] += self.sizes[region];
                after.members[whole] |= 1 << region;
                after.apart[whole] |= self.apart[region];
                if after.totals[whole] > self.size {
                    return false;
                }
            }
        }
        for &(a, b) in self.decisions.that(joins, false).flatten() {
            for (a, b) in [(a, b), (b, a)] {
                after.apart[usize::from(joined[usize::from(a)])] |= 1 << b;
            }
        }
        let mut wholes = (0..self.count).filter(|&region| usize::from(joined[region]) == region);
        wholes.all(|whole| after.apart[whole] & after.members[whole] == 0)
    }

    /// Numbers the regions that are open after the step. Returns false if a region that is not closed loses its
    /// last open vertex.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are at most 64 regions"
    )]
    fn number(&mut self, step: &VertexStep) -> bool {
        let after = &mut self.after;
        after.numbers[..self.count].fill(0);
        after.count = 0;
        for (label, &from) in after.labels.iter_mut().zip(&step.staying) {
            *label = 0;
            let region = self.regions[from];
            if region == CLOSED {
                continue;
            }
            let whole = usize::from(self.joined[usize::from(region)]);
            if after.totals[whole] == self.size {
                continue;
            }
            let number = &mut after.numbers[whole];
            if *number == 0 {
                after.sizes[after.count] = after.totals[whole];
                after.wholes[after.count] = whole as u8;
                after.count += 1;
                *number = after.count as u8;
            }
            *label = *number;
        }
        let is_kept = |&whole: &u8| {
            let whole = usize::from(whole);
            after.numbers[whole] > 0 || after.totals[whole] == self.size
        };
        self.joined[..self.count].iter().all(is_kept)
    }

    /// If the faces are unknown, finds which regions may still merge. Returns whether the open regions need no
    /// more vertices than later steps take in.
    fn leaves_enough(&mut self, step: &VertexStep) -> bool {
        if step.after.asked.is_some() {
            return true;
        }
        self.after.find_meetings(step, self.size);
        self.after.needed_vertices(self.size) <= step.left
    }

    /// Packs the successor into `key`, or its least image under the symmetries of the step.
    fn pack(&mut self, step: &VertexStep) {
        let after = &self.after;
        let shape = (step.staying.len(), self.size, self.size_bits);
        after.pack(shape, &step.after, |place| place, &mut self.key);
        for moves in &step.mirrors {
            after.pack(shape, &step.after, |place| moves[place], &mut self.image);
            if self.image < self.key {
                std::mem::swap(&mut self.image, &mut self.key);
            }
        }
    }
}

#[cfg(feature = "frontier")]
fn is_empty_from(key: &[u64], bit: u32) -> bool {
    let (full, bits) = ((bit / 64) as usize, bit % 64);
    let mut words = key[full..].iter();
    let first = words.next().is_none_or(|word| word >> bits == 0);
    first && words.all(|word| *word == 0)
}

impl OpenVertices {
    /// Calls `ask` with each pair of regions for which a state records whether they must not merge. `regions`
    /// holds the region of each open vertex, counted from 0, and `sizes` the size of each region.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are at most 64 regions"
    )]
    pub(super) fn ask(
        &self,
        regions: &[u8],
        sizes: &[u32],
        size: u32,
        mut ask: impl FnMut(u8, u8),
    ) {
        if let Some(asked) = &self.asked {
            for &(a, b) in asked {
                let (a, b) = (regions[usize::from(a)], regions[usize::from(b)]);
                if a != b && a != CLOSED && b != CLOSED {
                    ask(a, b);
                }
            }
            return;
        }
        for b in 1..sizes.len() {
            for a in (0..b).filter(|&a| sizes[a] + sizes[b] < size) {
                ask(a as u8, b as u8);
            }
        }
    }
}

/// Follows the merges recorded in `joined` to the first region that a region merges with.
#[inline]
fn first(joined: &Each<u8>, mut region: u8) -> u8 {
    while joined[usize::from(region)] != region {
        region = joined[usize::from(region)];
    }
    region
}
