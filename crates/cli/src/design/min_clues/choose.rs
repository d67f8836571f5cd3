//! Chooses the target solution, if the user named none.

use num_bigint::BigUint;
use rayon::prelude::*;
use tilewright_dlx::{DiagramError, OptionId, SolutionDiagram};

use super::clue::{By, Clue};
use crate::cover::Instance;
use crate::design::challenges::SymmetryClasses;
use crate::support::rng::StableRng;

/// The maximum number of solutions that are all tried as the target. If there are more, this number
/// of random ones is tried.
pub(super) const FEW: u32 = 24;

/// The maximum number of visits to edges of a diagram when all pairs of clues are tried. This takes
/// about 10 s on one thread.
const MOST_PASSED: usize = 4_000_000_000;

/// How the target solution was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetChoice {
    /// The solution is the only one that matches the request.
    Asked,
    /// No solution needs fewer clues.
    Fewest,
    /// The solution needs the fewest clues among this number of random solutions.
    FewestOf(usize),
    /// The solution is the first that a search found.
    First,
}

/// Candidates for the solution that needs the fewest clues.
#[derive(Debug, Clone)]
pub(super) struct BestSolutions {
    pub(super) solutions: Vec<Vec<OptionId>>,
    /// A lower bound on the number of clues that any solution of the puzzle needs.
    pub(super) at_least: usize,
    /// How the target was chosen if it is the best of these solutions.
    pub(super) choice: TargetChoice,
}

/// Candidates for the solution that needs the fewest clues: solutions that a single clue or a pair
/// of clues determines, otherwise random ones.
///
/// # Errors
///
/// A diagram has too many nodes to number.
pub(super) fn among_all(
    instance: &Instance,
    by: By,
    diagram: &SolutionDiagram,
    symmetry_classes: &SymmetryClasses<'_>,
    seed: u64,
) -> Result<BestSolutions, DiagramError> {
    let clues = super::clue::all(instance, by);
    let found = |solutions, at_least| BestSolutions {
        solutions,
        at_least,
        choice: TargetChoice::Fewest,
    };
    let holding = diagram.holding();
    let one = clues.iter().find(|clue| is_one(&holding, clue));
    if let Some(one) = one {
        let left = diagram.restrict_to_any(&one.options)?;
        return Ok(found(left.iter().take(1).collect(), 1));
    }
    let representatives: Vec<&Clue> = clues
        .iter()
        .filter(|clue| stands_for_its_images(symmetry_classes, clue))
        .filter(|clue| sum(&holding, clue) != BigUint::ZERO)
        .collect();
    let passed = diagram.edges().saturating_mul(representatives.len());
    if passed > MOST_PASSED {
        return Ok(BestSolutions {
            at_least: 2,
            ..among_some(diagram, seed)
        });
    }
    let pair = representatives.par_iter().find_map_first(|first| {
        let left = match diagram.restrict_to_any(&first.options) {
            Ok(left) => left,
            Err(error) => return Some(Err(error)),
        };
        let holding = left.holding();
        let second = clues.iter().find(|second| is_one(&holding, second))?;
        Some(left.restrict_to_any(&second.options))
    });
    match pair {
        Some(left) => Ok(found(left?.iter().take(1).collect(), 2)),
        None => Ok(BestSolutions {
            at_least: 3,
            ..among_some(diagram, seed)
        }),
    }
}

/// Candidates from a diagram: all of its solutions if they are few, otherwise random ones.
pub(super) fn among_some(diagram: &SolutionDiagram, seed: u64) -> BestSolutions {
    let count = diagram.count();
    let (solutions, choice) = if count == 1_u32.into() {
        (diagram.iter().collect(), TargetChoice::Asked)
    } else if count <= FEW.into() {
        (diagram.iter().collect(), TargetChoice::Fewest)
    } else {
        let draws = diagram.sample(StableRng::new(seed, 0).any());
        let drawn: Vec<_> = draws.take(FEW as usize).collect();
        let choice = TargetChoice::FewestOf(drawn.len());
        (drawn, choice)
    };
    BestSolutions {
        solutions,
        at_least: 0,
        choice,
    }
}

/// The number of solutions in which a clue is true: the sum over its options.
fn sum(holding: &[BigUint], clue: &Clue) -> BigUint {
    clue.options
        .iter()
        .map(|option| &holding[option.index()])
        .sum()
}

fn is_one(holding: &[BigUint], clue: &Clue) -> bool {
    let mut some = clue.options.iter().map(|option| &holding[option.index()]);
    let one = BigUint::from(1_u32);
    // Most options are in several solutions. So the first option that is in any solution usually
    // shows that the clue is true in several solutions, and the other options are not examined.
    let first = some.find(|count| **count != BigUint::ZERO);
    first == Some(&one) && some.all(|count| *count == BigUint::ZERO)
}

/// Whether a clue is the representative of its images under the puzzle's symmetries.
fn stands_for_its_images(symmetry_classes: &SymmetryClasses<'_>, clue: &Clue) -> bool {
    let mut own = clue.options.clone();
    let mut canonical = symmetry_classes.canonical(&clue.options);
    own.sort_unstable();
    canonical.sort_unstable();
    own == canonical
}
