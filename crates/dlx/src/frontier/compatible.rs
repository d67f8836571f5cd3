//! Finds the options of a step that fit a state, by one look-up for each byte of the state instead of one test for
//! each option.
//!
//! There is a table for every byte that an option of the step touches. It maps a value of the byte to the set of
//! options that do not touch its set bits, 64 options to a word. The AND of a few table entries is the set of
//! options that fit; the tables stay in the processor's first-level cache.

use super::step_masks::State;

/// The minimum number of tests (states times options) for which look-up tables are built.
const WORTH: usize = 1 << 14;

/// Up to 64 consecutive options of a step.
#[derive(Debug)]
struct OptionBlock {
    first: usize,
    /// The options of the block that cover no forbidden bit, as a bit set.
    allowed: u64,
    /// For each byte of the state that an option covers: its word, its shift, and for each value of the byte the
    /// options that fit, as a bit set.
    bytes: Vec<(usize, u32, Box<[u64; 256]>)>,
}

/// The options of one step, prepared for look-up.
#[derive(Debug)]
pub(super) struct CompatibleOptions<'a, const N: usize> {
    masks: &'a [State<N>],
    blocks: Vec<OptionBlock>,
    tabled: bool,
}

impl<'a, const N: usize> CompatibleOptions<'a, N> {
    /// Prepares the options of a step, which `states` states will be tested against. Options that cover a bit of
    /// `forbidden` are left out.
    pub(super) fn new(masks: &'a [State<N>], forbidden: &State<N>, states: usize) -> Self {
        let tabled = states.saturating_mul(masks.len()) >= WORTH;
        let blocks = (0..masks.len())
            .step_by(64)
            .map(|first| {
                let masks = &masks[first..masks.len().min(first + 64)];
                block(first, masks, forbidden, tabled)
            })
            .collect();
        Self {
            masks,
            blocks,
            tabled,
        }
    }

    /// Calls `found` with each option that fits the state, given as its index within the step.
    #[inline]
    pub(super) fn each(&self, state: &State<N>, mut found: impl FnMut(usize)) {
        for block in &self.blocks {
            let mut compatible = block.allowed;
            if self.tabled {
                for (word, shift, free) in &block.bytes {
                    compatible &= free[usize::from((state[*word] >> shift).to_le_bytes()[0])];
                }
            } else {
                let masks = self.masks[block.first..].iter().take(64);
                for (at, mask) in masks.enumerate() {
                    let touches = state.iter().zip(mask).any(|(word, mask)| word & mask != 0);
                    compatible &= !(u64::from(touches) << at);
                }
            }
            while compatible != 0 {
                found(block.first + compatible.trailing_zeros() as usize);
                compatible &= compatible - 1;
            }
        }
    }
}

fn block<const N: usize>(
    first: usize,
    masks: &[State<N>],
    forbidden: &State<N>,
    tabled: bool,
) -> OptionBlock {
    let mut allowed = 0;
    for (at, mask) in masks.iter().enumerate() {
        let clear = mask
            .iter()
            .zip(forbidden)
            .all(|(mask, bits)| mask & bits == 0);
        allowed |= u64::from(clear) << at;
    }
    let mut bytes = Vec::new();
    for word in 0..if tabled { N } else { 0 } {
        for shift in (0..64).step_by(8) {
            let at = |mask: &State<N>| (mask[word] >> shift).to_le_bytes()[0];
            if masks.iter().all(|mask| at(mask) == 0) {
                continue;
            }
            let mut free = Box::new([!0_u64; 256]);
            for value in 1..256_usize {
                let bit = value.trailing_zeros();
                // For a value with a single bit set: the options that do not cover the bit. For any other value:
                // the intersection of the sets for its lowest bit and for its other bits.
                free[value] = if value.is_power_of_two() {
                    let touch =
                        |(at_, mask): (usize, &State<N>)| u64::from(at(mask) >> bit & 1) << at_;
                    !masks
                        .iter()
                        .enumerate()
                        .map(touch)
                        .fold(0, |all, one| all | one)
                } else {
                    free[value & (value - 1)] & free[1 << bit]
                };
            }
            bytes.push((word, shift, free));
        }
    }
    OptionBlock {
        first,
        allowed,
        bytes,
    }
}
