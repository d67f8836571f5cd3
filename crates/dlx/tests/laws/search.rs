//! Compares dancing links with a search by brute force, which tests all sets of options.

use std::collections::BTreeSet;
use std::ops::ControlFlow::{Break, Continue};

use crate::{picked, random};
use proptest::prelude::*;
use tilewright_dlx::{Heuristic, Links, OptionId, Problem, Report, Visitor};

const HEURISTICS: [Heuristic; 2] = [Heuristic::Mrv, Heuristic::First];

/// All solutions, by the definition: all sets of options are tested.
fn brute_force(problem: &Problem) -> BTreeSet<Vec<OptionId>> {
    let options: Vec<OptionId> = problem.options().collect();
    (0_u32..1 << options.len())
        .map(|set| {
            options
                .iter()
                .copied()
                .filter(|o| set >> o.index() & 1 == 1)
                .collect()
        })
        .filter(|set: &Vec<OptionId>| problem.check(set).is_ok())
        .collect()
}

/// All solutions in the order in which they are found, each with its options in the order in which they were
/// chosen.
fn solve(links: &Links) -> (Vec<Vec<OptionId>>, Report) {
    let mut found = Vec::new();
    let report = links.run(&mut |solution: &[OptionId]| {
        found.push(solution.to_vec());
        Continue(())
    });
    (found, report)
}

fn sorted(mut solution: Vec<OptionId>) -> Vec<OptionId> {
    solution.sort_unstable();
    solution
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn each_solution_of_the_brute_force_is_found_once(problem in random::problem()) {
        let expected = brute_force(&problem);
        for heuristic in HEURISTICS {
            let (found, report) = solve(&Links::new(&problem).heuristic(heuristic));
            prop_assert!(report.complete);
            prop_assert_eq!(report.solutions, found.len() as u64);
            prop_assert_eq!(found.len(), expected.len(), "a solution was found twice or missed");
            let found: BTreeSet<_> = found.into_iter().map(sorted).collect();
            prop_assert_eq!(&found, &expected);
        }
    }

    #[test]
    fn givens_filter_the_solutions(
        problem in random::problem(),
        picks in picked::picks(4),
    ) {
        let givens = picked::options(&problem, &picks);
        let expected: BTreeSet<_> = brute_force(&problem)
            .into_iter()
            .filter(|solution| givens.iter().all(|given| solution.contains(given)))
            .collect();
        for heuristic in HEURISTICS {
            let links = Links::new(&problem).heuristic(heuristic).given(&givens);
            let Ok(links) = links else {
                let distinct = givens.iter().collect::<BTreeSet<_>>().len() == givens.len();
                prop_assert!(expected.is_empty() || !distinct);
                continue;
            };
            let (found, report) = solve(&links);
            prop_assert_eq!(found.len(), expected.len());
            for solution in &found {
                prop_assert_eq!(&solution[..givens.len()], &givens[..]);
            }
            for level in report.profile.levels().iter().take(givens.len()) {
                prop_assert_eq!((level.nodes, level.empty), (1, 0));
            }
            let found: BTreeSet<_> = found.into_iter().map(sorted).collect();
            prop_assert_eq!(&found, &expected);
        }
    }

    #[test]
    fn a_visitor_that_stops_has_the_first_solutions(problem in random::problem(), k in 1_usize..6) {
        let (all, whole) = solve(&Links::new(&problem));
        let mut found = Vec::new();
        let report = Links::new(&problem).run(&mut |solution: &[OptionId]| {
            found.push(solution.to_vec());
            if found.len() == k { Break(()) } else { Continue(()) }
        });
        prop_assert_eq!(report.complete, all.len() < k);
        prop_assert_eq!(&found[..], &all[..k.min(all.len())]);
        prop_assert!(report.profile.nodes() <= whole.profile.nodes());
    }

    #[test]
    fn a_run_can_be_repeated(problem in random::problem()) {
        let links = Links::new(&problem);
        prop_assert_eq!(solve(&links), solve(&links));
    }
}

#[test]
fn the_empty_problem_has_one_solution() {
    for heuristic in HEURISTICS {
        let problem = Problem::new();
        let (found, report) = solve(&Links::new(&problem).heuristic(heuristic));
        assert_eq!(found, [vec![]]);
        assert!(report.complete);
        assert_eq!((report.profile.nodes(), report.profile.updates()), (0, 0));
    }
}

#[test]
fn an_item_without_options_costs_one_empty_update() {
    let mut problem = Problem::new();
    problem.add_primary("a").unwrap();
    let (found, report) = solve(&Links::new(&problem));
    assert!(found.is_empty() && report.complete);
    let total = report.profile.total();
    assert_eq!((total.nodes, total.updates, total.empty), (0, 1, 1));
}

/// A problem: choose some of `count` coins. The number of chosen coins must be within `bounds`.
fn coins(count: usize, bounds: std::ops::RangeInclusive<u32>) -> Problem {
    let mut problem = Problem::new();
    let item = problem.add_bounded("coins", bounds).unwrap();
    for _ in 0..count {
        problem.add_option(&[item]).unwrap();
    }
    problem
}

#[test]
fn a_branch_without_an_option_counts_no_node() {
    // At most one of two coins may be chosen. Each option tried is removed (1 update). Then the item has reached
    // its upper bound and is covered (1 update, since the option of the other coin is in no other list). The
    // branch "no more" covers the item (1 update).
    let problem = coins(2, 0..=1);
    let (found, report) = solve(&Links::new(&problem));
    let sizes: Vec<usize> = found.iter().map(Vec::len).collect();
    assert_eq!(sizes, [1, 1, 0]);
    assert_eq!((report.profile.nodes(), report.profile.updates()), (2, 5));
}

#[test]
fn bounds_count_combinations() {
    for (bounds, solutions) in [(0..=10, 1 << 10), (3..=3, 120), (9..=20, 11), (11..=12, 0)] {
        let problem = coins(10, bounds);
        let (found, _) = solve(&Links::new(&problem));
        assert_eq!(found.len(), solutions);
    }
    // A large upper bound takes no more time or memory than a small one.
    assert_eq!(solve(&Links::new(&coins(3, 0..=u32::MAX))).0.len(), 8);
}

#[test]
fn an_item_bounded_exactly_once_is_an_ordinary_one() {
    let mut plain = Problem::new();
    let mut mixed = Problem::new();
    for problem in [&mut plain, &mut mixed] {
        for name in ["A", "B", "C", "D", "E", "F", "G"] {
            problem.add_primary(name).unwrap();
        }
    }
    // No option covers the bounded item. It makes the engine use the search that supports bounds.
    mixed.add_bounded("unused", 0..=1).unwrap();
    for problem in [&mut plain, &mut mixed] {
        for names in ["CEF", "ADG", "BCF", "AD", "BG", "DEG"] {
            let items: Vec<_> = names
                .chars()
                .map(|name| problem.item(&name.to_string()).unwrap())
                .collect();
            problem.add_option(&items).unwrap();
        }
    }
    for heuristic in HEURISTICS {
        let plain = solve(&Links::new(&plain).heuristic(heuristic));
        let mixed = solve(&Links::new(&mixed).heuristic(heuristic));
        assert_eq!(plain, mixed);
    }
}

#[test]
fn a_search_may_be_a_million_options_deep() {
    let mut problem = Problem::new();
    for at in 0..1_000_000 {
        let item = problem.add_primary(at.to_string()).unwrap();
        problem.add_option(&[item]).unwrap();
    }
    let links = Links::new(&problem).heuristic(Heuristic::First);
    let mut depth = 0;
    let report = links.run(&mut |solution: &[OptionId]| {
        depth = solution.len();
        Continue(())
    });
    assert_eq!(
        (depth, report.solutions, report.complete),
        (1_000_000, 1, true)
    );
    // A bounded item, all of whose options must be chosen.
    let problem = coins(1_000_000, 1_000_000..=1_000_000);
    let (found, _) = solve(&Links::new(&problem));
    assert_eq!(found.len(), 1);
}

/// A visitor that stops at the third report of progress.
#[derive(Default)]
struct ThirdReportStopper {
    fractions: Vec<f64>,
}

impl Visitor for ThirdReportStopper {
    fn solution(&mut self, _: &[OptionId]) -> std::ops::ControlFlow<()> {
        Continue(())
    }

    fn progress(&mut self, progress: &tilewright_dlx::Progress) -> std::ops::ControlFlow<()> {
        assert_eq!(progress.nodes, (self.fractions.len() as u64 + 1) << 14);
        self.fractions.push(progress.fraction);
        if self.fractions.len() == 3 {
            Break(())
        } else {
            Continue(())
        }
    }
}

#[test]
fn a_visitor_receives_progress_and_may_stop_the_search() {
    let problem = coins(16, 0..=16);
    let mut listener = ThirdReportStopper::default();
    let visitor: &mut dyn Visitor = &mut listener;
    let report = Links::new(&problem).run(visitor);
    assert!(!report.complete);
    assert_eq!(report.profile.nodes(), 3 << 14);
    assert!(listener.fractions.is_sorted(), "{:?}", listener.fractions);
    assert!(listener.fractions.iter().all(|f| (0.0..=1.0).contains(f)));
}
