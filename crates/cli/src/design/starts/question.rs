//! What is asked of the starts of a puzzle.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use num_bigint::BigUint;

use super::places::Places;
use crate::solve::space::Space;

/// The most placements of a start that [`Question::exact`] lists.
pub const MOST_GIVENS: usize = 64;

/// What is asked about starts.
#[derive(Debug)]
pub struct Question<'a> {
    pub(super) space: &'a Space<'a>,
    pub(super) places: Places,
    pub(super) givens: usize,
    /// By number of placements besides the puzzle's givens, how many solutions
    /// have so many.
    pub(super) sizes: BTreeMap<usize, BigUint>,
    pub(super) threads: NonZeroUsize,
    pub(super) memory: u64,
    pub(super) shown: usize,
}

/// How many sets of `k` of `n` things there are.
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
