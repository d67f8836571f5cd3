//! How the sizes of regions change as one shape becomes another.

use std::ops::Range;

use super::Parts;
use super::tally::{BATCH, Entry, Tally};

/// Sizes that move by the same number of bits.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    mask: u64,
    bits: u32,
}

impl Shift {
    #[inline]
    fn of(self, sizes: u64) -> u64 {
        (sizes & self.mask).rotate_left(self.bits)
    }
}

/// All sizes of a list, moved.
#[inline]
pub(super) fn moved(sizes: u64, shifts: &[Shift]) -> u64 {
    shifts
        .iter()
        .fold(0, |all, shift| all.wrapping_add(shift.of(sizes)))
}

/// Adds to `shifts` how the size of one region moves, from 0 each, but for those since `first` no two of
/// which move alike.
pub(super) fn shift(shifts: &mut Vec<Shift>, first: usize, from: usize, to: usize, parts: Parts) {
    let [at, bits] = [from, to].map(|region| parts.at(region));
    let mask = parts.mask() << at;
    let bits = bits.wrapping_sub(at) & (u64::BITS - 1);
    match shifts[first..].iter_mut().find(|shift| shift.bits == bits) {
        Some(shift) => shift.mask |= mask,
        None => shifts.push(Shift { mask, bits }),
    }
}

/// What a step does to the sizes of the regions of a shape.
pub(super) struct Rule {
    /// The regions that become one with the vertex that comes in, counted from 0.
    pub(super) joined: u16,
    /// Whether they are a whole part with it; else they must come to less.
    pub(super) closes: bool,
    /// What is added.
    pub(super) fixed: u64,
    /// Among the shifts of all rules.
    pub(super) shifts: Range<usize>,
}

/// A rule with all that it takes.
pub(super) struct BoundRule<'a> {
    pub(super) rule: &'a Rule,
    /// Of each symmetry that keeps the shape, how it moves the sizes: a lesser image is kept, if one is found.
    pub(super) turns: &'a [Range<usize>],
    pub(super) all_shifts: &'a [Shift],
    pub(super) parts: Parts,
}

impl BoundRule<'_> {
    /// Adds up what becomes of some states.
    pub(super) fn feed(&self, entries: &[Entry], tally: &mut Tally) {
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
    fn feed_by(&self, entries: &[Entry], tally: &mut Tally, moves: impl Fn(u64) -> u64) {
        let rule = self.rule;
        // What the regions have without the vertex that comes in.
        let (least, most) = if rule.closes {
            (self.parts.size - 1, self.parts.size - 1)
        } else {
            (0, self.parts.size - 2)
        };
        let fixed = rule.fixed;
        let mask = self.parts.mask();
        // Too large a sum is not looked at.
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
        entries: &[Entry],
        tally: &mut Tally,
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
