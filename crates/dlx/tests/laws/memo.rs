//! Compares the bit-parallel engine with and without a memo of searched subtrees.

use std::ops::ControlFlow::{Break, Continue};

use crate::{models::queens, random};
use proptest::prelude::*;
use queens::{Order, Primary};
use tilewright_dlx::{Bits, ItemId, Links, OptionId, Problem, Report, Subtree};

/// A memory limit, in bytes, that is sufficient for all subtrees of these problems.
const ENOUGH: usize = 64 << 20;

/// The first `most` solutions, and the report of the search.
fn first(bits: &Bits<'_>, most: usize) -> (Vec<Vec<OptionId>>, Report) {
    let mut solutions = Vec::new();
    let report = bits.run(&mut |solution: &[OptionId]| {
        solutions.push(solution.to_vec());
        if solutions.len() == most {
            Break(())
        } else {
            Continue(())
        }
    });
    (solutions, report)
}

/// A problem: fill a rectangle with dominoes, except for the cells with the indices `holes`.
fn dominoes(width: usize, height: usize, holes: &[usize]) -> Problem {
    let mut problem = Problem::new();
    let cells: Vec<Option<ItemId>> = (0..width * height)
        .map(|at| {
            let is_hole = holes.contains(&at);
            (!is_hole).then(|| problem.add_primary(at.to_string()).unwrap())
        })
        .collect();
    for at in 0..width * height {
        let right = (at % width + 1 < width).then_some(at + 1);
        let down = (at / width + 1 < height).then_some(at + width);
        for other in [right, down].into_iter().flatten() {
            if let (Some(a), Some(b)) = (cells[at], cells[other]) {
                problem.add_option(&[a, b]).unwrap();
            }
        }
    }
    problem
}

/// Asserts that a memo of `bytes` bytes changes the results neither of complete searches nor of stopped ones.
fn agree(problem: &Problem, bytes: usize) {
    let plain = Bits::new(problem).unwrap();
    let memo = plain.clone().memo(bytes);
    let (solutions, report) = first(&plain, usize::MAX);
    assert_eq!(first(&memo, usize::MAX), (solutions.clone(), report));
    for most in [1, solutions.len() / 2] {
        let (some, report) = first(&memo, most);
        assert_eq!(some, solutions[..some.len()]);
        assert_eq!(report.solutions, some.len() as u64);
        if (1..=solutions.len()).contains(&most) {
            assert_eq!((some.len(), report.complete), (most, false));
        }
    }
}

proptest! {
    #[test]
    fn solutions_and_nodes_stay_the_same(problem in random::problem()) {
        agree(&problem, ENOUGH);
    }

    #[test]
    fn dominoes_with_holes(
        (width, height) in (1_usize..7, 1_usize..6),
        holes in proptest::collection::vec(0_usize..42, 0..6),
        bytes in prop_oneof![Just(ENOUGH), 1_usize..4000],
    ) {
        agree(&dominoes(width, height, &holes), bytes);
    }
}

#[test]
fn a_memo_does_not_change_the_parts() {
    let problem = dominoes(5, 6, &[]);
    let plain = Bits::new(&problem).unwrap();
    let memo = plain.clone().memo(ENOUGH);
    for part in Links::new(&problem).split(20).parts() {
        let run = |bits: &Bits<'_>, subtree: &Subtree| {
            let mut solutions = Vec::new();
            let report = bits.run_subtree(subtree, &mut |solution: &[OptionId]| {
                solutions.push(solution.to_vec());
                Continue(())
            });
            (solutions, report)
        };
        assert_eq!(run(&memo, &part.subtree), run(&plain, &part.subtree));
    }
}

/// Counts the 167,089 domino tilings of 6 × 8 (Fisher, Kasteleyn and Temperley 1961).
#[test]
fn dominoes_are_as_many_as_published() {
    let problem = dominoes(8, 6, &[]);
    let bits = Bits::new(&problem).unwrap().memo(ENOUGH);
    let report = bits.run(&mut |_: &[OptionId]| Continue(()));
    assert_eq!(report.solutions, 167_089);
}

/// Counts queens. The search rarely meets a subtree that it has already counted, so it drops the memo.
#[test]
fn a_memo_without_gain_is_dropped() {
    let problem = queens::problem(10, Order::OrganPipe, Primary::Both).unwrap();
    let plain = Bits::new(&problem).unwrap();
    let count = |bits: &Bits<'_>| bits.run(&mut |_: &[OptionId]| Continue(()));
    let report = count(&plain.clone().memo(ENOUGH));
    assert_eq!(report.solutions, 724);
    assert_eq!(report, count(&plain));
}
