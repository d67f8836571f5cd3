//! Compares the counts of sweeps with those of dancing links and with published counts.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};

use crate::{
    kasteleyn,
    models::{dominoes, pentominoes},
    one_sided, picked, random, shuffled, wide,
};
use num_bigint::BigUint;
use proptest::prelude::*;
use tilewright_dlx::{
    Frontier, FrontierError, FrontierReport, GivenError, ItemId, Links, OptionId, Problem,
};

/// The number of solutions that contain the givens, by dancing links; `None` if there are more than 20,000.
fn links(problem: &Problem, givens: &[OptionId]) -> Option<BigUint> {
    let mut left = 20_000;
    let links = Links::new(problem).given(givens).unwrap();
    let report = links.run(&mut |_: &[OptionId]| {
        left -= 1;
        if left == 0 { Break(()) } else { Continue(()) }
    });
    report.complete.then(|| report.solutions.into())
}

fn count(frontier: &Frontier) -> FrontierReport {
    let report = frontier.count(&mut |_| Continue(())).unwrap();
    assert!(report.complete);
    report
}

fn threads(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn every_order_counts_as_dancing_links_does(
        problem in random::problem(),
        keys in shuffled::keys(10),
    ) {
        let expected = links(&problem, &[]).unwrap();
        let frontier = Frontier::new(&problem);
        prop_assert_eq!(&count(&frontier).count, &expected);
        let frontier = frontier.order(&shuffled::order(&problem, &keys)).unwrap();
        prop_assert_eq!(&count(&frontier).count, &expected);
    }

    #[test]
    fn givens_filter_the_solutions(
        problem in random::problem(),
        picks in picked::picks(4),
    ) {
        let givens = picked::options(&problem, &picks);
        let expected = Links::new(&problem).given(&givens).map(|_| ());
        let frontier = Frontier::new(&problem).given(&givens);
        prop_assert_eq!(frontier.as_ref().map(|_| ()).map_err(GivenError::clone), expected);
        if let Ok(frontier) = frontier {
            prop_assert_eq!(count(&frontier).count, links(&problem, &givens).unwrap());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn threads_and_budgets_change_no_count(
        problem in random::problem(),
        budget in 0_u64..20_000,
        keys in shuffled::keys(10),
    ) {
        let frontier = Frontier::new(&problem).order(&shuffled::order(&problem, &keys)).unwrap();
        let whole = count(&frontier);
        for number in [1, 2, 3, 8] {
            let frontier = frontier.clone().threads(threads(number));
            prop_assert_eq!(&count(&frontier), &whole);
        }
        let mut reports = Vec::new();
        for number in [1, 2] {
            let frontier = frontier.clone().memory(budget).threads(threads(number));
            match frontier.count(&mut |_| Continue(())) {
                Ok(report) => {
                    prop_assert_eq!(&report.count, &whole.count);
                    reports.push(Some(report));
                }
                Err(FrontierError::Budget { needed, .. }) => {
                    prop_assert!(needed > budget);
                    reports.push(None);
                }
                Err(error) => return Err(TestCaseError::fail(error.to_string())),
            }
        }
        prop_assert_eq!(&reports[0], &reports[1]);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn wide_states_count_as_dancing_links_does(
        problem in wide::problem(),
        keys in shuffled::keys(40),
    ) {
        let Some(expected) = links(&problem, &[]) else {
            return Ok(());
        };
        let frontier = Frontier::new(&problem);
        prop_assert_eq!(&count(&frontier).count, &expected);
        let frontier = frontier.order(&shuffled::order(&problem, &keys)).unwrap();
        prop_assert_eq!(&count(&frontier).count, &expected);
        let cut = count(&frontier.memory(1 << 20));
        prop_assert_eq!(&cut.count, &expected);
    }
}

/// Compares the numbers of domino tilings with Kasteleyn's theorem. For squares they are OEIS A004003. For 16 ×
/// 16, the number needs more than 64 bits; for 40 × 10, it needs more than 128 bits.
#[test]
fn domino_tilings_of_squares_are_kasteleyns() {
    let published = [
        (2, "2"),
        (4, "36"),
        (8, "12988816"),
        (16, "2444888770250892795802079170816"),
    ];
    for (side, tilings) in published {
        let tilings: BigUint = tilings.parse().unwrap();
        assert_eq!(kasteleyn::tilings(side, side), tilings, "{side}");
        let problem = dominoes::problem(side, side, &[]).unwrap();
        assert_eq!(count(&Frontier::new(&problem)).count, tilings, "{side}");
    }
    let problem = dominoes::problem(40, 10, &[]).unwrap();
    let tilings = kasteleyn::tilings(40, 10);
    assert!(tilings.bits() > 128, "no count is too large for 128 bits");
    let frontier = Frontier::new(&problem);
    let whole = count(&frontier);
    assert_eq!(whole.count, tilings);
    assert_eq!(count(&frontier.clone().threads(threads(2))), whole);
}

/// Counts two problems, first with enough memory for one sweep, then with three quarters of that. Scott's problem
/// has 520 solutions, 65 distinct (Knuth, "Dancing Links" (2000), Figure 1). The 4 × 15 board has 368 distinct
/// solutions, four times as many in all (J. G. Fletcher 1965 and others). On this board, the pieces are persistent
/// items: they are open for more than half of the steps.
#[test]
fn less_memory_gives_the_same_count() {
    let scott = pentominoes::problem(&pentominoes::SCOTT, None).unwrap();
    let rectangle = pentominoes::problem(&["####"; 15], None).unwrap();
    for (problem, solutions) in [(scott, 520_u32), (rectangle, 1472)] {
        let frontier = Frontier::new(&problem);
        let whole = count(&frontier);
        assert_eq!((&whole.count, whole.sweeps), (&solutions.into(), 1));
        let budget = whole.peak_bytes / 4 * 3;
        let frontier = frontier.memory(budget);
        let cut = count(&frontier);
        assert_eq!(cut.count, whole.count);
        assert!(cut.peak_bytes <= budget + budget / 8, "{cut:?}");
        assert_eq!(count(&frontier.threads(threads(2))), cut);
    }
}

#[test]
fn the_reported_work_does_not_depend_on_the_threads() {
    let problem = pentominoes::problem(&["#####"; 12], None).unwrap();
    let work = |number: usize| {
        let mut work = 0;
        let report = Frontier::new(&problem)
            .threads(threads(number))
            .count_watched(&mut |progress| {
                work = work.max(progress.work);
                Continue(())
            });
        assert_eq!(report.unwrap().count, 4040_u32.into());
        work
    };
    let alone = work(1);
    assert!(alone > 0);
    for number in [2, 3, 8] {
        assert_eq!(work(number), alone, "{number}");
    }
}

/// Counts the one-sided pentominoes, which have 46 distinct solutions on 3 × 30 and 686,628 on 5 × 18. No solution
/// is symmetric, so there are four times as many in all. The small board is also counted in parts.
#[test]
fn one_sided_pentominoes() {
    for (side, length, solutions) in [(3, 30, 184_u32), (5, 18, 2_746_512)] {
        let row = "#".repeat(side);
        let board = vec![row.as_str(); length];
        let problem = one_sided::problem(&pentominoes::problem(&board, None).unwrap());
        let frontier = Frontier::new(&problem);
        let whole = count(&frontier);
        assert_eq!((&whole.count, whole.sweeps), (&solutions.into(), 1));
        if side == 5 {
            continue;
        }
        let frontier = frontier.memory(whole.peak_bytes / 2);
        let cut = count(&frontier);
        assert_eq!(cut.count, whole.count);
        assert!(cut.sweeps > 1, "{cut:?}");
        assert_eq!(count(&frontier.threads(threads(2))), cut);
    }
}

/// Counts pentominoes on 5 × 15 (OEIS A174249). Each piece has as many copies as fit on the board, so the sweep
/// need not count copies.
#[test]
fn pieces_with_enough_copies_are_not_counted() {
    let each_once = pentominoes::problem(&["#####"; 15], None).unwrap();
    let enough = |copies: u32| {
        let is_piece = |item: &ItemId| each_once.item_name(*item).len() == 1;
        let pieces = each_once.items().filter(is_piece);
        let problem = pieces.fold(each_once.derive(), |problem, piece| {
            problem.bounds(piece, 0..=copies)
        });
        problem.build().unwrap().problem
    };
    let report = count(&Frontier::new(&enough(15)));
    assert_eq!(report.count, 2_793_722_300_087_u64.into());
    let unbounded = count(&Frontier::new(&enough(u32::MAX)));
    assert_eq!(report, unbounded);
}

#[test]
fn boards_of_odd_area_and_unbalanced_boards_have_no_tilings() {
    for problem in [
        dominoes::problem(9, 9, &[]).unwrap(),
        dominoes::mutilated_chessboard().unwrap(),
    ] {
        assert_eq!(count(&Frontier::new(&problem)).count, BigUint::ZERO);
    }
}

#[test]
fn empty_problems_and_large_bounds_are_counted() {
    let empty = Problem::new();
    assert_eq!(count(&Frontier::new(&empty)).count, 1_u32.into());
    let mut bare = Problem::new();
    bare.add_primary("a").unwrap();
    assert_eq!(count(&Frontier::new(&bare)).count, BigUint::ZERO);
    // The upper bound of this item is greater than the number of its options.
    let mut coins = Problem::new();
    let item = coins.add_bounded("coins", 2..=u32::MAX).unwrap();
    for _ in 0..100 {
        coins.add_option(&[item]).unwrap();
    }
    let expected = (BigUint::from(1_u32) << 100) - 101_u32;
    assert_eq!(count(&Frontier::new(&coins)).count, expected);
}

#[test]
fn a_hundred_thousand_items_deep() {
    let mut problem = Problem::new();
    for at in 0..100_000 {
        let item = problem.add_primary(at.to_string()).unwrap();
        problem.add_option(&[item]).unwrap();
    }
    let report = count(&Frontier::new(&problem));
    assert_eq!((report.count, report.peak_states), (1_u32.into(), 2));
}

#[test]
fn more_open_items_than_a_state_holds_are_refused() {
    let mut problem = Problem::new();
    let ends: Vec<ItemId> = (0..10_000)
        .map(|at| problem.add_primary(at.to_string()).unwrap())
        .collect();
    for (at, &end) in ends.iter().enumerate() {
        problem
            .add_option(&[end, ends[ends.len() - 1 - at.min(4_999)]])
            .ok();
    }
    let error = Frontier::new(&problem).count(&mut |_| Continue(()));
    assert!(
        matches!(error, Err(FrontierError::TooWide { .. })),
        "{error:?}"
    );
}

#[test]
fn a_bad_order_is_refused() {
    let mut problem = Problem::new();
    let a = problem.add_primary("a").unwrap();
    let mut larger = problem.clone();
    let b = larger.add_primary("b").unwrap();
    let refused = |items: &[ItemId]| {
        Frontier::new(&problem)
            .order(items)
            .map(|_| ())
            .unwrap_err()
    };
    assert_eq!(
        refused(&[b]),
        FrontierError::UnknownItem { index: 1, count: 1 }
    );
    assert_eq!(
        refused(&[a, a]),
        FrontierError::RepeatedItem { name: "a".into() }
    );
}

#[test]
fn an_observer_that_breaks_stops_the_sweep() {
    let problem = dominoes::problem(60, 18, &[]).unwrap();
    let mut fractions = Vec::new();
    let frontier = Frontier::new(&problem);
    let report = frontier.count(&mut |progress| {
        fractions.push(progress.fraction);
        if fractions.len() == 3 {
            Break(())
        } else {
            Continue(())
        }
    });
    let report = report.unwrap();
    assert!(!report.complete || fractions.len() < 3);
    assert!(fractions.is_sorted() && fractions.iter().all(|f| (0.0..=1.0).contains(f)));
}
