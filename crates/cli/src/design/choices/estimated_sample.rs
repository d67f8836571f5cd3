//! Estimates random choices from random walks, if even one choice takes too long to count.
//!
//! The sample has two stages. Choices are drawn without replacement, and the solutions of each are
//! estimated by populations of walks ([`Estimator::solutions_by_populations`]), without bias and
//! independently. The sum over the drawn choices, times all choices divided by the drawn ones, is
//! thus unbiased. Its variance is estimated from how the estimates differ between choices and
//! within each.
//!
//! Source: W. G. Cochran, *Sampling Techniques*, third edition (1977), section 11.

use std::ops::ControlFlow::{Break, Continue};

use num_bigint::BigUint;
use tilewright_dlx::{Estimator, Mean};

use super::batches::Batches;
use super::measures::to_f64;
use super::{ChoiceError, ChoiceQuestion};
use crate::cover::{Instance, InstanceError};
use crate::puzzle::PieceId;
use crate::solve::SolveError;
use crate::solve::search::RunContext;

/// The number of populations that the walks of a choice are divided into.
const POPULATIONS: u64 = 10;

/// A random sample of the choices, with an estimate for each.
#[derive(Debug)]
pub struct EstimatedSample {
    /// The total number of choices.
    pub choices: BigUint,
    /// The number of different choices drawn.
    pub drawn: usize,
    /// The estimated choices, those with the most solutions first. After a stop, some of the drawn
    /// ones are missing.
    pub estimated: Vec<EstimatedChoice>,
    /// The estimated number of solutions of all choices together.
    pub solutions: Mean,
}

/// A choice with an estimated number of solutions.
#[derive(Debug, Clone, PartialEq)]
pub struct EstimatedChoice {
    /// The copies of each piece of the puzzle, as in [`Choice::copies`](super::Choice::copies).
    pub copies: Vec<u32>,
    pub solutions: Mean,
}

impl EstimatedChoice {
    /// The pieces that are used, with their copies.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, u32)> {
        let copies = (0..).map(PieceId).zip(self.copies.iter().copied());
        copies.filter(|(_, copies)| *copies > 0)
    }

    /// Whether a walk reached a solution. A choice without one may still have solutions.
    pub fn is_solved(&self) -> bool {
        self.solutions.mean > 0.0
    }
}

impl ChoiceQuestion<'_> {
    /// Draws `size` of the choices that the rule allows, uniformly and without repetition, and
    /// estimates each from `walks` random walks. The result depends on the seed, not on the number
    /// of threads. `on_progress` receives the number of choices done.
    ///
    /// If few walks reach a solution, the standard error is itself uncertain, and usually too
    /// small: no walk found the rare solutions of the greatest weight.
    ///
    /// Cost: that of the walks, each as long as a path down the search tree of
    /// [`Links`](tilewright_dlx::Links).
    ///
    /// # Errors
    ///
    /// Choices cannot be drawn, or there are none.
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright::cover::Instance;
    /// use tilewright::design::choices::{ChoiceQuestion, ChoiceRule};
    /// use tilewright::puzzle::Puzzle;
    /// use tilewright::solve::search::RunContext;
    ///
    /// let pool = "(lattice: Square, board: Rect(6, 5), \
    ///     pieces: [Set(of: Polyominoes(5), copies: (0, 1))])";
    /// let instance = Instance::new(Puzzle::from_ron(pool)?)?;
    /// let rule = ChoiceRule::default();
    /// let question = ChoiceQuestion::new(&instance, &rule);
    /// let sample = question.estimate_sample(
    ///     (924, 1), 500, &RunContext::silent(), &mut |_| (),
    /// )?;
    /// // All 924 choices of six were drawn; they have 2,164 solutions.
    /// assert_eq!(sample.estimated.len(), 924);
    /// let off = (sample.solutions.mean - 2164.0).abs();
    /// assert!(off < 5.0 * sample.solutions.standard_error);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn estimate_sample(
        &self,
        (size, seed): (usize, u64),
        walks: u64,
        monitor: &RunContext,
        on_progress: &mut dyn FnMut(usize),
    ) -> Result<EstimatedSample, ChoiceError> {
        let (choices, drawn) = self.drawn((size, seed), monitor)?;
        let batches = Batches::new(drawn.len(), monitor);
        let estimate = |at: usize| {
            let seed = seed.wrapping_add(at as u64);
            self.estimated(&drawn[at], walks, seed, monitor)
        };
        let mut estimated = Vec::with_capacity(drawn.len());
        batches.run(0, &estimate, &mut |batch| {
            for one in batch {
                let Some(one) = one else {
                    return Ok(Break(()));
                };
                estimated.push(one);
            }
            on_progress(estimated.len());
            Ok::<_, ChoiceError>(Continue(()))
        })?;
        let solutions = total(&estimated, to_f64(&choices));
        estimated.sort_by(|one, other| {
            let more = other.solutions.mean.total_cmp(&one.solutions.mean);
            more.then_with(|| one.copies.cmp(&other.copies))
        });
        Ok(EstimatedSample {
            choices,
            drawn: drawn.len(),
            estimated,
            solutions,
        })
    }

    /// The estimate for one choice. `None` if the stop flag was set.
    fn estimated(
        &self,
        copies: &[u32],
        walks: u64,
        seed: u64,
        monitor: &RunContext,
    ) -> Result<Option<EstimatedChoice>, ChoiceError> {
        let chosen = self.instance.puzzle().chosen(copies);
        let instance = match Instance::new_until(chosen, monitor.stop()) {
            Err(InstanceError::Stopped(_)) => return Ok(None),
            instance => instance.map_err(SolveError::from)?,
        };
        let size = usize::try_from(walks / POPULATIONS).unwrap_or(usize::MAX);
        let estimator = Estimator::new(instance.problem()).seed(seed);
        let solutions =
            estimator.solutions_by_populations(POPULATIONS, size.max(1), monitor.stop());
        Ok(solutions.ok().map(|solutions| EstimatedChoice {
            copies: copies.to_vec(),
            solutions,
        }))
    }
}

/// The estimated number of solutions of all choices together, from the choices that were estimated.
#[expect(clippy::cast_precision_loss, reason = "for reading")]
fn total(estimated: &[EstimatedChoice], all: f64) -> Mean {
    let number = estimated.len() as f64;
    let means = || estimated.iter().map(|one| one.solutions.mean);
    let mean = means().sum::<f64>() / number;
    let squares: f64 = means().map(|one| (one - mean).powi(2)).sum();
    let within = estimated
        .iter()
        .map(|one| one.solutions.standard_error.powi(2));
    let left_out = (1.0 - number / all).max(0.0);
    let between = if left_out == 0.0 {
        0.0
    } else {
        left_out * squares / (number - 1.0) / number
    };
    Mean {
        mean: all * mean,
        standard_error: (all * all * between + all / number * within.sum::<f64>()).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::choices::ChoiceRule;
    use crate::puzzle::Puzzle;

    /// Checks estimates for the choices of six pentominoes on 5 × 6, which have 2,164 solutions:
    /// the mean of eight estimates is near this number, and at most two estimates differ from it by
    /// more than two standard errors.
    #[test]
    fn samples_are_off_as_far_as_they_say() {
        let pool = "(lattice: Square, board: Rect(6, 5), \
            pieces: [Set(of: Polyominoes(5), copies: (0, 1))])";
        let instance = Instance::new(Puzzle::from_ron(pool).unwrap()).unwrap();
        let rule = ChoiceRule::default();
        let question = ChoiceQuestion::new(&instance, &rule);
        let (mut sum, mut far) = (0.0, 0);
        for seed in 0..8 {
            let monitor = RunContext::silent();
            let drawn = (150, seed * 1_000);
            let sample = question.estimate_sample(drawn, 150, &monitor, &mut |_| ());
            let Mean {
                mean,
                standard_error,
            } = sample.unwrap().solutions;
            sum += mean;
            far += u32::from((mean - 2164.0).abs() > 2.0 * standard_error);
        }
        assert!((sum / 8.0 - 2164.0).abs() < 300.0, "{}", sum / 8.0);
        assert!(far <= 2, "{far}");
    }
}
