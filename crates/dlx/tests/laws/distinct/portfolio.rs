//! Lets a restricted search and a search of the whole tree take turns. Checks that both together visit at most
//! about twice as many nodes as the search that needs fewer nodes.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::Continue;

use proptest::prelude::*;
use tilewright_dlx::parallel::{Advance, Event};
use tilewright_dlx::portfolio::{Runner, Turns};
use tilewright_dlx::schedule::SearchTask;
use tilewright_dlx::{Distinct, PartStats, Problem, Schedule, Symmetries, TreeEngine};

use super::{dominoes_and_symmetries, of_cells, pentominoes, symmetric};

/// The results of a search: the sum over its parts, the number of nodes of the largest part and above the parts,
/// and whether the search ended.
#[derive(Debug, Default, PartialEq)]
struct SearchResults {
    tally: PartStats,
    largest: u64,
    /// The number of nodes above the parts.
    above: u64,
    ended: bool,
}

fn schedule(engine: TreeEngine, threads: usize) -> Schedule {
    Schedule {
        in_any_order: false,
        engine,
        threads: NonZeroUsize::new(threads).unwrap(),
        parts: 16,
    }
}

impl SearchResults {
    fn take(&mut self, event: Event<(), PartStats>) {
        if let Event::Part(part) | Event::Unfinished(part) = event {
            self.largest = self.largest.max(part.profile.nodes());
            self.tally.add(&part);
        }
    }

    fn end(&mut self, mut task: SearchTask<'_, ()>) {
        let above = task.above();
        self.above = above.nodes();
        self.tally.profile.merge(&above);
        if !self.ended {
            self.take(Event::Unfinished(task.give_up()));
        }
    }
}

fn run(search: &Distinct, schedule: &Schedule) -> SearchResults {
    let mut counted = SearchResults::default();
    let mut task = search.begin(schedule, 0);
    let advance = task.advance(u64::MAX, &|_, _| None, &mut |event| {
        counted.take(event);
        Continue(())
    });
    counted.ended = advance.unwrap() == Advance::Done;
    counted.end(task);
    counted
}

/// Runs two searches in turns. Returns which one ended first, with its results, and the number of nodes of both.
fn run_in_turns(
    searches: [&Distinct; 2],
    turns: &mut Turns,
    schedule: &Schedule,
) -> (Option<(Runner, PartStats)>, u64) {
    let mut tasks = searches.map(|search| search.begin(schedule, 0));
    let mut counted = [SearchResults::default(), SearchResults::default()];
    let mut first = None;
    while let Some((runner, limit)) = turns.next() {
        let at = runner as usize;
        let advance = tasks[at].advance(limit, &|_, _| None, &mut |event| {
            counted[at].take(event);
            Continue(())
        });
        if advance.unwrap() == Advance::Done {
            (first, counted[at].ended) = (Some(runner), true);
            break;
        }
        turns.spend(runner, tasks[at].spent());
    }
    for (task, counted) in tasks.into_iter().zip(&mut counted) {
        counted.end(task);
    }
    let nodes = counted.iter().map(|one| one.tally.profile.nodes()).sum();
    let first = first.map(|runner| (runner, counted[runner as usize].tally.clone()));
    (first, nodes)
}

/// Runs two searches in turns, and compares the numbers of nodes with those of each search alone. Which one ends
/// first must not depend on the number of threads. Returns three numbers of nodes: of the restricted search alone,
/// of the search of the whole tree alone, and of both in turns.
fn check(problem: &Problem, symmetries: &Symmetries, quantum: u64) -> [u64; 3] {
    let restricted = Distinct::new(problem, symmetries).unwrap();
    let whole = Distinct::unrestricted(problem, symmetries).unwrap();
    let mut engines = vec![TreeEngine::Links];
    if tilewright_dlx::Bits::new(problem).is_ok() {
        engines.push(TreeEngine::Bits);
    }
    let mut found = [0; 3];
    for engine in engines {
        let alone = [&restricted, &whole].map(|search| run(search, &schedule(engine, 1)));
        let nodes = alone.each_ref().map(|one| one.tally.profile.nodes());
        let solutions = alone
            .each_ref()
            .map(|one| (one.tally.solutions, one.tally.found));
        assert_eq!(solutions[0], solutions[1]);
        let mut firsts = Vec::new();
        for threads in [1, 2] {
            let mut turns = Turns::new(quantum, quantum, u64::MAX);
            let schedule = schedule(engine, threads);
            let (first, both) = run_in_turns([&restricted, &whole], &mut turns, &schedule);
            let (runner, tally) = first.unwrap();
            assert_eq!((tally.solutions, tally.found), solutions[0]);
            assert_eq!(tally.profile.nodes(), nodes[runner as usize]);
            // Some nodes are counted late. For each thread, these are at most 2^14 nodes, and at most the nodes of
            // one part. The nodes above the parts are counted when the next part is produced.
            let late = alone
                .iter()
                .map(|one| one.largest.min(1 << 14))
                .sum::<u64>();
            let above: u64 = alone.iter().map(|one| one.above).sum();
            let slack = 2 * quantum + threads as u64 * late + above;
            assert!(
                both <= 2 * nodes[0].min(nodes[1]) + slack,
                "{both} for {nodes:?} and {slack} on {threads} threads"
            );
            firsts.push(runner);
            found = [nodes[0], nodes[1], both];
        }
        assert_eq!(firsts[0], firsts[1], "{nodes:?}");
    }
    found
}

#[test]
fn portfolios_of_pentominoes_and_dominoes_keep_the_bound() {
    let problem = pentominoes::problem(&["####################"; 3], None).unwrap();
    let symmetries = of_cells(&problem, 1, 3, 20);
    let [restricted, whole, _] = check(&problem, &symmetries, 1 << 10);
    assert!(restricted < whole, "the restrictions save nodes here");
    let (problem, symmetries) = dominoes_and_symmetries(6);
    check(&problem, &symmetries, 64);
}

#[test]
fn a_limit_ends_both() {
    let (problem, symmetries) = dominoes_and_symmetries(6);
    let restricted = Distinct::new(&problem, &symmetries).unwrap();
    let whole = Distinct::unrestricted(&problem, &symmetries).unwrap();
    let mut turns = Turns::new(10, 10, 100);
    let (first, nodes) = run_in_turns(
        [&restricted, &whole],
        &mut turns,
        &schedule(TreeEngine::Links, 1),
    );
    assert!(first.is_none());
    assert!(nodes < 10_000, "{nodes}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_portfolio_takes_at_most_twice_the_nodes(
        (problem, symmetries) in symmetric::problem(),
        quantum in 1_u64..20,
    ) {
        check(&problem, &symmetries, quantum);
    }
}
