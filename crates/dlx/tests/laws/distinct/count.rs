//! Compares the counts up to symmetry of all engines with the definition, with published numbers, and with each
//! other.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use super::*;
use tilewright_dlx::burnside::ByStabilizer;
use tilewright_dlx::{
    ActionError, Answer, Budget, Decision, DistinctCount, Engine, Observer, Solver, SolverError,
    StopFlag,
};

const ENGINES: &[Option<Engine>] = &[
    None,
    Some(Engine::Links),
    Some(Engine::Bits),
    #[cfg(feature = "frontier")]
    Some(Engine::Frontier),
];

fn counted(solver: &Solver<'_>, symmetries: &Symmetries) -> DistinctCount {
    let answer = solver.count_distinct(symmetries).unwrap();
    answer.known().expect("it has no bound")
}

/// By the definition: for each element, the number of solutions that it maps to themselves; and for each
/// stabilizer, the number of orbits of which it is the least stabilizer.
fn by_hand(symmetries: &Symmetries, all: &BTreeSet<Solution>) -> (Vec<BigUint>, ByStabilizer) {
    let fixes = |g| {
        all.iter()
            .filter(|one| image(symmetries, g, one) == **one)
            .count()
    };
    let fixed = symmetries.ids().map(|g| fixes(g).into()).collect();
    let mut by_stabilizer = ByStabilizer::new();
    for least in orbits(symmetries, all).keys() {
        let images = symmetries.ids().map(|g| image(symmetries, g, least));
        let stabilizers = images.map(|image| stabilizer(symmetries, &image));
        *by_stabilizer.entry(stabilizers.min().unwrap()).or_default() += 1_u32;
    }
    (fixed, by_stabilizer)
}

/// The subgroup that consists of the powers of an element.
fn powers(problem: &Problem, symmetries: &Symmetries, g: SymmetryId) -> Vec<SymmetryId> {
    let row = |h| -> Solution { problem.options().map(|o| symmetries.image(h, o)).collect() };
    let mut powers = vec![g];
    while *powers.last().unwrap() != symmetries.identity() {
        let last = row(*powers.last().unwrap());
        let next: Solution = last.iter().map(|&o| symmetries.image(g, o)).collect();
        powers.extend(symmetries.ids().find(|&h| row(h) == next));
    }
    powers
}

/// The number of orbits under a cyclic group. `powers` are all its elements.
fn orbits_under(symmetries: &Symmetries, powers: &[SymmetryId], all: &BTreeSet<Solution>) -> usize {
    let least = |one: &Solution| powers.iter().map(|&g| image(symmetries, g, one)).min();
    all.iter().map(least).collect::<BTreeSet<_>>().len()
}

proptest! {
    #[test]
    fn every_engine_counts_the_orbits((problem, symmetries) in symmetric::problem()) {
        let all = all_solutions(&problem);
        let (fixed, by_stabilizer) = by_hand(&symmetries, &all);
        let mut listed = 0;
        let report = Solver::new(&problem).for_each_distinct(&symmetries, &mut |_, _| {
            listed += 1_u64;
            Continue(())
        });
        prop_assert_eq!(report.unwrap().known().unwrap().distinct, listed);
        for &engine in ENGINES {
            for threads in [1, 2] {
                let threads = NonZeroUsize::new(threads).unwrap();
                let solver = Solver::new(&problem).engine(engine).threads(threads);
                let count = counted(&solver, &symmetries);
                prop_assert_eq!(&count.solutions, &all.len().into());
                prop_assert_eq!(&count.distinct, &listed.into());
                prop_assert_eq!(&count.burnside.fixed, &fixed);
                prop_assert_eq!(count.by_stabilizer.as_ref(), Some(&by_stabilizer));
                prop_assert!(engine.is_none_or(|engine| engine == count.engine));
                for g in symmetries.ids() {
                    let powers = powers(&problem, &symmetries, g);
                    let expected = orbits_under(&symmetries, &powers, &all);
                    prop_assert_eq!(count.distinct_under(&powers).unwrap(), expected.into());
                }
            }
        }
    }
}

/// Counts the domino tilings of squares. The numbers of all tilings are OEIS A004003. The number of orbits for the
/// smaller square is also checked in `symmetric_solutions_are_counted_where_bounds_follow_from_the_board`.
#[cfg(feature = "frontier")]
#[test]
fn dominoes_are_swept() {
    let rows = [
        (8, "12988816", "1629189"),
        (10, "258584046368", "32324350352"),
    ];
    for (n, solutions, distinct) in rows {
        let (problem, symmetries) = dominoes_and_symmetries(n);
        for engine in [None, Some(Engine::Frontier)] {
            let count = counted(&Solver::new(&problem).engine(engine), &symmetries);
            assert_eq!(count.engine, Engine::Frontier, "n = {n}");
            assert_eq!(count.solutions.to_string(), solutions);
            assert_eq!(count.distinct.to_string(), distinct);
            let by_stabilizer: BigUint = count.by_stabilizer.unwrap().values().sum();
            assert_eq!(by_stabilizer, count.distinct);
        }
    }
}

/// Records the names of the decisions of a solver.
#[derive(Default)]
struct DecisionLog(Mutex<Vec<String>>);

impl Observer for DecisionLog {
    fn progress(&self, _: &Progress) -> ControlFlow<()> {
        Continue(())
    }

    fn decision(&self, decision: &Decision<'_>) {
        let words = format!("{decision:?}");
        let name = words.split(['(', ' ']).next().unwrap_or_default();
        self.0.lock().unwrap().push(name.to_owned());
    }
}

#[test]
fn an_observer_receives_each_step() {
    let (problem, symmetries) = dominoes_and_symmetries(8);
    let decisions = |engine: Option<Engine>, budget: Budget| {
        let observer = DecisionLog::default();
        let solver = Solver::new(&problem).engine(engine).budget(budget);
        let answer = solver.observer(&observer).count_distinct(&symmetries);
        (answer.unwrap(), observer.0.into_inner().unwrap())
    };
    #[cfg(feature = "frontier")]
    {
        let swept = ["Sweep", "Swept", "Symmetric"];
        let (answer, received) = decisions(Some(Engine::Frontier), Budget::UNLIMITED);
        assert!(answer.is_known());
        assert_eq!(received, swept);
        // Even with a budget, the sweep runs first, and it ends before the search begins.
        let (answer, received) = decisions(None, Budget::nodes(1 << 30));
        assert!(answer.is_known());
        assert_eq!(received[0], "Forecast");
        assert_eq!(received[1..], swept);
    }
    let (answer, received) = decisions(Some(Engine::Bits), Budget::nodes(10_000));
    let Answer::OutOfBudget(so_far) = answer else {
        panic!("10,000 nodes are not enough");
    };
    assert_eq!(so_far.engine, Some(Engine::Bits));
    assert_eq!(received, ["Search"]);
}

/// Counts domino tilings of the 10 × 10 square, with a budget too small for counting the symmetric ones.
#[cfg(feature = "frontier")]
#[test]
fn the_budget_bounds_the_symmetric_solutions_too() {
    use tilewright_dlx::burnside::SymmetricCounter;

    let (problem, symmetries) = dominoes_and_symmetries(10);
    let counter = SymmetricCounter::new(&problem, &symmetries);
    let all = counter.count(&mut |_| Continue(())).unwrap();
    assert!(all.complete && all.is_swept);
    let some = counter.most_nodes(10).count(&mut |_| Continue(())).unwrap();
    assert!(!some.complete);
    let broken = counter.count(&mut |_| Break(())).unwrap();
    assert!(!broken.complete);
    let narrow = counter.memory(1).count(&mut |progress| {
        // Sweeps would need more memory than the limit, so the search continues alone.
        if progress.nodes > 200_000 {
            Break(())
        } else {
            Continue(())
        }
    });
    let narrow = narrow.unwrap();
    assert!(!narrow.complete && !narrow.is_swept);
}

#[test]
fn a_flag_that_is_set_stops_a_count() {
    let (problem, symmetries) = dominoes_and_symmetries(8);
    let stop = StopFlag::new();
    stop.set();
    for &engine in ENGINES {
        let solver = Solver::new(&problem).engine(engine).stop(&stop);
        let Answer::Stopped(so_far) = solver.count_distinct(&symmetries).unwrap() else {
            panic!("{engine:?} does not stop");
        };
        assert_eq!((so_far.solutions, so_far.engine), (BigUint::ZERO, None));
    }
}

/// Checks that the count of the sweep is reported even if the work is stopped while the symmetric solutions are
/// counted.
#[cfg(feature = "frontier")]
#[test]
fn the_count_of_a_sweep_is_known_after_a_stop() {
    struct Stops(StopFlag);
    impl Observer for Stops {
        fn progress(&self, _: &Progress) -> ControlFlow<()> {
            Continue(())
        }
        fn decision(&self, decision: &Decision<'_>) {
            if matches!(decision, Decision::Symmetric) {
                self.0.set();
            }
        }
    }
    let (problem, symmetries) = dominoes_and_symmetries(10);
    let stops = Stops(StopFlag::new());
    let solver = Solver::new(&problem)
        .engine(Engine::Frontier)
        .stop(&stops.0);
    let answer = solver.observer(&stops).count_distinct(&symmetries);
    let Answer::Stopped(so_far) = answer.unwrap() else {
        panic!("it does not stop");
    };
    assert_eq!(so_far.solutions.to_string(), "258584046368");
    // The lower bound is the number of all solutions divided by the order of the group.
    assert_eq!(so_far.distinct.to_string(), "32323005796");
    assert_eq!(so_far.engine, Some(Engine::Frontier));
}

#[test]
fn wrong_counts_are_refused() {
    let (problem, symmetries) = dominoes_and_symmetries(4);
    let (other, _) = dominoes_and_symmetries(2);
    for &engine in ENGINES {
        let solver = Solver::new(&other).engine(engine);
        let foreign = SolverError::Symmetries(ActionError::OtherProblem);
        assert_eq!(solver.count_distinct(&symmetries), Err(foreign));
        let first = problem.option(0).unwrap();
        let given = Solver::new(&problem)
            .engine(engine)
            .given(&[first])
            .unwrap();
        assert_eq!(
            given.count_distinct(&symmetries),
            Err(SolverError::GivenAndSymmetries)
        );
    }
    let regions = Solver::new(&problem).engine(Engine::Regions);
    assert_eq!(
        regions.count_distinct(&symmetries),
        Err(SolverError::NeedsGraph)
    );
    #[cfg(feature = "frontier")]
    {
        let narrow = Solver::new(&problem).engine(Engine::Frontier).memory(1);
        let refused = narrow.count_distinct(&symmetries).unwrap_err();
        assert!(matches!(refused, SolverError::Frontier(_)), "{refused}");
    }
}
