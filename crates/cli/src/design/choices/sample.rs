//! Choices drawn at random, each counted: what can be said where there are too many to count them all.

use std::collections::HashSet;
use std::ops::ControlFlow::{Break, Continue};

use num_bigint::BigUint;
use thiserror::Error;
use tilewright_dlx::Mean;

use super::batches::Batches;
use super::measures::to_f64;
use super::space::ChoiceSpace;
use super::{
    Choice, ChoiceQuestion, ChoiceRule, Judge, JudgeError, Selection, Wish, cells_to_cover,
};
use crate::cover::Instance;
use crate::solve::SolveError;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;
use crate::support::rng::StableRng;

/// Draws that give a choice once more, for each one wanted, at most.
const MOST_REPEATED: usize = 50;

/// A sample of all choices.
#[derive(Debug)]
pub struct ChoiceSample {
    /// How many choices there are.
    pub choices: BigUint,
    /// How many different ones were drawn.
    pub drawn: usize,
    /// How many of these were counted: all, unless it was stopped.
    pub counted: usize,
    /// What was counted of them.
    pub selection: Selection,
    /// About how many of all choices have a solution.
    pub solvable: Mean,
    /// About how many solutions all choices have together.
    pub solutions: Mean,
    /// About how many of all choices are as wanted.
    pub wanted: Mean,
}

/// Why choices are not drawn.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SampleError {
    /// They cannot be drawn evenly.
    #[error(
        "choices are drawn in flat trays, where it is not asked how many pieces are different and the sums of their sizes are not too many"
    )]
    NoSpace,
    /// There is nothing to draw.
    #[error("no choice of the pieces covers as many cells as the board has")]
    Empty,
    /// What is wanted cannot be told.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// They cannot be counted.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl ChoiceQuestion<'_> {
    /// Draws so many of the choices that the rule allows, each as likely as any other and none twice, and
    /// counts each: the same for the same seed, on any number of threads. `hear` is told how many are
    /// counted.
    ///
    /// Standard errors are those of a sample without replacement, and take no account of the few choices
    /// with very many solutions that a small sample may have missed.
    ///
    /// Cost: the count of each choice drawn, one a thread.
    ///
    /// # Errors
    ///
    /// Choices cannot be drawn, or there is none; what is wanted cannot be told; or the engine asked for
    /// cannot count.
    pub fn sample(
        &self,
        wish: Wish<'_>,
        (size, seed): (usize, u64),
        resources: &Resources,
        monitor: &Monitor,
        hear: &mut dyn FnMut(usize),
    ) -> Result<ChoiceSample, SampleError> {
        let (choices, drawn) = self.drawn((size, seed), monitor)?;
        let puzzle = self.instance.puzzle();
        let judge = Judge::new(puzzle, wish.wanted, false, monitor.stop())?;
        let batches = Batches::new(drawn.len(), resources);
        let quiet = monitor.quietly();
        let count = |at: usize| {
            let counted = self.count_drawn(&drawn[at], &judge, wish, &batches.resources, &quiet);
            match counted {
                Err(SampleError::Solve(SolveError::Interrupted)) => Ok(None),
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
                selection.add(counted, wish);
            }
            hear(sums.counted);
            Ok::<_, SampleError>(Continue(()))
        })?;
        selection.keep(wish);
        Ok(sums.sample(choices, drawn.len(), selection))
    }

    /// How many choices there are, and so many different ones of them, in the order in which they were drawn.
    ///
    /// # Errors
    ///
    /// Choices cannot be drawn, or there is none.
    pub(super) fn drawn(
        &self,
        (size, seed): (usize, u64),
        monitor: &Monitor,
    ) -> Result<(BigUint, Vec<Vec<u32>>), SampleError> {
        let puzzle = self.instance.puzzle();
        let space = ChoiceSpace::new(self.rule, puzzle, cells_to_cover(&puzzle.board));
        let space = space.ok_or(SampleError::NoSpace)?;
        let drawn = draw(&space, size, seed, monitor)?;
        if drawn.is_empty() {
            return Err(SampleError::Empty);
        }
        Ok((space.size(), drawn))
    }

    /// What is counted of one choice.
    fn count_drawn(
        &self,
        copies: &[u32],
        judge: &Judge<'_>,
        wish: Wish<'_>,
        resources: &Resources,
        monitor: &Monitor,
    ) -> Result<Selection, SampleError> {
        let chosen = self.instance.puzzle().chosen(copies);
        let instance = Instance::new_until(chosen, monitor.stop()).map_err(SolveError::from)?;
        let rule = ChoiceRule::default();
        let question = ChoiceQuestion::new(&instance, &rule).distinct(wish.counts_distinct());
        let choices = question.count(resources, monitor)?;
        judge.check_symmetries(&choices)?;
        let counted = choices.iter().map(|choice| Choice {
            copies: copies.to_vec(),
            ..choice
        });
        Ok(Selection::of(counted, judge, wish)?)
    }
}

/// Different choices, in the order in which they were drawn.
fn draw(
    space: &ChoiceSpace,
    size: usize,
    seed: u64,
    monitor: &Monitor,
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

/// Sums over the choices counted.
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
