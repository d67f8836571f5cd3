//! Compares the counts of problems with colours with published results and with formulas.

use std::ops::ControlFlow::Continue;

use num_bigint::BigUint;
#[cfg(feature = "frontier")]
use tilewright_dlx::Answer;
use tilewright_dlx::{Engine, Entry, Links, OptionId, Problem, Solver, text};

const ENGINES: &[Engine] = &[
    Engine::Links,
    Engine::Bits,
    #[cfg(feature = "frontier")]
    Engine::Frontier,
];

fn counts(problem: &Problem) -> Vec<BigUint> {
    let count = |engine| Solver::new(problem).engine(engine).count();
    let known = |engine| count(engine).unwrap().known().unwrap().solutions;
    ENGINES.iter().copied().map(known).collect()
}

/// Solves problem (49) of TAOCP, section 7.2.2.1, which has a single solution.
#[test]
fn the_toy_problem_of_the_book() {
    let text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    let problem = text::read(text).unwrap();
    assert_eq!(counts(&problem), vec![BigUint::from(1_u32); ENGINES.len()]);
    let solution = Solver::new(&problem)
        .first()
        .unwrap()
        .known()
        .flatten()
        .unwrap();
    let mut numbers: Vec<usize> = solution.iter().map(|option| option.index() + 1).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [2, 4]);
}

/// A row or a ring of `count` cells. An option of a cell gives its two ends different colours, out of `colours`
/// colours. Neighbouring cells share an end, so they must agree on its colour.
fn chain(count: usize, colours: usize, is_ring: bool) -> Problem {
    let mut problem = Problem::new();
    let cells: Vec<_> = (0..count)
        .map(|at| problem.add_primary(format!("cell{at}")).unwrap())
        .collect();
    let ends: Vec<_> = (0..count + usize::from(!is_ring))
        .map(|at| problem.add_secondary(format!("end{at}")).unwrap())
        .collect();
    let colours: Vec<_> = (0..colours)
        .map(|at| problem.add_colour(at.to_string()).unwrap())
        .collect();
    for (at, &cell) in cells.iter().enumerate() {
        for &left in &colours {
            for &right in colours.iter().filter(|&&right| right != left) {
                let entries = [
                    cell.into(),
                    Entry::coloured(ends[at], left),
                    Entry::coloured(ends[(at + 1) % ends.len()], right),
                ];
                problem.add_coloured_option(&entries).unwrap();
            }
        }
    }
    problem
}

/// Counts proper colourings. A solution for a row of n cells is a proper colouring of a path of n + 1 vertices
/// with k colours, of which there are `k(k - 1)^n`. A solution for a ring of n cells is a proper colouring of a
/// cycle of n vertices, of which there are `(k - 1)^n + (-1)^n (k - 1)`.
#[test]
fn proper_colourings_of_paths_and_cycles() {
    for (count, colours) in [(1, 2), (2, 5), (5, 3), (6, 4), (4, 7)] {
        let (n, k) = (
            u32::try_from(count).unwrap(),
            i64::try_from(colours).unwrap(),
        );
        let path = k * (k - 1).pow(n);
        let path = BigUint::from(u64::try_from(path).unwrap());
        assert_eq!(
            counts(&chain(count, colours, false)),
            vec![path; ENGINES.len()]
        );
        if count > 2 {
            let sign = if n.is_multiple_of(2) { 1 } else { -1 };
            let cycle = (k - 1).pow(n) + sign * (k - 1);
            let cycle = BigUint::from(u64::try_from(cycle).unwrap());
            assert_eq!(
                counts(&chain(count, colours, true)),
                vec![cycle; ENGINES.len()]
            );
        }
    }
}

/// Counts 3 · 2^200 colourings, which only a sweep can do.
#[cfg(feature = "frontier")]
#[test]
fn a_sweep_counts_colourings_of_a_long_path() {
    let problem = chain(200, 3, false);
    let count = Solver::new(&problem).engine(Engine::Frontier).count();
    let expected = BigUint::from(3_u32) * BigUint::from(2_u32).pow(200);
    assert!(matches!(count.unwrap(), Answer::Known(count) if count.solutions == expected));
}

/// Checks that an option causes no updates for an item that has the colour of the option already.
#[test]
fn options_of_the_same_colour_cost_no_updates() {
    let problem = text::read("a b | s\na s:x\na s:y\nb s:x\nb s:y\n").unwrap();
    let report = Links::new(&problem).run(&mut |_: &[OptionId]| Continue(()));
    assert_eq!(report.solutions, 2);
    let levels = report.profile.levels();
    // Each of the two options of `a` hides the option of `b` with the other colour. Then `b` is covered by its
    // remaining option.
    assert_eq!(
        levels.iter().map(|level| level.nodes).collect::<Vec<_>>(),
        [2, 2]
    );
}
