//! Searches in parts: the same events in the same order, whatever the threads.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};

use crate::{models::dominoes, random, symmetric};
use proptest::prelude::*;
use tilewright_dlx::parallel::Event;
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

/// Items and tallies in the order heard, and the sum of all tallies.
fn heard(
    run: impl FnOnce(
        &mut dyn FnMut(Event<Solution, PartStats>) -> std::ops::ControlFlow<()>,
    ) -> tilewright_dlx::schedule::Ended,
) -> (Vec<Solution>, Vec<PartStats>, PartStats) {
    let (mut items, mut tallies, mut sum) = (Vec::new(), Vec::new(), PartStats::default());
    let ended = run(&mut |event| {
        match event {
            Event::Item(item) => items.push(item),
            Event::Part(tally) => {
                sum.add(&tally);
                tallies.push(tally);
            }
            Event::Unfinished(_) => panic!("nobody broke out"),
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
    heard(|take| {
        schedule
            .run(problem, Heuristic::Mrv, &[], done, &whole, take)
            .unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn threads_and_parts_change_nothing(problem in random::problem(), parts in 0_usize..40) {
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
    fn a_search_is_taken_up_after_any_part(problem in random::problem(), parts in 0_usize..20) {
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
    fn distinct_solutions_are_taken_up_too(
        (problem, symmetries) in symmetric::problem(),
        parts in 0_usize..20,
    ) {
        let distinct = Distinct::new(&problem, &symmetries).unwrap();
        let run = |threads, done| {
            heard(|take| {
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

/// 12,988,816 is too many here: 6 × 6 has 6728 (Kasteleyn 1961).
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
