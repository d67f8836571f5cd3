use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::*;
use crate::cover::orbits::PuzzleSymmetry;
use crate::design::challenges::SymmetryClasses;
use crate::design::challenges::{Amount, ChallengeIds, GivensRange, Tier};
use crate::puzzle::NumberRange;
use crate::solve::search::RunContext;
use crate::solve::space::small::{PUZZLES, instance, solutions, space};
use crate::support::label::Label;

/// The maximum number of solutions of a puzzle whose challenges are listed by brute force.
const FEW: usize = 400;

fn plan(amount: Amount) -> MiningPlan {
    MiningPlan {
        amount,
        curve: RatingCurve::default(),
        givens: GivensRange::default(),
        open: None,
        difficulty: None,
        seed: 1,
        draws: None,
        limits: MiningLimits::default(),
    }
}

fn mine_on(threads: usize, mine: &Mine<'_>, plan: &MiningPlan) -> MiningReport {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(|| mine.mine(plan, &|_| {})).unwrap()
}

/// Calls `then` with each small puzzle, its miner and its solutions.
fn with_each(mut then: impl FnMut(&str, &Mine<'_>, &BTreeSet<BTreeSet<OptionId>>)) {
    for text in PUZZLES {
        let instance = instance(text);
        let solutions = solutions(&instance);
        if solutions.is_empty() || solutions.len() > FEW {
            continue;
        }
        let group = PuzzleSymmetry::of(&instance).unwrap();
        let mine = Mine {
            instance: &instance,
            symmetry_classes: &SymmetryClasses::new(&instance, &group),
            space: Some(&space(&instance)),
            monitor: &RunContext::silent(),
        };
        then(text, &mine, &solutions);
    }
}

/// Checks that nothing is chosen after a stop, since choosing from many candidates takes seconds.
#[test]
fn nothing_is_chosen_after_a_signal() {
    with_each(|text, mine, solutions| {
        let monitor = RunContext::silent();
        let mine = Mine {
            monitor: &monitor,
            ..*mine
        };
        let plan = plan(Amount::Count(3));
        let mut work = MiningWork::new(&mine, &plan);
        assert_eq!(work.draw_all(&|_| {}).is_ok(), !solutions.is_empty());
        assert!(!work.choose().0.is_empty(), "{text}");
        monitor.stop().set();
        assert!(work.choose().0.is_empty(), "{text}");
    });
}

/// Checks that candidates found before a stop are kept, although there is no time to choose among
/// them and to check them.
#[test]
fn what_was_found_is_kept_after_a_signal() {
    let mut kept = 0;
    with_each(|text, mine, solutions| {
        let monitor = RunContext::silent();
        let mine = Mine {
            monitor: &monitor,
            ..*mine
        };
        let plan = plan(Amount::Grades(vec![2, 2, 2, 2]));
        let stop_at_once = |progress: &MiningProgress| {
            if progress.candidates.iter().sum::<usize>() > 0 {
                monitor.stop().set();
            }
        };
        let mined = mine.mine(&plan, &stop_at_once).unwrap();
        if mined.end == End::Interrupted {
            kept += mined.challenges.len();
            assert!(!mined.challenges.is_empty(), "{text}");
            let all = by_brute_force(&mine, solutions);
            for found in &mined.challenges {
                assert!(
                    all.contains(&mine.symmetry_classes.canonical(&found.givens)),
                    "{text}"
                );
            }
            for part in 0..4 {
                let found = mined.challenges.iter().filter(|found| found.part == part);
                assert!(found.count() <= 2, "{text}");
            }
        }
    });
    assert!(kept >= 8, "{kept}");
}

/// The report of mining a puzzle within limits of work, without a diagram of all solutions.
fn mined_within(text: &str, limits: MiningLimits, threads: usize) -> MiningReport {
    let instance = instance(text);
    let group = PuzzleSymmetry::of(&instance).unwrap();
    let mine = Mine {
        instance: &instance,
        symmetry_classes: &SymmetryClasses::new(&instance, &group),
        space: None,
        monitor: &RunContext::silent(),
    };
    let plan = MiningPlan {
        limits,
        ..plan(Amount::Count(1))
    };
    mine_on(threads, &mine, &plan)
}

/// The one-sided tetrasticks in an Aztec diamond: 856 solutions among billions of nodes.
const AZTEC: &str = "lattice: Stick, pieces: [Set(of: Polysticks(4), sides: OneSided)], \
    board: Union([Shift((4, 0), Rect(1, 9)), Shift((3, 1), Rect(3, 7)), \
        Shift((2, 2), Rect(5, 5)), Shift((1, 3), Rect(7, 3)), Shift((0, 4), Rect(9, 1))])";

#[test]
fn mining_ends_where_no_search_finds_a_solution() {
    let limits = MiningLimits {
        search: 1 << 14,
        ..MiningLimits::default()
    };
    for threads in [1, 3] {
        let mined = mined_within(AZTEC, limits, threads);
        assert_eq!(mined.end, End::NoSolution { searches: PROBES });
        assert_eq!((mined.draws, mined.candidates), (0, 0));
    }
}

/// Checks a puzzle whose solutions are found, but whose draws are all cut off before a minimal set
/// is found.
#[test]
fn mining_ends_where_every_draw_is_cut_off() {
    let limits = MiningLimits {
        draw: 100,
        fruitless: 33 * 100,
        ..MiningLimits::default()
    };
    let text =
        "lattice: Stick, board: Rect(5, 5), pieces: [Set(of: Polysticks(4), except: [\"L\"])]";
    for threads in [1, 3] {
        let mined = mined_within(text, limits, threads);
        let (draws, cut_off) = (mined.draws, mined.draws);
        assert_eq!(mined.end, End::Fruitless { draws, cut_off });
        assert!(draws >= ROUND && draws % ROUND == 0, "{draws}");
        assert_eq!(mined.candidates, 0);
    }
}

/// All minimal challenges of a puzzle up to symmetry, by testing every set of placements of every
/// solution against all solutions.
fn by_brute_force(
    mine: &Mine<'_>,
    solutions: &BTreeSet<BTreeSet<OptionId>>,
) -> BTreeSet<Vec<OptionId>> {
    let mut found = BTreeSet::new();
    for solution in solutions {
        let options: Vec<OptionId> = solution
            .iter()
            .copied()
            .filter(|option| !mine.instance.is_given(*option))
            .collect();
        // For each subset of the solution's placements, the number of solutions that contain it.
        let mut holding = vec![0; 1 << options.len()];
        for other in solutions {
            let shared = options
                .iter()
                .enumerate()
                .filter(|(_, o)| other.contains(o));
            holding[shared.map(|(at, _)| 1 << at).sum::<usize>()] += 1;
        }
        for at in 0..options.len() {
            for set in 0..holding.len() {
                if set >> at & 1 == 0 {
                    holding[set] += holding[set | 1 << at];
                }
            }
        }
        for set in 0..holding.len() {
            let mut members = (0..options.len()).filter(|at| set >> at & 1 == 1);
            if holding[set] == 1 && members.all(|at| holding[set ^ 1 << at] > 1) {
                let members = (0..options.len()).filter(|at| set >> at & 1 == 1);
                let givens: Vec<OptionId> = members.map(|at| options[at]).collect();
                found.insert(mine.symmetry_classes.canonical(&givens));
            }
        }
    }
    found
}

#[test]
fn all_minimal_challenges_are_found() {
    let mut kinds = 0;
    with_each(|text, mine, solutions| {
        let expected = by_brute_force(mine, solutions);
        let mined = mine_on(2, mine, &plan(Amount::Count(1 << 20)));
        assert_eq!(mined.end, End::All, "{text}");
        let found: BTreeSet<Vec<OptionId>> = mined
            .challenges
            .iter()
            .map(|found| mine.symmetry_classes.canonical(&found.givens))
            .collect();
        assert_eq!(found.len(), mined.challenges.len(), "two are alike: {text}");
        assert_eq!(found, expected, "{text}");
        kinds += 1;
    });
    assert!(kinds >= 8, "{kinds}");
}

#[test]
fn a_few_challenges_are_minimal_and_the_same_on_any_threads() {
    with_each(|text, mine, solutions| {
        let all = by_brute_force(mine, solutions);
        for amount in [Amount::Count(4), Amount::Quantiles(vec![1, 2])] {
            let plan = plan(amount);
            let mined = mine_on(1, mine, &plan);
            for found in &mined.challenges {
                assert!(
                    all.contains(&mine.symmetry_classes.canonical(&found.givens)),
                    "{text}"
                );
            }
            assert_eq!(
                mined.challenges.len(),
                plan.amount.total().min(all.len()),
                "{text}"
            );
            for threads in [2, 3] {
                assert_eq!(
                    mine_on(threads, mine, &plan).challenges,
                    mined.challenges,
                    "{text}"
                );
            }
        }
    });
}

#[test]
fn without_a_diagram_challenges_are_minimal_too() {
    with_each(|text, mine, solutions| {
        let all = by_brute_force(mine, solutions);
        let mine = Mine {
            space: None,
            ..*mine
        };
        let plan = MiningPlan {
            draws: Some(ROUND),
            ..plan(Amount::Count(5))
        };
        let mined = mine_on(2, &mine, &plan);
        assert_eq!(mined.unchecked, 0, "{text}");
        assert!(!mined.challenges.is_empty() || all.is_empty(), "{text}");
        for found in &mined.challenges {
            assert!(
                all.contains(&mine.symmetry_classes.canonical(&found.givens)),
                "{text}"
            );
        }
    });
}

#[test]
fn numbers_of_givens_are_kept_to() {
    with_each(|text, mine, solutions| {
        let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
        for givens in by_brute_force(mine, solutions) {
            *sizes.entry(givens.len()).or_default() += 1;
        }
        for least in 0..5 {
            let range = GivensRange {
                least,
                most: least + 1,
            };
            let plan = MiningPlan {
                givens: range,
                ..plan(Amount::Count(3))
            };
            let mined = mine_on(1, mine, &plan);
            let expected: usize = sizes.range(least..=least + 1).map(|(_, count)| count).sum();
            assert_eq!(mined.challenges.len(), expected.min(3), "{least}: {text}");
            assert!(
                mined
                    .challenges
                    .iter()
                    .all(|c| range.contains(c.givens.len()))
            );
        }
    });
}

/// Lists all challenges of a puzzle that leave a number of pieces in `open` to place, up to
/// symmetry, and whether each is minimal. Tests every set of placements of every solution.
fn leaving_open(
    mine: &Mine<'_>,
    solutions: &BTreeSet<BTreeSet<OptionId>>,
    open: std::ops::RangeInclusive<usize>,
) -> BTreeMap<Vec<OptionId>, bool> {
    let holding = |givens: &[OptionId]| {
        let hold = |other: &&BTreeSet<OptionId>| givens.iter().all(|given| other.contains(given));
        solutions.iter().filter(hold).take(2).count()
    };
    let mut found = BTreeMap::new();
    for solution in solutions {
        let options = solution.iter().copied();
        let options: Vec<OptionId> = options.filter(|o| !mine.instance.is_given(*o)).collect();
        for open in open.clone().take_while(|open| *open <= options.len()) {
            for givens in options.iter().copied().combinations(options.len() - open) {
                if holding(&givens) == 1 {
                    let can_go = |at: usize| {
                        let mut fewer = givens.clone();
                        fewer.remove(at);
                        holding(&fewer) == 1
                    };
                    let is_minimal = !(0..givens.len()).any(can_go);
                    found.insert(mine.symmetry_classes.canonical(&givens), is_minimal);
                }
            }
        }
    }
    found
}

#[test]
fn all_challenges_that_leave_some_pieces_open_are_found() {
    let mut kinds = 0;
    with_each(|text, mine, solutions| {
        for (least, most) in [(1, 1), (2, 3)] {
            let expected = leaving_open(mine, solutions, least..=most);
            let open = NumberRange {
                least: least as u64,
                most: Some(most as u64),
            };
            let plan = |amount| MiningPlan {
                open: Some(open),
                ..plan(amount)
            };
            let mined = mine_on(2, mine, &plan(Amount::Count(1 << 20)));
            assert_eq!(mined.end, End::All, "{text}");
            let found: BTreeMap<Vec<OptionId>, bool> = mined
                .challenges
                .iter()
                .map(|found| {
                    assert!((least..=most).contains(&found.open), "{text}");
                    let givens = mine.symmetry_classes.canonical(&found.givens);
                    (givens, found.is_minimal)
                })
                .collect();
            assert_eq!(found.len(), mined.challenges.len(), "two are alike: {text}");
            assert_eq!(found, expected, "{least}..{most}: {text}");
            kinds += usize::from(!expected.is_empty());
            let few = plan(Amount::Grades(vec![2, 2]));
            let one = mine_on(1, mine, &few);
            assert_eq!(one.challenges, mine_on(3, mine, &few).challenges, "{text}");
        }
    });
    assert!(kinds >= 16, "{kinds}");
}

#[test]
fn without_a_diagram_pieces_are_left_open_too() {
    with_each(|text, mine, solutions| {
        let mine = Mine {
            space: None,
            ..*mine
        };
        let plan = MiningPlan {
            open: Some("2..3".parse().unwrap()),
            draws: Some(ROUND),
            ..plan(Amount::Count(5))
        };
        let all = leaving_open(&mine, solutions, 2..=3);
        let mined = mine_on(2, &mine, &plan);
        assert_eq!(mined.unchecked, 0, "{text}");
        for found in &mined.challenges {
            let givens = mine.symmetry_classes.canonical(&found.givens);
            assert_eq!(all.get(&givens), Some(&found.is_minimal), "{text}");
        }
    });
}

#[test]
fn levels_rise_and_are_the_same_on_any_threads() {
    let names = ["low", "middle", "high"].map(|name| Label::new(name).unwrap());
    with_each(|text, mine, solutions| {
        let all = leaving_open(mine, solutions, 1..=usize::MAX - 1);
        let plan = MiningPlan {
            open: Some("1..".parse().unwrap()),
            ..plan(Amount::Progression(Tier::share(10, &names)))
        };
        let mined = mine_on(1, mine, &plan);
        assert_eq!(
            mined.challenges,
            mine_on(3, mine, &plan).challenges,
            "{text}"
        );
        let levels = &mined.challenges;
        assert_eq!(levels.len(), all.len().min(10), "{text}");
        assert!(levels.is_sorted_by_key(|level| level.rating), "{text}");
        assert!(levels.is_sorted_by_key(|level| level.part), "{text}");
        let canonical = |level: &MinedChallenge| mine.symmetry_classes.canonical(&level.givens);
        let kinds: BTreeSet<_> = levels.iter().map(canonical).collect();
        assert_eq!(kinds.len(), levels.len(), "two are alike: {text}");
        for level in levels {
            assert_eq!(
                all.get(&canonical(level)),
                Some(&level.is_minimal),
                "{text}"
            );
        }
        if levels.len() == 10 {
            let parts = levels.iter().map(|level| level.part).collect_vec();
            assert_eq!(parts, [0, 0, 0, 0, 1, 1, 1, 2, 2, 2], "{text}");
        }
    });
}

#[test]
fn ratings_are_kept_to_and_rise() {
    with_each(|text, mine, solutions| {
        if by_brute_force(mine, solutions).is_empty() {
            return;
        }
        let grades = plan(Amount::Grades(vec![2, 2, 2, 2]));
        let mined = mine_on(2, mine, &grades);
        for found in &mined.challenges {
            let grade = found.rating.unwrap().grade();
            assert_eq!(
                grade,
                crate::reason::deduction::Grade::ALL[found.part],
                "{text}"
            );
            assert_eq!(
                crate::reason::deduction::rate(mine.instance, &found.givens),
                Ok(found.rating.unwrap())
            );
        }
        assert!(
            mined.challenges.is_sorted_by_key(|found| found.rating),
            "{text}"
        );
        let easy = MiningPlan {
            difficulty: Some("easy..3.9".parse().unwrap()),
            ..plan(Amount::Count(5))
        };
        let mined = mine_on(2, mine, &easy);
        assert!(
            mined
                .challenges
                .iter()
                .all(|found| found.rating.unwrap().tenths() < 40)
        );
        assert!(
            mined.challenges.is_sorted_by_key(|found| found.rating),
            "{text}"
        );
    });
}

#[test]
fn images_of_a_challenge_have_its_id_and_rating() {
    with_each(|text, mine, _| {
        let mined = mine_on(1, mine, &plan(Amount::Count(2)));
        for found in &mined.challenges {
            let id = |givens: &[OptionId]| {
                ChallengeIds::new(mine.instance, mine.symmetry_classes).id(givens)
            };
            for image in mine.symmetry_classes.images(&found.givens) {
                assert_eq!(id(&image), id(&found.givens), "{text}");
                assert_eq!(mine.rating(&image), Ok(found.rating), "{text}");
            }
        }
    });
}

#[test]
fn one_solution_needs_no_givens() {
    let instance = instance(
        "lattice: Square, board: Rect(3, 1), pieces: [Piece(name: \"A\", cells: Rect(3, 1))]",
    );
    let group = PuzzleSymmetry::of(&instance).unwrap();
    let mine = Mine {
        instance: &instance,
        symmetry_classes: &SymmetryClasses::new(&instance, &group),
        space: Some(&space(&instance)),
        monitor: &RunContext::silent(),
    };
    let mined = mine_on(1, &mine, &plan(Amount::Count(3)));
    assert_eq!(mined.challenges.len(), 1);
    assert!(mined.challenges[0].givens.is_empty());
}

/// Checks that the first ratings are in order, and that no challenge rates above the hardest
/// possible one with the same number of pieces left to place.
#[test]
fn first_ratings_are_of_challenges() {
    with_each(|text, mine, _| {
        let plan = plan(Amount::Count(1));
        let Some(first) = mine.first_ratings(&plan).unwrap() else {
            return;
        };
        assert!(first.count > 0 && first.easiest <= first.hardest, "{text}");
        let all = mine_on(
            1,
            mine,
            &MiningPlan {
                amount: Amount::Quantiles(vec![50]),
                ..plan
            },
        );
        for found in &all.challenges {
            let most = Rating::most(found.open as u64);
            assert!(found.rating.unwrap() <= most, "{text}");
        }
    });
}
