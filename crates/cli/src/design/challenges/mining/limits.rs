//! How much work mining may take where there is no diagram of all solutions.

/// Limits of mining by searches, in nodes, so that they fall at the same place on every machine:
/// 2^26 nodes take some ten seconds to a minute of one thread.
///
/// With a diagram of all solutions no question takes long, and none of them applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MiningLimits {
    /// The longest search for a solution.
    pub search: u64,
    /// All searches together that find a draw's minimal sets of givens. A draw that takes more is
    /// cut off, and gives nothing.
    pub draw: u64,
    /// The work since the last new challenge after which mining is given up.
    pub fruitless: u64,
}

impl Default for MiningLimits {
    /// 2^26 nodes a search, 2^27 a draw; 2^32 without a new challenge, which is 16 draws or more.
    fn default() -> Self {
        Self {
            search: 1 << 26,
            draw: 1 << 27,
            fruitless: 1 << 32,
        }
    }
}
