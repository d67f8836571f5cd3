//! The fast code for nearly all sweeps: for steps that take in one vertex, and states that fit into a word.
//!
//! It makes the same successors of a state, bit by bit, as the general code of [`Expansion`](super::states).

use super::step::{PLACES, SingleStep};

/// The number that marks a closed region.
pub(super) const CLOSED: usize = 0;

/// The number of the region of the new vertex, while successors are made.
pub(super) const ENTERING: usize = PLACES - 1;

/// A decoded state of one word.
pub(super) struct SingleState {
    size: u32,
    size_bits: u32,
    /// For each open vertex, the number of its region, from 1; 0 if the region is closed.
    labels: [u8; PLACES],
    /// The sizes of the regions, by their numbers from 1.
    sizes: [u32; PLACES],
    /// For each region, the regions with which it must not merge, as a bit set.
    apart: [u16; PLACES],
    /// The regions that contain a neighbour of the new vertex.
    around: [u8; PLACES],
    around_count: usize,
}

impl SingleState {
    pub(super) fn new(size: u32, size_bits: u32) -> Self {
        Self {
            size,
            size_bits,
            labels: [0; PLACES],
            sizes: [0; PLACES],
            apart: [0; PLACES],
            around: [0; PLACES],
            around_count: 0,
        }
    }

    /// The number of choices for the state, which is an upper bound on the number of its successors.
    pub(super) fn choices(&self) -> u64 {
        1 << self.around_count
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "labels and sizes have few bits"
    )]
    pub(super) fn unpack(&mut self, step: &SingleStep, key: u64) {
        let mut left = key;
        let mask = (1 << step.label_bits) - 1;
        let mut count = 0;
        for label in &mut self.labels[..step.open] {
            *label = (left & mask) as u8;
            count = count.max(*label);
            left = left.unbounded_shr(step.label_bits);
        }
        let mask = (1 << self.size_bits) - 1;
        for region in 1..=usize::from(count) {
            self.sizes[region & (PLACES - 1)] = (left & mask) as u32;
            left = left.unbounded_shr(self.size_bits);
        }
        self.apart = [0; PLACES];
        for &(a, b) in &step.near {
            let (a, b) = (self.label(a), self.label(b));
            if a != b && a != CLOSED && b != CLOSED {
                self.part(a, b);
            }
        }
        for &(a, b) in &step.asked {
            let (a, b) = (self.label(a), self.label(b));
            if a != b && a != CLOSED && b != CLOSED {
                if left & 1 == 1 {
                    self.part(a, b);
                }
                left >>= 1;
            }
        }
        self.around_count = 0;
        for &place in &step.edges {
            let label = self.label(place) as u8;
            let known = &self.around[..self.around_count];
            if label > 0 && !known.contains(&label) {
                self.around[self.around_count] = label;
                self.around_count += 1;
            }
        }
    }

    #[inline]
    fn label(&self, place: u8) -> usize {
        usize::from(self.labels[usize::from(place) & (PLACES - 1)])
    }

    #[inline]
    fn part(&mut self, a: usize, b: usize) {
        self.apart[a & (PLACES - 1)] |= 1 << b;
        self.apart[b & (PLACES - 1)] |= 1 << a;
    }

    /// Calls `take` with every successor of the state, as a packed word, until `take` returns an error.
    pub(super) fn successors<E>(
        &self,
        step: &SingleStep,
        mut take: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        'choices: for joins in 0_u32..1 << self.around_count {
            let (mut size, mut joined, mut apart, mut parted) = (1, 0_u16, 0_u16, 0_u16);
            for (at, &region) in self.around[..self.around_count].iter().enumerate() {
                if joins >> at & 1 == 0 {
                    parted |= 1 << region;
                    continue;
                }
                let region = usize::from(region) & (PLACES - 1);
                size += self.sizes[region];
                if size > self.size {
                    continue 'choices;
                }
                joined |= 1 << region;
                apart |= self.apart[region];
            }
            // Regions that an earlier step separated must not merge.
            if apart & joined != 0 {
                continue;
            }
            if let Some(key) = self.successor(step, size, joined, apart | parted) {
                take(key)?;
            }
        }
        Ok(())
    }

    /// The packed state in which the regions `joined` merge with the new vertex. `None` if a region that is not
    /// closed loses its last open vertex.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are less than 16 regions"
    )]
    fn successor(&self, step: &SingleStep, size: u32, joined: u16, apart: u16) -> Option<u64> {
        let is_whole = size == self.size;
        // For each region before the step, and for that of the new vertex, its number after the step.
        let mut numbers = [0_u8; PLACES];
        let mut regions = [0_u8; PLACES];
        let mut sizes = 0_u64;
        let (mut count, mut key, mut at) = (0_u8, 0_u64, 0);
        let mut seen = 0_u16;
        for (&from, region) in step.staying.iter().zip(&mut regions) {
            let label = if usize::from(from) == step.open {
                ENTERING
            } else {
                self.label(from)
            };
            let whole = if joined >> label & 1 == 1 {
                ENTERING
            } else {
                label
            };
            *region = whole as u8;
            seen |= 1 << whole;
            if whole != CLOSED && !(whole == ENTERING && is_whole) {
                if numbers[whole] == 0 {
                    let of_whole = if whole == ENTERING {
                        size
                    } else {
                        self.sizes[whole]
                    };
                    sizes |= u64::from(of_whole) << (u32::from(count) * self.size_bits);
                    count += 1;
                    numbers[whole] = count;
                }
                key |= u64::from(numbers[whole]) << at;
            }
            at += step.label_bits_after;
        }
        // Every region must keep an open vertex, merge with the new vertex, or be completed by it.
        let mut all = self.labels[..step.open]
            .iter()
            .fold(0_u16, |set, label| set | 1 << label);
        all = all & !joined & !1 | u16::from(!is_whole) << ENTERING;
        if all & !seen != 0 {
            return None;
        }
        if count > 0 {
            key |= sizes << at;
            at += u32::from(count) * self.size_bits;
        }
        for &(a, b) in &step.asked_after {
            let [a, b] =
                [a, b].map(|place| usize::from(regions[usize::from(place) & (PLACES - 1)]));
            if a == b || numbers[a] == 0 || numbers[b] == 0 {
                continue;
            }
            let is_apart = match (a, b) {
                (ENTERING, other) | (other, ENTERING) => apart >> other & 1 == 1,
                _ => self.apart[a] >> b & 1 == 1,
            };
            key |= u64::from(is_apart) << at;
            at += 1;
        }
        Some(key)
    }
}
