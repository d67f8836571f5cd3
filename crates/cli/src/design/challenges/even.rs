//! Taking some of many, one after the other, so that what they use is used evenly.
//!
//! How even it becomes is measured by the coefficient of variation of the uses: 0 if all are used
//! equally often.

use tilewright_dlx::StopFlag;

/// What is taken evenly, with a record of what was taken.
pub(crate) trait TakesEvenly {
    /// What may be taken.
    type Candidate;
    /// One of the ways in which a candidate may be taken.
    type Way;

    /// How often something was taken that should not come again before all others.
    fn times_taken(&self, candidate: &Self::Candidate) -> u32;

    /// The way in which a candidate uses what was used least, and how much that was used before.
    fn best_way(&self, candidate: &Self::Candidate) -> (f64, Self::Way);

    /// Takes a candidate in one way.
    fn use_up(&mut self, candidate: &Self::Candidate, way: Self::Way) -> Self::Candidate;

    /// Takes up to `count` candidates, in the order of their choice: those first of which the like
    /// was taken least, of these the one that uses what was used least. After a signal it takes no
    /// more.
    fn take(
        &mut self,
        candidates: &[Self::Candidate],
        count: usize,
        stop: &StopFlag,
    ) -> Vec<Self::Candidate> {
        let mut left: Vec<&Self::Candidate> = candidates.iter().collect();
        let mut taken = Vec::new();
        while taken.len() < count {
            let best = left
                .iter()
                .enumerate()
                .take_while(|_| !stop.is_set())
                .map(|(at, candidate)| {
                    let (cost, way) = self.best_way(candidate);
                    (self.times_taken(candidate), cost, at, way)
                })
                // The first of equals.
                .min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
            let Some((_, _, at, way)) = best.filter(|_| !stop.is_set()) else {
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

/// The mean of some numbers as a share of that of all.
pub(crate) fn share(some: impl Iterator<Item = f64>, all: &[f64]) -> f64 {
    let whole = mean(all.iter().copied());
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
