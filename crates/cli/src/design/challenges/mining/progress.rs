//! How far mining has come.

use super::Work;

/// What hears of mining, on whatever thread.
pub(in crate::design::challenges) type Hear<'h> = dyn Fn(&Progress) + Sync + 'h;

/// How far mining has come.
#[derive(Debug, Clone)]
pub struct Progress {
    /// What is done at present.
    pub stage: Stage,
    /// Draws so far.
    pub draws: u64,
    /// Those of them that were cut off.
    pub cut_off: u64,
    /// Candidates so far, by the part of the plan that they are for; of a plan that is
    /// not by grades, all in one.
    pub candidates: Vec<usize>,
}

/// What mining does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// It is seen whether a search finds solutions at all.
    Search,
    /// Solutions are drawn.
    Draws,
    /// Solutions of goals are drawn.
    Goals {
        /// Goals that were looked at, this time.
        done: usize,
        /// All of them.
        of: usize,
    },
    /// All minimal challenges of all solutions are looked at.
    All {
        /// Solutions that are done.
        done: usize,
        /// All of them.
        of: usize,
    },
    /// Challenges are chosen of the candidates, rated and checked.
    Choice,
}

impl Work<'_> {
    pub(super) fn progress(&self) -> Progress {
        let pools = self.pools.iter();
        Progress {
            stage: Stage::Draws,
            draws: self.done.draws,
            cut_off: self.done.cut_off,
            candidates: pools.map(|part| part.pool.candidates.len()).collect(),
        }
    }
}
