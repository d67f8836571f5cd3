//! Functions on sets of numbers. A set has a bit for each number, in 64-bit words.

/// The set of the numbers below `count`.
#[inline(always)]
pub(super) fn first<const N: usize>(count: usize) -> [u64; N] {
    let mut set = [0; N];
    for (at, word) in set.iter_mut().enumerate() {
        let rest = count.saturating_sub(at * 64);
        *word = if rest >= 64 {
            u64::MAX
        } else {
            (1 << rest) - 1
        };
    }
    set
}

#[inline(always)]
pub(super) fn count(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

/// How many elements of a set are below `bound`.
#[inline(always)]
pub(super) fn rank(set: &[u64], bound: usize) -> usize {
    let whole = count(&set[..bound / 64]);
    whole + (set[bound / 64] & ((1 << (bound % 64)) - 1)).count_ones() as usize
}
