//! States, and what they become in a step.
//!
//! A state is packed into 64-bit words: for each open vertex the number of its region (from 1, in the
//! order of their first vertices; 0 if it is closed), then the sizes of the regions, then a bit for
//! each two regions that together have fewer vertices than a part: whether they must not meet.

use super::plan::{FAR, MOST_OPEN, Step};

/// The region of a place that is closed.
const CLOSED: u8 = u8::MAX;

/// A value for each of the regions, or of the places, that there may be.
type Each<T> = [T; MOST_OPEN];

/// A set of regions.
type Set = u64;

/// A state taken apart, and the space to take it further.
pub(super) struct Expansion {
    /// The size of a part.
    size: u32,
    /// The bits of a size.
    size_bits: u32,
    /// The regions before the step, and the vertices that come in.
    count: usize,
    /// The sizes of the regions, then ones for the vertices that come in.
    sizes: Each<u32>,
    /// By place, those that come in too, the region from 0, or [`CLOSED`].
    regions: Each<u8>,
    /// Pairs of regions that must not meet.
    apart: Vec<(u8, u8)>,
    decisions: Decisions,
    /// Of each region, the first one of those that it becomes one with.
    joined: Each<u8>,
    after: Regrouped,
    /// The state packed, and an image of it.
    key: Vec<u64>,
    image: Vec<u64>,
}

/// What is to be decided: each decision joins some pairs of regions or tells them apart.
#[derive(Default)]
struct Decisions {
    /// Decision by decision.
    pairs: Vec<(u8, u8)>,
    /// Where each decision ends.
    ends: Vec<usize>,
}

impl Decisions {
    /// The decisions that join, or those that tell apart.
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

/// The regions after a step.
struct Regrouped {
    /// By the first of those that became one, the size of the whole.
    totals: Each<u32>,
    /// Likewise its number, from 1; 0 if it is closed or has no open vertex.
    numbers: Each<u8>,
    /// How many numbers there are.
    count: usize,
    /// The sizes by number, counted from 0 as all that follows.
    sizes: Each<u32>,
    /// By place that stays, the number counted from 1; 0 if it is closed.
    labels: Each<u8>,
    /// With which each may still become one.
    may_meet: Each<Set>,
    /// With which each could become one but must not.
    must_not_meet: Each<Set>,
}

/// The bits of the numbers from 0 to `most`.
fn bits_for(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
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
            apart: Vec::new(),
            decisions: Decisions::default(),
            joined: [0; MOST_OPEN],
            after: Regrouped {
                totals: [0; MOST_OPEN],
                numbers: [0; MOST_OPEN],
                count: 0,
                sizes: [0; MOST_OPEN],
                labels: [0; MOST_OPEN],
                may_meet: [0; MOST_OPEN],
                must_not_meet: [0; MOST_OPEN],
            },
            key: Vec::new(),
            image: Vec::new(),
        }
    }

    /// Whether this is a state before a step, as [`unpack`](Self::unpack) takes it for granted.
    #[cfg(feature = "frontier")]
    pub(super) fn is_state(&self, step: &Step, key: &[u64]) -> bool {
        let mut reader = Reader { words: key, at: 0 };
        let room = key.len() * 64;
        let label_bits = bits_for(step.open);
        if label_bits as usize * step.open > room {
            return false;
        }
        let mut count = 0;
        for _ in 0..step.open {
            let label = reader.read(label_bits);
            if label > count + 1 {
                return false;
            }
            count = count.max(label);
        }
        if (reader.at + count * self.size_bits) as usize > room {
            return false;
        }
        let sizes: Vec<u32> = (0..count).map(|_| reader.read(self.size_bits)).collect();
        let are_sizes = sizes.iter().all(|size| (1..self.size).contains(size));
        let pairs = sizes.iter().enumerate().flat_map(|(b, &of_b)| {
            let all = sizes[..b].iter();
            all.filter(move |&&of_a| of_a + of_b < self.size)
        });
        are_sizes && (reader.at as usize + pairs.count()).div_ceil(64) == key.len()
    }

    /// Takes the state before a step apart.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are at most 64 regions"
    )]
    pub(super) fn unpack(&mut self, step: &Step, key: &[u64]) {
        let mut reader = Reader { words: key, at: 0 };
        let label_bits = bits_for(step.open);
        let mut count = 0;
        for region in &mut self.regions[..step.open] {
            let label = reader.read(label_bits) as u8;
            count = count.max(label);
            *region = label.wrapping_sub(1);
        }
        for size in &mut self.sizes[..usize::from(count)] {
            *size = reader.read(self.size_bits);
        }
        self.apart.clear();
        for b in 1..count {
            for a in 0..b {
                let both = self.sizes[usize::from(a)] + self.sizes[usize::from(b)];
                if both < self.size && reader.read(1) == 1 {
                    self.apart.push((a, b));
                }
            }
        }
        for place in step.open..step.open + step.entering {
            self.sizes[usize::from(count)] = 1;
            // Parts of one vertex are closed at once.
            self.regions[place] = if self.size == 1 { CLOSED } else { count };
            count += 1;
        }
        self.count = count.into();
        self.find_decisions(step);
    }

    /// Edges to closed regions need no decision, and edges between the same two regions need one.
    fn find_decisions(&mut self, step: &Step) {
        let Decisions { pairs, ends } = &mut self.decisions;
        pairs.clear();
        ends.clear();
        for orbit in &step.edges {
            let mut found = orbit.iter().filter_map(|&(a, b)| {
                let (a, b) = (self.regions[a], self.regions[b]);
                (a != CLOSED && b != CLOSED).then_some((a.min(b), a.max(b)))
            });
            // If one of them is closed, all are, and if one of them is decided, all are.
            if let Some(first) = found.next()
                && !pairs.contains(&first)
            {
                pairs.push(first);
                pairs.extend(found);
                ends.push(pairs.len());
            }
        }
    }

    /// How many states this one may become at most: in a step it tries all of them.
    pub(super) fn choices(&self) -> u64 {
        1 << self.decisions.ends.len()
    }

    /// Hands over every state that this one becomes; false once `take` refuses one.
    pub(super) fn successors(&mut self, step: &Step, mut take: impl FnMut(&[u64]) -> bool) -> bool {
        for joins in 0_u32..1 << self.decisions.ends.len() {
            if self.join(joins) && self.number(step) && self.leaves_enough(step, joins) {
                self.pack(step);
                if !take(&self.key) {
                    return false;
                }
            }
        }
        true
    }

    /// Joins by this subset of the decisions; false if that joins what is to be apart, or too much.
    fn join(&mut self, joins: u32) -> bool {
        let joined = &mut self.joined;
        for (region, joined) in (0..).zip(&mut joined[..self.count]) {
            *joined = region;
        }
        for &(a, b) in self.decisions.that(joins, true).flatten() {
            let (a, b) = (first(joined, a), first(joined, b));
            joined[usize::from(a.max(b))] = a.min(b);
        }
        let totals = &mut self.after.totals;
        totals[..self.count].fill(0);
        for region in 0..self.count {
            // The first one stands before all others.
            let whole = joined[usize::from(joined[region])];
            joined[region] = whole;
            let total = &mut totals[usize::from(whole)];
            *total += self.sizes[region];
            if *total > self.size {
                return false;
            }
        }
        let differ = |&(a, b): &(u8, u8)| joined[usize::from(a)] != joined[usize::from(b)];
        let mut told_apart = self.decisions.that(joins, false);
        told_apart.all(|pairs| differ(&pairs[0])) && self.apart.iter().all(differ)
    }

    /// Numbers what is still open; false if a region is lost that is not closed.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are at most 64 regions"
    )]
    fn number(&mut self, step: &Step) -> bool {
        let after = &mut self.after;
        after.numbers[..self.count].fill(0);
        after.count = 0;
        for (label, &place) in after.labels.iter_mut().zip(&step.staying) {
            *label = 0;
            let region = self.regions[place];
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

    /// Finds which regions may still meet; false if those that may not want more vertices than are to
    /// come.
    fn leaves_enough(&mut self, step: &Step, joins: u32) -> bool {
        let after = &mut self.after;
        after.find_meetings(step, self.size);
        let numbers = &after.numbers;
        let number = |region: u8| numbers[usize::from(self.joined[usize::from(region)])];
        let told_apart = self.decisions.that(joins, false).flatten();
        for &(a, b) in self.apart.iter().chain(told_apart) {
            let (a, b) = (usize::from(number(a)), usize::from(number(b)));
            if a > 0 && b > 0 && after.may_meet[a - 1] >> (b - 1) & 1 == 1 {
                for (a, b) in [(a - 1, b - 1), (b - 1, a - 1)] {
                    after.may_meet[a] &= !(1 << b);
                    after.must_not_meet[a] |= 1 << b;
                }
            }
        }
        after.wanted(self.size) <= step.left
    }

    /// Packs the state, or that of its images which comes first.
    fn pack(&mut self, step: &Step) {
        let after = &self.after;
        let shape = (step.staying.len(), self.size, self.size_bits);
        after.pack(shape, |place| place, &mut self.key);
        for moves in &step.mirrors {
            after.pack(shape, |place| moves[place], &mut self.image);
            if self.image < self.key {
                std::mem::swap(&mut self.image, &mut self.key);
            }
        }
    }
}

/// The first of those that a region has become one with.
#[inline]
fn first(joined: &Each<u8>, mut region: u8) -> u8 {
    while joined[usize::from(region)] != region {
        region = joined[usize::from(region)];
    }
    region
}

impl Regrouped {
    /// Packs the state in which the region of the place that `moves` says stands at each place; the
    /// shape is the number of places, the size of a part and the bits of a size.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are at most 64 regions"
    )]
    fn pack(
        &self,
        (places, size, size_bits): (usize, u32, u32),
        moves: impl Fn(usize) -> usize,
        key: &mut Vec<u64>,
    ) {
        let mut writer = Writer::new(key);
        let label_bits = bits_for(places);
        // The new numbers of the regions, from 1, and the regions by them, from 0.
        let mut numbers = [0_u8; MOST_OPEN];
        let mut regions = [0_u8; MOST_OPEN];
        let mut count = 0;
        for place in 0..places {
            let label = self.labels[moves(place)];
            if label == 0 {
                writer.write(0, label_bits);
                continue;
            }
            let number = &mut numbers[usize::from(label) - 1];
            if *number == 0 {
                regions[count] = label - 1;
                count += 1;
                *number = count as u8;
            }
            writer.write((*number).into(), label_bits);
        }
        let regions = &regions[..count];
        let size_of = |region: u8| self.sizes[usize::from(region)];
        for &region in regions {
            writer.write(size_of(region).into(), size_bits);
        }
        for (at, &b) in regions.iter().enumerate() {
            for &a in &regions[..at] {
                if size_of(a) + size_of(b) < size {
                    writer.write(self.must_not_meet[usize::from(b)] >> a & 1, 1);
                }
            }
        }
        writer.end();
    }

    /// Finds which two regions may become one, as far as their sizes and the vertices between them
    /// go, those of regions on the way counted too.
    fn find_meetings(&mut self, step: &Step, size: u32) {
        let sizes = &self.sizes[..self.count];
        self.may_meet[..self.count].fill(0);
        self.must_not_meet[..self.count].fill(0);
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
                let between = step.between[b * places + a];
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

    /// The vertices that the regions want to become parts, at least: regions that may meet, if only
    /// through others, make up so many parts at least as have their vertices, and as there are among
    /// them of which no two may meet.
    fn wanted(&self, size: u32) -> u32 {
        let mut unseen: Set = (0..self.count).fold(0, |set, region| set | 1 << region);
        let mut wanted = 0;
        while unseen != 0 {
            let mut group: Set = 1 << unseen.trailing_zeros();
            let (mut total, mut parts) = (0, 0);
            let mut met: Set = 0;
            // The regions whose neighbours are in the group.
            let mut done: Set = 0;
            while group != done {
                let region = (group & !done).trailing_zeros() as usize;
                done |= 1 << region;
                group |= self.may_meet[region];
                total += self.sizes[region];
                if met >> region & 1 == 0 {
                    met |= self.may_meet[region];
                    parts += 1;
                }
            }
            unseen &= !group;
            wanted += total.div_ceil(size).max(parts) * size - total;
        }
        wanted
    }
}

/// The three least sizes; a size that is not there is as large as can be.
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

/// Shortens paths between regions by those that lead through others.
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

/// Reads a key from its lowest bit.
struct Reader<'a> {
    words: &'a [u64],
    at: u32,
}

impl Reader<'_> {
    #[expect(clippy::cast_possible_truncation, reason = "at most 16 bits are read")]
    #[inline]
    fn read(&mut self, bits: u32) -> u32 {
        let (word, shift) = ((self.at / 64) as usize, self.at % 64);
        let mut value = self.words[word] >> shift;
        if shift + bits > 64 {
            value |= self.words[word + 1] << (64 - shift);
        }
        self.at += bits;
        (value & ((1 << bits) - 1)) as u32
    }
}

/// Writes a key from its lowest bit.
struct Writer<'a> {
    words: &'a mut Vec<u64>,
    /// The word that is not full.
    word: u64,
    /// The bits in it.
    bits: u32,
}

impl<'a> Writer<'a> {
    fn new(words: &'a mut Vec<u64>) -> Self {
        words.clear();
        Self {
            words,
            word: 0,
            bits: 0,
        }
    }

    #[inline]
    fn write(&mut self, value: u64, bits: u32) {
        self.word |= value << self.bits;
        self.bits += bits;
        if self.bits >= 64 {
            self.words.push(self.word);
            self.bits -= 64;
            // What had no room.
            self.word = value.unbounded_shr(bits - self.bits);
        }
    }

    fn end(self) {
        if self.bits > 0 {
            self.words.push(self.word);
        }
    }
}
