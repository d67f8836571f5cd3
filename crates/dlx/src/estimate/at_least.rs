//! A lower bound of a mean from independent samples that are not negative, whatever their
//! distribution.
//!
//! The weights of walks have long tails: their mean is too small more often than not, and its
//! standard error says nothing of the rare walks that were not taken. No upper bound can be promised,
//! but a lower one can, up to a small chance: cut every sample off at c. What is left lies between 0
//! and c, and its expectation is no larger. Hoeffding bounds by how much the mean of n such samples
//! exceeds their expectation: if the mean is q c, the expectation is at least p c for the p < q with
//! n KL(q, p) = ln(1 / delta), up to a chance of delta. The best of all powers of two for c is
//! taken, each with a share of the chance.
//!
//! Source: W. Hoeffding, "Probability inequalities for sums of bounded random variables", Journal
//! of the American Statistical Association 58 (1963), 13–30, Theorem 1.

/// The natural logarithm of 1/delta: a bound is wrong one time in a thousand at most.
const CONFIDENCE: f64 = 6.907_755_278_982_137;

/// The logarithm of pi^2 / 6: the shares of all powers of two, 1 / (e + 1)^2 each, add up to that.
const ALL_POWERS: f64 = 0.497_700_302_470_745_4;

/// The powers of two at which samples are cut off: up to 2^127.
const POWERS: usize = 128;

/// The steps of a bisection: to about one part in a million.
const STEPS: usize = 20;

/// Samples, each cut off at every power of two.
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

    /// Adds a sample.
    pub(super) fn add(&mut self, value: f64) {
        self.count += 1.0;
        let mut cut = 1.0;
        for sum in &mut self.sums {
            *sum += value.min(cut);
            cut *= 2.0;
        }
    }

    /// What the expectation is at least, up to a chance of one in a thousand; 0 without samples.
    pub(super) fn bound(&self) -> f64 {
        let mut best: f64 = 0.0;
        let (mut cut, mut power) = (1.0, 1.0_f64);
        let mut before: Option<f64> = None;
        for &sum in &self.sums {
            if before == Some(sum) {
                // Nothing is cut off any more: what is cut off higher is bounded less tightly.
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

/// The least p that q is at most so far from, or a little less.
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

/// Kullback and Leibler's divergence of a coin that falls heads with q from one with p.
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
        // One walk alone may be as heavy as you like.
        assert!(bound([1e9]) < 1e7);
    }

    /// Walks of which one in 2^k has the weight 4^k, up to k = 16.
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
