//! Chooses the challenges of a deck from the candidates.

use itertools::Itertools;

use super::super::plan::{Amount, quantiles};
use super::super::pool::{BalancedChoice, ChallengeCandidate, Spread};
use super::{Mine, MinedChallenge, MiningWork};

impl ChallengeCandidate {
    /// The candidate as a challenge of the part of the deck with this index; `own` is the number of
    /// the puzzle's own givens.
    pub(super) fn found(self, part: usize, own: usize) -> MinedChallenge {
        MinedChallenge {
            open: self.solution.len() - own - self.givens.len(),
            givens: self.givens,
            rating: self.rating,
            tried: self.tried,
            is_minimal: self.is_minimal,
            part,
        }
    }
}

impl MiningWork<'_> {
    /// Chooses challenges from the pools, beginning with the pools that have the fewest candidates.
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

    /// The first candidates of each part, without looking for the best choice: the result of a
    /// stopped run.
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

    pub(super) fn no_choice(&self) -> BalancedChoice<'_> {
        let Mine {
            instance,
            symmetry_classes,
            monitor,
            ..
        } = self.mine;
        BalancedChoice::new(instance, symmetry_classes, monitor)
    }

    /// For each part of the deck, the requested number of challenges and the candidates.
    fn parts(&self) -> Vec<(usize, Vec<ChallengeCandidate>)> {
        if matches!(self.plan.amount, Amount::Count(_) | Amount::Grades(_)) {
            let parts = self.pools.iter();
            return parts
                .map(|part| (part.wanted, part.pool.candidates.clone()))
                .collect();
        }
        let sizes = self.plan.amount.sizes();
        let all = self.pools.iter().flat_map(|part| &part.pool.candidates);
        let all: Vec<&ChallengeCandidate> =
            all.sorted_by_key(|candidate| candidate.rating).collect();
        let parts = quantiles(&sizes, &all);
        parts
            .map(|(size, part)| (size, part.iter().copied().cloned().collect()))
            .collect()
    }
}
