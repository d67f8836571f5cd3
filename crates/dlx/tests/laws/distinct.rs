//! Compares the distinct solutions that a search finds with all solutions, with published counts and with
//! Burnside's lemma.

mod count;
mod portfolio;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow::{self, Break, Continue};

use crate::{
    models::{dominoes, pentominoes, queens},
    symmetric,
};
use num_bigint::BigUint;
use proptest::prelude::*;
use queens::{Order, Primary};
use symmetric::board::{of_board, of_cells, turns};
use tilewright_dlx::burnside::{Certificate, fixed_covers, symmetric_counts, symmetric_covers};
use tilewright_dlx::{
    Distinct, DistinctReport, DistinctVisitor, Heuristic, Links, OptionId, Problem, Progress,
    Symmetries, SymmetryBreak, SymmetryId,
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

/// The orbits of all solutions, by the definition: for the least solution of each orbit, the size of the orbit.
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
        let report = report.unwrap();
        assert!(report.complete);
        fixed.push(report.count);
    }
    Certificate::new(fixed).unwrap()
}

/// Compares the search that visits only symmetric solutions with the definition.
fn check_symmetric(
    problem: &Problem,
    symmetries: &Symmetries,
    all: &BTreeSet<Vec<OptionId>>,
    certificate: Certificate,
) {
    let mut expected: BTreeMap<Vec<SymmetryId>, BigUint> = BTreeMap::new();
    for solution in all {
        let stabilizer = stabilizer(symmetries, solution);
        if stabilizer.len() > 1 {
            *expected.entry(stabilizer).or_default() += 1_u32;
        }
    }
    let report = symmetric_covers(problem, symmetries, &mut |_| Continue(())).unwrap();
    assert!(report.complete);
    assert_eq!(report.stabilizers, expected);
    let mut fixed = certificate.fixed;
    fixed[symmetries.identity().index()] = BigUint::ZERO;
    assert_eq!(fixed, report.fixed);
    let counted = symmetric_counts(problem, symmetries, &mut |quotient| {
        let solutions = Links::new(quotient).run(&mut |_: &[OptionId]| Continue(()));
        Some(solutions.solutions.into())
    });
    let counted = counted.unwrap();
    assert!(counted.is_some() || problem.has_bounded());
    assert!(counted.is_none_or(|counted| counted == report));
}

/// Adds bounds on the number of dominoes. An orbit of placements may contain one or several dominoes, but the
/// board determines the number of dominoes, so the bounds do not matter. The numbers of distinct tilings are also
/// checked in `dominoes_on_squares` and `dominoes_are_swept`.
#[test]
fn symmetric_solutions_are_counted_where_bounds_follow_from_the_board() {
    for (n, tilings, distinct) in [(4, 36_u32, 9_u32), (8, 12_988_816, 1_629_189)] {
        let (plain, _) = dominoes_and_symmetries(n);
        let all: Vec<OptionId> = plain.options().collect();
        let half = u32::try_from(n * n / 2).unwrap();
        let derivation = plain.derive().add_bounded("dominoes", half..=half, &all);
        let problem = derivation.build().unwrap().problem;
        let symmetries = of_cells(&problem, 0, n, n);
        assert_eq!(symmetries.order(), 8);
        let counted = symmetric_counts(&problem, &symmetries, &mut |quotient| {
            let report = Links::new(quotient).run(&mut |_: &[OptionId]| Continue(()));
            Some(report.solutions.into())
        });
        let counted = counted.unwrap().unwrap();
        let listed = symmetric_covers(&problem, &symmetries, &mut |_| Continue(())).unwrap();
        assert_eq!(counted, listed);
        let mut fixed = counted.fixed;
        fixed[symmetries.identity().index()] = tilings.into();
        assert_eq!(Certificate::new(fixed).unwrap().orbits, distinct.into());
    }
}

/// Searches for the distinct solutions in several ways, and compares all numbers with the definition. Returns the
/// report.
fn checked(problem: &Problem, symmetries: &Symmetries) -> DistinctReport {
    let all = all_solutions(problem);
    let orbits = orbits(symmetries, &all);
    let mut first = None;
    let searches = [
        Distinct::new(problem, symmetries)
            .unwrap()
            .heuristic(Heuristic::First),
        Distinct::new(problem, symmetries).unwrap(),
        Distinct::unrestricted(problem, symmetries).unwrap(),
    ];
    for distinct in searches {
        let mut met = BTreeSet::new();
        let mut stabilizers: BTreeMap<Vec<SymmetryId>, u64> = BTreeMap::new();
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
    assert_eq!(certificate.orbits, orbits.len().into());
    let identity = symmetries.identity().index();
    assert_eq!(certificate.fixed[identity], all.len().into());
    check_symmetric(problem, symmetries, &all, certificate);
    first.unwrap()
}

fn queens_and_symmetries(n: usize) -> (Problem, Symmetries) {
    let problem = queens::problem(n, Order::OrganPipe, Primary::Both).unwrap();
    let option = |at| (BTreeSet::from([(at / n, at % n)]), String::new());
    let options: Vec<_> = (0..n * n).map(option).collect();
    let symmetries = of_board(&problem, &turns(n, n), &options);
    (problem, symmetries)
}

fn dominoes_and_symmetries(n: usize) -> (Problem, Symmetries) {
    let problem = dominoes::problem(n, n, &[]).unwrap();
    let symmetries = of_cells(&problem, 0, n, n);
    (problem, symmetries)
}

/// Compares with OEIS A002562, the number of solutions of the N queens problem up to symmetry.
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

/// Counts the domino tilings of squares. The numbers of all tilings are OEIS A004003; the numbers of orbits are
/// checked by `checked`.
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

/// For each case of a search, its restrictions: the name of each restricted item, the number of options kept, and
/// the number of options before.
fn restrictions_of(problem: &Problem, search: &Distinct) -> Vec<Vec<(String, usize, usize)>> {
    let tell = |restriction: &SymmetryBreak| {
        let name = problem.item_name(restriction.item).to_owned();
        (name, restriction.kept.len(), restriction.of)
    };
    let cases = search.cases().iter();
    cases
        .map(|case| case.restrictions.iter().map(tell).collect())
        .collect()
}

/// Compares with published numbers of solutions. Scott's board: Knuth, "Dancing Links" (2000), Figure 1 and
/// section "The exact cover problem". Rectangles: 6 × 10 by Haselgrove and Haselgrove (1960), 5 × 12 by Fletcher
/// (1965) and others.
#[test]
fn pentominoes_up_to_symmetry() {
    let rows = |n: usize, m| (0..n).map(|_| &"############"[..m]).collect::<Vec<_>>();
    for (board, solutions, distinct, restrictions) in [
        (
            pentominoes::SCOTT.to_vec(),
            520,
            65,
            // In the first case, the centre of the X pentomino is in row 2 and column 3 or 4. In the second case,
            // it is on the diagonal, and the I pentomino is upright.
            vec![vec![("X", 2, 24)], vec![("X", 2, 24), ("I", 24, 48)]],
        ),
        (
            rows(5, 12),
            4040,
            1010,
            // In the first case, the X pentomino is in a quarter of the board. In the second case, X is on the
            // axis, and the I pentomino is beside it. In the third case, X and I are on the axis, and the V
            // pentomino is on one side of it.
            vec![
                vec![("X", 5, 30)],
                vec![("X", 5, 30), ("I", 16, 52)],
                vec![("X", 5, 30), ("I", 20, 52), ("V", 60, 120)],
            ],
        ),
        (rows(6, 10), 9356, 2339, vec![vec![("X", 8, 32)]]),
    ] {
        let problem = pentominoes::problem(&board, None).unwrap();
        let symmetries = of_cells(&problem, 1, board.len(), board[0].len());
        let search = Distinct::new(&problem, &symmetries).unwrap();
        let report = search.run(&mut |_: &[OptionId], _: &[SymmetryId]| Continue(()));
        assert_eq!((report.solutions, report.distinct), (solutions, distinct));
        assert!(search.cases().iter().all(|case| case.stabilizer_order == 1));
        let name = |(name, kept, of): (&str, usize, usize)| (name.to_owned(), kept, of);
        let restrictions: Vec<Vec<_>> = restrictions
            .into_iter()
            .map(|case| case.into_iter().map(name).collect())
            .collect();
        assert_eq!(restrictions_of(&problem, &search), restrictions);
        if board.len() == 6 {
            // As in the paper, the X pentomino is in the upper left quarter. The paper does not count solutions as
            // nodes.
            assert_eq!(report.profile.updates(), 309_134_131);
            assert_eq!(report.profile.nodes_with_root() - report.distinct, 902_631);
        }
    }
}

/// Counts solutions and records the progress. Stops after a given number of solutions.
struct Stopping {
    solutions: usize,
    reports: Vec<Progress>,
    stop_at: usize,
}

impl DistinctVisitor for Stopping {
    fn solution(&mut self, _: &[OptionId], _: &[SymmetryId]) -> ControlFlow<()> {
        self.solutions += 1;
        if self.solutions == self.stop_at {
            Break(())
        } else {
            Continue(())
        }
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.reports.push(*progress);
        Continue(())
    }
}

#[test]
fn a_visitor_receives_progress_and_stops_the_search() {
    let problem = pentominoes::problem(&pentominoes::SCOTT, None).unwrap();
    let symmetries = of_cells(&problem, 1, 8, 8);
    let search = Distinct::new(&problem, &symmetries).unwrap();
    for (stop_at, complete) in [(1, false), (65, false), (66, true)] {
        let mut visitor = Stopping {
            solutions: 0,
            reports: Vec::new(),
            stop_at,
        };
        let visitor_dyn: &mut dyn DistinctVisitor = &mut visitor;
        let report = search.run(visitor_dyn);
        assert_eq!(report.complete, complete);
        assert_eq!(report.distinct, visitor.solutions as u64);
        let reports = &visitor.reports;
        assert!(reports.is_sorted_by(|a, b| a.nodes <= b.nodes && a.fraction <= b.fraction));
        assert!(reports.iter().all(|p| (0.0..=1.0).contains(&p.fraction)));
        assert!(reports.iter().all(|p| p.solutions <= report.distinct));
        // A search with this number of nodes reports progress, whatever time it takes.
        assert!(stop_at == 1 || !reports.is_empty());
    }
}

#[test]
fn problems_without_symmetries_solutions_or_items_are_searched() {
    let empty = Problem::new();
    let report = checked(&empty, &Symmetries::trivial(&empty));
    assert_eq!((report.distinct, report.solutions), (1, 1));
    // There are no solutions for three queens on a board of 3 × 3.
    let (problem, symmetries) = queens_and_symmetries(3);
    assert_eq!(checked(&problem, &symmetries).stabilizers, []);
    let (problem, _) = queens_and_symmetries(6);
    let report = checked(&problem, &Symmetries::trivial(&problem));
    assert_eq!((report.distinct, report.solutions), (4, 4));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn every_orbit_is_met_once((problem, symmetries) in symmetric::problem()) {
        checked(&problem, &symmetries);
    }

    #[test]
    fn subgroups_have_their_own_orbits(
        (problem, symmetries) in symmetric::problem(),
        pick in any::<prop::sample::Index>(),
    ) {
        // The subgroup consists of the powers of one element.
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
        prop_assert_eq!(certificate(&problem, &symmetries).orbits_of(&subset).unwrap(), orbits.into());
        prop_assert_eq!(u128::from(checked(&problem, &cyclic).distinct), orbits);
    }
}
