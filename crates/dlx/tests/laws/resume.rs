//! Interrupts counts at checkpoints, resumes them, and compares the results with those of uninterrupted counts.

use std::io::{self, Cursor, Read, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};

use crate::{
    kasteleyn,
    models::{dominoes, pentominoes},
    one_sided, random, wide,
};
use num_bigint::BigUint;
use proptest::prelude::*;
use tilewright_dlx::{
    CheckpointError, Dissections, Frontier, FrontierCheckpoints, FrontierReport, ItemId, Problem,
    StopFlag,
};

#[derive(Default)]
struct MemoryCheckpoints {
    /// How often the count has asked whether to write a checkpoint. The answer is yes every `every`-th time.
    asked: usize,
    every: usize,
    /// The checkpoint from which a count resumes.
    last: Option<Vec<u8>>,
    all: Vec<Vec<u8>>,
}

impl MemoryCheckpoints {
    fn of(bytes: &[u8]) -> Self {
        Self {
            last: Some(bytes.to_vec()),
            every: usize::MAX,
            ..Self::default()
        }
    }

    fn every(every: usize) -> Self {
        Self {
            every,
            ..Self::default()
        }
    }
}

impl FrontierCheckpoints for MemoryCheckpoints {
    fn kept(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        let reader = |bytes: &Vec<u8>| Box::new(Cursor::new(bytes.clone())) as Box<dyn Read>;
        Ok(self.last.as_ref().map(reader))
    }

    fn due(&mut self, _: u64) -> bool {
        self.asked += 1;
        self.asked.is_multiple_of(self.every)
    }

    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.all.push(bytes.clone());
        self.last = Some(bytes);
        Ok(())
    }
}

fn threads(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

fn whole(frontier: &Frontier) -> FrontierReport {
    let report = frontier.count(&mut |_| Continue(())).unwrap();
    assert!(report.complete);
    report
}

fn count_on(frontier: &Frontier, kept: &mut MemoryCheckpoints) -> FrontierReport {
    frontier
        .count_on(Some(kept), &mut |_| Continue(()))
        .unwrap()
}

/// Resumes a count from about `about` of the possible checkpoints, or from all if there are fewer. Alternates
/// between one thread and three. Returns the number of possible checkpoints.
fn resume_everywhere(frontier: &Frontier, about: usize) -> usize {
    let expected = whole(frontier);
    let mut kept = MemoryCheckpoints::every(usize::MAX);
    assert_eq!(count_on(frontier, &mut kept), expected);
    let asked = kept.asked;
    let mut kept = MemoryCheckpoints::every((asked / about).max(1));
    assert_eq!(count_on(frontier, &mut kept), expected);
    for (at, bytes) in kept.all.iter().enumerate() {
        let frontier = frontier.clone().threads(threads(1 + 2 * (at % 2)));
        let report = count_on(&frontier, &mut MemoryCheckpoints::of(bytes));
        assert_eq!(report, expected, "checkpoint {at} of {}", kept.all.len());
    }
    asked
}

type ResumedTally = (Vec<(Vec<u32>, BigUint)>, FrontierReport);

fn tally_on(frontier: &Frontier, items: &[ItemId], kept: &mut MemoryCheckpoints) -> ResumedTally {
    let tallied = frontier.count_by_sorted(items, Some(kept), &mut |_| Continue(()));
    let (mut tally, report) = tallied.unwrap();
    let rows = std::iter::from_fn(|| tally.next().unwrap()).collect();
    (rows, report)
}

/// Resumes a count by items from each possible checkpoint.
fn resume_tally_everywhere(frontier: &Frontier, items: &[ItemId]) {
    let mut kept = MemoryCheckpoints::every(1);
    let expected = tally_on(frontier, items, &mut kept);
    assert!(expected.1.complete);
    for (at, bytes) in kept.all.iter().enumerate() {
        let frontier = frontier.clone().threads(threads(1 + 2 * (at % 2)));
        let (rows, report) = tally_on(&frontier, items, &mut MemoryCheckpoints::of(bytes));
        assert_eq!(rows, expected.0, "checkpoint {at} of {}", kept.all.len());
        assert_eq!(report.count, expected.1.count);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn tallies_of_small_problems_resume_everywhere(
        problem in random::problem(),
        budget in 0_u64..20_000,
        items in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let all: Vec<ItemId> = problem.items().filter(|&item| !problem.is_coloured(item)).collect();
        let items: Vec<ItemId> = items.iter().filter(|_| !all.is_empty()).map(|at| *at.get(&all)).collect();
        let frontier = Frontier::new(&problem).spill(|| Ok(Box::new(Cursor::new(Vec::new()))));
        resume_tally_everywhere(&frontier, &items);
        let tight = frontier.memory(budget);
        if tight.count_by_sorted(&items, None, &mut |_| Continue(())).is_ok() {
            resume_tally_everywhere(&tight, &items);
        }
    }

    #[test]
    fn small_problems_resume_everywhere(problem in random::problem(), budget in 0_u64..20_000) {
        let frontier = Frontier::new(&problem);
        resume_everywhere(&frontier, usize::MAX);
        let tight = frontier.memory(budget);
        if tight.count(&mut |_| Continue(())).is_ok() {
            resume_everywhere(&tight, usize::MAX);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn states_of_several_words_resume_everywhere(problem in wide::problem()) {
        let frontier = Frontier::new(&problem).memory(1 << 20);
        resume_everywhere(&frontier, 8);
    }
}

/// Resumes the counts of two problems. Scott's problem takes one sweep. In the other problem, the pieces are
/// persistent items: they are open for more than half of the steps. With less memory, both are also swept in
/// parts.
#[test]
fn pentominoes_resume_at_every_step() {
    let scott = pentominoes::problem(&pentominoes::SCOTT, None).unwrap();
    let board = ["###"; 30];
    let one_sided = one_sided::problem(&pentominoes::problem(&board, None).unwrap());
    for (problem, solutions) in [(scott, 520_u32), (one_sided, 184)] {
        let frontier = Frontier::new(&problem);
        let report = whole(&frontier);
        assert_eq!(report.count, solutions.into());
        assert!(resume_everywhere(&frontier, 2) > 8);
        let tight = frontier.memory(report.peak_bytes / 2);
        assert!(resume_everywhere(&tight, 2) > 8);
        assert!(whole(&tight).sweeps > 1);
    }
}

/// Uses counts of which some exceed 64 bits, and some 128 bits, during the sweep.
#[test]
fn counts_of_every_width_resume() {
    for (length, side) in [(8, 8), (20, 8), (48, 8)] {
        let problem = dominoes::problem(length, side, &[]).unwrap();
        let frontier = Frontier::new(&problem);
        let tilings = kasteleyn::tilings(length, side);
        assert_eq!(whole(&frontier).count, tilings);
        resume_everywhere(&frontier, 10);
    }
}

/// Stops a count at its second report of progress, again and again, and checks that its result is unchanged.
#[test]
fn a_count_stopped_again_and_again_ends_the_same() {
    const REPORTS: u32 = 2000;
    let problem = pentominoes::problem(&["######"; 10], None).unwrap();
    let frontier = Frontier::new(&problem);
    // There is too little memory for a whole sweep. So the sweep is done in parts, which takes longer.
    let less = whole(&frontier).peak_bytes / 8 * 7;
    let frontier = frontier.memory(less).threads(threads(2));
    let mut stops = 0;
    let mut kept = MemoryCheckpoints::every(usize::MAX);
    let report = loop {
        // Reports without layers come from preparations, which write no checkpoints. The first report with layers
        // comes at the beginning of a sweep.
        let mut calls = 0;
        let report = frontier.count_on(Some(&mut kept), &mut |progress| {
            calls += u32::from(progress.layers > 0);
            if calls == REPORTS {
                Break(())
            } else {
                Continue(())
            }
        });
        let report = report.unwrap();
        if report.complete {
            break report;
        }
        stops += 1;
    };
    assert!(stops > 2, "it was stopped {stops} times");
    assert_eq!(report, whole(&frontier));
    assert_eq!(report.count, 9356_u32.into());
}

#[test]
fn another_budget_gives_the_same_count() {
    let problem = pentominoes::problem(&["#####"; 12], None).unwrap();
    let frontier = Frontier::new(&problem);
    let expected = whole(&frontier);
    let mut kept = MemoryCheckpoints::every(usize::MAX);
    count_on(&frontier, &mut kept);
    let mut kept = MemoryCheckpoints::every(kept.asked / 3);
    count_on(&frontier, &mut kept);
    for bytes in &kept.all {
        for percent in [75, 200] {
            let frontier = frontier.clone().memory(expected.peak_bytes / 100 * percent);
            let report = count_on(&frontier, &mut MemoryCheckpoints::of(bytes));
            assert_eq!(report.count, expected.count);
        }
    }
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let problem = dominoes::problem(6, 4, &[]).unwrap();
    let frontier = Frontier::new(&problem);
    let mut kept = MemoryCheckpoints::every(1);
    count_on(&frontier, &mut kept);
    let bytes = &kept.all[kept.all.len() / 2];
    let refused = |frontier: &Frontier, bytes: &[u8]| {
        let report = frontier.count_on(Some(&mut MemoryCheckpoints::of(bytes)), &mut |_| {
            Continue(())
        });
        report.unwrap_err()
    };
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        refused(&frontier, &damaged);
        let short = refused(&frontier, &bytes[..at]);
        let damaged = matches!(short, CheckpointError::Damaged | CheckpointError::Foreign);
        assert!(damaged, "{short}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(
        refused(&frontier, &longer),
        CheckpointError::Damaged
    ));
    assert!(matches!(
        refused(&frontier, b"(title: \"x\")"),
        CheckpointError::Foreign
    ));
    let mut newer = bytes.clone();
    newer[8] += 1;
    assert!(matches!(
        refused(&frontier, &newer),
        CheckpointError::Version { found: 6, known: 5 }
    ));
    let backwards: Vec<ItemId> = problem
        .items()
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    let other = frontier.clone().order(&backwards).unwrap();
    assert!(matches!(refused(&other, bytes), CheckpointError::Other));
    let given = frontier
        .clone()
        .given(&[problem.option(0).unwrap()])
        .unwrap();
    assert!(matches!(refused(&given, bytes), CheckpointError::Other));
    let other: Problem = dominoes::problem(4, 6, &[]).unwrap();
    assert!(matches!(
        refused(&Frontier::new(&other), bytes),
        CheckpointError::Other
    ));
}

/// Checks that the count ends with an error if a checkpoint cannot be written.
#[test]
fn a_full_disk_is_reported() {
    struct FullDisk;
    impl FrontierCheckpoints for FullDisk {
        fn kept(&mut self) -> io::Result<Option<Box<dyn Read>>> {
            Ok(None)
        }
        fn due(&mut self, _: u64) -> bool {
            true
        }
        fn keep(&mut self, _: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
            Err(io::ErrorKind::StorageFull.into())
        }
    }
    let problem = dominoes::problem(6, 4, &[]).unwrap();
    let error = Frontier::new(&problem).count_on(Some(&mut FullDisk), &mut |_| Continue(()));
    assert!(matches!(error, Err(CheckpointError::Write(_))));
}

/// Dissections of a square into parts of `side` cells. The cells are numbered row by row, and the mirror is a
/// symmetry.
fn dissections(side: usize) -> Dissections {
    let neighbours = |at: usize| {
        let (x, y) = (at % side, at / side);
        let mut list = Vec::new();
        list.extend((x > 0).then(|| at - 1));
        list.extend((x + 1 < side).then_some(at + 1));
        list.extend((y > 0).then(|| at - side));
        list.extend((y + 1 < side).then_some(at + side));
        list
    };
    let mirror: Vec<usize> = (0..side * side)
        .map(|at| at / side * side + side - 1 - at % side)
        .collect();
    let regions = Dissections::new((0..side * side).map(neighbours).collect(), side).unwrap();
    regions.symmetries(&[mirror]).unwrap()
}

/// Dissections of a square as in [`dissections`], but counted by connectivity, since the faces of the graph are
/// given. If `is_turned` is true, the half turn is also a symmetry.
fn dissections_by_connectivity(side: usize, is_turned: bool) -> Dissections {
    let regions = dissections(side);
    let mirror: Vec<usize> = (0..side * side)
        .map(|at| at / side * side + side - 1 - at % side)
        .collect();
    let turn: Vec<usize> = (0..side * side).rev().collect();
    let given_symmetries = [mirror, turn];
    let regions = regions.symmetries(&given_symmetries[..=usize::from(is_turned)]);
    let corners = (0..side * (side - 1)).filter(|at| at % side + 1 < side);
    let faces: Vec<Vec<usize>> = corners
        .map(|at| vec![at, at + 1, at + side, at + side + 1])
        .collect();
    regions.unwrap().faces(&faces, &StopFlag::new()).unwrap()
}

/// Resumes a count of dissections from each possible checkpoint.
#[test]
fn dissections_resume_everywhere() {
    let regions = dissections(6);
    let mut kept = MemoryCheckpoints::every(1);
    let report = regions
        .count_on(Some(&mut kept), &mut |_| Continue(()))
        .unwrap();
    assert_eq!((report.count, report.complete), (451_206_u32.into(), true));
    assert!(kept.all.len() > 10, "{}", kept.all.len());
    for bytes in &kept.all {
        let resumed = regions
            .count_on(Some(&mut MemoryCheckpoints::of(bytes)), &mut |_| {
                Continue(())
            })
            .unwrap();
        assert_eq!(
            (resumed.count, resumed.states),
            (451_206_u32.into(), report.states)
        );
    }
    let refused = |regions: &Dissections, bytes: &[u8]| {
        regions
            .count_on(Some(&mut MemoryCheckpoints::of(bytes)), &mut |_| {
                Continue(())
            })
            .unwrap_err()
    };
    let bytes = &kept.all[0];
    assert!(matches!(
        refused(&dissections(5), bytes),
        CheckpointError::Other
    ));
    let mut damaged = bytes.clone();
    damaged[60] ^= 1;
    assert!(matches!(
        refused(&regions, &damaged),
        CheckpointError::Damaged
    ));
    assert!(matches!(
        refused(&dissections_by_connectivity(6, false), bytes),
        CheckpointError::Other
    ));
}

#[test]
fn dissections_by_connectivity_resume_everywhere() {
    for is_turned in [false, true] {
        let regions = dissections_by_connectivity(7, is_turned);
        let mut kept = MemoryCheckpoints::every(1);
        let report = regions
            .count_on(Some(&mut kept), &mut |_| Continue(()))
            .unwrap();
        assert_eq!(report.count, 158_753_814_u32.into());
        assert!(kept.all.len() > 10, "{}", kept.all.len());
        for bytes in &kept.all {
            let mut again = MemoryCheckpoints::of(bytes);
            let resumed = regions.count_on(Some(&mut again), &mut |_| Continue(()));
            let resumed = resumed.unwrap();
            assert_eq!(
                (resumed.count, resumed.states),
                (158_753_814_u32.into(), report.states)
            );
        }
    }
}

/// Stops counts of dissections at their reports of progress, which come about every millisecond, and resumes them.
#[test]
fn dissections_stopped_every_millisecond_end_the_same() {
    stop_again_and_again(&dissections(6), 451_206, 2);
    // A count by connectivity is stopped only at its tenth report, so it does more work between two stops.
    for is_turned in [false, true] {
        stop_again_and_again(&dissections_by_connectivity(7, is_turned), 158_753_814, 10);
    }
}

fn stop_again_and_again(regions: &Dissections, count: u32, last: usize) {
    let mut kept = MemoryCheckpoints::every(usize::MAX);
    let mut runs = 0;
    loop {
        let mut reports = 0;
        let report = regions.count_on(Some(&mut kept), &mut |_| {
            reports += 1;
            if reports == last {
                Break(())
            } else {
                Continue(())
            }
        });
        let report = report.unwrap();
        runs += 1;
        if report.complete {
            assert_eq!(report.count, count.into());
            break;
        }
        assert!(runs < 1000);
    }
    assert!(runs > 1);
}
