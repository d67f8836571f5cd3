//! Applies the effect of a step to the packed sizes of a state's regions.

use std::ops::Range;

use super::VertexLayout;
use super::tally::{BATCH, SizeCount, SizeTally};

/// A mask that selects some of the packed sizes, and the number of bits by which these are shifted.
#[derive(Clone, Copy)]
pub(super) struct SizeShift {
    mask: u64,
    bits: u32,
}

impl SizeShift {
    #[inline]
    fn of(self, sizes: u64) -> u64 {
        (sizes & self.mask).rotate_left(self.bits)
    }
}

/// Moves the packed sizes by all of these shifts. Sizes that move to the same region are added.
#[inline]
pub(super) fn moved(sizes: u64, shifts: &[SizeShift]) -> u64 {
    shifts
        .iter()
        .fold(0, |all, shift| all.wrapping_add(shift.of(sizes)))
}

/// Adds to `shifts` the move of a size from region `from` to region `to`, counted from 0. Shifts from index
/// `first` on belong to the same rule; those by the same number of bits are combined.
pub(super) fn shift(
    shifts: &mut Vec<SizeShift>,
    first: usize,
    from: usize,
    to: usize,
    parts: VertexLayout,
) {
    let [at, bits] = [from, to].map(|region| parts.at(region));
    let mask = parts.mask() << at;
    let bits = bits.wrapping_sub(at) & (u64::BITS - 1);
    match shifts[first..].iter_mut().find(|shift| shift.bits == bits) {
        Some(shift) => shift.mask |= mask,
        None => shifts.push(SizeShift { mask, bits }),
    }
}

/// How a step changes the sizes of the regions of all states of one shape.
pub(super) struct SizeRule {
    /// The regions that merge with the new vertex, as a bit set; regions are counted from 0.
    pub(super) joined: u16,
    /// Whether the merged regions and the new vertex must form a whole part. Otherwise they must stay smaller than
    /// a part.
    pub(super) closes: bool,
    /// The constant that is added to the packed sizes: 1 at the size of the region of the new vertex.
    pub(super) fixed: u64,
    /// The range of the rule's shifts in `BoundRule::all_shifts`.
    pub(super) shifts: Range<usize>,
}

/// A rule for the sizes of regions, with the lists of shifts that it refers to.
pub(super) struct BoundRule<'a> {
    pub(super) rule: &'a SizeRule,
    /// For each symmetry that keeps the shape, the range of the shifts that give the image of the sizes. The least
    /// image replaces the sizes.
    pub(super) turns: &'a [Range<usize>],
    pub(super) all_shifts: &'a [SizeShift],
    pub(super) parts: VertexLayout,
}

impl BoundRule<'_> {
    /// Applies the rule to states, and adds the states made to a tally.
    pub(super) fn feed(&self, entries: &[SizeCount], tally: &mut SizeTally) {
        let shifts = &self.all_shifts[self.rule.shifts.clone()];
        match *shifts {
            [a] => self.feed_by(entries, tally, |sizes| a.of(sizes)),
            [a, b] => self.feed_by(entries, tally, |sizes| {
                a.of(sizes).wrapping_add(b.of(sizes))
            }),
            [a, b, c] => {
                let both = |sizes| a.of(sizes).wrapping_add(b.of(sizes));
                self.feed_by(entries, tally, |sizes| {
                    both(sizes).wrapping_add(c.of(sizes))
                });
            }
            _ => self.feed_by(entries, tally, |sizes| moved(sizes, shifts)),
        }
    }

    #[inline]
    fn feed_by(&self, entries: &[SizeCount], tally: &mut SizeTally, moves: impl Fn(u64) -> u64) {
        let rule = self.rule;
        // The bounds on the total size of the merging regions, not counting the new vertex.
        let (least, most) = if rule.closes {
            (self.parts.size - 1, self.parts.size - 1)
        } else {
            (0, self.parts.size - 2)
        };
        let fixed = rule.fixed;
        let mask = self.parts.mask();
        // A sum may overflow its bits, but then `fits` rejects the state.
        let moves = |sizes: u64| moves(sizes).wrapping_add(fixed);
        if rule.joined == 0 {
            self.feed_all(entries, tally, moves, |_| true);
        } else if rule.joined.is_power_of_two() {
            let at = rule.joined.trailing_zeros() * self.parts.bits;
            let fits = |sizes: u64| (sizes >> at & mask).wrapping_sub(least) <= most - least;
            self.feed_all(entries, tally, moves, fits);
        } else {
            let fits = |sizes: u64| {
                let (mut left, mut total) = (rule.joined, 0);
                while left != 0 {
                    total += sizes >> (left.trailing_zeros() * self.parts.bits) & mask;
                    left &= left - 1;
                }
                total.wrapping_sub(least) <= most - least
            };
            self.feed_all(entries, tally, moves, fits);
        }
    }

    #[inline]
    fn feed_all(
        &self,
        entries: &[SizeCount],
        tally: &mut SizeTally,
        moves: impl Fn(u64) -> u64,
        fits: impl Fn(u64) -> bool,
    ) {
        let mut batch = [(0, 0); BATCH];
        for entries in entries.chunks(BATCH) {
            let mut count = 0;
            for &(sizes, ways) in entries {
                batch[count & (BATCH - 1)] = (moves(sizes), ways);
                count += usize::from(fits(sizes));
            }
            let batch = &mut batch[..count];
            for turn in self.turns {
                let shifts = &self.all_shifts[turn.clone()];
                for (sizes, _) in &mut *batch {
                    *sizes = moved(*sizes, shifts).min(*sizes);
                }
            }
            tally.add(batch);
        }
    }
}
