use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use tilewright_dlx::{Answer, Engine, OptionId, Solver};

use super::super::super::plan::{Amount, GivensRange, Tier};
use super::super::{MiningLimits, RatingCurve};
use super::*;
use crate::puzzle::{Source, load};
use crate::solve::resources::Resources;
use crate::solve::search::RunContext;
use crate::support::label::Label;

/// A small calendar: two of sixteen cells stay uncovered.
const CALENDAR: &str = r#"(
    lattice: Square,
    board: Rect(4, 4),
    pieces: [Set(of: Polyominoes(4), except: ["O", "I"]), Piece(name: "i", cells: Rect(2, 1))],
    goals: [Each(of: [Rows((0, 0), ["a b - c"]), Rows((0, 3), ["1 2 3 4"])])],
)"#;

fn mined(amount: Amount, threads: usize, monitor: &RunContext) -> GoalMiningReport {
    let file = load(&Source::new("calendar.ron", CALENDAR)).unwrap();
    let plan = MiningPlan {
        amount,
        curve: RatingCurve::default(),
        givens: GivensRange::default(),
        open: None,
        difficulty: None,
        seed: 7,
        draws: None,
        limits: MiningLimits::default(),
    };
    let resources = Resources {
        memory: Some(1 << 28),
        threads: NonZeroUsize::new(threads).unwrap(),
        ..Resources::default()
    };
    let mine = GoalMine {
        file: &file,
        monitor: &monitor.clone().with(resources),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool.build().unwrap();
    pool.install(|| mine.mine(&plan, &|_| {}).unwrap())
}

/// The number of solutions of a goal with some givens, at most two, found with dancing links.
fn up_to_two(instance: &Instance, givens: &[OptionId]) -> usize {
    let solver = Solver::new(instance.problem()).engine(Engine::Links);
    match solver.given(givens).unwrap().at_most(2).unwrap() {
        Answer::Known(found) => found.len(),
        Answer::Stopped(_) | Answer::OutOfBudget(_) => panic!("it has no budget and no stop flag"),
    }
}

/// For each challenge of a report: the name of its goal, its givens and the index of its part.
fn summary(report: &GoalMiningReport) -> Vec<(String, Vec<OptionId>, usize)> {
    let challenges = report.mined.challenges.iter().zip(&report.of);
    let summary = challenges.map(|(one, goal)| {
        let name = report.goals[*goal].name.to_string();
        (name, one.givens.clone(), one.part)
    });
    summary.collect()
}

#[test]
fn challenges_of_goals_have_one_solution_each_and_are_minimal() {
    let report = mined(Amount::Count(6), 1, &RunContext::silent());
    assert_eq!(report.mined.challenges.len(), 6);
    assert!(report.looked_at >= report.goals.len());
    for (found, goal) in report.mined.challenges.iter().zip(&report.of) {
        let instance = &report.goals[*goal].instance;
        assert_eq!(up_to_two(instance, &found.givens), 1);
        for left_out in 0..found.givens.len() {
            let mut fewer = found.givens.clone();
            fewer.remove(left_out);
            assert_eq!(up_to_two(instance, &fewer), 2);
        }
        assert!(found.is_minimal && found.rating.is_some());
    }
    // No goal is repeated before all others were used.
    let goals: BTreeSet<usize> = report.of.iter().copied().collect();
    assert_eq!(goals.len(), 6);
}

#[test]
fn the_deck_of_all_goals_is_the_same_for_any_number_of_threads() {
    let tiers = vec![
        Tier {
            name: Label::escaping("low"),
            levels: 4,
        },
        Tier {
            name: Label::escaping("high"),
            levels: 3,
        },
    ];
    for amount in [
        Amount::Grades(vec![4, 2]),
        Amount::Quantiles(vec![3, 3]),
        Amount::Progression(tiers),
    ] {
        let reports = [1, 3].map(|threads| mined(amount.clone(), threads, &RunContext::silent()));
        assert_eq!(summary(&reports[0]), summary(&reports[1]), "{amount:?}");
        let found = &reports[0].mined;
        assert_eq!(found.spread, reports[1].mined.spread);
        // Challenges are sorted by rating within each part and, except in a deck by grades, over
        // the whole deck.
        let mut of_part: BTreeMap<usize, Vec<_>> = BTreeMap::new();
        for one in &found.challenges {
            of_part.entry(one.part).or_default().push(one.rating);
        }
        assert!(of_part.values().all(|ratings| ratings.is_sorted()));
        if !matches!(amount, Amount::Grades(_)) {
            let ratings: Vec<_> = found.challenges.iter().map(|one| one.rating).collect();
            assert!(ratings.is_sorted(), "{amount:?}");
            assert_eq!(ratings.len(), amount.total(), "{amount:?}");
        }
    }
}

/// Checks that a run that is stopped before its first goal has no challenges.
#[test]
fn a_signal_ends_a_deck_of_goals() {
    let monitor = RunContext::silent();
    monitor.stop().set();
    let report = mined(Amount::Count(6), 2, &monitor);
    assert_eq!(report.mined.end, End::Interrupted);
    assert!(report.mined.challenges.is_empty());
}
