//! Chooses challenges of goals so that goals and pieces are used equally often.

use std::collections::BTreeMap;

use super::super::super::balanced::{BalancedSelection, share};
use super::super::super::pool::ChallengeCandidate;
use crate::support::label::Label;

/// A challenge that may be chosen, with its goal.
#[derive(Debug, Clone)]
pub(super) struct GoalCandidate {
    /// The index of the challenge's goal in the file.
    pub(super) goal: usize,
    pub(super) candidate: ChallengeCandidate,
    /// The pieces that are givens, as indices among all pieces of all goals.
    pub(super) pieces: Vec<usize>,
}

pub(super) struct GoalChoice {
    /// For each piece, how often the chosen challenges give it, divided by its copies.
    pub(super) pieces: Vec<f64>,
    copies: Vec<u32>,
    /// The number of chosen challenges of each goal, by the index of the goal. Goals without any
    /// are left out.
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

impl BalancedSelection for GoalChoice {
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
