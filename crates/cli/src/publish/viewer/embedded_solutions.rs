//! Which solutions a page holds.

use std::collections::BTreeSet;
use std::ops::ControlFlow::Continue;

use num_bigint::BigUint;
use tilewright_dlx::{DiagramError, Forecast, OptionId, Solver, SymmetryId};

use crate::cover::Instance;
use crate::solve::SolveError;
use crate::solve::resources::Resources;
use crate::solve::search::{Heard, Monitor, Scope, Search};
use crate::solve::space::Space;
use crate::support::rng::StableRng;

/// Some solutions of a puzzle, and what is known of all of them.
#[derive(Debug, Clone)]
pub struct EmbeddedSolutions {
    /// The solutions, in their order.
    pub solutions: Vec<Vec<OptionId>>,
    /// Their numbers among all solutions, counted from 0; empty where these follow one another
    /// from 0.
    pub numbers: Vec<BigUint>,
    /// How they were chosen.
    pub choice: Choice,
    /// How many solutions there are, if that is known.
    pub total: Option<BigUint>,
    /// By option, how many of all solutions hold it, if that is known.
    pub holding: Option<Vec<BigUint>>,
}

/// How solutions were chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// These are all.
    All,
    /// Each set of so many solutions was as likely.
    Sample {
        /// Where the random numbers began.
        seed: u64,
    },
    /// The first that a search found: there may be more.
    First,
    /// None were asked for.
    None,
}

impl EmbeddedSolutions {
    /// All solutions of a space; if there are more than `limit`, so many of them drawn at random
    /// without replacement, in their order.
    ///
    /// Cost: for each solution held, its length.
    ///
    /// # Errors
    ///
    /// None, but for faults of this program.
    pub fn of(space: &Space<'_>, limit: usize, seed: u64) -> Result<Self, DiagramError> {
        let diagram = space.diagram();
        let total = diagram.count();
        let holding = Some(space.holding());
        if total <= BigUint::from(limit) {
            return Ok(Self {
                solutions: diagram.iter().collect(),
                numbers: Vec::new(),
                choice: Choice::All,
                total: Some(total),
                holding,
            });
        }
        let numbers = drawn(&total, limit, seed);
        let solutions = numbers.iter().map(|number| diagram.nth(number));
        Ok(Self {
            solutions: solutions.collect::<Result<_, _>>()?,
            numbers,
            choice: Choice::Sample { seed },
            total: Some(total),
            holding,
        })
    }

    /// The same by a search for all solutions, for puzzles whose diagram is too large: each is met
    /// once, and kept with the probability that makes all as likely (Algorithm R in J. S. Vitter,
    /// "Random sampling with a reservoir", *ACM Transactions on Mathematical Software* 11 (1985),
    /// 37–57). Solutions are numbered as they are found; the same on any number of threads.
    ///
    /// Cost: that of the search, and for each solution its length.
    ///
    /// # Errors
    ///
    /// [`SolveError::Interrupted`]; or the search cannot be carried out.
    pub fn searched(
        instance: &Instance,
        limit: usize,
        seed: u64,
        resources: &Resources,
        monitor: &Monitor,
    ) -> Result<Self, SolveError> {
        let problem = instance.problem();
        let forecast =
            resources.forecast(|walks| Forecast::of_until(problem, walks, monitor.stop()))?;
        let search = Search {
            scope: Scope::all(problem, &[]),
            schedule: resources.schedule(&forecast, false),
            done: 0,
        };
        let mut rng = StableRng::new(seed, 0);
        let mut total = 0_u64;
        let mut holding = vec![0_u64; instance.meanings().len()];
        let mut kept: Vec<(u64, Vec<OptionId>)> = Vec::new();
        let copied = |options: &[OptionId], _: &[SymmetryId]| Some(options.to_vec());
        let ended = search.run::<_, SolveError>(monitor, &copied, |heard| {
            if let Heard::Solution(solution) = heard {
                for option in &solution {
                    holding[option.index()] += 1;
                }
                let number = usize::try_from(total).unwrap_or(usize::MAX);
                if number < limit {
                    kept.push((total, solution));
                } else if let Some(place) = kept.get_mut(rng.below(number.saturating_add(1))) {
                    *place = (total, solution);
                }
                total += 1;
            }
            Ok(Continue(()))
        })?;
        if !ended.complete {
            return Err(SolveError::Interrupted);
        }
        kept.sort_unstable_by_key(|(number, _)| *number);
        let all = kept.len() as u64 == total;
        let (numbers, solutions) = kept.into_iter().map(|(n, s)| (BigUint::from(n), s)).unzip();
        Ok(Self {
            solutions,
            numbers: if all { Vec::new() } else { numbers },
            choice: if all {
                Choice::All
            } else {
                Choice::Sample { seed }
            },
            total: Some(total.into()),
            holding: Some(holding.into_iter().map(BigUint::from).collect()),
        })
    }

    /// The first solutions that a search finds, `limit` at most: for puzzles with too many to look
    /// for all. None if it was interrupted.
    pub fn first(instance: &Instance, limit: usize, monitor: &Monitor) -> Option<Self> {
        // One more than is asked for tells whether these are all.
        let solver = Solver::new(instance.problem()).stop(monitor.stop());
        let found = solver.at_most(limit.saturating_add(1)).ok()?;
        let mut solutions = found.known()?;
        let complete = solutions.len() <= limit;
        solutions.truncate(limit);
        Some(Self {
            total: complete.then(|| solutions.len().into()),
            choice: if complete { Choice::All } else { Choice::First },
            solutions,
            numbers: Vec::new(),
            holding: None,
        })
    }

    /// No solution, for pages that only play.
    pub fn none() -> Self {
        Self {
            solutions: Vec::new(),
            numbers: Vec::new(),
            choice: Choice::None,
            total: None,
            holding: None,
        }
    }
}

/// So many different numbers below `total`, in order; each set of them is as likely (R. W. Floyd,
/// "A sample of brilliance", *Communications of the ACM* 30 (1987), 754–757).
fn drawn(total: &BigUint, count: usize, seed: u64) -> Vec<BigUint> {
    let mut rng = StableRng::new(seed, 0);
    let mut chosen: BTreeSet<BigUint> = BTreeSet::new();
    let count = BigUint::from(count).min(total.clone());
    let mut last = total - &count;
    while last < *total {
        let next = &last + 1_u32;
        let any = below(&next, &mut rng);
        if !chosen.insert(any) {
            chosen.insert(last);
        }
        last = next;
    }
    chosen.into_iter().collect()
}

/// A number below a bound that is not 0, each as likely.
fn below(bound: &BigUint, rng: &mut StableRng) -> BigUint {
    let bits = bound.bits();
    let words = bits.div_ceil(64);
    loop {
        let digits = (0..words).flat_map(|_| rng.any().to_le_bytes());
        let digits: Vec<u8> = digits.collect();
        let number = BigUint::from_bytes_le(&digits) >> (words * 64 - bits);
        if number < *bound {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::puzzle::{Source, load};

    proptest! {
        #[test]
        fn drawn_numbers_are_different_and_in_order(
            total in 1..500_usize, count in 0..600_usize, seed in any::<u64>(),
        ) {
            let numbers = drawn(&BigUint::from(total), count, seed);
            prop_assert_eq!(numbers.len(), count.min(total));
            prop_assert!(numbers.is_sorted_by(|a, b| a < b));
            prop_assert!(numbers.last().is_none_or(|last| *last < BigUint::from(total)));
        }
    }

    #[test]
    fn each_number_is_as_likely() {
        let mut seen = [0; 7];
        for seed in 0..7000 {
            for number in drawn(&BigUint::from(7_u32), 3, seed) {
                seen[usize::try_from(number).unwrap()] += 1;
            }
        }
        // 3000 each; five standard deviations are 207.
        assert!(
            seen.iter().all(|count| (2793..=3207).contains(count)),
            "{seen:?}"
        );
    }

    /// A search and a diagram hold the same, however they come to it.
    #[test]
    fn a_search_holds_what_a_diagram_holds() {
        let source = Source::new(
            "test.ron",
            "(lattice: Square, board: Rect(6, 4), pieces: [Set(of: Polyominoes(4), copies: (0, 6))],
              givens: [(piece: \"O\", cells: Rect(2, 2))])",
        );
        let puzzle = load(&source).unwrap().puzzle;
        let instance = Instance::new(puzzle).unwrap();
        let (resources, never) = (Resources::default(), Monitor::silent());
        let space = Space::build(&instance, &resources, &never).unwrap();
        let drawn = EmbeddedSolutions::of(&space, 10_000, 1).unwrap();
        let searched =
            |limit| EmbeddedSolutions::searched(&instance, limit, 1, &resources, &never).unwrap();
        let set = |held: &EmbeddedSolutions| -> BTreeSet<Vec<OptionId>> {
            let sorted = held.solutions.iter().map(|solution| {
                let mut solution = solution.clone();
                solution.sort_unstable();
                solution
            });
            sorted.collect()
        };
        let all = searched(10_000);
        assert_eq!(all.choice, Choice::All);
        assert!(set(&all).len() > 50);
        assert_eq!(set(&all), set(&drawn));
        assert_eq!((&all.total, &all.holding), (&drawn.total, &drawn.holding));
        // Some of them, with their numbers among all.
        let some = searched(20);
        assert_eq!(some.choice, Choice::Sample { seed: 1 });
        assert_eq!((&some.total, &some.holding), (&all.total, &all.holding));
        assert_eq!(some.numbers.len(), 20);
        assert!(some.numbers.is_sorted_by(|a, b| a < b));
        for (number, solution) in some.numbers.iter().zip(&some.solutions) {
            let at = usize::try_from(number).unwrap();
            assert_eq!(*solution, all.solutions[at]);
        }
    }

    #[test]
    fn numbers_may_be_of_any_size() {
        let total = BigUint::from(3_u32).pow(200);
        let numbers = drawn(&total, 50, 1);
        assert_eq!(numbers.len(), 50);
        assert!(*numbers.last().unwrap() > &total / 2_u32);
    }
}
