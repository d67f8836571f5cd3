//! Selects some of many candidates one after another, so that their features are used equally
//! often.
//!
//! The balance is measured by the coefficient of variation of the uses: 0 if all are used equally
//! often.

use tilewright_dlx::StopFlag;

/// A selection of candidates that balances how often their features (pieces, cells and boards) are
/// used.
pub(crate) trait BalancedSelection {
    type Candidate;
    /// A variant of a candidate: an image of a challenge, or the first side of a card.
    type Way;

    /// The number of candidates taken so far that have the same board, goal or solution as
    /// `candidate`. Candidates with the lowest number are taken first.
    fn times_taken(&self, candidate: &Self::Candidate) -> u32;

    /// The variant whose features were used least so far, and its cost: how much these features
    /// were used.
    fn best_way(&self, candidate: &Self::Candidate) -> (f64, Self::Way);

    /// Records that a candidate is taken in this variant, and returns that variant as a candidate.
    fn use_up(&mut self, candidate: &Self::Candidate, way: Self::Way) -> Self::Candidate;

    /// Takes up to `count` candidates, in the order of choice: first by
    /// [`times_taken`](Self::times_taken), then by the cost of the best variant, then in the given
    /// order. After a stop, no more candidates are taken.
    fn take(
        &mut self,
        candidates: &[Self::Candidate],
        count: usize,
        stop: &StopFlag,
    ) -> Vec<Self::Candidate> {
        let mut left: Vec<&Self::Candidate> = candidates.iter().collect();
        let mut taken = Vec::new();
        while taken.len() < count {
            let times: Vec<u32> = left.iter().map(|one| self.times_taken(one)).collect();
            let least = times.iter().min().copied();
            let best = (left.iter().zip(&times).enumerate())
                .take_while(|_| !stop.is_set())
                .filter(|(_, (_, times))| Some(**times) == least)
                .map(|(at, (candidate, _))| {
                    let (cost, way) = self.best_way(candidate);
                    (cost, at, way)
                })
                // Of several candidates with the same cost, the first is taken.
                .min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((_, at, way)) = best.filter(|_| !stop.is_set()) else {
                break;
            };
            let candidate = left.remove(at);
            taken.push(self.use_up(candidate, way));
        }
        taken
    }
}

pub(crate) fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0_u32), |(sum, count), x| (sum + x, count + 1));
    sum / f64::from(count.max(1))
}

/// The mean of `some` divided by the mean of `all`.
pub(crate) fn share(some: impl Iterator<Item = f64>, all: &[f64]) -> f64 {
    share_of(some, mean(all.iter().copied()))
}

/// The mean of `some` divided by `whole`; 0 if `whole` is 0.
pub(crate) fn share_of(some: impl Iterator<Item = f64>, whole: f64) -> f64 {
    if whole > 0.0 { mean(some) / whole } else { 0.0 }
}

/// The coefficient of variation: standard deviation over mean.
pub(crate) fn variation(numbers: &[f64]) -> f64 {
    let middle = mean(numbers.iter().copied());
    let squares = numbers.iter().map(|x| (x - middle).powi(2));
    if middle > 0.0 {
        mean(squares).sqrt() / middle
    } else {
        0.0
    }
}
