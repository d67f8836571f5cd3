//! Checks that searching the parts of a split tree one after the other is the same as searching the whole tree.

use std::ops::ControlFlow::Continue;

use crate::{models::queens, random};
use proptest::prelude::*;
use queens::{Order, Primary};
use tilewright_dlx::{Heuristic, Level, Links, OptionId, Problem, Profile, Report, Subtree};

type Solutions = Vec<Vec<OptionId>>;

fn listing(run: impl FnOnce(&mut dyn FnMut(&[OptionId])) -> Report) -> (Solutions, Report) {
    let mut found = Vec::new();
    let report = run(&mut |solution| found.push(solution.to_vec()));
    (found, report)
}

fn whole(links: &Links) -> (Solutions, Report) {
    listing(|found| {
        links.run(&mut |solution: &[OptionId]| {
            found(solution);
            Continue(())
        })
    })
}

fn part(links: &Links, subtree: &Subtree) -> (Solutions, Report) {
    listing(|found| {
        links.run_subtree(subtree, &mut |solution: &[OptionId]| {
            found(solution);
            Continue(())
        })
    })
}

fn levels(profiles: &[Profile]) -> Vec<Level> {
    let deepest = profiles.iter().map(|profile| profile.levels().len()).max();
    (0..deepest.unwrap_or(0))
        .map(|level| {
            let at = |profile: &Profile| profile.levels().get(level).copied();
            profiles.iter().filter_map(at).sum()
        })
        .collect()
}

fn assert_parts_make_the_whole(links: &Links, count: usize) {
    let (expected, report) = whole(links);
    let split = links.split(count);
    let mut profiles = vec![split.above().clone()];
    let mut found = Vec::new();
    let mut share = 0.0;
    let mut end = 0.0;
    for p in split.parts() {
        // The nodes between two parts are dead ends.
        assert!(p.start >= end - 1e-9, "{} before {end}", p.start);
        end = p.start + p.share;
        let (solutions, report) = part(links, &p.subtree);
        assert!(report.complete);
        assert_eq!(report.solutions, solutions.len() as u64);
        found.extend(solutions);
        profiles.push(report.profile);
        share += p.share;
    }
    assert_eq!(found, expected);
    assert_eq!(levels(&profiles), report.profile.levels());
    assert!(share <= 1.0 + 1e-9 && end <= 1.0 + 1e-9, "{share}, {end}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn the_parts_make_the_whole(problem in random::problem(), count in 0_usize..40) {
        for heuristic in [Heuristic::Mrv, Heuristic::First] {
            let links = Links::new(&problem).heuristic(heuristic);
            assert_parts_make_the_whole(&links, count);
        }
    }

    #[test]
    fn givens_lie_above_the_parts(problem in random::problem(), count in 0_usize..10) {
        for option in problem.options() {
            let links = Links::new(&problem).given(&[option]).unwrap();
            assert_parts_make_the_whole(&links, count);
        }
    }

    #[test]
    fn a_part_at_any_path_can_be_searched(
        problem in random::problem(),
        branches in proptest::collection::vec(0_u32..5, 0..6),
    ) {
        let links = Links::new(&problem);
        let (solutions, report) = part(&links, &Subtree::new(branches));
        prop_assert!(report.complete);
        prop_assert!(solutions.iter().all(|solution| problem.check(solution).is_ok()));
    }
}

#[test]
fn the_last_parts_are_split_once_more() {
    let problem = queens::problem(7, Order::Rows, Primary::Both).unwrap();
    for heuristic in [Heuristic::Mrv, Heuristic::First] {
        let links = Links::new(&problem).heuristic(heuristic);
        for count in [40, 100, 300] {
            assert_parts_make_the_whole(&links, count);
        }
    }
}

#[test]
fn a_tree_is_split_no_deeper_than_necessary() {
    // The tree of ten switches can be split into 2, 4, 8 … equal parts.
    let mut problem = Problem::new();
    for switch in 0..10 {
        let item = problem.add_primary(switch.to_string()).unwrap();
        problem.add_option(&[item]).unwrap();
        problem.add_option(&[item]).unwrap();
    }
    let links = Links::new(&problem);
    let parts = |count: usize| links.split(count).parts().len();
    assert_eq!(
        [0, 1, 2, 3, 8, 9, 1000, 5000].map(parts),
        [1, 1, 2, 4, 8, 16, 1024, 1024]
    );
    // In the last 32nd of the tree, parts have an eighth of the size of the others.
    assert_eq!([32, 64].map(parts), [31 + 8, 62 + 16]);
    let split = links.split(64);
    assert_eq!(split.parts()[77].subtree.branches(), [1; 9]);
    assert_eq!(split.parts()[61].subtree.branches(), [1, 1, 1, 1, 0, 1]);
    assert_eq!(links.split(4).parts()[2].subtree.branches(), [1, 0]);
    let report = links.run_subtree(
        &Subtree::new(vec![0, 2]),
        &mut |_: &[OptionId]| Continue(()),
    );
    assert_eq!(report.profile.nodes(), 0);
}

#[test]
fn many_branches_are_not_split_into_tiny_parts() {
    // The first item has 8 options and the second has 1000. If the branches of the first item were split, there
    // would be 8000 parts instead of 8.
    let mut problem = Problem::new();
    for options in [8, 1000] {
        let item = problem.add_primary(options.to_string()).unwrap();
        for _ in 0..options {
            problem.add_option(&[item]).unwrap();
        }
    }
    let links = Links::new(&problem);
    assert_eq!(links.split(8).parts().len(), 8);
    assert_eq!(links.split(10).parts().len(), 8);
    // A part may have up to twice the requested size.
    assert_eq!(links.split(16).parts().len(), 8);
    assert_eq!(links.split(17).parts().len(), 8000);
    assert_parts_make_the_whole(&links, 17);
}
