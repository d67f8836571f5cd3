//! How hard the challenges of a choice are, by some that are mined.

use std::num::NonZeroUsize;

use rayon::ThreadPoolBuilder;

use crate::cover::Instance;
use crate::design::challenges::{
    Amount, GivensRange, Mine, MiningLimits, MiningReport, Plan, SymmetryClasses,
};
use crate::solve::SolveError;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;
use crate::solve::space::{Space, SpaceError};

/// So many challenges are mined of each choice.
const CHALLENGES: usize = 9;

/// From so many solutions, drawn at random.
const DRAWS: u64 = 64;

/// The diagram of all solutions has room for so many bytes of states; where it does not fit, solutions are searched for.
const MEMORY: u64 = 64 << 20;

/// The work of such searches, in nodes: some seconds at most.
const LIMITS: MiningLimits = MiningLimits {
    search: 1 << 20,
    draw: 1 << 21,
    fruitless: 1 << 25,
};

/// The ratings of challenges of a choice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MinedRatings {
    /// The one in the middle; of an even number the mean of the two in the middle.
    pub(super) median: f64,
    /// The highest.
    pub(super) highest: f64,
}

/// Mines challenges of a puzzle, always from the same random numbers, and rates them; none if none is found, or one
/// of them cannot be rated or took more work than it may.
///
/// # Errors
///
/// [`SolveError::Interrupted`], and what looking for symmetries says.
pub(super) fn mined_ratings(
    instance: &Instance,
    monitor: &Monitor,
) -> Result<Option<MinedRatings>, SolveError> {
    let group = instance.symmetry(monitor.stop())?;
    let symmetry_classes = SymmetryClasses::new(instance, group);
    let resources = Resources {
        threads: NonZeroUsize::MIN,
        memory: Some(MEMORY),
        ..Resources::default()
    };
    let space = match Space::build(instance, &resources, &monitor.quietly()) {
        Ok(space) => Some(space),
        Err(SpaceError::Interrupted) => return Err(SolveError::Interrupted),
        // Solutions are searched for without it.
        Err(_) => None,
    };
    let mine = Mine {
        instance,
        symmetry_classes: &symmetry_classes,
        space: space.as_ref(),
        monitor,
    };
    let plan = Plan {
        amount: Amount::Count(CHALLENGES),
        givens: GivensRange::default(),
        open: None,
        difficulty: None,
        seed: 0,
        draws: Some(DRAWS),
        limits: LIMITS,
    };
    // Choices are shared out to threads as they are; of one of them the work is done on its own.
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

/// The median and the highest of some ratings; none of none.
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
