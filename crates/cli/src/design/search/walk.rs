//! The state of a search between two rounds.

use super::chain::{Chain, ScoredDissection};
use super::distance::CountedSolutions;
use super::{Design, SearchProgress};

pub(super) const CHAINS: u64 = 8;

/// The number of steps of each chain in a round.
pub(super) const ROUND: u64 = 16;

/// The state of a search between two rounds.
pub(super) struct Walk {
    pub(super) chains: Vec<Chain>,
    pub(super) designs: Vec<Design>,
    /// The number of steps before the last round.
    pub(super) begun: u64,
}

impl Walk {
    pub(super) fn new() -> Self {
        Self {
            chains: (0..CHAINS).map(Chain::new).collect(),
            designs: Vec::new(),
            begun: 0,
        }
    }

    pub(super) fn steps(&self) -> u64 {
        self.chains.iter().map(|chain| chain.steps).sum()
    }

    /// The best dissection of all chains; `None` if no chain has one.
    pub(super) fn nearest(&self) -> Option<&ScoredDissection> {
        let best = self.chains.iter().filter_map(|chain| chain.best.as_ref());
        best.min_by(|one, other| one.distance.total_cmp(&other.distance))
    }

    pub(super) fn progress(&self) -> SearchProgress {
        SearchProgress {
            steps: self.steps(),
            designs: self.designs.len(),
            nearest: self.nearest().and_then(|place| match place.solutions {
                Some(CountedSolutions::Exactly(number)) => Some(number),
                _ => None,
            }),
        }
    }
}
