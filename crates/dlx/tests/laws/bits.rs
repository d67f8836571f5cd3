//! Checks that the bit-parallel engine searches the same tree as dancing links, node by node.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::{models::pentominoes, picked, random};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tilewright_dlx::{
    Bits, BitsError, ItemId, Links, OptionId, Problem, Progress, Report, Subtree, Visitor,
};

/// Records the solutions and the progress. Stops after a given number of solutions or of reports.
#[derive(Debug, Default, PartialEq)]
struct Log {
    solutions: Vec<Vec<OptionId>>,
    progress: Vec<Progress>,
    most_solutions: usize,
    most_reports: usize,
}

impl Log {
    fn new(most_solutions: usize, most_reports: usize) -> Self {
        Self {
            most_solutions,
            most_reports,
            ..Self::default()
        }
    }
}

impl Visitor for Log {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.solutions.push(options.to_vec());
        if self.solutions.len() == self.most_solutions {
            Break(())
        } else {
            Continue(())
        }
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.progress.push(*progress);
        if self.progress.len() == self.most_reports {
            Break(())
        } else {
            Continue(())
        }
    }
}

/// The number of nodes on each level, without empty levels at the end.
fn nodes(report: &Report) -> Vec<u64> {
    let mut nodes: Vec<u64> = report
        .profile
        .levels()
        .iter()
        .map(|level| level.nodes)
        .collect();
    while nodes.last() == Some(&0) {
        nodes.pop();
    }
    nodes
}

/// Asserts that both engines search a problem in the same way. Returns the report of `bits`.
fn agree(problem: &Problem, givens: &[OptionId], solutions: usize, reports: usize) -> Report {
    let mut expected = Log::new(solutions, reports);
    let links = Links::new(problem)
        .given(givens)
        .unwrap()
        .run(&mut expected);
    let mut found = Log::new(solutions, reports);
    let bits = Bits::new(problem)
        .unwrap()
        .given(givens)
        .unwrap()
        .run(&mut found);
    assert_eq!(found, expected);
    assert_eq!(bits.solutions, links.solutions);
    assert_eq!(bits.complete, links.complete);
    assert_eq!(nodes(&bits), nodes(&links));
    let total = bits.profile.total();
    assert_eq!((total.updates, total.empty), (0, 0), "there are no lists");
    bits
}

/// Asserts that both engines search the same tree up to the node where the first of them stops. One may report
/// progress more often, so that the visitor stops it earlier.
fn assert_same_until_one_stops(found: (&Log, &Report), expected: (&Log, &Report)) {
    let total = |report: &Report| nodes(report).iter().sum::<u64>();
    let at_report = |(log, report): (&Log, &Report)| {
        let last = log.progress.last().filter(|_| !report.complete)?;
        (log.progress.len() == log.most_reports).then_some(*last)
    };
    for side in [found, expected] {
        if let Some(last) = at_report(side) {
            assert_eq!(total(side.1), last.nodes, "the search stops where it says");
            assert_eq!(side.0.solutions.len() as u64, last.solutions);
        }
    }
    let (shorter, longer) = if total(found.1) < total(expected.1) {
        (found, expected)
    } else {
        (expected, found)
    };
    assert!(longer.0.solutions.starts_with(&shorter.0.solutions));
    if total(shorter.1) == total(longer.1) {
        assert_eq!(shorter.0.solutions, longer.0.solutions);
        assert_eq!(shorter.1.complete, longer.1.complete);
        assert_eq!(nodes(shorter.1), nodes(longer.1));
    } else {
        let last = at_report(shorter).unwrap();
        let until = |log: &Log| {
            log.progress
                .iter()
                .filter(|at| at.nodes <= last.nodes)
                .count()
        };
        assert!(until(longer.0) <= until(shorter.0));
    }
}

/// Parameters from which a large random problem is made.
#[derive(Clone, Debug)]
struct ProblemShape {
    seed: u64,
    /// The number of items to be covered exactly once.
    once: usize,
    /// The number of bounded items.
    bounded: usize,
    secondary: usize,
    options: usize,
    /// The maximum number of items of an option.
    width: usize,
}

/// A problem whose options consist of neighbouring items, like the placements of a piece. If the bounds allow a
/// solution, there are enough options for one.
fn large(shape: &ProblemShape) -> Problem {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(shape.seed);
    let mut problem = Problem::new();
    let mut near: Vec<ItemId> = Vec::new();
    let mut kinds: Vec<ItemId> = Vec::new();
    let primary = shape.once + shape.bounded;
    for at in 0..primary {
        // Spreads the bounded items evenly over the primary items.
        if (at + 1) * shape.bounded / primary > at * shape.bounded / primary {
            let least: u32 = rng.random_range(0..3);
            let most = (least + rng.random_range(0..12)).max(1);
            kinds.push(problem.add_bounded(format!("b{at}"), least..=most).unwrap());
        } else {
            near.push(problem.add_primary(format!("p{at}")).unwrap());
        }
    }
    let spare: Vec<ItemId> = (0..shape.secondary)
        .map(|at| problem.add_secondary(format!("s{at}")).unwrap())
        .collect();
    let mut planted = 0;
    for _ in 0..shape.options {
        let planting = planted < near.len();
        let start = if planting {
            planted
        } else {
            rng.random_range(0..near.len().max(1))
        };
        let count = rng.random_range(1..=shape.width);
        let mut option: Vec<ItemId> = near.iter().skip(start).take(count).copied().collect();
        if planting {
            planted += option.len();
        } else {
            let gap = rng.random_range(0..3);
            if gap > 0 && option.len() > 1 {
                option.remove(gap.min(option.len() - 1));
            }
        }
        for (items, odds) in [(&kinds, 3), (&spare, 4)] {
            if !items.is_empty() && !planting && rng.random_range(0..odds) == 0 {
                option.push(items[rng.random_range(0..items.len())]);
            }
        }
        // Empty sets, and sets of only secondary items, are not valid options. They are left out.
        let _ = problem.add_option(&option);
    }
    problem
}

fn shape() -> impl Strategy<Value = ProblemShape> {
    let bounded = prop_oneof![3 => Just(0_usize), 2 => 1_usize..8];
    let secondary = prop_oneof![Just(0_usize), 1_usize..12, 100_usize..200];
    let sizes = prop_oneof![
        (1_usize..64, 1_usize..130),
        (10_usize..130, 64_usize..600),
        (100_usize..300, 300_usize..2500),
        (257_usize..600, 500_usize..4200),
    ];
    (any::<u64>(), sizes, bounded, secondary, 2_usize..9).prop_map(
        |(seed, (once, options), bounded, secondary, width)| ProblemShape {
            seed,
            once,
            bounded,
            secondary,
            options,
            width,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn small_problems_have_the_tree_of_the_links(
        problem in random::problem(),
        picks in picked::picks(3),
        stop in 1_usize..8,
    ) {
        agree(&problem, &[], usize::MAX, usize::MAX);
        agree(&problem, &[], stop, usize::MAX);
        let givens = picked::options(&problem, &picks);
        match Links::new(&problem).given(&givens) {
            Ok(_) => {
                agree(&problem, &givens, usize::MAX, usize::MAX);
            }
            Err(error) => {
                let refused = Bits::new(&problem).unwrap().given(&givens).map(|_| ());
                prop_assert_eq!(refused, Err(error));
            }
        }
    }

    #[test]
    fn parts_are_those_of_the_links(
        problem in random::problem(),
        picks in picked::picks(2),
    ) {
        let givens = picked::options(&problem, &picks);
        if Links::new(&problem).given(&givens).is_ok() {
            parts_agree(&problem, &givens);
        }
    }
}

/// Asserts that both engines search the same parts: below every path of at most two branches, and below some paths
/// that do not exist. The parts below single branches must together make up the whole tree, and so must those
/// below two branches.
fn parts_agree(problem: &Problem, givens: &[OptionId]) {
    let links = Links::new(problem).given(givens).unwrap();
    let bits = Bits::new(problem).unwrap().given(givens).unwrap();
    let part = |branches: &[u32]| {
        let subtree = Subtree::new(branches.to_vec());
        let mut expected = Log::default();
        let ours = links.run_subtree(&subtree, &mut expected);
        let mut found = Log::default();
        let report = bits.run_subtree(&subtree, &mut found);
        assert_eq!(found, expected);
        assert_eq!(
            (report.solutions, report.complete),
            (ours.solutions, ours.complete)
        );
        assert_eq!(nodes(&report), nodes(&ours), "below {branches:?}");
        found.solutions
    };
    let mut whole = Log::default();
    bits.run(&mut whole);
    assert_eq!(part(&[]), whole.solutions);
    let branches = u32::try_from(problem.option_count()).unwrap() + 2;
    if whole.solutions.len() == 1 && whole.solutions[0].len() == givens.len() {
        // If the givens are a solution, the tree has no branches.
        return;
    }
    let mut found = Vec::new();
    let mut deeper = Vec::new();
    for one in 0..branches {
        let below = part(&[one]);
        let parts: Vec<_> = (0..branches).flat_map(|two| part(&[one, two])).collect();
        // A solution at the end of a single branch is in no part that begins below two branches. So there may be
        // no such parts.
        deeper.push(parts.is_empty() || parts == below);
        found.extend(below);
    }
    assert_eq!(found, whole.solutions);
    assert!(deeper.into_iter().all(|same| same));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn large_problems_have_the_tree_of_the_links(shape in shape(), stop in 1_usize..3000) {
        large_agree(&shape, stop);
    }
}

fn large_agree(shape: &ProblemShape, stop: usize) {
    let problem = large(shape);
    let links = Links::new(&problem);
    let bits = Bits::new(&problem).unwrap();
    let mut expected = Log::new(stop, 2);
    let ours = links.run(&mut expected);
    let mut found = Log::new(stop, 2);
    let report = bits.run(&mut found);
    assert_same_until_one_stops((&found, &report), (&expected, &ours));
    for part in links.split(3).parts().iter().take(2) {
        let mut expected = Log::new(50, 1);
        let ours = links.run_subtree(&part.subtree, &mut expected);
        let mut found = Log::new(50, 1);
        let report = bits.run_subtree(&part.subtree, &mut found);
        assert_same_until_one_stops((&found, &report), (&expected, &ours));
    }
}

/// Uses a problem so large that `bits` reports progress every 15,976 nodes, instead of every 16,384 like `links`.
#[test]
fn searches_in_large_blocks_report_progress_more_often() {
    let shape = ProblemShape {
        seed: 5_773_041_737_415_761_185,
        once: 539,
        bounded: 3,
        secondary: 0,
        options: 1921,
        width: 7,
    };
    large_agree(&shape, 2204);
    large_agree(&shape, usize::MAX);
}

/// Uses more than 16,384 options, so that columns take more than 256 words. Below the root they take fewer.
#[test]
fn a_block_of_the_largest_size_is_packed() {
    let shape = ProblemShape {
        seed: 3,
        once: 1100,
        bounded: 3,
        secondary: 40,
        options: 20_000,
        width: 7,
    };
    large_agree(&shape, 200);
}

#[test]
fn bits_finds_all_of_scotts_solutions() {
    let problem = pentominoes::problem(&pentominoes::SCOTT, None).unwrap();
    let report = agree(&problem, &[], usize::MAX, usize::MAX);
    assert_eq!(report.solutions, 520);
}

#[test]
fn problems_without_items_or_options_are_searched() {
    let mut problem = Problem::new();
    assert_eq!(agree(&problem, &[], 9, 9).solutions, 1);
    let a = problem.add_bounded("a", 0..=1).unwrap();
    assert_eq!(agree(&problem, &[], 9, 9).solutions, 1);
    problem.add_option(&[a]).unwrap();
    assert_eq!(agree(&problem, &[], 9, 9).solutions, 2);
    problem.add_primary("b").unwrap();
    assert_eq!(agree(&problem, &[], 9, 9).solutions, 0);
}

#[test]
fn problems_beyond_the_limits_are_refused() {
    let mut problem = Problem::new();
    let a = problem.add_primary("a").unwrap();
    for _ in 0..65_535 {
        problem.add_option(&[a]).unwrap();
    }
    assert_eq!(
        agree(&problem, &[], usize::MAX, usize::MAX).solutions,
        65_535
    );
    problem.add_option(&[a]).unwrap();
    let refused = BitsError::Options {
        options: 65_536,
        limit: 65_535,
    };
    assert_eq!(Bits::new(&problem).map(|_| ()).unwrap_err(), refused);

    let mut problem = Problem::new();
    let items: Vec<ItemId> = (0..4096)
        .map(|at| problem.add_primary(format!("{at}")).unwrap())
        .collect();
    for pair in items.chunks(2) {
        problem.add_option(pair).unwrap();
        problem.add_option(pair).unwrap();
    }
    let (mut expected, mut found) = (Log::new(20, usize::MAX), Log::new(20, usize::MAX));
    Links::new(&problem).run(&mut expected);
    Bits::new(&problem).unwrap().run(&mut found);
    assert_eq!(found.solutions, expected.solutions);
    problem.add_secondary("s").unwrap();
    let refused = BitsError::Items {
        items: 4097,
        limit: 4096,
    };
    assert_eq!(Bits::new(&problem).map(|_| ()).unwrap_err(), refused);
}
