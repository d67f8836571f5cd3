//! Reproduces the table of the N queens problem in Knuth's paper "Dancing Links" exactly.

use std::ops::ControlFlow;

use crate::models::queens;
use queens::{Order, Primary};
use tilewright_dlx::{Links, OptionId, Report};

/// For N up to 11: the number of solutions; nodes and updates with ranks and files as primary items; nodes and
/// updates with only the ranks as primary items (R-nodes, R-updates). Source: "Dancing Links", section
/// "Applications to queens".
const TABLE: [(usize, u64, [u64; 4]); 11] = [
    (1, 1, [2, 3, 2, 3]),
    (2, 0, [3, 19, 3, 19]),
    (3, 0, [4, 56, 6, 70]),
    (4, 2, [13, 183, 15, 207]),
    (5, 10, [46, 572, 50, 626]),
    (6, 4, [93, 1_497, 115, 1_765]),
    (7, 40, [334, 5_066, 376, 5_516]),
    (8, 92, [1_049, 16_680, 1_223, 18_849]),
    (9, 352, [3_440, 54_818, 4_640, 71_746]),
    (10, 724, [11_578, 198_264, 16_471, 269_605]),
    (11, 2_680, [45_393, 783_140, 67_706, 1_123_572]),
];

fn run(n: usize, order: Order, primary: Primary) -> Report {
    let problem = queens::problem(n, order, primary).unwrap();
    Links::new(&problem).run(&mut |solution: &[OptionId]| {
        problem.check(solution).unwrap();
        ControlFlow::Continue(())
    })
}

#[test]
fn the_table_of_the_paper_is_counted() {
    for (n, solutions, counts) in TABLE {
        let both = run(n, Order::OrganPipe, Primary::Both);
        let ranks = run(n, Order::OrganPipe, Primary::Ranks);
        assert_eq!(
            (both.solutions, ranks.solutions),
            (solutions, solutions),
            "N = {n}"
        );
        let found = [
            both.profile.nodes_with_root(),
            both.profile.updates(),
            ranks.profile.nodes_with_root(),
            ranks.profile.updates(),
        ];
        assert_eq!(found, counts, "N = {n}");
    }
}

#[test]
fn the_organ_pipe_order_begins_in_the_middle() {
    assert_eq!(queens::organ_pipe(8), [4, 3, 5, 2, 6, 1, 7, 0]);
    assert_eq!(queens::organ_pipe(5), [2, 1, 3, 0, 4]);
    assert_eq!(queens::organ_pipe(1), [0]);
    assert_eq!(queens::organ_pipe(0), Vec::<usize>::new());
}

#[test]
fn the_order_of_the_items_changes_the_work_and_not_the_solutions() {
    for n in 0..=8 {
        let pipe = run(n, Order::OrganPipe, Primary::Both);
        let rows = run(n, Order::Rows, Primary::Both);
        assert_eq!(pipe.solutions, rows.solutions, "N = {n}");
    }
}
