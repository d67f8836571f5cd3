//! Which challenges of goals are taken: evenly of goals and of pieces.

use std::collections::BTreeMap;

use super::super::super::even::{TakesEvenly, share};
use super::super::super::pool::Candidate;
use crate::support::label::Label;

/// A challenge of a goal that may be taken.
#[derive(Debug, Clone)]
pub(super) struct GoalCandidate {
    /// The index of its goal in the file.
    pub(super) goal: usize,
    pub(super) candidate: Candidate,
    /// The pieces that it gives, by their places among all.
    pub(super) pieces: Vec<usize>,
}

/// Chooses challenges of goals, evenly spread.
pub(super) struct GoalChoice {
    /// How often each piece has been given, by copy.
    pub(super) pieces: Vec<f64>,
    copies: Vec<u32>,
    /// How often each goal has been taken.
    goals: BTreeMap<usize, u32>,
}

impl GoalChoice {
    pub(super) fn new(pieces: &BTreeMap<Label, (usize, u32)>) -> Self {
        Self {
            pieces: vec![0.0; pieces.len()],
            copies: pieces.values().map(|(_, copies)| *copies).collect(),
            goals: BTreeMap::new(),
        }
    }

    pub(super) fn give(&mut self, piece: usize) {
        self.pieces[piece] += 1.0 / f64::from(self.copies[piece].max(1));
    }
}

impl TakesEvenly for GoalChoice {
    type Candidate = GoalCandidate;
    type Way = ();

    fn times_taken(&self, candidate: &GoalCandidate) -> u32 {
        self.goals.get(&candidate.goal).copied().unwrap_or(0)
    }

    fn best_way(&self, candidate: &GoalCandidate) -> (f64, ()) {
        let given = candidate.pieces.iter().map(|piece| self.pieces[*piece]);
        (share(given, &self.pieces), ())
    }

    fn use_up(&mut self, candidate: &GoalCandidate, (): ()) -> GoalCandidate {
        for piece in &candidate.pieces {
            self.give(*piece);
        }
        *self.goals.entry(candidate.goal).or_default() += 1;
        candidate.clone()
    }
}
