//! Rates how hard the challenges of a choice are, from a few mined ones.

use std::num::NonZeroUsize;

use rayon::ThreadPoolBuilder;

use crate::cover::Instance;
use crate::design::challenges::{
    Amount, GivensRange, Mine, MiningLimits, MiningPlan, MiningReport, RatingCurve, SymmetryClasses,
};
use crate::solve::SolveError;
use crate::solve::resources::Resources;
use crate::solve::search::RunContext;
use crate::solve::space::{Space, SpaceError};

/// The number of challenges mined for each choice.
const CHALLENGES: usize = 9;

/// The number of solutions that are drawn at random and from which challenges are made.
const DRAWS: u64 = 64;

/// The maximum size of the diagram of all solutions, in bytes. If it needs more, searches find the
/// solutions.
const MEMORY: u64 = 64 << 20;

/// The limits of searches for solutions, in nodes. Searching that many nodes takes a few seconds at
/// most.
const LIMITS: MiningLimits = MiningLimits {
    search: 1 << 20,
    draw: 1 << 21,
    fruitless: 1 << 25,
};

/// The median and the highest rating of the challenges of a choice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MinedRatings {
    /// The median; for an even number of ratings, the mean of the two in the middle.
    pub(super) median: f64,
    pub(super) highest: f64,
}

/// Mines challenges of a puzzle, always from the same random numbers, and rates them. `None` if
/// none is found, or one cannot be rated or exceeds the limits.
///
/// # Errors
///
/// [`SolveError::Interrupted`], and the errors of finding the symmetries.
pub(super) fn mined_ratings(
    instance: &Instance,
    monitor: &RunContext,
) -> Result<Option<MinedRatings>, SolveError> {
    let group = instance.symmetry(monitor.stop())?;
    let symmetry_classes = SymmetryClasses::new(instance, group);
    let resources = Resources {
        threads: NonZeroUsize::MIN,
        memory: Some(MEMORY),
        ..Resources::default()
    };
    let space = match Space::build(instance, &monitor.quietly().with(resources)) {
        Ok(space) => Some(space),
        Err(SpaceError::Interrupted) => return Err(SolveError::Interrupted),
        // Without a diagram of all solutions, searches find the solutions.
        Err(_) => None,
    };
    let mine = Mine {
        instance,
        symmetry_classes: &symmetry_classes,
        space: space.as_ref(),
        monitor,
    };
    let plan = MiningPlan {
        amount: Amount::Count(CHALLENGES),
        curve: RatingCurve::default(),
        givens: GivensRange::default(),
        open: None,
        difficulty: None,
        seed: 0,
        draws: Some(DRAWS),
        limits: LIMITS,
    };
    // Challenges of several choices are mined at once on different threads, so each choice uses
    // only one thread.
    let mined = match ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(thread) => thread.install(|| mine.mine(&plan, &|_| {})),
        Err(_) => mine.mine(&plan, &|_| {}),
    };
    monitor.stop().check()?;
    debug_assert!(mined.is_ok(), "invariant: engines agree on a challenge");
    let Ok(MiningReport {
        challenges,
        cut_off: 0,
        unchecked: 0,
        ..
    }) = mined
    else {
        return Ok(None);
    };
    let ratings = challenges.iter().map(|found| found.rating);
    let ratings: Option<Vec<f64>> = ratings.map(|rating| Some(rating?.score())).collect();
    Ok(ratings.and_then(|ratings| of(&ratings)))
}

/// The median and the highest rating. `None` without ratings.
fn of(ratings: &[f64]) -> Option<MinedRatings> {
    let mut sorted = ratings.to_vec();
    sorted.sort_by(f64::total_cmp);
    let highest = *sorted.last()?;
    let (upper, lower) = (sorted.len() / 2, (sorted.len() - 1) / 2);
    Some(MinedRatings {
        median: f64::midpoint(sorted[lower], sorted[upper]),
        highest,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        let median = |ratings: &[f64]| of(ratings).map(|found| (found.median, found.highest));
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some((2.0, 3.0)));
        assert_eq!(median(&[4.0, 1.0]), Some((2.5, 4.0)));
    }
}
