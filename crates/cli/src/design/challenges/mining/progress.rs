//! The progress of mining.

use super::MiningWork;

/// Receives the progress of mining, on any thread.
pub(in crate::design::challenges) type OnProgress<'h> = dyn Fn(&MiningProgress) + Sync + 'h;

/// What mining is doing, and how much it has done.
#[derive(Debug, Clone)]
pub struct MiningProgress {
    /// What mining is doing now.
    pub stage: MiningStage,
    /// The number of draws so far.
    pub draws: u64,
    /// The number of draws that were cut off.
    pub cut_off: u64,
    /// The number of candidates so far for each part of the plan; a single number unless the plan
    /// is by grades.
    pub candidates: Vec<usize>,
}

/// What mining is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MiningStage {
    /// Tests whether a search finds solutions at all.
    Search,
    /// Draws solutions.
    Draws,
    /// Draws solutions of goals.
    Goals {
        /// The number of goals done in this pass.
        done: usize,
        /// The total number of goals.
        of: usize,
    },
    /// Lists all minimal challenges of all solutions.
    All {
        /// The number of solutions done.
        done: usize,
        /// The total number of solutions.
        of: usize,
    },
    /// Chooses, rates and checks challenges.
    Choice,
}

impl MiningWork<'_> {
    pub(super) fn progress(&self) -> MiningProgress {
        let pools = self.pools.iter();
        MiningProgress {
            stage: MiningStage::Draws,
            draws: self.done.draws,
            cut_off: self.done.cut_off,
            candidates: pools.map(|part| part.pool.candidates.len()).collect(),
        }
    }
}
