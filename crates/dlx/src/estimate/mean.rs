//! Computes means with their standard errors in one pass over the samples.
//!
//! Source: B. P. Welford, "Note on a method for calculating corrected sums of squares and
//! products", Technometrics 4 (1962), 419–420.

/// The mean of independent samples of a quantity, with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mean {
    /// The mean: an unbiased estimate of the quantity. Infinite if a sample exceeds the range of an `f64`.
    pub mean: f64,
    /// The estimated standard deviation of the mean. Infinite if there are fewer than two samples,
    /// or if the squares exceed the range of an `f64`.
    ///
    /// It is itself an estimate from the same samples. It is too small if most of the weight is in a few rare walks
    /// and none of them was sampled.
    pub standard_error: f64,
}

/// The mean of the samples so far, updated with each sample.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RunningMean {
    mean: f64,
    /// The sum of the squared deviations of the samples from the mean.
    squares: f64,
}

impl RunningMean {
    /// Adds sample number `count`, counted from 1. If all samples are equal, the mean is exactly their value and
    /// its error is zero.
    pub(super) fn add(&mut self, value: f64, count: f64) {
        let delta = value - self.mean;
        if delta.is_finite() {
            self.mean += delta / count;
            self.squares += delta * (value - self.mean);
        } else {
            self.mean = f64::INFINITY;
            self.squares = f64::INFINITY;
        }
    }

    pub(super) fn mean(&self, count: f64) -> Mean {
        let standard_error = if count < 2.0 {
            f64::INFINITY
        } else {
            (self.squares / (count - 1.0) / count).sqrt()
        };
        Mean {
            mean: self.mean,
            standard_error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(values: &[f64]) -> Mean {
        let mut samples = RunningMean::default();
        let mut count = 0.0;
        for &value in values {
            count += 1.0;
            samples.add(value, count);
        }
        samples.mean(count)
    }

    #[test]
    fn mean_and_standard_error() {
        let Mean {
            mean: found,
            standard_error,
        } = mean(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert!((found - 5.0).abs() < 1e-12);
        assert!((standard_error - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn equal_samples_have_no_error() {
        let value = 1e300 / 3.0;
        let exact = Mean {
            mean: value,
            standard_error: 0.0,
        };
        assert_eq!(mean(&[value; 1000]), exact);
    }

    #[test]
    fn few_samples_and_huge_ones_have_an_infinite_error() {
        assert!(mean(&[]).standard_error.is_infinite());
        assert!(mean(&[3.0]).standard_error.is_infinite());
        let squares = mean(&[1e300, 0.0]);
        assert!(squares.mean.is_finite() && squares.standard_error.is_infinite());
        let infinite = mean(&[f64::INFINITY, 1.0, f64::INFINITY]);
        assert!(infinite.mean.is_infinite() && infinite.standard_error.is_infinite());
    }
}
