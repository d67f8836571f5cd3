//! Questions about the starts of a puzzle.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use num_bigint::BigUint;

use super::places::StartPlacements;
use crate::solve::space::Space;

/// The maximum number of placements of a start that [`StartsQuestion::exact`] lists.
pub const MOST_GIVENS: usize = 64;

/// The question how many starts of a given size a puzzle has, and how many solutions each has.
#[derive(Debug)]
pub struct StartsQuestion<'a> {
    pub(super) space: &'a Space<'a>,
    pub(super) places: StartPlacements,
    pub(super) givens: usize,
    /// For each number of placements, not counting the puzzle's givens: the number of solutions
    /// with that many.
    pub(super) sizes: BTreeMap<usize, BigUint>,
    pub(super) threads: NonZeroUsize,
    pub(super) memory: u64,
    pub(super) shown: usize,
}

/// The binomial coefficient: the number of sets of `k` of `n` things.
pub(super) fn choose(n: usize, k: usize) -> BigUint {
    if k > n {
        return BigUint::ZERO;
    }
    let mut sets = BigUint::from(1_u32);
    for i in 0..k.min(n - k) {
        sets = sets * (n - i) / (i + 1);
    }
    sets
}
