//! Luby's sequence, which gives the lengths of the runs between restarts: 1, 1, 2, 1, 1, 2, 4, …
//!
//! Source: Luby, Sinclair, Zuckerman, "Optimal speedup of Las Vegas algorithms" (1993). Whatever the distribution
//! of a search's run time, restarting by this sequence is slower than the best way of restarting by at most a
//! logarithmic factor.

/// Term number `at` of Luby's sequence, counted from 1.
pub(super) fn luby(mut at: u64) -> u64 {
    debug_assert!(at > 0, "invariant: terms are counted from 1");
    loop {
        let next = at.saturating_add(1);
        if next.is_power_of_two() {
            return next / 2;
        }
        // The terms after the last power of two repeat the sequence from its start.
        at = next - (1 << next.ilog2());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn begins_as_published() {
        let terms: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(terms, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
