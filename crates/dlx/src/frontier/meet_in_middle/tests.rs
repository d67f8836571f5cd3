//! Every cut, budget and number of threads against dancing links.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::Continue;

use num_bigint::BigUint;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

use super::{ItemMasks, SetJoin};
use crate::frontier::FrontierReport;
use crate::frontier::checkpoint::CheckpointWriter;
use crate::frontier::run::Run;
use crate::links::Links;
use crate::problem::residual::Residual;
use crate::problem::{ItemId, Problem};

/// Pieces, which must be used or may be, some bounded items, and options that cover up to three
/// cells of a row and a piece or two.
fn problem() -> impl Strategy<Value = (Problem, usize)> {
    let cells = 1_usize..8;
    let mandatory = vec(prop_oneof![3 => Just(1_u32), 1 => Just(0)], 1..6);
    let bounded = vec((0_u32..3, 0_u32..3), 0..3);
    let option = (
        0_usize..8,
        1_usize..4,
        btree_set(0_usize..6, 0..3),
        proptest::option::weighted(0.2, 0_usize..3),
    );
    (cells, mandatory, bounded, vec(option, 0..60)).prop_map(
        |(cells, mandatory, bounded, options)| {
            let mut problem = Problem::new();
            let pieces: Vec<ItemId> = (mandatory.iter().enumerate())
                .map(|(at, &least)| problem.add_bounded(format!("p{at}"), least..=1).unwrap())
                .collect();
            let row: Vec<ItemId> = (0..cells)
                .map(|at| problem.add_primary(format!("c{at}")).unwrap())
                .collect();
            let bounded: Vec<ItemId> = (bounded.into_iter().enumerate())
                .map(|(at, (least, more))| {
                    let bounds = least..=(least + more).max(1);
                    problem.add_bounded(format!("b{at}"), bounds).unwrap()
                })
                .collect();
            for (first, length, used, extra) in options {
                let mut items: Vec<ItemId> = row.iter().copied().skip(first).take(length).collect();
                if items.is_empty() {
                    continue;
                }
                items.extend(used.iter().filter_map(|&at| pieces.get(at)));
                items.extend(extra.and_then(|at| bounded.get(at)));
                problem.add_option(&items).unwrap();
            }
            (problem, pieces.len())
        },
    )
}

fn run(threads: usize) -> Run {
    Run {
        memory: u64::MAX,
        states: u64::MAX,
        threads: NonZeroUsize::new(threads).unwrap(),
    }
}

fn count(join: &SetJoin, threads: usize, budget: u64) -> FrontierReport {
    let writer = &mut CheckpointWriter::nowhere();
    let report = join
        .count_within(budget, run(threads), writer, &mut |_| Continue(()))
        .unwrap();
    assert!(report.complete);
    report
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn every_cut_counts_as_dancing_links_does((problem, pieces) in problem(), entries in 0_u64..20) {
        let mut left = 50_000;
        let links = Links::new(&problem).run(&mut |_: &[_]| {
            left -= 1;
            if left == 0 { std::ops::ControlFlow::Break(()) } else { Continue(()) }
        });
        prop_assume!(links.complete);
        let expected = BigUint::from(links.solutions);

        let residual = Residual::new(&problem, &[], |_| true);
        let persistent: Vec<ItemId> = problem.items().take(pieces).collect();
        let order: Vec<ItemId> = problem.items().collect();
        let writer = &mut CheckpointWriter::nowhere();
        let graph = run(1).graph(&residual.without(&persistent), &order, &|_| true, writer, &mut |_| Continue(()));
        let Ok(graph) = graph else {
            return Err(TestCaseError::fail("no graph"));
        };
        let masks = ItemMasks::new(&residual, &persistent);
        let Some(root) = graph.root() else {
            prop_assert_eq!(expected, BigUint::ZERO);
            return Ok(());
        };
        let chosen = SetJoin::new(&graph, &masks).unwrap();
        prop_assert_eq!(&count(&chosen, 1, u64::MAX).count, &expected);
        let cuts = graph.steps().map(|nodes| nodes.end).chain([1]);
        for cut in cuts {
            let join = SetJoin::cut_at(&graph, root, &masks, cut);
            let whole = count(&join, 1, u64::MAX);
            prop_assert_eq!((&whole.count, whole.sweeps), (&expected, 1), "cut at {}", cut);
            let budget = 32 * graph.nodes() as u64 + 8 * entries;
            let tight = count(&join, 1, budget);
            prop_assert_eq!(&tight.count, &expected, "cut at {}", cut);
            for threads in [2, 3, 8] {
                prop_assert_eq!(&count(&join, threads, u64::MAX), &whole);
                prop_assert_eq!(&count(&join, threads, budget), &tight);
            }
        }
    }
}
