//! Compares counts by joined sets with dancing links, for every cut, budget and number of threads.

use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};

use num_bigint::BigUint;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

use super::{ItemMasks, SetJoin};
use crate::diagram::graph::{Edge, Graph};
use crate::frontier::checkpoint::CheckpointWriter;
use crate::frontier::error::FrontierError;
use crate::frontier::preparation::Preparation;
use crate::frontier::progress::FrontierProgress;
use crate::frontier::report::FrontierReport;
use crate::frontier::run::Run;
use crate::links::Links;
use crate::problem::residual::Residual;
use crate::problem::{ItemId, Problem};

/// Random problems of required and optional pieces, up to two bounded items, and a row of cells. An option covers
/// up to three cells and at most two pieces.
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
        spill: None,
        threads: NonZeroUsize::new(threads).unwrap(),
    }
}

fn joined(graph: &Graph, masks: &ItemMasks) -> SetJoin {
    let mut may_continue = |_: &FrontierProgress| Continue(());
    let preparation = &mut Preparation::new(&mut may_continue);
    SetJoin::new(graph, masks, preparation).unwrap().unwrap()
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
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn every_cut_counts_as_dancing_links_does((problem, pieces) in problem(), entries in 0_u64..20) {
        let mut left = 50_000;
        let links = Links::new(&problem).run(&mut |_: &[_]| {
            left -= 1;
            if left == 0 { Break(()) } else { Continue(()) }
        });
        prop_assume!(links.complete);
        let expected = BigUint::from(links.solutions);

        let residual = Residual::new(&problem, &[], |_| true);
        let persistent: Vec<ItemId> = problem.items().take(pieces).collect();
        let order: Vec<ItemId> = problem.items().collect();
        let graph = run(1).graph_within(&residual.without(&persistent), &order, u64::MAX, &mut |_| Continue(()));
        let Ok(Some(graph)) = graph else {
            return Err(TestCaseError::fail("no graph"));
        };
        let masks = ItemMasks::new(&residual, &persistent);
        let Some(root) = graph.root() else {
            prop_assert_eq!(expected, BigUint::ZERO);
            return Ok(());
        };
        let mut chosen = joined(&graph, &masks);
        prop_assert_eq!(&count(&chosen, 1, u64::MAX).count, &expected);
        chosen.spill(Run { memory: 0, spill: Some(|| Ok(Box::new(Cursor::new(Vec::new())))), ..run(1) });
        prop_assert_eq!(&count(&chosen, 1, u64::MAX).count, &expected);
        let cuts = graph.steps().map(|nodes| nodes.end).chain([1]);
        for cut in cuts {
            let mut may_continue = |_: &FrontierProgress| Continue(());
            let preparation = &mut Preparation::new(&mut may_continue);
            let join = {
                let steps = crate::frontier::meet_in_middle::cut_graph::steps(&graph, cut);
                SetJoin::cut_at(&graph, root, &masks, (cut, steps), preparation).unwrap()
            };
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

/// A file that accepts every write and fails at every read.
struct WriteOnly;

impl Read for WriteOnly {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("a worm"))
    }
}

impl Write for WriteOnly {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for WriteOnly {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Ok(0)
    }
}

#[test]
fn a_file_that_cannot_be_read_is_reported() {
    let mut problem = Problem::new();
    let items: Vec<ItemId> = (0..6)
        .map(|at| problem.add_primary(at.to_string()).unwrap())
        .collect();
    for (piece, cell) in (0..9).map(|at| (at / 3, 3 + at % 3)) {
        problem.add_option(&[items[piece], items[cell]]).unwrap();
    }
    let residual = Residual::new(&problem, &[], |_| true);
    let persistent = &items[..3];
    let relaxed = residual.without(persistent);
    let graph = run(1).graph_within(&relaxed, &items, u64::MAX, &mut |_| Continue(()));
    let graph = graph.unwrap().unwrap();
    let mut join = joined(&graph, &ItemMasks::new(&residual, persistent));
    assert_eq!(count(&join, 1, u64::MAX).count, 6_u32.into());
    join.spill(Run {
        memory: 0,
        spill: Some(|| Ok(Box::new(WriteOnly))),
        ..run(1)
    });
    let writer = &mut CheckpointWriter::nowhere();
    let counted = join.count_within(u64::MAX, run(1), writer, &mut |_| Continue(()));
    let Err(FrontierError::Spill { reason }) = counted else {
        panic!("{counted:?}")
    };
    assert_eq!(reason, "a worm");
}

/// A graph of half a million nodes in a chain, with an edge from each node to the next two.
fn long_chain() -> Graph {
    let mut graph = Graph::new();
    let mut last = [0, 0];
    for at in 0..500_000_u32 {
        graph.begin_step();
        let edges = last.map(|target| Edge {
            option: at % 3,
            target,
        });
        last = [
            graph.add(&edges[..=usize::from(at > 0)]).ok().unwrap(),
            last[0],
        ];
    }
    graph.set_root(Some(last[0]));
    graph
}

/// Checks that the watcher is called more than ten times while a graph of a million edges is cut,
/// and that it can stop the work at each call.
#[test]
fn cutting_a_large_graph_can_be_stopped_at_any_time() {
    let graph = long_chain();
    let masks = ItemMasks {
        options: vec![1, 2, 4],
        items: 3,
        mandatory: 0,
        order: Vec::new(),
    };
    let mut asked = 0;
    SetJoin::new(
        &graph,
        &masks,
        &mut Preparation::new(&mut |_| {
            asked += 1;
            Continue(())
        }),
    )
    .unwrap();
    assert!(asked > 10, "{asked}");
    for until in 1..=asked {
        let mut left = until;
        let stopped = SetJoin::new(
            &graph,
            &masks,
            &mut Preparation::new(&mut |_| {
                left -= 1;
                if left == 0 { Break(()) } else { Continue(()) }
            }),
        );
        assert!(
            matches!(stopped, Err(FrontierError::Interrupted)),
            "{until}"
        );
    }
}
