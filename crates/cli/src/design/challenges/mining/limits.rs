//! Limits of work for mining without a diagram of all solutions.

/// Limits of mining by searches, in nodes, so that they apply at the same point on every machine.
/// 2²⁶ nodes take ten seconds to a minute of one thread.
///
/// If there is a diagram of all solutions, it replaces the searches, and the limits are not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MiningLimits {
    /// The maximum number of nodes of a search for a solution.
    pub search: u64,
    /// The maximum number of nodes of all searches for a draw's minimal sets of givens. A draw that
    /// reaches it is cut off without result.
    pub draw: u64,
    /// Mining ends after this many nodes without a new challenge.
    pub fruitless: u64,
}

impl Default for MiningLimits {
    /// 2²⁶ nodes for a search, 2²⁷ for the sets of a draw, and 2³² without a new challenge, which
    /// suffice for at least 16 draws.
    fn default() -> Self {
        Self {
            search: 1 << 26,
            draw: 1 << 27,
            fruitless: 1 << 32,
        }
    }
}
