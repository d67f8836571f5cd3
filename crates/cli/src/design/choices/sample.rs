//! Counts a random sample of the choices, if all are too many to count.

use std::collections::HashSet;
use std::ops::ControlFlow::{Break, Continue};

use num_bigint::BigUint;
use tilewright_dlx::Mean;

use super::batches::Batches;
use super::measures::to_f64;
use super::space::ChoiceSpace;
use super::{
    Choice, ChoiceError, ChoiceQuestion, ChoiceRule, Judge, Selection, SelectionSpec,
    cells_to_cover,
};
use crate::cover::Instance;
use crate::solve::SolveError;
use crate::solve::search::RunContext;
use crate::support::rng::StableRng;

/// The maximum number of draws per requested choice. A draw that repeats an earlier choice is made
/// again.
const MOST_REPEATED: usize = 50;

/// A random sample of the choices, each counted.
#[derive(Debug)]
pub struct ChoiceSample {
    /// The total number of choices.
    pub choices: BigUint,
    /// The number of different choices drawn.
    pub drawn: usize,
    /// The number of choices counted: all drawn ones, unless the run was stopped.
    pub counted: usize,
    /// The selection from the counted choices.
    pub selection: Selection,
    /// The estimated number of all choices that have a solution.
    pub solvable: Mean,
    /// The estimated number of solutions of all choices together.
    pub solutions: Mean,
    /// The estimated number of all choices that meet the requirements.
    pub wanted: Mean,
}

impl ChoiceQuestion<'_> {
    /// Draws `size` of the choices that the rule allows, uniformly and without repetition, and
    /// counts each. The result depends on the seed, not on the number of threads. `on_progress`
    /// receives the number of choices counted.
    ///
    /// Standard errors are those of a sample without replacement. They do not account for rare
    /// choices with very many solutions that a small sample may miss.
    ///
    /// Cost: counting the solutions of each drawn choice, one choice per thread.
    ///
    /// # Errors
    ///
    /// Choices cannot be drawn, or there are none; the requirements cannot be judged; or the
    /// requested engine cannot count.
    pub fn sample(
        &self,
        spec: SelectionSpec<'_>,
        (size, seed): (usize, u64),
        monitor: &RunContext,
        on_progress: &mut dyn FnMut(usize),
    ) -> Result<ChoiceSample, ChoiceError> {
        let (choices, drawn) = self.drawn((size, seed), monitor)?;
        let puzzle = self.instance.puzzle();
        let judge = Judge::new(puzzle, spec.wanted, false, monitor.stop())?;
        let batches = Batches::new(drawn.len(), monitor);
        let count = |at: usize| {
            let counted = self.count_drawn(&drawn[at], &judge, spec, &batches.each);
            match counted {
                Err(ChoiceError::Solve(SolveError::Interrupted)) => Ok(None),
                counted => Ok(Some(counted?)),
            }
        };
        let (mut selection, mut sums) = (Selection::new(), SampleSums::default());
        batches.run(0, &count, &mut |batch| {
            for counted in batch {
                let Some(counted) = counted else {
                    return Ok(Break(()));
                };
                sums.add(&counted);
                selection.add(counted, spec);
            }
            on_progress(sums.counted);
            Ok::<_, ChoiceError>(Continue(()))
        })?;
        selection.keep(spec);
        Ok(sums.sample(choices, drawn.len(), selection))
    }

    /// The number of choices, and `size` different ones in the order in which they were drawn.
    ///
    /// # Errors
    ///
    /// Choices cannot be drawn, or there are none.
    pub(super) fn drawn(
        &self,
        (size, seed): (usize, u64),
        monitor: &RunContext,
    ) -> Result<(BigUint, Vec<Vec<u32>>), ChoiceError> {
        let puzzle = self.instance.puzzle();
        let space = ChoiceSpace::new(self.rule, puzzle, cells_to_cover(&puzzle.board));
        let space = space.ok_or(ChoiceError::NoSpace)?;
        let drawn = draw(&space, size, seed, monitor)?;
        if drawn.is_empty() {
            return Err(ChoiceError::Empty);
        }
        Ok((space.size(), drawn))
    }

    fn count_drawn(
        &self,
        copies: &[u32],
        judge: &Judge<'_>,
        spec: SelectionSpec<'_>,
        monitor: &RunContext,
    ) -> Result<Selection, ChoiceError> {
        let chosen = self.instance.puzzle().chosen(copies);
        let instance = Instance::new_until(chosen, monitor.stop()).map_err(SolveError::from)?;
        let rule = ChoiceRule::default();
        let question = ChoiceQuestion::new(&instance, &rule).distinct(spec.counts_distinct());
        let choices = question.count(monitor)?;
        judge.check_symmetries(&choices)?;
        let counted = choices.iter().map(|choice| Choice {
            copies: copies.to_vec(),
            ..choice
        });
        Ok(Selection::of(counted, judge, spec)?)
    }
}

/// Draws `size` different choices, or fewer if later draws only repeat earlier ones.
fn draw(
    space: &ChoiceSpace,
    size: usize,
    seed: u64,
    monitor: &RunContext,
) -> Result<Vec<Vec<u32>>, SolveError> {
    let size = usize::try_from(space.size()).map_or(size, |all| size.min(all));
    let mut rng = StableRng::new(seed, 0);
    let mut seen = HashSet::new();
    let mut drawn = Vec::new();
    for _ in 0..size.saturating_mul(MOST_REPEATED) {
        monitor.stop().check()?;
        if drawn.len() == size {
            break;
        }
        let Some(copies) = space.draw(&mut rng) else {
            break;
        };
        if seen.insert(copies.clone()) {
            drawn.push(copies);
        }
    }
    Ok(drawn)
}

/// The sums over the counted choices from which the estimates are computed.
#[derive(Debug, Default)]
struct SampleSums {
    counted: usize,
    solvable: u64,
    wanted: u64,
    solutions: f64,
    squares: f64,
}

impl SampleSums {
    fn add(&mut self, counted: &Selection) {
        let solutions = to_f64(&counted.solutions);
        self.counted += 1;
        self.solvable += counted.solvable;
        self.wanted += counted.wanted;
        self.solutions += solutions;
        self.squares += solutions * solutions;
    }

    #[expect(clippy::cast_precision_loss, reason = "for reading")]
    fn sample(&self, choices: BigUint, drawn: usize, selection: Selection) -> ChoiceSample {
        let (all, counted) = (to_f64(&choices), self.counted as f64);
        let estimate = |sum: f64, squares: f64| {
            let deviations = (squares - sum * sum / counted).max(0.0);
            let left_out = (1.0 - counted / all).max(0.0);
            Mean {
                mean: all * sum / counted,
                standard_error: if self.counted as f64 >= all {
                    0.0
                } else if self.counted < 2 {
                    f64::INFINITY
                } else {
                    all * (deviations / (counted - 1.0) / counted * left_out).sqrt()
                },
            }
        };
        let [solvable, wanted] = [self.solvable, self.wanted].map(|number| number as f64);
        ChoiceSample {
            solvable: estimate(solvable, solvable),
            solutions: estimate(self.solutions, self.squares),
            wanted: estimate(wanted, wanted),
            choices,
            drawn,
            counted: self.counted,
            selection,
        }
    }
}
