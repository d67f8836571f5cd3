//! A lower bound on a mean from independent nonnegative samples of any distribution.
//!
//! The weights of walks have long tails: the mean of a sample is usually too small, and its standard error ignores
//! rare walks that were not taken. No upper bound can be guaranteed, but a lower bound can, up to a small
//! probability. Cut every sample off at c. Then it is between 0 and c, and its expectation is not larger than
//! before. Hoeffding bounds how far the mean of n such samples exceeds their expectation. Let the mean be q c, and
//! let p < q satisfy n KL(q, p) = ln(1 / delta). Then the expectation is at least p c, except with probability
//! delta. For c, the power of two that gives the best bound is used; each power of two gets a share of the
//! probability.
//!
//! Source: W. Hoeffding, "Probability inequalities for sums of bounded random variables", Journal
//! of the American Statistical Association 58 (1963), 13–30, Theorem 1.

/// The natural logarithm of 1/delta: a bound is wrong with a probability of at most one in a thousand.
const CONFIDENCE: f64 = 6.907_755_278_982_137;

/// The natural logarithm of pi^2 / 6, the sum of 1 / (e + 1)^2 over all exponents e. The shares of the powers
/// 2^e are divided by this sum.
const ALL_POWERS: f64 = 0.497_700_302_470_745_4;

/// The number of powers of two, from 1 to 2^127, at which samples are cut off.
const POWERS: usize = 128;

/// The number of bisection steps. They make a bound exact to about one part in a million.
const STEPS: usize = 20;

/// For each power of two, the sum of all samples, each cut off at that power.
#[derive(Clone, Debug)]
pub(super) struct CutOff {
    count: f64,
    sums: Vec<f64>,
}

impl CutOff {
    pub(super) fn new() -> Self {
        Self {
            count: 0.0,
            sums: vec![0.0; POWERS],
        }
    }

    pub(super) fn add(&mut self, value: f64) {
        self.count += 1.0;
        let mut cut = 1.0;
        for sum in &mut self.sums {
            *sum += value.min(cut);
            cut *= 2.0;
        }
    }

    /// The lower bound on the expectation of a sample; 0 if there are no samples.
    pub(super) fn bound(&self) -> f64 {
        let mut best: f64 = 0.0;
        let (mut cut, mut power) = (1.0, 1.0_f64);
        let mut before: Option<f64> = None;
        for &sum in &self.sums {
            if before == Some(sum) {
                // No sample exceeds this power of two. Higher powers give weaker bounds.
                break;
            }
            before = Some(sum);
            let mean = (sum / self.count / cut).min(1.0);
            if mean > 0.0 && mean * cut > best {
                let chance = CONFIDENCE + ALL_POWERS + 2.0 * power.ln();
                best = best.max(cut * least(mean, chance / self.count));
            }
            cut *= 2.0;
            power += 1.0;
        }
        best
    }
}

/// The smallest p below q for which the divergence of q from p is at most `distance`, rounded down.
fn least(q: f64, distance: f64) -> f64 {
    let (mut low, mut high) = (0.0, q);
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if middle > 0.0 && divergence(q, middle) <= distance {
            high = middle;
        } else {
            low = middle;
        }
    }
    low
}

/// The Kullback-Leibler divergence of a coin with probability q from a coin with probability p.
fn divergence(q: f64, p: f64) -> f64 {
    let term = |q: f64, p: f64| if q > 0.0 { q * (q / p).ln() } else { 0.0 };
    term(q, p) + term(1.0 - q, 1.0 - p)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn bound(values: impl IntoIterator<Item = f64>) -> f64 {
        let mut samples = CutOff::new();
        for value in values {
            samples.add(value);
        }
        samples.bound()
    }

    #[test]
    fn equal_samples_come_close() {
        let bound = bound(vec![1024.0; 200]);
        assert!(bound > 900.0 && bound <= 1024.0, "{bound}");
    }

    #[test]
    fn nothing_bounds_nothing() {
        assert_eq!(bound([]).to_bits(), 0.0_f64.to_bits());
        assert_eq!(bound([0.0; 50]).to_bits(), 0.0_f64.to_bits());
        // A single walk proves little, since it may have any weight.
        assert!(bound([1e9]) < 1e7);
    }

    /// Bounds the mean of samples that are 4^k with probability 2^-k, for k from 1 to 16.
    #[test]
    fn long_tails_are_not_overestimated() {
        let mean: f64 = (1..=16).map(|k| 2.0_f64.powi(k)).sum();
        let mut over = 0;
        for seed in 0..300 {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
            let walks: Vec<f64> = (0..100)
                .map(|_| {
                    let zeros = dice.random_range(0..u32::MAX).leading_zeros();
                    match i32::try_from(zeros) {
                        Ok(k) if k < 16 => 4.0_f64.powi(k + 1),
                        _ => 0.0,
                    }
                })
                .collect();
            over += u32::from(bound(walks) > mean);
        }
        assert!(over <= 2, "{over} of 300 are too large");
    }
}
