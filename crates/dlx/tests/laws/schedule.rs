//! Checks that searches in parts produce the same events, in the same order, on any number of threads.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};

use crate::models::{dominoes, pentominoes};
use crate::symmetric::board::of_cells;
use crate::{random, symmetric};
use proptest::prelude::*;
use tilewright_dlx::parallel::{Advance, Event};
use tilewright_dlx::schedule::SearchTask;
use tilewright_dlx::{
    Distinct, Heuristic, Links, OptionId, PartStats, Problem, Schedule, ScheduleError, SymmetryId,
    TreeEngine,
};

fn schedule(threads: usize, parts: usize) -> Schedule {
    Schedule {
        threads: NonZeroUsize::new(threads).unwrap(),
        parts,
        ..Schedule::default()
    }
}

type Solution = (Vec<OptionId>, Vec<SymmetryId>);

#[expect(clippy::unnecessary_wraps, reason = "what a map must look like")]
fn whole(solution: &[OptionId], stabilizer: &[SymmetryId]) -> Option<Solution> {
    Some((solution.to_vec(), stabilizer.to_vec()))
}

/// Runs a search. Returns the solutions and the results of the parts, both in the order received, and the sum of
/// all results.
fn received(
    run: impl FnOnce(
        &mut dyn FnMut(Event<Solution, PartStats>) -> std::ops::ControlFlow<()>,
    ) -> tilewright_dlx::schedule::ScheduleEnd,
) -> (Vec<Solution>, Vec<PartStats>, PartStats) {
    let (mut items, mut tallies, mut sum) = (Vec::new(), Vec::new(), PartStats::default());
    let ended = run(&mut |event| {
        match event {
            Event::Item(item) => items.push(item),
            Event::Part(tally) => {
                sum.add(&tally);
                tallies.push(tally);
            }
            Event::Unfinished(_) => panic!("no listener broke out"),
            Event::Progress(progress) => assert!((0.0..=1.0).contains(&progress.fraction)),
        }
        Continue(())
    });
    assert!(ended.complete);
    sum.profile.merge(&ended.above);
    (items, tallies, sum)
}

fn plain(
    problem: &Problem,
    schedule: &Schedule,
    done: usize,
) -> (Vec<Solution>, Vec<PartStats>, PartStats) {
    received(|take| {
        schedule
            .run(problem, Heuristic::Mrv, &[], done, &whole, take)
            .unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn pieces_do_not_change_the_results(
        problem in random::problem(),
        parts in 0_usize..40,
        nodes in 0_u64..50,
        threads in 1_usize..4,
    ) {
        for engine in [TreeEngine::Links, TreeEngine::Bits] {
            let schedule = Schedule { engine, ..schedule(threads, parts) };
            let task = schedule.begin(&problem, Heuristic::Mrv, &[], 0).unwrap();
            prop_assert_eq!(in_pieces(task, nodes).0, plain(&problem, &schedule, 0));
        }
    }

    #[test]
    fn threads_and_parts_do_not_change_the_results(problem in random::problem(), parts in 0_usize..40) {
        let mut expected = Vec::new();
        let report = Links::new(&problem).run(&mut |solution: &[OptionId]| {
            expected.push((solution.to_vec(), Vec::new()));
            Continue(())
        });
        for threads in [1, 2, 3, 8] {
            let links = schedule(threads, parts);
            let (items, _, sum) = plain(&problem, &links, 0);
            prop_assert_eq!(&items, &expected);
            prop_assert_eq!(sum.found, report.solutions);
            prop_assert_eq!(sum.profile.nodes(), report.profile.nodes());
            prop_assert_eq!(sum.profile.updates(), report.profile.updates());
            let bits = Schedule { engine: TreeEngine::Bits, ..links };
            let (items, _, sum) = plain(&problem, &bits, 0);
            prop_assert_eq!(&items, &expected);
            prop_assert_eq!(sum.profile.nodes(), report.profile.nodes());
        }
    }

    #[test]
    fn a_search_resumes_after_any_part(problem in random::problem(), parts in 0_usize..20) {
        let (items, tallies, _) = plain(&problem, &schedule(1, parts), 0);
        for done in 0..=tallies.len() + 1 {
            let (rest, later, _) = plain(&problem, &schedule(2, parts), done);
            let done = done.min(tallies.len());
            let before: u64 = tallies[..done].iter().map(|tally| tally.found).sum();
            prop_assert_eq!(&rest[..], &items[usize::try_from(before).unwrap()..]);
            prop_assert_eq!(&later[..], &tallies[done..]);
        }
    }

    #[test]
    fn a_search_for_distinct_solutions_resumes_after_any_part(
        (problem, symmetries) in symmetric::problem(),
        parts in 0_usize..20,
    ) {
        let distinct = Distinct::new(&problem, &symmetries).unwrap();
        let run = |threads, done| {
            received(|take| {
                distinct
                    .run_on(&schedule(threads, parts), done, &whole, take)
                    .unwrap()
            })
        };
        let (items, tallies, sum) = run(1, 0);
        prop_assert_eq!(items.len() as u64, sum.found);
        for done in [0, 1, tallies.len() / 2, tallies.len()] {
            let (rest, later, _) = run(3, done);
            let done = done.min(tallies.len());
            let before: u64 = tallies[..done].iter().map(|tally| tally.found).sum();
            prop_assert_eq!(&rest[..], &items[usize::try_from(before).unwrap()..]);
            prop_assert_eq!(&later[..], &tallies[done..]);
        }
    }
}

/// Runs a search in steps of `nodes` nodes. Returns what `received` returns, and the number of pauses.
fn in_pieces(
    mut task: SearchTask<'_, Solution>,
    nodes: u64,
) -> ((Vec<Solution>, Vec<PartStats>, PartStats), usize) {
    let mut pauses = 0;
    let received = received(|take| {
        loop {
            let limit = task.spent() + nodes;
            match task.advance(limit, &whole, take).unwrap() {
                Advance::Done => break,
                Advance::Left => pauses += 1,
                Advance::Stopped => panic!("no listener broke out"),
            }
        }
        tilewright_dlx::schedule::ScheduleEnd {
            complete: true,
            above: task.above(),
        }
    });
    (received, pauses)
}

/// Searches for the pentominoes on 5 × 12, which have 1010 solutions up to symmetry (Fletcher 1965). Of the four
/// images of each solution, the search finds one.
#[test]
fn a_search_in_pieces_finds_the_same() {
    let problem = pentominoes::problem(&["############"; 5], None).unwrap();
    let symmetries = of_cells(&problem, 1, 5, 12);
    let distinct = Distinct::new(&problem, &symmetries).unwrap();
    for (engine, in_any_order) in [
        (TreeEngine::Links, false),
        (TreeEngine::Bits, false),
        (TreeEngine::Bits, true),
    ] {
        for (threads, parts) in [(1, 1), (1, 12), (3, 12)] {
            let schedule = Schedule {
                engine,
                in_any_order,
                ..schedule(threads, parts)
            };
            let expected = received(|take| distinct.run_on(&schedule, 0, &whole, take).unwrap());
            assert_eq!(expected.2.found, 1010);
            let (found, pauses) = in_pieces(distinct.begin(&schedule, 0), 50_000);
            assert!(found == expected, "{schedule:?}");
            assert!(pauses > 1, "{pauses} {schedule:?}");
        }
    }
}

#[test]
fn a_search_given_up_reports_its_results() {
    let problem = pentominoes::problem(&["############"; 5], None).unwrap();
    for threads in [1, 3] {
        let schedule = schedule(threads, 4);
        let mut task = schedule.begin(&problem, Heuristic::Mrv, &[], 0).unwrap();
        let mut sum = PartStats::default();
        let mut take = |event: Event<Solution, PartStats>| {
            if let Event::Part(part) | Event::Unfinished(part) = event {
                sum.add(&part);
            }
            Continue(())
        };
        while task.spent() < 200_000 {
            let limit = task.spent() + 1;
            assert_eq!(
                task.advance(limit, &whole, &mut take).unwrap(),
                Advance::Left
            );
        }
        sum.add(&task.give_up());
        let nodes = sum.profile.nodes() + task.above().nodes();
        assert!(sum.found > 0 && sum.found < 4040, "{}", sum.found);
        assert_eq!(nodes, task.spent());
    }
}

/// Finds some of the 6728 tilings of the 6 × 6 square (Kasteleyn 1961).
#[test]
fn the_first_solutions_are_the_same_for_all_threads() {
    let problem = dominoes::problem(6, 6, &[]).unwrap();
    let first = |threads: usize, limit: usize| {
        let mut items: Vec<Vec<OptionId>> = Vec::new();
        let ended = schedule(threads, 100)
            .run(
                &problem,
                Heuristic::Mrv,
                &[],
                0,
                &|solution: &[OptionId], _: &[SymmetryId]| Some(solution.to_vec()),
                &mut |event| {
                    if let Event::Item(item) = event {
                        items.push(item);
                    }
                    if items.len() < limit {
                        Continue(())
                    } else {
                        Break(())
                    }
                },
            )
            .unwrap();
        (items, ended.complete)
    };
    let (all, complete) = first(1, usize::MAX);
    assert_eq!((all.len(), complete), (6728, true));
    for threads in [1, 2, 3, 8] {
        for limit in [1, 100, 5000] {
            assert_eq!(first(threads, limit), (all[..limit].to_vec(), false));
        }
    }
}

#[test]
fn bits_refuses_what_it_cannot_search() {
    let problem = dominoes::problem(2, 2, &[]).unwrap();
    let bits = Schedule {
        engine: TreeEngine::Bits,
        ..Schedule::default()
    };
    let run = |heuristic| {
        let nothing = |_: &[OptionId], _: &[SymmetryId]| None::<()>;
        bits.run(&problem, heuristic, &[], 0, &nothing, &mut |_| Continue(()))
    };
    assert_eq!(run(Heuristic::First), Err(ScheduleError::Heuristic));
    assert!(run(Heuristic::Mrv).unwrap().complete);
}
