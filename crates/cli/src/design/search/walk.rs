//! How far a search has come.

use super::chain::{Chain, Place};
use super::distance::Solutions;
use super::{Design, SearchProgress};

/// So many chains walk at once.
pub(super) const CHAINS: u64 = 8;

/// So many steps are taken in a round, by each of them.
pub(super) const ROUND: u64 = 16;

/// How far a search has come, between two rounds.
pub(super) struct Walk {
    pub(super) chains: Vec<Chain>,
    pub(super) designs: Vec<Design>,
    /// After how many steps the last round was begun.
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

    /// The place of the chains that is nearest to what is wanted.
    pub(super) fn nearest(&self) -> Option<&Place> {
        let best = self.chains.iter().filter_map(|chain| chain.best.as_ref());
        best.min_by(|one, other| one.distance.total_cmp(&other.distance))
    }

    pub(super) fn progress(&self) -> SearchProgress {
        SearchProgress {
            steps: self.steps(),
            designs: self.designs.len(),
            nearest: self.nearest().and_then(|place| match place.solutions {
                Some(Solutions::Exactly(number)) => Some(number),
                _ => None,
            }),
        }
    }
}
