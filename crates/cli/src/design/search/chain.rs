//! One chain of a search: its current dissection and the results it keeps.

use std::collections::{BTreeSet, HashMap};

use super::candidate::DesignCandidate;
use super::count::CandidateCount;
use super::dissection::Dissection;
use super::distance::CountedSolutions;
use crate::puzzle::PieceId;

/// The distance added to a choice whose numbers of solutions match but that fails another
/// requirement.
pub(super) const REFUSED: f64 = 1.0;

/// The state of a chain: all that is needed to continue it.
#[derive(Debug, Clone)]
pub(super) struct Chain {
    pub(super) number: u64,
    pub(super) round: u64,
    pub(super) steps: u64,
    /// The number of steps since the last restart.
    pub(super) cooled: u64,
    pub(super) here: Option<ScoredDissection>,
    /// The best dissection so far.
    pub(super) best: Option<ScoredDissection>,
    /// Candidates whose numbers of solutions match but that fail another requirement.
    pub(super) refused: BTreeSet<DesignCandidate>,
    /// A cache of the numbers of solutions of candidates.
    pub(super) counts: HashMap<DesignCandidate, CandidateCount>,
}

/// A dissection with its pieces and its distance from the requirements.
#[derive(Debug, Clone)]
pub(super) struct ScoredDissection {
    pub(super) dissection: Dissection,
    pub(super) pieces: Vec<PieceId>,
    pub(super) candidate: DesignCandidate,
    pub(super) distance: f64,
    /// The number of solutions; `None` before it is counted.
    pub(super) solutions: Option<CountedSolutions>,
}

impl Chain {
    pub(super) fn new(number: u64) -> Self {
        Self {
            number,
            round: 0,
            steps: 0,
            cooled: 0,
            here: None,
            best: None,
            refused: BTreeSet::new(),
            counts: HashMap::new(),
        }
    }

    /// Records that a candidate fails a requirement although its numbers of solutions match.
    pub(super) fn refuse(&mut self, place: ScoredDissection) {
        self.refused.insert(place.candidate.clone());
        if let Some(best) = &mut self.best
            && best.candidate == place.candidate
        {
            best.distance = REFUSED;
        }
        self.here = Some(ScoredDissection {
            distance: REFUSED,
            ..place
        });
    }

    pub(super) fn without_counts(&self) -> Self {
        Self {
            round: self.round,
            steps: self.steps,
            cooled: self.cooled,
            here: self.here.clone(),
            best: self.best.clone(),
            refused: self.refused.clone(),
            ..Self::new(self.number)
        }
    }

    pub(super) fn keep(&mut self, here: &ScoredDissection) {
        let is_better = |best: &ScoredDissection| here.distance < best.distance;
        if self.best.as_ref().is_none_or(is_better) {
            self.best = Some(here.clone());
        }
    }

    /// Restarts from another dissection in the next step.
    pub(super) fn restart(&mut self) {
        self.here = None;
        self.cooled = 0;
    }
}
