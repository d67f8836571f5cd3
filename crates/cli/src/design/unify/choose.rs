//! Which solution is to be the one, if that is not said.

use num_bigint::BigUint;
use rayon::prelude::*;
use tilewright_dlx::{DiagramError, OptionId, SolutionDiagram};

use super::clue::{By, Clue};
use crate::cover::Instance;
use crate::design::challenges::SymmetryClasses;
use crate::support::rng::StableRng;

/// So many solutions are looked at one by one.
pub(super) const FEW: u32 = 24;

/// Edges of a diagram that are passed over at most to look at all pairs of
/// clues: some ten seconds on one thread.
const MOST_PASSED: usize = 4_000_000_000;

/// How the solution was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// It is the only one that fits what was asked for.
    Asked,
    /// No solution needs fewer clues.
    Fewest,
    /// Of so many solutions drawn at random, it needs the fewest clues.
    FewestOf(usize),
    /// A search found it first.
    First,
}

/// Solutions that may need the fewest clues.
#[derive(Debug, Clone)]
pub(super) struct BestSolutions {
    /// The solutions.
    pub(super) solutions: Vec<Vec<OptionId>>,
    /// No solution needs fewer clues than these.
    pub(super) at_least: usize,
    /// How the one that needs the fewest of them is called.
    pub(super) choice: Choice,
}

/// Looks for the solution that needs the fewest clues of all: one that a single
/// clue or a pair leaves, else one of a few drawn at random.
///
/// # Errors
///
/// A diagram outgrows what can be numbered.
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
        choice: Choice::Fewest,
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

/// All solutions of a diagram if they are few, or some drawn at random.
pub(super) fn among_some(diagram: &SolutionDiagram, seed: u64) -> BestSolutions {
    let count = diagram.count();
    let (solutions, choice) = if count == 1_u32.into() {
        (diagram.iter().collect(), Choice::Asked)
    } else if count <= FEW.into() {
        (diagram.iter().collect(), Choice::Fewest)
    } else {
        let draws = diagram.sample(StableRng::new(seed, 0).any());
        let drawn: Vec<_> = draws.take(FEW as usize).collect();
        let choice = Choice::FewestOf(drawn.len());
        (drawn, choice)
    };
    BestSolutions {
        solutions,
        at_least: 0,
        choice,
    }
}

/// How many solutions a clue is true of: it is so by one of its options.
fn sum(holding: &[BigUint], clue: &Clue) -> BigUint {
    clue.options
        .iter()
        .map(|option| &holding[option.index()])
        .sum()
}

fn is_one(holding: &[BigUint], clue: &Clue) -> bool {
    let mut some = clue.options.iter().map(|option| &holding[option.index()]);
    let one = BigUint::from(1_u32);
    // Most clues have many options, and most options many solutions.
    let first = some.find(|count| **count != BigUint::ZERO);
    first == Some(&one) && some.all(|count| *count == BigUint::ZERO)
}

/// Whether a clue is the one of its images under the puzzle's symmetries that
/// stands for all.
fn stands_for_its_images(symmetry_classes: &SymmetryClasses<'_>, clue: &Clue) -> bool {
    let mut own = clue.options.clone();
    let mut canonical = symmetry_classes.canonical(&clue.options);
    own.sort_unstable();
    canonical.sort_unstable();
    own == canonical
}
