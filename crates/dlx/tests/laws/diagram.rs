//! Compares diagrams with the list of all solutions, found by dancing links.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};

use crate::{
    kasteleyn,
    models::{dominoes, pentominoes},
    picked, random, shuffled,
};
use num_bigint::BigUint;
use proptest::prelude::*;
use tilewright_dlx::{
    DiagramError, Frontier, FrontierError, Links, OptionId, Problem, SolutionDiagram,
};

type Solution = BTreeSet<OptionId>;

/// All solutions that contain the givens, found by dancing links.
fn links(problem: &Problem, givens: &[OptionId]) -> BTreeSet<Solution> {
    let mut found = BTreeSet::new();
    let links = Links::new(problem).given(givens).unwrap();
    let _ = links.run(&mut |solution: &[OptionId]| {
        found.insert(solution.iter().copied().collect());
        Continue(())
    });
    found
}

fn diagram(frontier: &Frontier) -> SolutionDiagram {
    frontier.diagram(&mut |_| Continue(())).unwrap()
}

/// Compares the results of all queries of a diagram with the list of its solutions.
fn check(problem: &Problem, diagram: &SolutionDiagram, expected: &BTreeSet<Solution>) {
    assert_eq!(diagram.count(), expected.len().into());
    let listed: Vec<Vec<OptionId>> = diagram.iter().collect();
    assert_eq!(listed.len(), expected.len());
    for (number, solution) in listed.iter().enumerate() {
        assert_eq!(problem.check(solution), Ok(()));
        assert_eq!(&diagram.nth(&number.into()).unwrap(), solution);
    }
    let sets: BTreeSet<Solution> = listed
        .iter()
        .map(|solution| solution.iter().copied().collect())
        .collect();
    assert_eq!(&sets, expected);
    let beyond = diagram.nth(&expected.len().into());
    assert!(matches!(beyond, Err(DiagramError::Beyond { .. })));
    assert_eq!(diagram.holding(), holding(problem, expected, None));
    let mut sizes: BTreeMap<usize, BigUint> = BTreeMap::new();
    for solution in expected {
        *sizes.entry(solution.len()).or_default() += 1_u32;
    }
    assert_eq!(diagram.by_size(), sizes);
    for option in problem.options() {
        let held = diagram.holding_with(option).unwrap();
        assert_eq!(held, holding(problem, expected, Some(option)), "{option:?}");
    }
    for sample in diagram.sample(1).take(3) {
        assert!(listed.contains(&sample));
    }
    assert_eq!(diagram.sample(1).next().is_none(), expected.is_empty());
}

fn holding(problem: &Problem, all: &BTreeSet<Solution>, with: Option<OptionId>) -> Vec<BigUint> {
    let holds = |solution: &&Solution| with.is_none_or(|option| solution.contains(&option));
    let count = |option: OptionId| {
        all.iter()
            .filter(holds)
            .filter(|solution| solution.contains(&option))
            .count()
    };
    problem
        .options()
        .map(|option| count(option).into())
        .collect()
}

fn saved(diagram: &SolutionDiagram) -> Vec<u8> {
    let mut bytes = Vec::new();
    diagram.save(&mut bytes).unwrap();
    bytes
}

fn load(problem: &Problem, bytes: &[u8]) -> Result<SolutionDiagram, DiagramError> {
    SolutionDiagram::load(problem, &mut &bytes[..])
}

/// The options of a solution in another order.
fn in_some_order(solution: &Solution) -> Vec<OptionId> {
    let mut options: Vec<OptionId> = solution.iter().copied().collect();
    options.rotate_left(solution.len() / 2);
    options
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_diagram_answers_as_the_list_does(
        problem in random::problem(),
        keys in shuffled::keys(10),
        givens in picked::picks(2),
    ) {
        let order = shuffled::order(&problem, &keys);
        let givens = picked::options(&problem, &givens);
        let frontier = Frontier::new(&problem).order(&order).unwrap();
        let Ok(frontier) = frontier.given(&givens) else {
            return Ok(());
        };
        let expected = links(&problem, &givens);
        let diagram = diagram(&frontier);
        check(&problem, &diagram, &expected);
        check(&problem, &load(&problem, &saved(&diagram)).unwrap(), &expected);
        let listed: Vec<Vec<OptionId>> = expected.iter().rev().map(in_some_order).collect();
        let from_list = frontier.diagram_of(&listed, &mut |_| Continue(())).unwrap();
        check(&problem, &from_list, &expected);
        prop_assert!(from_list.iter().eq(diagram.iter()));
        prop_assert!(from_list.nodes() <= diagram.nodes());
        check(&problem, &load(&problem, &saved(&from_list)).unwrap(), &expected);
    }

    #[test]
    fn restriction_filters_the_solutions(
        problem in random::problem(),
        with in picked::picks(3),
        without in picked::picks(3),
    ) {
        let (with, without) = (picked::options(&problem, &with), picked::options(&problem, &without));
        let expected: BTreeSet<Solution> = links(&problem, &[])
            .into_iter()
            .filter(|solution| with.iter().all(|option| solution.contains(option)))
            .filter(|solution| !without.iter().any(|option| solution.contains(option)))
            .collect();
        let whole = diagram(&Frontier::new(&problem));
        let restricted = whole.restrict(&with, &without).unwrap();
        check(&problem, &restricted, &expected);
        check(&problem, &load(&problem, &saved(&restricted)).unwrap(), &expected);
        let with_them = whole.restrict(&[], &without).unwrap().counter().holding(&with).unwrap();
        prop_assert_eq!(with_them, expected.len().into());
        // Restricting to the options one after the other must give the same as restricting to all at once.
        let mut stepwise = whole;
        for &option in &with {
            stepwise = stepwise.restrict(&[option], &[]).unwrap();
        }
        for &option in &without {
            stepwise = stepwise.restrict(&[], &[option]).unwrap();
        }
        prop_assert_eq!(stepwise.count(), restricted.count());
        prop_assert!(stepwise.iter().eq(restricted.iter()));
    }

    #[test]
    fn the_heaviest_solution_except_a_known_one_is_found(
        problem in random::problem(),
        weights in prop::collection::vec(0_u32..4, 0..12),
        givens in picked::picks(2),
        nth in any::<prop::sample::Index>(),
        dropped in picked::picks(1),
    ) {
        let givens = picked::options(&problem, &givens);
        let Ok(frontier) = Frontier::new(&problem).given(&givens) else {
            return Ok(());
        };
        let expected = links(&problem, &givens);
        if expected.is_empty() {
            return Ok(());
        }
        // Draws some or all options of a solution.
        let mut known = nth.get(&expected.iter().collect::<Vec<_>>()).iter().copied().collect::<Solution>();
        for option in picked::options(&problem, &dropped) {
            known.remove(&option);
        }
        let weight = |solution: &Solution| -> u32 {
            let weights = solution.iter().map(|option| weights.get(option.index()));
            weights.map(|weight| weight.copied().unwrap_or(0)).sum()
        };
        let others = expected.iter().filter(|solution| **solution != known);
        let most = others.map(weight).max();
        let known: Vec<OptionId> = known.into_iter().collect();
        let found = diagram(&frontier).max_weight_except(&known, &weights).unwrap();
        let found = found.map(|found| found.into_iter().collect::<Solution>());
        prop_assert_eq!(found.as_ref().map(weight), most);
        if let Some(found) = found {
            prop_assert!(expected.contains(&found));
            prop_assert_ne!(found, known.into_iter().collect::<Solution>());
        }
    }

    #[test]
    fn restriction_to_any_filters_the_solutions(
        problem in random::problem(),
        any in picked::picks(5),
        givens in picked::picks(2),
        without in picked::picks(2),
    ) {
        let (any, givens) = (picked::options(&problem, &any), picked::options(&problem, &givens));
        let without = picked::options(&problem, &without);
        let Ok(frontier) = Frontier::new(&problem).given(&givens) else {
            return Ok(());
        };
        let mut expected = links(&problem, &givens);
        expected.retain(|solution| any.iter().any(|option| solution.contains(option)));
        let restricted = diagram(&frontier).restrict_to_any(&any).unwrap();
        check(&problem, &restricted, &expected);
        check(&problem, &load(&problem, &saved(&restricted)).unwrap(), &expected);
        // A restricted diagram can be restricted again.
        expected.retain(|solution| !without.iter().any(|option| solution.contains(option)));
        check(&problem, &restricted.restrict(&[], &without).unwrap(), &expected);
        let again = restricted.restrict_to_any(&any).unwrap();
        prop_assert_eq!(again.count(), restricted.count());
    }

    #[test]
    fn a_damaged_file_is_an_error(
        problem in random::problem(),
        cut in any::<prop::sample::Index>(),
    ) {
        let bytes = saved(&diagram(&Frontier::new(&problem)));
        for at in 0..bytes.len() {
            for bit in [0, 7] {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                prop_assert!(load(&problem, &damaged).is_err(), "byte {} was changed", at);
            }
        }
        let cut = cut.index(bytes.len());
        prop_assert!(load(&problem, &bytes[..cut]).is_err(), "only {} bytes are left", cut);
        let longer = [&bytes[..], &[0]].concat();
        prop_assert!(load(&problem, &longer).is_err());
    }
}

#[test]
fn other_files_are_refused_as_such() {
    let problem = dominoes::problem(8, 8, &[]).unwrap();
    let other = dominoes::mutilated_chessboard().unwrap();
    let bytes = saved(&diagram(&Frontier::new(&problem)));
    assert!(load(&problem, &bytes).is_ok());
    assert!(matches!(load(&other, &bytes), Err(DiagramError::Foreign)));
    for bytes in [&b""[..], b"TW", b"%PDF-1.7 and more of it"] {
        assert!(matches!(
            load(&problem, bytes),
            Err(DiagramError::NotADiagram)
        ));
    }
    // Files of version 1 identify problems by a different checksum.
    for version in [1, 3] {
        let mut other = bytes.clone();
        other[8] = version;
        let error = load(&problem, &other).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "the diagram has format version {version}, but this program reads version 2 only; \
                 make it again"
            )
        );
    }
}

#[test]
fn scotts_problem_is_counted_without_a_list() {
    let problem = pentominoes::problem(&pentominoes::SCOTT, None).unwrap();
    let diagram = diagram(&Frontier::new(&problem));
    assert_eq!(diagram.count(), 520_u32.into());
    let x = problem.item("X").unwrap();
    let holding = diagram.holding();
    let held = problem
        .options()
        .filter(|&option| problem.option_items(option).contains(&x))
        .map(|option| &holding[option.index()]);
    assert_eq!(held.sum::<BigUint>(), 520_u32.into());
}

#[test]
fn threads_make_the_same_diagram() {
    let problem = pentominoes::problem(&["####"; 15], None).unwrap();
    let frontier = Frontier::new(&problem);
    let bytes = saved(&diagram(&frontier));
    for threads in [2, 3, 8] {
        let threads = NonZeroUsize::new(threads).unwrap();
        let frontier = frontier.clone().threads(threads);
        assert_eq!(saved(&diagram(&frontier)), bytes);
    }
    let loaded = load(&problem, &bytes).unwrap();
    // There are 368 solutions up to the four symmetries of the board (J. G. Fletcher 1965 and others).
    assert_eq!(loaded.count(), (4 * 368_u32).into());
    assert_eq!(loaded.iter().collect::<BTreeSet<_>>().len(), 4 * 368);
}

#[test]
fn diagrams_count_beyond_64_and_128_bits() {
    let problem = dominoes::problem(48, 8, &[]).unwrap();
    let diagram = diagram(&Frontier::new(&problem));
    let tilings = kasteleyn::tilings(48, 8);
    assert!(tilings.bits() > 128);
    assert_eq!(diagram.count(), tilings);
    for number in [BigUint::ZERO, &tilings / 2_u32, &tilings - 1_u32] {
        assert_eq!(problem.check(&diagram.nth(&number).unwrap()), Ok(()));
    }
    assert!(diagram.nth(&tilings).is_err());
    let mut first = diagram.iter();
    for number in 0..100_u32 {
        assert_eq!(first.next().unwrap(), diagram.nth(&number.into()).unwrap());
    }
    // Each cell of the first row is covered by exactly one domino.
    let cell = problem.item("0,3").unwrap();
    let holding = diagram.holding();
    let covering = problem
        .options()
        .filter(|&option| problem.option_items(option).contains(&cell));
    assert_eq!(
        covering
            .map(|option| &holding[option.index()])
            .sum::<BigUint>(),
        tilings
    );
    for solution in diagram.sample(7).take(20) {
        assert_eq!(problem.check(&solution), Ok(()));
    }
}

/// Draws tilings of the 4 × 4 square. Each of the 36 tilings is drawn 100 times on average. With 35 degrees of
/// freedom, the statistic exceeds 66.6 in one of a thousand tests.
#[test]
fn samples_pass_a_chi_squared_test() {
    let problem = dominoes::problem(4, 4, &[]).unwrap();
    let diagram = diagram(&Frontier::new(&problem));
    for seed in 1..=3 {
        let mut times: BTreeMap<Vec<OptionId>, i64> = BTreeMap::new();
        for solution in diagram.sample(seed).take(3600) {
            *times.entry(solution).or_default() += 1;
        }
        assert_eq!(times.len(), 36);
        let squares: i64 = times
            .values()
            .map(|&times| (times - 100) * (times - 100))
            .sum();
        assert!(squares < 6660, "seed {seed}: {squares} hundredths");
        let again: Vec<_> = diagram.sample(seed).take(5).collect();
        assert!(diagram.sample(seed).take(5).eq(again));
    }
}

#[test]
fn a_list_with_a_wrong_solution_is_refused() {
    let problem = dominoes::problem(4, 2, &[]).unwrap();
    let solutions: Vec<Vec<OptionId>> = diagram(&Frontier::new(&problem)).iter().collect();
    let frontier = Frontier::new(&problem);
    let of = |frontier: &Frontier, list: &[Vec<OptionId>]| {
        frontier.diagram_of(list, &mut |_| Continue(()))
    };
    // A repeated solution counts once. A list need not contain all solutions.
    let some = [&solutions[3..], &solutions[..2], &solutions[4..]].concat();
    assert_eq!(of(&frontier, &some).unwrap().count(), 4_u32.into());
    assert_eq!(of(&frontier, &[]).unwrap().count(), 0_u32.into());
    let short = [solutions[0].clone(), solutions[1][1..].to_vec()];
    assert!(matches!(
        of(&frontier, &short),
        Err(FrontierError::NotASolution { number: 1, .. })
    ));
    let given = [solutions[0][0]];
    let other = solutions
        .iter()
        .position(|solution| !solution.contains(&given[0]))
        .unwrap();
    assert_eq!(
        of(&frontier.clone().given(&given).unwrap(), &solutions).unwrap_err(),
        FrontierError::WithoutGiven { number: other }
    );
}

#[test]
fn diagrams_that_cannot_be_made_are_refused() {
    let problem = dominoes::problem(30, 12, &[]).unwrap();
    let frontier = Frontier::new(&problem).memory(100_000);
    let error = frontier.diagram(&mut |_| Continue(())).unwrap_err();
    assert_eq!(error, FrontierError::Outgrown { budget: 100_000 });
    let mut larger = problem.clone();
    let option = larger.add_option(&[problem.item("0,0").unwrap()]).unwrap();
    let diagram = diagram(&Frontier::new(&problem));
    assert!(matches!(
        diagram.restrict(&[option], &[]),
        Err(DiagramError::UnknownOption { .. })
    ));
    assert!(diagram.holding_with(option).is_err());
    let problem = dominoes::problem(60, 16, &[]).unwrap();
    let interrupted = Frontier::new(&problem).diagram(&mut |_| Break(()));
    assert_eq!(interrupted.unwrap_err(), FrontierError::Interrupted);
}
