//! Compares the cheapest solutions with the list of all solutions, sorted by cost.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};

use crate::random;
use proptest::prelude::*;
use tilewright_dlx::{
    Answer, BestSolutions, Budget, CostedSolution, Engine, Links, OptionId, Problem, Sense, Solver,
    SolverError, StopFlag, text,
};

/// The engines that can find the solutions of minimum or maximum cost; `None` leaves the choice to the solver.
const ENGINES: &[Option<Engine>] = &[
    Some(Engine::Links),
    #[cfg(feature = "frontier")]
    Some(Engine::Frontier),
    None,
];

fn with_costs(mut problem: Problem, costs: &[u32]) -> Problem {
    for (option, cost) in problem.options().zip(costs) {
        problem.set_cost(option, *cost).unwrap();
    }
    problem
}

/// The costs of all solutions that contain the givens, in ascending order.
fn all_costs(problem: &Problem, givens: &[OptionId]) -> Vec<u64> {
    let mut costs = Vec::new();
    let links = Links::new(problem).given(givens).unwrap();
    links.run(&mut |solution: &[OptionId]| {
        costs.push(problem.total_cost(solution));
        Continue(())
    });
    costs.sort_unstable();
    costs
}

fn check(problem: &Problem, most: usize, best: &[CostedSolution], all: &[u64]) {
    let costs: Vec<u64> = best.iter().map(|solution| solution.cost).collect();
    assert_eq!(costs, all[..most.min(all.len())]);
    let mut seen = std::collections::BTreeSet::new();
    for CostedSolution { cost, options } in best {
        assert_eq!(problem.check(options), Ok(()));
        assert_eq!(problem.total_cost(options), *cost);
        let mut options = options.clone();
        options.sort_unstable();
        assert!(seen.insert(options), "each is there once");
    }
}

/// Lists of costs of different sizes, with repetitions and the maximum possible cost.
fn costs() -> impl Strategy<Value = Vec<u32>> {
    let cost = prop_oneof![0_u32..4, 0_u32..1000, Just(0), Just(u32::MAX)];
    prop::collection::vec(cost, 12)
}

proptest! {
    #[test]
    fn the_best_are_the_first_of_all(
        problem in random::problem(),
        costs in costs(),
        most in 0_usize..8,
    ) {
        let problem = with_costs(problem, &costs);
        let best = Solver::new(&problem).best(most).unwrap().known().unwrap();
        check(&problem, most, &best, &all_costs(&problem, &[]));
        // The result does not depend on the number of threads.
        let threads = NonZeroUsize::MIN.saturating_add(2);
        let again = Solver::new(&problem).threads(threads).best(most).unwrap().known();
        prop_assert_eq!(again, Some(best));
    }

    #[test]
    fn all_engines_find_the_best_in_both_senses(
        problem in random::problem(),
        costs in costs(),
        most in 0_usize..8,
        given in 0_usize..24,
        is_filtered in any::<bool>(),
    ) {
        let problem = with_costs(problem, &costs);
        let given: Vec<OptionId> = problem.option(given).into_iter().collect();
        let Ok(solver) = Solver::new(&problem).given(&given) else { return Ok(()) };
        let accept = |options: &[OptionId]| {
            options.iter().map(|option| option.index()).sum::<usize>() % 3 != 0
        };
        let mut all = Vec::new();
        Links::new(&problem).given(&given).unwrap().run(&mut |solution: &[OptionId]| {
            if !is_filtered || accept(solution) {
                all.push(problem.total_cost(solution));
            }
            Continue(())
        });
        all.sort_unstable();
        for sense in [Sense::Least, Sense::Greatest] {
            for &engine in ENGINES {
                let filter = is_filtered.then_some(&accept as &dyn Fn(&[OptionId]) -> bool);
                let best = solver.clone().engine(engine).optimal(sense, most, filter).unwrap();
                let BestSolutions { solutions, bound } = best.known().unwrap();
                check(&problem, most, &solutions, &all);
                prop_assert!(solutions.iter().all(|one| given.iter().all(|at| one.options.contains(at))));
                let next = all.get(solutions.len());
                let is_bound = |bound| match (sense, next) {
                    (Sense::Least, Some(next)) => bound <= *next,
                    (Sense::Greatest, Some(next)) => bound >= *next,
                    (_, None) => true,
                };
                prop_assert!(bound.is_none_or(is_bound));
            }
            all.reverse();
        }
    }

    #[cfg(feature = "frontier")]
    #[test]
    fn the_best_choices_are_the_best_of_all_tallies(
        problem in random::problem(),
        costs in costs(),
        most in 0_usize..8,
        picked in proptest::collection::vec(any::<bool>(), 6),
    ) {
        let problem = with_costs(problem, &costs);
        let primary = problem.items().filter(|item| problem.is_primary(*item));
        let items: Vec<_> = primary.zip(picked).filter(|(_, is)| *is).map(|(item, _)| item).collect();
        let tally = |solution: &[OptionId]| -> Vec<usize> {
            let times = |item| {
                solution.iter().filter(|option| problem.option_items(**option).contains(item)).count()
            };
            items.iter().map(times).collect()
        };
        let mut best = std::collections::BTreeMap::new();
        Links::new(&problem).run(&mut |solution: &[OptionId]| {
            let cost = problem.total_cost(solution);
            let range = best.entry(tally(solution)).or_insert((cost, cost));
            *range = (range.0.min(cost), range.1.max(cost));
            Continue(())
        });
        for sense in [Sense::Least, Sense::Greatest] {
            let mut all: Vec<u64> = best.values().map(|range| match sense {
                Sense::Least => range.0,
                Sense::Greatest => range.1,
            }).collect();
            all.sort_unstable();
            if sense == Sense::Greatest {
                all.reverse();
            }
            let found = Solver::new(&problem).optimal_choices(sense, most, &items, None).unwrap();
            let found = found.known().unwrap().solutions;
            let costs: Vec<u64> = found.iter().map(|one| one.cost).collect();
            prop_assert_eq!(&costs, &all[..most.min(all.len())]);
            let tallies: std::collections::BTreeSet<_> =
                found.iter().map(|one| tally(&one.options)).collect();
            prop_assert_eq!(tallies.len(), found.len());
        }
    }

    #[test]
    fn givens_are_in_all_of_them(problem in random::problem(), costs in costs(), at in 0_usize..12) {
        let problem = with_costs(problem, &costs);
        let Some(given) = problem.option(at) else { return Ok(()) };
        let Ok(solver) = Solver::new(&problem).given(&[given]) else { return Ok(()) };
        let best = solver.best(3).unwrap().known().unwrap();
        prop_assert!(best.iter().all(|solution| solution.options.contains(&given)));
        check(&problem, 3, &best, &all_costs(&problem, &[given]));
    }

    #[test]
    fn costs_are_written_and_read_back(problem in random::problem(), costs in costs()) {
        prop_assume!(problem.primary_count() > 0);
        let problem = with_costs(problem, &costs);
        let mut out = Vec::new();
        text::write(&problem, &mut out).unwrap();
        let read = text::read(std::str::from_utf8(&out).unwrap()).unwrap();
        prop_assert!(problem.options().eq(read.options()));
        prop_assert!(problem.options().all(|at| problem.cost(at) == read.cost(at)));
    }
}

/// A problem: place n rooks on a board of n × n squares. The square in row r and column c, counted from 0, costs
/// (r + 1)(c + 1). By the rearrangement inequality, the diagonal from the upper right is cheapest. It costs n (n +
/// 1)(n + 2) / 6.
fn rooks(n: u32) -> Problem {
    let names = |of: char| (0..n).map(move |at| format!("{of}{at}"));
    let items: Vec<String> = names('r').chain(names('c')).collect();
    let squares = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
    let option = |(row, column)| format!("r{row} c{column} |{}\n", (row + 1) * (column + 1));
    let options: String = squares.map(option).collect();
    text::read(&(items.join(" ") + "\n" + &options)).unwrap()
}

#[test]
fn the_cheapest_rooks_are_on_the_diagonal() {
    let problem = rooks(10);
    let best = Solver::new(&problem).best(10).unwrap().known().unwrap();
    let costs: Vec<u64> = best.iter().map(|solution| solution.cost).collect();
    // There are nine pairs of neighbouring rooks on the diagonal. Exchanging the columns of a pair costs 1 more.
    assert_eq!(costs[0], 220);
    assert_eq!(costs[1..], [221; 9]);
    let mut squares: Vec<usize> = best[0].options.iter().map(|at| at.index()).collect();
    squares.sort_unstable();
    let diagonal: Vec<usize> = (0..10).map(|row| row * 10 + 9 - row).collect();
    assert_eq!(squares, diagonal);
}

#[test]
fn a_stopped_search_reports_it() {
    let problem = rooks(12);
    let stop = StopFlag::new();
    stop.set();
    let solver = Solver::new(&problem).stop(&stop);
    assert_eq!(solver.best(1).unwrap(), Answer::Stopped(Vec::new()));
    // All 12! solutions cost the same, and none can be excluded before it is found.
    let mut problem = problem;
    for option in problem.options() {
        problem.set_cost(option, 1).unwrap();
    }
    let solver = Solver::new(&problem).budget(Budget::nodes(1 << 16));
    let Answer::OutOfBudget(best) = solver.best(1_000_000).unwrap() else {
        panic!("half a billion solutions are not in the budget");
    };
    assert!(!best.is_empty() && best.iter().all(|solution| solution.cost == 12));
    // If one solution is asked for, the search ends with the first one, since no other is cheaper.
    assert!(solver.best(1).unwrap().is_known());
}

#[test]
fn engines_without_costs_are_refused() {
    let problem = rooks(2);
    let error = Solver::new(&problem)
        .engine(Engine::Bits)
        .best(1)
        .unwrap_err();
    assert_eq!(
        error,
        SolverError::KnowsNoCosts {
            engine: Engine::Bits
        }
    );
    let all = Solver::new(&problem)
        .engine(Engine::Links)
        .best(9)
        .unwrap()
        .known();
    assert_eq!(all.map(|all| all.len()), Some(2));
    // `for_each` ignores the costs, and passes all solutions to its visitor.
    let mut seen = 0;
    Solver::new(&problem)
        .for_each(&mut |_| {
            seen += 1;
            if seen < 9 { Continue(()) } else { Break(()) }
        })
        .unwrap()
        .known();
    assert_eq!(seen, 2);
}
