//! Checks that `Solver::any` finds a solution if and only if dancing links find one. Its solution must be valid,
//! and the same for any number of threads.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::{picked, random};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
#[cfg(feature = "frontier")]
use tilewright_dlx::SolverError;
use tilewright_dlx::randomized::Layout;
use tilewright_dlx::{
    Answer, Budget, Engine, ItemId, OptionId, Problem, Progress, Solution, Solver, StopFlag, text,
};

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

/// A random problem, and a layout in which random items are places and random pairs are neighbours.
fn laid_out() -> impl Strategy<Value = (Problem, Layout)> {
    let pairs = vec((any::<Index>(), any::<Index>()), 0..24);
    let is_place = vec(prop::bool::weighted(0.8), 16);
    (random::problem(), is_place, pairs).prop_map(|(problem, is_place, pairs)| {
        let order: Vec<ItemId> = (problem.items().zip(is_place))
            .filter_map(|(item, is_place)| is_place.then_some(item))
            .collect();
        let pairs: Vec<(ItemId, ItemId)> = (pairs.iter())
            .filter(|_| !order.is_empty())
            .map(|(one, other)| (*one.get(&order), *other.get(&order)))
            .collect();
        let layout = Layout::new(&problem, &order, &pairs).unwrap();
        (problem, layout)
    })
}

/// A problem: put each pigeon into a hole, with at most one pigeon in each hole.
fn pigeons(pigeons: usize, holes: usize) -> Problem {
    let names = |kind: &str, count: usize| (0..count).map(|at| format!("{kind}{at}")).collect();
    let (birds, holes): (Vec<String>, Vec<String>) = (names("p", pigeons), names("h", holes));
    let options = birds
        .iter()
        .flat_map(|bird| holes.iter().map(move |hole| format!("{bird} {hole}\n")));
    let options: String = options.collect();
    text::read(&format!(
        "{} | {}\n{options}",
        birds.join(" "),
        holes.join(" ")
    ))
    .unwrap()
}

/// A problem: fill a square of `side` × `side` cells with Y pentominoes. Also returns the layout of its cells.
fn y_pentominoes(side: usize) -> (Problem, Layout) {
    let mut problem = Problem::new();
    let mut cells = BTreeMap::new();
    for y in 0..side {
        for x in 0..side {
            let cell = problem.add_primary(format!("{x},{y}")).unwrap();
            cells.insert((x, y), cell);
        }
    }
    for y in 0..side {
        for x in 0..side {
            for at in 0..8 {
                // Four cells in a row, and a fifth next to the second or third; then the same with
                // rows and columns exchanged.
                let fifth = (1 + at % 2, (at / 2) % 2 * 2);
                let shape = (0..4).map(|along| (along, 1)).chain([fifth]);
                let turned = shape.map(|(u, v)| if at < 4 { (u, v) } else { (v, u) });
                // One is subtracted from the coordinates so that the row of four can be at the edge of the board.
                let cell = |(u, v): (usize, usize)| {
                    let at = ((x + u).checked_sub(1)?, (y + v).checked_sub(1)?);
                    cells.get(&at).copied()
                };
                let items: Option<Vec<ItemId>> = turned.map(cell).collect();
                if let Some(items) = items {
                    problem.add_option(&items).unwrap();
                }
            }
        }
    }
    let next = |(x, y): (usize, usize)| [(x + 1, y), (x, y + 1)];
    let pairs: Vec<(ItemId, ItemId)> = (cells.iter())
        .flat_map(|(&at, &cell)| next(at).map(|next| (cell, cells.get(&next).copied())))
        .filter_map(|(cell, next)| Some((cell, next?)))
        .collect();
    let order: Vec<ItemId> = problem.items().collect();
    let layout = Layout::new(&problem, &order, &pairs).unwrap();
    (problem, layout)
}

fn found(answer: Answer<Option<Solution>>) -> Option<Solution> {
    match answer {
        Answer::Known(found) => found,
        other => panic!("not known: {other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_solution_is_found_if_there_is_one((problem, layout) in laid_out(), seed in any::<u64>()) {
        let solver = Solver::new(&problem);
        let expected = found(solver.first().unwrap()).is_some();
        for solver in [solver.clone(), solver.layout(&layout).unwrap()] {
            let one = found(solver.any(seed).unwrap());
            prop_assert_eq!(one.is_some(), expected);
            if let Some(one) = one {
                prop_assert_eq!(problem.check(&one), Ok(()));
                prop_assert_eq!(found(solver.threads(threads(2)).any(seed).unwrap()), Some(one));
            }
        }
    }

    #[test]
    fn givens_are_in_the_solution((problem, layout) in laid_out(), picks in picked::picks(4), seed in 0..9_u64) {
        let mut solver = Solver::new(&problem).layout(&layout).unwrap();
        let mut givens = Vec::new();
        for option in picked::options(&problem, &picks) {
            if let Ok(given) = solver.clone().given(&[option]) {
                solver = given;
                givens.push(option);
            }
        }
        let expected = found(solver.first().unwrap()).is_some();
        let one = found(solver.any(seed).unwrap());
        prop_assert_eq!(one.is_some(), expected);
        if let Some(one) = one {
            prop_assert_eq!(problem.check(&one), Ok(()));
            prop_assert_eq!(&one[..givens.len()], &givens[..]);
        }
    }
}

#[test]
fn threads_do_not_change_the_solution() {
    let (problem, layout) = y_pentominoes(20);
    let mut laps = 0;
    for seed in 0..2 {
        let nodes = AtomicU64::new(0);
        let observer = |progress: &Progress| {
            nodes.store(progress.nodes, Relaxed);
            Continue(())
        };
        let solver = Solver::new(&problem)
            .layout(&layout)
            .unwrap()
            .observer(&observer);
        let one = found(solver.any(seed).unwrap()).unwrap();
        assert_eq!(problem.check(&one), Ok(()));
        let alone = nodes.swap(0, Relaxed);
        eprintln!("alone {alone}");
        eprintln!("alone {alone}");
        laps += u64::from(alone > 0);
        for count in [2, 3] {
            let many = solver.clone().threads(threads(count));
            assert_eq!(
                found(many.any(seed).unwrap()).as_ref(),
                Some(&one),
                "{count} threads"
            );
            assert_eq!(nodes.swap(0, Relaxed), alone, "nodes before the last lap");
        }
    }
    assert!(laps > 0, "no seed takes more than a lap");
}

#[test]
fn problems_without_solutions_are_refuted() {
    // Searches with restarts prove nothing, so the exact engines must finish.
    let problem = pigeons(8, 7);
    for engine in [None, Some(Engine::Links)] {
        for count in [1, 2] {
            let solver = Solver::new(&problem).engine(engine).threads(threads(count));
            assert_eq!(solver.any(5).unwrap(), Answer::Known(None));
        }
    }
    let empty = text::read("a b\na\n").unwrap();
    assert_eq!(Solver::new(&empty).any(0).unwrap(), Answer::Known(None));
    let [a] = [0].map(|at| empty.option(at).unwrap());
    assert_eq!(
        Solver::new(&empty).given(&[a]).unwrap().any(0).unwrap(),
        Answer::Known(None)
    );
    assert_eq!(
        found(Solver::new(&Problem::new()).any(0).unwrap()),
        Some(vec![])
    );
}

#[test]
fn a_search_ends_at_a_stop() {
    let problem = pigeons(20, 19);
    let solver = Solver::new(&problem);
    let spent = solver.clone().budget(Budget::nodes(100_000));
    for count in [1, 2] {
        let spent = spent.clone().threads(threads(count));
        assert_eq!(spent.any(1).unwrap(), Answer::OutOfBudget(()));
    }
    let breaks = |progress: &Progress| {
        if progress.nodes < 20_000 {
            Continue(())
        } else {
            Break(())
        }
    };
    assert_eq!(
        Solver::new(&problem).observer(&breaks).any(1).unwrap(),
        Answer::Stopped(())
    );
    let stop = StopFlag::new();
    let sets = |_: &Progress| {
        stop.set();
        Continue(())
    };
    let stopped = Solver::new(&problem)
        .stop(&stop)
        .observer(&sets)
        .threads(threads(2));
    assert_eq!(stopped.any(1).unwrap(), Answer::Stopped(()));
    assert_eq!(
        stopped.any(1).unwrap(),
        Answer::Stopped(()),
        "before it begins"
    );
}

#[cfg(feature = "frontier")]
#[test]
fn engines_that_cannot_list_are_refused() {
    let problem = pigeons(3, 3);
    let refused = Solver::new(&problem).engine(Engine::Frontier).any(1);
    let engine = Engine::Frontier;
    assert_eq!(refused, Err(SolverError::CountsAlone { engine }));
}

#[test]
fn givens_come_first() {
    let (problem, _) = y_pentominoes(5);
    let first: OptionId = problem.option(3).unwrap();
    let solver = Solver::new(&problem).given(&[first]).unwrap();
    if let Some(one) = found(solver.any(3).unwrap()) {
        assert_eq!(one[0], first);
    }
}
