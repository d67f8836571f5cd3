//! Checks the counts of starts against a list of all subsets of the placements of each solution.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::cover::Instance;
use crate::solve::space::small::{self, PUZZLES};

type Start = BTreeSet<OptionId>;

/// Every start with its number of solutions, from all subsets of all solutions.
fn listed(instance: &Instance, givens: usize) -> BTreeMap<Start, u64> {
    let mut starts = BTreeMap::new();
    for solution in small::solutions(instance) {
        let free = solution.iter().filter(|o| !instance.is_given(**o));
        let free: Vec<OptionId> = free.copied().collect();
        for start in itertools::Itertools::combinations(free.into_iter(), givens) {
            *starts.entry(start.into_iter().collect()).or_insert(0) += 1;
        }
    }
    starts
}

fn images(group: &PuzzleSymmetry, start: &Start) -> BTreeSet<Start> {
    let symmetries = &group.symmetries;
    let image = |g| start.iter().map(|o| symmetries.image(g, *o)).collect();
    symmetries.ids().map(image).collect()
}

/// One start of each orbit.
fn kinds<'s>(group: &PuzzleSymmetry, starts: impl Iterator<Item = &'s Start>) -> BTreeSet<Start> {
    let first = |start: &Start| images(group, start).into_iter().next();
    starts.filter_map(first).collect()
}

fn number(
    group: &PuzzleSymmetry,
    starts: &BTreeMap<Start, u64>,
    wanted: impl Fn(u64) -> bool,
) -> StartNumber {
    let found = || {
        starts
            .iter()
            .filter(|(_, m)| wanted(**m))
            .map(|(start, _)| start)
    };
    StartNumber {
        all: found().count().into(),
        distinct: kinds(group, found()).len().into(),
    }
}

fn check_extreme(
    group: &PuzzleSymmetry,
    starts: &BTreeMap<Start, u64>,
    extreme: Option<&StartExtreme>,
    m: Option<u64>,
) {
    assert_eq!(extreme.map(|e| e.solutions.clone()), m.map(BigUint::from));
    let Some((extreme, m)) = extreme.zip(m) else {
        return;
    };
    let named: Vec<Start> = extreme
        .starts
        .iter()
        .map(|s| s.iter().copied().collect())
        .collect();
    for start in &named {
        assert_eq!(starts.get(start), Some(&m), "its number of solutions");
    }
    let all = kinds(
        group,
        starts.iter().filter(|(_, n)| **n == m).map(|(s, _)| s),
    );
    assert_eq!(named.len(), all.len().min(3), "as many as are wanted");
    assert_eq!(
        kinds(group, named.iter()).len(),
        named.len(),
        "all different"
    );
}

fn question<'s>(
    space: &'s Space<'_>,
    group: &PuzzleSymmetry,
    givens: usize,
) -> Result<StartsQuestion<'s>, StartsError> {
    StartsQuestion::new(space, group, givens)
}

fn check(text: &str, givens: usize) {
    let instance = small::instance(text);
    let space = small::space(&instance);
    let group = PuzzleSymmetry::of(&instance).unwrap();
    let starts = listed(&instance, givens);
    let Ok(question) = question(&space, &group, givens) else {
        assert!(starts.is_empty());
        return;
    };
    let census = question.exact(&RunContext::silent()).unwrap();
    assert_eq!(
        census.starts,
        number(&group, &starts, |_| true),
        "{givens}: {text}"
    );
    assert_eq!(census.one_solution, number(&group, &starts, |m| m == 1));
    for bin in &census.histogram {
        let within = |m: u64| (bin.from.clone()..=bin.to.clone()).contains(&m.into());
        assert_eq!(bin.starts, number(&group, &starts, within));
    }
    let all: BigUint = census.histogram.iter().map(|bin| &bin.starts.all).sum();
    assert_eq!(all, census.starts.all);
    check_extreme(
        &group,
        &starts,
        census.fewest.as_ref(),
        starts.values().min().copied(),
    );
    check_extreme(
        &group,
        &starts,
        census.most.as_ref(),
        starts.values().max().copied(),
    );
    // Checks that dividing long lists does not change the result, also on several threads.
    let parted = question.memory(200).exact(&RunContext::silent()).unwrap();
    assert_eq!(parted, census, "{givens}: {text}");
    let threads = NonZeroUsize::new(3).unwrap();
    let threaded = self::question(&space, &group, givens)
        .unwrap()
        .threads(threads);
    assert_eq!(threaded.exact(&RunContext::silent()).unwrap(), census);
}

#[test]
fn all_starts_of_small_puzzles() {
    for text in &PUZZLES[..15] {
        for givens in 1..=8 {
            if small::choices(text, givens) < 8_000 {
                check(text, givens);
            }
        }
    }
}

/// Checks a tray with depth, where the area of a piece depends on its orientation, and sets with
/// several placements of one orbit.
#[test]
fn starts_of_a_tray_and_of_dominoes() {
    check(PUZZLES[15], 1);
    check(PUZZLES[15], 2);
    check(PUZZLES[1], 8);
}

/// Checks the numbers for two givens against an independent count: for each placement, the diagram
/// gives the number of solutions with each second placement.
#[test]
#[ignore = "slow: seconds where nothing is optimised"]
fn pairs_of_kanoodle_as_the_diagram_holds_them() {
    let source = crate::puzzle::Source::load(
        &std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/kanoodle.ron"),
    );
    let puzzle = crate::puzzle::load(&source.unwrap()).unwrap();
    let instance = Instance::new(puzzle.puzzle).unwrap();
    let space = small::space(&instance);
    let group = PuzzleSymmetry::of(&instance).unwrap();
    let census = question(&space, &group, 2)
        .unwrap()
        .exact(&RunContext::silent())
        .unwrap();
    let symmetries = &group.symmetries;
    let (mut all, mut one, mut fixed) = (0_u64, 0_u64, vec![0_u64; group.order()]);
    for option in instance.problem().options() {
        let held = space.diagram().holding_with(option).unwrap();
        for (other, m) in instance
            .problem()
            .options()
            .zip(&held)
            .skip(option.index() + 1)
        {
            if *m == BigUint::ZERO {
                continue;
            }
            all += 1;
            one += u64::from(*m == 1_u32.into());
            for g in symmetries.ids() {
                let image = [symmetries.image(g, option), symmetries.image(g, other)];
                let same = image == [option, other] || image == [other, option];
                fixed[g.index()] += u64::from(same);
            }
        }
    }
    // The number of distinct starts, by Burnside's lemma.
    let distinct = fixed.iter().sum::<u64>() / group.order() as u64;
    assert_eq!(census.starts.all, all.into());
    assert_eq!(census.starts.distinct, distinct.into());
    assert_eq!(census.one_solution.all, one.into());
}

#[test]
fn samples_agree_with_the_census() {
    for (text, givens) in [
        (PUZZLES[0], 2),
        (PUZZLES[5], 2),
        (PUZZLES[9], 3),
        (PUZZLES[12], 4),
    ] {
        let instance = small::instance(text);
        let space = small::space(&instance);
        let group = PuzzleSymmetry::of(&instance).unwrap();
        let question = question(&space, &group, givens).unwrap();
        let census = question.exact(&RunContext::silent()).unwrap();
        let survey = question.sampled(5_000, 1, &RunContext::silent()).unwrap();
        // The limit is five standard errors. The seed is fixed, so the test is deterministic.
        let near = |mean: tilewright_dlx::Mean, number: &BigUint| {
            let off = (mean.mean - exact::float(number)).abs();
            assert!(
                off <= 5.0 * mean.standard_error + 1e-9,
                "{mean:?}, not {number}: {text}"
            );
        };
        near(survey.all, &census.starts.all);
        near(survey.distinct, &census.starts.distinct);
        near(survey.one_solution, &census.one_solution.distinct);
        let share =
            exact::float(&census.one_solution.distinct) / exact::float(&census.starts.distinct);
        let off = (survey.share.share - share).abs();
        assert!(
            off <= 5.0 * survey.share.standard_error + 1e-9,
            "{:?}, not {share}",
            survey.share
        );
        let shares: f64 = survey.histogram.iter().map(|bin| bin.share.share).sum();
        assert!((shares - 1.0).abs() < 1e-9);
        let again = self::question(&space, &group, givens).unwrap();
        let again = again.threads(NonZeroUsize::new(3).unwrap());
        assert_eq!(
            again.sampled(5_000, 1, &RunContext::silent()).unwrap(),
            survey
        );
        assert_ne!(
            question.sampled(5_000, 2, &RunContext::silent()).unwrap(),
            survey
        );
    }
}

#[test]
fn more_placements_than_a_solution_has_are_refused() {
    let message = |text: &str, givens: usize| {
        let instance = small::instance(text);
        let space = small::space(&instance);
        let group = PuzzleSymmetry::of(&instance).unwrap();
        question(&space, &group, givens).unwrap_err().to_string()
    };
    insta::assert_snapshot!(
        [
            message(PUZZLES[1], 0),
            message(PUZZLES[1], 9),
            message(PUZZLES[2], 4),
            message(PUZZLES[5], 7),
            message(PUZZLES[8], 2),
        ]
        .join("\n"),
        @r"
    a start has at least one placement
    there is no start of 9 placements: a solution has 8 placements
    there is no start of 4 placements: a solution has 3 placements besides the puzzle's given
    there is no start of 7 placements: solutions have 2 to 4 placements
    there is no start of 2 placements: a solution has 1 placement
    "
    );
}

proptest! {
    #[test]
    fn binomials_follow_pascals_rule(n in 0_usize..80, k in 0_usize..80) {
        prop_assert_eq!(choose(n + 1, k + 1), choose(n, k) + choose(n, k + 1));
    }
}
