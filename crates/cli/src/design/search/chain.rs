//! One chain of a search: where it is, and what it remembers.

use std::collections::{BTreeSet, HashMap};

use super::candidate::Candidate;
use super::count::Counted;
use super::dissection::Dissection;
use super::distance::Solutions;
use crate::puzzle::PieceId;

/// A choice that is no further away than another one by its numbers, but is not as wanted, is taken to
/// be so much worse.
pub(super) const REFUSED: f64 = 1.0;

/// What a chain has come to: all that it goes on from.
#[derive(Debug, Clone)]
pub(super) struct Chain {
    pub(super) number: u64,
    /// How many rounds are done.
    pub(super) round: u64,
    /// How many steps were taken.
    pub(super) steps: u64,
    /// How many of them since it began anew.
    pub(super) cooled: u64,
    /// The dissection that it is at.
    pub(super) here: Option<Place>,
    /// The best one.
    pub(super) best: Option<Place>,
    /// Choices that are as wanted by their numbers alone.
    pub(super) refused: BTreeSet<Candidate>,
    /// Counts made before, for speed alone.
    pub(super) counts: HashMap<Candidate, Counted>,
}

/// A dissection and what it is worth.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) dissection: Dissection,
    pub(super) pieces: Vec<PieceId>,
    pub(super) candidate: Candidate,
    pub(super) distance: f64,
    /// Its solutions, as far as they were counted.
    pub(super) solutions: Option<Solutions>,
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

    /// Takes note that a choice is not as wanted, though its numbers are.
    pub(super) fn refuse(&mut self, place: Place) {
        self.refused.insert(place.candidate.clone());
        if let Some(best) = &mut self.best
            && best.candidate == place.candidate
        {
            best.distance = REFUSED;
        }
        self.here = Some(Place {
            distance: REFUSED,
            ..place
        });
    }

    /// The same without what it remembers for speed alone.
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

    pub(super) fn keep(&mut self, here: &Place) {
        let is_better = |best: &Place| here.distance < best.distance;
        if self.best.as_ref().is_none_or(is_better) {
            self.best = Some(here.clone());
        }
    }

    /// Begins anew from another dissection.
    pub(super) fn restart(&mut self) {
        self.here = None;
        self.cooled = 0;
    }
}
