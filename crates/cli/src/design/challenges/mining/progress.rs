use itertools::Itertools;

use super::MiningWork;
use crate::design::challenges::plan::{Amount, MiningPlan};
use crate::solve::search::share_done;
use crate::support::format::{counted, grouped};

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
    /// Draws random solutions, and takes challenges from each.
    Draws,
    /// Draws solutions of goals.
    Goals {
        /// The number of goals processed in the current pass over all goals.
        done: usize,
        /// The total number of goals.
        of: usize,
    },
    /// Lists all minimal challenges of all solutions.
    All {
        /// The number of solutions whose challenges have been listed.
        done: usize,
        /// The total number of solutions.
        of: usize,
    },
    /// Chooses, rates and checks challenges.
    Choice,
}

/// A number of draws in words: `64 draws`, or `64 draws, 12 cut off`.
pub(crate) fn draws_in_words(draws: u64, cut_off: u64) -> String {
    let draws = counted(draws, "draw");
    match cut_off {
        0 => draws,
        cut_off => format!("{draws}, {} cut off", grouped(cut_off)),
    }
}

impl MiningProgress {
    /// The fraction of the work that is done, from 0 to 1, if it is known; and the progress as
    /// text.
    pub(crate) fn in_words(&self, plan: &MiningPlan) -> (Option<f64>, String) {
        let parts = self.candidates.iter().zip(plan.amount.pool_sizes());
        let parts = parts.enumerate().map(|(part, (candidates, requested))| {
            let (candidates, requested) = (grouped(candidates), grouped(requested));
            match plan.amount {
                Amount::Grades(_) => {
                    format!("{} {candidates}/{requested}", plan.amount.part_name(part))
                }
                Amount::Count(_) | Amount::Quantiles(_) | Amount::Progression(_) => {
                    format!("{candidates}/{requested}")
                }
            }
        });
        let candidates = parts.format(", ");
        let words = match self.stage {
            MiningStage::Search => "looking for a first solution".to_owned(),
            MiningStage::Draws => {
                let draws = draws_in_words(self.draws, self.cut_off);
                format!("{draws}: {candidates}")
            }
            // The fraction done is not shown, since mining usually ends before all goals are
            // searched.
            MiningStage::Goals { done, of } => {
                format!("{} of {}: {candidates}", grouped(done), counted(of, "goal"))
            }
            MiningStage::All { done, of } => {
                let words = format!("all of {}: {candidates}", counted(done, "solution"));
                return (Some(share_done(done as u64, of as u64)), words);
            }
            MiningStage::Choice => format!("choosing from {candidates}, and checking"),
        };
        (None, words)
    }
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
