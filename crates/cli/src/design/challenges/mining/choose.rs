//! What is taken of the candidates.

use itertools::Itertools;

use super::super::plan::Amount;
use super::super::pool::{Candidate, Choice, Spread};
use super::{Found, Mine, Work};

impl Work<'_> {
    /// Chooses from the pools, those with the fewest candidates first.
    pub(super) fn choose(&self) -> (Vec<Found>, Spread) {
        let Mine {
            instance,
            symmetry_classes,
            monitor,
            ..
        } = self.mine;
        let mut choice = Choice::new(instance, symmetry_classes, monitor);
        let mut parts = self.parts();
        let scarcest = (0..parts.len()).sorted_by_key(|part| parts[*part].1.len());
        let mut challenges = Vec::new();
        for part in scarcest.collect_vec() {
            let (wanted, candidates) = std::mem::take(&mut parts[part]);
            let taken = choice.take(&candidates, wanted);
            challenges.extend(taken.into_iter().map(|candidate| Found {
                givens: candidate.givens,
                rating: candidate.rating,
                part,
            }));
        }
        (challenges, choice.spread())
    }

    /// The first candidates of each part, without looking for the best choice: what there is to
    /// tell after a signal.
    pub(super) fn choose_at_once(&self) -> (Vec<Found>, Spread) {
        let Mine {
            instance,
            symmetry_classes,
            monitor,
            ..
        } = self.mine;
        let mut choice = Choice::new(instance, symmetry_classes, monitor);
        let mut challenges = Vec::new();
        for (part, (wanted, candidates)) in self.parts().into_iter().enumerate() {
            let taken = choice.take_first(candidates, wanted);
            challenges.extend(taken.into_iter().map(|candidate| Found {
                givens: candidate.givens,
                rating: candidate.rating,
                part,
            }));
        }
        challenges.sort_by_key(Found::place);
        (challenges, choice.spread())
    }

    /// What is wanted of each part, and what it may take.
    fn parts(&self) -> Vec<(usize, Vec<Candidate>)> {
        let Amount::Quantiles(sizes) = &self.plan.amount else {
            let parts = self.pools.iter();
            return parts
                .map(|part| (part.wanted, part.pool.candidates.clone()))
                .collect();
        };
        let all = self.pools.iter().flat_map(|part| &part.pool.candidates);
        let all: Vec<&Candidate> = all.sorted_by_key(|candidate| candidate.rating).collect();
        let cut = |part: usize| part * all.len() / sizes.len().max(1);
        sizes
            .iter()
            .enumerate()
            .map(|(part, size)| {
                let of_part = &all[cut(part)..cut(part + 1)];
                (*size, of_part.iter().copied().cloned().collect())
            })
            .collect()
    }
}
