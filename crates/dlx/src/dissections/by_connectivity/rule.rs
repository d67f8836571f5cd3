//! Changes the sizes of regions as one shape becomes another.

use std::ops::Range;

use super::VertexLayout;
use super::tally::{BATCH, SizeCount, SizeTally};

/// Sizes that move by the same number of bits.
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

/// Moves all packed sizes.
#[inline]
pub(super) fn moved(sizes: u64, shifts: &[SizeShift]) -> u64 {
    shifts
        .iter()
        .fold(0, |all, shift| all.wrapping_add(shift.of(sizes)))
}

/// Adds to `shifts` the move of a size from region `from` to region `to`, both counted from 0. From
/// index `first` on, no two shifts move by the same number of bits.
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

/// The effect of a step on the sizes of the regions of a shape.
pub(super) struct SizeRule {
    /// The set of regions that merge with the new vertex, counted from 0.
    pub(super) joined: u16,
    /// Whether these regions and the vertex form a whole part; otherwise they must stay smaller
    /// than a part.
    pub(super) closes: bool,
    /// The constant that is added to the packed sizes.
    pub(super) fixed: u64,
    /// The range of the rule's moves in the shifts of all rules.
    pub(super) shifts: Range<usize>,
}

/// A rule with the data that it refers to.
pub(super) struct BoundRule<'a> {
    pub(super) rule: &'a SizeRule,
    /// The moves of the sizes by each symmetry that keeps the shape. A smaller image replaces the
    /// sizes.
    pub(super) turns: &'a [Range<usize>],
    pub(super) all_shifts: &'a [SizeShift],
    pub(super) parts: VertexLayout,
}

impl BoundRule<'_> {
    /// Applies the rule to states, and adds the results to a tally.
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
        // The bounds on the total size of the merging regions, without the new vertex.
        let (least, most) = if rule.closes {
            (self.parts.size - 1, self.parts.size - 1)
        } else {
            (0, self.parts.size - 2)
        };
        let fixed = rule.fixed;
        let mask = self.parts.mask();
        // A sum that is too large is discarded by `fits`.
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
