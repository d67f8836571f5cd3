//! The restricted search and the search of the whole tree in turns: at most twice the nodes of the
//! lesser one.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::Continue;

use proptest::prelude::*;
use tilewright_dlx::parallel::{Advance, Event};
use tilewright_dlx::portfolio::{Runner, Turns};
use tilewright_dlx::schedule::SearchTask;
use tilewright_dlx::{Distinct, PartStats, Problem, Schedule, Symmetries, TreeEngine};

use super::{dominoes_and_symmetries, of_cells, pentominoes, symmetric};

/// What a search has counted, its largest part, what is above the parts, and whether it came to its end.
#[derive(Debug, Default, PartialEq)]
struct Counted {
    tally: PartStats,
    largest: u64,
    /// The nodes above the parts.
    above: u64,
    won: bool,
}

fn schedule(engine: TreeEngine, threads: usize) -> Schedule {
    Schedule {
        in_any_order: false,
        engine,
        threads: NonZeroUsize::new(threads).unwrap(),
        parts: 16,
    }
}

impl Counted {
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
        if !self.won {
            self.take(Event::Unfinished(task.give_up()));
        }
    }
}

fn run(search: &Distinct, schedule: &Schedule) -> Counted {
    let mut counted = Counted::default();
    let mut task = search.begin(schedule, 0);
    let advance = task.advance(u64::MAX, &|_, _| None, &mut |event| {
        counted.take(event);
        Continue(())
    });
    counted.won = advance.unwrap() == Advance::Done;
    counted.end(task);
    counted
}

/// Runs both in turns; returns who won, with what he counted, and the nodes of both.
fn raced(
    searches: [&Distinct; 2],
    turns: &mut Turns,
    schedule: &Schedule,
) -> (Option<(Runner, PartStats)>, u64) {
    let mut tasks = searches.map(|search| search.begin(schedule, 0));
    let mut counted = [Counted::default(), Counted::default()];
    let mut winner = None;
    while let Some((runner, limit)) = turns.next() {
        let at = runner as usize;
        let advance = tasks[at].advance(limit, &|_, _| None, &mut |event| {
            counted[at].take(event);
            Continue(())
        });
        if advance.unwrap() == Advance::Done {
            (winner, counted[at].won) = (Some(runner), true);
            break;
        }
        turns.spend(runner, tasks[at].spent());
    }
    for (task, counted) in tasks.into_iter().zip(&mut counted) {
        counted.end(task);
    }
    let nodes = counted.iter().map(|one| one.tally.profile.nodes()).sum();
    let winner = winner.map(|runner| (runner, counted[runner as usize].tally.clone()));
    (winner, nodes)
}

/// Holds a race against its bound, and against each search by itself; who wins must not depend on
/// the threads. Returns the nodes of the restricted search, of the whole tree, and of the race.
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
        let mut winners = Vec::new();
        for threads in [1, 2] {
            let mut turns = Turns::new(quantum, quantum, u64::MAX);
            let schedule = schedule(engine, threads);
            let (winner, raced) = raced([&restricted, &whole], &mut turns, &schedule);
            let (runner, tally) = winner.unwrap();
            assert_eq!((tally.solutions, tally.found), solutions[0]);
            assert_eq!(tally.profile.nodes(), nodes[runner as usize]);
            // What is counted late: a part of each thread, or 2^14 nodes of it, and the nodes above the
            // parts, once the next part is named.
            let late = alone
                .iter()
                .map(|one| one.largest.min(1 << 14))
                .sum::<u64>();
            let above: u64 = alone.iter().map(|one| one.above).sum();
            let slack = 2 * quantum + threads as u64 * late + above;
            assert!(
                raced <= 2 * nodes[0].min(nodes[1]) + slack,
                "{raced} for {nodes:?} and {slack} on {threads} threads"
            );
            winners.push(runner);
            found = [nodes[0], nodes[1], raced];
        }
        assert_eq!(winners[0], winners[1], "{nodes:?}");
    }
    found
}

#[test]
fn a_race_over_pentominoes_and_dominoes() {
    let problem = pentominoes::problem(&["####################"; 3], None).unwrap();
    let symmetries = of_cells(&problem, 1, 3, 20);
    let [restricted, whole, _] = check(&problem, &symmetries, 1 << 10);
    assert!(restricted < whole, "the restrictions do their work here");
    let (problem, symmetries) = dominoes_and_symmetries(6);
    check(&problem, &symmetries, 64);
}

#[test]
fn a_limit_ends_both() {
    let (problem, symmetries) = dominoes_and_symmetries(6);
    let restricted = Distinct::new(&problem, &symmetries).unwrap();
    let whole = Distinct::unrestricted(&problem, &symmetries).unwrap();
    let mut turns = Turns::new(10, 10, 100);
    let (winner, nodes) = raced(
        [&restricted, &whole],
        &mut turns,
        &schedule(TreeEngine::Links, 1),
    );
    assert!(winner.is_none());
    assert!(nodes < 10_000, "{nodes}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_race_takes_at_most_twice_the_nodes(
        (problem, symmetries) in symmetric::problem(),
        quantum in 1_u64..20,
    ) {
        check(&problem, &symmetries, quantum);
    }
}
