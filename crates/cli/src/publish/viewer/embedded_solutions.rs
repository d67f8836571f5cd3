//! The solutions that a page contains.

use std::collections::BTreeSet;
use std::ops::ControlFlow::Continue;

use num_bigint::BigUint;
use tilewright_dlx::{DiagramError, Forecast, OptionId, Solver, SymmetryId};

use crate::cover::Instance;
use crate::solve::SolveError;
use crate::solve::search::{RunContext, Scope, Search, SearchEvent};
use crate::solve::space::Space;
use crate::support::rng::StableRng;

/// The solutions of a puzzle that a page contains, with counts over all solutions.
#[derive(Debug, Clone)]
pub struct EmbeddedSolutions {
    /// The embedded solutions, ascending by their positions among all solutions.
    pub solutions: Vec<Vec<OptionId>>,
    /// The position of each embedded solution among all solutions, from 0; empty if the positions are 0, 1, 2,
    /// …
    pub numbers: Vec<BigUint>,
    /// How the embedded solutions were chosen.
    pub choice: Choice,
    /// The number of all solutions, if known.
    pub total: Option<BigUint>,
    /// For each option, how many of all solutions contain it; `None` if unknown.
    pub holding: Option<Vec<BigUint>>,
}

/// How embedded solutions were chosen among all solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// All solutions.
    All,
    /// A random sample: each set of solutions of the same size was equally likely.
    Sample {
        /// The seed of the random numbers.
        seed: u64,
    },
    /// The first solutions that a search found; there may be more.
    First,
    /// No solutions were requested.
    None,
}

impl EmbeddedSolutions {
    /// All solutions of `space`, in order. If there are more than `limit`, a sample of `limit` solutions,
    /// drawn uniformly without replacement.
    ///
    /// Cost: linear in the length of each embedded solution.
    ///
    /// # Errors
    ///
    /// None, except through a bug in this program.
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

    /// As [`of`](Self::of), but by a search for all solutions, for puzzles whose diagram is too large.
    ///
    /// The search visits each solution once and keeps a uniform sample (Algorithm R in J. S. Vitter, "Random
    /// sampling with a reservoir", *ACM Transactions on Mathematical Software* 11 (1985), 37–57). Solutions
    /// are numbered in the order of the search, which does not depend on the number of threads.
    ///
    /// Cost: the search, and time linear in the length of each solution found.
    ///
    /// # Errors
    ///
    /// [`SolveError::Interrupted`]; or the search cannot be carried out.
    pub fn searched(
        instance: &Instance,
        limit: usize,
        seed: u64,
        monitor: &RunContext,
    ) -> Result<Self, SolveError> {
        let problem = instance.problem();
        let forecast = monitor
            .resources
            .forecast(|walks| Forecast::of_until(problem, walks, monitor.stop()))?;
        let search = Search {
            scope: Scope::all(problem, &[]),
            schedule: monitor.resources.schedule(&forecast, false),
            done: 0,
        };
        let mut rng = StableRng::new(seed, 0);
        let mut total = 0_u64;
        let mut holding = vec![0_u64; instance.meanings().len()];
        let mut kept: Vec<(u64, Vec<OptionId>)> = Vec::new();
        let copied = |options: &[OptionId], _: &[SymmetryId]| Some(options.to_vec());
        let ended = search.run::<_, SolveError>(monitor, &copied, |event| {
            if let SearchEvent::Solution(solution) = event {
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

    /// The first solutions that a search finds, at most `limit`, for puzzles with too many solutions to
    /// find all. `None` if the search was interrupted.
    pub fn first(instance: &Instance, limit: usize, monitor: &RunContext) -> Option<Self> {
        // The search looks for one solution more than `limit`: if there is none, it has found all
        // solutions.
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

    /// No solutions, for pages that are only played.
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

/// `count` different numbers below `total`, ascending; each set is equally likely (R. W. Floyd, "A sample
/// of brilliance", *Communications of the ACM* 30 (1987), 754–757). Fewer if `total` is less than `count`.
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

/// A uniformly distributed number below a bound, which is not 0.
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
    fn numbers_are_drawn_uniformly() {
        let mut seen = [0; 7];
        for seed in 0..7000 {
            for number in drawn(&BigUint::from(7_u32), 3, seed) {
                seen[usize::try_from(number).unwrap()] += 1;
            }
        }
        // Each of the seven numbers is expected 3000 times. Five standard deviations are 207.
        assert!(
            seen.iter().all(|count| (2793..=3207).contains(count)),
            "{seen:?}"
        );
    }

    /// Checks that the search and the diagram find the same solutions.
    #[test]
    fn a_search_and_a_diagram_embed_the_same_solutions() {
        let source = Source::new(
            "test.ron",
            "(lattice: Square, board: Rect(6, 4), pieces: [Set(of: Polyominoes(4), copies: (0, 6))],
              givens: [(piece: \"O\", cells: Rect(2, 2))])",
        );
        let puzzle = load(&source).unwrap().puzzle;
        let instance = Instance::new(puzzle).unwrap();
        let never = RunContext::silent();
        let space = Space::build(&instance, &never).unwrap();
        let drawn = EmbeddedSolutions::of(&space, 10_000, 1).unwrap();
        let searched = |limit| EmbeddedSolutions::searched(&instance, limit, 1, &never).unwrap();
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
        // If the limit is lower than the number of solutions, the search keeps a sample, with the position
        // of each solution among all.
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
