//! What is taken of the candidates.

use itertools::Itertools;

use super::super::plan::{Amount, quantiles};
use super::super::pool::{Candidate, Choice, Spread};
use super::{Mine, MinedChallenge, Work};

impl Candidate {
    /// The candidate as a challenge of a part of the deck; the puzzle has so many givens of its
    /// `own`.
    pub(super) fn found(self, part: usize, own: usize) -> MinedChallenge {
        MinedChallenge {
            open: self.solution.len() - own - self.givens.len(),
            givens: self.givens,
            rating: self.rating,
            is_minimal: self.is_minimal,
            part,
        }
    }
}

impl Work<'_> {
    /// Chooses from the pools, those with the fewest candidates first.
    pub(super) fn choose(&self) -> (Vec<MinedChallenge>, Spread) {
        if matches!(self.plan.amount, Amount::Progression(_)) {
            return self.levels();
        }
        let mut choice = self.no_choice();
        let own = self.mine.instance.givens().len();
        let mut parts = self.parts();
        let scarcest = (0..parts.len()).sorted_by_key(|part| parts[*part].1.len());
        let mut challenges = Vec::new();
        for part in scarcest.collect_vec() {
            let (wanted, candidates) = std::mem::take(&mut parts[part]);
            let taken = choice.take(&candidates, wanted);
            challenges.extend(
                taken
                    .into_iter()
                    .map(|candidate| candidate.found(part, own)),
            );
        }
        (challenges, choice.spread())
    }

    /// The first candidates of each part, without looking for the best choice: what there is to
    /// tell after a signal.
    pub(super) fn choose_at_once(&self) -> (Vec<MinedChallenge>, Spread) {
        let mut choice = self.no_choice();
        let own = self.mine.instance.givens().len();
        let mut challenges = Vec::new();
        for (part, (wanted, candidates)) in self.parts().into_iter().enumerate() {
            let taken = choice.take_first(candidates, wanted);
            challenges.extend(
                taken
                    .into_iter()
                    .map(|candidate| candidate.found(part, own)),
            );
        }
        challenges.sort_by_key(MinedChallenge::place);
        (challenges, choice.spread())
    }

    /// A choice of which nothing is taken yet.
    pub(super) fn no_choice(&self) -> Choice<'_> {
        let Mine {
            instance,
            symmetry_classes,
            monitor,
            ..
        } = self.mine;
        Choice::new(instance, symmetry_classes, monitor)
    }

    /// What is wanted of each part, and what it may take.
    fn parts(&self) -> Vec<(usize, Vec<Candidate>)> {
        if matches!(self.plan.amount, Amount::Count(_) | Amount::Grades(_)) {
            let parts = self.pools.iter();
            return parts
                .map(|part| (part.wanted, part.pool.candidates.clone()))
                .collect();
        }
        let sizes = self.plan.amount.sizes();
        let all = self.pools.iter().flat_map(|part| &part.pool.candidates);
        let all: Vec<&Candidate> = all.sorted_by_key(|candidate| candidate.rating).collect();
        let parts = quantiles(&sizes, &all);
        parts
            .map(|(size, part)| (size, part.iter().copied().cloned().collect()))
            .collect()
    }
}
