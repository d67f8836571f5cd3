//! Compares the answers of a solver with the list of all solutions, and checks that wrong calls are refused.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::{picked, random, symmetric};
use num_bigint::BigUint;
use proptest::prelude::*;
use tilewright_dlx::{
    ActionError, Answer, Bits, Budget, Decision, Distinct, Engine, GivenError, ItemId, Links,
    Observer, OptionId, Problem, Progress, Solution, Solver, SolverError, StopFlag, Symmetries,
    SymmetryId,
};

/// Engines with which to count; `None` if none is selected.
const COUNTERS: &[Option<Engine>] = &[
    None,
    Some(Engine::Links),
    Some(Engine::Bits),
    #[cfg(feature = "frontier")]
    Some(Engine::Frontier),
];
const LISTERS: [Option<Engine>; 3] = [None, Some(Engine::Links), Some(Engine::Bits)];

fn two() -> NonZeroUsize {
    NonZeroUsize::new(2).unwrap()
}

/// All solutions that contain the givens, found by dancing links.
fn reference(problem: &Problem, givens: &[OptionId]) -> Vec<Solution> {
    let mut found = Vec::new();
    let links = Links::new(problem).given(givens).unwrap();
    links.run(&mut |solution: &[OptionId]| {
        found.push(solution.to_vec());
        Continue(())
    });
    found
}

fn set(solution: &[OptionId]) -> BTreeSet<OptionId> {
    solution.iter().copied().collect()
}

/// A problem: put each pigeon into a hole, with at most one pigeon in each hole.
fn pigeons(pigeons: usize, holes: usize) -> Problem {
    let mut problem = Problem::new();
    let birds: Vec<_> = (0..pigeons)
        .map(|at| problem.add_primary(format!("p{at}")).unwrap())
        .collect();
    let holes: Vec<_> = (0..holes)
        .map(|at| problem.add_secondary(format!("h{at}")).unwrap())
        .collect();
    for &bird in &birds {
        for &hole in &holes {
            problem.add_option(&[bird, hole]).unwrap();
        }
    }
    problem
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_engine_answers_as_the_list_does(
        problem in random::problem(),
        picks in picked::picks(3),
        most in 0_usize..5,
    ) {
        let givens = picked::options(&problem, &picks);
        let solver = match Solver::new(&problem).given(&givens) {
            Ok(solver) => solver,
            Err(error) => {
                prop_assert_eq!(Some(error), Links::new(&problem).given(&givens).err());
                return Ok(());
            }
        };
        let all = reference(&problem, &givens);
        for engine in LISTERS {
            let solver = solver.clone().engine(engine);
            prop_assert_eq!(solver.list().unwrap(), Answer::Known(all.clone()));
            prop_assert_eq!(solver.first().unwrap(), Answer::Known(all.first().cloned()));
            let few = all.iter().take(most).cloned().collect();
            prop_assert_eq!(solver.at_most(most).unwrap(), Answer::Known(few));
            for known in &all {
                let other = all.iter().find(|other| set(other) != set(known)).cloned();
                let mut turned = known.clone();
                turned.reverse();
                prop_assert_eq!(solver.other_than(&turned).unwrap(), Answer::Known(other));
            }
        }
        for &engine in COUNTERS {
            let count = solver.clone().engine(engine).count().unwrap().known().unwrap();
            prop_assert_eq!(count.solutions, BigUint::from(all.len()));
            prop_assert!(engine.is_none_or(|engine| engine == count.engine));
        }
    }

    #[test]
    fn every_engine_counts_choices_as_the_list_does(
        problem in random::problem(),
        picks in picked::picks(2),
        items in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let givens = picked::options(&problem, &picks);
        let Ok(solver) = Solver::new(&problem).given(&givens) else { return Ok(()) };
        let all: Vec<ItemId> = problem.items().collect();
        let items: Vec<ItemId> = items.iter().filter(|_| !all.is_empty()).map(|at| *at.get(&all)).collect();
        let mut expected: BTreeMap<Vec<u32>, BigUint> = BTreeMap::new();
        for solution in reference(&problem, &givens) {
            let covers = |item: &ItemId, option: &OptionId| problem.option_items(*option).contains(item);
            let times = |item: &ItemId| solution.iter().filter(|option| covers(item, option)).count();
            let times = items.iter().map(|item| u32::try_from(times(item)).unwrap());
            *expected.entry(times.collect()).or_default() += 1_u32;
        }
        let is_coloured = items.iter().any(|&item| problem.is_coloured(item));
        for &engine in COUNTERS {
            let answer = solver.clone().engine(engine).count_by(&items);
            let is_sweep = engine.is_some_and(|engine| engine.to_string() == "frontier");
            if is_sweep && is_coloured {
                let refused = answer.unwrap_err().to_string();
                prop_assert!(refused.contains("has colours"), "{refused}");
                continue;
            }
            let tally = answer.unwrap().known().unwrap();
            prop_assert_eq!(tally.items(), &items[..]);
            let found: BTreeMap<Vec<u32>, BigUint> = tally.iter().collect();
            prop_assert_eq!(&found, &expected);
        }
    }

    #[test]
    fn a_solver_lists_the_distinct_solutions_of_a_search(
        (problem, symmetries) in symmetric::problem()
    ) {
        let mut expected = Vec::new();
        let report = Distinct::new(&problem, &symmetries).unwrap().run(
            &mut |solution: &[OptionId], stabilizer: &[SymmetryId]| {
                expected.push((solution.to_vec(), stabilizer.to_vec()));
                Continue(())
            },
        );
        for engine in LISTERS {
            let mut found = Vec::new();
            let solver = Solver::new(&problem).engine(engine);
            let listed = solver.for_each_distinct(&symmetries, &mut |solution, stabilizer| {
                found.push((solution.to_vec(), stabilizer.to_vec()));
                Continue(())
            });
            let listed = listed.unwrap().known().unwrap();
            prop_assert!(listed.complete);
            prop_assert_eq!(listed.distinct, report.distinct);
            prop_assert_eq!(listed.solutions, report.solutions);
            prop_assert_eq!(&listed.stabilizers, &report.stabilizers);
            prop_assert_eq!(&found, &expected);
        }
    }
}

#[test]
fn threads_do_not_change_the_answers() {
    // There are 9! solutions, which is enough for several parts.
    let problem = pigeons(8, 9);
    let one = Solver::new(&problem);
    let expected = one.list().unwrap();
    for engine in LISTERS {
        let shared = one.clone().engine(engine).threads(two());
        assert!(shared.list().unwrap() == expected, "{engine:?}");
        assert_eq!(shared.at_most(1000).unwrap(), one.at_most(1000).unwrap());
    }
    for &engine in COUNTERS {
        for threads in [NonZeroUsize::MIN, two()] {
            let solver = one.clone().engine(engine).threads(threads);
            let count = solver.count().unwrap().known().unwrap();
            assert_eq!(count.solutions, 362_880_u32.into());
        }
    }
}

#[test]
fn no_solution_is_an_answer() {
    let problem = pigeons(4, 3);
    let solver = Solver::new(&problem);
    assert_eq!(solver.first().unwrap(), Answer::Known(None));
    assert_eq!(solver.list().unwrap(), Answer::Known(Vec::new()));
    let count = solver.count().unwrap().known().unwrap();
    assert_eq!(count.solutions, BigUint::ZERO);
}

#[test]
fn a_spent_budget_gives_no_answer() {
    let problem = pigeons(20, 19);
    let symmetries = Symmetries::trivial(&problem);
    for threads in [NonZeroUsize::MIN, two()] {
        for engine in LISTERS {
            let solver = Solver::new(&problem)
                .engine(engine)
                .threads(threads)
                .budget(Budget::nodes(100_000));
            assert_eq!(solver.first().unwrap(), Answer::OutOfBudget(()));
            assert_eq!(solver.list().unwrap(), Answer::OutOfBudget(Vec::new()));
            let Answer::OutOfBudget(report) = solver.for_each(&mut |_| Continue(())).unwrap()
            else {
                panic!("it has 19! nodes and more");
            };
            assert!(!report.complete);
            // The budget is checked about every 2^14 nodes.
            let nodes = report.profile.nodes();
            assert!((100_000..200_000).contains(&nodes), "{nodes}");
            let distinct = solver.count_distinct(&symmetries).unwrap();
            assert!(matches!(distinct, Answer::OutOfBudget(_)));
            let distinct = solver.for_each_distinct(&symmetries, &mut |_, _| Continue(()));
            assert!(matches!(distinct.unwrap(), Answer::OutOfBudget(_)));
        }
    }
    // A sweep would need 2^39 states. Neither a sweep nor a search can end within the budget.
    let problem = pigeons(40, 39);
    for &engine in COUNTERS {
        let solver = Solver::new(&problem).engine(engine);
        let count = solver.budget(Budget::nodes(200_000)).count().unwrap();
        let Answer::OutOfBudget(so_far) = count else {
            panic!("{engine:?}: {count:?}");
        };
        assert_eq!(so_far.at_least, BigUint::ZERO);
        assert!(engine.is_none_or(|engine| Some(engine) == so_far.engine));
    }
}

#[test]
fn answers_within_the_budget_are_known() {
    let problem = pigeons(12, 12);
    let solver = Solver::new(&problem).budget(Budget::nodes(1 << 15));
    assert!(solver.first().unwrap().known().flatten().is_some());
    assert_eq!(
        solver.at_most(2).unwrap().known().map(|list| list.len()),
        Some(2)
    );
    // The budget does not suffice to find all 12! solutions.
    let Answer::OutOfBudget(found) = solver.list().unwrap() else {
        panic!("there are 12!");
    };
    let twice = solver.list().unwrap();
    assert!(!found.is_empty() && twice == Answer::OutOfBudget(found));
}

#[test]
fn a_set_flag_stops_every_question_at_once() {
    let problem = pigeons(3, 3);
    let symmetries = Symmetries::trivial(&problem);
    let stop = StopFlag::new();
    let solver = Solver::new(&problem).stop(&stop);
    let known = solver.first().unwrap().known().flatten().unwrap();
    stop.set();
    for engine in LISTERS {
        let solver = solver.clone().engine(engine);
        assert_eq!(solver.first().unwrap(), Answer::Stopped(()));
        assert_eq!(solver.other_than(&known).unwrap(), Answer::Stopped(()));
        assert_eq!(solver.list().unwrap(), Answer::Stopped(Vec::new()));
        let distinct = solver.for_each_distinct(&symmetries, &mut |_, _| Continue(()));
        assert!(matches!(distinct.unwrap(), Answer::Stopped(report) if report.distinct == 0));
    }
    for &engine in COUNTERS {
        let count = solver.clone().engine(engine).count().unwrap();
        assert!(matches!(count, Answer::Stopped(so_far) if so_far.at_least == BigUint::ZERO));
    }
}

#[test]
fn a_flag_set_during_the_work_keeps_the_results() {
    let problem = pigeons(9, 9);
    for threads in [NonZeroUsize::MIN, two()] {
        let stop = StopFlag::new();
        let solver = Solver::new(&problem).stop(&stop).threads(threads);
        let mut found = 0;
        let answer = solver.for_each(&mut |_| {
            found += 1;
            if found == 100 {
                stop.set();
            }
            Continue(())
        });
        let Answer::Stopped(report) = answer.unwrap() else {
            panic!("it was stopped after 100 of 9!");
        };
        assert_eq!((report.solutions, report.complete), (100, false));
    }
}

#[test]
fn a_visitor_that_breaks_out_has_its_answer() {
    let problem = pigeons(9, 9);
    for threads in [NonZeroUsize::MIN, two()] {
        let solver = Solver::new(&problem).threads(threads);
        let report = solver.for_each(&mut |_| Break(())).unwrap();
        let report = report.known().unwrap();
        assert_eq!((report.solutions, report.complete), (1, false));
        let symmetries = Symmetries::trivial(&problem);
        let report = solver
            .for_each_distinct(&symmetries, &mut |_, _| Break(()))
            .unwrap();
        assert!(report.known().is_some_and(|report| !report.complete));
    }
}

/// Records decisions, counts reports of progress, and breaks out at `most_nodes` nodes.
#[derive(Default)]
struct ObserverLog {
    reports: AtomicU64,
    decisions: Mutex<Vec<&'static str>>,
    most_nodes: u64,
}

impl Observer for ObserverLog {
    fn progress(&self, progress: &Progress) -> std::ops::ControlFlow<()> {
        self.reports.fetch_add(1, Relaxed);
        if progress.nodes < self.most_nodes {
            Continue(())
        } else {
            Break(())
        }
    }

    fn decision(&self, decision: &Decision<'_>) {
        self.decisions.lock().unwrap().push(match decision {
            Decision::Forecast(_) => "forecast",
            #[cfg(feature = "frontier")]
            Decision::Sweep { seconds: Some(_) } => "trial",
            #[cfg(feature = "frontier")]
            Decision::Sweep { seconds: None } => "sweep",
            #[cfg(feature = "frontier")]
            Decision::Swept(_) => "swept",
            #[cfg(feature = "frontier")]
            Decision::SweepRefused(_) => "refused",
            Decision::Search(_) => "search",
            _ => "more",
        });
    }
}

#[test]
fn an_observer_receives_decisions_and_may_stop_the_work() {
    let decisions = |problem: &Problem, engine: Option<Engine>| {
        let notes = ObserverLog {
            most_nodes: u64::MAX,
            ..ObserverLog::default()
        };
        let solver = Solver::new(problem).engine(engine).observer(&notes);
        assert!(solver.count().unwrap().is_known());
        notes.decisions.into_inner().unwrap()
    };
    let small = pigeons(4, 4);
    assert_eq!(decisions(&small, None), ["forecast", "search"]);
    #[cfg(feature = "frontier")]
    assert_eq!(
        decisions(&small, Some(Engine::Frontier)),
        ["sweep", "swept"]
    );
    // There are 14! solutions, but a sweep needs only 2^14 states.
    let large = pigeons(14, 14);
    #[cfg(feature = "frontier")]
    assert_eq!(decisions(&large, None), ["forecast", "trial", "swept"]);

    for engine in LISTERS {
        let notes = ObserverLog {
            most_nodes: 100_000,
            ..ObserverLog::default()
        };
        let solver = Solver::new(&large).engine(engine).observer(&notes);
        assert!(matches!(
            solver.for_each(&mut |_| Continue(())).unwrap(),
            Answer::Stopped(_)
        ));
        assert!(notes.reports.load(Relaxed) > 0);
    }
}

/// A problem: divide the cells of a board into pairs of neighbours. The cells are numbered row by row.
#[cfg(all(feature = "frontier", feature = "parallel"))]
fn pairings(columns: usize, rows: usize) -> Problem {
    let mut problem = Problem::new();
    let cells: Vec<_> = (0..columns * rows)
        .map(|at| problem.add_primary(format!("c{at}")).unwrap())
        .collect();
    for at in 0..cells.len() {
        if at % columns + 1 < columns {
            problem.add_option(&[cells[at], cells[at + 1]]).unwrap();
        }
        if at + columns < cells.len() {
            problem
                .add_option(&[cells[at], cells[at + columns]])
                .unwrap();
        }
    }
    problem
}

/// Counts about 10^28 pairings. A search would have to visit all of them.
#[cfg(all(feature = "frontier", feature = "parallel"))]
#[test]
fn a_sweep_counts_if_it_is_faster() {
    let problem = pairings(8, 30);
    for threads in [NonZeroUsize::MIN, two()] {
        let count = Solver::new(&problem).threads(threads).count().unwrap();
        let count = count.known().unwrap();
        assert_eq!(count.engine, Engine::Frontier);
        // This number was computed independently, in another language, by a recurrence over the cells.
        assert_eq!(count.solutions.to_string(), "12457255314954679645007780869");
    }
}

#[cfg(all(feature = "frontier", feature = "parallel"))]
#[test]
fn a_portfolio_stops_in_the_turn_of_either_task() {
    use std::thread::{scope, sleep};
    use std::time::{Duration, Instant};

    // The problems are so large that neither a search nor a sweep can end.
    for problem in [pairings(26, 26), pigeons(64, 64)] {
        for threads in [NonZeroUsize::MIN, two()] {
            for by_observer in [false, true] {
                let stop = StopFlag::new();
                let stops = StopFlag::new();
                let observer = |_: &Progress| {
                    if stops.is_set() {
                        Break(())
                    } else {
                        Continue(())
                    }
                };
                let solver = Solver::new(&problem).threads(threads).stop(&stop);
                let solver = solver.observer(&observer);
                let late = scope(|scope| {
                    let setter = scope.spawn(|| {
                        sleep(Duration::from_millis(300));
                        let flag = if by_observer { &stops } else { &stop };
                        flag.set();
                        Instant::now()
                    });
                    let answer = solver.count().unwrap();
                    assert!(matches!(answer, Answer::Stopped(_)));
                    setter.join().unwrap().elapsed()
                });
                assert!(late < Duration::from_millis(500), "{late:?}");
            }
        }
    }
}

/// Divides 30 people in a circle into pairs who sit 1, 5 or 11 places apart. In every order of the people, there
/// are states with many open items. So the trial of a sweep takes about as long as the search.
#[test]
fn the_engine_that_counts_is_the_same_on_every_number_of_threads() {
    let mut problem = Problem::new();
    let people: Vec<_> = (0..30)
        .map(|at| problem.add_primary(at.to_string()).unwrap())
        .collect();
    for at in 0..people.len() {
        for step in [1, 5, 11] {
            let other = (at + step) % people.len();
            problem.add_option(&[people[at], people[other]]).unwrap();
        }
    }
    let mut engines = BTreeSet::new();
    let mut counts = BTreeSet::new();
    for threads in [NonZeroUsize::MIN, two()] {
        let solver = Solver::new(&problem).threads(threads);
        let count = solver.count().unwrap().known().unwrap();
        engines.insert(count.engine);
        counts.insert(count.solutions);
    }
    let bits = Solver::new(&problem).engine(Engine::Bits);
    counts.insert(bits.count().unwrap().known().unwrap().solutions);
    assert_eq!(
        (engines.len(), counts.len()),
        (1, 1),
        "{engines:?} {counts:?}"
    );
}

#[test]
fn wrong_calls_are_refused() {
    let problem = pigeons(3, 3);
    let solver = Solver::new(&problem);
    let option = |at| problem.option(at).unwrap();

    let Err(GivenError::Conflict { item, .. }) = solver.clone().given(&[option(0), option(1)])
    else {
        panic!("one pigeon in two holes");
    };
    assert_eq!(item, "p0");
    let symmetries = Symmetries::trivial(&problem);
    let given = solver.clone().given(&[option(0)]).unwrap();
    assert_eq!(
        given.for_each_distinct(&symmetries, &mut |_, _| Continue(())),
        Err(SolverError::GivenAndSymmetries)
    );

    let error = solver.other_than(&[option(0)]).unwrap_err();
    assert!(matches!(error, SolverError::NoSolution(_)), "{error}");

    let other = Symmetries::trivial(&pigeons(2, 2));
    assert_eq!(
        solver.for_each_distinct(&other, &mut |_, _| Continue(())),
        Err(SolverError::Symmetries(ActionError::OtherProblem))
    );

    let mut large = Problem::new();
    for at in 0..5000 {
        let item = large.add_primary(at.to_string()).unwrap();
        large.add_option(&[item]).unwrap();
    }
    assert!(!Bits::fits(&large));
    let solver = Solver::new(&large);
    let bits = solver.clone().engine(Engine::Bits);
    assert!(matches!(bits.first().unwrap_err(), SolverError::Bits(_)));
    assert!(matches!(bits.count().unwrap_err(), SolverError::Bits(_)));
    // If no engine is selected, `links` is used, since it supports every problem.
    assert!(solver.first().unwrap().known().flatten().is_some());
}

#[cfg(feature = "frontier")]
#[test]
fn wrong_calls_of_sweeps_are_refused() {
    let problem = pigeons(3, 3);
    let sweeper = Solver::new(&problem).engine(Engine::Frontier);
    let refused = SolverError::CountsAlone {
        engine: Engine::Frontier,
    };
    assert_eq!(sweeper.first().unwrap_err(), refused);
    assert_eq!(sweeper.at_most(0).unwrap_err(), refused);
    assert_eq!(sweeper.list().unwrap_err(), refused);
    let symmetries = Symmetries::trivial(&problem);
    let listed = sweeper.for_each_distinct(&symmetries, &mut |_, _| Continue(()));
    assert_eq!(listed, Err(refused));

    let foreign = pigeons(9, 9).items().next_back().unwrap();
    assert!(Solver::new(&problem).order(&[foreign]).is_err());
    let item = problem.items().next().unwrap();
    assert!(Solver::new(&problem).order(&[item, item]).is_err());
}
