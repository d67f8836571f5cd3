//! Distinct solutions against all solutions, published counts and Burnside's lemma.

#![allow(
    clippy::unwrap_used,
    reason = "the helpers of tests may panic as tests may"
)]

#[path = "../examples/models/dominoes.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod dominoes;
#[path = "../examples/models/queens.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod queens;
mod symmetric;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow::Continue;

use proptest::prelude::*;
use queens::{Order, Primary};
use tilewright_dlx::burnside::{Certificate, fixed_covers};
use tilewright_dlx::{
    Distinct, DistinctReport, Heuristic, Links, OptionId, Problem, Symmetries, SymmetryId,
};

type Solution = Vec<OptionId>;

fn sorted(options: &[OptionId]) -> Solution {
    let mut options = options.to_vec();
    options.sort_unstable();
    options
}

fn all_solutions(problem: &Problem) -> BTreeSet<Solution> {
    let mut all = BTreeSet::new();
    Links::new(problem).run(&mut |solution: &[OptionId]| {
        all.insert(sorted(solution));
        Continue(())
    });
    all
}

fn image(symmetries: &Symmetries, g: SymmetryId, solution: &[OptionId]) -> Solution {
    let image: Solution = solution.iter().map(|&o| symmetries.image(g, o)).collect();
    sorted(&image)
}

fn stabilizer(symmetries: &Symmetries, solution: &[OptionId]) -> Vec<SymmetryId> {
    let fixed = |&g: &SymmetryId| image(symmetries, g, solution) == solution;
    symmetries.ids().filter(fixed).collect()
}

/// The solutions by orbit, from the definition: each orbit by its least solution.
fn orbits(symmetries: &Symmetries, all: &BTreeSet<Solution>) -> BTreeMap<Solution, u128> {
    let mut orbits = BTreeMap::new();
    for solution in all {
        let least = symmetries
            .ids()
            .map(|g| image(symmetries, g, solution))
            .min();
        *orbits.entry(least.unwrap()).or_insert(0) += 1;
    }
    orbits
}

fn certificate(problem: &Problem, symmetries: &Symmetries) -> Certificate {
    let mut fixed = Vec::new();
    for g in symmetries.ids() {
        let mut seen = BTreeSet::new();
        let report = fixed_covers(problem, symmetries, g, &mut |solution: &[OptionId]| {
            let solution = sorted(solution);
            assert_eq!(problem.check(&solution), Ok(()));
            assert_eq!(image(symmetries, g, &solution), solution);
            assert!(seen.insert(solution), "a fixed solution was met twice");
            Continue(())
        });
        assert!(report.complete);
        fixed.push(u128::from(report.count));
    }
    Certificate::new(fixed).unwrap()
}

/// Runs the search and holds every number of it against the definition; returns the report.
fn checked(problem: &Problem, symmetries: &Symmetries) -> DistinctReport {
    let all = all_solutions(problem);
    let orbits = orbits(symmetries, &all);
    let mut first = None;
    for heuristic in [Heuristic::First, Heuristic::Mrv] {
        let mut met = BTreeSet::new();
        let mut stabilizers: BTreeMap<Vec<SymmetryId>, u64> = BTreeMap::new();
        let distinct = Distinct::new(problem, symmetries).heuristic(heuristic);
        let report = distinct.run(&mut |solution: &[OptionId], fixing: &[SymmetryId]| {
            let solution = sorted(solution);
            assert!(all.contains(&solution), "no solution");
            assert_eq!(fixing, stabilizer(symmetries, &solution));
            *stabilizers.entry(fixing.to_vec()).or_insert(0) += 1;
            let least = symmetries
                .ids()
                .map(|g| image(symmetries, g, &solution))
                .min();
            assert!(met.insert(least.unwrap()), "an orbit was met twice");
            Continue(())
        });
        assert!(report.complete);
        assert_eq!(met.len(), orbits.len(), "an orbit was missed");
        assert_eq!(report.distinct, orbits.len() as u64);
        assert_eq!(report.solutions, all.len() as u128);
        assert!(report.stabilizers.iter().cloned().eq(stabilizers));
        first.get_or_insert(report);
    }
    let certificate = certificate(problem, symmetries);
    assert_eq!(certificate.orbits, orbits.len() as u128);
    assert_eq!(
        certificate.fixed[symmetries.identity().index()],
        all.len() as u128
    );
    first.unwrap()
}

/// The eight symmetries of a square, as maps of its cells: the rotations first.
fn turn(g: usize, n: usize, (i, j): (usize, usize)) -> (usize, usize) {
    let (mut i, mut j) = (i, j);
    if g >= 4 {
        (i, j) = (j, i);
    }
    for _ in 0..g % 4 {
        (i, j) = (j, n - 1 - i);
    }
    (i, j)
}

/// The symmetries of a problem on an n by n board, given the cells of each option.
fn of_square(problem: &Problem, n: usize, cells: &[BTreeSet<(usize, usize)>]) -> Symmetries {
    let images = (0..8).map(|g| {
        let image = |cells: &BTreeSet<(usize, usize)>| -> BTreeSet<(usize, usize)> {
            cells.iter().map(|&cell| turn(g, n, cell)).collect()
        };
        let number = |image| cells.iter().position(|cells| *cells == image).unwrap();
        let row = cells
            .iter()
            .map(|cells| problem.option(number(image(cells))).unwrap());
        row.collect()
    });
    // On a board of one cell all eight are equal.
    let mut rows: Vec<Vec<OptionId>> = images.collect();
    let mut seen = BTreeSet::new();
    rows.retain(|row| seen.insert(row.clone()));
    Symmetries::new(problem, rows).unwrap()
}

fn queens_and_symmetries(n: usize) -> (Problem, Symmetries) {
    let problem = queens::problem(n, Order::OrganPipe, Primary::Both).unwrap();
    let cells: Vec<_> = (0..n * n)
        .map(|at| BTreeSet::from([(at / n, at % n)]))
        .collect();
    let symmetries = of_square(&problem, n, &cells);
    (problem, symmetries)
}

fn dominoes_and_symmetries(n: usize) -> (Problem, Symmetries) {
    let problem = dominoes::problem(n, n, &[]).unwrap();
    let cell = |name: &str| {
        let (i, j) = name.split_once(',').unwrap();
        (i.parse().unwrap(), j.parse().unwrap())
    };
    let cells: Vec<BTreeSet<(usize, usize)>> = problem
        .options()
        .map(|o| {
            problem
                .option_items(o)
                .iter()
                .map(|&i| cell(problem.item_name(i)))
                .collect()
        })
        .collect();
    let symmetries = of_square(&problem, n, &cells);
    (problem, symmetries)
}

/// OEIS A002562, the fundamental solutions of N queens.
#[test]
fn fundamental_solutions_of_n_queens() {
    let table = [
        (1, 1),
        (2, 0),
        (3, 0),
        (4, 1),
        (5, 2),
        (6, 1),
        (7, 6),
        (8, 12),
        (9, 46),
        (10, 92),
    ];
    for (n, fundamental) in table {
        let (problem, symmetries) = queens_and_symmetries(n);
        let report = checked(&problem, &symmetries);
        assert_eq!(report.distinct, fundamental, "N = {n}");
    }
}

#[test]
fn five_queens_have_a_solution_that_every_rotation_fixes() {
    let (problem, symmetries) = queens_and_symmetries(5);
    let report = checked(&problem, &symmetries);
    let rotations: Vec<SymmetryId> = symmetries.ids().take(4).collect();
    let identity = vec![symmetries.identity()];
    assert_eq!(report.stabilizers, [(identity, 1), (rotations, 1)]);
    assert_eq!(report.solutions, 10);
}

/// All 36 and 6728 coverings: OEIS A004003. Up to symmetry: by the definition, in `checked`.
#[test]
fn dominoes_on_squares() {
    for (n, solutions, distinct) in [(2, 2, 1), (4, 36, 9), (6, 6728, 930)] {
        let (problem, symmetries) = dominoes_and_symmetries(n);
        let report = checked(&problem, &symmetries);
        assert_eq!(
            (report.solutions, report.distinct),
            (solutions, distinct),
            "n = {n}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn every_orbit_is_met_once((problem, symmetries) in symmetric::problem()) {
        checked(&problem, &symmetries);
    }

    #[test]
    fn subgroups_have_orbits_of_their_own(
        (problem, symmetries) in symmetric::problem(),
        pick in any::<prop::sample::Index>(),
    ) {
        // The powers of one element.
        let g = symmetries.ids().nth(pick.index(symmetries.order())).unwrap();
        let row = |of: &dyn Fn(OptionId) -> OptionId| problem.options().map(of).collect::<Vec<_>>();
        let mut power = row(&|o| o);
        let mut rows = Vec::new();
        let mut subset = Vec::new();
        while !rows.contains(&power) {
            subset.extend(symmetries.ids().find(|&h| row(&|o| symmetries.image(h, o)) == power));
            let next = power.iter().map(|&o| symmetries.image(g, o)).collect();
            rows.push(std::mem::replace(&mut power, next));
        }
        let cyclic = Symmetries::new(&problem, rows).unwrap();
        let orbits = orbits(&cyclic, &all_solutions(&problem)).len() as u128;
        prop_assert_eq!(certificate(&problem, &symmetries).orbits_of(&subset).unwrap(), orbits);
        prop_assert_eq!(u128::from(checked(&problem, &cyclic).distinct), orbits);
    }
}
